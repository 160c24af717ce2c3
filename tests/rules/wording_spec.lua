--- The words of rules in the words of people.
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
