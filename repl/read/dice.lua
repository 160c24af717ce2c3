--- Dice as people write them: `2d6+1`, `4d6 keep 3 >= 12`, `5d6 reroll 1 count 4+`, `2d6+1 > 2d6`. One grammar for the
--- prompt and the shell, for throws and for odds.
--
--   roll  = sum [ (> >= < <= = v) sum ]            two sums are opposed throws
--   sum   = term { (+ -) term }
--   term  = number | [n] die { word }
--   die   = dN, d% and d100 (1 to 100), d66 (11 to 66), dav (the average die 2 3 3 4 4 5), dNz (from 0)
--   word  = keep [lowest] k | drop [highest] k | count TEST | reroll TEST [always] | explode [TEST] [at most k]
--   TEST  = 4+ | 4- | 4 | >=4 and the like
--
-- A comparison that touches the dice, as in `3d10>=4`, counts those that reach it, as far as a die can; with blanks it
-- is of the whole sum.
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- Most dice of a throw, most faces of a die, how often a die may explode, and how often where nothing is said.
local DICE <const>, FACES <const>, BLASTS <const>, BLASTS_USUAL <const> = 100, 1000, 20, 5

local USAGE <const> = "dice are 2d6, 2d6+1, 3d10>=4, 4d6 keep 3 or 2d6 >= 9; ?dice says more"

---@class limber.DiceTest which faces are meant
---@field how "<"|"<="|"="|">="|">"
---@field at integer

---@class limber.DiceTerm
---@field sign integer 1 or -1
---@field plain integer? a number; else:
---@field n integer? how many dice
---@field die { values: integer[], name: string }? one of the values is equally likely as any other
---@field keep { side: "highest"|"lowest", k: integer }?
---@field count limber.DiceTest?
---@field reroll { test: limber.DiceTest, always: boolean }?
---@field explode { test: limber.DiceTest, most: integer }?

---@class limber.Roll what was typed
---@field words string as it is shown
---@field left limber.DiceTerm[]
---@field right limber.DiceTerm[]? what it is held against
---@field how string? "v" and how they are compared

---@class limber.DiceToken
---@field kind "die"|"number"|"test"|"sign"|"compare"|"word"|"end"
---@field text string
---@field at integer where it begins
---@field touches boolean no blank before it

