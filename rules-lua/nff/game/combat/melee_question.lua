-- Ch 5, R49 to R58, R75, R100, R102, R104: what the two sides of a charge combat fight with.
local attached <const>, contact <const> = use("game/army/attached", "game/combat/contact")
local inches <const>, army <const> = use("game/army/inches", "game/army/units")

option "double_echelon_supports" { false, ruling = "R104",
  doc = "a brigade in double echelon supports itself in a charge" }

local M <const> = {}

--- The stands that a unit counts for: a battery is one.
local function stands_of(unit) return unit.stands or 1 end

--- Of several units, what most of their stands say; of equals what stands first in `order`.
---@param of fun(unit: table): any
local function most(view, ids, order, of)
  local count, best = {}, nil
  for _, id in ipairs(ids) do
    local unit = view:unit(id)
    local key = of(unit)
    count[key] = (count[key] or 0) + stands_of(unit)
  end
  for _, key in ipairs(order) do
    if count[key] and (best == nil or count[key] > count[best]) then best = key end
  end
  return best
end

local GOOD_IF_SO <const>, BAD_IF_SO <const> = { true, false }, { false, true }

--- A flag that most stands have.
local function is(view, ids, order, of)
  return most(view, ids, order, function(unit) return of(unit) and true or false end)
end

local function sum(view, ids, of)
  local total = 0
  for _, id in ipairs(ids) do total = total + of(view:unit(id)) end
  return total
end

local function of_arm(view, ids, arm) return lists.filter(ids, function(id) return view:unit(id).arm == arm end) end

--- The arm of most stands; of equals the first in a fixed order.
local function arm_of(view, ids)
  return most(view, ids, { "cavalry", "infantry", "artillery" }, function(unit) return unit.arm end)
end

--- What charge.rating or charge.status says of some units.
local function graded(view, ids, key, of)
  local groups = {}
  for i, id in ipairs(ids) do groups[i] = { [key] = of(view:unit(id)), stands = stands_of(view:unit(id)) } end
  return view:ask("charge." .. key, { groups = groups }, ids[1])[key]
end

--- The best leader with any of them (R49).
local function leader_of(view, ids)
  local found = "none"
  for _, id in ipairs(ids) do
    for _, leader in ipairs(view:leaders_with(id)) do
      if view:leader(leader).charismatic then return "charismatic" end
      found = "attached"
    end
  end
  return found
end

local WEIGHTS <const> = { "armored", "heavy", "none" }

local function weight_of(unit)
  return unit.armored and "armored" or unit.cavalry_class == "heavy" and "heavy" or "none"
end

--- May a brigade stand in support: in a formation that does, with no enemy before it (R104)?
local function might_support(view, id, arm)
  local unit = view:unit(id)
  local formation = army.brigade(unit) and view.rules.tables.formations(unit.drill, "supports") == "true"
  return formation and unit.arm == arm and army.apart(unit) and not view:engaged(id)
end

fact "supported" {
  ask = "Does a friend of its arm, not in contact, stand within {support_within} in behind {1}, in single or double "
    .. "echelon?",
  flag "supported" {}, suggest = false,
  measured = function(view, _, id, at)
    local near = view:supporters(id, {
      within = inch(view.rules.constant.support_within), base = at,
      counts = function(unit, friend) return friend ~= id and might_support(view, friend, unit.arm) end,
    })
    local arm = view:unit(id).arm
    return lists.find(near, function(one) return one.face == "rear" and view:unit(one.id).arm == arm end) ~= nil
  end,
}

--- The arm that supports a side; none does of guns.
local function support_of(view, ids, arm, at)
  local function other(_, id) return not lists.has(ids, id) and might_support(view, id, arm) end
  local friends = view:some_unit(view:unit(ids[1]).side, other) ~= nil
  for _, id in ipairs(arm ~= "artillery" and of_arm(view, ids, arm) or {}) do
    local alone = view.rules.option.double_echelon_supports and view:unit(id).drill == "double_echelon"
    if alone or friends and view:fact("supported", id, at) then return arm end
  end
  return "none"
end

--- The company with a unit: none, line or imperial_guard.
---@return string
---@return string? id
function M.engineers(view, id)
  local company = attached.company(view, id)
  if not company then return "none" end
  return view:unit(company).imperial_guard and "imperial_guard" or "line", company
