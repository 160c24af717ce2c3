-- 4.6: the order of play, and the end of a battle.

local army <const> = use "game/army"
local attack <const> = use "game/attack"
local batteries <const> = use "game/batteries"
local buildings <const> = use "game/buildings"
local columns <const> = use "game/columns"
local combat <const> = use "game/combat"
local concealment <const> = use "game/concealment"
local fire <const> = use "game/fire"
local generals <const> = use "game/generals"
local leaders <const> = use "game/leaders"
local morale <const> = use "game/morale"
local movement <const> = use "game/movement"
local obedience <const> = use "game/obedience"
local orders <const> = use "game/orders"
local recovery <const> = use "game/recovery"
local retreat <const> = use "game/retreat"
local woods <const> = use "game/woods"

local THIS_BOUND <const> = {
  "moved", "responded", "fired", "minutes_used", "response", "against", "came_from", "may_choose", "by",
  "stands_and_fights", "driven_back",
}

--- A combat that goes on keeps who attacked whom, and in what column (R53).
local WHILE_FIGHTING <const> = { "target", "column" }

--- A new bound: states move on one place, what was said of the last bound is cleared.
local function begin(play)
  recovery.settle(play)
  for id, unit in play:units() do
    for _, key in ipairs(THIS_BOUND) do play:set(unit, key, nil) end
    if not unit.fighting and not unit.must_deploy then
      for _, key in ipairs(WHILE_FIGHTING) do play:set(unit, key, nil) end
    end
    if unit.guns then play:set(unit, "guns_lost_now", 0) end
    if army.present(unit) then
      play:set(unit, "ridden_through", unit.condition == "ridden_through" or nil)
      recovery.advance(play, id)
    end
  end
  play:tell("bound", { bound = play.state.turn, clock = clock.format(obedience.now(play)), cite = "1.1" })
end

--- 6.4, R33: units lost in woods that would go on throw again.
local function woods_again(play)
  for id, unit in play:units() do
    if unit.condition == "lost_in_woods" and obedience.of(play, unit) then woods.loses_way(play, id) end
  end
end

--- What follows from any movement: where battalion guns and generals are, who holds which buildings, who is seen.
local function settle(play)
  batteries.follow_all(play)
  buildings.settle(play)
  concealment.reveal(play)
  leaders.follow(play)
end

sequence "turn" {
  cite = "4.6", doc = "A bound of ten minutes.",
  step "start" {
    run = function(play)
      if play.state.turn == 1 then orders.start(play) end
      begin(play)
      settle(play)
    end,
  },
  phase "command" {
    cite = "4.5", doc = "Orders are issued.", side = "both", sealed = true, commands = { "issue_order" },
  },
  step "activation" {
    cite = "4.5", doc = "Orders take effect; who was lost in woods looks for the way.",
    run = function(play)
      obedience.activate(play)
      woods_again(play)
    end,
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
    doc = "2. Who was hidden and was come upon is seen; what the last bound left to do is done.",
    run = function(play)
      settle(play)
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
      settle(play)
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
      settle(play)
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
      settle(play)
    end,
  },
}

--- A side is beaten when it has lost so many of its units for good, or nobody is left (R4).
victory(function(view)
  local beaten = {}
  for _, side in ipairs(view.state.order.sides) do
    local all, lost, standing = 0, 0, 0
    for _, unit in view:units(side) do
      if army.present(unit) then standing = standing + 1 end
      if unit.arm ~= "artillery" then
        all = all + 1
        if unit.condition == "gone" then lost = lost + 1 end
      end
    end
    beaten[side] = standing == 0 or all > 0 and lost * 100 >= all * view.state.battle.break_percent
  end
  local a, b = table.unpack(view.state.order.sides)
  if beaten[a] and beaten[b] then return { winner = "draw", why = "both armies are broken" } end
  if beaten[a] then return { winner = b, why = "the enemy's army is broken" } end
  if beaten[b] then return { winner = a, why = "the enemy's army is broken" } end
end)
