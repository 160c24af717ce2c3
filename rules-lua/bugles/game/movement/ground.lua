-- R25: what the ground under and between stands is to them: difficult, higher, cover, an obstacle.

local terrain <const> = use "game/movement/terrain"

fact "difficult_ground" {
  ask = "Is {1} in rough or difficult ground?",
  flag "difficult" {},
  suggest = false,
  measured = function(view, _, id) return terrain.rough_under(view, id) end,
}

local function level(view, id)
  local base = view:unit(id).base
  return view:field():ground { x = base.x, y = base.y }
end

fact "higher_ground" {
  ask = "Is {2} a contour level or more above {1}?",
  flag "higher" {},
  suggest = false,
  measured = function(view, _, id, target)
    local margin = level(view, target) - level(view, id)
    return margin > 0, margin
  end,
}

--- How far behind a wall or hedge a stand may be that it covers.
local BEHIND <const> = mm(10)

local RANK <const> = { none = 0, soft = 1, hard = 2, fortified = 3, lesser = 1, major = 2 }

--- The best of some pieces, as to "cover" or "obstacle", and its id.
local function best_of(view, ids, what)
  local best, by = "none", nil
  for _, id in ipairs(ids) do
    local node = view:piece(id)
    local one = not node.neutralized and terrain.of(view.rules, node, what) or "none"
    if RANK[one] > RANK[best] then best, by = one, id end
  end
  return best, by
end

--- The lines before a stand, between it and another.
local function lines_between(view, id, other)
  local base, from = view:unit(id).base, view:unit(other).base
  return view:cover_lines(base, { strip = tabletop.strip(base, from, deg(45)), within = BEHIND })
end

fact "cover" {
  ask = "What cover has {1} against {2}: none, soft, hard or fortified?",
  enum "cover" { "none", "soft", "hard", "fortified" },
  suggest = "none",
  measured = function(view, _, id, from)
    local ids = view:under(id)
    if from then
      local lines = lines_between(view, id, from)
      table.move(lines, 1, #lines, #ids + 1, ids)
    end
    return best_of(view, ids, "cover")
  end,
}

fact "obstacle" {
  ask = "What obstacle is {1} behind, against {2}: none, lesser or major?",
  enum "obstacle" { "none", "lesser", "major" },
  suggest = "none",
  measured = function(view, _, id, enemy)
    local ids = lines_between(view, id, enemy)
    local theirs = view:under(enemy)
    for _, area in ipairs(view:under(id)) do -- works: it is in them, and the enemy is not
      local node = view.state.areas[area]
      if not lists.has(theirs, area) and terrain.of(view.rules, node, "cover") ~= "none" then ids[#ids + 1] = area end
    end
    for _, area in ipairs(theirs) do -- a river: the enemy is in it
      local node = view.state.areas[area]
      if not view:stands_in(view:bases(id), area) and terrain.of(view.rules, node, "cover") == "none" then
        ids[#ids + 1] = area
      end
    end
    return best_of(view, ids, "obstacle")
  end,
}

local M <const> = {}

--- Does a stand stand in rough or difficult ground?
function M.difficult(view, id) return (view:fact("difficult_ground", id)) end

--- Is a target on a higher contour than a stand?
function M.higher(view, id, target) return (view:fact("higher_ground", id, target)) end

--- The best cover of a stand against another, and the area or line that is.
---@return "none"|"soft"|"hard"|"fortified"
---@return string? by
function M.cover(view, id, from) return view:fact("cover", id, from) end

--- The obstacle that a stand is behind as an enemy comes at it, and whether it is.
---@return "none"|"lesser"|"major"
---@return boolean behind
function M.obstacle(view, id, enemy)
  local obstacle = view:fact("obstacle", id, enemy)
  return obstacle, obstacle ~= "none"
end

return M
