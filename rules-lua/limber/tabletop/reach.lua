--- How far a unit gets along a path, given the cost of the ground, which the ruleset states.
local ground <const> = require "limber.tabletop.ground"
local paths <const> = require "limber.tabletop.paths"

local M <const> = { view = {} }

---@class limber.Leg a stretch of one ground, or a line that is crossed
---@field at integer
---@field length integer 0 of a line
---@field going string? what is charged for it: that of the ground that slows most
---@field by string? the area or line that is
---@field line string? the line
---@field astride boolean? it lies under the unit at the start
---@field ground string[] all areas that count there

---@class limber.Reached
---@field um integer how far it gets
---@field clear integer how far nothing stops it
---@field stop table? what does
---@field leg limber.Leg? the leg whose cost ends it before that

--- What ground is charged for a leg: of those over one another, the one that slows most.
local function charge(leg, spans, ids)
  local most
  for _, id in ipairs(ids) do
    local span = spans[id]
    if span then leg.ground[#leg.ground + 1] = id end
    if span and span.going and (not most or span.row.slows > most.row.slows) then most = span end
  end
  if most then leg.going, leg.by = most.going, most.id end
  return leg
end

--- The ground of a path in order: stretches cut where it changes, and the lines between them.
---@param view limber.View
---@param path limber.Path
---@return limber.Leg[]
function M.view.legs(view, path)
  if path.legs then return path.legs end
  local legs, spans = {}, {}
  for _, span in ipairs(path.ground) do
    spans[span.id] = spans[span.id] or span
    if span.astride then
      legs[#legs + 1] = charge({ at = 0, length = 0, line = span.id, astride = true, ground = {} }, spans, { span.id })
    end
  end
  if #path.ground > 0 then
    local asked = paths.asked(path, { looks = { runs = { kind = "ground", runs = true } } })
    for _, run in ipairs(view:field():path(asked).runs) do
      local leg = { at = run.at, length = run.length or 0, line = run.line, ground = {} }
      if not run.line or spans[run.line] then legs[#legs + 1] = charge(leg, spans, run.areas or { run.line }) end
    end
  end
  if #path.ground == 0 and path.length > 0 then legs[1] = { at = 0, length = path.length, ground = {} } end
  path.legs = legs
  return legs
end

--- How far that ground lets it go, leg by leg.
local function walked(legs, upto, cost)
  for i, leg in ipairs(legs) do
    if leg.at >= upto then break end
    local most = cost(legs, i)
    if most < upto and most < leg.at + leg.length or most <= leg.at then return math.max(most, leg.at), leg end
  end
  return upto
end

local function whole(path, leg)
  return { at = 0, length = path.length, going = leg.going, ground = {} }
end

--- The players say what ground is on the way, where that makes a difference to how far the unit may go.
local function told_legs(view, path, cost, wanted)
  local told, most, legs = ground.grounds(view).told, path.length, {}
  for _, going in ipairs(told and told.goings or {}) do
    most = math.min(most, cost({ whole(path, { going = going }) }, 1))
  end
  if wanted and wanted > most and wanted <= path.length then
    for i, leg in ipairs(told.legs(view:told(told.fact, path.id))) do legs[i] = whole(path, leg) end
  end
  return legs
end

--- How far a unit gets on a path.
---@param view limber.View
---@param path limber.Path
---@param cost fun(legs: limber.Leg[], i: integer): integer how far on the path it gets at most once it goes into leg i
---@param wanted integer? how far it means to go: in a told game the ground is asked only where that decides
---@return limber.Reached
function M.view.reach(view, path, cost, wanted)
  local legs = path.base and M.view.legs(view, path) or told_legs(view, path, cost, wanted)
  local um, leg = walked(legs, path.clear, cost)
  return { um = um, clear = path.clear, stop = path.stops[1], leg = leg }
end

return M
