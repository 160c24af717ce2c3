--- Moves of a unit's own will: straight ahead, one pivot of 45 degrees at most, no farther than its rate in the ground it
--- crosses, through nobody, into contact with nobody; one move a turn, with leave.
local barred_ground <const> = require "fuzz.audit.horse_and_musket.barred"
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

local HAIR <const> = 0.5

local MOVES <const> = {
  move = true, march = true, retire = true, turn = true, change_formation = true, deploy_line = true, limber = true,
  deploy_guns = true, pivot_guns = true, enter = true, leave = true,
}
--- Commands that are a unit's one move.
local ONE <const> = { move = true, retire = true, limber = true, deploy_guns = true, pivot_guns = true, enter = true, leave = true }
--- Steps in which others than the unit commanded are moved, by charges, retreats and hands.
local DRIVEN <const> = { amend = true, branch = true, fix = true, start = true, place = true, undo = true }

--- The size of a unit's base in a formation (Units, R2), in micrometres.
local function size_of(root, unit, drill)
  local wide, deep, battle = 1, 1, root.battle
  local row = tables.row("formations", { troop = unit.troop, formation = drill })
  if row then wide, deep = row.bases_wide, row.ranks end
  local depth = tables.infantry(unit.troop) and battle.foot_depth_mm or tables.cavalry(unit.troop) and battle.horse_depth_mm
    or battle.gun_depth_mm
  return wide * battle.base_width_mm * 1000, deep * depth * 1000
end

--- How far a unit may go, in good going and in difficult.
local function rates(root, unit, did)
  local function rate(difficult)
    local band = tables.band(unit.troop, did.began or unit.drill, difficult)
    if did.changed and not field.discipline(root, unit) then band = tables.lowered(band, 1) end
    return tables.stick(band)
  end
  return rate(false), rate(true)
end

--- What a straight way of a unit goes through.
local function through(root, id, way)
  for _, one in ipairs(field.standing(root)) do
    if one.id ~= id and not (one.unit.inside and one.unit.inside == root.units[id].inside)
      and shapes.meet(way, shapes.corners(one.base, -1.5)) then
      return one.id
    end
  end
end

--- An enemy that a base touches.
local function touched(root, id, base)
  for _, one in ipairs(field.standing(root)) do
    if one.unit.side ~= root.units[id].side and field.apart(base, one.unit.base) < HAIR then return one.id end
  end
end

