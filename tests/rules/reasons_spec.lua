--- Reasons of a rule: declared once, asked in order, told with their clauses.
local reasons <const> = require "limber.rules.reasons"

local function always() return true end

local function declare(list)
  local done, fault = pcall(reasons.new, list)
  return done and fault or nil, not done and tostring(fault) or nil
end

describe("reasons", function()
  local barred = reasons.new {
    { "wet", "it rains", cite = "1.1", flag = "rain" },
    { "late", "it is dark", cite = "1.3", given = { "hour", "night" } },
    { "far", function(_, q) return ("%d mm too far"):format(q.by) end, cite = "1.2",
      when = function(_, _, about) return about.far end },
  }

  it("hold in the order in which they are declared", function()
    assert.are.same({ "wet", "late", "far" }, barred.words)
    assert.are.same({ "wet", "far" }, barred.holding(nil, { rain = true }, { far = true }))
    assert.are.same({ "late", "far" }, barred.holding(nil, { hour = "night" }, { far = true }))
    assert.are.same({ "far" }, barred.holding(nil, { hour = "noon" }, { far = true }))
    assert.are.same({}, barred.holding(nil, {}, {}))
  end)

  it("are told with their clauses, an unknown one by its word", function()
    local text, cite = barred.text(nil, { by = 7 }, { "far", "too_late", "wet" })
    assert.are.equal("7 mm too far; too late; it rains", text)
    assert.are.equal("1.2, 1.1", cite)
    text, cite = barred.text(nil, {}, { "too_late" })
    assert.are.equal("too late", text)
    assert.is_nil(cite)
  end)

  it("are the verdict of a procedure, and a refusal in the words of a command", function()
    local dry = reasons.new { { "wet", "it rains", cite = "1.1", flag = "rain" } }
    assert.are.same({ allowed = false, reason = "wet" }, dry.verdict(nil, { rain = true }))
    assert.are.same({ allowed = true }, dry.verdict(nil, {}))
    assert.are.same({ "allowed", "reason" }, { dry.out[1].name, dry.out[2].name })
    assert.are.same({ arg = "unit", message = "unit may not go: it rains", cite = "1.1" },
      dry.refuse(nil, {}, { "wet" }, "unit", "may not go: %s", "1.9"))
    assert.are.same("1.9", dry.refuse(nil, {}, { "windy" }, "unit", "may not go: %s", "1.9").cite)
  end)

  it("need a word, a sentence, a clause and a test each, and no word twice", function()
    for wanted, list in pairs {
      ["reason: needs a name"] = { { 7, "x", cite = "1", when = always } },
      ['reason "wet" needs its sentence'] = { { "wet", cite = "1", when = always } },
      ['reason "wet" needs cite'] = { { "wet", "x", when = always } },
      ['reason "wet" needs when'] = { { "wet", "x", cite = "1" } },
      ['reason "wet" needs when, flag or given, one of them'] = { { "wet", "x", cite = "1", when = always, flag = "rain" } },
      ['reason "wet" is declared twice'] = {
        { "wet", "x", cite = "1", when = always }, { "wet", "y", cite = "2", when = always },
      },
    } do
      local made, fault = declare(list)
      assert.is_nil(made)
      assert.is_truthy(fault:find(wanted, 1, true), fault)
    end
  end)
end)
