-- Penetration Zones, Higher Ground: whom a shot reaches besides its target.

local army <const> = use "game/army/units"
local cover <const> = use "game/fire/cover"
local terrain <const> = use "game/movement/terrain"

local M <const> = {}

fact "soft_ground" {
  ask = "Is the ground at {1} very wet or soft?",
  flag "soft" {},
  suggest = false,
  measured = function(view, _, target)
    return lists.find(view:under(view:unit(target).base), function(area)
      return terrain.of(view.rules, view.state.areas[area], "soft") == "yes"
    end) ~= nil
  end,
}

--- Trees, buildings and walls end a line, and so does a hill that begins beyond the target.
local function ends(view, span, at)
  local node = view:piece(span.id)
  return span.to > at and (view:terrain(span.id).height or 0) > 0 or span.from > at and (node.ground or 0) > 0
end

fact "shot_line" {
  ask = "Which stands, friends too, lie on the line of {1} through {2} and no more than {3} mm behind it, up to the "
    .. "first trees, buildings or hill, the nearest first?",
  units "touched" { "any", default = {} },
  suggest = {},
  measured = function(view, _, id, target, zone, range)
    local from, way = cover.way(view, id, target)
    local um = mm(range + zone)
    local found, ids, stop = {}, {}, nil
    for _, one in ipairs(cover.beyond(view, id, target, um)) do
      local friendly = view:unit(one.id).side == view:unit(id).side
      found[#found + 1] = { id = one.id, near_mm = geometry.round_mm(one.um, "up"), friendly = friendly }
      ids[#ids + 1] = one.id
    end
    for _, kind in ipairs { "area", "line" } do
      local spans = view:field():ray(from, geometry.step(from, way, um), tabletop.FIRE_LINE, { kind = kind })
      for _, span in ipairs(spans) do
        if ends(view, span, mm(range)) then stop = math.min(stop or um, math.max(span.from, mm(range))) end
      end
    end
    return ids, { stands = found, stop_mm = stop and stop // mm(1) }
  end,
}

--- Penetration Zones: the stands that a gun's shot at a target rolls for beyond it: { id, mm } each.
function M.penetrated(play, id, target, range, missed)
  local unit = play:unit(id)
  local question = play:described({
    gun = unit.gun, ordnance = unit.ordnance, howitzer = unit.howitzer, range_mm = range, initial_missed = missed,
    target_higher = cover.higher(play, id, target), soft_ground = play:fact("soft_ground", target),
  }, unit, "artillery.penetration")
  local zone = play:ask("artillery.penetration", question, id, target).zone_mm
  if zone == 0 then return {} end
  local ids, found = play:fact("shot_line", id, target, zone, range)
  question.stands = found and found.stands or {}
  question.stop_mm = found and found.stop_mm
  for i, one in ipairs(not found and ids or {}) do
    question.stands[i] = { id = one, near_mm = range + math.min(i, zone), friendly = play:unit(one).side == unit.side }
  end
  if #question.stands == 0 then return {} end
  local near, list = {}, {}
  for _, one in ipairs(question.stands) do near[one.id] = one.near_mm end
  for i, one in ipairs(play:resolve("artillery.penetration", question, id, target).touched) do
    list[i] = { id = one, mm = near[one] }
  end
  return list
end

fact "beaten_zone" {
  ask = "Which stands besides {2}, friends too, are in part within a square of {beaten_zone_side} mm round the middle "
    .. "of {2}, as {1} fires?",
  units "zone" { "any", default = {} },
  suggest = {},
  measured = function(view, _, id, target)
    local base, _, way = view:unit(target).base, cover.way(view, id, target)
    local side = mm(view.rules.constant.beaten_zone_side)
    local square = { x = base.x, y = base.y, facing = way, width = side, depth = side }
    local ids = {}
    for other, unit in view:present() do
      local covered = other ~= target and other ~= id and not unit.hidden
        and lists.find(view:bases(other), function(one) return geometry.gap(square, one) == 0 end)
      ids[#ids + 1] = covered and other or nil
    end
    table.sort(ids, function(a, b)
      local near, far = view:apart(id, a), view:apart(id, b)
      return near < far or near == far and a < b
    end)
    return ids
  end,
}

--- The stands of a beaten zone besides its target, the nearest first.
function M.beaten(view, id, target) return view:fact("beaten_zone", id, target) end

--- What a gun or machine gun may do beyond a target (Higher Ground).
function M.trajectory(view, id, target)
  local unit = view:unit(id)
  local weapon = unit.arm == "gun" and (unit.howitzer and "howitzer" or "gun") or unit.mg == "gatling" and "early_mg"
    or "late_mg"
  local args = { weapon = weapon, target_higher = cover.higher(view, id, target) }
  return view:ask("artillery.trajectory", args, id, target)
end

--- Adds figures lost to a list of losses.
function M.add(losses, id, lost)
  local known = lists.find(losses, function(one) return one.id == id end)
  if known then
    known.lost = known.lost + lost
  elseif lost > 0 then
    losses[#losses + 1] = { id = id, lost = lost }
  end
end

--- Is a stand one that fire can hit: on the table, and with a crew if it is a gun?
function M.there(view, id)
  local unit = view.state.units[id]
  return unit ~= nil and tabletop.present(unit) and (unit.figures > 0 or not army.crewed(unit))
end

return M
