--- Units that are near, touch or meet, and the fights that they form: services of the table.
--
--   view:near(id, how)           other units within a distance, the nearest first: { id, um, base, other } each
--   view:touched(id, how)        the ids of those that it touches
--   view:contacts(side, how)     the pairs of a side's units and their enemies that meet: { ours, theirs } each
--   view:contact(id, other, within, base)   pairs of bases of two units with no wider gap: { base, other, um, face,
--                                met, frontage } each, `face` being of its own base and `met` of the other's; `base`:
--                                where the first would stand
--   view:together(ids, within)   those of a list that hang together with its first, each no further from another
--   view:line_order(pairs, way)  the place of every unit of such pairs along its line
--   view:contact_groups(pairs, place)   those that meet, directly or through others: { ours, theirs, pairs } each, the
--                                first two in line order
-- `how`, all of it optional:
--   within = um                  the widest gap; tabletop.TOUCH when it is left out
--   of = "enemies"|"friends"     whose units; both sides' when it is left out
--   base = base                  a place to measure from, instead of where the unit stands
--   except = id                  a unit that does not count
--   counts = function(unit, id)  which units count, besides those that are gone; of contacts, on both sides
--   meets = function(view, id, enemy, um)    of contacts: do these two meet? All that are near enough when left out
-- A unit of several bases is as near as its nearest: `base` is the number of its own, `other` of the other's.
-- In a told game nothing is measured: facts are asked in their place, and these are what such facts measure. Such a
-- fact is `touched`: the other enemies that a unit touches which has come up to one. A ruleset that counts others
-- measures it otherwise.
local frames <const> = require "limber.tabletop.frames"
local game_fields <const> = require "limber.language.game_fields"
local geometry <const> = require "kernel.geometry"
local lists <const> = require "limber.common.lists"
local refuse <const> = require("limber.language.fields").refuse
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {}, facts = {} }

M.facts.touched = {
  ask = "Which other enemies are touched by {1}, apart from {2}?",
  game_fields.words.units "enemies" { "enemy", default = {} },
  check = function(view, enemies, _, target)
    local wrong = lists.find(enemies, function(one) return one == target or not tabletop.present(view:unit(one)) end)
    return wrong and refuse("enemies", ("must be others on the table, got %s"):format(wrong)) or nil
  end,
  measured = function(view, _, id, target)
    return view:touched(id, { of = "enemies", except = target, counts = tabletop.present })
  end,
}

--- The filters of the field, by whose units are wanted.
local FILTERS <const> = { enemies = { kind = "base" }, friends = { kind = "base" }, all = { kind = "base" } }

local function filter_of(of, side, except)
  local filter = FILTERS[of or "all"]
  filter.not_side = of == "enemies" and side or nil
  filter.side = of == "friends" and side or nil
  filter.except = except
  return filter
end

