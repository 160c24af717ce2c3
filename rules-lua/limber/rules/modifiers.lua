--- Modifiers as data: a named list, worked once a question and before any die.
--
--   modifiers "infantry" { judges = { "unit_infantry" }, table = "infantry_modifiers", cite = "10.3",
--     { "attacking_downhill", given = { "slope", "downhill" } },
--     { "damage_points", per = "damage_points", table = "lasting_modifiers" },
--     { "quality_factor", cite = "10.0", value = function(_, unit) return unit.quality end },
--   }
-- `role` says what the list's throw decides, for house rules of any ruleset: "command" whether troops set off. A
-- modifier of such a house rule has `role` in place of `of`, and is in each list with that role.
-- `judges` names the records or procedures whose questions the list applies to. `piece` is the kind of piece that is
-- judged in a battle: a unit when left out, else "leader" or "formation"; a scenario may give it the flags that house
-- rules add to the list.
-- A modifier's value is its second place, or `value(rules, unit, about)`, or the cell of its table
-- under its own name. It applies when a field of the unit has a value, `given = { "slope", "downhill" }`, or when its
-- `flag = "reforming"` is set, and where `when(unit, about, rules)`, if it has one, says so too; a field of the unit,
-- `per = "draws"`, or `per(unit, about, rules)` says how many times; the cell may then read "1 each".
local declared <const> = require "limber.language.declared"
local names <const> = require "limber.language.names"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

---@class limber.Modifier
---@field name string
---@field cite string
---@field value (integer|fun(rules, unit, about): integer)? none: the cell of its `table` under its name
---@field table string?
---@field key string? it applies when that field of the unit is `wanted`
---@field wanted any
---@field when (fun(unit, about, rules): boolean)?
---@field per string|(fun(unit, about, rules): integer)|nil

--- The keys of a modifier's declaration.
local KEYS <const> = {
  cite = "text", doc = "text", flag = "name", per = "times", table = "name", value = "number", when = "function",
  given = "table", of = "name", role = "name",
}

--- A modifier as declared: its name, its value where it is a number, and what else it may say. Errors are raised at
--- `level`.
---@param given any
---@param level integer
---@return table
function M.declared(given, level)
  local name = type(given) == "table" and given[1] or nil
  declared.name("modifier", name, names.is_name, level)
  local spec = declared.only(("modifier %q"):format(name), given, KEYS, { listed = true, level = level })
  if #given > 2 or spec[2] ~= nil and math.type(spec[2]) ~= "integer" then
    error(("modifier %q: its value must be a whole number, got %s"):format(name, type(spec[2])), level)
  end
  return spec
end

--- A variant's modifier says to which list it belongs. The error is raised at `level`.
---@param spec table
---@param level integer
function M.belongs(spec, level)
  if (spec.of == nil) == (spec.role == nil) then
    error(("modifier %q needs of, the list that it belongs to, or role"):format(spec[1]), level + 1)
  end
end

