--- A small reader of JSON, so that the audit needs nothing of what it audits.
local M <const> = {}

local ESCAPE <const> = { b = "\b", f = "\f", n = "\n", r = "\r", t = "\t" }

local value_at

local function string_at(text, at)
  local from, parts = at + 1, nil
  while true do
    local stop = text:find('["\\]', from)
    if not stop then error("a string has no end") end
    if text:byte(stop) == 34 then
      local last = text:sub(from, stop - 1)
      return parts and table.concat(parts) .. last or last, stop + 1
    end
    parts = parts or {}
    parts[#parts + 1] = text:sub(from, stop - 1)
    local code = text:sub(stop + 1, stop + 1)
    if code == "u" then
      parts[#parts + 1] = utf8.char(tonumber(text:sub(stop + 2, stop + 5), 16))
      from = stop + 6
    else
      parts[#parts + 1] = ESCAPE[code] or code
      from = stop + 2
    end
  end
end

local function skip(text, at)
  return text:find("[^ \t\r\n]", at)
end

local function list_at(text, at)
  local list = {}
  at = skip(text, at + 1)
  if text:byte(at) == 93 then return list, at + 1 end
  while true do
    list[#list + 1], at = value_at(text, at)
    at = skip(text, at)
    if text:byte(at) == 93 then return list, at + 1 end
    at = skip(text, at + 1)
  end
end

local function object_at(text, at)
  local object = {}
  at = skip(text, at + 1)
  if text:byte(at) == 125 then return object, at + 1 end
  while true do
    local key, after = string_at(text, at)
    at = skip(text, skip(text, after) + 1)
    object[key], at = value_at(text, at)
    at = skip(text, at)
    if text:byte(at) == 125 then return object, at + 1 end
    at = skip(text, at + 1)
  end
end

function value_at(text, at)
  local first = text:byte(at)
  if first == 34 then return string_at(text, at) end
  if first == 123 then return object_at(text, at) end
  if first == 91 then return list_at(text, at) end
  local word = text:match("^%a+", at)
  if word then return word == "true" or (word == "null" and nil or false), at + #word end
  local number = text:match("^[-+%d.eE]+", at)
  return math.tointeger(tonumber(number)) or tonumber(number), at + #number
end

--- The value of a text.
---@param text string
---@return any
function M.decode(text)
  return (value_at(text, skip(text, 1)))
end

return M
