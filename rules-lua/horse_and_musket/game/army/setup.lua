-- 4.2: before the first round: commanders' quality, and units that the battle was laid out without.

local army <const>, places <const>, rivers <const> = use("game/army/units", "game/army/placing", "game/movement/rivers")
local stances <const> = use "game/solo/stances"

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
      local found = view:ask_of("terrain.entry", unit.id, {
        formation = unit.drill, terrain = area.own_kind or area.terrain, occupied = view:holder(id) ~= nil,
      })
      local why = found.reasons[1] == "occupied" and "one unit holds it already" or "only infantry holds it"
      if found.legal then return id end
      local cite = area.terrain == "town" and "4.2.7.4" or "SR.4"
      return id, refuse("at", ("is in %s: %s"):format(area.name or "the " .. area.terrain, why), cite)
    end
  end
end

--- A garrison stands in the middle of a town or fieldworks: its base, what it holds, or why it may not.
local function stands(view, cmd, base, unit)
  local inside, fault = garrisons(view, unit, cmd.at)
  if inside then base = army.garrison_base(view, unit, view.state.areas[inside], base.facing) end
  return base, inside, fault
end

--- Why it may not stand there besides: out of its own area (R82), or on ground that bars it.
local function refuse_ground(view, cmd, base, inside)
  local id = cmd.unit
  local side = view.state.sides[view:unit(id).side]
  local over = side.edge and view:reach_from_home(side.id, base) - places.depth(view) or 0
  if over > tabletop.ROUNDED then
    return refuse("at", ("is %d mm out of its own area, %d mm from the %s edge"):format(-(-over // mm(1)),
      places.depth(view) // mm(1), side.edge), { cite = "R82", margin = tabletop.short_by(-over) })
  end
  local barred = inside and "nothing" or view:fact("ground_barred", id, base)
  if barred ~= "nothing" then return refuse("at", "is in " .. BARS[barred], "4.2.7") end
end

placing {
  cite = "4.2 R82", doc = "Puts a unit on the table that the battle was laid out without.",
  stands = stands, bars = refuse_ground,
  fronts = function(view, _, size)
    local deep = places.depth(view)
    return { deep, deep // 2 }, math.max(size.width // 2, mm(20))
  end,
  after = function(play, cmd, inside)
    local area = inside and play.state.areas[inside]
    if not area then return false end
    play:set(play:unit(cmd.unit), "inside", inside)
    play:tell("placed_inside", { unit = cmd.unit, area = area.name or "the " .. area.terrain, cite = "4.2" })
    return true
  end,
}

sequence "setup" {
  step "muster" {
    cite = "4.2 R17", doc = "Forces are looked over.",
    run = function(play)
      for _, side in ipairs(play.state.order.sides) do fill_qualities(play, side) end
      play:settle_leaders()
    end,
  },
  step "deployment" {
    cite = "Solo.1 R82", doc = "Solo sides throw for where their brigades stand.", run = stances.deploy,
  },
  phase "place" {
    cite = "4.2 R82", doc = "Units are placed.", side = "both", commands = { "place" },
    when = function(play) return play:waits() end,
  },
  step "ready" {
    cite = "4.2", doc = "Everybody has his place.",
    run = function(play)
      play:leave_out "4.2"
      for id in play:present() do rivers.settle(play, id) end
    end,
  },
  step "stances" { cite = "Solo.2 R83", doc = "Solo sides throw for their brigades' stances.", run = stances.take_up },
}
