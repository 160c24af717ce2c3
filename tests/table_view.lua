--- A table of bare bases for the tests of its services: a view of units that stand, without a game or a ruleset.
--
--   local view = table_view.of { a1 = { "a", { 100, 100, 0, 80, 40 } }, b1 = { "b", { … }, { … } } }
-- A base is its middle, facing and size, in mm and degrees; the bases after a unit's first are those that it consists of:
-- aside and ahead of the first, which is where it stands as a whole. Units are listed by their ids.
local field <const> = require "kernel.field"
local frames <const> = require "limber.tabletop.frames"
local services <const> = require "limber.tabletop.services"

local M <const> = {}

local function base_of(given)
  return {
    x = given[1] * 1000, y = given[2] * 1000, facing = given[3] * 1000, width = given[4] * 1000, depth = given[5] * 1000,
  }
end

M.base = base_of

--- What the table is like when all units stand.
local function laid_out(units, ids)
  local on = field.new()
  for _, id in ipairs(ids) do
    local unit = units[id]
    for i, base in ipairs(frames.bases(unit)) do
      local several = unit.bases and { side = unit.side, of = id, nth = i }
      on:put(several and id .. "/" .. i or id, base, several or { side = unit.side })
    end
  end
  return on
end

---@param given table<string, table>
---@return table view
function M.of(given)
  local ids, units = {}, {}
  for id, one in pairs(given) do
    local unit = { id = id, side = one[1], status = one.status or "ready" }
    unit.base = one[2] and base_of(one[2])
    for i = 3, #one do
      local x, y, turn, width, depth = table.unpack(one[i])
      unit.bases = unit.bases or {}
      unit.bases[i - 2] = {
        aside = x * 1000, ahead = y * 1000, turn = turn * 1000, width = width * 1000, depth = depth * 1000,
      }
    end
    units[id], ids[#ids + 1] = unit, id
  end
  table.sort(ids)
  local view = { state = { units = units, order = { units = ids, areas = {}, lines = {} }, areas = {}, lines = {} } }
  for name, service in pairs(services.view) do view[name] = service end
  local on = laid_out(units, ids)
  function view.field() return on end
  function view.unit(_, id) return (assert(units[id], id)) end
  function view.status(_, unit) return unit.status end
  function view.units(_, side)
    local i = 0
    return function()
      repeat i = i + 1 until not ids[i] or not side or units[ids[i]].side == side
      return ids[i], units[ids[i]]
    end
  end
  return view
end

return M
