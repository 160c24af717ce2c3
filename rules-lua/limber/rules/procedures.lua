--- A procedure as a rule file declares it: its keys, tests on one die, and results that follow from other results.
--
--   test = { 10, "withdrawal", modifiers = "withdrawal", when = function(rules, q) return q.arm == "foot" end },
-- stands for `before` and `resolve`: one die, its faces and its label, and the list of modifiers added to it. It gives
-- `score`, and `modifiers` if it has a list. Where `when` says no, nothing is thrown and the score is 0. A `before` of
-- the procedure's own, which gives { modifiers, total }, takes the place of the list.
--   follows = { { "withdraws", function(rules, q, r) return r.score >= 7 end }, … },
-- are fields of the result that follow from the question and from fields before them: `resolve` leaves them out. When a
-- house rule changes a field and leaves these as they were, they follow from what it changed.
--   modifiers = "limber",
-- stands for a `before` that gives { modifiers, total }, where `resolve` throws more than one die. What a result comes
-- to in words may be data too (limber.rules.sayings).
--   rounds = { over = "not melee_continues", carry = "hits = hits + taken", cite = "6.10" },
-- says how rounds follow one another, where it is asked until it is over (limber.ask.rounds).
local declared <const> = require "limber.language.declared"
local house_fields <const> = require "limber.rules.house_fields"
local sayings <const> = require "limber.rules.sayings"
local suggest <const> = require "limber.common.suggest"
local worth <const> = require "limber.rules.worth"

local M <const> = {}

--- The keys of a procedure, and what they must be; those with "!" must be there.
local KEYS <const> = {
  cite = "text!", doc = "text!", args = "table!", out = "table!", resolve = "function", before = "function",
  follows = "any", test = "table", check = "function", says = "any", dice = "text", headline = "text",
  piece = "piece", modifiers = "name", good = "any", rounds = "table",
}
local ROUNDS <const> = { over = "any!", carry = "any", cite = "text!", doc = "text" }
local TEST <const> = { modifiers = "name", when = "function" }

--- Refuses what is no kind of piece, of what a record or procedure says that it describes.
function M.check_piece(what, piece, level)
  for _, kind in ipairs(type(piece) == "table" and piece or { piece }) do
    if not house_fields.KINDS[kind] then
      error(("%s: there is no piece %q%s"):format(what, kind, suggest.hint(kind, house_fields.ORDER)), level + 1)
    end
  end
end

local function nothing() return { modifiers = {} } end

--- What comes before dice that a list of modifiers is added to.
local function weighed(list, when)
  return function(rules, q)
    if when and not when(rules, q) then return nothing() end
    local applied, total = rules.work(list, q)
    return { modifiers = applied, total = total }
  end
end

--- The functions of a test on one die: what comes before it, and its result.
local function tested(what, given, before, level)
  local spec = declared.only(what .. ": test", given, TEST, { listed = true, level = level + 1 })
  local faces, label, list, when = spec[1], spec[2], spec.modifiers, spec.when
  if math.type(faces) ~= "integer" or type(label) ~= "string" or #spec > 2 then
    error(what .. ': test needs the faces of its die and its label: { 10, "rout" }', level + 1)
  end
  local bare = not (list or before)
  before = before or bare and nothing or weighed(list, when)
  return before, function(rules, q, dice, w)
    local score = (not when or when(rules, q)) and dice.d(faces, label) + (w.total or 0) or 0
    return { modifiers = not bare and w.modifiers or nil, score = score }
  end
end

--- The list of fields that follow, each a field of the result and its function.
local function check_follows(what, list, out, level)
  for i, one in ipairs(type(list) == "table" and list or { list }) do
    local known = type(one) == "table" and type(one[2]) == "function" and one[1]
    local field
    for _, other in ipairs(known and out or {}) do field = field or other.name == known and other end
    if not field then
      error(("%s: follows[%d] must be a field of out and its function"):format(what, i), level + 1)
    end
  end
end

--- A result with the fields that follow.
local function filled(list, resolve)
  return function(rules, q, dice, worked)
    local result = resolve(rules, q, dice, worked)
    for i = 1, #list do
      local name = list[i][1]
      if result[name] == nil then result[name] = list[i][2](rules, q, result) end
    end
    return result
  end
end

--- What follows from a wrapped result: fields left as they were that now come out otherwise.
local function followed(list)
  return function(rules, q, result, was)
    for _, one in ipairs(list) do
      local name, value = one[1], one[2](rules, q, result)
      if result[name] == was[name] and value ~= one[2](rules, q, was) then result[name] = value end
    end
  end
end

--- How a procedure's rounds follow one another (limber.ask.rounds).
---@param what string
---@param given table
---@param level integer
---@return table
function M.rounds(what, given, level)
  local rounds = declared.only(what .. ": rounds", given, ROUNDS, { level = level + 1 })
  for _, key in ipairs { "over", "carry" } do
    local kind = type(rounds[key])
    if kind ~= "string" and kind ~= "function" and (key == "over" or kind ~= "nil") then
      error(("%s: rounds: %s must be an expression or a function"):format(what, key), level + 1)
    end
  end
  return rounds
end

--- A procedure from its declaration. Errors are raised at `level`.
---@param name string
---@param given table
---@param level integer
---@param piece string? what its ruleset's procedures describe that do not say it; one that describes none says "none"
---@return table
function M.new(name, given, level, piece)
  local what = ("procedure %q"):format(name)
  local spec = declared.only(what, given, KEYS, { level = level + 1 })
  spec.piece = spec.piece or piece
  if spec.piece == "none" then spec.piece = nil end
  declared.fields(what .. ": args", spec.args, level + 1)
  declared.fields(what .. ": out", spec.out, level + 1)
  M.check_piece(what, spec.piece, level + 1)
  if #spec.out == 0 then error(what .. " needs a field in out", level + 1) end
  if spec.rounds then spec.rounds = M.rounds(what, spec.rounds, level + 1) end
  if (spec.resolve == nil) == (spec.test == nil) then error(what .. " needs resolve, or a test", level + 1) end
  declared.conditions(what, spec.args, level + 1)
  if type(spec.says) == "string" or type(spec.says) == "table" then
    spec.says = sayings.new(what, spec.says, spec.out, level + 1)
  elseif spec.says ~= nil and type(spec.says) ~= "function" then
    error(("%s: says must be a function, a text or a list"):format(what), level + 1)
  end
  if spec.good ~= nil then
    spec.good = worth.read(what, spec.good, spec.out, spec.headline or spec.out[1].name, level + 1)
  end
  if spec.modifiers and not spec.before then spec.before = weighed(spec.modifiers) end
  if spec.test then spec.before, spec.resolve = tested(what, spec.test, spec.before, level + 1) end
  local takes = debug.getinfo(spec.resolve, "u")
  if takes.nparams < 3 and not takes.isvararg then spec.dice = spec.dice or "none" end -- it is handed none
  if spec.follows ~= nil and type(spec.follows) ~= "function" then
    check_follows(what, spec.follows, spec.out, level + 1)
    spec.written = given.resolve or spec.follows[1][2]
    spec.resolve, spec.follows = filled(spec.follows, spec.resolve), followed(spec.follows)
  end
  return spec
end

return M
