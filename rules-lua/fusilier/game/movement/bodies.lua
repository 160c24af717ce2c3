-- Bodies on the march: where each is meanwhile, what is in the way, and whom one may go through (7.0).
--
-- A march is { play, field, where, … }: a field of the bodies as they stand in the minute under way, their bases by id.

local army <const>, terrain <const> = use("game/army/units", "game/movement/terrain")

--- All bodies but a mover; and but the guns that go with it, which make room when it changes its formation (R30).
local function apart_from(self, m, drill)
  local own = self.play:unit(m.id)
  return { kind = "base", except = { m.id, table.unpack(drill ~= own.drill and self.guns[m.id] or {}) } }
end

--- All bodies but those and the friends that a mover goes through.
local function others(self, m)
  local filter = apart_from(self, m, m.drill)
  for id in next, m.through do filter.except[#filter.except + 1] = id end
  return filter
end

--- The first body that a base would stand in; nil when there is room for it.
local function in_the_way(self, base, filter) return (self.field:overlaps(base, filter)) end

local function clear(self, base, filter) return in_the_way(self, base, filter) == nil end

local DISRUPTED <const> = { routing = true, retreating = true, reforming = true }

--- Farther than any table is wide; and so many of the nearest mostly have an active one among them.
local ANYWHERE <const>, FEW <const> = mm(1000000), 4

--- How near the nearest active enemy of a body is, in micrometres.
local function nearest_active(self, unit, most)
  local enemies <const> = { kind = "base", side = self.play:other(unit.side) }
  local ids, far = self.field:near(self.where[unit.id], ANYWHERE, enemies, most)
  for i, id in ipairs(ids) do
    if not DISRUPTED[self.play:unit(id).status] then return far[i] end
  end
  if most and #ids == most then return nearest_active(self, unit) end
end

--- The nearest active enemy to either of two bodies of a side, in mm.
local function active_enemy(self, one, other)
  local least, um = nearest_active(self, one, FEW), nearest_active(self, other, FEW)
  return least and geometry.round_mm(math.min(least, um), "up")
end

--- 7.0: may it go through that friend? Asked when it comes upon him.
local function may_pass(self, m, id)
  local unit, friend = self.play:unit(m.id), self.play:unit(id)
  if unit.side ~= friend.side then return false end
  return self.play:ask("move.interpenetrate", self.play:described({
    active_enemy_distance_mm = active_enemy(self, unit, friend),
    formed_cavalry = army.mounted(unit) or army.mounted(friend),
    disrupted = DISRUPTED[unit.status] or DISRUPTED[friend.status] or false,
  }, unit, "move.interpenetrate"), m.id, id).allowed
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

--- How near it may come to each enemy that it might come so near to on its way.
local function halts_before(self, m, um)
  local within, halts, enemies = {}, m.halts, self.play:other(self.play:unit(m.id).side)
  for _, id in ipairs((self.field:near(m.base, um + halts.most, { kind = "base", side = enemies }))) do
    if m.before[id] == nil then m.before[id] = halts.by(id) or false end
    if m.before[id] and not gives_way(self, m, id) then within[id] = m.before[id] end
  end
  return within
end

--- Halts where it has come as near to an enemy as it may.
local function before_enemies(self, m, um, angle)
  local within = um > 0 and m.halts and halts_before(self, m, um) or {}
  local near = next(within) and self.field:path {
    base = m.base, slide = um, angle = angle, looks = { near = { kind = "base", within = within, first = true } },
  }.near
  if not near then return um end
  local free = math.min(um, near.from + 1)
  while free > 0 and geometry.gap(tabletop.slid(m.base, free, angle), self.where[near.id]) <= within[near.id] do
    free = free - 1 -- a place is rounded, and so may be nearer by a micrometre
  end
  return free, free < um and near.id or nil
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
  local ground_bears = tabletop.on_table(self.play, faced) and not terrain.barred_by(self.play, faced, "area")
  if by == 0 then return true end
  if not ground_bears or not clear(self, faced, others(self, m)) then return false end
  put(self, m, faced)
  return true
end

return {
  apart_from = apart_from, in_the_way = in_the_way, clear = clear, clear_way = clear_way,
  before_enemies = before_enemies, put = put, turn = turn,
}
