-- 1.1, 4.6, 6.0, 7.0: bodies on the move side by side, minute by minute (R5).
--
-- What a unit is to do is { id, stages } with stages to go through, in order:
--   { kind = "go", goal = point or function(base) → point where it begins }     { kind = "go", chases = id }
--   { kind = "go", aim = function(base, where) → bearing, um }    the way to go, asked when it sets out
--   { kind = "evolve", to = "line" }     { kind = "face", bearing = function(base, where) → bearing }
-- and `halts`, how near it may come to an enemy: by(id) in micrometres, and `most` of any. Each minute of the bound
-- every mover comes on by what the ground lets it in that minute; where two compete, side A's goes first in odd bounds,
-- B's in even ones.
-- Nobody may end in anybody else: a mover that would end among the friends it goes through stops at the last minute
-- that finds it clear of them, and the march is gone through again, so that all others meet it where it stands.
-- Where bodies are meanwhile is held in a field of the march's own; the state changes when the last minute is over.
-- Measured games only: in told ones the players move.

local army <const>, bodies <const> = use("game/army/units", "game/movement/bodies")
local fall_back <const>, ground <const> = use("game/movement/fall_back", "game/movement/ground")
local strides <const> = use "game/movement/march_stages"

local March <const> = {}

--- One minute of one mover: stages that take no time are gone through on the way.
local function advance(self, m)
  m.busy = false
  while not m.busy do
    local stage = m.stages[m.at]
    if not stage or stage.since and self.minute < stage.since then break end
    strides.STAGE[stage.kind](self, m, stage)
  end
  m.trail[#m.trail + 1] = { base = m.base, till = self.minute + 1 }
end

--- The minute at which a mover was last clear of where all bodies are in the end; its first when it never was.
local function clear_till(self, m)
  local filter = bodies.apart_from(self, m, m.drill)
  for i = #m.trail, 1, -1 do
    local at = m.trail[i]
    if at.base ~= m.base and bodies.clear(self, at.base, filter) then return at.till end
  end
  return m.from
end

--- Of the movers that end in somebody, the one that has gone through friends, or else the first, and the minute at
--- which it must stop; nil when there is none.
local function who_must_stop(self)
  local first
  for _, m in ipairs(self.order) do
    local moved = not m.fell_from and m.till > m.from and m.base ~= m.start
    if moved and not bodies.clear(self, m.base, bodies.apart_from(self, m, m.drill)) then
      first = first or m
      if next(m.through) then return m.id, clear_till(self, m) end
    end
  end
  if first then return first.id, clear_till(self, first) end
end

--- The ground that was crossed, and the minutes it took, as the rule says it: stretch by stretch.
local function record(play, m)
  local unit = play:unit(m.id)
  m.began = unit.base
  for i, walk in ipairs(m.walks) do
    local legs = ground.legs(play, m.id, walk.start, walk.um, walk.angle)
    if #legs > 0 then
      play:resolve("move.path", play:described({
        troop = army.troop(play.rules, unit, walk.drill), legs = legs, minutes = walk.minutes,
        unlimbered = army.unlimbered(play.rules, unit, walk.drill),
      }, unit, "move.path"), m.id)
      if i < #m.walks then play:set_down(m.id, tabletop.slid(walk.start, walk.um, walk.angle)) end
    end
  end
end

--- The state after the last minute.
local function commit(play, m)
  local unit, base = play:unit(m.id), m.base
  local _, um = tabletop.toward(m.fell_from or m.began, base)
  m.gone = geometry.round_mm(um, "down")
  if m.drill ~= unit.drill then play:set(unit, "drill", m.drill) end
  local was = unit.base
  if base.x ~= was.x or base.y ~= was.y or base.facing ~= was.facing or base.width ~= was.width then
    play:set_down(m.id, base)
  end
  if m.used > 0 then play:set(unit, "minutes_used", (unit.minutes_used or 0) + m.used) end
  if m.busy_till then play:set(unit, "busy_till", m.busy_till) end
  if m.gone > 0 then play:set(unit, "moved", true) end
  if m.stands then play:set(unit, "stands_and_fights", true) end
end

--- Who stopped it, as its own side may know him.
local function by_whom(play, m)
  local other = m.by and play:unit(m.by)
  if not other or other.concealed and other.side ~= play:unit(m.id).side then return nil end
  return other.name or m.by
end

--- One that stays where it is and turns.
local function tell_turn(play, m)
  local turned = geometry.turn(m.start.facing, m.base.facing)
  if m.gone > 0 or math.abs(turned) < deg(1) then return end
  local hand = turned < 0 and "left" or "right"
  play:tell("turned", { unit = m.id, angle = math.abs(turned) // deg(1), hand = hand, cite = "6.2" })
end

local function tell(play, m)
  for _, tale in ipairs(m.tales) do play:tell(tale[1], tale[2]) end
  local by = by_whom(play, m)
  if not m.tell then tell_turn(play, m) end
  if m.fell_from then
    if m.gone > 0 then play:tell("fell_back", { unit = m.id, distance = m.gone, cite = "9.0" }) end
    if m.stands then play:tell("stands_and_fights", { unit = m.id, cite = "R49" }) end
  elseif m.tell then
    m.tell(m, m.gone)
  elseif m.gone > 0 then
    play:tell("moved", { unit = m.id, distance = m.gone, by = by and (", up to %s"):format(by) or "", cite = "6.2" })
  elseif by then
    play:tell("held_up", { unit = m.id, by = m.by, cite = "6.2" })
  end
end

local function note_gun(guns, with, id)
  guns[with] = guns[with] or {}
  table.insert(guns[with], id)
end

--- A march about to begin: where everybody is, and whose minute comes first (R5). `stops`: the minutes at which some
--- movers must stop, by id.
local function muster(play, movers, stops)
  local self = {
    play = play, where = {}, field = geometry.field(), guns = {}, fallen = {}, claims = {}, movers = {}, order = {},
  }
  for id, unit in play:units() do
    if unit.attached_to and army.follows(play.rules, unit) then note_gun(self.guns, unit.attached_to, id) end
    if tabletop.present(unit) and tabletop.placed(unit) then
      self.where[id] = unit.base
      self.field:put(id, unit.base, { side = unit.side })
    end
  end
  local first = play.state.order.sides[play.state.turn % 2 == 1 and 1 or 2]
  for _, leads in ipairs { true, false } do
    for _, planned in ipairs(movers) do
      local m = strides.mover(play, planned)
      m.till = stops[m.id] or play.rules.constant.bound
      if (play:unit(m.id).side == first) == leads then self.order[#self.order + 1], self.movers[m.id] = m, m end
    end
  end
  return self
end

--- All movers through the minutes of a bound.
local function march(play, movers, stops)
  local self = muster(play, movers, stops)
  for minute = 0, play.rules.constant.bound - 1 do
    self.minute = minute
    for i = 1, #movers do
      local m = self.order[i]
      if minute >= m.from and minute < m.till and m.stages[m.at] then
        local was = m.base
        advance(self, m)
        if m.busy then m.busy_till = minute + 1 end
        if m.base ~= was then fall_back.before(self, m, was) end
      end
    end
  end
  for _, m in ipairs(self.order) do
    if m.stages[m.at] then strides.note_walk(m, m.stages[m.at]) end
  end
  return self
end

---@param play table
---@param movers table[] what units are to do, in roster order, one a unit
function March.run(play, movers)
  if #movers == 0 then return end
  local stops = {}
  local self = march(play, movers, stops)
  local id, minute = who_must_stop(self)
  while id do
    stops[id] = minute
    self = march(play, movers, stops)
    id, minute = who_must_stop(self)
  end
  for _, m in ipairs(self.order) do record(play, m) end
  for _, m in ipairs(self.order) do commit(play, m) end
  for _, m in ipairs(self.order) do tell(play, m) end
end

return March
