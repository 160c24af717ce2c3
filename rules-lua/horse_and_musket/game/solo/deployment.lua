-- Solo.1, R82: a solo side throws for where its brigades stand, and draws up whoever the battle was laid out without.
--
-- Each brigade with units to be placed throws; batteries are not thrown for, each joins the foot brigade with fewest of
-- them. A brigade stands in line abreast in its third of the edge, what does not fit there in a second line behind; the
-- reserve a long behind the middle.

local army <const> = use "game/army/units"
local placing <const> = use "game/army/placing"

story {
  deployed = "{brigade} [goes] to the {say}.",
  battery_joins = "{unit} [joins] {brigade}.",
}

local SAID <const> = {
  left_flank = "left flank", right_flank = "right flank", centre = "centre", reserve = "reserve, behind the centre",
}

--- The least that neighbours in line stand apart, and how far aside a block is tried next, when its place is taken.
local BETWEEN <const>, ASIDE <const> = mm(10), mm(20)

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

--- Batteries join brigades. Who has brought them there is told, when it is not their own.
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

--- How far two neighbours stand apart, so that both have room to turn.
local function between(play, id, other)
  local one, two = play:unit(id).footprint, play:unit(other).footprint
  local function corner(size) return math.sqrt(size.width * size.width + size.depth * size.depth) end
  return math.max(BETWEEN, math.ceil((corner(one) + corner(two) - one.width - two.width) / 2))
end

--- The units of a brigade in rows no longer than a length: each row a list of units and its own length.
local function rows_of(play, ids, length)
  local rows, row = {}, nil
  for _, id in ipairs(ids) do
    local width, apart = play:unit(id).footprint.width, row and between(play, row[#row], id)
    if not row or row.length + apart + width > length then
      row, apart = { length = 0 }, 0
      rows[#rows + 1] = row
    end
    row[#row + 1], row.length = id, row.length + apart + width
  end
  return rows
end

--- May it stand there, with nobody on the ground between it and a line before it?
local function may_stand(play, id, base)
  local before = mm(play.rules.constant.support_radius)
  local ground = tabletop.slid(base, before // 2)
  ground.depth = base.depth + before
  return tabletop.on_table(play, base) and play:fact("ground_barred", id, base) == "nothing"
    and not tabletop.in_the_way(play, id, ground)
end

--- The bases of a row from `left` on, its fronts `front` from the edge; nil when somebody cannot stand there.
local function bases_at(play, side, row, left, front)
  local bases, facing = {}, placing.facing(play, side)
  for i, id in ipairs(row) do
    local unit = play:unit(id)
    local size = unit.footprint
    local at = placing.point(play, side, left + size.width // 2, front - size.depth // 2)
    bases[i] = placing.base(unit, at, facing)
    if not may_stand(play, id, bases[i]) then return nil end
    left = left + size.width + (row[i + 1] and between(play, id, row[i + 1]) or 0)
  end
  return bases
end

local function depth_of(play, row)
  local most = 0
  for _, id in ipairs(row) do most = math.max(most, play:unit(id).footprint.depth) end
  return most
end

--- A row abreast about the middle of its third, as near to it as there is room, else in a line farther back.
---@return integer? front where it stands
local function draw_up(play, side, row, from, to, front)
  local length, behind = placing.size(play, side), mm(play.rules.constant.support_radius)
  local depth = depth_of(play, row)
  for _, room in ipairs { { from, to }, { 0, length } } do
    local at = front
    while at >= depth do
      local middle = (from + to - row.length) // 2
      for i = 0, 2 * (length // ASIDE) do
        local left = middle + (i % 2 == 0 and 1 or -1) * ((i + 1) // 2) * ASIDE
        local whole = left >= room[1] and left + row.length <= room[2] or left == middle and room[1] == from
        local bases = whole and left >= 0 and left + row.length <= length and bases_at(play, side, row, left, at)
        if bases then return at, bases end
      end
      at = at - behind // 2
    end
  end
end

local function put(play, row, bases)
  for i, id in ipairs(row) do
    local unit = play:unit(id)
    play:set(unit, "base", bases[i])
    play:set(unit, "footprint", nil)
    play:set(unit, "status", "ready")
  end
end

--- Rows one behind another in a place of the line; a row that has no room is broken up into single units.
local function draw_up_all(play, side, ids, position)
  local from, to, front = placing.third(play, side, position)
  local behind = mm(play.rules.constant.support_radius)
  local rows = rows_of(play, ids, to - from)
  for _, row in ipairs(rows) do
    local at, bases = draw_up(play, side, row, from, to, front)
    if bases then
      front = at - depth_of(play, row) - behind
      put(play, row, bases)
    else
      for _, id in ipairs(row) do
        local one = { id, length = play:unit(id).footprint.width }
        local _, alone = draw_up(play, side, one, from, to, front)
        if alone then put(play, one, alone) end
      end
    end
  end
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
---@param play table
---@param side string
function M.deploy(play, side)
  local brigades, batteries = waiting(play, side)
  join_batteries(play, brigades, batteries)
  for _, brigade in ipairs(brigades) do
    if #brigade.units > 0 then
      local result = play:resolve("solo.deployment", { arm = is_foot(brigade) and "infantry" or "cavalry" }, brigade.id)
      play:set(play:formation(brigade.id), "place", result.position)
      play:tell("deployed", { brigade = brigade.id, say = SAID[result.position], cite = "Solo.1" })
      if not army.told(play) then
        draw_up_all(play, side, brigade.units, result.position)
        settle_commander(play, brigade)
      end
    end
  end
end

return M
