--- Dice as players tell them: faces, totals, counts, a d10's nought, dots, and what is asked for.
local told_dice <const> = require "told.dice"
local told_faces <const> = require "told.read_dice"

local function sum(n, more)
  local spec = { kind = "sum", n = n, faces = 6, label = "score" }
  for key, value in next, more or {} do spec[key] = value end
  return spec
end

local TWO <const> = { sum(2, { seeded = { 2, 6 } }), sum(2, { seeded = { 1, 5 } }) }
local D10 <const> = { kind = "d", n = 1, faces = 10, label = "plus" }
local RISK <const> = { kind = "d10z", n = 1, faces = 10, label = "risk" }
local PERCENT <const> = { kind = "percentile", n = 2, faces = 10 }

--- All dice read, side by side.
local function dice(specs, line)
  local answers, fault = told_faces.read(specs, line)
  if not answers then return nil, fault end
  local all = {}
  for i, answer in ipairs(answers) do all[i] = table.concat(answer.dice, " ") end
  return table.concat(all, ", "), answers
end

describe("dice that are told", function()
  it("are faces, apart or together", function()
    assert.are.equal("4 5, 3 6", dice(TWO, "4 5 3 6"))
    assert.are.equal("4 5, 3 6", dice(TWO, "45 36"))
    assert.are.equal("4 5, 3 6", dice(TWO, "4+5, 3+6"))
    assert.are.equal("4 5", dice({ sum(2) }, "45"))
    assert.are.equal("1 1", dice({ sum(2) }, "1 1"))
  end)

  it("are totals where the rule looks at no more", function()
    local read, answers = dice(TWO, "9 8")
    assert.are.equal("4 5, 4 4", read)
    assert.are.same({ 9, 8 }, { answers[1].total, answers[2].total })
    assert.are.equal("a total of 9", answers[1].notes[1])
    assert.are.equal("5 6", dice({ sum(2) }, "=11"))
    assert.are.equal("5 5", dice({ sum(2) }, "10"))
    assert.are.equal("5 6, 4 5", dice(TWO, "11 9"))
    assert.are.equal("1 1, 4 5", dice(TWO, "11 45"))
    assert.are.equal("4 5, 4 5", dice(TWO, "4 5 =9"))
    assert.truthy(select(2, dice({ sum(2) }, "11")):find "may be 1 1 or a total of 11")
    assert.is_nil((dice({ sum(2, { apart = true }) }, "9")))
  end)

  it("are asked for again where totals of all could be the faces of the first", function()
    for _, line in ipairs { "4 4", "2 6", "3,5" } do
      local read, fault = dice(TWO, line)
      assert.is_nil(read)
      assert.truthy(fault:find("the faces of the first dice alone", 1, true), fault)
    end
    assert.truthy(select(2, dice(TWO, "4 4")):find("a total of 4, a total of 4", 1, true))
    assert.are.equal("2 2, 2 2", dice(TWO, "=4 =4"))
    assert.are.equal("2 2, 4 5", dice(TWO, "4 9"))
  end)

  it("are counts where only that counts", function()
    local spec = { kind = "count", n = 4, faces = 6, at_least = 5 }
    local read, answers = dice({ spec }, "3")
    assert.are.equal("6 6 6 1", read)
    assert.are.equal(3, answers[1].count)
    assert.are.equal("6 5 1 2", dice({ spec }, "6 5 1 2"))
    assert.truthy(select(2, dice({ spec }, "5")):find "0 to 4 can count")
  end)

  it("read a ten-sided die's nought as its ruling says, and say so", function()
    local read, answers = dice({ D10 }, "0")
    assert.are.equal("10", read)
    assert.are.equal("0 is read as 10", answers[1].notes[1])
    read, answers = dice({ RISK }, "0")
    assert.are.equal("0", read)
    assert.are.equal("0 is read as 0", answers[1].notes[1])
    assert.are.equal("0", dice({ RISK }, "10"))
    assert.are.equal("0 7", dice({ PERCENT }, "07"))
    assert.are.equal("4 7", dice({ PERCENT }, "4 7"))
    assert.are.equal("10, 3", dice({ D10, D10 }, "0 3"))
  end)

  it("may be left to the named dice", function()
    assert.are.equal("2 6, 1 5", dice(TWO, "."))
    assert.are.equal("2 6, 3 4", dice(TWO, ". 3 4"))
    local read, answers = dice(TWO, "3 4 .")
    assert.are.equal("3 4, 1 5", read)
    assert.is_nil(answers[1].thrown)
    assert.is_true(answers[2].thrown)
    assert.are.equal("thrown for you: 1 5", answers[2].notes[1])
    assert.are.equal("3 6, 4 4", dice(TWO, "3 . 4 4"))
  end)

  it("are refused when they cannot be", function()
    for line, why in next, {
      ["7 1 2 2"] = "each face is 1 to 6, got 7", ["1 2"] = "make 2 to 12, got 1", ["2 3 4"] = "4 faces wanted, got 3; beside faces a total is marked",
      ["4 5 9"] = "=9", ["2 3 4 5 6"] = "4 faces wanted, got 5", ["13 9"] = "make 2 to 12, got 13",
      ["x y z w"] = "x is not a number", ["1 2 3 4 5"] = "4 faces wanted, got 5", ["1.5 2 3 4"] = "1.5 is not a number",
    } do
      local read, fault = dice(TWO, line)
      assert.is_nil(read, line)
      assert.truthy(fault:find(why, 1, true), line .. ": " .. fault)
    end
    assert.is_nil((dice({ PERCENT }, "100")))
  end)
end)

