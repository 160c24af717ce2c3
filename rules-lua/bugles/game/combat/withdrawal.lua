-- Voluntary and Involuntary Withdrawal, R95, R181: stands that leave a melee.
local contact <const>, motion <const> = use("game/combat/contact", "game/movement/motion")
local removal <const>, rolls <const> = use("game/army/removal", "game/movement/rolls")
local terms <const> = use "game/combat/melee_question"

local M <const> = {}

local function refuse_unit(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table") end
  if not unit.fights or not lists.has(view:foes(id), unit.fights) then
    return refuse("unit", "is in no continuing melee", "Voluntary Withdrawal")
  end
  if unit.fought then return refuse("unit", "has fought this turn", "Voluntary Withdrawal, R181") end
  if unit.withdrawing then return refuse("unit", "has tried to withdraw this turn", "Voluntary Withdrawal") end
end

command "withdraw_melee" {
  cite = "Voluntary Withdrawal", doc = "A stand tries to leave a continuing melee, with its move.",
  args = { unit "unit" { "own" } },
  refuses = refuse_unit,
  offers = function(view, _, unit, offer) offer { text = "from " .. view:name(unit.fights), score = 2 } end,
  run = function(play, cmd)
    local id, foe = cmd.unit, play:unit(cmd.unit).fights
    local result = play:resolve_of("melee.withdraw", id, {}, foe)
    play:set(play:unit(id), "withdrawing", true)
    play:tell(result.withdraws and "gets_away" or "stays", {
      unit = id, target = foe, need = play.rules.tables.d10_tests "voluntary_withdrawal", score = result.score,
      cite = "Voluntary Withdrawal",
    })
    if not result.withdraws then return end
    local um = rolls.throw(play, id)
    motion.break_off(play, id, foe, um)
    play:set(play:unit(id), "moved", "full")
  end,
}

fact "supports_behind" {
  ask = "How many friends stand directly behind {1}, one behind the other, so that it must pass them?",
  int "supports" { 0, 12, default = 0 }, suggest = 0,
  measured = function(view, _, id)
    local count, last, seen = 0, id, { [id] = true }
    repeat
      local behind
      for _, near in ipairs(view:supporters(last, { within = tabletop.TOUCHING, counts = tabletop.present })) do
        if near.face == "rear" and not seen[near.id] then behind = behind or near.id end
      end
      if behind then count, last, seen[behind] = count + 1, behind, true end
    until not behind
    return count
  end,
}

--- A stand that was halted in its melee goes back, unless it defends an obstacle.
local function force(play, id, unit)
  local foe = unit.fights or play:foes(id)[1]
  local pair = play:met(id, foe)
  local defends = play:fact("obstacle", id, foe) ~= "none" and pair ~= nil and pair.target == id
  local result = play:resolve_of("melee.forced_withdrawal", id, {
    halted_in_melee = true, defending_obstacle = defends,
    supports_behind = defends and 0 or play:fact("supports_behind", id),
    base_depth_mm = play.state.battle.stand_depth_mm,
  }, foe)
  if not result.withdraws then return play:tell("holds", { unit = id, cite = "Involuntary Withdrawal" }) end
  local gone = motion.break_off(play, id, foe, mm(result.distance_mm))
  if not play:engaged(id) then
    return play:tell("halted_back", { unit = id, distance = gone // mm(1), cite = "Involuntary Withdrawal" })
  end
  if play.rules.option.hemmed_in_is_lost then removal.destroy(play, id, "R272") end
end

--- Skirmishers whose enemy is in order again draw off, as far as evaders do (R263).
local function draw_off(play, id, foe)
  play:tell("draws_off", { unit = id, target = foe, cite = "Skirmishers, R263" })
  contact.part(play, id, foe)
  motion.place_back(play, id, foe, mm(play.rules.constant.evade_gap))
end

function M.forced(play)
  for id, unit in play:present() do
    if unit.became_halted and play:engaged(id) then force(play, id, unit) end
  end
  for id, unit in play:present() do
    for _, foe in ipairs(unit.drill == "skirmish" and play:foes(id) or {}) do
      if not terms.may_fight(play, id, foe) then draw_off(play, id, foe) end
    end
  end
end

return M
