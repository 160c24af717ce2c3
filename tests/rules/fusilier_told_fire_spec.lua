--- Step 4 of a bound: what is proposed on the table, and what is asked of players who tell what a tape would.
local T <const> = require "fusilier_table"

local foot, guns, give, refusal, unit = T.foot, T.heavy_guns, T.give, T.refusal, T.unit
local open, says, set, told = T.setup, T.says, T.set, T.told

after_each(T.finished)

local battle <const> = T.met

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
    assert.are.same({ "effective, 501 mm of 1000 mm", "b1" }, { list[1].text, list[1].target }) -- b2 is out of arc
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
      "mill: short, 335 mm of 1000 mm",
      "h: short counted as effective, 338 mm of 700 mm", -- 120 across, 315 ahead
      "b2: effective, 533 mm of 1000 mm", -- 160 across, 507.5 ahead
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
      dice = dice,
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
    assert.are.equal("gone", unit(game, "g").status)
    game = tabletop(A, B, { ["near_guns(g)"] = { "g" }, ["guns(g)"] = "taken" }, {})
    T.done(game)
    assert.are.equal("gone", unit(game, "g").status)
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
