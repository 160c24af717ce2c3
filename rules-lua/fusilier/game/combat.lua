-- 4.6 step 5, 10.0 to 10.7: who is in contact, paired and fought from side A's left to its right.

local army <const> = use "game/army"
local fight <const> = use "fight"
local generals <const> = use "game/generals"
local ground <const> = use "game/ground"

story {
  fought = "{unit} against {enemy}: {score} ({working}): {say}.",
  caught = "{unit} is caught in flank or rear by {by} and routs.",
  at_risk = "{general} is with {unit}: {say}",
}

--- What an attacker attacks: the building its target stands in, if any (R56).
local function position_of(view, target)
  return view:fact("cover", target) == "building" and "buildings" or "none"
end

--- The one general who counts for a unit: the senior of those with it (R54).
local function commander_of(view, id)
  local commander = "none"
  for _, general in view:leaders(view:unit(id).side) do
    if general.with == id and not general.disabled then
      if general.rank ~= "brigade" then return "senior" end
      commander = "brigadier"
    end
  end
  return commander
end

--- What every unit in combat is asked for, whatever its arm.
local function common(view, id)
  local unit = view:unit(id)
  return {
    quality = army.quality(view, unit), frontage_mm = unit.front_mm, commander = commander_of(view, id),
    reforming = unit.condition == "reforming", combats_won = unit.combats_won, damage_points = unit.damage_points,
    defeats = unit.defeats, draws = unit.draws,
  }
end

local function as_infantry(view, id, enemy)
  local unit, args = view:unit(id), common(view, id)
  args.attacking = unit.target ~= nil and not args.reforming
  if args.attacking and enemy then args.position = position_of(view, enemy) end
  return args
end

local function as_squadron(view, id)
  local unit, args = view:unit(id), common(view, id)
  args.weight = unit.weight
  args.ridden_through_last_bound = unit.ridden_through or false
  return args
end

measure "infantry" (function(view, a, b)
  local args = { a = {}, b = {} }
  for i, id in ipairs(a) do args.a[i] = as_infantry(view, id, b[1]) end
  for i, id in ipairs(b) do args.b[i] = as_infantry(view, id, a[1]) end
  return args
end)

measure "cavalry" (function(view, a, b)
  local args = { a = {}, b = {} }
  for i, id in ipairs(a) do args.a[i] = as_squadron(view, id) end
  for i, id in ipairs(b) do args.b[i] = as_squadron(view, id) end
  return args
end)

measure "cavalry_infantry" (function(view, squadrons, infantry)
  local args = { squadrons = {}, contact = view:fact("face_met", squadrons[1], infantry) }
  local attack = false
  for i, id in ipairs(squadrons) do
    args.squadrons[i] = as_squadron(view, id)
    attack = attack or not (args.squadrons[i].reforming or args.squadrons[i].ridden_through_last_bound)
  end
  if not attack then args.contact = "front" end
  args.infantry = as_infantry(view, infantry)
  args.infantry.attacking = args.infantry.attacking and not attack
  args.infantry.position = "none"
  args.infantry.formation = ({ column = "column", square = "square" })[view:unit(infantry).drill] or "line"
  return args
end)

--- May this unit fight that one: near enough, facing it, with no friend between (10.1)?
local function eligible(view, id, enemy)
  local unit = view:unit(id)
  local kind = unit.arm == "artillery" and "artillery" or unit.drill == "skirmish" and "skirmishers" or unit.arm
  return view.rules.call("combat.eligible", {
    arm = kind, rifle = kind == "skirmishers" and unit.rifle or false, move_left_mm = 0,
    distance_mm = ground.distance(view, id, enemy), facing = view:fact("facing", id, enemy),
    friend_interposes = view:fact("interposes", id, enemy),
  }).eligible
end

local function can_fight(unit)
  return army.stands(unit) and unit.arm ~= "artillery"
end

local function widest(play, id, other)
  return math.max(army.zone(play.rules, play:unit(id)), army.zone(play.rules, play:unit(other)))
end

