-- The page of `limber rules RULESET PROCEDURE`, for every procedure of every ruleset.
local loader <const> = require "disk_loader"
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
