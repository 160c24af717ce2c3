-- kernel.json: what is read back is what was written, number kinds and empty arrays included.
local json <const> = require "kernel.json"
local tree <const> = require "limber.common.tree"

local function again(text) return json.encode(assert(json.decode(text))) end

describe("decoding", function()
  it("keeps the kind of a number", function()
    assert.equal("integer", math.type(json.decode "6"))
    assert.equal("float", math.type(json.decode "6.0"))
    assert.equal(math.maxinteger, json.decode "9223372036854775807")
    assert.equal(math.mininteger, json.decode "-9223372036854775808")
  end)

  it("keeps null, false, and empty arrays and objects apart", function()
    assert.equal('{"a":[],"b":{},"c":null,"d":false,"e":[{},[]]}', again '{"e":[{},[]],"d":false,"c":null,"b":{},"a":[]}')
    local value = json.decode '{"a":[],"b":{},"c":null,"n":[1],"o":{"x":1}}'
    assert.is_true(json.is_list(value.a))
    assert.is_false(json.is_object(value.a))
    assert.is_false(json.is_list(value.b))
    assert.is_true(json.is_object(value.b))
    assert.equal(json.null, value.c)
    assert.equal(json.array, getmetatable(value.n))
    assert.is_true(json.is_object(value.o))
    for _, other in ipairs { {}, 1, "x", json.null } do
      assert.is_false(json.is_list(other))
      assert.is_false(json.is_object(other))
    end
    assert.is_true(json.is_list { 1 })
    assert.is_true(json.is_object { x = 1 })
  end)

  it("refuses with line and column", function()
    for text, message in pairs { -- each case stands alone
      ['{"a":1,\n  "a":2}'] = "line 2, column 5: duplicate object key near '\"a\"'",
      ["[1,2"] = "line 1, column 4: ']' expected near end of file",
      ["[1 2]"] = "line 1, column 4: ']' expected near '2'",
      ["nope"] = "line 1, column 4: invalid token near 'nope'",
      ["1 2"] = "line 1, column 3: end of file expected near '2'",
      ["[92233720368547758080]"] = "line 1, column 21: too big integer near '92233720368547758080'",
      ["[NaN]"] = "line 1, column 4: invalid token near 'NaN'",
    } do
      local value, said = json.decode(text)
      assert.is_nil(value)
      assert.equal(message, said)
    end
    for _, text in ipairs { "", " ", "{", "{'a':1}", "[1,]", "01", "\xff", '"\n"', "\xef\xbb\xbf{}", '"\\ud800"' } do
      local value, said = json.decode(text)
      assert.is_nil(value)
      assert.matches("^line %d+, column %d+: ", said)
    end
  end)

  it("reads what it has written as it reads the same with a blank before it, damaged or not", function()
    local whole = json.encode {
      a = json.list {}, b = { 1, -2, 0, 123456789012345, -0.0, 14.26, -0.1, 0.3 },
      c = { d = true, e = false, f = json.null, g = { h = {} } }, ["é€𝄞"] = "é€𝄞", s = ("x"):rep(100),
      long = { table.unpack({ ("1 "):rep(200):byte(1, -1) }) }, many = {},
    }
    local seed = 1
    local function below(n)
      seed = seed * 6364136223846793005 + 1442695040888963407
      return (seed >> 33) % n + 1
    end
    local function compare(text)
      local value, other = json.decode(text), json.decode(" " .. text)
      assert.equal(json.encode(other), json.encode(value), text)
      return value ~= nil
    end
    assert.is_true(compare(whole))
    local parts, read = { '"', ",", ":", "{", "}", "[", "]", "0", "-", ".", "e", "\\", "\xc3", "\0", " ", "a" }, 0
    for _ = 1, 3000 do
      local at, part = below(#whole), parts[below(#parts)]
      if compare(whole:sub(1, at - 1) .. part .. whole:sub(at + below(3) - 1)) then read = read + 1 end
    end
    assert.is_true(read > 100 and read < 2900, read)
    for _, text in ipairs {
      '{"a":1,"a":2}', '{"b":1,"a":2}', "[1,]", "[01]", "[1.]", "[-]", "[1e5]", "[tru]", '{"a"}', '["\\n"]', "[-0]",
      "[1234567890123456,1e300,0.30000000000000004]", "0.123456789012345",
      "9999999999999999.9999999999999999", "-99999999999999999999", "123456789.0123456",
    } do
      compare(text)
    end
  end)

  it("reads plain values apart, and counts what their tables hold", function()
    local function counted(value)
      local count = 0
      for _, inner in next, value do count = count + 1 + (type(inner) == "table" and counted(inner) or 0) end
      return count
    end
    for text, is_plain in pairs { -- each case stands alone
      ['{"a":[1,"x",{"b":true}],"c":0.5,"d":{},"e":[]}'] = true, ['{"changes":[[1]]}'] = true, ['[[[1]]]'] = true,
      ['{"changes":[0.5]}'] = false, ['{"a":{"changes":[0.5]}}'] = true, ['{"changes":1,"d":0.5}'] = true,
      ['{"a":null}'] = false, ["[[[[1]]]]"] = false, ["[[[[]]]]"] = true, ["[1000000.5]"] = false, ["[0.1234567]"] = false,
      ['{"b":1,"a":1}'] = false, ["[1, 2]"] = false, ["[1e5]"] = false, ["["] = false,
    } do
      local value, count = json.plain(text, 3, "changes")
      assert.equal(is_plain, count ~= nil, text)
      if count then
        assert.is_true(tree.equal(json.decode(text), value), text)
        assert.equal(counted(value), count, text)
      end
    end
    assert.is_nil(getmetatable(json.plain("[]", 1)))
    assert.equal(json.array, getmetatable((json.plain("[1]", 1))))
    assert.is_false(pcall(json.plain, "1", 101))
  end)

  it("takes any value on its own, and a hundred thousand of them", function()
    assert.equal("x", json.decode '"x"')
    assert.equal(false, (json.decode "false"))
    assert.equal(100000, #json.decode("[" .. ("0,"):rep(99999) .. "0]"))
  end)

  it("nests deep, but not without end", function()
    local text = ("["):rep(2000) .. ("]"):rep(2000)
    assert.equal(text, again(text))
    local value, said = json.decode(("["):rep(3000) .. ("]"):rep(3000))
    assert.is_nil(value)
    assert.matches("maximum parsing depth reached", said)
  end)
end)

describe("encoding", function()
  it("sorts keys by bytes", function()
    local value = {}
    for _, key in ipairs { "b", "a", "B", "é", "aa", "_", "a1" } do value[key] = 1 end
    assert.equal('{"B":1,"_":1,"a":1,"a1":1,"aa":1,"b":1,"é":1}', json.encode(value))
  end)

  it("writes reals as short as reads back, and keeps them reals", function()
    for text in ("0.1 6.0 -0.0 0.3333333333333333 1e+20 5e-324 9007199254740992.0 123456.75 0.30000000000000004"):gmatch "%S+" do
      assert.equal(text, json.encode(json.decode(text)))
    end
    local seed = 1
    for _ = 1, 2000 do
      seed = seed * 6364136223846793005 + 1442695040888963407
      local value = string.unpack("<d", string.pack("<i8", seed))
      if value == value and value ~= math.huge and value ~= -math.huge then
        local back = json.decode(json.encode(value))
        assert.equal(value, back)
        assert.equal("float", math.type(back))
      end
    end
  end)

  it("escapes what must be escaped and leaves the rest", function()
    assert.equal([["\"\\/\b\f\n\r\t\u0000\u001fé€𝄞"]], json.encode '"\\/\b\f\n\r\t\0\31é€𝄞')
    assert.equal("é€𝄞\0", json.decode [["\u00e9\u20ac\ud834\udd1e\u0000"]])
  end)

  it("refuses what is not text", function()
    for _, bytes in ipairs { "\xff", "\xc0\x80", "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "\x80", "a\xc3", "\xf8\x88\x80\x80\x80" } do
      local ok, raised = pcall(json.encode, { x = { bytes } })
      assert.is_false(ok)
      assert.equal("x.1 is not UTF-8 text", raised)
      assert.is_false(pcall(json.encode, { [bytes] = 1 }))
    end
  end)

  it("indents", function()
    assert.equal('{\n  "a": [],\n  "b": [\n    1,\n    {\n      "c": {}\n    }\n  ]\n}',
      json.encode({ a = json.list {}, b = { 1, { c = {} } } }, { indent = 2 }))
  end)

  it("refuses what JSON cannot say, by path", function()
    for value, message in pairs { -- each case stands alone
      [{ x = 1 / 0 }] = "x is infinite or not a number, which JSON cannot say",
      [{ x = 0 / 0 }] = "x is infinite or not a number, which JSON cannot say",
      [{ x = { print } }] = "x.1 is a function, which is not plain data",
      [{ x = { 1, nil, 3 } }] = "x is a list with holes: 2 items up to 3",
    } do
      local ok, raised = pcall(json.encode, value)
      assert.is_false(ok)
      assert.equal(message, raised)
    end
  end)

  it("gives back the same text for what it wrote", function()
    local text = '{"a":[1,2.5,"x",null,true,{"b":[],"c":{}}],"z":-7}'
    assert.equal(text, again(text))
    assert.equal(text, again(json.encode(json.decode(text), { indent = 3 })))
  end)
end)
