-- 4.8: how dangerous a place is to a solo side's unit: the hits to be expected there in an enemy's turn, from all who
-- bear on it, or would by a turn or a move, by the exact odds of the rules' fire (5.1, 5.2).

local aim <const>, see <const> = use("game/fire/aim", "game/solo/view")

local M <const> = {}

--- The mean hits of a unit's small arms at a range; `first`: of its first fire (5.1.10).
local function small_arms(mind, id, range, moved, first)
  local args = mind.view:question("fire.small_arms", id, {
    formation = mind.view:unit(id).drill, range_mm = range, moved = moved, firing_from = "open", bases = 4,
    first_fire = first,
  })
  return mind:odds("fire.small_arms", args, "hits", id):mean()
end

local function guns(mind, id, range)
  local args = mind.view:question("fire.artillery", id, { targets = { { range_mm = range, enfilade = false } } })
  return mind:odds("fire.artillery", args, "hits", id):mean()
end

--- What a unit's fire is worth at short and at long range, standing and after a move; false for one that has none.
local function worked(mind, id, unit)
  local short, long = aim.reach(mind.rules, unit)
  if not long or unit.drill == "limbered" or unit.drill == "column" then return false end
  local by = unit.arm == "artillery" and guns or small_arms
  local one = { short = mm(short), long = mm(long) }
  one.near, one.far = by(mind, id, short, false), by(mind, id, long, false)
  if unit.arm ~= "artillery" then
    one.near_moved, one.far_moved = by(mind, id, short, true), by(mind, id, long, true)
  end
  return one
end

--- The same, once for all units that are alike; a unit to which house rules give more is worked out for itself.
local function fire_of(mind, id)
  local unit = mind.view:unit(id)
  if next(mind.rules.passing("fire.small_arms", unit, {})) then return worked(mind, id, unit) end
  local key = ("fire of %s %s %s %s %s"):format(unit.troop, unit.weapon, unit.grade, unit.staggered, unit.drill)
  return mind:known(key, function() return worked(mind, id, unit) end)
end

--- What a unit's fire is worth: { near, far, near_moved, far_moved } hits, the last two of small arms; { short, long }
--- micrometres; nil for one that has none.
function M.fire(mind, id) return mind:while_same("fire", id, fire_of) end

--- The hits of a unit's first fire at short range, from where it stands.
function M.first(mind, id)
  return mind:while_same("first fire", id, function()
    return small_arms(mind, id, (aim.reach(mind.rules, mind.view:unit(id))), false, true)
  end)
end

--- What a unit's fire is worth; how far the unit may move before it fires, as small arms may; and how far the fire
--- bears after that move.
local function bears(mind, id)
  local fire = M.fire(mind, id)
  local rate = fire and fire.near_moved and see.rate(mind, id) or 0
  return fire and { fire = fire, rate = rate, bears = fire.long + rate }
end

--- The hits to be expected at a base so far off from the fire of a unit, in its turn: `one` is what `bears` gives, with
--- the `unit`.
local function from(mind, one, arc, base, um)
  local fire, unit = one.fire, one.unit
  local beyond, moves = um - fire.long, fire.near_moved
  if beyond > one.rate then return 0 end
  if beyond <= 0 then
    local far, off = um, 0
    if not unit.inside then far, off = see.line(unit.base, base) end
    if far <= fire.long and off <= arc then return far <= fire.short and fire.near or fire.far end
  end
  local near = um <= fire.short
  if not moves then return (near and fire.near or fire.far) * mind.weight.danger_aside end -- guns that turn to it
  return (near and fire.near_moved or fire.far_moved) * (beyond > 0 and mind.weight.danger_comes_up or 1)
end

local function arc_of(mind) return deg(mind.rules.constant.fire_arc) end

--- The hits that a unit's fire would cost at a base so far off, in its turn.
---@param um integer
---@return number
function M.from(mind, id, base, um)
  local one = bears(mind, id)
  if not one then return 0 end
  one.unit = mind.view:unit(id)
  return from(mind, one, arc_of(mind), base, um)
end

--- What `bears` gives for each unit of a side that fires, by its id.
local function firers(mind, side)
  local found = {}
  for _, id in ipairs(mind:standing(side)) do found[id] = bears(mind, id) or nil end
  return found
end

--- The enemies that fire, the nearest to a unit first: { id, unit, um, fire, rate, bears } each; `most`: how far any
--- fire bears without a move; `arc`: how far to each side.
local function firers_about(mind, id)
  local side = mind.view:other(mind.side)
  local found = mind:while_unchanged(side, "who fires", firers, mind, side)
  local list = { most = mm(mind.rules.tables.artillery_stick("long", "to_mm")), arc = arc_of(mind) }
  for enemy, um in mind:by_distance(id, side) do
    local one = found[enemy]
    if one then
      list[#list + 1] = {
        id = enemy, unit = mind.view:unit(enemy), um = um, fire = one.fire, rate = one.rate, bears = one.bears,
      }
    end
  end
  return list
end

--- The hits that a unit must expect at a place in an enemy's turn.
---@param base table
---@param share (fun(enemy: string, um: integer): number)? what part of an enemy's fire is at it, when he is so far off
---@return number
function M.at(mind, id, base, share)
  local list, own, sum = mind:once_for("who fires", id, firers_about), mind.view:unit(id).base, 0
  local moved = (base == own or mind.view:unit(id).inside) and 0 or mind:middles(own, base)
  local nearer = moved > 0 and moved + own.width + own.depth or 0 -- at the most, however it turns on the way
  for i = 1, #list do
    local one = list[i]
    if one.um - moved > list.most then break end
    if one.um - nearer <= one.bears then
      local there = moved == 0 and one.um or geometry.gap(base, one.unit.base)
      local hits = from(mind, one, list.arc, base, there)
      sum = sum + (hits > 0 and share and hits * share(one.id, there) or hits)
    end
  end
  return sum
end

--- The same where it stands.
function M.here(mind, id)
  return mind:once_for("danger", id, function() return M.at(mind, id, mind.view:unit(id).base) end) or 0
end

--- What a unit's fire on an enemy is worth that it goes to within short range of, with the fire of those of its side
--- who bear on him, or would by closing too.
local function ours_on(mind, id, target)
  local there, sum = mind.view:unit(target).base, 0
  for friend, um in mind:by_distance(target, mind.side) do
    local fire = M.fire(mind, friend)
    if um > mm(mind.rules.tables.artillery_stick("long", "to_mm")) then break end
    if fire and friend ~= id then
      local closes = fire.near_moved and um > fire.short and um <= fire.short + 2 * see.rate(mind, friend)
      sum = sum + (closes and fire.near_moved or M.from(mind, friend, there, um))
    end
  end
  local own = M.fire(mind, id)
  return sum + (own and own.near_moved or 0)
end

--- How a unit's fight by fire would go that closes with an enemy: what its side does to him for each hit that it would
--- take itself.
---@param base table about where it would stand
---@return number
function M.exchange(mind, id, target, base)
  return ours_on(mind, id, target) / math.max(0.1, M.at(mind, id, base))
end

return M
