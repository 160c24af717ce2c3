-- The metered matcher against Lua's own, on the same texts and patterns. Here `string.*` is Lua's library, and the
-- environment's `string` is ours.
local sandbox <const> = require "kernel.sandbox"

local ours <const> = sandbox.env().string
local stock <const> = string

-- A small generator of our own: the same cases everywhere.
local state = 20230917
local function draw(n)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % n + 1
end

local function pick(list)
  return list[draw(#list)]
end

local ITEMS <const> = { "a", "b", ".", "%a", "%d", "%s", "%w", "%p", "%A", "%S", "[ab]", "[^a]", "[a-c]", "[%d_]", "[]]",
  "[^]x]", "[a-]", "%.", "%%", "()", "(a)", "(.-)", "(b*)", "(%a+)", "%b()", "%bab", "%f[%a]", "%f[^%w]", "%1", "x",
  "-", "$", "^", "(", ")", "[", "%", "]", "\0", "%z", "%g", "%x", "%c", "%u", "%l", "%U", "[%]", "%f" }
local QUANTIFIERS <const> = { "", "", "", "", "*", "+", "-", "?" }
local TEXT <const> = { "a", "b", "c", "(", ")", " ", "1", "_", ".", "]", "x", "A", "\0", "%", "-", "\n", "\200" }
local REPLACEMENTS <const> = { "<%0>", "%1%1", "", "%%", "%2", "z", "%", "%x", { a = "1", b = false, ab = 7 },
  function(x) return x ~= "b" and x or nil end }

local function random_text(most)
  local parts = {}
  for i = 1, draw(most) - 1 do parts[i] = pick(TEXT) end
  return table.concat(parts)
end

local function random_pattern()
  local parts = { draw(6) == 1 and "^" or "" }
  for _ = 1, draw(5) do parts[#parts + 1] = pick(ITEMS) .. pick(QUANTIFIERS) end
  if draw(6) == 1 then parts[#parts + 1] = "$" end
  return table.concat(parts)
end

-- Both answers, errors by their being errors.
local function both(name, ...)
  local want, got = table.pack(pcall(stock[name], ...)), table.pack(pcall(ours[name], ...))
  if not want[1] then want = { false } end
  if not got[1] then got = { false } end
  return want, got
end

local function collect(gmatch, ...)
  local out = {}
  for a, b in gmatch(...) do out[#out + 1] = tostring(a) .. "/" .. tostring(b) end
  return table.concat(out, ";")
end

describe("the metered matcher", function()
  it("finds, matches and replaces what Lua's does", function()
    local matched = 0
    for _ = 1, 30000 do
      local text, pattern = random_text(14), random_pattern()
      local told = ("%q on %q"):format(pattern, text)
      local init = draw(8) - 4
      local want, got = both("find", text, pattern, init)
      assert.same(want, got, "find " .. told)
      if want[1] and want[2] then matched = matched + 1 end
      want, got = both("match", text, pattern, init)
      assert.same(want, got, "match " .. told)
      want, got = both("gsub", text, pattern, pick(REPLACEMENTS), draw(3) == 1 and draw(4) - 1 or nil)
      assert.same(want, got, "gsub " .. told)
      local ok, all = pcall(collect, stock.gmatch, text, pattern)
      local our_ok, our_all = pcall(collect, ours.gmatch, text, pattern)
      assert.equal(ok, our_ok, "gmatch " .. told)
      if ok then assert.equal(all, our_all, "gmatch " .. told) end
    end
    assert.is_true(matched > 2000, ("only %d of the patterns matched"):format(matched))
  end)

  it("finds plain text as Lua does", function()
    for _ = 1, 5000 do
      local text, needle = random_text(20), random_text(4)
      local init = draw(30) - 15
      assert.same(table.pack(stock.find(text, needle, init, true)), table.pack(ours.find(text, needle, init, true)))
    end
  end)

  it("agrees on the edges", function()
    for _, case in ipairs {
      { "find", "", "" }, { "find", "abc", "", 4 }, { "find", "abc", "", 5 }, { "find", "abc", "b", -1 },
      { "find", "abc", "b", math.mininteger }, { "find", "abc", "b", math.maxinteger }, { "match", "abc", "()" },
      { "match", "2024-06-18", "(%d+)-(%d+)-(%d+)" }, { "match", "  x ", "^%s*(.-)%s*$" }, { "gsub", "abc", "", "-" },
      { "gsub", "abc", "%w", "%0%0" }, { "gsub", "abc", "b", 5 }, { "gsub", "abc", "b", true }, { "gsub", "abc", "(", "" },
      { "gsub", "hello world", "o", "0", -1 }, { "find", "a+b", "+", 1, true }, { "match", "aaab", ".-b" },
      { "match", "THE (quick) fox", "%((%a+)%)" }, { "find", "THE (quick) fox", "%f[%a]%a+%f[%A]", 5 },
      { "match", ("a"):rep(300), ("(a"):rep(33) }, { "match", ("a"):rep(300), ("a?"):rep(199) },
      { "match", ("a"):rep(300), ("a?"):rep(201) }, { "gsub", "x = $y", "%$(%w+)", { y = { } } },
    } do
      local want, got = both(table.unpack(case))
      assert.same(want, got, ("%s %q"):format(case[1], case[3]))
    end
  end)

  it("formats, repeats and cuts as Lua does", function()
    for _, case in ipairs {
      { "format", "%5d|%-5s|%05.1f|%x|%q|%%|%c|%g", 42, "ab", 3.14159, 255, "a\nb", 65, 0.1 }, { "format", "%s %s", 1, true },
      { "format", "%s" }, { "format", "%d", "x" }, { "format", "%d", 1.5 }, { "format", "%y", 1 }, { "format", "%" },
      { "format", "%10.3s|", "abcdef" }, { "format", "%i", 3 }, { "format", "%a", 1 }, { "format", "%s", nil },
      { "rep", "ab", 3, "," }, { "rep", "ab", 0 }, { "rep", "", 5, "x" }, { "rep", "x", -1 }, { "sub", "hello", 2, -2 },
      { "byte", "abc", 1, -1 }, { "reverse", "abc" }, { "len", "abc" }, { "char", 72, 105 }, { "sub" }, { "rep", "x" },
    } do
      local want, got = both(table.unpack(case, 1, 9))
      assert.same(want, got, ("%s %q"):format(case[1], tostring(case[2])))
    end
  end)
end)
