--- Fights to the finish: a question asked round after round until it is over, and its exact odds. Rounds that come to
--- the same arguments are one state; a round that changes nothing, or leads back, is no difficulty (kernel.odds.chain).
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local odds <const> = require "kernel.odds"
local outcomes <const> = require "limber.ask.outcomes"
local carrying <const> = require "limber.ask.carried"
local dotted <const> = require "limber.common.dotted"
local ended_words <const> = require "limber.ask.ended_words"
local question <const> = require "limber.ask.question"
local rounds_of <const> = require("limber.ask.rounds").of
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- What outcomes go by where the rounds themselves say how they end.
M.ENDED = "ended"

--- Most states of one fight, and most paths unless more are allowed; most rounds that are listed, and the chance of
--- more that is not worth a line.
local STATES <const>, PATHS <const> = 5000, 1000000
local ROUNDS <const>, REST <const> = 200, 1e-6

--- After so many states it is guessed how many more will come, and so many times too many are refused.
local SOME <const>, BY_FAR <const> = 50, 1.5

--- Doubles stand in a distribution as so many parts.
local DOUBLES <const> = 1 << 53

---@class limber.Ending
---@field value any the outcome
---@field state table<string, any> what was carried, after the last round
---@field p number
---@field exact string? nil where the numbers are not exact

---@class limber.Finish
---@field endings limber.Ending[] outcomes by what was carried
---@field mean number of rounds
---@field mean_exact string? nil where numbers are doubles
---@field last { p: number, exact: string? }[] the chance that a round is the last
---@field more number
---@field carried string[] paths of what is carried
---@field before table<string, any> what it was before the first round
---@field states integer
---@field cite string?
---@field doc string? what is taken for granted

---@class limber.Fight
---@field states { values: table<string, any>, round: integer }[]
---@field ends { value: any, values: table<string, any> }[]
---@field numbers table<string, integer> of states and ends, by what tells them apart
---@field words boolean? `over` said how it ended
---@field fields table<string, limber.Field> those of paths that are no counts
---@field first table<string, any> what the first question has at the paths that are carried

local function carried_value(path, value)
  if math.type(value) == "float" and math.tointeger(value) then return math.tointeger(value) end
  if type(value) ~= "table" then return value end
  local plain, own = pcall(sandbox.plain, value, nil, true)
  if not plain then error(fields.refuse("carry", ("gives no plain value for %s"):format(path)), 0) end
  return own
end

--- What tells a value from others.
local function text_of(value)
  if math.type(value) == "integer" then return tostring(value) end
  return json.encode(value == nil and json.null or value)
end

--- What the first question has at a path that is carried.
local function first_of(fight, path)
  local first = 0
  if not fight.how.counts[path] then
    local field, fault = fields.at(fight.procedure.args, path, fight.rules.records, "argument", "carry")
    if not field then error(fault, 0) end
    fight.fields[path] = field
    first = carried_value(path, dotted.reader(path)(fight.q))
  end
  fight.first[path] = text_of(first)
  table.insert(fight.paths, path)
  return fight.first[path]
end

--- The path above one, of which a value is carried already.
local function above(values, path)
  local from = path:find(".", 1, true)
  while from do
    if values[path:sub(1, from - 1)] then return path:sub(1, from - 1), path:sub(from + 1) end
    from = path:find(".", from + 1, true)
  end
end

