-- 10.3, 10.4, R55, R56, R66, R99: what an attack goes in over, and the units of a combat as its procedures want them.
local army <const>, ground <const> = use("game/army/units", "game/movement/ground")
local shelter <const> = use "game/fire/shelter"

local M <const> = {}

--- Attackers that have closed came over the ground before them: they are seen where their move began.
local function began(view, attacker, target)
  local unit, base = view:unit(attacker), view:unit(attacker).base
  local from = unit.came_from
  if not from or not ground.touching(view, attacker, target) then return base end
  return { x = from.x, y = from.y, facing = base.facing, width = base.width, depth = base.depth }
end

local function slope_word(field, from, to)
  local rise = field:ground { x = to.x, y = to.y } - field:ground { x = from.x, y = from.y }
  return rise > 0 and "uphill" or rise < 0 and "downhill" or nil
end

--- The heaviest of what the defender holds: fortifications, buildings, barricades; nil in the open.
local function position_word(view, field, from, unit)
  local base = unit.base
  local held = unit.building ~= nil and "buildings" or nil
  for _, id in ipairs(field:under { x = base.x, y = base.y }) do
    local area = view.state.areas[id]
    if area.fortified then return "fortifications" end
    if area.terrain == "built_up" then held = "buildings" end
  end
  local lined = shelter.lined(view, base, from)
  return lined == "fortification" and "fortifications" or held or lined
end

local function is_broken(view, from, to)
  for _, id in ipairs(view:between(from, to, army.arc(view))) do
    if view.state.areas[id].broken then return true end
  end
  return false
end

fact "assault" {
  ask = "What does {1} attack over against {2}: barricade, buildings, fortifications, uphill, downhill, broken?",
  list "terms" {
    of = enum "term" { "barricade", "buildings", "fortifications", "uphill", "downhill", "broken" }, default = {},
  },
  measured = function(view, field, attacker, target)
    local terms, from, unit = {}, began(view, attacker, target), view:unit(target)
    terms[1] = position_word(view, field, from, unit)
    terms[#terms + 1] = slope_word(field, from, unit.base)
    if is_broken(view, from, unit.base) then terms[#terms + 1] = "broken" end
    return terms
  end,
}

--- The positions that a defender holds, the heaviest first: as the players name one, and as the procedures do.
local POSITIONS <const> = {
  { "fortifications", "fortifications" }, { "buildings", "buildings" }, { "barricade", "barricades" },
}

--- What an attacker attacks over, in the words of the procedures.
---@return { position: string, slope: string, broken_ground: boolean }
function M.terms(view, attacker, target)
  local said, position = {}, nil
  for _, term in ipairs(view:fact("assault", attacker, target)) do said[term] = true end
  for _, one in ipairs(POSITIONS) do position = position or said[one[1]] and one[2] or nil end
  return {
    position = position or "none", broken_ground = said.broken or false,
    slope = said.uphill and "uphill" or said.downhill and "downhill" or "level",
  }
end

--- The one general who counts for a unit: the senior of those with it (R54).
local function commander_of(view, id)
  local with = view:leaders_with(id)
  local senior = lists.find(with, function(general) return view:leader(general).rank ~= "brigade" end)
  return senior and "senior" or with[1] and "brigadier" or "none"
end

--- The front a unit shows: a square counts its frontage in line (R55).
function M.frontage_mm(unit)
  if unit.drill == "square" then return unit.front_mm end
  return (unit.base or unit.footprint).width // mm(1)
end

--- What every unit in combat is asked for, whatever its arm; `record` is what its question calls it.
local function common(view, id, record)
  local unit = view:unit(id)
  return view:described({
    quality = army.quality(view, unit), frontage_mm = M.frontage_mm(unit), commander = commander_of(view, id),
    reforming = unit.status == "reforming", combats_won = unit.combats_won, damage_points = unit.damage_points,
    defeats = unit.defeats, draws = unit.draws, worn = unit.worn,
  }, unit, record)
end

--- Adds what an attacker attacks over, and gives the position it attacks: those of the opponent that it declared, or
--- else of the first it is paired with (R99).
local function add_terms(view, args, id, enemies)
  local target = view:unit(id).target
  local terms = M.terms(view, id, lists.has(enemies, target) and target or enemies[1])
  args.slope, args.broken_ground = terms.slope, terms.broken_ground
  return terms.position
end

--- Does a unit on foot attack? It does once it has declared, until that combat ends, whichever enemy it is paired with
--- (R53, R99); a unit that must stand still never does.
function M.has_declared(unit) return unit.target ~= nil and unit.status == "ready" and not army.mounted(unit) end

--- Infantry against infantry. `attacks`: it is taken to attack, whether it has declared so or not.
function M.infantry(view, id, enemies, attacks)
  local args = common(view, id, "unit_infantry")
  args.attacking = attacks or M.has_declared(view:unit(id))
  if args.attacking then args.position = add_terms(view, args, id, enemies) end
  return args
end

--- A squadron attacks unless it reforms or was ridden through last bound (R53).
function M.squadron(view, id, enemies)
  local unit, args = view:unit(id), common(view, id, "unit_squadron")
  args.weight, args.ridden_through_last_bound = unit.weight, unit.ridden_through or false
  if M.charges(unit) then add_terms(view, args, id, enemies) end
  return args
end

--- Does a squadron attack, as all do but those that must stand still?
function M.charges(unit) return unit.status ~= "reforming" and not unit.ridden_through end

--- Infantry that cavalry fights: it attacks only if it has declared an attack and no squadron attacks.
function M.foot(view, id, squadrons, charged)
  local unit, args = view:unit(id), common(view, id, "unit_foot")
  args.attacking = M.has_declared(unit) and not charged
  if args.attacking then add_terms(view, args, id, squadrons) end
  args.formation = ({ column = "column", square = "square" })[unit.drill] or "line"
  return args
end

--- A battalion of a column of assault: it always attacks, with the front of the whole column.
function M.column(view, id, defender)
  local args = common(view, id, "unit_column")
  args.frontage_mm, args.reforming = nil, nil
  args.position = add_terms(view, args, id, { defender })
  return args
end

--- The face of the infantry that squadrons reach: flank or rear if any that attacks reaches it there, else front (R66).
function M.face(view, squadrons, infantry)
  if view:unit(infantry).drill == "square" then return "front" end
  for _, id in ipairs(squadrons) do
    local unit = view:unit(id)
    local touches = not tabletop.placed(unit) or ground.touching(view, id, infantry)
    if M.charges(unit) and touches then
      local face = view:fact("face_met", id, infantry)
      if face ~= "front" then return face end
    end
  end
  return "front"
end

return M