--- The enemies a unit fights or is fought by: the pair counts when either may fight the other.
local function contacts(play)
  local met, units = {}, {}
  for id, unit in play:units() do
    if can_fight(unit) then units[#units + 1] = id end
  end
  for _, id in ipairs(units) do
    if play:unit(id).side == play.state.order.sides[1] then
      for _, other in ipairs(units) do
        if play:unit(other).side ~= play:unit(id).side
          and (play:unit(id).drill == "skirmish") == (play:unit(other).drill == "skirmish") -- else 9.0
          and ground.distance(play, id, other) <= widest(play, id, other)
          and (eligible(play, id, other) or eligible(play, other, id)) then
          met[#met + 1] = { id, other }
        end
      end
    end
  end
  return met
end

--- Where a unit stands along side A's front, from its left: the right-hand axis of the first of its units.
local function along(play, id, axis)
  local base = play:unit(id).base
  local bearing, um = ground.toward(axis, base)
  local off = geometry.turn(axis.facing + deg(90), bearing)
  return geometry.step({ x = 0, y = 0 }, off, um).y
end

local function sort_along(play, list, axis)
  local place = {}
  for _, id in ipairs(list) do place[id] = along(play, id, axis) end
  table.sort(list, function(one, other) return place[one] < place[other] end)
  return list
end

--- Cavalry fights the nearer of what it faces (tie: cavalry); a battalion faced by cavalry fights that (R81).
local function cavalry_choices(play, met)
  local choice = {}
  for _, pair in ipairs(met) do
    for i = 1, 2 do
      local id, other = pair[i], pair[3 - i]
      if army.mounted(play:unit(id)) then
        local away = ground.distance(play, id, other)
        local mounted = army.mounted(play:unit(other))
        local best = choice[id]
        if not best or away < best.away or away == best.away and mounted and not best.mounted then
          choice[id] = { enemy = other, away = away, mounted = mounted }
        end
      end
    end
  end
  return choice
end

--- The units of side A, and of B, that the given pairs join up.
local function joined(met, start, taken)
  local sides, todo = { {}, {} }, { { start, 1 } }
  local seen = { [start] = true }
  while #todo > 0 do
    local id, side = table.unpack(table.remove(todo))
    sides[side][#sides[side] + 1] = id
    for _, pair in ipairs(met) do
      local other = pair[3 - side]
      if pair[side] == id and not seen[other] and not taken[other] then
        seen[other] = true
        todo[#todo + 1] = { other, 3 - side }
      end
    end
  end
  return sides[1], sides[2]
end

local function paired(play, met, kind, fights, taken, axis)
  for _, pair in ipairs(met) do
    if not taken[pair[1]] and not taken[pair[2]] then
      local a, b = joined(met, pair[1], taken)
      sort_along(play, a, axis)
      sort_along(play, b, axis)
      for _, id in ipairs(a) do taken[id] = true end
      for _, id in ipairs(b) do taken[id] = true end
      for _, group in ipairs(play.rules.call("combat.pair", { a_units = #a, b_units = #b }).groups) do
        local found = { kind = kind, a = {}, b = {} }
        for i, n in ipairs(group.a) do found.a[i] = a[n] end
        for i, n in ipairs(group.b) do found.b[i] = b[n] end
        fights[#fights + 1] = found
      end
    end
  end
end

--- Every combat of the bound, from side A's left to its right (R75).
local function combats(play)
  local met, fights, taken = contacts(play), {}, {}
  if #met == 0 then return fights end
  local axis = play:unit(met[1][1]).base
  local choice, riders = cavalry_choices(play, met), {}
  local mounted, foot = {}, {}
  for _, pair in ipairs(met) do
    for i = 1, 2 do
      local picked = choice[pair[i]]
      if picked and picked.enemy == pair[3 - i] then
        if picked.mounted then
          mounted[#mounted + 1] = pair
        else
          local body = pair[3 - i]
          riders[body] = riders[body] or {}
          table.insert(riders[body], pair[i])
        end
      end
    end
    if not army.mounted(play:unit(pair[1])) and not army.mounted(play:unit(pair[2])) then foot[#foot + 1] = pair end
  end
  paired(play, mounted, "cavalry", fights, taken, axis)
  for body in play:units() do
    if riders[body] and not taken[body] then
      local squadrons = {}
      for _, id in ipairs(riders[body]) do
        if not taken[id] then squadrons[#squadrons + 1] = id end
      end
      if #squadrons > 0 then
        for _, id in ipairs(squadrons) do taken[id] = true end
        taken[body] = true
        fights[#fights + 1] = { kind = "cavalry_infantry", a = sort_along(play, squadrons, axis), b = { body } }
      end
    end
  end
  paired(play, foot, "infantry", fights, taken, axis)
  local place = {}
  for _, one in ipairs(fights) do place[one] = along(play, one.a[1], axis) end
  table.sort(fights, function(one, other) return place[one] < place[other] end)
  return fights
end

local function all_reforming(list)
  for _, unit in ipairs(list) do
    if not unit.reforming then return false end
  end
  return true
end

local function throwers(list, place, ids)
  for i, id in ipairs(ids) do list[place .. "." .. i] = id end
  return list
end

local function note(results, ids, list, enemies)
  for i, id in ipairs(ids) do
    results[#results + 1] = { unit = id, result = list[i], enemies = enemies }
  end
end

local FIGHT <const> = {}

local function between(procedure, measured)
  return function(play, combat, results)
    local args = play.measure[measured](play, combat.a, combat.b)
    if measured == "cavalry" and all_reforming(args.a) and all_reforming(args.b) then return end
    local who = throwers(throwers({}, "a", combat.a), "b", combat.b)
    local result = play:resolve(procedure, args, who)
    note(results, combat.a, result.a, combat.b)
    note(results, combat.b, result.b, combat.a)
    return true
  end
end

FIGHT.infantry = between("combat.infantry", "infantry")
FIGHT.cavalry = between("combat.cavalry", "cavalry")

function FIGHT.cavalry_infantry(play, combat, results)
  local args = play.measure.cavalry_infantry(play, combat.a, combat.b[1])
  if all_reforming(args.squadrons) and not args.infantry.attacking then return end
  local who = throwers({ infantry = combat.b[1] }, "squadrons", combat.a)
  local result = play:resolve("combat.cavalry_infantry", args, who)
  note(results, combat.a, result.squadrons, combat.b)
  note(results, combat.b, { result.infantry }, combat.a)
  return true
end

--- What a combat leaves behind for good, and what the unit must now do (4.5 of the bound's results).
local function apply(play, one)
  local unit, result = play:unit(one.unit), one.result
  play:set(unit, "response", result.response)
  play:set(unit, "against", table.move(one.enemies, 1, #one.enemies, 1, {}))
  if result.response == "draw" then
    play:set(unit, "draws", unit.draws + 1)
  elseif result.margin and result.margin < 0 and result.carry > 0 then
    play:append(unit.defeats, -result.margin)
  elseif result.margin and result.margin > 0 and army.mounted(unit) and result.response ~= "rout" then
    play:set(unit, "combats_won", unit.combats_won + 1)
  end
end

--- 10.7: every general whose unit fought.
local function at_risk(play, fought)
  for id, general in play:leaders() do
    if general.with and fought[general.with] and not general.disabled then
      local risk = play:resolve("general.risk", { rank = general.rank }, id)
      play:tell("at_risk", {
        general = id, unit = general.with, cite = "10.7", say = risk.disabled and "he falls" or "he is unhurt",
      })
      if risk.disabled then generals.falls(play, id, general, risk) end
    end
  end
end

--- One unit's part of a combat, as the story tells it.
local function tell(play, one)
  local result = one.result
  if not result.roll then -- 10.4: no dice in flank or rear
    if result.response == "rout" then
      play:tell("caught", { unit = one.unit, by = one.enemies[1], cite = "10.4" })
    end
    return
  end
  play:tell("fought", {
    unit = one.unit, enemy = one.enemies[1], score = result.score, working = fight.working(result),
    say = fight.says(result), cite = "10.3 10.4 10.5",
  })
end

local M <const> = {}

--- Step 5: all combats; their results are applied after the last.
function M.fight_all(play)
  local results, fought = {}, {}
  for _, combat in ipairs(combats(play)) do
    local before = #results
    if FIGHT[combat.kind](play, combat, results) then
      for i = before + 1, #results do tell(play, results[i]) end
    end
  end
  for _, one in ipairs(results) do
    apply(play, one)
    fought[one.unit] = true
  end
  at_risk(play, fought)
end

return M
