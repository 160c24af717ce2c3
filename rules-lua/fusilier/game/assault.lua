-- 10.3, 10.4, R55, R56, R66: what an attack goes in over, and the units of a combat as its procedures want them.
local army <const> = use "game/army"
local ground <const> = use "game/ground"

local M <const> = {}

-- What shelters those behind it, and how close behind it they stand who defend it (R56).
local SHELTER <const> = { wall = true, fence = true, hedge = true, barricade = true }
local BEHIND <const> = mm(30)

--- The edge that a body turns to another: its front to what it faces, else the nearest (R73).
---@param base table
---@param other table
---@return "front"|"right"|"rear"|"left"
function M.edge(base, other)
  return geometry.arc(base, "front", deg(45), other).yes and "front" or geometry.met(base, other).face
end

local FIRST_CORNER <const> = { front = 1, right = 2, rear = 3, left = 4 }

--- The quadrilateral between the edges that two bodies turn to each other.
local function between(one, other)
  local function edge(base, target)
    local corners, first = geometry.corners(base), FIRST_CORNER[M.edge(base, target)]
    return corners[first], corners[first % 4 + 1]
  end
  local a, b = edge(one, other)
  local c, d = edge(other, one)
  return { a, b, c, d }
end

--- Does any part of a shape lie in the strip between two bodies? A strip that is no more than a line holds nothing.
local function crosses(strip, shape)
  local outline = { area = strip }
  if not geometry.check_area(strip).yes then
    local one, other = strip[1], strip[3]
    outline = (one.x ~= other.x or one.y ~= other.y) and { line = { one, other } } or one
  end
  return geometry.distance(outline, shape).distance == 0
end

--- Attackers that have closed came over the ground before them: they are seen where their move began.
local function began(view, attacker, target)
  local unit, base = view:unit(attacker), view:unit(attacker).base
  local from = unit.came_from
  if not from or geometry.distance(base, view:unit(target).base).distance > mm(1) then return base end
  return { x = from.x, y = from.y, facing = base.facing, width = base.width, depth = base.depth }
end

local function slope_word(view, field, attacker, target)
  local from, to = began(view, attacker, target), view:unit(target).base
  local rise = field:ground { x = to.x, y = to.y } - field:ground { x = from.x, y = from.y }
  return rise > 0 and "uphill" or rise < 0 and "downhill" or nil
end

--- The heaviest of what the defender holds: fortifications, buildings, barricades; nil in the open.
local function position_word(view, field, strip, target)
  local base = view:unit(target).base
  local held = view:unit(target).building ~= nil and "buildings" or nil
  for _, id in ipairs(field:under { x = base.x, y = base.y }) do
    local area = view.state.areas[id]
    if area.fortified then return "fortifications" end
    if area.terrain == "built_up" then held = "buildings" end
  end
  for _, id in ipairs(view.state.order.lines) do
    local line = view.state.lines[id]
    local shape = { line = line.line }
    local cover = line.height_mm >= view.rules.constant.cover_min_height
    if (line.kind == "fortification" or cover and SHELTER[line.kind or "wall"])
      and (geometry.distance(shape, base).distance == 0
        or geometry.distance(shape, base).distance <= BEHIND and crosses(strip, shape)) then
      if line.kind == "fortification" then return "fortifications" end
      held = held or "barricade"
    end
  end
  return held
end

local function is_broken(view, strip)
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    if area.broken and crosses(strip, { area = area.area }) then return true end
  end
  return false
end

