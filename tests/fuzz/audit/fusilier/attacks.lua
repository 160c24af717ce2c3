--- Attacks: who has declared attacks whoever it is paired with; combats that held go on; foot and cavalry that stand
--- before one another fight; cavalry attacks no foot over cover; no unit waits for ever before an enemy it is ordered to
--- attack; the order issued last is obeyed (R67, R97 to R99, R104, R105). What is declared is known from the story
--- alone.
local places <const> = require "fuzz.audit.fusilier.places"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local DECLARES <const> = { declared = true, declared_column = true, comes_upon = true }
local ATTACKS <const> = { attack = true, seize = true, move = true }
local HOLDS <const> = { hold = true, draw = true, unbeaten = true }
local SHELTERS <const> = { open_woods = true, built_up = true }
local COVER <const> = { wall = true, fence = true, hedge = true, barricade = true, fortification = true }
local ZONE <const>, SIGHT_EDGE <const>, BEHIND <const> = 200, 202, 30

local function mounted(unit) return unit.arm == "cavalry" and unit.drill ~= "dismounted" end

local function formed_foot(unit)
  return unit.arm == "infantry" and unit.drill ~= "skirmish" or unit.drill == "dismounted"
end

--- The order that a unit obeys: of those in effect, its formation's and those above, the one issued last; and whether
--- it was in effect when the bound began.
local function obeys(root, unit)
  local begins = (root.battle.start_min or 0) + 10 * (root.turn - 1)
  local id, best = unit.formation, nil
  while id and root.formations[id] do
    local formation = root.formations[id]
    for _, order in ipairs { formation.order, table.unpack(formation.earlier or {}) } do
      if not best or (order.number or 0) > (best.number or 0) then best = order end
    end
    id = formation.formation
  end
  return best, best and (best.activates_min or 0) <= begins
end

local function outline_of(unit) return shapes.corners(shapes.base(unit.base)) end

local function away(one, other) return shapes.distance(outline_of(one), outline_of(other)) end

local function same_base(one, other)
  return one and other and one.x == other.x and one.y == other.y and one.facing == other.facing
end

