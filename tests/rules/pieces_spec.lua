-- Questions about a piece of a battle, filled with what it carries (limber.game.pieces).
local toys = require "rules.toys"

local COMBAT <const> = "rules-lua/toy/combat.lua"

--- The bridge, where morale asks for the men and the kind too; `carries` of a unit: { kind, men, secret }.
local function game_with(more)
  local text, count = toys.slurp "tests/rules/toy/combat.lua":gsub('args = { int "hits" { 0, 9, default = 0 } }', function()
    return 'args = { int "hits" { 0, 9, default = 0 }, ' .. more .. " }"
  end)
  assert.equal(1, count)
  return (toys.game { instead = { [COMBAT] = text } })
end

describe("a question about a piece", function()
  it("is filled with what the piece carries", function()
    local game = game_with 'int "men" { 1, 40 }, enum "kind" { "foot", "horse" }, flag "secret" {}'
    local unit = game.state.root.units["31"]
    assert.same({ hits = 2, men = unit.men, kind = unit.kind }, game.play:question("morale.test", "31", { hits = 2 }))
    assert.same({ men = unit.men, kind = unit.kind }, game.play:question("morale.test", "31"))
  end)

  it("keeps what is given, false too", function()
    local game = game_with 'int "men" { 1, 40 }, flag "secret" {}'
    game.play:set(game.state.root.units["31"], "secret", true)
    assert.is_true(game.play:question("morale.test", "31").secret)
    assert.same({ men = 3, secret = false }, game.play:question("morale.test", "31", { men = 3, secret = false }))
  end)

  it("gets nothing of another kind of field, nor what nothing carries", function()
    local game = game_with 'flag "men" {}, flag "charged" {}'
    game.play:set(game.state.root.units["31"], "charged", true)
    assert.same({}, game.play:question("morale.test", "31"))
  end)

  it("is asked, and thrown for by the piece", function()
    local combat = toys.slurp("tests/rules/toy/combat.lua"):gsub("default = 0 } }", 'default = 0 }, int "men" { 1, 40 } }')
    local charge, count = toys.slurp("tests/rules/toy/charge.lua"):gsub(
      'resolve%("morale.test", args, about.target, about.unit%)',
      'resolve_of("morale.test", about.target, { hits = unit.hits }, about.unit)')
    assert.equal(1, count)
    local game = toys.in_charge { instead = { [COMBAT] = combat, ["rules-lua/toy/charge.lua"] = charge } }
    local call = assert(game:command(toys.answer("b", "stand"))).calls[1]
    assert.same({ "morale.test", game.state.root.units["7"].men }, { call.procedure, call.args.men })
    assert.matches("morale.test was wrong: dice: 0 were given", select(2, pcall(game.play.ask_of, game.play, "morale.test", "7")))
  end)

  it("needs a procedure, and a piece that it describes", function()
    local play = game_with('int "men" { 1, 40 }').play
    local function fault(...) return select(2, pcall(play.question, play, ...)) end
    assert.matches('no procedure or record "moral.test"', fault("moral.test", "31"))
    assert.equal("morale.test describes no piece 99", fault("morale.test", "99"))
    assert.equal("melee.fight describes no piece 31", fault("melee.fight", "31"))
  end)
end)
