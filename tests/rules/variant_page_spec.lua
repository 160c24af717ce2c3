-- ?variant: its parts name every key and word that a variant can say, no others, and their examples are right.
local disk_loader <const> = require "disk_loader"
local kinds <const> = require "limber.rules.kinds"
local Rules <const> = require "limber.rules.stack"
local sorted <const> = require "limber.common.sorted"
local variant_text <const> = require "prompt.variant_text"
local words <const> = require "limber.rules.words"

local GAME <const> = require "limber.game.words"

--- The names of one list of all parts, each with how often it stands there.
local function named(list)
  local found = {}
  for _, part in ipairs(variant_text.all()) do
    for _, name in ipairs(part[list] or {}) do found[name] = (found[name] or 0) + 1 end
  end
  return found
end

describe("the page on house rules", function()
  it("names every key of a variant's table, and no other", function()
    local known = { of = 1, doc = 1, cite = 1, ruling = 1, conflicts = 1, unless = 1, matters = 1 }
    for _, row in ipairs(kinds.all(GAME)) do
      if not row.worded then known[row.key] = 1 end
    end
    assert.same(known, named "keys")
  end)

  it("names every word of a variant's file, and no other", function()
    local given = words.variant_words({}, { game = GAME })
    local told, missing, unknown = named "words", {}, {}
    for _, name in ipairs(sorted.keys(given)) do
      if not told[name] then missing[#missing + 1] = name end
    end
    for _, name in ipairs(sorted.keys(told)) do
      if not given[name] then unknown[#unknown + 1] = name end
    end
    assert.same({}, missing)
    assert.same({}, unknown)
  end)

  it("says of each key what it is, in its text", function()
    for _, part in ipairs(variant_text.all()) do
      for _, key in ipairs(part.keys or {}) do assert.truthy(part.text:find(key, 1, true), key) end
    end
  end)

  for _, ruleset in ipairs { "fusilier", "horse_and_musket" } do
    it("has examples that load under " .. ruleset, function()
      local page = require "prompt.variant_page"
      local plain = assert(Rules.load(disk_loader, ruleset, {}, { game = GAME }))
      for _, part in ipairs(variant_text.all()) do
        local text = page.example(plain, part)
        local loader = setmetatable({
          variant = function() return part.name .. ".lua", text, false end,
        }, { __index = disk_loader })
        local rules, fault = Rules.load(loader, ruleset, { part.name }, { game = GAME })
        assert.truthy(rules, fault and ("%s: %s\n%s"):format(part.name, fault.message, text))
      end
    end)
  end
end)
