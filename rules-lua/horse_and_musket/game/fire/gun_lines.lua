-- 5.2.3, R54: the stick of a battery, and the units under it: at short range the first target alone, at long range
-- every unit under the yellow part, from the first target on, friends too.

local aim <const>, cover <const>, paths <const> = use("game/fire/aim", "game/fire/cover", "game/fire/paths")
local woods <const> = use "game/fire/woods"

local M <const> = {}

-- ---- the line -------------------------------------------------------------------------------------------------------

---@class hm.Mark what lies under a battery's line
---@field id string
---@field line limber.FireLine
---@field wood boolean? it has the cover of a wood

--- What a line meets, the nearest first: units, at their bases or the towns that they hold (SR.3), and a target that is
--- none.
---@return { id: string, um: integer, at: table }[]
local function met_along(view, id, way, target)
  local _, reach = aim.reach(view.rules, view:unit(id))
  local found = {}
  for _, span in ipairs(view:fire_ray(id, way, mm(reach), { except = { id } })) do
    local area = view.state.areas[span.id]
    local other = area and (area.terrain == "town" and view:holder(span.id) or span.id == target and target)
      or view.state.units[span.id] and not paths.town_of(view, span.id) and span.id
    if other then found[#found + 1] = { id = other, um = span.from, at = span.at } end
  end
  return found
end

--- A unit beyond the first target, if fire can come to it there: no terrain is between, and it is not deep in a wood.
---@return hm.Mark?
local function under_fire(view, id, other, at)
  local line = paths.line_to(view, id, other, at)
  local fault, wood = woods.judge(view, woods.measure(view, line, other), "target", id, other)
  return not line.tall and not fault and { id = other, line = line, wood = wood } or nil
end

--- The stick of a battery laid over a target, that way or to its nearest point: the line, the units before the target
--- and those beyond it; nil when it does not lie over it.
---@param nearest limber.FireLine
local function lay(view, id, target, bearing, nearest)
  local way = bearing or (view:unit(id).base.facing + (nearest.off or 0)) % deg(360)
  local met, line, before, beyond = met_along(view, id, way, target), not bearing and nearest, {}, {}
  for _, one in ipairs(met) do
    if not line and one.id == target then line = paths.line_to(view, id, target, one.at) end
  end
  if not line then return nil end
  for _, one in ipairs(met) do
    if one.id ~= target and one.um < line.um then
      before[#before + 1] = one.id
    elseif one.id ~= target then
      beyond[#beyond + 1] = under_fire(view, id, one.id, one.at)
    end
  end
  return {
    line = line, before = before, beyond = beyond, lane = paths.lane(view, id, target, line),
    wood = woods.measure(view, line, target), off = math.max(math.abs(nearest.off or 0), math.abs(line.off or 0)),
  }
end

fact "gun_line" {
  ask = "Which units, friends too, lie beyond {2} under the yellow part of the stick that {1} lays over it, nearest "
    .. "first?",
  units "under" { "any", default = {} },
  check = function(view, under, id, target)
    for _, one in ipairs(under) do
      if one == id or one == target or not tabletop.present(view:unit(one)) then
        return refuse("under", ("must be units on the table beyond the first target, got %s"):format(one))
      end
    end
  end,
  measured = function(view, _, id, target, bearing)
    local _, nearest = view:fact("fire_range", id, target)
    local found, ids = lay(view, id, target, bearing, nearest), {}
    for i, mark in ipairs(found and found.beyond or {}) do ids[i] = mark.id end
    return ids, found or { missed = true }
  end,
}

fact "first_under" {
  ask = "Which unit does the stick of {1}, laid that way, meet first?",
  units "first" { "any", default = {} },
  measured = function(view, _, id, bearing)
    local first = met_along(view, id, bearing)[1]
    return first and { first.id } or {}
  end,
}

--- Units under the line beyond the first target: they count at long range only.
---@return hm.Mark[]
local function marks_beyond(view, id, target, found)
  local short, reach = aim.reach(view.rules, view:unit(id))
  if found.mm <= short or found.mm > reach then return {} end
  if found.line then return found.beyond end
  local list = {}
  for i, one in ipairs(view:fact("gun_line", id, target)) do list[i] = { id = one, line = { mm = found.mm } } end
  return list
end

measure "artillery" (function(view, id, target, bearing)
  local _, found = view.measure["fire.legality"](view, id, target, bearing)
  local targets = { cover.target_args(view, id, target, found.mm) }
  for i, mark in ipairs(marks_beyond(view, id, target, found)) do
    targets[i + 1] = cover.target_args(view, id, mark.id, mark.line.mm)
  end
  return view:question("fire.artillery", id, { targets = targets }), found
end)

-- ---- proposals ------------------------------------------------------------------------------------------------------

--- Friends and enemies under a line, the first target among them; nil when it lies over a melee, or is no such line.
local function worth(view, id, one, bearing, fighting)
  local found = lay(view, id, one.id, bearing, one)
  if not found or found.lane.bases == 0 and found.lane.elevation == "level" then return nil end
  if math.abs(found.off) > deg(view.rules.constant.fire_arc) and not paths.all_round(view, id) then return nil end
  local friends, enemies, side = 0, 1, view:unit(id).side
  for _, other in ipairs(found.before) do
    if fighting[other] then return nil end
  end
  for _, mark in ipairs(found.beyond) do
    if fighting[mark.id] then return nil end
    if view:unit(mark.id).side == side then friends = friends + 1 else enemies = enemies + 1 end
  end
  return enemies - friends, enemies, friends
end

--- Other ways to lay a stick over a target than to its nearest point: toward the middle of enemies beyond it, and past
--- friends over other parts of it.
local function other_ways(view, id, target, crowded)
  local list, muzzle = {}, view:muzzle(id)
  local way, left, right = view:spread(id, target)
  for other, enemy in view:present(view:other(view:unit(id).side)) do
    if other ~= target and enemy.base then
      local there = geometry.bearing(muzzle, { x = enemy.base.x, y = enemy.base.y })
      local off = geometry.turn(way, there)
      if off > left and off < right then list[#list + 1] = there end
    end
  end
  for _, off in ipairs(crowded and { 0, left // 2, right // 2, left * 7 // 8, right * 7 // 8 } or {}) do
    list[#list + 1] = (way + off) % deg(360)
  end
  return list
end

local function line_text(enemies, friends)
  if friends > 0 then return (", %d enemies and %d friends under the line"):format(enemies, friends) end
  return enemies > 1 and (", %d enemies under the line"):format(enemies) or ""
end

--- The best line over a target: as many enemies as may be, no friends.
---@param one limber.FireLine
---@param short integer mm
---@return table? proposal with `net`, enemies less friends
---@return string? text
local function best_line(view, id, one, fighting, short)
  local best, text
  local function weigh(bearing)
    local net, enemies, friends = worth(view, id, one, bearing, fighting)
    if net and one.mm <= short then net, enemies, friends = 1, 1, 0 end
    if net and (not best or net > best.net) then
      best, text = { unit = id, target = one.id, bearing = bearing, net = net }, line_text(enemies, friends)
    end
    return friends == 0
  end
  local clean = weigh(nil)
  if one.mm > short then
    for _, bearing in ipairs(other_ways(view, id, one.id, not clean)) do weigh(bearing) end
  end
  return best, text
end

M.beyond, M.best = marks_beyond, best_line

return M
