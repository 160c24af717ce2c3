-- The environment of rules: what is in it, its order, its frozen values, its budgets, its failures.
local sandbox <const> = require "kernel.sandbox"

local function run(text, words, budget)
  local chunk = assert(sandbox.load(text, "rules/x.lua", sandbox.env(words)))
  return sandbox.run(budget, chunk)
end

local function value(text, words)
  local ok, result = run(text, words)
  assert.is_true(ok, tostring(result))
  return result
end

describe("the environment", function()
  it("holds what is allowed and nothing else", function()
    local names = {}
    for name, entry in sandbox.sorted_pairs(sandbox.env {}) do
      if type(entry) == "table" then
        for inner in sandbox.sorted_pairs(entry) do names[#names + 1] = name .. "." .. inner end
      else
        names[#names + 1] = name
      end
    end
    assert.equal("_VERSION assert error ipairs "
      .. "math.abs math.ceil math.floor math.fmod math.huge math.max math.maxinteger math.min math.mininteger "
      .. "math.modf math.pow math.sqrt math.tointeger math.type math.ult next pairs pcall select "
      .. "string.byte string.char string.find string.format string.gmatch string.gsub string.len string.lower "
      .. "string.match string.rep string.reverse string.sub string.upper "
      .. "table.concat table.insert table.move table.pack table.remove table.sort table.unpack "
      .. "tonumber tostring type "
      .. "utf8.char utf8.charpattern utf8.codepoint utf8.codes utf8.len utf8.offset xpcall",
      table.concat(names, " "))
  end)

  it("is fresh each time and takes the words given", function()
    local first = sandbox.env { guns = 8 }
    first.string.rep = "spoilt"
    assert.equal("function", type(sandbox.env().string.rep))
    assert.equal("aa", ("a"):rep(2))
    assert.equal(8, first.guns)
    assert.is_nil(value("return guns"))
  end)

  it("keeps the methods of strings within bounds", function()
    assert.is_nil(value "return ('x').dump")
    assert.is_nil(value "return ('x').pack")
    local ok, failure = run "('x').y = 1"
    assert.is_false(ok)
    assert.equal("error", failure.kind)
  end)

  it("shows no addresses", function()
    assert.equal("table function table", value "return tostring({}) .. ' ' .. ('%s'):format(print or pairs) .. ' ' .. ('%s'):format({})")
    local ok, failure = run "return ('%p'):format({})"
    assert.is_false(ok)
    assert.truthy(failure.message:find("addresses", 1, true))
    assert.equal("nan", value "return tostring(0/0) ")
    assert.equal("nan nan", value "return ('%.1f %g'):format(0/0, -(0/0))")
  end)

  it("changes the case of ASCII letters only", function()
    assert.equal("STRASSE ÄÖ ä", value "return ('strasse ÄÖ ä'):upper()")
    assert.equal("abcz@[`{", value "return ('ABCZ@[`{'):lower()")
  end)
end)

describe("order", function()
  it("puts fractions between the whole numbers around them, above 0 and below", function()
    local text = "local out = {} for k in pairs(t) do out[#out + 1] = tostring(k) end return table.concat(out, ' ')"
    local keys = {}
    for _, key in ipairs { 0, -0.5, 0.5, -1, 1, -1.5, -2, 1.5, 2, -2.5, -3 } do keys[key] = true end
    assert.equal("-3 -2.5 -2 -1.5 -1 -0.5 0 0.5 1 1.5 2", value(text, { t = keys }))
  end)

  it("is by kind and value for pairs", function()
    local text = "local out = {} for k in pairs(t) do out[#out + 1] = tostring(k) end return table.concat(out, ' ')"
    local t = { "one", "two", b = 1, a = 1, ab = 1, [true] = 1, [false] = 1, [-3] = 1, [2.5] = 1, [1e300] = 1,
      [-1e300] = 1, [math.maxinteger] = 1, ["\0"] = 1, [""] = 1 }
    assert.equal("-1e+300 -3 1 2 2.5 9223372036854775807 1e+300 false true  \0 a ab b", value(text, { t = t }))
    assert.equal("1 2 3", value(text, { t = { 1, 2, 3 } }))
    assert.equal("", value(text, { t = {} }))
  end)

  it("is the same for next, which any change survives", function()
    local text = "local out, k = {}, nil repeat k = next(t, k) out[#out + 1] = tostring(k) until k == nil "
      .. "return table.concat(out, ' ')"
    assert.equal("1 2 5 true a b nil", value(text, { t = { "x", "y", [5] = 1, b = 1, a = 1, [true] = 1 } }))
    assert.is_true(value("return next(t) == nil", { t = {} }))
  end)

  it("skips what is taken out meanwhile", function()
    assert.equal("a c", value([[
      local t, out = { a = 1, b = 2, c = 3 }, {}
      for k in pairs(t) do t.b = nil out[#out + 1] = k end
      return table.concat(out, " ")]]))
  end)

  it("is refused for keys that have none", function()
    local ok, failure = run "for _ in pairs { [{}] = 1 } do end"
    assert.is_false(ok)
    assert.truthy(failure.message:find("no order", 1, true))
  end)

  it("follows an object's own __pairs", function()
    local object = setmetatable({}, { __pairs = function() return next, { inner = 1 } end })
    assert.equal("inner", value("for k in pairs(object) do return k end", { object = object }))
  end)

  it("sorts, and keeps equal elements in their order", function()
    local text = [[
      local list = {}
      for i = 1, n do list[i] = { key = i * 7919 % 5, place = i } end
      table.sort(list, function(a, b) return a.key < b.key end)
      for i = 2, n do
        local a, b = list[i - 1], list[i]
        if a.key > b.key or a.key == b.key and a.place > b.place then return i end
      end
      return "stable"]]
    for _, n in ipairs { 0, 1, 2, 3, 7, 8, 9, 100, 1000 } do assert.equal("stable", value(text, { n = n })) end
    assert.equal("1 2 3 10", value "local t = { 10, 3, 1, 2 } table.sort(t) return table.concat(t, ' ')")
    local ok, failure = run "table.sort { 1, 'x' }"
    assert.is_false(ok)
    assert.truthy(failure.message:find("compare", 1, true))
  end)
end)

describe("frozen values", function()
  local plain = { guns = 8, name = "Noël", list = { 10, 20, 30 }, deep = { er = { x = 1 } } }
  plain.deep.again = plain.list
  local frozen = sandbox.freeze(plain, "args")

  it("read like what was frozen", function()
    assert.equal(8, frozen.guns)
    assert.equal(3, #frozen.list)
    assert.equal(30, frozen.list[3])
    assert.equal(1, frozen.deep.er.x)
    assert.is_true(rawequal(frozen.deep.again, frozen.list))
    local sum = 0
    for _, v in ipairs(frozen.list) do sum = sum + v end
    assert.equal(60, sum)
    assert.equal("deep guns list name", value([[
      local out = {} for k in pairs(q) do out[#out + 1] = k end return table.concat(out, " ")]], { q = frozen }))
    assert.equal("10,20,30", value("return table.concat(q.list, ',')", { q = frozen }))
    assert.equal(60, value("local a, b, c = table.unpack(q.list) return a + b + c", { q = frozen }))
    assert.equal("deep", value("return (next(q))", { q = frozen }))
    local names = {}
    for name in pairs(frozen) do names[#names + 1] = name end
    assert.equal("deep guns list name", table.concat(names, " "))
  end)

  it("cannot be written", function()
    local ok, failure = run("q.guns = 9", { q = frozen })
    assert.is_false(ok)
    assert.equal("args are read-only: guns cannot be set", failure.message)
    assert.equal("rules/x.lua", failure.file)
    assert.equal(1, failure.line)
    for _, text in ipairs { "q.deep.er.x = 2", "q.list[4] = 1", "table.insert(q.list, 1)", "table.sort(q.list)",
      "table.remove(q.list)" } do
      assert.is_false((run(text, { q = frozen })), text)
    end
    assert.equal(8, plain.guns)
    assert.is_false(getmetatable(frozen))
  end)

  it("are frozen once", function()
    assert.is_true(rawequal(sandbox.freeze(frozen), frozen))
    assert.is_true(rawequal(sandbox.freeze({ frozen.list })[1], frozen.list))
    assert.equal(5, sandbox.freeze(5))
  end)

  it("may hold themselves", function()
    local loop = { 1 }
    loop.self = loop
    local still = sandbox.freeze(loop)
    assert.is_true(rawequal(still.self.self, still))
  end)

  it("leave objects that guard themselves alone", function()
    local object = setmetatable({}, { __index = { answer = 42 } })
    assert.is_true(rawequal(sandbox.freeze({ object })[1], object))
  end)
end)

describe("a run", function()
  it("gives back what the function gives back", function()
    assert.same({ true, 1, nil, 3, n = 4 }, table.pack(sandbox.run(nil, function(...) return ... end, 1, nil, 3)))
    assert.same({ true, n = 1 }, table.pack(sandbox.run({}, function() end)))
  end)

  it("turns every error into a failure", function()
    local ok, failure = run "local x = nil + 1"
    assert.is_false(ok)
    assert.same({ "error", "rules/x.lua", 1 }, { failure.kind, failure.file, failure.line })
    assert.truthy(failure.message:find("arithmetic", 1, true))
    assert.truthy(failure.traceback:find("rules/x.lua", 1, true))
    assert.truthy(tostring(failure):find("^rules/x.lua:1: attempt"))

    ok, failure = sandbox.run(nil, error, { arg = "guns", message = "guns must be 2 to 14, got 15", extra = 1 })
    assert.is_false(ok)
    assert.same({ "refusal", "guns", "guns must be 2 to 14, got 15", 1 },
      { failure.kind, failure.arg, failure.message, failure.value.extra })
    assert.is_nil(failure.traceback)

    local again
    ok, again = sandbox.run(nil, error, failure)
    assert.is_false(ok)
    assert.is_true(rawequal(failure, again))

    for _, thrown in ipairs { 12, true, {}, print } do
      ok, failure = sandbox.run(nil, error, thrown)
      assert.is_false(ok)
      assert.equal("error", failure.kind)
      assert.equal("string", type(failure.message))
    end
    ok, failure = sandbox.run(nil, error, setmetatable({}, { __tostring = function() error "no" end }))
    assert.is_false(ok)
    assert.equal("string", type(failure.message))
  end)

  it("a failure whose kind was taken away can be raised again", function()
    local _, failure = sandbox.run(nil, function() error({ arg = "guns", message = "too many" }, 0) end)
    failure.kind = nil
    local done, again = sandbox.run(nil, function() error(failure, 0) end)
    assert.same({ false, "too many" }, { done, again.message })
  end)

  it("takes times in messages for no places", function()
    local _, failure = sandbox.run(nil, error, "at 12:30: too late", 0)
    assert.equal("at 12:30: too late", failure.message)
    assert.is_nil(failure.file)
  end)

  it("nests: the inner budget ends the inner run alone", function()
    local ok, inner_ok, kind, after = sandbox.run({ instructions = 1e7 }, function()
      local inner, failure = sandbox.run({ instructions = 1e5 }, function() while true do end end)
      local sum = 0
      for i = 1, 1000 do sum = sum + i end
      return inner, failure.kind, sum
    end)
    assert.is_true(ok)
    assert.is_false(inner_ok)
    assert.same({ "budget", 500500 }, { kind, after })
  end)

  it("nests: the outer budget bounds the inner one", function()
    local ok, failure = sandbox.run({ instructions = 1e5 }, function()
      sandbox.run({ instructions = 1e9 }, function() while true do end end)
      while true do end
    end)
    assert.is_false(ok)
    assert.equal("budget", failure.kind)
    assert.truthy(failure.message:find("100000", 1, true))
  end)

  it("is not stopped for what it throws away", function()
    local ok, result = run([[
      local n = 0
      for i = 1, 200 do local t = {} for j = 1, 100 do t[j] = { j } end n = n + #t end
      return n]], nil, { bytes = 512 * 1024, instructions = 1e8, seconds = 20 })
    assert.is_true(ok, tostring(result))
    assert.equal(20000, result)
  end)

  it("refuses budgets that make no sense", function()
    assert.is_false((pcall(sandbox.run, { seconds = -1 }, print)))
    assert.is_false((pcall(sandbox.run, { bytes = "x" }, print)))
    assert.is_false((pcall(sandbox.run, 5, print)))
    local ok, failure = sandbox.run({}, nil)
    assert.is_false(ok)
    assert.equal("error", failure.kind)
  end)
end)

describe("load", function()
  it("says where a text is wrong", function()
    local chunk, failure = sandbox.load("x = 1\nlocal function end", "house/y.lua", sandbox.env {})
    assert.is_nil(chunk)
    assert.same({ "error", "house/y.lua", 2 }, { failure.kind, failure.file, failure.line })
    assert.is_nil(failure.traceback)
  end)

  it("skips a byte order mark", function()
    assert.equal(1, value "\xEF\xBB\xBFreturn 1")
  end)

  it("keeps globals in the environment given", function()
    local env = sandbox.env {}
    assert.is_true((sandbox.run(nil, sandbox.load("made_here = 1", "x", env))))
    assert.equal(1, env.made_here)
    assert.is_nil(rawget(_G, "made_here"))
  end)
end)
