-- Sequence of Play: a turn is a player turn of each side. Each step's own file says what happens.

local charges <const>, fire <const> = use("game/combat/charges", "game/fire/fire")
local initiative <const>, leaders <const> = use("game/command/initiative", "game/command/leaders")
local reserve <const>, tactical <const> = use("game/movement/reserve", "game/movement/tactical")

--- What a unit did in the player turn that is over: its own movement, fire, charges (step 9).
local PLAYER_TURN <const> = {
  "fired", "fire_loss", "functions", "charging", "countercharging", "vulnerable", "maneuver",
  "may_change", "way", "fords", "passages", "changes", "left_square", "zones", "bent", "moved",
  "announced", "about_faced", "retreated", "moves", "rallies_outside",
}

local function acting(_, about) return about.side end

local function other(view, about) return view:other(about.side) end

local function player_turn(nth)
  return function(play, about)
    local first = about.first
    play:push("player_turn", { side = nth == 1 and first or play:other(first) })
  end
end

--- What is done for the side that moves.
local function own(fn)
  return function(play, about) return fn(play, about.side) end
end

local function begin(play, about)
  play:set(play.state, "active", about.side)
  for _, leader in play:leaders() do play:forget(leader, { "way", "fords" }) end
  play:tell("player_turn", { side = about.side })
end

--- Step 9: what was said of the player turn is over; silenced batteries of the side that moved recover (R47).
local function clear(play, about)
  for _, unit in play:units() do
    play:forget(unit, PLAYER_TURN)
    if unit.side == about.side and unit.silenced then play:set(unit, "silenced", nil) end
  end
end

sequence "turn" {
  cite = "Seq", doc = "A turn of 30 minutes: a player turn of each side.",
  step "begin" { doc = "The turn begins.", run = function(play) play:tell("turn", { turn = play.state.turn }) end },
  step "initiative" {
    cite = "Seq 1, R65", doc = "1. Both commanders throw for the choice of moving first, where the scenario has it.",
    run = initiative.throw,
  },
  decision "order" {
    cite = "Seq 1", doc = "1. The winner chooses to move first or second.", ask = "the choice is theirs.",
    side = function(_, about) return about.winner end, options = { "first", "second" },
    when = function(_, about) return about.winner ~= nil end, run = initiative.choose,
  },
  step "first" { cite = "Seq 2", doc = "2 to 9. The side that moves first.", run = player_turn(1) },
  step "second" { cite = "Seq 3", doc = "10. The other side.", run = player_turn(2) },
  step "close" { cite = "RM 5i, RM 5j", doc = "11. The turn ends.", run = reserve.turn_over },
}

sequence "player_turn" {
  cite = "Seq 2", doc = "One side's player turn: it maneuvers, both sides fire, charges are fought.",
  step "begin" { doc = "The player turn begins.", run = begin },
  step "replacements" { cite = "Seq 2a", doc = "2. Leaders who have fallen are replaced.", run = own(leaders.replace) },
  phase "leaders" {
    cite = "Seq 2a", doc = "2. Leaders, engineers and batteries join units, or leave them.", side = acting,
    commands = {
      "attach_leader", "detach_leader", "attach_engineers", "detach_engineers", "attach_battery", "detach_battery",
    },
  },
  phase "reserve" {
    cite = "RM 3c, RM 4", doc = "3. Units in the reserve zone, or on their way to or from it, move.", side = acting,
    commands = {
      "announce_rm", "move", "wheel", "change_formation", "about_face", "limber", "unlimber", "change_facing",
    },
  },
  phase "tactical" {
    cite = "TM 1, GB 1", doc = "4. All other units move in the tactical zone; charges are moved.", side = acting,
    commands = {
      "maneuver", "charge", "move", "wheel", "change_formation", "about_face", "limber", "unlimber", "change_facing",
      "form_grand_battery",
    },
  },
  step "maneuver_over" {
    cite = "RM 5i, RM 5j", doc = "4. Success and failure in reserve are noted.", run = own(reserve.over),
  },
  step "left_alone" {
    cite = "base, R128", doc = "4. Disordered brigades in the tactical zone that have not thrown do.",
    run = own(tactical.left_alone),
  },
  phase "detached_leaders" {
    cite = "Seq 2a", doc = "5. Leaders who are with no unit move.", side = acting, commands = { "move_leader" },
  },
  phase "defensive_fire" {
    cite = "Seq 2b", doc = "6. The other side fires.", side = other, commands = fire.COMMANDS, when = fire.any,
  },
  phase "offensive_fire" {
    cite = "Seq 2b", doc = "7. The side that moves fires.", side = acting, commands = fire.COMMANDS, when = fire.any,
  },
  phase "charges" {
    cite = "Seq 2c", doc = "8. The order of the combats.", side = acting, commands = charges.COMMANDS,
    when = charges.any, over = function(_, about) return about.order ~= nil end,
  },
  step "combats" { cite = "Ch 1, Seq 2c", doc = "8. All charges are fought.", run = charges.fight },
  phase "breakthroughs" {
    cite = "Ch 5g, R76", doc = "8. Winners break through.", side = acting, commands = charges.BREAKTHROUGHS,
    when = charges.may_break_through,
  },
  step "breakthrough_combats" {
    cite = "Ch 5g, R76", doc = "8. The combats of those who broke through.", run = charges.fight,
  },
  step "blown" { cite = "Cav, Ch 4d", doc = "8. Cavalry that charged is disordered.", run = charges.over },
  step "clear" { cite = "R47", doc = "9. The player turn ends.", run = clear },
}
