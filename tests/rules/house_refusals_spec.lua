-- What a house rule says that would do nothing, or go wrong later: refused, and where.
local Rules <const> = require "limber.rules.stack"
local loader <const> = require "disk_loader"
local toys <const> = require "rules.toys"

--- A battle of the toy under a house rule written here.
local function under(text)
  local game = toys.game {
    instead = { ["rules-lua/toy/variants/mine.lua"] = 'variant "mine" { doc = "" }\n' .. text }, variants = { "mine" },
  }
  return game
end

local function fault_of(done, fault)
  assert.is_nil(done)
  return type(fault) == "table" and ("%s:%s: %s"):format(fault.file, fault.line, fault.message) or tostring(fault)
end

--- What is wrong with a house rule of a shipped ruleset, or nil, and the rules.
local function load_over(ruleset, text)
  local opts = setmetatable({
    variant = function(_, name)
      if name == "mine" then return "mine.lua", ('variant "mine" { doc = "" }\n%s'):format(text), false end
    end,
  }, { __index = loader })
  local done, rules, fault = pcall(Rules.load, opts, ruleset, { "mine" }, { game = require "limber.game.words" })
  if done and rules then return nil, rules end
  fault = done and fault or rules
  return type(fault) == "table" and fault.message or tostring(fault)
end

describe("a house rule is refused", function()
  it("where its victory says a word that there is not, or in another type", function()
    local function told(says)
      return load_over("fusilier", ("lay { battle = { victory = { percent = \"break_percent\", says = %s } } }"):format(says))
    end
    assert.truthy(told([[{ cuonts = "x" }]]):find("says.cuonts is no part of it; did you mean counts?", 1, true))
    assert.truthy(told("{ broken = 5 }"):find("says.broken must be a string", 1, true))
    assert.is_nil(told([[{ counts = "its guns" }]]))
  end)

  it("where a line of its story has a place that nothing fills", function()
    local game = under [[story { hail = "{unit} is hit by {what}." }
      lay { moments = { battle_begins = function(play) play:tell("hail", { unit = "7" }) end } }]]
    local message = fault_of(game:start())
    assert.truthy(message:find("mine.lua:2: the story line hail has {what}, which play:tell does not give here", 1, true),
      message)
    assert(under [[story { hail = "{unit} is hit." }
      lay { moments = { battle_begins = function(play) play:tell("hail", { unit = "7" }) end } }]]:start())
  end)

  it("where a phase would ask a player in `when` or `over`, again after each command", function()
    for _, part in ipairs { "when", "over" } do
      local game = under(([[lay { steps = { ["turn.shooting"] = { %s = function(published, play, about)
        return play:choose { side = "a", name = "more", ask = "More?", options = { "yes", "no" } } == "no"
      end } } }]]):format(part))
      local line, fault = game:start()
      while line and game:waiting().path ~= "turn.shooting" do
        line, fault = game:command(require "limber.game.sequence".unasked(game:waiting()))
      end
      local message = fault_of(line, fault)
      assert.truthy(message:find("of the phase turn.shooting are asked again after each command", 1, true), message)
      assert.truthy(message:find("mine.lua:3", 1, true), message)
    end
  end)

  it("where a step before it asks, it is not", function()
    local game = under [[insert "turn" { before = "shooting", step "asks" { run = function(play)
      play:set(play.state.battle, "more", play:choose { side = "a", name = "more", ask = "More?", options = { "yes", "no" } })
    end } }]]
    assert(game:start())
    while game:waiting().path ~= "choice.more" do
      assert(game:command(require "limber.game.sequence".unasked(game:waiting())))
    end
    assert(game:command(toys.answer("a", "no")))
    assert.equal("no", game.state.root.battle.more)
  end)

  it("where a list of fields is none, or a side or whose ids they are is misspelt", function()
    for text, said in pairs {
      ['lay { fields = { unit = flag "x" {} } }'] = 'mine.lua:2: fields of unit must be a list of fields: { flag "x" { … } }',
      ['lay { fields = { unit = { x = int "x" { 0, 9 } } } }'] =
        'mine.lua:2: fields of unit has the key x: a field says its own name, int "guns" { 2, 14 }',
      ['lay { steps = { ["turn.fire"] = { side = "red" } } }'] = "side of turn.fire: there is no side red; it is a, b, both",
      ['command "pray" { args = { unit "unit" { "mine" } }, run = function() end }'] =
        'unit must be "own", "enemy" or "any", got mine',
      ['lay { commands = { fire = { args = { int "x" } } } }'] = "mine.lua:2: command \"fire\": args must be a list of fields",
      ['lay { moments = { turn_begins = true } }'] = "moments of a variant cannot hold turn_begins = boolean",
    } do
      local message = tostring(load_over("fusilier", text))
      assert.truthy(message:find(said, 1, true) and message:find "^mine.lua:2", text .. " " .. message)
    end
  end)

  it("where it adds rows to a table that is only for show", function()
    local message = load_over("fusilier", "lay { rows = { order_of_play = { { step = 9, phase = 'tea' } } } }")
    assert.truthy(message:find("no rule reads the table order_of_play, it is only for show", 1, true), message)
    assert.truthy(message:find("mine.lua:2", 1, true), message)
  end)
end)

describe("rows", function()
  local ROW <const> = "lay { rows = { units = { { troop = 'guard', arm = 'infantry', bases = 4, figures_per_base = 4, "
    .. "default_formation = 'line', default_weapon = 'musket', close_order = 'yes', has_colours = 'yes' } } } }"

  it("have in columns that they leave out what the table declares for it", function()
    local fault, rules = load_over("horse_and_musket", ROW)
    assert.is_nil(fault)
    assert.equal("none", rules.view.tables.units("guard", "melee_dice"))
    assert.equal("none", rules.view.tables.units("guard", "counts_as"))
    assert.truthy(load_over("horse_and_musket", (ROW:gsub("bases = 4, ", ""))):find("bases is missing", 1, true))
  end)
end)
