-- Copies of plain data (kernel.sandbox plain), around the size from which a copy's pairs no longer wait on the stack.
local sandbox <const> = require "kernel.sandbox"

local SIZES <const> = { 0, 1, 2, 22, 23, 24, 25, 26, 47, 48, 49, 200, 1023, 1024, 1025, 3000 }

local function list_of(n, one)
  local list = {}
  for i = 1, n do list[i] = one and one(i) or i end
  return list
end

local function names_of(n, one)
  local names = {}
  for i = 1, n do names["k" .. i] = one and one(i) or i end
  return names
end

local function nested(i) return i % 3 == 0 and { at = i, more = { i, i + 1 } } or i end

local function refused(value)
  local done, message = pcall(sandbox.plain, value)
  assert.is_false(done)
  return type(message) == "table" and message.message or message
end

describe("a copy of plain data", function()
  it("holds what the original holds, whatever its size, and shares nothing with it", function()
    for _, size in ipairs(SIZES) do
      for _, make in ipairs { list_of, names_of } do
        local value, again = make(size, nested), make(size, nested)
        local copies = {}
        local copy = sandbox.plain(value, copies)
        assert.are_not.equal(value, copy)
        assert.same(again, copy)
        assert.equal(copy, copies[value])
        for key, inner in pairs(value) do
          if type(inner) == "table" then
            assert.are_not.equal(inner, copy[key])
            assert.equal(copy[key], copies[inner])
            assert.equal(copy[key].more, copies[inner.more])
            copy[key].more[1] = "changed"
          end
        end
        copy.new = true
        assert.same(again, value)
      end
    end
  end)

  it("copies what is frozen, and wholes that are floats", function()
    for _, size in ipairs(SIZES) do
      local copy = sandbox.plain { sandbox.freeze(list_of(size, nested), "it"), list_of(size, function(i) return i + 0.0 end) }
      assert.same({ list_of(size, nested), list_of(size) }, copy)
      assert.is_nil(getmetatable(copy[1]))
      if size > 0 then assert.equal("integer", math.type(copy[2][size])) end
    end
  end)

  it("takes decimals where they are asked for, and no number that is none", function()
    assert.same({ 1.25, 2 }, sandbox.plain({ 1.25, 2.0 }, nil, true))
    assert.is_false((pcall(sandbox.plain, { 1.25 })))
    for _, wrong in ipairs { 1 / 0, -1 / 0, 0 / 0 } do
      assert.is_false((pcall(sandbox.plain, { wrong }, nil, true)))
    end
  end)

  it("names the place of what is refused, in small tables and large ones", function()
    for _, size in ipairs(SIZES) do
      local list, names = list_of(size), list_of(size)
      list[size + 1] = { names = { a = { 1, 2, print } } }
      assert.matches(("^%d.names.a.3 is a function"):format(size + 1), refused(list))
      names[size + 2] = 1
      assert.matches("list with holes", refused(names))
      local mixed = names_of(size + 1)
      mixed[1] = 1
      assert.matches("both names and numbers", refused(mixed))
      mixed = names_of(size)
      mixed[0] = 1
      assert.matches("neither a name nor a place", refused(mixed))
      mixed = names_of(size)
      mixed.bad = setmetatable({}, { __index = {} })
      assert.matches("^bad is no plain table", refused(mixed))
    end
  end)

  it("refuses what is too deep or holds itself, also with many pairs at each depth", function()
    local itself = names_of(30)
    itself.inner = itself
    assert.matches("nested too deep, or holds itself", refused(itself))
    local deep = names_of(30)
    for _ = 1, 62 do
      local outer = names_of(30)
      outer.inner = deep
      deep = outer
    end
    assert.same(deep, sandbox.plain(deep))
    deep = { deep, { deep } }
    assert.matches("nested too deep", refused(deep))
  end)
end)
