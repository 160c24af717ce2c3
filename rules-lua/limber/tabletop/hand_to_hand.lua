--- Who is hand to hand with whom: services of the table.
--
--   view:meetings()              all pairs, in the order of the roster: { unit, target, met } each
--   view:foes(id)                the enemies with whom a unit is hand to hand
--   view:engaged(id)             is it hand to hand with any of them?
--   view:met(one, other)         what is kept of a pair, whichever came to the other; nil when they are none
--   play:meet(id, target, with)  a unit has come up to an enemy; `with` is kept of the pair too
--   play:part(one, other)        the two are hand to hand no longer
--   play:dissolve(id)            a unit has gone, or gone back: it parts with all
-- A unit that came up to enemies carries them in its field `met`, the first first: { target = id, … } each. A pair
-- stays there until the two part; it does not count while either is off the table.
local lists <const> = require "limber.common.lists"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { view = {}, play = {} }

local NOBODY <const> = {}

--- Is a unit on the table? A side's view has no hidden units of the other.
local function there(view, id)
  local unit = view.state.units[id]
  return unit ~= nil and tabletop.present(unit)
end

--- What a unit keeps of an enemy that it came up to, and at which place of its list.
local function kept(unit, target)
  return lists.find(unit.met or NOBODY, function(met) return met.target == target end)
end

---@class limber.Meeting
---@field unit string who came up
---@field target string
---@field met table what is kept of the pair

---@param view limber.View
---@return limber.Meeting[]
function M.view.meetings(view)
  local found = {}
  for id, unit in view:present() do
    for _, met in ipairs(unit.met or NOBODY) do
      if there(view, met.target) then found[#found + 1] = { unit = id, target = met.target, met = met } end
    end
  end
  return found
end

---@param view limber.View
---@param id string
---@return string[] ids those that it came up to, then those that came up to it
function M.view.foes(view, id)
  local ids, unit = {}, view:unit(id)
  if not tabletop.present(unit) then return ids end
  for _, met in ipairs(unit.met or NOBODY) do
    if there(view, met.target) then ids[#ids + 1] = met.target end
  end
  for other, enemy in view:present(view:other(unit.side)) do
    if enemy.met and kept(enemy, id) and not lists.has(ids, other) then ids[#ids + 1] = other end
  end
  return ids
end

---@param view limber.View
---@param id string
---@return boolean
function M.view.engaged(view, id) return #view:foes(id) > 0 end

---@param view limber.View
---@param one string
---@param other string
---@return table? met
function M.view.met(view, one, other)
  return (kept(view:unit(one), other) or kept(view:unit(other), one))
end

---@param play table
---@param id string
---@param target string
---@param with table? fields of the pair
function M.play.meet(play, id, target, with)
  if play:met(id, target) then return end
  local unit, met = play:unit(id), { target = target }
  for key, value in next, with or NOBODY do met[key] = value end
  if unit.met then play:append(unit.met, met) else play:set(unit, "met", { met }) end
end

local function drop(play, id, target)
  local unit = play:unit(id)
  local met, place = kept(unit, target)
  if not met then return end
  play:remove(unit.met, place)
  if #unit.met == 0 then play:set(unit, "met", nil) end
end

---@param play table
---@param one string
---@param other string
function M.play.part(play, one, other)
  drop(play, one, other)
  drop(play, other, one)
end

---@param play table
---@param id string
function M.play.dissolve(play, id)
  local unit = play:unit(id)
  for other in play:units(play:other(unit.side)) do drop(play, other, id) end
  play:forget(unit, { "met" })
end

return M
