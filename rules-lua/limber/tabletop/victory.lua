--- Victory, by an army's losses, and at the last turn by points and the ground held. A ruleset declares what counts:
--
--   victory {
--     counts = function(unit) … end,        which units an army's loss is counted by; all when left out
--     percent = "break_percent",            a setting of the battle: a side that has lost this percentage is beaten; a
--                                           side may have its own
--     broken = function(view, side) … end,  what else beats a side, such as the morale of its army
--     points = function(view, side) … end,  at the last turn: what it has besides the objectives that it holds
--     objectives = true,                    at the last turn they alone count, where the battle has any
--     says = { counts = "its units, guns apart", broken = "morale has failed",
--       points = function(view) return { "2 for each enemy stand gone" } end },    the same in words, for a briefing
--   }
-- A side with nobody left on the table is beaten too. An area's `objective` is what it is worth to the side that holds
-- it: the only one with units in it. Without `points` and `objectives` the last turn decides nothing.
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tabletop <const> = require "limber.tabletop.tabletop"
local words <const> = require("limber.language.fields").words

local view <const>, facts <const> = {}, {}

--- Is a unit in an area: its middle, or as its garrison?
local function is_in(unit, id, area)
  return unit.inside == id or unit.base and geometry.holds(area, { x = unit.base.x, y = unit.base.y }).yes
end

facts.holds = {
  ask = "Who alone has units in {1}?",
  words.enum "by" { "a", "b", "nobody" },
  suggest = function() return "nobody" end,
  measured = function(self, _, id)
    local inside, order = {}, self.state.order.sides
    for unit_id, unit in self:present() do
      if not inside[unit.side] and is_in(unit, id, self.state.areas[id]) then inside[unit.side] = unit_id end
    end
    local a, b = inside[order[1]], inside[order[2]]
    if a and not b then return "a", a end
    return b and not a and "b" or "nobody", b
  end,
}

--- The side that holds an area: the only one with units in it.
---@return string? side
function view.side_holding(self, id)
  for _, unit in self:present() do
    if unit.inside == id then return unit.side end
  end
  local by = self:fact("holds", id)
  return by == "a" and self.state.order.sides[1] or by == "b" and self.state.order.sides[2] or nil
end

--- The objectives that a side holds: what they are worth together, and their names.
---@return integer points
---@return string[] names
function view.objectives(self, side)
  local points, names = 0, {}
  for _, id in ipairs(self.state.order.areas) do
    local worth = self.state.areas[id].objective
    if worth and self:side_holding(id) == side then
      points, names[#names + 1] = points + (worth == true and 1 or worth), self:name(id)
    end
  end
  return points, names
end

--- What a side has lost of what counts, of how much, and how many units it has left on the table.
local function bled(self, side, how)
  local all, lost, left = 0, 0, 0
  for _, unit in self:units(side) do
    if tabletop.present(unit) then left = left + 1 end
    if not how.counts or how.counts(unit) then
      all, lost = all + 1, lost + (unit.status == "gone" and 1 or 0)
    end
  end
  return lost, all, left
end

--- The percentage of its units by which a side is beaten: its own, or the battle's; nil without one.
---@param percent string? as declared
---@return integer?
local function breaks_at(state, side, percent)
  if not percent then return nil end
  return state.sides[side][percent] or state.battle[percent]
end

--- Is a side beaten? It is when no unit is left on the table, when it has lost the percentage that breaks it, or when
--- its ruleset says so.
---@param how { counts: (fun(unit: table): boolean)?, percent: string?, broken: (fun(view: table, side: string): any)? }
function view.beaten(self, side, how)
  if how.broken and how.broken(self, side) then return true end
  local lost, all, left = bled(self, side, how)
  local percent = breaks_at(self.state, side, how.percent)
  return left == 0 or percent ~= nil and all > 0 and lost * 100 >= all * percent
end

--- Points of a ruleset where only objectives count.
local function none() return 0 end

local function has_objectives(self)
  return lists.find(self.state.order.areas, function(id) return self.state.areas[id].objective end) ~= nil
end

local function by_points(self, points)
  local a, b = table.unpack(self.state.order.sides)
  local total, tally = {}, {}
  for i, side in ipairs { a, b } do
    local worth, names = self:objectives(side)
    total[i] = points(self, side) + worth
    tally[i] = #names > 0 and ("%d (%s)"):format(total[i], table.concat(names, ", ")) or tostring(total[i])
  end
  local why = ("points %s to %s"):format(tally[1], tally[2])
  local winner = total[1] == total[2] and "draw" or total[1] > total[2] and a or b
  return { winner = winner, why = why }
end

--- What was declared, by the function that judges by it.
local declared <const> = setmetatable({}, { __mode = "k" })

--- What `says` may have.
local SAID <const> = { counts = "string", broken = "string", points = "function" }

--- The function that the word `victory` makes of its table.
local function judge(how)
  for _, key in ipairs(sorted.keys(how.says or {})) do
    if type(how.says[key]) ~= SAID[key] then
      local near = suggest.hint(key, sorted.keys(SAID))
      local wanted = SAID[key] and "must be a " .. SAID[key] or "is no part of it" .. near
      error(("victory: says.%s %s"):format(tostring(key), wanted), 0)
    end
  end
  local function verdict(self)
    local a, b = table.unpack(self.state.order.sides)
    local a_beaten, b_beaten = self:beaten(a, how), self:beaten(b, how)
    if a_beaten and b_beaten then return { winner = "draw", why = "both armies are broken" } end
    if a_beaten or b_beaten then return { winner = a_beaten and b or a, why = "the enemy's army is broken" } end
    local over = self.state.last_turn and self.state.turn >= self.state.last_turn
    if over and how.points then return by_points(self, how.points) end
    if over and how.objectives and has_objectives(self) then return by_points(self, none) end
  end
  declared[verdict] = how
  return verdict
end

--- What the word `victory` was given for the function that judges by it; nil of a function of a ruleset's own, or one
--- that a house rule wraps.
---@param verdict function?
---@return table?
local function terms(verdict) return verdict and declared[verdict] end

return { view = view, facts = facts, judge = judge, terms = terms, bled = bled, breaks_at = breaks_at }
