-- The ask protocol: a JSON question a line in, an answer a line out, whatever the line holds.
local json <const> = require "kernel.json"
local protocol <const> = require "limber.ask.protocol"
local ruleset <const> = require "limber.rules.ruleset"
local toy <const> = require "toy_rules"

local function referee(base, changed)
  return protocol.referee(assert(ruleset.load(toy.loader(changed), "toy")), base or {}, 7)
end

local GUN <const> = '"call":"gun.fire","args":{"calibre_pdr":12,"guns":3,"range_mm":500,"target":"formed"}'

local function answer(line, base, changed)
  return json.decode(protocol.answer_line(referee(base, changed), line))
end

describe("the ask protocol", function()
  it("answers with the result, the dice and the question's id", function()
    local got = answer('{"id":"a1",' .. GUN .. ',"dice":[6]}')
    assert.equal("a1", got.id)
    assert.equal(3, got.result.points)
    assert.equal(true, got.result.far)
    assert.equal(6, got.dice[1])
    assert.equal(7, answer('{"id":7,' .. GUN .. "}").id)
  end)

  it("throws dice when none are given, the same for a seed and another question each time", function()
    local one, other = referee(), referee()
    local line = '{"call":"duel.fight","args":{"a":[{"skill":1}],"b":{"skill":2}}}'
    local first = protocol.answer_line(one, line)
    assert.equal(first, protocol.answer_line(other, line))
    local different = false
    for _ = 1, 20 do different = different or protocol.answer_line(one, line) ~= first end
    assert.is_true(different)
  end)

  it("names what is wrong", function()
    for _, one in ipairs {
      { '{"call":"gun.fire","args":{"guns":9}}', "calibre_pdr" },
      { '{"call":"gun.fyre"}', "call" },
      { '{"args":{}}', "call" },
      { "{" .. GUN .. ',"dice":[6,6]}', "dice" },
      { "{" .. GUN .. ',"dice":[]}', "dice" },
      { "{" .. GUN .. ',"dice":[7]}', "dice" },
      { "{" .. GUN .. ',"dice":6}', "dice" },
      { "{" .. GUN .. ',"variants":["nobody"]}', "variants" },
      { "{" .. GUN .. ',"variants":["steady","shaky"]}', "variants" },
      { "{" .. GUN .. ',"variants":"steady"}', "variants" },
      { "{" .. GUN .. ',"varients":[]}', "varients" },
      { "{" .. GUN .. ',"odds":"pints"}', "by" },
      { "{" .. GUN .. ',"odds":true,"dice":[1]}', "dice" },
      { "{" .. GUN .. ',"finish":true}', "finish" },
      { "{" .. GUN .. ',"odds":true,"finish":[]}', "finish" },
      { "{" .. GUN .. ',"odds":true,"finish":{"untill":"points > 0"}}', "finish" },
      { "{" .. GUN .. ',"odds":true,"finish":true}', "--until" },
      { '{"call":"gun.fire","args":[]}', "args" },
      { '{"call":"gun.fire","args":5}', "args" },
    } do
      local got = answer(one[1])
      assert.is_nil(got.result, one[1])
      assert.equal(one[2], got.error.arg, one[1])
      assert.is_string(got.error.message)
    end
  end)

  it("answers a line that is no question, and the next one still", function()
    local one = referee()
    for _, line in ipairs { "nonsense", "[1]", "3", "null", '{"call":"a","call":"b"}', '{"id":' } do
      assert.equal("line", json.decode(protocol.answer_line(one, line)).error.arg)
    end
    assert.equal(3, json.decode(protocol.answer_line(one, "{" .. GUN .. ',"dice":[6]}')).result.points)
  end)

  it("gives exact odds to the finish", function()
    local got = answer("{" .. GUN .. [[,"odds":"points","finish":{"until":"total >= 4","carry":"total = total + points"}}]])
    assert.is_true(got.exact)
    assert.is_number(got.rounds.mean)
    assert.same({ "total" }, got.carried)
    for _, one in ipairs(got.endings) do assert.is_true(one.state.total >= 4) end
  end)

  it("gives exact odds", function()
    local got = answer("{" .. GUN .. ',"odds":true}')
    assert.equal(true, got.exact)
    assert.equal(6, got.paths)
    assert.same({ 0, 1, 2, 3 }, { got.outcomes[1].value, got.outcomes[2].value, got.outcomes[3].value, got.outcomes[4].value })
    assert.equal("1/2", got.outcomes[2].exact)
    assert.equal(0.5, got.outcomes[2].p)
    assert.equal(1, #answer("{" .. GUN .. ',"odds":"far"}').outcomes)
  end)

  it("plays by the variants of the referee, then of the question", function()
    local line = '{"call":"duel.outcome","args":{"margin":2}%s}'
    assert.equal("held", answer(line:format "").result.outcome)
    assert.equal("lost", answer(line:format "", { "harsh" }).result.outcome)
    assert.equal("lost", answer(line:format ',"variants":["harsh"]').result.outcome)
    assert.equal("variants", answer(line:format ',"variants":["harsh"]', { "harsh" }).error.arg)
  end)

  it("writes an empty list as a list", function()
    local changed = { ["rules-lua/toy/tables/bonus.csv"] = "name,value\nhill,0\nwounded,0\nscars,0\n" }
    local text = protocol.answer_line(referee({ "bare.lua" }, {
      ["bare.lua"] = [[variant "bare" { doc = "" } wrap "duel.fight" (function(published, rules, q, dice)
        local r = published(rules, q, dice)
        r.b.modifiers = {}
        return r
      end)]], ["rules-lua/toy/tables/bonus.csv"] = changed["rules-lua/toy/tables/bonus.csv"],
    }), '{"call":"duel.fight","args":{"a":[{"skill":1}],"b":{"skill":2}},"dice":[1,1]}')
    assert.matches('"modifiers":%s*%[%]', text)
  end)

  it("answers when a house rule errs or never ends, and goes on", function()
    local one = referee({ "bad.lua" }, { ["bad.lua"] = [[variant "bad" { doc = "" }
wrap "gun.fire" (function(published, rules, q, dice)
  if q.guns == 1 then error "no powder" end
  if q.guns == 2 then while true do end end
  return published(rules, q, dice)
end)]] })
    local line = '{"call":"gun.fire","args":{"calibre_pdr":12,"guns":%d,"range_mm":500,"target":"formed"},"dice":[6]}'
    local got = json.decode(protocol.answer_line(one, line:format(1)))
    assert.equal("rules", got.error.arg)
    assert.matches("bad.lua:3", got.error.message, 1, true)
    assert.matches("no powder", got.error.message, 1, true)
    got = json.decode(protocol.answer_line(one, line:format(2)))
    assert.equal("rules", got.error.arg)
    assert.equal(3, json.decode(protocol.answer_line(one, line:format(3))).result.points)
  end)

  it("answers the next line whatever a house rule gives for a result", function()
    for _, result in ipairs { "{ outcome = 0/0 }", "{ outcome = t }", "{ outcome = print or next }", "{ outcome = 'x\\xff' }",
      "{ [true] = 1 }", "7", "nil", "{ 1, 2, x = 3 }", "setmetatable and {}" } do
      local one = referee({ "odd.lua" }, { ["odd.lua"] = [[variant "odd" { doc = "" }
local t = {} t.t = t
wrap "duel.outcome" (function() return ]] .. result:gsub("print or ", "") :gsub("setmetatable and ", "") .. [[ end)]] })
      local got = json.decode(protocol.answer_line(one, '{"id":"x","call":"duel.outcome","args":{"margin":2}}'))
      assert.equal("x", got.id, result)
      if result ~= "setmetatable and {}" then assert.is_string(got.error and got.error.message, result) end
      assert.is_nil((got.error and got.error.message or ""):find("protocol.lua", 1, true), result)
      assert.equal(3, json.decode(protocol.answer_line(one, "{" .. GUN .. ',"dice":[6]}')).result.points)
    end
  end)

  it("names the same fault every time", function()
    for _ = 1, 20 do
      assert.equal("aa", answer('{"call":"gun.fire","zz":1,"mm":2,"aa":3,"bb":4}').error.arg)
    end
  end)

  it("answers a line that is too long, and quotes no long word", function()
    local one = referee()
    for line, arg in pairs {
      ['{"call":"' .. ("x"):rep(2 * 1024 * 1024) .. '"}'] = "line", ['{"call":"' .. ("x"):rep(100000) .. '"}'] = "call",
      ["{" .. GUN .. ',"variants":["' .. ("x"):rep(100000) .. '"]}'] = "variants",
      ["{" .. GUN .. ',"odds":"' .. ("x"):rep(100000) .. '"}'] = "by",
    } do
      local text = protocol.answer_line(one, line)
      assert.is_true(#text < 400, text:sub(1, 400))
      assert.equal(arg, json.decode(text).error.arg)
    end
    assert.is_true(#protocol.answer_line(one, "{" .. GUN .. ',"' .. ("x"):rep(100000) .. '":1}') < 500)
    assert.equal(3, json.decode(protocol.answer_line(one, "{" .. GUN .. ',"dice":[6]}')).result.points)
  end)

  it("takes lists of a sensible length", function()
    local fighters = ('{"skill":1},'):rep(1001):sub(1, -2)
    local got = answer('{"call":"duel.fight","args":{"a":[' .. fighters .. '],"b":{"skill":2}}}')
    assert.equal("a must have at most 1000, got 1001", got.error.message)
  end)

  it("keeps a few rule stacks, however many orders of variants are asked for", function()
    local one = referee()
    for i = 1, 100 do protocol.answer_line(one, "{" .. GUN .. (',"variants":["nobody%d"]}'):format(i)) end
    assert.is_true(one.kept <= 32)
    assert.is_nil(next(one.stacks))
  end)
end)
