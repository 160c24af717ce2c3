-- R91, TM 1: retreats of the Maneuver Table and of charges: straight away from the enemy.

local attached <const>, inches <const>, units <const> = use("game/army/attached", "game/army/inches", "game/army/units")
local motion <const>, removal <const> = use("game/movement/motion", "game/army/removal")

option "barred_retreats_cost_nothing" { false, ruling = "R91", doc = "who cannot go back all the way loses nothing" }

local M <const> = {}

--- So far beyond its move a way back is looked at where friends must be cleared.
local BEYOND <const> = mm(1000)

--- How far enemy foot reaches with so good skirmishers, in inches.
local function small_arms(view, skirmish)
  local firer = skirmish == "none" and "infantry_musketry" or "infantry_skirmish"
  return view.rules.tables.small_arms_fire_points(firer, "range_to_in")
end

fact "retreat_barred" {
  ask = "Does an enemy or impassable ground bar the retreat of {1}?",
  flag "barred" {}, suggest = false,
}

fact "musketry_way" {
  ask = "How far must {1} go back, in inches, till enemy foot reaches it with neither musketry nor skirmishers?",
  number "distance" { 0 }, unit = "in", suggest = function(view) return small_arms(view, "none") end,
}

--- A square that goes back is none any more (R59).
local function leave_square(play, id)
  if play:unit(id).drill ~= "square" then return end
  play:tell("leaves_square", { unit = id, cite = "R59" })
  removal.redraw(play, id, "single_echelon")
  removal.disorder(play, id)
end

--- A stand is lost: of a battery all of it.
local function pay(play, id)
  if play.rules.option.barred_retreats_cost_nothing then return end
  if units.battery(play:unit(id)) then return removal.lose_battery(play, id, "wrecked", "R91") end
  removal.lose_stands(play, id, 1, { cite = "R91" })
end

--- Goes back as far as `um`: through friends, with a place of its own at the end; an enemy or ground that nobody enters
--- stops it and costs it a stand (R91).
---@param from string? the enemy that it retreats from; none known: to its own rear
---@return integer um
function M.go(play, id, from, um, cite)
  local stay = play.rules.option.attached_stay_behind
  if stay then attached.part_all(play, id, ", which retreats") end
  local unit, with = play:unit(id), attached.said(play, id)
  leave_square(play, id)
  if units.battery(unit) and unit.attached_to then attached.part(play, id, "R138", ", which does not retreat") end
  if not unit.base then
    play:tell("retreats", { unit = id, distance = inches.said(um), say = with, cite = cite })
    if play:fact("retreat_barred", id) then pay(play, id) end
    return um
  end
  local how = { from = from, um = um, beyond = BEYOND, with = motion.body(play, id), meets = true, passed = {} }
  for _, one in ipairs(motion.all(play, id)) do lists.append(how.passed, play:foes(one)) end
  local way = play:way_back(id, how)
  local gone, by = play:comes_to(way, um, { room = "beyond" })
  play:go_back(way, gone)
  local short = by and by.kind == "edge" and ", stopped by the edge of the table"
    or not by and gone < um and ", stopped for want of room" or ""
  play:tell("retreats", { unit = id, distance = inches.said(gone), say = with .. short, cite = cite })
  if by and by.kind ~= "edge" then
    play:tell("no_way_back", { unit = id, by = by.id, cite = "R91" })
    pay(play, id)
  end
  return gone
end

--- The enemy that a unit retreats from: the nearest brigade or battery (R23).
function M.enemy_of(view, id)
  local unit = view:unit(id)
  return unit.base and view:nearest_unit(id, view:other(unit.side), nil, units.fights) or nil
end

--- All or half of its basic move (R91).
---@param share "retreat_full"|"retreat_half"
function M.by_rate(play, id, from, share, cite)
  local part = share == "retreat_half" and play.rules.constant.half_move or 1
  return M.go(play, id, from, inches.um(units.rate(play, play:unit(id)) * part), cite)
end

--- Is a unit on that base within musketry of any enemy foot, or within reach of its skirmishers (R91)?
local function under_fire(view, id, base)
  local bases = tabletop.bases(view:unit(id), base)
  return view:some_unit(view:other(view:unit(id).side), function(enemy, other)
    return enemy.arm == "infantry" and enemy.base and view:apart(bases, other) <= inch(small_arms(view, enemy.skirmish))
  end) ~= nil
end

--- Back until it is out of musketry of every enemy foot, and no farther than it must (R91).
function M.beyond_musketry(play, id, cite)
  local unit = play:unit(id)
  if not unit.base then
    local um = inches.um(play:fact("musketry_way", id))
    return um > 0 and M.go(play, id, nil, um, cite) or 0
  end
  if not under_fire(play, id, unit.base) then return 0 end
  leave_square(play, id)
  local from = M.enemy_of(play, id)
  local way, step = play:way_back(id, { from = from, um = 0 }), math.max(mm(1), inch(play.rules.constant.retreat_step))
  local um = step
  while under_fire(play, id, tabletop.slid(way.base, um, way.angle)) do um = um + step end
  return M.go(play, id, from, um, cite)
end

return M
