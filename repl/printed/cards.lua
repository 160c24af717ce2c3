--- Paper for one battle: cards of units and leaders, order slips, base labels, the map to scale in sheets.
local card <const> = require "printed.card"
local drawn_units <const> = require "drawn.units"
local lengths <const> = require "limber.language.lengths"
local page <const> = require "printed.page"
local svg <const> = require "drawn.svg"
local tiles <const> = require "printed.tiles"

local M <const> = {}

local tag <const> = svg.tag

--- The parts that there are, in the order in which they are printed.
M.PARTS = { "units", "leaders", "orders", "labels", "map" }

local ON_PAGE <const> = { card = 15, slip = 8 }

--- Cards in pages of so many.
local function paged(list, class)
  local pages = {}
  for first = 1, #list, ON_PAGE[class] do
    pages[#pages + 1] = tag("article", { class = "page " .. class .. "s" }, table.concat(list, "\n", first,
      math.min(#list, first + ON_PAGE[class] - 1)))
  end
  return pages
end

--- The sides whose paper is made.
local function sides_of(view, side) return side and { side } or view.state.order.sides end

local MAKE <const> = {}

function MAKE.units(view, opts)
  local list = {}
  for _, side in ipairs(sides_of(view, opts.side)) do
    for _, unit in view:units(side) do
      if view:status(unit) ~= "gone" then list[#list + 1] = card.unit(opts.rules, view, unit, opts.how) end
    end
  end
  return paged(list, "card")
end

function MAKE.leaders(view, opts)
  local list = {}
  for _, side in ipairs(sides_of(view, opts.side)) do
    for _, leader in view:leaders(side) do
      if leader.status ~= "gone" then list[#list + 1] = card.leader(opts.rules, view, leader) end
    end
  end
  return paged(list, "card")
end

function MAKE.orders(view, opts)
  local list = {}
  for _, side in ipairs(sides_of(view, opts.side)) do
    for _ = 1, ON_PAGE.slip do list[#list + 1] = card.slip(opts.rules, view, side) end
  end
  return paged(list, "slip")
end

function MAKE.labels(view, opts)
  local list, rules, known = {}, {}, {}
  local function to_table(um) return lengths.to_table(um, opts.how.scale) / 1000 end
  for _, side in ipairs(sides_of(view, opts.side)) do
    for _, unit in view:units(side) do
      if unit.base then
        local rule
        list[#list + 1], rule = card.label(view, unit, to_table)
        if not known[rule] then rules[#rules + 1], known[rule] = rule, true end
      end
    end
  end
  local pages = #list > 0 and { tag("article", { class = "page labels" }, table.concat(list, "\n")) } or {}
  return pages, table.concat(rules, "\n")
end

function MAKE.map(view, opts)
  return tiles.pages(view, { rules = opts.rules, how = opts.how, title = opts.title, scale = opts.scale })
end

--- All of it as a page of HTML.
---@param view limber.View
---@param opts { rules: limber.Rules, how: limber.How, title: string, side: string?, parts: table<string, true>?,
---  scale: number? }
---@return string
function M.document(view, opts)
  local rules
  local parts = { tag("svg", { width = 0, height = 0, class = "defs" }, tag("defs", nil, drawn_units.defs(0.42))) }
  for _, name in ipairs(M.PARTS) do
    if not opts.parts or opts.parts[name] then
      local pages, more = MAKE[name](view, opts)
      rules = name == "labels" and more or rules
      table.move(pages, 1, #pages, #parts + 1, parts)
    end
  end
  return page.document(opts.title .. ": cards", "cards", table.concat(parts, "\n"), { rules = rules })
end

return M
