--- Facings that depend on who takes them: `left 30` of the way one faces, `toward 51`, `toward C4`. The words are read
--- as what they say, and become degrees when it is known who acts and from where.
local geometry <const> = require "kernel.geometry"
local names <const> = require "play.names"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = {}

---@class limber.Facing
---@field aim { x: integer, y: integer }? what it faces
---@field hand integer? thousandths of a degree, to the left below 0

--- Whether a value is such a facing still.
---@param value any
---@return boolean
function M.is_open(value)
  return type(value) == "table" and (value.aim ~= nil or value.hand ~= nil)
end

--- The place and facing of a unit; of a formation the middle of its units and the first one's facing.
local function stance_of(view, id)
  local unit = view.state.units[id] or view.state.leaders[id]
  if unit then return unit.base and { x = unit.base.x, y = unit.base.y, facing = unit.base.facing } end
  local x, y, count, facing = 0, 0, 0, nil
  for _, one in ipairs(names.units_of(view, id)) do
    local base = view.state.units[one].base
    if base then x, y, count, facing = x + base.x, y + base.y, count + 1, facing or base.facing end
  end
  return count > 0 and { x = x // count, y = y // count, facing = facing } or nil
end

--- Who a command is about: the first that it names of its own.
local function subject_of(view, args, out)
  for _, field in ipairs(args) do
    local id = field.names and field.kind ~= "list" and field.whose ~= "enemy" and out[field.name]
    if id then return stance_of(view, id) end
  end
end

--- Where it will stand: at the point that the command names, else where it is.
local function place_of(args, out)
  for _, field in ipairs(args) do
    local value = field.record == "point" and field.kind ~= "list" and out[field.name]
    if value then return value end
  end
end

local function degrees(field, value, stance, place)
  local turn = field.min ~= nil and field.min < 0
  if value.hand then
    if turn then return value.hand end
    if stance and stance.facing then return (stance.facing + value.hand) % 360000 end
  else
    local from = place or stance
    if from and (not turn or stance and stance.facing) then
      local bearing = tabletop.toward(from, value.aim)
      return turn and geometry.turn(stance.facing, bearing) or bearing % 360000
    end
  end
  return nil, { arg = field.name, message = ("%s: its position is not known here; give a direction of the compass, like"
    .. " north_east"):format(field.name) }
end

--- Puts all open facings of a command into degrees.
---@param view limber.View
---@param records table<string, limber.Field[]>
---@param args limber.Field[]
---@param out table changed in place
---@return limber.Refusal?
function M.settle(view, records, args, out)
  local stance, place = subject_of(view, args, out), place_of(args, out)
  for _, field in ipairs(args) do
    local value = out[field.name]
    if M.is_open(value) then
      local fault
      out[field.name], fault = degrees(field, value, stance, place)
      if fault then return fault end
    elseif type(value) == "table" and field.record and field.record ~= "point" then
      local record, at = records[field.record], stance
      for _, one in ipairs(field.kind == "list" and value or { value }) do
        at = place_of(record, one) or at
        for _, inner in ipairs(record) do
          if M.is_open(one[inner.name]) then
            local fault
            one[inner.name], fault = degrees(inner, one[inner.name], stance, at)
            if fault then return fault end
          end
        end
      end
    end
  end
end

return M
