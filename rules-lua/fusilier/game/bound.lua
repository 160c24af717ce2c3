-- 4.6: the order of play, and the end of a battle.

local army <const> = use "game/army"
local attack <const> = use "game/attack"
local batteries <const> = use "game/batteries"
local combat <const> = use "game/combat"
local concealment <const> = use "game/concealment"
local fire <const> = use "game/fire"
local morale <const> = use "game/morale"
local generals <const> = use "game/generals"
local movement <const> = use "game/movement"
local orders <const> = use "game/orders"
local retreat <const> = use "game/retreat"

local THIS_BOUND <const> = {
  "moved", "responded", "fired", "minutes_used", "response", "against", "came_from", "may_choose", "target", "by",
}

--- A new bound: states move on one place, what was said of the last bound is cleared.
local function begin(play)
  for _, unit in play:units() do
    for _, key in ipairs(THIS_BOUND) do
      if not (key == "target" and unit.fighting) then play:set(unit, key, nil) end
    end
    if unit.guns then play:set(unit, "guns_lost_now", 0) end
    if army.present(unit) then
      play:set(unit, "ridden_through", unit.condition == "ridden_through" or nil)
      if #unit.coming > 0 then
        play:set(unit, "condition", unit.coming[1])
        play:remove(unit.coming, 1)
      end
    end
  end
  for _, general in play:leaders() do
    local with = general.with and play:unit(general.with)
    if with and with.base then
      local base = general.base
      play:set(general, "base", {
        x = with.base.x, y = with.base.y, facing = with.base.facing, width = base.width, depth = base.depth,
      })
    end
  end
  local minute = play.state.battle.start_min + 10 * (play.state.turn - 1)
  play:tell("bound", { bound = play.state.turn, clock = clock.format(minute), cite = "1.1" })
end

--- What the rules ask of a force (R6, 9.0): a brigade is two units or more.
local function check_forces(play)
  for id, formation in play:formations() do
    local foot_or_horse, guns = 0, 0
    for _, unit in play:units(formation.side) do
      if unit.formation == id then
        if unit.arm == "artillery" then guns = guns + 1 else foot_or_horse = foot_or_horse + 1 end
      end
    end
    if formation.level == "brigade" and foot_or_horse == 1 then
      error({ arg = id, message = ("formation %s: a brigade has two units or more (1.1 R6)"):format(id) }, 0)
    end
    if foot_or_horse + guns > 0 and not formation.quality then
      error({ arg = id, message = ("formation %s: quality is required of a formation with units"):format(id) }, 0)
    end
  end
end

sequence "setup" {
  step "setup" { cite = "1.1", doc = "Forces are looked over.", run = check_forces },
  phase "orders" {
    cite = "3.1 3.2", doc = "Troops are concealed, orders written.", side = "both",
    commands = { "conceal", "write_order" },
  },
}

sequence "turn" {
  cite = "4.6", doc = "A bound of ten minutes.",
  step "start" {
    run = function(play)
      if play.state.turn == 1 then orders.start(play) end
      begin(play)
      orders.activate(play)
    end,
  },
  phase "command" { cite = "4.5", doc = "Orders are issued.", side = "both", commands = { "issue_order" } },
  phase "declare" {
    cite = "4.6", doc = "1. Attacks are declared.", side = "both", sealed = true, commands = { "declare_attack" },
  },
  phase "respond" {
    cite = "5.0", doc = "2. The attacked answer.", side = "both", commands = { "respond", "move_attack" },
    when = function(view)
      for _, unit in view:units() do
        if unit.target and not unit.fighting then return true end
      end
      return false
    end,
  },
  step "attackers" { doc = "2. Attackers move to the combat zone.", run = attack.press_all },
  step "skirmishers" { cite = "9.0", doc = "2. Skirmishers fall back.", run = attack.fall_back_all },
  phase "movement" {
    cite = "4.6", doc = "3. All other movement.", side = "both", sealed = true, commands = { "move", "evolve" },
  },
  step "must_move" {
    cite = "4.5", doc = "3. Formations under way move; what was hidden and moved is seen.",
    run = function(play)
      movement.must_move(play)
      generals.fall_back(play)
      concealment.reveal(play)
    end,
  },
  phase "fire" {
    cite = "4.6", doc = "4. Artillery and skirmishers fire.", side = "both", sealed = true,
    commands = { "fire", "skirmish_fire" }, execute = fire.volley,
  },
  step "batteries" { cite = "10.1", doc = "4. Batteries caught between the lines.", run = batteries.look },
  step "combat" {
    cite = "4.6", doc = "5. Combats, from left to right.", run = combat.fight_all,
  },
  step "retreats" { cite = "4.6", doc = "6. Retreats and routs.", run = retreat.all },
  phase "winners" {
    cite = "10.5", doc = "6. Victors whose opponents have gone choose.", side = "both",
    commands = { "winner_choice" },
    when = retreat.somebody_chooses,
  },
  step "brigade_morale" { doc = "7. Brigade morale.", run = morale.brigades },
  step "division_morale" { doc = "8. Divisional morale.", run = morale.divisions },
  step "formation_retreats" { doc = "9. Formations go back.", run = morale.formation_retreats },
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