describe("the asking", function()
  local said, asked
  local function ask(specs, name, ...)
    local lines = { ... }
    said, asked = {}, {}
    return told_dice.asker {
      read = function(prompt)
        asked[#asked + 1] = prompt
        return table.remove(lines, 1)
      end,
      tell = function(text) said[#said + 1] = text end, name = name, about = function() return "A combat." end,
    }(specs, {})
  end

  it("names the dice and whom they are for, on one line", function()
    local names = { a = "1/17th Line", b = "1st Klebek" }
    local specs = { sum(2, { who = "a", seeded = { 1, 1 } }), sum(2, { who = "b", seeded = { 3, 5 } }) }
    ask(specs, function(spec) return names[spec.who] end, "13 4", "?", "9 .")
    assert.are.equal("Throw 2d6 for 1/17th Line and 2d6 for 1st Klebek: ", asked[1])
    assert.truthy(said[1]:find "make 2 to 12")
    assert.truthy(said[2]:find "A combat")
    assert.are.equal("1/17th Line: a total of 9; 1st Klebek: thrown for you: 3 5.", said[3])
    ask({ D10, { kind = "d", n = 1, faces = 10, label = "minus" } }, function() return "Gautier's brigade" end, "0 4")
    assert.are.equal("Throw 1d10 (plus) and 1d10 (minus) for Gautier's brigade: ", asked[1])
    ask({ RISK }, function() return nil end, "3")
    assert.are.equal("Throw 1d10 (0 to 9) (risk): ", asked[1])
  end)

  it("asks again where a battle begins with the throw, which an empty line gives up elsewhere", function()
    local lines, begins, heard = { "", "4" }, true, {}
    local asker = told_dice.asker {
      read = function() return table.remove(lines, 1) end, tell = function(text) heard[#heard + 1] = text end,
      begins = function() return begins end,
    }
    assert.same({ 4 }, asker({ RISK }, {})[1].dice)
    assert.truthy(heard[1]:find("begins with this throw", 1, true))
    lines, begins = { "", "4" }, false
    assert.has_error(function() asker({ RISK }, {}) end)
  end)

  it("offers what was told for a command that came to nothing", function()
    local offered = { dice = { 4, 5 }, total = 9 }
    local answers = ask({ sum(2, { offered = offered }) }, function() return "11" end, "")
    assert.are.equal("Throw 2d6 (score) for 11 [a total of 9]: ", asked[1])
    assert.are.equal(offered, answers[1])
    ask({ sum(2, { offered = offered }), sum(2) }, nil, "1 2 3 4")
    assert.falsy(asked[1]:find("[", 1, true))
  end)

  it("gives up when nothing is said", function()
    for _, line in ipairs { "", "  " } do
      local done, fault = pcall(ask, { D10 }, nil, line)
      assert.is_false(done)
      assert.are.equal("dice", fault.arg)
    end
    assert.is_false((pcall(ask, { D10 }, nil)))
  end)
end)
