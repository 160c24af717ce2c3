--- Hand-to-hand combat: who fights whom, with what of his own and of the ground; generals at risk, colours and points.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local order <const> = require "fuzz.audit.horse_and_musket.order"
local shapes <const> = require "fuzz.audit.shapes"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

local SUPPORT <const> = 50

--- How far a body is from the flanks and the rear of a base, and from its front.
local function beside(b, outline)
  local c, near = shapes.corners(b), math.huge
  local function to(p, q) return shapes.distance({ p, q, p }, outline) end
  for _, edge in ipairs { { c[1], c[4] }, { c[2], c[3] }, { c[3], c[4] } } do near = math.min(near, to(edge[1], edge[2])) end
  return near, to(c[1], c[2])
end

--- Supports of a fighting unit: how many there surely are, and how many there may be (R68).
local function supports(root, id)
  local unit, least, most = root.units[id], 0, 0
  local own = shapes.base(unit.base)
  for _, one in ipairs(field.standing(root)) do
    local near = one.id ~= id and one.unit.side == unit.side and tables.fighter(one.unit.troop)
    if near and not field.in_contact(root, one.id) then
      local outline = shapes.corners(one.base)
      local away, front = beside(own, outline)
      if away <= SUPPORT + 0.5 then
        most = most + 1
        local face, clear = field.face(unit.base, one.base.x, one.base.y)
        if face ~= "front" and clear > 0.02 and away <= SUPPORT - 0.5 and away < front - 0.1 then least = least + 1 end
      end
    end
  end
  local held = unit.inside and root.areas[unit.inside]
  if held and held.terrain == "town" then least = 0 end -- a town has neither flank nor rear (SR.3, R79)
  return math.min(3, least), math.min(3, most)
end

