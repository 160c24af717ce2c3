-- 4.2: before the first round: commanders' quality, and units that the battle was laid out without.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"
local placing <const> = use "game/army/placing"
local rivers <const> = use "game/movement/rivers"
local stances <const> = use "game/solo/stances"

story {
  placed = "{unit} [takes] [its] place.",
  placed_inside = "{unit} [takes] [its] place in {area}.",
  held_back = "{unit} [is] not placed and [takes] no part.",
}

--- R17: what an army's command makes of its generals who are not named a quality. Of an above average army the
--- commanding officer is gifted, and half the brigade commanders, the first listed.
local function fill_qualities(play, side)
  local above = play.rules.cell("army_rules", play.state.sides[side].army, "command") == "above_average"
  local brigadiers, gifted = 0, 0
  for _, general in play:leaders(side) do
    if general.rank == "brigade_commander" then
      brigadiers = brigadiers + 1
      gifted = gifted + (general.quality == "gifted" and 1 or 0)
    end
  end
  local most = above and (brigadiers + 1) // 2 or 0
  for _, general in play:leaders(side) do
    local officer = general.rank == "commanding_officer"
    if not general.quality then
      local quality = above and (officer or gifted < most) and "gifted" or "competent"
      gifted = gifted + (quality == "gifted" and not officer and 1 or 0)
      play:set(general, "quality", quality)
    end
  end
end

--- Whom a general without a place rides with: the unit named, else the first of his brigade; when all have their
--- places, the first of those that are there.
local function companion(play, id, general, placed)
  local function there(unit) return not placed or army.present(unit) end
  if general.with and there(play:unit(general.with)) then return general.with end
  for unit_id, unit in play:units(general.side) do
    local formation = unit.formation and play:formation(unit.formation)
    if formation and formation.commander == id and there(unit) then return unit_id end
  end
  for unit_id, unit in play:units(general.side) do
    if there(unit) then return unit_id end
  end
end

--- Generals who were not laid out stand behind whom they are with, as soon as that unit has a place (R9).
local function settle_generals(play, placed)
  for id, general in play:leaders() do
    local with = companion(play, id, general, placed)
    local unit = with and play:unit(with)
    if unit and army.told(play) then
      if not general.with then play:set(general, "with", with) end
    elseif unit and unit.base and (general.with or not general.base) then
      play:attach(id, with)
    end
  end
end

--- Is somebody still to be placed?
local function waits(view, side)
  for _, unit in view:units(side) do
    if unit.status == "off_table" then return true end
  end
  return false
end

local BARS <const> = {
  river = "a river", impassable = "ground that nobody enters", town = "a town, though its middle is not",
  fieldworks = "fieldworks, though its middle is not", woods = "woods, where guns and wagons cannot go",
}

--- The town or fieldworks that a place is in, and why the unit may not hold it.
local function garrisons(view, unit, at)
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    local holds = area.terrain == "town" or area.terrain == "fieldworks"
    if holds and geometry.holds(area, { x = at.x, y = at.y }).yes then
      local found = view:ask("terrain.entry", {
        troop = unit.troop, formation = unit.drill, terrain = area.terrain, occupied = ground.holder(view, id) ~= nil,
      })
      local why = found.reasons[1] == "occupied" and "one unit holds it already" or "only infantry holds it"
      if found.legal then return id end
      local cite = area.terrain == "town" and "4.2.7.4" or "SR.4"
      return id, refuse("at", ("is in %s: %s"):format(area.name or "the " .. area.terrain, why), { cite = cite })
    end
  end
end

