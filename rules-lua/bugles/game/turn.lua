-- Sequence of Play: a game turn is a player turn of each side. Each step's own file says what happens.

local army_morale <const>, charges <const> = use("game/army/morale", "game/combat/charges")
local defensive <const>, disorder <const> = use("game/fire/defensive", "game/movement/disorder")
local groups <const>, impetuous <const> = use("game/command/groups", "game/command/impetuous")
local loss_of_leaders <const>, melee <const> = use("game/command/loss_of_leaders", "game/combat/melee")
local sight <const>, withdrawal <const> = use("game/movement/sight", "game/combat/withdrawal")
use("game/combat/ambush", "game/command/riding")

--- What a stand, and a group, did in the player turn that is over.
local THIS_TURN <const> = {
  "moved", "incline_used", "charged", "missed", "fought", "withdrawing", "fired", "fired_defensively", "broke_through",
  "fire_loss", "morale_tested", "became_halted", "refaced", "manhandled", "unlimbered", "limber_failed", "stopped",
  "sees", "used", "balance", "slow_balance", "half_left", "on_the_way", "stays", "rough_way",
}
local GROUP_TURN <const> = { "moved", "must_advance", "nominated", "defence" }

local function acting(_, about) return about.side end

local function other(view, about) return view:other(about.side) end

--- What was said of the last player turn is over.
local function clear(play, about)
  play:set(play.state, "active", about.side)
  play:forget(play.state.sides[about.side], { "nominations" })
  for _, unit in play:units() do play:forget(unit, THIS_TURN) end
  for _, formation in play:formations() do play:forget(formation, GROUP_TURN) end
  for _, leader in play:leaders() do play:forget(leader, { "joined", "moved_mm" }) end
end

--- Figures of every stand as the player turn begins: stand morale counts by them (R183).
local function strength(play)
  for _, unit in play:present() do
    if unit.figures_at_start ~= unit.figures then play:set(unit, "figures_at_start", unit.figures) end
  end
end

local function told(play, about) play:tell("player_turn", { side = about.side }) end

--- Tests to change face count for a game turn (R65).
local function faces(play)
  for _, unit in play:units() do play:forget(unit, { "face_tests" }) end
end

local function player_turn(side_of)
  return function(play) play:push("player_turn", { side = side_of(play) }) end
end

local function first(view) return view.state.battle.first end

local function second(view) return view:other(first(view)) end

--- What is done for the side with the initiative.
local function own(fn)
  return function(play, about) fn(play, about.side) end
end

--- What is done for both sides, the one with the initiative first.
local function both(fn)
  return {
    part "own" { doc = "of the side with the initiative", run = function(play, about) fn(play, about.side) end },
    part "enemy" { doc = "of the other", run = function(play, about) fn(play, play:other(about.side)) end },
  }
end

sequence "turn" {
  cite = "Sequence of Play", doc = "A game turn: a player turn of each side (R1).",
  step "begin" {
    doc = "The game turn begins.",
    parts = {
      part "told" { doc = "it is told", run = function(play) play:tell("turn", { turn = play.state.turn }) end },
      part "faces" { cite = "R65", doc = "tests to change face are forgotten", run = faces },
    },
  },
  step "first" { cite = "R2", doc = "The side that goes first.", run = player_turn(first) },
  step "second" { cite = "R2", doc = "The other side.", run = player_turn(second) },
}

