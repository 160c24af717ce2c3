-- The stages of a mover, a minute at a time: going over the ground (6.2, 6.3), evolving (6.4), facing (R31).

local army <const>, bodies <const> = use("game/army/units", "game/movement/bodies")
local buildings <const>, ground <const> = use("game/fire/buildings", "game/movement/ground")
local obedience <const>, terrain <const> = use("game/command/obedience", "game/movement/terrain")
local woods <const> = use "game/movement/woods"

--- Less than this is no way to go.
local LEAST <const> = mm(1)

--- Does a slide bring the middle of a body nearer to an area that it touches already?
local function nears(base, angle, area)
  local there = tabletop.slid(base, LEAST, angle)
  return geometry.gap({ x = there.x, y = there.y }, area) < geometry.gap({ x = base.x, y = base.y }, area)
end

--- How far it may go before buildings that it may not enter (8.5, R45); and those that it would go into, { id, from }.
local function before_buildings(self, m, um, angle)
  local play, enters = self.play, nil
  for _, span in ipairs(play:field():met(m.base, { slide = um, angle = angle }, { kind = "area" })) do
    local id, area = span.id, play.state.areas[span.id]
    if buildings.is_building(area) then
      local bars = span.from > 0 or play:unit(m.id).building ~= id and nears(m.base, angle, area)
      if buildings.may_enter(play, m.id, id) then
        enters = enters or {}
        enters[#enters + 1] = { id = id, from = bars and span.from or math.huge }
      elseif bars then
        return math.min(um, span.from), enters
      end
    end
  end
  return um, enters
end

--- One unit to a building: others stop before one that somebody has come to in this bound.
local function before_claimed(self, m, stage, um)
  for _, one in ipairs(stage.enters or {}) do
    local by = self.claims[one.id]
    if by and by ~= m.id and stage.walked + um > one.from then
      um = math.max(0, one.from - stage.walked)
      stage.um = stage.walked + um
    end
  end
  return um
end

local function claim(self, m, stage)
  for _, one in ipairs(stage.enters or {}) do
    if stage.walked > one.from then self.claims[one.id] = m.id end
  end
end

local function path_of(self, m, legs, minutes)
  local unit = self.play:unit(m.id)
  return self.play:described({
    troop = army.troop(self.play.rules, unit, m.drill), legs = legs, minutes = minutes,
    unlimbered = army.unlimbered(self.play.rules, unit, m.drill),
  }, unit, "move.path")
end

--- As far as it could come over open ground in what is left of the bound.
local function reach(self, m)
  local rules, unit = self.play.rules, self.play:unit(m.id)
  return mm(obedience.allowance(self.play, unit, army.troop(rules, unit, m.drill), rules.constant.bound - self.minute,
    army.unlimbered(rules, unit, m.drill)))
end

--- Where a stage leads from where the body is: which way and how far; nil when there is nobody left to go at.
local function aim(self, m, stage)
  if stage.aim then return stage.aim(m.base, self.where) end
  if stage.chases then
    local mark = self.where[stage.chases]
    if mark then return ground.at(self.play, m.base, mark) end
    return nil
  end
  if type(stage.goal) == "function" then stage.goal = stage.goal(m.base) end
  return tabletop.toward(m.base, stage.goal)
end

--- What is told of a body when the bound is over.
local function tells(m, key, with)
  with.unit = m.id
  m.tales[#m.tales + 1] = { key, with }
end

local function turns(self, m, bearing)
  local turned = bodies.turn(self, m, bearing)
  if not turned then tells(m, "hemmed", { cite = "R31" }) end
  return turned
end

--- Which way to go and how far, turned that way if need be; nil when there is nowhere to go, or no room to turn.
local function way(self, m, stage)
  local bearing, um = aim(self, m, stage)
  if bearing and um >= LEAST and math.abs(geometry.turn(m.base.facing, bearing)) > army.incline(self.play) then
    if not turns(self, m, bearing) then return nil end
    bearing, um = aim(self, m, stage) -- a body that has turned is nearer, or farther
  end
  if not bearing or um < LEAST then return nil end
  return geometry.turn(m.base.facing, bearing), math.min(um, reach(self, m))
end

--- Sets out on a stage: which way, how far at most, over what ground. False when there is nowhere to go.
local function set_out(self, m, stage)
  local angle, um = way(self, m, stage)
  if not angle then return false end
  local path = self.field:path { base = m.base, slide = um, angle = angle, table = self.play.state.ground,
    over = tabletop.ROUNDED }
  um, stage.enters = before_buildings(self, m, path.edge or um, angle)
  if um < LEAST then return false end
  stage.start, stage.walked, stage.minutes, stage.um, stage.angle = m.base, 0, 0, um, angle
  stage.legs, stage.starts = terrain.legs(self.play, m.id, m.base, um, angle)
  stage.woods = woods.starts_at(stage.legs, stage.starts)
  return #stage.legs > 0
end

--- What it has walked of a stage goes into the record: the ground it crossed, and the minutes it took.
local function note_walk(m, stage)
  if stage.start and stage.walked > 0 then
    m.walks[#m.walks + 1] = {
      start = stage.start, um = stage.walked, angle = stage.angle, minutes = stage.minutes, drill = m.drill,
    }
  end
  stage.start = nil
end

local function next_stage(m, stage)
  note_walk(m, stage)
  m.at = m.at + 1
end

--- R33: before it moves in woods or into them; who is lost goes no further than their edge, and does nothing more.
local function into_woods(self, m, stage, um)
  if not stage.woods or um == 0 or stage.walked + um <= stage.woods then return um end
  if not woods.loses_way(self.play, m.id) then return um end
  m.lost = true
  return math.max(0, stage.woods - stage.walked)
end

--- A stage that chases somebody looks where he is now, unless it is busy getting over something.
local function looks_again(self, stage)
  return stage.start and stage.chases and stage.got_on and self.where[stage.chases] ~= stage.mark
end

--- Is whoever is in the way on the way himself? Then it is worth waiting for.
local function under_way(self, id)
  local m = self.movers[id]
  return m ~= nil and m.stages[m.at] ~= nil
end

--- What `move.path` says of a minute. It is asked for each mover in each: straight where no house rule has changed it.
local function walks(self, m, path)
  local rules = self.play.rules
  if rules.may_throw "move.path" or rules.may_throw "move.allowance" then
    return self.play:ask("move.path", path, m.id)
  end
  path.attached_to = "infantry_line"
  return rules.call("move.path", path)
end

--- As far as a minute brings it, and what stopped it short of that.
local function step(self, m, stage)
  local path = walks(self, m, path_of(self, m, stage.legs, stage.minutes))
  local most = terrain.walked(path, stage.legs, stage.starts, stage.um) - stage.walked
  most = before_claimed(self, m, stage, most)
  local um, by = bodies.clear_way(self, m, most, stage.angle)
  local halted
  um, halted = bodies.before_enemies(self, m, um, stage.angle)
  by = um < most and (halted or by) or nil
  um = into_woods(self, m, stage, um)
  if um > 0 then bodies.put(self, m, tabletop.slid(m.base, um, stage.angle)) end
  stage.walked, stage.got_on = stage.walked + um, um > 0
  claim(self, m, stage)
  return by, path.stopped_by == "impassable" or path.stopped_by == "immobile"
end

local STAGE <const> = {}

--- One minute of going. Who is held up by others on the way waits for them, and what he waits is lost.
function STAGE.go(self, m, stage)
  if stage.till and self.minute >= stage.till then return next_stage(m, stage) end
  if looks_again(self, stage) then note_walk(m, stage) end
  if not stage.start and not set_out(self, m, stage) then return next_stage(m, stage) end
  stage.mark = stage.chases and self.where[stage.chases]
  stage.minutes = stage.minutes + 1
  m.used, m.busy = m.used + 1, true
  local by, barred = step(self, m, stage)
  m.by = by
  if m.lost then
    note_walk(m, stage)
    m.at = #m.stages + 1
  elseif by and (stage.chases or under_way(self, by)) then
    note_walk(m, stage)
  elseif by or barred or stage.walked >= stage.um then
    next_stage(m, stage)
  end
end

local function reshape(self, m, stage)
  local unit = self.play:unit(m.id)
  local base = army.reshaped(self.play, unit, stage.to, m.base)
  local by = bodies.in_the_way(self, base, bodies.apart_from(self, m, stage.to))
    or not tabletop.on_table(self.play, base) and "the table's edge"
    or terrain.barred_by(self.play, base)
  if by then
    tells(m, "no_room", { to = stage.to, by = by, cite = "6.4" })
  else
    tells(m, "evolved", { from = m.drill, to = stage.to, cite = "6.4" })
    bodies.put(self, m, base)
    m.drill = stage.to
  end
  m.at = m.at + 1
end

--- One minute of an evolution; it is begun only if it can end in this bound (R32).
function STAGE.evolve(self, m, stage)
  if stage.to == m.drill then return next_stage(m, stage) end
  if not stage.needs then
    stage.needs = army.evolution_min(self.play, self.play:unit(m.id), m.drill, stage.to)
    stage.minutes = 0
    local left = self.play.rules.constant.bound - self.minute
    if stage.needs > left then
      tells(m, "no_time", { to = stage.to, left = left, needs = stage.needs, cite = "R32" })
      m.at = #m.stages + 1
      return
    end
  end
  if stage.needs == 0 then return reshape(self, m, stage) end
  stage.minutes, m.used, m.busy = stage.minutes + 1, m.used + 1, true
  if stage.minutes == stage.needs then reshape(self, m, stage) end
end

function STAGE.face(self, m, stage)
  local bearing = stage.bearing(m.base, self.where)
  if bearing then turns(self, m, bearing) end
  m.at = m.at + 1
end

---@class fusilier.Mover
---@field id string
---@field stages table[]
---@field halts { most: integer, by: fun(id: string): integer? }? how near, in micrometres, it may come to an enemy
---@field before table<string, integer|false> what `halts.by` has said
---@field from integer the first minute of the bound it may use
---@field base table where it is
---@field drill string
---@field used integer minutes
---@field till integer the minute at which it must stop
---@field start table where it was
---@field trail { base: table, till: integer }[] where it was at the end of each minute
---@field by string? the body that stopped it

--- A mover that has done nothing yet: of a unit, what it is to do, { id, stages, from?, halts?, keeps_clear?, tell? }.
--- keeps_clear: it goes through nobody; tell(mover, mm): tells what became of it.
---@param play table
---@param plan table
---@return fusilier.Mover
local function mover(play, plan)
  local unit, stages = play:unit(plan.id), {}
  for i, stage in ipairs(plan.stages) do
    stages[i] = {}
    for key, value in next, stage do stages[i][key] = value end
  end
  return {
    id = plan.id, stages = stages, at = 1, from = plan.from or 0, halts = plan.halts, keeps_clear = plan.keeps_clear,
    tell = plan.tell, base = unit.base, start = unit.base, drill = unit.drill, used = 0,
    trail = {}, walks = {}, tales = {}, through = {}, before = {},
  }
end

return { mover = mover, STAGE = STAGE, note_walk = note_walk, path_of = path_of }
