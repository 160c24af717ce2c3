--- Cells of tables as :diff and ?NAME print them, made into Lua: `tables.hits_long.9.12 = 2` is
--- `tables.hits_long["9"]["12"] = 2`, and so is `hits_long.9.12 = 2`.
local M <const> = {}

--- The longest of some names that a text begins with, as a whole word.
local function begun_with(text, names)
  local longest
  for _, name in ipairs(names) do
    local after = text:sub(#name + 1, #name + 1)
    local fits = text:sub(1, #name) == name and not (name:find "[%w_]$" and after:find "[%w_]")
    if fits and (not longest or #name > #longest) then longest = name end
  end
  return longest
end

--- Reads the places of a cell from `at` on, each after a point: Lua that gives them, and the next position.
local function places(whole, line, at)
  local out = {}
  for _, axis in ipairs(whole.axes) do
    if line:sub(at, at) ~= "." then break end
    local rest = line:sub(at + 1)
    local misspelt = rest:match "^([%a_][%w_]*)%.%d" -- Lua cannot read what follows it: the table refuses it
    local place = begun_with(rest, axis.names) or rest:match "^%d[%w_]*" or misspelt
    if not place then break end
    out[#out + 1] = ("[%q]"):format(place)
    at = at + 1 + #place
  end
  local below = #out == #whole.axes and line:match("^%.[%w_.]+", at) -- Lua cannot read it: the table refuses it
  if below and below:find "^%.%d" then return table.concat(out) .. "[1]", at + #below end
  return table.concat(out), at
end

--- Where a text in quotes ends, from its first quote on.
local function quoted_until(line, at)
  local mark, last = line:sub(at, at), at + 1
  while last <= #line and line:sub(last, last) ~= mark do
    last = last + (line:sub(last, last) == "\\" and 2 or 1)
  end
  return last
end

--- A line of Lua in which cells are written as they are printed.
---@param rules limber.Rules
---@param env table the names that Lua has at the prompt
---@param line string
---@return string
function M.as_lua(rules, env, line)
  local first = line:match "^%s*([%a_][%w_]*)%." or line:match "^%s*([%a_][%w_]*)%s*$"
  local names_table = first and env[first] == nil and rules.draft.lookups[first] and not rules.procedures[first]
  if names_table then line = line:gsub("^%s*", "tables.", 1) end
  local out, at = {}, 1
  while at <= #line do
    local c, last = line:sub(at, at), at
    local name = c == "t" and not line:sub(math.max(1, at - 1), at - 1):find "[%w_.]"
      and line:match("^tables%.([%a_][%w_]*)", at)
    if c == '"' or c == "'" then
      last = quoted_until(line, at)
    elseif line:sub(at, at + 1) == "--" then
      last = #line
    elseif name and rules.draft.lookups[name] then
      local after = at + #"tables." + #name
      out[#out + 1] = line:sub(at, after - 1)
      out[#out + 1], after = places(rules.draft.table(name), line, after)
      at, last = after, after - 1
    elseif c:find "[%w_]" then
      last = at + #line:match("^[%w_]+", at) - 1
    end
    out[#out + 1] = line:sub(at, last)
    at = last + 1
  end
  return table.concat(out)
end

return M
