-- Attacks on the sandbox from inside it: on iterators, frozen values, shared tables, long strings, and by the operator ^.
local digest <const> = require "kernel.digest"
local json <const> = require "kernel.json"
local reach <const> = require "reach"
local sandbox <const> = require "kernel.sandbox"

local BUDGET <const> = { instructions = 3000000, bytes = 64 * 1024 * 1024, seconds = 5 }

local function run(text, words)
  local chunk, failure = sandbox.load(text, "@house/attack.lua", sandbox.env(words))
  if not chunk then return false, failure end
  return sandbox.run(BUDGET, chunk)
end

--- A table of two references to a table of two references … 60 deep.
local function shared(deep)
  local value = { 1 }
  for _ = 1, deep or 60 do value = { value, value } end
  return value
end

describe("an iterator", function()
  for _, value in ipairs { "'text'", "7", "1.5", "nil", "true", "print", "math.abs", "dice" } do
    it("of pairs refuses " .. value, function()
      for _, of in ipairs { "{ 1, 2 }", "{ a = 1 }", "{}" } do
        local done, failure = run(("local step = pairs(%s) return step(%s, 0)"):format(of, value))
        assert.is_false(done, value)
        assert.truthy(failure.message:find("table expected", 1, true), failure.message)
      end
    end)
  end

  it("of pairs refuses a place that is none, and overruns nothing", function()
    assert.is_false((run "local step = pairs { 1 } return step({ 1 }, 'x')"))
    assert.is_false((run "local step = pairs { 1 } return step({ 1 }, {})"))
    assert.is_true((run "local step = pairs { 1 } return step({ 1 }, math.maxinteger)"))
  end)
end)

describe("everything the environment reaches", function()
  it("takes every kind of argument, and shows no address", function()
    local functions, calls, shown = reach.call_all(sandbox.env { q = sandbox.freeze { 1, { 2 } } })
    assert.is_true(functions > 50 and calls > functions * 40)
    assert.same({}, shown)
  end)
end)

describe("a frozen value", function()
  local plain = { guns = 8, list = { 1, 2, { 3 } }, map = { a = { b = 1 } } }
  local before = json.encode(plain)

  for name, text in sandbox.sorted_pairs {
    ["what pairs hands out"] = "local _, inner = pairs(q) inner.guns = 6",
    ["what pairs hands out of a list"] = "local _, inner = pairs(q.list) inner[1] = 6",
    ["what pairs hands out of an inner table"] = "for _, v in pairs(q.map) do v.b = 2 end",
    ["next"] = "local _, v = next(q.map) v.b = 2",
    ["ipairs"] = "for _, v in ipairs(q.list) do if v ~= 1 and v ~= 2 then v[1] = 5 end end",
    ["table.insert"] = "table.insert(q.list, 5)", ["table.remove"] = "table.remove(q.list)",
    ["table.sort"] = "table.sort(q.list, function() return true end)",
    ["table.move"] = "table.move({ 9 }, 1, 1, 1, q.list)",
    ["unpack"] = "local _, _, v = table.unpack(q.list) v[1] = 5",
    ["an index"] = "q.__index.guns = 5",
    ["assignment"] = "q.list[1] = 5",
  } do
    it("is not written to by " .. name, function()
      local frozen = sandbox.freeze(plain, "args")
      run(text, { q = frozen })
      assert.equal(before, json.encode(frozen))
      assert.equal(before, json.encode(plain))
    end)
  end

  it("gives nothing by pairs that can be written to", function()
    local frozen = sandbox.freeze(plain, "args")
    assert.is_true(select(2, run("local _, inner = pairs(q) return inner == q", { q = frozen })))
    assert.same({}, reach.write_all(frozen))
  end)

  it("is a snapshot: what it was made from changes nothing of it, its digest neither", function()
    local mine = { 1, { 2 } }
    local frozen = sandbox.freeze(mine)
    local was = digest.of(frozen)
    mine[2][1], mine[3] = 5, 6
    assert.equal(was, digest.of(frozen))
    assert.equal("[1,[2]]", json.encode(frozen))
  end)

  it("keeps the mark of an empty list", function()
    assert.equal('{"a":[],"b":{}}', json.encode(sandbox.freeze { a = json.list {}, b = {} }))
  end)
end)

