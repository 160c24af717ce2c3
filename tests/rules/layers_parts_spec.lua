-- Parts of a step: what variants put in, take out, move, replace and wrap within one step.
local diff <const> = require "limber.rules.diff"
local disk_loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local toys <const> = require "rules.toys"
local variant_lists <const> = require "prompt.variant_lists"

local GAME <const> = require "limber.game.words"

--- The step in parts that all others are laid over: each part tells of itself.
local PARTED <const> = [[variant "parted" { doc = "", fields = { battle = { text "trail" { optional = true } } } }
  local function trail(name)
    return function(play, about, with)
      with.count = (with.count or 0) + 1
      play:set(play.state.battle, "trail", (play.state.battle.trail or "") .. name .. with.count)
    end
  end
  insert "turn" { first = true, step "dawn" { cite = "T9", doc = "A new day.", parts = {
    part "one" { doc = "the first", run = trail "a" },
    part "two" { run = trail "b" },
    part "three" { run = trail "c", when = function(play) return play.state.turn == 1 end },
  } } }
  parts "song" { doc = "", part "verse" { run = trail "v" }, part "refrain" { run = trail "r" } }]]

--- Options of a toy battle under variants written here, after the one in parts.
local function under(...)
  local opts = { instead = {}, variants = {} }
  for i, text in ipairs { PARTED, ... } do
    local name = text:match 'variant "([%w_.]+)"'
    opts.variants[i] = name
    opts.instead[name:find(".lua", 1, true) and name or ("rules-lua/toy/variants/%s.lua"):format(name)] =
      text:gsub('variant "([%w_]+)%.lua"', 'variant "%1"')
  end
  return opts
end

--- What the parts have left in the battle's trail once the first turn has begun.
local function trail(...)
  local game = toys.game(under(...))
  assert(game:start())
  return game.state.root.battle.trail, game
end

local function wrong(...)
  local opts = under(...)
  local done, fault = pcall(toys.rules, opts.instead, opts.variants)
  assert.is_false(done, "nothing is wrong")
  return type(fault) == "table" and fault.message or tostring(fault)
end

