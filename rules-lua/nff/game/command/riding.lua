-- RM 6, Man 2: how far leaders ride, and engineers go to a brigade: straight and through friends, with what steps 2 and
-- 5 take together.

local allowance <const>, inches <const> = use("game/movement/allowance", "game/army/inches")

local M <const> = {}

fact "rides_there" { ask = "Can {1} ride to {2} with what is left of his move?", flag "reaches" {}, suggest = true }

--- A base carried along a gap, to where it touches.
---@param gap table of geometry.distance
local function carried(base, gap)
  return tabletop.base_at(base, { x = base.x + gap.to.x - gap.from.x, y = base.y + gap.to.y - gap.from.y })
end

--- Where a leader would be who rides to a unit, a leader or a point; nil in a told game.
local function place_of(view, id, cmd)
  local base = view:leader(id).base
  if not base then return nil end
  if cmd.to then return tabletop.base_at(base, cmd.to) end
  if cmd.unit then return view:leader_base(id, view:unit(cmd.unit).base) end
  return carried(base, geometry.distance(base, view:leader(cmd.joins).base))
end

--- Why a leader or a company cannot go straight to a place; or nil and the way.
local function way_to(view, id, there, arg)
  if not tabletop.on_table(view, there) then return refuse(arg, "is off the table") end
  local base, side = view:piece(id).base, view:piece(id).side
  local bearing, um = tabletop.toward(base, there)
  local steps = { slide = um, angle = geometry.turn(base.facing, bearing) }
  local path = view:path(id, steps, { friends = "pass", near = false })
  if path.clear < path.length then
    local by = view:called(path.stops[1].by)
    return refuse(arg, ("is beyond %s, %s on"):format(by, inches.said(path.clear)), "R84")
  end
  local spent = allowance.ground(view, path, path.length)
  local fault = allowance.refuse_cost(view, id, spent, arg)
  if fault then return fault end
  local enemy = view:nearest_unit(there, view:other(side), tabletop.TOUCHING)
  if enemy then return refuse(arg, ("is where %s stands"):format(view:name(enemy))) end
  return nil, { path = path, base = there, spent = spent }
end

--- Why a company cannot go to a brigade, or nil and the way.
function M.check_company(view, id, brigade, arg)
  local base = view:unit(id).base
  local gap
  for _, one in ipairs(view:bases(brigade)) do
    local found = geometry.distance(base, one)
    if not gap or found.distance < gap.distance then gap = found end
  end
  return way_to(view, id, carried(base, gap), arg)
end

--- Why a leader cannot ride to a unit, a leader or a point; or nil and his path.
---@param cmd { unit: string?, joins: string?, to: table? }
function M.check(view, id, cmd, arg)
  local there = place_of(view, id, cmd)
  if not there then
    local other = cmd.unit or cmd.joins
    if other and not view:fact("rides_there", id, other) then return refuse(arg, "is too far for him", "Man 2") end
    return nil, {}
  end
  return way_to(view, id, there, arg)
end

--- A leader is with nobody any more whom he joined, nor with him who joined him (RM 5g).
function M.part(play, id)
  for one, node in play:leaders(play:leader(id).side) do
    if one == id or node.joined == id then play:forget(node, { "joined", "joined_turn" }) end
  end
end

--- A leader rides there: what that costs is noted. How far he has ridden, in words; nil in a told game.
---@return string?
function M.go(play, id, found)
  M.part(play, id)
  if not (found and found.path) then return nil end
  allowance.spend(play, id, found.spent)
  play:detach(id, found.base)
  return inches.said(found.path.length)
end

--- A place as far toward a point as a leader may ride; nil when he is there already.
function M.toward(view, id, point)
  local base = view:leader(id).base
  local bearing, um = tabletop.toward(base, point)
  local most = inch(allowance.spent(view, id).remaining_in)
  if um < inch(1) or most < inch(1) then return nil end
  return geometry.step({ x = base.x, y = base.y }, bearing, math.min(um, most - tabletop.TOUCHING))
end

return M
