--- Plain dice at the prompt: `2d6+1`, `3d10>=4`, `4d6 keep 3`, `2d6 >= 9`, and the odds of each. They are thrown from a
--- stream of their own, so they change no die of a battle or a question.
--
-- A comparison without blanks counts the dice that reach it, as far as a die can; with blanks it is of the whole sum.
local dice <const> = require "kernel.dice"
local odds <const> = require "kernel.odds"
local odds_text <const> = require "show.odds_text"
local text <const> = require "show.text"

local M <const> = {}

--- Most dice of a throw, and most faces of a die.
local DICE <const>, FACES <const> = 100, 1000

local USAGE <const> = "dice are 2d6, 2d6+1, 3d10>=4, 4d6 keep 3 or 2d6 >= 9; ?dice says more"

local function fail(message)
  error({ arg = "dice", message = message }, 0)
end

--- A term of a sum: `2d6`, `d%`, `3`.
local function term_of(word)
  local count, faces = word:match "^(%d*)d(%d+)$"
  if not count then count = word:match "^(%d*)d%%$" end
  if not count then return math.tointeger(tonumber(word)) and { plain = math.tointeger(tonumber(word)) } end
  local n, sides = tonumber(count == "" and 1 or count), tonumber(faces or 100)
  local term = { n = math.tointeger(n), faces = math.tointeger(sides) }
  if not term.n or term.n < 1 or term.n > DICE then fail(("%s: 1 to %d dice"):format(word, DICE)) end
  if not term.faces or term.faces < 2 or term.faces > FACES then
    fail(("%s: a die has 2 to %d faces"):format(word, FACES))
  end
  return term
end

