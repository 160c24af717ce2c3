-- The guides name every word that a scenario, a variant or a rule file can use.
local disk_loader <const> = require "disk_loader"
local fields <const> = require "limber.language.fields"
local game_words <const> = require "limber.game.words"
local kinds <const> = require "limber.rules.kinds"
local ruleset <const> = require "limber.rules.ruleset"
local services <const> = require "limber.tabletop.services"
local service_docs <const> = require "show.service_docs"
local sorted <const> = require "limber.common.sorted"
local words <const> = require "limber.rules.words"

local function slurp(path)
  local file <close> = assert(io.open(path))
  return file:read "a"
end

--- The part of a page under a heading, up to the next heading of its rank.
local function under(page, heading)
  local from = assert(page:find("\n## " .. heading .. "\n", 1, true), heading)
  return page:sub(from, (page:find("\n## ", from + 4, true) or #page))
end

--- The services that a page calls by their names, "view:path" and so on, and those there are but it does not name.
local function services_of(page)
  local left, unknown = {}, {}
  for kind in pairs { view = true, play = true } do
    for name in pairs(services[kind]) do left[kind .. ":" .. name] = true end
  end
  for row in page:gmatch "\n| (`.-`) |" do
    for name in row:gmatch "`(%l+:[%w_]+)%(" do
      if not left[name] then unknown[#unknown + 1] = name end
      left[name] = nil
    end
  end
  return sorted.keys(left), unknown
end

--- The calls in the rows of a page whose arguments are not those of the definition.
local function misnamed(page)
  local wrong = {}
  for row in page:gmatch "\n| (`.-`) |" do
    for call, of, name, args in row:gmatch "`((%l+):([%w_]+)(%b()))`" do
      for _, doc in ipairs(service_docs.find(disk_loader.read, name)) do
        if doc.of == of and ("(%s)"):format(doc.args) ~= args then wrong[#wrong + 1] = call end
      end
    end
  end
  return wrong
end

--- Words that stand nowhere in a page between backquotes.
local function missing(names, page)
  local known, out = {}, {}
  for code in page:gmatch "`([^`\n]+)`" do
    for word in code:gmatch "[%w_]+" do known[word] = true end
  end
  for _, name in ipairs(names) do
    if not known[name] then out[#out + 1] = name end
  end
  return out
end

describe("the guide to scenarios", function()
  local page <const> = slurp "scenarios/README.md"
  for name, heading in pairs { fusilier = "Fusilier", horse_and_musket = "Horse and Musket" } do
    local published <const> = assert(ruleset.load(disk_loader, name, { game = require "limber.game.words" }))
    for _, what in ipairs(sorted.keys(published.game.carries)) do
      it(("names every word of a %s of %s"):format(what, name), function()
        local names = {}
        for i, field in ipairs(published.game.carries[what].args) do names[i] = field.name end
        assert.same({}, missing(names, under(page, heading)))
      end)
    end
    it("names every command of " .. name, function()
      local names = {}
      for _, sequence in pairs(published.game.sequences) do
        for _, step in ipairs(sequence) do
          for _, command in ipairs(step.kind == "phase" and step.commands or {}) do names[#names + 1] = command end
        end
      end
      assert.is_true(#names > 10)
      assert.same({}, missing(names, under(page, heading)))
    end)
  end
end)

describe("the guides to rules", function()
  local guide <const>, words_page <const> = slurp "rules-lua/README.md", slurp "rules-lua/RULESETS.md"
  local services_page <const> = slurp "rules-lua/SERVICES.md"

  it("names every word of rule files and game files", function()
    local published = words.published "some"
    local given = words.rule_words(published, function() end)
    game_words.install(given, published)
    assert.same({}, missing(sorted.keys(given), under(words_page, "A ruleset of your own")))
  end)

  it("names every kind of field", function()
    assert.same({}, missing(sorted.keys(fields.words), words_page))
  end)

  it("has a row for every key of a variant's table", function()
    local keys = {}
    for _, row in ipairs(kinds.all(game_words)) do
      if not row.worded then keys[#keys + 1] = row.key end
    end
    local rows, missed = under(guide, "A variant file"), {}
    for _, key in ipairs(keys) do
      if not rows:find("\n| `" .. key .. " = ", 1, true) then missed[#missed + 1] = key end
    end
    assert.is_true(#keys > 15)
    assert.same({}, missed)
  end)

  it("names every throw", function()
    assert.same({}, missing(sorted.keys(require("kernel.dice").new().throw), under(words_page, "The dice")))
  end)

  it("has a row for every service of the table, and for no other", function()
    local missed, unknown = services_of(services_page)
    assert.same({}, missed)
    assert.same({}, unknown)
    assert.same({}, missing(sorted.keys(services.facts), services_page))
  end)

  it("finds services that a page leaves out, invents or has twice", function()
    local missed, unknown = services_of("\n| `view:path(id)`, `play:path(id)` |\n| `view:path()` |\n")
    assert.is_true(#missed > 70)
    assert.same({ "play:path", "view:path" }, unknown)
  end)

  it("gives each service the arguments that its definition has", function()
    assert.same({}, misnamed(services_page))
    assert.same({ "view:stands_in(id, base)" }, misnamed "\n| `view:stands_in(id, base)` | … |\n| `play:go(id, path, um)` |\n")
  end)

  it("is not needed for what ?NAME tells: all that a view, play and mind have is described where it is defined", function()
    local bare = {}
    for _, name in ipairs(service_docs.names(disk_loader.read)) do
      for _, doc in ipairs(service_docs.find(disk_loader.read, name)) do
        if doc.doc == "" then bare[#bare + 1] = name end
      end
    end
    assert.same({}, bare)
    local room = service_docs.find(disk_loader.read, "room")[1]
    assert.same({ "id, base, opts", "players_word" }, { room.args, room.params[3].fields[9].name })
    assert.truthy(table.concat(service_docs.find(disk_loader.read, "near")[1].notes, "\n"):find("except = id", 1, true))
  end)

  it("finds what is missing", function()
    assert.same({ "no_such_word" }, missing({ "dice", "no_such_word" }, guide))
  end)
end)
