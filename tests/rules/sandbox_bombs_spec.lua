-- Bombs: what a hostile or careless rules file may do. Each must be stopped by its budget, and the host must stand.
-- A bomb that its budget does not stop would never end: the suite's time limit is what fails then.
local sandbox <const> = require "kernel.sandbox"

local BUDGET <const> = { instructions = 3000000, bytes = 16 * 1024 * 1024, seconds = 1 }

local function detonate(text)
  local chunk = assert(sandbox.load(text, "house/bomb.lua", sandbox.env {}))
  return sandbox.run(BUDGET, chunk)
end

-- text, and the kinds that may be the answer; "done" when it is harmless within the limits
local BOMBS <const> = {
  { "while true do end", "budget" },
  { "::again:: goto again", "budget" },
  { "repeat until false", "budget" },
  { "for i = 1, math.maxinteger do end", "budget" },
  { "local t = {} for i = 1, math.huge do t[i] = i end", "memory", "budget" },
  { "local s = 'x' while true do s = s .. s end", "memory", "budget" },
  { "local s = ('x'):rep(1 << 20) while true do local t = s .. 'y' end", "budget", "memory" },
  { "local s = ('x'):rep(1 << 20) local t = s .. '' while s == t do t = s .. '' end", "budget" },
  { "local s = ('x'):rep(1 << 20) while s:upper() do end", "budget" },
  { "local s = ('x'):rep(1 << 20) while s:reverse() do end", "budget" },
  { "local s = ('1'):rep(1 << 20) while true do tonumber(s) end", "budget" },
  { "local s = ('1'):rep(1 << 20) while true do tonumber(s, 10) end", "budget" },
  { "local s = ('x'):rep(1 << 20) while true do utf8.len(s) end", "budget" },
  { "local s = ('x'):rep(1 << 20) while true do ('%s%s'):format(s, s) end", "budget" },
  { "local s = ('x'):rep(1 << 20) while true do ('%q'):format(s) end", "budget" },
  { "return ('').rep('', math.maxinteger)", "done" },
  { "return ('x'):rep(math.maxinteger)", "error" },
  { "return ('x'):rep(1e9, 'y')", "error" },
  { "return ('x'):rep(100, ('y'):rep(1 << 23))", "memory", "budget" },
  { "return (('a'):rep(30) .. 'b'):find(('.-'):rep(30) .. 'c')", "budget" },
  { "return ('a'):rep(28):find(('a?'):rep(28) .. ('a'):rep(28) .. 'b')", "budget", "done" },
  { "return ('a'):rep(100000):find('.-b')", "budget" },
  { "return ('a'):rep(100000):match('(a*)*b')", "budget", "done" },
  { "return ('('):rep(1000000):find('%b()')", "budget" },
  { "return ('a'):rep(1000000):find(('a'):rep(500000) .. 'b', 1, true)", "budget" },
  { "return ('a'):rep(100000):gsub('.-b', '')", "budget" },
  { "for _ in ('a'):rep(100000):gmatch('.-b') do end", "budget" },
  { "return ('a'):rep(3000):find('[' .. ('b'):rep(100000) .. ']')", "budget" },
  { "return ('a'):rep(1 << 20):gsub('a', ('b'):rep(1 << 20))", "memory", "budget" },
  { "return ('a'):rep(100000):find('(.-)%1b')", "budget" },
  { "table.move({}, 1, math.maxinteger - 1, 2)", "error" },
  { "table.concat({}, 'x', 1, math.maxinteger)", "error" },
  { "table.unpack({}, 1, 1e8)", "error" },
  { "while true do table.unpack({}, 1, 1e4) end", "budget", "memory" },
  { "local t = {} for i = 1, 2e5 do t[i] = i end while true do table.insert(t, 1, 0) end", "budget" },
  { "local t = {} for i = 1, 2e5 do t[i] = i end while true do table.remove(t, 1) end", "budget" },
  { "table.sort({ 3, 1, 2, 5, 4 }, function() while true do end end)", "budget" },
  { "local t = {} for i = 1, 1e4 do t[i] = -i end while true do table.sort(t, function(a, b) return a < b end) end",
    "budget" },
  { "local t = {} for i = 1, 1e5 do t['k' .. i] = i end while true do for _ in pairs(t) do break end end",
    "budget" },
  { "local t = {} for i = 1, 1e5 do t['k' .. i] = i end local k while true do k = next(t, k) end", "budget" },
  { "local function f() return 1 + f() end f()", "error", "budget" },
  { "local function f(...) return 1 + f(1, ...) end f()", "error", "memory", "budget" },
  { "local function f() return f() end f()", "budget" },
  { "while true do pcall(error) end", "budget" },
  { "local function f() while true do pcall(f) end end f()", "budget", "error" },
  { "while true do pcall(function() while true do end end) end", "budget" },
  { "while true do xpcall(function() while true do end end, function() while true do end end) end", "budget" },
  { "xpcall(error, function() while true do end end)", "budget" },
  { "local function h() error(h) end while true do xpcall(error, h) end", "error" },
  { "while true do pcall(string.rep, 'x', 1 << 23) end", "budget", "memory" },
  { "local t = {} while true do local ok = pcall(function() t[#t + 1] = ('x'):rep(1 << 16) .. #t end) end",
    "memory", "budget" },
  { "('x'):gsub('x', function() while true do end end)", "budget" },
  { "error(setmetatable)", "error" },
  { "error({ message = ('x'):rep(1 << 20) })", "refusal" },
  { "error(nil)", "error" },
  { "error(('\\27[2J'):rep(1000))", "error" },
  { "local a = {} a.a = a while true do a = a.a end", "budget" },
  { "local t = {} for i = 1, 20 do t = { t, t, t } end while true do end", "budget" },
  { "local t = {} while true do t[t] = nil t[#t + 1] = {} end", "memory", "budget" },
  { "local t = {} while true do t = { t } end", "memory", "budget" },
  { "while true do local t = {} t.x = function() return t end end", "budget" },
  { "local s = '' for i = 1, 1e9 do s = s .. i end", "budget", "memory" },
  { "return select(-1, table.unpack({}, 1, 2e4))", "done", "memory" },
  { "while true do string.char(table.unpack({ 1 }, 1, 1)) end", "budget" },
  { "local x <close> = nil while true do end", "budget" },
}

