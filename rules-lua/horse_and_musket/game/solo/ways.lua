-- 4.8: how far a solo side's unit can go, and which way: moves that end in free ground and in its brigade's support.

local charges <const> = use "game/solo/charges"
local motion <const> = use "game/movement/motion"
local room <const> = use "game/movement/room"

local M <const> = {}

--- So much it turns aside to get round what stops it.
local ASIDE <const> = deg(40)
--- So little off its heading it goes straight on.
local ALIGNED <const> = deg(3)
--- Less than this is no turn.
local SLIGHT <const> = deg(1)
--- Less than this is no move worth its dice.
local LEAST <const> = mm(5)
M.ALIGNED, M.LEAST = ALIGNED, LEAST

--- As much of a turn as there is room for.
function M.room_for(mind, id, pivot)
  if pivot == 0 then return 0 end
  local base = mind.view:unit(id).base
  local free = room.swing(mind.view, id, base, pivot)
  if free < math.abs(pivot) then
    if free <= 2 * ALIGNED then return 0 end
    pivot = pivot > 0 and free - ALIGNED or ALIGNED - free
  end
  for _ = 1, 3 do
    if not room.wrong_place(mind.view, id, tabletop.turned(base, pivot)) then return pivot end
    pivot = pivot // 2
  end
  return 0
end

--- Does it end where its brigade wants it, at the end of such a move?
local function may_end(mind, id, aim, base)
  return aim.back or aim.follows or charges.supported(mind, id, base)
end

--- Moves ahead after a pivot, and straight on where that leads nearer: as far as the ground is free and there is
--- support at the end. `off` says how far a base is from where it wants to be; what brings it no nearer is left out.
function M.ahead(mind, id, aim, pivot, um, off)
  local unit, found, stopped = mind.view:unit(id), {}, false
  pivot = math.abs(pivot) < SLIGHT and 0 or M.room_for(mind, id, pivot)
  local function try(turned)
    local base = turned == 0 and unit.base or tabletop.turned(unit.base, turned)
    local far = math.min(um, motion.reach(mind.view, id, base, false, unit.acted ~= nil).um)
    if turned == pivot and far < um // 2 then stopped = true end
    for _ = 1, 3 do
      local there = far >= LEAST and tabletop.slid(base, far)
      if there and may_end(mind, id, aim, there) then
        found[#found + 1] = { pivot = turned, distance = far, off = off(there) }
        return
      end
      far = far * 2 // 3
    end
  end
  local function blocked() return #found == 0 or found[#found].distance < um // 2 end
  try(pivot)
  if pivot ~= 0 and blocked() then try(0) end
  for _, aside in ipairs(stopped and blocked() and not unit.turned and { -ASIDE, ASIDE } or {}) do
    local turned = M.room_for(mind, id, aside)
    if math.abs(turned) > ALIGNED then try(turned) end
  end
  table.sort(found, function(one, other) return one.off < other.off end)
  local now, readings = off(unit.base), {}
  for _, one in ipairs(found) do
    if one.off < now then readings[#readings + 1] = { pivot = one.pivot, distance = one.distance } end
  end
  return #readings > 0 and { command = "move", why = aim.why, readings = readings } or nil
end

return M
