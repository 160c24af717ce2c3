-- The orders of a solo commander: written before the action, and issued anew when a formation has nothing left to do,
-- cannot do it, or sees its chance. They take the time that orders take (4.3, 4.5): while one is on its way to a
-- formation it gets no other, and what it obeys it goes on obeying.

local army <const>, obedience <const>, see <const> = use("game/army/units", "game/command/obedience", "game/solo/view")
local flanks <const>, tasks <const> = use("game/solo/flanks", "game/command/tasks")
local abreast <const>, sooner <const> = use("game/solo/abreast", "game/solo/sooner")
local grounds <const>, odds <const> = use("game/solo/grounds", "game/solo/odds")

local M <const> = {}

local function ratio_of(mind, body, enemy) return see.strength(mind, body) / math.max(1, see.strength(mind, enemy)) end

--- Is a body all horse?
local function mounted(body) return not lists.find(body.units, function(unit) return not army.mounted(unit) end) end

--- How many friendly bodies are sent against that enemy already.
local function others_at(mind, body, enemy)
  local count = 0
  local function counts(order) return order ~= nil and order.verb == "attack" and order.aim == enemy.name end
  for _, cmd in ipairs(mind.view:sealed(mind.side)) do
    if cmd.formation ~= body.id and counts(cmd) then count = count + 1 end
  end
  for id, formation in mind.view:formations(mind.side) do
    if id ~= body.id and counts(formation.order) then count = count + 1 end
  end
  return count
end

--- Is a body sent at that enemy, or at that ground, by the plan?
local function is_sent(mind, body, at)
  local task = mind:task(body.id)
  return task ~= nil and (task.task == "main_effort" or task.task == "flank") and task.at == at and task or nil
end

--- How strong a body is beside an enemy, with all that are sent at him with it; and whether others are.
local function ratio_with_others(mind, body, enemy)
  if not is_sent(mind, body, enemy.id) then return ratio_of(mind, body, enemy) end
  local sum, n = 0, 0
  for _, other in ipairs(see.formations(mind, mind.side)) do
    if is_sent(mind, other, enemy.id) then sum, n = sum + see.strength(mind, other), n + 1 end
  end
  return sum / math.max(1, see.strength(mind, enemy)), n > 1
end

--- Nearer than this an enemy draws attacks: in millimetres, as bodies are measured.
local function near_mm(mind) return mind.weight.near_enemy // mm(1) end

--- Is any unit of a body in a combat?
local function fights(body) return lists.find(body.units, function(unit) return unit.fighting end) ~= nil end

--- Has a body a general who may send it an order once the battle has begun?
local function may_be_ordered(mind, body)
  return lists.find(mind.view:chain(body.id), function(id)
    return mind.view:fit(mind.view:formation(id).commander)
  end) ~= nil
end

--- Why horse does not ride at an enemy: foot in good order beats it. Nil: it may. Horse that waits for other horse is
--- ridden at while it stands, and may not go after those whom it beats.
local function keeps_horse_back(mind, body, enemy)
  if enemy.troops == 0 or mounted(enemy) or fights(enemy) or not may_be_ordered(mind, body) then return nil end
  return "horse waits until the foot is engaged"
end

--- The nearest body of the enemy that is more than guns, and how many millimetres away it is.
local function nearest_enemy(mind, body)
  local found = mind:once("nearest to " .. body.id, function() return { tasks.nearest(body, see.enemies(mind)) } end)
  return found[1], found[2]
end

--- An order to stand where it is and to meet those who come: to attack, along its own line. Troops ordered to hold may
--- neither attack nor take part in a combat beside them (4.5, 10.1), so only those on an objective are ordered so.
local function stands_ready(mind, body, enemy)
  local nearest = not mind.view:told() and nearest_enemy(mind, body)
  if nearest ~= enemy or mounted(body) or grounds.stands_on(mind, body) then return nil, "it is there to hold" end
  local one, other = body.one, body.other
  return mind.weight.order_ready, "it is there to hold, and meets those who come", {
    aim = see.READY, target = { x = one.x, y = one.y },
    target_end = one ~= other and { x = other.x, y = other.y } or nil,
  }
end

--- Is a body to stay in reserve, with no enemy so near that it has to meet him?
local function in_reserve(mind, body)
  local task = mind:task(body.id)
  if not task or task.task ~= "reserve" then return false end
  local enemy, away = nearest_enemy(mind, body)
  return not enemy or mm(away) > mind.weight.lets_come
