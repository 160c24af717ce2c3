-- Tweaks: made on a live stack, listed against the published text, kept as a file that gives the same rules again.
local clauses <const> = require "limber.rules.clauses"
local dice <const> = require "kernel.dice"
local diff <const> = require "limber.rules.diff"
local question <const> = require "limber.ask.question"
local Rules <const> = require "limber.rules.stack"
local toy <const> = require "toy_rules"

local GUN <const> = { calibre_pdr = 12, guns = 3, range_mm = 500, target = "formed" }

local function points(rules)
  local source = dice.new()
  source:list { 4 }
  return question.ask(rules, "gun.fire", GUN, source).points
end

local function tweaked()
  local rules = toy.rules { "harsh" }
  assert(rules:set_cell("hits.4.3", 5))
  assert(rules:set_option("ties", "first"))
  local text = 'modifier { "guard", 2, of = "duel", flag = "guard" }'
  assert(rules:add_modifier({ "guard", 2, of = "duel", flag = "guard" }, text))
  text = 'wrap "gun.fire" (function(published, rules, q, dice)\n  local r = published(rules, q, dice)\n'
    .. "  r.points = r.points + 1 -- a lucky shot\n  return r\nend)"
  assert(rules:set_wrap("gun.fire", function(published, view, q, throw)
    local r = published(view, q, throw)
    r.points = r.points + 1
    return r
  end, text))
  return rules
end

describe("tweaks", function()
  it("take effect at once, and raise the generation", function()
    local rules = toy.rules()
    local before = rules.generation
    rules:set_cell("hits.4.3", 5)
    assert.equal(5, points(rules))
    assert.is_true(rules.generation > before)
    rules:drop_tweaks()
    assert.equal(1, points(rules))
  end)

  it("that do not fit change nothing", function()
    local rules = toy.rules()
    local done, fault = rules:set_wrap("gun.fyre", function() end, "")
    assert.is_nil(done)
    assert.matches("did you mean gun.fire?", fault.message, 1, true)
    done, fault = rules:set_option("ties", "frist")
    assert.is_nil(done)
    assert.matches("did you mean first?", fault.message, 1, true)
    assert.is_nil((rules:add_modifier({ "x", 1, of = "dual" }, "")))
    assert.equal(1, points(rules))
    assert.same({}, diff.of(rules))
  end)

  it("that set what is published change nothing, where no variant of the stack says otherwise", function()
    local rules = toy.rules()
    local hill, ties = rules:cell "bonus.hill", rules.published.options.ties.value
    assert(rules:set_cell("bonus.hill", hill + 4))
    assert.equal(hill + 4, rules:set_cell("bonus.hill", hill))
    assert(rules:set_option("ties", "first"))
    assert(rules:set_option("ties", ties))
    assert.same({}, diff.of(rules))
    local harsh = toy.rules { "harsh" }
    assert(harsh:set_cell("bonus.hill", hill))
    assert.equal(hill, harsh:cell "bonus.hill")
    assert.is_true(diff.tweaked(harsh))
  end)

  it("are listed against the published text, layer by layer", function()
    local shown = {}
    for i, one in ipairs(diff.of(tweaked())) do
      shown[i] = ("%s %s %s %s %s"):format(one.layer, one.what, one.name, tostring(one.old), tostring(one.new))
    end
    assert.same({
      "harsh table bands bands bands_harsh",
      "harsh cell bonus.hill 2 3",
      "yours cell hits.4.3 1 5",
      "yours option ties none first",
      "yours modifier duel.guard nil 2",
      "yours procedure gun.fire nil nil",
    }, shown)
    assert.is_true(diff.tweaked(tweaked()))
    assert.is_false(diff.tweaked(toy.rules { "harsh" }))
  end)

  it("are kept as a variant that gives the same rules", function()
    local rules = tweaked()
    local text = diff.keep(rules, "mine")
    assert.matches('["hits.4.3"] = 5, -- published: 1', text, 1, true)
    assert.matches("a lucky shot", text, 1, true)
    assert.is_truthy(diff.try(rules, "./mine.lua", text))
    local again = toy.rules({ "harsh", "mine.lua" }, { ["mine.lua"] = text })
    assert.equal(points(rules), points(again))
    assert.equal("first", again.view.option.ties)
    assert.is_true(again:procedure "duel.fight" ~= nil)
    local source = dice.new()
    source:list { 1, 1 }
    local duel = question.ask(again, "duel.fight", { a = { { skill = 1, guard = true } }, b = { skill = 1 } }, source)
    assert.equal("a", duel.winner)
    assert.same({}, again.live.cells)
  end)

  it("that would not load again are not kept", function()
    local rules = toy.rules()
    rules:set_wrap("gun.fire", function() end, 'wrap "gun.fire" (elsewhere)')
    local stack, fault = diff.try(rules, "./mine.lua", diff.keep(rules, "mine"))
    assert.is_nil(stack)
    assert.matches("mine.lua", fault.message, 1, true)
  end)

  it("stay when the rule files are read again", function()
    local loader = toy.loader()
    local rules = assert(Rules.load(loader, "toy", { "harsh" }))
    rules:set_cell("constants.reach", 300)
    loader.files["rules-lua/toy/tables/hits.csv"] = "roll,guns_1,guns_2,guns_3\n4,1,1,9\n"
    local again = assert(rules:reload())
    assert.equal(9, points(again))
    assert.equal(300, again.view.constant.reach)
    assert.same({ "harsh" }, again:variant_names())
    loader.files["rules-lua/toy/tables/constants.csv"] = "name,value\nzeal,0\n"
    local none, fault = again:reload()
    assert.is_nil(none)
    assert.matches("reach", fault.message)
    assert.equal(300, again.view.constant.reach)
  end)

  it("know which cells a question reads", function()
    local rules = toy.rules()
    local reads = rules:trace_reads(function() points(rules) end)
    assert.is_true(reads["hits.4.3"])
    assert.is_true(reads["ranges.12.far_mm"])
    assert.is_true(reads["constants.zeal"])
    assert.is_nil(reads["hits.4.2"])
    assert.is_nil(reads["constants.reach"])
    assert.is_nil(rules.reads)
  end)
end)

