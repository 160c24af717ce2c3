-- How the solo commander plays a side: brigades that attack or hold, with a reserve; guns in range, together where they
-- may; horse that waits for its moment; leaders where they are needed.

local charges <const>, fire <const>, guns <const> = use("game/solo/charges", "game/solo/fire", "game/solo/guns")
local leaders <const>, moves <const>, see <const> = use("game/solo/leaders", "game/solo/moves", "game/solo/view")

--- Wanted as it is offered.
local function offered(_, proposal) return 1 + (proposal.score or 0), proposal.text end

solo {
  weights = "solo_weights", characters = "solo_characters", measures = see.measures,
  order = {
    ["player_turn.reserve"] = moves.reserve, ["player_turn.tactical"] = moves.tactical,
    ["player_turn.defensive_fire"] = fire.order, ["player_turn.offensive_fire"] = fire.order,
  },
  commands = {
    place = offered, fire = fire.fire, attach_battery = guns.attach, detach_battery = guns.detach,
    attach_leader = leaders.attach, detach_leader = leaders.detach, move_leader = leaders.move,
    announce_rm = moves.announce, maneuver = moves.judge, charge = moves.judge,
    order_combats = function() return nil end, breakthrough = charges.breakthrough,
    move = moves.judge, wheel = moves.judge, change_formation = moves.judge, about_face = moves.judge,
    limber = moves.judge, unlimber = moves.judge, change_facing = moves.judge, form_grand_battery = guns.form,
  },
  answers = {
    ["combats.advance"] = charges.advance,
    ["turn.order"] = function(mind) -- who is last in turn 1 may then move twice running
      local press = not mind.view:told() and mind.state.turn > 1 and see.attacks(mind)
      return press and "first" or "second", press and "to attack" or "to see what he does"
    end,
  },
  tells = { "charge" }, advises = { "move" },
}