end

-- What an order of each kind is worth to a body: want, why.
local WORTH <const> = {}

function WORTH.attack(mind, body, order, stance)
  local enemy = see.aimed_at(mind, order)
  if not enemy or body.troops == 0 then return nil end
  local told, weight = mind.view:told(), mind.weight
  local flank, flank_end
  if not told and mounted(body) and enemy.troops > 0 and not mounted(enemy) then
    flank, flank_end = flanks.of(mind, body, enemy)
  end
  local waits = not told and not flank and mounted(body) and keeps_horse_back(mind, body, enemy)
  if waits then return nil, waits end
  if not told and in_reserve(mind, body) then return nil, "it is in reserve" end
  local ratio, others = ratio_with_others(mind, body, enemy)
  local away = told and 0 or tasks.apart(body, enemy)
  local rides = mounted(body) and mounted(enemy)
  local enough = rides and weight.enough_mounted or weight["enough_" .. stance]
  local why = mind:says("%s, %s%d%% as strong as %s%s%s", stance, others and "with the others who are sent " or "",
    math.floor(ratio * 100 + 0.5), enemy.name, told and "" or (", %d mm away"):format(away),
    flank and ", to come at its flank" or "")
  if mind.path == "setup.orders" and see.is_to_hold(mind) and not rides then return stands_ready(mind, body, enemy) end
  if ratio < enough then return nil, why end
  if rides then
    local p = odds.attack(mind, body.ids[1], enemy.ids[1])
    local horse = mind:says("%s to beat %s", mind.words.percent(p), mind:name(enemy.ids[1]))
    if p < weight.horse_sent then return nil, horse end
  end
  local task = mind:task(body.id)
  if task and task.took and not told and mm(away) > weight.before_it then return nil, "it keeps what it has taken" end
  if stance == "defensive" then
    if enemy.troops == 0 or mounted(body) ~= mounted(enemy) then return nil, "it does not leave its line for that" end
  end
  local near = near_mm(mind)
  local want = weight.order_attack + weight.for_near * math.max(0, near - away) / near
    + weight.for_ratio * math.min(ratio, weight.ratio_most)
  local line = flank and { target = flank, target_end = flank_end } or not told and abreast(mind, body, enemy) or nil
  if mounted(body) ~= mounted(enemy) and not flank then want = want - weight.other_arm end
  if enemy.troops == 0 then want = want - weight.guns_alone end
  if is_sent(mind, body, enemy.id) then return want + weight.for_task, why, line end
  return want - weight.for_others * others_at(mind, body, enemy), why, line
end

function WORTH.seize(mind, body, order, stance)
  local id = see.ground(mind, order)
  local area = id and mind.state.areas[id]
  if not area or mounted(body) and (area.terrain == "built_up" or not grounds.is_late(mind)) then return nil end
  local one, other = tasks.ground_of(area)
  local away, near = tasks.away(body, one, other), near_mm(mind)
  local why = mind.telling and mind:said(("{ground} [is] %d mm away%s"):format(away,
    area.objective and ", and what the battle is about" or ""), { ground = id }) or nil
  local task = mind:task(body.id)
  if task and task.took and task.at ~= id then return nil, "it keeps what it has taken" end
  if area.objective and grounds.is_covered(mind, id) then return nil, "it lies behind those who hold" end
  local function seizes_it(cmd) return cmd.verb == "seize" and see.ground(mind, cmd) == id end
  if lists.find(mind.view:sealed(mind.side), seizes_it) then return nil, "others are sent there" end
  local weight = mind.weight
  local sent = is_sent(mind, body, id) and weight.for_task or 0
  local enemy, off = nearest_enemy(mind, body)
  if mind.path == "setup.orders" and enemy and mm(off) <= mm(away) + weight.before_ground then
    return weight.order_ground_later, mind:says("%s stands before it", enemy.name)
  end
  local told = mind.state.sides[mind.side].task ~= nil
  if area.objective then
    return (told and weight.order_objective or weight.order_objective_else) + sent - away / near, why
  end
  if sent > 0 then return sent, why end
  if stance == "defensive" then return mm(away) <= weight.ground_at_hand and weight.order_ground_at_hand or nil, why end
  return math.max(weight.order_ground_least, weight.order_ground - away / near), why
