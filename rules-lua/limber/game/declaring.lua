--- The words of game files that declare something, for a ruleset's own files and for a variant's (limber.game.words).
local declared <const> = require "limber.language.declared"
local disputes <const> = require "limber.game.disputes"
local forces <const> = require "limber.game.forces"
local losses <const> = require "limber.tabletop.losses"
local placing <const> = require "limber.game.placing"
local proposals <const> = require "limber.game.proposals"
local services <const> = require "limber.tabletop.services"
local sorted <const> = require "limber.common.sorted"
local steps <const> = require "limber.game.step_words"
local victory <const> = require "limber.tabletop.victory"

local M <const> = {}

--- Kinds of pieces that a secret can belong to, with their places in the state.
local STATES <const> = { unit = true, leader = true, formation = true }

--- What a ruleset says once.
M.ONCE = {
  "terse", "hidden", "status", "leaders", "roster", "timetable", "solo", "forces", "army_list",
  "set_down", "map_symbols", "victory", "losses", "keeps_moves",
}

--- How each value is stored; without an entry, as the file gave it.
local MADE <const> = {
  victory = function(how) return type(how) == "table" and victory.judge(how) or how end,
  losses = function(rows) return type(rows) == "table" and losses.counter(rows) or rows end,
  keeps_moves = function() return true end, forces = forces.judge,
}

--- The argument that names the leader to whom a command is given; nil of other commands.
local function leader_of(spec)
  local first = spec.args and spec.args[1]
  return type(first) == "table" and first.names == "leaders" and first.kind ~= "list" and first.name or nil
end

--- A command of single units, or of leaders where its first argument is one, says by `refuses(view, id)` why one may
--- not be given it at all, and by `offers(view, id, node, offer)` what the others may. Its check begins with the first,
--- for all units that are named; of its offers, whose ranges are lawful, those that it refuses are not proposed.
local function by_unit(name, spec)
  local refuses, check, offers = spec.refuses, spec.check, spec.offers
  for _, key in ipairs { "refuses", "offers" } do
    if spec[key] ~= nil and type(spec[key]) ~= "function" then
      error(("command %q: %s must be a function"):format(name, key), 3)
    end
    spec[key] = nil
  end
  if not refuses then
    if offers then error(("command %q: offers needs refuses"):format(name), 3) end
    return
  end
  local by = leader_of(spec)
  function spec.check(view, cmd)
    for _, id in ipairs(by and { cmd[by] } or cmd.units or { cmd.unit }) do
      local fault = refuses(view, id)
      if fault then return fault end
    end
    if check then return check(view, cmd) end
  end
  spec.proposals = offers and proposals.ranked(refuses, function(view, id, unit, offer)
    offers(view, id, unit, function(one)
      if by then one[by] = id elseif not one.units then one.unit = id end
      one.score = one.score or 0
      if one.ranges or not (check and view:unasked(check, view, one)) then offer(one) end
    end)
  end, by)
end

local function command_word(game, in_time)
  return function(name)
    return function(spec)
      in_time("command", name)
      steps.of("command", name, spec)
      if game.commands[name] then error(("command %q is declared twice"):format(name), 2) end
      if not spec.run then error(("command %q needs run"):format(name), 2) end
      by_unit(name, spec)
      spec.name, spec.args = name, spec.args or {}
      declared.fields(("command %q: args"):format(name), spec.args)
      spec.file, spec.line = steps.place()
      game.commands[name] = spec
      game.command_names[#game.command_names + 1] = name
    end
  end
end

--- A word that keeps one thing under a name.
local function named_word(place, kind, in_time, check)
  return function(name)
    return function(thing)
      in_time(kind, name)
      if check then check(("%s %q"):format(kind, name), thing) end
      if place[name] then error(("%s %q is declared twice"):format(kind, name), 2) end
      place[name] = thing
    end
  end
end

--- Facts that services of the table ask for. A ruleset that declares one too changes its words, its likely answer or
--- its limits.
local service_facts <const> = services.facts

local function fact_word(game, in_time)
  return function(name)
    return function(spec)
      in_time("fact", name)
      steps.of("fact", name, spec)
      local given = service_facts[name]
      if game.facts[name] and game.facts[name] ~= given then error(("fact %q is declared twice"):format(name), 2) end
      for key, value in next, given or {} do
        if spec[key] == nil then spec[key] = value end
      end
      if not (spec.ask and spec[1]) then error(("fact %q needs ask and a field"):format(name), 2) end
      spec.name, spec.field = name, spec[1]
      game.facts[name] = spec
    end
  end
end

local function add_texts(words, game, in_time)
  function words.story(texts)
    for _, key in ipairs(sorted.keys(texts)) do
      in_time("story", key)
      local text = texts[key]
      if game.story[key] then error(("story %q is declared twice"):format(key), 2) end
      game.story[key] = text
    end
  end
  function words.private(kind)
    return function(keys)
      in_time("private", kind)
      game.private[kind .. "s"] = keys
    end
  end
  function words.secret(kind)
    if not STATES[kind] then error(("secret %q: unit, leader or formation"):format(tostring(kind)), 2) end
    return function(keys)
      in_time("secret", kind)
      for _, key in ipairs(keys) do game.secret[key] = kind end
    end
  end
end

--- What game words begin with.
---@param facts table<string, table>? those there are before a file declares one
---@return limber.GameWords
function M.new(facts)
  local game = {
    sequences = {}, commands = {}, command_names = {}, measures = {}, facts = {}, carries = {}, story = {},
    private = {}, secret = {}, duties = {}, prospects = {},
  }
  for name, fact in next, facts or {} do game.facts[name] = fact end
  return game
end

--- Adds the words that declare into `game`. `in_time(kind, name)` refuses a declaration after the file has been read; a
--- word calls it, and it raises at the caller of the word.
---@param words table<string, any>
---@param game limber.GameWords
---@param in_time fun(kind: string, name: any)
function M.add(words, game, in_time)
  words.sequence, words.parts = steps.sequence("sequence", game, in_time), steps.sequence("parts", game, in_time)
  words.command, words.fact = command_word(game, in_time), fact_word(game, in_time)
  words.step, words.decision, words.phase = steps.word "step", steps.word "decision", steps.word "phase"
  words.part = steps.word "part"
  function words.placing(spec) return words.command "place" (placing.command(spec)) end
  function words.disputes(spec) return words.command "dispute" (disputes.command(spec)) end
  words.measure = named_word(game.measures, "measure", in_time)
  words.carries = named_word(game.carries, "carries", in_time, function(what, thing)
    declared.conditions(what, thing.args or {}, 3)
  end)
  words.duty = named_word(game.duties, "duty", in_time)
  words.prospect = named_word(game.prospects, "prospect", in_time)
  add_texts(words, game, in_time)
  for _, name in ipairs(M.ONCE) do
    words[name] = function(given)
      in_time("the word", name)
      game[name] = MADE[name] and MADE[name](given) or given
    end
  end
end

return M
