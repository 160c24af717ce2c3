-- kernel.digest: which data has the same digest, which a different one, and which none.
local digest <const> = require "kernel.digest"
local json <const> = require "kernel.json"
local sandbox <const> = require "kernel.sandbox"

local function broken(message, value)
  local ok, raised = pcall(digest.of, value)
  assert.is_false(ok)
  assert.equal(message, raised)
end

describe("a digest of text", function()
  it("is BLAKE2b-256", function()
    assert.equal("bddd813c634239723171ef3fee98579b94964e3bb1cb3e427262c8c068d52319", digest.text "abc")
  end)
end)

describe("a digest of data", function()
  it("is the same from run to run, and what an independent implementation gives", function()
    assert.equal("72bd0ab2b00a76c85560ed844a2e7a33bf0cf4c71336d0760a699ed8cf702118",
      digest.of { name = "guard", men = 540, bases = { 1, 2, -3 }, routed = false, orders = {} })
  end)

  it("does not know in what order a map was filled", function()
    local up, down = {}, {}
    for i = 1, 500 do up["k" .. i] = i end
    for i = 500, 1, -1 do down["k" .. i] = i end
    assert.equal(digest.of(up), digest.of(down))
  end)

  it("tells values and shapes apart", function()
    local seen = {}
    for _, value in ipairs {
      1, 0, -1, "1", "", true, false, json.null, {}, { 1 }, { 1, 2 }, { { 1 }, 2 }, { 1, { 2 } }, { { 1, 2 } }, { "1" },
      { a = 1 }, { b = 1 }, { a = "1" }, { a = { a = 1 } }, { a = {} }, { a = 1, b = 2 }, { a = 2, b = 1 }, { "a", 1 }, { {} },
    } do
      local sum = digest.of(value)
      assert.is_nil(seen[sum])
      seen[sum] = true
    end
  end)

  it("survives being written as JSON and read again", function()
    local value = { a = {}, b = { 1, { x = "é" } }, c = { d = {} }, e = json.list {}, n = math.mininteger }
    assert.equal(digest.of(value), digest.of(json.decode(json.encode(value))))
  end)

  it("is that of the values when they are frozen", function()
    local value = { a = { 1, { b = 2 } }, c = {} }
    assert.equal(digest.of(value), digest.of(sandbox.freeze(value)))
    assert.equal(digest.of(value), digest.of { a = sandbox.freeze(value).a, c = sandbox.freeze {} })
    assert.equal('{"a":[1,{"b":2}],"c":{}}', json.encode(sandbox.freeze(value)))
  end)

  it("is chained", function()
    local first = digest.of(1)
    assert.equal(digest.of { first, { a = 1 } }, digest.chain(first, { a = 1 }))
    assert.not_equal(digest.chain(first, { a = 1 }), digest.chain(digest.of(2), { a = 1 }))
  end)

  it("of what was measured is the same, and may have decimals", function()
    assert.equal(digest.of { a = { 1, "x" } }, digest.measured { a = { 1, "x" } })
    assert.not_equal(digest.measured { a = 0.62 }, digest.measured { a = 0.63 })
  end)

  it("is chained with decimals, up to six of them", function()
    local first = digest.of(1)
    assert.not_equal(digest.chain(first, { a = 0.62 }), digest.chain(first, { a = 0.63 }))
    assert.not_equal(digest.chain(first, { a = 0.000001 }), digest.chain(first, { a = 1 }))
    assert.equal(digest.chain(first, { a = 0.1 + 0.2 }), digest.chain(first, { a = 0.3 }))
    local _, wrong = pcall(digest.chain, first, { a = 0.0000005 })
    assert.truthy(tostring(wrong):find("only numbers with up to six decimals have a digest", 1, true))
  end)

  it("is not had of what is not plain data, and the path says where", function()
    broken("units.3.morale is 1.5: only whole numbers have a digest", { units = { {}, {}, { morale = 1.5 } } })
    broken("a.f is a function, which is not plain data", { a = { f = print } })
    broken("a is a list with holes: 2 items up to 3", { a = { 1, [3] = 3 } })
    broken("a has both names and numbers for keys", { a = { 1, x = 2 } })
    broken("a has the key 0, which is neither a name nor a place in a list", { a = { [0] = 1 } })
    broken("a has a boolean for a key", { a = { [true] = 1 } })
    broken("a is not plain data: it has a metatable", { a = setmetatable({}, {}) })
    broken("a is marked as a list but has names for keys", { a = json.list { x = 1 } })
    broken("the value is 0.5: only whole numbers have a digest", 0.5)
    local loop = { a = {} }
    loop.a.back = { loop }
    broken("a.back.1 is a table that holds itself", loop)
    local shared = {}
    assert.equal(digest.of { {}, {} }, digest.of { shared, shared })
  end)

  it("is not had of what is nested too deep", function()
    local deep = {}
    for _ = 1, 3000 do deep = { deep } end
    broken("the value is nested deeper than 2048 levels", deep)
  end)
end)
