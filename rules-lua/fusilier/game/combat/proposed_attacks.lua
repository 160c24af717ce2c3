-- What the commands of steps 1 and 2 propose: whom to attack, in line, mounted or in column of assault; the way round
-- whoever stands before one; and how to answer an attack.

local army <const> = use "game/army/units"
local cover <const> = use "game/fire/cover"
local ground <const> = use "game/movement/ground"
local obedience <const> = use "game/command/obedience"

--- More targets than these, the nearest, are not proposed to one unit.
local MOST <const> = 4

local M <const> = {}

--- The units of a side, or the one that is asked about.
---@param view limber.View
---@param side string
---@param of string?
---@return fun(): string?, table?
function M.units(view, side, of)
  if not of then return view:units(side) end
  local unit = view.state.units[of]
  return function()
    local found = unit
    unit = nil
    if found and found.side == side then return of, found end
  end
end

--- How far a unit may reach to attack: what it may go this bound, and its zone.
function M.reach(view, unit)
  return obedience.in_the_open(view, unit) + army.zone(view.rules, unit)
end

--- In a told game every enemy may be near: the players know.
local function told_targets(view, id, side, list, reach, refuses)
  for other, enemy in view:units(view:other(side)) do
    if army.present(enemy) and not refuses(view, id, other) then
      list[#list + 1] = { unit = id, target = other, text = ("up to %d mm"):format(reach), score = 0 }
    end
  end
end

--- Attacks that may be declared.
---@param refuses_unit fun(view: table, unit: table): any what keeps a unit from any attack
---@param refuses fun(view: table, id: string, target: string): any
function M.attacks(view, side, of, refuses_unit, refuses)
  local list, busy = {}, army.spoken_for(view, side)
  for id, unit in M.units(view, side, of) do
    if not busy[id] and not unit.target and not refuses_unit(view, unit) then
      local reach, found = M.reach(view, unit), 0
      if army.told(view) then told_targets(view, id, side, list, reach, refuses) end
      for _, near in ipairs(army.on_map(unit) and view:fact("in_reach", id, reach) or {}) do
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
---@param refuses_unit fun(view: table, unit: table): any
---@param refuses fun(view: table, cmd: table): any
---@param refuses_behind fun(view: table, before: string, id: string, seen: table): any
function M.columns(view, side, of, refuses_unit, refuses, refuses_behind)
  local list, busy = {}, army.spoken_for(view, side)
  local may = view.rules.call("column.may_use", { army = view.state.sides[side].army, year = view.state.battle.year })
  if not may.may_use or army.told(view) then return list end
  for id, unit in M.units(view, side, of) do
    local column = unit.arm == "infantry" and unit.drill == "column" and unit.base and not busy[id] and not unit.target
    if column and not refuses_unit(view, unit) then
      local reach, chain = M.reach(view, unit), behind(view, id, refuses_behind)
      for _, near in ipairs(view:fact("in_reach", id, reach)) do
        local cmd = { unit = id, target = near.id, behind = chain }
        if view:unit(near.id).arm == "infantry" and not refuses(view, cmd) then
          local text = ("%d deep, %d of %d mm"):format(#chain + 1, near.mm, reach)
          list[#list + 1] = {
            unit = id, target = near.id, behind = chain, text = text, score = reach - near.mm + #chain,
          }
          if #chain > 0 then
            text = ("alone, %d of %d mm"):format(near.mm, reach)
            list[#list + 1] = { unit = id, target = near.id, behind = {}, text = text, score = reach - near.mm - 1 }
          end
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
    local bearing, um = ground.at(base, view:unit(target).base)
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
  local list, busy = {}, army.spoken_for(view, side)
  if army.told(view) then return list end
  for id, unit in M.units(view, side, of) do
    local goes = unit.target and unit.base and army.free(unit) and not unit.fighting and not unit.by and not busy[id]
    local target = goes and view.state.units[unit.target]
    local first = target and target.base and view:fact("before_target", id, unit.target)[1]
    for _, hand in ipairs(first and HANDS or {}) do
      local body = view:unit(first)
      local at = beside(view, unit.base, body.base, hand[1])
      if at then
        local text = ("round %s by its %s"):format(body.name or first, hand[2])
        list[#list + 1] = { unit = id, path = { at }, text = text, score = 1 }
      end
    end
  end
  return list
end

--- Who has declared an attack on whom: by the one attacked, those who come.
---@param view limber.View
---@param side string the side attacked
---@return table<string, string[]>
function M.attacked(view, side)
  local of = {}
  for id, enemy in view:units(view:other(side)) do
    local target = enemy.target
    if target and army.present(enemy) and view.state.units[target] then
      of[target] = of[target] or {}
      table.insert(of[target], id)
    end
  end
  return of
end

local function name_of(node, id) return node.name or (id:gsub("_", " ")) end

--- Woods, buildings, walls and hedges that a unit may take cover in, the nearest first.
local function covers(view, id)
  local list = {}
  for _, place in ipairs { "areas", "lines" } do
    for _, cover_id in ipairs(view.state.order[place]) do
      if not cover.refuse(view, { unit = id, cover = cover_id }) then
        local away = view:fact("to_cover", id, cover_id)
        local name = name_of(view.state[place][cover_id], cover_id)
        list[#list + 1] = { id = cover_id, away = away, text = ("%s, %d mm away"):format(name, away) }
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

local function turns(view, id, unit, attackers, list, refuses)
  local first = view:unit(attackers[1])
  local turned = unit.base and off_front(unit, first) or FACES
  local answer = { unit = id, action = "reface", toward = attackers[1], score = turned > army.ARC and 3 or 1 }
  answer.text = unit.base and ("%d degrees off its front"):format(turned // deg(1)) or "to face the attack"
  if turned >= FACES and not refuses(view, answer) then list[#list + 1] = answer end
  if #attackers < 2 then return end
  answer = { unit = id, action = "redeploy_facing", text = ("to face all %d"):format(#attackers), score = 2 }
  if not refuses(view, answer) then list[#list + 1] = answer end
end

--- Answers to attacks.
---@param refuses fun(view: table, cmd: table): any
function M.responses(view, side, of, refuses)
  local list, busy, attacked = {}, army.spoken_for(view, side), M.attacked(view, side)
  if army.told(view) then refuses = function() return nil end end
  for id, unit in M.units(view, side, of) do
    local attackers = attacked[id]
    if attackers and not busy[id] and not unit.responded and army.stands(unit) then
      turns(view, id, unit, attackers, list, refuses)
      local square = { unit = id, action = "form_square", text = "in time", score = 4 }
      local horse = false
      for _, enemy in ipairs(attackers) do horse = horse or army.mounted(view:unit(enemy)) end
      if army.free(unit) and horse and not refuses(view, square) then list[#list + 1] = square end
      for _, one in ipairs(army.free(unit) and unit.base and covers(view, id) or {}) do
        local answer = { unit = id, action = "take_cover", cover = one.id, text = one.text, score = 0 }
        if not refuses(view, answer) then list[#list + 1] = answer end
      end
    end
  end
  return best_first(list)
end

return M
