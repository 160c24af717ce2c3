--- The units of a side and how they are, by the ruleset's columns: for the prompt's roster and the page's.
local house <const> = require "show.house"
local names <const> = require "play.names"
local seats <const> = require "play.seats"

local M <const> = {}

--- What those at the screen may know of a side.
---@param play limber.GameSession
---@param side string
---@return limber.View
function M.view(play, side)
  local alone = play.only or seats.is_led(play, side) or seats.is_away(play, side) or play.seat and not play.together
  return play.game:view(alone and play:viewer() or side)
end

--- The ruleset's columns of a unit, as { label, text } each; what house rules make it carry comes last.
local function columns_of(play, view, id, unit)
  local roster = play.game.words.roster
  local columns = roster and roster(view, id, unit) or { { "state", view:status(unit) } }
  if play.game.rules.fields.unit then
    columns[#columns + 1] = { "house rules", house.words(play.game.rules, "unit", unit, play.how) }
  end
  for _, one in ipairs(columns) do one[2] = play:shown(tostring(one[2])) end
  return columns
end

--- A side's units in order, each with its columns.
---@param play limber.GameSession
---@param view limber.View
---@param side string
---@return { id: string, unit: table, columns: string[][] }[]
function M.of(play, view, side)
  local list = {}
  for id, unit in names.ids(view, "units") do
    if unit.side == side then list[#list + 1] = { id = id, unit = unit, columns = columns_of(play, view, id, unit) } end
  end
  return list
end

--- The same of every side for a page: { sides = { { id, units = { { id, columns } } } } }.
---@param play limber.GameSession
---@return table
function M.told(play)
  local sides = {}
  for i, side in ipairs(play.game.state.root.order.sides) do
    local units = M.of(play, M.view(play, side), side)
    for _, one in ipairs(units) do one.unit = nil end
    sides[i] = { id = side, units = units }
  end
  return { sides = sides }
end

return M
