--- What must hold of a game after every command, whatever was done.
local digest <const> = require "kernel.digest"
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"

local M <const> = {}

--- What rounding may do to a corner, in micrometres.
local HAIR <const> = 250

--- Units that stand on the table.
local function standing(game)
  local units, root = {}, game.state.root
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if unit.base and unit.status ~= "gone" then units[#units + 1] = unit end
  end
  return units
end

local function off_table(ground, unit)
  for _, corner in ipairs(geometry.corners(unit.base)) do
    if corner.x < -HAIR or corner.y < -HAIR or corner.x > ground.width + HAIR or corner.y > ground.depth + HAIR then
      return true
    end
  end
end

--- By how much some of the bases of two units overlap; nil where none do.
local function overlap(one, other)
  if geometry.contact(one.base, other.base).state ~= "overlapping" then return nil end
  for _, a in ipairs(frames.bases(one)) do
    for _, b in ipairs(frames.bases(other)) do
      local contact = geometry.contact(a, b)
      if contact.state == "overlapping" then return -contact.margin end
    end
  end
end

--- Who stands in whom, or beside the table.
---@param game limber.Game
---@param before table<string, boolean>? faults that stood already
---@param among boolean? units may stand among their own
---@return string?
function M.places(game, before, among)
  local units, root = standing(game), game.state.root
  for i, unit in ipairs(units) do
    local centre = unit.base
    local far = centre.x < 0 or centre.y < 0 or centre.x > root.ground.width or centre.y > root.ground.depth
    if far then return ("%s stands off the table at %d,%d"):format(unit.id, centre.x, centre.y) end
    if not (before and before[unit.id]) and off_table(root.ground, unit) then
      return ("a corner of %s is off the table"):format(unit.id)
    end
    for j = 1, i - 1 do
      local um = overlap(unit, units[j])
      if um and not (among and unit.side == units[j].side) then
        return ("%s stands in %s by %d um"):format(unit.id, units[j].id, um)
      end
    end
  end
end

--- What of the other side a side's view shows and may not.
---@param game limber.Game
---@return string?
function M.views(game)
  local words, root = game.words, game.state.root
  for _, side in ipairs(root.order.sides) do
    local view = game:view(side)
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      if words.hidden and unit.side ~= side and words.hidden(root, side, unit) and view.state.units[id] then
        return ("%s sees %s, which is hidden"):format(side, id)
      end
    end
    for _, frame in ipairs(view.state.frames) do
      for other in next, frame.sealed or {} do
        if other ~= side then return ("%s sees what %s has sealed"):format(side, other) end
      end
    end
    for place, keys in next, words.private do
      for id, node in next, view.state[place] do
        for _, key in ipairs(keys) do
          if node.side ~= side and node[key] ~= nil then return ("%s sees the %s of %s"):format(side, key, id) end
        end
      end
    end
  end
end

--- Units with a corner off the table from the beginning.
---@param game limber.Game
---@return table<string, boolean>
function M.beside(game)
  local beside = {}
  for _, unit in ipairs(standing(game)) do
    beside[unit.id] = off_table(game.state.root.ground, unit) or nil
  end
  return beside
end

--- The digest of the whole state.
---@param game limber.Game
---@return string
function M.digest(game)
  return digest.of(game.state.root)
end

return M
