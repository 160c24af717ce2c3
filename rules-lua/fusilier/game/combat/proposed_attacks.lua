-- What the commands of steps 1 and 2 propose: whom to attack, in line, mounted or in column of assault; the way round
-- a unit that stands before one; and how to answer an attack.

local army <const> = use "game/army/units"
local cover <const> = use "game/fire/cover"
local ground <const> = use "game/movement/ground"
local obedience <const> = use "game/command/obedience"

--- More targets than these, the nearest, are not proposed to one unit.
local MOST <const> = 4

local M <const> = {}

--- How far a unit may reach to attack: what it may go this bound, and its zone.
function M.reach(view, unit)
  return obedience.in_the_open(view, unit) + army.zone(view.rules, unit)
end

--- Attacks that may be declared. In a told game every enemy may be near: the players know.
function M.attacks(view, side, of, refuses_unit, refuses)
  local list = {}
  for id, unit in proposals.units(view, side, of) do
    if not unit.target and not refuses_unit(view, unit) then
      local reach, found = M.reach(view, unit), 0
      for other, enemy in view:units(view:told() and view:other(side) or "") do
        if tabletop.present(enemy) and not refuses(view, id, other) then
          list[#list + 1] = { unit = id, target = other, text = ("up to %d mm"):format(reach), score = 0 }
        end
      end
      for _, near in ipairs(tabletop.placed(unit) and view:fact("in_reach", id, reach) or {}) do
        if found < MOST and not refuses(view, id, near.id) then
          found = found + 1
          list[#list + 1] = {
            unit = id, target = near.id, text = ("%d of %d mm"):format(near.mm, reach), score = reach - near.mm,
          }
        end
      end
    end
  end
  return best_first(list)
end

--- Battalions in column close behind one another, from a leader back.
local function behind(view, id, refuses_behind)
  local chain, seen, before = {}, { [id] = true }, id
  local facing = view:unit(id).base.facing
  while before do
    local base, best, least = view:unit(before).base, nil, nil
    for other, unit in view:units(view:unit(id).side) do
      local there = not seen[other] and unit.arm == "infantry" and unit.drill == "column" and unit.base
      local back = there and -tabletop.along(base, facing, unit.base)
      if there and back > 0 and (not least or back < least) and not refuses_behind(view, before, other, seen) then
        best, least = other, back
      end
    end
    if best then chain[#chain + 1], seen[best] = best, true end
    before = best
  end
  return chain
end

--- Columns of assault that may be declared: with all that stand close behind the leader, and alone.
function M.columns(view, side, of, refuses_unit, refuses, refuses_behind)
  local list = {}
  local may = view.rules.call("column.may_use", { army = view.state.sides[side].army, year = view.state.battle.year })
  if not may.may_use or view:told() then return list end
  for id, unit in proposals.units(view, side, of) do
    local column = unit.arm == "infantry" and unit.drill == "column" and unit.base and not unit.target
    if column and not refuses_unit(view, unit) then
      local reach, chain = M.reach(view, unit), behind(view, id, refuses_behind)
      local function offer(near, with, text, score)
        list[#list + 1] = {
          unit = id, target = near.id, behind = with, text = ("%s, %d of %d mm"):format(text, near.mm, reach),
          score = reach - near.mm + score,
        }
      end
      for _, near in ipairs(view:fact("in_reach", id, reach)) do
        local cmd = { unit = id, target = near.id, behind = chain }
        if view:unit(near.id).arm == "infantry" and not refuses(view, cmd) then
          offer(near, chain, ("%d deep"):format(#chain + 1), #chain)
          if #chain > 0 then offer(near, {}, "alone", -1) end
        end
      end
    end
  end
  return best_first(list)
end

fact "before_target" {
  ask = "Who stands in the way of {1} to {2}, the nearest first?",
  units "bodies" { "any", default = {} },
  measured = function(view, field, id, target)
    local base, found = view:unit(id).base, {}
    local bearing, um = ground.at(view, base, view:unit(target).base)
    local angle = geometry.turn(base.facing, bearing)
    for _, met in ipairs(field:met(base, { slide = um, angle = angle }, { kind = "base", except = { id, target } })) do
      if view.state.units[met.id] then found[#found + 1] = met.id end
    end
    return found
  end,
}

--- A point beside a body by which another gets round it: to its left, or its right, as the one who comes sees it.
local function beside(view, base, body, hand)
  local way = geometry.bearing(base, body)
  local at = geometry.step({ x = body.x, y = body.y }, (way + hand * deg(90)) % deg(360),
    (body.width + base.width) // 2 + mm(20))
  local size = view.state.ground
  return at.x >= 0 and at.y >= 0 and at.x <= size.width and at.y <= size.depth and { x = at.x, y = at.y } or nil
end

local HANDS <const> = { { -1, "left" }, { 1, "right" } }

--- Ways round for attackers who have somebody before them; the others go straight of themselves.
function M.ways_round(view, side, of)
  local list = {}
  for id, unit in proposals.units(view, side, of) do
    local goes = unit.target and unit.base and army.free(unit) and not unit.fighting and not unit.by
    local target = goes and view.state.units[unit.target]
    local first = target and target.base and view:fact("before_target", id, unit.target)[1]
    for _, hand in ipairs(first and HANDS or {}) do
      local at = beside(view, unit.base, view:unit(first).base, hand[1])
      local text = ("round %s by its %s"):format(view:name(first), hand[2])
      list[#list + 1] = at and { unit = id, path = { at }, text = text, score = 1 } or nil
    end
  end
  return list
end

--- Attacks that have been declared: by the unit attacked, those that come.
function M.attacked(view, side)
  local of = {}
  for id, enemy in view:units(view:other(side)) do
    local target = enemy.target
    if target and tabletop.present(enemy) and view.state.units[target] then
      of[target] = of[target] or {}
      table.insert(of[target], id)
    end
  end
  return of
end

--- Woods, buildings, walls and hedges that a unit may take cover in, the nearest first.
local function covers(view, id)
  local list = {}
  for _, place in ipairs { "areas", "lines" } do
    for _, cover_id in ipairs(view.state.order[place]) do
      if not cover.refuse(view, { unit = id, cover = cover_id }) then
        local away = view:fact("to_cover", id, cover_id)
        local text = ("%s, %d mm away"):format(view:name(cover_id):gsub("_", " "), away)
        list[#list + 1] = { id = cover_id, away = away, text = text }
      end
    end
  end
  table.sort(list, function(one, other)
    if one.away ~= other.away then return one.away < other.away end
    return one.id < other.id
  end)
  return list
end

--- Facing it, a unit need not turn to an attack: less than this is no turn, in thousandths of a degree.
local FACES <const> = deg(5)

local function off_front(unit, enemy)
  return math.abs(geometry.turn(unit.base.facing, geometry.bearing(unit.base, enemy.base)))
end

--- Answers to attacks; in a told game the players know which of them are possible.
function M.responses(view, side, of, refuses)
  local list, attacked = {}, M.attacked(view, side)
  for id, unit in proposals.units(view, side, of) do
    local attackers = not unit.responded and army.stands(unit) and attacked[id]
    local function offer(action, text, score, more)
      local answer = { unit = id, action = action, text = text, score = score }
      for key, value in next, more or {} do answer[key] = value end
      if view:told() or not refuses(view, answer) then list[#list + 1] = answer end
    end
    if attackers then
      local first, horse = view:unit(attackers[1]), false
      local turned = unit.base and off_front(unit, first) or FACES
      local text = unit.base and ("%d degrees off its front"):format(turned // deg(1)) or "to face the attack"
      if turned >= FACES then offer("reface", text, turned > army.ARC and 3 or 1, { toward = attackers[1] }) end
      if #attackers > 1 then offer("redeploy_facing", ("to face all %d"):format(#attackers), 2) end
      for _, enemy in ipairs(attackers) do horse = horse or army.mounted(view:unit(enemy)) end
      if army.free(unit) and horse then offer("form_square", "in time", 4) end
      for _, one in ipairs(army.free(unit) and unit.base and covers(view, id) or {}) do
        offer("take_cover", one.text, 0, { cover = one.id })
      end
    end
  end
  return best_first(list)
end

return M
