-- Charging, Turning to Face, Automatic Routs, R82, R159, R160, R167, R189: an announced charge, to contact.
--
-- about: { unit, target, mm, ahead, wheel, roll = bugles.Rolled, ambush, again }; then left: mm it may still
-- go; gone: mm it has gone; home: it has come up to an enemy; reached: it has met one on this charge; evading, gap_mm:
-- those that evade, still to be placed; caught: what befalls a target that does not; met: those it touches; turning:
-- stands that are still to be asked if they turn.
local charge_way <const>, disorder <const> = use("game/combat/charge_way", "game/movement/disorder")
local evasion <const>, facing <const> = use("game/combat/evasion", "game/movement/facing")
local motion <const>, removal <const> = use("game/movement/motion", "game/army/removal")
local rolls <const>, terrain <const> = use("game/movement/rolls", "game/movement/terrain")
local turning <const> = use "game/combat/turning_to_face"

local function present(view, id) return id ~= nil and tabletop.present(view:unit(id)) end

--- A wheel on the way is a change of face, and is tested (Changing Face).
local function wheel(play, about)
  if facing.test(play, { about.unit }, about.wheel, true) then return end
  play:set(play:unit(about.unit), "missed", true)
  return false
end

--- How far it may go: thrown once a turn for its group's chargers of its type, afresh for one that breaks through.
local function throw(play, about)
  local id = about.unit
  if not about.again then return play:set(about, "left", rolls.throw(play, id, about.roll) // mm(1)) end
  play:set(about, "left", play:resolve("movement.roll", rolls.args(play, id, about.roll), id, about.target).distance_mm)
  play:tell("charge_again", { unit = id, distance = about.left, cite = "R171" })
end

local function reaches(about) return about.target ~= nil and about.mm <= about.left end

local function charged_side(view, about) return view:unit(about.target).side end

--- It goes on straight, after an evasion or a rout: who it then reaches, and how far that is (R160).
local function next_target(play, about)
  play:forget(about, { "target", "caught" })
  if play:told() then
    local other = play:fact("reached_next", about.unit)[1]
    play:set(about, "target", other)
    return
  end
  local ahead = charge_way.ahead(play, about)
  if ahead.enemy and ahead.mm <= about.left then
    play:set(about, "target", ahead.enemy)
    play:set(about, "mm", ahead.mm)
  end
end

fact "reached_next" {
  ask = "{1} goes on straight. Which enemy does it then reach?",
  units "enemies" { "enemy", default = {} }, suggest = {},
}

local function evade(play, about, choice)
  local fights
  if choice == "stand" then
    play:tell("awaits", { unit = about.target, cite = "Skirmishers" })
    fights = evasion.question(play, about).charger_disordered or play.rules.option.caught_skirmishers_fight
  else
    local result = evasion.try(play, about)
    if result.evades or not present(play, about.target) then return "on" end
    fights = result.fights
  end
  play:set(about, "caught", fights and "fights" or "destroyed")
end

--- It goes up to the enemy that it reaches, or all the way that it can.
local function go(play, about)
  local rough = about.roll.rough or false
  if play:told() then
    play:set(about, "home", reaches(about))
  else
    local ahead = charge_way.ahead(play, about)
    local found = ahead.enemy and ahead.mm <= about.left and ahead.enemy or nil
    if found and found ~= about.target then
      removal.reveal(play, found) -- whoever lay hidden on its way (R261)
      play:set(about, "target", found)
    end
    rough = rough or charge_way.over_obstacle(play, ahead.way.path, found and ahead.um or ahead.limit)
    local gone = charge_way.go(play, about, ahead, found)
    play:set(about, "left", math.max(0, about.left - gone))
    play:set(about, "gone", gone)
    play:set(about, "home", found ~= nil)
  end
  motion.arrived(play, about.unit, rough)
end

--- It has met nobody: it is disordered, but not where those that it met have routed (R160).
local function miss(play, about)
  if about.reached then return end
  local key = about.target and "charge_short" or "charge_past"
  play:tell(key, { unit = about.unit, target = about.target or about.unit, cite = "Charging, R159, R160",
    distance = about.gone or about.left })
  play:set(play:unit(about.unit), "missed", true)
  disorder.add(play, about.unit, "charge_missed")
end

--- Those it has reached: the target, and others that it touches.
local function come_home(play, about)
  play:set(about, "reached", true)
  if play:unit(about.unit).charged ~= about.target then play:set(play:unit(about.unit), "charged", about.target) end
  play:tell("charge_home", { unit = about.unit, target = about.target, cite = "Charging" })
  local met = lists.append({ about.target }, (play:fact("touched", about.unit, about.target)))
  for _, id in ipairs(met) do removal.reveal(play, id) end
  play:set(about, "met", met)
end

--- Skirmishers that are caught, and snipers that are touched, are lost (R92, Snipers).
local function caught(play, about)
  for _, id in ipairs(about.met) do
    local cite = play:unit(id).arm == "sniper" and "Snipers"
      or evasion.may(play, id) and about.caught == "destroyed" and "Skirmishers, R92"
    if cite then removal.destroy(play, id, cite) end
  end
end

--- Automatic Routs: each stand of class d that is reached.
local function rout(play, about)
  local charger = play:unit(about.unit)
  for _, id in ipairs(about.met) do
    local unit = play:unit(id)
    if present(play, id) and unit.class == "d" then
      local result = play:resolve_of("morale.automatic_rout", id, {
        terrain = (play:fact("rout_ground", id)),
        charger = charger.arm == "mounted" and "mounted" or charger.ferocious and "ferocious" or "other",
      }, about.unit)
      if result.test_required then
        play:tell(result.routs and "routs" or "stands", { unit = id, need = result.needed, cite = "Automatic Routs" })
      end
      if result.routs then removal.flee(play, id, nil, { cite = "Automatic Routs" }) end
    end
  end
end

fact "rout_ground" {
  ask = "Does {1} stand in the open, in limited_visibility (thick woods) or in other ground?",
  enum "ground" { "open", "limited_visibility", "other" }, suggest = "open",
  measured = function(view, _, id)
    local hides, covers = terrain.under(view, id, "sight"), terrain.under(view, id, "cover")
    if hides.dense_woods or hides.very_rough then return "limited_visibility" end
    hides.open, covers.none = nil, nil
    return (next(hides) or next(covers)) and "other" or "open"
  end,
}

--- Are any of those that it reached still there? Else it goes on, as far as it may (R160).
local function still_there(play, about)
  local left = lists.filter(about.met, function(id) return present(play, id) end)
  play:set(about, "met", left)
  if #left > 0 then return play:set(about, "turning", turning.asked(play, about)) end
  play:forget(about, { "met" })
  return about.caught == "destroyed" and "done" or "on"
end

local function engage(play, about)
  for _, id in ipairs(about.met) do
    if present(play, id) then play:meet(about.unit, id) end
  end
end

sequence "charge" {
  cite = "Charging", doc = "A charge, from its announcement to contact.",
  step "wheel" {
    cite = "Changing Face", doc = "1. It wheels on its way.", run = wheel,
    when = function(_, about) return about.wheel ~= 0 end,
  },
  step "throw" { cite = "Variable Movement, R52", doc = "1. How far it may go.", run = throw },
  decision "evade" {
    cite = "Skirmishers, R91", doc = "1. Skirmishers in its reach may evade.", side = charged_side,
    when = function(play, about)
      return reaches(about) and present(play, about.target) and evasion.may(play, about.target)
    end,
    options = function(view, about) return evasion.always(view, about) and { "evade" } or { "evade", "stand" } end,
    run = evade,
  },
  step "straight" { doc = "1. Nobody is in its way now but its target.", run = function() return "goes" end },
  step "on" {
    cite = "R160", doc = "1. It goes on straight.",
    run = function(play, about)
      next_target(play, about)
      if about.target then return "evade" end
    end,
  },
  step "goes" {
    cite = "Charging, R159", doc = "1. It goes as far as it may.",
    parts = {
      part "goes" { cite = "Charging", doc = "up to the enemy, or all the way", run = go },
      part "evaders" {
        cite = "R160", doc = "those that have evaded are placed", run = evasion.placed,
        when = function(_, about) return about.evading ~= nil end,
      },
      part "misses" {
        cite = "Charging, R159", doc = "it meets nobody", when = function(_, about) return not about.home end,
        run = function(play, about)
          miss(play, about)
          return "done"
        end,
      },
    },
  },
  step "contact" {
    cite = "Charging", doc = "1. It comes home.",
    parts = {
      part "home" { cite = "Charging", doc = "those it reaches", run = come_home },
      part "caught" { cite = "R92", doc = "skirmishers that are caught", run = caught },
      part "routs" { cite = "Automatic Routs, R189", doc = "class D may rout", run = rout },
      part "left" { cite = "R160", doc = "where nobody is left it goes on", run = still_there },
      part "guns" {
        cite = "Turning to Face, R167", doc = "guns and rabble struck elsewhere must turn", run = turning.forced,
      },
    },
  },
  decision "turn_to_face" {
    cite = "Turning to Face", doc = "1. Stands that are charged may turn to face.",
    side = function(view, about) return view:unit(about.turning[1]).side end,
    when = function(_, about) return about.turning ~= nil and #about.turning > 0 end,
    options = function() return { "turn", "stay" } end,
    run = function(play, about, choice)
      local id = about.turning[1]
      play:remove(about.turning, 1)
      if choice == "turn" then turning.turn(play, about, id) end
      return "turn_to_face"
    end,
  },
  step "engage" { cite = "Melee", doc = "1. They are hand to hand.", run = engage },
  step "done" { doc = "1. The charge is over.", run = function() end },
}

return {}