end

function WORTH.hold(mind, body, _, stance)
  if body.troops == 0 then return mind.weight.order_guns_hold, "guns fire from where they stand" end
  local holds = stance == "defensive" or see.is_to_hold(mind)
  local task = mind:task(body.id)
  local why = task and task.took and "it keeps what it has taken" or holds and "it is there to hold"
    or "nothing it could attack with a chance"
  return mind.weight["holds_" .. stance], why
end

--- Guns are brought up, where canister tells; those of a side that is to hold stay in its line.
function WORTH.move(mind, body, order, stance)
  if body.troops > 0 or not order.target then return nil end
  if see.is_to_hold(mind) then return nil, "guns stay in the line that is to hold" end
  local enemy, away = nearest_enemy(mind, body)
  local unit = body.units[1]
  local reach = enemy and army.reach(mind.view, unit, 1)
  if not reach or army.light_artillery(mind.view.rules, unit) then return nil end
  local limit = stance == "defensive" and reach.long_mm or reach[see.guns_bracket(mind)]
  if away <= limit then return nil, "the enemy is within range" end
  local left = tasks.away({ spots = { order.target } }, enemy.one, enemy.other)
  return mind.weight.order_guns_move + mind.weight.for_guns_place / (1 + math.abs(left - limit) / limit),
    mind:says("%s is %d mm away, out of %d mm", enemy.name, away, limit)
end

function WORTH.withdraw(mind, body, _, stance)
  if mind.view:told() then return nil end
  local enemy, away = nearest_enemy(mind, body)
  local least = mind.weight["too_weak_" .. stance]
  if not enemy or not least or mm(away) > mind.weight.before_it or body.troops == 0 then return nil end
  local ratio = ratio_of(mind, body, enemy)
  if ratio >= least * mind.weight.withdraw_below then return nil end
  return mind.weight.order_withdraw, mind:says("only %d%% as strong as %s", math.floor(ratio * 100 + 0.5), enemy.name)
end

--- What an order that might be given is worth.
function M.written(mind, proposal)
  local body = see.body(mind, proposal.formation)
  local judge = body and WORTH[proposal.verb]
  if not judge then return nil end
  return judge(mind, body, proposal, see.stance_of(mind, body.id))
end

local function arrived(mind, body, order)
  return not lists.find(body.units, function(unit) return not see.has_come(mind, unit, order) end)
end

-- Why a formation wants another order than the one it obeys: a text, or nil.
local NEEDS <const> = {}

function NEEDS.attack(mind, body, order, stance)
  if order.aim == see.READY then return NEEDS.hold(mind, body, order, stance) end
  local beside = mounted(body) and mind.weight.flank_off or 0
  local there = see.stands_at(mind, order, mind.weight.gone_from + beside)
  if not there then
    local moved = lists.find(see.enemies(mind), function(enemy) return enemy.name == order.aim end)
    return moved and moved.name .. " has moved" or "the enemy it was sent against has gone"
  end
  local least = mind.weight["too_weak_" .. stance]
  if not least then return nil end
  local enemy = nearest_enemy(mind, body)
  if enemy and ratio_of(mind, body, enemy) < least then return "it is too weak to go on", true end
end

function NEEDS.seize(mind, _, order)
  local id = see.ground(mind, order)
  if not id then return "there is nothing left to seize" end
  if tasks.held(mind.view, mind.side, id) then
    local stays = mind.state.areas[id].objective
    return not stays and mind:said("{ground} [is] taken", { ground = id }) or nil
  end
end

function NEEDS.move(mind, body, order) return arrived(mind, body, order) and "it has come up" or nil end
function NEEDS.withdraw(mind, body, order) return arrived(mind, body, order) and "it is out of reach" or nil end

--- A formation that stands: an enemy whom it could beat, one on its flank, or its side's turn to attack.
function NEEDS.hold(mind, body, _, stance)
  local enemy, away = nearest_enemy(mind, body)
  if not enemy or body.troops == 0 or in_reserve(mind, body) then return nil end
  local ratio, weight = ratio_of(mind, body, enemy), mind.weight
  local enough = weight["enough_" .. stance]
  if see.is_to_hold(mind) and mm(away) > mind.weight.lets_come then return nil end
  if stance ~= "defensive" and ratio >= enough + weight.may_attack_now then return "it may attack now" end
  if mm(away) > weight.before_it then return nil end
  if ratio >= weight.enough_defensive then return "the enemy before it is shaken" end
  local off = geometry.turn(body.units[1].base.facing, geometry.bearing(body.middle, enemy.middle))
  if math.abs(off) > weight.on_flank and ratio >= enough then return enemy.name .. " is on its flank" end
