--- A misspelt name in a rule, variant or scenario file is refused where it stands.
local file_env = require "limber.language.file_env"
local sandbox = require "kernel.sandbox"

local function fault_of(text, words)
  local chunk = assert(sandbox.load(text, "@x.lua", file_env.new(words or {})))
  local done, failure = sandbox.run(nil, chunk)
  assert.is_false(done)
  return ("%s:%s: %s"):format(failure.file, failure.line, failure.message)
end

describe("the environment of a file", function()
  it("refuses a name that it does not hold, by its line", function()
    local said = fault_of("local a = true\nlocal b = flase")
    assert.equal("x.lua:2: flase is not a name; did you mean false?", (said:gsub("^x.lua:2: x.lua:2", "x.lua:2")))
    assert.truthy(fault_of("formaton 'x' {}", { formation = function() end }):find "did you mean formation?")
    assert.truthy(fault_of("local grade = levy"):find('levy is not a name; write text in quotes, "levy"', 1, true))
    assert.truthy(fault_of("return _ENV.levy"):find "levy is not a name")
  end)

  it("says of Lua's own names that it lacks what there is in their place", function()
    for code, said in pairs {
      ["os.time()"] = "there is no os here: it reads no clock and no files",
      ["setmetatable({}, {})"] = "there is no setmetatable here: there are no metatables",
      ["print(1)"] = "there is no print here: play:tell tells a line of the story",
      ["return math.random(6)"] = "math.random is not here: dice.d(6) throws a die",
    } do
      assert.truthy(fault_of(code):find(said, 1, true), fault_of(code))
    end
  end)

  it("holds its words, the allowed Lua, and what the file itself names", function()
    local chunk = assert(sandbox.load("made = 2\nfor i = 1, made do made = math.max(i, word) end\nlocal t = _ENV[1]", "@x.lua",
      file_env.new { word = 7 }))
    assert.is_true((sandbox.run(nil, chunk)))
  end)

  it("may be shared by files, none of which names anything there", function()
    local env = file_env.shared { word = 7 }
    local chunk = assert(sandbox.load("return math.max(word, 3)", "@x.lua", env))
    assert.equal(7, select(2, sandbox.run(nil, chunk)))
    for text, said in pairs { ["\nmade = 2"] = "made is not local", ["\nreturn wrod"] = "did you mean word?" } do
      local done, failure = sandbox.run(nil, assert(sandbox.load(text, "@x.lua", env)))
      assert.is_false(done)
      assert.equal("x.lua:2", ("%s:%s"):format(failure.file, failure.line))
      assert.truthy(failure.message:find(said, 1, true), failure.message)
    end
  end)

  it("names the nearest name, whatever else a file has put there", function()
    assert.truthy(fault_of("_ENV[1] = 2\n_ENV[{}] = 3\nreturn maht"):find "did you mean math?")
  end)
end)