describe("a table that is shared 60 levels deep", function()
  it("is frozen in no time, sharing kept", function()
    local frozen = sandbox.freeze(shared())
    assert.is_true(rawequal(frozen[1], frozen[2]))
  end)

  it("is refused by JSON and digests, budget or none", function()
    for _, walk in ipairs { json.encode, digest.of } do
      local done, failure = pcall(walk, shared())
      assert.is_false(done)
      assert.truthy(failure:find("1000000 values", 1, true), failure)
      done, failure = sandbox.run({ instructions = 30000, bytes = 1 << 26, seconds = 5 }, walk, sandbox.freeze(shared()))
      assert.is_false(done)
      assert.equal("budget", failure.kind)
    end
  end)

  it("is refused where it holds more text than there is room for", function()
    local text = ("x"):rep(1000000)
    local list = {}
    for i = 1, 100 do list[i] = text end
    local done, message = pcall(digest.of, list)
    assert.is_false(done)
    assert.truthy(message:find("bytes of text", 1, true), message)
  end)
end)

describe("sorting long strings", function()
  it("is charged by their length", function()
    local done, failure = run [[
      local list, text = {}, ("x"):rep(1000000)
      for i = 1, 40000 do list[i] = text end
      table.sort(list)
    ]]
    assert.is_false(done)
    assert.equal("budget", failure.kind)
  end)
end)

describe("the operator ^", function()
  local function refused(text, line)
    local chunk, failure = sandbox.load(text, "@house/x.lua", sandbox.env {})
    assert.is_nil(chunk, text)
    assert.same({ "house/x.lua", line }, { failure.file, failure.line })
    assert.truthy(failure.message:find("math.pow", 1, true))
  end

  it("is refused with its line", function()
    refused("return 478302^3", 1)
    refused("local x = 2\n-- ^\nreturn x\n^ 0.5", 4)
    refused("local s = 'it''s' .. \"\\\"\" x = 2 ^ 2", 1)
    refused("local s = [==[ ]] ]=] ]==] x = 2 ^ 2", 1)
    refused("--[[ ^\n^ ]] x = 2 ^ 2", 2)
    refused("local t = {[1]=2} x = t[1]^2", 1)
    refused("--[ ^ \nx = 1^1", 2)
    refused("x = '\\z  \n  a' y = 1^1", 2)
    refused("x = 'a\\\nb\\\\' y = 1^1", 2)
    refused("x = a[ [[^]] ]^1", 1)
    refused("x = #'^'^1", 1)
  end)

  it("may stand in strings and comments", function()
    for _, text in ipairs {
      "return ('a'):find '^a'", 'return "\\"^"', "return [[^]]", "return [==[ ]=]^ ]==]", "-- ^", "--[[ ^ ]] return 1",
      "--[==[\n^\n]==]return 1", "return '\\\\' -- '^", "local t = {[1]=2} return t[1] --^", "return 'a\\z\n   ^'",
    } do
      local chunk, failure = sandbox.load(text, "@house/x.lua", sandbox.env {})
      assert(chunk, tostring(failure))
    end
  end)

  it("is replaced by math.pow, which multiplies", function()
    local pow = sandbox.env().math.pow
    assert.equal(1024.0, pow(2, 10))
    assert.equal(0.25, pow(2, -2))
    assert.equal(1.0, pow(0, 0))
    assert.equal(478302.0 * 478302.0 * 478302.0, pow(478302, 3))
    assert.equal(math.huge, pow(2, math.maxinteger))
    assert.equal(0.0, pow(2, math.mininteger))
    assert.is_false((pcall(pow, 2, 0.5)))
  end)
end)

describe("a failure that a guest's code caught", function()
  local function inner() error(select(2, sandbox.run({ instructions = 1000 }, function() while true do end end)), 0) end

  it("cannot be made an interrupt, nor have fields that are none", function()
    local done, failure = run([[
      local _, e = pcall(inner)
      e.kind, e.file, e.line, e.message, e.arg = "interrupt", {}, "x", "\27[2J" .. e.message, print
      error(e)
    ]], { inner = inner })
    assert.is_false(done)
    assert.equal("error", failure.kind)
    assert.truthy(failure.message:find("^\\x1[Bb]%[2Jstopped after 1000 instructions"), failure.message)
    for _, key in ipairs { "file", "arg" } do
      assert.truthy(failure[key] == nil or type(failure[key]) == "string")
    end
    assert.truthy(failure.line == nil or math.type(failure.line) == "integer")
  end)

  it("is still one when its message was taken away", function()
    local done, failure = run("local _, e = pcall(inner) e.message = nil e.kind = {} error(e)", { inner = inner })
    assert.is_false(done)
    assert.same({ "error", "an error was raised without a message" }, { failure.kind, failure.message })
  end)
end)
