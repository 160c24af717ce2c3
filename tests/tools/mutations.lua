-- Small mutations of code, one a place: a comparison turned, a constant off by one, a clause dropped or a condition made
-- its opposite. Lua and C; comments and strings are left alone.
local source <const> = require "source"

local M <const> = {}

---@class mutation
---@field path string
---@field line integer
---@field what string in words: "< turned into <="
---@field from integer the place in the text
---@field to integer
---@field instead string

local TURNED <const> = {
  ["<="] = "<", [">="] = ">", ["<"] = "<=", [">"] = ">=", ["=="] = { lua = "~=", c = "!=" }, ["~="] = "==", ["!="] = "==",
}
local JOINS <const> = { lua = { ["and"] = true, ["or"] = true }, c = { ["&&"] = true, ["||"] = true } }
local OPENS <const>, CLOSES <const> = { ["("] = true, ["{"] = true, ["["] = true }, { [")"] = true, ["}"] = true, ["]"] = true }
-- What ends a clause besides a closing bracket.
local ENDS <const> = {
  ["then"] = true, ["do"] = true, ["end"] = true, ["else"] = true, ["return"] = true, ["local"] = true, ["if"] = true,
  [","] = true, [";"] = true, ["?"] = true, [":"] = true,
}

-- The words and marks of a code without comments and strings, with their places: { text, from, to, line }.
local function tokens_of(code)
  local tokens, at, line = {}, 1, 1
  while at <= #code do
    local space = code:match("^%s+", at)
    if space then
      line, at = line + select(2, space:gsub("\n", "")), at + #space
    else
      local text = code:match("^[%a_][%w_]*", at) or code:match("^%d[%w_.]*", at) or code:match("^[=~<>!]=", at)
        or code:match("^<<", at) or code:match("^>>", at) or code:match("^%->", at) or code:match("^&&", at)
        or code:match("^||", at) or code:sub(at, at)
      tokens[#tokens + 1] = { text = text, from = at, to = at + #text - 1, line = line }
      at = at + #text
    end
  end
  return tokens
end

-- `<` and `>` that are no comparisons: of attributes in Lua (local x <const>) and of includes in C.
local function compares(tokens, i, lua)
  local text, before, after = tokens[i].text, tokens[i - 1] and tokens[i - 1].text, tokens[i + 1] and tokens[i + 1].text
  if lua then
    local attribute = { const = true, close = true }
    return not (text == "<" and attribute[after] or text == ">" and attribute[before])
  end
  return not (before == "include" or text == ">" and tokens[i - 1] and tokens[i - 1].text == "h")
end

-- The last token of the clause that follows the joining word at i.
local function clause_end(tokens, i, joins)
  local depth, line = 0, tokens[i].line
  for j = i + 1, #tokens do
    local text = tokens[j].text
    if CLOSES[text] then depth = depth - 1 end
    local over = depth < 0 or depth == 0 and (joins[text] or ENDS[text] or tokens[j].line > line + 3)
    if over then return j > i + 1 and j - 1 or nil end
    if OPENS[text] then depth = depth + 1 end
  end
end

--- Every mutation of a text on the lines that are asked for.
---@param path string
---@param text string
---@param lines table<integer, boolean>
---@return mutation[]
function M.of(path, text, lines)
  local lua, found = path:find("%.lua$") ~= nil, {}
  local joins, tokens = JOINS[lua and "lua" or "c"], tokens_of(source.code(text, lua, false))
  local function add(i, what, from, to, instead)
    found[#found + 1] = { path = path, line = tokens[i].line, what = what, from = from, to = to, instead = instead }
  end
  for i, token in ipairs(tokens) do
    local word = token.text
    if lines[token.line] then
      local turned = TURNED[word]
      if type(turned) == "table" then turned = turned[lua and "lua" or "c"] end
      if turned and (#word == 2 or compares(tokens, i, lua)) then
        add(i, ("%s turned into %s"):format(word, turned), token.from, token.to, turned)
      elseif word:find("^%d+$") then
        add(i, ("%s made %d"):format(word, tonumber(word) + 1), token.from, token.to, tostring(tonumber(word) + 1))
      elseif word == "not" or word == "!" then
        add(i, word .. " dropped", token.from, token.to, "")
      elseif joins[word] then
        local last = clause_end(tokens, i, joins)
        if last then
          local clause = text:sub(token.from, tokens[last].to):gsub("%s+", " ")
          add(i, ("%q dropped"):format(clause), token.from, tokens[last].to, "")
        end
      end
    end
  end
  return found
end

---The text with a mutation in it.
---@param text string
---@param mutation mutation
---@return string
function M.apply(text, mutation)
  return text:sub(1, mutation.from - 1) .. mutation.instead .. text:sub(mutation.to + 1)
end

return M