sequence "player_turn" {
  cite = "Sequence of Play", doc = "One side's player turn: it has the initiative (R3).",
  step "begin" {
    doc = "The player turn begins.",
    parts = {
      part "clear" { doc = "what was said of the last one is over", run = clear },
      part "strength" { cite = "R183", doc = "the figures of every stand are counted", run = strength },
      part "told" { doc = "it is told", run = told },
    },
  },
  step "replacements" {
    cite = "Loss of a Leader", doc = "Groups without a leader throw for another.",
    run = own(loss_of_leaders.replace),
  },
  step "sights" {
    cite = "Eligibility to Charge, R158", doc = "The enemies that each stand sees: only those may be charged.",
    run = own(sight.note),
  },
  step "fanatics" {
    cite = "Loss of Non-Regular CinC, R47", doc = "1. Fanatics who have lost their chief charge.",
    parts = {
      part "charge" { doc = "they charge", run = own(charges.fanatics) },
      part "over" { doc = "they are bound no more", run = impetuous.unbind },
    },
    when = function(play, about) return play.state.sides[about.side].fanatics_bound or false end,
  },
  phase "nomination" {
    cite = "Command Quality", doc = "1. The next group is nominated.", side = acting,
    commands = { "nominate_group", "end_movement" },
    when = function(play, about) return groups.to_nominate(play, about) end,
    over = function(view, about) return groups.acting(view, about.side) ~= nil or about.movement_over or false end,
  },
  step "advance" {
    cite = "Command Quality, R29", doc = "1. An impetuous group goes at the enemy.",
    parts = {
      part "nominate" { cite = "R203", doc = "if none was nominated, the nearest is", run = impetuous.nominate },
      part "go" { doc = "its stands go", run = impetuous.advance },
    },
    when = function(play, about) return about.impetuous or impetuous.bound(play, groups.acting(play, about.side)) end,
  },
  phase "movement" {
    cite = "Command Quality, Variable Movement", doc = "1. The group moves, charges and changes formation.",
    side = acting,
    commands = {
      "move", "manhandle", "withdraw_facing", "wheel", "change_face", "incline", "form_square", "leave_square",
      "back_to_back", "deploy_skirmish", "reform", "dismount", "mount", "limber", "unlimber",
      "charge",
      "place_leader", "take_command",
      "resupply", "assign_gunners",
      "end_group", "end_movement",
    },
    interrupts = { "ambush" },
    when = function(play, about)
      return groups.acting(play, about.side) ~= nil or groups.snipers_alone(play, about.side)
    end,
    over = function(_, about) return about.group_over or about.movement_over or false end,
  },
  step "end_of_turn" {
    cite = "Command Quality", doc = "1. The group is done; the End of Turn Dice says if another may move.",
    parts = {
      part "done" { doc = "the group has moved", run = groups.finish },
      part "throw" { cite = "R27", doc = "the die, if another group could move", run = groups.end_of_turn },
    },
    when = function(play, about) return groups.acting(play, about.side) ~= nil end,
  },
  phase "defensive_fire" {
    cite = "Defensive Fire", doc = "2. Those charged fire at the chargers.", side = other,
    commands = { "defend" },
    when = function(play, about) return #defensive.charged_groups(play, play:other(about.side)) > 0 end,
  },
  phase "fire" { cite = "When to Fire", doc = "3. The side with the initiative fires.", side = acting,
    commands = { "fire", "snipe" } },
  phase "return_fire" { cite = "When to Fire", doc = "3. The other side returns fire.", side = other,
    commands = { "return_fire", "snipe" } },
  phase "melee_order" {
    cite = "Melee", doc = "4. The order of the fights, and leaders who join in.", side = acting,
    commands = { "order_melees", "join_melee" }, interrupts = { "join_melee" },
    when = melee.any, over = function(_, about) return about.order ~= nil end,
  },
  phase "melee" {
    cite = "Melee", doc = "4. Withdrawals, leaders who join in, and the fights.", side = acting,
    commands = { "withdraw_melee", "join_melee", "fight" }, interrupts = { "join_melee" }, when = melee.any,
  },
  step "fights" { cite = "Resolving Melees", doc = "4. The fights that are left.", run = melee.finish },
  step "leaders_in_melee" {
    cite = "Danger to Leaders", doc = "4. Leaders who joined a melee risk their lives.",
    run = own(melee.leaders),
  },
  step "forced_withdrawals" {
    cite = "Involuntary Withdrawal", doc = "4. Stands halted in melee go back.",
    run = withdrawal.forced,
  },
  step "group_morale" {
    cite = "Command Group Morale", doc = "5. The morale of every group.",
    parts = both(army_morale.groups),
  },
  step "army_morale" { cite = "Army Morale", doc = "5. The morale of both armies.", parts = both(army_morale.army) },
  step "recover" {
    cite = "Disordered Troops", doc = "6. Stands of the other side are in order again.",
    run = function(play, about) disorder.recover(play, play:other(about.side), "end_of_enemy_turn") end,
  },
}
