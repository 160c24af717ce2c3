--- What a solo commander supposes of the enemy where he looks ahead: what would have been chosen in the enemy's place.
local copies <const> = require "limber.solo.copies"
local Solo <const> = require "limber.solo.commander"
local solo_battles <const> = require "solo_battles"

local BOTH <const> = { "a", "b" }

--- A battle of solo commanders when a turn begins, and what a side knows or supposes of it then.
local function known_at(path, turn, side)
  local game <const> = solo_battles.begun(path, 1)
  Solo.fight(game, BOTH, { each = function() return game.state.root.turn >= turn end })
  return game, assert(copies.known(game, game:view(side)))
end

--- What a copy says of a side's formations.
local function of_formations(root, side, read)
  local said <const> = {}
  for id, formation in pairs(root.formations) do
    if formation.side == side then said[id] = read(formation) or "-" end
  end
  return said
end

describe("what is supposed", function()
  it("of Fusilier's orders is that who is to hold holds, and who is to attack attacks", function()
    local function verb(formation) return formation.order and formation.order.verb end
    local game <const>, known_to_a <const> = known_at("scenarios/fusilier/lesson.lua", 4, "a")
    local _, known_to_b <const> = known_at("scenarios/fusilier/lesson.lua", 4, "b")
    local austrians <const>, french <const> = of_formations(known_to_a, "b", verb), of_formations(known_to_b, "a", verb)
    assert.are.same(of_formations(game.state.root, "b", verb), austrians)
    assert.are.equal("hold", austrians.austrian_brigade)
    assert.are.equal("attack", french.french_brigade)
    assert.are.equal("attack", french.hussars)
  end)

  it("of Bugles' groups is what they began with, as far as it is known", function()
    local game <const>, known <const> = known_at("scenarios/bugles/lesson.lua", 2, "b")
    local function began(formation) return formation.kind and formation.original .. " " .. formation.kind end
    assert.are.same(of_formations(game.state.root, "a", began), of_formations(known, "a", began))
    local hidden <const>, seen <const> = known_at("scenarios/bugles/lesson.lua", 2, "a")
    local groups <const> = of_formations(seen, "b", function(formation) return formation.original end)
    local most <const> = of_formations(hidden.state.root, "b", function(formation) return formation.original end)
    local fewer = 0
    for id, n in pairs(groups) do
      if n == "-" then
        assert.are.equal("-", most[id])
      else
        assert.is_true(n > 0 and n <= most[id])
        fewer = fewer + (n < most[id] and 1 or 0)
      end
    end
    assert.is_true(fewer > 0)
  end)

  it("does not stop who fights on: a copy is fought to its end", function()
    for _, side in ipairs(BOTH) do
      local game <const>, known <const> = known_at("scenarios/bugles/lesson.lua", 2, side)
      local over <const>, failure <const> = copies.play(game, side, known, {
        fight = Solo.fight, seed = 1, until_turn = 99, before = { own = 1, theirs = 1 },
      })
      assert(over, failure and (failure.message or failure.traceback))
    end
  end)
end)
