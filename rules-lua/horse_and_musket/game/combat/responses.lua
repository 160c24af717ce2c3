-- 4.1.1 to 4.1.9, 4.4: a charge that has been declared: the test, the distance, defensive fire, countercharge, contact.
--
-- about: { unit, target }; then may_fire and may_counter: whether the charged side is asked; hits: what its fire did;
-- counter: it comes to meet the charger.
local army <const>, charge_way <const> = use("game/army/units", "game/combat/charge_way")
local charges <const>, contact <const> = use("game/combat/charges", "game/combat/contact")
local fire <const>, ground <const>, hits <const> = use("game/fire/fire", "game/movement/ground", "game/army/hits")
local leaders <const>, retreat <const> = use("game/command/leaders", "game/combat/retreat")
local terms <const> = use "game/combat/melee_question"

local M <const> = {}

--- A charge that does not come off: the unit may still make an ordinary move (R25).
local function call_off(play, about, key, with)
  with.unit, with.target = about.unit, about.target
  play:tell(key, with)
  play:set(play:unit(about.unit), "charging", nil)
  return false
end

local function test(play, about)
  local unit = play:unit(about.unit)
  if not (tabletop.present(unit) and unit.charging) then return false end
  -- Only the players' word brings any others so far.
  if not (army.fighter(unit) and tabletop.present(play:unit(about.target))) then
    return call_off(play, about, "charge_never", { cite = "6.2 R25" })
  end
  local result = play:resolve("charge.test", charge_way.test(play, about.unit), about.unit, about.target)
  if result.automatic then return call_off(play, about, "charge_never", { cite = "4.1.1 R26 R25" }) end
  local with = { unit = about.unit, need = result.need, roll = result.roll, cite = "4.1.1" }
  if result.may_charge then return play:tell("charge_goes", with) end
  with.cite = "4.1.1 R25"
  return call_off(play, about, "charge_fails", with)
end

--- A charge that the players have allowed ends on the table, and in nobody (R92).
local function has_room(play, about, way)
  return not play:room(about.unit, tabletop.slid(way.base, way.um), { players_word = true })
end

local function measure_reach(play, about)
  local unit = play:unit(about.unit)
  local charging = unit.charging
  local distance, way = charge_way.way(play, about.unit, about.target, charging.pivot)
  local args = charge_way.args(play, about.unit, about.target, charging.pivot, distance, way)
  local fault = way and charge_way.refuse(play, about.unit, about.target, charging.pivot, distance, way)
  if fault and not (charging.allowed and way.um and has_room(play, about, way)) then
    local why = fault.message:gsub("^target ", "it "):gsub("^pivot ", "the turn ")
    return call_off(play, about, "charge_lost", { say = why, cite = fault.cite .. " R25" })
  end
  local result = play:resolve("charge.reach", args, about.unit, about.target)
  if not result.contact then
    return call_off(play, about, "charge_short", { short = -result.margin_mm, cite = "4.1.2 R25" })
  end
  play:set(unit, "acted", true)
  local fires = charging.counts == "front" and not fire.may_defend(play, about.target, about.unit) -- 4.1.3, SR.3
  if fires then play:set(about, "may_fire", true) end
end

local function answer_fire(play, about, choice)
  if choice == "hold_fire" then return play:tell("holds_fire", { unit = about.target, cite = "4.1.3" }) end
  play:set(about, "hits", fire.defensive(play, about.target, about.unit))
end

--- The charged unit has held against that enemy, and its brigade with it, which may counterattack him (R84).
function M.held(play, id, enemy)
  local unit = play:unit(id)
  play:set(unit, "fought", "held")
  local brigade = unit.formation and play:formation(unit.formation)
  if not brigade then return end
  play:set(brigade, "succeeded", true)
  if not play.state.sides[unit.side].solo then return end
  if brigade.beaten then play:append(brigade.beaten, enemy) else play:set(brigade, "beaten", { enemy }) end
end

--- What defensive fire has done: the charger comes on, retires or is destroyed (4.1.5, R32).
local function after_fire(play, about)
  local unit = play:unit(about.unit)
  if not tabletop.present(unit) then return false end
  local lost = play:lose(about.unit, about.hits)
  if lost ~= about.hits then play:set(about, "hits", lost) end
  local result = play:resolve_of("charge.after_fire", about.unit, { new_hits = about.hits }, about.target)
  hits.put(play, about.unit, result)
  if result.outcome == "destroyed" then
    hits.remove(play, about.unit, "shot down as it came on", "5.1.9")
    M.held(play, about.target, about.unit)
    return false
  end
  if result.outcome == "contact" then
    if about.hits == 0 then return nil end
    return play:tell("comes_on", { unit = about.unit, say = counted(about.hits, "hit"), cite = "4.1.5" })
  end
  play:tell("retires", { unit = about.unit, target = about.target, cite = "4.1.5 R32" })
  play:set(unit, "charging", nil)
  play:set(unit, "retired", true)
  retreat.go(play, about.unit, about.target)
  M.held(play, about.target, about.unit)
  return false
