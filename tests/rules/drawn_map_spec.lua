--- The map as a picture: what stands in it, for whom, and that no name breaks out of its text.
local Game <const> = require "limber.game.game"
local Scenario <const> = require "limber.scenario.scenario"
local toys <const> = require "rules.toys"

package.loaded.host = package.loaded.host or { getenv = function() end, isatty = function() return false end }
local drawn_map <const> = require "drawn.map"
local glyphs <const> = require "show.glyphs"
local labels <const> = require "drawn.labels"
local outline <const> = require "drawn.outline"
local svg <const> = require "drawn.svg"
local units <const> = require "drawn.units"

local SYMBOLS <const> = {
  area = function(area) return area.kind end, line = function(line) return line.kind end,
  ground = {
    { "hill", map = "░", doc = "a hill" }, { "wood", map = "♣ ", doc = "woods" }, { "wall", map = "═", doc = "a wall" },
  },
  states = { { "secret", map = "◌", doc = "hidden" } },
  arm = function(unit) return unit.kind end, arms = { { "horse", map = "/", doc = "horse" } },
  strength = function(unit) return unit.men .. " men" end,
}

local BATTLE <const> = [[
scenario { title = "T", ruleset = "toy",
  ground = { width = 600, depth = 400, square = 100,
    area "hill" { kind = "hill", rect = { "A4 sw", "B4 ne" } },
    area "wood" { kind = "wood", squares = "E2:F2", name = "</text><script>alert(1)</script>" },
    line "wall" { kind = "wall", points = { { 410, 310 }, { 410, 390 } } },
  },
  side "a" { name = "Blue & Green", facing = "north",
    formation "first" { name = "the first",
      unit "1" { kind = "foot", men = 20, at = "B2", name = "<b>Garde</b>" },
      unit "2" { kind = "horse", men = 10, at = { 300, 150 }, facing = "east" },
    },
  },
  side "b" { name = "Red", facing = "south", unit "8" { kind = "foot", men = 10, at = "E3", secret = true } },
}]]

local function battle()
  local rules = toys.rules()
  rules.published.game.map_symbols = SYMBOLS
  local start = assert(Scenario.build(assert(Scenario.read(BATTLE, "battle.lua")), rules))
  return Game.new { rules = rules, start = start, seed = 1, keep = false }
end

local function document(view, game, plain)
  return drawn_map.document(view, { rules = game.rules, title = "A & <B>", plain = plain })
end

--- Every tag of a text is closed in its order: what an XML reader asks first.
local function well_formed(text)
  local open = {}
  for close, name, attributes, ends in text:gmatch "<(/?)([%a]+)([^<>]*)(/?)>" do
    if close == "/" then
      if table.remove(open) ~= name then return false, name end
    elseif ends ~= "/" and attributes:sub(-1) ~= "/" then
      open[#open + 1] = name
    end
  end
  return #open == 0, table.concat(open, " ")
end

describe("a drawn map", function()
  it("is well formed, and names are text and nothing else", function()
    local game = battle()
    local text = document(game.play, game)
    assert.is_true(well_formed(text))
    assert.is_false((well_formed "<g><rect></g>"))
    assert.is_nil(text:find("<script", 1, true))
    assert.is_nil(text:find("<b>", 1, true))
    for _, words in ipairs { "A &amp; &lt;B&gt;", "&lt;b&gt;Garde&lt;/b&gt;", "Blue &amp; Green", "the first", "20 men",
      "a hill", "woods", "a wall", "hidden", "100 mm" } do
      assert.truthy(text:find(words, 1, true), words)
    end
  end)

  it("shows a side what it sees, and is the same each time", function()
    local game = battle()
    assert.truthy(document(game.play, game):find("8◌", 1, true))
    assert.truthy(document(game.play, game):find("10 men, hidden", 1, true))
    assert.is_nil(document(game:view "a", game):find("8◌", 1, true))
    assert.are.equal(document(game.play, game), document(game.play, game))
  end)

  it("can do without the list of forces", function()
    local game = battle()
    assert.is_nil(document(game.play, game, true):find("20 men", 1, true))
  end)

  it("turns a unit to its facing, with north up", function()
    local game = battle()
    local unit = game.play.state.units["2"]
    assert.truthy(units.unit(game.play.state, unit, SYMBOLS, 1):find('translate(300 250) rotate(90)', 1, true))
  end)
end)

describe("what is drawn", function()
  it("follows the arm, the order and the side of a unit", function()
    assert.are.same({ arm = "horse" }, units.glyph({ kind = "horse" }, SYMBOLS))
    assert.are.same({ arm = "foot", open = true }, units.glyph({ kind = "foot", drill = "skirmish" }, SYMBOLS))
    assert.truthy(units.body(40, 10, { arm = "foot" }, units.SIDES[2], 1):find("url(#hatch)", 1, true))
    assert.truthy(units.body(40, 10, { arm = "foot" }, units.SIDES[1], 1):find(units.SIDES[1].fill, 1, true))
    assert.is_nil(units.body(40, 10, { arm = "foot" }, units.SIDES[1], 1):find("path", 1, true))
    assert.truthy(units.body(40, 10, { arm = "horse" }, units.SIDES[1], 1):find("path", 1, true))
  end)

  it("knows ground by its name, then by its symbol, so that kinds of house rules have a look", function()
    assert.are.equal("woods", glyphs.look("dense_woods"))
    assert.are.equal("woods", glyphs.look("thicket", { map = "♣ " }))
    assert.are.equal("water", glyphs.look("nile", { map = "?", colour = "cyan" }))
    assert.are.equal("other", glyphs.look("enigma", { map = "?" }))
  end)

  it("strews signs over an area and not beyond", function()
    local square = { { x = 0, y = 0 }, { x = 100, y = 0 }, { x = 100, y = 100 }, { x = 0, y = 100 } }
    local list = outline.strewn(square, 20, 5)
    assert.is_true(#list > 15)
    for _, at in ipairs(list) do assert.is_true(at.x >= 5 and at.x <= 95 and at.y >= 5 and at.y <= 95) end
  end)

  it("puts a name where it covers nothing, and leaves one out that may be", function()
    local names = labels.new { left = 0, right = 100, top = 0, bottom = 100 }
    names:take { left = 0, right = 60, top = 0, bottom = 60 }
    local free = names:best({ { x = 30, y = 30 }, { x = 80, y = 80 } }, 20, 10)
    assert.are.equal(70, free.left)
    assert.is_nil(names:put("name", { { x = 30, y = 30 } }, 10, {}, true))
    assert.truthy(names:put("name", { { x = 30, y = 30 } }, 10, {}))
  end)

  it("writes numbers short and escapes texts", function()
    assert.are.equal("1.5", svg.number(1.50))
    assert.are.equal("0", svg.number(-0.001))
    assert.are.equal('<a b-c="&quot;&lt;"/>', svg.tag("a", { b_c = '"<' }))
  end)
end)
