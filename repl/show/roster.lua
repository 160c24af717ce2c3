--- The forces of a battle as a short list: by formation, each unit with its number, strength, place and state.
local Grid <const> = require "limber.language.grid"
local house <const> = require "show.house"
local lengths <const> = require "limber.language.lengths"
local map_units <const> = require "show.map_units"
local text <const> = require "show.text"

local M <const> = {}

--- What a unit's state is called.
local function state_of(view, unit, words)
  if view:status(unit) == "gone" then return "gone" end
  local symbol = map_units.state_of(unit, words)
  return symbol and symbol.doc or ""
end

local function row_of(view, unit, opts)
  local grid, words = opts.grid, opts.words
  local base = grid and unit.base
  local at = grid and view:status(unit) ~= "gone" and "no place yet" or ""
  if base then
    at = Grid.name(grid, base.x, base.y) .. " " .. lengths.compass(base.facing):gsub("_", "-")
  end
  return {
    tostring(unit.number or unit.id), unit.name or unit.id, words and words.strength and words.strength(unit) or "", at,
    state_of(view, unit, words), house.words(opts.rules, "unit", unit, opts.how),
  }
end

--- The units of a formation, or of a side and no formation, as rows.
local function rows_in(view, side, formation, opts)
  local rows = {}
  for _, unit in view:units(side) do
    if unit.formation == formation then rows[#rows + 1] = row_of(view, unit, opts) end
  end
  return rows
end

--- A name, and what house rules make of what it names.
local function with_house(name, rules, kind, node, how)
  local words = house.words(rules, kind, node, how)
  return words == "" and name or ("%s: %s"):format(name, words)
end

--- The roster of what a view shows.
---@param view limber.View
---@param opts { rules: limber.Rules, how: limber.How? }
---@return string[]
function M.lines(view, opts)
  local published = opts.rules.published
  local how = opts.how or lengths.how(published.unit or "mm", view.state.ground)
  local rules = opts.rules
  local row_opts = {
    rules = rules, how = how, grid = view.state.facts ~= "told" and how.grid or nil, words = rules.game.map_symbols,
  }
  local all, heads = {}, {}
  local function add(head, rows)
    if #rows == 0 then return end
    heads[#all + 1] = heads[#all + 1] or {}
    table.insert(heads[#all + 1], head)
    table.move(rows, 1, #rows, #all + 1, all)
  end
  for _, side in ipairs(view.state.order.sides) do
    local node = view.state.sides[side]
    heads[#all + 1] = { with_house(node.name or side, rules, "side", node, how) }
    add(nil, rows_in(view, side, nil, row_opts))
    for id, formation in view:formations(side) do
      add("  " .. with_house(formation.name or id, rules, "formation", formation, how),
        rows_in(view, side, id, row_opts))
    end
  end
  local lines = {}
  for i, line in ipairs(text.columns(all, "    ")) do
    for _, head in ipairs(heads[i] or {}) do lines[#lines + 1] = head end
    lines[#lines + 1] = line
  end
  return lines
end

return M
