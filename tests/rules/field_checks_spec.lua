-- Checks of arguments that are written out at once agree with those that go field by field: for what every procedure of
-- the rulesets that ship may be asked, right and wrong.
local dice <const> = require "kernel.dice"
local field_checks <const> = require "limber.language.field_checks"
local fields <const> = require "limber.language.fields"
local json <const> = require "kernel.json"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"

local source <const> = dice.new()
source:seed(7)
local d <const> = source.throw.d

--- What no field wants.
local WRONG <const> = {
  "x", "", true, -1, 0, 1.5, 1e300, math.maxinteger, {}, { 1 }, { x = 1 }, json.null, setmetatable({}, {}), "a\nb", 0 / 0,
}

local value_of

local function object_of(list, records)
  local given = {}
  for _, field in ipairs(list) do
    if not field.optional and field.default == nil or d(2) == 1 then given[field.name] = value_of(field, records) end
  end
  return given
end

function value_of(field, records)
  if d(60) == 1 then return WRONG[d(#WRONG)] end
  if field.kind == "list" then
    local list = {}
    for i = 1, math.max(field.min, d(3) - 1) do
      if field.of then list[i] = value_of(field.of, records) else list[i] = object_of(records[field.record], records) end
    end
    return list
  elseif field.kind == "object" then
    return object_of(records[field.record], records)
  elseif field.values then
    return field.values[d(#field.values)]
  elseif field.kind == "flag" then
    return d(2) == 1
  elseif field.kind == "int" then
    local low, high = field.min or -3, field.max or (field.min or 0) + 500
    return low + d(math.min(high - low + 1, 1 << 20)) - (d(40) == 1 and 0 or 1)
  end
  return "word"
end

describe("checks written out", function()
  for _, name in ipairs { "fusilier", "horse_and_musket" } do
    it("agree with those gone through one by one: " .. name, function()
      local rules = assert(Rules.load(loader, name, {}))
      local taken, refused = 0, 0
      for _, procedure in ipairs(rules.procedure_names) do
        local args = rules.procedures[procedure].args
        local at_once = assert(field_checks.written(args, rules.records), procedure)
        for _ = 1, 40 do
          local given = object_of(args, rules.records)
          if d(30) == 1 then given[d(2) == 1 and 1 or "no_such"] = 1 end
          local slow = fields.check(table.move(args, 1, #args, 1, { check = args.check }), given, rules.records)
          local fast = at_once(given)
          if slow then taken = taken + 1 else refused = refused + 1 end
          if fast then assert.are.same(slow, fast, procedure) end
          if not slow then assert.is_nil(fast, procedure) end
        end
      end
      assert.is_true(taken > 500 and refused > 100, taken .. " " .. refused)
    end)
  end

  it("take what is right at once, and leave what is marked or a whole float to those that look closer", function()
    local int, list, flag = fields.words.int, fields.words.list, fields.words.flag
    local args = { int "men" { 1, 9 }, list "more" { of = int "n" { 0, 5 }, default = {} }, flag "tired" {} }
    local at_once = field_checks.written(args, {})
    assert.are.same({ men = 9, more = {}, tired = false }, at_once { men = 9 })
    assert.are.same({ men = 1, more = { 0, 5 }, tired = true }, at_once { men = 1, more = { 0, 5 }, tired = true })
    assert.are.same({ men = 1, more = {}, tired = false }, at_once { men = 1, more = {} })
    for _, wrong in ipairs {
      { men = 0 }, { men = 10 }, { men = "1" }, { men = 1, more = { 6 } }, { men = 1, more = { x = 1 } }, { men = 1, no = 1 },
      { men = 1.0 }, { men = 1, 2 }, {}, { men = 1, tired = 1 }, { men = 1, more = json.list {} },
    } do
      assert.is_nil(at_once(wrong))
    end
  end)

  it("are those of often asked lists, and the same is said before and after", function()
    local args, texts = { fields.words.int "men" { 1, 9 } }, {}
    for _ = 1, 20 do
      assert.are.same({ men = 3 }, fields.check(args, { men = 3.0 }, {}))
      assert.are.same({ men = 3 }, fields.check(args, { men = 3 }, {}))
      texts[select(2, fields.check(args, { men = 11 }, {})).message] = true
    end
    assert.are.same({ ["men must be 1 to 9, got 11"] = true }, texts)
  end)

  it("are made of long lists too", function()
    local args, given = {}, {}
    for i = 1, 150 do args[i], given["f" .. i] = fields.words.int("f" .. i) { 0, 9 }, 1 end
    assert.are.same(given, field_checks.written(args, {})(given))
    given.f150 = 10
    assert.is_nil(field_checks.written(args, {})(given))
  end)

  it("of a record within itself end, and leave what is deep to those that look closer", function()
    local records = { box = { fields.words.list "inside" { "box", default = {} } } }
    local at_once = field_checks.written(records.box, records)
    assert.are.same({ inside = { { inside = {} }, { inside = {} } } }, at_once { inside = { {}, {} } })
    local deep = {}
    deep.inside = { deep }
    assert.is_nil(at_once(deep))
  end)
end)
