--- What every call must come to by the rules: worked from its arguments and its dice, and held against what it gave.
local M <const> = {}

local WORKED <const> = {}
for _, name in ipairs { "command", "movement", "fire", "melee", "morale" } do
  for procedure, fn in next, (require("fuzz.audit.bugles.results." .. name)) do WORKED[procedure] = fn end
end

--- Procedures that a variant changes: those calls are not worked here.
local CHANGED <const> = {
  a_skirmishers_fire_normally = { "fire.small_arms" }, charge_no_stack = { "movement.roll" },
  canister_half_range = { "artillery.canister" }, cinc_route_needed = { "command.end_of_turn" },
  caught_skirmishers_fight = { "skirmish.evade", "melee.resolve" }, evade_short_rule = { "skirmish.evade" },
  elite_gunner_once = { "artillery.fire", "artillery.canister" }, face_others_literal = { "movement.change_face" },
  face_counts_this_test = { "movement.change_face" },
  half_strength_dice = { "fire.small_arms" }, limber_full_turn = { "movement.limber" },
  melee_d10 = { "melee.resolve" }, melee_round_away = { "melee.resolve" },
  modern_stacks_rifling = { "artillery.fire", "artillery.penetration" },
  natural_1_misses = { "fire.small_arms", "mg.fire", "artillery.fire", "artillery.canister" },
  penetration_needs_hit = { "artillery.penetration" }, remount_then_ride = { "movement.dismount" },
}

--- The dice of a call, one after another, and how many there are; the die of a machine gun's jam is a house rule's.
local function dice_of(line, nth)
  local dice = {}
  for _, roll in ipairs(line.rolls) do
    if roll.call == nth and roll.label ~= "jam" then table.move(roll.dice, 1, #roll.dice, #dice + 1, dice) end
  end
  return dice
end

local function shown(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts = {}
  for key, inner in next, value do parts[#parts + 1] = math.type(key) and shown(inner) or key .. " " .. shown(inner) end
  table.sort(parts)
  return "{" .. table.concat(parts, ", ") .. "}"
end

--- Is what was given what was worked? Only what was worked is looked at; lists are as long as each other.
local function same(given, worked)
  if type(worked) ~= "table" then return given == worked end
  if type(given) ~= "table" or #given ~= #worked then return false end
  for key, inner in next, worked do
    if not same(given[key], inner) then return false end
  end
  return true
end

local NONE <const> = {}

--- What is wrong with a call, by its dice: a text for each field, and one for dice that are missing or left over.
---@param call { procedure: string, args: table, result: table }
---@param dice integer[]
---@return string[]
function M.wrong(call, dice)
  local work, used, texts = WORKED[call.procedure], 0, {}
  if not work then return NONE end
  local function die()
    used = used + 1
    return dice[used] or error("a die is missing", 0)
  end
  local done, worked = pcall(work, call.args, die)
  if not done then return { ("%s: %s"):format(call.procedure, worked) } end
  for key, value in next, worked do
    if not same(call.result[key], value) then
      texts[#texts + 1] = ("%s: %s is %s, and must be %s"):format(call.procedure, key, shown(call.result[key]), shown(value))
    end
  end
  if used < #dice then texts[#texts + 1] = ("%s: %d dice too many"):format(call.procedure, #dice - used) end
  return texts
end

--- Does the audit work a procedure's results?
function M.knows(procedure) return WORKED[procedure] ~= nil end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self, passed = {}, {}
  for _, name in ipairs(trace[1].variants or {}) do
    for _, procedure in ipairs(CHANGED[name] or {}) do passed[procedure] = true end
  end

  function self.line(_, line)
    for nth, call in ipairs(line.calls) do
      for _, text in ipairs(passed[call.procedure] and NONE or M.wrong(call, dice_of(line, nth))) do
        fault(line, ("%s (%s)"):format(text, call.cite))
      end
    end
  end
  return self
end

return M
