-- 4.8: which charges a solo brigade declares, and how a charged unit answers: aggressive brigades make every charge of
-- which the odds favour winning, the others only when they counterattack.

local army <const>, contact <const>, odds <const> = use("game/army/units", "game/combat/contact", "game/solo/odds")
local objectives <const>, see <const> = use("game/solo/objectives", "game/solo/view")
local terms <const> = use "game/combat/melee_question"

local M <const> = {}

--- Would a unit on that base be in support of another of its brigade, or beside it (Solo.A2)? One that can still come
--- up counts, and one that charges too where its enemy stands. A unit that is left alone needs none; one that is out
--- of support already may come nearer to it.
function M.supported(mind, id, base)
  local view, radius, short = mind.view, see.support(mind), see.stick(mind, "short")
  local before, after
  for _, other in ipairs(mind:body_of(id).units) do
    local unit = view:unit(other)
    if other ~= id and army.fighter(unit) then
      local there = unit.charging and view:unit(unit.charging.target).base or unit.base
      local may_come = unit.may_move and not unit.acted and not unit.charging and not unit.inside
      local reach = radius + (may_come and see.rate(mind, other) or unit.charging and base.depth or 0)
      local um, now = mind:apart(base, there), mind:gap(id, other)
      if um <= reach or mind:abreast(base, there, short, mind.weight.beside) then return true end
      before, after = math.min(before or now, now), math.min(after or um, um)
    end
  end
  return not before or before > radius and after < before
end

--- Does a brigade go for that enemy now? An aggressive one goes for all; one that counterattacks, for those it has just
--- beaten.
local function goes_for(mind, id, target)
  local brigade = mind:body_of(id)
  if brigade.stance == "aggressive" then return true end
  if not brigade.formation.counterattacks then return false, brigade.stance .. ": it holds" end
  local beaten = brigade.formation.beaten
  if not beaten then return true end
  for _, other in ipairs(beaten) do
    if other == target then return true end
  end
  return false, "not the unit that it has just beaten"
end

function M.charge(mind, proposal)
  local id, target = proposal.unit, proposal.target
  local goes, why_not = goes_for(mind, id, target)
  if not goes then return nil, why_not end
  local kept = objectives.kept(mind, id) or objectives.leaves(mind, id, mind.view:unit(target).base)
  if kept then return nil, "it keeps " .. kept end
  local taken = mind.mission and mind.mission.left == 0 and objectives.steps_in(mind, id)
  if taken then return nil, "it takes " .. taken end
  local test = see.test(mind, id)
  if test == 0 then return nil, "it never charges as it is" end
  local promise = odds.charge(mind, id, target, proposal.pivot)
  if not promise then return nil end
  local function why()
    return ("%s to win against %s%s, %s to charge at all"):format(mind.words.percent(promise.p), mind:name(target),
      promise.answer, mind.words.percent(test))
  end
  if promise.p <= mind.weight.charge_least then return nil, why end
  local unit = mind.view:unit(id)
  local base = tabletop.slid(tabletop.turned(unit.base, proposal.pivot or 0), mm(promise.distance))
  if not M.supported(mind, id, base) then return nil, "it would be out of its brigade's support" end
  return promise.p + (promise.face == "front" and 0 or 1), why -- flank or rear first
end

--- What is told of charges that were not made: of each brigade the likeliest, with its odds.
function M.left(mind)
  local best, order, texts = {}, {}, {}
  for _, one in ipairs(mind.rejected) do
    local proposal = one.proposal
    local id, target = proposal and proposal["do"] == "charge" and proposal.unit, proposal and proposal.target
    local promise = id and not mind.view:unit(id).charging and goes_for(mind, id, target) and see.test(mind, id) > 0
      and odds.charge(mind, id, target, proposal.pivot)
    local brigade = promise and mind:body_of(id).id
    if promise and promise.p <= mind.weight.charge_least and promise.p > (best[brigade] and best[brigade].p or -1) then
      if not best[brigade] then order[#order + 1] = brigade end
      best[brigade] = { p = promise.p, unit = id, target = target, rides = promise.rides }
    end
  end
  for i, brigade in ipairs(order) do
    local one = best[brigade]
    texts[i] = mind:said(("{unit} [leaves] {target} alone: %s to win%s"):format(mind.words.percent(one.p),
      one.rides and " if met half way" or ""), one)
  end
  return #texts > 0 and table.concat(texts, "; ") or nil
end

--- The charged unit always fires.
function M.defensive_fire() return "fire", "it always fires at who charges it" end

--- Aggressive horse always rides out; other horse when that makes it likelier to win than standing.
function M.countercharge(mind, about)
  if mind:body_of(about.target).stance == "aggressive" then
    return "countercharge", "it always rides to meet a charge"
  end
  local view, unit, target = mind.view, about.unit, about.target
  if view:told() then return "stand", "it waits for him at the halt" end
  local pivot = view:unit(unit).charging.pivot
  local met, home = terms.half_way(view, unit, target, pivot), terms.foreseen(view, unit, target, pivot)
  local out = met and 1 - odds.wins(mind, met, unit, target) or 0
  local still = 1 - odds.wins(mind, home or terms.args(view, unit, target), unit, target)
  local function why()
    return ("%s to win riding out, %s at the halt"):format(mind.words.percent(out), mind.words.percent(still))
  end
  return out > still and "countercharge" or "stand", why
end

--- The surest combat is fought first.
function M.next_combat(mind, proposal)
  if mind.view:told() then return 1 end
  local args = terms.args(mind.view, proposal.unit, proposal.target)
  local p = odds.wins(mind, args, proposal.unit, proposal.target)
  return 1 + p, function() return mind.words.percent(p) .. " to win" end
end

--- Is an enemy within so far of a unit? A garrison is as near as its town or works.
local function in_reach(mind, id, most)
  local _, um = mind:nearest_enemy(id)
  if um and um <= most then return true end
  for _, enemy in ipairs(mind:enemies()) do
    if mind.view:unit(enemy).inside
      and mind:apart(mind.view:unit(id).base, (contact.body(mind.view, enemy))) <= most then
      return true
    end
  end
  return false
end

local function is_charging(unit) return unit.charging end

--- Units that may still declare a charge, in the order of their brigades, without those of brigades that never would;
--- those before the last that charges have been thought of, and come last.
function M.order(mind)
  local ids, i = {}, 0
  for _, brigade in ipairs(mind:bodies(mind.side)) do
    if brigade.stance == "aggressive" or brigade.formation.counterattacks then
      table.move(brigade.units, 1, #brigade.units, #ids + 1, ids)
    end
  end
  ids = mind:in_turn(ids, is_charging)
  return function()
    while i < #ids do
      i = i + 1
      local id = ids[i]
      local unit = mind.view:unit(id)
      if unit.may_move and not unit.acted and not unit.charging and army.fighter(unit)
        and in_reach(mind, id, see.charge_reach(mind, id)) then
        return id
      end
    end
  end
end

return M
