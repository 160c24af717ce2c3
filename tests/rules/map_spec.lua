--- The map in a terminal: what is drawn where, for whom, and the roster beside it.
local Game <const> = require "limber.game.game"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"

package.loaded.host = package.loaded.host or { getenv = function() end, isatty = function() return false end }
local Map <const> = require "show.map"
local roster <const> = require "show.roster"

local SYMBOLS <const> = {
  area = function(area) return area.kind end,
  line = function(line) return line.kind end,
  ground = {
    { "hill", map = "░", ascii = ":", doc = "a hill" }, { "wood", map = "♣ ", ascii = "T ", doc = "woods" },
    { "brook", map = "~", ascii = "~", doc = "a brook" }, { "wall", map = "═║╱╲", ascii = "#", doc = "a wall" },
  },
  states = {
    { "secret", map = "◌", ascii = "h", doc = "hidden" },
    { "hurt", map = "×", ascii = "x", doc = "hurt", when = function(unit) return unit.hits and unit.hits > 0 end },
    { "lost", map = "!", ascii = "!", doc = "lost" },
  },
  arm = function(unit) return unit.kind end,
  arms = { { "horse", map = "/", ascii = "/", doc = "horse" } },
  strength = function(unit) return unit.men .. " men" end,
}

local BATTLE <const> = [[
scenario { title = "T", ruleset = "toy",
  ground = { width = 600, depth = 400, square = 100,
    area "hill" { kind = "hill", rect = { "A4 sw", "B4 ne" } },
    area "wood" { kind = "wood", squares = "E2:F2" },
    area "brook" { kind = "brook", along = { { 0, 260 }, { 600, 260 } }, width = 10 },
    line "wall" { kind = "wall", points = { { 410, 310 }, { 410, 390 } } },
  },
  side "a" { name = "Blue", facing = "north", leader "zieten" { name = "Zieten" },
    formation "first" { name = "the first",
      unit "1" { kind = "foot", men = 20, at = "B2", name = "Garde" },
      unit "2" { kind = "horse", men = 10, at = { 300, 150 } },
      unit "3" { kind = "foot", men = 20, at = { 400, 50 }, facing = "east" },
    },
  },
  side "b" { name = "Red", facing = "south",
    unit "7" { kind = "foot", men = 20, at = { 150, 170 } },
    unit "8" { kind = "foot", men = 10, at = "E3", secret = true },
    unit "9" { kind = "foot", men = 20, at = { 340, 340 }, facing = "south_east" },
  },
}]]

local function battle(text, change)
  local rules = toys.rules()
  rules.published.game.map_symbols = SYMBOLS
  local scenario = assert(Scenario.read(text or BATTLE, "battle.lua"))
  local start = assert(Scenario.build(scenario, rules))
  if start.facts ~= "told" then
    start.leaders.zieten.base = { x = 255000, y = 50000, facing = 0, width = 20000, depth = 20000 }
  end
  if change then change(start) end
  return Game.new { rules = rules, start = start, seed = 1, keep = false }
end

local function drawn(view, game, opts)
  opts.rules = game.rules
  return table.concat(Map.lines(view, opts), "\n") .. "\n"
end

