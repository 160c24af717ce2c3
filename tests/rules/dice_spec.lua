-- Dice as people write them: the grammar, and odds against every face thrown one by one.
local dice <const> = require "kernel.dice"
local dice_odds <const> = require "read.dice_odds"
local odds <const> = require "kernel.odds"
local read <const> = require "read.dice"
local thrown <const> = require "read.dice_thrown"

--- The distribution by throwing every die for itself.
local function brute(roll)
  local source = dice.new()
  return odds.enumerate(source, function()
    local function face(die) return die.values[source.throw.d(#die.values)] end
    local left = thrown.total(roll.left, face, {})
    return left - (roll.right and thrown.total(roll.right, face, {}) or 0)
  end)
end

local function refusal(text)
  local done, fault = pcall(read.read, text)
  assert.is_false(done, text)
  return fault.message
end

describe("typed dice", function()
  it("have the odds of their faces thrown one by one", function()
    for _, text in ipairs {
      "2d6+1", "3d6-d4", "4d6 keep 3", "4d6 keep lowest 2", "4d6 drop 1", "4d6 drop highest 3", "5d6 count 4+",
      "4d6>=5", "4d6<3", "3d6=2", "3d6 reroll 1", "3d6 reroll 3- count 5+", "2d6 explode at most 2",
      "2d4 explode 3+ at most 3", "3d4 reroll 1 explode 4 at most 1 keep 2", "3d4 explode at most 1 keep lowest 1",
      "3dav", "2d66", "2d10z", "d%", "4dav keep 2", "3dav count 4+", "2d6 count <3 + 1", "2d3 explode count 2+ + d4",
      "2d6+1 > 2d6", "3dav v 2d4+1", "2d6 reroll 1 <= 7", "5d4 reroll 2 keep lowest 3 - 2",
    } do
      local roll = read.read(text)
      assert.same(brute(roll):outcomes(), dice_odds.of(roll).dist:outcomes(), text)
    end
  end)

  it("are thrown again until they show something else", function()
    assert.same(dice_odds.of(read.read "2d5 + 2").dist:outcomes(),
      dice_odds.of(read.read "2d6 reroll 1 always").dist:outcomes())
  end)

  it("show each die, with what was thrown again and what exploded", function()
    local function shown(text, faces)
      local at, list = 0, {}
      local total = thrown.total(read.read(text).left, function()
        at = at + 1
        return faces[at]
      end, list)
      assert.equal(#faces, at)
      return total, table.concat(list, " ")
    end
    assert.same({ 12, "1>6 4 2" }, { shown("3d6 reroll 1", { 1, 6, 4, 2 }) })
    assert.same({ 4, "1>1 3" }, { shown("2d6 reroll 1", { 1, 1, 3 }) })
    assert.same({ 5, "1>1>2 3" }, { shown("2d6 reroll 1 always", { 1, 1, 2, 3 }) })
    assert.same({ 17, "6+6+2 3" }, { shown("2d6 explode at most 2", { 6, 6, 2, 3 }) })
    assert.same({ 15, "6+6+3" }, { shown("d6 explode at most 2", { 6, 6, 3 }) })
    assert.same({ 9, "2 5 4" }, { shown("3d6 keep 2", { 2, 5, 4 }) })
    assert.same({ 4, "2 5 4 3" }, { shown("3d6 keep low 1 + 5 - d6", { 2, 5, 4, 3 }) })
    assert.same({ 2, "2 5 4" }, { shown("3d6 count 4+", { 2, 5, 4 }) })
  end)

  it("have the faces that they are known by", function()
    local function ends(text)
      local list = dice_odds.of(read.read(text)).dist:outcomes()
      return list[1].value, list[#list].value, #list
    end
    assert.same({ 0, 9, 10 }, { ends "d10z" })
    assert.same({ 11, 66, 36 }, { ends "d66" })
    assert.same({ 1, 100, 100 }, { ends "d%" })
    assert.same({ 2, 5, 4 }, { ends "dav" })
    assert.same({ 1, 10, 10 }, { ends "d10" })
  end)

  it("hold two sums against each other", function()
    local one = dice_odds.of(read.read "2d6+1 > 2d6")
    assert.equal("721/1296", select(2, one.truth:p(true)))
    assert.equal("35/324", one.compared.equal.exact)
    assert.equal("799/1296", select(2, dice_odds.of(read.read "4d6 keep 3 >= 12").truth:p(true)))
    assert.is_nil(dice_odds.of(read.read "2d6 >= 9").compared)
    assert.equal("1/9", select(2, dice_odds.of(read.read "2d6 = 5").truth:p(true)))
  end)

  it("count what touches them, as far as a die can", function()
    assert.same({ how = ">=", at = 4 }, read.read("3d10>=4").left[1].count)
    assert.is_nil(read.read("3d10 >=4").left[1].count)
    assert.is_nil(read.read("2d6>=9").left[1].count)
    assert.is_nil(read.read("2d6>2d6").left[1].count)
  end)

  it("are refused at the word that is wrong", function()
    assert.truthy(refusal("2d6 kep 3"):find("did you mean keep?\n2d6 kep 3\n    ^^^", 1, true))
    assert.truthy(refusal("2d6 + d1"):find("a die has 2 to 1000 faces\n2d6 + d1\n      ^^", 1, true))
    assert.truthy(refusal("4d6 keep 5"):find("keep 1 to 4 of them", 1, true))
    assert.truthy(refusal("5d6 4+"):find("count 4+, or >= 4?", 1, true))
    assert.truthy(refusal("2d6 reroll 1+ always"):find("for ever", 1, true))
    for _, text in ipairs {
      "2d6 >=", "2d6+", "2d6 count", "2d6 keep 1 keep 1", "2d6 keep 1 count 2+", "101d6", "d1001", "2d6 # 2",
      "2d6 explode at", "2d6 explode 6 at most 21", "2d6 > 2d6 > 2", "4d6 keep lowst 2", "2d6 4", "2d9999999999",
    } do
      assert.truthy(refusal(text), text)
    end
    for _, text in ipairs { "fusilier", "dx", "", "6", "d", "keep 3", "d6foo" } do assert.is_nil(read.read(text), text) end
  end)

  it("are refused where exact odds would take too long", function()
    for _, text in ipairs { "100d1000", "30d6 explode at most 20 keep 12", "d1000 explode 2+ at most 20" } do
      local done, fault = pcall(dice_odds.of, read.read(text))
      assert.is_false(done, text)
      assert.truthy(fault.message:find "too many dice for exact odds")
    end
  end)
end)