--- The units of a combat's two sides: { id, attacking, result } each.
local function sides_of(call)
  local ours, theirs = {}, {}
  local function add(list, key, place, i)
    local args, result = call.args[key], call.result[key]
    if i then args, result = args[i], (result or {})[i] end
    list[#list + 1] = { id = call.throwers[place], args = args, result = result or {} }
  end
  for _, key in ipairs { "a", "squadrons", "columns" } do
    for i in ipairs(call.args[key] or {}) do add(ours, key, key .. "." .. i, i) end
  end
  for i in ipairs(call.args.b or {}) do add(theirs, "b", "b." .. i, i) end
  for _, key in ipairs { "infantry", "defender" } do
    if call.args[key] then add(theirs, key, key) end
  end
  return ours, theirs
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { declared = {}, fought = {}, held = {}, waits = {} } }

  --- Who attacks, by what was declared (R53, R99): cavalry always does, but in a combat of foot.
  local function attackers(line, root, call, sides)
    local charged = false
    for _, one in ipairs(call.args.squadrons and sides[1] or {}) do
      charged = charged or not (one.args.reforming or one.args.ridden_through_last_bound)
    end
    for _, list in ipairs(sides) do
      for _, one in ipairs(list) do
        local unit = root.units[one.id or ""]
        if unit and one.args.attacking ~= nil and root.facts ~= "told" then
          local should = self.memory.declared[one.id] ~= nil and unit.status == "ready" and not mounted(unit)
            and not (call.args.infantry and charged)
          if should ~= one.args.attacking then
            fault(line, ("%s %s an attack and %s"):format(one.id, should and "has declared" or "has not declared",
              one.args.attacking and "attacks" or "does not attack"))
          end
        end
      end
    end
  end

  --- Cavalry attacks no foot close behind cover that it came straight over (R67); who reaches a flank came round it.
  local function over_cover(line, root, call, squadrons, foot)
    local held = foot and root.units[foot.id or ""]
    for _, one in ipairs(held and held.base and squadrons or {}) do
      local from = (root.units[one.id or ""] or {}).came_from
      local charges = from and not (one.args.reforming or one.args.ridden_through_last_bound)
      for _, id in ipairs(charges and root.order.lines or {}) do
        local cover = root.lines[id]
        local points, a = shapes.outline(cover.line), { x = from.x / 1000, y = from.y / 1000 }
        for i = 1, COVER[cover.kind or "wall"] and cover.height_mm >= 1000 and #points - 1 or 0 do
          local wall = { points[i], points[i + 1] }
          if call.args.contact ~= "flank" and shapes.cross(a, shapes.base(held.base), wall[1], wall[2])
            and shapes.distance(outline_of(held), wall) <= BEHIND then
            fault(line, ("%s attacks %s over %s"):format(one.id, foot.id, id))
          end
        end
      end
    end
  end

  --- Pairs of units, one of them foot at least, that held in a combat and are there still.
  local function held(root, sides)
    for _, one in ipairs(sides[1]) do
      for _, other in ipairs(sides[2]) do
        local mine, theirs = root.units[one.id or ""], root.units[other.id or ""]
        if mine and theirs and mine.base and theirs.base and HOLDS[one.result.response or ""]
          and HOLDS[other.result.response or ""] then
          table.insert(self.memory.held, { one = one.id, other = other.id, bases = { mine.base, theirs.base } })
        end
      end
    end
  end

  --- Is somebody between two units, who may keep them apart?
  local function between(standing, one, other)
    local gap = away(one, other) + 1
    for _, third in ipairs(standing) do
      local unit = third.unit
      if unit ~= one and unit ~= other and away(unit, one) <= gap and away(unit, other) <= gap then return true end
    end
    return false
  end

  --- Those that held a bound ago, stand where they stood and have not fought (10.5, R105).
  local function fight_on(line, root, standing)
    local fought = self.memory.fought
    for _, pair in ipairs(self.memory.held_before or {}) do
      local one, other = root.units[pair.one], root.units[pair.other]
      if one.status == "ready" and other.status == "ready" and same_base(one.base, pair.bases[1])
        and same_base(other.base, pair.bases[2]) and not fought[pair.one] and not fought[pair.other]
        and away(one, other) <= ZONE and not between(standing, one, other) then
        fault(line, ("%s and %s held, and do not fight on"):format(pair.one, pair.other))
      end
    end
  end

  --- Is nobody else near either of two units?
  local function alone(standing, one, other)
    for _, third in ipairs(standing) do
      local unit = third.unit
      if unit ~= one and unit ~= other and (away(unit, one) < 300 or away(unit, other) < 300) then return false end
    end
    return true
  end

  --- Foot before cavalry that may not attack, squarely, and nobody else about: they fight (R104).
  local function stand_off(line, standing)
    local fought = self.memory.fought
    local function idle(one, condition)
      return one.unit.status == condition and not fought[one.id] and not one.unit.moved and not one.unit.concealed
    end
    for _, foot in ipairs(standing) do
      for _, horse in ipairs(formed_foot(foot.unit) and idle(foot, "ready") and standing or {}) do
        if mounted(horse.unit) and horse.unit.side ~= foot.unit.side and idle(horse, "reforming")
          and away(foot.unit, horse.unit) <= ZONE - 1
          and shapes.in_front(foot.base, outline_of(horse.unit), -2) and alone(standing, foot.unit, horse.unit) then
          fault(line, ("%s and %s stand before one another and do not fight"):format(foot.id, horse.id))
        end
      end
    end
  end

  --- Does foot under orders to attack wait just out of reach of an enemy in woods or buildings?
  local function waits_for(root, standing, unit)
    local order = obeys(root, unit)
    if not (order and ATTACKS[order.verb] and formed_foot(unit) and unit.status == "ready") or unit.moved
      or unit.fighting or unit.concealed then
      return nil
    end
    for _, one in ipairs(standing) do
      local id, enemy = one.id, one.unit
      if enemy.side ~= unit.side and enemy.arm ~= "artillery" and not enemy.concealed then
        local gap = away(unit, enemy)
        if gap > ZONE and gap <= SIGHT_EDGE and shapes.in_front(shapes.base(unit.base), outline_of(enemy), -2) then
          for _, area_id in ipairs(root.order.areas) do
            local area = root.areas[area_id]
            if SHELTERS[area.terrain] and shapes.meet(shapes.outline(area.area), outline_of(enemy)) then return id end
          end
        end
      end
    end
  end

  local function dead_ends(line, root, standing)
    local waits = {}
    for _, one in ipairs(standing) do
      local id, enemy = one.id, waits_for(root, standing, one.unit)
      if enemy then
        waits[id] = (self.memory.waits[id] or 0) + 1
        if waits[id] == 3 then
          fault(line, ("%s is to attack, and stands %d bounds before %s without doing so"):format(id, 3, enemy))
        end
      end
    end
    self.memory.waits = waits
  end

  local function ended(line, root)
    if root.turn > 0 and root.facts ~= "told" then
      local standing = places.standing(root)
      fight_on(line, root, standing)
      stand_off(line, standing)
      dead_ends(line, root, standing)
    end
    local memory = self.memory
    memory.held_before, memory.held, memory.fought = memory.held, {}, {}
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if DECLARES[event.say or ""] then
      self.memory.declared[event.with.unit] = event.with.target or event.with.enemy
    elseif event.say == "moved" and event.at == "turn.movement" then
      local unit = root.units[event.with.unit]
      local order, whole
      if unit then order, whole = obeys(root, unit) end
      if order and whole and order.verb == "hold" and not order.target then
        fault(line, ("%s moves, and the order issued last is to hold"):format(event.with.unit))
      end
    end
    local call = event.call and line.calls[event.call]
    if not call or not call.procedure:find "^combat%." or not call.result then return end
    local ours, theirs = sides_of(call)
    if #ours == 0 then return end
    attackers(line, root, call, { ours, theirs })
    if call.procedure == "combat.cavalry_infantry" then over_cover(line, root, call, ours, theirs[1]) end
    held(root, { ours, theirs })
    for _, list in ipairs { ours, theirs } do
      for _, one in ipairs(list) do self.memory.fought[one.id or ""] = true end
    end
  end

  function self.change(_, line, change, root)
    local path = change.path
    if path[1] == "turn" then return ended(line, root) end
    if path[1] == "units" and path[3] == "column" and change.new then
      self.memory.declared[path[2]] = self.memory.declared[path[2]] or "with its column" -- all of it have declared (10.2)
    elseif path[1] == "units" and path[3] == "target" and change.new == nil then
      self.memory.declared[path[2]] = nil -- its combat is over, or it had none (R53)
    end
  end
  return self
end

return M
