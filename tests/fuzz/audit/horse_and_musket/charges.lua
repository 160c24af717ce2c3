--- Charges: who may be charged on which face, the test, the measure, the answers of the charged, and the way to contact.
local barred <const> = require "fuzz.audit.horse_and_musket.barred"
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"
local turn <const> = require "fuzz.audit.horse_and_musket.results.turn"

local M <const> = {}

--- The nearest close order infantry of a side, out of melees (R30).
local function guard(root, target)
  local nearest
  for _, one in ipairs(field.standing(root)) do
    if one.unit.side == target.side and one.unit.troop == "close_order_infantry" and not field.in_contact(root, one.id) then
      local away = field.apart(one.unit.base, target.base)
      if not nearest or away < nearest then nearest = away end
    end
  end
  return nearest
end

--- Where a unit stands for who would charge it.
local function position_of(root, unit)
  if unit.inside and root.areas[unit.inside] then return root.areas[unit.inside].terrain end
  for _, area in ipairs(field.areas(root, field.outline(unit.base, -1))) do
    if area.terrain == "woods" and field.within(unit.base, area) then return "woods" end
  end
  return "open"
end

--- How far a base slides ahead until it touches another; nil when it misses it.
local function reaches(base, other, far)
  local b, target = shapes.base(base), shapes.base(other)
  local x, y = b.x, b.y
  local function overlap(mm)
    b.x, b.y = x + b.fx * mm, y + b.fy * mm
    return shapes.overlap(b, target)
  end
  local low
  for mm = 0, far, 4 do
    if overlap(mm) >= 0 then
      low = mm
      break
    end
  end
  if not low then return nil end
  local a, c = math.max(0, low - 4), low
  for _ = 1, 30 do
    local m = (a + c) / 2
    if overlap(m) >= 0 then c = m else a = m end
  end
  return c
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local has = {}
  for _, name in ipairs(trace[1].variants) do has[name] = true end
  local self = { memory = { tested = {}, reached = {} } }

  local function declared(line, root, given)
    local id, unit, target = given.unit, root.units[given.unit], root.units[given.target]
    if not unit or not target then return fault(line, "a charge of nobody") end
    if not unit.may_move then fault(line, id .. " charges without leave") end
    if unit.acted then fault(line, id .. " charges after its move") end
    if unit.river == "in" then fault(line, id .. " charges out of a river") end
    if unit.charging then fault(line, id .. " charges twice") end
    if unit.side == target.side then fault(line, ("%s charges its friend %s"):format(id, given.target)) end
    if not field.present(target) then fault(line, ("%s charges %s, who is gone"):format(id, given.target)) end
    if math.abs(given.pivot or 0) > 45000 then fault(line, ("%s charges with a pivot of %d"):format(id, given.pivot)) end
    local at = position_of(root, target)
    local face, clear = field.face(target.base, unit.base.x / 1000, unit.base.y / 1000)
    local charging = self.declares
    local town = target.inside and root.areas[target.inside].terrain == "town" -- it has sides of its own
    if charging and charging.face ~= face and clear > 0.01 and not town then
      fault(line, ("%s is said to charge the %s of %s, and faces its %s"):format(id, charging.face, given.target, face))
    end
    if charging then face = charging.face end
    local taken = false
    for _, other in ipairs(root.order.units) do
      local theirs = root.units[other].charging
      if theirs and other ~= id and theirs.target == given.target and theirs.face == face then taken = true end
    end
    local near = target.troop == "artillery" and guard(root, target) or nil
    local reasons = turn.charge_reasons({
      troop = unit.troop, target_troop = target.troop, face = face, position = at, face_taken = taken, hits = unit.hits,
      staggered = unit.staggered, target_hits = target.hits, target_staggered = target.staggered, grade = unit.grade,
      target_grade = target.grade, breached = target.inside and root.areas[target.inside].breached,
      infantry_near_target_mm = near and math.ceil(near - 0.001),
    }, has)
    if #reasons > 0 then fault(line, ("%s charges %s, which is not legal: %s"):format(id, given.target, reasons[1])) end
  end

  local function borne(line, id, name, said, is)
    if said ~= is then fault(line, ("%s is said to have %s %s and has %s"):format(id, name, tostring(said), tostring(is))) end
  end

  local function test(line, root, call)
    local id = call.throwers[""]
    local unit, memory = root.units[id], self.memory
    if not unit.charging then fault(line, id .. " tests to charge and has declared none") end
    if memory.tested[id] then fault(line, id .. " tests to charge twice") end
    memory.tested[id] = call.result.may_charge and "may" or "may not"
    borne(line, id, "troop", call.args.troop, unit.troop)
    borne(line, id, "grade", call.args.grade, unit.grade)
    borne(line, id, "staggered", call.args.staggered or false, unit.staggered or false)
  end

  local function measure(line, root, call)
    local id, args = call.throwers[""], call.args
    local unit, memory = root.units[id], self.memory
    if memory.tested[id] ~= "may" then fault(line, id .. " goes in and has not passed its test") end
    memory.reached[id] = call.result.contact and "reaches" or "short"
    borne(line, id, "troop", args.troop, unit.troop)
    local charging, base = unit.charging, unit.base
    if not charging or not base then return end
    if math.abs(math.abs(charging.pivot or 0) / 1000 - (args.pivot_deg or 0)) > 1 then
      fault(line, ("%s pivots %.1f degrees, said to be %d"):format(id, charging.pivot / 1000, args.pivot_deg))
    end
    local target = root.units[charging.target]
    local turned = {
      x = base.x, y = base.y, facing = (base.facing + (charging.pivot or 0)) % 360000, width = base.width, depth = base.depth,
    }
    if target.inside then return end
    local far = reaches(turned, target.base, 1200)
    if not far then return fault(line, ("%s charges past %s"):format(id, charging.target)) end
    if math.abs(far - args.distance_mm) > 1.6 and args.distance_mm > 1 then
      fault(line, ("%s is said to have %d mm to go and has %.1f"):format(id, args.distance_mm, far))
    end
    local hard = field.difficult(root, field.swept(turned, far, -1.5))
    local rough = charging.pivot ~= 0 and field.difficult(root, field.outline(base, -1.5))
    if rough and not args.difficult then fault(line, id .. " charges, turned out of difficult ground, at the good rate") end
    if hard and far > 1 and not args.difficult then fault(line, id .. " charges through difficult ground at the good rate") end
    if args.difficult and not rough and field.difficult(root, field.swept(turned, far, 3)) == false
      and field.difficult(root, field.outline(base, 3)) == false then
      fault(line, id .. " charges at the difficult rate over good ground")
    end
  end

  local function after_fire(line, root, call)
    local id = call.throwers[""]
    local unit = root.units[id]
    local hits = 0
    for _, other in ipairs(line.calls) do
      if other == call then break end
      if other.procedure:find "^fire%." and root.units[other.throwers[""]] then hits = other.result.hits end
      if other.procedure == "charge.test" then hits = 0 end
    end
    if call.args.new_hits ~= hits and call.args.new_hits ~= 0 then
      fault(line, ("%s takes %d hits of defensive fire, which hit %d times"):format(id, call.args.new_hits, hits))
    end
    borne(line, id, "hits", call.args.hits or 0, unit.hits)
    borne(line, id, "staggered", call.args.staggered or false, unit.staggered or false)
    if call.result.outcome ~= "contact" then self.memory.reached[id] = call.result.outcome end
  end

  --- The turn before a charge is one like any other (R92): on the table, into no ground that bars it, through nobody.
  local function turned(line, root, id, from, pivot, works)
    if pivot == 0 then return end
    local unit, width, depth = root.units[id], root.ground.width / 1000, root.ground.depth / 1000
    local function at(angle)
      return { x = from.x, y = from.y, facing = from.facing + angle, width = from.width, depth = from.depth }
    end
    for _, corner in ipairs(field.outline(at(pivot))) do
      if math.max(-corner.x, -corner.y, corner.x - width, corner.y - depth) > 0.02 then
        return fault(line, id .. " turns over the edge of the table before it charges")
      end
    end
    local into = not works and barred.under(root, unit, at(pivot))
    if into and barred.under(root, unit, from) ~= into then
      fault(line, ("%s turns into %s before it charges"):format(id, into))
    end
    for _, one in ipairs(field.standing(root)) do
      local friend = one.id ~= id and one.unit.side == unit.side
      for step = 1, friend and 20 or 0 do
        if shapes.overlap(shapes.base(at(pivot * step // 20)), one.base) > 2.1 then
          fault(line, ("%s turns through %s before it charges"):format(id, one.id))
          break
        end
      end
    end
  end

  --- A base that comes to contact: its pivot, then straight ahead, no farther than its rate, through nobody.
  local function contact(line, root, id, change)
    local unit, from, to = root.units[id], change.old, change.new
    local charging = unit.charging
    local moves = tables.rate(unit.troop, unit.drill, false)
    local dx, dy = (to.x - from.x) / 1000, (to.y - from.y) / 1000
    local far = math.sqrt(dx * dx + dy * dy)
    if far > moves + 1 then fault(line, ("%s charges %.1f mm and may go %d"):format(id, far, moves)) end
    local b = shapes.base { x = from.x, y = from.y, facing = to.facing, width = to.width, depth = to.depth }
    local right, ahead = dx * b.rx + dy * b.ry, dx * b.fx + dy * b.fy
    local forward = math.abs(right) < 0.5 and ahead > -0.5
    if charging then
      if self.memory.reached[id] ~= "reaches" then fault(line, id .. " comes to contact and has not got so far") end
      local pivot = field.turned(from.facing, to.facing)
      local works = root.units[charging.target] and root.units[charging.target].inside
      if math.abs(pivot - (charging.pivot or 0) / 1000) > 0.01 and not works then
        fault(line, ("%s charges with a pivot of %.1f degrees and declared %.1f"):format(id, pivot, charging.pivot / 1000))
      end
      if not forward and not works then fault(line, id .. " does not charge straight ahead") end
      turned(line, root, id, from, field.turned(from.facing, to.facing) * 1000 // 1, works)
    elseif unit.countercharging then
      if not forward then fault(line, id .. " does not countercharge straight ahead") end
    else
      return fault(line, id .. " comes to contact and neither charges nor countercharges")
    end
    local began = { x = from.x, y = from.y, facing = to.facing, width = from.width, depth = from.depth }
    local way = field.swept(began, far, -1.5)
    local wet = unit.river ~= "in" and barred.water(root, began, far)
    if wet then fault(line, ("%s charges over %s off its crossings"):format(id, wet)) end
    for _, one in ipairs(field.standing(root)) do
      local friend = one.unit.side == unit.side
      if one.id ~= id and friend and shapes.meet(way, shapes.corners(one.base, -1.5)) then
        fault(line, ("%s charges through %s"):format(id, one.id))
      end
    end
    local target = charging and root.units[charging.target]
    for _, area in ipairs(field.areas(root, way)) do
      local works = area.terrain == "town" or area.terrain == "fieldworks"
      local foot = tables.infantry(unit.troop) and target and target.inside == area.id
      if area.terrain == "impassable" or works and unit.inside ~= area.id and not foot then
        fault(line, ("%s charges into %s, which it may not enter"):format(id, area.id))
      end
    end
  end

  local function counter(line, root, id)
    local unit = root.units[id]
    if not tables.cavalry(unit.troop) then fault(line, id .. " countercharges and is no cavalry") end
    if unit.staggered then fault(line, id .. " countercharges and is staggered") end
    local front = false
    for _, other in ipairs(root.order.units) do
      local charging = root.units[other].charging
      front = front or charging and charging.target == id and charging.face == "front"
    end
    if not front then fault(line, id .. " countercharges and is not charged in front") end
  end

  local CALLS <const> = {
    ["charge.test"] = test, ["charge.reach"] = measure, ["charge.after_fire"] = after_fire,
  }

  function self.line(_, line, root)
    self.declares = nil
    local given = line.command
    if given["do"] ~= "charge" then return end
    for _, change in ipairs(line.changes) do
      if change.path[1] == "units" and change.path[2] == given.unit and change.path[3] == "charging" then self.declares = change.new end
    end
    declared(line, root, given)
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if event.say == "side_turn" then self.memory = { tested = {}, reached = {} } end
    local call = event.call and line.calls[event.call]
    if call and CALLS[call.procedure] then CALLS[call.procedure](line, root, call) end
  end

  function self.change(_, line, change, root)
    local path = change.path
    local act = line.command["do"]
    if path[1] ~= "units" or act == "amend" or act == "branch" then return end
    local id = path[2]
    local charging = root.units[id].charging
    if path[3] == "countercharging" and change.new then counter(line, root, id) end
    if path[3] == "base" and change.old and change.new and not shapes.same_place(change.old, change.new) then
      local event = line.events[math.max(1, change.event or 0)]
      local following = line.events[(change.event or 0) + 1]
      local home = following and following.say == "charge_home"
        and (following.with.unit == id or following.with.target == id)
      if home and (event.at or line.step) then contact(line, root, id, change) end
    end
    if path[3] == "charging" and path[4] == "stage" and change.new == "contact" and charging then
      if self.memory.reached[id] ~= "reaches" then fault(line, id .. " is in contact and has not got so far") end
    end
  end

  --- Who is in contact touches whom he met, and the other way round.
  function self.after(_, line, root)
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      local charging = unit.charging
      if charging and charging.stage == "contact" and field.present(unit) and line.step ~= "side_turn.charges" then
        for _, met in ipairs(unit.met or {}) do
          local target = root.units[met.target]
          local touches = field.present(target) and not target.inside and field.apart(unit.base, target.base)
          if touches and touches > 2 and not line.command["do"]:find "amend" then
            fault(line, ("%s is in contact with %s, %.1f mm away"):format(id, met.target, touches))
          end
        end
      end
    end
  end
  return self
end

return M
