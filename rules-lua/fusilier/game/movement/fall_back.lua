-- 9.0, R49, R102: skirmishers fall back before formed troops that come on.

local army <const>, bodies <const> = use("game/army/units", "game/movement/bodies")
local obedience <const>, strides <const> = use("game/command/obedience", "game/movement/march_stages")
local terrain <const> = use "game/movement/terrain"

duty "skirmishers" { cite = "9.0", doc = "Skirmishers fall back before formed troops that come on." }

--- Outside a zone is where a tape reads a millimetre more.
local function outside(self) return mm(self.play.rules.constant.combat_zone + 1) end

--- The friends that a body stands in as it goes through them: it may leave these, and asks anew of all others (R102).
local function still_among(self, m)
  local through = {}
  for id in next, m.through do
    if geometry.contact(m.base, self.where[id]).state == "overlapping" then through[id] = true end
  end
  return through
end

--- Whoever falls back leaves off what he was about: facing the threat he goes straight away from it, by a full bound's
--- move at most.
local function begin(self, id, threat)
  local m = self.movers[id]
  if m then
    if m.stages[m.at] then strides.note_walk(m, m.stages[m.at]) end
    m.stages = {}
  else
    m = strides.mover(self.play, { id = id, stages = {} })
    self.movers[id], self.order[#self.order + 1] = m, m
  end
  bodies.turn(self, m, geometry.bearing(m.base, threat))
  m.angle = geometry.turn(m.base.facing, geometry.bearing(threat, m.base))
  local bound, unit = self.play.rules.constant.bound, self.play:unit(id)
  local most = mm(obedience.allowance(self.play, unit, army.troop(self.play.rules, unit), bound))
  local legs, starts = terrain.legs(self.play, id, m.base, most, m.angle)
  local path = self.play:ask("move.path", strides.path_of(self, m, legs, bound), id)
  m.most = terrain.walked(path, legs, starts, most)
  m.fell_from, m.back, self.fallen[id] = m.base, 0, m
  return m
end

--- Where his way is barred: at the edge of the table, and where he would come nearer to other formed foot in its zone.
local function barred_at(self, m, threat, um)
  local zones = {}
  for id, enemy in self.play:units(self.play:other(self.play:unit(m.id).side)) do
    local at = id ~= threat and army.formed_foot(enemy) and self.where[id]
    local gap = at and geometry.gap(m.base, at) or 0
    if gap > 0 then zones[id] = math.min(outside(self), gap) - 1 end
  end
  local path = self.field:path {
    base = m.base, slide = um, angle = m.angle, table = self.play.state.ground, over = tabletop.ROUNDED,
    looks = { near = { kind = "base", within = zones, first = true } },
  }
  return math.min(path.edge or um + 1, path.near and path.near.from or um + 1)
end

--- Goes back at once, so far that he is outside the zone and stands in nobody; blocked, he stands and fights.
local function fall_back(self, id, threat, at)
  local m = self.fallen[id] or begin(self, id, at)
  if m.stands then return end
  local filter = { kind = "base", except = { id } }
  m.through = still_among(self, m)
  local clear = bodies.clear_way(self, m, m.most - m.back, m.angle) -- through friends as 7.0 allows it
  local um = self.field:first_free {
    base = m.base, slide = clear, angle = m.angle,
    avoid = { filter, { kind = "base", within = { [threat] = outside(self) - 1 } } },
  } or clear
  local base = tabletop.slid(m.base, um, m.angle)
  if um < clear and geometry.gap(base, at) < outside(self) then -- by less than a micrometre
    um = um + 1
    base = tabletop.slid(m.base, um, m.angle)
  end
  if um < barred_at(self, m, threat, um) and bodies.clear(self, base, filter) then
    m.back = m.back + um
    bodies.put(self, m, base)
  end
  m.stands = geometry.gap(m.base, at) < outside(self)
end

--- After a body has moved: skirmishers that it has come nearer to, within its zone, go back before it.
local function before(self, m, was)
  local unit, zone = self.play:unit(m.id), mm(self.play.rules.constant.combat_zone)
  if not army.formed_foot(unit, m.drill) then return end
  for _, near in ipairs(self.field:within(m.base, zone, { kind = "base", side = self.play:other(unit.side) })) do
    local enemy = self.play:unit(near.id)
    if enemy.drill == "skirmish" and army.free(enemy)
      and geometry.distance(was, self.where[near.id]).distance > near.distance then
      fall_back(self, near.id, m.id, m.base)
    end
  end
end

return { before = before }