end

local function look_ahead(play, about)
  local target, charging = play:unit(about.target), play:unit(about.unit).charging
  if not terms.may_counter(play, about.target, charging.counts, about.unit) then return end
  if target.base then
    local _, way = charge_way.way(play, about.unit, about.target, charging.pivot)
    if not play:half_way(about.target, about.unit, way.base, way.um) then return end -- R33
  end
  play:set(about, "may_counter", true)
end

local function answer_counter(play, about, choice)
  if choice == "stand" then return play:tell("awaits", { unit = about.target, target = about.unit, cite = "4.1.4" }) end
  play:tell("countercharges", { unit = about.target, target = about.unit, cite = "4.1.4 R33" })
  play:set(play:unit(about.target), "countercharging", true)
  play:set(about, "counter", true)
end

--- The charger goes up to the charged unit, or both to half way, until they touch; they do not turn. Gives how far.
local function close(play, about)
  local pivot, target = play:unit(about.unit).charging.pivot, play:unit(about.target)
  local _, way = charge_way.way(play, about.unit, about.target, pivot)
  local um = about.counter and play:half_way(about.target, about.unit, way.base, way.um) or way.um
  play:set_down(about.unit, tabletop.slid(way.base, um))
  if about.counter then play:set_down(about.target, tabletop.slid(target.base, um)) end
  leaders.passed(play, about.unit, way.base, um)
  if contact.closes_up(play, about.unit, about.target) then play:set(play:unit(about.unit), "closed", true) end
  return um
end

--- C.3a: any other enemy that it touches is met as well, where it might have charged him.
local function strike_others(play, about)
  local enemies = play:unit(about.target).side
  if not play:some_unit(enemies, function(_, id) return id ~= about.target end) then return end
  for _, other in ipairs(play:fact("touched", about.unit, about.target)) do
    local face = play:fact("face_met", about.unit, other)
    local result, args = charges.legality(play, about.unit, other, face, true)
    if result.legal then
      play:meet(about.unit, other, { face = face, position = args.position })
      play:tell("charge_touches", { unit = about.unit, target = other, say = charges.FACES[face], cite = "C.3a" })
    end
  end
end

local function come_up(play, about)
  local unit = play:unit(about.unit)
  if tabletop.placed(unit) then play:set(unit.charging, "um", close(play, about)) end
end

local function meet(play, about)
  local unit = play:unit(about.unit)
  local charging = unit.charging
  play:set(unit, "moved", true)
  play:set(charging, "stage", "contact")
  -- Who rides out to meet a charge may be out of the woods by then (R66).
  local position = charging.position
  if about.counter and position ~= "open" then position = ground.position(play, about.target) end
  play:meet(about.unit, about.target, { face = charging.face, counter = about.counter, position = position })
  play:tell(charging.um and "charge_home" or "charge_home_told", {
    unit = about.unit, target = about.target, say = charges.FACES[charging.face], cite = "4.1.9",
    distance = charging.um and geometry.round_mm(charging.um, "up"),
  })
end

local function charged_side(view, about) return view:unit(about.target).side end

sequence "charge" {
  cite = "4.1", doc = "A charge, from its test to contact.",
  step "test" { cite = "4.1.1", doc = "4. Does it charge?", run = test },
  step "measure" { cite = "4.1.2", doc = "4. Does it reach?", run = measure_reach },
  decision "defensive_fire" {
    cite = "4.1.3 R31", doc = "4. Defensive fire.", side = charged_side,
    when = function(_, about) return about.may_fire end,
    options = function() return { "fire", "hold_fire" } end, run = answer_fire,
  },
  step "after_fire" {
    cite = "4.1.5 R32", doc = "4. What the fire has done.", run = after_fire,
    when = function(_, about) return about.hits ~= nil end,
  },
  step "look_ahead" { cite = "4.1.4", doc = "4. May the charged unit come to meet it?", run = look_ahead },
  decision "countercharge" {
    cite = "4.1.4 R33", doc = "4. Countercharge.", side = charged_side,
    when = function(_, about) return about.may_counter end,
    options = function() return { "countercharge", "stand" } end, run = answer_counter,
  },
  step "contact" {
    cite = "4.1.9", doc = "4. The charge comes home.",
    parts = {
      part "closes" { cite = "4.1.9", doc = "the charger goes up to the enemy", run = come_up },
      part "home" { cite = "4.1.9", doc = "they are hand to hand", run = meet },
      part "others" { cite = "C.3a", doc = "others that it touches are met too", run = strike_others },
    },
  },
}

return M
