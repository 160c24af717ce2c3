-- House rules over commands that Fusilier executes together: batteries' and skirmishers' fire, movement.
local dice <const> = require "kernel.dice"
local faults <const> = require "limber.common.faults"
local question <const> = require "limber.ask.question"
local T <const> = require "fusilier_table"

local give, unit = T.give, T.unit

after_each(T.finished)

local ROUNDS <const> = [[
variant "house" { of = "fusilier", doc = "Two rounds, and skirmishers tire.",
  fields = { unit = { int "rounds" { 0, 9, default = 2 }, int "tired" { 0, 9, default = 0 } } },
  commands = {
    fire = {
      check = function(published, view, cmd)
        if view:unit(cmd.unit).rounds == 0 then return refuse("unit", "has no rounds left") end
        return published(view, cmd)
      end,
      run = function(published, play, cmd, found)
        published(play, cmd, found)
        play:set(play:unit(cmd.unit), "rounds", play:unit(cmd.unit).rounds - 1)
      end,
    },
    skirmish_fire = {
      run = function(published, play, cmd, found)
        play:set(play:unit(cmd.unit), "tired", play:unit(cmd.unit).tired + 1)
        return published(play, cmd, found)
      end,
    },
  },
}]]

local function guns(house, thrown, more)
  local game = T.battle({ a = T.heavy_guns("g", 1000, 400, "north") .. (more or "") .. T.FAR_A,
    b = T.line_at(300) .. T.FAR_B, house = house }, { order = false, dice = thrown })
  T.to(game, "turn.fire")
  return game
end

describe("a house rule over the run of", function()
  it("a battery's fire acts when the volley is worked, and the fire counts with all other", function()
    local game = guns(ROUNDS, { ["artillery.fire"] = { 6, 6 } })
    give(game, "a", "fire", { unit = "g", target = "b1" })
    assert.equal(2, unit(game, "g").rounds) -- it is sealed
    T.done(game)
    assert.same({ 1, 3 }, { unit(game, "g").rounds, unit(game, "b1").damage_points })
    assert(game:undo())
    assert.same({ 2, 0 }, { unit(game, "g").rounds, unit(game, "b1").damage_points })
  end)

  it("a battery's fire may leave it out", function()
    local game = guns [[variant "house" { of = "fusilier", doc = "Damp.", commands = { fire = {
      run = function(published, play, cmd) play:tell("damp", { unit = cmd.unit }) end } } }
      story { damp = "{unit} [has] damp powder." }]]
    give(game, "a", "fire", { unit = "g", target = "b1" })
    T.done(game)
    assert.equal(0, unit(game, "b1").damage_points)
  end)

  it("a battery's check keeps the range that the check below has found", function()
    local game = guns [[variant "house" { of = "fusilier", doc = "Sober.", commands = { fire = {
      check = function(published, view, cmd)
        local fault = published(view, cmd)
        if fault then return fault end
        if view:unit(cmd.unit).guns == 1 then return refuse("unit", "has one gun left") end
      end } } }]]
    give(game, "a", "fire", { unit = "g", target = "b1" })
    assert.equal(300, game.state.root.frames[1].sealed.a[1].range_mm)
  end)

  it("a skirmisher's fire acts, and those shot at reply", function()
    local game = T.battle({ a = T.foot("a1", 1000, 1000, "north", 'drill = "skirmish"') .. T.FAR_A,
      b = T.foot("b1", 1000, 1215, "south") .. T.FAR_B, house = ROUNDS },
      { dice = { ["skirmish.fire"] = { 6 }, ["skirmish.reply"] = { 6 } }, order = false })
    T.to(game, "turn.fire")
    give(game, "a", "skirmish_fire", { unit = "a1", target = "b1" })
    T.done(game)
    assert.same({ 1, 1, 1 },
      { unit(game, "a1").tired, unit(game, "b1").damage_points, unit(game, "a1").damage_points })
  end)
end)

