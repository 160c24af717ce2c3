-- RM 6, Man 2: how far leaders ride, and engineers go to a brigade: straight and through friends, with what steps 2 and
-- 5 take together.

local allowance <const>, inches <const> = use("game/movement/allowance", "game/army/inches")

local M <const> = {}

fact "comes_there" { ask = "Can {1} come to {2} with what is left of the move?", flag "comes" {}, suggest = true }

--- Where a leader would be who rides to a unit, a leader or a point, or a company that goes to a brigade; nil in a told
--- game.
local function place_of(view, id, cmd)
  local base = view:piece(id).base
  if not base then return nil end
  if cmd.to then return tabletop.base_at(base, cmd.to) end
  if cmd.unit then return view:leader_base(id, view:unit(cmd.unit).base) end
  local bases = cmd.joins and { view:leader(cmd.joins).base } or view:bases(cmd.brigade)
  local gap = geometry.distance(base, (lists.least(bases, function(one) return geometry.gap(base, one) end)))
  return tabletop.base_at(base, { x = base.x + gap.to.x - gap.from.x, y = base.y + gap.to.y - gap.from.y })
end

--- Why one cannot go to a unit, a leader or a point; or nil and the way.
---@param cmd { unit: string?, brigade: string?, joins: string?, to: table? }
function M.check(view, id, cmd, arg)
  local there, node = place_of(view, id, cmd), view:piece(id)
  if not there then
    local other = cmd.unit or cmd.brigade or cmd.joins
    if other and not view:fact("comes_there", id, other) then return refuse(arg, "is too far", "Man 2") end
    return nil, {}
  end
  if not tabletop.on_table(view, there) then return refuse(arg, "is off the table") end
  local bearing, um = tabletop.toward(node.base, there)
  local steps = { slide = um, angle = geometry.turn(node.base.facing, bearing) }
  local path = view:path(id, steps, { friends = "pass", near = false })
  if path.clear < path.length then
    local by = view:called(path.stops[1].by)
    return refuse(arg, ("is beyond %s, %s on"):format(by, inches.said(path.clear)), "R84")
  end
  local spent = allowance.ground(view, path, path.length)
  local fault = allowance.refuse_cost(view, id, spent, arg)
  if fault then return fault end
  local enemy = view:nearest_unit(there, view:other(node.side), tabletop.TOUCHING)
  if enemy then return refuse(arg, ("is where %s stands"):format(view:name(enemy))) end
  return nil, { path = path, base = there, spent = spent }
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
