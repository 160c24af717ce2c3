-- 6.2, 6.3, R29: the kinds of ground, and the ground a body crosses, leg by leg.

--- How far into woods and buildings sight reaches (R40): a unit that lines their edge sees out and is seen.
local EDGE <const> = mm(30)

local function fortified(area) return area.fortified and "fortified" end

local function bare(area)
  return area.fortified and "fortified" or area.broken and "broken" or area.ground and "hill"
end

--- Lines are crossed up to a height (R29).
local function low_enough(rules, _, line)
  return rules.call("move.path", {
    troop = "infantry_line", legs = { { obstacle_height_mm = line.height_mm } }, minutes = rules.constant.bound,
    unlimbered = false,
  }).stopped_by ~= "impassable"
end

terrain "open" { doc = "open ground", map = " ", ascii = " ", drawn = bare }
terrain "hill" { of = "look", doc = "a hill", map = "░", ascii = ":", colour = "dim" }
terrain "broken" { of = "look", doc = "broken ground", map = "∴ ", ascii = "; ", colour = "yellow" }
terrain "open_woods" {
  cite = "6.3", going = "open_woods", slows = 2, height = mm(15), edge = EDGE, map = "♣ ", ascii = "T ",
  colour = "green", drawn = fortified,
}
terrain "stream_knee" {
  doc = "a stream, knee deep", cite = "6.3", going = "stream_knee", slows = 1, map = "~", ascii = "~", colour = "cyan",
  drawn = fortified,
}
terrain "stream_waist" {
  doc = "a stream, waist deep", cite = "6.3", going = "stream_waist", slows = 3, map = "≈", ascii = "~-",
  colour = "cyan", drawn = fortified,
}
terrain "stream_deep" {
  doc = "deep water: impassable", cite = "R29", going = "stream_deep", slows = 4, enters = false, map = "≋",
  ascii = "=", colour = "blue", drawn = fortified,
}
terrain "built_up" {
  doc = "built-up", cite = "6.3", going = "built_up", slows = 2, height = mm(10), edge = EDGE, map = "▒", ascii = "H",
  colour = "yellow", drawn = fortified,
}
terrain "fortified" { of = "look", doc = "a fortification", map = "▓", ascii = "M", colour = "yellow" }

--- What is crossed at a cost of time, for its height (6.3, R29).
local function obstacle(kind, row)
  row.of, row.cite, row.going, row.enters = "line", "6.3 R29", "obstacle", low_enough
  terrain(kind)(row)
end

obstacle("wall", { doc = "a wall or bank", map = "═║╱╲", ascii = "#", colour = "yellow" })
obstacle("hedge", { doc = "a hedge", map = "╌┆", ascii = "-|", colour = "green" })
obstacle("fence", { doc = "a fence", map = "╍┇", ascii = "-|", colour = "yellow" })
for _, kind in ipairs { "barricade", "fortification", "ditch", "bank" } do
  obstacle(kind, { drawn = function() return "wall" end })
end

--- The ground that slows most where areas lie over one another; a hill's ground is open.
local function slowest(view, areas)
  local worst
  for _, id in ipairs(areas) do
    local row = view:terrain(id)
    if not worst or row.slows > worst.slows then worst = row end
  end
  return worst and worst.going or "open"
end

--- One stretch of the way as the rule takes it; none for deep water that a body leaves, having touched it.
local function leg_of(view, stretch)
  if stretch.line then
    return { obstacle_height_mm = view.state.lines[stretch.line].height_mm, at = stretch.at }
  end
  local terrain = slowest(view, stretch.areas)
  if terrain == "stream_deep" and stretch.at == 0 and stretch.length <= tabletop.TOUCHING then return nil end
  return { terrain = terrain, length_mm = geometry.round_mm(stretch.length, "up"), at = stretch.at }
end

record "ground_leg" {
  enum "terrain" { "open", "stream_knee", "stream_waist", "stream_deep", "open_woods", "built_up", optional = true },
  int "length_mm" { 0, optional = true },
  int "obstacle_height_mm" { 1, optional = true },
  int "at" { optional = true, doc = "where it begins, in micrometres along the way; measured ones alone say" },
}

fact "legs" {
  ask = "What ground does {1} cross, leg by leg?",
  list "legs" { "ground_leg", default = {} },
  measured = function(view, field, _, base, um, angle)
    local legs = {}
    for _, stretch in ipairs(tabletop.stretches(field, base, um, angle)) do
      legs[#legs + 1] = leg_of(view, stretch)
    end
    return legs
  end,
}

--- The legs of a slide for `move.path`: what ground its base crosses, and the obstacles; and where each begins, in
--- micrometres. In a told game the players say them, nothing but the id is asked about, and nobody knows where.
local function legs_of(play, id, base, um, angle)
  local legs, starts = {}, {}
  for _, leg in ipairs(play:fact("legs", id, base, um, angle)) do
    if leg.obstacle_height_mm then
      legs[#legs + 1] = { obstacle_height_mm = leg.obstacle_height_mm }
      starts[#legs] = leg.at
    elseif not (leg.terrain and leg.length_mm) then
      error({ arg = "legs", message = "legs: a stretch is a kind of ground and its length, such as open 200" }, 0)
    elseif leg.length_mm > 0 then
      legs[#legs + 1] = { terrain = leg.terrain, length_mm = leg.length_mm }
      starts[#legs] = leg.at
    end
  end
  return legs, starts
end

--- How far along its way a `move.path` has brought a body, in micrometres: legs are rounded up for the rule, and the
--- ground itself is not.
local function walked(path, legs, starts, um)
  local done = path.legs_completed
  if done >= #legs then return um end
  local before = 0
  for i = 1, done do before = before + (legs[i].length_mm or 0) end
  return math.min(um, starts[done + 2] or um, starts[done + 1] + mm(path.moved_mm - before))
end

--- What nobody crosses (R29): streams too deep to wade, lines too high to climb; { shape, name } each.
local function impassable(view)
  local found = {}
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    if area.terrain == "stream_deep" then found[#found + 1] = { shape = { area = area.area }, name = "deep water" } end
  end
  for _, id in ipairs(view.state.order.lines) do
    local line = view.state.lines[id]
    local climbed = view.rules.call("move.path", {
      troop = "infantry_line", legs = { { obstacle_height_mm = line.height_mm } }, minutes = view.rules.constant.bound,
      unlimbered = false,
    })
    if climbed.stopped_by == "impassable" then
      found[#found + 1] = { shape = { line = line.line }, name = line.name or line.kind or "wall" }
    end
  end
  return found
end

--- Does any part of a base stand in a stream that nobody wades (R29)?
local function in_deep(view, base)
  local inside = tabletop.inside(base)
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    if area.terrain == "stream_deep" and geometry.distance(inside, area).distance == 0 then return true end
  end
  return false
end

--- What nobody crosses that a base would lie on: its name; nil when there is none.
local function barred_by(view, base)
  local inside = tabletop.inside(base)
  for _, one in ipairs(impassable(view)) do
    if geometry.distance(inside, one.shape).distance == 0 then return one.name end
  end
end

return { legs = legs_of, walked = walked, in_deep = in_deep, impassable = impassable, barred_by = barred_by }
