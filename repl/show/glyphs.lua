--- How drawn maps show arms and ground: one word for each shape, whatever a ruleset calls the thing. A page, a picture
--- and paper draw the same shapes by these words.
local M <const> = {}

--- Parts of words that tell what ground looks like, the most telling first.
local LOOKS <const> = {
  { "open_woods", "open_woods" }, { "wood", "woods" }, { "forest", "woods" }, { "orchard", "open_woods" },
  { "town", "village" }, { "village", "village" }, { "build", "village" }, { "built", "village" },
  { "house", "village" }, { "church", "village" }, { "bridge", "bridge" }, { "ford", "ford" }, { "fortif", "works" },
  { "works", "works" }, { "breach", "works" }, { "redoubt", "works" }, { "marsh", "marsh" }, { "swamp", "marsh" },
  { "bog", "marsh" }, { "stream", "water" }, { "river", "water" }, { "creek", "water" }, { "brook", "water" },
  { "water", "water" }, { "lake", "water" }, { "pond", "water" }, { "road", "road" }, { "track", "road" },
  { "wall", "wall" }, { "rampart", "rampart" }, { "barricade", "fence" },
  { "bank", "wall" }, { "hedge", "hedge" }, { "fence", "fence" },
  { "ditch", "ditch" }, { "hill", "hill" }, { "steep", "hill" }, { "slope", "hill" }, { "scrub", "scrub" },
  { "vine", "crops" }, { "crop", "crops" }, { "meadow", "scrub" }, { "rough", "rough" }, { "broken", "rough" },
  { "boulder", "boulders" },
  { "impassable", "impassable" }, { "open", "open" },
}

--- What ground of an unknown name looks like, by its symbol on the terminal's map: a kind that house rules add has the
--- symbol of the kind that it counts as.
local BY_SYMBOL <const> = {
  ["░"] = "hill", ["▲"] = "hill", ["♣"] = "woods", ["♧"] = "open_woods", ["▒"] = "village", ["▓"] = "works",
  ["≈"] = "water", ["~"] = "water", ["≋"] = "water", ["∴"] = "rough", ["∵"] = "boulders", ["▞"] = "rough",
  ["ʻ"] = "scrub", ["·"] = "road", ["∥"] = "bridge", ["∽"] = "ford", ["█"] = "impassable", ["═"] = "wall",
  ["─"] = "wall", ["━"] = "rampart", ["╌"] = "hedge", ["╍"] = "fence",
}

--- The same by the colour in which a terminal draws it.
local BY_COLOUR <const> = { green = "scrub", cyan = "water", yellow = "rough", blue = "impassable", dim = "hill" }

--- The look of a kind of ground: hill, woods, open_woods, village, water, marsh, road, bridge, ford, wall, rampart,
--- hedge, fence, ditch, works, rough, boulders, scrub, crops, impassable, open or other.
---@param kind string
---@param row { map: string?, colour: string? }? what its ruleset says of it
---@return string
function M.look(kind, row)
  for _, one in ipairs(LOOKS) do
    if kind:find(one[1], 1, true) then return one[2] end
  end
  local sign = row and row.map and row.map:match(utf8.charpattern)
  return BY_SYMBOL[sign] or row and BY_COLOUR[row.colour] or "other"
end

local ARMS <const> = {
  infantry = "foot", foot = "foot", cavalry = "horse", mounted = "horse", horse = "horse", camelry = "horse",
  artillery = "guns", gun = "guns", guns = "guns", machine_gun = "machine_guns", wagon = "wagon", train = "wagon",
  cart = "wagon",
}

--- The shape of an arm: foot, horse, guns, machine_guns, wagon or other.
---@param arm string?
---@return string
function M.arm(arm) return ARMS[arm or ""] or "other" end

--- Whether a unit stands in open order, which is drawn as dots.
---@param unit { drill: string? }
---@return boolean
function M.is_open(unit) return type(unit.drill) == "string" and unit.drill:find "skirmish" ~= nil end

return M
