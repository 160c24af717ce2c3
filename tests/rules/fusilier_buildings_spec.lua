--- Guns against buildings on the table, and what becomes of who is in them. Dice are given; what they do is read from
--- the tables of 8.2 and 8.5 and worked by hand.
local geometry <const> = require "kernel.geometry"
local T <const> = require "fusilier_table"

local foot, guns, give, refusal, unit = T.foot, T.heavy_guns, T.give, T.refusal, T.unit
local before_guns, line_at = T.before_guns, T.line_at
local says, set, told = T.says, T.set, T.told

after_each(T.finished)

local FAR_A <const>, FAR_B <const> = T.FAR_A, T.FAR_B

local FIRE <const> = { unit = "g", target = "b1" }

describe("a building", function()
  -- 100 by 100 mm of wood: 10000 / 2000 = 5 points. Its front is at y = 700, 285 mm from the muzzles: short range.
  local MILL <const> = 'area "mill" { name = "the mill", terrain = "built_up", material = "wood", '
    .. 'outline = { {950,700}, {1050,700}, {1050,800}, {950,800} } }'
  local GARRISON <const> = foot("b1", 1000, 750, "south", 'name = "the garrison"')
  local AT_MILL <const> = { unit = "g", building = "mill" }

  local function garrisoned(dice, ground)
    return before_guns(GARRISON, { ground = ground or MILL, dice = { ["artillery.fire_building"] = dice } })
  end

  it("is held by whoever has his centre in it, and he is not shot at himself", function()
    local game = garrisoned {}
    assert.are.equal("mill", unit(game, "b1").building)
    local fault = refusal(game, "a", "fire", FIRE)
    assert.are.same({ "target", "8.5 R45" }, { fault.arg, fault.cite })
  end)

  it("loses points for good, and its garrison half of the running total", function()
    local game = garrisoned { 6, 6, 1, 3 }
    give(game, "a", "fire", AT_MILL)
    local text = told(game) -- short, 12: 3 points; the garrison 3 // 2 = 1
    says(text, "g fires at the mill: 8 guns, short range (285 mm), 2D6 12: 3 points.")
    says(text, "the mill has lost 3 of 5 points.")
    says(text, "the garrison takes 1 point: 1 in all.")
    T.to(game, "turn.fire")
    give(game, "a", "fire", AT_MILL)
    text = told(game) -- short, 4: 2 points, all that is left; the garrison 5 // 2 - 1 = 1 more
    says(text, "the mill has lost all it was worth, 5 points, and can no longer be held.")
    says(text, "the garrison takes 1 point: 2 in all.")
    assert.are.same({ 5, "g" }, { game.state.root.areas.mill.points_lost, game.state.root.areas.mill.fallen_by })
    T.to(game, "turn.fire")
    assert.are.equal("8.5", refusal(game, "a", "fire", AT_MILL).cite)
  end)

  it("is worth twice as much in stone", function()
    local game = garrisoned({ 6, 6, 6, 6 }, (MILL:gsub("wood", "stone")))
    give(game, "a", "fire", AT_MILL)
    T.done(game)
    T.to(game, "turn.fire")
    give(game, "a", "fire", AT_MILL)
    says(told(game), "the mill has lost 6 of 10 points.")
    assert.are.equal("mill", unit(game, "b1").building)
  end)

  it("is left formed, on the side away from the guns, when it has fallen", function()
    local game = garrisoned { 6, 6, 6, 6 }
    set(game, unit(game, "b1"), "drill", "skirmish")
    give(game, "a", "fire", AT_MILL)
    T.done(game)
    T.to(game, "turn.fire")
    give(game, "a", "fire", AT_MILL)
    T.done(game)
    T.to(game, "turn.command")
    local garrison = unit(game, "b1")
    assert.is_nil(garrison.building)
    assert.are.equal("line", garrison.drill)
    assert.are.equal(1000000, garrison.base.x) -- straight behind it, faced to the guns, clear of the walls
    assert.are.equal(180000, garrison.base.facing)
    local gap = geometry.distance(garrison.base, { area = game.state.root.areas.mill.area }).distance
    assert.is_true(garrison.base.y > 800000 and gap >= 1000 and gap <= 11000, gap)
  end)

  it("is left sideways where there is no room behind, and not at all where there is none", function()
    -- The back of the mill is 10 mm from the edge of the table; a line needs 15.
    local function at_edge(more)
      local game = T.battle({
        a = guns("g", 1000, 2600, "north") .. FAR_A, b = foot("b1", 1000, 2940, "south", 'name = "b1"') .. (more or "") .. FAR_B,
        ground = 'area "mill" { terrain = "built_up", material = "wood", '
          .. 'outline = { {985,2930}, {1015,2930}, {1015,2990}, {985,2990} } }', -- 30 by 60: 1 point
      }, { dice = { ["artillery.fire_building"] = { 6, 6 } }, order = false })
      T.to(game, "turn.fire")
      give(game, "a", "fire", AT_MILL)
      return game, told(game)
    end
    local game = at_edge()
    assert.are.same({ 1126, 2974, 180 }, T.at(game, "b1")) -- 75 degrees off, by 130 mm: 126 aside, 34 back
    local beside = ""
    for i, y in ipairs { 2940, 2960, 2980 } do
      beside = beside .. foot("c" .. i, 800, y, "south") .. foot("d" .. i, 1200, y, "south")
    end
    local text
    game, text = at_edge(beside)
    says(text, "b1 finds no room behind mill and stands among the ruins.")
    assert.are.same({ 1000, 2940, 180 }, T.at(game, "b1"))
    assert.is_nil(unit(game, "b1").building)
  end)

  it("is out of reach and out of sight like anything else", function()
    local far = MILL:gsub("700}", "1500}"):gsub("800}", "1600}")
    local fault = refusal(before_guns(line_at(300), { ground = far }), "a", "fire", AT_MILL)
    assert.are.same({ "building", "R40", "b1" }, { fault.arg, fault.cite, fault.by })
    fault = refusal(before_guns(foot("b1", 2000, 2000, "south"), { ground = far }), "a", "fire", AT_MILL)
    assert.are.same({ "building", "8.1 R37", -85 }, { fault.arg, fault.cite, fault.margin }) -- 1500 - 415 - 1000
    fault = refusal(garrisoned {}, "a", "fire", { unit = "g", building = "nowhere" })
    assert.are.equal("building", fault.arg)
    says(fault.message, "must be a built-up area (mill), got nowhere")
    local game = garrisoned { 6, 6 }
    give(game, "a", "fire", { unit = "g", building = "The Mill" })
    says(told(game), "the mill has lost 3 of 5 points.")
  end)
end)
