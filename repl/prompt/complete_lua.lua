--- What can come next in Lua at the prompt: globals and fields, read raw, so that nothing typed is run.
local M <const> = {}

local KEYWORDS <const> = {
  "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil", "not",
  "or", "repeat", "return", "then", "true", "until", "while",
}

local function is_name(key)
  return type(key) == "string" and key:find "^[%a_][%w_]*$" ~= nil
end

--- Where fields are looked for: a table, or the table that a missing field is read from.
local function place_of(value)
  if type(value) == "string" then value = getmetatable("") end
  if type(value) == "table" then return value end
  local meta = debug.getmetatable(value)
  local index = type(meta) == "table" and rawget(meta, "__index")
  return type(index) == "table" and index or nil
end

local function add_names(out, place, begun)
  local seen = 0
  while type(place) == "table" and seen < 10 do
    for key in next, place do
      if is_name(key) and key:sub(1, 2) ~= "__" then out[#out + 1] = begun .. key end
    end
    local meta = debug.getmetatable(place)
    place, seen = type(meta) == "table" and rawget(meta, "__index"), seen + 1
  end
end

--- Names and fields that begin as `word` does: `math.fl`, `game.state.`, `text:u`.
---@param env table
---@param word string
---@return string[]
function M.words(env, word)
  local path, mark = word:match "^(.-)([.:])[%w_]*$"
  local place = env
  for name in (path or ""):gmatch "[^.:]+" do
    if place == nil then return {} end
    place = place_of(rawget(place, name))
  end
  local out = {}
  if place then add_names(out, place, path and path .. mark or "") end
  if not path then table.move(KEYWORDS, 1, #KEYWORDS, #out + 1, out) end
  return out
end

return M
