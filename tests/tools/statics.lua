-- Rule files keep nothing of a battle outside its state: lua statics.lua [ROOT]. Refuses a function of a ruleset, or of
-- a house rule, that writes to a variable or a table of its file.
local here <const> = arg[0]:match("^(.*)/[^/]*$") or "."
package.path = here .. "/?.lua;" .. package.path
local source <const> = require "source"

local root <const> = arg[1] or "."
local OPENS <const> = { ["function"] = true, ["do"] = true, ["if"] = true, ["repeat"] = true }
local CLOSES <const> = { ["end"] = true, ["until"] = true }
local OPEN <const>, CLOSE <const> = { ["("] = true, ["["] = true, ["{"] = true }, { [")"] = true, ["]"] = true, ["}"] = true }
local WRITERS <const> = { ["table.insert"] = true, ["table.remove"] = true, ["table.sort"] = true, rawset = true }

-- Words, and all else a character at a time but for what holds "=" and is no assignment; each with its line.
local function tokens_of(code)
  local tokens, line, at = {}, 1, 1
  while at <= #code do
    local space, word = code:match("^%s+", at), code:match("^[%w_]+", at)
    local token = space or word or code:match("^[=~<>]=", at) or code:match("^%.%.+", at) or code:sub(at, at)
    if space then line = line + select(2, space:gsub("\n", "")) else tokens[#tokens + 1] = { token, line } end
    at = at + #token
  end
  return tokens
end

-- For each token: how deep in functions it stands, and how deep in brackets within the innermost.
local function depths_of(tokens)
  local blocks, functions, brackets, kept = {}, 0, 0, {}
  for _, token in ipairs(tokens) do
    local word = token[1]
    if CLOSES[word] then
      if table.remove(blocks) == "function" then functions, brackets = functions - 1, table.remove(kept) end
    end
    if CLOSE[word] then brackets = brackets - 1 end
    token.functions, token.brackets = functions, brackets
    if OPEN[word] then brackets = brackets + 1 end
    if OPENS[word] then
      blocks[#blocks + 1] = word
      if word == "function" then
        functions, kept[#kept + 1], brackets = functions + 1, brackets, 0
      end
    end
  end
end

local function word_at(tokens, i) return tokens[i] and tokens[i][1] or "" end

-- The names that a file declares outside of its functions, and where: before that, a function's own may have the name.
local function declared(tokens)
  local names = {}
  for i, token in ipairs(tokens) do
    if token[1] == "local" and token.functions == 0 then
      local at = i + 1
      if word_at(tokens, at) == "function" then at = at + 1 end
      repeat
        names[word_at(tokens, at)] = names[word_at(tokens, at)] or at
        at = at + 1
        if word_at(tokens, at) == "<" then at = at + 3 end
        local more = word_at(tokens, at) == ","
        at = at + 1
      until not more
    end
  end
  return names
end

-- The first token behind a name with its .x and [expr].
local function behind(tokens, i)
  local depth = tokens[i].brackets
  i = i + 1
  while word_at(tokens, i) == "." or word_at(tokens, i) == "[" do
    if word_at(tokens, i) == "." then
      i = i + 2
    else
      repeat i = i + 1 until not tokens[i] or word_at(tokens, i) == "]" and tokens[i].brackets == depth
      i = i + 1
    end
  end
  return i
end

-- Is the name at i written to? An assignment, one of several, or the list that a writing function is given first.
local function written(tokens, i)
  local before, token = word_at(tokens, i - 1), tokens[i]
  if before == "(" then
    local writer = word_at(tokens, i - 2)
    if word_at(tokens, i - 3) == "." then writer = word_at(tokens, i - 4) .. "." .. writer end
    return WRITERS[writer]
  end
  if token.brackets > 0 or before == "." or before == ":" or before == "local" or before == "for" then return false end
  local at = behind(tokens, i)
  while word_at(tokens, at) == "," and tokens[at].brackets == 0 and word_at(tokens, at + 1):find "^[%a_]" do
    at = behind(tokens, at + 1)
  end
  return word_at(tokens, at) == "="
end

-- Is the name at i one of a list of new local names?
local function new_local(tokens, i)
  while word_at(tokens, i - 1) == "," do i = i - 2 end
  return word_at(tokens, i - 1) == "local" or word_at(tokens, i - 1) == "for"
end

local faults, count = {}, 0
for _, name in ipairs(source.folders(root, "rules-lua")) do
  for _, path in ipairs(name ~= "limber" and source.files(root, { "rules-lua/" .. name }, "%.lua$") or {}) do
    count = count + 1
    local tokens = tokens_of(source.code(source.read(root, path), true, false))
    depths_of(tokens)
    local names = declared(tokens)
    for i, token in ipairs(tokens) do
      if token.functions > 0 and (names[token[1]] or i) < i and written(tokens, i) and not new_local(tokens, i) then
        faults[#faults + 1] = ("%s:%d: a function writes to %s, which outlives a command: battles share it; keep it in the state"):format(
          path, token[2], token[1])
      end
    end
  end
end
if count == 0 then faults[1] = "no rule files were found" end
source.finish("statics", faults)
