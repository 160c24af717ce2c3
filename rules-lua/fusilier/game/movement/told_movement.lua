-- 6.0 at the players' own table: they move, and say what ground was crossed; how far that goes is worked out.

local army <const>, ground <const> = use("game/army/units", "game/movement/ground")
local obedience <const>, plans <const> = use("game/command/obedience", "game/command/plans")
local woods <const> = use "game/movement/woods"

local function spend(play, unit, minutes) play:set(unit, "minutes_used", (unit.minutes_used or 0) + minutes) end

--- Begun only if it can end in this bound (R32).
local function evolve(play, id, to)
  local unit = play:unit(id)
  if unit.drill == to then return end
  local minutes = army.evolution_min(play, unit, unit.drill, to)
  local left = plans.minutes(play, unit)
  if minutes > left then
    return play:tell("no_time", { unit = id, to = to, left = left, needs = minutes, cite = "R32" })
  end
  play:tell("evolved", { unit = id, from = unit.drill, to = to, cite = "6.4" })
  play:set(unit, "drill", to)
  spend(play, unit, minutes)
end

--- The ground before the woods, for one who is lost in them; all of it for others (R33).
local function as_far_as_it_may(play, id)
  local legs = ground.legs(play, id)
  local _, nth = lists.find(legs, function(leg) return leg.terrain == "open_woods" end)
  if not nth or not woods.loses_way(play, id) then return legs end
  return table.move(legs, 1, nth - 1, 1, {})
end

--- One way over the ground, as the players say it.
local function walk(play, id)
  local unit, legs = play:unit(id), as_far_as_it_may(play, id)
  if #legs == 0 then return end
  local walked = play:resolve("move.path", play:described({
    troop = army.troop(play.rules, unit), legs = legs, minutes = math.max(0, obedience.minutes(play, unit)),
    unlimbered = army.unlimbered(play.rules, unit),
  }, unit, "move.path"), id)
  spend(play, unit, walked.minutes_used)
  if walked.moved_mm > 0 then play:set(unit, "moved", true) end
  play:tell("moves_told", {
    unit = id, distance = walked.moved_mm, minutes = walked.minutes_used, cite = "6.2",
    stopped = walked.completed and "" or (", stopped by %s"):format(walked.stopped_by),
  })
end

local M <const> = {}

--- A unit's move: its evolutions, and its way where it goes any. A move that says nothing is a way.
function M.move(play, id, legs)
  local walked = false
  for _, leg in ipairs(#legs > 0 and legs or { { goes = true } }) do
    if army.free(play:unit(id)) and leg.evolve then
      evolve(play, id, leg.evolve)
    elseif leg.goes and not walked then
      walked = true
      walk(play, id)
    end
  end
end

--- What a formation that is under way must do with units that nobody moved (R21).
function M.must_move(play)
  for id in play:formations() do
    local order, rates = nil, {}
    for _, unit in play:units_of(id) do
      local idle = army.free(unit) and not (unit.moved or unit.fighting or unit.target)
      order = idle and obedience.of(play, unit) or order
      if idle and order and obedience.MOVING[order.verb] then
        local far = obedience.in_the_open(play, unit)
        if far > 0 then rates[#rates + 1] = ("%s %d mm"):format(unit.name or unit.number, far) end
      end
    end
    if #rates > 0 then play:tell("must_move", { formation = id, far = table.concat(rates, ", "), cite = "4.5" }) end
  end
end

return M
