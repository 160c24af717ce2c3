--- What becomes of batteries near the enemy, whom they belong to, who is hidden, and what is looked over before the first
--- bound; and step 4 of a game whose players tell what a tape would.
local Game <const> = require "limber.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules"
local Scenario <const> = require "limber.scenario"
local T <const> = require "fusilier_table"

local foot, horse, guns, give, refusal, unit = T.foot, T.horse, T.heavy_guns, T.give, T.refusal, T.unit
local set, put, told = T.set, T.put, T.told

after_each(T.finished)

local FAR_A <const>, FAR_B <const> = T.FAR_A, T.FAR_B

local function battle(a, b, opts)
  opts = opts or {}
  return T.battle({ a = a .. FAR_A, b = b .. FAR_B, ground = opts.ground, variants = opts.variants },
    { dice = opts.dice or {}, order = false })
end

local function says(text, part)
  assert.truthy(text:lower():find(part:lower(), 1, true), ("%q is not in:\n%s"):format(part, text))
end

describe("guns with the enemy in the zone", function()
  --- Guns with their front at y = 415, and infantry with its front 150 mm before them.
  local ENEMY <const> = foot("b1", 1000, 573, "south")

  it("are left for the nearest friends within 200 mm, and manned again once nobody is near", function()
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 250, "north", 'name = "the 1st"'), ENEMY)
    T.to(game, "turn.fire")
    says(told(game), "The gunners of g leave their guns and go behind the 1st.")
    assert.is_true(unit(game, "g").abandoned)
    T.to(game, "turn.fire")
    assert.are.equal(2, game.state.root.turn)
    assert.is_true(unit(game, "g").abandoned) -- the enemy is still there in step 3
    assert.are.equal("10.1 R76", refusal(game, "a", "fire", { unit = "g", target = "b1" }).cite)
    put(game, "b1", 1000, 800)
    T.to(game, "turn.movement")
    says(told(game), "The gunners of g go back to their guns.")
    assert.is_nil(unit(game, "g").abandoned)
    assert.is_nil(refusal(game, "a", "fire", { unit = "g", target = "b1" }))
  end)

  it("are lost when there are no friends to go to", function()
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 170, "north"), ENEMY) -- 207.5 mm behind
    T.to(game, "turn.fire")
    says(told(game), "the battery is lost")
    assert.are.equal("gone", unit(game, "g").condition)
  end)

  it("stay manned behind a friend, even partly between, and beyond 200 mm", function()
    -- 30 mm of the friend's left end are in the strip from the guns to the enemy.
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1110, 480, "north"), foot("b1", 1000, 615, "south"),
      { dice = { ["combat.infantry"] = { 3, 3, 3, 3 } } })
    T.to(game, "turn.fire")
    assert.is_nil(told(game):find("leave their guns", 1, true))
    assert.is_nil(unit(game, "g").abandoned)
    game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 250, "north"), foot("b1", 1000, 623, "south"))
    T.to(game, "turn.fire") -- 200.5 mm
    assert.is_nil(told(game):find("leave their guns", 1, true))
  end)

  it("are taken by whoever moves onto them once they are left", function()
    local game = T.battle({
      a = foot("a1", 1000, 400, "north") .. FAR_A,
      b = guns("g", 1000, 700, "south", "quality = 5") .. FAR_B, -- 277.5 mm from edge to edge
    }, { dice = {} })
    set(game, unit(game, "g"), "abandoned", true)
    T.to(game, "turn.movement")
    give(game, "a", "move", { unit = "a1", to = { x = 1000000, y = 1000000 } })
    says(told(game), "The guns of g are taken by")
    assert.are.equal("gone", unit(game, "g").condition)
  end)

  it("are taken by whoever stands on them", function()
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1000, 200, "north"), foot("b1", 1000, 700, "south"))
    T.to(game, "turn.fire")
    put(game, "b1", 1000, 423) -- its front edge at y = 415.5
    says(told(game), "The guns of g are taken by b1.")
    assert.are.equal("gone", unit(game, "g").condition)
  end)
