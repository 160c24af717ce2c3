--- How much of a measurement does not count: every such length of the table, in micrometres, with its reason. Rule
--- files have them by these names in `tabletop`: tabletop.TOUCHING.
local M <const> = {}

--- Two bases touch at gaps and overlaps up to this. Places are whole micrometres, so each of two rounded bases may lie
--- half of one off, in either direction. The kernel's LIM_TOUCH, for what a rule compares itself.
M.TOUCH = 2

--- Bodies this near are in contact for play, and a base lies in ground only when it lies deeper in it than this: the
--- least that players can see at a table.
M.TOUCHING = 1000

--- What rounded turns and slides may add up to over a whole move: at a corner over the edge of the table, and at the
--- rim of ground on the way.
M.ROUNDED = 100

--- How much smaller than a base, on each side, the part is that stands in ground: rounding moves a corner by less, and
--- ground that a base only touches is not under it.
M.SKIN = 10

--- A line of fire or sight in a body over no more than this grazes it, and is not stopped. The GRAZE of sight.c.
M.GRAZE = 10

--- How wide a line of fire is: wider than the seam that rounding leaves between two bases in line (TOUCH).
M.FIRE_LINE = 4

--- Strips and stretches of a way over ground up to this do not count when a road or bridge is to lead through it: edges
--- of two outlines drawn along each other lie up to SKIN apart on either side.
M.SEAM = 20

--- What is added to a distance "within" which bodies are met on a way: the kernel's skin of a moving base on both sides
--- (3 each), and rounding. A body exactly that far away is met.
M.REACHED = 20

return M
