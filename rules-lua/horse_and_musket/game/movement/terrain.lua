-- 4.2.7, R37, R43 to R45, SR.2 to SR.4: the kinds of ground, and what movement makes of them.

--- terrain.csv says who may enter it, and at what going; guns and wagons go by their troop (4.2.7.5, R45).
--- A kind that a house rule's row brings is asked for by its own name.
local function entry(kind, rules, unit, node)
  kind = node and node.own_kind or kind
  local args = { troop = unit.troop, formation = unit.drill, terrain = kind }
  return rules.call("terrain.entry", rules.passing("terrain.entry", unit, args))
end

local function enters(kind)
  return function(rules, unit, node) return not unit.troop or entry(kind, rules, unit, node).legal end
end

--- The table's going; a house rule of entering may tell units apart.
local function going(kind)
  return function(rules, unit, node)
    local told = rules.wrapped "terrain.entry" and unit and unit.troop and entry(kind, rules, unit, node).going
      or rules.tables.terrain(node and node.own_kind or kind, "going")
    return told == "difficult" and told or nil
  end
end

--- Fire does not go over woods and towns, however high it comes from (5.path): they are "opaque" to lines of fire.
--- Sight reaches so far into woods and towns as fire may (SR.2); a line that only grazes a corner is through it.
local function edge(rules) return mm(rules.constant.woods_fire_depth) end

terrain "open" { doc = "open ground", map = " ", ascii = " " }
terrain "hill" { doc = "a hill", cite = "4.2.7.1", map = "░", ascii = ":", colour = "dim" }
terrain "crops" {
  doc = "crops: difficult going", cite = "4.2.7.3 R43", going = going "crops", crossed_by = { "road" },
  map = "∴ ", ascii = "; ", colour = "yellow",
}
terrain "woods" {
  cite = "4.2.7.5", enters = enters "woods", going = going "woods", crossed_by = { "road" }, left_anywhere = true,
  height = mm(15), edge = edge, flags = { "opaque", "woods" }, map = "♣ ", ascii = "T ", colour = "green",
}
-- It stops every move at its edge (R44, R89).
terrain "river" {
  doc = "a river", cite = "4.2.7.2 R44", stops = true, crossed_by = { "ford", "bridge" }, left_anywhere = true,
  map = "≈", ascii = "~", colour = "cyan",
}
terrain "road" { doc = "a road", cite = "R43", map = "·", ascii = ".", colour = "yellow" }
terrain "ford" { doc = "a ford", cite = "R43", going = "difficult", map = "∽", ascii = "-", colour = "cyan" }
terrain "bridge" { doc = "a bridge", cite = "R43", map = "∥", ascii = "=", colour = "yellow" }
terrain "town" {
  doc = "a town", cite = "4.2.7.4", held = true, enters = enters "town", going = going "town",
  height = mm(10), edge = edge, flags = { "opaque" }, map = "▒", ascii = "H", colour = "yellow",
}
terrain "fieldworks" {
  cite = "SR.4", held = true, enters = enters "fieldworks", going = going "fieldworks",
  map = "▓", ascii = "M", colour = "yellow", drawn = function(area) return area.breached and "breached" end,
}
terrain "breached" { of = "look", doc = "fieldworks, breached", map = "▚", ascii = "W", colour = "yellow" }
terrain "impassable" {
  cite = "C.4", enters = false, crossed_by = { "road", "bridge" }, map = "█", ascii = "@", colour = "blue",
}
terrain "hedge" {
  of = "line", doc = "a hedge", cite = "4.2.7.3 R43", going = going "hedge", crossed_by = { "road" },
  map = "╌┆", ascii = "-|", colour = "green",
}
terrain "fence" {
  of = "line", doc = "a fence", cite = "4.2.7.3 R43", going = going "fence", crossed_by = { "road" },
  map = "╍┇", ascii = "-|", colour = "yellow",
}
terrain "wall" {
  of = "line", doc = "a wall", cite = "4.2.7.3 R43", going = "difficult", crossed_by = { "road" },
  map = "═║╱╲", ascii = "#", colour = "yellow",
}

ground_rows {
  table = "terrain", like = "counts_as", plain = {
    going = function(rules, unit, node) return going(node.terrain)(rules, unit, node) end,
    enters = function(rules, unit, node) return enters(node.terrain)(rules, unit, node) end,
    map = "▚ ", ascii = "% ", colour = "green",
  },
}

fact "way" {
  ask = "Was any of the way of {1} in difficult going: woods, crops, a ford, over a hedge or fence?",
  flag "difficult" {},
  suggest = false,
}

told_ground {
  fact = "way", goings = { "difficult" },
  legs = function(difficult) return { { going = difficult and "difficult" or nil } } end,
}

local M <const> = {}

--- Where on a path difficult going begins, and which ground that is; nil when there is none.
---@return integer? um
---@return string? by
function M.difficult_at(path)
  for _, span in ipairs(path.ground) do
    if span.going == "difficult" then return span.from, span.id end
  end
end

--- Does a unit stand in difficult going? A way that it begins there is difficult, were it turned out of it first (R37).
function M.stands_rough(view, id, base)
  base = base or view:unit(id).base
  if not base then return false end
  local at = M.difficult_at(view:path(id, { slide = mm(1) }, { from = base }))
  return at ~= nil and at <= tabletop.ROUNDED
end

return M
