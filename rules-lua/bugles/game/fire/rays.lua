-- Penetration Zones, Higher Ground: where a shot goes, and whom it reaches besides its target.

local army <const>, machine_guns <const> = use("game/army/units", "machine_guns")
local terrain <const> = use "game/movement/terrain"

local M <const> = {}

--- R124, R125: loose figures and snipers fire all round, from the middle of all.
function M.all_round(unit) return unit.drill == "skirmish" or unit.arm == "sniper" end

--- Where the line of a stand's shot begins.
function M.from(view, id)
  local unit = view:unit(id)
  return M.all_round(unit) and { x = unit.base.x, y = unit.base.y } or view:muzzle(id)
end

--- The way of a shot at a target: from its beginning through the middle of the target (R243).
local function way(view, id, target)
  local from, base = M.from(view, id), view.state.units[target].base
  return from, geometry.bearing(from, { x = base.x, y = base.y })
end

--- What a line so far through a target runs through, of the kinds that the filter admits.
local function spans_of(view, id, target, um, filter)
  local from, bearing = way(view, id, target)
  return view:field():ray(from, geometry.step(from, bearing, um), tabletop.FIRE_LINE, filter)
end

--- Stands that a line from a firer through a target runs through beyond it, the nearest first, no hidden ones (R241):
--- { id, um from the muzzle, gap behind the target }.
local function beyond(view, id, target, um)
  local list, last = {}, nil
  for _, span in ipairs(spans_of(view, id, target, um, { kind = "base", except = { id } })) do
    local unit = view.state.units[span.id]
    if span.id == target then
      last = last or span.to
    elseif last and unit and tabletop.present(unit) and not unit.hidden and not list[span.id] then
      list[span.id] = true
      list[#list + 1] = { id = span.id, um = span.from, gap = span.from - last }
    end
  end
  return list
end

--- Stands close behind a target.
local function behind(view, id, target) return beyond(view, id, target, view:apart(id, target) + metre(1)) end

fact "target_deep" {
  ask = "Does another stand of its side stand in base contact behind {2}, as {1} fires at it?",
  flag "deep" {}, suggest = false,
  measured = function(view, _, id, target)
    return lists.find(behind(view, id, target), function(one)
      local unit = view:unit(one.id)
      return unit.side == view:unit(target).side and army.counts(unit)
        and lists.has(army.in_contact_friends(view, target), one.id)
    end) ~= nil
  end,
}

--- What players may name as struck besides a target: other stands on the table, no hidden ones (R241).
local function others_seen(name)
  return function(view, ids, id, target)
    for _, one in ipairs(ids) do
      local unit = view:unit(one)
      if one == id or one == target or unit.hidden or not tabletop.present(unit) then
        return refuse(name, ("must be other stands on the table that are seen, got %s"):format(one), "R241")
      end
    end
  end
end

fact "stand_behind" {
  ask = "Which stand, friend or enemy, lies within one base depth behind {2}, as {1} fires at it?",
  units "behind" { "any", default = {} }, suggest = {}, check = others_seen "behind",
  measured = function(view, _, id, target)
    local one = behind(view, id, target)[1]
    return one and one.gap <= mm(view.state.battle.stand_depth_mm) and { one.id } or {}
  end,
}

--- The stand within one base depth behind a target, or nil.
function M.behind(view, id, target) return view.state.units[target] and view:fact("stand_behind", id, target)[1] end

fact "soft_ground" {
  ask = "Is the ground at {1} very wet or soft?",
  flag "soft" {}, suggest = false,
  measured = function(view, _, target)
    return lists.find(view:under(view:unit(target).base), function(area)
      return terrain.of(view.rules, view.state.areas[area], "soft") == "yes"
    end) ~= nil
  end,
}

--- Where a line of such a length through a target, so far away, ends: at trees, buildings and walls, and at a hill that
--- begins beyond the target.
local function end_of(view, id, target, um, at)
  local stop
  for _, kind in ipairs { "area", "line" } do
    for _, span in ipairs(spans_of(view, id, target, um, { kind = kind })) do
      local tall, hill = (view:piece(span.id).height or 0) > 0, (view:piece(span.id).ground or 0) > 0
      if tall and span.to > at or hill and span.from > at then stop = math.min(stop or um, math.max(span.from, at)) end
    end
  end
  return stop and stop // mm(1)
end

fact "shot_line" {
  ask = "Which stands, friends too, lie on the line of {1} through {2} and no more than {3} mm behind it, up to the "
    .. "first trees, buildings or hill, the nearest first?",
  units "touched" { "any", default = {} }, suggest = {}, check = others_seen "touched",
  measured = function(view, _, id, target, zone, range)
    local um, near, ids = mm(range + zone), {}, {}
    for i, one in ipairs(beyond(view, id, target, um)) do
      ids[i], near[one.id] = one.id, geometry.round_mm(one.um, "up")
    end
    return ids, { near = near, stop_mm = end_of(view, id, target, um, mm(range)) }
  end,
}

fact "beaten_zone" {
  ask = "Which stands besides {2}, friends too, are in part within a square of {beaten_zone_side} mm round the middle "
    .. "of {2}, as {1} fires?",
  units "zone" { "any", default = {} }, suggest = {}, check = others_seen "zone",
  measured = function(view, _, id, target)
    local base, side, ids, away = view:unit(target).base, mm(view.rules.constant.beaten_zone_side), {}, {}
    local _, facing = way(view, id, target)
    local square = { x = base.x, y = base.y, facing = facing, width = side, depth = side }
    for other, unit in view:present() do
      local covered = other ~= target and other ~= id and not unit.hidden
        and lists.find(view:bases(other), function(one) return geometry.gap(square, one) == 0 end)
      if covered then ids[#ids + 1], away[other] = other, view:apart(id, other) end
    end
    return lists.least_first(ids, away)
  end,
}

--- Has the fire of a gun or machine gun at a target a beaten zone (Higher Ground)?
function M.plunges(view, id, target)
  local unit = view:unit(id)
  local weapon = machine_guns.TRAJECTORY[unit.mg] or unit.howitzer and "howitzer" or "gun"
  local args = { weapon = weapon, target_higher = (view:fact("higher_ground", id, target)) }
  return view:ask("artillery.trajectory", args, id, target).beaten_zone_mm > 0
end

--- The stands that a gun's shot at a target rolls for besides it, in its beaten zone or beyond: { id, mm } each.
function M.further(play, id, target, range, missed)
  local list = {}
  if M.plunges(play, id, target) then
    for i, other in ipairs(play:fact("beaten_zone", id, target)) do list[i] = { id = other, mm = range } end
    return list
  end
  local question = play:question("artillery.penetration", id, {
    range_mm = range, initial_missed = missed,
    target_higher = (play:fact("higher_ground", id, target)), soft_ground = play:fact("soft_ground", target),
  })
  local zone, near = play:ask("artillery.penetration", question, id, target).zone_mm, {}
  if zone == 0 then return {} end
  local ids, found = play:fact("shot_line", id, target, zone, range)
  if #ids == 0 then return {} end
  question.stands, question.stop_mm = {}, found and found.stop_mm
  for i, one in ipairs(ids) do
    near[one] = found and found.near[one] or range + math.min(i, zone) -- players tell the order alone
    question.stands[i] = { id = one, near_mm = near[one], friendly = play:unit(one).side == play:unit(id).side }
  end
  for i, one in ipairs(play:resolve("artillery.penetration", question, id, target).touched) do
    list[i] = { id = one, mm = near[one] }
  end
  return list
end

return M
