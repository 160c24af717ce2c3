-- 4.6: the order of play. Each step's own file says what happens in it.

local attack <const>, batteries <const> = use("game/combat/attack", "game/fire/batteries")
local columns <const>, combat <const>, fire <const> = use("game/combat/columns", "game/combat/combat", "game/fire/fire")
local generals <const>, morale <const> = use("game/command/generals", "game/command/morale")
local movement <const>, new_bound <const> = use("game/movement/movement", "game/new_bound")
local retreat <const> = use "game/combat/retreat"

--- What follows from any movement.
local function settled()
  return part "settle" { doc = "guns, generals and garrisons follow; the hidden are seen", run = new_bound.settle }
end

sequence "turn" {
  cite = "4.6", doc = "A bound of ten minutes.",
  step "start" {
    cite = "4.1", doc = "0. The bound begins.",
    parts = {
      part "first_orders" { cite = "4.1", doc = "the first orders stand", run = new_bound.first_orders },
      part "begin" { cite = "1.1", doc = "states move on; the last bound is over", run = new_bound.begin },
      settled(),
    },
  },
  phase "command" {
    cite = "4.5", doc = "0. Orders are issued.", side = "both", sealed = true, commands = { "issue_order" },
  },
  step "activation" {
    cite = "4.5", doc = "0. Orders take effect; who was lost in woods looks for the way.",
    parts = {
      part "orders" { cite = "4.5", doc = "orders take effect", run = new_bound.activate },
      part "woods" { cite = "6.4", doc = "who was lost in woods looks for the way", run = new_bound.woods_again },
    },
  },
  phase "declare" {
    cite = "4.6", doc = "1. Attacks are declared.", side = "both", sealed = true,
    commands = { "declare_attack", "declare_column" },
  },
  phase "attack" {
    cite = "4.6 5.0", doc = "2. The attacked answer, and attackers go in.", side = "both", sealed = true,
    commands = { "respond", "move_attack" }, when = attack.declared,
    parts = {
      part "answers" { cite = "5.0", doc = "the attacked answer", run = attack.answers },
      part "go_in" { cite = "4.6", doc = "attackers go in, side by side", run = attack.go_in },
      part "ride_among" { cite = "9.0", doc = "cavalry rides skirmishers down", run = attack.ride_among },
    },
  },
  step "after_attack" {
    doc = "2. Hidden units that the enemy has found are seen; what the last bound left to do is done.",
    parts = {
      settled(),
      part "fall_back" { cite = "10.7", doc = "formations without their general fall back", run = generals.fall_back },
      part "deploy" { cite = "10.2", doc = "columns that have failed deploy into line", run = columns.deploy_all },
    },
  },
  phase "movement" {
    cite = "4.6", doc = "3. All other movement.", side = "both", sealed = true,
    commands = { "move", "attach_general", "move_general", "attach_battery" },
    parts = {
      part "march" { cite = "6.2 4.5", doc = "who was told to and who must moves, side by side", run = movement.march },
      part "others" { doc = "generals ride, batteries join formations", run = movement.others },
    },
  },
  step "after_movement" {
    cite = "10.1 10.4", doc = "3. Cavalry closes; who was hidden and moved is seen; gunners go back to their guns.",
    parts = {
      part "close" { cite = "10.4", doc = "cavalry near an enemy closes to contact", run = combat.close_all },
      settled(),
      part "gunners" { cite = "10.1", doc = "gunners go back to their guns", run = batteries.return_all },
    },
  },
  phase "fire" {
    cite = "4.6", doc = "4. Artillery and skirmishers fire.", side = "both", sealed = true,
    commands = { "fire", "skirmish_fire", "reply" },
    parts = {
      part "batteries" { cite = "8.1", doc = "batteries fire", run = fire.batteries },
      part "skirmishers" { cite = "9.0", doc = "skirmishers fire, and units reply", run = fire.skirmishers },
      part "losses" { cite = "8.2", doc = "what all the fire has done counts", run = fire.losses },
      part "seen" { doc = "the hidden that have fired are seen", run = fire.seen },
    },
  },
  step "batteries" { cite = "10.1", doc = "4. Batteries caught between the lines.", run = batteries.look },
  step "combat" {
    cite = "4.6", doc = "5. Combats, from left to right.",
    parts = {
      part "fight" { cite = "10.0", doc = "each combat, by the parts of combat", run = combat.fight_all },
      part "results" { cite = "10.5", doc = "the results of all count", run = combat.apply_all },
      part "generals" { cite = "10.7", doc = "generals whose units fought are at risk", run = combat.generals },
    },
  },
  step "retreats" {
    cite = "4.6", doc = "6. Retreats and routs.",
    parts = {
      part "routs" { cite = "10.5", doc = "the routed go", run = retreat.routs },
      part "retreats" { cite = "10.5", doc = "the beaten retreat", run = retreat.retreats },
      part "ridden_through" { cite = "10.5", doc = "horse and what it has ridden through change places",
        run = retreat.ridden_through },
      part "columns" { cite = "10.2", doc = "broken columns retire", run = retreat.columns },
      part "carried" { cite = "7.0", doc = "friends carried back come to their states", run = retreat.carried },
      part "pursuits" { cite = "10.5", doc = "pursuers follow", run = retreat.pursuits },
      part "fights_on" { cite = "10.5", doc = "who fights on, and who has a choice", run = retreat.fights_on },
      settled(),
    },
  },
  phase "winners" {
    cite = "10.5", doc = "6. Victors whose opponents have gone choose.", side = "both",
    commands = { "winner_choice" },
    when = retreat.somebody_chooses,
  },
  step "brigade_morale" {
    doc = "7. Brigade morale.",
    parts = {
      part "brigades" { cite = "11.1", doc = "brigades test", run = morale.brigades },
      part "batteries" { cite = "11.3", doc = "batteries test", run = morale.batteries },
    },
  },
  step "division_morale" { doc = "8. Divisional morale.", run = morale.divisions },
  step "formation_retreats" {
    doc = "9. Formations go back.",
    parts = {
      part "go_back" { cite = "11.1", doc = "formations that failed go back", run = morale.formation_retreats },
      part "over" { doc = "what was said of morale is over", run = morale.forget },
      settled(),
    },
  },
}
