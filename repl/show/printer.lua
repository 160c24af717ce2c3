--- Values for people: sorted keys, cycles and depth marked, one line when it fits.
local M <const> = {}

--- Levels of tables that are shown, names of one, and values in all.
local DEEPEST <const>, MOST <const>, LONGEST <const> = 6, 200, 20000

local function key_less(one, other)
  local a, b = type(one), type(other)
  if a ~= b then return a < b end
  if a == "number" or a == "string" then return one < other end
  return tostring(one) < tostring(other)
end

local function quoted(text)
  local shown = ("%q"):format(text):gsub("\\\n", "\\n"):gsub("[\0-\31\127]", function(c)
    return ("\\x%02x"):format(c:byte())
  end)
  return shown
end

local function scalar(value)
  local kind = type(value)
  if kind == "string" then return quoted(value) end
  if kind == "number" or kind == "boolean" or kind == "nil" then return tostring(value) end
  return "<" .. kind .. ">"
end

local function key_text(key)
  if type(key) == "string" and key:match "^[%a_][%w_]*$" then return key end
  return "[" .. scalar(key) .. "]"
end

local show

--- The parts of a table: positions first, then names in order.
local function parts_of(value, indent, depth, seen, width)
  local parts, keys = {}, {}
  for i = 1, #value do
    parts[i] = seen.left > 0 and show(value[i], indent + 2, depth + 1, seen, width) or "…"
    if seen.left <= 0 then return parts end
  end
  for key in next, value do
    if not (math.type(key) == "integer" and key >= 1 and key <= #value) then keys[#keys + 1] = key end
  end
  table.sort(keys, key_less)
  for _, key in ipairs(keys) do
    parts[#parts + 1] = key_text(key) .. " = " .. show(value[key], indent + 2, depth + 1, seen, width)
    if #parts >= MOST or seen.left <= 0 then
      parts[#parts + 1] = "…"
      break
    end
  end
  return parts
end

function show(value, indent, depth, seen, width)
  seen.left = seen.left - 1
  if type(value) ~= "table" then return scalar(value) end
  if seen[value] then return "<the same table>" end
  if next(value) == nil then return "{}" end
  if depth > DEEPEST then return "{…}" end
  seen[value] = true
  local parts = parts_of(value, indent, depth, seen, width)
  seen[value] = nil
  local line = "{ " .. table.concat(parts, ", ") .. " }"
  if #line + indent <= width and not line:find("\n", 1, true) then return line end
  local inner = (" "):rep(indent + 2)
  return "{\n" .. inner .. table.concat(parts, ",\n" .. inner) .. "\n" .. (" "):rep(indent) .. "}"
end

--- A value as text, within so many columns where that can be.
---@param value any
---@param width integer?
---@return string
function M.show(value, width)
  return show(value, 0, 1, { left = LONGEST }, width or 80)
end

return M
