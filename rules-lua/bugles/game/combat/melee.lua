-- Melee, Resolving Melees, Continuing Melees, R3, R37, R38, R179, R180: the fights of a player turn.
--
-- The side with the initiative is the Attacker. Each stand fights one enemy in a player turn: `fought`. A fight that
-- decides nothing goes on in the next player turn between the same two: `fights`.
local breakthrough <const>, leaders <const> = use("game/combat/breakthrough", "game/command/leaders")
local motion <const>, removal <const> = use("game/movement/motion", "game/army/removal")
local terms <const> = use "game/combat/melee_question"
use "game/combat/responses"

local M <const> = {}

--- Is there a fight to be fought?
function M.any(view) return #terms.left(view, view.state.active) > 0 end

-- ---- the order of fights, and leaders who join ----------------------------------------------------------------------

local MELEE <const> = { cite = "Melee" }

record "melee_pair" { unit "unit" { "own" }, unit "target" { "enemy" } }

local function same(one, other) return one.unit == other.unit and one.target == other.target end

--- That fight in a list, and its place.
local function among(list, one) return lists.find(list, function(pair) return same(pair, one) end) end

local function refuse_order(view, cmd)
  local left = terms.left(view, cmd.side)
  local all = #left
  for _, one in ipairs(cmd.fights) do
    local found, place = among(left, one)
    local text = "%s and %s have no fight with each other, or are listed twice"
    if not found then return refuse("fights", text:format(view:called(one.unit), view:called(one.target)), MELEE) end
    table.remove(left, place)
  end
  if #left > 0 then return refuse("fights", ("must list all %d contacts, not %d"):format(all, #cmd.fights), MELEE) end
end

command "order_melees" {
  cite = "Melee, R179", doc = "The order in which the fights are fought: every contact once.",
  args = { list "fights" { "melee_pair", min = 1 } },
  check = function(view, cmd)
    if view.state.active ~= cmd.side then return refuse("side", "has not the initiative", MELEE) end
    return refuse_order(view, cmd)
  end,
  proposals = function(view, side)
    local left = terms.left(view, side)
    return #left > 1 and { { fights = left, text = counted(#left, "contact"), score = 10 } } or {}
  end,
  run = function(play, cmd)
    local _, about = play:at()
    local names = {}
    for i, one in ipairs(cmd.fights) do names[i] = play:name(one.unit) .. " against " .. play:name(one.target) end
    play:set(about, "order", cmd.fights)
    play:tell("order", { side = cmd.side, say = table.concat(names, ", "), cite = "Melee" })
  end,
}

fact "leader_near" {
  ask = "Is {1} within {leader_single_out} mm of {2}?", flag "near" {},
  suggest = function(view, leader, id) return view:leader(leader).with == id end,
  measured = function(view, _, leader, id)
    local um = view:apart(leader, id)
    if not um then return false, -1 end
    return um <= mm(view.rules.constant.leader_single_out), um
  end,
}

local function refuse_joining(view, id, unit)
  local leader = view:leader(id)
  if not view:fit(id) then return refuse("leader", "is not there") end
  if leader.joined then return refuse("leader", "has joined a melee", "Role of Leaders") end
  if leader.rank == "group" and view:formation_of(id) ~= view:unit(unit).formation then
    return refuse("unit", "is not of his group", "Role of Leaders, R37")
  end
  if not view:engaged(unit) or view:unit(unit).fought then
    return refuse("unit", "has no fight before it", "Role of Leaders")
  end
  local near, um = view:fact("leader_near", id, unit)
  if near then return nil end
  local most = view.rules.constant.leader_single_out
  return refuse("leader", ("is not within %d mm of %s"):format(most, view:called(unit)), {
    cite = "Role of Leaders", margin = um and tabletop.short_by(mm(most) - um),
  })
end

