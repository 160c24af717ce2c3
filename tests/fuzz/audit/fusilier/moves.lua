--- Moves: no unit goes farther than the ground it crosses allows in the minutes it has, none moves of its own will
--- before its orders are active, or while it may not.
local places <const> = require "fuzz.audit.fusilier.places"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

-- 6.2, R27: millimetres a minute.
local RATE <const> = {
  infantry_line = 30, infantry_column = 50, infantry_square = 0, skirmishers = 60, cavalry = 80, horse_artillery = 70,
  field_artillery = 30, siege_artillery = 20,
}

-- 6.3, R29: quarters of speed, on foot and for the rest.
local FOOT <const> = { open = 4, stream_knee = 2, stream_waist = 1, stream_deep = 0, open_woods = 2, built_up = 2 }
local REST <const> = { open = 4, stream_knee = 2, stream_waist = 1, stream_deep = 0, open_woods = 1, built_up = 1 }

-- 6.4: minutes of an evolution, either way.
local EVOLUTION <const> = {
  ["column line"] = 10, ["column square"] = 5, ["line square"] = 10, ["line skirmish"] = 10, ["column skirmish"] = 10,
  ["dismounted mounted"] = 3, horse_artillery = 2, field_artillery = 3, siege_artillery = 10, light_artillery = 0,
}

local FULL_BOUND <const> = 10

--- Steps in which units move because they will or must go forward, and those in which they are made to go.
local OWN_WILL <const> = { ["turn.attack"] = true, ["turn.movement"] = true, ["turn.after_movement"] = true }

--- What a unit does whether its orders are active or not: the enemy makes it (5.0, 9.0, 10.4).
local COMPELLED <const> = { fell_back = "back", closes = "closes", answered = true, takes_cover = true, joins_in = true }

local function has(list, value)
  for _, one in ipairs(list or {}) do
    if one == value then return true end
  end
end

--- The rate and the kind of ground factor of a unit; light guns go with infantry, at most in column.
local function rate_of(unit, variants, drill)
  drill = drill or unit.drill
  if unit.troop == "infantry" then
    if drill == "square" and has(variants, "square_moves_as_line") then return 30, FOOT end
    return RATE[drill == "skirmish" and "skirmishers" or "infantry_" .. drill], FOOT
  elseif unit.troop == "light_artillery" then
    return 60, has(variants, "light_guns_as_artillery") and REST or FOOT
  elseif unit.troop == "cavalry" and drill == "dismounted" then
    return 30, FOOT
  end
  return RATE[unit.troop], REST
end