end)

describe("a battery's formation", function()
  local OTHER <const> = 'formation "fc" { quality = 7, %s },'

  it("is left for another only when it has routed and the guns have gone back with it", function()
    local game = battle(guns("g", 1000, 400, "north") .. OTHER:format(foot("c1", 600, 60, "north") .. foot("c2", 200, 60,
      "north")), "")
    T.to(game, "turn.movement")
    local join = { unit = "g", formation = "fc" }
    assert.are.equal("11.3 R93", refusal(game, "a", "attach_battery", join).cite)
    assert.are.equal("unit", refusal(game, "a", "attach_battery", { unit = "a8", formation = "fc" }).arg)
    set(game, unit(game, "a8"), "condition", "gone")
    set(game, unit(game, "a9"), "condition", "gone")
    says(refusal(game, "a", "attach_battery", join).message, "has yet to make a full retreat move")
    set(game, unit(game, "g"), "went_back", true)
    set(game, unit(game, "g"), "failed", true)
    says(refusal(game, "a", "attach_battery", join).message, "has failed its own morale")
    set(game, unit(game, "g"), "failed", nil)
    give(game, "a", "attach_battery", join)
    T.done(game)
    assert.are.same({ "fc", 5 }, { unit(game, "g").formation, unit(game, "g").quality }) -- its own quality stays
  end)

  it("that has routed takes the guns back a full move, and is missed by those who join no other", function()
    local game = battle(guns("g", 1000, 1400, "north") .. OTHER:format(foot("c1", 600, 60, "north") .. foot("c2", 200, 60,
      "north")), "")
    T.to(game, "turn.fire")
    set(game, unit(game, "a8"), "condition", "gone")
    set(game, unit(game, "a9"), "condition", "gone")
    says(told(game), "g goes back with fa, which has routed.")
    -- 3 minutes to limber, 7 at 30 mm, straight to its rear: the enemy is before it
    assert.are.same({ 1000, 1190, 0 }, T.at(game, "g"))
    assert.are.equal("limbered", unit(game, "g").drill)
    T.to(game, "turn.fire")
    says(told(game), "g has no formation left to go with, and is lost.")
    assert.are.equal("gone", unit(game, "g").condition)
  end)

  it("may be any while it is on its own", function()
    local game = battle('formation "fg" { quality = 6, ' .. guns("g", 1000, 400, "north") .. "},", "")
    T.to(game, "turn.movement")
    give(game, "a", "attach_battery", { unit = "g", formation = "fa" })
    T.done(game)
    assert.are.same({ "fa", 6 }, { unit(game, "g").formation, unit(game, "g").quality })
  end)
end)

describe("light guns", function()
  local LIGHT <const> = 'unit "l" { troop = "light_artillery", guns = 2, calibre_pdr = 3, at = { 890, 208 }, '
    .. 'facing = "north", %s },'

  it("go where their battalion goes", function()
    local game = T.battle({ a = foot("a1", 1000, 200, "north") .. LIGHT:format 'attached_to = "a1"' .. FAR_A, b = FAR_B })
    T.to(game, "turn.movement")
    assert.are.equal("6.2 R30", refusal(game, "a", "move", { unit = "l", to = { x = 890000, y = 400000 } }).cite)
    give(game, "a", "move", { unit = "a1", to = { x = 1000000, y = 400000 } })
    T.done(game)
    assert.are.same({ 1000, 400, 0 }, T.at(game, "a1"))
    assert.are.same({ 890, 408, 0 }, T.at(game, "l"))
  end)

  it("take the nearest place by it when it turns about, no further than they could go", function()
    local game = T.battle({ a = foot("a1", 1000, 200, "north") .. LIGHT:format 'attached_to = "a1"' .. FAR_A, b = FAR_B },
      { order = false })
    T.to(game, "turn.movement")
    local base = unit(game, "a1").base
    set(game, unit(game, "a1"), "base", { x = base.x, y = base.y, facing = 180000, width = base.width, depth = base.depth })
    T.done(game)
    assert.are.same({ 889, 200, 180 }, T.at(game, "l")) -- on its right now: 100 + 10 + 1 mm from its centre
    assert.are.equal(180000, unit(game, "l").base.facing)
  end)

  it("join infantry that is near, and nobody else does", function()
    local game = battle(foot("a1", 1000, 200, "north") .. LIGHT:format "" .. guns("g", 1500, 200, "north"), "")
    T.to(game, "turn.movement")
    local fault = refusal(game, "a", "attach_battery", { unit = "l", battalion = "a8" })
    assert.are.same({ "battalion", -1207 }, { fault.arg, fault.margin }) -- 1300 over, 125.5 down: 1307; 100 may
    assert.are.equal("unit", refusal(game, "a", "attach_battery", { unit = "g", battalion = "a1" }).arg)
    give(game, "a", "attach_battery", { unit = "l", battalion = "a1" })
    T.done(game)
    assert.are.equal("a1", unit(game, "l").attached_to)
  end)
end)