--- Barred ground on the way: an area and what is wrong with it.
local function barred(root, unit, way)
  local crossing = false
  local areas = field.areas(root, way)
  for _, area in ipairs(areas) do crossing = crossing or area.terrain == "bridge" or area.terrain == "ford" end
  for _, area in ipairs(areas) do
    local terrain, inside = area.terrain, unit.inside == area.id
    if terrain == "impassable" then return "through impassable " .. area.id end
    if (terrain == "town" or terrain == "fieldworks") and not inside then return "into " .. area.id .. " without entering it" end
    if terrain == "woods" and not tables.fighter(unit.troop) then return "into the wood " .. area.id end
    if terrain == "river" and not crossing and not unit.river then return "into the river " .. area.id end
  end
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { did = {} } }

  local function did(id)
    local memory = self.memory.did
    memory[id] = memory[id] or { acts = {} }
    return memory[id]
  end

  --- A straight way of so many millimetres ahead, from a base as it faces then.
  local function straight(line, root, id, base, mm, limit_good, limit_difficult)
    local unit = root.units[id]
    local far = math.abs(mm)
    if far > limit_good + HAIR then fault(line, ("%s goes %.1f mm and may go %d"):format(id, far, limit_good)) end
    local way = field.swept(base, mm, -1.5)
    if far > limit_difficult + HAIR and field.difficult(root, way) then
      fault(line, ("%s goes %.1f mm through difficult ground and may go %d"):format(id, far, limit_difficult))
    end
    local by = through(root, id, way)
    if by then fault(line, ("%s goes through %s"):format(id, by)) end
    local bar = barred(root, unit, way)
    if bar then fault(line, ("%s goes %s"):format(id, bar)) end
  end

  --- A move along a line, with a pivot before or after it.
  local function moved(line, root, id, from, to, backward)
    local unit, act = root.units[id], line.command["do"]
    local mine = did(id)
    local dx, dy = (to.x - from.x) / 1000, (to.y - from.y) / 1000
    local far, pivot = math.sqrt(dx * dx + dy * dy), field.turned(from.facing, to.facing)
    if math.abs(pivot) > 45.002 then fault(line, ("%s pivots %.1f degrees in a move"):format(id, math.abs(pivot))) end
    if backward and math.abs(pivot) > 0.002 then fault(line, id .. " pivots as it goes back") end
    if math.abs(pivot) > 0.002 and mine.pivoted == act then fault(line, id .. " pivots twice in a move") end
    if far < HAIR then return end
    local sign, start, least = backward and -1 or 1, nil, HAIR
    for _, facing in ipairs { from.facing, to.facing } do
      local angle = math.rad(facing / 1000)
      local right = dx * math.cos(angle) - dy * math.sin(angle)
      local ahead = dx * math.sin(angle) + dy * math.cos(angle)
      if math.abs(right) < least and ahead * sign > 0 then start, least = facing, math.abs(right) end
    end
    if not start then return fault(line, ("%s does not go straight %s"):format(id, backward and "back" or "ahead")) end
    local good, difficult = rates(root, unit, mine)
    if backward then good = difficult end
    local began = { x = from.x, y = from.y, facing = start, width = from.width, depth = from.depth }
    local turned = start ~= from.facing and field.difficult(root, field.outline(from, -1.5)) or act == "move" and mine.rough
    if turned and far > difficult + HAIR then
      fault(line, ("%s goes %.1f mm, turned out of difficult ground, and may go %d"):format(id, far, difficult))
    end
    local wet = not unit.river and barred_ground.water(root, began, sign * far)
    if wet then fault(line, ("%s goes over %s off its crossings"):format(id, wet)) end
    straight(line, root, id, began, sign * far, good, difficult)
  end

  local function may(line, root, id, act)
    local unit, mine = root.units[id], did(id)
    if not unit.may_move then fault(line, ("%s is to %s without leave"):format(id, act)) end
    if unit.retired then fault(line, ("%s is to %s and has retired this turn"):format(id, act)) end
    if field.in_contact(root, id) then fault(line, ("%s is to %s and is in a melee"):format(id, act)) end
    if unit.status == "gone" then fault(line, ("%s is to %s and is gone"):format(id, act)) end
    local horse_guns = unit.horse_artillery and (act == "limber" or act == "deploy_guns") and mine.guns == 1
    if (ONE[act] or act == "turn" and mine.acts.move) and mine.one and not horse_guns then
      fault(line, ("%s is to %s after its move, %s"):format(id, act, mine.one))
    end
    if act == "march" then
      if unit.drill ~= "column" or mine.changed then fault(line, id .. " marches and was not in column throughout") end
      if mine.acts.march then fault(line, id .. " marches twice") end
      if unit.troop == "light_infantry" or unit.troop == "light_cavalry" or unit.troop == "tribal_cavalry" then
        fault(line, id .. " has no free move")
      end
      if mine.one and mine.one ~= "move" and mine.one ~= "turn" then fault(line, ("%s marches after its move, %s"):format(id, mine.one)) end
    end
    if act == "change_formation" and mine.changed then fault(line, id .. " changes formation twice") end
    if unit.drill == "deployed" and (act == "move" or act == "retire") then fault(line, id .. " is deployed and moves") end
  end

  local CHECK <const> = {}

  --- A turn or move brings no part of a unit into ground that bars it, or into water off a crossing.
  local function keeps_out(line, root, id, from, to)
    local unit = root.units[id]
    local area = barred_ground.under(root, unit, to)
    local wades = area and unit.river == "in" and unit.river_area == area
    if area and not wades and barred_ground.under(root, unit, from) ~= area then
      fault(line, ("%s brings part of itself into %s"):format(id, area))
    end
  end

  function CHECK.turn(line, root, id, from, to)
    keeps_out(line, root, id, from, to)
    did(id).rough = field.difficult(root, field.outline(from, -1.5))
    if not shapes.same_place(from, to) then fault(line, id .. " turns elsewhere than on its centre") end
    local by, mine = math.abs(field.turned(from.facing, to.facing)), did(id)
    if by > 45.002 then
      mine.moved = true
      if mine.one then fault(line, ("%s turns %.1f degrees after its move, %s"):format(id, by, mine.one)) end
      mine.one = "turn"
    end
    local call = line.calls[1]
    if call and call.procedure == "movement.turn" and math.abs(call.args.turn_deg - by) > 1 then
      fault(line, ("%s turns %.1f degrees, said to be %d"):format(id, by, call.args.turn_deg))
    end
    local enemy = touched(root, id, to)
    if enemy and not touched(root, id, from) then fault(line, ("%s turns into %s"):format(id, enemy)) end
  end
  CHECK.pivot_guns = function(line, root, id, from, to)
    keeps_out(line, root, id, from, to)
    if not shapes.same_place(from, to) then fault(line, id .. " turns elsewhere than on its centre") end
    local unit = root.units[id]
    if unit.drill ~= "deployed" then fault(line, id .. " pivots its guns and is " .. tostring(unit.drill)) end
  end

  local function advance(line, root, id, from, to)
    keeps_out(line, root, id, from, to)
    moved(line, root, id, from, to, false)
    local enemy = touched(root, id, to)
    if enemy and not touched(root, id, from) then fault(line, ("%s moves into contact with %s"):format(id, enemy)) end
  end
  CHECK.move, CHECK.march = advance, advance

  function CHECK.retire(line, root, id, from, to)
    moved(line, root, id, from, to, true)
    local enemy = touched(root, id, to)
    if enemy and not touched(root, id, from) then fault(line, ("%s moves into contact with %s"):format(id, enemy)) end
  end

  local function reformed(line, root, id, from, to, act)
    local unit = root.units[id]
    local by = field.turned(from.facing, to.facing)
    if not shapes.same_place(from, to) then fault(line, id .. " changes formation elsewhere than on its centre") end
    local face = act == "deploy_line"
    if face and math.abs(math.abs(by) - 90) > 0.01 or not face and math.abs(by) > 0.01 then
      fault(line, ("%s turns %.1f degrees as it changes formation"):format(id, by))
    end
    local width, depth = size_of(root, unit, self.drill or unit.drill)
    if not unit.inside and (to.width ~= width or to.depth ~= depth) then
      fault(line, ("%s stands %d by %d mm in %s"):format(id, to.width // 1000, to.depth // 1000, self.drill or unit.drill))
    end
  end
  CHECK.change_formation, CHECK.deploy_line, CHECK.limber, CHECK.deploy_guns = reformed, reformed, reformed, reformed

  --- Into or out of a town or fieldworks: its edge within the difficult rate; a river: placed in it from its edge.
  local function works(line, root, id, from, to, act)
    local unit = root.units[id]
    local place = act == "leave" and unit.inside or line.command.area
    local area = root.areas[place]
    if not area then return end
    local outline = shapes.outline(area.area)
    if area.terrain == "river" then
      local gap = shapes.distance(field.outline(from), outline)
      if gap > 2 then fault(line, ("%s is placed in %s from %.0f mm away"):format(id, place, gap)) end
      return
    end
    if not tables.infantry(unit.troop) and area.terrain ~= "woods" then fault(line, ("%s is to %s %s and is no infantry"):format(id, act, place)) end
    local _, difficult = rates(root, unit, did(id))
    local gap = shapes.distance(field.outline(act == "enter" and from or to), outline)
    local most = area.terrain == "fieldworks" and 2 or difficult + HAIR
    if gap > most then fault(line, ("%s is to %s %s over %.0f mm, and may over %.0f"):format(id, act, place, gap, most)) end
    for _, name in ipairs(root.order.units) do
      if act == "enter" and name ~= id and root.units[name].inside == place and root.units[name].status ~= "gone" then
        fault(line, ("%s enters %s, which %s holds"):format(id, place, name))
      end
    end
    local enemy = act == "leave" and touched(root, id, to)
    if enemy then fault(line, ("%s moves into contact with %s"):format(id, enemy)) end
  end
  CHECK.enter, CHECK.leave = works, works

  --- What a command spends of the turn.
  local function spent(line, root, id, act)
    local mine = did(id)
    mine.acts[act] = true
    if ONE[act] then mine.one = mine.one or act end
    if act == "limber" or act == "deploy_guns" then mine.guns, mine.moved = (mine.guns or 0) + 1, true end
    if act == "change_formation" then mine.changed, mine.moved = true, true end
    if act == "pivot_guns" or act == "enter" or act == "leave" or act == "retire" then mine.moved = true end
    local last = line.changes[#line.changes]
    if last and root then mine.seen = true end
  end

  function self.line(_, line, root)
    local act, id = line.command["do"], line.command.unit
    self.drill = nil
    if MOVES[act] and root.units[id] then
      local mine = did(id)
      mine.began = mine.began or root.units[id].drill
      may(line, root, id, act)
      for _, change in ipairs(line.changes) do
        if change.path[1] == "units" and change.path[2] == id and change.path[3] == "drill" then self.drill = change.new end
      end
    end
  end

  function self.event(_, line, nth)
    local event = line.events[nth]
    if event and event.say == "side_turn" then self.memory = { did = {} } end
  end

  function self.change(_, line, change, root)
    local path, act = change.path, line.command["do"]
    if path[1] ~= "units" or path[3] ~= "base" or #path ~= 3 or not change.old or not change.new then return end
    if not MOVES[act] then
      local event = line.events[math.max(1, change.event or 0)]
      local at = event and event.at or ""
      local driven = at:find "^charge%." or at:find "hand_to_hand" or at:find "combat"
      if not driven and not DRIVEN[act] and not line.step:find "^setup" and not shapes.same_place(change.old, change.new) then
        fault(line, ("%s moves in %s"):format(path[2], at ~= "" and at or line.step))
      end
      return
    end
    local id = path[2]
    if id ~= line.command.unit then return fault(line, ("%s moves as %s is commanded"):format(id, line.command.unit)) end
    CHECK[act](line, root, id, change.old, change.new, act)
    if change.old.x ~= change.new.x or change.old.y ~= change.new.y then did(id).moved = true end
  end

  function self.after(_, line, root)
    local act, id = line.command["do"], line.command.unit
    if not MOVES[act] or not root.units[id] then return end
    spent(line, root, id, act)
    local unit = root.units[id]
    if (unit.moved or false) ~= (did(id).moved or false) then
      fault(line, ("%s counts as %s, and it has %s"):format(id, unit.moved and "moved" or "not moved",
        did(id).moved and "moved" or "not"))
    end
  end
  return self
end

return M
