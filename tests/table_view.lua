--- A table of bare bases for the tests of its services: a view of units that stand, without a game or a ruleset.
--
--   local view = table_view.of { a1 = { "a", { 100, 100, 0, 80, 40 } }, b1 = { "b", { … }, { … } } }
-- A base is its middle, facing and size, in mm and degrees; the bases after a unit's first are those that it consists of:
-- aside and ahead of the first, which is where it stands as a whole. Units are listed by their ids. Ground, if any, is
-- given by its ids: { area = { { 0, 0 }, … }, height =, ground =, flags = } or { line = … }, in mm.
local field <const> = require "kernel.field"
local frames <const> = require "limber.tabletop.frames"
local listed <const> = require "limber.tabletop.listed"
local services <const> = require "limber.tabletop.services"

local M <const> = {}

local function base_of(given)
  return {
    x = given[1] * 1000, y = given[2] * 1000, facing = given[3] * 1000, width = given[4] * 1000, depth = given[5] * 1000,
  }
end

M.base = base_of

local function points_of(given)
  local points = {}
  for i, point in ipairs(given) do points[i] = { x = point[1] * 1000, y = point[2] * 1000 } end
  return points
end

--- Puts ground where it is, into the state and on the field.
local function lay_ground(state, on, ground)
  local ids = {}
  for id in pairs(ground) do ids[#ids + 1] = id end
  table.sort(ids)
  for _, id in ipairs(ids) do
    local given = ground[id]
    local shape = given.area and { area = points_of(given.area) } or { line = points_of(given.line) }
    local place = given.area and "areas" or "lines"
    on:put(id, shape, {
      flags = given.flags, height = given.height and given.height * 1000, ground = given.ground and given.ground * 1000,
    })
    state[place][id] = { id = id, area = shape.area, line = shape.line, terrain = given.terrain, kind = given.kind }
    table.insert(state.order[place], id)
  end
end

--- What the table is like when all units stand.
local function laid_out(units, ids)
  local on = field.new()
  for _, id in ipairs(ids) do
    local unit = units[id]
    for i, base in ipairs(frames.bases(unit)) do
      local about = { side = unit.side, flags = { unit.status == "gone" and "gone" or "unit" }, height = 2000 }
      if unit.bases then about.of, about.nth = id, i end
      on:put(unit.bases and id .. "/" .. i or id, base, about)
    end
  end
  return on
end

---@param given table<string, table>
---@param ground table<string, table>?
---@return table view
function M.of(given, ground)
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
  local view = { found = {}, listed = { of = {} }, state = {
    units = units, areas = {}, lines = {}, leaders = {}, order = { units = ids, areas = {}, lines = {} },
    ground = { width = 2000000, depth = 2000000 },
  } }
  for name, service in pairs(services.view) do view[name] = service end
  local on = laid_out(units, ids)
  lay_ground(view.state, on, ground or {})
  function view.other(_, side) return side == "a" and "b" or "a" end
  function view.field() return on end
  function view.unit(_, id) return (assert(units[id], id)) end
  function view.leaders() return function() end end
  function view.status(_, unit) return unit.status end
  function view.units(self, side) return listed.each(listed.all(self, "units", side)) end
  return view
end

return M
