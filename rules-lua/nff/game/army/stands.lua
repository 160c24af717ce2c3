-- Form 1, Must 2, R87, R88: the stands of a brigade, drawn up by its formation. A unit's `bases` are its stands, front
-- rank first, each rank from the left, each with its `rank`; those of the smaller arm of a mixed brigade, with
-- `minority`, are the last.

local M <const> = {}

option "square_in_one_row" { false, ruling = "R87", doc = "a square stands in one row, all its stands in front" }

local OUTWARD <const> = { left = deg(270), right = deg(90) }

--- The row of stand_mounting for a stand of an arm.
local function mounting(battle, unit, arm)
  if arm == "infantry" then
    return unit.two_rank and battle.wide_two_rank and "infantry_two_rank" or "infantry_three_rank"
  end
  return arm == "engineers" and "engineer_company" or arm == "band" and "marching_band" or arm
end

local function size_of(rules, battle, unit, arm)
  local row = mounting(battle, unit, arm)
  local width = arm == "artillery" and rules.call("muster.battery_stand", { guns = unit.guns }).width_in
    or rules.tables.stand_mounting(row, "width_in")
  return { width = inch(width), depth = inch(rules.tables.stand_mounting(row, "depth_in")) }
end

--- How many stands stand side by side in a formation: those that fire in it (Form 1).
local function files_of(rules, drill, stands)
  return rules.call("fire.stands_firing", { formation = drill, stands = stands }).stands_firing
end

--- The stands in order, front rank first: { aside, ahead, turn, width, depth, rank, minority }; the middle of the front
--- edge of all is at aside 0, ahead 0.
local function ranked(sizes, files, square)
  local list, ahead, rank = {}, 0, 0
  for first = 1, #sizes, files do
    local last, width, depth = math.min(first + files - 1, #sizes), 0, 0
    rank = rank + 1
    local row = {}
    for i = first, last do
      local size, turn = sizes[i], 0
      if square and last > first then
        turn = i == first and OUTWARD.left or i == last and OUTWARD.right or 0 -- Form 3: end stands face outward
      end
      local across = turn == 0 and size.width or size.depth
      row[#row + 1] = {
        aside = width + across // 2, ahead = 0, turn = turn, width = size.width, depth = size.depth, rank = rank,
        minority = size.minority,
      }
      width, depth = width + across, math.max(depth, turn == 0 and size.depth or size.width)
    end
    for _, one in ipairs(row) do
      local deep = one.turn == 0 and one.depth or one.width
      one.aside, one.ahead = one.aside - width // 2, ahead - deep // 2
      list[#list + 1] = one
    end
    ahead = ahead - depth
  end
  return list
end

--- The stands of a unit in a formation; of a square, in the files that it has (R87).
---@param unit table what is known of it: arm, stands, minority, guns, files
---@return table[] list
---@return integer files
function M.drawn(rules, battle, unit, drill)
  local sizes, minority = {}, unit.minority_stands or 0
  for i = 1, unit.stands or 1 do
    local small = i > (unit.stands or 1) - minority
    local size = size_of(rules, battle, unit, small and unit.minority_arm or unit.arm)
    size.minority = small or nil
    sizes[i] = size
  end
  local files = #sizes
  if drill then
    local kept = drill == "square" and not rules.option.square_in_one_row and unit.files
    files = kept or files_of(rules, drill, #sizes)
  end
  files = math.max(1, math.min(files, #sizes))
  return ranked(sizes, files, drill == "square"), files
end

--- The stands of a unit as its `bases`, and the size of the rectangle round them, for one that is laid out.
function M.laid_out(rules, battle, unit, drill)
  local list, files = M.drawn(rules, battle, unit, drill)
  local bases, round = tabletop.drawn_up(list)
  return bases, { width = round.width, depth = round.depth }, files
end

--- Where the stands would be in another formation, or with other numbers, the middle of its front where it was: the
--- list as seen from its base, that base, and the files.
---@param unit table with its base; a copy, where its numbers are to be others
---@return table[] bases
---@return table base
---@return integer files
function M.redrawn(view, unit, drill, base)
  local list, files = M.drawn(view.rules, view.state.battle, unit, drill)
  base = base or unit.base
  for _, one in ipairs(list) do one.ahead = one.ahead + base.depth // 2 end
  local bases, round = tabletop.drawn_up(list)
  local at = tabletop.bases({ bases = { round } }, base)[1]
  return bases, at, files
end

--- The stands of a unit on the table, where it stands or, with a base, where it would.
---@return { nth: integer, base: table, rank: integer, minority: boolean?, front: boolean }[]
function M.of(view, id, base)
  local unit, list = view:unit(id), {}
  local bases = tabletop.bases(unit, base)
  for i, one in ipairs(bases) do
    local said = unit.bases and unit.bases[i] or {}
    list[i] = { nth = i, base = one, rank = said.rank or 1, minority = said.minority, front = (said.rank or 1) == 1 }
  end
  return list
end

return M
