-- 6.2, 6.3, R29: the kinds of ground, and the ground a body crosses, leg by leg.

--- How far into woods and buildings sight reaches (R40): a unit that lines their edge sees out and is seen.
local EDGE <const> = mm(30)

local function fortified(area) return area.fortified and "fortified" end

local function bare(area)
  return area.fortified and "fortified" or area.broken and "broken" or area.ground and "hill"
end

--- Lines are crossed up to a height (R29).
local function low_enough(rules, _, line) return rules.tables.obstacles(line.height_mm, "time_min") ~= "none" end

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
  local most, going = 0, "open"
  for _, id in ipairs(areas) do
    local row = view:terrain(id)
    if row.slows > most then most, going = row.slows, row.going end
  end
  return going
end

record "ground_leg" {
  enum "terrain" { of_table = "terrain", optional = true },
  int "length_mm" { 0, optional = true }, int "obstacle_height_mm" { 1, optional = true },
}

fact "legs" {
  ask = "What ground does {1} cross, leg by leg?",
  list "legs" { "ground_leg", default = {} },
  suggest = {},
}

--- The legs of a way as the players say them.
local function told_legs(said)
  local legs = {}
  for _, leg in ipairs(said) do
    if leg.obstacle_height_mm then
      legs[#legs + 1] = { obstacle_height_mm = leg.obstacle_height_mm }
    elseif not (leg.terrain and leg.length_mm) then
      error({ arg = "legs", message = "legs: a stretch is a kind of ground and its length, such as open 200" }, 0)
    elseif leg.length_mm > 0 then
      legs[#legs + 1] = leg
    end
  end
  return legs
end

--- One stretch of the way as the rule takes it; none for deep water that a body leaves, having touched it.
local function leg_of(view, stretch)
  if stretch.line then return { obstacle_height_mm = view.state.lines[stretch.line].height_mm } end
  local going = slowest(view, stretch.areas)
  if going == "stream_deep" and stretch.at == 0 and stretch.length <= tabletop.TOUCHING then return nil end
  return { terrain = going, length_mm = geometry.round_mm(stretch.length, "up") }
end

--- The legs of a slide for `move.path`: what ground its base crosses, and the obstacles; and where each begins, in
--- micrometres. In a told game the players say them, and not where they begin.
local function legs_of(view, id, base, um, angle)
  local said = view:told("legs", id)
  if said then return told_legs(said), {} end
  local legs, starts = {}, {}
  for _, stretch in ipairs(tabletop.stretches(view:field(), base, um, angle)) do
    local leg = leg_of(view, stretch)
    if leg and leg.length_mm ~= 0 then legs[#legs + 1], starts[#starts + 1] = leg, stretch.at end
  end
  return legs, starts
end

--- How far along its way a `move.path` has brought a body, in micrometres: legs are rounded up for the rule, and the
--- ground itself is not.
local function walked(path, legs, starts, um)
  local left = path.moved_mm
  for i, leg in ipairs(legs) do
    local length = leg.length_mm or 0
    local whole = i <= path.legs_completed and left >= length or left > length and leg.length_mm
    if not whole then return math.min(um, starts[i + 1] or um, starts[i] + mm(math.max(0, math.min(left, length)))) end
    left = left - length
  end
  return um
end

--- What lies under a base that nobody enters or crosses (R29): its name. `kind`: "area" for areas alone.
local function barred_by(view, base, kind)
  for _, id in ipairs(view:field():near(tabletop.inside(base), 0, { kind = kind or "ground" })) do
    local area, line = view.state.areas[id], view.state.lines[id]
    if area and view:terrain(area).enters == false then return "deep water" end
    if line and not low_enough(view.rules, nil, line) then return line.name or line.kind or "wall" end
  end
end

return { legs = legs_of, walked = walked, barred_by = barred_by }
