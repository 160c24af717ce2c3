-- What a tab offers in a battle: what the words so far still need, and nothing else. Every expectation is by hand.
package.loaded.host = package.loaded.host or { width = function() return 80 end }
local complete <const> = require "prompt.complete_game"
local Game <const> = require "limber.game.game"
local lengths <const> = require "limber.language.lengths"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"

local path <const> = "scenarios/fusilier/lesson.lua"
local scenario <const> = assert(Scenario.read(loader.read(path), path))
local rules <const> = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))
local game <const> = Game.new { rules = rules, start = assert(Scenario.build(scenario, rules)), seed = 1 }
assert(game:start())

local play <const> = {
  game = game, how = lengths.how("mm", game.state.root.ground), waiting = function() return game:waiting() end,
  sides = function(_, waiting) return waiting.sides end,
}

local function offered(before, word)
  local list, seen = {}, {}
  for _, one in ipairs(complete.words(play, before, word or "")) do
    if one:sub(1, #(word or "")) == (word or "") and not seen[one] then list[#list + 1], seen[one] = one, true end
  end
  table.sort(list)
  return list
end

describe("a tab after a command", function()
  it("offers who is needed first, and nothing else", function()
    assert.same({ "french_brigade", "french_guns", "hussars" }, offered "write_order ")
    assert.same({ "1", "11", "12", "13", "21", "22", "ledru" }, offered "conceal ")
    assert.same({ "1", "11", "12", "13", "21", "22" }, offered "place ")
  end)

  it("then what is needed next", function()
    assert.same({ "attack", "hold", "move", "seize", "support", "withdraw" }, offered "write_order hussars ")
  end)

  it("then names of what may be added", function()
    local list = offered "write_order hussars hold "
    assert.is_true(#list > 1)
    for _, one in ipairs(list) do assert.is_nil(one:find "^%d") end
    assert.same({ "target", "target_end" }, offered("write_order hussars hold ", "tar"))
  end)

  it("offers ids once letters are typed, and values of a field that is named", function()
    assert.same({ "line_1", "line_2", "line_3" }, offered("place ", "line"))
    assert.same({ "north", "north_east", "north_west" }, offered("place 11 facing ", "north"))
  end)
end)