local function check_place(view, cmd)
  local unit = view:unit(cmd.unit)
  if unit.status ~= "off_table" then return refuse("unit", "has its place already", { cite = "4.2" }) end
  local facing = cmd.facing or placing.facing(view, unit.side) or 0
  local base = placing.base(unit, cmd.at, facing)
  local inside, fault = garrisons(view, unit, cmd.at)
  if fault then return fault end
  if inside then base = army.garrison_base(view.rules, view.state.battle, unit, view.state.areas[inside], facing) end
  if not tabletop.on_table(view, base) then
    return refuse("at", "is off the table", { cite = "4.2", margin = army.short_by(-tabletop.overhang(view, base)) })
  end
  local over = view.state.sides[unit.side].edge and placing.over(view, unit.side, base) or 0
  if over > tabletop.ROUNDED then
    return refuse("at", ("is %d mm out of its own area, %d mm from the %s edge"):format(-(-over // mm(1)),
      placing.depth(view) // mm(1), view.state.sides[unit.side].edge), { cite = "R82", margin = army.short_by(-over) })
  end
  local barred = inside and "nothing" or view:fact("ground_barred", cmd.unit, base)
  if barred ~= "nothing" then return refuse("at", "is in " .. BARS[barred], { cite = "4.2.7" }) end
  local body, by = tabletop.in_the_way(view, cmd.unit, base)
  if body then return refuse("at", ("is taken by %s, by %d mm"):format(body.name or body.id, by), { margin = -by }) end
  return nil, { base = base, inside = inside }
end

--- A base placed as tightly as the ground allows, the first free place of a side's own area from its middle outward.
local function free_place(view, id)
  local unit = view:unit(id)
  if not view.state.sides[unit.side].edge then return nil end
  local length = placing.size(view, unit.side)
  local size, long = unit.footprint, placing.depth(view) // 2
  for _, front in ipairs { 2 * long, long } do
    local step = math.max(size.width // 2, mm(20))
    for i = 0, length // step do
      local aside = (i % 2 == 0 and 1 or -1) * ((i + 1) // 2) * step
      local at = placing.point(view, unit.side, length // 2 + aside, front - size.depth // 2)
      local cmd = { side = unit.side, unit = id, at = at }
      if not check_place(view, cmd) then return cmd end
    end
  end
end

command "place" {
  cite = "4.2 R82", doc = "Puts a unit on the table that the battle was laid out without.",
  args = {
    unit "unit" { "own" }, point "at" {}, angle "facing" { optional = true, doc = "else away from its own edge" },
  },
  check = check_place,
  proposals = function(view, side)
    local next_unit = view:units(side)
    return function()
      for id, unit in next_unit do
        local cmd = unit.status == "off_table" and free_place(view, id)
        if cmd then
          cmd.text, cmd.score = "the first free place of its own area", 1
          return cmd
        end
      end
    end
  end,
  run = function(play, cmd, found)
    local unit = play:unit(cmd.unit)
    found = found or { base = placing.base(unit, cmd.at, cmd.facing or placing.facing(play, unit.side) or 0) }
    play:set(unit, "base", found.base)
    if found.inside then play:set(unit, "inside", found.inside) end
    play:set(unit, "footprint", nil)
    play:set(unit, "status", "ready")
    local area = found.inside and play.state.areas[found.inside]
    local name = area and (area.name or "the " .. area.terrain)
    play:tell(area and "placed_inside" or "placed", { unit = cmd.unit, area = name, cite = "4.2" })
    for id, general in play:leaders(unit.side) do
      if not general.base and companion(play, id, general) == cmd.unit then play:attach(id, cmd.unit) end
    end
  end,
}

--- Whoever was not placed takes no part.
local function leave_out(play)
  for id, unit in play:units() do
    if unit.status == "off_table" then play:tell("held_back", { unit = id, cite = "4.2" }) end
  end
  settle_generals(play, true)
  for id, unit in play:units() do
    if army.present(unit) then rivers.settle(play, id) end
  end
end

sequence "setup" {
  step "muster" {
    cite = "4.2 R17", doc = "Forces are looked over.",
    run = function(play)
      for _, side in ipairs(play.state.order.sides) do fill_qualities(play, side) end
      settle_generals(play)
    end,
  },
  step "deployment" {
    cite = "Solo.1 R82", doc = "Solo sides throw for where their brigades stand.", run = stances.deploy,
  },
  phase "place" {
    cite = "4.2 R82", doc = "Units are placed.", side = "both", commands = { "place" },
    when = function(play) return waits(play) end,
  },
  step "ready" { cite = "4.2", doc = "Everybody has his place.", run = leave_out },
  step "stances" { cite = "Solo.2 R83", doc = "Solo sides throw for their brigades' stances.", run = stances.take_up },
}