end

local function best_engineers(view, ids)
  local found = "none"
  for _, id in ipairs(ids) do
    local kind = M.engineers(view, id)
    if kind == "imperial_guard" then return kind end
    if kind ~= "none" then found = kind end
  end
  return found
end

local function side_of(view, ids, arm, at)
  local horse = arm == "cavalry" and of_arm(view, ids, "cavalry") or {}
  local irregular = is(view, ids, BAD_IF_SO, function(unit) return unit.irregular end)
  return {
    arm = arm, rating = graded(view, ids, "rating", function(unit) return unit.rating end),
    status = graded(view, ids, "status", function(unit) return unit.condition or "worn" end), -- R57
    leader = leader_of(view, ids), old_guard = lists.find(ids, function(id) return view:unit(id).old_guard end) ~= nil,
    disordered = is(view, ids, BAD_IF_SO, function(unit) return unit.disordered end), irregular = irregular,
    cavalry_weight = #horse > 0 and not irregular and most(view, horse, WEIGHTS, weight_of) or "none",
    support_arm = support_of(view, ids, arm, at),
    stands_lost_to_fire = sum(view, ids, function(unit) return unit.fire_loss or 0 end),
  }
end

--- The charge of an attacker: as it was made, or as it would be.
local function charge_of(view, id, foreseen) return foreseen or view:unit(id).charging end

--- How far most of the horse has charged; of equals the nearest (R102).
local function distance_of(view, horse, foreseen)
  local all, count = {}, {}
  for _, id in ipairs(horse) do
    local um = charge_of(view, id, foreseen).um
    all[#all + 1], count[um] = um, (count[um] or 0) + stands_of(view:unit(id))
  end
  table.sort(all)
  local best
  for _, um in ipairs(all) do
    if not best or count[um] > count[best] then best = um end
  end
  return inches.of(best)
end

--- The most favorable ground that the defender has against all who charge him: the least against any of them.
local function ground_of(view, attackers, foreseen)
  local least
  for _, id in ipairs(attackers) do
    local value = charge_of(view, id, foreseen).favorable or 0
    least = math.min(least or value, value)
  end
  return least or 0
end

--- The question of `charge.resolve` for a combat.
---@param combat nff.Combat
---@param foreseen { um: integer, flank: boolean?, favorable: integer?, at: table?, counters: boolean? }? of a charge
---       that is not made yet
---@return table args
function M.args(view, combat, foreseen)
  local mine, his = combat.attackers, combat.defenders
  local arm, other = arm_of(view, mine), arm_of(view, his)
  local at = foreseen and foreseen.at
  local attacker, defender = side_of(view, mine, arm, at), side_of(view, his, other)
  local own = of_arm(view, mine, arm)
  attacker.stands = sum(view, own, stands_of)
  attacker.other_arm_stands = sum(view, mine, stands_of) - attacker.stands
  attacker.incidental_stands = contact.incidental(view, combat.helpers, his)
  attacker.lance = arm == "cavalry" and is(view, own, GOOD_IF_SO, function(unit) return unit.lance end) or false
  if arm == "cavalry" and other == "infantry" then attacker.charge_distance_in = distance_of(view, own, foreseen) end
  attacker.breakthrough = charge_of(view, mine[1], foreseen).breakthrough or false
  attacker.engineers = arm == "infantry" and best_engineers(view, of_arm(view, mine, "infantry")) or "none"
  defender.stands = sum(view, his, stands_of)
  defender.incidental_stands = contact.incidental(view, combat.beside, mine, at)
  defender.countercharging = other == "cavalry" and (foreseen and foreseen.counters
    or is(view, of_arm(view, his, "cavalry"), GOOD_IF_SO, function(unit) return unit.countercharging end)) or false
  defender.square = other == "infantry"
    and is(view, of_arm(view, his, "infantry"), GOOD_IF_SO, function(unit) return unit.drill == "square" end) or false
  defender.terrain = ground_of(view, mine, foreseen)
  defender.flank_or_rear = lists.find(mine, function(id) return charge_of(view, id, foreseen).flank end) ~= nil
  return {
    attacker = view:question("charging", mine[1], attacker), defender = view:question("charged", his[1], defender),
  }
end

return M
