--- Who is hidden, and what is looked over before the first bound.
local T <const> = require "fusilier_table"

local foot, horse, guns, give, refusal, unit = T.foot, T.horse, T.heavy_guns, T.give, T.refusal, T.unit
local open, put, says, set, told = T.setup, T.put, T.says, T.set, T.told

after_each(T.finished)

describe("concealed troops", function()
  local WOOD <const> = 'area "wood" { terrain = "open_woods", outline = { {800,200}, {1400,200}, {1400,700}, {800,700} } }'
  local LEADER <const> = 'leader "gen" { rank = "brigade", with = "a1", at = { 1000, 300 } }, '

  local function hide(game, id, extra)
    give(game, "a", "conceal", { unit = id })
    if extra then give(game, "a", "conceal", extra) end
    T.to(game, "turn.command")
  end

  it("stand in woods or out of every enemy's sight, not in the open", function()
    local hill = 'area "hill" { terrain = "open", hill = 40, outline = { {1800,400}, {2900,400}, {2900,600}, {1800,600} } }'
    local game = open(foot("a1", 1000, 500, "north") .. foot("a2", 2300, 200, "north") .. foot("a3", 300, 500, "north"),
      foot("b1", 1000, 1500, "south", 'name = "the 9th"') .. foot("b2", 2300, 1500, "south"), WOOD .. ", " .. hill)
    assert.is_nil(refusal(game, "a", "conceal", { unit = "a1" }))
    assert.is_nil(refusal(game, "a", "conceal", { unit = "a2" }))
    local fault = refusal(game, "a", "conceal", { unit = "a3" })
    assert.are.same({ "unit", "3.1", "b1" }, { fault.arg, fault.cite, fault.by })
    says(fault.message, "is in view of the 9th")
  end)

  it("stand more than 30 mm inside a wood, or are seen from afar (R97)", function()
    local b = foot("b1", 1000, 1500, "south") .. foot("b2", 2300, 1500, "south")
    local game = open(foot("a1", 1000, 662, "north") .. foot("a2", 1000, 400, "north"), b, WOOD) -- its front 30.5 mm inside
    assert.is_nil(refusal(game, "a", "conceal", { unit = "a1" }))
    game = open(foot("a1", 1000, 663, "north") .. foot("a2", 1000, 400, "north"), b, WOOD)
    assert.are.equal("3.1", refusal(game, "a", "conceal", { unit = "a1" }).cite)
  end)

  it("deep in a wood hide from an enemy more than 200 mm away, and from none that is nearer (R95)", function()
    local deep = 'area "wood" { terrain = "open_woods", outline = { {800,200}, {1400,200}, {1400,900}, {800,900} } }'
    local function beside(y) -- both in the wood; 15 mm deep, so the gap is 15 less than between their middles
      return open(foot("a1", 1000, 500, "north") .. foot("a2", 300, 200, "north"),
        foot("b1", 1000, y, "south") .. foot("b2", 300, 2500, "south"), deep)
    end
    assert.is_nil(refusal(beside(716), "a", "conceal", { unit = "a1" }))
    assert.are.equal("b1", refusal(beside(715), "a", "conceal", { unit = "a1" }).by)
  end)

  it("are not in the enemy's view until they fire", function()
    local game = open(guns("g", 1000, 600, "north"), foot("b1", 1000, 1300, "south") .. foot("b2", 1500, 1300, "south"), WOOD,
      { dice = { ["artillery.fire"] = { 3, 4 } } })
    hide(game, "g")
    put(game, "g", 1000, 680) -- at the edge, where it can see out
    assert.is_nil(game:view("b").state.units.g)
    assert.truthy(game:view("a").state.units.g)
    T.to(game, "turn.fire")
    give(game, "a", "fire", { unit = "g", target = "b1" })
    says(told(game), "g comes into view.")
    assert.truthy(game:view("b").state.units.g)
  end)

  it("appear when they move, or when an enemy comes within 200 mm, in that step", function()
    local function hidden()
      local game = open(foot("a1", 1000, 500, "north") .. foot("a2", 1300, 400, "north"),
        foot("b1", 1000, 1500, "south") .. foot("b2", 300, 1500, "south"), WOOD)
      hide(game, "a1")
      T.to(game, "turn.movement")
      return game
    end
    local game = hidden()
    put(game, "b1", 1000, 716) -- 201 mm from edge to edge
    T.done(game)
    assert.is_true(unit(game, "a1").concealed)
    game = hidden()
    put(game, "b1", 1000, 715)
    T.done(game)
    assert.is_nil(unit(game, "a1").concealed)
    game = hidden()
    set(game, unit(game, "a1"), "moved", true)
    T.done(game)
    assert.is_nil(unit(game, "a1").concealed)
  end)

  it("hide the general who is with them, and no other who watches", function()
    local a = foot("a1", 1000, 500, "north") .. foot("a2", 1300, 400, "north")
    local b = foot("b1", 1000, 1500, "south") .. foot("b2", 300, 1500, "south")
    local game = open(LEADER .. a, b, WOOD)
    local fault = refusal(game, "a", "conceal", { general = "gen" })
    assert.are.same({ "general", "3.1" }, { fault.arg, fault.cite })
    hide(game, "a1", { general = "gen" })
    assert.are.same({ true, true }, { unit(game, "a1").concealed, game.state.root.leaders.gen.concealed })
    assert.is_nil(game:view("b").state.leaders.gen)
    assert.truthy(game:view("a").state.leaders.gen)
    T.to(game, "turn.movement")
    put(game, "b1", 1000, 700)
    T.done(game)
    assert.truthy(game:view("b").state.leaders.gen)
    assert.is_nil(game.state.root.leaders.gen.concealed)
  end)
end)