command "join_melee" {
  cite = "Role of Leaders, R37", doc = "A leader joins the melee of a stand near him, and may fall in it.",
  args = { leader "leader" { "own" }, unit "unit" { "own" } },
  check = function(view, cmd) return refuse_joining(view, cmd.leader, cmd.unit) end,
  proposals = where_measured(function(view, side, of)
    local list = {}
    for id in view:fit_leaders(side) do
      for unit in view:present(side) do
        if (not of or of == id) and view:engaged(unit) and not refuse_joining(view, id, unit) then
          list[#list + 1] = { leader = id, unit = unit, text = view:name(unit), score = 5 }
        end
      end
    end
    return list
  end),
  run = function(play, cmd)
    play:set(play:leader(cmd.leader), "joined", cmd.unit)
    play:tell("joins_melee", { leader = cmd.leader, unit = cmd.unit, cite = "Role of Leaders" })
  end,
}

-- ---- a fight --------------------------------------------------------------------------------------------------------

local function throw(play, about, with)
  local args = terms.args(play, about.unit, about.target)
  local result = play:resolve("melee.resolve", args, { attacker = about.unit, defender = about.target }, about.target)
  with.result = result
  play:set(about, "round", args.round)
  play:set(about, "outcome", result.outcome)
  play:tell("fight", {
    unit = about.unit, target = about.target, say = args.round == "continuing" and ", going on" or "",
    score = result.attacker_score .. because(result.attacker_modifiers),
    against = result.defender_score .. because(result.defender_modifiers), cite = "Resolving Melees",
  })
  for _, id in ipairs { about.unit, about.target } do play:set(play:unit(id), "fought", true) end
end

local function losses(play, about, with)
  local result = with.result
  if result.attacker_loss == 0 and result.defender_loss == 0 then
    return play:tell("one_each", { cite = "Resolving Melees" })
  end
  if result.defender_loss > 0 then removal.melee_losses(play, about.target, result.defender_loss, about.unit) end
  if result.attacker_loss > 0 then removal.melee_losses(play, about.unit, result.attacker_loss, about.target) end
end

--- Those who are left, and touch still, fight on in the next player turn (Continuing Melees).
local function settle(play, about)
  if not play:met(about.unit, about.target) then return end
  play:set(play:unit(about.unit), "fights", about.target)
  play:set(play:unit(about.target), "fights", about.unit)
end

--- May a mounted stand that charged foot, and has not broken it in the first round, draw off (R170)?
local function may_recoil(view, about)
  local charger, enemy, met = view:unit(about.unit), view:unit(about.target), view:met(about.unit, about.target)
  return about.round == "impact" and charger.arm == "mounted" and enemy.arm ~= "mounted"
    and met ~= nil and met.target == about.target
end

local function recoil(play, about, choice)
  if choice == "stay" then return end
  local result = play:resolve_of("charge.recoil", about.unit, {}, about.target)
  play:tell(result.recoils and "recoils" or "no_recoil", {
    unit = about.unit, need = play.rules.tables.d10_tests "recoil", score = result.score,
    distance = result.distance_mm, cite = "Mounted Charges, R170",
  })
  if not result.recoils then return end
  play:forget(play:unit(about.unit), { "disordered" })
  motion.break_off(play, about.unit, about.target, mm(result.distance_mm))
end

sequence "melee" {
  cite = "Resolving Melees", doc = "One round between two stands: { unit, target }, the Attacker's first.",
  step "round" {
    cite = "Resolving Melees", doc = "4. Both throw.",
    parts = {
      part "throw" { cite = "Resolving Melees", doc = "a die each, with all that bears on it", run = throw },
      part "losses" { cite = "Resolving Melees", doc = "figures are lost, stands destroyed", run = losses },
      part "settle" { cite = "Continuing Melees", doc = "who is left fights on", run = settle },
    },
  },
  decision "recoil" {
    cite = "Mounted Charges, R170", doc = "4. Mounted chargers may draw off.",
    ask = "{unit} may draw off.",
    side = function(view, about) return view:unit(about.unit).side end,
    when = may_recoil, options = function() return { "recoil", "stay" } end,
    run = recoil,
  },
  step "breakthrough" {
    cite = "Mounted Charges, R171", doc = "4. Cavalry that has destroyed an enemy may break through.",
    when = function(play, about)
      return about.outcome == "defender_destroyed" and breakthrough.may(play, about.unit)
    end,
    run = function(play, about) play:push("breakthrough", { unit = about.unit }) end,
  },
}

--- The next fight: as ordered, else the first that is left.
local function next_fight(view, side, order)
  local left = terms.left(view, side)
  return lists.find(order or {}, function(one) return among(left, one) end) or left[1]
end

--- The fight that a command names.
local function named(view, cmd)
  return lists.find(terms.left(view, cmd.side), function(pair)
    return pair.unit == cmd.unit and (not cmd.target or cmd.target == pair.target)
  end)
end

local function check_fight(view, cmd)
  local _, about = view:at()
  local pair = named(view, cmd)
  if not pair then
    local engaged = view:engaged(cmd.unit)
    if not (cmd.target and engaged) then
      return refuse("unit", engaged and "has no fight this turn" or "is not in contact with an enemy", MELEE)
    end
    local met = lists.has(view:foes(cmd.unit), cmd.target)
    local why = met and "has no fight left with it" or "is not in contact with it"
    return refuse("target", why, "Melee, R179")
  end
  local wanted = next_fight(view, cmd.side, about.order)
  if about.order and not same(wanted, pair) then
    return refuse("unit", ("waits: %s fights first, as ordered"):format(view:called(wanted.unit)), MELEE)
  end
  return nil, pair
end

command "fight" {
  cite = "Melee", doc = "The fight that is fought next.",
  args = {
    unit "unit" { "own" }, unit "target" { "enemy", optional = true, doc = "where it is in contact with several" },
  },
  check = check_fight,
  proposals = function(view, side, of)
    local _, about = view:at()
    local list = {}
    for i, pair in ipairs(terms.left(view, side)) do
      local next_one = not about.order or same(pair, next_fight(view, side, about.order))
      if (not of or of == pair.unit) and next_one then
        local first = terms.round(view, pair.unit, pair.target) == "impact"
        list[#list + 1] = {
          unit = pair.unit, target = pair.target, score = 100 - i, text = first and "first round" or "going on",
        }
      end
    end
    return list
  end,
  run = function(play, cmd, pair)
    pair = pair or named(play, cmd)
    if pair then play:push("melee", { unit = pair.unit, target = pair.target }) end
  end,
}

--- The fights that are left, one after another.
function M.finish(play, about)
  local pair = next_fight(play, about.side, about.order)
  if not pair then return nil end
  play:push("melee", { unit = pair.unit, target = pair.target })
  return "fights"
end

--- Leaders who joined in risk their lives, once each (R38).
function M.leaders(play)
  for id, leader in play:leaders() do
    if leader.joined then
      play:forget(leader, { "joined" })
      local risks = play:fit(id) and play:resolve("leader.melee_danger", {}, id)
      if risks and risks.fallen then
        play:tell("falls_in_melee", { leader = id, roll = play:dice(), cite = "Danger to Leaders" })
        leaders.fallen(play, id)
      end
    end
  end
end

return M
