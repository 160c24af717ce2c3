-- 5.1, 9.0, R56: what lies between two bodies, and what shelters those behind it.
local army <const> = use "game/army/units"

local M <const> = {}

--- Linear cover, and what 5.1 calls it. Anything else, such as a ditch or a bank, shelters no unit.
M.KINDS = { wall = "wall", fence = "fence", hedge = "hedge", barricade = "wall", fortification = "wall" }

--- High enough to shelter: 1 m or more; works of fortification always are.
local function shelters(view, line)
  local kind = line.kind or "wall"
  return kind == "fortification" or M.KINDS[kind] and line.height_mm >= view.rules.constant.cover_min_height
end

--- The heaviest linear cover that a body defends against another: it lies on it, or close behind it with the cover
--- between the two (R56); nil in the open.
---@param view table
---@param base table
---@param enemy table
---@return "fortification"|"barricade"|nil
function M.lined(view, base, enemy)
  local lines = view:cover_lines(base, {
    strip = tabletop.strip(enemy, base, army.arc(view)), within = mm(view.rules.constant.cover_depth), on = true,
    counts = function(line) return shelters(view, line) end,
  })
  local works = lists.find(lines, function(id) return view.state.lines[id].kind == "fortification" end)
  return works and "fortification" or lines[1] and "barricade" or nil
end

return M
