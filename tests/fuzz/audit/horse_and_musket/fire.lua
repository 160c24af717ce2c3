--- Fire: once a turn, at an enemy in arc, range and sight who is the closest of them, with what the firer has left;
--- saves only behind what saves.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"
local sight <const> = require "fuzz.audit.horse_and_musket.sight"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

local ARC <const>, GUNS <const> = 45, 540

--- Who a fire is at: the story line after its call says it.
local function target_of(line, nth, id)
  for i = nth + 1, #line.events do
    local with = line.events[i].with
    if line.events[i].say and with and with.unit == id and with.target then return with.target end
  end
end

local function targets_of(line, nth, id)
  local list = {}
  for i = nth + 1, #line.events do
    local event = line.events[i]
    local call = event.call and line.calls[event.call]
    if call and call.procedure:find "^fire%." then break end
    if event.say and event.with and event.with.unit == id and event.with.target then list[#list + 1] = event.with.target end
  end
  return list
end

local function reach_of(unit)
  if unit.arm == "artillery" then return GUNS end
  local weapon = unit.weapon or tables.troop(unit.troop).default_weapon
  return tables.row("weapons", { weapon = weapon ~= "" and weapon or "carbine" }).long_mm
end

--- Range and bearing of a target (R48).
local function aimed(unit, target)
  local b = shapes.base(unit.base)
  local x, y = field.front(b)
  local px, py, far = field.nearest(field.outline(target.base), x, y)
  return far, far > 0 and field.bearing(b, x, y, px, py) or 0, x, y, px, py
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { fired = {} } }

  local function borne(line, id, name, said, is)
    if said ~= is then fault(line, ("%s is said to have %s %s and has %s"):format(id, name, tostring(said), tostring(is))) end
  end

  --- What a unit must be to fire at all.
  local function able(line, root, id)
    local unit = root.units[id]
    if not field.present(unit) then fault(line, id .. " fires and is gone") end
    if unit.drill == "column" and not unit.inside then fault(line, id .. " fires in column") end
    if unit.drill == "limbered" then fault(line, id .. " fires and is limbered") end
    if unit.river == "in" then fault(line, id .. " fires out of a river") end
  end

  local function own_turn(line, root, id)
    local unit = root.units[id]
    if self.memory.fired[id] then fault(line, id .. " fires twice in a turn") end
    self.memory.fired[id] = true
    if unit.side ~= root.active then fault(line, id .. " fires in the enemy's turn") end
    if unit.retired then fault(line, id .. " fires and has retired this turn") end
    if field.in_contact(root, id) then fault(line, id .. " fires and is in a melee") end
  end

  --- Woods a shot goes through (SR.2, R78).
  local function woods(line, root, id, target, far, x, y, px, py)
    for _, name in ipairs(root.order.areas) do
      local area = root.areas[name]
      if area.terrain == "woods" then
        local outline = shapes.outline(area.area)
        local from, to = shapes.inside(outline, { x = x, y = y }), shapes.inside(outline, { x = px, y = py })
        if from and to and field.within(root.units[id].base, area) and field.within(root.units[target].base, area) then
          if far > 51 then fault(line, ("%s fires %.0f mm at %s inside %s"):format(id, far, target, name)) end
        elseif to and not from and sight.depth(area, x, y, px, py) > 51.5 then
          fault(line, ("%s fires at %s, too deep in %s"):format(id, target, name))
        elseif from and not to and sight.depth(area, px, py, x, y) > 51.5 then
          fault(line, ("%s fires at %s from too deep in %s"):format(id, target, name))
        end
      end
    end
  end

  --- An enemy who is surely fair and nearer (C.2b, R52).
  local function nearer(root, id, target, far)
    local unit = root.units[id]
    for _, one in ipairs(field.standing(root)) do
      local fair = one.unit.side ~= unit.side and one.id ~= target and not field.in_contact(root, one.id)
      if fair and not one.unit.inside then
        local away, bearing = aimed(unit, one.unit)
        if away < far - 1.1 and away <= reach_of(unit) and bearing < ARC - 0.1 then
          local least = sight.clear(root, id, one.id)
          local wood = field.on(root, one.unit.base, "woods", 1) or field.on(root, unit.base, "woods", 1)
          if least > 0 and not wood then return one.id end
        end
      end
    end
  end

  --- Where the target is: range, arc, sight, the closest.
  local function lawful(line, root, id, target, said, bases)
    local unit, other = root.units[id], root.units[target]
    if other.side == unit.side then fault(line, ("%s fires at its friend %s"):format(id, target)) end
    if not field.present(other) then return fault(line, ("%s fires at %s, who is gone"):format(id, target)) end
    if field.in_contact(root, target) then fault(line, ("%s fires at %s, who is in a melee"):format(id, target)) end
    local far, bearing, x, y, px, py = aimed(unit, other)
    if unit.inside then return end -- a garrison fires from any side
    if not other.inside and math.abs(far - said) > 1.1 then
      fault(line, ("%s fires at %d mm, and %s is %.1f mm away"):format(id, said, target, far))
    end
    if far > reach_of(unit) + 0.5 and not other.inside then fault(line, ("%s fires at %s, %.0f mm away"):format(id, target, far)) end
    if bearing > ARC + 0.1 and not other.inside then
      fault(line, ("%s fires at %s, %.1f degrees off its front"):format(id, target, bearing))
    end
    woods(line, root, id, target, far, x, y, px, py)
    local least, most, _, by = sight.clear(root, id, target)
    local high = field.height(root, unit.base.x, unit.base.y) ~= field.height(root, other.base.x, other.base.y)
    local overhead = unit.arm == "artillery" and far > 180 and by and by.unit and (high or #field.areas(root, field.outline(unit.base)) > 0)
    if bases and (bases > most or bases < least) and not other.inside then
      fault(line, ("%s fires with %d bases at %s, and %d to %d see it"):format(id, bases, target, least, most))
    elseif not bases and most == 0 and not overhead and not other.inside then
      fault(line, ("%s fires at %s through %s"):format(id, target, by and by.id or "something"))
    end
    local rival = nearer(root, id, target, other.inside and math.min(said, far) or far)
    if rival then fault(line, ("%s fires at %s, and %s is nearer"):format(id, target, rival)) end
  end

  --- Twice the dice from behind or along (5.5, R59), where it is not in doubt.
  local function enfilade(line, root, id, target, said)
    local unit, other = root.units[id], root.units[target]
    if not other.base or other.inside then return end
    local b = shapes.base(other.base) -- a charger too is met as it stands (R90)
    local own = shapes.base(unit.base)
    local fx, fy = field.front(own)
    local one, two = field.bearing(b, b.x, b.y, own.x, own.y), field.bearing(b, b.x, b.y, fx, fy)
    local ex, ey = field.front(b)
    local three, four = field.bearing(b, ex, ey, fx, fy), field.bearing(b, ex, ey, own.x, own.y)
    local low, high = math.min(one, two, three, four) - 0.6, math.max(one, two, three, four) + 0.6
    local is
    if other.drill == "line" then
      if low > 90 then is = true elseif high < 90 then is = false end
    elseif other.drill == "column" then
      if high < 45 or low > 135 then is = true elseif low > 45 and high < 135 then is = false end
    else
      is = false
    end
    if is ~= nil and (said or false) ~= is then
      fault(line, ("%s fires at %s %s enfilade"):format(id, target, is and "without" or "with"))
    end
  end

  --- Defensive fire comes from the bases that have the charger in their arc, and nobody before them (R90).
  local function bears(line, root, id, charger, bases)
    local unit = root.units[id]
    local town = unit.inside and root.areas[unit.inside].terrain == "town"
    local least, most = sight.clear(root, id, charger, not town and { ARC - 0.5, ARC + 0.5 } or nil)
    if town then least, most = 4, 4 end -- from any side, with all (SR.3)
    if unit.inside and not town then least, most = 2 * least, 2 * most end -- two bases wide and two deep (SR.4)
    if bases < least or bases > most then
      fault(line, ("%s fires with %d bases at %s as it comes on, and %d to %d bear"):format(id, bases, charger, least, most))
    end
  end

  local function small_arms(line, root, call, nth)
    local id, args = call.throwers[""], call.args
    local unit = root.units[id]
    if not unit then return fault(line, tostring(id) .. " fires and is nobody") end
    able(line, root, id)
    borne(line, id, "troop", args.troop, unit.troop)
    borne(line, id, "grade", args.grade, unit.grade)
    borne(line, id, "formation", args.formation or unit.drill, unit.drill)
    borne(line, id, "staggered", args.staggered or false, unit.staggered or false)
    if unit.weapon and args.weapon then borne(line, id, "weapon", args.weapon, unit.weapon) end
    if unit.troop == "close_order_infantry" then
      borne(line, id, "first fire", args.first_fire or false, not self.shot[id])
    elseif args.first_fire and self.shot[id] then
      fault(line, id .. " has its first fire again")
    end
    self.shot[id] = true
    local target = target_of(line, nth, id)
    if not target or not unit.base then return end
    if args.defensive then
      local charging = root.units[target] and root.units[target].charging
      if not charging or charging.target ~= id then fault(line, ("%s fires defensively at %s, who does not charge it"):format(id, target)) end
      if charging and charging.counts ~= "front" then fault(line, id .. " fires defensively and is not charged in front") end
      if charging then bears(line, root, id, target, args.bases or 4) end
    else
      own_turn(line, root, id)
      borne(line, id, "moved", args.moved or false, unit.moved or false)
      lawful(line, root, id, target, args.range_mm, args.bases or 4)
    end
    if root.units[target] then enfilade(line, root, id, target, args.enfilade) end
  end

  local function artillery(line, root, call, nth)
    local id, args = call.throwers[""], call.args
    local unit = root.units[id]
    if not unit then return fault(line, tostring(id) .. " fires and is nobody") end
    able(line, root, id)
    if unit.arm ~= "artillery" then fault(line, id .. " fires as guns and is none") end
    local targets = targets_of(line, nth, id)
    local first = root.units[targets[1] or ""]
    if args.defensive or not first or not unit.base then return end
    own_turn(line, root, id)
    if #targets ~= #args.targets then
      fault(line, ("%s fires at %d units, and %d are told of"):format(id, #args.targets, #targets))
    end
    lawful(line, root, id, targets[1], args.targets[1].range_mm, nil)
    for i, name in ipairs(targets) do
      local other, one = root.units[name], args.targets[i]
      if other and other.base and one then
        enfilade(line, root, id, name, one.enfilade)
        if i > 1 then
          if field.in_contact(root, name) then fault(line, ("%s fires over %s, who is in a melee"):format(id, name)) end
          local far = aimed(unit, other)
          local grazed = other.inside -- a garrison is met at the sides of its town
          if one.range_mm > GUNS or not grazed and far > GUNS + 0.5 then fault(line, ("%s fires on at %s, %.0f mm away"):format(id, name, far)) end
          if not grazed and one.range_mm < far - 1.1 then fault(line, ("%s fires on at %s at %d mm, and it is %.0f mm away"):format(id, name, one.range_mm, far)) end
          if one.range_mm < args.targets[i - 1].range_mm then fault(line, id .. " fires on out of order") end
        end
      end
    end
  end

  --- What saves hits: cover that is there, guns fired at.
  local function saves(line, root, call)
    local id = call.throwers[""]
    local unit = root.units[id]
    if not unit or not unit.base then return end
    for _, ground in ipairs(call.args.grounds) do
      if ground == "artillery_target" then
        if unit.arm ~= "artillery" then fault(line, id .. " saves as guns and is none") end
      elseif ground == "cover" then
        local covered = unit.inside ~= nil or #field.lines(root, field.outline(unit.base, 1.6)) > 0
        for _, area in ipairs(field.areas(root, field.outline(unit.base, -1))) do
          local hides = area.terrain == "woods" or area.terrain == "town" or area.terrain == "fieldworks"
          covered = covered or hides and field.within(unit.base, area)
        end
        if not covered then fault(line, id .. " saves behind cover, and there is none") end
      else
        fault(line, id .. " saves as in a melee")
      end
    end
  end

  --- Guns that are hit must save.
  local function unsaved(line, root, call, nth)
    if call.args.defensive then return end
    for i, name in ipairs(targets_of(line, nth, call.throwers[""])) do
      local unit = root.units[name]
      local hits = call.result.targets and (call.result.targets[i] or {}).hits or not call.result.targets and call.result.hits or 0
      if unit and hits > 0 and unit.arm == "artillery" then
        local saved = false
        for _, other in ipairs(line.calls) do
          saved = saved or other.procedure == "cover.save" and other.throwers[""] == name
        end
        if not saved then fault(line, name .. " is hit and does not save as guns do") end
      end
    end
  end

  function self.line(_, _, root)
    self.shot = {}
    for _, id in ipairs(root.order.units) do self.shot[id] = root.units[id].shot end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if event.say == "side_turn" then self.memory = { fired = {} } end
    local call = event.call and line.calls[event.call]
    if not call then return end
    if call.procedure == "fire.small_arms" then
      small_arms(line, root, call, nth)
      unsaved(line, root, call, nth)
    elseif call.procedure == "fire.artillery" then
      artillery(line, root, call, nth)
      unsaved(line, root, call, nth)
    elseif call.procedure == "cover.save" then
      saves(line, root, call)
    end
  end
  return self
end

return M
