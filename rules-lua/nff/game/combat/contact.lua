-- Ch 1, R75, R100: who touches whom in a charge, which brigades take part, and the combats that follow.
--
-- A unit that charges has `charging` = { target, um, flank, favorable, fought }. It has met whoever it touches,
-- { target, flank } each: first the one that it charged. Each charged enemy is one combat, with all who charged him.
local army <const>, legality <const> = use("game/army/units", "game/combat/legality")

local M <const> = {}

fact "touched" {
  measured = function(view, _, id, target, at)
    return view:touched(id, {
      of = "enemies", except = target, within = tabletop.TOUCHING, base = at,
      counts = function(enemy) return army.apart(enemy) and not legality.gives_way(enemy) end,
    })
  end,
}

--- The stands of units that others touch: how many of their front ranks, how many at all, of how many in front.
local function stands_touched(view, ids, by, at)
  local front, all, rank = 0, 0, 0
  for _, id in ipairs(ids) do
    local seen, list = {}, army.stands(view, id)
    for _, other in ipairs(by) do
      for _, one in ipairs(view:contact(other, id, tabletop.TOUCHING, at)) do seen[one.other] = true end
    end
    for i, one in ipairs(list) do
      all, rank = all + (seen[i] and 1 or 0), rank + (one.front and 1 or 0)
      front = front + (seen[i] and one.front and 1 or 0)
    end
  end
  return front, all, rank
end

fact "takes_part" {
  ask = "Are half or more of the front stands of {1} touched by {2}?", flag "half" {}, suggest = false,
  measured = function(view, _, ids, by, at)
    local front, _, rank = stands_touched(view, ids, by, at)
    return 2 * front >= rank
  end,
}

fact "stands_touched" {
  ask = "How many stands of {1} are touched by {2}?", int "stands" { 0 }, suggest = 1,
  measured = function(view, _, id, by, at) return (select(2, stands_touched(view, { id }, by, at))) end,
}

--- The units that fight as one with a unit: the batteries of its grand battery (MC 10c), or it alone.
function M.body(view, id)
  local unit = view:unit(id)
  if not unit.grand then return { id } end
  return lists.ids(view:present(unit.side), function(one) return one.grand == unit.grand end)
end

--- Does infantry of these touch cavalry, which it may not charge (Ch 1g)?
local function may_charge(view, attackers, id)
  for _, one in ipairs(attackers) do
    if view:unit(one).arm == "infantry" and view:unit(id).arm == "cavalry" then return false end
  end
  return true
end

---@class nff.Combat
---@field target string who was charged; of a grand battery the battery that is listed first
---@field attackers string[] those who charged him
---@field defenders string[] those who take part: he first
---@field beside string[] other enemies whom the attackers touch
---@field helpers string[] others of the mover's who touch a defender

--- Who takes part besides those who were charged (R75, R100): an enemy with half of his front stands touched, unless he
--- is charged himself, or one of these may not charge him.
local function join_defenders(view, combat, taken, at)
  local seen = {}
  for _, attacker in ipairs(combat.attackers) do
    local others = at and view:fact("touched", attacker, combat.target, at) or view:foes(attacker)
    for _, id in ipairs(others) do
      local body = M.body(view, id)
      if not seen[body[1]] and not lists.has(combat.defenders, id) then
        seen[body[1]] = true
        local joins = not taken[body[1]] and may_charge(view, combat.attackers, id)
          and view:fact("takes_part", body, combat.attackers, at)
        if joins then taken[body[1]] = true end
        lists.append(joins and combat.defenders or combat.beside, body)
      end
    end
  end
end

local function add_helpers(view, combat)
  for _, defender in ipairs(combat.defenders) do
    for _, id in ipairs(view:foes(defender)) do
      local known = lists.has(combat.attackers, id) or lists.has(combat.helpers, id)
      if not known then combat.helpers[#combat.helpers + 1] = id end
    end
  end
end

local function new_combat(view, target)
  local body = M.body(view, target)
  return { target = body[1], attackers = {}, defenders = body, beside = {}, helpers = {} }
end

--- Whom a charger fights: his target or, where that is gone, the first of the others that he touches (R100).
local function target_of(view, id, target)
  if tabletop.present(view:unit(target)) then return target end
  return lists.find(view:foes(id), function(other) return may_charge(view, { id }, other) end)
end

--- The combats of a side's charges that have not been fought, by who was charged: those in `order` first.
---@param order string[]?
---@return nff.Combat[]
function M.combats(view, side, order)
  local list, of, taken = {}, {}, {}
  for id, unit in view:present(side) do
    local charging = unit.charging
    local target = charging and not charging.fought and target_of(view, id, charging.target)
    if target then
      local key = M.body(view, target)[1]
      if not of[key] then
        of[key] = new_combat(view, key)
        list[#list + 1] = of[key]
      end
      table.insert(of[key].attackers, id)
    end
  end
  local sorted = {}
  for _, target in ipairs(order or {}) do sorted[#sorted + 1] = of[target] end
  for _, combat in ipairs(list) do
    if not lists.has(sorted, combat) then sorted[#sorted + 1] = combat end
    for _, id in ipairs(combat.defenders) do taken[id] = true end
  end
  for _, combat in ipairs(sorted) do join_defenders(view, combat, taken) end
  for _, combat in ipairs(sorted) do add_helpers(view, combat) end
  return sorted
end

--- The combat that a charge would lead to, by the place where it touches.
---@param at table the charger's base then
---@return nff.Combat
function M.foreseen(view, id, target, at)
  local combat = new_combat(view, target)
  combat.attackers[1] = id
  join_defenders(view, combat, {}, at)
  add_helpers(view, combat)
  return combat
end

--- How many stands of some units are touched by others: incidental stands.
---@param at table? where the one other stands
function M.incidental(view, ids, by, at)
  local sum = 0
  for _, id in ipairs(ids) do sum = sum + view:fact("stands_touched", id, by, at) end
  return sum
end

--- A charger has come up to its target: it keeps him, and the others that it touches.
---@param flank boolean? the target is hit in flank or rear
function M.meet(play, id, target, flank)
  play:meet(id, target, { flank = flank })
  for _, other in ipairs(play:fact("touched", id, target)) do
    if not legality.gives_way(play:unit(other)) then play:meet(id, other) end
  end
end

return M
