--- Kinds of ground, each declared once as data: the word `terrain` of game files.
--
--   terrain "woods" {
--     of = "area",             -- or "line": hedges, walls; or "look": only how something else is drawn at times
--     doc = "woods", cite = "4.2.7.5",
--     going = "difficult",     -- a word for what the ruleset charges for it; none: as the bare table
--     slows = 1,               -- where grounds overlap the one that slows most counts; 1 with a going
--     enters = false,          -- no unit may; or function(rules, unit, node) → true or false; left out: all may
--     stops = true,            -- a move ends at its edge, and it is entered from there
--     held = true,             -- the same, and only a unit that holds it stands in it: its `inside` is the area's id
--     crossed_by = { "road" }, -- kinds of areas that lead through it: wholly on those, it does not count
--     left_anywhere = true,    -- a unit that stands in it may go on through it; else it takes the nearest way out
--     height = mm(15), edge = mm(30),    -- for sight: how high, and how far in it reaches; or functions of the rules
--     flags = { "opaque" },    -- what filters of the field know it by, for fire and the like
--     map = "♣ ", ascii = "T ", colour = "green",    -- how a map draws it; later kinds lie over earlier ones
--     drawn = function(node) return node.breached and "breached" end,     -- as another kind, at times
--   }
--
-- `going` may be a function(rules, unit, node) too. An area's kind is its `terrain`, a line's its `kind`; the field of
-- `carries` that says so is `ground_kind "terrain" { of = "area", default = "open" }`. Maps, scenarios as they are laid
-- out, movement, room and sight read the same rows. In a told game the players say what ground is on a way:
--
--   told_ground {
--     fact = "way", goings = { "difficult" },      -- all that may come out
--     legs = function(difficult) return { { going = difficult and "difficult" } } end,
--   }
-- Rows that house rules add to a table are kinds of areas too, where the ruleset says so: each is as the kind that its
-- column `like` names, or as `plain` has it.
--   ground_rows { table = "terrain", like = "counts_as", plain = { map = "?", ascii = "?" } }
local declared <const> = require "limber.language.declared"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

---@class limber.Terrain
---@field name string
---@field of "area"|"line"|"look"
---@field doc string
---@field cite string?
---@field going (string|fun(rules: table, unit: table, node: table): string?)?
---@field slows integer
---@field enters (false|fun(rules: table, unit: table, node: table): boolean)?
---@field stops boolean?
---@field held boolean?
---@field flags string[]?
---@field counts boolean whether it makes any difference to a move
---@field crossed_by table<string, true>?
---@field left_anywhere boolean?
---@field height (integer|fun(rules: table): integer)?
---@field edge (integer|fun(rules: table): integer)?

local KEYS <const> = {
  of = "text", doc = "text", cite = "text", going = "any", slows = "whole", enters = "any", stops = "any", held = "any",
  crossed_by = "names", left_anywhere = "any", height = "number", edge = "number", flags = "names", map = "text",
  ascii = "text", colour = "text", drawn = "function",
}

--- The kind of ground that is not declared: the bare table.
local BARE <const> = { name = "open", of = "area", doc = "open ground", slows = 0 }

---@class limber.Grounds the kinds of ground of a ruleset
---@field area table<string, limber.Terrain>
---@field line table<string, limber.Terrain>
---@field look table<string, limber.Terrain>
---@field names { area: string[], line: string[], look: string[] } in the order declared
---@field symbols limber.Terrain[] those that a map draws, in that order
---@field declared { [1]: string, [2]: table }[] names and what was said of them, in order
---@field rows { table: string, like: string, plain: table }? the table whose rows are kinds of areas too, its column
---       that names another kind, and what a kind is that names none
---@field told { fact: string, goings: string[], legs: fun(value: any): table[] }? what players are asked, and tell

---@return limber.Grounds
function M.new()
  return { area = {}, line = {}, look = {}, names = { area = {}, line = {}, look = {} }, symbols = {}, declared = {} }
end

local function set_of(list)
  local set = {}
  for _, one in ipairs(list) do set[one] = true end
  return set
end

--- Declares a kind of ground.
---@param grounds limber.Grounds
---@param name string
---@param spec table
function M.declare(grounds, name, spec)
  local row = declared.only(("terrain %q"):format(name), spec, KEYS, { level = 3 })
  row[1], row.name, row.of, row.doc = name, name, row.of or "area", row.doc or name:gsub("_", " ")
  if not grounds.names[row.of] then error(("terrain %q: of is area, line or look"):format(name), 3) end
  if grounds[row.of][name] then error(("terrain %q is declared twice"):format(name), 3) end
  row.slows = row.slows or row.going and 1 or 0
  row.crossed_by = row.crossed_by and set_of(row.crossed_by)
  row.stops = row.stops or row.held
  row.counts = row.going ~= nil or row.enters ~= nil or row.stops == true
  grounds[row.of][name] = row
  table.insert(grounds.declared, { name, spec })
  table.insert(grounds.names[row.of], name)
  if row.map then table.insert(grounds.symbols, row) end
end