--- Ground in a fight: a wood either stands wholly in, a town or works it holds, a line it touches.
local function position(root, charged, charger)
  local unit = root.units[charged]
  if unit.inside and root.areas[unit.inside] then return root.areas[unit.inside].terrain end
  for _, area in ipairs(field.areas(root, field.outline(unit.base, -1))) do
    if area.terrain == "woods" and field.within(unit.base, area) then return "woods" end
  end
  local near = #field.lines(root, field.outline(unit.base, 1.5)) > 0
    or #field.lines(root, field.outline(root.units[charger].base, 1.5)) > 0
  return near and "cover?" or "open"
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { fought = {} } }

  local function borne(line, root, id, args, fighter)
    local unit = root.units[id]
    local function differs(name, said, is)
      if said ~= is then fault(line, ("%s is said to have %s %s and has %s"):format(id, name, tostring(said), tostring(is))) end
    end
    differs("troop", args.troop, unit.troop)
    differs("hits", args.hits or 0, unit.hits)
    differs("staggered", args.staggered or false, unit.staggered or false)
    if unit.drill then differs("formation", args.formation or tables.troop(unit.troop).default_formation, unit.drill) end
    if not fighter then return end
    differs("grade", args.grade or "average", unit.grade)
    differs("general", args.general or false, #field.generals(root, id) > 0)
    if not unit.base then return end
    local least, most = supports(root, id)
    local said = args.supports or 0
    if said < least or said > most then
      fault(line, ("%s is said to have %d supports and has %d to %d"):format(id, said, least, most))
    end
  end

  local function combat(line, root, call)
    local charger, charged = call.throwers.charger, call.throwers.charged
    local one, other, args = root.units[charger], root.units[charged], call.args
    if not one or not other then return fault(line, "a combat of nobody") end
    local memory = self.memory
    local key = charger .. " " .. charged
    if memory.fought[key] then fault(line, ("%s and %s fight twice in a turn"):format(charger, charged)) end
    memory.fought[key] = true
    if one.side ~= root.active then fault(line, charger .. " fights as charger in the enemy's turn") end
    if one.side == other.side then fault(line, ("%s fights its friend %s"):format(charger, charged)) end
    if not field.present(one) or not field.present(other) then
      return fault(line, ("%s fights %s, and one is gone"):format(charger, charged))
    end
    local met
    for _, contact in ipairs(one.met or {}) do
      if contact.target == charged then met = contact end
    end
    if not met then fault(line, ("%s fights %s, whom it has not met"):format(charger, charged)) end
    if memory.lost and memory.lost[charged] then fault(line, ("%s fights again and has lost"):format(charged)) end
    if call.result.retreats == "charged" or call.result.charged.destroyed then
      memory.lost = memory.lost or {}
      memory.lost[charged] = true
    end
    borne(line, root, charger, args.charger, true)
    borne(line, root, charged, args.charged, tables.fighter(other.troop))
    if not tables.fighter(other.troop) then return end
    if (args.charged.countercharging or false) ~= (other.countercharging or false) and not (met and met.counter) then
      fault(line, charged .. " is said to countercharge, or not, against what it did")
    end
    if one.base and other.base then M.ground(fault, line, root, charger, charged, args, met) end
  end

  local function risk(line, call, root)
    local general = call.throwers[""]
    local leader = root.leaders[general]
    if not leader then return fault(line, tostring(general) .. " is at risk and is no general") end
    if line.step:find "charge%." or line.step:find "firing" then return end
    local fits = false
    for _, other in ipairs(line.calls) do
      if other.procedure == "melee.resolve" then
        for _, who in ipairs { "charger", "charged" } do
          fits = fits or other.result[who].general_at_risk and other.result[who].taken == call.args.hits
        end
      elseif other.procedure == "fire.small_arms" or other.procedure == "fire.artillery" or other.procedure == "cover.save" then
        fits = true
      end
    end
    if not fits then fault(line, ("%s is at risk of %d hits that nobody took"):format(general, call.args.hits)) end
  end

  --- Colours are thrown for when a unit that has them is beaten in a fight.
  local function colours(line, call, root)
    local lost
    for _, other in ipairs(line.calls) do
      if other.procedure == "melee.resolve" then
        local result = other.result
        local loser = result.charged.destroyed and "charged" or result.charger.destroyed and "charger"
        local event = loser and "destroyed" or "retired"
        loser = loser or result.retreats
        local id = other.throwers[loser]
        if id and root.units[id] and event == call.args.event then
          lost = lost or root.units[id].troop == call.args.troop and id
        end
      end
    end
    if not lost then fault(line, ("colours of %s that %s are thrown for, and nobody was"):format(call.args.troop, call.args.event)) end
    if tables.troop(call.args.troop).has_colours ~= "yes" then fault(line, "colours of " .. call.args.troop) end
    local points = self.points
    points.gain = points.gain + call.result.victor_points
    points.loss = points.loss + call.result.loser_points
    points.taken = points.taken + (call.result.captured and 1 or 0)
  end

  function self.line(_, _, root)
    self.points = { gain = 0, loss = 0, taken = 0, before = 0, guns = 0, guns_before = 0 }
    for _, side in ipairs(root.order.sides) do
      self.points.before = self.points.before + (root.sides[side].points or 0)
      self.points.guns_before = self.points.guns_before + (root.sides[side].guns_taken or 0)
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if event.say == "side_turn" then self.memory = { fought = {} } end
    local call = event.call and line.calls[event.call]
    if not call then return end
    if call.procedure == "melee.resolve" then
      combat(line, root, call)
      local charged = root.units[call.throwers.charged or ""]
      if call.result.automatic and charged and charged.arm == "artillery" then self.points.guns = self.points.guns + 1 end
    elseif call.procedure == "general.risk" then
      risk(line, call, root)
    elseif call.procedure == "colours.capture" then
      colours(line, call, root)
    end
  end

  function self.change(_, line, change, root)
    local path = change.path
    if path[1] ~= "leaders" or order.BY_HAND[line.command["do"]] then return end
    if path[3] == "status" and change.new == "gone" then
      local fell = false
      for _, call in ipairs(line.calls) do
        fell = fell or call.procedure == "general.risk" and call.result.casualty and call.throwers[""] == path[2]
      end
      self.removed = self.removed or {}
      if not fell and not M.cut_off(root, path[2]) then
        fault(line, ("%s is removed, and a friend is near enough to flee to"):format(path[2]))
      end
    end
  end

  function self.after(_, line, root)
    for _, id in ipairs(root.order.leaders) do
      local leader = root.leaders[id]
      local unit = leader.with and root.units[leader.with]
      if unit and unit.status == "gone" and leader.status ~= "gone" then fault(line, ("%s is with %s, which is gone"):format(id, leader.with)) end
      for _, call in ipairs(line.calls) do
        if call.procedure == "general.risk" and call.result.casualty and call.throwers[""] == id and leader.status ~= "gone" then
          fault(line, id .. " falls and stands")
        end
      end
    end
    if order.BY_HAND[line.command["do"]] then return end
    local sum, guns = 0, 0
    for _, side in ipairs(root.order.sides) do
      sum, guns = sum + (root.sides[side].points or 0), guns + (root.sides[side].guns_taken or 0)
    end
    local p = self.points
    if guns ~= p.guns_before + p.guns then
      fault(line, ("%d guns are taken, and it must be %d"):format(guns, p.guns_before + p.guns))
    end
    local due = p.before + p.gain + p.loss
    if not root.result and sum ~= due then
      fault(line, ("there are %d points, and there must be %d"):format(sum, due))
    end
  end
  return self
end

--- Is no friendly unit within 180 mm of a general (R9)?
function M.cut_off(root, id)
  local leader = root.leaders[id]
  if not leader.base then return true end
  for _, one in ipairs(field.standing(root)) do
    if one.unit.side == leader.side and one.id ~= leader.with and field.apart(leader.base, one.unit.base) < 179.5 then
      return false
    end
  end
  return true
end

--- Heights, cover, difficult ground and the river of a combat.
function M.ground(fault, line, root, charger, charged, args, met)
  local one, other = root.units[charger], root.units[charged]
  local high = field.height(root, one.base.x, one.base.y) - field.height(root, other.base.x, other.base.y)
  if (args.charger.higher_ground or false) ~= (high > 0) then
    fault(line, ("%s is said to stand %shigher than %s"):format(charger, high > 0 and "not " or "", charged))
  end
  if (args.charged.higher_ground or false) ~= (high < 0) then
    fault(line, ("%s is said to stand %shigher than %s"):format(charged, high < 0 and "not " or "", charger))
  end
  local said, is = args.position or "open", position(root, charged, charger)
  if is == "cover?" and (said == "open" or said == "cover") then is = said end
  if said ~= is and not (met and met.position == said and other.countercharging) then
    fault(line, ("%s is fought in %s and stands in %s"):format(charged, said, is))
  end
  local ways = field.outline(one.base, 1.5)
  local hard, there = field.difficult(root, ways), field.difficult(root, field.outline(other.base, 1.5))
  if args.difficult and hard == false and there == false then
    fault(line, ("%s and %s fight on difficult ground, and there is none"):format(charger, charged))
  end
  if field.on(root, one.base, "crops", -2) or field.on(root, other.base, "crops", -2) then
    if not args.difficult then fault(line, ("%s and %s fight in crops as on good ground"):format(charger, charged)) end
  end
  local side_of_town = args.position == "town" and args.face == "front" -- all of them count as front (SR.3)
  if args.face and met and not side_of_town and args.face ~= met.face and args.face ~= met.counts then
    fault(line, ("%s is fought in its %s and was met in its %s"):format(charged, args.face, tostring(met.face)))
  end
  if shapes.overlap(shapes.base(one.base), shapes.base(other.base)) < -field.TOUCH and not other.inside then
    fault(line, ("%s fights %s, %.1f mm away"):format(charger, charged, field.apart(one.base, other.base)))
  end
  if args.charged.defends_river and args.face ~= "front" and (args.face ~= nil) then
    fault(line, charged .. " defends a river that is not before it")
  end
end

return M
