--- SR.3, SR.4: fire from towns and fieldworks and at them, and sections that guns breach.
local T <const> = require "horse_and_musket_table"

local function firing(spec) return T.to(T.game(spec), "a", "firing") end
local function refused(game, name, args) return T.refusal(game, "a", name or "fire", args or { unit = "a1", target = "b1" }) end

local TOWN <const> = 'area "mill" { name = "the mill", terrain = "town", rect = { { 810, 480 }, { 990, 520 } } },'

--- A garrison that faces north in the middle of the town, (900, 500).
local function garrison(more)
  local given = { inside = "mill" }
  for key, value in pairs(more or {}) do given[key] = value end
  return T.foot("a1", nil, nil, given)
end

--- A section of 80 by 40 mm about (900, 800) that fronts south, at y = 780.
local WORKS <const> = 'area "redoubt" { name = "the redoubt", terrain = "fieldworks", front = "south", '
  .. "rect = { { 860, 780 }, { 940, 820 } } %s },"

describe("horse_and_musket: fire from a town", function()
  after_each(T.finished)

  it("goes to every side, with all bases, whatever its formation", function()
    for _, drill in ipairs { "line", "column" } do
      for _, at in ipairs { { 900, 600 }, { 900, 400 }, { 1070, 500 }, { 730, 500 } } do
        local game = firing { a = { garrison { drill = drill } }, ground = TOWN,
          b = { T.horse("b1", at[1], at[2]) }, set = { ["units.a1.shot"] = true },
          dice = { ["fire.small_arms"] = { 5, 5, 5, 5 } } }
        T.give(game, "a", "fire", { unit = "a1", target = "b1" })
        assert.are.same({ 4, "town" }, { T.calls(game, "fire.small_arms")[1].args.bases or 4,
          T.calls(game, "fire.small_arms")[1].args.firing_from })
        assert.are.equal(4, T.unit(game, "b1").hits)
      end
    end
  end)

  it("is measured from the side that is nearest", function()
    -- The town's own sides are its front (SR.3): the right one is at x = 990, the horse's left at 1065, and 1111.
    local game = firing { a = { garrison() }, b = { T.horse("b1", 1105, 500) }, ground = TOWN }
    assert.are.equal("short range, 75 mm of 120 mm, 4 dice, 4+ needed", T.all_legal(game, "a", "fire")[1].text)
    game = firing { a = { garrison() }, b = { T.horse("b1", 1151, 500) }, ground = TOWN }
    assert.are.same({}, T.all_legal(game, "a", "fire"))
    assert.are.equal(-1, refused(game).margin)
  end)

  it("is saved by its garrison, who are taken in enfilade from nowhere", function()
    local game = firing { a = { T.foot("a1", 900, 620, { facing = "south" }) }, ground = TOWN,
      b = { T.foot("b1", nil, nil, { inside = "mill", facing = "north" }) }, set = { ["units.a1.shot"] = true },
      dice = { ["fire.small_arms"] = { 6, 6, 1, 1 }, ["cover.save"] = { 4, 1 } } }
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
    T.says(T.story(game), "b1 is behind the town: 1 of 2 hits saved")
  end)
end)

