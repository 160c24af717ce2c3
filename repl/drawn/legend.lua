--- What stands below a map: its scale and north, the sides, the signs, and the forces by formation.
local ground <const> = require "drawn.ground"
local labels <const> = require "drawn.labels"
local lengths <const> = require "limber.language.lengths"
local map_units <const> = require "show.map_units"
local svg <const> = require "drawn.svg"
local units <const> = require "drawn.units"

local M <const> = {}

local tag <const> = svg.tag

local INK <const> = "#2b2318"
local ROW <const>, SIZE <const>, SMALL <const> = 19, 12, 11

--- The word of a field without its lines.
local function plain(word) return (word:gsub("_", " ")) end

local function moved(x, y, content)
  return tag("g", { transform = ("translate(%s %s)"):format(svg.number(x), svg.number(y)) }, content)
end

--- A bar of one and two squares' length, in the unit of the table.
local function scale_bar(how, u)
  local one = how.grid.size / 1000
  local parts, size = {}, SMALL * u
  for i = 0, 1 do
    for half = 0, 1 do
      parts[#parts + 1] = tag("rect", { x = i * one, y = half * 4 * u, width = one, height = 4 * u, stroke = INK,
        stroke_width = 0.8 * u, fill = (i + half) % 2 == 0 and INK or "#ffffff" })
    end
  end
  for i = 0, 2 do
    parts[#parts + 1] = svg.text(i * one, 20 * u, i == 0 and "0" or lengths.text(i * how.grid.size, how), {
      font_size = size, text_anchor = "middle", fill = INK })
  end
  return table.concat(parts)
end

local function compass(u)
  local function p(x, y) return svg.number(x * u) .. " " .. svg.number(y * u) end
  return tag("path", { d = ("M%sL%sL%sz"):format(p(0, -17), p(5, 9), p(0, 4)), fill = INK, stroke = INK,
    stroke_width = 0.8 * u }) .. tag("path", { d = ("M%sL%sL%sz"):format(p(0, -17), p(-5, 9), p(0, 4)),
    fill = "#ffffff", stroke = INK, stroke_width = 0.8 * u })
    .. svg.text(0, -20 * u, "N", { font_size = 13 * u, text_anchor = "middle", fill = INK, font_weight = "bold" })
end

local ARM_WORDS <const> = { "foot", "horse", "guns", "machine_guns", "wagon" }
local NAMES <const> = { foot = "foot", horse = "horse", guns = "guns", machine_guns = "machine guns",
  wagon = "wagons" }

