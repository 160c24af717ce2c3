-- What a solo commander sees of the two armies: brigades, whom they face, how far everybody goes, and what a charge
-- would be like. Worked out once for a choice, and what follows from the rules alone once for all battles.

local army <const> = use "game/army/units"
local leaders <const> = use "game/command/leaders"

local M <const> = {}

---@class hm.SoloBrigade
---@field id string?
---@field formation table
---@field stance string
---@field units string[] those on the table

--- The brigades of a side that are on the table, in the listed order; by id too. Whoever is in none is one by himself.
function M.brigades(mind, side)
  return mind:once("brigades " .. side, function()
    local list, by_id, view = {}, {}, mind.view
    for id, formation in view:formations(side) do
      by_id[id] = { id = id, formation = formation, stance = formation.stance or "defensive", units = {} }
    end
    for _, id in ipairs(mind:standing(side)) do
      local unit = view:unit(id)
      local key = unit.formation or "of " .. id
      local brigade = by_id[key] or { id = key, formation = {}, stance = "defensive", units = {} }
      by_id[key] = brigade
      if army.present(unit) then
        local units, base = brigade.units, unit.base
        if #units == 0 then
          list[#list + 1] = brigade
          units.side, units.stand = brigade.id, 0
        end
        units[#units + 1], units.stand = id, mind.stand(units.stand, base)
      end
    end
    list.by_id = by_id
    return list
  end)
end

--- The brigade that a unit of its own side belongs to.
---@return hm.SoloBrigade
function M.brigade_of(mind, id)
  local unit = mind.view:unit(id)
  local brigades = M.brigades(mind, unit.side)
  return brigades.by_id[unit.formation or "of " .. id]
end

--- The stance a unit acts by: a brigade that counterattacks does so as an aggressive one would (Solo.D3, Solo.C3).
function M.stance_of(mind, id)
  return M.brigade_of(mind, id).stance
end

--- Enemies on the table, in the listed order.
function M.enemies(mind)
  return mind:standing(mind.view:other(mind.side))
end

--- The enemy nearest to a unit and how far off, in micrometres.
function M.nearest_enemy(mind, id)
  local found = mind:once("enemy of " .. id, function()
    local enemy, um = mind:nearest(id, M.enemies(mind))
    return { enemy = enemy, um = um }
  end)
  return found.enemy, found.um
end

--- How far a unit goes in one move as it is drawn up, over good ground; a fighter's charge likewise.
function M.rate(mind, id)
  local unit = mind.view:unit(id)
  local args = mind.view:flagged({ troop = unit.troop, formation = unit.drill }, unit, "movement")
  return mm(mind:ask("movement.allowance", args).move_mm)
end

--- How far a unit's small arms or guns reach; nil for who does not fire.
function M.range(mind, id)
  local unit = mind.view:unit(id)
  return mind:known(("range %s %s"):format(unit.troop, unit.weapon), function()
    local rules = mind.rules
    if unit.troop == "artillery" then return mm(rules.tables.artillery_stick("long", "to_mm")) end
    if not unit.weapon or not rules.cell("small_arms_to_hit", unit.troop) then return false end
    return mm(rules.tables.weapons(unit.weapon, "long_mm"))
  end) or nil
end

--- The enemy that foot can fire at from where it stands, the nearest; and whether at short range.
function M.shot(mind, id)
  local found = mind:once("shot of " .. id, function()
    local unit, reach = mind.view:unit(id), M.range(mind, id)
    if unit.arm ~= "infantry" or not reach or not unit.base then return nil end
    local arc, best, least = deg(mind.rules.constant.fire_arc), nil, nil
    for _, other in ipairs(M.enemies(mind)) do
      local um = mind:gap(id, other)
      if um <= reach and (not least or um < least)
        and math.abs((mind:toward(unit.base, mind.view:unit(other).base))) <= arc then
        best, least = other, um
      end
    end
    local short = mm(mind.rules.tables.weapons(unit.weapon, "short_mm"))
    return best and { enemy = best, um = least, short = short }
  end)
  if found then return found.enemy, found.um, found.short end
end

--- Is close order foot of its own near a battery (4.1.7)?
local function guarded(mind, id, unit)
  return mind:once("guarded " .. id, function()
    local radius = mm(mind.rules.constant.guard_radius)
    for _, other in ipairs(mind:standing(unit.side)) do
      if army.close_order_foot(mind.view:unit(other)) and mind:gap(id, other) <= radius then return true end
    end
    return false
  end)
end

--- How likely a unit is to charge when it is told to (4.1.1).
function M.test(mind, id)
  local unit = mind.view:unit(id)
  return mind:known(("test %s %s %s"):format(unit.troop, unit.grade, unit.staggered), function()
    local args = { troop = unit.troop, grade = unit.grade, staggered = unit.staggered }
    return mind:chance("charge.test", args, "may_charge", true)
  end)
end

--- What `charge.legality` asks of two units, but for what depends on where they are.
local CONDITION <const> = "charge %s %s %d %s on %s %s %d %s %s %s %s"

--- May a unit of its kind and strength charge that enemy on a face, whatever the way there (4.1.6 to 4.1.8)?
function M.could_charge(mind, id, target, face)
  local unit, enemy = mind.view:unit(id), mind.view:unit(target)
  if not army.fighter(unit) or enemy.troop == "artillery" and guarded(mind, target, enemy) then return false end
  local held = enemy.inside and mind.state.areas[enemy.inside]
  local position, breached = held and held.terrain or "open", held and held.breached or false
  local key = CONDITION:format(unit.troop, unit.grade, unit.hits, unit.staggered, enemy.troop, enemy.grade, enemy.hits,
    enemy.staggered, face, position, breached)
  return mind:known(key, function()
    return M.test(mind, id) > 0 and mind.view:ask("charge.legality", {
      troop = unit.troop, target_troop = enemy.troop, face = face, position = position, breached = breached,
      hits = unit.hits, staggered = unit.staggered, target_hits = enemy.hits, target_staggered = enemy.staggered,
      grade = unit.grade, target_grade = enemy.grade,
    }).legal
  end)
end

--- The middle of a brigade.
function M.middle(mind, brigade)
  return mind:once("middle of " .. brigade.id, function()
    local x, y = 0, 0
    for _, id in ipairs(brigade.units) do
      local base = mind.view:unit(id).base
      x, y = x + base.x, y + base.y
    end
    return { x = x // #brigade.units, y = y // #brigade.units }
  end)
end

--- The gap between two brigades: of the two units nearest to each other.
function M.brigade_gap(mind, one, other)
  local least
  for _, id in ipairs(one.units) do
    local _, um = mind:nearest(id, other.units)
    if um and (not least or um < least) then least = um end
  end
  return least
end

--- The brigade of a list nearest to one, the first of equals; and the gap.
function M.nearest_brigade(mind, brigade, list, fits)
  local best, least
  for _, other in ipairs(list) do
    local um = other.id ~= brigade.id and (not fits or fits(other)) and M.brigade_gap(mind, brigade, other)
    if um and (not least or um < least) then best, least = other, um end
  end
  return best, least
end

--- The enemy's brigades.
function M.enemy_brigades(mind)
  return M.brigades(mind, mind.view:other(mind.side))
end

--- The generals of the side, as proposals name them.
function M.generals(mind)
  local ids = {}
  for id in leaders.each(mind.view, mind.side) do ids[#ids + 1] = id end
  return ids
end

--- A unit's name in a sentence.
function M.name(mind, id)
  local unit = mind.state.units[id]
  return unit and unit.name or tostring(id)
end

return M
