--- The ground of a map as SVG in a period style: hills by hachures, woods of trees, houses, water, walls, roads. Each
--- kind is drawn by its look (show.glyphs). It can be read without colour.
local glyphs <const> = require "show.glyphs"
local outline <const> = require "drawn.outline"
local svg <const> = require "drawn.svg"
local terrain <const> = require "limber.rules.terrain"

local M <const> = {}

local tag <const> = svg.tag

--- A name in words.
local function plain(name) return (name:gsub("_", " ")) end

--- How areas look: their tint, their edge, what is strewn over them or fills them as a pattern. Lengths are in units of
--- the picture, a thousandth of its longer side.
local AREAS <const> = {
  other = { fill = "none", stroke = "#8a7a5c", dash = "6 4" },
  open_woods = { fill = "#dfe4c6", stroke = "#8f9a68", dash = "5 3", strewn = "tree", step = 29, margin = 8 },
  woods = { fill = "#d3dbb6", stroke = "#7d8a55", strewn = "tree", step = 21, margin = 8 },
  village = { fill = "#ecd9cb", stroke = "#7c2d20", dash = "5 3", strewn = "house", step = 23, margin = 8.5 },
  works = { fill = "#e3d3b0", stroke = "#5b4424", width = 3, teeth = true },
  water = { fill = "#bcd3d8", stroke = "#4d7683", pattern = "waves" },
  marsh = { fill = "#dfe3cf", stroke = "#7f9482", dash = "2 3", pattern = "marsh" },
  crops = { fill = "#ece0b0", stroke = "#a8935a", pattern = "crops" },
  rough = { fill = "#e9dcc0", stroke = "#9a8a66", dash = "2 4", pattern = "rough" },
  boulders = { fill = "#e6dac2", stroke = "#9a8a66", dash = "2 4", pattern = "boulders" },
  scrub = { fill = "#e6e2c0", stroke = "#9aa070", dash = "2 4", pattern = "scrub" },
  road = { fill = "#fbf6e8", stroke = "#8a6f4a", width = 1 },
  bridge = { fill = "#fbf6e8", stroke = "#2b2318", width = 2.4 },
  ford = { fill = "#d9e4e3", stroke = "#4d7683", dash = "4 3" },
  impassable = { fill = "#c5ced0", stroke = "#4a5a60", pattern = "closed" },
}

--- How lines look: strokes one over the other, { colour, width, dashes, end of dashes }.
local LINES <const> = {
  other = { { "#6b5a3a", 2 } },
  wall = { { "#4a3b26", 4.4 }, { "#d9c9a4", 2.2, "6 1.6" } },
  works = { { "#5b4424", 5 }, { "#5b4424", 11, "2 6" } },
  rampart = { { "#5b4424", 5 }, { "#5b4424", 11, "2 6" } },
  hedge = { { "#5f7038", 2 }, { "#5f7038", 6.4, "0 7", "round" } },
  fence = { { "#6b4a2a", 1.4 }, { "#6b4a2a", 7, "1.4 8" } },
  ditch = { { "#5b4424", 1.6 }, { "#5b4424", 7, "1 3" } },
  water = { { "#4d7683", 5 }, { "#bcd3d8", 3 } },
}

--- Signs that are strewn over areas, in units of the picture.
local SIGNS <const> = {
  tree = [[<path d="M-5 3.4a3.6 3.6 0 0 1 .4-6.6a4.8 4.8 0 0 1 9 0a3.6 3.6 0 0 1 .6 6.6z" fill="#a3b478"
stroke="#4c5a2c" stroke-width="0.9"/><path d="M0.6 3.4h4.6a3.6 3.6 0 0 0 .2-5.4a6 6 0 0 1-4.8 5.4z" fill="#4c5a2c"/>]],
  house = [[<path d="M-6.5-4h13v8h-13z" fill="#b8432f" stroke="#5a1a10" stroke-width="0.9"/>
<path d="M-6.5 0h13" stroke="#5a1a10" stroke-width="0.8"/>]],
}

