--- A map to scale in sheets of paper, to be cut at the marks and laid side by side.
local drawn_map <const> = require "drawn.map"
local lengths <const> = require "limber.language.lengths"
local outline <const> = require "drawn.outline"
local svg <const> = require "drawn.svg"

local M <const> = {}

local tag <const> = svg.tag

--- The paper that a sheet of the map covers, in millimetres.
local WIDE <const>, HIGH <const> = 184, 246

--- Marks at the corners, outside of the map.
local function marks()
  local path = {}
  for _, x in ipairs { 0, WIDE } do
    for _, y in ipairs { 0, HIGH } do
      local out, up = x == 0 and -1 or 1, y == 0 and -1 or 1
      path[#path + 1] = ("M%d %dh%dM%d %dv%d"):format(x + out, y, 4 * out, x, y + up, 4 * up)
    end
  end
  return tag("path", { d = table.concat(path), stroke = "#000000", stroke_width = 0.2, fill = "none" })
end

--- A sheet of paper: a part of the map, its marks, and which it is.
local function sheet(inner, words)
  return tag("article", { class = "page tile" }, tag("svg", { width = WIDE + 10 .. "mm", height = HIGH + 10 .. "mm",
    viewBox = ("-5 -5 %d %d"):format(WIDE + 10, HIGH + 10), font_family = "Georgia, 'Times New Roman', serif" },
    inner .. marks()) .. tag("p", nil, svg.escaped(words)))
end

--- How many millimetres of a table a millimetre of paper shows, so that all is on one sheet.
local function fitting(field) return math.max(1, math.ceil(math.max(field.width / WIDE, field.depth / HIGH))) end

--- What lies on a table besides its open ground, as boxes on the map.
local function boxes_of(state)
  local list = {}
  for _, place in ipairs { "areas", "lines" } do
    for _, id in ipairs(state.order[place]) do
      local node = state[place][id]
      local shape = node and (node.area or node.line)
      if shape then list[#list + 1] = outline.box(outline.points(shape, state.ground)) end
    end
  end
  return list
end

--- Whether anything lies in a part of the map.
local function holds(boxes, left, top, wide, high)
  for _, box in ipairs(boxes) do
    if box.left < left + wide and box.right > left and box.top < top + high and box.bottom > top then return true end
  end
  return false
end

--- The pattern of the second side has a name of its own here: cards on the same page have it in another size.
local function own_hatch(markup)
  return (markup:gsub('id="hatch"', 'id="map-hatch"'):gsub("url%(#hatch%)", "url(#map-hatch)"))
end

--- The sheets of the map of what a view shows; at full size without units, which stand there themselves, and without
--- sheets of bare table.
---@param view limber.View
---@param opts { rules: limber.Rules, how: limber.How, title: string, scale: number? } scale: a table's millimetres on
---  one of paper
---@return string[] pages
function M.pages(view, opts)
  local shrunk = lengths.to_table(1000000, view.state.ground.scale) / 1000000 -- the table's length of one of the rules
  local how, bare = opts.how, opts.scale == 1
  local field = drawn_map.field(view, { rules = opts.rules, how = how, forces = not bare })
  local scale = opts.scale or fitting { width = field.width * shrunk, depth = field.depth * shrunk }
  local step = scale / shrunk
  local columns, rows = math.ceil(field.width / step / WIDE - 0.001), math.ceil(field.depth / step / HIGH - 0.001)
  local pages = {}
  local whole = tag("defs", nil, own_hatch(field.defs)) .. tag("g", { id = "field" }, own_hatch(field.body)
    .. tag("rect", { x = 0, y = 0, width = field.width, height = field.depth, fill = "none", stroke = "#2b2318",
      stroke_width = 0.3 * step }))
  local boxes = bare and boxes_of(view.state)
  for row = 1, rows do
    for column = 1, columns do
      local left, top, wide, high = (column - 1) * WIDE * step, (row - 1) * HIGH * step, WIDE * step, HIGH * step
      if not boxes or holds(boxes, left, top, wide, high) then
        local inner = tag("svg", { x = 0, y = 0, width = WIDE, height = HIGH, viewBox = ("%s %s %s %s"):format(
          svg.number(left), svg.number(top), svg.number(wide), svg.number(high)) },
          #pages == 0 and whole or tag("use", { href = "#field" }))
        pages[#pages + 1] = sheet(inner, ("%s, 1:%s, column %d of %d, row %d of %d: cut at the marks"):format(
          opts.title, svg.number(scale), column, columns, row, rows))
      end
    end
  end
  return pages
end

return M
