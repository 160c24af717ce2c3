-- 4.1, 4.4, R24 to R30, R37, R92: charges are declared, all of them before any is tried.
local army <const>, charge_way <const>, legality <const> = use("game/army/units", "game/combat/charge_way", "charges")
local contact <const>, ground <const> = use("game/combat/contact", "game/movement/ground")
local motion <const> = use "game/movement/motion"

local FACES <const> = legality.FACES

--- May the unit charge at all?
local function refuse_unit(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table") end
  if not unit.may_move then return refuse("unit", "has no leave to move this turn", "3 R24") end
  if unit.acted then return refuse("unit", "has made its move this turn", "4.1 R25") end
  if unit.charging then return refuse("unit", "charges already", "4.1.2.1") end
  if unit.river == "in" then return refuse("unit", "is in a river", "R44") end
  if unit.inside then
    local held = view.state.areas[unit.inside]
    return refuse("unit", ("is in %s: it must leave"):format(held.name or unit.inside), "SR.3 SR.4")
  end
end

--- Is that face of a unit charged by another already (4.1.2.1)?
local function face_taken(view, id, target, face)
  for other, unit in view:present(view:unit(id).side) do
    local charging = other ~= id and unit.charging
    if charging and charging.target == target and charging.face == face then return true end
    for _, met in ipairs(unit.met or {}) do
      if met.target == target and met.face == face then return true end
    end
  end
  return false
end

fact "guard_distance" {
  ask = "How many mm is it from {1} to the nearest close order infantry of its own side that is not hand to hand?",
  unit = "mm",
  int "distance" { 0 },
  measured = function(view, _, id, struck)
    local radius = view.rules.constant.guard_radius
    local guards = view:near(id, { of = "friends", within = mm(radius), counts = army.close_order_foot(view) })
    for _, near in ipairs(guards) do
      if struck or not view:engaged(near.id) then return geometry.round_mm(near.um, "up"), near.um end
    end
    return radius + 1
  end,
}

--- The question of `charge.legality`. `struck`: it is not charged, but met by who charges another (C.3a); who was no
--- guard any more only since then still is one (R30).
local function legality_args(view, id, target, face, struck)
  local enemy = view:unit(target)
  local held = view:held(target)
  local args = {
    target_troop = enemy.troop, face = face, position = ground.position(view, target),
    breached = held and held.breached or false, face_taken = face_taken(view, id, target, face),
    target_hits = enemy.hits, target_staggered = enemy.staggered, target_grade = enemy.grade,
  }
  if enemy.arm == "artillery" and view:some_unit(enemy.side, army.close_order_foot(view)) then
    args.infantry_near_target_mm = view:fact("guard_distance", target, struck)
  end
  return view:question("charge.legality", id, args)
end

--- Those questions are asked at the prompt too, of two units.
measure "charge.legality" (function(view, id, target)
  return legality_args(view, id, target, view:fact("face_met", id, target))
end)

measure "charge.countercharge" (function(view, id, charger)
  return view:question("charge.countercharge", id, { face = view:fact("face_met", charger, id) })
end)

local M <const> = { FACES = FACES }

--- May it charge that enemy on that face, so far as 4.1.6 to 4.1.8 and SR.2 to SR.4 go?
---@param struck boolean? met by who charges another (C.3a)
---@return table result of charge.legality, table args
function M.legality(view, id, target, face, struck)
  local args = legality_args(view, id, target, face, struck)
  return view:ask("charge.legality", args, id, target), args
end

--- Why it may not be charged there; nil when it may, as which face that counts, and where it stands.
local function refuse_legality(view, id, target, face)
  local result, args = M.legality(view, id, target, face)
  if result.legal then return nil, result.counts_as_face, args.position end
  local text, cite = legality.BARRED.text(view.rules, args, result.reasons)
  local why = text ~= "" and ": " .. text or ""
  return refuse("target", ("may not be charged %s%s"):format(FACES[face], why), cite or "4.1")
end

local function check(view, cmd)
  local fault = refuse_unit(view, cmd.unit)
  if fault then return fault end
  if not tabletop.present(view:unit(cmd.target)) then return refuse("target", "is not on the table") end
  local face = view:fact("face_met", cmd.unit, cmd.target)
  local found = { face = face, pivot = cmd.pivot or 0 }
  fault, found.counts, found.position = refuse_legality(view, cmd.unit, cmd.target, face)
  if fault then return fault end
  if view:told() then return charge_way.refuse_turn(view, cmd.unit, found.pivot), found end
  local pivot, way = charge_way.of(view, cmd.unit, cmd.target, cmd.pivot)
  if not pivot then return way end
  found.pivot = pivot
  return nil, found
end

--- A charge home on one enemy, if the rules let it and it is in reach.
local function proposal(view, id, target)
  local face = view:fact("face_met", id, target)
  if not M.legality(view, id, target, face).legal then return nil end
  local pivot, way = charge_way.of(view, id, target)
  if not pivot then return nil end
  local home, move = charge_way.comes_home(view, id, target, pivot, way)
  if not home then return nil end
  return {
    unit = id, target = target, pivot = pivot ~= 0 and pivot or nil,
    text = ("%d of %d mm, %s"):format(way.mm, move, FACES[face]),
    score = (face == "front" and 100 or 150) + math.max(0, move - way.mm) / 10,
  }
end

local proposals <const> = where_measured(function(view, side, of)
  local list = {}
  for id, unit in view:present(side) do
    if (not of or of == id) and army.fighter(unit) and not refuse_unit(view, id) then
      local most = mm(charge_way.reach(view, id, false))
      for target in view:present(view:other(side)) do
        local near = geometry.gap(unit.base, (contact.body(view, target))) <= most
        list[#list + 1] = near and proposal(view, id, target) or nil
      end
    end
  end
  return best_first(list)
end)

--- How many charges a side has declared in this step.
local function declared(view, side)
  local count = 0
  for _, unit in view:units(side) do count = math.max(count, unit.charging and unit.charging.nth or 0) end
  return count
end

--- A charge that the players allow, whatever is against it.
local function overruled(play, cmd)
  local face = play:fact("face_met", cmd.unit, cmd.target)
  local result, args = M.legality(play, cmd.unit, cmd.target, face)
  return {
    face = face, counts = result.counts_as_face, position = args.position, pivot = cmd.pivot or 0, allowed = true,
  }
end

command "charge" {
  cite = "4.1", doc = "A unit turns by up to 45 degrees, by the least that does if none is given, and charges.",
  args = {
    unit "unit" { "own" }, unit "target" { "enemy" },
    angle "pivot" {
      -motion.ABOUT, motion.ABOUT, optional = true, doc = "clockwise, on its centre, before it sets out",
    },
  },
  check = check,
  proposals = proposals,
  run = function(play, cmd, found)
    found = found or overruled(play, cmd)
    play:set(play:unit(cmd.unit), "charging", {
      target = cmd.target, face = found.face, counts = found.counts, position = found.position, pivot = found.pivot,
      allowed = found.allowed, stage = "declared", nth = declared(play, play:unit(cmd.unit).side) + 1,
    })
    play:tell("charge_declared", { unit = cmd.unit, target = cmd.target, say = FACES[found.face], cite = "4.1" })
  end,
}

--- Carries out the charges that have been declared, one by one in that order.
function M.go(play)
  local list = {}
  for id, unit in play:present(play.state.active) do
    local charging = unit.charging
    if charging and charging.stage == "declared" then
      list[#list + 1] = { unit = id, target = charging.target, nth = charging.nth }
    end
  end
  table.sort(list, function(one, other) return one.nth > other.nth end)
  for _, one in ipairs(list) do play:push("charge", { unit = one.unit, target = one.target }) end
end

return M