--- What fills areas: the side of a square that is repeated, and what is in it.
local PATTERNS <const> = {
  waves = { 16, [[<path d="M1 5q2-2.4 4 0t4 0M8 13q2-2.4 4 0t4 0" fill="none" stroke="#4d7683" stroke-width="0.9"/>]] },
  marsh = { 22, [[<path d="M2 6h9M13 17h8M5 6v-4M7 6v-5M9 6v-4M16 17v-4M18 17v-5" fill="none" stroke="#4f6b5c"
stroke-width="0.9"/>]] },
  crops = { 12, [[<path d="M0 3h12M0 9h12" stroke="#9a8446" stroke-width="0.8" stroke-dasharray="3 2"/>]] },
  rough = { 20, [[<path d="M3 6l2-3 2 3M12 15l2-3 2 3M14 5h.1M5 14h.1" fill="none" stroke="#7d6c47"
stroke-width="1.1" stroke-linecap="round"/>]] },
  boulders = { 22, [[<circle cx="5" cy="6" r="2.4" fill="#cdbf9f" stroke="#6b5a3a" stroke-width="0.9"/>
<circle cx="15" cy="16" r="3.2" fill="#cdbf9f" stroke="#6b5a3a" stroke-width="0.9"/>]] },
  scrub = { 20, [[<path d="M4 7q-2-1-2-4M4 7q0-3 0-5M4 7q2-1 2-4M14 17q-2-1-2-4M14 17q0-3 0-5M14 17q2-1 2-4"
fill="none" stroke="#6f7a45" stroke-width="0.9"/>]] },
  closed = { 6, [[<path d="M0 3h6" stroke="#4a5a60" stroke-width="0.9"/>]] },
}

local HILL <const>, HACHURE <const>, EVERY <const> = "#e6d7b2", 15, 4.6

--- Definitions that a picture of ground needs.
---@param u number the picture's unit, in millimetres
---@return string
function M.defs(u)
  local parts = {}
  for _, name in ipairs { "tree", "house" } do
    parts[#parts + 1] = tag("g", { id = name, transform = ("scale(%s)"):format(svg.number(u)) }, SIGNS[name])
  end
  for _, name in ipairs { "waves", "marsh", "crops", "rough", "boulders", "scrub", "closed" } do
    local pattern = PATTERNS[name]
    parts[#parts + 1] = tag("pattern", { id = name, width = pattern[1], height = pattern[1],
      patternUnits = "userSpaceOnUse", patternTransform = ("scale(%s)"):format(svg.number(u)) }, pattern[2])
  end
  return table.concat(parts, "\n")
end

--- Hachures run down a slope, from thick to thin; none where a hill goes on beyond the table.
local function hachures(points, u, window)
  local path = {}
  outline.along(points, EVERY * u, function(x, y, dx, dy, at)
    if x <= window.left or x >= window.right or y <= window.top or y >= window.bottom then return end
    local long = HACHURE * u * (0.75 + 0.5 * outline.chance(at, 7))
    if not outline.holds(points, x + 1.6 * long * dx, y + 1.6 * long * dy) then long = long / 2 end
    local thick = 0.8 * u
    path[#path + 1] = ("M%s %sL%s %sL%s %sz"):format(svg.number(x), svg.number(y),
      svg.number(x + long * dx + thick * dy), svg.number(y + long * dy - thick * dx),
      svg.number(x + long * dx - thick * dy), svg.number(y + long * dy + thick * dx))
  end)
  return tag("path", { d = table.concat(path), fill = "#8a7448" })
end

local function hill(points, u, window)
  return tag("polygon", { points = svg.points(points), fill = HILL, fill_opacity = "0.8" })
    .. hachures(points, u, window)
end

--- Teeth along an edge, pointing outwards: an earthwork.
local function teeth(points, u)
  local path = {}
  outline.along(points, 9 * u, function(x, y, dx, dy)
    path[#path + 1] = ("M%s %sL%s %s"):format(svg.number(x), svg.number(y), svg.number(x - 5 * u * dx),
      svg.number(y - 5 * u * dy))
  end)
  return tag("path", { d = table.concat(path), stroke = "#5b4424", stroke_width = 1.6 * u, fill = "none" })
end

local function dashes(text, u)
  return (text:gsub("[%d.]+", function(number) return svg.number(tonumber(number) * u) end))
end

local function strewn(points, look, u)
  local parts = {}
  for i, at in ipairs(outline.strewn(points, look.step * u, look.margin * u)) do
    local turn = look.strewn == "house" and (outline.chance(i, 3) * 60 - 30) // 1 | 0 or 0
    parts[#parts + 1] = tag("use", { href = "#" .. look.strewn, x = turn == 0 and at.x or nil,
      y = turn == 0 and at.y or nil, transform = turn ~= 0 and ("translate(%s %s) rotate(%d)"):format(
      svg.number(at.x), svg.number(at.y), turn) or nil })
  end
  return table.concat(parts)
end

--- The sign that is strewn over a look, at a point; nothing where there is none.
---@param look string
---@param x number
---@param y number
---@return string
function M.sign(look, x, y)
  local how = AREAS[look]
  return how and how.strewn and tag("use", { href = "#" .. how.strewn, x = x, y = y }) or ""
end