local function terms_of(sum)
  local terms, rest, sign = {}, sum, 1
  while rest ~= "" do
    local word, mark, after = rest:match "^([^+-]+)([+-]?)(.*)$"
    local term = word and term_of(word)
    if not term or mark ~= "" and after == "" then fail(("%s: %s"):format(sum, USAGE)) end
    term.sign = sign
    terms[#terms + 1], rest, sign = term, after, mark == "-" and -1 or 1
  end
  return terms
end

local ASIDES <const> = { low = "lowest", lowest = "lowest", worst = "lowest", high = "highest", highest = "highest",
  best = "highest" }

--- `4d6 keep 3`: the dice that are kept of a throw.
local function keep(term, rest)
  local which, count, after = rest:match "^keep%s+(%a*)%s*(%d+)%s*(.*)$"
  if not which then return rest end
  term.keep, term.kept = ASIDES[which == "" and "high" or which], math.tointeger(tonumber(count))
  if not term.keep or not term.kept or term.kept < 1 or term.kept > term.n then
    fail(("keep 1 to %d of them: keep 3, keep low 3"):format(term.n))
  end
  return after
end

---@class limber.Roll what was typed
---@field words string as it is shown
---@field terms table[]
---@field test { how: string, at: integer }? what the whole is held against

--- What some dice that were typed mean; nil where a text begins with none.
---@param typed string
---@return limber.Roll?
function M.read(typed)
  typed = typed:lower():match "^%s*(.-)%s*$"
  local sum, rest = typed:match "^(%d*d[%d%%]+)(.*)$"
  if not sum then return nil end
  local more
  repeat
    more = rest:match "^%s*[+-]%s*%d*d?[%d%%]+"
    if more then sum, rest = sum .. more:gsub("%s", ""), rest:sub(#more + 1) end
  until not more
  local terms = terms_of(sum)
  local first, spaced = terms[1], rest:find "^%s" ~= nil
  rest = rest:gsub("^%s+", "")
  if #terms == 1 then rest = keep(first, rest) end
  local roll = { terms = terms, words = typed }
  local how, at = rest:match "^([<>=]=?)%s*(%d+)$"
  at = math.tointeger(tonumber(at))
  if rest ~= "" and not at then fail(("%s: %s"):format(typed, USAGE)) end
  if at and not spaced and #terms == 1 and at <= first.faces then
    first.count = { how = how, at = at }
  elseif at then
    roll.test = { how = how, at = at }
  end
  return roll
end

local SAID <const> = { [">="] = "%d or more", [">"] = "more than %d", ["<="] = "%d or less", ["<"] = "less than %d",
  ["="] = "%d", ["=="] = "%d" }

local function said(test)
  return SAID[test.how]:format(test.at)
end

local function holds(test, value)
  local how, at = test.how, test.at
  if how == ">=" then return value >= at elseif how == ">" then return value > at end
  if how == "<=" then return value <= at elseif how == "<" then return value < at end
  return value == at
end

--- How many of n dice pass, by what the kernel counts: those at or above a number.
local function counted(throw, term)
  local function at_least(number)
    if number <= 1 then return term.n end
    return number > term.faces and 0 or throw.count(term.n, term.faces, number)
  end
  local how, at = term.count.how, term.count.at
  if how == ">=" then return at_least(at) elseif how == ">" then return at_least(at + 1) end
  if how == "<=" then return term.n - at_least(at + 1) elseif how == "<" then return term.n - at_least(at) end
  local count = 0
  for _, face in ipairs(throw.dice(term.n, term.faces)) do count = count + (face == at and 1 or 0) end
  return count
end

local function thrown(throw, roll)
  local total = 0
  for _, term in ipairs(roll.terms) do
    local value = term.plain
    if term.count then
      value = counted(throw, term)
    elseif term.keep then
      value = throw[term.keep](term.kept, term.n, term.faces)
    elseif term.n then
      value = throw.sum(term.n, term.faces)
    end
    total = total + term.sign * value
  end
  return total
end

--- Throws typed dice and shows them.
---@param session limber.Session
---@param roll limber.Roll
function M.throw(session, roll)
  local source = dice.new()
  session.rolled = (session.rolled or 0) + 1
  source:seed(session.seed)
  source:event(0, 0, dice.hash "dice typed at the prompt", 0, session.rolled)
  source:clear()
  local total, faces = thrown(source.throw, roll), {}
  for _, one in ipairs(source:record()) do table.move(one.dice, 1, #one.dice, #faces + 1, faces) end
  local shown = ("%s = %d"):format(roll.words:gsub("%s*[<>=]+%s*%d+$", roll.test and "" or "%0"), total)
  if roll.test then shown = ("%s, %s: %s"):format(shown, said(roll.test), holds(roll.test, total) and "yes" or "no") end
  session:say(("%s   (%s)"):format(shown, table.concat(faces, " ")))
  session.env._ = total
end

--- Rows of odds that are shown, at most.
local MOST <const> = 60

local function rows_of(outcomes)
  local rows, above = { { "", "chance", "", "or more" } }, 1
  for _, one in ipairs(outcomes) do
    rows[#rows + 1] = { tostring(one.value), odds_text.percent(one.p), odds_text.fraction(one.exact),
      odds_text.percent(math.min(1, above)) }
    above = above - one.p
  end
  for _, column in ipairs { 1, 2, 4 } do
    local widest = 0
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[column])) end
    for _, row in ipairs(rows) do row[column] = text.right(row[column], widest) end
  end
  return rows
end

--- Shows the exact odds of typed dice.
---@param session limber.Session
---@param roll limber.Roll
function M.odds(session, roll)
  local source = dice.new()
  local done, of = pcall(odds.enumerate, source, function()
    local total = thrown(source.throw, roll)
    if roll.test then return holds(roll.test, total) end
    return total
  end)
  if not done then
    if type(of) == "table" and of.kind == "interrupt" then error(of, 0) end
    fail(("%s: there are too many dice for exact odds"):format(roll.words))
  end
  local outcomes = of:outcomes()
  if roll.test then
    local p, exact = 0, "0"
    for _, one in ipairs(outcomes) do
      if one.value == true then p, exact = one.p, one.exact end
    end
    return session:say(("%s: %s, exactly %s"):format(roll.words, odds_text.percent(p), exact))
  end
  local lines = { roll.words .. (roll.terms[1].count and ": how many are " .. said(roll.terms[1].count) or "") }
  if #outcomes <= MOST then table.move(text.columns(rows_of(outcomes), "  "), 1, #outcomes + 1, 2, lines) end
  lines[#lines + 1] = ("  mean %s, quartiles %d and %d"):format(odds_text.number(of:mean()),
    of:quantile(0.25), of:quantile(0.75))
  session:say(table.concat(lines, "\n") .. (#outcomes > MOST and (", all are %d to %d"):format(outcomes[1].value,
    outcomes[#outcomes].value) or ""))
end

--- Handles a line of dice, or `odds` of dice; nil when it is neither.
---@param session limber.Session
---@param line string
---@return boolean? taken
function M.take(session, line)
  local typed = line:match "^%s*odds%s+(.*)$"
  local word = (typed or line):match "^%s*(%w+)"
  if not typed and word and session.env[word] ~= nil or line:find "^%s*%a%w*%s*=[^=]" then return nil end
  local roll = M.read(typed or line)
  if not roll then return nil end
  if typed then M.odds(session, roll) else M.throw(session, roll) end
  return true
end

return M
