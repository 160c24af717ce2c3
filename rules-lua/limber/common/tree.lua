--- Plain data as a tree: copies of it, and the nodes that paths and ids lead to.
local sandbox <const> = require "kernel.sandbox"

local copied <const> = sandbox.tree

local M <const> = {}

--- A copy of plain data.
---@generic T
---@param value T
---@return T
function M.copy(value) return copied(value) end

--- A copy of a map that holds the same values.
---@generic T: table
---@param map T
---@return T
function M.shallow(map) return sandbox.shallow(map) end

--- Do two trees of plain data hold the same?
---@param one any
---@param other any
---@return boolean
function M.equal(one, other)
  if one == other then return true end
  if type(one) ~= "table" or type(other) ~= "table" then return false end
  for key, inner in next, one do
    if not M.equal(inner, other[key]) then return false end
  end
  for key in next, other do
    if one[key] == nil then return false end
  end
  return true
end

--- The node and key that a dotted path leads to (`units.31.hits`); nil and the valid part of the path where it leads
--- nowhere.
---@param root table
---@param path string
---@return table? node
---@return string|integer key
function M.locate(root, path)
  local node, key, way = root, nil, {}
  for part in path:gmatch "[^.]+" do
    if key ~= nil then
      node = node[key]
      if type(node) ~= "table" then return nil, table.concat(way, ".") end
    end
    way[#way + 1] = part
    key = #node > 0 and math.tointeger(tonumber(part)) or part
  end
  return node, key
end

local PLACES <const> = { "units", "leaders", "formations", "areas", "lines", "sides" }

--- The piece with an id: a unit, leader, formation, area, line or side. No two pieces have the same id.
---@param root table
---@param id string?
---@return table?
function M.node(root, id)
  for i = 1, id ~= nil and #PLACES or 0 do
    local pieces = root[PLACES[i]]
    local node = pieces and pieces[id]
    if node then return node end
  end
end

return M
