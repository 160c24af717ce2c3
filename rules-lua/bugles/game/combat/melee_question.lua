-- Figures Eligible to Melee, Supporting Stands, Resolving Melees, R37, R95, R172, R173, R177: what two stands fight
-- with.
--
-- Everything can be asked of a stand as it would stand after a charge: `at` is its base then.
local contact <const>, terrain <const> = use("game/combat/contact", "game/movement/terrain")
local turning <const>, army <const> = use("game/combat/turning_to_face", "game/army/units")

local M <const> = {}

fact "close_ground" {
  ask = "Does {1} stand in woods, buildings or other close ground?", flag "close" {}, suggest = false,
  measured = function(view, _, id, at)
    local sight = terrain.under(view, id, "sight", at) -- R177: what hides, and buildings
    return sight.open_woods or sight.dense_woods or sight.very_rough or sight.blocks or false
  end,
}

--- May a stand fight that enemy: skirmishers fight skirmishers and disordered stands alone.
function M.may_fight(view, id, enemy)
  local unit, other = view:unit(id), view:unit(enemy)
  return unit.drill ~= "skirmish" or other.drill == "skirmish" or other.disordered ~= nil
    or view.rules.option.caught_skirmishers_fight or false
end

--- May two stands in contact fight now? Each fights once a player turn (R179).
---@param anew boolean? the enemy may have fought already: a charge that breaks through
local function open(view, one, other, anew)
  local unit, enemy = view:unit(one), view:unit(other)
  if unit.fought or enemy.fought and not anew then return false end
  local function bound(own, foe)
    return own.fights and own.fights ~= foe and lists.has(view:foes(own.id), own.fights)
  end
  if bound(unit, other) or bound(enemy, one) then return false end
  return M.may_fight(view, one, other) and M.may_fight(view, other, one)
end

--- The fights that may be fought now, the Attacker's stand first; continuing ones before others.
---@param only string? of that stand alone
---@return { unit: string, target: string }[]
function M.left(view, side, only, anew)
  local first, found = {}, {}
  for id, unit in view:present(side) do
    for _, other in ipairs((not only or only == id) and not unit.fought and view:foes(id) or {}) do
      if open(view, id, other, anew) then
        table.insert(unit.fights == other and first or found, { unit = id, target = other })
      end
    end
  end
  return lists.append(first, found)
end

--- What a stand is in contact with is fought at once: after an ambush, or a breakthrough.
function M.at_once(play, id, anew)
  local pair = M.left(play, play:unit(id).side, id, anew)[1]
  if pair then play:push("melee", pair) end
end

--- Could a stand support another that fights that enemy (R173), or flank the enemy?
local function might(view, friend, enemy)
  local unit = view:unit(friend)
  return tabletop.present(unit) and unit.arm ~= "sniper" and unit.arm ~= "wagon" and not unit.hidden
    and (unit.figures or 0) > 0 and M.may_fight(view, friend, enemy)
end

local PLACES <const> = { left = "beside", right = "beside", rear = "behind" }

--- What a friend at such a place counts for: support, flank or none.
local function role(view, friend, enemy, position)
  local elsewhere = lists.find(view:foes(friend), function(other) return other ~= enemy end) ~= nil
  local args = { position = position, engaged_elsewhere = elsewhere }
  return view:ask_of("melee.support", friend, args, enemy).role
end