describe("horse_and_musket: fire at fieldworks", function()
  after_each(T.finished)

  --- Foot in the section, and who fires at it.
  local function works(a, more)
    local spec = { a = { a }, b = { T.foot("b1", nil, nil, { inside = "redoubt" }) },
      ground = WORKS:format "", set = { ["units.a1.shot"] = true } }
    for key, value in pairs(more or {}) do spec[key] = value end
    return firing(spec)
  end

  it("is saved from the front, and from there alone, where works do not work all round", function()
    local game = works(T.foot("a1", 900, 700), {
      dice = { ["fire.small_arms"] = { 6, 6, 1, 1 }, ["cover.save"] = { 4, 1 } },
    })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
    T.says(T.story(game), "b1 is behind the works: 1 of 2 hits saved")

    local behind = T.foot("a1", 900, 900, { facing = "south" })
    game = works(behind, { dice = { ["fire.small_arms"] = { 6, 6, 1, 1, 1, 1, 1, 1 } } }) -- enfilade, from behind
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(2, T.unit(game, "b1").hits)
    game = works(behind, { variants = { "fieldworks_all_round" },
      dice = { ["fire.small_arms"] = { 6, 6, 1, 1 }, ["cover.save"] = { 4, 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
  end)

  it("is not saved in a breached section where a breach ends cover", function()
    local breached = { ground = WORKS:format ", breached = true", dice = {
      ["fire.small_arms"] = { 6, 6, 1, 1 }, ["cover.save"] = { 4, 1 } } }
    local game = works(T.foot("a1", 900, 700), breached)
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
    breached.variants, breached.dice = { "breach_ends_cover" }, { ["fire.small_arms"] = { 6, 6, 1, 1 } }
    game = works(T.foot("a1", 900, 700), breached)
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(2, T.unit(game, "b1").hits)
  end)

  it("of guns breaches them on a six, once, before any save", function()
    local spec = { dice = {
      ["fire.artillery"] = { 1, 1, 4 }, ["fieldworks.breach"] = { 6 }, ["cover.save"] = { 4 },
    } }
    local game = works(T.guns("a1", 900, 640), spec) -- 100 mm
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    assert.is_true(game.state.root.areas.redoubt.breached)
    assert.are.equal(0, T.unit(game, "b1").hits)
    T.says(T.story(game), "The redoubt is breached: D6 6")
    spec.dice = { ["fire.artillery"] = { 1, 1, 4 }, ["fieldworks.breach"] = { 5 }, ["cover.save"] = { 4 } }
    game = works(T.guns("a1", 900, 640), spec)
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    assert.is_nil(game.state.root.areas.redoubt.breached)
    spec.dice = { ["fire.artillery"] = { 1, 1, 3 } } -- no hit, no throw
    game = works(T.guns("a1", 900, 640), spec)
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    -- A breach that ends cover ends it for this fire too: it comes first.
    spec.variants = { "breach_ends_cover" }
    spec.dice = { ["fire.artillery"] = { 1, 1, 4 }, ["fieldworks.breach"] = { 6 } }
    game = works(T.guns("a1", 900, 640), spec)
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
  end)

  it("at guns in them is saved once, or for each ground in turn", function()
    local spec = { b = { T.guns("b1", nil, nil, { inside = "redoubt" }) }, dice = {
      ["fire.artillery"] = { 1, 3, 4, 4 }, ["fieldworks.breach"] = { 1 }, ["cover.save"] = { 4, 3 } } }
    local game = works(T.guns("a1", 900, 640), spec)
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    assert.are.equal(1, T.unit(game, "b1").hits)
    spec.variants = { "saves_stack" }
    spec.dice = { ["fire.artillery"] = { 1, 3, 4, 4 }, ["fieldworks.breach"] = { 1 }, ["cover.save"] = { 4, 3, 4 } }
    game = works(T.guns("a1", 900, 640), spec)
    T.give(game, "a", "fire_guns", { unit = "a1", target = "b1" })
    assert.are.equal(0, T.unit(game, "b1").hits)
  end)

  it("may be at an empty section, which is then the first target", function()
    local game = firing { a = { T.guns("a1", 900, 640), T.guns("a2", 1000, 640) }, b = { T.foot("b1", 500, 1000) },
      ground = WORKS:format "", dice = { ["fire.artillery"] = { 1, 1, 4 }, ["fieldworks.breach"] = { 6 } } }
    T.give(game, "a", "fire_guns", { unit = "a1", section = "redoubt" })
    assert.is_true(game.state.root.areas.redoubt.breached)
    T.says(T.story(game), "a1 fires at the redoubt, 110 mm away") -- from y = 670
    local fault = refused(game, "fire_guns", { unit = "a2", section = "redoubt" })
    assert.are.same({ "section", "SR.4" }, { fault.arg, fault.cite })
    assert.are.equal("section", refused(game, "fire_guns", { unit = "a2", section = "nowhere" }).arg)
    local held = works(T.guns("a1", 900, 640))
    T.says(refused(held, "fire_guns", { unit = "a1", section = "redoubt" }).message, "is held by b1: fire at them")
  end)

  it("comes back from all bases, to the front arc, or all round", function()
    local function from(x, y, variants)
      return firing { a = { T.foot("a1", nil, nil, { inside = "redoubt", drill = "column" }) }, variants = variants,
        b = { T.horse("b1", x, y) }, ground = WORKS:format "", set = { ["units.a1.shot"] = true },
        dice = { ["fire.small_arms"] = variants ~= false and { 6, 6, 6, 6 } or {} } }
    end
    local game = from(900, 680)
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(4, T.unit(game, "b1").hits)
    assert.are.equal("5.1.3 R48", refused(from(900, 930, false)).cite)
    game = from(900, 930, { "fieldworks_all_round" })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    assert.are.equal(4, T.unit(game, "b1").hits)
  end)
end)
