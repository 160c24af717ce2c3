--- Fusilier's solo commander under house rules about combat: plain units stand for others only where no house rule can
--- tell them apart. Each chance that it reckons with is held to that of the whole question.
local Asking <const> = require "limber.ask.asking"
local Game <const> = require "limber.game.game"
local house_fields <const> = require "limber.rules.house_fields"
local loader <const> = require "disk_loader"
local Mind <const> = require "limber.solo.mind"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"

local BOTH <const> = { "a", "b" }

local path <const> = "scenarios/fusilier/lesson.lua"
local scenario <const> = assert(Scenario.read(assert(loader.read(path)), path))

--- A stack with one variant; results are not checked, since checks look into them.
local function stack(body)
  local reads <const> = setmetatable({ checked = false, variant = function()
    return "rules-lua/fusilier/variants/x.lua", ('variant "x" { of = "fusilier", doc = "?", %s }'):format(body), true
  end }, { __index = loader })
  local rules, fault = Rules.load(reads, "fusilier", { "x" }, { game = require "limber.game.words" })
  return rules or error(fault.message)
end

local function wrap(name, body)
  return ('wraps = { ["%s"] = function(published, rules, q, dice) %s end }'):format(name, body)
end

--- Fights a battle in which every chance is held to the whole question. Gives how many chances were asked, and how many
--- questions of stand-ins served for them.
local function compared(body, seed)
  local rules <const> = stack(body)
  local start <const> = assert(Scenario.build(scenario, rules, { solo = BOTH }))
  local game <const> = Game.new { rules = rules, start = start, seed = seed, keep = false }
  assert(game:start())
  local one <const> = Mind.new(game, "a", game:view "a", { path = "bound.orders", about = {} }, Mind.memory())
  local methods <const> = getmetatable(one).__index
  local alike <const>, odds <const> = methods.chance_alike, question.odds
  local chances, stood = 0, 0
  function question.odds(of, name, args, by, asking, unread)
    local reads = of.here_reads
    local found, info = odds(of, name, args, by, asking, unread)
    if unread and found and of.here_reads == reads then stood = stood + 1 end
    return found, info
  end
  function methods.chance_alike(mind, procedure, whole, like, by, wanted, who, target)
    local p <const> = alike(mind, procedure, whole, like, by, wanted, who, target)
    local asking <const> = Asking.of(mind.view, who, target)
    local args <const> = rules.filled and house_fields.filled(rules, procedure, whole, asking) or whole
    local exact <const> = assert(odds(rules, procedure, args, by, asking)):p(wanted)
    if math.abs(p - exact) > 1e-12 then
      error(("%s of %s against %s: %.6f, not %.6f"):format(procedure, who, target, p, exact), 0)
    end
    chances = chances + 1
    return p
  end
  local done, failure = pcall(function()
    local over, fault = Solo.fight(game, BOTH, { strict = true })
    assert(over, fault and fault.message)
  end)
  methods.chance_alike, question.odds = alike, odds
  assert(done, failure)
  return chances, stood
end

describe("the odds of a fight under a house rule", function()
  local function row(what, stands, body)
    it("are those of the whole question where it " .. what, function()
      local chances, stood = 0, 0
      for seed = 7, 8 do
        local asked, alike = compared(body, seed)
        chances, stood = chances + asked, stood + alike
      end
      assert.is_true(chances > 10, chances .. " chances")
      assert.equal(stands, stood > 0)
    end)
  end

  row("adds a modifier by quality, which plain units have too", true, [[modifiers = {
    { "best", 3, of = "infantry", cite = "house", when = function(unit) return unit.quality > 5 end },
    { "best", 2, of = "cavalry", cite = "house", when = function(unit) return unit.quality > 4 end },
  }]])
  row("adds one by where a unit stands in the question, and by a field that it has by default", true, [[
    fields = { unit = { enum "guard" { "none", "old", default = "none" } } },
    modifiers = {
      { "guard", 2, of = "infantry", cite = "house",
        when = function(unit, about) return unit.guard == "none" and about.place == "a.1" end },
    }]])
  row("adds one by rules.here", false, [[modifiers = { { "luck", of = "infantry", cite = "house",
    value = function(rules) local here = rules.here return here and here.who and #here.who + 1 or 4 end } }]])
  row("changes the response by what it is asked", true, wrap("combat.response",
    [[local r = published(rules, q, dice) if q.margin > 3 then r.response = "hold" end return r]]))
  row("changes a result by the score", true, wrap("combat.infantry",
    [[local r = published(rules, q, dice) if r.a[1].score < 11 then r.winner = "b" end return r]]))
  row("changes a result by the quality", false, wrap("combat.infantry",
    [[local r = published(rules, q, dice) if q.a[1].quality > 5 then r.winner = "b" end return r]]))
  row("changes a result by how many things the question has", false, wrap("combat.infantry",
    [[local n = 0 for _, list in pairs(q) do n = n + list[1].frontage_mm end
    local r = published(rules, q, dice) if n > 400 then r.winner = "b" end return r]]))
  row("changes a result by the first of the question's keys", false, wrap("combat.infantry",
    [[local _, list = next(q) local r = published(rules, q, dice)
    if list[1].quality > 5 then r.winner = "b" end return r]]))
  row("changes a result by its modifiers", false, wrap("combat.infantry",
    [[local r = published(rules, q, dice) if #r.a[1].modifiers > 2 then r.winner = "b" end return r]]))
  row("asks with other arguments", false, wrap("combat.infantry",
    [[if #q.a > 1 then return published(rules, q, dice) end
    return published(rules, with(q, { a = { with(q.a[1], { quality = 9 - q.a[1].quality }) } }), dice)]]))
  row("asks another procedure of the whole question", false, [[wraps = {
    ["combat.infantry"] = function(published, rules, q, dice)
      local r = published(rules, q, dice)
      r.winner = rules.call("combat.cavalry", q, dice).winner
      return r
    end,
    ["combat.cavalry"] = function(published, rules, q, dice) return published(rules, q, dice) end,
  }]])
  row("changes a result by rules.here", false, wrap("combat.infantry",
    [[local r = published(rules, q, dice) local here = rules.here
    if here and here.who and #here.who % 2 == 1 then r.winner = "b" end return r]]))
  row("has the response asked for something that plain units have otherwise", false, [[
    args = { ["combat.response"] = { int "quality" { 1, 9, optional = true } } }, ]] .. wrap("combat.response",
    [[local r = published(rules, q, dice) if q.quality and q.quality < 9 then r.response = "rout" end return r]])
    .. [[, modifiers = { { "x", of = "infantry", cite = "house", value = 0 } }]])
end)
