-- The page of `limber rules RULESET PROCEDURE`, for every procedure of every ruleset.
local loader <const> = require "disk_loader"
local named_page <const> = require "show.named_page"
local Rules <const> = require "limber.rules.stack"
local rules_page <const> = require "show.rules_page"

describe("the page of a procedure", function()
  for _, name in ipairs { "bugles", "fusilier", "horse_and_musket" } do
    it("says what it asks, throws, gives back and cites: " .. name, function()
      local rules = assert(Rules.load(loader, name, {}))
      for _, procedure in pairs(rules.procedures) do
        local page = rules_page.procedure(rules, procedure, 80)
        for _, heading in ipairs { "Arguments", "Dice", "Result", "Reads" } do
          assert.truthy(page:find("\n" .. heading, 1, true), procedure.name .. ": " .. heading)
        end
        for _, field in ipairs(procedure.args) do
          assert.truthy(page:find(field.name, 1, true), procedure.name .. ": " .. field.name)
        end
      end
    end)
  end
end)

describe("a clause by what citations write", function()
  local function page(ruleset, name)
    local lines = named_page.lines(assert(Rules.load(loader, ruleset, {})), name, 80)
    return lines and table.concat(lines, "\n") or ""
  end

  it("is found with its own parts, and none of another's", function()
    local one = page("fusilier", "10.3")
    assert.truthy(one:find("FUS-10.3-13 (10.3)", 1, true))
    assert.falsy(one:find("FUS-10.1", 1, true))
    local part = page("nff", "Ch 5a")
    assert.truthy(part:find("NFF-CH-21 (Ch 5(a))", 1, true))
    assert.falsy(part:find("NFF-CH-22", 1, true))
    assert.truthy(page("nff", "Ch 5"):find("NFF-CH-22 (Ch 5b)", 1, true))
    assert.truthy(page("horse_and_musket", "4.2"):find("(4.2.5.1)", 1, true))
    assert.falsy(page("horse_and_musket", "Units a"):find("(Units b)", 1, true))
    assert.truthy(page("bugles", "Squares"):find("(Squares)", 1, true))
    assert.equal("", page("nff", "Ch 55"))
    local cited = page("horse_and_musket", "4.2.2")
    assert.truthy(cited:find("(4.2.2): Deployed artillery does not move but may pivot\nParts of 4.2.2:\nHM-4-25", 1, true))
  end)
end)