describe("before the first bound", function()
  local B <const> = foot("b1", 1000, 2500, "south") .. foot("b2", 300, 2500, "south")
  local A2 <const> = foot("a2", 2500, 200, "north")
  local TOWN <const> = 'area "town" { terrain = "built_up", outline = { {500,500}, {1000,500}, {1000,1000}, {500,1000} } }'
  local function fault_of(a, ground)
    local done, fault = pcall(open, a, B, ground)
    assert.is_false(done)
    return type(fault) == "table" and fault.message or fault
  end

  it("forces are what the rules know", function()
    says(fault_of(horse("a1", 750, 600, "north", 'drill = "skirmish"') .. A2), "unit a1: drill skirmish is not for cavalry")
    says(fault_of(foot("a1", 750, 600, "north", 'drill = "limbered"') .. A2), "unit a1: drill limbered is not for infantry")
    local others = A2 .. foot("a3", 2000, 200, "north")
    says(fault_of((guns("g", 750, 600, "north"):gsub("calibre_pdr = 12, ", "")) .. others), "calibre_pdr")
    says(fault_of((guns("g", 750, 600, "north"):gsub("guns = 8, ", "")) .. others), "guns is")
    says(fault_of((guns("g", 750, 600, "north"):gsub("guns = 8, ", "guns = 15, ")) .. others), "guns must be 2 to 14, got 15")
    says(fault_of((guns("g", 750, 600, "north"):gsub("= 12, ", "= 7, ")) .. others), "calibre_pdr must be")
  end)

  for _, case in ipairs {
    { "no two units are in one building", "a2", "one unit to a building",
      foot("a1", 750, 600, "north") .. foot("a2", 750, 700, "north"), TOWN },
    { "only light guns go with battalions", "g", "light artillery",
      guns("g", 750, 600, "north", 'attached_to = "a2"') .. A2 .. foot("a3", 2000, 200, "north") },
  } do
    local name, id, text, a, ground = table.unpack(case)
    it(name, function()
      local game, fault = open(a, B, ground)
      assert.is_false(game)
      assert.is_nil(fault.kind)
      assert.are.equal(id, fault.arg)
      says(fault.message, "unit " .. id)
      says(fault.message, text)
    end)
  end

  it("nobody is placed in a deep stream or a building that is held", function()
    local ground = TOWN .. ', area "elbe" { terrain = "stream_deep", outline = { {1100,500}, {1500,500}, {1500,600}, {1100,600} } }'
    local game = open(foot("a1", 750, 600, "north") .. A2 .. (foot("a3", 0, 0, "north"):gsub("at = { 0, 0 }, ", "")), B, ground)
    local fault = refusal(game, "a", "place", { unit = "a3", at = { x = 1300000, y = 505000 } })
    assert.are.same({ "at", "6.3 R29" }, { fault.arg, fault.cite })
    assert.is_nil(refusal(game, "a", "place", { unit = "a3", at = { x = 1300000, y = 608000 } }))
    fault = refusal(game, "a", "place", { unit = "a3", at = { x = 750000, y = 700000 } })
    assert.are.same({ "at", "R45" }, { fault.arg, fault.cite })
  end)

  it("an orderly force passes, beside a stream and one to a building", function()
    assert.truthy(open(foot("a1", 750, 600, "north") .. foot("a2", 1200, 400, "north"), B, TOWN ..
      ', area "elbe" { terrain = "stream_deep", outline = { {1100,408}, {1500,408}, {1500,490}, {1100,490} } }'))
  end)
end)
