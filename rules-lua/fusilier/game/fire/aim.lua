-- R40, R73: which targets a unit may shoot at: the front arc, what stands in the way, and the range.
--
-- A shot goes from the middle or an end of the firer's front edge to some part of the target that lies in the arc: one
-- clear line is enough. Units stop it whatever their height, friends too; woods, buildings and hills by theirs. A unit
-- in woods or a building shoots out of them, and is shot at there, as far as a combat zone reaches; it lines the edge
-- of a building that it occupies. A hill hides neither the units on it nor, from them, what is below. Enemies that the
-- firer's side does not see stop no shot.

local army <const>, ground <const> = use("game/army/units", "game/movement/ground")

--- How a unit shoots: out of the building that it holds and into the target's; in a combat zone, out of and into all
--- woods and buildings (R97).
local function shot(view, id, target)
  local unit, enemy = view:unit(id), target and view.state.units[target]
  local near = target and geometry.gap(unit.base, enemy and enemy.base or { area = view.state.areas[target].area })
    <= mm(view.rules.constant.combat_zone)
  local except = { unit.building }
  except[#except + 1] = enemy and enemy.building
  return {
    muzzles = "front_ends", marks = "all", arc = army.arc(view), eye = mm(1), mark = mm(1), range = "base",
    except = except, pass = near and { kind = "area" } or nil,
  }
end

fact "may_shoot" {
  ask = "Can {1} shoot at {2}: some of it in the front arc (45 degrees out from the front corners), and no unit, wood, "
    .. "building or hill between?",
  flag "may_shoot" {},
  suggest = true,
  measured = function(view, _, id, target)
    local line = view:fire_line(id, target, shot(view, id, target))
    return line.yes, line
  end,
}

fact "range_to_building" {
  ask = "How far is it from {1} to {2}, in mm, nearest edge to nearest edge?", unit = "mm",
  int "range" { 0 },
  measured = function(view, _, id, area)
    local um = geometry.gap(view:unit(id).base, { area = view.state.areas[area].area })
    return geometry.round_mm(um, "up"), um
  end,
}

record "in_reach" { text "id" {}, int "mm" { 0 } }

fact "in_reach" {
  ask = "Which enemies are within reach of {1}?",
  list "in_reach" { "in_reach", default = {} },
  measured = function(view, _, id, reach)
    local list = {}
    for i, near in ipairs(view:near(id, { within = mm(reach), of = "enemies", counts = tabletop.present })) do
      list[i] = { id = near.id, mm = geometry.round_mm(near.um, "up") }
    end
    return list
  end,
}

local M <const> = {}

--- Millimetres from a unit to what it shoots at, a unit or a building: at least 1.
function M.range(view, id, target)
  if view.state.units[target] then return math.max(1, ground.distance(view, id, target)) end
  return math.max(1, (view:fact("range_to_building", id, target)))
end

--- The range of a command's shot as measured; where nothing is, as its player says, or players are asked.
function M.range_of(view, cmd, target)
  local measured = not cmd.range_mm or tabletop.placed(view:unit(cmd.unit))
  return measured and M.range(view, cmd.unit, target) or cmd.range_mm
end

local OUTSIDE <const> = { left = "to the left", right = "to the right", front = "behind the front edge" }

--- Why a shot cannot be aimed, with the margin: by how much out of arc, or what hides the target and where (R40).
function M.fault(view, id, target, arg)
  local may, line = view:fact("may_shoot", id, target)
  if may then return nil end
  if not line then return refuse(arg, "is not in the front arc and in sight", "R40") end
  if line.borne == false then
    local out = geometry.round_mm(-line.margin, "up")
    return refuse(arg, ("is %d mm outside the front arc, %s"):format(out, OUTSIDE[line.face]),
      { cite = "R40", margin = -out })
  elseif not line.by then
    return refuse(arg, "has no part in the front arc that can be seen", "R40")
  end
  local out = line.at // mm(1)
  return refuse(arg, ("is hidden by %s, %d mm out"):format(view:name(line.by), out),
    { cite = "R40", by = line.by, margin = out })
end

local STEADY <const> = { ready = true, stationary = true, disordered = true, lost_in_woods = true }

--- Why a unit cannot fire at all this bound: those who go back, reform or have fired.
function M.refuse_firer(unit)
  if not STEADY[unit.status] then return refuse("unit", "is " .. unit.status, "10.5 11.1") end
  if unit.fired then return refuse("unit", "has fired this bound", "R40 R46") end
end

--- Are both still there? A shot that players allowed may name any unit.
function M.there(view, id, target)
  local one, other = view:unit(id), view:unit(target)
  local placed = view:told() or tabletop.placed(one) and tabletop.placed(other)
  return placed and tabletop.present(one) and tabletop.present(other)
end

--- Enemies that a unit may shoot at within so many millimetres, with the distance, the nearest first. Where nothing is
--- measured every enemy, without one: the players are asked nothing for a list.
function M.targets(view, id, reach)
  local zone, list = view.rules.constant.combat_zone, {}
  for _, one in ipairs(view:targets(id, reach, tabletop.placed(view:unit(id)) and shot(view, id) or {})) do
    -- Nearer than that, and in buildings, a target is seen that is not from afar (R97).
    local anew = one.mm and not one.yes and (one.mm <= zone or view:unit(one.id).building)
    if not one.mm or one.yes or anew and view:fact("may_shoot", id, one.id) then
      list[#list + 1] = { id = one.id, mm = one.mm and math.max(1, one.mm) }
    end
  end
  return list
end

--- Why something is too far, by whole millimetres.
function M.refuse_reach(away, reach, of, cite)
  if away <= reach then return nil end
  local text = ("is %d mm away, %d mm beyond the %d mm of a %s"):format(away, away - reach, reach, of)
  return refuse("target", text, { cite = cite, margin = reach - away })
end

--- Shots of a side's units, or of one: `add(list, id, unit)` proposes those of each that has no command yet and that
--- nothing keeps from firing.
function M.propose(view, side, of, refuses, add)
  local list = {}
  for id, unit in proposals.units(view, side, of) do
    if tabletop.present(unit) and not refuses(view, unit) then add(list, id, unit) end
  end
  return best_first(list)
end

return M
