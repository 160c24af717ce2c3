-- 4.2.1, 4.2.7, 4.2.8, C.1c, C.3a, R47: what stops a body on its way or keeps it from a place, in words.

local army <const> = use "game/army/units"

local M <const> = {}

local EDGE <const> = "the edge of the table"

--- What people call a unit, an area or a line; "edge" is the table's.
function M.name(view, id)
  if id == "edge" then return EDGE end
  local node = view.state.units[id] or view.state.areas[id] or view.state.lines[id]
  if not node then return tostring(id) end
  return node.name or node.troop and id or ("the %s %s"):format(node.terrain or node.kind or "line", id)
end

--- What a way may be stopped by, what comes first of equals before the rest.
local STOPS <const> = { "edge", "body", "enemy", "river", "impassable", "works" }
local SAID <const> = {
  edge = "the edge of the table", body = "a unit in the way", enemy = "an enemy", river = "a river",
  impassable = "ground it does not enter", works = "a town or fieldworks",
}

--- What stops a way first: { at, kind, by, what }; nil when nothing does.
function M.first(way)
  local kind, at
  for _, one in ipairs(STOPS) do
    local there = way[one .. "_at"]
    if there and (not at or there < at) then kind, at = one, there end
  end
  return at and { at = at, kind = kind, by = way[kind], what = SAID[kind] } or nil
end

local function lies_right(base, other)
  return geometry.turn(base.facing, geometry.bearing({ x = base.x, y = base.y }, { x = other.x, y = other.y })) > 0
end

--- Is a unit on the other hand of a way than the one in it, and no further on than that is?
local function across(base, one, other, reach)
  local on = tabletop.along(base, base.facing, other.base)
  return on > 0 and on < reach and lies_right(base, one.base) ~= lies_right(base, other.base)
end

--- C.1c: the gap between the unit in the way and another on the other hand, when it is too narrow.
local function refuse_gap(view, id, base, way)
  local first = way.bodies[1]
  local one, frontage = view:unit(first.id), geometry.round_mm(base.width, "up")
  for other_id, other in view:units() do
    local beside = other_id ~= id and other_id ~= first.id and tabletop.stands(view, other)
      and across(base, one, other, first.to + base.depth)
    local gap = beside and geometry.distance(one.base, other.base).distance or 0
    if gap > tabletop.TOUCHING then
      local args = { gap_mm = gap // mm(1), frontage_mm = frontage }
      local found = view:ask("movement.gap", args)
      if not found.passes then
        return refuse("distance", ("leads through the gap between %s and %s: %d mm for a frontage of %d mm"):format(
          M.name(view, first.id), M.name(view, other_id), args.gap_mm, frontage), {
          cite = "C.1c R47", margin = found.margin_mm,
        })
      end
    end
  end
end

local TEXT <const> = {
  edge = { "leads over %s, %d mm on", "4.2.1" },
  body = { "leads into %s, %d mm on", "4.2.8" },
  enemy = { "brings it into contact with %s, %d mm on: that is for charges", "C.3a R25" },
  river = { "leads into %s: its edge is %d mm on, and from there it may enter", "4.2.7.2 R44" },
  works = { "leads into %s, %d mm on: it must enter", "4.2.7.4 SR.4" },
}

--- Ground that a unit does not enter, and the clause.
local function barred(view, id, area_id)
  local unit, area = view:unit(id), view.state.areas[area_id]
  local kind = area.terrain
  if kind == "woods" then return "%s, where only infantry and cavalry go, is %d mm on", "4.2.7.5 R45" end
  if kind == "impassable" then return "leads into %s, which nobody enters, %d mm on", "C.4 R43" end
  local what = army.fighter(unit) and "where only infantry goes" or "where guns and wagons never go"
  return "leads into %s, " .. what .. ", %d mm on", kind == "town" and "4.2.7.4 R45" or "SR.4 R45"
end

--- The refusal of a way that is stopped before it has led so far.
function M.refusal(view, id, base, reach, um)
  local stop = reach.stop
  if stop.kind == "body" then
    local gap = refuse_gap(view, id, base, reach.way)
    if gap then return gap end
  end
  local text, cite = table.unpack(TEXT[stop.kind] or {})
  if stop.kind == "impassable" then text, cite = barred(view, id, stop.by) end
  local name = stop.kind == "edge" and EDGE or M.name(view, stop.by)
  return refuse("distance", text:format(name, stop.at // mm(1)), { cite = cite, margin = army.short_by(stop.at - um) })
end

--- The refusal of a place (of terrain.wrong_place).
function M.no_room(view, arg, wrong)
  local by = wrong.by and M.name(view, wrong.by) or EDGE
  local more = { margin = wrong.margin and army.short_by(wrong.margin) }
  if wrong.kind == "enemy" then
    more.cite = "C.3a R25"
    return refuse(arg, ("brings it into contact with %s: that is for charges"):format(by), more)
  end
  more.cite = wrong.kind == "body" and "4.2.8" or wrong.kind == "ground" and "4.2.7 SR.4" or "4.2.1"
  if wrong.kind == "ground" then return refuse(arg, ("would bring part of it into %s"):format(by), more) end
  return refuse(arg, ("has no room: %s is %d mm in the way"):format(by, -wrong.margin // mm(1) + 1), more)
end

return M
