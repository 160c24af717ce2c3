--- Distance and sight between two pieces, or from a piece to a place, as the rules measure them: by the services that
--- the rules themselves ask, and only between what those who look may see.
local names <const> = require "play.names"

local M <const> = {}

--- A piece that the viewer sees on the table.
local function seen(view, id)
  local node = view.state.units[id] or view.state.leaders[id]
  return node and node.base and node or nil
end

--- What a unit's fire line to another is; nil where the rules have no such line, for leaders say.
local function line_of(view, id, target)
  if not (view.state.units[id] and view.state.units[target]) then return nil end
  local done, line = pcall(view.fire_line, view, id, target, {})
  return done and type(line) == "table" and line or nil
end

--- What stands in a line's way, as people call it.
local function called(view, id)
  local node = id and (view.state.units[id] or view.state.areas[id] or view.state.lines[id])
  return node and (node.name or node.number and names.long(node) or node.kind) or nil
end

---@param play limber.GameSession
---@param from string
---@param to string|{ x: number, y: number } a piece, or a place in millimetres
---@return table { mm, clear, by, off }; mm nil where nothing is measured
function M.between(play, from, to)
  local view = play.game:view(play:viewer())
  local one = seen(view, from)
  if not one or view.state.facts == "told" then return {} end
  if type(to) == "table" and type(to.x) == "number" and type(to.y) == "number" then
    local point = { x = math.floor(to.x * 1000 + 0.5), y = math.floor(to.y * 1000 + 0.5) }
    local done, um = pcall(view.apart, view, view.state.units[from] and from or one.base, { point })
    return { mm = done and math.type(um) == "integer" and um / 1000 or nil }
  end
  local other = type(to) == "string" and seen(view, to)
  if not other or from == to then return {} end
  local done, um = pcall(view.apart, view, from, to)
  local line = line_of(view, from, to)
  return {
    mm = done and math.type(um) == "integer" and um / 1000 or nil, clear = line and line.yes,
    by = line and not line.yes and called(view, line.by) or nil, off = line and line.off and line.off / 1000 or nil,
  }
end

return M
