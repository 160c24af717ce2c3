--- Units and leaders on a map as SVG: each base to scale with its arm and facing. Sides differ by pattern as well as by
--- colour: the first is solid, the second hatched.
local frames <const> = require "limber.tabletop.frames"
local glyphs <const> = require "show.glyphs"
local svg <const> = require "drawn.svg"

local M <const> = {}

local tag <const> = svg.tag

--- How the sides look: colour, the fill of their bodies, and what is drawn on it.
M.SIDES = {
  { colour = "#27476e", fill = "#27476e", ink = "#ffffff", solid = true },
  { colour = "#9c2a1f", fill = "url(#hatch)", ink = "#9c2a1f" },
}

local PAPER <const> = "#f6efdd"

--- How a side of the state looks.
---@param state table
---@param side string
function M.look(state, side)
  for i, id in ipairs(state.order.sides) do
    if id == side then return M.SIDES[(i - 1) % #M.SIDES + 1] end
  end
  return M.SIDES[1]
end

--- The pattern of the second side.
---@param u number
---@return string
function M.defs(u)
  return tag("pattern", { id = "hatch", width = 5, height = 5, patternUnits = "userSpaceOnUse",
    patternTransform = ("scale(%s) rotate(-45)"):format(svg.number(u)) },
    '<rect width="5" height="5" fill="#ffffff"/><rect width="2.1" height="5" fill="#9c2a1f"/>')
end

---@class drawn.Glyph
---@field arm "foot"|"horse"|"guns"|"machine_guns"|"wagon"|"other"
---@field open boolean? in skirmish order
---@field square boolean?

--- What a unit is drawn as.
---@param unit table
---@param words limber.MapSymbols?
---@return drawn.Glyph
function M.glyph(unit, words)
  return { arm = glyphs.arm(words and words.arm and words.arm(unit) or unit.arm), open = glyphs.is_open(unit) or nil,
    square = unit.drill == "square" or nil }
end

local function dots(count, width, y, radius, look, hollow)
  local parts = {}
  for i = 1, count do
    parts[i] = tag("circle", { cx = (i - (count + 1) / 2) * width / count, cy = y, r = radius,
      fill = hollow and PAPER or look.colour, stroke = look.colour, stroke_width = radius / 2.4 })
  end
  return table.concat(parts)
end

--- What is drawn on a body for each arm: fn(width, depth, u, look), in the frame of its middle, its front upwards.
local ON <const> = {
  horse = function(width, depth, u, look)
    local way = ("M%s %sL%s %s"):format(svg.number(-width / 2), svg.number(depth / 2), svg.number(width / 2),
      svg.number(-depth / 2))
    local bare = tag("path", { d = way, stroke = "#ffffff", stroke_width = look.solid and 2 * u or 5 * u })
    return look.solid and bare or bare .. tag("path", { d = way, stroke = look.colour, stroke_width = 2 * u })
  end,
  guns = function(width, depth, u, look)
    local radius = math.min(2.6 * u, depth / 3.2, width / 5)
    return dots(math.max(2, math.min(4, width // (9 * u) | 0)), width * 0.86, 0, radius, look, not look.solid)
  end,
  machine_guns = function(_, depth, u, look)
    local radius = math.min(2.2 * u, depth / 5)
    return dots(1, 1, -1.4 * radius, radius, look, not look.solid) .. dots(2, 5 * radius, 1.4 * radius, radius, look,
      not look.solid)
  end,
  wagon = function(width, depth, u, look)
    local x, y = svg.number(width / 2), svg.number(depth / 2)
    return tag("path", { d = ("M-%s -%sL%s %sM-%s %sL%s -%s"):format(x, y, x, y, x, y, x, y), stroke = look.colour,
      stroke_width = 1.2 * u })
  end,
}

local LEAST <const> = 7 -- of a body's depth, in units of the picture; what it lacks is added at its rear

--- One body, in the frame of its middle, its front upwards.
---@param width number
---@param depth number
---@param glyph drawn.Glyph
---@param look table
---@param u number
---@return string
function M.body(width, depth, glyph, look, u)
  local whole = math.max(depth, LEAST * u)
  local mounted = glyph.arm == "foot" or glyph.arm == "horse" or glyph.arm == "other"
  local solid = mounted and look.solid and not glyph.open -- a pale edge parts it from its neighbours
  local parts = { tag("rect", { x = -width / 2, y = -whole / 2, width = width, height = whole,
    fill = glyph.open and PAPER or mounted and look.fill or PAPER, stroke_width = (solid and 0.8 or 1.4) * u,
    stroke = solid and PAPER or look.colour,
    stroke_dasharray = glyph.open and ("%s %s"):format(svg.number(3 * u), svg.number(2 * u)) or nil }) }
  if glyph.square and mounted then
    parts[#parts + 1] = tag("rect", { x = -width / 4, y = -whole / 4, width = width / 2, height = whole / 2,
      fill = PAPER, stroke = look.colour, stroke_width = u })
  end
  if glyph.open then
    parts[#parts + 1] = dots(math.max(1, width // (8 * u) | 0), width * 0.94, 0, math.min(2 * u, whole / 4), look, true)
  elseif ON[glyph.arm] then
    parts[#parts + 1] = ON[glyph.arm](width, whole, u, look)
  end
  return tag("g", { transform = ("translate(0 %s)"):format(svg.number((whole - depth) / 2)) }, table.concat(parts))
end

local function turned(base, ground, content)
  return tag("g", { transform = ("translate(%s %s) rotate(%s)"):format(svg.number(base.x / 1000),
    svg.number((ground.depth - base.y) / 1000), svg.number(base.facing / 1000)) }, content)
end

--- A unit where it stands, with the mark of where its front is.
---@param state table
---@param unit table
---@param words limber.MapSymbols?
---@param u number
---@return string
function M.unit(state, unit, words, u)
  local look, glyph, parts = M.look(state, unit.side), M.glyph(unit, words), {}
  for i, base in ipairs(frames.bases(unit)) do
    parts[i] = turned(base, state.ground, M.body(base.width / 1000, base.depth / 1000, glyph, look, u))
  end
  local front = -unit.base.depth / 2000
  parts[#parts + 1] = turned(unit.base, state.ground, tag("path", { fill = look.colour, stroke = PAPER,
    stroke_width = 0.6 * u, d = ("M%s %sL0 %sL%s %sz"):format(svg.number(-4.5 * u), svg.number(front),
    svg.number(front - 6 * u), svg.number(4.5 * u), svg.number(front)) }))
  return table.concat(parts)
end

--- A leader's sign with its middle at a point: a circle with a staff and a flag.
---@param x number
---@param y number
---@param look table
---@param u number
---@return string
function M.leader(x, y, look, u)
  local function at(dx, dy) return svg.number(x + dx * u) .. " " .. svg.number(y + dy * u) end
  return tag("path", { d = ("M%sV%sL%sL%s"):format(at(0, 0), svg.number(y - 15 * u), at(9, -12), at(0, -9)),
    stroke = look.colour, stroke_width = 1.2 * u, fill = look.solid and look.colour or PAPER })
    .. tag("circle", { cx = x, cy = y, r = 4.4 * u, fill = look.solid and look.colour or PAPER, stroke = look.colour,
      stroke_width = 1.8 * u })
end

return M
