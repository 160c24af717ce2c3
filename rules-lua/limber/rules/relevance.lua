--- Finds the variants of a stack that cannot change a battle. A variant that matters to some battles only says so:
--
--   variant "horse" { …, matters = { units = { arm = "cavalry" }, none = "neither side has cavalry" } }
--   variant "rash" { …, matters = function(state) return false, "no general is rash" end }
--
-- The first form matters where a unit (leader, formation, area or line) has all of these values; a list allows any of
-- its values, and `none` is the reason given where there is no such piece. The second form is a function of the initial
-- state, read-only: it returns whether the variant can change anything and, if not, why. A variant without `matters`
-- counts as one that matters.
local lists <const> = require "limber.common.lists"
local faults <const> = require "limber.common.faults"
local overlaps <const> = require "limber.rules.overlaps"
local sandbox <const> = require "kernel.sandbox"
local variants <const> = require "limber.rules.variants"

local M <const> = {}

local PLACES <const> = { "units", "leaders", "formations", "areas", "lines" }

--- Does a piece have all the values?
local function is_so(piece, said)
  for key, value in next, said do
    local fits = piece[key] == value or type(value) == "table" and lists.has(value, piece[key])
    if not fits then return false end
  end
  return true
end

--- Does a variant matter to a battle with this initial state? If not, why?
local function judge(matters, state)
  if type(matters) == "function" then return matters(state) end
  for _, place in ipairs(PLACES) do
    for _, id in ipairs(matters[place] and state.order[place] or {}) do
      if is_so(state[place][id], matters[place]) then return true end
    end
  end
  return false, type(matters.none) == "string" and matters.none or nil
end

---@param rules limber.Rules
---@param state table what the battle begins with
---@return { name: string, why: string, says: boolean? }[] idle in the order of the stack; says: by its own word
function M.idle(rules, state)
  local idle = {}
  for _, layer in ipairs(rules.layers) do
    if layer.turns and state.last_turn and layer.turns.from > state.last_turn then
      local word = rules.published.turn_word or "turn"
      idle[#idle + 1] = { name = layer.name, why = ("it is on %s, and %s %d is the last"):format(
        require("limber.rules.during").said(layer.turns, word), word, state.last_turn) }
    elseif layer.matters then
      local budget = not layer.shipped and variants.BUDGET or nil
      local done, matters, why = sandbox.run(budget, judge, layer.matters, sandbox.freeze(state, "the battle"))
      if not done then
        idle[#idle + 1] = { name = layer.name, why = "it cannot tell: " .. faults.refusal("variants", matters).message }
      elseif not matters then
        idle[#idle + 1] = { name = layer.name, why = why or "it concerns nothing in it", says = not layer.shipped }
      end
    end
  end
  return idle
end

--- Has a piece of the state this field set?
local function has(state, name)
  for _, place in ipairs(PLACES) do
    for _, id in ipairs(state.order[place] or {}) do
      if state[place][id][name] then return true end
    end
  end
  return false
end

--- Does a file seem to set a flag in play? What a function will do cannot be known before it runs, so its text is
--- looked at. That only saves a note that would be of no use: what the note says is so in any case.
local function seems_to_set(text, flag)
  for call in (text or ""):gmatch ":set(%b())" do
    if call:find(('"%s"'):format(flag), 1, true) or call:find(("'%s'"):format(flag), 1, true) then return true end
  end
  return false
end

--- The flags of modifiers that no piece has as the battle begins, and that their variant does not seem to set itself.
---@param rules limber.Rules
---@param state table
---@return { name: string, flag: string }[]
function M.unset(rules, state)
  local found = {}
  for _, layer in ipairs(rules.layers) do
    for _, spec in ipairs(not layer.matters and layer.modifiers or {}) do
      if spec.flag and not has(state, spec.flag) and not seems_to_set(layer.text, spec.flag) then
        found[#found + 1] = { name = layer.name, flag = spec.flag }
      end
    end
  end
  return found
end

--- The same as sentences for a player, with what variants change that one below them changes too.
---@param rules limber.Rules
---@param state table
---@return string[]
function M.notes(rules, state)
  local notes, idle = {}, {}
  for i, one in ipairs(M.idle(rules, state)) do
    idle[one.name] = true
    local can = one.says and "says that it can" or "can"
    notes[i] = ("The variant %s %s change nothing in this battle: %s."):format(one.name, can, one.why)
  end
  for _, one in ipairs(lists.filter(M.unset(rules, state), function(one) return not idle[one.name] end)) do
    notes[#notes + 1] = ("The variant %s: as this battle begins, nothing has the flag %s. A scenario gives it to a "
      .. "unit by %s = true, the players by :amend UNIT.%s true."):format(one.name, one.flag, one.flag, one.flag)
  end
  for _, one in ipairs(overlaps.of(rules)) do notes[#notes + 1] = one.text .. "." end
  return notes
end

return M
