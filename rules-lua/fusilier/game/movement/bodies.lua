-- Bodies on the march: where each is meanwhile, what is in the way, and whom one may go through (7.0).
--
-- A march is { play, field, where, … }: a field of the bodies as they stand in the minute under way, their bases by id.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"

--- All bodies but a mover; and but the guns that go with it, which make room when it changes its formation (R30).
local function apart_from(self, m, drill)
  local except, own = { m.id }, self.play:unit(m.id)
  if drill ~= own.drill then
    for id, unit in self.play:units(own.side) do
      if unit.attached_to == m.id and army.follows(self.play.rules, unit) then except[#except + 1] = id end
    end
  end
  return { kind = "base", except = except }
end

--- All bodies but those and the friends that a mover goes through.
local function others(self, m)
  local filter = apart_from(self, m, m.drill)
  for id in next, m.through do filter.except[#filter.except + 1] = id end
  table.sort(filter.except)
  return filter
end

--- The first body that a base would stand in; nil when there is room for it.
local function in_the_way(self, base, filter)
  for _, near in ipairs(self.field:within(base, 0, filter)) do
    if geometry.contact(base, self.where[near.id]).state == "overlapping" then return near.id end
  end
end

local function clear(self, base, filter) return in_the_way(self, base, filter) == nil end

local function active(unit)
  return unit.status ~= "routing" and unit.status ~= "retreating" and unit.status ~= "reforming"
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
    disrupted = DISRUPTED[unit.status] or DISRUPTED[friend.status] or false,
  }).allowed
end

--- How far a slide goes before something is in the way that it may not pass; and what.
local function clear_way(self, m, um, angle)
  while true do
    local first = self.field:first(m.base, { slide = um, angle = angle }, others(self, m))
    if first.yes then return um end
    if m.keeps_clear or not may_pass(self, m, first.id) then return first.free, first.id end
    m.through[first.id] = true
  end
end

--- Skirmishers go back before formed foot, so that nobody halts for them; unless they stand and fight (R49).
local function gives_way(self, m, id)
  local unit, enemy = self.play:unit(m.id), self.play:unit(id)
  if enemy.drill ~= "skirmish" or not army.free(enemy) or not army.formed_foot(unit, m.drill) then return false end
  return not (self.fallen[id] and self.fallen[id].stands)
end

--- The last whole micrometre of a slide before it is within `reach` of another; `from`: where it comes so near.
local function last_before(m, angle, from, other, reach)
  while from > 0 and geometry.gap(tabletop.slid(m.base, from, angle), other) <= reach do from = from - 1 end
  return from
end

--- Halts where it has come as near to an enemy as it may.
local function before_enemies(self, m, um, angle)
  if not m.halts or um == 0 then return um end
  local looks, from, by = { near = { kind = "base", within = m.halts } }, {}, nil
  for _, span in ipairs(self.field:path { base = m.base, slide = um, angle = angle, looks = looks }.near) do
    from[span.id] = from[span.id] or span.from
  end
  for _, id in ipairs(next(from) and self.play.state.order.units or {}) do
    if from[id] and from[id] <= um and not gives_way(self, m, id) then
      local free = last_before(m, angle, math.min(um, from[id] + 1), self.where[id], m.halts[id])
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

--- Turns a body where it stands; false when there is no room.
local function turn(self, m, bearing)
  local by = geometry.turn(m.base.facing, bearing)
  local faced = geometry.move(m.base, { pivot = by })
  local ground_bears = tabletop.on_table(self.play, faced) and not ground.in_deep(self.play, faced)
  if by == 0 then return true end
  if not ground_bears or not clear(self, faced, others(self, m)) then return false end
  put(self, m, faced)
  return true
end

return {
  apart_from = apart_from, in_the_way = in_the_way, clear = clear, clear_way = clear_way,
  before_enemies = before_enemies, put = put, turn = turn,
}
