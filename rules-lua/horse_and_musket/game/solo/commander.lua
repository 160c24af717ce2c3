-- 4.8: how the solo commander plays a side, stance by stance, priority by priority.

local aims <const>, charges <const>, generals <const> = use("game/solo/aims", "game/solo/charges", "game/solo/generals")
local guns <const>, moves <const>, motion <const> = use("game/solo/guns", "game/solo/moves", "game/movement/motion")
local objectives <const> = use "game/solo/objectives"
local see <const>, shots <const>, threats <const> = use("game/solo/view", "game/solo/shots", "game/solo/threats")

--- How units get about, as limber.solo.goals has to know it; no unit leaves its brigade's support but to take its own
--- place (4.2).
local WAYS <const> = {
  move = "move", turn = "turn", back = "retire",
  turns = deg(45),
  rate = see.rate,
  back_rate = function(mind, id)
    local args = { formation = mind.view:unit(id).drill, retrograde = true }
    return mm(mind:ask("movement.allowance", mind.view:question("movement.allowance", id, args), id).move_mm)
  end,
  reach = function(mind, id, base)
    return motion.reach(mind.view, id, base, false, mind.view:unit(id).acted ~= nil).um
  end,
  may_turn = function(_, unit)
    return unit.drill ~= nil and unit.drill ~= "deployed" and not unit.turned and not unit.inside
  end,
  may_pivot = function(_, unit) return not unit.turned end,
  swings = function(mind, id, base, angle) return (mind.view:swing(id, base, angle)) end,
  stands = function(mind, id, base) return not mind.view:room(id, base) end,
  ends = function(mind, id, base, goal)
    if objectives.leaves(mind, id, base) then return false end
    return goal.back or goal.follows or charges.supported(mind, id, base)
  end,
  looks_well = shots.looks_well,
}

--- Wanted as it is offered.
local function yes() return 1 end

solo {
  weights = "solo_weights", characters = "solo_characters",
  ways = WAYS, charges = aims.charges, measures = see.measures,
  threats = threats,
  stance = function(view, _, id)
    local formation = view.state.formations[id] or view.state.formations[view:formation_of(id)]
    return formation and formation.stance
  end,
  order = {
    ["side_turn.rally"] = generals.order,
    ["side_turn.charges"] = charges.order,
    ["side_turn.movement"] = moves.order,
    ["side_turn.firing"] = guns.order,
  },
  commands = {
    place = yes, take_command = generals.take, rally = generals.rally, attach_general = generals.attach,
    move_general = generals.ride,
    choose_units = generals.choose, charge = charges.charge, next_combat = charges.next_combat,
    move = moves.judge, march = moves.judge, retire = moves.judge, turn = moves.judge, pivot_guns = moves.judge,
    change_formation = moves.judge, limber = moves.judge, deploy_guns = moves.judge, enter = moves.judge,
    leave = moves.judge, fire = guns.fire, fire_guns = guns.fire,
  },
  answers = { ["charge.defensive_fire"] = charges.defensive_fire, ["charge.countercharge"] = charges.countercharge },
  tells = { "charge", "charge.countercharge" },
  left = { ["side_turn.charges"] = charges.left },
}
