-- 4.6 step 5, 10.0 to 10.7: cavalry closes; combats are fought from side A's left to its right, and what comes of them
-- counts when the last is over.
local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local attack <const>, fight <const>, generals <const> = use("game/combat/attack", "fight", "game/command/generals")
local ground <const>, obedience <const> = use("game/movement/ground", "game/command/obedience")
local pairing <const>, woods <const> = use("game/combat/pairing", "game/movement/woods")

--- What is asked of each unit of one side, against those of the other.
local function each(view, ids, enemies, ask)
  local list = {}
  for i, id in ipairs(ids) do list[i] = ask(view, id, enemies) end
  return list
end

local function names(play, ids) return table.concat(each(play, ids, nil, play.called), ", ") end

measure "infantry" (function(view, a, b)
  return { a = each(view, a, b, assault.infantry), b = each(view, b, a, assault.infantry) }
end)

measure "cavalry" (function(view, a, b)
  return { a = each(view, a, b, assault.squadron), b = each(view, b, a, assault.squadron) }
end)

--- Squadrons in flank or rear need no help of any that stand still: those are left out there.
measure "cavalry_infantry" (function(view, squadrons, infantry)
  local args = { squadrons = {}, contact = assault.face(view, squadrons, infantry) }
  local charged, fighting = false, {}
  for _, id in ipairs(squadrons) do
    local charges = assault.charges(view:unit(id))
    charged = charged or charges
    if charges or args.contact == "front" then
      args.squadrons[#args.squadrons + 1] = assault.squadron(view, id, { infantry })
      fighting[#fighting + 1] = id
    end
  end
  args.infantry = assault.foot(view, infantry, squadrons, charged)
  return args, fighting
end)

--- How each kind of combat is asked: its procedure, and the places of its two sides in the question and the answer. The
--- second side of some is a single unit and no list.
local KINDS <const> = {
  infantry = { asks = "combat.infantry", a = "a", b = "b", cite = "10.3 10.5" },
  cavalry = { asks = "combat.cavalry", a = "a", b = "b", cite = "10.4 10.5" },
  cavalry_infantry = { asks = "combat.cavalry_infantry", a = "squadrons", b = "infantry", single = true,
    cite = "10.4 10.5" },
  column_assault = { asks = "combat.column_assault", a = "columns", b = "defender", single = true,
    cite = "10.2 10.3 10.5", called = "Column of assault: " },
}

--- Asks one combat, and notes what becomes of each unit in it and the dice it threw; nothing where nobody may fight.
local function fight_one(play, one, results)
  local kind, thrower, places = KINDS[one.kind], {}, {}
  local args, fighting = play.measure[one.kind](play, one.ours, kind.single and one.theirs[1] or one.theirs)
  local function acts(unit) return not unit.reforming end
  if one.kind == "cavalry" and not (lists.find(args.a, acts) or lists.find(args.b, acts)) then return end
  local a = fighting or one.ours
  for i, id in ipairs(a) do places[id] = kind.a .. "." .. i end
  for i, id in ipairs(one.theirs) do places[id] = kind.single and kind.b or kind.b .. "." .. i end
  for id, place in next, places do thrower[place] = id end
  local result = play:resolve(kind.asks, args, thrower, one.theirs[1])
  local function note(ids, list, enemies)
    for i, id in ipairs(ids) do
      results[#results + 1] = {
        unit = id, result = list[i], enemies = enemies, cite = kind.cite, dice = play:dice(places[id]),
      }
    end
  end
  note(a, result[kind.a], one.theirs)
  note(one.theirs, kind.single and { result[kind.b] } or result[kind.b], a)
  results[#results].face = result.resolved_by == "flank_or_rear" and args.contact or nil
end

local function tell_who(play, nth, one)
  local say = ("Combat %d. %s%s against %s."):format(nth, KINDS[one.kind].called or "", names(play, one.ours),
    names(play, one.theirs))
  play:tell("combat", { say = say, cite = "10.0" })
end

--- By how much it won or lost, what it does now, and what that leaves behind: `loses by 4: retreats; -4 from now on`.
local function outcome(result)
  local margin = result.margin
  local said = margin > 0 and "wins by " .. margin or margin < 0 and "loses by " .. -margin or "equal"
  said = said .. ": " .. fight.says(result)
  if result.zero_or_less then said = said .. " at zero or less (10.6)" end
  if result.carry ~= 0 then said = said .. ("; %+d from now on"):format(-result.carry) end
  if result.breaks_through then said = said .. "; breaks through" end
  if result.must_deploy then said = said .. "; fails, and must deploy" end
  return said
end

--- One unit's part of a combat, as the story tells it.
local function tell(play, one)
  local result = one.result
  if result.roll then
    play:tell("fought", {
      unit = one.unit, score = result.score, working = fight.working(result, one.dice), say = outcome(result),
      cite = one.cite,
    })
  elseif result.response == "rout" then -- 10.4: no dice in flank or rear
    play:tell("caught", { unit = one.unit, by = one.enemies[1], face = one.face, cite = "10.4 R66" })
  end
end

--- What one more of each of these deducts from later scores, as 10.3 to 10.5 have it.
local DEDUCTS <const> = {
  draws = function(rules) return -rules.tables.lasting_modifiers "draws" end,
  combats_won = function(rules) return -rules.tables.cavalry_modifiers "combats_won" end,
  defeats = function(rules, margin)
    local limits = rules.constant
    return math.max(limits.defeat_deduction_min, math.min(limits.defeat_deduction_max, -margin))
  end,
}

--- Notes a draw, a defeat or a victory, and what a house rule has it deduct besides.
local function wears(play, unit, result)
  local kind = result.response == "draw" and "draws" or result.margin < 0 and "defeats" or "combats_won"
  if kind == "defeats" then
    play:append(unit.defeats, -result.margin)
  else
    play:set(unit, kind, unit[kind] + 1)
  end
  local besides = result.carry - DEDUCTS[kind](play.rules, result.margin)
  if besides ~= 0 then play:set(unit, "worn", (unit.worn or 0) + besides) end
end

--- What a combat leaves behind for good, and what the unit must now do.
local function apply(play, one)
  local unit, result = play:unit(one.unit), one.result
  play:set(unit, "response", result.response)
  play:set(unit, "against", lists.append({}, one.enemies))
  if result.must_deploy then play:set(unit, "must_deploy", true) end
  if result.margin and result.carry ~= 0 then wears(play, unit, result) end
end

fact "in_zone" {
  ask = "Which enemies are within {combat_zone} mm of {1}, the nearest first?",
  units "enemies" { "enemy", default = {} },
  measured = function(view, _, id)
    return view:touched(id, { of = "enemies", within = mm(view.rules.constant.combat_zone) })
  end,
}

--- What `combat.must_close` calls an enemy.
local function as_enemy(unit)
  return unit.arm == "artillery" and "artillery" or unit.drill == "skirmish" and "skirmishers"
    or army.mounted(unit) and "cavalry" or "infantry"
end

--- Whom a body of cavalry must close on: whom it attacks, else the nearest (10.4); nil when it touches somebody whom it
--- faces, or who faces it.
local function must_close_on(play, id, unit)
  local first
  for _, other in ipairs(play:fact("in_zone", id)) do
    local enemy = play:unit(other)
    local away = ground.distance(play, id, other)
    if ground.touching(play, id, other) and enemy.arm ~= "artillery"
      and (play:fact("facing", id, other) or play:fact("facing", other, id)) then
      return
    end
    local must = tabletop.present(enemy) and play:ask("combat.must_close", play:described({
      distance_mm = away, enemy = as_enemy(enemy), reforming = unit.status == "reforming",
      ridden_through_last_bound = unit.ridden_through or false,
      enemy_position = as_enemy(enemy) == "infantry" and assault.terms(play, id, other).position or "none",
    }, unit, "combat.must_close"), id, other).must_close
    if must and (not first or other == unit.target) then first = other end
  end
  return first
end

local TURN <const> = { front = 0, right = deg(90), rear = deg(180), left = deg(270) }

--- Turns a body to an enemy that it touches without facing it (R31), a few steps off where there is no room to turn.
local function turn_to(play, id, unit, other)
  local enemy = play:unit(other)
  local turned = geometry.move(unit.base, { pivot = TURN[geometry.met(unit.base, enemy.base).face] })
  local back = { slide = unit.base.width, angle = deg(180) }
  local off = play:nearest_room(id, back, { from = turned, near = false })
  if not off then return end
  play:set(unit, "base", tabletop.slid(turned, off, back.angle))
  play:tell("turns", { unit = id, enemy = other, cite = "10.4 R31" })
end

--- R33: how far it comes before woods in which it loses its way; nil when it keeps it, or there are none.
local function lost_at(play, id, bearing, um)
  local base = play:unit(id).base
  local legs, starts = ground.legs(play, id, base, um, geometry.turn(base.facing, bearing))
  local edge = woods.starts_at(legs, starts)
  return edge and woods.loses_way(play, id) and edge or nil
end

local function close(play, id, unit, other)
  local enemy = play:unit(other)
  local minutes = obedience.minutes_after(play, unit)
  if not unit.came_from then play:set(unit, "came_from", { x = unit.base.x, y = unit.base.y }) end
  if ground.touching(play, id, other) then turn_to(play, id, unit, other) end
  if minutes <= 0 then return end
  local bearing, um = ground.at(play, unit.base, enemy.base)
  um = lost_at(play, id, bearing, um) or um + unit.base.width + unit.base.depth -- it may turn first; contact stops it
  local gone, used = ground.advance(play, id, bearing, um, minutes, { [other] = tabletop.TOUCH })
  play:set(unit, "minutes_used", (unit.minutes_used or 0) + used)
  if gone == 0 then return end
  play:set(unit, "moved", true)
  play:tell("closes", {
    unit = id, enemy = other, distance = gone, left = ground.distance(play, id, other), cite = "10.4",
  })
end

local M <const> = {}

--- The end of step 3: cavalry within the zone of an enemy closes to contact, as far as its minutes last. In a told
--- game the players move it.
---@param play table
function M.close_all(play)
  for id, unit in play:units() do
    if army.free(unit) and army.mounted(unit) and tabletop.placed(unit) then
      attack.ride_among_all(play, id)
      local other = must_close_on(play, id, unit)
      if other then
        close(play, id, unit, other)
        attack.ride_among_all(play, id)
      end
    end
  end
end

parts "combat" {
  cite = "10.0", doc = "One combat: { nth, kind, ours, theirs }; its results are added to with.results.",
  part "announced" { doc = "the story tells who fights", run = function(play, one) tell_who(play, one.nth, one) end },
  part "fought" {
    cite = "10.3 10.4", doc = "both sides throw",
    run = function(play, one, with)
      with.results, with.before = with.results or {}, #(with.results or {})
      fight_one(play, one, with.results)
    end,
  },
  part "told" {
    doc = "how it went is told",
    run = function(play, _, with)
      for i = with.before and with.before + 1 or 1, #(with.results or {}) do tell(play, with.results[i]) end
    end,
  },
}

--- Step 5: all combats, with their results in with.results.
function M.fight_all(play, _, with)
  for nth, one in ipairs(pairing.combats(play)) do
    one.nth, with.before = nth, nil
    play:carry_out("combat", one, with)
  end
end

--- What they leave behind, after the last.
function M.apply_all(play, _, with)
  for _, one in ipairs(with.results or {}) do apply(play, one) end
end

--- Generals of units that have fought.
function M.generals(play, _, with)
  local fought = {}
  for _, one in ipairs(with.results or {}) do fought[one.unit] = true end
  generals.at_risk(play, fought)
end

return M
