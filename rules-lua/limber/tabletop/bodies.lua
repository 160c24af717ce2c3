--- A unit as what stands on the table: one base, or several that move as one and are lost one by one.
--
-- `unit.base` is where it stands as a whole; `unit.bodies`, where it has several, says where each is about that:
-- { x = aside to the right, y = ahead, width, depth, gone = true when it is lost }. On the field a unit of one base
-- goes by its id, each of several by a key of its own: "12/1", "12/2".
local geometry <const> = require "kernel.geometry"

local M <const> = {}

--- The key on the field of one of several bases.
---@param id string
---@param nth integer
---@return string
function M.key(id, nth) return id .. "/" .. nth end

--- The unit that an item of the field belongs to, and which of its bases it is.
---@param key string
---@return string id
---@return integer nth
function M.owner(key)
  local at = string.find(key, "/", 1, true)
  if not at then return key, 1 end
  return string.sub(key, 1, at - 1), math.tointeger(string.sub(key, at + 1))
end

--- One of several bases, where it stands.
local function placed(base, body)
  local there = geometry.move(base, { slide = body.y, angle = 0 })
  there = geometry.move(there, { slide = body.x, angle = 90000 })
  there.width, there.depth = body.width, body.depth
  return there
end

--- The bases of a unit that are left, and the number of each; none where it does not stand on the table.
---@param unit table
---@return table[] bases
---@return integer[] numbers
function M.bases(unit)
  local base, found, numbers = unit.base, {}, {}
  if not unit.bodies or not base then return { base }, { base and 1 or nil } end
  for i, body in ipairs(unit.bodies) do
    if not body.gone then found[#found + 1], numbers[#numbers + 1] = placed(base, body), i end
  end
  return found, numbers
end

--- All keys of a unit on the field: what is not in its own way.
---@param id string
---@param unit table
---@return string[]
function M.keys(id, unit)
  if not unit.bodies then return { id } end
  local keys = {}
  for i in ipairs(unit.bodies) do keys[i] = M.key(id, i) end
  return keys
end

return M
