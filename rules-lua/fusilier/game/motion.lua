-- 1.1, 4.6, 6.0, 7.0: bodies on the move side by side, minute by minute (R5).
--
-- A mover is a unit with stages to go through, in order:
--   { kind = "go", aim = function(base, where) → bearing, um }    the way to go, asked again while `chases`
--   { kind = "evolve", to = "line" }     { kind = "face", bearing = function(base, where) → bearing }
-- and `halts`, how near it may come to an enemy, by id in micrometres. Each minute of the bound every mover comes on by
-- what the ground lets it in that minute; where two compete, side A's goes first in odd bounds, B's in even ones.
-- Where bodies are meanwhile is held in a field of the march's own; the state changes when the last minute is over.
-- Measured games only: in told ones the players move.

local army <const> = use "game/army"
local buildings <const> = use "game/buildings"
local ground <const> = use "game/ground"

story {
  moved = "{unit} moves {distance} mm{by}.",
  evolved = "{unit} goes from {from} to {to}.",
  no_room = "{unit} has no room for {to}: {by} is in the way.",
  no_time = "{unit} has {left} min left, and {to} takes {needs}.",
  lost = "{unit} loses its way in the woods: D6 {roll}.",
  keeps_way = "{unit} keeps its way in the woods: D6 {roll}.",
  fell_back = "{unit} falls back {distance} mm before formed troops.",
  stands_and_fights = "{unit} cannot fall back, and stands.",
}

--- Off its front by more than this, a body turns before it goes; else it inclines (facing and wheeling are free, R31).
local INCLINE <const> = deg(45)

--- The step in which a body that must halt near an enemy feels its way.
local STEP <const> = mm(10)

---@class fusilier.Mover
---@field id string
---@field stages table[]
---@field halts table<string, integer>? how near, in micrometres, it may come to an enemy
---@field from integer the first minute of the bound it may use
---@field base table where it is
---@field drill string
---@field used integer minutes
---@field trail table[] where it was at the end of each minute
---@field by string? the body that stopped it

record "built_up_span" { text "id" {}, int "from" {} }

