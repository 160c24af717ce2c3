-- Reads the tree for the checkers: which files there are, and their code without comments and strings.
local M <const> = {}

---Files below the folders given whose names match, sorted; a folder that does not exist holds none.
---@param root string
---@param folders string[]
---@param pattern string a Lua pattern of the whole path
---@return string[] paths relative to root
function M.files(root, folders, pattern)
  local out = {}
  for _, folder in ipairs(folders) do
    local find = assert(io.popen(("cd '%s' && find '%s/' -type f 2>/dev/null | LC_ALL=C sort"):format(root, folder)))
    for path in find:lines() do
      path = path:gsub("//+", "/")
      if path:find(pattern) then out[#out + 1] = path end
    end
    find:close()
  end
  return out
end

---The names of the folders directly inside one, sorted.
---@return string[]
function M.folders(root, folder)
  local out = {}
  local list = assert(io.popen(("cd '%s/%s' 2>/dev/null && ls -d */ 2>/dev/null | LC_ALL=C sort"):format(root, folder)))
  for name in list:lines() do out[#out + 1] = (name:gsub("/$", "")) end
  list:close()
  return out
end

---@return string
function M.read(root, path)
  local file = assert(io.open(root .. "/" .. path, "rb"))
  local text = file:read("a")
  file:close()
  return text
end

-- Blanks a comment or a string; a string keeps its quotes, so that it is still seen to stand there.
local function blank(text)
  local quote = text:match("^[\"']")
  local spaces = text:gsub("[^\n]", " ")
  return quote and quote .. spaces:sub(2, -2) .. quote or spaces
end

-- Where a comment or a string that opens at `at` ends, in C or in Lua; nil when nothing opens there.
local function closes(text, at, lua)
  local two = text:sub(at, at + 1)
  local one = two:sub(1, 1)
  if one == '"' or one == "'" then
    local i = at + 1
    while i <= #text and text:sub(i, i) ~= one and text:sub(i, i) ~= "\n" do
      i = i + (text:sub(i, i) == "\\" and 2 or 1)
    end
    return i, "string"
  end
  if lua then
    local bar = text:match("^%-%-%[(=*)%[", at) or text:match("^%[(=*)%[", at)
    if bar then
      local _, stop = text:find("]" .. bar .. "]", at, true)
      return stop or #text, two == "--" and "comment" or "string"
    end
    if two == "--" then return (text:find("\n", at, true) or #text + 1) - 1, "comment" end
  else
    if two == "/*" then return select(2, text:find("*/", at + 2, true)) or #text, "comment" end
    if two == "//" then return (text:find("\n", at, true) or #text + 1) - 1, "comment" end
  end
  return nil
end

---The text with comments blanked, and with strings blanked too unless they are to be kept; lines stay where they are.
---@param text string
---@param lua boolean Lua, else C
---@param keep_strings boolean
---@return string
function M.code(text, lua, keep_strings)
  local out, at = {}, 1
  while at <= #text do
    local next_at = text:find("[\"'%-%[/]", at) or #text + 1
    out[#out + 1] = text:sub(at, next_at - 1)
    at = next_at
    if at <= #text then
      local stop, kind = closes(text, at, lua)
      if stop then
        local piece = text:sub(at, stop)
        out[#out + 1] = kind == "string" and keep_strings and piece or blank(piece)
        at = stop + 1
      else
        out[#out + 1] = text:sub(at, at)
        at = at + 1
      end
    end
  end
  return table.concat(out)
end

---Numbered lines of a text.
---@return fun(): integer?, string?
function M.lines(text)
  local number, each = 0, (text .. "\n"):gmatch("([^\n]*)\n")
  return function()
    local line = each()
    if line == nil then return nil end
    number = number + 1
    return number, line
  end
end

---Prints the faults and ends the process: 0 when there are none.
---@param what string what was checked
---@param faults string[]
function M.finish(what, faults)
  for _, fault in ipairs(faults) do print(fault) end
  print(("%s: %s"):format(what, #faults == 0 and "ok" or #faults .. " fault(s)"))
  os.exit(#faults == 0)
end

return M