--- One area as it looks.
---@param points drawn.Point[]
---@param look string
---@param u number
---@param window table the table's edges, beyond which nothing ends
---@return string
function M.area(points, look, u, window)
  if look == "hill" then return hill(points, u, window) end
  local how = AREAS[look] or AREAS.other
  local edge = { points = svg.points(points), stroke = how.stroke, stroke_width = (how.width or 1.2) * u,
    stroke_dasharray = how.dash and dashes(how.dash, u) or nil, stroke_linejoin = "round", fill = how.fill }
  local parts = { tag("polygon", edge) }
  if how.pattern then
    parts[2] = tag("polygon", { points = edge.points, fill = ("url(#%s)"):format(how.pattern) })
  end
  if how.strewn then parts[#parts + 1] = strewn(points, how, u) end
  if how.teeth then parts[#parts + 1] = teeth(points, u) end
  return table.concat(parts)
end

--- One line as it looks.
---@param points drawn.Point[]
---@param look string
---@param u number
---@return string
function M.line(points, look, u)
  local parts = {}
  for i, one in ipairs(LINES[look] or LINES.other) do
    parts[i] = tag("polyline", { points = svg.points(points), fill = "none", stroke = one[1], stroke_width = one[2] * u,
      stroke_dasharray = one[3] and dashes(one[3], u) or nil, stroke_linecap = one[4] or nil })
  end
  return table.concat(parts)
end

--- A kind of ground in a legend: 30 units wide, from 11 above the line to 3 below it.
---@param kind { look: string, line: boolean? }
---@param u number
---@return string
function M.swatch(kind, u)
  local left, right, top, bottom = 0, 30 * u, -11 * u, 3 * u
  if kind.line then return M.line({ { x = left, y = -4 * u }, { x = right, y = -4 * u } }, kind.look, u) end
  return M.area({ { x = left, y = top }, { x = right, y = top }, { x = right, y = bottom },
    { x = left, y = bottom } }, kind.look, u * 0.5, { left = -1e9, right = 1e9, top = -1e9, bottom = 1e9 })
    .. M.sign(kind.look, 15 * u, -4 * u)
end

--- What lies on the table in the order it is drawn: heights, then kinds of ground as the ruleset ranks them.
local function things_of(state, words)
  local rows, things = {}, {}
  for i, row in ipairs(words and words.ground or {}) do
    rows[row[1]] = { rank = i, map = row.map, doc = row.doc, colour = row.colour }
  end
  local function add(node, shape, of)
    if not shape then return end
    local name = words and words[of] and words[of](node) or node.terrain or node.kind or "open"
    local row = rows[name] or { rank = 0, doc = plain(name) }
    local look, points = glyphs.look(name, row), outline.points(shape, state.ground)
    local is_hill = look == "hill"
    if (node.ground or 0) > 0 and not is_hill then
      things[#things + 1] = { points = points, look = "hill", doc = "a hill", rank = -1, found = #things }
    end
    if look == "open" then return end
    things[#things + 1] = { points = points, look = look, line = of == "line", doc = row.doc or plain(name),
      rank = is_hill and -1 or row.rank, found = #things }
  end
  for _, id in ipairs(state.order.areas) do add(state.areas[id] or {}, (state.areas[id] or {}).area, "area") end
  for _, id in ipairs(state.order.lines) do add(state.lines[id] or {}, (state.lines[id] or {}).line, "line") end
  table.sort(things, function(one, other)
    return one.rank < other.rank or one.rank == other.rank and one.found < other.found
  end)
  return things
end

---@class drawn.Ground
---@field body string markup in millimetres of the table, y downwards
---@field kinds { look: string, doc: string, line: boolean? }[] those that are on it, each once

--- The ground of a state.
---@param state table
---@param rules limber.Rules
---@param u number
---@return drawn.Ground
function M.of(state, rules, u)
  local parts, kinds, known = {}, {}, {}
  local window = { left = 0.5, top = 0.5, right = state.ground.width / 1000 - 0.5,
    bottom = state.ground.depth / 1000 - 0.5 }
  for _, thing in ipairs(things_of(state, terrain.symbols(rules.grounds, rules.game.map_symbols))) do
    parts[#parts + 1] = thing.line and M.line(thing.points, thing.look, u)
      or M.area(thing.points, thing.look, u, window)
    if not known[thing.doc] then
      known[thing.doc], kinds[#kinds + 1] = true, { look = thing.look, doc = thing.doc, line = thing.line }
    end
  end
  local sheet = tag("clipPath", { id = "table" }, tag("rect", { x = 0, y = 0, width = state.ground.width / 1000,
    height = state.ground.depth / 1000 }))
  return { body = sheet .. tag("g", { clip_path = "url(#table)" }, table.concat(parts, "\n")), kinds = kinds }
end

return M
