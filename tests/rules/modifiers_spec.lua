-- Lists of modifiers that are worked often are worked by a function written for them: it gives what the list gives.
local modifiers <const> = require "limber.rules.modifiers"

local function list_of(given)
  local list = { table = "cells", cite = "10.3" }
  for i, one in ipairs(given) do list[i] = modifiers.new(modifiers.declared(one, 1), list) end
  return list
end

local LIST <const> = list_of {
  { "quality", value = function(_, unit) return unit.quality end, cite = "10.0" },
  { "downhill", given = { "slope", "downhill" } },
  { "shaken", -2, flag = "shaken" },
  { "wide", 3, when = function(unit, about) return unit.quality > about.other end },
  { "late", given = { "shaken", true }, when = function(_, _, rules) return rules.option.late end },
  { "draws", per = "draws" },
  { "losses", -1, per = function(unit, about) return about.other - unit.draws end },
}

local function rules_of(cells, late)
  return { option = { late = late }, tables = { cells = function(name) return cells[name] end } }
end

describe("a list of modifiers worked often", function()
  it("gives what it gave before", function()
    local rules, worth = rules_of({ downhill = 1, late = -4, draws = -3 }, true), {}
    for n = 1, 40 do
      local unit = { quality = n % 7, slope = n % 3 == 0 and "downhill" or "level", shaken = n % 2 == 0, draws = n % 3 }
      local about = { other = n % 5 }
      local applied, total = modifiers.work(LIST, rules, unit, about, {})
      local again, sum = modifiers.work(LIST, rules, unit, about, nil, worth)
      assert.same(applied, again)
      assert.equal(total, sum)
    end
  end)

  it("reads the cells of other rules anew", function()
    local unit, about = { quality = 1, slope = "downhill", shaken = false, draws = 0 }, { other = 1 }
    for value = 1, 20 do
      local applied = modifiers.work(LIST, rules_of({ downhill = value }), unit, about, nil, {})
      assert.same({ name = "downhill", value = value, cite = "10.3" }, applied[2])
    end
  end)
end)
