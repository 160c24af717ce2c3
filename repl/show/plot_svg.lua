--- Plots as pictures: SVG that reads in black and white. What is plotted is the data of `show.plot`.
local plot <const> = require "show.plot"
local text <const> = require "show.text"

local M <const> = {}

--- Sizes in pixels: the picture, the room around what is drawn, a letter of the labels, a line of the legend.
local WIDTH <const>, HEIGHT <const> = 760, 480
local LEFT <const>, RIGHT <const>, TOP <const>, BELOW <const> = 80, 24, 56, 64
local LETTER <const>, LINE <const> = 7, 20
local CELL_HEIGHT <const>, BAR <const> = 34, 16

local ESCAPES <const> = { ["&"] = "&amp;", ["<"] = "&lt;", [">"] = "&gt;", ['"'] = "&quot;" }

local function escaped(words)
  return (text.line(tostring(words)):gsub('[&<>"]', ESCAPES))
end

local function number(value)
  return plot.number(value, 1)
end

local function written(x, y, words, more)
  return ('<text x="%s" y="%s"%s>%s</text>'):format(number(x), number(y), more or "", escaped(words))
end

local MIDDLE <const>, ENDING <const> = ' text-anchor="middle"', ' text-anchor="end"'

local function line(x1, y1, x2, y2, more)
  return ('<line x1="%s" y1="%s" x2="%s" y2="%s" %s/>'):format(number(x1), number(y1), number(x2), number(y2), more)
end

local function picture(width, height, parts)
  return ([[
<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d"
  font-family="sans-serif" font-size="13">
<rect width="100%%" height="100%%" fill="white"/>
%s
</svg>
]]):format(width, height, width, height, table.concat(parts, "\n"))
end

