--- What a side has lost, and who has won: counted by what a ruleset declares.
local stands <const> = require "rules.toys_of_stands"

local function unit(id, form, x, more)
  local y = id:find "^b" and 600 or 200
  return ('unit %q { form = %q, stands = 4, at = { %d, %d } %s },'):format(id, form, x, y, more or "")
end

local function result(game)
  local line, fault = game:command { side = "a", ["do"] = "done" }
  assert(line, fault and fault.message)
  local ended = game.state.root.result
  return ended and { ended.winner, ended.why } or nil
end

--- A battle of two brigades and guns a side, in which some are gone.
local function battle(gone, head, ground)
  local a = unit("a1", "line", 200) .. unit("a2", "line", 500) .. unit("a3", "limbered", 800)
  local b = unit("b1", "line", 200) .. unit("b2", "line", 500) .. unit("b3", "limbered", 800)
  local game = stands.game(a, b, ground, head)
  for _, id in ipairs(gone) do assert(game:amend("units." .. id .. ".status", "gone", "test")) end
  return game
end

describe("victory", function()
  it("goes by the units that count, up to what an army bears", function()
    assert.is_nil(result(battle({ "b1" }, "break_percent = 51,")))
    assert.same({ "a", "the enemy's army is broken" }, result(battle({ "b1" }, "break_percent = 50,")))
    assert.is_nil(result(battle({ "b3" }, "break_percent = 33,"))) -- guns do not count
    assert.same({ "draw", "both armies are broken" }, result(battle({ "a2", "b1" }, "break_percent = 50,")))
  end)

  it("is the enemy's when nobody is left, whatever it may bear", function()
    assert.is_nil(result(battle { "a1", "a2" }))
    assert.same({ "b", "the enemy's army is broken" }, result(battle { "a1", "a2", "a3" }))
  end)

  it("goes by points and the ground held in the end", function()
    local hill = 'area "hill" { name = "the hill", objective = 2, outline = { { 150, 150 }, { 250, 150 }, { 250, 250 }, { 150, 250 } } },'
      .. 'area "ford" { objective = 5, outline = { { 900, 350 }, { 990, 350 }, { 990, 450 }, { 900, 450 } } },'
    assert.same({ "b", "points 0 to 1" }, result(battle({}, "last_turn = 1,")))
    assert.same({ "a", "points 2 (the hill) to 1" }, result(battle({}, "last_turn = 1,", hill)))
    assert.same({ "b", "points 0 to 1" }, result(battle({ "a1" }, "last_turn = 1,", hill)))
    local both = hill:gsub("250 }", "650 }")
    assert.same({ "b", "points 0 to 1" }, result(battle({}, "last_turn = 1,", both))) -- both sides have units there
  end)
end)

describe("losses", function()
  local function texts(game, side)
    local list, rows = {}, game.words.losses(game.play, side)
    for i, row in ipairs(rows) do list[i] = row.text end
    return list, rows
  end

  it("are counted by rows, with the names of those who lost", function()
    local game = stands.game(unit("a1", "line", 200) .. unit("a2", "square", 500) .. unit("a3", "line", 800)
      .. 'leader "l" { rank = "brigade", with = "a1" },', unit("b1", "line", 200))
    assert(game:command { side = "a", ["do"] = "lose", unit = "a1", nth = 2 })
    assert(game:command { side = "a", ["do"] = "lose", unit = "a1", nth = 2 })
    assert(game:amend("units.a3.status", "gone", "test"))
    local list, rows = texts(game, "a")
    assert.same({ "1 of 3 brigades gone", "2 stands of side a", "1", "0 of 1 leader" }, list)
    assert.same({ { "a3" }, { "a1 2" }, { "a2" }, {} }, { rows[1].names, rows[2].names, rows[3].names, rows[4].names })
    assert.same({ 1, 2, 1, 0 }, { rows[1].lost, rows[2].lost, rows[3].lost, rows[4].lost })
  end)

  it("leave names out that are not what is counted", function()
    local game = stands.game('unit "a1" { form = "square", stands = 4 },', unit("b1", "line", 200))
    local _, rows = texts(game, "a")
    assert.same({ 2, {} }, { rows[3].lost, rows[3].names })
  end)
end)