describe("the parts of a step", function()
  it("run in order within it, and share what one leaves for the next", function()
    local told, game = trail()
    assert.equal("a1b2c3", told)
    assert.equal("turn.dawn", game.words.sequences.turn[1].path)
    assert.equal("turn.dawn.two", game.words.sequences["turn.dawn"][2].path)
  end)

  for how, name in pairs { shipped = "other", ["by a guest"] = "other.lua" } do
    it("are put in, taken out, moved, replaced and wrapped by name, " .. how, function()
      local head = ('variant "%s" { doc = "" }\n'):format(name)
      local own = [[ local function say(word) return function(play)
        play:set(play.state.battle, "trail", (play.state.battle.trail or "") .. word) end end ]]
      for text, expected in next, {
        ['insert "turn.dawn" { after = "one", part "new" { run = say "n" } }'] = "a1nb2c3",
        ['insert "turn.dawn" { last = true, part "new" { run = say "n", when = function() return false end } }'] = "a1b2c3",
        ['remove "turn.dawn.two"'] = "a1c2",
        ['move "turn.dawn.three" { first = true }'] = "c1a2b3",
        ['replace "turn.dawn.two" (part "new" { run = say "n" })'] = "a1nc2",
        ['lay { steps = { ["turn.dawn.two"] = { run = function(published, play, about, with) published(play, about, with)' ..
          ' published(play, about, with) end } } }'] = "a1b2b3c4",
        ['lay { steps = { ["turn.dawn.one"] = { when = function() return false end } } }'] = "b1c2",
        ['remove "turn.dawn.one" remove "turn.dawn.two" remove "turn.dawn.three"'] = "none",
        ['lay { steps = { ["turn.dawn"] = { run = function(published, play, about) say "x" (play)' ..
          ' return published(play, about) end } } }\n remove "turn.dawn.one"'] = "xb1c2",
        ['insert "turn" { after = "dawn", step "again" { like = "turn.dawn" } }'] = "a1b2c3a1b2c3",
        ['lay { moments = { turn_begins = function(play) play:carry_out("song", {}) end } }'] = "v1r2a1b2c3",
        ['remove "song.verse" lay { moments = { turn_begins = function(play) play:carry_out("song", {}) end } }'] = "r1a1b2c3",
      } do
        assert.equal(expected, trail(head .. own .. text) or "none", text)
      end
    end)
  end

  it("end by the answer of one of them", function()
    local _, game = trail [[variant "short" { doc = "",
      steps = { ["turn.dawn.one"] = { run = function(published, play, about, with)
        published(play, about, with)
        return "shooting"
      end } } }]]
    assert.equal("a1", game.state.root.battle.trail)
    assert.equal("shooting", game.state.root.frames[1].step)
  end)

  it("belong to one step: dice, frames and questions to players are its own", function()
    local game = toys.game(under [[variant "asks" { doc = "" }
      insert "turn.dawn" { after = "one", part "new" { run = function(play)
        if play:choose { side = "a", name = "twice", ask = "Twice?", options = { "no", "yes" } } == "yes" then
          play:throw("d6", "twice")
        end
      end } }]])
    assert(game:start())
    local waiting = game:waiting()
    assert.equal("choice.twice", waiting.path)
    assert.is_nil(game.state.root.battle.trail)
    assert(game:command(toys.answer("a", "yes")))
    assert.equal("a1b2c3", game.state.root.battle.trail)
  end)

  it("may be a phase's own, in place of its execute", function()
    local _, game = trail [[variant "phased" { doc = "",
      fields = { battle = { int "given" { 0, 9, default = 0 }, int "done" { 0, 9, default = 0 } } } }
      replace "turn.moves" (phase "moves" { side = "both", commands = { "move" }, sealed = true, parts = {
        part "counted" { run = function(play, about, with) play:set(play.state.battle, "given", #with.commands) end },
        part "made" { run = function(play, about, with)
          for _, cmd in ipairs(with.commands) do
            if play:perform(cmd) then play:set(play.state.battle, "done", play.state.battle.done + 1) end
          end
        end },
      } })]]
    assert(game:command(toys.done "a"))
    assert(game:command { side = "a", ["do"] = "move", unit = "31", forward = 1000 })
    assert(game:command(toys.done "a"))
    assert(game:command(toys.done "b"))
    assert.same({ 1, 1 }, { game.state.root.battle.given, game.state.root.battle.done })
  end)

  it("are refused where they contradict one another or stand in no step", function()
    local one = 'variant "one" { doc = "" }\n'
    for said, texts in next, {
      ['remove "turn.dawn" of the variant two contradicts the variant one, which changes it'] =
        { one .. 'remove "turn.dawn.two"', 'variant "two" { doc = "" } remove "turn.dawn"' },
      ['there is no step "turn.dawn": the variant one removes it'] =
        { one .. 'remove "turn.dawn"', 'variant "two" { doc = "" } remove "turn.dawn.two"' },
      ['remove "turn.dawn.two" of the variant two contradicts the variant one, which changes it'] = {
        one .. 'lay { steps = { ["turn.dawn.two"] = { run = function() end } } }',
        'variant "two" { doc = "" } remove "turn.dawn.two"',
      },
      ['sequence "turn.dawn" has no step "four"'] = { one .. 'remove "turn.dawn.four"' },
      ['"turn.begin" is a step without parts'] = { one .. 'remove "turn.begin.one"' },
      ['"turn.dawn" consists of parts: step "x" is none'] =
        { one .. 'insert "turn.dawn" { last = true, step "x" { run = function() end } }' },
      ['sequence "turn": part "x" stands in the parts of a step only'] =
        { one .. 'insert "turn" { last = true, part "x" { run = function() end } }' },
      ['part "x" needs run'] = { one .. 'insert "turn.dawn" { last = true, part "x" {} }' },
      ['part "x" has no side'] =
        { one .. 'insert "turn.dawn" { last = true, part "x" { run = function() end, side = "a" } }' },
      ['step "x" has parts or run, not both'] = { one .. 'insert "turn" { last = true, step "x" {' ..
        ' run = function() end, parts = { part "y" { run = function() end } } } }' },
      ['step "x": parts is a list of parts'] = { one .. 'insert "turn" { last = true, step "x" { parts = {} } }' },
      ['has two steps "y"'] = { one .. 'insert "turn" { last = true, step "x" { parts = {' ..
        ' part "y" { run = function() end }, part "y" { run = function() end } } } }' },
      ["part has no options"] = { one .. 'lay { steps = { ["turn.dawn.one"] = { options = { "x" } } } }' },
      ['parts "song" is declared already'] = { one .. 'parts "song" { part "y" { run = function() end } }' },
    } do
      local message = wrong(table.unpack(texts))
      assert.truthy(message:find(said, 1, true) or said:find "song" and message:find('"song" already', 1, true)
        or said:find "options" and message:find("is a part, which has no options", 1, true), message)
    end
  end)

  it("are no steps that a sequence could push", function()
    local done, fault = pcall(trail, [[variant "pushes" { doc = "",
      moments = { turn_begins = function(play) play:push("song", {}) end } }]])
    assert.is_false(done)
    assert.truthy(tostring(fault.message or fault):find('"song" is no sequence but parts', 1, true))
  end)

  it("are listed with their steps, and in what a layer changes", function()
    local opts = under [[variant "more" { doc = "" } insert "turn.dawn" { after = "one", part "new" { run = function() end } }
      remove "turn.dawn.two"]]
    local rules = toys.rules(opts.instead, opts.variants)
    local _, rows = variant_lists.steps(rules)
    local names = {}
    for i, row in ipairs(rows) do names[i] = row[1] end
    local listed = table.concat(names, " ")
    assert.truthy(listed:find("song.verse song.refrain turn.dawn turn.dawn.one turn.dawn.new turn.dawn.three turn.begin", 1, true),
      listed)
    local lines = {}
    for _, one in ipairs(diff.of(rules)) do lines[#lines + 1] = one.text or one.path end
    local text = table.concat(lines, "\n")
    assert.truthy(text:find("turn.dawn: new is inserted after one", 1, true), text)
    assert.truthy(text:find("turn.dawn.two is removed", 1, true), text)
  end)
end)

describe("the parts of published steps", function()
  --- The paths that a ruleset's steps with parts have.
  local function lists_of(name)
    local rules, found = assert(Rules.load(disk_loader, name, {}, { game = GAME })), {}
    for path, sequence in next, rules.game.sequences do
      if sequence.parts then found[path] = #sequence end
    end
    return found
  end

  it("are what a hobbyist would hook", function()
    local fusilier, other = lists_of "fusilier", lists_of "horse_and_musket"
    for _, path in ipairs {
      "turn.start", "turn.activation", "turn.attack", "turn.after_attack", "turn.movement", "turn.after_movement",
      "turn.fire", "turn.combat", "turn.retreats", "turn.brigade_morale", "turn.formation_retreats", "combat",
    } do
      assert.truthy((fusilier[path] or 0) >= 2, path)
    end
    for _, path in ipairs { "melee", "retreat", "side_turn.begin", "side_turn.generals", "side_turn.combats",
      "charge.contact" } do
      assert.truthy((other[path] or 0) >= 2, path)
    end
  end)

end)