fact "assault" {
  ask = "What does {1} attack over against {2}: barricade, buildings, fortifications, uphill, downhill, broken?",
  list "terms" {
    of = enum "term" { "barricade", "buildings", "fortifications", "uphill", "downhill", "broken" }, default = {},
  },
  measured = function(view, field, attacker, target)
    local terms = {}
    local strip = between(began(view, attacker, target), view:unit(target).base)
    terms[1] = position_word(view, field, between(view:unit(attacker).base, view:unit(target).base), target)
    terms[#terms + 1] = slope_word(view, field, attacker, target)
    if is_broken(view, strip) then terms[#terms + 1] = "broken" end
    return terms
  end,
}

local POSITIONS <const> = { "fortifications", "buildings", "barricade" }
local NAMES <const> = { fortifications = "fortifications", buildings = "buildings", barricade = "barricades" }

--- What an attacker attacks over, in the words of the procedures: `position`, `slope`, `broken_ground`.
---@param view table
---@param attacker string
---@param target string
---@return { position: string, slope: string, broken_ground: boolean }
function M.terms(view, attacker, target)
  local said = {}
  for _, term in ipairs(view:fact("assault", attacker, target)) do said[term] = true end
  local terms = {
    position = "none", broken_ground = said.broken or false,
    slope = said.uphill and "uphill" or said.downhill and "downhill" or "level",
  }
  for _, word in ipairs(POSITIONS) do
    if said[word] then
      terms.position = NAMES[word]
      break
    end
  end
  return terms
end

--- The one general who counts for a unit: the senior of those with it (R54).
local function commander_of(view, id)
  local commander = "none"
  for _, general in view:leaders(view:unit(id).side) do
    if general.with == id and not general.disabled then
      if general.rank ~= "brigade" then return "senior" end
      commander = "brigadier"
    end
  end
  return commander
end

--- The front a unit shows: a square counts its frontage in line (R55).
function M.frontage_mm(unit)
  if unit.drill == "square" then return unit.front_mm end
  return (unit.base or unit.footprint).width // mm(1)
end

--- What every unit in combat is asked for, whatever its arm.
local function common(view, id)
  local unit = view:unit(id)
  return {
    quality = army.quality(view, unit), frontage_mm = M.frontage_mm(unit), commander = commander_of(view, id),
    reforming = unit.condition == "reforming", combats_won = unit.combats_won, damage_points = unit.damage_points,
    defeats = unit.defeats, draws = unit.draws,
  }
end

--- The one of its opponents that a unit attacks: the one it declared, or else the first.
local function attacked(unit, enemies)
  for _, enemy in ipairs(enemies) do
    if enemy == unit.target then return enemy end
  end
  return enemies[1]
end

local function add_terms(view, args, id, enemies)
  local terms = M.terms(view, id, attacked(view:unit(id), enemies))
  args.slope, args.broken_ground = terms.slope, terms.broken_ground
  return terms.position
end

--- Infantry against infantry: it attacks if it declared so, until that combat ends; who must stand still never does
--- (R53).
function M.infantry(view, id, enemies)
  local unit, args = view:unit(id), common(view, id)
  args.attacking = unit.target ~= nil and unit.condition == "ready"
  if args.attacking then args.position = add_terms(view, args, id, enemies) end
  return args
end

--- A squadron attacks unless it reforms or was ridden through last bound (R53).
function M.squadron(view, id, enemies)
  local unit, args = view:unit(id), common(view, id)
  args.weight, args.ridden_through_last_bound = unit.weight, unit.ridden_through or false
  if M.charges(unit) then add_terms(view, args, id, enemies) end
  return args
end

--- Does a squadron attack, as all do but those that must stand still?
function M.charges(unit)
  return unit.condition ~= "reforming" and not unit.ridden_through
end

--- Infantry that cavalry fights: it attacks only if it declared so and no squadron attacks.
function M.foot(view, id, squadrons, charged)
  local unit, args = view:unit(id), common(view, id)
  args.attacking = unit.target ~= nil and unit.condition == "ready" and not charged
  if args.attacking then add_terms(view, args, id, squadrons) end
  args.formation = ({ column = "column", square = "square" })[unit.drill] or "line"
  return args
end

--- A battalion of a column of assault: it always attacks, with the front of the whole column.
function M.column(view, id, defender)
  local args = common(view, id)
  args.frontage_mm, args.reforming = nil, nil
  args.position = add_terms(view, args, id, { defender })
  return args
end

--- The face of the infantry that squadrons reach: flank or rear if any that attacks reaches it there, else front (R66).
function M.face(view, squadrons, infantry)
  if view:unit(infantry).drill == "square" then return "front" end
  for _, id in ipairs(squadrons) do
    local unit = view:unit(id)
    local touches = not army.on_map(unit) or ground.touching(view, id, infantry)
    if M.charges(unit) and touches then
      local face = view:fact("face_met", id, infantry)
      if face ~= "front" then return face end
    end
  end
  return "front"
end

return M
