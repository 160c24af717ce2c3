-- 4.2.1, 4.2.7, 4.2.8, C.1c, C.3a, R47: what stops a body on its way or keeps it from a place, in words.

local army <const> = use "game/army/units"

local M <const> = {}

--- What stops a way, as a proposal says it.
function M.what(view, stop)
  if stop.kind == "edge" then return "the edge of the table" end
  if stop.kind == "body" then return "a unit in the way" end
  if stop.kind == "near" then return "an enemy" end
  if stop.bars then return "ground it does not enter" end
  return view:terrain(stop.by).held and "a town or fieldworks" or "a river"
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
local function refuse_gap(view, path)
  local first, base = path.bodies[1], path.from
  local one, frontage = view:unit(first.id), geometry.round_mm(base.width, "up")
  for other_id, other in view:units() do
    local beside = other_id ~= path.id and other_id ~= first.id and tabletop.stands(other)
      and across(base, one, other, first.to + base.depth)
    local gap = beside and geometry.gap(one.base, other.base) or 0
    if gap > tabletop.TOUCHING then
      local args = { gap_mm = gap // mm(1), frontage_mm = frontage }
      local found = view:ask("movement.gap", args)
      if not found.passes then
        return refuse("distance", ("leads through the gap between %s and %s: %d mm for a frontage of %d mm"):format(
          view:called(first.id), view:called(other_id), args.gap_mm, frontage), {
          cite = "C.1c R47", margin = found.margin_mm,
        })
      end
    end
  end
end

--- Why a unit does not go on into what stops it, and the clause: { who or what is at %s, %d mm on }.
local function text_of(view, id, stop)
  if stop.kind == "edge" then return "leads over %s, %d mm on", "4.2.1" end
  if stop.kind == "body" then return "leads into %s, %d mm on", "4.2.8" end
  if stop.kind == "near" then return "brings it into contact with %s, %d mm on: that is for charges", "C.3a R25" end
  local row = view:terrain(stop.by)
  if not stop.bars then
    if row.held then return "leads into %s, %d mm on: it must enter", "4.2.7.4 SR.4" end
    return "leads into %s: its edge is %d mm on, and from there it may enter", "4.2.7.2 R44"
  end
  local area = view.state.areas[stop.by]
  local kind = area and area.terrain or row.name
  if kind == "woods" then return "%s, where only infantry and cavalry go, is %d mm on", "4.2.7.5 R45" end
  if not row.held then
    return kind == "impassable" and "leads into %s, which nobody enters, %d mm on"
      or "leads into %s, where it may not go, %d mm on", "C.4 R43"
  end
  local who = army.fighter(view:unit(id)) and "where only infantry goes" or "where guns and wagons never go"
  return "leads into %s, " .. who .. ", %d mm on", kind == "town" and "4.2.7.4 R45" or "SR.4 R45"
end

--- The refusal of a way that is stopped before it has led so far.
function M.refusal(view, path, stop, um)
  local gap = stop.kind == "body" and refuse_gap(view, path)
  if gap then return gap end
  local text, cite = text_of(view, path.id, stop)
  return refuse("distance", text:format(view:called(stop.by), stop.at // mm(1)), {
    cite = cite, margin = tabletop.short_by(stop.at - um),
  })
end

--- The refusal of a place (of view:room).
function M.no_room(view, arg, wrong)
  local by, more = view:called(wrong.by), { margin = wrong.margin and tabletop.short_by(wrong.margin) }
  if wrong.kind == "near" then
    more.cite = "C.3a R25"
    return refuse(arg, ("brings it into contact with %s: that is for charges"):format(by), more)
  end
  more.cite = wrong.kind == "body" and "4.2.8" or wrong.kind == "ground" and "4.2.7 SR.4" or "4.2.1"
  if wrong.kind == "ground" then return refuse(arg, ("would bring part of it into %s"):format(by), more) end
  return refuse(arg, ("has no room: %s is %d mm in the way"):format(by, -wrong.margin // mm(1) + 1), more)
end

return M