end
NEEDS.support = NEEDS.hold

--- Has a formation others under it, which would all leave what they do for its order?
local function is_over(mind, id)
  for _, formation in mind.view:formations(mind.side) do
    if formation.formation == id then return true end
  end
  return false
end

--- Orders that are obeyed where a formation stands, or once it has come there.
local STANDING <const> = { hold = true, support = true, seize = true }

--- Tasks that call for another order.
local CALLS <const> = { main_effort = true, flank = true, guard = true }

--- Why a formation is to get another order than the one it obeys, its own or that of one above it; nil: it is not, or
--- nobody of it could obey. Then, if there is ground for it to seize, why, and that ground.
local function need_of(mind, body)
  local formation = mind.view:formation(body.id)
  if is_over(mind, body.id) then return nil end
  if #(formation.coming_orders or {}) > 0 then
    local why, again = sooner(mind, body)
    return why, nil, nil, nil, again
  end
  local order = obedience.of(mind.view, body.units[1])
  if not order then return body.troops > 0 and lists.find(body.units, army.free) and "it has no orders" or nil end
  local ground, empty = grounds.wanted(mind, body)
  if not ground and STANDING[order.verb] and grounds.kept_by(mind, body) then return nil end
  if not ground and not lists.find(body.units, army.free) then return nil end
  local needs, task = NEEDS[order.verb], mind:task(body.id)
  local seizes = order.verb == "seize" and see.ground(mind, order)
  if not ground and seizes and mind.state.areas[seizes].objective then return nil end
  if not ground and task and CALLS[task.task] and task.since == mind.state.turn and task.since > 1 and task.because then
    return ("%s: %s"):format(task.because, task.why)
  end
  local why, weak = nil, nil
  if needs then why, weak = needs(mind, body, order, see.stance_of(mind, body.id)) end
  return why, empty, ground, weak
end

--- What formations need, by their ids; worked out once for a choice.
local function needs_of(mind)
  return mind:once("needs", function()
    local needs, any, busy = {}, false, proposals.spoken_for(mind.view, mind.side, "formation")
    for _, body in ipairs(mind.view:told() and {} or see.formations(mind, mind.side)) do
      local why, empty, ground, weak, again
      if not busy[body.id] then why, empty, ground, weak, again = need_of(mind, body) end
      if why or ground then
        needs[body.id], any = { why = why, empty = empty, ground = ground, weak = weak, again = again }, true
      end
    end
    return any and needs
  end)
end

--- If any formation needs an order, generals who may still give one think of it, the lowest first: their orders take
--- effect soonest.
function M.thinking(mind)
  local list, needs = {}, needs_of(mind)
  if not needs then return list end
  for id, general in proposals.leaders(mind.view, mind.side, nil, "general") do
    local one = { of = id, commands = { "issue_order" }, about = needs, rank = mind.view:rank(general.rank) }
    if general.ordered ~= mind.state.turn and general.base then list[#list + 1] = one end
  end
  table.sort(list, function(a, b) return a.rank > b.rank or a.rank == b.rank and a.of < b.of end)
  return list
end

function M.issued(mind, proposal)
  local need = (needs_of(mind) or {})[proposal.formation]
  if not need then return nil end
  local again = need.again
  local same = again and again.by == proposal.general and again.order.verb == proposal.verb
    and again.order.aim == proposal.aim
  if again and not same then return nil end
  local seizes = need.ground and proposal.verb == "seize" and see.ground(mind, proposal) == need.ground
  local because = seizes and need.empty or need.why
  if not because or need.weak and proposal.verb == "attack" then return nil end
  local want, why, fields = M.written(mind, proposal)
  if not want then return nil, why end
  if seizes then want = want + mind.weight.for_empty_ground end
  if same then fields = { target = again.order.target, target_end = again.order.target_end } end
  return want, why and ("%s: %s"):format(because, why) or because, fields
end

return M
