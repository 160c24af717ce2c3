--- The words of rules in the words of people.
local toys <const> = require "rules.toys"
local wording <const> = require "limber.common.wording"

describe("modifiers", function()
  local LIST <const> = { { name = "class_a", value = 2 }, { name = "half_range", value = -1 } }

  it("are told in brackets with their signs", function()
    assert.equal(" (class a +2, half range -1)", wording.because(LIST))
    assert.equal(" (best +2, half range -1)", wording.because(LIST, { class_a = "best" }))
    assert.equal(" (class a +2, half range -1, in enfilade)", wording.because(LIST, nil, "in enfilade"))
  end)

  it("are not told when there are none", function()
    assert.equal("", wording.because {})
    assert.equal("", wording.because(nil))
    assert.equal(" (in enfilade)", wording.because(nil, nil, "in enfilade"))
  end)
end)

describe("the story", function()
  local PATH <const> = "rules-lua/toy/story.csv"

  local function story_of(text) return toys.rules({ [PATH] = text }).game.story end

  it("may have its lines as data", function()
    local story = story_of 'key,text\nit_rains,It rains.\n\nwaits,"{unit} [waits], wet."\n'
    assert.same({ "It rains.", "{unit} [waits], wet." }, { story.it_rains, story.waits })
  end)

  it("refuses lines without a key or a text, and lines said twice, with file and line", function()
    for text, wanted in pairs {
      ["it_rains,"] = ":2: a line of the story has a key, which is a name, and a text",
      ["It rains,It rains."] = ":2: a line of the story has a key, which is a name, and a text",
      ["it_rains,5"] = ":2: a line of the story has a key, which is a name, and a text",
      ["it_rains,It rains.\nit_rains,It pours."] = ':3: story "it_rains" is declared twice',
    } do
      local done, message = pcall(story_of, "key,text\n" .. text .. "\n")
      assert.is_false(done)
      assert.equal(PATH .. wanted, message)
    end
  end)
end)
