-- The house rules that ship with Bugles: tall grass, jams of machine guns, zaribas.
local Rules <const> = require "limber.rules.stack"
local T <const> = require "bugles_table"
local loader <const> = require "disk_loader"

local n = T.n

local function names_in(game, side)
  local parts = {}
  for proposal in game:legal(side) do parts[#parts + 1] = proposal.target or "" end
  return table.concat(parts, " ")
end

--- What a side knows of the units.
local function known(game, side, id)
  return game:view(side).state.units[id] ~= nil
end

describe("tall grass", function()
  after_each(T.finished)

  --- b1, on foot, and b2, mounted, in the grass before a1.
  local function grass(more)
    local spec = {
      variants = { "tall_grass" }, ground = T.area("grass", "tall_grass", 300, 450, 900, 800),
      a = { T.foot("a1", 600, 300) },
      b = { T.irregulars("b1", 600, 520), T.riders("b2", 700, 540), T.foot("b9", 1000, 1000) },
    }
    for key, value in pairs(more or {}) do spec[key] = value end
    return T.game(spec)
  end

  it("hides who is on foot from the first, not who is mounted, nor who stands outside", function()
    local game = grass()
    assert.is_true(T.unit(game, "b1").hidden)
    assert.is_nil(T.unit(game, "b2").hidden)
    assert.is_nil(T.unit(game, "b9").hidden)
    assert.is_false(known(game, "a", "b1"))
    assert.is_true(known(game, "a", "b2"))
    assert.is_true(known(game, "b", "b1"))
    T.to(game, "a", "fire")
    assert.is_nil(names_in(game, "a"):find "b1")
    assert.is_truthy(names_in(game, "a"):find "b2")
  end)

  it("hides nobody who is partly outside, or has an enemy within 100 mm", function()
    assert.is_nil(T.unit(grass { b = { T.irregulars("b1", 600, 460) } }, "b1").hidden)
    -- the front of a1 is at 325 mm, that of b1 at 475 less 50 mm of its depth
    assert.is_nil(T.unit(grass { a = { T.foot("a1", 600, 370) }, b = { T.irregulars("b1", 600, 516) } }, "b1").hidden)
    assert.is_true(T.unit(grass { a = { T.foot("a1", 600, 370) }, b = { T.irregulars("b1", 600, 524) } }, "b1").hidden)
  end)

  it("gives up those whom an enemy comes near", function()
    local game = T.to(grass(), "a", "movement")
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(60) })
    assert.is_true(T.unit(game, "b1").hidden)
    game = T.to(grass(), "a", "movement")
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(75) })
    assert.is_nil(T.unit(game, "b1").hidden)
    T.says(T.story(game), "b1 is seen")
  end)

  it("lets them creep, and shows those who come out", function()
    local game = T.to(grass { b = { T.irregulars("b1", 600, 600) }, dice = { ["movement.roll"] = { 3, 3, 3 } } }, "b", "movement")
    T.give(game, "b", "move", { unit = "b1", distance = T.mm(60) })
    assert.is_true(T.unit(game, "b1").hidden)
    game = T.to(grass { a = { T.foot("a1", 600, 100) }, dice = { ["movement.roll"] = { 3, 3, 3 } } }, "b", "movement")
    T.give(game, "b", "move", { unit = "b1", distance = T.mm(60) })
    assert.is_nil(T.unit(game, "b1").hidden)
  end)

  it("shows who fires until his side's next turn begins", function()
    local game = grass { a = { T.foot("a1", 600, 360) }, dice = { ["fire.small_arms"] = n(1, 1) } }
    T.to(game, "b", "fire")
    T.give(game, "b", "fire", { unit = "b1", target = "a1" })
    assert.is_nil(T.unit(game, "b1").hidden)
    T.to(game, "a", "fire")
    assert.is_nil(T.unit(game, "b1").hidden)
    T.to(game, "b", "fire")
    assert.is_true(T.unit(game, "b1").hidden)
  end)

  it("shows who charges before it is answered", function()
    local game = T.to(grass { b = { T.band("b1", 600, 520) }, dice = { ["movement.roll"] = { 1, 1, 1 } } }, "b", "movement")
    T.give(game, "b", "charge", { unit = "b1", target = "a1" })
    local told = T.story(game):lower()
    assert.is_true(told:find("b1 is seen", 1, true) < told:find("b1 charges", 1, true))
  end)

  it("lets them fall upon an enemy from ambush", function()
    local game = grass {
      b = { T.band("b1", 600, 520), T.foot("b9", 1000, 1000) },
      dice = { ["movement.roll"] = { 6, 6, 6 }, ["melee.resolve"] = { 6, 1 } },
    }
    T.to(game, "a", "movement")
    T.give(game, "b", "ambush", { unit = "b1", target = "a1" })
    assert.is_nil(T.unit(game, "b1").hidden)
    T.done(game)
    assert.equal(1, #T.calls(game, "melee.resolve"))
  end)

  it("hides nobody in a told game", function()
    local game = grass {
      ground = "", told = function() return nil end,
      a = { T.foot "a1" }, b = { T.irregulars "b1" },
    }
    assert.is_nil(T.unit(game, "b1").hidden)
  end)
end)

