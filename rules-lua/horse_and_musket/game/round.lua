-- 4.3: a round: both sides throw for the first turn, then each has its own. Each step's own file says what happens.

local charges <const>, choice <const> = use("game/combat/charges", "game/command/choice")
local command_step <const>, leaders <const> = use("game/command/command", "game/command/leaders")
local melee <const>, stances <const> = use("game/combat/melee", "game/solo/stances")
use "game/movement/entering"
use "game/fire/fire"
use "game/movement/formations"
use "game/fire/guns"
use "game/movement/movement"
use "game/command/rally"
use "game/combat/responses"
use "game/command/riding"
use "game/movement/works"

--- What is over when a side's own turn begins again (4.1).
local THIS_TURN <const> = {
  "commander", "offered", "may_move", "acted", "turned", "moved", "changed", "marched", "retired", "fired", "band",
  "rallied", "left_mm",
}

--- Has anybody of a side leave to move (R24)?
local function anybody_may_move(view, side)
  return view:some_unit(side, function(unit) return unit.may_move end) ~= nil
end

local function acting(_, about) return about.side end

local function score(roll, modifiers)
  local text = tostring(roll)
  for _, one in ipairs(modifiers) do text = ("%s %+d"):format(text, one.value) end
  return text
end

--- 1, R14: both throw until one is higher.
local function throw_initiative(play, about)
  local a, b = table.unpack(play.state.order.sides)
  local one, other = play.state.sides[a], play.state.sides[b]
  local result = play:resolve("initiative.roll", {
    army_a = one.army, army_b = other.army, modifier_a = one.modifier, modifier_b = other.modifier,
  }, { a = a, b = b })
  if result.first == "tie" then
    play:tell("initiative_tie", { one = result.total_a, cite = "1 R14" })
    return "initiative"
  end
  local first = result.first == "a" and a or b
  play:tell("initiative", {
    first = a, second = b, one = score(result.roll_a, result.modifiers_a),
    other = score(result.roll_b, result.modifiers_b), winner = first, cite = "1",
  })
  play:set(about, "first", first)
end

--- A side's turn begins: what was said of its last one is cleared.
local function clear(play, about)
  play:set(play.state, "active", about.side)
  for _, unit in play:units(about.side) do play:forget(unit, THIS_TURN) end
  for _, general in play:leaders(about.side) do play:forget(general, { "rallied", "chooses", "moved" }) end
end

--- Generals may ride again (R9).
local function fresh_generals(play, about)
  for _, general in play:leaders(about.side) do play:set(general, "moved", nil) end
end

sequence "turn" {
  cite = "Sequence R13", doc = "A round: the turns of both sides.",
  step "round" {
    doc = "1. The round begins.",
    run = function(play) play:tell("round", { round = play.state.turn }) end,
  },
  step "initiative" { cite = "1 R14", doc = "1. Who goes first.", run = throw_initiative },
  step "first" {
    cite = "R13", doc = "The side that goes first.",
    run = function(play, about) play:push("side_turn", { side = about.first }) end,
  },
  step "second" {
    cite = "R13", doc = "The other side.",
    run = function(play, about) play:push("side_turn", { side = play:other(about.first) }) end,
  },
}

sequence "side_turn" {
  cite = "Sequence", doc = "One side's turn.",
  step "begin" {
    doc = "A side's turn begins.",
    parts = {
      part "clear" { doc = "what was said of its last turn is over", run = clear },
      part "told" { doc = "it is told", run = function(play, about) play:tell("side_turn", { side = about.side }) end },
    },
  },
  phase "rally" {
    cite = "2.1", doc = "2. Generals ride and rally.", side = acting,
    commands = { "move_general", "attach_general", "rally" },
    when = function(play, about) return play:fit_leaders(about.side)() ~= nil end,
  },
  step "review" {
    cite = "Solo.D3 Solo.C3 Solo.A3", doc = "3. Solo brigades that held or were beaten.",
    run = function(play, about) stances.review(play, about.side) end,
  },
  step "reach" {
    cite = "3 R22", doc = "3. Whose each unit is.",
    run = function(play, about) command_step.reach(play, about.side) end,
  },
  phase "assign" {
    cite = "3 R22", doc = "3. Commanders take units near them.", side = acting, commands = { "take_command" },
    when = function(play, about) return command_step.offers(play, about.side) end,
  },
  step "orders" {
    cite = "3", doc = "3. Commanders throw for their units.",
    run = function(play, about) command_step.throw_all(play, about.side) end,
  },
  phase "command" {
    cite = "3 R20", doc = "3. Who moves, where half may.", side = acting, commands = { "choose_units" },
    when = function(play, about) return choice.open(play, about.side) end,
  },
  step "generals" {
    cite = "R9", doc = "4. Generals may ride again.",
    parts = {
      part "orders" {
        cite = "R20", doc = "orders not sent are not sent any more",
        run = function(play, about) choice.close(play, about.side) end,
      },
      part "ride" { cite = "R9", doc = "generals may ride again", run = fresh_generals },
    },
  },
  phase "charges" {
    cite = "4.1", doc = "4. Charges are declared.", side = acting, commands = { "charge" },
    when = function(play, about) return anybody_may_move(play, about.side) end,
  },
  step "charging" { cite = "4.4", doc = "4. Charges are carried out, one by one.", run = charges.go },
  step "overrun" { cite = "R9", doc = "4. Generals that charges have reached.", run = leaders.overrun },
  phase "movement" {
    cite = "4.2", doc = "4. All other movement.", side = acting,
    commands = {
      "move", "turn", "retire", "march", "change_formation", "deploy_line", "limber", "deploy_guns", "pivot_guns",
      "enter", "leave", "move_general", "attach_general",
    },
  },
  step "touched" {
    cite = "R9", doc = "4. Generals that the enemy has touched.",
    run = function(play, about) leaders.touched(play, play:other(about.side)) end,
  },
  phase "firing" { cite = "5", doc = "5. Firing.", side = acting, commands = { "fire", "fire_guns" } },
  step "single_combat" { cite = "6 4.6", doc = "6. A single contact is fought of itself.", run = melee.single },
  phase "hand_to_hand" {
    cite = "6 4.6", doc = "6. Hand-to-hand combat.", side = acting, commands = { "next_combat" }, when = melee.left,
  },
  step "combats" {
    cite = "4.6", doc = "6. Every contact is fought; then no unit is hand to hand.",
    parts = {
      part "fight" { cite = "6 4.6", doc = "what is left is fought, by the parts of melee", run = melee.finish },
      part "over" { cite = "SR.4", doc = "nobody is hand to hand; who closed up opens out", run = melee.over },
      part "generals" { cite = "R9", doc = "generals that the enemy has reached", run = leaders.overrun },
    },
  },
  step "close" {
    doc = "6. The side's turn ends.", run = function(play, about) stances.turn_over(play, about.side) end,
  },
}
