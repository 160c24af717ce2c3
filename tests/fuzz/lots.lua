--- What random forces are drawn with.
local M <const> = {}

--- One of a list.
---@param d fun(faces: integer): integer
function M.one_of(d, list)
  return list[d(#list)]
end

--- Does something so likely happen?
function M.chance(d, percent)
  return d(100) <= percent
end

--- A whole number between two.
function M.number(d, low, high)
  return low + d(high - low + 1) - 1
end

--- The text of an outline in a rectangle: mostly the whole of it, else a triangle.
function M.outline(d, x, y, w, h)
  if M.chance(d, 60) then
    return ("{ { %d, %d }, { %d, %d }, { %d, %d }, { %d, %d } }"):format(x, y, x + w, y, x + w, y + h, x, y + h)
  end
  return ("{ { %d, %d }, { %d, %d }, { %d, %d } }"):format(x, y, x + w, y + h // 3, x + w // 2, y + h)
end

--- A rectangle of some size somewhere on a table.
---@return integer x
---@return integer y
---@return integer w
---@return integer h
function M.rectangle(d, width, depth, w, h)
  local x, y = M.number(d, 0, math.max(0, width - w)), M.number(d, 0, math.max(0, depth - h))
  return x, y, math.min(w, width - x), h
end

--- Adds the texts of some lines to those of the ground.
---@param like { most: integer, kinds: string[], long: integer[], rise: integer, room: integer?, more: (fun(d: function): string)? }
---       how many, which kinds, how long along the table and how far across, the room that they keep to the right edge,
---       and what is said of each besides
function M.lines(d, parts, width, depth, like)
  for i = 1, d(like.most + 1) - 1 do
    local x, y = M.number(d, 0, width - (like.room or like.long[2])), M.number(d, depth // 4, depth * 3 // 4)
    local kind, more = M.one_of(d, like.kinds), like.more and like.more(d) or ""
    local to_x, to_y = x + M.number(d, like.long[1], like.long[2]), y + M.number(d, -like.rise, like.rise)
    parts[#parts + 1] = ('    line "line%d" { kind = "%s"%s, points = { { %d, %d }, { %d, %d } } },'):format(
      i, kind, more, x, y, to_x, to_y)
  end
end

--- Places units along a side's line, as many as there is room for; rows go back toward the side's own edge.
---@param gap integer between two
---@return fun(wide: integer, deep: integer): integer?, integer? where its middle is
function M.placer(d, side, width, depth, gap)
  local number, ahead = M.number, side == "a" and 1 or -1
  local row_y = depth // 2 - ahead * number(d, 90, 320)
  local x, deepest = number(d, 10, 120), 0
  return function(wide, deep)
    if x + wide > width - 5 then
      x, row_y = number(d, 10, 120), row_y - ahead * (deepest + 40)
      deepest = 0
    end
    deepest = math.max(deepest, deep)
    local y = row_y - ahead * (deep // 2)
    if x + wide > width - 5 or y - deep // 2 < 5 or y + deep // 2 > depth - 5 then return nil end
    local at_x = x + wide // 2
    x = x + wide + gap + number(d, 0, 60)
    return at_x, y
  end
end

--- The text of a scenario of some ruleset; the same for the same stream of numbers.
---@param head fun(): string what it says of the battle besides its ruleset
---@param most { width: integer[], depth: integer[] } from and to, in decimetres
---@param ground_of fun(d: function, width: integer, depth: integer): string
---@param side_of fun(d: function, side: string, width: integer, depth: integer): string? nil where it has no room
function M.scenario(d, ruleset, most, head, ground_of, side_of)
  while true do
    local width, depth = M.number(d, most.width[1], most.width[2]) * 100, M.number(d, most.depth[1], most.depth[2]) * 100
    local a, b = side_of(d, "a", width, depth), side_of(d, "b", width, depth)
    if a and b then
      return table.concat({
        "scenario {", ('  title = "A meeting", ruleset = "%s", %s'):format(ruleset, head()),
        ("  ground = { width = %d, depth = %d,"):format(width, depth), ground_of(d, width, depth), "  },",
        a, b, "}",
      }, "\n") .. "\n"
    end
  end
end

return M