--- Adds what is near to one base of a unit; of a unit with several bases the nearest pair alone stays in the list.
local function add_near(view, list, from, nth, filter, how)
  local ids, far, places = view:field():near(from, how.within or tabletop.TOUCH, filter)
  for i = 1, #ids do
    local other = ids[i]
    local unit, known = view.state.units[other], list[other]
    local new = unit and not known and other ~= how.except and view:status(unit) ~= "gone"
    if new and (not how.counts or how.counts(unit, other)) then
      list[other] = { id = other, um = far[i], base = nth, other = places[i] }
      list[#list + 1] = list[other]
    elseif known and far[i] < known.um then
      known.um, known.base, known.other = far[i], nth, places[i]
    end
  end
end

---@class limber.Near
---@field id string
---@field um integer
---@field base integer which of its own bases, 1 where it has one
---@field other integer which of the other's

---@param view limber.View
---@param id string
---@param how table?
---@return limber.Near[] list the nearest first; list[id] is the one of that unit
function M.view.near(view, id, how)
  how = how or {}
  local unit, list = view:unit(id), {}
  if how.base or not unit.bases then
    add_near(view, list, how.base or id, 1, filter_of(how.of, unit.side, { id }), how)
    return list
  end
  for i, base in ipairs(frames.bases(unit)) do
    add_near(view, list, base, i, filter_of(how.of, unit.side, { id }), how)
  end
  table.sort(list, function(one, other) return one.um < other.um end)
  return list
end

---@param view limber.View
---@param id string
---@param how table?
---@return string[] ids the nearest first
function M.view.touched(view, id, how)
  local ids = {}
  for i, one in ipairs(view:near(id, how)) do ids[i] = one.id end
  return ids
end

---@class limber.Contact
---@field base integer which of its own bases
---@field other integer which of the other's
---@field um integer how far apart they are
---@field face "front"|"right"|"rear"|"left" the face of its own base that is nearest to the other
---@field met "front"|"right"|"rear"|"left" the face of the other's
---@field frontage integer how much of its own face has some of the other squarely before it

---@param view limber.View
---@param id string
---@param other string
---@param within integer? the widest gap; only those that touch when it is left out
---@param at table? where the unit would stand
---@return limber.Contact[] by its own bases, then the other's
function M.view.contact(view, id, other, within, at)
  local found = {}
  for i, base in ipairs(view:bases(id, at)) do
    for j, body in ipairs(frames.bases(view:unit(other))) do
      local um = geometry.gap(base, body)
      if um <= (within or tabletop.TOUCH) then
        local face, frontage = tabletop.met(base, body)
        found[#found + 1] = {
          base = i, other = j, um = um, face = face, met = (tabletop.met(body, base)), frontage = frontage,
        }
      end
    end
  end
  return found
end

---@param view limber.View
---@param side string? the first when it is left out
---@param how table?
---@return { ours: string, theirs: string }[] pairs in the order of that side's units, of each the nearest first
function M.view.contacts(view, side, how)
  how = how or {}
  local pairs_met = {}
  local near = { of = "enemies", within = how.within, counts = how.counts }
  for id, unit in view:units(side or view.state.order.sides[1]) do
    if unit.base and (not how.counts or how.counts(unit, id)) then
      for _, one in ipairs(view:near(id, near)) do
        if not how.meets or how.meets(view, id, one.id, one.um) then
          pairs_met[#pairs_met + 1] = { ours = id, theirs = one.id }
        end
      end
    end
  end
  return pairs_met
end

---@param view limber.View
---@param ids string[]
---@param within integer
---@return string[] ids the first, those near to it, those near to these, …; all of them where nothing is measured
function M.view.together(view, ids, within)
  local found, left = { ids[1] }, table.move(ids, 2, #ids, 1, {})
  for _, one in ipairs(found) do
    local apart = {}
    for _, id in ipairs(left) do
      local um = view:apart(one, id)
      table.insert((not um or um <= within) and found or apart, id)
    end
    left = apart
  end
  return found
end

--- Each unit's place in its line, as a number that grows along the line: `right(from, to)` gives the bearing in which
--- the first line runs, given the middles of both lines. In a told game the places follow the order of the pairs.
---@param view limber.View
---@param pairs_met { ours: string, theirs: string }[]
---@param right (fun(from: table, to: table): integer)? to the right of the way to the other line when left out
---@return table<string, integer> place
function M.view.line_order(view, pairs_met, right)
  local place, lines = {}, { ours = {}, theirs = {} }
  for _, pair in ipairs(pairs_met) do
    for name, line in next, lines do
      local id = pair[name]
      if not place[id] then
        line[#line + 1] = id
        place[id] = #line
      end
    end
  end
  local first = pairs_met[1] and view:unit(pairs_met[1].ours)
  if not first or not first.base then return place end
  local from, to = view:middle(lines.ours), view:middle(lines.theirs)
  local bearing = right and right(from, to) or geometry.bearing(from, to) + 90000
  for id in next, place do place[id] = tabletop.along(from, bearing % 360000, view:unit(id).base) end
  return place
end

--- The groups that pairs join up: for every unit in them, the first of its group.
local function joined(pairs_met)
  local before = {}
  local function first(id)
    while before[id] and before[id] ~= id do id = before[id] end
    return id
  end
  for _, pair in ipairs(pairs_met) do
    local one, other = first(pair.ours), first(pair.theirs)
    before[one], before[other] = one, one
  end
  return first
end

--- Units that meet, directly or through others, as two lines in line order; of two in one place the first in contact
--- comes first.
---@param _ limber.View
---@param pairs_met { ours: string, theirs: string }[]
---@param place table<string, integer>
---@return { ours: string[], theirs: string[], pairs: table[] }[] groups in the order of their first pairs
function M.view.contact_groups(_, pairs_met, place)
  local groups, of, first, nth = {}, {}, joined(pairs_met), {}
  for i, pair in ipairs(pairs_met) do
    local key = first(pair.ours)
    if not of[key] then
      of[key] = { ours = {}, theirs = {}, pairs = {} }
      groups[#groups + 1] = of[key]
    end
    table.insert(of[key].pairs, pair)
    for _, name in ipairs { "ours", "theirs" } do
      local id = pair[name]
      if not nth[id] then
        table.insert(of[key][name], id)
        nth[id] = i
      end
    end
  end
  local function before(one, other)
    if place[one] ~= place[other] then return place[one] < place[other] end
    return nth[one] < nth[other]
  end
  for _, group in ipairs(groups) do
    table.sort(group.ours, before)
    table.sort(group.theirs, before)
  end
  return groups
end

return M
