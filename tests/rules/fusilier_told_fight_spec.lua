-- Steps 5 to 9 where nobody stands anywhere: what the players are asked, in their own words, and what they are told to
-- move. A question that is not in the script fails the case, and so does one of the script that is never asked.
local T <const> = require "fusilier_table"

local foot, horse, brigade, unit = T.foot, T.horse, T.brigade, T.unit

after_each(T.finished)

--- Answers by what is asked: "contacts", "assault a1 b1", …; each is asked once.
local function script(answers)
  local asked = {}
  local function facts(question)
    local parts = { question.fact }
    for i, one in ipairs(question.of) do parts[i + 1] = tostring(one) end
    if question.fact == "contacts" or question.fact == "off_table" then parts = { question.fact } end
    local key = table.concat(parts, " ")
    asked[#asked + 1] = { key = key, text = question.text, offered = question.offered }
    if answers[key] == nil then error("nobody expected to be asked: " .. key, 0) end
    return answers[key]
  end
  return facts, asked
end

local function keys_of(asked)
  local keys = {}
  for i, one in ipairs(asked) do keys[i] = one.key end
  return keys
end

local function told(spec)
  local facts, asked = script(spec.answers)
  local game = T.fight {
    a = brigade("fa", spec.a) .. (spec.more_a or ""), b = brigade("fb", spec.b), set = spec.set, dice = spec.dice, facts = facts,
  }
  T.through(game)
  return game, asked
end

local function says(game, text)
  for _, line in ipairs(T.story(game)) do
    if line:find(text, 1, true) then return true end
  end
  return false
end

local TWO_A <const> = foot("a1") .. foot("a2")
local TWO_B <const> = foot("b1") .. foot("b2")

describe("a told combat", function()
  it("asks who fights, over what, who stands behind and who leaves; all else it says", function()
    local game, asked = told {
      a = TWO_A, b = TWO_B, set = { ["units.a1.target"] = "b1" }, dice = { ["combat.infantry"] = { 5, 5, 2, 2 } },
      answers = {
        contacts = { { ours = "a1", theirs = "b1" } }, ["assault a1 b1"] = { "uphill", "barricade" },
        ["behind b1"] = { "b2" }, off_table = {}, ["closes a1 b1 0"] = "reaches",
      },
    }
    local args = T.calls(game, "combat.infantry")[1].args.a[1]
    assert.same({ "uphill", "barricades" }, { args.slope, args.position })
    assert.same({ 3 }, unit(game, "b1").defeats) -- 10 + 5 - 1 - 2 against 4 + 5
    assert.is_true(unit(game, "a1").fighting)
    assert.same({ { ours = "a1", theirs = "b1" } }, asked[2].offered)
    assert.same({ "closes a1 b1 0", "contacts", "assault a1 b1" }, keys_of(asked))
  end)

  it("is asked about with the distances of the rules in force", function()
    local game = T.battle({ a = TWO_A, b = TWO_B }, {})
    assert.are.equal(200, (game.rules:set_cell("constants.combat_zone", 100)))
    local asked
    game.facts.tell = function(question)
      asked = question.text
      return {}
    end
    game:waiting() -- looks at the rules in force
    game.facts:begin(nil, false)
    game.play:fact("contacts", "a")
    assert.truthy(asked:find("Pairs within 100 mm", 1, true), asked)
  end)

  it("is between enemies", function()
    local rules = require("limber.rules.stack").load(require "disk_loader", "fusilier", {}, { game = require "limber.game.words" })
    local check = rules.published.game.facts.contacts.check
    local sides = { a1 = { side = "a" }, a2 = { side = "a" }, b1 = { side = "b" } }
    local view = { unit = function(_, id) return sides[id] end }
    assert.is_nil(check(view, { { ours = "a1", theirs = "b1" } }))
    assert.are.equal("10.0", check(view, { { ours = "a1", theirs = "b1" }, { ours = "a1", theirs = "a2" } }).cite)
  end)

  it("says what goes back, and how far; who is carried is asked", function()
    local game, asked = told {
      a = TWO_A, b = TWO_B, dice = { ["combat.infantry"] = { 4, 4, 2, 2 } },
      answers = { contacts = { { ours = "a1", theirs = "b1" } }, ["behind b1"] = { "b2" }, off_table = { "b2" } },
    }
    assert.same({ "contacts", "behind b1", "off_table" }, keys_of(asked))
    assert.is_true(says(game, "retreats: move a full bound, 300 mm in the open, straight away from a1"))
    assert.is_true(says(game, "is carried back by b1"))
    assert.are.equal("retreating", unit(game, "b1").status)
    assert.are.equal("gone", unit(game, "b2").status)
    assert.same({ 4 }, unit(game, "b1").defeats)
  end)

  it("asks which face cavalry comes against, squadron by squadron", function()
    local game, asked = told {
      a = horse("a1") .. horse("a2"), b = TWO_B,
      answers = {
        contacts = { { ours = "a1", theirs = "b1" }, { ours = "a2", theirs = "b1" } },
        ["assault a1 b1"] = {}, ["assault a2 b1"] = {}, ["face_met a1 b1"] = "front", ["face_met a2 b1"] = "flank",
        ["behind b1"] = {},
      },
    }
    assert.are.equal("gone", unit(game, "b1").status)
    assert.same({ "contacts", "assault a1 b1", "assault a2 b1", "face_met a1 b1", "face_met a2 b1", "behind b1" },
      keys_of(asked))
  end)

  it("says how far a pursuit goes, and asks whom cavalry reaches", function()
    local game, asked = told {
      a = horse("a1") .. foot("a2"), b = horse("b1") .. foot("b2") .. foot("b3"),
      dice = { ["combat.cavalry"] = { 6, 6, 1, 2 }, ["combat.infantry"] = { 4, 4, 2, 2 } },
      answers = {
        contacts = { { ours = "a1", theirs = "b1" }, { ours = "a2", theirs = "b2" } },
        ["assault a1 b1"] = {}, ["assault b1 a1"] = {}, ["behind b1"] = {}, ["behind b2"] = {}, off_table = {},
        ["reached a1"] = { "b2" }, ["face_met a1 b2"] = "rear",
      },
    }
    assert.is_true(says(game, "pursues b1: move a full bound, 800 mm in the open"))
    assert.are.equal("gone", unit(game, "b1").status)
    assert.are.equal("gone", unit(game, "b2").status)
    assert.are.equal("rout", unit(game, "b2").event)
    assert.are.equal(8, #asked)
  end)

  it("offers the fights that go on, and asks the room of a column that must deploy", function()
    local column = 'drill = "column"'
    local game, asked = told {
      a = foot("a1", nil, nil, nil, column) .. foot("a2"), b = TWO_B,
      set = { ["units.a1.target"] = "b1", ["units.a1.column"] = "a1" },
      dice = { ["combat.column_assault"] = { 4, 4, 2, 4 }, ["combat.infantry"] = { 3, 3, 3, 3 } },
      answers = {
        ["closes a1 b1 0"] = "reaches", contacts = { { ours = "a1", theirs = "b1" } }, ["assault a1 b1"] = {},
        ["room_beside a1 left"] = 83, ["room_beside a1 right"] = 83,
      },
    }
    assert.is_true(unit(game, "a1").must_deploy)
    T.to(game, "turn.fire")
    assert.are.equal("line", unit(game, "a1").drill)
    assert.are.equal(200000, unit(game, "a1").footprint.width)
    assert.is_true(says(game, "Deploy a1 into line, its front where the column's was"))
    T.next_bound(game)
    assert.same({ { ours = "a1", theirs = "b1" } }, asked[#asked - 1].offered)
    assert.are.equal("contacts", asked[#asked - 1].key)
  end)

  it("asks who stands near a commander-in-chief who falls", function()
    local game, asked = told {
      a = TWO_A, b = TWO_B, more_a = 'leader "g" { rank = "c_in_c", with = "a1" },',
      dice = { ["combat.infantry"] = { 3, 3, 2, 4 }, ["general.risk"] = { 0 } },
      answers = { contacts = { { ours = "a1", theirs = "b1" } }, ["near_general g 1000"] = { "a2" } },
    }
    assert.same({ "contacts", "near_general g 1000" }, keys_of(asked))
    assert.is_true(T.calls(game, "morale.brigade")[1].args.forced)
    assert.are.equal("retreating", unit(game, "a2").status) -- the next bound has begun
  end)
end)
