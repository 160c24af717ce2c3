--- Disputes at the table: each side throws, the ruling is kept, and no other die moves.
local digest <const> = require "kernel.digest"
local disputes <const> = require "limber.game.disputes"
local Replay <const> = require "limber.record.replay"
local Scenario <const> = require "limber.scenario.scenario"
local script <const> = require "limber.scenario.script"
local story <const> = require "limber.game.story"
local toys <const> = require "rules.toys"
local verify <const> = require "limber.record.verify"

local HOUSE <const> = toys.slurp "rules-lua/house/prime_directive.lua"
local SHIPPED <const> = { ["rules-lua/toy/variants/prime_directive.lua"] = HOUSE }
local GUEST <const> = { ["own.lua"] = (HOUSE:gsub('variant "prime_directive"', 'variant "own"')) }

local function under(opts)
  opts = opts or {}
  opts.variants, opts.instead = { opts.guest and "own.lua" or "prime_directive" }, opts.guest and GUEST or SHIPPED
  local game, written, scenario = toys.game(opts)
  assert(game:start())
  return game, written, scenario, toys.loader(opts.instead)
end

local QUESTION <const> = "May the hussars see the guns?"

local function dispute(more)
  local cmd = { side = "a", ["do"] = "dispute", question = QUESTION, a = "yes, over the crest", b = "no" }
  for key, value in pairs(more or {}) do cmd[key] = value or nil end
  return cmd
end

