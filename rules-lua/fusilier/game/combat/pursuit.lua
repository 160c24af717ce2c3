-- 10.4, 10.5, R63, R77: what the victors do: places changed with the ridden through, pursuits, and following up.
local army <const>, ground <const> = use("game/army/units", "game/movement/ground")
local way_back <const>, withdrawal <const> = use("game/combat/retreat_path", "game/combat/withdrawal")

local WON <const> = { hold = true, pursue = true }

--- The first room directly behind a squadron that was ridden through, for one who faces as he has come: a hair off it
--- or further back, `aside` to the right of that way, or below 0 to its left. nil: there is none within the zone.
local function room_behind(play, id, loser, aside)
  local base, zone = play:unit(id).base, mm(play.rules.constant.combat_zone)
  local there = tabletop.slid(loser, (loser.depth + base.depth) // 2 + tabletop.TOUCHING, deg(180))
  there = tabletop.turned(tabletop.slid(there, aside, deg(-90)), deg(180))
  there.width, there.depth = base.width, base.depth
  local um = play:nearest_room(id, { slide = zone - tabletop.TOUCHING, angle = 0 }, { from = there, near = false })
  there = um and tabletop.slid(there, um)
  return not play:room(id, there, { near = false }) and there or nil
end

local M <const> = {}

--- Those who rode a squadron through end directly behind it, side by side (R63). `placed`: who has changed already.
---@param play table
---@param id string the squadron ridden through
---@param placed table<string, boolean>
function M.change_places(play, id, placed)
  local loser, winners, width = play:unit(id), {}, 0
  local right = loser.base and (loser.base.facing + deg(270)) % deg(360)
  for _, other in ipairs(loser.against or {}) do
    local winner = play:unit(other)
    if tabletop.present(winner) and WON[winner.response] and not placed[other] then
      local base = winner.base or winner.footprint
      local score = right and -tabletop.along(loser.base, right, base) or 0 -- from the left of their way to the right
      winners[#winners + 1] = { id = other, unit = winner, half = base.width // 2, score = score }
      width = width + base.width
    end
  end
  local aside = -(width // 2)
  for _, one in ipairs(lists.best_first(winners)) do
    placed[one.id] = true
    local there = right and room_behind(play, one.id, loser.base, aside + one.half)
    aside = aside + 2 * one.half
    if there then
      play:set(one.unit, "base", there)
      play:set(one.unit, "moved", true)
    end
    play:tell((there or not right) and "changed" or "no_place", { unit = one.id, enemy = id, cite = "10.5 R63" })
  end
end

--- Is an enemy fresh: on its feet, and not in a combat of this bound? Those who went back in conformity are (11.1).
local function is_fresh(unit)
  if not tabletop.present(unit) or unit.arm == "artillery" or unit.response then return false end
  if unit.event == "conformity" and unit.status == "retreating" then return true end
  return army.stands(unit) and unit.status ~= "reforming"
end

--- Fresh enemies, by their ids, and how near to them stops a pursuit: their zone.
local function zones_of_fresh(play, unit)
  local zones = {}
  for id, enemy in play:units(play:other(unit.side)) do
    if is_fresh(enemy) and tabletop.placed(enemy) then zones[id] = mm(play.rules.constant.combat_zone) end
  end
  return zones
end

--- How far a body comes on a bearing before an obstacle, in micrometres.
local function to_obstacle(play, id, bearing, um)
  local base = play:unit(id).base
  local off = geometry.turn(base.facing, bearing)
  if math.abs(off) > army.incline(play) then base, off = tabletop.turned(base, off), 0 end -- as it will turn first
  local legs, starts = ground.legs(play, id, base, um, off)
  local _, nth = lists.find(legs, function(leg) return leg.obstacle_height_mm end)
  return nth and mm(math.max(0, (starts[nth] - 1) // mm(1))) or um -- short of it, by whole millimetres
end

--- A full bound's move toward a body or place, or as much of it as `most` says; gives mm gone, and what cut it short.
local function go_after(play, id, mark, chases, most)
  local unit = play:unit(id)
  local full = mm(way_back.full_move(play, unit))
  full = math.min(full, most or full)
  local bearing, um = ground.at(play, unit.base, mark)
  um = chases and math.min(um + unit.base.width + unit.base.depth, full) or full -- it may have to turn first
  local free = to_obstacle(play, id, bearing, um)
  play:set(unit, "came_from", { x = unit.base.x, y = unit.base.y })
  local zones = zones_of_fresh(play, unit)
  local gone = ground.advance(play, id, bearing, free, play.rules.constant.bound, zones)
  if gone > 0 then play:set(unit, "moved", true) end
  local near = play:near(id, {
    within = mm(play.rules.constant.combat_zone) + tabletop.TOUCHING, of = "enemies", counts = is_fresh,
  })[1]
  return gone, near and ", up to fresh enemy" or free < um and ", up to an obstacle" or ""
end

--- Whom a victor goes after, and where that is or stood: the nearest opponent still on the table, else the nearest of
--- those that are gone; and whether it can be caught.
local function quarry(play, unit, stood)
  for _, there in ipairs { true, false } do
    local of = lists.filter(unit.against or unit.opponents or {}, function(other)
      return tabletop.present(play:unit(other)) == there
    end)
    local function place(other) return there and play:unit(other).base or stood[other] end
    local enemy = lists.least(of, function(other)
      return unit.base and place(other) and geometry.gap(unit.base, place(other))
    end)
    if not unit.base then enemy = of[1] end
    if enemy then return enemy, place(enemy), there end
  end
end

fact "reached" {
  ask = "Which retreating infantry does {1} reach in its pursuit?",
  units "enemies" { "enemy", default = {} },
  measured = function(view, _, id) return view:touched(id, { of = "enemies" }) end,
}

local function retreats_on_foot(unit)
  local beaten = unit.status == "retreating" and unit.event == "retreat"
  return beaten and unit.arm == "infantry" and unit.drill ~= "square"
end

--- Cavalry in contact with flank or rear of retreating infantry routs it at once (10.4, R77).
local function ride_down(play, id, unit)
  if not army.mounted(unit) or not play:some_unit(play:other(unit.side), retreats_on_foot) then return end
  for _, other in ipairs(play:fact("reached", id)) do
    local enemy = play:unit(other)
    local face = retreats_on_foot(enemy) and play:fact("face_met", id, other)
    if face and face ~= "front" then
      play:tell("caught", { unit = other, by = id, face = face, cite = "10.4 R77" })
      withdrawal.bring(play, withdrawal.rout(play, other, id, {}))
    end
  end
end

--- A victor pursues: compulsory, a full bound's move straight after (10.5). `stood`: where those who are gone stood.
---@param play table
---@param id string
---@param stood table<string, table>
function M.pursue(play, id, stood)
  local unit = play:unit(id)
  local enemy, mark, chases = quarry(play, unit, stood)
  if not enemy then return end
  if tabletop.placed(unit) then
    local gone, by = go_after(play, id, mark, chases)
    play:tell("pursues", { unit = id, enemy = enemy, distance = gone, by = by, cite = "10.5 R77" })
  else
    local most = way_back.full_move(play, unit)
    play:tell("to_pursue", { unit = id, enemy = enemy, distance = most, cite = "10.5 R77" })
  end
  ride_down(play, id, unit)
end

--- Notes that a victor has a choice, and where its opponents went or stood.
function M.may_choose(play, id, stood)
  local unit = play:unit(id)
  local _, mark = quarry(play, unit, stood)
  play:set(unit, "may_choose", true)
  play:set(unit, "after", mark and { x = mark.x, y = mark.y } or nil)
end

local function refuse_choice(unit, choice, forward)
  if forward and choice ~= "follow_up" then return refuse("forward", "goes with follow_up alone", "R77") end
  if unit.may_choose and choice == "follow_up" and not army.free(unit) then
    return refuse("choice", "must be rally: it is " .. unit.status, "10.5 11.1")
  end
  if unit.may_choose and choice ~= "stand" then return nil end
  if unit.may_choose then return refuse("choice", "must be follow_up or rally: its opponents have gone") end
  if unit.fighting and choice == "stand" then return nil end
  if unit.fighting then return refuse("choice", "must be stand: its opponents are still there", "R77") end
  return refuse("unit", "has nothing to choose", "R77")
end

local function follow_up(play, id, unit, forward)
  local cite = "10.5 R77"
  if not tabletop.placed(unit) then
    local full = way_back.full_move(play, unit)
    local most = forward and math.min(full, geometry.round_mm(forward, "down")) or full
    return play:tell("to_follow", { unit = id, distance = most, cite = cite })
  end
  local after = unit.after
  local mark = after and { x = after.x, y = after.y, facing = 0, width = mm(1), depth = mm(1) }
  local gone, by = 0, ""
  if mark then gone, by = go_after(play, id, mark, false, forward) end
  play:tell("follows", { unit = id, distance = gone, by = by, cite = cite })
end

local choices <const> = proposals.each(function(view, id)
  return not (view:unit(id).may_choose or view:unit(id).fighting)
end, function(view, _, unit, offer)
  if not unit.may_choose then return offer { choice = "stand", text = "its opponents are still there", score = -1 } end
  offer { choice = "rally", text = "where it stands", score = 0 }
  if not army.free(unit) then return end
  local full = mm(way_back.full_move(view, unit))
  offer { choice = "follow_up", text = "after those who went", score = 1, ranges = { forward = { mm(1), full } } }
end)

command "winner_choice" {
  cite = "10.5", doc = "A unit that holds follows up or rallies when its opponents have gone, and stands when not.",
  args = {
    unit "unit" { "own" }, enum "choice" { "follow_up", "rally", "stand" },
    length "forward" { mm(1), optional = true, doc = "how far it follows up; a full bound's move when not said" },
  },
  check = function(view, cmd) return refuse_choice(view:unit(cmd.unit), cmd.choice, cmd.forward) end,
  proposals = function(view, side, of) return lists.best_first(choices(view, side, of)) end,
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:set(unit, "may_choose", nil)
    if cmd.choice == "follow_up" then
      follow_up(play, cmd.unit, unit, cmd.forward)
    else
      play:tell(cmd.choice == "rally" and "rallies" or "stands", { unit = cmd.unit, cite = "10.5 R77" })
    end
    play:set(unit, "after", nil)
  end,
}

return M