fact "built_up" {
  ask = "Which buildings does {1} come to?",
  list "built_up" { "built_up_span", default = {} },
  measured = function(view, field, _, base, um, angle)
    local spans = {}
    for _, span in ipairs(field:met(base, { slide = um, angle = angle }, { kind = "area" })) do
      if view.state.areas[span.id].terrain == "built_up" then spans[#spans + 1] = { id = span.id, from = span.from } end
    end
    return spans
  end,
}

local March <const> = {}

local function others(self, m)
  local except = { m.id }
  for id in next, m.through do except[#except + 1] = id end
  table.sort(except)
  return { kind = "base", except = except }
end

--- The first body that a base would stand in; nil when there is room for it.
local function in_the_way(self, base, filter)
  for _, near in ipairs(self.field:within(base, 0, filter)) do
    if geometry.contact(base, self.where[near.id]).state == "overlapping" then return near.id end
  end
end

local function clear(self, base, filter) return in_the_way(self, base, filter) == nil end

local function active(unit)
  return unit.condition ~= "routing" and unit.condition ~= "retreating" and unit.condition ~= "reforming"
end

--- The nearest active enemy to either of two bodies, in mm.
local function active_enemy(self, one, other)
  local least
  for id, unit in self.play:units(self.play:other(one.side)) do
    if self.where[id] and active(unit) then
      for _, base in ipairs { self.where[one.id], self.where[other.id] } do
        local um = geometry.distance(base, self.where[id]).distance
        if not least or um < least then least = um end
      end
    end
  end
  return least and geometry.round_mm(least, "up")
end

local DISRUPTED <const> = { routing = true, retreating = true, reforming = true }

--- 7.0: may it go through that friend? Asked when it comes upon him.
local function may_pass(self, m, id)
  local unit, friend = self.play:unit(m.id), self.play:unit(id)
  if unit.side ~= friend.side then return false end
  return self.play:ask("move.interpenetrate", {
    active_enemy_distance_mm = active_enemy(self, unit, friend),
    formed_cavalry = army.mounted(unit) or army.mounted(friend),
    disrupted = DISRUPTED[unit.condition] or DISRUPTED[friend.condition] or false,
  }).allowed
end

--- How far a slide goes before something is in the way that it may not pass; and what.
local function clear_way(self, m, um, angle)
  while true do
    local first = self.field:first(m.base, { slide = um, angle = angle }, others(self, m))
    if first.yes then return um end
    if not may_pass(self, m, first.id) then return first.free, first.id end
    m.through[first.id] = true
  end
end

--- The longest slide up to `um` at whose end, and on whose way, `stops(base)` is false.
local function until_stopped(base, um, angle, stops)
  if stops(base) then return 0 end
  local clear = 0
  while clear < um do
    local try = math.min(um, clear + STEP)
    if stops(ground.slid(base, try, angle)) then
      while try - clear > 1 do
        local half = (clear + try) // 2
        if stops(ground.slid(base, half, angle)) then try = half else clear = half end
      end
      return clear
    end
    clear = try
  end
  return um
end

--- Halts where it has come as near to an enemy as it may.
local function before_enemies(self, m, um, angle)
  local by
  for id, reach in pairs(m.halts or {}) do
    local enemy = self.where[id]
    if enemy and geometry.distance(m.base, enemy).distance <= um + reach then
      local free = until_stopped(m.base, um, angle, function(base)
        return geometry.distance(base, enemy).distance <= reach
      end)
      if free < um then um, by = free, id end
    end
  end
  return um, by
end

local function put(self, m, base)
  m.base = base
  self.where[m.id] = base
  self.field:move(m.id, base)
end

--- Turns a body where it stands, if there is room.
local function turn(self, m, bearing)
  local by = geometry.turn(m.base.facing, bearing)
  local faced = geometry.move(m.base, { pivot = by })
  if by ~= 0 and clear(self, faced, others(self, m)) then put(self, m, faced) end
end

--- Where woods begin on its way, in micrometres; nil when there are none.
local function woods_at(legs)
  local at = 0
  for _, leg in ipairs(legs) do
    if leg.terrain == "open_woods" then return at end
    at = at + math.max(0, mm((leg.length_mm or 0) - 1)) -- legs are rounded up
  end
end

--- 6.4: does it lose its way? Thrown once a bound.
local function loses_way(play, id)
  local unit = play:unit(id)
  if unit.woods_thrown == play.state.turn then return unit.condition == "lost_in_woods" end
  play:set(unit, "woods_thrown", play.state.turn)
  local check = play:resolve("move.woods_check", {}, id)
  play:tell(check.lost and "lost" or "keeps_way", { unit = id, roll = check.roll, cite = "6.4" })
  play:set(unit, "condition", check.lost and "lost_in_woods" or "ready")
  return check.lost
end

--- R33: before a move that starts in woods or would enter them; who is lost goes no further than their edge.
local function through_woods(self, m, stage)
  local at = woods_at(stage.legs)
  if at and loses_way(self.play, m.id) then stage.um, m.lost = math.min(stage.um, at), true end
end

local function on_table(self, base)
  return ground.on_table(self.play, base)
end

--- How far it may go before buildings that it may not enter (8.5, R45).
local function before_buildings(self, m, um, angle)
  for _, span in ipairs(self.play:fact("built_up", m.id, m.base, um, angle)) do
    if span.from > 0 and not buildings.may_enter(self.play, m.id, span.id) then return math.min(um, span.from) end
  end
  return um
end

--- Sets out on a stage: which way, how far at most, over what ground. False when there is nowhere to go.
local function set_out(self, m, stage)
  local bearing, um = stage.aim(m.base, self.where)
  if not bearing or um < mm(1) then return false end
  if math.abs(geometry.turn(m.base.facing, bearing)) > INCLINE then turn(self, m, bearing) end
  stage.angle = geometry.turn(m.base.facing, bearing)
  if not on_table(self, ground.slid(m.base, um, stage.angle)) then
    um = until_stopped(m.base, um, stage.angle, function(base) return not on_table(self, base) end)
  end
  stage.um = before_buildings(self, m, um, stage.angle)
  if stage.um < mm(1) then return false end
  stage.start, stage.walked, stage.minutes = m.base, 0, 0
  stage.legs = ground.legs(self.play, m.id, m.base, stage.um, stage.angle)
  if #stage.legs == 0 then return false end
  through_woods(self, m, stage)
  return true
end

local function path_of(self, m, legs, minutes)
  return {
    troop = army.troop(self.play:unit(m.id), m.drill), legs = legs, minutes = minutes,
    unlimbered = m.drill == "unlimbered",
  }
end

--- What it has walked of a stage goes into the record: the ground it crossed, and the minutes it took.
local function note_walk(m, stage)
  if stage.start and stage.walked > 0 then
    m.walks[#m.walks + 1] = {
      start = stage.start, um = stage.walked, angle = stage.angle, minutes = stage.minutes, drill = m.drill,
    }
    m.gone = m.gone + stage.walked
  end
  stage.start = nil
end

local function next_stage(m, stage)
  note_walk(m, stage)
  m.at = m.at + 1
end

local STAGE <const> = {}

--- One minute of going. A stage that chases looks where its mark is now.
function STAGE.go(self, m, stage)
  if stage.start and stage.chases then note_walk(m, stage) end
  if not stage.start and not set_out(self, m, stage) then return next_stage(m, stage) end
  stage.minutes = stage.minutes + 1
  m.used, m.busy = m.used + 1, true
  local path = self.play:ask("move.path", path_of(self, m, stage.legs, stage.minutes))
  local most = math.min(stage.um, mm(path.moved_mm)) - stage.walked
  local um, by = clear_way(self, m, most, stage.angle)
  local halted
  um, halted = before_enemies(self, m, um, stage.angle)
  if um > 0 then put(self, m, ground.slid(m.base, um, stage.angle)) end
  stage.walked = stage.walked + um
  m.by = halted or by
  if um < most and not stage.chases or stage.walked >= stage.um or path.stopped_by == "impassable"
    or path.stopped_by == "immobile" then
    return next_stage(m, stage)
  end
end

--- Minutes an evolution takes from where it is now.
local function evolution_min(self, m, stage)
  return self.play:ask("move.evolution", {
    arm = self.play:unit(m.id).troop, from = m.drill, to = stage.to,
  }).time_min
end

local function reshape(self, m, stage)
  local unit = self.play:unit(m.id)
  local base = army.reshaped(self.play.rules, unit, stage.to, m.base)
  local by = in_the_way(self, base, others(self, m))
  if by then
    m.tales[#m.tales + 1] = { "no_room", { unit = m.id, to = stage.to, by = by, cite = "6.4" } }
  else
    m.tales[#m.tales + 1] = { "evolved", { unit = m.id, from = m.drill, to = stage.to, cite = "6.4" } }
    put(self, m, base)
    m.drill = stage.to
  end
  m.at = m.at + 1
end

--- One minute of an evolution; it is begun only if it can end in this bound (R32).
function STAGE.evolve(self, m, stage)
  if not stage.needs then
    stage.needs, stage.minutes = evolution_min(self, m, stage), 0
    local left = self.play.rules.constant.bound - self.minute
    if stage.needs > left then
      m.tales[#m.tales + 1] = { "no_time", { unit = m.id, to = stage.to, left = left, needs = stage.needs, cite = "R32" } }
      m.at = #m.stages + 1
      return
    end
  end
  if stage.needs == 0 then return reshape(self, m, stage) end
  stage.minutes, m.used, m.busy = stage.minutes + 1, m.used + 1, true
  if stage.minutes == stage.needs then reshape(self, m, stage) end
end

function STAGE.face(self, m, stage)
  turn(self, m, stage.bearing(m.base, self.where))
  m.at = m.at + 1
end

--- One minute of one mover: stages that take no time are gone through on the way.
local function advance(self, m)
  m.busy = false
  while not m.busy and not (m.lost and m.stages[m.at] and not m.stages[m.at].start) do
    local stage = m.stages[m.at]
    if not stage then break end
    STAGE[stage.kind](self, m, stage)
  end
  m.trail[#m.trail + 1] = m.base
end

--- Skirmishers go back at once before formed troops that come on inside their zone, by up to a full bound's move, so
--- far that they are outside it; blocked, they stand and fight (9.0, R49).
local function fall_back(self, id, threat)
  local unit, zone = self.play:unit(id), mm(self.play.rules.constant.combat_zone)
  local m = self.fallen[id]
  if not m then
    m = March.mover(self.play, id, {})
    m.base = self.where[id]
    turn(self, m, geometry.bearing(m.base, threat))
    m.angle = geometry.turn(m.base.facing, geometry.bearing(threat, m.base))
    local most = mm(self.play.rules.tables.movement_rates(army.troop(unit)) * self.play.rules.constant.bound)
    m.start, m.walked = m.base, 0
    local legs = ground.legs(self.play, id, m.base, most, m.angle)
    m.most = math.min(most, mm(self.play:ask("move.path", path_of(self, m, legs)).moved_mm))
    self.fallen[id], self.order[#self.order + 1] = m, m
  end
  if m.stands then return end
  local enemies = { kind = "base", side = self.play:other(unit.side) }
  local first = self.field:first(m.base, { slide = m.most - m.walked, angle = m.angle }, enemies)
  local free = until_stopped(m.base, first.yes and m.most - m.walked or first.free, m.angle, function(base)
    return not on_table(self, base) or geometry.distance(base, threat).distance > zone
      and clear(self, base, others(self, m))
  end)
  local base = ground.slid(m.base, math.min(free + 1, m.most - m.walked), m.angle)
  if on_table(self, base) and clear(self, base, others(self, m)) then
    m.walked = m.walked + math.min(free + 1, m.most - m.walked)
    put(self, m, base)
  end
  m.stands = geometry.distance(m.base, threat).distance <= zone
end

local function presses(self, m, before)
  local unit, zone = self.play:unit(m.id), mm(self.play.rules.constant.combat_zone)
  if unit.arm ~= "infantry" or m.drill == "skirmish" then return end
  for _, near in ipairs(self.field:within(m.base, zone, { kind = "base", side = self.play:other(unit.side) })) do
    local enemy = self.play:unit(near.id)
    if enemy.drill == "skirmish" and army.free(enemy)
      and geometry.distance(before, self.where[near.id]).distance > near.distance then
      fall_back(self, near.id, m.base)
    end
  end
end

--- Nobody ends in anybody else: whoever went through friends and is still among them goes back to where he was clear.
local function settle(self)
  local again = true
  while again do
    again = false
    for _, m in ipairs(self.order) do
      local filter = { kind = "base", except = { m.id } }
      while #m.trail > 0 and not clear(self, m.base, filter) do
        local base = table.remove(m.trail)
        if base ~= m.base then
          again = true
          m.backed = true
          put(self, m, base)
        end
      end
    end
  end
end

local function name_of(play, id)
  local unit = id and play:unit(id)
  return unit and (unit.name or id)
end

--- The state after the last minute.
local function commit(self, m)
  local play, unit = self.play, self.play:unit(m.id)
  for _, walk in ipairs(m.walks) do
    local legs = ground.legs(play, m.id, walk.start, walk.um, walk.angle)
    if #legs > 0 and not m.backed then
      play:resolve("move.path", {
        troop = army.troop(unit, walk.drill), legs = legs, minutes = walk.minutes,
        unlimbered = walk.drill == "unlimbered",
      }, m.id)
    end
  end
  local gone = geometry.distance({ x = unit.base.x, y = unit.base.y }, { x = m.base.x, y = m.base.y }).distance // mm(1)
  if m.drill ~= unit.drill then play:set(unit, "drill", m.drill) end
  if m.base ~= unit.base then
    play:set(unit, "base", {
      x = m.base.x, y = m.base.y, facing = m.base.facing, width = m.base.width, depth = m.base.depth,
    })
  end
  if m.used > 0 then play:set(unit, "minutes_used", (unit.minutes_used or 0) + m.used) end
  if gone > 0 then play:set(unit, "moved", true) end
  if m.stands then play:set(unit, "stands_and_fights", true) end
  for _, tale in ipairs(m.tales) do play:tell(tale[1], tale[2]) end
  if self.fallen[m.id] then
    if gone > 0 then play:tell("fell_back", { unit = m.id, distance = gone, cite = "9.0" }) end
    if m.stands then play:tell("stands_and_fights", { unit = m.id, cite = "R49" }) end
  elseif m.tell then
    m.tell(m, gone)
  elseif gone > 0 then
    local by = m.by and (", up to %s"):format(name_of(play, m.by)) or ""
    play:tell("moved", { unit = m.id, distance = gone, by = by, cite = "6.2" })
  end
end

March.loses_way = loses_way

--- A mover: who, through which stages, from which minute on; `tell(mover, mm)` tells what became of it.
---@param play table
---@param id string
---@param stages table[]
---@param opts { from: integer?, halts: table?, tell: function? }?
---@return fusilier.Mover
function March.mover(play, id, stages, opts)
  opts = opts or {}
  local unit = play:unit(id)
  return {
    id = id, stages = stages, at = 1, from = opts.from or 0, halts = opts.halts, tell = opts.tell, base = unit.base,
    drill = unit.drill, used = 0, gone = 0, trail = { unit.base }, walks = {}, tales = {}, through = {},
  }
end

--- All movers through the minutes of a bound.
---@param play table
---@param movers fusilier.Mover[] in roster order
function March.run(play, movers)
  if #movers == 0 then return end
  local self = { play = play, where = {}, field = geometry.field(), fallen = {}, order = {} }
  for id, unit in play:units() do
    if army.present(unit) and army.on_map(unit) then
      self.where[id] = unit.base
      self.field:put(id, unit.base, { side = unit.side })
    end
  end
  local first = play.state.order.sides[play.state.turn % 2 == 1 and 1 or 2]
  for _, own in ipairs { true, false } do
    for _, m in ipairs(movers) do
      if (play:unit(m.id).side == first) == own then self.order[#self.order + 1] = m end
    end
  end
  for minute = 0, play.rules.constant.bound - 1 do
    self.minute = minute
    for i = 1, #movers do
      local m = self.order[i]
      if minute >= m.from and m.stages[m.at] then
        local before = m.base
        advance(self, m)
        if m.base ~= before then presses(self, m, before) end
      end
    end
  end
  for _, m in ipairs(movers) do
    if m.stages[m.at] then note_walk(m, m.stages[m.at]) end
  end
  settle(self)
  for _, m in ipairs(self.order) do commit(self, m) end
end

return March
