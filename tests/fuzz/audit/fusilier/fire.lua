--- Fire: in range, in the front arc, in sight and not through anybody; once a bound; by the table the clause names.
local places <const> = require "fuzz.audit.fusilier.places"
local shapes <const> = require "fuzz.audit.shapes"

local M <const> = {}

-- 8.1: the far edges of short, effective and long.
local RANGES <const> = {
  [18] = { 500, 850, 1200 }, [12] = { 400, 700, 1000 }, [9] = { 350, 625, 900 }, [8] = { 350, 625, 900 },
  [6] = { 300, 550, 800 }, [4] = { 200, 400, 600 }, [3] = { 150, 325, 500 },
}
local BRACKETS <const> = { "short", "effective", "long" }

local function bracket_of(calibre, range)
  for i, far in ipairs(RANGES[calibre] or {}) do
    if range <= far then return i end
  end
end

--- Who stands between two outlines wherever one looks: a name, or nil when some line is free.
local function blocked(root, shooter, from, target, to)
  local bodies = {}
  for _, one in ipairs(places.standing(root)) do
    if one.id ~= shooter and one.id ~= target and not one.unit.building then
      bodies[#bodies + 1] = { id = one.id, outline = shapes.corners(one.base, -2) }
    end
  end
  for _, id in ipairs(root.order.areas) do
    local area = root.areas[id]
    if area.terrain == "open_woods" or area.terrain == "built_up" then
      local outline = shapes.outline(area.area)
      if id ~= target and not shapes.meet(outline, from) and not shapes.meet(outline, to) then
        bodies[#bodies + 1] = { id = id, outline = outline }
      end
    end
  end
  if #bodies == 0 then return nil end
  local by
  local front = shapes.along({ from[1], from[2] }, false, 16)
  for _, b in ipairs(shapes.along(to, true, 8)) do
    for _, a in ipairs(front) do
      local free = true
      for _, body in ipairs(bodies) do
        if shapes.through(a, b, body.outline) then
          free, by = false, body.id
          break
        end
      end
      if free then return nil end
    end
  end
  return by
end

local function target_of(line, nth, shooter)
  for i = nth + 1, math.min(#line.events, nth + 3) do
    local with = line.events[i].with
    if with and with.unit == shooter and with.target then return with.target end
  end
end

local SHOTS <const> = {
  ["artillery.fire"] = true, ["artillery.fire_building"] = true, ["skirmish.fire"] = true, ["skirmish.reply"] = true,
}

local function measured(root, from, id)
  local unit, area = root.units[id], root.areas[id]
  local to = unit and unit.base and shapes.corners(shapes.base(unit.base)) or area and shapes.outline(area.area)
  return to, to and shapes.distance(from, to)
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { fired = {} } }

  local function guns(line, call, unit, id)
    local args = call.args
    if unit.drill == "limbered" then fault(line, id .. " fires and is limbered") end
    if args.guns ~= unit.guns then fault(line, ("%s fires %s guns and has %s"):format(id, args.guns, tostring(unit.guns))) end
    if args.calibre_pdr ~= unit.calibre_pdr then fault(line, id .. " fires another calibre than its own") end
    local nth = bracket_of(args.calibre_pdr, args.range_mm)
    if not nth then return fault(line, ("%s fires at %d mm, out of range"):format(id, args.range_mm)) end
    local shift = args.target == "skirmishers" or args.target == "battery" and not args.target_limbered
    if shift and nth == 3 then fault(line, id .. " fires at long range at what only nearer fire can hurt") end
    local want = BRACKETS[nth + (shift and 1 or 0)]
    if call.procedure == "artillery.fire" and call.result.table ~= want then
      fault(line, ("%s reads table %s, not %s"):format(id, tostring(call.result.table), tostring(want)))
    end
  end

  local function target_kind(line, call, root, target, id)
    local unit = root.units[target]
    if not unit or call.procedure ~= "artillery.fire" then return end
    local kind = unit.arm == "artillery" and "battery" or unit.drill == "skirmish" and "skirmishers" or "formed"
    if call.args.target ~= kind then
      fault(line, ("%s fires at %s as %s, which is %s"):format(id, target, call.args.target, kind))
    end
  end

  local function foot(line, call, unit, id)
    local most = call.procedure == "skirmish.reply" and 400 or unit.rifle and 400 or 200
    if call.args.range_mm > most then fault(line, ("%s fires at %d mm"):format(id, call.args.range_mm)) end
    if call.procedure == "skirmish.fire" and unit.drill ~= "skirmish" then
      fault(line, id .. " skirmishes and is in " .. tostring(unit.drill))
    end
    if call.procedure == "skirmish.reply" and unit.moved then fault(line, id .. " replies and has moved") end
  end

  function self.event(_, line, nth, root)
    if self.memory.turn ~= root.turn then self.memory = { turn = root.turn, fired = {} } end
    local fired = self.memory.fired
    local event = line.events[nth]
    local call = event and event.call and line.calls[event.call]
    if not call or not SHOTS[call.procedure] then return end
    local id = call.throwers[""]
    local unit = root.units[id]
    if not unit then return fault(line, tostring(id) .. " fires and is nobody") end
    if fired[id] then fault(line, id .. " fires twice in a bound") end
    fired[id] = true
    if unit.arm == "artillery" then guns(line, call, unit, id) else foot(line, call, unit, id) end
    local target = target_of(line, nth, id)
    if not target or not unit.base then return end
    local base = shapes.base(unit.base)
    local from = shapes.corners(base)
    local to, away = measured(root, from, target)
    if not to then return end
    local aimed = root.units[target]
    if aimed and aimed.side == unit.side then fault(line, ("%s fires at its friend %s"):format(id, target)) end
    if aimed and not places.present(aimed) then fault(line, ("%s fires at %s, who is gone"):format(id, target)) end
    target_kind(line, call, root, target, id)
    local said = call.args.range_mm
    if math.abs(away - said) > 1.01 and not (aimed and aimed.building) then
      fault(line, ("%s fires at %d mm, and %s is %.1f mm away"):format(id, said, target, away))
    end
    if unit.drill ~= "skirmish" and not shapes.in_front(base, to, 1) then
      fault(line, ("%s fires at %s outside its front arc"):format(id, target))
    end
    local by = blocked(root, id, from, target, to)
    if by and not (aimed and aimed.building) and not unit.building then
      fault(line, ("%s fires at %s through %s"):format(id, target, by))
    end
  end
  return self
end

return M
