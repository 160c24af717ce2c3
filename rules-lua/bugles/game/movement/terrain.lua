-- R25, R57, R59: the kinds of ground, and what the ground under and between stands is to them. What a kind does is in
-- tables/terrain.csv; a scenario may say otherwise of one piece.

local rolls <const> = use "game/movement/rolls"

local M <const> = {}

--- What the table says of an area or line, unless the piece says otherwise itself: its "going", "cover", …
function M.of(rules, node, what)
  return node[what] or rules.tables.terrain(node.own_kind or node.terrain or node.kind or "hedge", what)
end

--- R59: ground that is barred is closed to horse and to all on wheels; some have no dice in rough ground.
local function enters(rules, unit, node)
  local going = M.of(rules, node, "going")
  if going == "open" or not unit.arm then return going ~= "none" end
  local dice = rules.tables.movement_dice(rolls.type(unit), going == "barred" and "barred_dice" or "rough_dice")
  return going ~= "none" and dice > 0
end

local function going(rules, unit, node) return unit.arm and M.of(rules, node, "going") ~= "open" and "rough" or nil end

--- How far in a stand may be and still see out and be seen (R104).
local function edge(rules) return mm(rules.tables.visibility "into_woods") end

local function wood_height(rules) return mm(rules.constant.wood_height) end
local function house_height(rules) return mm(rules.constant.house_height) end

local ROADS <const> = { "road", "bridge", "ford" }

local function ground(name, row)
  row.cite, row.going, row.enters = row.cite or "R25", going, enters
  terrain(name)(row)
end

--- Ground that hides: heights are above what stands beside it.
local function woods(name, row)
  row.height, row.edge, row.crossed_by, row.left_anywhere = wood_height, edge, ROADS, true
  ground(name, row)
end

ground("open", {
  doc = "open ground", map = " ", ascii = " ", drawn = function(area) return area.ground and "hill" end,
})
terrain "hill" { of = "look", doc = "a hill", map = "░", ascii = ":", colour = "dim" }
ground("rough", { doc = "rough ground", crossed_by = ROADS, map = "∴ ", ascii = "; ", colour = "yellow" })
ground("boulders", { doc = "boulders", crossed_by = ROADS, map = "∵ ", ascii = "o ", colour = "yellow" })
woods("very_rough", { doc = "very rough ground", map = "▞ ", ascii = "& ", colour = "yellow" })
ground("steep", { doc = "a very steep slope", crossed_by = ROADS, map = "▲ ", ascii = "^ ", colour = "dim" })
ground("scrub", { doc = "scrub", map = "ʻ ", ascii = "' ", colour = "green" })
woods("open_woods", { doc = "open woods", map = "♧ ", ascii = "t ", colour = "green" })
woods("dense_woods", { doc = "dense woods", map = "♣ ", ascii = "T ", colour = "green" })
ground("marsh", { doc = "a marsh", crossed_by = ROADS, map = "≋ ", ascii = "~ ", colour = "cyan" })
ground("river", { doc = "a river", crossed_by = ROADS, left_anywhere = true, map = "≈", ascii = "~", colour = "cyan" })
ground("buildings", {
  doc = "buildings", crossed_by = ROADS, height = house_height, edge = edge, left_anywhere = true,
  map = "▒", ascii = "H", colour = "yellow",
})
ground("works", { doc = "prepared works", map = "▓", ascii = "M", colour = "yellow" })
ground("road", { doc = "a road", map = "·", ascii = ".", colour = "yellow" })
ground("bridge", { doc = "a bridge", map = "∥", ascii = "=", colour = "yellow" })
ground("ford", { doc = "a ford", map = "∽", ascii = "-", colour = "cyan" })
ground("impassable", {
  doc = "impassable ground", cite = "R59", crossed_by = ROADS, map = "█", ascii = "@", colour = "blue",
})

local function line(name, row)
  row.of, row.crossed_by = "line", ROADS
  ground(name, row)
end

line("hedge", { doc = "a hedge", map = "╌┆", ascii = "-|", colour = "green" })
line("low_wall", { doc = "a low wall", map = "─│", ascii = "-|", colour = "yellow" })
line("high_wall", { doc = "a high wall", height = house_height, map = "═║", ascii = "#", colour = "yellow" })
line("ditch", { doc = "a ditch", map = "╍┇", ascii = "-|", colour = "dim" })
line("creek", { doc = "a creek", map = "~", ascii = "~", colour = "cyan" })
line("rampart", { doc = "a rampart", map = "━┃", ascii = "#", colour = "yellow" })

ground_rows {
  table = "terrain", like = "counts_as",
  plain = { going = going, enters = enters, crossed_by = ROADS, map = "▚ ", ascii = "% ", colour = "green" },
}

fact "way" {
  ask = "Is any of the way of {1} rough: rough ground, thick woods, a creek, over an obstacle?",
  flag "rough" {},
  suggest = false,
}

told_ground {
  fact = "way", goings = { "rough" }, legs = function(rough) return { { going = rough and "rough" or nil } } end,
}

--- Is the ground under a stand, or under a base of its, rough?
function M.rough_under(view, id, base)
  local bases = view:bases(id, base)
  return lists.find(view:under(bases), function(area)
    return M.of(view.rules, view.state.areas[area], "going") ~= "open" and view:stands_in(bases, area)
  end) ~= nil
end

--- What the table says of some areas, as a set: { open_woods = true } of their "sight".
---@return table<string, true>
function M.words(view, areas, what)
  local words = {}
  for _, area in ipairs(areas) do words[M.of(view.rules, view.state.areas[area], what)] = true end
  return words
end

--- The same of the ground under a stand.
function M.under(view, id, what, base) return M.words(view, view:under(view:bases(id, base)), what) end

fact "difficult_ground" {
  ask = "Is {1} in rough or difficult ground?",
  flag "difficult" {},
  suggest = false,
  measured = function(view, _, id) return M.rough_under(view, id) end,
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

local RANK <const> = { none = 0, soft = 1, hard = 2, fortified = 3, lesser = 1, major = 2 }

--- The best of some pieces, as to "cover" or "obstacle", and its id.
local function best_of(view, ids, what)
  local best, by = "none", nil
  for _, id in ipairs(ids) do
    local node = view:piece(id)
    local one = not node.neutralized and M.of(view.rules, node, what) or "none"
    if RANK[one] > RANK[best] then best, by = one, id end
  end
  return best, by
end

--- The lines before a stand, between it and another.
local function lines_between(view, id, other)
  local base, from = view:unit(id).base, view:unit(other).base
  local constant = view.rules.constant
  local strip = tabletop.strip(base, from, deg(constant.arc_total))
  return view:cover_lines(base, { strip = strip, within = mm(constant.cover_behind) })
end

fact "cover" {
  ask = "What cover has {1} against {2}: none, soft, hard or fortified?",
  enum "cover" { "none", "soft", "hard", "fortified" },
  suggest = "none",
  measured = function(view, _, id, from)
    return best_of(view, lists.append(view:under(id), from and lines_between(view, id, from) or {}), "cover")
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
      if not lists.has(theirs, area) and M.of(view.rules, node, "cover") ~= "none" then ids[#ids + 1] = area end
    end
    for _, area in ipairs(theirs) do -- a river: the enemy is in it
      local node = view.state.areas[area]
      if not view:stands_in(view:bases(id), area) and M.of(view.rules, node, "cover") == "none" then
        ids[#ids + 1] = area
      end
    end
    return best_of(view, ids, "obstacle")
  end,
}

return M
