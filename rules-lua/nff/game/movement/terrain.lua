-- Man 2, MC 2, MC Mod g, Ch 5k: the kinds of ground. What a kind costs, its cover and how far it favors a defender are
-- in tables/terrain.csv; a scenario may say otherwise of one piece. Forests and towns cut sight.

local M <const> = {}

--- What the table says of an area or line, unless the piece says otherwise itself: its "going", "cover", "favorable".
function M.of(rules, node, what)
  return node[what] or rules.tables.terrain(node.own_kind or node.terrain or node.kind or "wall", what)
end

local function enters(rules, _, node) return M.of(rules, node, "going") ~= "impassable" end

--- What is charged for it: "rough", "road" and "ford", or nothing.
local function going(rules, _, node)
  local word = M.of(rules, node, "going")
  return word ~= "open" and word ~= "impassable" and word or nil
end

local LEADS <const> = { "road", "bridge", "ford" }

--- Sight goes no further through a wood or a town than this (MC 2).
local function edge(rules) return inch(rules.constant.los_block) end

local function ground(name, row)
  row.cite, row.going, row.enters = row.cite or "Man 2", going, enters
  terrain(name)(row)
end

local function hides(name, row)
  row.height, row.edge, row.crossed_by, row.left_anywhere, row.cite = mm(15), edge, LEADS, true, "MC 2"
  row.flags = { "hides" }
  ground(name, row)
end

ground("open", {
  doc = "open ground", map = " ", ascii = " ", drawn = function(area) return area.ground and "hill" end,
})
ground("hill", { doc = "a hill", map = "░", ascii = ":", colour = "dim" })
ground("rough", { doc = "rough ground", crossed_by = LEADS, map = "∴ ", ascii = "; ", colour = "yellow" })
ground("marsh", { doc = "a marsh", crossed_by = LEADS, map = "≋ ", ascii = "~ ", colour = "cyan" })
hides("forest", { doc = "a forest", map = "♣ ", ascii = "T ", colour = "green" })
hides("town", { doc = "a town", map = "▒", ascii = "H", colour = "yellow" })
ground("works", { doc = "prepared works", map = "▓", ascii = "M", colour = "yellow" })
ground("river", { doc = "a river", crossed_by = LEADS, left_anywhere = true, map = "≈", ascii = "~", colour = "cyan" })
ground("road", { doc = "a road", slows = 0, map = "·", ascii = ".", colour = "yellow" })
ground("bridge", { doc = "a bridge", slows = 0, map = "∥", ascii = "=", colour = "yellow" })
ground("ford", { doc = "a ford", map = "∽", ascii = "-", colour = "cyan" })
ground("impassable", { doc = "impassable ground", crossed_by = LEADS, map = "█", ascii = "@", colour = "blue" })

local function line(name, row)
  row.of, row.crossed_by = "line", LEADS
  ground(name, row)
end

line("wall", { doc = "a wall", map = "─│", ascii = "-|", colour = "yellow" })
line("hedge", { doc = "a hedge", map = "╌┆", ascii = "-|", colour = "green" })
line("stream", { doc = "a stream", map = "~", ascii = "~", colour = "cyan" })

ground_rows {
  table = "terrain", like = "counts_as",
  plain = { going = going, enters = enters, crossed_by = LEADS, map = "▚ ", ascii = "% ", colour = "green" },
}

return M