--- Kinds of ground with those of a house rule, which adds kinds, or changes the keys that it gives of a kind.
---@param grounds limber.Grounds
---@param list { [1]: string, [2]: table }[]
---@return limber.Grounds
function M.over(grounds, list)
  local over, specs, at = M.new(), {}, {}
  for i, one in ipairs(grounds.declared) do specs[i], at[one[1]] = one, i end
  for _, one in ipairs(list) do
    local name, spec = one[1], {}
    local place = at[name] or #specs + 1
    for key, value in next, specs[place] and specs[place][2] or {} do spec[key] = value end
    for key, value in next, one[2] do spec[key] = value end
    specs[place], at[name] = { name, spec }, place
  end
  over.told, over.rows = grounds.told, grounds.rows
  for _, one in ipairs(specs) do M.declare(over, one[1], one[2]) end
  return over
end

--- Kinds of ground that house rules' rows add to the table that `ground_rows` names: each is as the kind that it counts
--- as, or as `plain` has it. An area of such a kind has the kind that it counts as for its `terrain`, and its own as
--- `own_kind`.
---@param grounds limber.Grounds
---@param whole limber.Table
---@param published limber.Table
---@return limber.Grounds
function M.from_rows(grounds, whole, published)
  local said, list, specs = grounds.rows, {}, {}
  for _, one in ipairs(grounds.declared) do specs[one[1]] = one[2] end
  local column = whole.axes[2].index[said.like]
  for row, name in ipairs(whole.axes[1].keys) do
    if not published.axes[1].index[name] and not specs[name] then
      local spec = {}
      local like = whole.cells[(row - 1) * #whole.columns + column]
      for key, value in next, specs[like] or said.plain do spec[key] = value end
      spec.doc, spec.cite = name:gsub("_", " "), nil
      list[#list + 1] = { name, spec }
    end
  end
  return #list > 0 and M.over(grounds, list) or grounds
end

--- The kind of an area or line; of a line without one, the first declared.
---@param grounds limber.Grounds
---@param node table
---@return limber.Terrain
function M.row(grounds, node)
  if node.line then return grounds.line[node.kind or grounds.names.line[1]] or BARE end
  return grounds.area[node.own_kind or node.terrain or node.kind] or BARE
end

--- All kinds of areas and lines, in the order declared, and what each is in a line of words.
---@param grounds limber.Grounds
---@return { name: string, says: string }[]
function M.listed(grounds)
  local list, open_to_all = {}, false
  for _, of in ipairs { "area", "line" } do
    for _, name in ipairs(grounds.names[of]) do
      open_to_all = open_to_all or type(grounds[of][name].enters) ~= "function"
    end
  end
  for _, of in ipairs { "area", "line" } do
    for _, name in ipairs(grounds.names[of]) do
      local row = grounds[of][name]
      local parts = { row.doc }
      local function add(text, when) if when then parts[#parts + 1] = text end end
      add("nobody enters", row.enters == false)
      add("not for every unit", open_to_all and type(row.enters) == "function")
      add("held by a unit that enters", row.held)
      add("a move ends at its edge", row.stops)
      add("crossed by " .. table.concat(sorted.keys(row.crossed_by or {}), " or "), row.crossed_by)
      local says = table.concat(parts, "; ") .. (row.cite and (" (%s)"):format(row.cite) or "")
      list[#list + 1] = { name = name, says = says }
    end
  end
  return list
end

--- What filters of the field know an area or line by.
---@param grounds limber.Grounds
---@param node table
---@return string[]?
function M.flags(grounds, node) return M.row(grounds, node).flags end

--- What an area or line is drawn as on a map.
---@param grounds limber.Grounds
---@param node table
---@return string
function M.drawn(grounds, node)
  local row = M.row(grounds, node)
  return row.drawn and row.drawn(node) or row.name
end

--- Map symbols, ground being drawn as its kinds say.
---@param grounds limber.Grounds?
---@param words limber.MapSymbols?
---@return limber.MapSymbols?
function M.symbols(grounds, words)
  if not grounds or #grounds.symbols == 0 then return words end
  local function drawn(node) return M.drawn(grounds, node) end
  local symbols = {}
  for key, value in next, words or {} do symbols[key] = value end
  symbols.area, symbols.line, symbols.ground = drawn, drawn, grounds.symbols
  return symbols
end

--- Puts what sight needs of ground that is laid out into its state.
---@param grounds limber.Grounds
---@param rules table
---@param node table
---@param of "area"|"line"
function M.lay(grounds, rules, node, of)
  local row = grounds[of][of == "line" and node.kind or node.own_kind or node.terrain] or BARE
  local function number(value)
    if type(value) == "function" then return value(rules) end
    return value
  end
  node.height = node.height or number(row.height)
  node.through = node.through or number(row.edge)
end

--- May a unit enter ground of that kind?
---@param row limber.Terrain
---@param rules table
---@param unit table
---@param node table
---@return boolean
function M.may_enter(row, rules, unit, node)
  if type(row.enters) == "function" then return row.enters(rules, unit, node) end
  return row.enters ~= false
end

--- May a unit be laid out there?
---@param grounds limber.Grounds
---@param rules table
---@param unit table
---@param node table
---@return boolean
function M.may_stand(grounds, rules, unit, node)
  local row = M.row(grounds, node)
  if row.held and unit.side and not unit.rank then return unit.inside == node.id end
  return M.may_enter(row, rules, unit, node)
end

--- What is charged for ground, for that unit.
---@param row limber.Terrain
---@param rules table
---@param unit table
---@param node table
---@return string?
function M.going(row, rules, unit, node)
  if type(row.going) == "function" then return row.going(rules, unit, node) end
  return row.going --[[@as string?]]
end

return M
