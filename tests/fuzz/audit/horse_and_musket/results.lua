--- Results: what every procedure answered, worked out anew from its arguments and the dice it threw.
local M <const> = {}

local PROCEDURES <const> = {}
for _, name in ipairs { "turn", "movement", "fire", "fight", "forces" } do
  for procedure, work in next, (require("fuzz.audit.horse_and_musket.results." .. name)) do PROCEDURES[procedure] = work end
end

--- The first place at which two values differ, or nil.
local function difference(said, is, path)
  if type(said) ~= "table" or type(is) ~= "table" then
    if said ~= is then return ("%s is %s, and it must be %s"):format(path, tostring(said), tostring(is)) end
    return nil
  end
  local keys = {}
  for key in next, said do keys[#keys + 1] = key end
  for key in next, is do
    if said[key] == nil then keys[#keys + 1] = key end
  end
  table.sort(keys, function(a, b) return tostring(a) < tostring(b) end)
  for _, key in ipairs(keys) do
    local found = difference(said[key], is[key], path == "" and tostring(key) or path .. "." .. tostring(key))
    if found then return found end
  end
end

--- The dice of a call, one after another: a function that gives the next one, and what was wrong on the way.
local function stream(rolls)
  local dice, at, state = {}, 0, { wrong = nil }
  for _, roll in ipairs(rolls) do
    if type(roll.label) ~= "string" or roll.label == "" then state.wrong = "a throw has no name" end
    for _, die in ipairs(roll.dice) do dice[#dice + 1] = { faces = roll.faces, shows = die } end
  end
  function state.throw(faces)
    at = at + 1
    local die = dice[at]
    if not die then
      state.wrong = state.wrong or ("throws %d dice, and more are needed"):format(#dice)
      return 1
    end
    if die.faces ~= faces then
      state.wrong = state.wrong or ("throws a die of %d faces, not %d"):format(die.faces, faces)
    elseif math.type(die.shows) ~= "integer" or die.shows < 1 or die.shows > faces then
      state.wrong = state.wrong or ("throws a die that shows %s"):format(tostring(die.shows))
    end
    return math.max(1, math.min(faces, math.tointeger(die.shows) or 1))
  end
  function state.left() return #dice - at end
  return state
end

--- Is a procedure worked out anew here?
---@param procedure string
---@return boolean
function M.knows(procedure) return PROCEDURES[procedure] ~= nil end

--- What is wrong with one call.
---@param call table
---@param rolls table[]
---@param has table<string, boolean> variants
---@return string?
function M.wrong(call, rolls, has)
  local work = PROCEDURES[call.procedure]
  if not work then return "is not known" end
  local dice = stream(rolls)
  local is = work(call.args, dice.throw, has)
  if dice.left() > 0 and not dice.wrong then dice.wrong = ("throws %d dice too many"):format(dice.left()) end
  return dice.wrong or difference(call.result, is, "")
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local has = {}
  for _, name in ipairs(trace[1].variants) do has[name] = true end
  return {
    line = function(_, line)
      local by_call = {}
      for _, roll in ipairs(line.rolls) do
        by_call[roll.call] = by_call[roll.call] or {}
        table.insert(by_call[roll.call], roll)
      end
      for i, call in ipairs(line.calls) do
        local wrong = M.wrong(call, by_call[i] or {}, has)
        if wrong then fault(line, ("%s: %s"):format(call.procedure, wrong)) end
      end
    end,
  }
end

return M