describe("the sandbox", function()
  for number, bomb in ipairs(BOMBS) do
    it(("stops bomb %d: %s"):format(number, bomb[1]), function()
      local ok, failure = detonate(bomb[1])
      local kind = ok and "done" or failure.kind
      local expected = table.concat(bomb, " ", 2)
      assert.truthy((" " .. expected .. " "):find(" " .. kind .. " ", 1, true),
        ("%s: %s"):format(kind, tostring(failure)))
      if not ok then
        assert.equal("string", type(failure.message))
        assert.is_true(#failure.message < 5000)
        assert.is_nil(failure.message:find("\27", 1, true))
        if kind ~= "refusal" and kind ~= "error" then assert.equal("house/bomb.lua", failure.file) end
      end
      -- The host is usable: no hook, no limit is left behind.
      assert.equal(2000000, #("x"):rep(2000000))
      local count = 0
      for _ = 1, 100000 do count = count + 1 end
      assert.equal(100000, count)
    end)
  end

  it("refuses texts that take too long to read", function()
    local parts = { "local a = 1 return a" }
    for i = 2, 90000 do parts[i] = " or a" end
    local chunk, failure = sandbox.load(table.concat(parts), "house/long.lua", sandbox.env {})
    if not chunk then
      assert.equal("house/long.lua", failure.file)
      assert.truthy(failure.message:find("too long", 1, true))
    end
  end)

  it("refuses binary chunks and enormous texts", function()
    local chunk, failure = sandbox.load(string.dump(function() end), "x.lua", {})
    assert.is_nil(chunk)
    assert.truthy(tostring(failure):find("binary", 1, true))
    chunk, failure = sandbox.load((" "):rep(2000000), "x.lua", {})
    assert.is_nil(chunk)
    assert.equal("x.lua", failure.file)
  end)
end)
