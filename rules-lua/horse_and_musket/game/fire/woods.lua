-- SR.2, R78: fire out of woods and into them.


local M <const> = {}

--- How deep an end of a line is in its wood, in mm; nil where it is in none.
local function depth_of(um, one_wood) return (um or one_wood) and geometry.round_mm(um or 0, "up") or nil end

--- What woods have to do with a line of fire; nil when neither end is in one.
---@param line limber.FireLine
---@param target string a unit, or a section of fieldworks
---@return table? args of woods.fire
function M.measure(view, line, target)
  local enemy = view.state.units[target]
  if not enemy or not (line.out or line.into or line.shared) then return nil end
  return {
    range_mm = line.mm, same_wood = line.shared or false,
    firer_depth_mm = depth_of(line.out, line.shared), target_depth_mm = depth_of(line.into, line.shared),
    target_entirely_inside = line.into ~= nil and view:wholly_in(enemy.base, "woods") ~= nil,
  }
end

fact "woods_between" {
  ask = "Fire from {1} at {2} and woods: none (neither stands in a wood), edge (the one in it is at most "
    .. "{woods_fire_depth} mm from its edge along the line of fire), firer_deep or target_deep (that one is further "
    .. "in), or one_wood (both stand in the same)?",
  enum "woods" { "none", "edge", "firer_deep", "target_deep", "one_wood" },
  suggest = "none", -- it is measured with the line of fire itself: `measure`
}

--- The same as the players tell it; nothing is asked where there are no woods.
---@param range_mm integer
---@return table? args of woods.fire
function M.told(view, id, target, range_mm)
  local woods = false
  for _, area in pairs(view.state.areas) do woods = woods or area.terrain == "woods" end
  if not woods then return nil end
  local how, limit = view:told("woods_between", id, target), view.rules.constant.woods_fire_depth
  if how == "none" then return nil end
  local one_wood = how == "one_wood"
  local wholly = (one_wood or how == "edge") and view:fact("wholly_in_woods", target)
  return {
    range_mm = range_mm, same_wood = one_wood, target_entirely_inside = wholly,
    firer_depth_mm = one_wood and 0 or how == "firer_deep" and limit + 1 or nil,
    target_depth_mm = (one_wood or how == "edge") and 0 or how == "target_deep" and limit + 1 or nil,
  }
end

local TEXT <const> = {
  beyond_very_short = "is %d mm away: in one wood fire reaches %d mm",
  firer_too_deep = "cannot be fired at: %d mm of wood lie before the muzzles, %d mm at most",
  target_too_deep = "is %d mm deep in the wood, %d mm at most",
}

--- Why woods forbid a fire, or nil; and does the target have their cover?
---@param args table? of woods.fire
---@param arg string the argument at fault
---@param by string? the unit that fires
---@param target string? and whom at
---@return limber.Refusal?
---@return boolean cover
function M.judge(view, args, arg, by, target)
  if not args then return nil, false end
  local found = view:ask("woods.fire", args, by, target)
  local reason, limit = found.reasons[1], view.rules.constant.woods_fire_depth
  if found.legal then return nil, found.cover end
  if not TEXT[reason] then
    local why = reason and ": " .. plain(reason) or ""
    return refuse(arg, "cannot be fired at for the woods" .. why, "SR.2"), found.cover
  end
  local measured = reason == "beyond_very_short" and args.range_mm or reason == "firer_too_deep" and args.firer_depth_mm
    or args.target_depth_mm
  local fault = refuse(arg, TEXT[reason]:format(measured, limit), { cite = "SR.2 R78", margin = limit - measured })
  return fault, found.cover
end

return M