describe("a map", function()
  it("shows ground, units, generals and the grid, and a legend of what is on it", function()
    local game = battle()
    assert.are.equal([[
     A     B     C     D     E     F
 ┌──────┬─────┬─────┬─────┬─────┬─────┐
 │· ░░░░░░░░  ·     ·     ║     ·     │
4│ ░░░░░░░░░░         9◿  ║           │
 │  ░░░░░░░░        ◿◿    ║           │
 │·     ·     ·     ·     ·  8◌ ·     │
3│~~~~~~~~~~~~~~~~~~~~~~~~~~▽▽~~~~~~~~│
 │                                    │
 │·     ▽▽7▽▽▽·     ·      ♣ ♣ ♣ ♣ ♣ ♣│
2│      ▲▲1▲▲▲     ▲▲     ♣ ♣ ♣ ♣ ♣ ♣ │
 │                 /2      ♣ ♣ ♣ ♣ ♣ ♣│
 │·     ·     ·     ·    3▶     ·     │
1│               ★       ▶▶           │
 │                       ▶▶           │
 └────────────────────────────────────┘
]], (drawn(game.play, game, { width = 40 }):gsub("\n▲▼.*", "\n")))
  end)

  it("says what its signs are, and no others", function()
    local game = battle(nil, function(start) start.units["1"].hits = 1 end)
    local text = drawn(game.play, game, { width = 40 })
    assert.truthy(text:find("▲▼ Blue   △▽ Red   ★ Zieten C1", 1, true))
    for _, sign in ipairs { "░ a hill", "♣ woods", "~ a brook", "═ a wall", "/ horse", "× hurt", "◌ hidden" } do
      assert.truthy(text:find(sign, 1, true), sign)
    end
    assert.truthy(text:find("a square is 100 mm", 1, true))
    assert.is_nil(text:find("lost", 1, true))
    assert.truthy(text:find("1×", 1, true))
  end)

  it("shows a side what it sees", function()
    local game = battle()
    assert.truthy(drawn(game:view "b", game, { width = 80 }):find("8◌", 1, true))
    local seen = drawn(game:view "a", game, { width = 80 })
    assert.is_nil(seen:find("8", 1, true))
    assert.is_nil(seen:find("hidden", 1, true))
  end)

  it("tells the sides apart in plain ASCII, and says nothing else", function()
    local game = battle()
    local text = drawn(game.play, game, { width = 80, ascii = true })
    assert.is_nil(text:find "[^%g \n]")
    assert.truthy(text:find("^^1^", 1, true))
    assert.truthy(text:find("V7V", 1, true))
    assert.is_nil(drawn(game.play, game, { width = 80 }):find("\27", 1, true))
    assert.truthy(drawn(game.play, game, { width = 80, colour = true }):find("\27[", 1, true))
  end)

  it("is never wider than the terminal", function()
    local game = battle()
    for _, width in ipairs { 24, 40, 61, 80, 120 } do
      for _, around in ipairs { false, "1", "F4" } do
        for line in drawn(game.play, game, { width = width, around = around or nil }):gmatch "[^\n]+" do
          assert.is_true(line:find "square is" ~= nil or utf8.len(line) <= math.max(width, 28), line)
        end
      end
    end
  end)

  it("goes near to a unit or a square", function()
    local game = battle()
    local text = drawn(game.play, game, { width = 60, around = "1" })
    assert.truthy(text:find("▲▲▲▲▲▲▲▲▲1▲", 1, true), text)
    assert.is_nil(text:find("/2", 1, true))
    assert.truthy(drawn(game.play, game, { width = 60, around = "E2" }):find("♣", 1, true))
    assert.has_error(function() drawn(game.play, game, { around = "Z9" }) end)
  end)

  it("leaves those out who are gone", function()
    local game = battle(nil, function(start) start.units["1"].status = "gone" end)
    assert.is_nil(drawn(game.play, game, { width = 40 }):find("▲1", 1, true))
  end)

  it("of a table without positions is a roster", function()
    local game = battle((BATTLE:gsub('title = "T"', 'title = "T", facts = "told"')))
    local text = drawn(game.play, game, { width = 80 })
    assert.truthy(text:find("no position is known here", 1, true))
    assert.truthy(text:find("1  Garde  20 men", 1, true), text)
  end)

  it("of a table at half distances is read in the table's own millimetres", function()
    local game = battle((BATTLE:gsub('title = "T"', 'title = "T", scale = 0.5')))
    assert.truthy(drawn(game.play, game, { width = 80 }):find("a square is 100 mm", 1, true))
  end)
end)

describe("a roster", function()
  it("lists every formation's units with strength, place and state", function()
    local game = battle(nil, function(start) start.units["2"].hits = 3 end)
    assert.are.equal([[
Blue
  the first
    1  Garde  20 men  B2 north
    2  2      10 men  D2 north       hurt
    3  3      20 men  E1 east
Red
    7  7      20 men  B2 south
    8  8      10 men  E3 south       hidden
    9  9      20 men  D4 south-east]], table.concat(roster.lines(game.play, { rules = game.rules }), "\n"))
  end)
end)