--- Those of a variant's modifiers that have a role, once for each list with that role; or nil and which has none.
---@param specs table[]?
---@param lists table<string, table>
---@return table[]?
---@return table? roleless
function M.in_roles(specs, lists)
  local found = {}
  for _, spec in ipairs(specs or {}) do
    local before = #found
    for name, list in sandbox.sorted_pairs(spec.role and lists or {}) do
      if list.role == spec.role then
        local one = { of = name }
        for key, value in next, spec do one[key] = one[key] or key ~= "role" and value or nil end
        found[#found + 1] = one
      end
    end
    if not spec.role then found[#found + 1] = spec elseif #found == before then return nil, spec end
  end
  return specs and found
end

--- One modifier from its declaration; clause and table come from its list where it has none.
---@param spec table
---@param list table
---@return limber.Modifier
function M.new(spec, list)
  local flag, given, key, wanted = spec.flag, spec.given, nil, nil
  if given then
    key, wanted = given[1], given[2]
  elseif flag and not (spec.when or spec.per) then
    key, wanted = flag, true
  end
  return {
    name = spec[1],
    cite = spec.cite or list.cite,
    value = spec[2] or spec.value, table = spec.table or list.table,
    when = spec.when, per = spec.per,
    key = key, wanted = wanted,
    file = spec.file, line = spec.line,
  }
end

local function checked(modifier, fn)
  return function(...)
    local value = fn(...)
    local whole = math.type(value) == "float" and math.tointeger(value) or value
    if math.type(whole) == "integer" then return whole end
    local info = debug.getinfo(sandbox.origin(fn), "S")
    error(("%s:%d: modifier %q must give a whole number, got %s"):format(info.source:gsub("^@", ""), info.linedefined,
      modifier.name, tostring(value)), 0)
  end
end

--- A modifier of a guest's file: its functions must give whole numbers.
---@param modifier limber.Modifier
---@return limber.Modifier
function M.guarded(modifier)
  local copy = {}
  for key, one in next, modifier do copy[key] = one end
  for _, key in ipairs { "per", "value" } do
    if type(modifier[key]) == "function" then copy[key] = checked(modifier, modifier[key]) end
  end
  return copy
end

--- What the cell of a modifier's table holds; of one that applies so many times, "1 each" is 1, and "-1 to -3" is -1.
local function cell_of(rules, modifier)
  local cell = rules.tables[modifier.table](modifier.name)
  return modifier.per and type(cell) == "string" and math.tointeger(tonumber(cell:match "^-?%d+")) or cell
end

--- The same, read once, then known.
local function read(rules, known, modifier)
  local value = cell_of(rules, modifier)
  known[modifier] = value
  return value
end

local function quoted(value)
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

--- The code that works one modifier; `things` are what it refers to.
local function code_of(modifier, things)
  local when, per, value, tests = modifier.when, modifier.per, modifier.value, {}
  local function thing(one)
    things[#things + 1] = one
    return ("things[%d]"):format(#things)
  end
  if modifier.key ~= nil then tests[1] = ("unit[%q] == %s"):format(modifier.key, quoted(modifier.wanted)) end
  if when and not per then tests[#tests + 1] = thing(when) .. "(unit, about, rules)" end
  if not value then
    local one = thing(modifier)
    value = ("known[%s] or read(rules, known, %s)"):format(one, one)
  else
    value = type(value) == "function" and thing(value) .. "(rules, unit, about)" or quoted(value)
  end
  local add = ([[
    local value = %s%s
    count = count + 1
    applied[count] = { name = %q, value = value, cite = %s }
    total = total + value]]):format(value, per and "\n    value = value * times" or "", modifier.name,
    quoted(modifier.cite))
  if per then
    local times = type(per) == "string" and ("unit[%q]"):format(per) or thing(per) .. "(unit, about, rules)"
    add = ("local times = %s\n    if times ~= 0 then\n%s\n    end"):format(times, add)
  end
  return ("%s\n%s\n    end"):format(#tests > 0 and ("if %s then"):format(table.concat(tests, " and ")) or "do", add)
end

local SOURCE <const> = debug.getinfo(1, "S").source

--- A function that works a list without a look at how its modifiers are declared.
---@param list limber.Modifier[]
---@return fun(rules: table, unit: table, about: any, known: table): table, integer
local function written(list)
  local things, codes = {}, {}
  for i, modifier in ipairs(list) do codes[i] = code_of(modifier, things) end
  local chunk, failure = sandbox.load(([[
    local things, read = ...
    return function(rules, unit, about, known)
    local applied, total, count = { nil, nil, nil, nil }, 0, 0 -- room for four: it grows less often
    %s
    return applied, total
    end]]):format(table.concat(codes, "\n    ")), SOURCE, {})
  if not chunk then error(failure, 0) end
  return chunk(things, read)
end

--- Lists that are worked often are worked by a function of their own, written when one has been worked so often.
local OFTEN <const> = 8
local counts <const>, functions <const> = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "k" })

--- Counts that a list is worked once more by going through it.
local function note(list)
  counts[list] = (counts[list] or 0) + 1
  if counts[list] == OFTEN then functions[list] = written(list) end
end

--- Works a list for one unit: those that apply, in order, and their sum. Those that do not apply are added to
--- `considered`, if there is one; `beside` is the list of those that do.
---@param list limber.Modifier[]
---@param rules table
---@param unit table
---@param about any the rest of the question
---@param considered table[]?
---@param worth table<limber.Modifier, integer>? what was read of tables before, for as long as these stay the same
---@return {name: string, value: integer, cite: string}[] applied
---@return integer total
function M.work(list, rules, unit, about, considered, worth)
  if worth and not considered then
    local at_once = functions[list]
    if at_once then return at_once(rules, unit, about, worth) end
    note(list)
  end
  local applied, total, count = {}, 0, 0
  for i = 1, #list do
    local modifier = list[i]
    local key = modifier.key
    if key == nil or unit[key] == modifier.wanted then
      local when, per, times = modifier.when, modifier.per, 1
      if per then
        if type(per) == "string" then times = unit[per] else times = per(unit, about, rules) end
      elseif when and not when(unit, about, rules) then
        times = 0
      end
      if times ~= 0 then
        local value = modifier.value or worth and worth[modifier]
        if not value then
          value = cell_of(rules, modifier)
          if worth then worth[modifier] = value end
        elseif type(value) == "function" then
          value = value(rules, unit, about)
        end
        value = value * times
        count = count + 1
        applied[count] = { name = modifier.name, value = value, cite = modifier.cite }
        total = total + value
      elseif considered then
        considered[#considered + 1] = { name = modifier.name, cite = modifier.cite, beside = applied }
      end
    elseif considered then
      considered[#considered + 1] = { name = modifier.name, cite = modifier.cite, beside = applied }
    end
  end
  return applied, total
end

return M
