-- How the solo commander plays a side. Regulars shoot, hold together and go into square before horse; warriors wait for
-- their numbers out of fire, use cover and ambush, charge together, and go home when they have had enough.

local ambushes <const>, charges <const> = use("game/solo/ambushes", "game/solo/charges")
local fire <const>, leaders <const> = use("game/solo/fire", "game/solo/leaders")
local moves <const>, nominations <const> = use("game/solo/moves", "game/solo/nominations")
local see <const> = use "game/solo/view"
local supposed <const>, threats <const> = use("game/solo/supposed", "game/solo/threats")

--- Wanted as it is offered.
local function offered(_, proposal) return 1 + (proposal.score or 0), proposal.text end

solo {
  weights = "solo_weights", characters = "solo_characters", measures = see.measures, threats = threats,
  supposes = supposed,
  stance = function(view, _, id)
    if not id then return nil end
    local formation = view.state.units[id] and view:unit(id).formation or view:formation_of(id) or id
    local known = view.state.formations[formation]
    return known and see.drilled(view, formation) and "drilled" or (known or view.state.units[id]) and "warriors" or nil
  end,
  order = {
    ["player_turn.movement"] = moves.order,
    ["player_turn.fire"] = fire.order "fire", ["player_turn.return_fire"] = fire.order "return_fire",
  },
  commands = {
    place = moves.deploy, nominate_group = nominations.nominate, end_movement = nominations.end_movement,
    place_leader = leaders.place, take_command = leaders.take,
    charge = charges.charge, ambush = ambushes.spring,
    move = moves.judge, manhandle = moves.judge, withdraw_facing = moves.judge, wheel = moves.judge,
    change_face = moves.judge, incline = moves.judge, form_square = moves.judge, leave_square = moves.judge,
    back_to_back = moves.judge, deploy_skirmish = moves.judge, reform = moves.judge, dismount = moves.judge,
    mount = moves.judge, limber = moves.judge, unlimber = moves.judge,
    resupply = offered, assign_gunners = offered, allocate_hits = offered,
    defend = offered, fire = fire.fire, return_fire = fire.return_fire, snipe = offered, free_shot = offered,
    order_melees = charges.order, join_melee = charges.join, withdraw_melee = charges.withdraw, fight = charges.fight,
  },
  answers = { ["charge.evade"] = charges.evade, ["melee.recoil"] = charges.recoil },
  tells = { "charge", "ambush" }, advises = { "move" },
}