describe("jams of machine guns", function()
  after_each(T.finished)

  --- a1 fires its Maxim at b1; the last die of mg.fire is that of the jam.
  local function firing(jam, more)
    local game = T.game {
      variants = { "machine_guns_jam" }, a = { T.maxim("a1", 600, 300), T.foot("a2", 700, 300) },
      b = { T.foot("b1", 600, 600) },
      dice = { ["mg.fire"] = { 1, 1, 1, jam }, ["machine_guns_jam:clear_jam"] = more },
    }
    T.to(game, "a", "fire")
    T.give(game, "a", "fire", { unit = "a1", target = "b1" })
    return game
  end

  it("come on a 1, and stop its fire", function()
    assert.is_nil(T.unit(firing(2), "a1").jammed)
    local game = firing(1)
    assert.is_true(T.unit(game, "a1").jammed)
    T.says(T.story(game), "jams")
    T.says(T.refusal(game, "a", "clear_jam", { unit = "a1" }).message, "has fired") -- a later turn
    T.says(T.refusal(game, "a", "clear_jam", { unit = "a2" }).message, "is not jammed")
    T.to(game, "b", "return_fire")
    T.says(T.refusal(game, "a", "return_fire", { unit = "a1", target = "b1" }).message, "is jammed")
  end)

  it("leave the throws of movement as they are", function()
    local game = T.moving({ T.foot("a1", 600, 300) }, { variants = { "machine_guns_jam" } })
    assert.same({ 3, 3 }, game.state.root.formations.ga.thrown["regular_foot in the turn of a"])
  end)

  it("are cleared in a later turn on a 6 or more, in place of fire", function()
    for roll = 5, 6 do
      local game = firing(1, { roll })
      T.to(game, "b", "fire")
      T.to(game, "a", "fire")
      assert.equal("clear_jam", T.legal(game, "a", "clear_jam")[1]["do"])
      T.give(game, "a", "clear_jam", { unit = "a1" })
      assert.equal(roll == 5 or nil, T.unit(game, "a1").jammed)
      assert.is_true(T.unit(game, "a1").fired)
      T.says(T.refusal(game, "a", "fire", { unit = "a1", target = "b1" }).message, "has fired")
    end
  end)
end)

