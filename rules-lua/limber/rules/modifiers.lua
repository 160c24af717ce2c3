--- Modifiers as data: a named list, worked once a question and before any die.
--
--   modifiers "infantry" { judges = { "unit_infantry" }, table = "infantry_modifiers", cite = "10.3",
--     { "attacking_downhill", when = function(unit) return unit.slope == "downhill" end },
--     { "damage_points", per = function(unit) return unit.damage_points end, table = "lasting_modifiers" },
--     { "quality_factor", cite = "10.0", value = function(_, unit) return unit.quality end },
--   }
-- `judges` names the records, or the procedures, that say what is judged. `piece` is what of a battle is judged: a unit
-- when not given, else "leader" or "formation"; a scenario may give it the flags that house rules add to the list.
-- A modifier's value is its second place, or `value(rules, unit, about)`, or the cell of its table
-- under its own name. `when(unit, about, rules)` says whether it applies, `per(unit, about, rules)`
-- how many times.
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

---@class limber.Modifier
---@field name string
---@field cite string
---@field value integer|fun(rules, unit, about): integer
---@field when (fun(unit, about, rules): boolean)?
---@field per (fun(unit, about, rules): integer)?

local function from_table(table_name, name)
  return function(rules) return rules.tables[table_name](name) end
end

--- One modifier from its declaration, with what it takes over from its list.
---@param spec table
---@param list table
---@return limber.Modifier
function M.new(spec, list)
  local name, flag = spec[1], spec.flag
  return {
    name = name,
    cite = spec.cite or list.cite,
    value = spec[2] or spec.value or from_table(spec.table or list.table, name),
    when = spec.when or flag and function(unit) return unit[flag] end or nil,
    per = spec.per,
    file = spec.file, line = spec.line,
  }
end

local function checked(modifier, fn, call)
  return function(...)
    local value = call(...)
    local whole = math.type(value) == "float" and math.tointeger(value) or value
    if math.type(whole) == "integer" then return whole end
    local info = debug.getinfo(fn, "S")
    error(("%s:%d: modifier %q must give a whole number, got %s"):format(info.source:gsub("^@", ""), info.linedefined,
      modifier.name, tostring(value)), 0)
  end
end

--- A modifier of somebody else's file: it is handed what it judges read-only, and must give whole numbers.
---@param modifier limber.Modifier
---@return limber.Modifier
function M.guarded(modifier)
  local when, per, value = modifier.when, modifier.per, modifier.value
  local function handed(fn)
    return fn and function(unit, about, rules) return fn(sandbox.freeze(unit), sandbox.freeze(about), rules) end
  end
  local function worth(rules, unit, about) return value(rules, sandbox.freeze(unit), sandbox.freeze(about)) end
  local copy = {}
  for key, one in next, modifier do copy[key] = one end
  copy.when, copy.per = handed(when), per and checked(modifier, per, handed(per))
  if type(value) == "function" then copy.value = checked(modifier, value, worth) end
  return copy
end

--- Works a list for one unit: those that apply, in order, and their sum. Those that do not apply are added to
--- `considered`, if there is one; `beside` is the list of those that do.
---@param list limber.Modifier[]
---@param rules table
---@param unit table
---@param about any what else bears on it
---@param considered table[]?
---@return {name: string, value: integer, cite: string}[] applied
---@return integer total
function M.work(list, rules, unit, about, considered)
  local applied, total = {}, 0
  for i = 1, #list do
    local modifier = list[i]
    local when, per, times = modifier.when, modifier.per, 1
    if per then
      times = per(unit, about, rules)
    elseif when and not when(unit, about, rules) then
      times = 0
    end
    if times ~= 0 then
      local value = modifier.value
      if type(value) == "function" then value = value(rules, unit, about) end
      value = value * times
      applied[#applied + 1] = { name = modifier.name, value = value, cite = modifier.cite }
      total = total + value
    elseif considered then
      considered[#considered + 1] = { name = modifier.name, cite = modifier.cite, beside = applied }
    end
  end
  return applied, total
end

return M
