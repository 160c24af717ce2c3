-- Numbers with decimals: what they are, as arguments and results, in tables and as people write them.
local decimals <const> = require "limber.language.decimals"
local disk <const> = require "disk_loader"
local grammar <const> = require "read.grammar"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"
local Rules <const> = require "limber.rules.stack"

--- A ruleset of one procedure, and its table.
local function published(resolve, cells)
  local files = {
    ["rules-lua/inches/ruleset.lua"] = 'ruleset "inches" { title = "Inches", sources = { "rules" } }',
    ["rules-lua/inches/rules.lua"] = [[
      lookup "rates" { key = "class", value = "inches", numbers = { "inches" } }
      procedure "way.cost" {
        cite = "1", doc = "What does a way cost?",
        args = {
          number "range_in" { 0, 18 }, list "legs" { of = number "leg" { 0 }, min = 0, default = {} },
          enum "class" { "line", "horse", default = "line" },
        },
        out = { number "cost_in" {}, flag "legal" {} },
        resolve = function(rules, q)]] .. (resolve or [[
          local sum = q.range_in
          for _, leg in ipairs(q.legs) do sum = sum + leg end
          local cost = rounded(sum)
          return { cost_in = cost, legal = cost <= rules.tables.rates(q.class) }]]) .. [[
        end,
      }]],
    ["rules-lua/inches/tables/rates.csv"] = "class,inches\n" .. (cells or "line,4.5\nhorse,12\n"),
  }
  return ruleset.load({
    read = function(path) return files[path] or disk.read(path) end, list = disk.list, checked = true,
  }, "inches")
end

local function ask(args, rules)
  return protocol.answer(protocol.referee(rules or assert(published()), {}, 1), { call = "way.cost", args = args })
end

describe("a number with decimals", function()
  it("is the same value however it is written, and whole where it is whole", function()
    assert.equal("integer", math.type(decimals.exact(6.0)))
    assert.equal(4.1, decimals.exact(4.1))
    assert.equal(4.1, decimals.rounded(41 / 10 + 1e-9))
    assert.equal(12, decimals.rounded(1.33 * 3 + 0.4 + 7.61))
    assert.equal(-0.5, decimals.exact(-0.5))
  end)

  it("has no more than six decimals, and an end", function()
    for _, value in ipairs { 1e-7, 1 / 3, 1e12, -1e12, math.huge, -math.huge, 0 / 0, math.maxinteger } do
      assert.is_nil(decimals.exact(value), tostring(value))
    end
    for _, value in ipairs { math.huge, -math.huge, 0 / 0, 1e300, math.mininteger } do
      assert.is_nil(decimals.rounded(value), tostring(value))
    end
    assert.equal(0.333333, decimals.rounded(1 / 3))
  end)

  it("is read as people and tables write it", function()
    local read = {
      ["7"] = 7, ["1.5"] = 1.5, ["-0.25"] = -0.25, ["1/2"] = 0.5, ["1 1/8"] = 1.125, ["12/24"] = 0.5, ["6.0"] = 6,
    }
    for text, value in pairs(read) do assert.equal(value, decimals.read(text), text) end
    for _, text in ipairs { "", "1.", ".5", "1/0", "1/3", "1e3", "0x10", " 1", "1 /2", "nan", "12345678901234567" } do
      assert.is_nil(decimals.read(text), text)
    end
  end)
end)

describe("a question about numbers with decimals", function()
  it("adds them up exactly", function()
    local answer = ask { range_in = 1.33, legs = { 1.33, 1.33, 0.4, 7.61 }, class = "horse" }
    assert.same({ cost_in = 12, legal = true }, answer.result)
    assert.is_true(ask({ range_in = 4.5 }).result.legal)
    assert.is_false(ask({ range_in = 4.500001 }).result.legal)
  end)

  it("refuses what is none, out of range or too fine, each time it is asked", function()
    for _ = 1, 20 do -- the checks that are written for fields asked often, too
      for _, wrong in ipairs { 18.1, -0.1, 1e-7, 1e300, "4", true } do
        local fault = ask({ range_in = wrong }).error
        assert.equal("range_in", fault and fault.arg, tostring(wrong))
      end
      assert.equal("legs", ask({ range_in = 1, legs = { 0.5, -1 } }).error.arg)
      assert.equal(0.5, ask({ range_in = 0.5 }).result.cost_in)
    end
    assert.equal("range_in must be 0 to 18, got 18.1", ask({ range_in = 18.1 }).error.message)
    assert.equal("range_in has more than six decimals: 4.1234567", ask({ range_in = 4.1234567 }).error.message)
  end)

  it("raises where a rule gives what is no such number", function()
    local answer = ask({ range_in = 1 }, assert(published "return { cost_in = 1 / 3, legal = true }"))
    assert.truthy(answer.error.message:find("cost_in must be a number of at most six decimals", 1, true))
  end)

  it("takes what is typed, in its own unit or another", function()
    local rules = assert(Rules.over(assert(published()), {}))
    local function typed(word)
      local args, fault = grammar.parse(rules, rules.procedures["way.cost"], { word })
      return args and args.range_in or fault.message
    end
    assert.equal(4.5, typed "4.5in")
    assert.equal(4.5, typed "4.5")
    assert.equal(10, typed "254mm")
    assert.equal(3.937008, typed "10cm")
    assert.equal(4.25, typed "range_in=4.25")
  end)
end)

describe("a table with decimals", function()
  it("has them as cells, and can be changed to others", function()
    local rules = assert(Rules.over(assert(published()), {}))
    assert.equal(4.5, rules:cell "rates.line")
    assert.equal(4.5, rules:set_cell("rates.line", 5.25))
    assert.equal(5.25, rules:cell "rates.line")
    local _, fault = rules:set_cell("rates.line", "far")
    assert.equal("rates.line must be a number, got far", fault.message)
  end)

  it("refuses a cell that is none, with its line", function()
    local answer = ask({ range_in = 1 }, assert(published(nil, "line,4.5\nhorse,far\n")))
    assert.truthy(answer.error.message:find('rates.csv:3: inches must be a number, got far', 1, true))
  end)
end)
