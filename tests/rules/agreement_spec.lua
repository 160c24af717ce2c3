-- Verbs that agree with the names in a story.
local agreement <const> = require "limber.game.agreement"

describe("agreement", function()
  it("puts words into the plural", function()
    local words = {
      fires = "fire", reaches = "reach", passes = "pass", goes = "go", carries = "carry", rallies = "rally",
      is = "are", has = "have", does = "do", was = "were", its = "their", pursues = "pursue", closes = "close",
      loses = "lose", obeys = "obey", pushes = "push", cannot = "cannot",
    }
    for singular, plural in pairs(words) do assert.equal(plural, agreement.plural_word(singular)) end
  end)

  it("knows a plural name by its form", function()
    for _, name in ipairs {
      "Banal Grenzers", "the lancers", "78th Highlanders", "Grenadiers of the Guard", "Chasseurs à cheval",
      "Guards (left wing)", "Gardes du Corps and Gens d'armes", "Royal Dragoons",
      "The Croats on the Lobosch",
    } do
      assert.is_true(agreement.plural_name(name), name)
    end
    for _, name in ipairs {
      "1/46th Line", "7th Hussars, left squadron", "Battalion of Rangers", "de Watteville's", "Acland's brigade",
      "1/1st Swiss", "2e corps", "3rd Jäger", "11", "Regiment de Meurons", "Light Company of the Guards", "x",
    } do
      assert.is_false(agreement.plural_name(name), name)
    end
  end)

  it("knows a people as a side only", function()
    assert.is_true(agreement.plural_name("The French", true))
    assert.is_true(agreement.plural_name("Austrians", true))
    assert.is_false(agreement.plural_name("Army of the Danube", true))
    assert.is_false(agreement.plural_name "1/3rd French")
  end)

  local state <const> = {
    units = {
      one = { name = "Banal Grenzers" }, two = { name = "1/46th Line" }, three = { name = "Les Invincibles", plural = false },
      four = { name = "Jäger", plural = true },
    },
    leaders = { jones = { name = "General Jones" } },
  }

  local function told(text, with)
    return agreement.fill(text, state, function(key) return with[key] end, function(id)
      local node = state.units[id] or state.leaders[id]
      return node and node.name
    end)
  end

  it("lets a word agree with the name before it", function()
    assert.equal("Banal Grenzers leave and 1/46th Line stays.",
      told("{a} [leaves] and {b} [stays].", { a = "one", b = "two" }))
    assert.equal("1/46th Line fires at Banal Grenzers.", told("{a} [fires] at {b}.", { a = "two", b = "one" }))
    assert.equal("Les Invincibles is here, Jäger are not, General Jones has gone.",
      told("{a} [is] here, {b} [are] not, {c} [has] gone.", { a = "three", b = "four", c = "jones" }))
  end)

  it("lets the verbs of a value agree, and a name keep its brackets", function()
    assert.equal("Banal Grenzers retreat 40 mm.", told("{a} [{say}] {mm} mm.", { a = "one", say = "retreats", mm = 40 }))
    assert.equal("1/46th Line retreats 40 mm.", told("{a} [{say}] {mm} mm.", { a = "two", say = "retreats", mm = 40 }))
    assert.equal("Banal Grenzers: lose by 4: are ridden through; -4 from now on; turn their line and retire.",
      told("{a}: [{say}].", { a = "one", say = "loses by 4: is ridden through; -4 from now on; turns its line and retires" }))
    assert.equal("Banal Grenzers are caught by 1/46th Line, and rout.",
      told("{a} [is] caught by {b}, and [a:routs].", { a = "one", b = "two" }))
    state.units.five = { name = "The [old] guard" }
    assert.equal("The [old] guard stands.", told("{a} [stands].", { a = "five" }))
  end)

  it("has names for ids, but not where a place holds words that equal one", function()
    local Story <const> = require "limber.game.story"
    local game = {
      rules = { cell = function() end }, words = { story = { wheels = "{unit} [wheels] to the {hand}: {say}." } },
      state = { root = { units = { left = { name = "Lancers" }, gone = { name = "Guides" } } } },
    }
    local with = { unit = "left", hand = "left", say = "gone" }
    assert.equal("Lancers wheel to the left: gone.", Story.text(game, { say = "wheels", with = with }, {}))
  end)
end)
