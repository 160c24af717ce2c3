--- A question as the words that ask it: `artillery.fire formed guns=8`.
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

local function word_of(value)
  local text = tostring(value)
  return type(value) == "string" and text:find "[%s\"%[%]{}=]" and ("%q"):format(text) or text
end

--- An expression as it can be typed again (read.grammar): one kind of quotes may hold the other.
local function quoted(text)
  if text:find "^[%w_.,]+$" then return text end
  return text:find('"', 1, true) and not text:find("'", 1, true) and ("'%s'"):format(text) or ("%q"):format(text)
end

local function add_words(words, path, value, swept)
  if swept and swept[path] then
    words[#words + 1] = ("%s=%s"):format(path, swept[path])
  elseif type(value) ~= "table" then
    words[#words + 1] = value == true and path or ("%s=%s"):format(path, word_of(value))
  else
    for _, key in ipairs(sorted.keys(value)) do
      add_words(words, path == "" and tostring(key) or path .. "." .. key, value[key], swept)
    end
  end
end

--- The procedure's name and a word for each argument.
---@param name string
---@param args table
---@param swept table<string, string>? the texts of arguments that are swept
---@return string[]
function M.words(name, args, swept)
  local words = { name }
  add_words(words, "", args, swept)
  return words
end

--- The options of odds to the finish.
local function finish_words(finish)
  local words = finish.over and "" or " --to-the-finish"
  if finish.carry then words = ("%s --carry %s"):format(words, quoted(finish.carry)) end
  return finish.over and ("%s --until %s"):format(words, quoted(finish.over)) or words
end

--- The same in a line, with the field that its odds are of.
---@param asked { name: string, args: table, by: string?, request: { finish: table?, axes: table[] }? }
---@return string
function M.line(asked)
  local request, swept = asked.request, {}
  for _, axis in ipairs(request and request.axes or {}) do swept[axis.path] = axis.text end
  local words = table.concat(M.words(asked.name, asked.args, swept), " ")
    .. (asked.by and " by=" .. quoted(asked.by) or "")
  local finish = request and request.finish
  return finish and words .. finish_words(finish) or words
end

return M
