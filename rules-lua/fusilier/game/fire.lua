-- 4.6 step 4, 8.0, 9.0: batteries fire, then skirmishers, all at once.

local army <const> = use "game/army"
local ground <const> = use "game/ground"
local retreat <const> = use "game/retreat"

story {
  fired = "{unit} fires at {target}: {say}",
  skirmished = "{unit} skirmishes with {target}: {say}",
  replied = "{unit} replies to {target}: {say}",
}

measure "fire" (function(view, battery, target)
  local unit, enemy = view:unit(battery), view:unit(target)
  local range = math.max(1, ground.distance(view, battery, target))
  local args = { calibre_pdr = unit.calibre_pdr, guns = unit.guns, range_mm = range }
  if enemy.arm == "artillery" then
    args.target, args.target_limbered, args.target_guns = "battery", enemy.drill == "limbered", enemy.guns
  else
    args.target = enemy.drill == "skirmish" and "skirmishers" or "formed"
  end
  return args, { range_mm = range }
end)

measure "skirmish" (function(view, battalion, target)
  local unit, enemy = view:unit(battalion), view:unit(target)
  return {
    weapon = unit.rifle and "rifle" or "musket", target = enemy.arm,
    range_mm = math.max(1, ground.distance(view, battalion, target)),
    target_cover = view:fact("cover", target),
  }
end)

fact "cover" {
  ask = "What cover does {1} stand in: none, cover or building?",
  enum "cover" { "none", "cover", "building" },
  measured = function(view, field, id)
    for _, area in ipairs(field:under(id)) do
      local terrain = view.state.areas[area].terrain
      if terrain == "built_up" then return "building" end
      if terrain == "open_woods" then return "cover" end
    end
    return "none"
  end,
}

--- Whatever fires needs its target on the table, in its front arc, and in sight (R40).
local function refuse_target(view, cmd)
  local unit, target = view:unit(cmd.unit), view:unit(cmd.target)
  if not army.present(target) then return refuse("target", "is not on the table") end
  if unit.condition ~= "ready" then return refuse("unit", "is " .. unit.condition, { cite = "10.5" }) end
  local facing, margin = view:fact("facing", cmd.unit, cmd.target)
  if not facing then return refuse("target", "is outside the front arc", { cite = "R40", margin = margin }) end
  local sight, by = view:fact("sight", cmd.unit, cmd.target)
  if not sight then return refuse("target", "is not in sight", { cite = "R40", margin = by }) end
end

