--- The table and its ground as a page knows them: outlines in millimetres, each of a kind, and what kinds look like.
--- The ground is drawn by `drawn.ground`; the page has the outlines for names, clicks and lists.
local glyphs <const> = require "show.glyphs"
local Grid <const> = require "limber.language.grid"
local terrain <const> = require "limber.rules.terrain"

local M <const> = {}

--- Millimetres, to a tenth.
---@param um integer
---@return number
function M.mm(um)
  local tenths = (um + 50) // 100
  return tenths % 10 == 0 and tenths // 10 or tenths / 10
end

--- A list of points as x, y, x, y …
local function flat(points)
  local list = {}
  for _, point in ipairs(points or {}) do
    list[#list + 1], list[#list + 2] = M.mm(point.x), M.mm(point.y)
  end
  return list
end

--- Kinds of ground as they come up: word by word what each is called and what it looks like.
local function kinds_of(rules)
  local symbols = terrain.symbols(rules.grounds, rules.game.map_symbols) or {}
  local rows, list, known = {}, {}, {}
  for _, row in ipairs(symbols.ground or {}) do rows[row[1]] = row end
  return list, function(node)
    local of = node.line and symbols.line or not node.line and symbols.area
    local kind = of and of(node) or node.terrain or node.kind or "open"
    if not known[kind] then
      local row = rows[kind]
      known[kind] = true
      list[#list + 1] = { kind = kind, look = glyphs.look(kind, row), doc = row and row.doc or kind:gsub("_", " ") }
    end
    return kind
  end
end

--- The pieces of ground of one sort, with their kinds.
local function pieces(root, place, kind_of)
  local list = {}
  for _, id in ipairs(root.order[place]) do
    local node = root[place][id]
    if node and (node.area or node.line) then
      list[#list + 1] = {
        id = id, name = node.name, kind = kind_of(node), points = flat(node.area or node.line),
        hill = (node.ground or 0) > 0 and M.mm(node.ground) or nil,
        worth = node.objective and (node.objective == true and 1 or node.objective) or nil,
      }
    end
  end
  return list
end

--- The ground of a battle: { table, kinds, areas, lines_of_ground }. No table where no length of it is known.
---@param root table the state
---@param rules limber.Rules
---@return table
function M.of(root, rules)
  local kinds, kind_of = kinds_of(rules)
  local ground, sheet = root.ground or {}, nil
  if ground.width and ground.depth then
    local grid = Grid.of(ground, rules.published.unit or "mm")
    sheet = { width = M.mm(ground.width), depth = M.mm(ground.depth), square = M.mm(grid.size) }
  end
  return {
    table = sheet, areas = pieces(root, "areas", kind_of), lines_of_ground = pieces(root, "lines", kind_of),
    kinds = kinds,
  }
end

return M