describe("a zariba", function()
  after_each(T.finished)

  local function built()
    local game = T.moving({ T.foot("a1", 600, 300), T.horse("a2", 700, 300) }, {
      variants = { "zariba" }, b = { T.band("b1", 600, 520), T.band("b2", 600, 100) },
    })
    T.give(game, "a", "build_zariba", { unit = "a1" })
    return game
  end

  it("is built by foot in place of a move", function()
    local game = built()
    assert.is_true(T.unit(game, "a1").zariba)
    T.says(T.refusal(game, "a", "move", { unit = "a1", distance = T.mm(10) }).message, "has moved")
    T.says(T.refusal(game, "a", "build_zariba", { unit = "a1" }).message, "has a zariba")
    T.says(T.refusal(game, "a", "build_zariba", { unit = "a2" }).message, "must be regular foot")
  end)

  it("is an obstacle and cover to its front", function()
    local game = built()
    T.act(game, function(play)
      assert.equal("lesser", (play:fact("obstacle", "a1", "b1")))
      assert.equal("none", (play:fact("obstacle", "a1", "b2")))
      assert.equal("soft", (play:fact("cover", "a1", "b1")))
      assert.equal("none", (play:fact("cover", "a1", "b2")))
      assert.equal("none", (play:fact("obstacle", "b1", "a1")))
    end)
  end)

  it("stays behind when the stand goes", function()
    local game = built()
    T.to(game, "b", "movement")
    assert.is_true(T.unit(game, "a1").zariba)
    T.to(game, "a", "movement")
    T.give(game, "a", "move", { unit = "a1", distance = T.mm(20) })
    assert.is_nil(T.unit(game, "a1").zariba)
  end)
end)

describe("a house rule over commands of single units", function()
  after_each(T.finished)

  --- a1 and a2 at their movement, under a house rule of this text.
  local function under(text)
    local files = setmetatable({
      variant = function(_, name) return name .. ".lua", ('variant "mine" { of = "bugles", doc = "x", %s'):format(text), false end,
    }, { __index = loader })
    local rules = assert(Rules.load(files, "bugles", { "mine" }, { game = require "limber.game.words" }))
    return T.moving({ T.foot("a1", 600, 300), T.foot("a2", 700, 300) }, { rules = rules })
  end

  it("wraps what is refused before all else, and what is offered", function()
    local game = under [[commands = { move = {
      check = function(published, view, cmd)
        if cmd.unit == "a1" then return refuse("unit", "stays", { cite = "house" }) end
        return published(view, cmd)
      end,
      proposals = function(published, view, side, of)
        local list = {}
        for _, one in ipairs(published(view, side, of)) do
          if one.unit ~= "a1" then one.score, list[#list + 1] = 7, one end
        end
        return list
      end,
    } } }]]
    T.refused(game, "move", { unit = "a1", distance = T.mm(10) }, "house", "stays")
    assert.is_nil(T.refusal(game, "a", "move", { unit = "a2", distance = T.mm(10) }))
    local list = T.all_legal(game, "a", "move")
    assert.is_true(#list > 0)
    for _, one in ipairs(list) do assert.same({ "a2", 7 }, { one.unit, one.score }) end
  end)

  it("is told at its line what is wrong with these two", function()
    local function wrong(keys)
      local done, fault = pcall(under, ('}\ncommand "cheer" { run = function() end, %s }'):format(keys))
      assert.is_false(done)
      return type(fault) == "table" and fault.message.message or fault
    end
    T.says(wrong "offers = function() end", 'mine.lua:2: command "cheer": offers needs refuses')
    T.says(wrong "refuses = 3", 'mine.lua:2: command "cheer": refuses must be a function')
  end)

  it("declares one of its own: whom it is refused is not offered it, nor what its check refuses", function()
    local game = under [[}
command "cheer" {
  cite = "house", doc = "A stand cheers.", phases = { "player_turn.movement" },
  args = { unit "unit" { "own" }, int "times" { 1, 3 } },
  refuses = function(_, id) if id == "a1" then return refuse("unit", "is silent", { cite = "house" }) end end,
  check = function(_, cmd) if cmd.times == 2 then return refuse("times", "is not odd", { cite = "house" }) end end,
  offers = function(_, _, _, offer) for times = 1, 3 do offer { times = times } end end,
  run = function(play, cmd) play:tell("cheers", { unit = cmd.unit, cite = "house" }) end,
}
story { cheers = "{unit} [cheers]." }]]
    T.refused(game, "cheer", { unit = "a1", times = 2 }, "house", "is silent")
    T.refused(game, "cheer", { unit = "a2", times = 2 }, "house", "is not odd")
    local list = T.all_legal(game, "a", "cheer")
    assert.same({ 2, "a2", "a2", 4 }, { #list, list[1].unit, list[2].unit, list[1].times + list[2].times })
    T.give(game, "a", "cheer", { unit = "a2", times = 3 })
    T.says(T.story(game), "a2 cheers.")
  end)
end)