--- A game in its setup.
local function open(a, b, ground, opts)
  local text = ([[scenario { title = "t", ruleset = "fusilier", year = 1809, start_min = 540,
    ground = { width = 3000, depth = 3000, %s },
    side "a" { formation "fa" { quality = 5, %s } }, side "b" { formation "fb" { quality = 5, %s } } }]]):format(
    ground or "", a, b)
  local rules = assert(Rules.load(loader, "fusilier", {}, { game = true }))
  opts = opts or {}
  local start, faults = Scenario.build(assert(Scenario.read(text, "t.lua")), rules, { facts = opts.facts })
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new { rules = rules, start = start, seed = 1, tell_fact = opts.tell_fact, tell_dice = opts.tell_dice }
  local line, fault = game:start()
  return line ~= nil and game, fault
end

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

  it("are not in the enemy's view until they fire", function()
    local game = open(guns("g", 1000, 680, "north"), foot("b1", 1000, 1300, "south") .. foot("b2", 1500, 1300, "south"), WOOD)
    hide(game, "g")
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

describe("proposals", function()
  it("name the best shot first, with bracket and range, and none that would be refused", function()
    local game = battle(guns("g", 1000, 400, "north") .. foot("a1", 1500, 400, "north", 'drill = "skirmish"'),
      foot("b1", 1000, 923, "south") .. foot("b2", 1500, 610, "south"))
    T.to(game, "turn.fire")
    local list = {}
    for proposal in game:legal "a" do
      list[#list + 1] = proposal
      if proposal["do"] ~= "done" then
        assert.is_nil(refusal(game, "a", proposal["do"], { unit = proposal.unit, target = proposal.target }))
      end
    end
    assert.are.same({ "effective, 501 of 1000 mm", "b1" }, { list[1].text, list[1].target }) -- b2 is out of arc
    assert.are.same({ "skirmish_fire", "b2" }, { list[2]["do"], list[2].target })
    assert.are.equal("done", list[3]["do"])
    give(game, "a", "fire", { unit = "g", target = "b1" })
    for proposal in game:legal "a" do assert.are_not.equal("fire", proposal["do"]) end
  end)
end)

describe("proposals of guns", function()
  it("count a shifted shot for what it does, and name buildings that are held", function()
    local mill = 'area "mill" { terrain = "built_up", outline = { {950,750}, {1050,750}, {1050,850}, {950,850} } }'
    local game = battle(guns("g", 1000, 400, "north"), guns("h", 800, 745, "south") .. foot("b1", 1000, 800, "south")
      .. foot("b2", 1300, 930, "south"), { ground = mill })
    T.to(game, "turn.fire")
    local list = {}
    for one in game:legal "a" do list[#list + 1] = (one.building or one.target or one["do"]) .. ": " .. tostring(one.text) end
    assert.are.same({
      "mill: short, 335 of 1000 mm",
      "h: short counted as effective, 338 of 700 mm", -- 120 across, 315 ahead
      "b2: effective, 533 of 1000 mm", -- 160 across, 507.5 ahead
      "done: nil",
    }, list)
  end)
end)

describe("in a told game", function()
  local function no_place(text) return (text:gsub("at = { %d+, %d+ }, ", "")) end

  --- A question in short: near_guns(g+h), distance(g,b1).
  local function key_of(question)
    local of = {}
    for i, one in ipairs(question.of) do of[i] = type(one) == "table" and table.concat(one, "+") or one end
    return question.fact .. "(" .. table.concat(of, ",") .. ")"
  end

  --- A game whose players answer with what `answers` holds; what they were asked is kept.
  local function tabletop(a, b, answers, dice, ground)
    local asked = {}
    local game = assert(open(no_place(a), no_place(b), ground, {
      facts = "told",
      tell_fact = function(question)
        local key = key_of(question)
        if question.fact ~= "contacts" then asked[#asked + 1] = key end
        local answer = answers[key]
        if question.fact == "contacts" then return {} end
        if answer == nil then error("nobody expected " .. key .. ": " .. question.text, 0) end
        return answer
      end,
      tell_dice = function(specs, call)
        local rolls = {}
        for i, spec in ipairs(specs) do
          rolls[i] = { dice = {} }
          for k = 1, spec.n or 1 do rolls[i].dice[k] = table.remove(dice[call.procedure], 1) end
        end
        return rolls
      end,
    }))
    T.to(game, "turn.fire")
    return game, asked
  end

  local A <const> = guns("g", 0, 0, "north") .. foot("a1", 0, 0, "north") .. foot("a2", 0, 0, "north", 'drill = "skirmish"')
  local B <const> = foot("b1", 0, 0, "south") .. foot("b2", 0, 0, "south")

  it("a shot costs two questions, once, and one for all batteries afterwards", function()
    local answers = { ["may_shoot(g,b1)"] = true, ["distance(g,b1)"] = 390, ["near_guns(g)"] = {} }
    local game, asked = tabletop(A, B, answers, { ["artillery.fire"] = { 5, 6 } })
    assert.are.same({}, asked)
    give(game, "a", "fire", { unit = "g", target = "b1" })
    assert.are.same({ "may_shoot(g,b1)", "distance(g,b1)" }, asked)
    says(told(game), "short range (390 mm), 2D6 11: 3 points.")
    assert.are.equal(3, unit(game, "b1").damage_points)
    assert.are.same({ "may_shoot(g,b1)", "distance(g,b1)", "near_guns(g)" }, asked)
  end)

  it("the range may be given with the command, and what cannot be is refused", function()
    local answers = { ["may_shoot(g,b1)"] = true, ["may_shoot(g,b2)"] = false }
    local game, asked = tabletop(A, B, answers, {})
    local fault = refusal(game, "a", "fire", { unit = "g", target = "b1", range_mm = 1040 })
    assert.are.same({ "8.1 R37", -40 }, { fault.cite, fault.margin })
    assert.are.equal("R40", refusal(game, "a", "fire", { unit = "g", target = "b2" }).cite)
    assert.are.same({ "may_shoot(g,b1)", "may_shoot(g,b2)" }, asked)
  end)

  it("skirmishers are told their range and cover, and the reply asks whether it can be made", function()
    local answers = {
      ["may_shoot(a2,b1)"] = true, ["distance(a2,b1)"] = 150, ["cover(b1,a2)"] = "cover", ["may_shoot(b1,a2)"] = true,
      ["near_guns(g)"] = {},
    }
    local game = tabletop(A, B, answers, { ["skirmish.fire"] = { 5 }, ["skirmish.reply"] = { 6 } })
    give(game, "a", "skirmish_fire", { unit = "a2", target = "b1" })
    local text = told(game)
    says(text, "in cover: needs 5, D6 5: a point.")
    says(text, "b1 replies to a2: needs 6, D6 6: a point.")
  end)

  it("a building is sized by its players, who say who is in it", function()
    local answers = {
      ["may_shoot(g,mill)"] = true, ["range_to_building(g,mill)"] = 300, ["garrison(mill)"] = { "b1" },
      ["building_width(mill)"] = 100, ["building_length(mill)"] = 50, ["near_guns(g)"] = {},
    }
    local game = tabletop(A, B, answers, { ["artillery.fire_building"] = { 6, 6 } },
      'area "mill" { terrain = "built_up", material = "wood", outline = { {0,0}, {9,0}, {9,9} } }')
    give(game, "a", "fire", { unit = "g", building = "mill" })
    local text = told(game) -- 5000 / 2000, rounded up: 3 points, and 12 at short range does 3; the garrison 3 // 2
    says(text, "mill has lost all it was worth, 3 points, and can no longer be held.")
    says(text, "b1 takes 1 point: 1 in all.")
    says(text, "b1 leaves mill: place it formed in line behind it, on the side away from g.")
    assert.is_nil(unit(game, "b1").building)
  end)

  it("guns that are uncovered ask for friends to go behind", function()
    local game = tabletop(A, B, { ["near_guns(g)"] = { "g" }, ["guns(g)"] = "uncovered", ["refuge(g)"] = { "a1" } }, {})
    says(told(game), "The gunners of g leave their guns and go behind a1.")
    game = tabletop(A, B, { ["near_guns(g)"] = { "g" }, ["guns(g)"] = "uncovered", ["refuge(g)"] = {} }, {})
    T.done(game)
    assert.are.equal("gone", unit(game, "g").condition)
    game = tabletop(A, B, { ["near_guns(g)"] = { "g" }, ["guns(g)"] = "taken" }, {})
    T.done(game)
    assert.are.equal("gone", unit(game, "g").condition)
  end)

  it("who hides is asked once, and whether he was come upon after steps 2 and 3", function()
    local answers = {
      ["hidden(a1)"] = true, ["come_upon(a1)"] = {}, ["near_guns(g)"] = {}, ["hidden(a2)"] = false,
    }
    local asked = {}
    local game = assert(open(no_place(A), no_place(B), nil, {
      facts = "told",
      tell_fact = function(question)
        if question.fact == "contacts" then return {} end
        local key = key_of(question)
        asked[#asked + 1] = key
        return answers[key]
      end,
    }))
    assert.are.equal("3.1", refusal(game, "a", "conceal", { unit = "a2" }).cite)
    give(game, "a", "conceal", { unit = "a1" })
    T.to(game, "turn.declare")
    assert.are.same({ "hidden(a2)", "hidden(a1)" }, asked)
    set(game, unit(game, "b1"), "moved", true)
    T.to(game, "turn.movement")
    assert.is_nil(game:view("b").state.units.a1)
    answers["come_upon(a1)"] = { "a1" }
    T.done(game)
    assert.is_nil(unit(game, "a1").concealed)
    local count = 0
    for _, key in ipairs(asked) do count = count + (key == "come_upon(a1)" and 1 or 0) end
    assert.are.equal(2, count) -- after steps 2 and 3
  end)

  it("a battery joins a formation, and light guns a battalion, by word alone", function()
    local text = 'unit "l" { troop = "light_artillery", guns = 2, calibre_pdr = 3, at = { 0, 0 }, facing = "north" },'
    local game = assert(open(no_place(A .. text), no_place(B), nil, { facts = "told", tell_fact = function(question)
      error("nobody expected " .. question.text, 0)
    end }))
    T.to(game, "turn.movement")
    give(game, "a", "attach_battery", { unit = "l", battalion = "a1" })
    T.done(game)
    assert.are.equal("a1", unit(game, "l").attached_to)
  end)

  it("proposals ask nothing", function()
    local game, asked = tabletop(A, B, {}, {})
    local count = 0
    for proposal in game:legal "a" do count = count + (proposal["do"] == "fire" and 1 or 0) end
    assert.are.equal(2, count)
    assert.are.same({}, asked)
  end)
end)
