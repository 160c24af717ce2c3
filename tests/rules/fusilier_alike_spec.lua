--- Fusilier's solo commander under house rules about combat, shipped ones and a guest's: plain units stand for others only
--- where no house rule can tell them apart. Each chance that it reckons with is held to that of the whole question.
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
local function stack(body, guest)
  local reads <const> = setmetatable({ checked = false, variant = function()
    local text <const> = ('variant "x" { of = "fusilier", doc = "?", %s }'):format(body)
    return guest and "own/x.lua" or "rules-lua/fusilier/variants/x.lua", text, not guest
  end }, { __index = loader })
  local rules, fault = Rules.load(reads, "fusilier", { "x" }, { game = require "limber.game.words" })
  return rules or error(fault.message)
end

local function wrap(name, body)
  return ('wraps = { ["%s"] = function(published, rules, q, dice) %s end }'):format(name, body)
end

--- How many chances of a battle are compared, and what ends it then.
local MOST <const>, ENOUGH <const> = 12, {}

--- Fights a battle in which each of the first chances is held to the whole question. Gives how many chances were asked,
--- and how many questions of stand-ins served for them.
local function compared(body, seed, guest)
  local rules <const> = stack(body, guest)
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
    if chances == MOST then error(ENOUGH, 0) end
    return p
  end
  local done, failure = pcall(function()
    local over, fault = Solo.fight(game, BOTH, { strict = true })
    assert(over, fault and fault.message)
  end)
  methods.chance_alike, question.odds = alike, odds
  assert(done or chances == MOST, failure)
  return chances, stood
end

describe("the odds of a fight under a house rule", function()
  local function test(what, stands, body, guest)
    it(("are those of the whole question where %s %s"):format(guest and "a guest's" or "it", what), function()
      local chances, stood = 0, 0
      for seed = 7, 8 do
        local asked, alike = compared(body, seed, guest)
        chances, stood = chances + asked, stood + alike
        if chances > 10 then break end
      end
      assert.is_true(chances > 10, chances .. " chances")
      assert.equal(stands, stood > 0)
    end)
  end
  local function row(what, stands, body)
    test(what, stands, body)
    test(what, stands, body, true)
  end
  local function guest_row(what, stands, body) test(what, stands, wrap("combat.infantry", body), true) end

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
  row("changes a result by its second read, and leaves others as they are", true, wrap("combat.infantry",
    [[local r = published(rules, q, dice) local a, b = r.a[1], r.b[1]
    if a.score > 12 and b.score < 7 and r.winner == "a" then r.winner = "none" end return r]]))
  row("changes a result by what it gets of the other in its place", true, wrap("combat.infantry",
    [[local r = published(rules, q, dice)
    local best = r.winner == "a" and r.a or r.b
    if best[1].score == 9 then r.winner = "none" end return r]]))
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
  test("asks another procedure of the whole question", false, [[wraps = {
    ["combat.infantry"] = function(published, rules, q, dice)
      local r = published(rules, q, dice)
      r.winner = rules.call("combat.cavalry", q, dice).winner
      return r
    end,
    ["combat.cavalry"] = function(published, rules, q, dice) return published(rules, q, dice) end,
  }]])
  guest_row("reads the question where an error is caught", false, [[local r = published(rules, q, dice)
    local done, first = pcall(function() for _, list in pairs(q) do return list[1].quality end end)
    if done and first > 5 then r.winner = "b" end return r]])
  guest_row("goes through the keys of the modifiers", false, [[local r = published(rules, q, dice)
    local done, key = pcall(next, r.a[1].modifiers)
    if done and key and r.a[1].modifiers[2] then r.winner = "b" end return r]])
  guest_row("asks for the length of a list of the question", false, [[local r = published(rules, q, dice)
    if #q.a > 1 then r.winner = "b" end return r]])
  guest_row("hands the question to another function", false, [[local r = published(rules, q, dice)
    if pcall(rules.work, "infantry", q.a[1], {}) then r.winner = "b" end return r]])
  guest_row("hands the modifiers to another function", false, [[local r = published(rules, q, dice)
    if pcall(rules.says, "combat.infantry", r) then r.winner = "b" end return r]])
  guest_row("has the question worked by rules of its own", false, [[local best = 0
    local own = with(rules, { work = function(_, unit) best = unit.quality return {}, 0 end })
    local r = published(own, q, dice)
    if best > 5 then r.winner = "b" end return r]])
  guest_row("throws dice of its own", false, [[local most = 0
    local own = with(dice, { sum = function(n, faces, ...) most = n return dice.sum(n, faces, ...) end })
    local r = published(rules, q, own)
    if most > 2 then r.winner = "b" end return r]])
  guest_row("has other modifiers asked for", true, [[local r = published(rules, q, dice)
    local list = rules.work("infantry", { quality = 5, frontage_mm = 100, damage_points = 0, defeats = {}, draws = 0 }, { own = 9, opposing = 9 })
    if r.a[1].score < 11 and #list > 0 and list[1].name then r.winner = "b" end return r]])
  guest_row("catches an error from below", false, [[pcall(published, rules, q, nil)
    return published(rules, q, dice)]])
  guest_row("gives a list of modifiers another place", true, [[local r = published(rules, q, dice)
    if r.a[1].score < 11 then r.a[1].modifiers, r.winner = r.b[1].modifiers, "b" end return r]])
  row("changes a result by rules.here", false, wrap("combat.infantry",
    [[local r = published(rules, q, dice) local here = rules.here
    if here and here.who and #here.who % 2 == 1 then r.winner = "b" end return r]]))
  row("has the response asked for something that plain units have otherwise", false, [[
    args = { ["combat.response"] = { int "quality" { 1, 9, optional = true } } }, ]] .. wrap("combat.response",
    [[local r = published(rules, q, dice) if q.quality and q.quality < 9 then r.response = "rout" end return r]])
    .. [[, modifiers = { { "x", of = "infantry", cite = "house", value = 0 } }]])
end)
