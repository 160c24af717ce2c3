--- The ways units go: nobody goes through a friend where 7.0 forbids it, friends and guns in the way of a retreat are
--- carried or bar it, guns of a battalion do not follow it through the enemy, and who retreats ends faced to the enemy
--- (R30, R78, R102, R103).
local places <const> = require "fuzz.audit.fusilier.places"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

local STEP_MM <const>, CLEAR_MM <const> = 10, 3

--- Steps in which units go of their own will.
local OWN_WILL <const> = { ["turn.attack"] = true, ["turn.movement"] = true, ["turn.after_movement"] = true }
local ROUTED <const> = { routing = true, retreating = true, reforming = true }

local function formed_cavalry(unit) return unit.arm == "cavalry" and unit.drill ~= "dismounted" end

--- Does a straight way, faced as it ends, go through a body?
local function goes_through(from, to, body)
  local dx, dy = to.x - from.x, to.y - from.y
  local steps = math.max(1, math.ceil(math.sqrt(dx * dx + dy * dy) / STEP_MM))
  for i = 1, steps do
    local t = i / steps
    local here = {
      x = from.x + dx * t, y = from.y + dy * t, w = to.w, d = to.d, fx = to.fx, fy = to.fy, rx = to.rx, ry = to.ry,
    }
    if shapes.overlap(here, body) > CLEAR_MM then return true end
  end
  return false
end

--- Is an enemy that is active within the zone of one of the units?
local function active_enemy_near(root, side, ...)
  for _, one in ipairs(places.standing(root)) do
    if one.unit.side ~= side and not ROUTED[one.unit.status] then
      for _, body in ipairs { ... } do
        if shapes.distance(shapes.corners(one.base), shapes.corners(body)) <= 200 then return true end
      end
    end
  end
  return false
end

--- The units whose base changes in a line.
local function movers_of(line)
  local movers = {}
  for _, change in ipairs(line.changes) do
    if change.path[1] == "units" and change.path[3] == "base" then movers[change.path[2]] = true end
  end
  return movers
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = {} }

  --- What a move of that kind may not go through; nil: anything, as far as this looks.
  local function barred(root, event, unit, friend, from)
    if event.say == "goes_back" or event.say == "carried" then
      local limbered = friend.arm == "artillery" and friend.drill == "limbered" and not friend.attached_to
      return limbered and "limbered guns" or nil
    elseif event.say == "fell_back" then
      local base = shapes.base(friend.base)
      return (formed_cavalry(friend) or active_enemy_near(root, unit.side, from, base)) and "a friend" or nil
    elseif OWN_WILL[event.at] then
      return (formed_cavalry(unit) or formed_cavalry(friend)) and "a friend" or nil
    end
  end

  --- The guns of a battalion follow it, but not through the enemy, faced as they set out or as they end (R30).
  local function follow(line, root, id, from, to, turned)
    local unit = root.units[id]
    if not unit.attached_to then return end
    for _, one in ipairs(places.standing(root)) do
      if one.unit.side ~= unit.side and not self.movers[one.id]
        and goes_through(from, to, one.base) and goes_through(from, turned, one.base) then
        fault(line, ("%s follows its battalion through %s"):format(id, one.id))
      end
    end
  end

  local function look(line, root, id, change, event)
    local unit, from, to = root.units[id], shapes.base(change.old), shapes.base(change.new)
    local dx, dy = to.x - from.x, to.y - from.y
    if dx * dx + dy * dy < 4 then return end
    local turned = { x = to.x, y = to.y, w = to.w, d = to.d, fx = from.fx, fy = from.fy, rx = from.rx, ry = from.ry }
    follow(line, root, id, from, to, turned)
    for _, one in ipairs(places.standing(root)) do
      local friend = one.unit
      if one.id ~= id and friend.side == unit.side and not self.movers[one.id] then
        local what = barred(root, event, unit, friend, from)
        if what and shapes.overlap(from, one.base) <= 0 and goes_through(from, to, one.base)
          and goes_through(from, turned, one.base) then
          fault(line, ("%s goes through %s, %s"):format(id, one.id, what))
        end
      end
    end
  end

  --- Is there room for a unit to turn where it stands?
  local function room(root, id, base)
    local reach = math.sqrt(base.w * base.w + base.d * base.d) / 2 + 1
    local round = shapes.corners { x = base.x, y = base.y, w = 2 * reach, d = 2 * reach, fx = 0, fy = 1, rx = 1, ry = 0 }
    for _, one in ipairs(places.standing(root)) do
      if one.id ~= id and shapes.meet(round, shapes.corners(one.base)) then return false end
    end
    for _, area_id in ipairs(root.order.areas) do
      local area = root.areas[area_id]
      if area.terrain == "stream_deep" and shapes.meet(round, shapes.outline(area.area)) then return false end
    end
    for _, corner in ipairs(round) do
      if corner.x < 0 or corner.y < 0 or corner.x > root.ground.width / 1000 or corner.y > root.ground.depth / 1000 then
        return false
      end
    end
    return true
  end

  function self.line(_, line)
    self.movers, self.back = movers_of(line), {}
  end

  function self.change(_, line, change, root)
    local path = change.path
    if path[1] ~= "units" or path[3] ~= "base" or not (change.old and change.new) or root.facts == "told" then return end
    local unit, event = root.units[path[2]], line.events[math.max(1, change.event or 0)]
    if not event or not places.present(unit) then return end
    local reason = event
    for i = math.max(1, change.event or 0), #line.events do -- the story line that tells of it comes after its moves
      local other = line.events[i]
      if other.say and other.with and other.with.unit == path[2] and other.with.distance then
        reason = other
        break
      end
    end
    look(line, root, path[2], change, reason)
    if reason.say == "goes_back" and unit.status == "retreating" and unit.event == "retreat" then
      local old, new = change.old, change.new
      local dx, dy = new.x - old.x, new.y - old.y
      if dx * dx + dy * dy > 50000 * 50000 then self.back[path[2]] = { dx = dx, dy = dy } end
    end
  end

  --- Who has retreated faces where it came from, if there is room to (R78).
  function self.after(_, line, root)
    for _, one in ipairs(places.standing(root)) do
      local way = self.back[one.id]
      if way and one.unit.status == "retreating" then
        local long = math.sqrt(way.dx * way.dx + way.dy * way.dy)
        local toward = -(one.base.fx * way.dx + one.base.fy * way.dy) / long
        if toward < 0.7 and room(root, one.id, one.base) then
          fault(line, ("%s has retreated and does not face the enemy"):format(one.id))
        end
      end
    end
  end
  return self
end

return M