--- Refuses what was typed, and shows where.
local function fail(reading, token, message)
  local text = reading.typed
  if token and token.text ~= "" then
    message = ("%s\n%s\n%s%s"):format(message, text, (" "):rep(token.at - 1), ("^"):rep(#token.text))
  end
  error({ arg = "dice", message = message }, 0)
end

--- `4+` is a test after one of these words, and elsewhere the beginning of a sum.
local TESTS <const> = { count = true, reroll = true, explode = true }

local PATTERNS <const> = {
  { "test", "^%d+[+-]%f[%s%z]" }, { "die", "^%d*d%d+z?%f[^%w]" }, { "die", "^%d*dav%f[^%w]" },
  { "die", "^%d*d%%" }, { "number", "^%d+%f[^%w]" }, { "compare", "^[<>=]=?" }, { "sign", "^[+-]" },
  { "word", "^[%w_]+" },
}

local function tokens_of(reading)
  local tokens, at, text = {}, 1, reading.typed
  while true do
    local blank = text:match("^%s*", at)
    at = at + #blank
    local token = { kind = "end", text = "", at = at, touches = blank == "" }
    local before = tokens[#tokens]
    for _, one in ipairs(PATTERNS) do
      local found = text:match(one[2], at)
      if found and (one[1] ~= "test" or before and TESTS[before.text]) then
        token.kind, token.text = one[1], found
        break
      end
    end
    if token.kind == "end" and at <= #text then
      token.text = text:match("^%S+", at)
      fail(reading, token, ("%s: %s"):format(token.text, USAGE))
    end
    tokens[#tokens + 1] = token
    if token.kind == "end" then return tokens end
    at = at + #token.text
  end
end

local function peek(reading)
  return reading.tokens[reading.at]
end

local function take(reading, kind, text)
  local token = peek(reading)
  if token.kind ~= kind or text and token.text ~= text then return nil end
  reading.at = reading.at + 1
  return token
end

local AVERAGE <const> = { 2, 3, 3, 4, 4, 5 }

local function values_of(sides)
  if sides == "av" then return AVERAGE end
  local values, most, least = {}, sides == "%" and 100 or math.tointeger(tonumber((sides:gsub("z", "")))), 1
  if sides:find "z" then most, least = most - 1, 0 end
  if sides == "66" then
    for i = 0, 35 do values[i + 1] = (i // 6 + 1) * 10 + i % 6 + 1 end
    return values
  end
  for value = least, math.min(most, FACES) do values[#values + 1] = value end
  return values, most > FACES
end

local function die_of(reading, token)
  local count, sides = token.text:match "^(%d*)d(.*)$"
  local n = count == "" and 1 or math.tointeger(tonumber(count))
  if not n or n < 1 or n > DICE then fail(reading, token, ("%s: 1 to %d dice"):format(token.text, DICE)) end
  local too_long = #sides > 6
  local values, more = values_of(too_long and "2" or sides)
  if #values < 2 or more or too_long then
    fail(reading, token, ("%s: a die has 2 to %d faces"):format(token.text, FACES))
  end
  return { n = n, die = { name = sides, values = values }, at = token }
end

--- A number from `least` to `most`, or what should be there.
local function number(reading, least, most, wanted)
  local token = peek(reading)
  local value = token.kind == "number" and #token.text < 10 and math.tointeger(tonumber(token.text))
  if not value or value < least or value > most then
    fail(reading, token, token.text == "" and wanted or ("%s: %s"):format(token.text, wanted))
  end
  reading.at = reading.at + 1
  return value
end

--- Which faces: `4+`, `4-`, `4`, `>= 4`.
local function test(reading, usual)
  local wanted = "which faces? 4+, 2-, 6 or >=4"
  local short = take(reading, "test")
  if short then
    if #short.text > 9 then fail(reading, short, wanted) end
    local at, mark = short.text:match "^(%d+)(.)$"
    return { how = mark == "+" and ">=" or "<=", at = math.tointeger(tonumber(at)) }
  end
  local compare = take(reading, "compare")
  if not compare and usual and peek(reading).kind ~= "number" then return usual end
  local how = compare and compare.text or "="
  return { how = how == "==" and "=" or how, at = number(reading, 0, FACES, wanted) }
end

local SIDES <const> = { low = "lowest", lowest = "lowest", worst = "lowest", high = "highest", highest = "highest",
  best = "highest" }

local function kept(reading, term, dropped)
  local word = take(reading, "word")
  local side = SIDES[word and word.text or dropped and "low" or "high"]
  if not side then
    fail(reading, word, ("%s: highest or lowest%s"):format(word.text, suggest.hint(word.text, { "highest", "lowest" })))
  end
  if dropped then
    local k = number(reading, 1, term.n - 1, ("drop 1 to %d of them: drop 1, drop highest 1"):format(term.n - 1))
    return { side = side == "lowest" and "highest" or "lowest", k = term.n - k }
  end
  local k = number(reading, 1, term.n, ("keep 1 to %d of them: keep 3, keep low 3"):format(term.n))
  return { side = side, k = k }
end

local WORDS <const> = {
  keep = function(reading, term) term.keep = kept(reading, term) end,
  drop = function(reading, term) term.keep = kept(reading, term, true) end,
  count = function(reading, term) term.count = test(reading) end,
  reroll = function(reading, term)
    term.reroll = { test = test(reading), always = take(reading, "word", "always") ~= nil }
  end,
  explode = function(reading, term)
    local values = term.die.values
    term.explode = { test = test(reading, { how = "=", at = values[#values] }), most = BLASTS_USUAL }
    if take(reading, "word", "at") then
      if not take(reading, "word", "most") then fail(reading, peek(reading), "how often? say: at most 3") end
      term.explode.most = number(reading, 1, BLASTS, ("at most 1 to %d times"):format(BLASTS))
    end
  end,
}

local NAMES <const> = { "keep", "drop", "count", "reroll", "explode" }
local KEYS <const> = { keep = "keep", drop = "keep", count = "count", reroll = "reroll", explode = "explode" }

--- Whether a value is one that a test means.
---@param one limber.DiceTest
---@param value integer
---@return boolean
function M.holds(one, value)
  local how, at = one.how, one.at
  if how == ">=" then return value >= at elseif how == ">" then return value > at end
  if how == "<=" then return value <= at elseif how == "<" then return value < at end
  return value == at
end

--- Refuses a reroll of every face without end, and words that do not go together.
local function check(reading, term, token)
  if term.keep and term.count then fail(reading, token, "keep and count do not go together") end
  if not term.reroll or not term.reroll.always then return end
  for _, value in ipairs(term.die.values) do
    if not M.holds(term.reroll.test, value) then return end
  end
  fail(reading, token, "every face would be thrown again for ever")
end

local function term_of(reading)
  local plain = take(reading, "number")
  if plain then
    if #plain.text > 9 then fail(reading, plain, ("%s: the number is too large"):format(plain.text)) end
    return { plain = math.tointeger(tonumber(plain.text)), at = plain }
  end
  local token = take(reading, "die")
  if not token then
    local here = peek(reading)
    fail(reading, here, here.text == "" and reading.typed .. ": " .. USAGE or ("%s: %s"):format(here.text, USAGE))
  end
  local term = die_of(reading, token)
  while true do
    local word = peek(reading)
    local act = word.kind == "word" and WORDS[word.text]
    if not act then return term end
    if term[KEYS[word.text]] then fail(reading, word, ("%s: once for a throw"):format(word.text)) end
    reading.at = reading.at + 1
    act(reading, term)
    check(reading, term, word)
  end
end

local function sum_of(reading)
  local terms, sign = {}, 1
  repeat
    local term = term_of(reading)
    term.sign = sign
    terms[#terms + 1] = term
    local mark = take(reading, "sign")
    sign = mark and mark.text == "-" and -1 or 1
  until not mark
  return terms
end

local VERSUS <const> = { v = "v", vs = "v", versus = "v", against = "v" }

local function alone(terms)
  return #terms == 1 and terms[1]
end

--- The right side of a comparison; nil where it counts the dice of the left instead.
local function held_against(reading, roll, mark)
  local first, right = alone(roll.left), sum_of(reading)
  local number_alone = alone(right) and right[1].plain
  local bare = first and first.n and not (first.keep or first.count or first.reroll or first.explode)
  if bare and mark.touches and mark.kind == "compare" and number_alone
    and number_alone <= first.die.values[#first.die.values] then
    first.count = { how = mark.text == "==" and "=" or mark.text, at = number_alone }
    return nil
  end
  return right
end

local function lost(reading, token)
  if token.kind == "number" then
    fail(reading, token, ("%s: count %s+, or >= %s?"):format(token.text, token.text, token.text))
  end
  fail(reading, token, ("%s: %s%s"):format(token.text, USAGE, suggest.hint(token.text, NAMES)))
end

--- Whether a text begins with dice.
---@param typed string
---@return boolean
function M.begins(typed)
  local text = typed:lower()
  return text:find "^%s*%d*d%d+z?%f[^%w]" ~= nil or text:find "^%s*%d*dav%f[^%w]" ~= nil
    or text:find "^%s*%d*d%%" ~= nil
end

--- What some dice that were typed mean; nil where a text begins with none.
---@param typed string
---@return limber.Roll?
function M.read(typed)
  typed = typed:lower():match "^%s*(.-)%s*$"
  if not M.begins(typed) then return nil end
  local reading = { typed = typed, at = 1 }
  reading.tokens = tokens_of(reading)
  local roll = { words = typed, left = sum_of(reading) }
  local mark = take(reading, "compare")
  local word = not mark and peek(reading).kind == "word" and VERSUS[peek(reading).text]
  if word then mark = take(reading, "word") end
  if mark then
    roll.right = held_against(reading, roll, mark)
    roll.how = roll.right and (word or mark.text == "==" and "=" or mark.text)
  end
  if peek(reading).kind ~= "end" then lost(reading, peek(reading)) end
  return roll
end

return M
