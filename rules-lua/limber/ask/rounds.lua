--- How the rounds of a procedure follow one another, as its file declares it or as it is typed:
--
--   rounds = {
--     carry = "attacker.figures = attacker.figures - attacker_loss, round = continuing",
--     over = 'attacker.figures = 0 and "defender" or defender.figures = 0 and "attacker"',
--     cite = "Continuing Melees", doc = "nobody withdraws",
--   }
--
-- `carry` gives arguments of the next round by their paths, or counts: any other name, 0 before the first round. `over`
-- is looked at after that: the round that it is true of is the last, and a word says how it ended. Both are expressions
-- (limber.ask.expressions) over the result, what is carried, and the arguments; `was.charger.hits` is an argument of
-- the round where the result has a field of that name. Either may be a function: carry(rules, q, r) gives
-- { [path] = value }, over(rules, q, r, carried) how it ended.
local dotted <const> = require "limber.common.dotted"
local expressions <const> = require "limber.ask.expressions"
local fields <const> = require "limber.language.fields"
local outcomes <const> = require "limber.ask.outcomes"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

---@class limber.Round what expressions read
---@field q table
---@field r table
---@field counts table<string, any> counts before it
---@field carried table<string, any>? what it carries, once that is known

---@class limber.Rounds
---@field carry fun(rules: table, q: table, r: table, counts: table<string, any>): table<string, any>
---@field over fun(rules: table, q: table, r: table, carried: table<string, any>, counts: table<string, any>): any
---@field says_over string|function what says that it is over, as it was given
---@field counts table<string, true> names that are no arguments
---@field cite string?
---@field doc string? what is taken for granted

--- What is carried at a path, or below one that is carried; and whether it is.
local function carried_at(carried, path)
  if carried[path] ~= nil then return carried[path], true end
  local from = path:find(".", 1, true)
  while from do
    local whole = carried[path:sub(1, from - 1)]
    if type(whole) == "table" then return dotted.reader(path:sub(from + 1))(whole), true end
    from = path:find(".", from + 1, true)
  end
  return nil, false
end

--- What an expression reads of a round.
local function reader(procedure, records, counts)
  return function(path)
    local own = path:match "^was%.(.+)$"
    if counts[path] then
      return function(round)
        local value = round.carried and round.carried[path]
        if value == nil then value = round.counts[path] end
        return value == nil and 0 or value
      end
    end
    local read = dotted.reader(own or path)
    if not own and fields.at(procedure.out, path, records) then return function(round) return read(round.r) end end
    if own then return function(round) return read(round.q) end end
    return function(round)
      local value, carried = carried_at(round.carried or {}, path)
      if carried then return value end
      return read(round.q)
    end
  end
end

--- What names mean: counts, fields of the result, arguments.
---@return limber.Scope
local function scope_of(procedure, records, counts, arg)
  return {
    lists = { procedure.out, procedure.args }, records = records, arg = arg,
    find = function(path)
      if counts[path] then return { name = path, kind = "int" } end
      local own = path:match "^was%.(.+)$"
      if own then return fields.at(procedure.args, own, records, "argument", arg) end
      local field, fault = fields.at(procedure.out, path, records, "result field or argument", arg)
      if field then return field end
      field = fields.at(procedure.args, path, records, nil, arg)
      return field, not field and fault or nil
    end,
  }
end

local PART <const> = "each part must be ARGUMENT = EXPRESSION, as in: a.hits = a.hits + b.inflicted"

local function refuse(message, ...) return nil, fields.refuse("carry", message:format(...)) end

local function names_of(list)
  local names = {}
  for i, field in ipairs(list) do names[i] = field.name end
  return names
end

--- The parts of `PATH = EXPRESSION, …`; names that are no arguments are noted as counts.
local function parts_of(text, procedure, records, counts)
  local parts = {}
  for i, part in ipairs(outcomes.parts(text)) do
    local path, given = part:match "^([%a_][%w_.]*)%s*=%s*([^=].*)$"
    if not path then return refuse("cannot be %s: %s", part, PART) end
    for _, other in ipairs(parts) do
      if other.path == path then return refuse("says %s twice", path) end
    end
    local field, fault = fields.at(procedure.args, path, records, "argument", "carry")
    local hint = path:find(".", 1, true) and "." or suggest.hint(path, names_of(procedure.args))
    if not field and hint ~= "" then return nil, fault end
    if not field and fields.at(procedure.out, path, records) then
      return refuse("cannot count by %s, which is a result: call the count otherwise", path)
    end
    counts[path] = not field or nil
    parts[i] = { path = path, text = given }
  end
  return parts
end

--- `PATH = EXPRESSION, …` as a function that gives the values by path.
local function carry_of(text, procedure, records, counts)
  local parts, fault = parts_of(text, procedure, records, counts)
  if not parts then return nil, fault end
  local scope, read = scope_of(procedure, records, counts, "carry"), reader(procedure, records, counts)
  for _, part in ipairs(parts) do
    part.value, fault = expressions.compile(part.text, scope, records, read)
    if not part.value then return nil, fault end
  end
  return function(_, q, r, known)
    local values, round = {}, { q = q, r = r, counts = known }
    for _, part in ipairs(parts) do values[part.path] = part.value(round) end
    return values
  end
end

local function over_of(text, procedure, records, counts, arg)
  local scope, read = scope_of(procedure, records, counts, arg), reader(procedure, records, counts)
  local value, fault = expressions.compile(text, scope, records, read)
  if not value then return nil, fault end
  return function(_, q, r, carried, known) return value { q = q, r = r, carried = carried, counts = known } end
end

--- How rounds follow one another: what is typed, and for what is not typed what the procedure declares.
---@param rules limber.Rules
---@param procedure table
---@param typed { over: string?, carry: string? }
---@return limber.Rounds?
---@return limber.Refusal?
function M.of(rules, procedure, typed)
  local declared = procedure.rounds or {}
  local over, carry, counts = typed.over or declared.over, typed.carry or declared.carry, {}
  if not over then
    local message = "is needed: %s does not say how its rounds follow one another; --carry says what each hands on"
    return nil, fields.refuse("--until", message:format(procedure.name))
  end
  for _, one in ipairs { "over", "carry" } do
    if typed[one] and not typed[one]:find "[^%s,]" then
      if one == "carry" then return refuse("says nothing: %s", PART) end
      return nil, fields.refuse("until", "says nothing: name what ends it, as in total >= 6")
    end
  end
  local fault
  local says_over <const> = over
  local as_declared = over == declared.over and carry == declared.carry
  if type(carry) == "string" then
    carry, fault = carry_of(carry, procedure, rules.records, counts)
    if not carry then return nil, fault end
  end
  if type(over) == "string" then
    over, fault = over_of(over, procedure, rules.records, counts, typed.over and "until" or "over")
    if not over then return nil, fault end
  end
  return {
    over = over, says_over = says_over, carry = carry or function() return {} end, counts = counts,
    doc = as_declared and declared.doc or nil, cite = as_declared and declared.cite or nil,
  }
end

return M
