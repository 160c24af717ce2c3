--- What a page follows from line to line beside the units: the hour, each side's losses, who holds the objectives, and
--- orders on their way.
local clock <const> = require "kernel.clock"
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

---@class page.Watched
---@field game limber.Game
local Watched <const> = {}
Watched.__index = Watched

local M <const> = {}

---@param game limber.Game
---@param opts { own: function?, view: function? }? what may be known (page.data)
---@return page.Watched
function M.new(game, opts)
  return setmetatable({ game = game, opts = opts or {}, known = { holds = {}, losses = {}, orders = {} } }, Watched)
end

--- What losses and objectives are counted in.
local function view_of(self) return self.opts.view and self.opts.view() or self.game.play end

--- The hour as the ruleset's clock says it; nil without a clock.
---@return string?
function Watched:clock()
  local game = self.game
  local timetable = game.words.timetable
  if not timetable then return nil end
  local done, told = pcall(timetable, game.play)
  return done and told.clock or nil
end

--- The hour, asked only when a turn has begun, or orders were given.
local function hour(self)
  local root = self.game.state.root
  if self.hour_of ~= root.turn or not self.hour then
    self.hour_of, self.hour = root.turn, self:clock()
  end
  return self.hour
end

--- How much each side has lost, by the rows of its ruleset; those by name.
local function losses(self)
  local game, all, rows = self.game, {}, {}
  if not game.words.losses then return nil end
  for _, side in ipairs(game.state.root.order.sides) do
    local list = {}
    for i, row in ipairs(game.words.losses(view_of(self), side)) do list[i], rows[i] = row.lost, row.what end
    all[side] = list
  end
  return all, rows
end

local function is_in(unit, id, area)
  if unit.inside then return unit.inside == id end
  return unit.base and geometry.holds(area, { x = unit.base.x, y = unit.base.y }).yes
end

--- The side that alone has units in an area; "" where none has, or both.
local function holder(root, id, area)
  local by
  for _, unit_id in ipairs(root.order.units) do
    local unit = root.units[unit_id]
    if unit and tabletop.present(unit) and is_in(unit, id, area) then
      if by and by ~= unit.side then return "" end
      by = unit.side
    end
  end
  return by or ""
end

--- Who holds each objective; nil where there is none, or nobody has a place.
local function holds(self)
  local root, all = view_of(self).state, nil
  if root.facts == "told" then return nil end
  for _, id in ipairs(root.order.areas) do
    local node = root.areas[id]
    if node and node.objective and node.area then
      all = all or {}
      all[id] = holder(root, id, node)
    end
  end
  return all
end

--- Orders on their way, by their numbers: those that a formation has coming and that say when they take effect.
local function orders(self)
  local root, own, all = self.game.state.root, self.opts.own, {}
  for _, id in ipairs(root.order.formations) do
    local formation = root.formations[id]
    local told = formation and (not own or own(formation.side))
    for _, order in ipairs(told and formation.coming_orders or {}) do
      if order.number and order.activates_min then
        all[order.number] = {
          n = order.number, formation = id, verb = order.verb, aim = order.aim or order.objective,
          issued = order.issued_min, arrives = order.arrives_min, active = order.activates_min,
        }
      end
    end
  end
  return all
end

local function same(one, other)
  if not (one and other) then return one == other end
  for key, value in next, one do
    if value ~= other[key] then return false end
  end
  return true
end

--- Orders that are new, were changed or have ended.
local function changed_orders(self)
  local now, known, list, numbers = orders(self), self.known.orders, {}, {}
  for n in next, now do numbers[#numbers + 1] = n end
  for n in next, known do
    if not now[n] then numbers[#numbers + 1] = n end
  end
  table.sort(numbers)
  for _, n in ipairs(numbers) do
    if not now[n] then
      local at = self:clock()
      list[#list + 1] = { n = n, ended = at and clock.parse(at) or known[n].active }
    elseif not same(now[n], known[n]) then
      list[#list + 1] = now[n]
    end
  end
  self.known.orders = now
  return #list > 0 and list or nil
end

--- Everything as it is now.
---@return table
function Watched:all()
  local lost, rows = losses(self)
  local held = holds(self)
  self.known.losses, self.known.holds, self.known.clock = lost, held, hour(self)
  return { rows = rows, losses = lost, holds = held, clock = self.known.clock }
end

--- What has changed since it was asked last.
---@return table
function Watched:changed()
  local known, told = self.known, {}
  local lost, held, now = losses(self), holds(self), hour(self)
  for side, list in next, lost or {} do
    if not same(list, (known.losses or {})[side]) then told.losses = lost end
  end
  if held and not same(held, known.holds) then told.holds = held end
  if now ~= known.clock then told.clock = now end
  known.losses, known.holds, known.clock = lost, held, now
  told.orders = changed_orders(self)
  return told
end

return M