describe("the clause report", function()
  local function gaps(covered_by, vectors)
    local rules = toy.rules({}, {
      ["rules-lua/toy/clauses.csv"] = "id,cite,kind,says,covered_by\nT-1,1,procedure,It is so,\"" .. covered_by .. '"\n',
    })
    return clauses.report(rules.published, vectors or '{"call":"duel.fight"}\n')[1].gap
  end

  it("finds nothing wanting in what is covered", function()
    for _, fine in ipairs {
      "duel.fight", "duel.fight R1", "duel.fight (steady)", "hits.csv", "none needed", "section 4.1", "R1",
      "hits.csv, duel.fight", "skill",
    } do
      assert.is_nil(gaps(fine), fine)
    end
    assert.is_nil(gaps("duel.*", '{"call":"duel.fight"}\n{"call":"duel.outcome"}'))
  end)

  it("names every kind of gap", function()
    for _, one in ipairs {
      { "duel.fite", "no procedure duel.fite; did you mean duel.fight?" }, { "gun.fire", "no test vector of gun.fire" },
      { "duel.*", "no test vector of duel.outcome" }, { "dual.*", "no procedures dual.*" },
      { "hitz.csv", "no table reads hitz.csv" }, { "R9", "no ruling R9" }, { "nonsense", "nonsense names nothing" },
      { "duel.fight (stedy)", "stedy is not a variant, argument or result" }, { "cmd:charge", "no game files: cannot find cmd:charge" },
      { "", "does not say what covers it" },
    } do
      assert.equal(one[2], gaps(one[1]))
    end
  end)
end)