--- A picture with lines below what is drawn: where its figures come from.
local function with_notes(height, parts, notes)
  for _, note in ipairs(notes or {}) do
    for _, words in ipairs(text.wrap(note, WIDTH // LETTER - 6)) do
      height = height + LINE
      parts[#parts + 1] = written(24, height - 8, words)
    end
  end
  return picture(WIDTH, height, parts)
end

--- The shapes of marks around a point.
local SHAPES <const> = {
  function(x, y, how) return ('<circle cx="%s" cy="%s" r="4" %s/>'):format(number(x), number(y), how) end,
}
for i, corners in ipairs { { 0, -5, 5, 4, -5, 4 }, { -4, -4, 4, -4, 4, 4, -4, 4 }, { 0, -5, 5, 0, 0, 5, -5, 0 },
  { 0, 5, 5, -4, -5, -4 }, { -5, -2, 5, -2, 5, 2, -5, 2 } } do
  SHAPES[i + 1] = function(x, y, how)
    local points = {}
    for at = 1, #corners, 2 do
      points[#points + 1] = number(x + corners[at]) .. "," .. number(y + corners[at + 1])
    end
    return ('<polygon points="%s" %s/>'):format(table.concat(points, " "), how)
  end
end

--- Strokes that differ without colour too: by shade, by dashes, by marks.
local COLOURS <const> = { "#000000", "#0072b2", "#d55e00", "#6a3d9a", "#007a5e", "#777777" }
local DASHES <const> = { "", "9 4", "2 3", "9 3 2 3", "14 4", "5 5" }

local function style(one, place)
  local of = ((one.of or place) - 1) % #COLOURS + 1
  local dash = one.hollow and "3 3" or DASHES[of]
  local stroke = ('stroke="%s" stroke-width="%s"'):format(COLOURS[of], one.hollow and "1.3" or "1.8")
  return {
    line = stroke .. ' fill="none"' .. (dash ~= "" and (' stroke-dasharray="%s"'):format(dash) or ""),
    mark = ('fill="%s" stroke="%s" stroke-width="1.3"'):format(one.hollow and "white" or COLOURS[of], COLOURS[of]),
    thin = ('stroke="%s" stroke-width="1"'):format(COLOURS[of]),
    shape = SHAPES[of],
  }
end

--- One series: its line, broken where a value is missing, its intervals, its marks.
local function add_series(parts, one, how, x_of, y_of)
  local points = {}
  local function flush()
    if #points > 1 then
      parts[#parts + 1] = ('<polyline points="%s" %s/>'):format(table.concat(points, " "), how.line)
    end
    points = {}
  end
  for i, value in ipairs(one.values) do
    if value then points[#points + 1] = number(x_of(i)) .. "," .. number(y_of(value)) else flush() end
  end
  flush()
  for i, value in ipairs(one.values) do
    local low, high = one.low and one.low[i], one.high and one.high[i]
    if low and high then parts[#parts + 1] = line(x_of(i), y_of(low), x_of(i), y_of(high), how.thin) end
    if value then parts[#parts + 1] = how.shape(x_of(i), y_of(value), how.mark) end
  end
end

--- The values along the lower axis: as many as have room.
local function add_ticks(parts, axis, x_of, y, width)
  local longest = 0
  for _, value in ipairs(axis.values) do longest = math.max(longest, text.width(tostring(value))) end
  local each = math.max(1, math.ceil(#axis.values * (longest + 1) * LETTER / width))
  for i, value in ipairs(axis.values) do
    if (i - 1) % each == 0 then
      parts[#parts + 1] = line(x_of(i), y, x_of(i), y + 5, 'stroke="black"')
      parts[#parts + 1] = written(x_of(i), y + 19, value, MIDDLE)
    end
  end
end

--- Lines over one axis, as SVG.
---@param data show.Lines
---@return string
function M.lines(data)
  local marks = plot.marks_of(plot.rows_of(data.series), data.y.percent, 10)
  local low, high, count = marks[1], marks[#marks], #data.x.values
  local right, bottom = WIDTH - RIGHT, HEIGHT - BELOW
  local function x_of(i)
    if count == 1 then return (LEFT + right) / 2 end
    return LEFT + 12 + (i - 1) * (right - LEFT - 24) / (count - 1)
  end
  local function y_of(value) return bottom - (value - low) / (high - low) * (bottom - TOP) end
  local parts = { written(LEFT, 24, data.title, ' font-size="15" font-weight="bold"') }
  for _, mark in ipairs(marks) do
    parts[#parts + 1] = line(LEFT, y_of(mark), right, y_of(mark), 'stroke="#cccccc"')
    parts[#parts + 1] = written(LEFT - 8, y_of(mark) + 4, plot.shown(mark, data.y.percent), ENDING)
  end
  parts[#parts + 1] = line(LEFT, TOP, LEFT, bottom, 'stroke="black"')
  parts[#parts + 1] = line(LEFT, bottom, right, bottom, 'stroke="black"')
  parts[#parts + 1] = written(LEFT - 8, TOP - 12, data.y.label)
  add_ticks(parts, data.x, x_of, bottom, right - LEFT)
  parts[#parts + 1] = written((LEFT + right) / 2, bottom + 44, data.x.label, MIDDLE)
  for i = #data.series, 1, -1 do add_series(parts, data.series[i], style(data.series[i], i), x_of, y_of) end
  local y = HEIGHT + 4
  for i, one in ipairs(data.series) do
    local how = style(one, i)
    parts[#parts + 1] = line(LEFT, y - 4, LEFT + 48, y - 4, how.line)
    parts[#parts + 1] = how.shape(LEFT + 24, y - 4, how.mark)
    parts[#parts + 1] = written(LEFT + 58, y, one.name)
    y = y + LINE
  end
  return with_notes(y, parts, data.notes)
end

--- A grey between white and dark, and the ink that reads on it: the one with more contrast (WCAG 2, 1.4.3).
local function shade(value, low, high)
  local light = math.floor(250 - (value - low) / (high - low) * 200 + 0.5)
  return ("#%02x%02x%02x"):format(light, light, light), light < 118 and "white" or "black"
end

--- One heat map from `top` down; gives where it ends.
local function add_heat(parts, data, marks, left, top)
  local low, high, columns = marks[1], marks[#marks], #data.x.values
  local wide = (WIDTH - RIGHT - left) / columns
  local font = (' font-size="%s"'):format(number(math.max(8, math.min(13, wide / 4))))
  parts[#parts + 1] = written(left, top + 16, data.title, ' font-size="15" font-weight="bold"')
  parts[#parts + 1] = written(left, top + 36, data.of)
  local y = top + 48
  for r, name in ipairs(data.y.values) do
    parts[#parts + 1] = written(left - 8, y + CELL_HEIGHT / 2 + 4, name, ENDING)
    for c = 1, columns do
      local value, x = data.cells[r][c], left + (c - 1) * wide
      local fill, ink = "white", "black"
      if value then fill, ink = shade(value, low, high) end
      parts[#parts + 1] = ('<rect x="%s" y="%s" width="%s" height="%d" fill="%s" stroke="#888888"/>'):format(
        number(x), number(y), number(wide), CELL_HEIGHT, fill)
      parts[#parts + 1] = written(x + wide / 2, y + CELL_HEIGHT / 2 + 4, plot.shown(value, data.percent, data.signed),
        MIDDLE .. font .. (' fill="%s"'):format(ink))
    end
    y = y + CELL_HEIGHT
  end
  parts[#parts + 1] = ('<text transform="translate(18 %s) rotate(-90)" text-anchor="middle">%s</text>'):format(
    number(top + 48 + #data.y.values * CELL_HEIGHT / 2), escaped(data.y.label))
  add_ticks(parts, data.x, function(i) return left + (i - 0.5) * wide end, y, WIDTH - RIGHT - left)
  parts[#parts + 1] = written(left + columns * wide / 2, y + 40, data.x.label, MIDDLE)
  return y + 56
end

--- The bar that says which shade is which value.
local function add_bar(parts, data, marks, left, y)
  local low, high, steps = marks[1], marks[#marks], 40
  local wide = (WIDTH - RIGHT - left) / steps
  for i = 0, steps - 1 do
    parts[#parts + 1] = ('<rect x="%s" y="%s" width="%s" height="%d" fill="%s"/>'):format(number(left + i * wide),
      number(y), number(wide + 0.5), BAR, (shade(low + (high - low) * i / (steps - 1), low, high)))
  end
  for _, mark in ipairs(marks) do
    parts[#parts + 1] = written(left + (mark - low) / (high - low) * steps * wide, y + BAR + 16,
      plot.mark(mark, data), MIDDLE)
  end
end

--- Which maps share a scale: those of the same measure, and all chances.
local function scale_of(data) return data.scale or data.of end

--- Heat maps, one below the other, as SVG, with a scale below each kind of them.
---@param maps show.Heat[]
---@return string
function M.heat(maps)
  local rows, longest = {}, 0
  for _, data in ipairs(maps) do
    local own = rows[scale_of(data)] or {}
    rows[scale_of(data)] = table.move(data.cells, 1, #data.cells, #own + 1, own)
    for _, name in ipairs(data.y.values) do longest = math.max(longest, text.width(tostring(name))) end
  end
  local parts, y = {}, 8
  local left = math.max(LEFT, 44 + longest * LETTER)
  for i, data in ipairs(maps) do
    local marks = data.signed and data.marks or plot.marks_of(rows[scale_of(data)], data.percent, 10)
    local after = maps[i + 1]
    y = add_heat(parts, data, marks, left, y)
    if not after or scale_of(after) ~= scale_of(data) then
      add_bar(parts, data, marks, left, y)
      y = y + BAR + 32
    end
  end
  return with_notes(y, parts, maps[1].notes)
end

--- Bars on a line: the pixels of a bar, of the room between rows, and of the number after a bar.
local THICK <const>, APART <const>, NUMBER <const> = 16, 8, 130

--- Chances as bars, as SVG: a row for each outcome, with a solid bar, and a hollow one of what it is compared with.
---@param data { title: string, of: string, names: string[]?, notes: string[]?, rows: table[] } a row: { name, values,
--- text }
---@return string
function M.bars(data)
  local longest, largest = 0, 0
  for _, row in ipairs(data.rows) do
    longest = math.max(longest, text.width(row.name))
    for _, value in ipairs(row.values) do largest = math.max(largest, value) end
  end
  local left = math.min(WIDTH // 2, math.max(LEFT, 24 + longest * LETTER))
  local wide, y = (WIDTH - left - NUMBER) / largest, 60
  local parts = {
    written(24, 24, data.title, ' font-size="15" font-weight="bold"'), written(24, 44, data.of),
  }
  local function bar(x, top, width, hollow)
    parts[#parts + 1] = ('<rect x="%s" y="%s" width="%s" height="%d" fill="%s" stroke="black"/>'):format(number(x),
      number(top), number(math.max(width, 0.5)), THICK, hollow and "white" or "#444444")
  end
  for _, row in ipairs(data.rows) do
    parts[#parts + 1] = written(left - 8, y + #row.values * THICK / 2 + 5, row.name, ENDING)
    for i, value in ipairs(row.values) do
      bar(left, y, value * wide, i == 2)
      parts[#parts + 1] = written(left + value * wide + 6, y + THICK - 3, row.text[i])
      y = y + THICK
    end
    y = y + APART
  end
  for i, name in ipairs(data.names or {}) do
    bar(left, y + 8, 40, i == 2)
    parts[#parts + 1] = written(left + 50, y + THICK + 5, name)
    y = y + LINE
  end
  return with_notes(y + 16, parts, data.notes)
end

return M
