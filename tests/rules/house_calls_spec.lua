--- A house rule asks another procedure by `rules.call`: its question is checked, and has its defaults.
local loader <const> = require "disk_loader"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local tree <const> = require "limber.common.tree"

--- The odds of a house procedure that asks skirmish.fire so; or what is wrong.
local function asked(args)
  local text <const> = ([[variant "mine" { of = "fusilier", doc = "Asks.", cite = "house" }
procedure "house.shot" { cite = "house", doc = "Asks.", piece = "none", args = {}, dice = "d6",
  out = { int "points" { 0, 40 } }, says = function(_, r) return "points " .. r.points end,
  resolve = function(rules, _, dice)
    return { points = rules.call("skirmish.fire", { %s }, dice).points }
  end,
}]]):format(args)
  local with <const> = tree.shallow(loader)
  function with.variant(ruleset, name)
    if name == "mine" then return "./mine.lua", text, false end
    return loader.variant(ruleset, name)
  end
  local rules <const> = assert(Rules.load(with, "fusilier", { "mine" }))
  local done, found = pcall(question.odds, rules, "house.shot", {})
  if not done then return nil, found.message, found.line end
  return found
end

describe("a house rule's rules.call", function()
  local SHOT <const> = 'weapon = "rifle", range_mm = 400, target = "infantry"'

  it("gives the odds of the procedure itself, whose defaults it may leave out", function()
    local rules <const> = assert(Rules.load(loader, "fusilier", {}))
    local itself <const> = question.odds(rules, "skirmish.fire", { weapon = "rifle", range_mm = 400, target = "infantry" })
    for _, args in ipairs { SHOT, SHOT .. ', target_cover = "none"' } do
      local found <const> = assert(asked(args))
      for points = 0, 2 do assert.are.equal(itself:p(points), found:p(points)) end
    end
  end)

  it("names what is wrong with a question, and the line that asks it", function()
    for args, words in pairs {
      [SHOT .. ', tarcover = "none"'] = "the question to skirmish.fire is wrong: unknown argument tarcover",
      [SHOT .. ', target_cove = "none"'] = "the question to skirmish.fire is wrong: unknown argument target_cove; "
        .. "did you mean target_cover?",
      ['weapon = "rifle", range_mm = 400, target = "infantri"'] = "target must be",
      ['weapon = "rifle", target = "infantry"'] = "range_mm is required",
    } do
      local found, message, line = asked(args)
      assert.is_nil(found)
      assert.is_truthy(message:find(words, 1, true), message)
      assert.is_nil(message:find("did you mean.*did you mean"))
      assert.are.equal(5, line)
    end
  end)
end)