describe("a command of a house rule", function()
  local CHEER <const> = [[
variant "house" { of = "fusilier", doc = "Units cheer.", fields = { unit = { int "cheers" { 0, 9, default = 0 } } } }
command "cheer" {
  cite = "house", doc = "A unit cheers.", phases = { "turn.fire", "turn.movement" }, args = { unit "unit" { "own" } },
  check = function(view, cmd)
    if view:unit(cmd.unit).cheers > 1 then return refuse("unit", "is hoarse") end
  end,
  run = function(play, cmd) play:set(play:unit(cmd.unit), "cheers", play:unit(cmd.unit).cheers + 1) end,
  proposals = proposals.each(function() end, function(_, id, _, offer) offer { unit = id, score = 1 } end),
}]]

  it("is carried out, once, in phases whose commands are executed together", function()
    local game = T.battle({ a = T.heavy_guns("g", 1000, 400, "north") .. T.FAR_A, b = T.line_at(300) .. T.FAR_B,
      house = CHEER }, { order = false, dice = { ["artillery.fire"] = { 6, 6 } } })
    T.to(game, "turn.movement")
    give(game, "a", "cheer", { unit = "g" })
    give(game, "b", "cheer", { unit = "b1" })
    T.to(game, "turn.fire")
    assert.same({ 1, 1 }, { unit(game, "g").cheers, unit(game, "b1").cheers })
    give(game, "a", "fire", { unit = "g", target = "b1" })
    give(game, "b", "cheer", { unit = "b1" })
    T.done(game)
    assert.same({ 1, 2, 3 }, { unit(game, "g").cheers, unit(game, "b1").cheers, unit(game, "b1").damage_points })
    T.next_bound(game)
    T.to(game, "turn.fire")
    assert.truthy(T.refusal(game, "b", "cheer", { unit = "b1" }))
  end)

  local function cheers(text)
    local game = T.battle({ a = T.heavy_guns("g", 1000, 400, "north") .. T.FAR_A, b = T.line_at(300) .. T.FAR_B,
      house = text }, { order = false })
    T.to(game, "turn.fire")
    local list = {}
    for one in game:legal "b" do
      if one["do"] == "cheer" then list[#list + 1] = one.unit end
    end
    table.sort(list)
    return table.concat(list, " ")
  end

  it("is offered where its own check lets it pass", function()
    local all = cheers(CHEER)
    assert.truthy(all:find "%f[%w]b1%f[%W]")
    local mute = CHEER:gsub("cheers > 1", "id == \"b1\"")
    assert.equal((all:gsub("%f[%w]b1%f[%W] ?", "")), cheers(mute))
  end)

  it("must be proposed with its arguments", function()
    for offered, message in pairs {
      ["{ args = { unit = id } }"] = "house.lua:8: proposals of the command cheer must give .*; cheer has no argument args",
      ["{ unti = id }"] = "cheer has no argument unti; did you mean unit%?",
      ["{ score = 1 }"] = "a proposal of cheer says no unit",
    } do
      local _, fault = pcall(cheers, (CHEER:gsub("proposals = .*\n}$", function()
        return "proposals = function(view, side) local l = {} for id in view:units(side) do l[#l + 1] = " .. offered
          .. " end return l end,\n}"
      end)))
      assert.truthy(faults.text(fault):find(message), faults.text(fault))
    end
  end)

  it("is carried out as it is given where the phase is not sealed any more", function()
    local game = T.battle({ a = T.heavy_guns("g", 1000, 400, "north") .. T.FAR_A, b = T.line_at(300) .. T.FAR_B,
      house = CHEER .. [[ lay { steps = { ["turn.fire"] = { sealed = false } } }]] }, { order = false })
    T.to(game, "turn.fire")
    give(game, "b", "cheer", { unit = "b1" })
    assert.equal(1, unit(game, "b1").cheers)
  end)
end)

describe("what the battle bears", function()
  local RAIN <const> = [[
variant "house" { of = "fusilier", doc = "Guns reach so many hundredths.",
  fields = { battle = { int "percent" { 1, 100, default = 50 } } },
  args = { ["artillery.bracket"] = { int "percent" { 1, 100, default = 100 } } },
  wraps = { ["artillery.bracket"] = function(published, rules, q, dice)
    return published(rules, with(q, { range_mm = q.range_mm * 100 // q.percent }), dice)
  end },
}]]

  it("reaches a rule that another rule asks, and its default does outside of battles", function()
    local game = guns(RAIN, { ["artillery.fire"] = { 6, 6 } })
    local source = dice.new()
    source:list { 6, 6 }
    local args = { calibre_pdr = 12, guns = 8, range_mm = 300, target = "formed" }
    local result = assert(question.ask(game.rules, "artillery.fire", args, source))
    assert.equal("short", result.bracket)
    give(game, "a", "fire", { unit = "g", target = "b1" })
    T.done(game)
    assert.equal("effective", game.last_call.result.bracket)
  end)
end)
