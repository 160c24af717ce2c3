-- 9.0, R49: skirmishers fall back before formed troops that come on.

local army <const> = use "game/army"
local bodies <const> = use "game/bodies"
local ground <const> = use "game/ground"
local strides <const> = use "game/strides"

duty "skirmishers" { cite = "9.0", doc = "Skirmishers fall back before formed troops that come on." }

--- Skirmishers go back at once before formed troops that come on inside their zone, by up to a full bound's move, so
--- far that they are outside it; blocked, they stand and fight (9.0, R49).
local function fall_back(self, id, threat)
  local unit, zone = self.play:unit(id), mm(self.play.rules.constant.combat_zone + 1)
  local m = self.fallen[id]
  if not m then
    m = strides.mover(self.play, id, {})
    m.base = self.where[id]
    bodies.turn(self, m, geometry.bearing(m.base, threat))
    m.angle = geometry.turn(m.base.facing, geometry.bearing(threat, m.base))
    local most = mm(self.play.rules.tables.movement_rates(army.troop(unit)) * self.play.rules.constant.bound)
    m.start, m.walked = m.base, 0
    local legs = ground.legs(self.play, id, m.base, most, m.angle)
    m.most = math.min(most, mm(self.play:ask("move.path", strides.path_of(self, m, legs)).moved_mm))
    self.fallen[id], self.order[#self.order + 1] = m, m
  end
  if m.stands then return end
  local enemies = { kind = "base", side = self.play:other(unit.side) }
  local first = self.field:first(m.base, { slide = m.most - m.walked, angle = m.angle }, enemies)
  local free = bodies.until_stopped(m.base, first.yes and m.most - m.walked or first.free, m.angle, function(base)
    return not ground.on_table(self.play, base) or geometry.distance(base, threat).distance >= zone
      and bodies.clear(self, base, bodies.others(m))
  end)
  local base = ground.slid(m.base, math.min(free + 1, m.most - m.walked), m.angle)
  if ground.on_table(self.play, base) and bodies.clear(self, base, bodies.others(m)) then
    m.walked = m.walked + math.min(free + 1, m.most - m.walked)
    bodies.put(self, m, base)
  end
  m.stands = geometry.distance(m.base, threat).distance < zone
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

return { before = presses }
