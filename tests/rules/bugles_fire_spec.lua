--- How to Fire, Arcs of Fire, Ranges, Volleys, When to Fire, Danger to Leaders: fire of small arms on the table.
local Rules <const> = require "limber.rules.stack"
local prospects <const> = require "limber.ask.prospects"
local T <const> = require "bugles_table"

--- A game at the fire phase of side a, with the stands of both.
local function firing(a, b, more)
  local spec = { a = a, b = b }
  for key, value in pairs(more or {}) do spec[key] = value end
  return T.to(T.game(spec), "a", "fire")
end

local function args_of(game, procedure)
  local calls = T.calls(game, procedure)
  return calls[#calls].args, calls[#calls]
end

describe("fire of small arms", function()
  after_each(T.finished)

  it("takes the range from the middle of the stand, and figures from the stand it hits", function()
    local game = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 600, 500) }, { dice = { ["fire.small_arms"] = { 6 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    local args = args_of(game, "fire.small_arms")
    assert.equal(175, args.range_mm)
    assert.equal("own", args.phase)
    assert.equal(5, T.unit(game, "b1").figures)
    T.says(T.story(game), "175 mm")
  end)

  it("is refused out of range, out of arc, out of sight and behind others", function()
    local far = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 600, 700) })
    T.refused(far, "fire", { unit = "a1", target = "b1" }, "Ranges", "75 beyond")
    local aside = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 900, 400) })
    T.refused(aside, "fire", { unit = "a1", target = "b1" }, "Arcs of Fire")
    local behind = firing({ T.foot("a1", 600, 300), T.foot("a2", 600, 400, { group = "gx" }) }, { T.foot("b1", 600, 520) })
    T.refused(behind, "fire", { unit = "a1", target = "b1" }, "R240", "behind")
    local dark = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 600, 500) }, { settings = "sight_limit_mm = 100," })
    T.refused(dark, "fire", { unit = "a1", target = "b1" }, "Visibility, R105")
  end)

  it("bears, and sees, by the rules in force, though nothing has moved", function()
    local game = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 750, 550), T.foot("b2", 600, 1100) })
    local function bears() return (game:view "a":fact("fire_bears", "a1", "b1")) end
    assert.equal("out_of_arc", bears())
    local wider = assert(Rules.over(game.rules.published, { "arc_45_each_side" }))
    assert(game:change_rules(wider, { kind = "variant", variants = { "arc_45_each_side" } }))
    assert.equal("fair", bears())
    assert(game:tweak { cell = "visibility.open_temperate", value = 700 })
    assert.is_false((game:view "a":fact("sight", "a1", "b2")))
    assert.is_false((game:view "a":fact("sight", "a1", "b2"))) -- as it was kept
  end)

  it("of stands together promises the hits of all of them", function()
    local game = firing({ T.foot("a1", 600, 300), T.foot("a2", 665, 300) }, { T.foot("b1", 632, 500) })
    local function promised(with)
      local texts = prospects.of(game, game:view "a", { ["do"] = "fire", side = "a", unit = "a1", target = "b1", with = with })
      return tonumber(texts[1]:match "mean ([%d.]+) hits")
    end
    assert.is_true(promised {} > 0)
    assert.near(2 * promised {}, promised { "a2" }, 0.11) -- each is rounded to a tenth
  end)

  it("is offered to stands together, and shared by a machine gun over stands that touch", function()
    local game = firing({ T.foot("a1", 600, 300), T.foot("a2", 665, 300), T.maxim("a3", 740, 300) },
      { T.foot("b1", 650, 500), T.foot("b2", 715, 500) })
    local together, shared = {}, {}
    for _, one in ipairs(T.all_legal(game, "a", "fire")) do
      if one.with then together[#together + 1] = one.unit .. table.concat(one.with) .. one.target end
      if one.also then shared[#shared + 1] = one.target .. one.also[1] end
    end
    table.sort(together)
    table.sort(shared)
    assert.same({ "a1a2b1" }, together) -- b2 is out of the arc of a1
    assert.same({ "b1b2", "b2b1" }, shared)
  end)

  it("bears on whatever has its middle or a corner within 22.5 degrees of the middle of the front edge", function()
    -- The nearest corner stands 100 mm ahead of the edge and 41 mm aside of its middle: 22.3 degrees.
    local game = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 674, 450) }, { dice = { ["fire.small_arms"] = { 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    local out = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 676, 450) }) -- its farther corner is in the arc still
    assert.is_nil(T.refusal(out, "a", "fire", { unit = "a1", target = "b1" }))
    local close = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 625, 360) }) -- its nearest point is straight ahead
    assert.is_nil(T.refusal(close, "a", "fire", { unit = "a1", target = "b1" }))
    out = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 700, 450) })
    T.refused(out, "fire", { unit = "a1", target = "b1" }, "Arcs of Fire")
  end)

  it("is all round in loose order, and to front and rear back to back", function()
    local game = firing({ T.skirmishers("a1", 600, 500) }, { T.foot("b1", 600, 300, { facing = "north" }) },
      { dice = { ["fire.small_arms"] = { 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    local pair = firing({ T.foot("a1", 600, 500, { drill = "back_to_back" }) }, { T.foot("b1", 600, 300), T.foot("b2", 900, 500) },
      { dice = { ["fire.small_arms"] = { 1 } } })
    T.refused(pair, "fire", { unit = "a1", target = "b2" }, "Arcs of Fire")
    T.give(pair, "a", "fire", { unit = "a1", target = "b1" })
    assert.equal("back_to_back", args_of(pair, "fire.small_arms").formation)
  end)

  it("hits a group through its nearest stand, and the losses go round; the owner may share them otherwise", function()
    local b = { T.foot("b1", 600, 500), T.foot("b2", 665, 500) }
    local a = { T.foot("a1", 600, 300, { weapon = "modern_rifle" }), T.foot("a2", 665, 300) }
    local game = firing(a, b, { dice = { ["fire.small_arms"] = { 9, 9, 9, 9, 1, 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b2", mode = "vrf", with = { "a2" } })
    assert.equal("losses.allocation", game:waiting().path)
    assert.same({ "b" }, game:waiting().sides)
    assert.equal("stands", T.refusal(game, "b", "allocate_hits", { stands = { "b1" } }).arg)
    T.done(game)
    assert.same({ 4, 4 }, { T.unit(game, "b1").figures, T.unit(game, "b2").figures })
    local shared = firing(a, b, { dice = { ["fire.small_arms"] = { 9, 9, 1, 1 } } })
    T.give(shared, "a", "fire", { unit = "a1", target = "b2", mode = "vrf" })
    T.give(shared, "b", "allocate_hits", { stands = { "b2", "b2" } })
    assert.same({ 6, 4 }, { T.unit(shared, "b1").figures, T.unit(shared, "b2").figures })
  end)

  it("is no volley after a move or in return; a stand fires once in a player turn", function()
    local game = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 600, 500) }, {
      set = { ["units.a1.moved"] = "half" }, dice = { ["fire.small_arms"] = { 1, 9 } },
    })
    T.act(game, function(play) play:set(play:unit "a1", "moved", "half") end)
    T.refused(game, "fire", { unit = "a1", target = "b1", mode = "vrf" }, "Scores to Hit", "moved")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    T.refused(game, "fire", { unit = "a1", target = "b1" }, "When to Fire, R106")
    T.to(game, "a", "return_fire")
    assert.equal("vrf", T.refusal(game, "b", "return_fire", { unit = "b1", target = "a1", mode = "vrf" }).message:match "vrf")
    T.give(game, "b", "return_fire", { unit = "b1", target = "a1" })
    assert.equal("return", args_of(game, "fire.small_arms").phase)
    assert.equal(5, T.unit(game, "a1").figures)
  end)

  it("returns at the strength before the losses under simultaneous_return", function()
    for _, case in ipairs { { {}, 4 }, { { "simultaneous_return" }, 6 } } do
      local game = firing({ T.foot("a1", 600, 300, { weapon = "modern_rifle" }) }, { T.foot("b1", 600, 500) },
        { variants = case[1], dice = { ["fire.small_arms"] = { 9, 9, 1, 1, 1 } } })
      T.give(game, "a", "fire", { unit = "a1", target = "b1", mode = "vrf" })
      T.to(game, "a", "return_fire")
      T.give(game, "b", "return_fire", { unit = "b1", target = "a1" })
      assert.equal(case[2], args_of(game, "fire.small_arms").figures)
    end
  end)

  it("knows depth, cover, loose order and what is lost", function()
    local game = firing({ T.foot("a1", 600, 300, { figures = 4 }) }, {
      T.foot("b1", 600, 500, { group = "gx" }), T.foot("b2", 600, 550),
    }, { ground = T.area("bush", "scrub", 550, 470, 650, 530), dice = { ["fire.small_arms"] = { 1 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    local args = args_of(game, "fire.small_arms")
    assert.same({ "soft", true, 4 }, { args.cover, args.target_deep, args.figures })
  end)

  it("is not given by rear ranks nor into a melee", function()
    local game = firing({ T.foot("a1", 600, 300), T.foot("a2", 600, 350) }, { T.foot("b1", 600, 600) })
    T.refused(game, "fire", { unit = "a1", target = "b1" }, "Figures Eligible to Fire", "behind another")
  end)

  it("may fell a leader who stands alone, and no other", function()
    local near = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 600, 500) }, { leaders = { lb = { at = { 600, 460 } } } })
    T.refused(near, "fire", { unit = "a1", leader = "lb" }, "Danger to Leaders", "too near")
    local alone = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 900, 600) }, {
      leaders = { lb = { at = { 600, 450 } } }, dice = { ["fire.small_arms"] = { 6 }, ["morale.cinc_loss"] = {} },
    })
    T.give(alone, "a", "fire", { unit = "a1", leader = "lb" })
    assert.is_true(args_of(alone, "fire.small_arms").target_skirmish)
    T.says(T.story(alone), "falls")
  end)

  it("does not see who lies hidden: no command, no refusal and no list names him", function()
    local game = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 600, 450, { hidden = true }), T.foot("b2", 600, 540) },
      { dice = { ["fire.small_arms"] = { 1 } } })
    for _, one in ipairs(T.legal(game, "a")) do assert.not_equal("b1", one.target) end
    T.says(T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }).message, "there is no unit")
    T.give(game, "a", "fire", { unit = "a1", target = "b2" }) -- he is in nobody's way
  end)

  it("at a stand of a group goes to the nearest of them that it reaches, whichever is named; at one alone it must bear (R126)", function()
    -- b2 is 33 degrees off the middle of the front edge of a1, and no part of it within 22.5; b1 is straight ahead.
    local b = { T.foot("b1", 600, 500), T.foot("b2", 665, 500), T.foot("b3", 730, 500), T.foot("b4", 795, 500) }
    local game = firing({ T.foot("a1", 600, 300) }, b, { dice = { ["fire.small_arms"] = { 1 } } })
    local named = {}
    for _, one in ipairs(T.all_legal(game, "a", "fire")) do named[one.target] = true end
    assert.is_nil(named.b4) -- it is not offered
    T.give(game, "a", "fire", { unit = "a1", target = "b4" })
    T.says(T.story(game), "fires at B1")
    local alone = firing({ T.foot("a1", 600, 300) }, { b[1], T.foot("b4", 795, 500) })
    T.refused(alone, "fire", { unit = "a1", target = "b4" }, "Arcs of Fire")
    assert.is_nil(T.refusal(firing({ T.foot("a1", 600, 300) }, { b[1], T.foot("b4", 795, 500) },
      { variants = { "arc_45_each_side" } }), "a", "fire", { unit = "a1", target = "b4" }))
  end)

  --- Why a1 may not fire at b1 under a variant, or nil.
  local function under(variant, a, b)
    return T.refusal(firing(a, b, { variants = { variant } }), "a", "fire", { unit = "a1", target = "b1" })
  end

  it("is stopped by loose figures under loose_figures_stop_fire", function()
    local a = { T.foot("a1", 600, 300), T.skirmishers("a2", 600, 400, { group = "gx" }) }
    assert.is_nil(T.refusal(firing(a, { T.foot("b1", 600, 520) }), "a", "fire", { unit = "a1", target = "b1" }))
    assert.equal("R240", under("loose_figures_stop_fire", a, { T.foot("b1", 600, 520) }).cite)
  end)

  it("asks for the nearest point in the arc under nearest_point_in_arc", function()
    -- The nearest corner is 43 mm aside at 100 mm: 23.3 degrees; the farther one at 150 mm: 16 degrees.
    local a, b = { T.foot("a1", 600, 300) }, { T.foot("b1", 675.5, 450) }
    assert.is_nil(T.refusal(firing(a, b), "a", "fire", { unit = "a1", target = "b1" }))
    assert.equal("Arcs of Fire", under("nearest_point_in_arc", a, b).cite)
  end)

  it("falls on the stand that is named under named_stand_is_hit", function()
    local game = firing({ T.foot("a1", 632, 300) }, { T.foot("b1", 600, 500), T.foot("b2", 665, 500) },
      { variants = { "named_stand_is_hit" }, dice = { ["fire.small_arms"] = { 9, 9 } } })
    T.give(game, "a", "fire", { unit = "a1", target = "b2", mode = "vrf" })
    assert.same({ 6, 4 }, { T.unit(game, "b1").figures, T.unit(game, "b2").figures })
  end)

  it("is returned by those alone who have lost figures under only_hit_stands_return_fire", function()
    for _, case in ipairs { { 9 }, { 1 } } do
      local game = firing({ T.foot("a1", 600, 300) }, { T.foot("b1", 600, 500) },
        { variants = { "only_hit_stands_return_fire" }, dice = { ["fire.small_arms"] = { case[1] } } })
      T.give(game, "a", "fire", { unit = "a1", target = "b1" })
      T.to(game, "a", "return_fire")
      local fault = T.refusal(game, "b", "return_fire", { unit = "b1", target = "a1" })
      assert.equal(case[1] == 1 and "When to Fire, R109" or nil, fault and fault.cite)
    end
  end)
end)