--- The signs of what is on the map: { markup in a frame, words, width }.
local function signs_of(view, words, field)
  local state, u, list, seen = view.state, field.u, {}, {}
  local function add(sign, doc) list[#list + 1] = { sign = sign, doc = doc } end
  local function body(deep, glyph, look)
    return moved(15 * u, -4 * u, units.body(30 * u, deep * u, glyph, look or units.SIDES[1], u))
  end
  for _, id in ipairs(state.order.sides) do
    add(body(12, { arm = "foot" }, units.look(state, id)), state.sides[id].name or id)
  end
  for _, unit in view:units() do
    local glyph = units.glyph(unit, words)
    seen[glyph.open and "open" or glyph.arm] = unit.base and true or seen[glyph.arm]
    local mark = unit.base and map_units.state_of(unit, words)
    if mark and mark.map then seen[mark] = true end
  end
  for _, arm in ipairs(ARM_WORDS) do
    if seen[arm] then add(body(12, { arm = arm }), NAMES[arm]) end
  end
  if seen.open then add(body(10, { arm = "foot", open = true }), "skirmishers") end
  add(units.leader(15 * u, 1 * u, units.SIDES[1], 0.9 * u), "a leader")
  for _, one in ipairs(words and words.states or {}) do
    if seen[one] then add(svg.text(15 * u, 0, one.map, { font_size = 15 * u, text_anchor = "middle", fill = INK }),
      one.doc) end
  end
  for _, kind in ipairs(field.kinds) do add(ground.swatch(kind, u), kind.doc) end
  return list
end

--- Signs with their words, flowed in rows of the picture's width; gives how high they are.
local function flowed(list, left, right, u)
  local parts, x, y = {}, left, 0
  for _, one in ipairs(list) do
    local wide = 38 * u + labels.width(one.doc, SIZE * u) + 14 * u
    if x > left and x + wide > right then x, y = left, y + ROW * u end
    parts[#parts + 1] = moved(x, y, one.sign .. svg.text(37 * u, 0, one.doc, { font_size = SIZE * u, fill = INK }))
    x = x + wide
  end
  return table.concat(parts), y + ROW * u
end

--- The forces of a side: rows of { text, bold }.
local function forces(view, side, words)
  local rows = {}
  local function add(formation)
    for _, unit in view:units(side) do
      if unit.formation == formation and view:status(unit) ~= "gone" then
        local strength = words and words.strength and words.strength(unit) or ""
        local state = map_units.state_of(unit, words)
        local words_of = state and state.doc or not unit.base and "to be placed" or nil
        rows[#rows + 1] = { number = tostring(unit.number or unit.id), name = unit.name or unit.id,
          text = words_of and strength .. (strength ~= "" and ", " or "") .. words_of or strength }
      end
    end
  end
  add(nil)
  for id, formation in view:formations(side) do
    local before = #rows
    add(id)
    if #rows > before then table.insert(rows, before + 1, { head = formation.name or id }) end
  end
  return rows
end

local function column(rows, title, look, wide, u)
  local size, y, parts, longest = SMALL * u, 0, {}, 0
  for _, row in ipairs(rows) do longest = math.max(longest, row.name and labels.width(row.name, size) * 0.9 or 0) end
  parts[1] = svg.text(0, 0, title, { font_size = 15 * u, font_variant = "small-caps", fill = look.colour,
    font_weight = "bold" })
  for _, row in ipairs(rows) do
    y = y + (row.head and 17 or 14) * u
    if row.head then
      parts[#parts + 1] = svg.text(0, y, row.head, { font_size = size, font_style = "italic", fill = INK })
    else
      parts[#parts + 1] = svg.text(26 * u, y, row.number, { font_size = size, font_weight = "bold",
        text_anchor = "end", fill = look.colour })
      parts[#parts + 1] = svg.text(32 * u, y, row.name, { font_size = size, fill = INK })
      local room = wide - longest - 46 * u
      local long = labels.width(row.text, size * 0.92) * 0.9
      parts[#parts + 1] = svg.text(longest + 42 * u, y, row.text, { font_size = size * 0.92, fill = "#5b4e3a",
        textLength = long > room and math.max(40 * u, room) or nil,
        lengthAdjust = long > room and "spacingAndGlyphs" or nil })
    end
  end
  return table.concat(parts), y
end

--- What stands below the table, from its western edge, and how high it is.
---@param view limber.View
---@param opts { rules: limber.Rules, how: limber.How, field: drawn.Field, plain: boolean? }
---@return string
---@return number
function M.below(view, opts)
  local field, words = opts.field, opts.rules.game.map_symbols
  local u, width = field.u, field.width
  local bar = 2 * opts.how.grid.size / 1000
  local signs, high = flowed(signs_of(view, words, field), 0, width - bar - 90 * u, u)
  local parts = {
    moved(0, 14 * u, signs), moved(width - bar - 22 * u, 8 * u, scale_bar(opts.how, u)),
    moved(width - bar - 62 * u, 26 * u, compass(u)),
  }
  high = math.max(high, 34 * u)
  if opts.plain then return table.concat(parts), high + 12 * u end
  local top, most = high + 22 * u, 0
  local sides = view.state.order.sides
  local wide = width / #sides
  for i, id in ipairs(sides) do
    local side = view.state.sides[id]
    local title = (side.name or id):gsub("^%l", string.upper)
    if type(side.edge) == "string" then title = ("%s, %s edge"):format(title, plain(side.edge)) end
    local list, tall = column(forces(view, id, words), title, units.look(view.state, id), wide - 16 * u, u)
    parts[#parts + 1] = moved((i - 1) * wide, top, list)
    most = math.max(most, tall)
  end
  return table.concat(parts), top + most + 22 * u
end

return M
