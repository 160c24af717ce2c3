-- 4.6: the order of play. Each step's own file says what happens in it.

local attack <const> = use "game/combat/attack"
local batteries <const> = use "game/fire/batteries"
local columns <const> = use "game/combat/columns"
local combat <const> = use "game/combat/combat"
local fire <const> = use "game/fire/fire"
local generals <const> = use "game/command/generals"
local morale <const> = use "game/command/morale"
local movement <const> = use "game/movement/movement"
local new_bound <const> = use "game/new_bound"
local retreat <const> = use "game/combat/retreat"

sequence "turn" {
  cite = "4.6", doc = "A bound of ten minutes.",
  step "start" { cite = "4.1", doc = "0. The bound begins.", run = new_bound.start },
  phase "command" {
    cite = "4.5", doc = "0. Orders are issued.", side = "both", sealed = true, commands = { "issue_order" },
  },
  step "activation" {
    cite = "4.5", doc = "0. Orders take effect; who was lost in woods looks for the way.", run = new_bound.activate,
  },
  phase "declare" {
    cite = "4.6", doc = "1. Attacks are declared.", side = "both", sealed = true,
    commands = { "declare_attack", "declare_column" },
  },
  phase "attack" {
    cite = "4.6 5.0", doc = "2. The attacked answer, and attackers go in.", side = "both", sealed = true,
    commands = { "respond", "move_attack" }, when = attack.declared, execute = attack.execute,
  },
  step "after_attack" {
    doc = "2. Hidden units that the enemy has found are seen; what the last bound left to do is done.",
    run = function(play)
      new_bound.settle(play)
      generals.fall_back(play)
      columns.deploy_all(play)
    end,
  },
  phase "movement" {
    cite = "4.6", doc = "3. All other movement.", side = "both", sealed = true,
    commands = { "move", "attach_general", "move_general", "attach_battery" }, execute = movement.execute,
  },
  step "after_movement" {
    cite = "10.1 10.4", doc = "3. Cavalry closes; who was hidden and moved is seen; gunners go back to their guns.",
    run = function(play)
      combat.close_all(play)
      new_bound.settle(play)
      batteries.return_all(play)
    end,
  },
  phase "fire" {
    cite = "4.6", doc = "4. Artillery and skirmishers fire.", side = "both", sealed = true,
    commands = { "fire", "skirmish_fire", "reply" }, execute = fire.volley,
  },
  step "batteries" { cite = "10.1", doc = "4. Batteries caught between the lines.", run = batteries.look },
  step "combat" {
    cite = "4.6", doc = "5. Combats, from left to right.", run = combat.fight_all,
  },
  step "retreats" {
    cite = "4.6", doc = "6. Retreats and routs.",
    run = function(play)
      retreat.all(play)
      new_bound.settle(play)
    end,
  },
  phase "winners" {
    cite = "10.5", doc = "6. Victors whose opponents have gone choose.", side = "both",
    commands = { "winner_choice" },
    when = retreat.somebody_chooses,
  },
  step "brigade_morale" { doc = "7. Brigade morale.", run = morale.brigades },
  step "division_morale" { doc = "8. Divisional morale.", run = morale.divisions },
  step "formation_retreats" {
    doc = "9. Formations go back.",
    run = function(play)
      morale.formation_retreats(play)
      new_bound.settle(play)
    end,
  },
}
