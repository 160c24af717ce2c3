--- Ground: the kind of an area or line, the bases in it and the unit that holds it. Services of the table; `terrain`
--- declares the kinds (limber.rules.terrain).
local crossings <const> = require "limber.tabletop.crossings"
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local tabletop <const> = require "limber.tabletop.tabletop"
local terrain <const> = require "limber.rules.terrain"
local tolerances <const> = require "limber.tabletop.tolerances"

local M <const> = { view = {} }

--- What game files have declared, and the kinds of ground in force, by views and plays: not for the files that these
--- are handed to.
local words_of <const> = setmetatable({}, { __mode = "k" })
local grounds_of <const> = setmetatable({}, { __mode = "k" })

---@param view table
---@param words limber.GameWords
---@param grounds limber.Grounds
function M.attach(view, words, grounds) words_of[view], grounds_of[view] = words, grounds end

---@param view table
---@return limber.GameWords
function M.words(view) return words_of[view] end

---@param view table
---@return limber.Grounds
function M.grounds(view) return grounds_of[view] end

--- Read-only copies of kinds, for rule files.
local frozen <const> = setmetatable({}, { __mode = "k" })

--- The kind of ground that an area or line is.
---@param view limber.View
---@param node table|string the node or its id
---@return limber.Terrain
function M.view.terrain(view, node)
  if type(node) == "string" then node = view.state.areas[node] or view.state.lines[node] end
  local row = terrain.row(grounds_of[view], node)
  local handed = frozen[row] or sandbox.freeze(row, "terrain")
  frozen[row] = handed
  return handed
end

--- What people call a unit, a leader, an area or a line; "edge", or nothing, is the table's.
---@param view limber.View
---@param id string?
---@return string
function M.view.called(view, id)
  local state = view.state
  if id == nil or id == "edge" then return "the edge of the table" end
  local body = state.units[id] or state.leaders[id]
  local node = body or state.areas[id] or state.lines[id]
  if not node or node.name or body then return node and node.name or tostring(id) end
  local kind = node.own_kind or node.terrain or node.kind or "line"
  return kind == id and "the " .. id or ("the %s %s"):format(kind, id)
end

--- The areas that some of a base is in, and not only touches; or of any of several bases.
---@param view limber.View
---@param of table|string a base, a list of them, or the id of a unit
---@return string[] ids
function M.view.under(view, of)
  if #view.state.order.areas == 0 then return {} end
  local bases = type(of) == "string" and view:bases(of) or of
  if bases.x then return view:field():under(tabletop.skinned(bases, tolerances.SKIN)) end
  local found = {}
  for _, base in ipairs(bases) do
    for _, id in ipairs(M.view.under(view, base)) do
      if not lists.has(found, id) then found[#found + 1] = id end
    end
  end
  return found
end

--- Does some of a base, or of one of several, stand in an area or on a line, and off what leads through it?
---@param view limber.View
---@param base table a base or a list of them
---@param id string
---@return boolean
function M.view.stands_in(view, base, id)
  local node = view.state.areas[id] or view.state.lines[id]
  local through = view:terrain(node).crossed_by
  for _, one in ipairs(base[1] and base or { base }) do
    local stands = tabletop.lies_in(one, node)
    if stands and not (through and crossings.led_through(view, one, 0, 0, node, through, view:under(one))) then
      return true
    end
  end
  return false
end

--- The nearest of the areas of a kind, by their ids, that a base lies wholly inside, and touches the edge at most.
---@param view limber.View
---@param base table
---@param kind string
---@return string? id
function M.view.wholly_in(view, base, kind)
  local inner = tabletop.inside(base)
  for _, id in ipairs(view:field():under(inner)) do
    local area = view.state.areas[id]
    local inside = area.terrain == kind
    for _, corner in ipairs(inside and geometry.corners(inner) or {}) do
      inside = inside and geometry.holds(area, corner).yes
    end
    if inside then return id end
  end
end

--- The area that a unit holds, whose id is its `inside`.
---@param view limber.View
---@param id string
---@return table? area
function M.view.held(view, id)
  local inside = view:unit(id).inside
  return inside and view.state.areas[inside] or nil
end

--- The unit that holds an area.
---@param view limber.View
---@param area string
---@return string? id
function M.view.holder(view, area)
  for id, unit in view:present() do
    if unit.inside == area then return id end
  end
end

return M