local function told(game, line)
  local list = {}
  for _, event in ipairs(line.events) do
    if event.say then list[#list + 1] = story.text(game, event, line) end
  end
  return table.concat(list, "\n")
end

--- The faces of all throws but those of disputes.
local function others(game)
  local list = {}
  for _, line in ipairs(game.journal:since(1)) do
    for _, call in ipairs(line.calls) do
      for _, roll in ipairs(call.procedure ~= "dispute.roll" and call.rolls or {}) do
        list[#list + 1] = call.procedure .. " " .. table.concat(roll.dice, " ")
      end
    end
  end
  return list
end

describe("a dispute", function()
  for _, guest in ipairs { false, true } do
    it("is thrown for and kept" .. (guest and ", by a guest's rule too" or ""), function()
      local game, written, _, loader = under { guest = guest }
      local line = assert(game:command(dispute()))
      local a, b = line.calls[1].rolls[1].dice[1], line.calls[1].rolls[2].dice[1]
      local ruling = game.state.root.battle.rulings[1]
      assert.are.same({ question = QUESTION, says = { "yes, over the crest", "no" }, stands = a > b and 1 or 2, turn = 1 },
        ruling)
      assert.has_match(('In dispute: "%s"'):format(QUESTION), told(game, line), 1, true)
      assert.has_match(("The dice, %d to %d, rule for "):format(a, b), told(game, line), 1, true)
      assert.is_true(assert(verify.verify(assert(Replay.read(table.concat(written))), loader)).ok)
      assert.are.same({}, game:undo() and disputes.list(game.state.root))
    end)
  end

  it("moves no other die, whether one answers or gives commands", function()
    local function fight(with)
      local game = under()
      local function say(more) if with then assert(game:command(dispute(more))) end end
      say()
      assert(game:command(toys.CHARGE))
      assert.are.equal("decision", game:waiting().kind)
      local waits = game:waiting().path
      say { side = "b", again = true }
      say { side = "a", question = "Is the bridge broken?" }
      assert.are.equal(waits, game:waiting().path)
      assert(game:command(toys.answer("b", game:waiting().options[1])))
      for _ = 1, 12 do
        local waiting = game:waiting()
        if waiting.kind == "over" then break end
        say { question = "Again? " .. game.state.root.turn .. waiting.path }
        assert(game:command(waiting.kind == "phase" and toys.done(waiting.sides[1])
          or toys.answer(waiting.sides[1], waiting.options[1])))
      end
      game.state:begin()
      game.state:set(game.state.root.battle, "rulings", nil)
      game.state:set(game.state.root, "asks", {})
      game.state:commit()
      return game
    end
    local without, with = fight(false), fight(true)
    assert.is_true(#others(without) > 1)
    assert.are.same(others(without), others(with))
    assert.are.equal(digest.of(without.state.root), digest.of(with.state.root))
  end)

  it("is found again however it is spelt, and thrown again only on demand", function()
    local game = under()
    assert(game:command(dispute()))
    local line = assert(game:command { side = "b", ["do"] = "dispute", question = "may the Hussars  see the guns!" })
    assert.are.same({}, line.calls)
    assert.has_match('Ruling 1 stands: "May the hussars see the guns?"', told(game, line), 1, true)
    line = assert(game:command(dispute { a = false, b = false, again = true }))
    assert.are.equal("dispute.roll", line.calls[1].procedure)
    local rulings = disputes.list(game.state.root)
    local winner <const> = game.state.root.sides[rulings[2].stands == 1 and "a" or "b"].name
    assert.has_match(("rule for %s: %q (ruling 2, in place of 1)."):format(winner, rulings[2].says[rulings[2].stands]),
      told(game, line), 1, true)
    assert(game:command(dispute { question = "Is the bridge broken?" }))
    assert.are.equal(3, (select(2, disputes.find(game.state.root, "is the bridge broken"))))
    assert.are.equal(1, rulings[2].instead)
    assert.are.same(rulings[1].says, rulings[2].says)
    assert.are.equal(rulings[2], (disputes.find(game.state.root, QUESTION)))
    assert.is_nil(disputes.find(game.state.root, "May the hussars see the gunners?"))
  end)

  it("throws again until the dice differ", function()
    local asked = 0
    local shows <const> = { 4, 4, 2, 9 }
    local game = under { tell_dice = function(specs)
      local list = {}
      for i in ipairs(specs) do
        asked = asked + 1
        list[i] = { dice = { shows[asked] } }
      end
      return list
    end }
    local line = assert(game:command(dispute()))
    assert.are.equal(4, asked)
    assert.has_match('The dice, 4 to 4, then 2 to 9, rule for', told(game, line), 1, true)
    assert.are.equal(2, disputes.list(game.state.root)[1].stands)
  end)

  it("takes the contrary for an opinion that is not said", function()
    for said, contrary in pairs { ["Yes, of course"] = "no", no = "yes", ["it is 2 inches"] = "not so" } do
      local game = under()
      assert(game:command(dispute { a = said, b = false }))
      assert(game:command(dispute { question = "And so?", a = false, b = said }))
      assert.are.same({ said, contrary }, disputes.list(game.state.root)[1].says)
      assert.are.same({ contrary, said }, disputes.list(game.state.root)[2].says)
    end
  end)

  it("is refused where it is none, or its words cannot be kept", function()
    local game = under()
    for part, more in pairs {
      ["question is too long: 201 characters, at most 200"] = { question = ("é"):rep(201) },
      ["a is too long"] = { a = ("x"):rep(100000) },
      ["question holds characters that do not print"] = { question = "May\27[2J they?" },
      ["b holds characters that do not print"] = { b = "no\nyes" },
      ["a is not UTF-8 text"] = { a = "yes\xFF" },
      ["question has no words"] = { question = "?!" },
      ["question is required"] = { question = false },
      ["what do the sides say?"] = { a = false, b = false },
      ["both sides say the same"] = { b = "YES over the crest!" },
    } do
      local line, fault = game:command(dispute(more))
      assert.is_nil(line)
      assert.has_match(part, fault.message, 1, true)
    end
    assert.are.same({}, disputes.list(game.state.root))
  end)

  it("is refused when a battle has too many", function()
    local game = under { keep = false, append = false }
    for i = 1, 200 do assert(game:command(dispute { question = "Number " .. i })) end
    assert.has_match("a battle has at most 200 rulings", select(2, game:command(dispute())).message, 1, true)
    assert.truthy(game:command { side = "a", ["do"] = "dispute", question = "number 7" })
  end)

  it("names no piece, though an opinion is a piece's id", function()
    local game = under()
    local line = assert(game:command(dispute { a = "31", b = "{unit} [charges]" }))
    assert.has_match('"31", Red [says]+ "{unit} %[charges%]"', told(game, line))
  end)

  it("is given by a script when its turn has come", function()
    local text = toys.slurp(toys.BATTLE):gsub("turn%(1[^\n]*", function(first)
      return 'turn(1) { b "dispute" { question = "Is the bridge broken?", a = "no", b = "yes" } },\n  ' .. first
    end, 1)
    local game, _, scenario = toys.game { text = text, variants = { "prime_directive" }, instead = SHIPPED }
    local done, fault = script.new(scenario, game.rules):play(game)
    assert(done, fault and Scenario.fault_text(fault))
    assert.are.equal("Is the bridge broken?", disputes.list(game.state.root)[1].question)
    assert.are.equal(1, disputes.list(game.state.root)[1].turn)
  end)

  it("needs a procedure that throws", function()
    for _, wrong in ipairs { "", "{}", "{ roll = 1 }" } do
      local text = HOUSE:gsub("disputes %b{}", "disputes(" .. (wrong == "" and "1" or wrong) .. ")")
      local done, fault = pcall(toys.rules, { ["rules-lua/toy/variants/prime_directive.lua"] = text },
        { "prime_directive" })
      assert.is_false(done)
      assert.has_match("prime_directive.lua:23: disputes needs the procedure that throws", fault.message, 1, true)
    end
  end)

  it("is no house rule where the ruleset has it", function()
    local loader = require "disk_loader"
    local rules, fault = require("limber.rules.stack").load(loader, "nff", { "prime_directive" }, {
      later = function() return require "limber.game.words" end,
    })
    assert.is_nil(rules)
    assert.has_match("nff plays this by its own rule, dispute.roll", fault.message, 1, true)
  end)
end)