fact "flankers" {
  ask = "Which enemies, not in contact with other stands, touch the flank or rear of {1}?",
  units "enemies" { "enemy", default = {} }, suggest = {},
  measured = function(view, _, id, foe, at, foe_at)
    local ids = {}
    for _, near in ipairs(view:near(id, { of = "enemies", within = tabletop.TOUCHING, base = at, except = foe })) do
      local flank = might(view, near.id, id) and contact.by_edge(view, id, near.id, at)
        and turning.struck(view, id, near.id, at) ~= "front"
      if flank and role(view, near.id, id, "enemy_flank_or_rear") == "flank" then ids[#ids + 1] = near.id end
    end
    local counts = not view.rules.option.only_others_flank and might(view, foe, id) -- R262
    if counts and turning.struck(view, id, foe, at, foe_at) ~= "front" then ids[#ids + 1] = foe end
    return ids
  end,
}

fact "supports" {
  ask = "Which friends, not in contact with other enemies, support {1} against {2}: beside it in one front, or "
    .. "directly behind it?",
  units "friends" { "own", default = {} }, suggest = {},
  measured = function(view, _, id, foe, at, flankers)
    local ids, own = {}, at or view:unit(id).base
    local list = view:supporters(id, { within = tabletop.TOUCHING, base = at, counts = function(_, friend)
      return friend ~= id and might(view, friend, foe) and contact.by_edge(view, id, friend, at)
        and not lists.has(flankers, friend)
    end })
    for _, near in ipairs(list) do
      local place = PLACES[near.face]
      local turned = math.abs(geometry.turn(own.facing, view:unit(near.id).base.facing))
      local counts = place == "behind" or place == "beside" and turned <= deg(view.rules.constant.one_front_angle)
      if counts and role(view, near.id, foe, place) == "support" then ids[#ids + 1] = near.id end
    end
    return ids
  end,
}

--- The leader who counts on a stand's die: a group's leader on all dice of his group, others where they join (R37).
local function leader_of(view, unit)
  local found = "none"
  for _, leader in view:leaders(unit.side) do
    local joined = leader.joined and view:fit(leader.id) and view:unit(leader.joined)
    if joined and (leader.joined == unit.id or leader.rank == "group" and joined.formation == unit.formation) then
      if leader.charismatic then return "charismatic" end
      found = "leader"
    end
  end
  return found
end

local function side_of(view, id, at)
  local unit = view:unit(id)
  return view:question("melee_side", id, {
    arm = army.mode(unit),
    disordered = unit.disordered ~= nil, formation = unit.drill == "close_order" and "line" or unit.drill,
    leader = leader_of(view, unit), not_in_open = view:fact("close_ground", id, at),
  })
end

--- Is it the first round of two stands? Not where they have fought, or skirmishers have closed (R95).
function M.round(view, one, other)
  if view:unit(one).fights == other or view:unit(other).fights == one then return "continuing" end
  local pair = view:met(one, other)
  return pair and pair.skirmish and "continuing" or "impact"
end

--- Who shelters behind an obstacle, and who fights to cross it: the stand that was come at, and who came.
local function across(view, args, came, defends, of)
  local obstacle = view:fact("obstacle", defends, came)
  if obstacle == "none" then return end
  args[of[defends]].behind_obstacle, args[of[came]].crossing = true, obstacle
end

--- A fact of two stands; where it is measured, where they would stand and who is counted already.
local function fact_of(view, name, id, foe, ...)
  if view:told() then return view:fact(name, id, foe) end
  return view:fact(name, id, foe, ...)
end

--- The question of `melee.resolve` for two stands.
---@param attacker string of the side with the initiative
---@param defender string
---@param at table? where the attacker stands after a charge that is foreseen
---@return table args
function M.args(view, attacker, defender, at)
  local args = {
    round = at and "impact" or M.round(view, attacker, defender),
    attacker = side_of(view, attacker, at), defender = side_of(view, defender),
  }
  local on_attacker = fact_of(view, "flankers", attacker, defender, at)
  local on_defender = fact_of(view, "flankers", defender, attacker, nil, at)
  args.attacker.flank_contacts, args.defender.flank_contacts = #on_attacker, #on_defender
  args.defender.enemy_support = #fact_of(view, "supports", attacker, defender, at, on_defender)
  args.attacker.enemy_support = #fact_of(view, "supports", defender, attacker, nil, on_attacker)
  local pair = view:met(attacker, defender)
  local came = at and attacker or pair and pair.target == attacker and defender or attacker
  local names = { [attacker] = "attacker", [defender] = "defender" }
  across(view, args, came, came == attacker and defender or attacker, names)
  return args
end

measure "melee" (function(view, attacker, defender) return M.args(view, attacker, defender) end)

return M
