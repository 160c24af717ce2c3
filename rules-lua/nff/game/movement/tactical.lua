-- TM 1, 2, base, R91, R94: brigades throw for their maneuver in the tactical zone, and what comes of it.

local inches <const>, motion <const> = use("game/army/inches", "game/movement/motion")
local radius <const>, removal <const> = use("game/command/radius", "game/army/removal")
local retreat <const>, units <const> = use("game/movement/retreat", "game/army/units")
local zones <const> = use "game/movement/zones"

local M <const> = {}

option "irregulars_left_alone" { false, ruling = "R96", doc = "irregular brigades that are left alone do not throw" }
option "leaders_elsewhere_count" { false, ruling = "R97", doc = "leaders with other units count as detached" }

--- The edge of a brigade's front line on one hand: its end stands, as a body without width.
local function flank_of(unit, hand)
  local base = unit.base
  return tabletop.base_at({ width = 1000, depth = base.depth }, tabletop.slid(base, base.width // 2, hand), base.facing)
end

--- What flank_security is asked of one flank: the enemy horse or foot that could reach it, else the nearest enemy; and
--- the nearest friend (R29).
local function flank(view, id, hand)
  local unit = view:unit(id)
  local edge, found, best = flank_of(unit, hand), { enemy_arm = "none" }, math.huge
  for by, enemy in view:present(view:other(unit.side)) do
    local rate = units.brigade(enemy) and enemy.base and units.rate(view, enemy)
    local near = rate and inches.um(rate) + best
    local um = near and tabletop.least_apart(edge, enemy.base) < near and view:apart(edge, by)
    if um and um < near then
      best = um - inches.um(rate)
      found = { enemy_arm = enemy.arm, enemy_distance_in = inches.of(um), enemy_move_in = rate }
    end
  end
  local function other(one, one_id) return one_id ~= id and units.apart(one) end
  local friend, um = view:nearest_unit(edge, unit.side, nil, other)
  found.friend_distance_in = friend and inches.of(um) or nil
  return found
end

measure "movement.flank_security" (function(view, id)
  return { flanks = { flank(view, id, deg(270)), flank(view, id, deg(90)) } }
end)

fact "flank_open" {
  ask = "Is a flank of {1} open: enemy horse or foot within a move of it, and no friend within "
    .. "{flank_friend_within} in of it?",
  flag "open" {}, suggest = false,
  measured = function(view, _, id)
    return view:ask("movement.flank_security", view.measure["movement.flank_security"](view, id), id).unsecured
  end,
}

fact "band_distance" {
  ask = "How far is it from {1} to the Guard's band, in inches?",
  number "distance" { 0 }, unit = "in", suggest = 0,
  measured = function(view, _, id, band) return inches.of(view:apart(id, band)) end,
}

--- How far the nearest band of its side is, in inches; nil without one.
local function band_distance(view, id)
  local bands = lists.ids(view:present(view:unit(id).side), function(unit) return unit.arm == "band" end)
  local _, least = lists.least(bands, function(band) return view:fact("band_distance", id, band) end)
  return least
end

--- Leaders of its chain: those attached to it, and those who ride alone, in their radius and not cut off (R84).
local function leaders_of(view, id)
  local list = {}
  for _, leader in ipairs(radius.chain(view, id)) do
    local node = view:leader(leader)
    if node.with == id then
      list[#list + 1] = view:question("leader_near", leader, { attached = true })
    elseif (not node.with or view.rules.option.leaders_elsewhere_count) and radius.within(view, leader, id) then
      list[#list + 1] = view:question("leader_near", leader, {
        attached = false, distance_in = radius.distance(view, leader, id),
      })
    end
  end
  return list
end

measure "movement.tactical" (function(view, id, charging)
  local unit = view:unit(id)
  return view:question("movement.tactical", id, {
    status = unit.condition, formation = unit.drill, leaders = leaders_of(view, id),
    unsecured_flank = view:fact("flank_open", id), charging = charging,
    band_distance_in = band_distance(view, id),
  })
end)

local function refuse_maneuver(view, id)
  local unit = view:unit(id)
  if not units.brigade(unit) then return refuse("unit", "is no brigade: it moves without a throw", "TM 1") end
  local fault = motion.refuse_state(view, id)
  if fault then return fault end
  if unit.maneuver then return refuse("unit", "has thrown for its maneuver", "TM 1") end
  if zones.of(view, id) == "reserve" then
    return refuse("unit", "is in the reserve zone: that is for reserve movement, in step 3", "RM 1, TM 1")
  end
end

local function check_charging(view, cmd)
  local drill = cmd.charging and view:unit(cmd.unit).drill
  if drill == "square" then return refuse("charging", "is not for a square", "R59") end
  if drill == "march_column" then return refuse("charging", "is not for a march column", "base") end
end

--- Does a throw let a brigade move at all?
local function moves(move) return move == "full" or move == "half" end

--- What a brigade's throw makes of it.
local function apply(play, id, result)
  local unit = play:unit(id)
  play:set(unit, "maneuver", moves(result.move) and result.move or "none")
  play:set(unit, "may_change", result.formation_change or nil)
  if result.rallies then
    play:set(unit, "disordered", nil)
    play:tell("rallies", { unit = id, cite = "base" })
  end
  if result.stands_lost > 0 then removal.lose_stands(play, id, result.stands_lost, { cite = "base" }) end
  if not tabletop.present(unit) then return end
  if result.move == "removed" then return removal.remove(play, id, "R91") end
  if result.disordered_after then removal.disorder(play, id) end
  if moves(result.move) or result.move == "none" then return end
  play:set(unit, "retreated", true)
  if result.move == "retreat_beyond_musketry" then return retreat.beyond_musketry(play, id, "R91") end
  retreat.by_rate(play, id, retreat.enemy_of(play, id), "retreat_full", "R91")
end

--- Throws for a brigade's maneuver, charging or not; what follows comes at once.
function M.throw(play, id, charging)
  local unit = play:unit(id)
  local result = play:resolve("movement.tactical", play.measure["movement.tactical"](play, id, charging), id)
  if charging then play:set(unit, "announced", true) end
  play:set(unit, "zones", { "tactical" })
  play:tell("maneuver", {
    unit = id, score = units.score(result), why = because(result.modifiers), say = motion.said(result),
    cite = "TM 1, TM 2",
  })
  apply(play, id, result)
end

command "maneuver" {
  cite = "TM 1, TM 2", doc = "A brigade in the tactical zone throws for what it may do; a charge is announced first.",
  args = { unit "unit" { "own" }, flag "charging" { doc = "it means to charge (TM 2g)" } },
  refuses = refuse_maneuver, check = check_charging,
  offers = function(_, _, unit, offer)
    offer { score = unit.disordered and 3 or 2 }
    if unit.drill ~= "square" and unit.drill ~= "march_column" then
      offer { charging = true, score = 1.5, text = "to charge" }
    end
  end,
  run = function(play, cmd) M.throw(play, cmd.unit, cmd.charging) end,
}

local function question(view, cmd) return view.measure["movement.tactical"](view, cmd.unit, cmd.charging), cmd.unit end

prospect "maneuver" {
  { by = "movement.tactical", tells = "move", wins = "full", says = "%s to move freely", args = question },
  { by = "movement.tactical", tells = "move", wins = moves, says = "%s to move at all", args = question },
}

--- Disordered brigades that were left alone in the tactical zone throw all the same (base), and those that announced
--- reserve movement and never left it (R128).
function M.left_alone(play, side)
  for id, unit in play:present(side) do
    local shaken = unit.disordered or unit.irregular and not play.rules.option.irregulars_left_alone
    local stayed = unit.used_rm and #unit.zones == 1 and not play.rules.option.reserve_rallies_at_once
    local due = units.brigade(unit) and shaken and (stayed or not unit.maneuver)
    if due and zones.of(play, id) == "tactical" then M.throw(play, id, false) end
  end
end

return M
