--- Units drawn up abreast along an edge of the table before a battle, in rows one behind another.
--
--   play:line_up(ids, how)               a unit that has no room is not placed
--     how.from, how.to    the part of the edge they are to stand in, whole rows about its middle
--     how.length          of the whole edge: where there is no room in that part, they stand elsewhere along it
--     how.front           how far from the edge the fronts of the first row are
--     how.behind          how far one row is behind another; where a row has no room it is tried half as far back again
--     how.between         the least that neighbours stand apart
--     how.size(id) → { width, depth }
--     how.base(id, along, out) → base      a unit's, with its middle there: along the edge from its left, out from it
--     how.fits(id, base) → boolean         may it stand there, given those placed before it?
--     how.put(id, base)                    puts it there
local M <const> = { play = {} }

--- How far aside a row is tried next.
local ASIDE <const> = 20000

--- How far two neighbours stand apart, so that both have room to turn.
local function between(how, id, other)
  local one, two = how.size(id), how.size(other)
  local function corner(size) return math.sqrt(size.width * size.width + size.depth * size.depth) end
  return math.max(how.between, math.ceil((corner(one) + corner(two) - one.width - two.width) / 2))
end

--- Units in rows no longer than their part of the edge: each row a list of them, and its own length and depth.
local function rows_of(how, ids)
  local rows, row = {}, nil
  for _, id in ipairs(ids) do
    local size, apart = how.size(id), row and between(how, row[#row], id)
    if not row or row.length + apart + size.width > how.to - how.from then
      row, apart = { length = 0, depth = 0 }, 0
      rows[#rows + 1] = row
    end
    row[#row + 1], row.length = id, row.length + apart + size.width
    row.depth = math.max(row.depth, size.depth)
  end
  return rows
end

--- The bases of a row from `left` on, with its fronts at `front`; nil when one of them does not fit.
local function bases_at(how, row, left, front)
  local bases = {}
  for i, id in ipairs(row) do
    local size = how.size(id)
    bases[i] = how.base(id, left + size.width // 2, front - size.depth // 2)
    if not how.fits(id, bases[i]) then return nil end
    left = left + size.width + (row[i + 1] and between(how, id, row[i + 1]) or 0)
  end
  return bases
end

--- A row about the middle of its part of the edge, as near to that as there is room, else farther back.
---@return integer? front where it stands
---@return table[]? bases
local function draw_up(how, row, front)
  local middle = (how.from + how.to - row.length) // 2
  for _, room in ipairs { { how.from, how.to }, { 0, how.length } } do
    local at = front
    while at >= row.depth do
      for i = 0, 2 * (how.length // ASIDE) do
        local left = middle + (i % 2 == 0 and 1 or -1) * ((i + 1) // 2) * ASIDE
        local within = left >= room[1] and left + row.length <= room[2] or i == 0 and room[1] == how.from
        local bases = within and left >= 0 and left + row.length <= how.length and bases_at(how, row, left, at)
        if bases then return at, bases end
      end
      at = at - how.behind // 2
    end
  end
end

function M.play.line_up(_, ids, how)
  local front = how.front
  for _, row in ipairs(rows_of(how, ids)) do
    local at, bases = draw_up(how, row, front)
    for i, id in ipairs(row) do
      if bases then
        how.put(id, bases[i])
      else
        local size = how.size(id)
        local _, alone = draw_up(how, { id, length = size.width, depth = size.depth }, front)
        if alone then how.put(id, alone[1]) end
      end
    end
    if at then front = at - row.depth - how.behind end
  end
end

return M
