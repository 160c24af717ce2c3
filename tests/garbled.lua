--- Deterministic mutations of texts: what somebody careless or hostile may make of a replay, a scenario, a table of data
--- or a shard. Whatever comes of one must be an answer in words, never an error of the program's own.
local json <const> = require "kernel.json"

local M <const> = {}

--- Numbers from a seed, the same everywhere: 1 to n.
---@param seed integer
---@return fun(n: integer): integer
function M.random(seed)
  local state = seed
  return function(n)
    state = (state * 6364136223846793005 + 1442695040888963407) & 0x7fffffffffffffff
    return (state >> 20) % n + 1
  end
end

local JUNK <const> = {
  json.null, true, false, -1, 0, 1, 7, 1 << 53, -(1 << 62), 1.5, "", "x", "a", "-1", "units", ("y"):rep(5000), "\u{202e}\27[2J\n",
  json.list {}, {}, json.list { json.list {} }, json.list { 1, "x" }, { x = 1 }, { x = json.list { 1 } },
}

--- All places of a tree: { table, key }.
local function places_of(tree, places)
  local keys = {}
  for key in next, tree do keys[#keys + 1] = key end
  table.sort(keys, function(one, other)
    if type(one) == type(other) then return one < other end
    return type(one) == "number"
  end)
  for _, key in ipairs(keys) do
    places[#places + 1] = { tree, key }
    if type(tree[key]) == "table" then places_of(tree[key], places) end
  end
  return places
end

--- Changes one place of a tree of JSON: junk, another place's value, taken away, or moved by one.
---@param tree table
---@param random fun(n: integer): integer
function M.tree(tree, random)
  local places = places_of(tree, {})
  if #places == 0 then return end
  local at, other, way = places[random(#places)], places[random(#places)], random(6)
  local node, key = at[1], at[2]
  if way <= 3 then
    local junk = JUNK[random(#JUNK)]
    node[key] = type(junk) == "table" and json.decode(json.encode(junk)) or junk
  elseif way == 4 then
    node[key] = json.decode(json.encode(other[1][other[2]]))
  elseif way == 5 then
    if math.type(key) == "integer" then table.remove(node, key) else node[key] = nil end
  elseif math.type(node[key]) == "integer" then
    node[key] = node[key] + (random(2) * 2 - 3)
  elseif math.type(key) == "integer" then
    table.insert(node, key, node[key])
  else
    node[key .. "x"], node[key] = node[key], nil
  end
end

local WORDS <const> = { "nil", "{}", "{{}}", "-1", "1e300", "0/0", "'x'", "''", "true", "function() end", "1,", "\"", ",", "\27", "\u{202e}",
  "99999999999", "{ 1, 2 }", "a", "-", ";", "\n", "=", "}", "{" }

--- Changes a text in one place: bytes taken out, put twice, replaced by something that may mean something there.
---@param text string
---@param random fun(n: integer): integer
---@return string
function M.text(text, random)
  local from = random(#text)
  local to = math.min(#text, from + random(12) - 1)
  local way = random(5)
  if way == 1 then return text:sub(1, from - 1) .. text:sub(to + 1) end
  if way == 2 then return text:sub(1, to) .. text:sub(from) end
  if way == 3 then return text:sub(1, from - 1) .. string.char(random(256) - 1) .. text:sub(from + 1) end
  local first, last = text:find("[%w_]+", from)
  if not first then return text:sub(1, from) end
  return text:sub(1, first - 1) .. WORDS[random(#WORDS)] .. text:sub(last + 1)
end

--- Whether something said names a place in the program's own files, or an address.
---@param said string
---@return boolean
function M.is_internal(said)
  return said:find "rules%-lua/limber/[%w_/]+%.lua:%d" ~= nil or said:find "repl/[%w_/]+%.lua:%d" ~= nil
    or said:find "rules%-lua/[%w_]+/[%w_/]+%.lua:%d" ~= nil or said:find "0x%x%x%x%x%x%x" ~= nil
    or said:find("attempt to", 1, true) ~= nil or said:find("bad argument", 1, true) ~= nil
    or said:find("stack traceback", 1, true) ~= nil
end

return M