local function carry_one(fight, values, path, value)
  local whole, rest = above(values, path)
  if whole then
    local copy = tree.copy(values[whole].value)
    dotted.put(copy, rest, value)
    path, value = whole, copy
  elseif type(value) == "table" then
    for below in next, tree.shallow(values) do
      if below:sub(1, #path + 1) == path .. "." then values[below] = nil end
    end
  end
  local first, text = fight.first[path] or first_of(fight, path), text_of(value)
  values[path] = text ~= first and { value = value, text = text } or nil
end

--- What a round carries on: values that are not those of the first question.
local function carried(fight, before, given)
  local values = {}
  for path, one in next, before do values[path] = one end
  for _, path in ipairs(sorted.keys(given)) do
    carry_one(fight, values, path, carried_value(path, given[path]))
  end
  return values
end

local function key_of(fight, values)
  local parts, last = {}, 0
  for i, path in ipairs(fight.paths) do
    local one = values[path]
    parts[i] = one and one.text or ""
    if one then last = i end
  end
  return table.concat(parts, "\n", 1, last)
end

local function too_many(fight)
  local last = fight.states[#fight.states]
  error(fields.refuse("rounds", ("come to more than %d states, %d rounds on: carry fewer values, or end sooner")
    :format(STATES, last.round)), 0)
end

--- How a round has ended it: an outcome; nil while it goes on.
local function ended(fight, over, r)
  if not over then return nil end
  if type(over) ~= "string" and over ~= true then
    local number = type(over) == "number" and "; compare it, as in total >= 6" or ""
    error(fields.refuse("until", ("must come to true, false or a word, not a %s%s"):format(type(over), number)), 0)
  end
  if over ~= true and not fight.by then
    fight.words = true
    return over
  end
  if fight.by_end then
    r = tree.shallow(r)
    r[M.ENDED] = over
    fight.endings[over] = true
  end
  return fight.outcome(r)
end

--- The number of the state after a round, or of the end (below 0).
local function number_of(fight, state, given, over)
  local values = carried(fight, state.values, given)
  local key, list, sign = key_of(fight, values), fight.states, 1
  if over ~= nil then key, list, sign = ("%s\1%s\2%s"):format(type(over), over, key), fight.ends, -1 end
  local number = fight.numbers[key]
  if number then return number end
  if #fight.states + #fight.ends >= STATES then too_many(fight) end
  list[#list + 1] = { value = over, values = values, round = state.round + 1 }
  number = sign * #list
  fight.numbers[key] = number
  return number
end

--- What a round gives, as a text, where that is quickly had and tells all; most rounds give what others gave.
local function quick_key(state, given, over)
  for path in next, state.values do
    if given[path] == nil then return nil end
  end
  local key = over == nil and "" or type(over) .. tostring(over)
  for path, value in next, given do
    local kind = math.type(value) == "integer" and "i" or type(value) == "string" and "s"
    if not kind and (type(value) ~= "table" or next(value) ~= nil) then return nil end
    key = key .. "\1" .. path .. (kind and kind .. value or "t")
  end
  return key
end

--- What a round comes to, by its number.
local function follow(fight, state, q, r)
  local how, rules, counts = fight.how, fight.rules.view, {}
  for path in next, how.counts do counts[path] = state.values[path] and state.values[path].value end
  local given = how.carry(rules, q, r, counts)
  local over = ended(fight, how.over(rules, q, r, given, counts), r)
  local key = quick_key(state, given, over)
  local number = key and fight.known[key]
  if not number then
    number = number_of(fight, state, given, over)
    if key then fight.known[key] = number end
  end
  return number
end

--- What a state is, for people: what it carries.
local function told(state)
  local parts = {}
  for i, path in ipairs(sorted.keys(state.values)) do parts[i] = ("%s=%s"):format(path, state.values[path].text) end
  return #parts == 0 and "the first round" or table.concat(parts, " ")
end

--- Refuses a fight that has taken too many paths, or will: so many states wait, each as long as those before it. Or it
--- will by far, if each of these leads to as many new ones as those asked lately did.
local function refuse_long(fight, asked)
  local seen, each = fight.seen, fight.walked / asked
  seen[asked] = #fight.states
  local wait, born = #fight.states - asked, (#fight.states - (seen[asked // 2] or 1)) / (asked - asked // 2)
  local sure, likely = fight.walked + wait * each, fight.walked + wait * (1 + born) * each
  if sure <= fight.most and (asked < SOME or likely <= fight.most * BY_FAR) then return nil end
  local message = "take more than %d paths: %d different states so far, in rounds of %d paths; --paths allows more"
  return fields.refuse("rounds", message:format(fight.most, #fight.states, fight.walked // asked))
end

--- How what is carried is held to the range of its argument, where it has left that.
local function held(fight, state, path)
  local one = state.values[path]
  local field = one and type(one.value) == "number" and fight.fields[path]
  if not field then return "" end
  local how = field.max and one.value > field.max and "min" or "max"
  return ("; carry %s = %s(%s, …)"):format(path, how, how == "min" and field.max or field.min)
end

--- Asks every state's question, the first one first; the distributions of what a round of each leads to.
local function walk_all(fight, name, args, asking)
  local dists, at = {}, 1
  while fight.states[at] do
    local state = fight.states[at]
    local values = {}
    for path, one in next, state.values do
      if not fight.how.counts[path] then values[path] = one.value end
    end
    local dist, info = question.walk(fight.rules, name, carrying.with(args, values), function(r, q)
      fight.q = fight.q or q
      return follow(fight, state, q, r)
    end, asking, nil, fight.most)
    if not dist then
      if at > 1 and info.arg ~= "rounds" then
        info.message = ("%s (in round %d, with %s)"):format(info.message, state.round + 1, told(state))
          .. held(fight, state, info.arg)
      end
      return nil, info
    end
    fight.walked = fight.walked + info.paths
    local fault = refuse_long(fight, at)
    if fault then return nil, fault end
    dists[at], at = dist, at + 1
  end
  return dists
end

local function state_of(fight, values)
  local state = {}
  for _, path in ipairs(fight.paths) do
    local one = values[path]
    local value = json.decode(fight.first[path])
    if one then value = one.value end
    if value ~= json.null then state[path] = carrying.listed(value, fight.fields[path], fight.rules.records) end
  end
  return state
end

--- Every end with its chance, exact, or in doubles where exact numbers would be too long; the distribution of the
--- outcomes; and the mean number of rounds.
local function endings(fight, chain)
  local list, dist, mean, exact = {}, chain:solve()
  local function add(number, p, fraction)
    local ending = fight.ends[number]
    list[#list + 1] = { value = outcomes.value_of(ending.value), p = p, exact = fraction,
      state = state_of(fight, ending.values) }
  end
  if dist then
    for _, one in ipairs(dist:outcomes()) do add(one.value, one.p, one.exact) end
    return list, dist:map(function(number) return fight.ends[number].value end), mean, exact
  end
  local chances
  chances, mean = chain:about()
  if not chances then return nil, fields.refuse("rounds", "lead back to too many states") end
  local weights = {}
  for number, p in ipairs(chances) do
    if p > 0 then add(number, p) end
    weights[number] = { fight.ends[number].value, math.floor(p * DOUBLES + 0.5) }
  end
  return list, odds.dist(weights), mean
end

--- The odds of a question fought to the finish.
---@param rules limber.Rules
---@param name string
---@param args table
---@param by string? what outcomes go by, of the last round; what `over` says, or the main field, when left out
---@param typed { over: string?, carry: string? }
---@param asking limber.Asking? where it is asked in a battle
---@param most integer? paths that may be walked
---@return table? distribution
---@return table info { by =, paths =, finish = limber.Finish } or the refusal
function M.odds(rules, name, args, by, typed, asking, most)
  local procedure, fault = rules:procedure(name)
  if not procedure then return nil, fault end
  local how, outcome, said
  how, fault = rounds_of(rules, procedure, typed)
  if not how then return nil, fault end
  local by_end, out = by and by:find "%f[%w_]ended%f[^%w_]", procedure
  if by_end then -- a field beside those of the last round's result
    out = tree.shallow(procedure)
    out.out = table.move(procedure.out, 1, #procedure.out, 1, {})
    table.insert(out.out, { name = M.ENDED, kind = "text" })
  end
  outcome, said = outcomes.by(out, rules.records, by)
  if not outcome then return nil, by_end and said or ended_words.hinted(said) end
  local fight = {
    rules = rules, procedure = procedure, how = how, outcome = outcome, by = by, paths = {}, first = {}, fields = {},
    states = { { values = {}, round = 0 } }, ends = {}, numbers = { [""] = 1 }, known = {}, walked = 0, seen = {},
    most = most or PATHS, by_end = by_end, endings = {},
  }
  local dists
  dists, fault = walk_all(fight, name, args, asking)
  fault = fault or by_end and ended_words.never(by, fight.endings, how.says_over, procedure, rules.records)
  if fault then return nil, fault end
  local chain, why, at = odds.chain(dists)
  if not chain then
    local from = at == 1 and "never end" or "may never end: from here no round ends them, " .. told(fight.states[at])
    return nil, fields.refuse("rounds", why == "endless" and from or why)
  end
  local list, distribution, mean, exact = endings(fight, chain)
  if not list then return nil, distribution end
  local last, more = chain:rounds(ROUNDS, REST)
  table.sort(fight.paths)
  return distribution, { by = fight.words and M.ENDED or said, paths = fight.walked, finish = {
    endings = list, mean = mean, mean_exact = exact, last = last, more = more, carried = fight.paths,
    before = state_of(fight, {}), states = #fight.states, cite = how.cite, doc = how.doc,
  } }
end

return M
