--- Retreats: straight back, as far as the rate and what is in the way make it, turned first so that the face that was met
--- is the front (4.1.5, 6.8, 6.9, R73, R74, R88, R89); nobody retreats who need not.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local shapes <const> = require "fuzz.audit.shapes"
local way <const> = require "fuzz.audit.horse_and_musket.way"

local M <const> = {}

local HAIR <const> = 1.2

--- Is it the garrison of works at its back, which it goes through from where it stands (6.9, R91)?
local function garrison(one, other)
  return one.holds and other.kind == "friend" and other.from_mm == 0 and other.to_mm >= one.to
end

--- A river reached upon friends stops it only beyond all of them: it is said to be met with the last of these (R74, R89).
local function beyond_friends(is, one, other)
  local cleared, last = one.from, false
  for _, friend in ipairs(is) do
    if friend.kind == "friend" and friend.from <= cleared then
      cleared, last = math.max(cleared, friend.to), math.abs(other.from_mm - friend.from) <= HAIR
    end
  end
  return one.kind == "river" and other.kind == "river" and last
end

--- What is said to be met and what is, up to where the retreat ends.
local function differs(said, is, ends)
  local near = {}
  for _, one in ipairs(is) do
    if one.from < ends - HAIR then near[#near + 1] = one end
  end
  for _, one in ipairs(near) do
    if one.kind ~= "river" and not one.grazed then
      local told = false
      for _, other in ipairs(said) do
        told = told or other.kind == one.kind and math.abs(other.from_mm - one.from) <= HAIR or garrison(one, other)
      end
      if not told then return ("%s (%s) at %.1f mm is left out"):format(one.id, one.kind, one.from) end
    end
  end
  local works = false
  for _, one in ipairs(is) do works = works or one.works end
  for _, other in ipairs(said) do
    local there = other.from_mm > ends + HAIR
    for _, one in ipairs(is) do
      local far = not one.to or not other.to_mm or math.abs(one.to - other.to_mm) <= HAIR
        or works and other.to_mm > one.to -- beyond works that a friend holds
      there = there or one.kind == other.kind and (one.grazed or math.abs(other.from_mm - one.from) <= HAIR and far)
        or garrison(one, other) or beyond_friends(is, one, other)
    end
    if not there then return ("no %s is at %d mm"):format(other.kind, other.from_mm) end
  end
end

--- A town or works that stands in the way and that nobody holds (R91), when it is reached.
local function empty_works(root, found, ends)
  for _, one in ipairs(found) do
    local area = root.areas[one.id]
    local works = area and (area.terrain == "town" or area.terrain == "fieldworks")
    if one.from >= ends - HAIR and one.kind ~= "friend" then return nil end
    if one.kind ~= "friend" then
      for _, name in ipairs(works and root.order.units or {}) do
        works = works and not (root.units[name].inside == one.id and root.units[name].status ~= "gone")
      end
      return works and one.id or nil
    end
  end
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = {} }

  local function due(line, id)
    for _, call in ipairs(line.calls) do
      local result, throwers = call.result, call.throwers
      if call.procedure == "melee.resolve" and throwers[result.retreats] == id then return true end
      if call.procedure == "charge.after_fire" and throwers[""] == id and result.outcome == "retires" then return true end
    end
  end

  local function goes(line, call, root)
    local id, args, result = call.throwers[""], call.args, call.result
    local unit = root.units[id]
    if not due(line, id) then fault(line, id .. " retreats and need not") end
    if args.troop ~= unit.troop then fault(line, id .. " retreats as another troop") end
    if (args.hits or 0) ~= unit.hits then fault(line, ("%s retreats with %d hits and has %d"):format(id, args.hits or 0, unit.hits)) end
    if (args.staggered or false) ~= (unit.staggered or false) then fault(line, id .. " retreats with another marker") end
    if not unit.base then return end
    local facing = way.facing_back(line, root, id)
    local base = unit.base
    self.going[id] = {
      from = base, facing = facing, mm = result.distance_mm, destroyed = result.destroyed, inside = unit.inside,
      edge = result.distance_mm == 0 and not result.destroyed,
    }
    if unit.inside then return end -- a garrison leaves by the side opposite, from where it stands
    local is = way.obstacles(root, id, facing, way.opponent(line, id))
    local works = empty_works(root, is, result.move_mm)
    self.going[id].opponent = way.opponent(line, id)
    if works and unit.arm == "infantry" then self.going[id].works = works end
    if works and unit.arm ~= "infantry" and not result.destroyed then
      self.going[id].round = works
      return
    end
    local found = differs(args.obstacles or {}, is, result.distance_mm)
    if found then fault(line, ("%s retreats: %s"):format(id, found)) end
    local turned = { x = base.x, y = base.y, facing = facing, width = base.width, depth = base.depth }
    -- Its own move decides the going, and not how far friends make it go on beyond that (R37, R74).
    local hard = field.difficult(root, field.swept(turned, -math.min(result.distance_mm, result.move_mm), -1.5))
    if hard and not args.difficult then fault(line, id .. " retreats through difficult ground at the good rate") end
    local any = field.difficult(root, field.swept(turned, -result.move_mm - 100, 1.5))
    if any == false and args.difficult and not unit.river then fault(line, id .. " retreats at the difficult rate over good ground") end
  end

  function self.line(_, _, root)
    self.going, self.stood = {}, {}
    for _, id in ipairs(root.order.units) do self.stood[id] = root.units[id].base end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    local call = event and event.call and line.calls[event.call]
    if call and call.procedure == "retreat.resolve" and root.units[call.throwers[""]] then goes(line, call, root) end
  end

  function self.after(_, line, root)
    for _, id in ipairs(root.order.units) do
      local going, unit = self.going[id], root.units[id]
      if going then
        if going.destroyed then
          if unit.status ~= "gone" then fault(line, id .. " is destroyed in its retreat and stands") end
        elseif going.works then
          if unit.inside ~= going.works then fault(line, ("%s does not go into %s on its way back"):format(id, going.works)) end
        elseif going.round and unit.base then
          local b = shapes.base { x = going.from.x, y = going.from.y, facing = going.facing, width = 0, depth = 0 }
          local right, ahead = field.seen(b, unit.base.x / 1000, unit.base.y / 1000)
          if math.abs(math.abs(right) - ahead - going.mm) > HAIR then
            fault(line, ("%s goes %.1f mm round %s, said to be %d"):format(id, math.abs(right) - ahead, going.round, going.mm))
          end
          if shapes.meet(field.outline(unit.base, -0.1), shapes.outline(root.areas[going.round].area)) then
            fault(line, ("%s ends its retreat in %s"):format(id, going.round))
          end
        elseif going.edge and unit.base and not shapes.same_place(going.from, unit.base) then -- from the edge of a river into it (R89)
          if not field.on(root, unit.base, "river", 1) then fault(line, id .. " is driven into a river that is not there") end
        elseif unit.base and not going.inside then
          local turned = { x = going.from.x, y = going.from.y, facing = going.facing, width = 0, depth = 0 }
          local b, x, y = shapes.base(turned), unit.base.x / 1000, unit.base.y / 1000
          local far = math.sqrt((x - b.x + b.fx * going.mm) ^ 2 + (y - b.y + b.fy * going.mm) ^ 2)
          if far > HAIR then fault(line, ("%s ends its retreat %.1f mm from where it must"):format(id, far)) end
          if math.abs(field.turned(going.facing, unit.base.facing)) > 0.01 then
            fault(line, ("%s ends its retreat facing %.1f, not %.1f"):format(id, unit.base.facing / 1000, going.facing / 1000))
          end
        end
        local foe = going.opponent and root.units[going.opponent]
        if foe and field.present(foe) and field.present(unit) and not unit.inside and not foe.inside
          and field.apart(foe.base, unit.base) < 0.01 then
          fault(line, ("%s has gone back and still touches %s"):format(id, going.opponent))
        end
      elseif due(line, id) and field.present(unit) then
        fault(line, id .. " must retreat and does not")
      end
    end
  end
  return self
end

return M
