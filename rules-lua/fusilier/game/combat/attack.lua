-- 4.6 steps 1 and 2, 10.2, 10.4: attacks are declared and pressed home.

local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local ground <const>, motion <const> = use("game/movement/ground", "game/movement/motion")
local obedience <const>, proposed <const> = use("game/command/obedience", "game/combat/proposed_attacks")
local recovery <const>, responses <const> = use("game/army/recovery", "game/combat/responses")
local withdrawal <const>, woods <const> = use("game/combat/withdrawal", "game/movement/woods")

local function has_order(view, unit)
  local order = obedience.of(view, unit)
  return order and obedience.ATTACKS[order.verb]
end

--- May the unit attack at all?
local function refuse_unit(view, id)
  local unit = view:unit(id)
  if not army.free(unit) then return refuse("unit", "is " .. unit.status, "10.5 R53") end
  if unit.arm == "artillery" then return refuse("unit", "is a battery; it fires", "10.1") end
  if unit.fighting then return refuse("unit", "is in combat, which goes on without declaring", "R53") end
  if not has_order(view, unit) then return refuse("unit", "has no active order to attack, seize or move", "4.5") end
end

--- What keeps it from attacking that enemy, who is near enough.
local function refuse_target(view, id, target)
  local horse_on_foot = army.mounted(view:unit(id)) and view:unit(target).arm == "infantry"
  local position = horse_on_foot and assault.terms(view, id, target).position or "none"
  if position ~= "none" then
    return refuse("target", ("holds %s, which cavalry may not attack"):format(position), "R67")
  end
  if not view:fact("sight", id, target) then return refuse("target", "is not seen", "4.6") end
end

--- May the unit attack at all, and that enemy?
local function refuse_attack(view, id, target)
  local fault = refuse_unit(view, id)
  if fault then return fault end
  if not tabletop.present(view:unit(target)) then return refuse("target", "is not on the table") end
  local away, may = ground.distance(view, id, target), proposed.reach(view, view:unit(id))
  if away > may then
    local text = ("is %d mm away, %d mm out of reach"):format(away, away - may)
    return refuse("target", text, { cite = "4.6", margin = may - away })
  end
  return refuse_target(view, id, target)
end

--- The column of assault that has been declared on a target: it fights that alone (10.2); nil when there is none.
local function assaulted_by(view, side, target)
  local sealed = lists.find(view:sealed(side), function(cmd)
    return cmd["do"] == "declare_column" and cmd.target == target
  end)
  return sealed and sealed.unit
    or view:some_unit(side, function(unit, id) return unit.column == id and unit.target == target end)
end

--- Another's column of assault on that enemy bars everybody else from him.
local function refuse_assaulted(view, id, target)
  local column = not army.mounted(view:unit(id)) and assaulted_by(view, view:unit(id).side, target)
  if not column or column == id then return nil end
  local text = ("is assaulted by the column of %s, which fights it alone"):format(view:name(column))
  return refuse("target", text, "10.2 10.0")
end

command "declare_attack" {
  cite = "4.6", doc = "Declares an attack on an enemy unit.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    return refuse_attack(view, cmd.unit, cmd.target) or refuse_assaulted(view, cmd.unit, cmd.target)
  end,
  proposals = proposed.attacks(refuse_unit, function(view, id, target)
    return refuse_assaulted(view, id, target) or not view:told() and refuse_target(view, id, target)
  end),
  run = function(play, cmd)
    play:set(play:unit(cmd.unit), "target", cmd.target)
    play:tell("declared", { unit = cmd.unit, target = cmd.target, cite = "4.6" })
  end,
}

--- Whether a battalion may be part of a column, close enough behind the one before it.
local function refuse_behind(view, before, id, seen)
  local unit, name, most = view:unit(id), view:name(id), view.rules.constant.column_break_carry_distance
  if seen[id] then return refuse("behind", ("names %s twice"):format(name)) end
  if unit.arm ~= "infantry" or unit.drill ~= "column" then
    return refuse("behind", ("%s is not infantry in column"):format(name), "10.2")
  end
  if not army.free(unit) or unit.fighting then
    local state = unit.fighting and "in combat" or unit.status
    return refuse("behind", ("%s is %s"):format(name, state), "R53")
  end
  if not has_order(view, unit) then
    return refuse("behind", ("%s has no active order to attack, seize or move"):format(name), "4.5")
  end
  local away = geometry.round_mm(view:apart(before, id) or 0, "up")
  if away > most then
    return refuse("behind", ("%s is %d mm behind, %d too far"):format(name, away, away - most),
      { cite = "10.2", margin = most - away })
  end
