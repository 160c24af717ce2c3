-- Solo.1, R82: a solo side throws for where its brigades stand, and draws up the units that the battle was laid out
-- without.
--
-- Each brigade with units to be placed throws; batteries are not thrown for, each joins the foot brigade with fewest of
-- them. A brigade stands in line abreast in its third of the edge, what does not fit there in a second line behind; the
-- reserve a long behind the middle.

local placing <const> = use "game/army/placing"

local SAID <const> = {
  left_flank = "left flank", right_flank = "right flank", centre = "centre", reserve = "reserve, behind the centre",
}

--- The least that neighbours in line stand apart.
local BETWEEN <const> = mm(10)

--- The brigades of a side with units still to be placed, in the listed order, and its batteries to be placed.
local function waiting(play, side)
  local brigades, batteries, by_id = {}, {}, {}
  for id in play:formations(side) do
    by_id[id] = { id = id, units = {}, foot = 0, horse = 0, guns = 0 }
    brigades[#brigades + 1] = by_id[id]
  end
  for id, unit in play:units(side) do
    local brigade = by_id[unit.formation]
    local off = unit.status == "off_table"
    if brigade and unit.arm == "infantry" then brigade.foot = brigade.foot + 1 end
    if brigade and unit.arm == "cavalry" then brigade.horse = brigade.horse + 1 end
    if brigade and unit.arm == "artillery" and not off then brigade.guns = brigade.guns + 1 end
    if off and unit.arm == "artillery" then
      batteries[#batteries + 1] = id
    elseif off and brigade then
      table.insert(brigade.units, id)
    end
  end
  return brigades, batteries
end

local function is_foot(brigade) return brigade.foot > 0 and brigade.foot >= brigade.horse end

--- R82: the brigade of foot with fewest batteries, the first listed of equals; without foot, the first that is.
local function joined_by(brigades)
  local best
  for _, brigade in ipairs(brigades) do
    if is_foot(brigade) and (not best or brigade.guns < best.guns) then best = brigade end
  end
  return best or brigades[1]
end

--- Batteries join brigades: told where the brigade is not their own.
local function join_batteries(play, brigades, batteries)
  for _, id in ipairs(batteries) do
    local brigade, unit = joined_by(brigades), play:unit(id)
    if brigade then
      brigade.guns = brigade.guns + 1
      table.insert(brigade.units, (#brigade.units + 1) // 2 + 1, id) -- near the general
      if unit.formation ~= brigade.id then
        play:set(unit, "formation", brigade.id)
        play:tell("battery_joins", { unit = id, brigade = brigade.id, cite = "R82" })
      end
    end
  end
end

--- May it stand there, with nobody on the ground between it and a line before it?
local function may_stand(play, id, base)
  local before = mm(play.rules.constant.support_radius)
  local ground = tabletop.slid(base, before // 2)
  ground.depth = base.depth + before
  return tabletop.on_table(play, base) and play:fact("ground_barred", id, base) == "nothing"
    and not tabletop.in_the_way(play, id, ground)
end

--- A brigade's units in rows one behind another in their place of the line.
local function draw_up(play, side, ids, position)
  local from, to, front = placing.third(play, side, position)
  play:line_up(ids, {
    from = from, to = to, length = play:home(side).length, front = front, between = BETWEEN,
    behind = mm(play.rules.constant.support_radius),
    size = function(id) return play:unit(id).footprint end,
    base = function(id, along, out)
      return play:at_home(side, play:unit(id).footprint, along, out + play:unit(id).footprint.depth // 2)
    end,
    fits = function(id, base) return may_stand(play, id, base) end,
    put = function(id, base) play:place(id, base) end,
  })
end

--- A brigade's commander without a place rides with its middle unit.
local function settle_commander(play, brigade)
  local formation = play:formation(brigade.id)
  local id = formation.commander
  local general = play:fit(id) and play:leader(id)
  if not general or general.base and not general.footprint then return end
  local middle = brigade.units[(#brigade.units + 1) // 2]
  if middle and play:unit(middle).base then play:attach(id, middle) end
end

local M <const> = {}

--- Deploys what a solo side has still to place.
function M.deploy(play, side)
  local brigades, batteries = waiting(play, side)
  join_batteries(play, brigades, batteries)
  for _, brigade in ipairs(brigades) do
    if #brigade.units > 0 then
      local args = { arm = is_foot(brigade) and "infantry" or "cavalry" }
      play:described(args, play:formation(brigade.id), "solo.deployment")
      local result = play:resolve("solo.deployment", args, brigade.id)
      play:set(play:formation(brigade.id), "place", result.position)
      play:tell("deployed", { brigade = brigade.id, say = SAID[result.position], cite = "Solo.1" })
      if not play:told() then
        draw_up(play, side, brigade.units, result.position)
        settle_commander(play, brigade)
      end
    end
  end
end

return M
