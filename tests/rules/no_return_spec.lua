-- Functions of a house rule that must give something, and have no `return`.
local loader <const> = require "disk_loader"
local no_return <const> = require "limber.rules.no_return"
local Rules <const> = require "limber.rules.stack"
local service_kinds <const> = require "limber.game.service_kinds"
local tree <const> = require "limber.common.tree"

local function found(body)
  local text = ('variant "w" { of = "fusilier", doc = "x",\n%s }'):format(body)
  local files = tree.shallow(loader)
  function files.variant(_, name) if name == "w.lua" then return name, text, false end end
  local rules = assert(Rules.load(files, "fusilier", { "w.lua" }, { game = require "limber.game.words" }))
  return no_return.faults(rules.layers[1], service_kinds.GIVES)
end

describe("a function without a return", function()
  for body, what in pairs {
    ["battle = { victory = function(p, view) p(view) end }"] = "victory of battle",
    ["commands = { fire = { check = function(p, view, cmd) p(view, cmd) end } }"] = "check of fire",
    ['steps = { ["turn.fire"] = { when = function(p, play) p(play) end } }'] = "when of turn.fire",
    ['wraps = { ["morale.brigade"] = function(p, rules, q, dice) p(rules, q, dice) end }'] = "morale.brigade of wraps",
    ["services = { side_holding = function(p, view, id) p(view, id) end }"] = "side_holding of services",
    ["facts = { distance = function(p, ...) p(...) -- return\nend }"] = "distance of facts",
  } do
    it("is found: " .. what, function()
      assert.same({ ("w.lua:2: %s gives nothing: it has no `return`"):format(what) }, found(body))
    end)
  end

  it("is left alone where nothing is wanted of it, or where it has one", function()
    assert.same({}, found [[moments = { turn_begins = function(play) play:units() end },
      commands = { fire = { run = function(p, play, cmd) p(play, cmd) end,
        check = function(p, view, cmd) error(refuse("unit", "is tired")) end } },
      services = { set = function(p, play, node, key, value) p(play, node, key, value) end },
      battle = { victory = function(p, view)
        return p(view)
      end }]])
  end)
end)