end

--- May the battalion lead a column of assault?
local function refuse_lead(view, id)
  local unit, year = view:unit(id), view.state.battle.year
  local whose = view:described({ army = view.state.sides[unit.side].army, year = year }, unit, "column.may_use")
  if not view:ask("column.may_use", whose, id).may_use then
    return refuse("unit", ("is of an army that attacked in line in %d"):format(year), "10.2")
  end
  if unit.arm ~= "infantry" or unit.drill ~= "column" then
    return refuse("unit", "is not infantry in column", "10.2")
  end
end

local function refuse_column(view, cmd)
  local seen, before = { [cmd.unit] = true }, cmd.unit
  for _, id in ipairs(cmd.behind) do
    local fault = refuse_behind(view, before, id, seen)
    if fault then return fault end
    seen[id], before = true, id
  end
end

command "declare_column" {
  cite = "10.2", doc = "Declares an attack by a column of assault: one battalion leads, others follow close behind.",
  args = {
    unit "unit" { "own", doc = "the battalion that leads" }, unit "target" { "enemy" },
    units "behind" { "own", default = {}, doc = "the battalions behind it" },
  },
  proposals = proposed.columns(function(view, id)
    return refuse_lead(view, id) or refuse_unit(view, id)
  end, refuse_target, refuse_behind),
  check = function(view, cmd)
    local fault = refuse_lead(view, cmd.unit)
    if fault then return fault end
    if view:unit(cmd.target).arm ~= "infantry" then return refuse("target", "is not infantry", "10.2") end
    return refuse_attack(view, cmd.unit, cmd.target) or refuse_column(view, cmd)
  end,
  run = function(play, cmd)
    for _, id in ipairs { cmd.unit, table.unpack(cmd.behind) } do
      play:set(play:unit(id), "target", cmd.target)
      play:set(play:unit(id), "column", cmd.unit)
    end
    play:tell("declared_column", { unit = cmd.unit, target = cmd.target, depth = 1 + #cmd.behind, cite = "10.2" })
  end,
}

command "move_attack" {
  cite = "4.6", doc = "An attacker goes in by way of points, instead of straight.",
  args = { unit "unit" { "own" }, points "path" {} },
  check = function(view, cmd)
    if not view:unit(cmd.unit).target then return refuse("unit", "has declared no attack", "4.6") end
    if lists.find(cmd.path, function(at) return not tabletop.within(view, at) end) then
      return refuse("path", "leads off the table", "4.6")
    end
  end,
  run = function(play, cmd)
    local path = {}
    for i, point in ipairs(cmd.path) do path[i] = { x = point.x, y = point.y } end
    play:set(play:unit(cmd.unit), "by", path)
  end,
  proposals = proposed.ways_round,
}

--- Infantry halts as soon as an enemy that may fight is in its zone; cavalry, and whoever goes for guns, closes
--- (10.0, 10.4, R76). Skirmishers are no reason to halt: they fall back.
local function halts_of(play, id, unit)
  if army.mounted(unit) then return nil end
  local zone = army.zone(play, id)
  return { most = mm(zone), by = function(other)
    local enemy = play.state.units[other]
    local fights = enemy and army.stands(enemy) and enemy.arm ~= "artillery"
    return fights and (other == unit.target or ground.distance(play, id, other) > zone) and mm(zone) or nil
  end }
end

local function tell(play, target)
  return function(m, gone)
    local left, touching = ground.distance(play, m.id, target), ground.touching(play, m.id, target)
    local there = gone == 0 and left <= army.zone(play, m.id)
    if there and not touching then return end -- it stands where it can fight already
    local key = touching and "contact" or gone == 0 and "no_nearer" or "advanced"
    play:tell(key, { unit = m.id, target = target, distance = gone, left = left, cite = "4.6" })
  end
end

local function attacker(play, id, unit)
  local target, stages = unit.target, {}
  for i, point in ipairs(unit.by or {}) do stages[i] = { kind = "go", goal = point } end
  stages[#stages + 1] = { kind = "go", chases = target }
  play:set(unit, "came_from", { x = unit.base.x, y = unit.base.y })
  return {
    id = id, stages = stages, from = play.rules.constant.bound - obedience.minutes(play, unit),
    halts = halts_of(play, id, unit), tell = tell(play, target),
  }
end

--- Skirmishers are ridden down or driven back once a bound.
local function may_be_ridden_down(enemy) return enemy.drill == "skirmish" and not enemy.driven_back end

local GROUND <const> = { none = "open", cover = "woods", building = "broken" }

--- Cavalry that reaches skirmishers rides them down in the open, or drives them back (9.0, R51).
local function ride_among(play, id, skirmishers)
  local unit, target = play:unit(id), play:unit(skirmishers)
  if not (tabletop.present(target) and may_be_ridden_down(target) and army.mounted(unit)) then return end
  local ground_there = GROUND[play:fact("cover", skirmishers, id)]
  local asked = play:described({ ground = ground_there }, target, "skirmish.cavalry_contact")
  local result = play:resolve("skirmish.cavalry_contact", asked, skirmishers, id)
  local points = play:lose(id, result.points)
  if result.outcome == "destroyed" then
    play:tell("ridden_down", { unit = id, target = skirmishers, cite = "9.0" })
    if points > 0 then play:set(unit, "damage_points", unit.damage_points + points) end
    play:set(target, "ridden_down", true)
    return recovery.gone(play, skirmishers)
  end
  local say = points > 0 and ", and cost it " .. (points == 1 and "a point" or counted(points, "point")) or ""
  play:tell("driven_back", { unit = id, target = skirmishers, say = say, cite = "9.0 R51" })
  play:set(target, "driven_back", true)
  play:set(unit, "damage_points", unit.damage_points + points)
  withdrawal.go_back(play, skirmishers, tabletop.placed(unit) and geometry.bearing(target.base, unit.base) or nil)
end

fact "come_among" {
  ask = "Which skirmishers does {1} come among on its way?",
  units "enemies" { "enemy", default = {} },
  measured = function(view, _, id)
    return view:touched(id, { of = "enemies", within = tabletop.TOUCHING, counts = may_be_ridden_down })
  end,
}

--- Cavalry rides among all skirmishers that it touches, whether it attacks them or they are in its way (9.0).
local function ride_among_all(play, id)
  local unit = play:unit(id)
  if not army.mounted(unit) or not play:some_unit(play:other(unit.side), may_be_ridden_down) then return end
  for _, other in ipairs(play:fact("come_among", id)) do ride_among(play, id, other) end
end

fact "closes" {
  ask = "{1} may go {3} mm in the open. Does it come up with {2}: reaches, through_woods or short?",
  enum "closes" { "reaches", "through_woods", "short" },
  suggest = "reaches", measured = "reaches",
}

--- A told attack: the players move; woods are the one thing that the rules must know of.
local function told_attack(play, id, unit)
  local how = play:fact("closes", id, unit.target, obedience.in_the_open(play, unit))
  if how == "through_woods" and woods.loses_way(play, id) then how = "short" end
  play:set(unit, "moved", true)
  play:tell(how == "short" and "short" or "arrives", { unit = id, target = unit.target, cite = "4.6" })
  if how ~= "short" then ride_among(play, id, unit.target) end
  ride_among_all(play, id)
end

--- Does a unit press an attack? A column that has failed keeps whom it declared against, who may be gone by now (10.2).
local function presses(play, unit)
  return unit.target and army.free(unit) and not unit.fighting and tabletop.present(play:unit(unit.target))
end

local M <const> = { ride_among_all = ride_among_all }

--- Has anybody declared an attack that is still to be pressed?
function M.declared(view)
  return view:some_unit(nil, function(unit) return unit.target and not unit.fighting end) ~= nil
end

-- The parts of step 2. with.movers: who moves side by side.

--- The attacked answer.
function M.answers(play, _, with)
  with.movers, with.busy = {}, {}
  for _, cmd in ipairs(with.commands) do
    local mover = play:perform(cmd) and cmd["do"] == "respond" and responses.mover(play, cmd) or nil
    if mover then with.movers[#with.movers + 1], with.busy[cmd.unit] = mover, true end
  end
end

--- By a house rule each answer may be executed as it is given; the attackers go in when the phase is over.
local function all_go_in(with) return not (with.alone and #with.commands > 0) end

--- Every attacker goes in, side by side.
function M.go_in(play, _, with)
  local movers, busy, go_in = with.movers or {}, with.busy or {}, all_go_in(with)
  for id, unit in play:units() do
    if go_in and presses(play, unit) and not busy[id] and not (with.alone and unit.moved) then
      if tabletop.placed(unit) then movers[#movers + 1] = attacker(play, id, unit) else told_attack(play, id, unit) end
    end
  end
  motion.run(play, movers)
end

--- Cavalry among skirmishers.
function M.ride_among(play, _, with)
  for id, unit in play:units() do
    if all_go_in(with) and presses(play, unit) and tabletop.placed(unit) then ride_among_all(play, id) end
  end
end

return M