local function likely(view, side, arm_fits, question)
  local list = {}
  for id, unit in view:units(side) do
    if army.free(unit) and arm_fits(unit) then
      for other, enemy in view:units(view:other(side)) do
        if army.present(enemy) and not refuse_target(view, { unit = id, target = other }) then
          local fault = question(view, id, other)
          local away = ground.distance(view, id, other)
          if not fault then
            list[#list + 1] = { unit = id, target = other, text = ("%d mm"):format(away), score = -away }
          end
        end
      end
    end
  end
  table.sort(list, function(one, other) return one.score > other.score end)
  return list
end

local function fire_fault(view, unit, target)
  return view.rules.fault("artillery.fire", (view.measure.fire(view, unit, target)))
end

command "fire" {
  cite = "8.2", doc = "A battery fires at an enemy.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    if unit.arm ~= "artillery" then return refuse("unit", "is no battery", { cite = "8.2" }) end
    if unit.drill ~= "unlimbered" then return refuse("unit", "is limbered", { cite = "R40" }) end
    if unit.abandoned then return refuse("unit", "stands without its gunners", { cite = "10.1" }) end
    local fault = refuse_target(view, cmd)
    if fault then return fault end
    fault = fire_fault(view, cmd.unit, cmd.target)
    if fault then return refuse("target", fault.message, { cite = "8.1 8.3" }) end
  end,
  proposals = function(view, side)
    return likely(view, side, function(unit)
      return unit.arm == "artillery" and unit.drill == "unlimbered" and not unit.abandoned
    end, fire_fault)
  end,
  run = function() end, -- fire is worked for all at once: see `volley`
}

local function skirmish_fault(view, unit, target)
  return view.rules.fault("skirmish.fire", (view.measure.skirmish(view, unit, target)))
end

command "skirmish_fire" {
  cite = "9.0", doc = "Skirmishers fire at close-order troops.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    if view:unit(cmd.unit).drill ~= "skirmish" then
      return refuse("unit", "is not in skirmish order", { cite = "9.0" })
    end
    if view:unit(cmd.target).drill == "skirmish" then
      return refuse("target", "is skirmishers: they fight by combat", { cite = "9.0" })
    end
    local fault = refuse_target(view, cmd)
    if fault then return fault end
    fault = skirmish_fault(view, cmd.unit, cmd.target)
    if fault then return refuse("target", fault.message, { cite = "9.0" }) end
  end,
  proposals = function(view, side)
    return likely(view, side, function(unit) return unit.drill == "skirmish" end, function(_, unit, target)
      return view:unit(target).drill == "skirmish" or skirmish_fault(view, unit, target)
    end)
  end,
  run = function() end,
}

local function silence(play, target, guns)
  local enemy = play:unit(target)
  local lost = math.min(guns, enemy.guns)
  if lost == 0 then return end
  play:set(enemy, "guns", enemy.guns - lost)
  play:set(enemy, "guns_lost_now", (enemy.guns_lost_now or 0) + lost)
  if enemy.guns == 0 then retreat.gone(play, target) end
end

local function hurt(play, target, points, guns)
  local enemy = play:unit(target)
  if not army.present(enemy) then return end
  if points > 0 then play:set(enemy, "damage_points", enemy.damage_points + points) end
  if guns > 0 then silence(play, target, guns) end
end

local function fire(play, cmd, hits)
  local result = play:resolve("artillery.fire", (play.measure.fire(play, cmd.unit, cmd.target)), cmd.unit)
  play:tell("fired", {
    unit = cmd.unit, target = cmd.target, cite = "8.2",
    say = ("%s range, 2D6 %d: %s"):format(result.bracket, result.roll, play.rules.says("artillery.fire", result)),
  })
  hits[#hits + 1] = { cmd.target, result.damage_points, result.guns_silenced }
end

local function skirmish(play, cmd, hits)
  local result = play:resolve("skirmish.fire", (play.measure.skirmish(play, cmd.unit, cmd.target)), cmd.unit)
  play:tell("skirmished", {
    unit = cmd.unit, target = cmd.target, cite = "9.0",
    say = ("needs %d, D6 %d: %s"):format(result.needs, result.roll, play.rules.says("skirmish.fire", result)),
  })
  hits[#hits + 1] = { cmd.target, result.damage_points, result.guns_silenced }
end

--- Formed infantry that stood still answers those who shot at it: one throw, at the first of them (R47).
local function reply(play, cmd, hits, replied)
  local enemy = play:unit(cmd.target)
  local args = {
    range_mm = math.max(1, ground.distance(play, cmd.unit, cmd.target)), arm = enemy.arm, moved = enemy.moved or false,
  }
  if replied[cmd.target] or play.rules.fault("skirmish.reply", args) then return end
  replied[cmd.target] = true
  local result = play:resolve("skirmish.reply", args, cmd.target)
  play:tell("replied", {
    unit = cmd.target, target = cmd.unit, cite = "9.0",
    say = ("D6 %d: %s"):format(result.roll, play.rules.says("skirmish.reply", result)),
  })
  hits[#hits + 1] = { cmd.unit, result.points, 0 }
end

local M <const> = {}

--- Works all fire of the step: batteries first, then skirmishers and those who reply; what it does counts
--- when all have thrown.
function M.volley(play, _, commands)
  local hits, replied = {}, {}
  for _, cmd in ipairs(commands) do
    if cmd["do"] == "fire" then fire(play, cmd, hits) end
    play:set(play:unit(cmd.unit), "fired", true)
  end
  for _, cmd in ipairs(commands) do
    if cmd["do"] == "skirmish_fire" then
      skirmish(play, cmd, hits)
      reply(play, cmd, hits, replied)
    end
  end
  for _, hit in ipairs(hits) do hurt(play, hit[1], hit[2], hit[3]) end
end

return M
