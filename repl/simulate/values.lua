--- What `--sweep PATH=VALUES` names: a number of a scenario or a cell of a table, and the values that it is given.
--
-- VALUES is 2..6, 10..30:5 (every fifth; 10..30..5 says the same) or 2,4,8. PATH is `tables.TABLE.CELL`, a field of
-- the battle (`last_turn`, `break_percent`), or a field of a piece, by its id or a unit's number: `hussars_1.men`,
-- `21.men`, `hill.hill`, `line_1.at.2` (how far north). Whole numbers only.
local bounds <const> = require "limber.language.bounds"
local scenarios <const> = require "limber.scenario.scenario"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.Sweep
---@field path string
---@field cell string? the path of a cell, without `tables.`
---@field values integer[] rising

--- The most values of a sweep.
local MOST <const> = 40

local function whole(word)
  local number = math.tointeger(tonumber(word))
  return number and number > -bounds.TABLE and number < bounds.TABLE and number or nil
end

--- What is wrong with a word that is to be a whole number.
local function not_whole(word) return nil, ("--sweep takes whole numbers, got %s"):format(bounds.said(word)) end

--- The values of a range: `-4..-1`, `10..30:5`.
local function range_of(text)
  local words = {}
  for word in (text:gsub(":", "..") .. ".."):gmatch "(.-)%.%." do words[#words + 1] = word end
  if #words > 3 then return nil, ("--sweep takes FROM..TO or FROM..TO:STEP, got %s"):format(text) end
  for i, word in ipairs(words) do
    words[i] = whole(word)
    if not words[i] then return not_whole(word) end
  end
  local from, to, step = words[1], words[2], words[3] or 1
  if to <= from or step < 1 then
    return nil, ("--sweep %s: there is nothing from %d up to %d in steps of %d"):format(text, from, to, step)
  end
  local values = {}
  for value = from, to, step do
    values[#values + 1] = value
    if #values > MOST then break end
  end
  return values
end

local function list_of(text)
  local values, seen = {}, {}
  for word in (text .. ","):gmatch "(.-)," do
    local value = whole(word)
    if not value then return not_whole(word) end
    if seen[value] then return nil, ("--sweep has %d twice"):format(value) end
    seen[value] = true
    values[#values + 1] = value
  end
  table.sort(values)
  return values
end

--- Reads what was given for --sweep.
---@param given string
---@return limber.Sweep?
---@return string? what is wrong
function M.read(given)
  local path, text = given:match "^%s*([%w_.*-]+)%s*=%s*(.-)%s*$"
  if not path then return nil, ("--sweep takes PATH=VALUES, such as last_turn=6..10; got %s"):format(given) end
  local read = text:find("..", 1, true) and range_of or list_of
  local values, fault = read(text)
  if not values then return nil, fault end
  if #values < 2 then return nil, "--sweep takes two values or more" end
  if #values > MOST then return nil, ("--sweep takes at most %d values"):format(MOST) end
  return { path = path, cell = path:match "^tables%.(.+)$", values = values }
end

-- ---- a number of a scenario ----------------------------------------------------------------------------------------

--- What names no number of the battle: other dice are no other battle.
local FIXED <const> = { seed = true, number = true }

--- All pieces of a scenario, by their ids and by the numbers of units.
local function pieces_of(list, into)
  for _, one in ipairs(list or {}) do
    if type(one) == "table" and one.tag and type(one.given) == "table" then
      into[one.id] = into[one.id] or one
      if one.given.number ~= nil then into[tostring(one.given.number)] = into[tostring(one.given.number)] or one end
      pieces_of(one.given, into)
    end
  end
  return into
end

--- The piece that a path names, with the rest of the path; or the battle.
local function bearer_of(scenario, path)
  local by_name = pieces_of(scenario.given, pieces_of(scenario.given.ground, {}))
  local first, rest = path:match "^([^.]+)%.(.+)$"
  if by_name[first] then return by_name[first], rest end
  local inner, more = (rest or ""):match "^([^.]+)%.(.+)$"
  if first and first:find "^%a+s$" and by_name[inner] then return by_name[inner], more end -- units.31.men
  if first == "battle" then return scenario, rest end
  if not first or type(scenario.given[first]) == "table" then return scenario, path end
  local names = {}
  for name in next, by_name do names[#names + 1] = name end
  table.sort(names)
  return nil, ("the scenario has nothing called %s%s"):format(bounds.said(first), suggest.hint(first, names))
end

--- Puts a value at a path of keys; the tables on the way are copied, since an author's code may use one twice.
local function put(node, path, value)
  local first, rest = path:match "^([^.]+)%.?(.*)$"
  local key = #node > 0 and math.tointeger(tonumber(first)) or first
  local copy, old = tree.shallow(node), node[key]
  if rest == "" then
    if math.type(old) ~= "integer" and old ~= nil then
      return nil, ("is %s, not a whole number"):format(bounds.said(old))
    end
    copy[key] = value
    return copy, old
  end
  if type(old) ~= "table" then return nil, "leads nowhere" end
  local inner, before = put(old, rest, value)
  if not inner then return nil, before end
  copy[key] = inner
  return copy, before
end

--- Gives a number of a scenario another value.
---@param scenario limber.Scenario read for this alone
---@param path string
---@param value integer
---@return boolean? done
---@return string|integer|nil fault or the value that stood there
function M.set(scenario, path, value)
  local bearer, rest = bearer_of(scenario, path)
  if not bearer then return nil, rest end
  if FIXED[rest] then return nil, ("%s cannot be swept"):format(path) end
  local given, old = put(bearer.given, rest, value)
  if not given then return nil, ("%s %s"):format(path, old) end
  bearer.given = given
  if bearer == scenario then
    local wrong = scenarios.head_wrong(given)
    if wrong then return nil, wrong end
  end
  return true, old
end

return M