--- Ground that slows somebody or stops him.
local function areas_of(root, factors)
  local list = {}
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    local factor = factors[area.terrain] or 4
    if factor < 4 then list[#list + 1] = { outline = shapes.outline(area.area), factor = factor, id = id } end
  end
  return list
end

--- Obstacles a straight move crosses whose height is known (6.3): how many are to be climbed, and whether one cannot be.
--- What a base stands across already it has begun to cross.
local function obstacles(root, from, to)
  local count, wall = 0, nil
  for _, id in ipairs(root.order.lines) do
    local line = root.lines[id]
    local points = shapes.outline(line.line)
    local crossed, astride = false, false
    local there = shapes.corners(from)
    for i = 1, #points - 1 do
      crossed = crossed or shapes.cross(from, to, points[i], points[i + 1])
      astride = astride or shapes.meet(there, { points[i], points[i + 1], points[i] })
    end
    if crossed and not astride then
      count = count + 1
      if (line.height_mm or 0) > 1500 then wall = id end
    end
  end
  return count, wall
end

--- Minutes that a straight move takes of a base that faces as `to` does.
local function minutes_facing(root, from, to, rate, factors)
  local dx, dy = to.x - from.x, to.y - from.y
  local long = math.sqrt(dx * dx + dy * dy)
  if long < 0.5 then return 0, long end
  if rate == 0 then return math.huge, long end
  local areas, steps = areas_of(root, factors), math.max(1, math.ceil(long / 2))
  local minutes, each = 0, long / steps
  for i = 1, steps do
    local t, worst = (i - 0.5) / steps, 4
    local here = {
      x = from.x + dx * t, y = from.y + dy * t, w = math.max(0, from.w - 1), d = math.max(0, from.d - 1),
      fx = to.fx, fy = to.fy, rx = to.rx, ry = to.ry,
    }
    local outline
    for _, area in ipairs(areas) do
      if area.factor < worst then
        outline = outline or shapes.corners(here)
        if shapes.meet(outline, area.outline) then worst = area.factor end
      end
    end
    if worst == 0 then return math.huge, long end
    minutes = minutes + each * 4 / (rate * worst)
  end
  local climbed, wall = obstacles(root, from, to)
  return wall and math.huge or minutes + 2 * climbed, long
end

--- Minutes that a straight move takes by the ground the base is on at each millimetre (R28): it turns before it goes, or
--- after.
local function minutes_for(root, from, to, rate, factors)
  local minutes, long = minutes_facing(root, from, to, rate, factors)
  if from.fx == to.fx and from.fy == to.fy then return minutes, long end
  local turned = { x = to.x, y = to.y, w = to.w, d = to.d, fx = from.fx, fy = from.fy, rx = from.rx, ry = from.ry }
  return math.min(minutes, (minutes_facing(root, from, turned, rate, factors))), long
end

--- The minutes of this bound in which some order of a unit's formation, or of one above it, is in force; nil when none
--- is. One that takes over from another leaves it the minutes before (R19).
local function minutes_ordered(root, unit)
  local begins = (root.battle.start_min or 0) + FULL_BOUND * (root.turn - 1)
  local id, first = unit.formation, nil
  local function heed(order)
    local from = math.max(0, (order.activates_min or begins) - begins)
    first = math.min(first or FULL_BOUND, from)
  end
  while id and root.formations[id] do
    local formation = root.formations[id]
    if formation.order then heed(formation.order) end
    for _, order in ipairs(formation.earlier or {}) do heed(order) end
    id = formation.formation
  end
  return first and FULL_BOUND - first
end

--- The story line that tells of a unit's move: of its first move in a line the first that tells one, and so on.
local function reason_for(line, nth, id, count)
  for _, event in ipairs(line.events) do
    local with = event.with
    if event.say and with and with.unit == id and with.distance then
      count = count - 1
      if count == 0 then return event end
    end
  end
  for i = math.max(1, nth), #line.events do
    local event = line.events[i]
    local with = event.with
    if event.say and event.say ~= "hemmed" and with and with.unit == id then return event end
  end
end

--- The drills a unit leaves or takes in a line: it may have gone a part of its way in each.
local function drills_in(line, id)
  local drills = {}
  for _, change in ipairs(line.changes) do
    local path = change.path
    if path[1] == "units" and path[2] == id and path[3] == "drill" then
      drills[#drills + 1], drills[#drills + 2] = change.old, change.new
    end
  end
  return drills
end

--- Skirmishers that cavalry comes among go back, a full bound's move (9.0, R51).
local function driven(line, id, nth)
  for i = 1, math.min(nth, #line.events) do
    local event = line.events[i]
    if event.say == "driven_back" and event.with and event.with.target == id then return true end
  end
end

local function evolution_minutes(unit, from, to)
  if unit.arm == "artillery" then return EVOLUTION[unit.troop] or 0 end
  local first, second = from, to
  if first > second then first, second = second, first end
  return EVOLUTION[first .. " " .. second] or 0
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local variants = trace[1].variants
  local self = { memory = { spent = {}, back = {} } }

  local function spend(line, root, id, minutes, text, compelled)
    if compelled == "back" then -- before the enemy, up to a full bound's move beside one's own (R49)
      local back = self.memory.back
      back[id] = (back[id] or 0) + minutes
      if back[id] > FULL_BOUND + 0.25 then
        fault(line, ("%s goes back for %.2f min in one bound: %s"):format(id, back[id], text))
      end
      return
    end
    local unit, spent = root.units[id], self.memory.spent
    spent[id] = (spent[id] or 0) + minutes
    -- R18: what is left since the order took effect; who closes without orders has the bound
    local has_minutes = (not compelled or compelled == "closes") and minutes_ordered(root, unit) or FULL_BOUND
    if spent[id] > has_minutes + 0.25 then
      fault(line, ("%s needs %.2f min this bound and has %d: %s"):format(id, spent[id], has_minutes, text))
    end
  end

  --- Moves of one's own will: attack, movement, closing.
  local function own_will(line, root, id, change, reason)
    local unit = root.units[id]
    if unit.attached_to then return end -- the guns of a battalion go where it goes (R30)
    local from, to = shapes.base(change.old), shapes.base(change.new)
    local rate, factors = rate_of(unit, variants)
    for _, drill in ipairs(drills_in(line, id)) do
      local other, theirs = rate_of(unit, variants, drill)
      if other > rate then rate, factors = other, theirs end
    end
    local minutes, long = minutes_for(root, from, to, rate, factors)
    if long < 1.5 then return end
    if has(variants, "terrain_whole_bound") then
      minutes = long / math.max(rate, 1)
    end
    local compelled = reason and COMPELLED[reason.say]
    spend(line, root, id, minutes, ("%.0f mm as %s"):format(long, unit.drill or "?"), compelled)
    if compelled then return end
    if unit.abandoned or unit.response then return end
    if not minutes_ordered(root, unit) then fault(line, ("%s moves with no active order"):format(id)) end
    if self.began[id] ~= "ready" then fault(line, ("%s moves and is %s"):format(id, tostring(unit.status))) end
  end

  --- Moves that combat makes: a full bound's move at most, each.
  local function made_to(line, root, id, change, reason, at)
    local unit = root.units[id]
    local from, to = shapes.base(change.old), shapes.base(change.new)
    local rate, factors = rate_of(unit, variants)
    local minutes, long = minutes_for(root, from, to, rate, factors)
    local say = reason and reason.say
    if long < 1.5 or say == "changed" or say and say:find "^carried" or unit.abandoned then return end
    if has(variants, "terrain_whole_bound") then minutes = long / math.max(rate, 1) end
    if rate == 0 or unit.arm == "artillery" then return end -- limbered or not, guns and squares go back as they can
    if minutes > FULL_BOUND + 0.25 then
      fault(line, ("%s goes %.0f mm in %s, which takes %.2f min"):format(id, long, at, minutes))
    end
  end

  function self.line(_, _, root)
    self.nth = {}
    self.began = {} -- who loses its way in a wood goes as far as its edge first (R33)
    for _, id in ipairs(root.order.units) do self.began[id] = root.units[id].status end
    if self.memory.turn ~= root.turn then self.memory = { turn = root.turn, spent = {}, back = {} } end
  end

  function self.change(_, line, change, root)
    local path = change.path
    if path[1] == "turn" then
      self.memory = { turn = change.new, spent = {}, back = {} }
    elseif path[1] == "formations" and path[3] == "order" and change.new then
      local begins = (root.battle.start_min or 0) + FULL_BOUND * (root.turn - 1)
      local active = change.new.activates_min
      if active and active >= begins + 10 then
        fault(line, ("the order of %s is active at minute %d, which is not yet"):format(path[2], active))
      end
    elseif path[1] == "units" and path[3] == "drill" and change.old and change.new then
      local event = line.events[math.max(1, change.event or 0)]
      local at = event and event.at or line.step
      local minutes = evolution_minutes(root.units[path[2]], change.old, change.new)
      local answer = at == "turn.attack" and "answer" -- what is done about an attack needs no orders (R96)
      if minutes > 0 and OWN_WILL[at] then spend(line, root, path[2], minutes, "evolutions with it", answer) end
    elseif path[1] == "units" and path[3] == "base" and change.old and change.new then
      local unit = root.units[path[2]]
      if not places.present(unit) then return end
      local event = line.events[math.max(1, change.event or 0)]
      local at = event and event.at or line.step
      self.nth[path[2]] = (self.nth[path[2]] or 0) + (shapes.same_place(change.old, change.new) and 0 or 1)
      local reason = reason_for(line, change.event or 0, path[2], self.nth[path[2]])
      if reason and reason.at ~= at and OWN_WILL[reason.at] ~= OWN_WILL[at] then at = reason.at end
      if at and at:find "^turn%." and not OWN_WILL[at] or driven(line, path[2], change.event or 0) then
        local call = event and event.call and line.calls[event.call]
        local goes_back = event and event.say == "goes_back" and event.with.unit
        local carried = call and call.procedure == "move.path" and call.throwers[""] ~= path[2] -- 7.0: as far as they
          or goes_back and goes_back ~= path[2]
        made_to(line, root, path[2], change, carried and { say = "carried" } or reason, at)
      elseif OWN_WILL[at] then
        own_will(line, root, path[2], change, reason)
      end
    end
  end
  return self
end

return M
