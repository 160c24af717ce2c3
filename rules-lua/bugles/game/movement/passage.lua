-- Passage of Lines, R77 to R79: stands that go through their friends.

local disorder <const>, rolls <const> = use("game/movement/disorder", "game/movement/rolls")
local army <const> = use "game/army/units"

local MOVERS <const> = {
  sniper = "skirmisher", skirmisher = "skirmisher", regular_foot = "foot", other_foot = "foot", mounted = "mounted",
  horse_artillery = "gun", horse_drawn_gun = "gun", manhandled_gun = "gun",
}

local M <const> = {}

--- How the rule calls a stand that goes through others; nil for squares and wagons, which do not (R220).
function M.mover(unit) return unit.drill == "skirmish" and "skirmisher" or MOVERS[rolls.type(unit)] end

--- How it calls a friend that is in the way.
function M.friend(unit)
  if unit.drill == "skirmish" or unit.arm == "sniper" then return "skirmisher" end
  return army.troops(unit) and "close_order" or "gun"
end

--- A stand goes through friends of one kind: does it come through?
local function pass(play, id, kind, names)
  local unit = play:unit(id)
  local found = play:resolve_of("movement.passage_of_lines", id, { mover = M.mover(unit), through = kind })
  play:tell(found.success and "passes" or "no_passage", { unit = id, friends = names, cite = "Passage of Lines" })
  if not found.success then
    play:set(unit, "stopped", true)
    disorder.add(play, id, "failed_passage")
  end
  return found.success
end

fact "passes" {
  ask = "What friends does {1} pass through: none, skirmisher, gun or close_order?",
  enum "friends" { "none", "skirmisher", "gun", "close_order" },
  suggest = "none",
}

--- How far a stand gets on a path of so much, which leads through friends: one test for all close order on it (R221).
---@return integer um
function M.through(play, id, path, um)
  local told = M.mover(play:unit(id)) and play:told("passes", id)
  if told and told ~= "none" and not pass(play, id, told, plain(told)) then return 0 end
  local tried = {}
  for _, span in ipairs(path.passed) do
    local kind = M.friend(play:unit(span.id))
    if span.from > 0 and span.from < um and not tried[kind] then
      tried[kind] = not play.rules.option.passage_tests_each
      local friend = play:unit(span.id).hidden and "friends" or play:name(span.id) -- nobody is told of hidden ones
      if not pass(play, id, kind, friend) then return span.from end
    end
  end
  return um
end

return M
