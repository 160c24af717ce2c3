-- Words that the text of a house rule compares fields with: those that are never true are found.
local compared <const> = require "limber.rules.compared_words"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local tree <const> = require "limber.common.tree"

--- What is found in a rule for Fusilier, or for any ruleset, whose moment has this body, from line 2 on.
local function found(body, head)
  local text = ('variant "w" { %s doc = "x", moments = { turn_begins = function(play) for id, unit in play:units() do\n'
    .. "%s\nend end } }"):format(head or 'of = "fusilier",', body)
  local files = tree.shallow(loader)
  function files.variant(_, name) if name == "w.lua" then return name, text, false end end
  local rules = assert(Rules.load(files, "fusilier", { "w.lua" }, { game = require "limber.game.words" }))
  return compared.faults(rules, rules.layers[1])
end

describe("a field compared with a word", function()
  for body, message in pairs {
    ['if unit.arm == "cavlary" then return end'] = 'w.lua:2: arm is never "cavlary"; did you mean cavalry?',
    ['if not view then return unit.drill ~= "sqare" end'] = 'w.lua:2: drill is never "sqare"; did you mean square?',
    ['-- unit.arm == "camelry"\nif unit.side == "french" then return end'] = 'w.lua:3: side is never "french"; it is a or b',
    ["if play:unit(id).weight == 'heavvy' then return end"] = 'w.lua:2: weight is never "heavvy"; did you mean heavy?',
    ['if play.rules.here.step == "turn.fier" then return end'] = 'w.lua:2: step is never "turn.fier"; did you mean turn.fire?',
    ['if unit.attacking == "yes" then return end'] = 'w.lua:2: attacking is true or false, never the text "yes"',
  } do
    it("is found where it is never true: " .. body, function() assert.same({ message }, found(body)) end)
  end

  it("is found in `matters`", function()
    assert.same({ 'w.lua:1: arm is never "cavlary"; did you mean cavalry?' },
      found("", 'of = "fusilier", matters = { units = { arm = { "cavlary", "infantry" } } },'))
  end)

  it("is beside a weight of the solo commander that there is not", function()
    assert.same({ "w.lua:2: there is no weight hopeles; did you mean hopeless?" },
      found "local function f(mind) return mind.weight.hopeles + mind.weight.hopeless end")
  end)

  it("is beside a key that `about` never has", function()
    assert.same({ "w.lua:2: about has no oposing; did you mean opposing?" },
      found "local function f(_, about) return about.oposing and about.opposing and about.own and about.mine end")
    assert.same({}, found 'local function f(_, about) play:set(about, "ownn", 1) return about.ownn end')
  end)

  it("is left alone where it may be true, where the rule sets it, or where nothing is known of it", function()
    assert.same({}, found [[if unit.arm == "cavalry" or unit.side == "b" or unit.drill ~= "square" then return end
      if unit.status == "retreating" or unit.name == "Guard" or unit.attached_to == "x" then return end
      if unit.mood == "grim" or unit.arm == play.x then return end]])
    assert.same({}, found [[if unit.status == "tired" then return end play:set(unit, "status", "tired")]])
  end)

  it("is found in a rule for any ruleset only where it looks like a word of this one", function()
    assert.equal(1, #found('if unit.arm == "cavlary" then return end', ""))
    assert.same({}, found('if unit.arm == "horse" or unit.rifle == "yes" then return end', ""))
  end)

  it("is found in no house rule that ships", function()
    local wrong, seen = {}, 0
    for _, folder in ipairs { "fusilier", "nff" } do
      for _, path in ipairs(loader.list("rules-lua/" .. folder .. "/variants")) do
        local name = path:match "([%w_]+)%.lua$"
        local rules = name and Rules.load(loader, folder, { name }, { game = require "limber.game.words" })
        if rules then
          seen = seen + 1
          table.move(compared.faults(rules, rules.layers[1]), 1, 9, #wrong + 1, wrong)
        end
      end
    end
    assert.same({}, wrong)
    assert.is_true(seen > 3)
  end)
end)
