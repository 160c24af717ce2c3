-- 4.8: how the solo commander plays a side, stance by stance, priority by priority.

local attack <const> = use "game/solo/attack"
local charges <const> = use "game/solo/charges"
local generals <const> = use "game/solo/generals"
local guns <const> = use "game/solo/guns"
local moves <const> = use "game/solo/moves"
local ways <const> = use "game/solo/ways"

--- Wanted as it is offered.
local function yes() return 1 end

solo {
  weights = "solo_weights", ways = ways, charges = attack.charges,
  stance = function(view, _, id)
    local unit, general = id and view.state.units[id], id and view.state.leaders[id]
    local formation = id and view.state.formations[unit and unit.formation or id]
    if formation then return formation.stance end
    for _, led in view:formations(general and general.side or "") do
      if led.commander == id then return led.stance end
    end
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
  answers = {
    ["charge.defensive_fire"] = charges.defensive_fire, ["charge.countercharge"] = charges.countercharge,
  },
  tells = { "charge", "charge.countercharge" },
  left = { ["side_turn.charges"] = charges.left },
}
