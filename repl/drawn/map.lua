--- The map of a battle as a picture (SVG): the table to scale in a period style, with title, legend, scale and forces.
--- It reads a view, so a side's map shows only what that side sees.
local Grid <const> = require "limber.language.grid"
local ground <const> = require "drawn.ground"
local geometry <const> = require "kernel.geometry"
local labels <const> = require "drawn.labels"
local legend <const> = require "drawn.legend"
local lengths <const> = require "limber.language.lengths"
local map_units <const> = require "show.map_units"
local outline <const> = require "drawn.outline"
local frames <const> = require "limber.tabletop.frames"
local svg <const> = require "drawn.svg"
local tabletop <const> = require "limber.tabletop.tabletop"
local units <const> = require "drawn.units"

local M <const> = {}

local tag <const> = svg.tag

local PAPER <const>, INK <const> = "#f6efdd", "#2b2318"
local HALO <const> = { stroke = PAPER, fill = INK }

local function with(one, other)
  local all = {}
  for key, value in next, one do all[key] = value end
  for key, value in next, other do all[key] = value end
  return all
end

--- The rectangle that a piece covers on the picture, a little widened.
local function box_of(state, piece, u)
  local corners = {}
  for _, base in ipairs(frames.bases(piece)) do
    for _, corner in ipairs(outline.points(geometry.corners(base), state.ground)) do corners[#corners + 1] = corner end
  end
  local box = outline.box(corners)
  local more = math.max(u, (7 * u - math.min(box.right - box.left, box.bottom - box.top)) / 2)
  return { left = box.left - more, right = box.right + more, top = box.top - more, bottom = box.bottom + more }
end

--- The order of the sides of a box, from the one behind: behind, one flank, the other, in front.
local SIDES_FROM <const> = { 0, 1, 3, 2 }

--- Places for a name beside a box: the first behind it, then round it, along its edges, at its corners, farther off.
local function beside(box, facing, wide, high, gap)
  local x, y = (box.left + box.right) / 2, (box.top + box.bottom) / 2
  local list, first = {}, ((facing or 0) + 45000) // 90000 % 4
  for ring = 0, 2 do
    local off = gap + ring * 0.8 * high
    local across, down = (box.right - box.left + wide) / 2 + off, (box.bottom - box.top + high) / 2 + off
    local round = { { 0, 1 }, { -1, 0 }, { 0, -1 }, { 1, 0 } } -- behind those who face north, east, south, west
    for _, turn in ipairs(SIDES_FROM) do
      local way = round[(first + turn) % 4 + 1]
      list[#list + 1] = { x = x + way[1] * across, y = y + way[2] * down }
    end
    for _, share in ipairs { 0.5, -0.5, 1, -1 } do
      for _, way in ipairs { 1, -1 } do
        list[#list + 1] = { x = x + share * across, y = y + way * down }
        list[#list + 1] = { x = x + way * across, y = y + share * down }
      end
    end
  end
  return list
end

--- What a unit's number says, its state with it.
local function number_of(unit, words)
  local state = map_units.state_of(unit, words)
  return tostring(unit.number or unit.id) .. (state and state.map or "")
end

local NUMBER <const>, NAME <const>, PLACE <const> = 13, 10, 13

--- Numbers of units: in a body that has room for one, else beside it.
local function put_numbers(parts, names, list, words, u, state)
  for _, one in ipairs(list) do
    local box, text, size = one.box, number_of(one.unit, words), NUMBER * u
    local wide = labels.width(text, size)
    local roomy = box.right - box.left > 1.4 * wide and box.bottom - box.top > 1.5 * size
    local look = units.look(state, one.unit.side)
    local glyph = units.glyph(one.unit, words)
    local inside = roomy and (glyph.arm == "foot" or glyph.arm == "horse") and not glyph.square and not glyph.open
    if inside then
      parts[#parts + 1] = svg.text((box.left + box.right) / 2, (box.top + box.bottom) / 2 + 0.35 * size, text, {
        font_size = size, font_weight = "bold", text_anchor = "middle", fill = look.solid and "#ffffff" or look.colour,
        stroke = look.solid and look.colour or "#ffffff", stroke_width = 3 * u, paint_order = "stroke",
        stroke_linejoin = "round", font_family = "sans-serif" })
    else
      parts[#parts + 1] = names:put(text, beside(box, one.unit.base.facing, wide, size, 1.5 * u), size, {
        font_weight = "bold", fill = look.colour, stroke = PAPER, stroke_width = 3 * u, font_family = "sans-serif" })
    end
    one.inside = inside
  end
end

--- Names of units, where they cover nothing.
local function put_names(parts, names, list, u)
  for _, one in ipairs(list) do
    local name, size = one.unit.name, NAME * u
    local box = one.box
    if not one.inside then
      box = { left = box.left, right = box.right, top = box.top - NUMBER * u, bottom = box.bottom + NUMBER * u }
    end
    local wide = name and labels.width(name, size)
    parts[#parts + 1] = name and names:put(name, beside(box, one.unit.base.facing, wide, size, u), size,
      with(HALO, { font_style = "italic", stroke_width = 2.4 * u }), true)
  end
end

--- Leaders, with their names.
local function put_leaders(parts, view, names, u)
  local state, put = view.state, {}
  for _, leader in view:leaders() do
    local base = leader.base
    if base then
      local x, y = base.x / 1000, (state.ground.depth - base.y) / 1000
      parts[#parts + 1] = units.leader(x, y, units.look(state, leader.side), u)
      local box = { left = x - 5 * u, right = x + 9 * u, top = y - 15 * u, bottom = y + 5 * u }
      names:take(box)
      put[#put + 1] = { leader = leader, box = box }
    end
  end
  for _, one in ipairs(put) do
    local name, size = one.leader.name or one.leader.id, (NAME + 1) * u
    local places = beside(one.box, 90000, labels.width(name, size), size, 1.5 * u)
    parts[#parts + 1] = names:put(name, places, size, with(HALO, { font_style = "italic", stroke_width = 2.6 * u,
      fill = units.look(state, one.leader.side).colour }))
  end
end

--- Names of ground, with what objectives are worth.
local function put_places(parts, state, names, u)
  for _, kind in ipairs { "areas", "lines" } do
    for _, id in ipairs(state.order[kind]) do
      local node = state[kind][id]
      local name = node and (node.name or node.objective and id)
      if name then
        if node.objective then
          name = "★ " .. name .. (type(node.objective) == "number" and (" (%d)"):format(node.objective) or "")
        end
        local points = outline.points(node.area or node.line, state.ground)
        local box = outline.box(points)
        local middle = { x = (box.left + box.right) / 2, y = (box.top + box.bottom) / 2 }
        local places = node.area and outline.strewn(points, 16 * u, 4 * u) or points
        table.sort(places, function(one, other)
          local a, b = math.abs(one.x - middle.x) + math.abs(one.y - middle.y),
            math.abs(other.x - middle.x) + math.abs(other.y - middle.y)
          return a < b or a == b and (one.x < other.x or one.x == other.x and one.y < other.y)
        end)
        if node.area and outline.holds(points, middle.x, middle.y) then table.insert(places, 1, middle) end
        if #places == 0 then places[1] = middle end
        local wide = labels.width(name, PLACE * u)
        table.move(beside(box, 0, wide, PLACE * u, 2 * u), 1, 99, #places + 1, places)
        parts[#parts + 1] = names:put(name, places, PLACE * u, with(HALO, { font_style = "italic",
          stroke_width = 3 * u, letter_spacing = 0.4 * u, font_weight = node.objective and "bold" or nil }))
      end
    end
  end
end

--- Faint lines between the squares, so that places can be read off.
local function grid_lines(grid, width, depth, u)
  local path = {}
  for column = 1, grid.columns - 1 do
    path[#path + 1] = ("M%s 0V%s"):format(svg.number(column * grid.size / 1000), svg.number(depth))
  end
  for row = 1, grid.rows - 1 do
    path[#path + 1] = ("M0 %sH%s"):format(svg.number(depth - row * grid.size / 1000), svg.number(width))
  end
  return tag("path", { d = table.concat(path), stroke = INK, stroke_opacity = "0.16", stroke_width = 0.7 * u,
    fill = "none" })
end

---@class drawn.Field
---@field width number in millimetres of the table
---@field depth number
---@field u number the picture's unit
---@field defs string
---@field body string markup in millimetres of the table, y downwards
---@field kinds table[] of ground (drawn.ground)

--- The table itself, with all that a view shows on it.
---@param view limber.View
---@param opts { rules: limber.Rules, how: limber.How, u: number?, forces: boolean? } forces: false leaves out units
---@return drawn.Field
function M.field(view, opts)
  local state, words = view.state, opts.rules.game.map_symbols
  local width, depth = state.ground.width / 1000, state.ground.depth / 1000
  local u = opts.u or math.max(width, depth) / 1000
  local land = ground.of(state, opts.rules, u)
  local names = labels.new { left = 0, right = width, top = 0, bottom = depth }
  local parts, list, texts = { land.body, grid_lines(opts.how.grid, width, depth, u) }, {}, {}
  if opts.forces ~= false then
    for _, unit in view:units() do
      if unit.base and tabletop.stands(unit) then
        local box = box_of(state, unit, u)
        names:take(box)
        parts[#parts + 1] = units.unit(state, unit, words, u)
        list[#list + 1] = { unit = unit, box = box }
      end
    end
    put_leaders(texts, view, names, u)
    put_numbers(texts, names, list, words, u, state)
  end
  put_places(texts, state, names, u)
  if opts.forces ~= false then put_names(texts, names, list, u) end
  table.move(texts, 1, #texts, #parts + 1, parts)
  return { width = width, depth = depth, u = u, defs = ground.defs(u) .. units.defs(u),
    body = table.concat(parts, "\n"), kinds = land.kinds }
end

local MARGIN <const>, TITLE <const> = 30, 62

--- Letters and numbers of the squares, round the table.
local function frame(grid, width, depth, u)
  local parts = { tag("rect", { x = 0, y = 0, width = width, height = depth, fill = "none", stroke = INK,
    stroke_width = 1.2 * u }), tag("rect", { x = -20 * u, y = -20 * u, width = width + 40 * u, height = depth + 40 * u,
    fill = "none", stroke = INK, stroke_width = 2.4 * u }) }
  local how = { font_size = 13 * u, text_anchor = "middle", fill = INK }
  for column = 1, grid.columns do
    local from, to = (column - 1) * grid.size / 1000, math.min(width, column * grid.size / 1000)
    for _, y in ipairs { -6 * u, depth + 15 * u } do
      parts[#parts + 1] = svg.text((from + to) / 2, y, Grid.letters(column), how)
    end
  end
  for row = 1, grid.rows do
    local from, to = depth - (row - 1) * grid.size / 1000, math.max(0, depth - row * grid.size / 1000)
    for _, x in ipairs { -10 * u, width + 10 * u } do
      parts[#parts + 1] = svg.text(x, (from + to) / 2 + 4.5 * u, tostring(row), how)
    end
  end
  return table.concat(parts)
end

--- Whether there is a table to draw: where players tell what a tape would, it may have no size.
---@param view limber.View
---@return boolean
function M.has_table(view)
  local table_of = view.state.ground
  return table_of ~= nil and table_of.width ~= nil and table_of.depth ~= nil
end

--- Beyond this many a picture is no wider, in pixels.
local PIXELS <const> = 1100

--- The whole picture.
---@param view limber.View
---@param opts { rules: limber.Rules, how: limber.How?, title: string, when: string?, plain: boolean? } plain: without
---  the list of forces
---@return string
function M.document(view, opts)
  local rules = opts.rules
  local how = opts.how or lengths.how(rules.published.unit or "mm", view.state.ground)
  local field = M.field(view, { rules = rules, how = how })
  local u, width, depth = field.u, field.width, field.depth
  local below, high = legend.below(view, { rules = rules, how = how, field = field, plain = opts.plain })
  local left, top = -MARGIN * u, -(MARGIN + TITLE) * u
  local whole, tall = width + 2 * MARGIN * u, depth + (2 * MARGIN + TITLE) * u + high
  local subtitle = ("%s. %s"):format(rules.title, opts.when or "As the battle begins.")
  local parts = {
    tag("title", nil, svg.escaped(opts.title)), tag("defs", nil, field.defs),
    tag("rect", { x = left, y = top, width = whole, height = tall, fill = PAPER }),
    svg.text(width / 2, -(MARGIN + 26) * u, opts.title, { font_size = 30 * u, text_anchor = "middle", fill = INK,
      font_variant = "small-caps", letter_spacing = 1.5 * u }),
    svg.text(width / 2, -(MARGIN + 5) * u, subtitle, { font_size = 13 * u, text_anchor = "middle", fill = INK,
      font_style = "italic" }),
    field.body, frame(how.grid, width, depth, u),
    tag("g", { transform = ("translate(0 %s)"):format(svg.number(depth + (MARGIN + 8) * u)) }, below),
  }
  return tag("svg", {
    xmlns = "http://www.w3.org/2000/svg", width = PIXELS, height = PIXELS * tall // whole,
    viewBox = ("%s %s %s %s"):format(svg.number(left), svg.number(top), svg.number(whole), svg.number(tall)),
    font_family = "Georgia, 'Times New Roman', serif", role = "img",
  }, "\n" .. table.concat(parts, "\n") .. "\n") .. "\n"
end

return M
