--- How contacts are split into combats: services of the table.
--
--   view:combats(pairs, place, how)   the combats of pairs that meet, a unit against one enemy or several:
--                                     { ours, theirs } each, by groups, along the longer line
--   view:nearest_of(id, ids, away)    the unit of a list nearest to another
--   view:pairs_without(pairs, busy)   the pairs in which neither unit is in a set
--   view:as_bodies(pairs, place, body_of)   the pairs of bodies, where several units fight as one: body_of(id) is the
--                                     unit by which its body is known; that stands where its first unit in contact does
--   view:from_the_left(combats, place, side)   combats sorted by the leftmost unit of that side in each
-- The longer line of a group is dealt out along the shorter. A unit that is dealt an enemy it does not meet takes the
-- nearest that it meets instead. An enemy that is left over then gets the nearest unit that meets it: from another
-- enemy who has several, else that unit fights both. `how`, all of it optional:
--   share = function(longer, shorter)   for every unit of the longer line, in order, the number of its enemy in the
--                                       shorter; as evenly as it goes when left out. Both arguments are counts
--   one_each                            a unit of `ours` fights one enemy only: where ours are fewer, each takes the
--                                       nearest, and enemies that are left over fight in no combat
--   away = function(id, other)          how far apart two are, in a unit of its own; between their edges when left out
local lists <const> = require "limber.common.lists"

local M <const> = { view = {} }

---@param view limber.View
---@param id string
---@param ids string[]
---@param away (fun(id: string, other: string): number)? nothing is measured where there is no choice
---@return string? nearest the first of equals
function M.view.nearest_of(view, id, ids, away)
  if #ids <= 1 then return ids[1] end
  return (lists.least(ids, function(other)
    if away then return away(id, other) end
    return view:apart(id, other) or math.huge
  end))
end

---@param _ limber.View
---@param pairs_met { ours: string, theirs: string }[]
---@param busy table<string, any>
---@return { ours: string, theirs: string }[]
function M.view.pairs_without(_, pairs_met, busy)
  return lists.filter(pairs_met, function(pair) return not busy[pair.ours] and not busy[pair.theirs] end)
end

---@param _ limber.View
---@param pairs_met { ours: string, theirs: string }[]
---@param place table<string, integer> gets the places of bodies
---@param body_of fun(id: string): string
---@return { ours: string, theirs: string }[] each pair of bodies once
function M.view.as_bodies(_, pairs_met, place, body_of)
  local bodies, seen = {}, {}
  for _, pair in ipairs(pairs_met) do
    local one, other = body_of(pair.ours), body_of(pair.theirs)
    place[one], place[other] = place[one] or place[pair.ours], place[other] or place[pair.theirs]
    if not seen[one .. " " .. other] then bodies[#bodies + 1] = { ours = one, theirs = other } end
    seen[one .. " " .. other] = true
  end
  return bodies
end

---@param view limber.View
---@param combats { ours: string[], theirs: string[] }[]
---@param place table<string, integer>
---@param side string
---@return table[] combats itself; those without a place for any unit of the side come as at 0
function M.view.from_the_left(view, combats, place, side)
  local left = {}
  for i, one in ipairs(combats) do
    local units = lists.append(lists.append({}, one.ours), one.theirs)
    local _, least = lists.least(units, function(id) return view:unit(id).side == side and place[id] end)
    left[one] = { least or 0, i }
  end
  table.sort(combats, function(one, other)
    local a, b = left[one], left[other]
    return a[1] < b[1] or a[1] == b[1] and a[2] < b[2]
  end)
  return combats
end

--- Shares the longer line out as evenly as possible.
local function evenly(longer, shorter)
  local numbers = {}
  for i = 0, longer - 1 do numbers[i + 1] = i * shorter // longer + 1 end
  return numbers
end

--- For every unit of a group, the set of units that it meets.
local function links_of(group)
  local linked = {}
  for _, pair in ipairs(group.pairs) do
    linked[pair.ours], linked[pair.theirs] = linked[pair.ours] or {}, linked[pair.theirs] or {}
    linked[pair.ours][pair.theirs], linked[pair.theirs][pair.ours] = true, true
  end
  return linked
end

--- The nearest unit of a list that another meets.
local function nearest_met(view, linked, id, list, how)
  return view:nearest_of(id, lists.filter(list, function(other) return linked[id][other] end), how.away)
end

--- The enemy that each unit of the longer line takes, and how many units each enemy has.
local function dealt(view, linked, longer, shorter, how)
  local takes, has = {}, {}
  local numbers = #longer >= #shorter and (how.share or evenly)(#longer, #shorter) or {}
  for i, id in ipairs(longer) do
    local enemy = shorter[numbers[i]]
    takes[id] = enemy and linked[id][enemy] and enemy or nearest_met(view, linked, id, shorter, how)
    has[takes[id]] = (has[takes[id]] or 0) + 1
  end
  return takes, has
end

--- Gives every enemy that is left over a unit. The result: all enemies of the units that fight several.
local function fill(view, linked, longer, shorter, takes, has, how)
  local several = {}
  for _, enemy in ipairs(shorter) do
    local id = not has[enemy] and nearest_met(view, linked, enemy, longer, how)
    if id and has[takes[id]] > 1 then
      has[takes[id]] = has[takes[id]] - 1
      takes[id], has[enemy] = enemy, 1
    elseif id and not how.one_each then
      several[id] = several[id] or { takes[id] }
      table.insert(several[id], enemy)
    end
  end
  return several
end

--- Adds the combats of one group.
local function add_combats(view, found, group, how)
  local turned = not how.one_each and #group.theirs > #group.ours
  local longer, shorter = group.ours, group.theirs
  if turned then longer, shorter = shorter, longer end
  local linked, of, several = links_of(group), {}, {}
  local takes, has = dealt(view, linked, longer, shorter, how)
  if #longer >= #shorter then several = fill(view, linked, longer, shorter, takes, has, how) end
  for _, id in ipairs(longer) do
    local enemy = takes[id]
    if of[enemy] and not several[id] then
      table.insert(of[enemy], id)
    else
      local many, few = { id }, several[id] or { enemy }
      if not several[id] then of[enemy] = many end
      found[#found + 1] = { ours = turned and few or many, theirs = turned and many or few }
    end
  end
end

---@param view limber.View
---@param pairs_met { ours: string, theirs: string }[]
---@param place table<string, integer> as `view:line_order` gives it
---@param how table?
---@return { ours: string[], theirs: string[] }[]
function M.view.combats(view, pairs_met, place, how)
  local found = {}
  for _, group in ipairs(view:contact_groups(pairs_met, place)) do add_combats(view, found, group, how or {}) end
  return found
end

return M
