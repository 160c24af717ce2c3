-- Random questions to every procedure of every ruleset, with fixed seeds: each is answered as declared or refused by
-- naming an argument, and its own dice, given back as a list, answer it the same again.
local dice <const> = require "kernel.dice"
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local protocol <const> = require "limber.ask.protocol"
local question <const> = require "limber.ask.question"
local results <const> = require "limber.rules.results"
local Rules <const> = require "limber.rules.stack"
local ruleset <const> = require "limber.rules.ruleset"

--- Variants that add arguments or dice.
local VARIANTS <const> = { fusilier = { "rash_cautious_generals", "single_gun_fires" } }

local rules -- those that are asked
local chance <const> = dice.new()
local d <const> = chance.throw.d

local NONSENSE <const> = { -1, 0, 1.5, "no", true, json.null, 1 << 40 }

local value_of

local function object_of(list)
  local given = {}
  for _, field in ipairs(list) do
    local needed = field.default == nil and not field.optional
    if needed and d(100) < 100 or not needed and d(3) == 1 then given[field.name] = value_of(field) end
  end
  if d(60) == 1 then given.nonsense = 1 end
  return given
end

local VALUE <const> = {
  int = function(field)
    if field.values then return field.values[d(#field.values)] end
    local low = field.min or -9
    return low + d((field.max or low + 900) - low + 1) - 1
  end,
  number = function(field)
    local low = field.min or -9
    return low + (d(((field.max or low + 30) - low) * 100 + 1) - 1) / 100
  end,
  flag = function() return d(2) == 1 end,
  enum = function(field) return field.values[d(#field.values)] end,
  text = function() return "word" end,
  object = function(field) return object_of(rules.records[field.record]) end,
  list = function(field)
    local list = {}
    for i = 1, field.min - 1 + d(2) do
      list[i] = field.of and value_of(field.of) or object_of(rules.records[field.record])
    end
    return json.list(list)
  end,
}

function value_of(field)
  if d(80) == 1 then return NONSENSE[d(#NONSENSE)] end
  return VALUE[field.kind](field)
end

local function same(a, b)
  return json.encode(a) == json.encode(b)
end

--- All tables of a result.
local function tables_in(value, found)
  if type(value) ~= "table" then return found end
  found[value] = true
  for _, inner in next, value do tables_in(inner, found) end
  return found
end

--- Whether a result holds a table of another: each must be fresh, since a house rule may change what it gets.
local function shared(tables, value)
  for one in next, tables_in(value, {}) do
    if tables[one] then return one end
  end
end

--- Asks once with seeded dice; says whether there was an answer.
local function try(name, seed)
  local procedure, source = rules.procedures[name], dice.new()
  local args = object_of(procedure.args)
  source:seed(seed)
  source:event(1, 1, dice.hash(name), 1, 1)
  source:clear()
  local result, fault = question.ask(rules, name, args, source)
  if not result then
    assert.is_string(fault.arg)
    assert.is_string(fault.message)
    assert.are_not.equal("dice", fault.arg)
    assert.are.equal(0, #source:record(), "dice were thrown before the refusal")
    return false
  end
  assert.is_nil(results.fault(procedure, result, rules.records))
  local fits, wrong = fields.check(procedure.out, result, rules.records)
  assert(fits or wrong.message:find "must have at most", wrong and wrong.message) -- which is for what is asked
  assert.is_string(procedure.says(result, args))
  local again = dice.new()
  again:list(protocol.dice_of(source:record()))
  again:clear()
  local repeated = assert(question.ask(rules, name, args, again))
  assert.is_true(same(result, repeated))
  assert.is_nil(shared(tables_in(result, {}), repeated), "a house rule that changed its result would change the rules")
  return true
end

--- How often each is asked; one whose answer is as long as the lines, up to 100,000 units, less often.
local ASKED <const> = setmetatable({ ["combat.pair"] = 15 }, { __index = function() return 150 end })

for _, name in ipairs(ruleset.names(loader)) do
  local loaded = assert(Rules.load(loader, name, VARIANTS[name] or {}))
  loaded.careful = true -- their arguments are frozen then: whatever writes to them is found out
  describe("random questions of " .. name, function()
    for _, procedure in ipairs(loaded.procedure_names) do
      it("to " .. procedure .. " are answered or refused", function()
        rules = loaded
        chance:seed(1815)
        local answered = 0
        for seed = 1, ASKED[procedure] do
          if try(procedure, seed) then answered = answered + 1 end
        end
        assert.is_true(answered > 0, "not one was answered")
      end)
    end
  end)
end

describe("lines of up to a dozen units of Fusilier", function()
  local fusilier <const> = assert(Rules.load(loader, "fusilier", {}))

  it("pair off so that everybody is in one group, in line order, and no two of the shorter in the same", function()
    for a = 1, 12 do
      for b = 1, 12 do
        local seen = { a = {}, b = {} }
        local groups = assert(question.ask(fusilier, "combat.pair", { a_units = a, b_units = b }, dice.new())).groups
        for _, group in ipairs(groups) do
          for side, all in pairs(seen) do table.move(group[side], 1, #group[side], #all + 1, all) end
          assert.are.equal(1, math.min(#group.a, #group.b))
        end
        assert.are.equal(math.min(a, b), #groups)
        for side, count in pairs { a = a, b = b } do
          assert.are.equal(count, #seen[side])
          for i, one in ipairs(seen[side]) do assert.are.equal(i, one) end
        end
      end
    end
  end)
end)
