--- What a variant can change on the table and in its display: services, facts, measures, story lines, and what a
--- ruleset says once for the battle (limber.game.layers).
local declared <const> = require "limber.language.declared"
local given_back <const> = require "limber.game.given_back"
local kinds <const> = require "limber.rules.kinds"
local layers <const> = require "limber.game.layers"
local lists <const> = require "limber.common.lists"
local losses <const> = require "limber.tabletop.losses"
local Play <const> = require "limber.game.play"
local sandbox <const> = require "kernel.sandbox"
local service_kinds <const> = require "limber.game.service_kinds"
local tree <const> = require "limber.common.tree"
local victory <const> = require "limber.tabletop.victory"

local services <const> = { key = "services", what = "service", takes = kinds.functions "services" }

local known_services

--- The dice of a throw stay known where a wrap of `resolve` hands on the result alone.
local function with_throws(resolve)
  return function(play, ...)
    local result, throws = resolve(play, ...)
    return result, throws or select(2, play:dice())
  end
end

--- Services that give what is made for their caller alone, the result of a procedure: guests are lent it.
local FRESH <const> = { ask = true, ask_of = true, resolve = true, resolve_of = true }

--- Such a service of a house rule over others, what it gives being held to what the procedure declares. `ask` may give
--- nothing of faces that were thrown before.
local function held_to(name, fn, game, over)
  local results <const> = require "limber.rules.results"
  local function look(procedure, of_faces, result, ...)
    local rules <const> = game.rules
    local asked <const> = rules.procedures[procedure]
    if not asked or rules.lenient or of_faces and result == nil then return result, ... end
    return results.held(fn, asked, result, rules, true, name), ...
  end
  return function(view, procedure, ...)
    return look(procedure, name == "ask" and select(4, ...) ~= nil, over(view, procedure, ...))
  end
end

--- A service is looked up once, when a view or play is made or the rules change (limber.game.play).
function services.lay(draft, layer, name, fn)
  known_services = known_services or Play.methods()
  kinds.known("service", known_services, name, layer)
  local held = layers.own(draft, "services")
  local below <const> = held[name]
  if not layer.shipped then layers.own(draft, "service_places")[name] = kinds.place_of(layer, name) end
  held[name] = function(published, game)
    local under = below and below(published, game) or published
    if FRESH[name] and not layer.shipped then
      under = require("limber.rules.lent_results").lending(game, under)
      sandbox.leave(under, true)
    end
    local over = layers.over(layer, fn, under)
    if FRESH[name] and not layer.shipped then over = held_to(name, fn, game, over) end
    over = service_kinds.held(layer, name, fn, over)
    return name == "resolve" and with_throws(over) or over
  end
end

local facts <const> = { key = "facts", what = "fact", takes = kinds.functions "facts" }

--- What a fact's function gives, by the field that the fact declares; nothing, where it does not say.
local function given_of(field)
  local kind, values = field and field.kind, field and field.values
  local wanted = kind == "int" and "a whole number" or kind == "flag" and "true or false"
    or kind == "enum" and table.concat(values, ", ") or "what the published fact gives"
  return { wanted = wanted, needs = true, fits = function(value)
    if value == nil then return true end
    return kind == "int" and type(value) == "number" and math.tointeger(value) ~= nil
      or kind == "flag" and type(value) == "boolean"
      or kind == "enum" and lists.has(values, value) or not (kind == "int" or kind == "flag" or kind == "enum")
  end }
end

function facts.lay(draft, layer, name, fn)
  local old = kinds.known("fact", draft.game.facts, name, layer)
  local measured <const> = old.measured
  if measured == nil then kinds.fail(layer, name, "the fact %s is never measured: players tell it", name) end
  local fact = tree.shallow(old)
  local function copied() return tree.copy(measured) end
  local laid <const> = layers.over(layer, fn, type(measured) == "function" and measured or copied)
  fact.measured = given_back.checked(layer, fn, laid, given_of(old.field), "the fact " .. name)
  layers.own(draft, "facts")[name] = fact
end

local measures <const> = { key = "measures", what = "measure", takes = kinds.functions "measures" }

function measures.lay(draft, layer, name, fn)
  local old = kinds.known("measure", draft.game.measures, name, layer)
  layers.own(draft, "measures")[name] = layers.over(layer, fn, old)
end

local story <const> = { key = "story", what = "story" }

function story.takes(name, text, level)
  kinds.name_of("story", name, level + 1)
  if type(text) ~= "string" then error(("story %s must be a text, got a %s"):format(name, type(text)), level) end
  return declared.line(text)
end

function story.lay(draft, layer, name, text)
  kinds.known("story", draft.game.story, name, layer)
  layers.own(draft, "story")[name] = text
  layers.note_places(draft, layer, name, text)
end

function story.differs(add, published, name, text)
  local old = published.game and published.game.story[name]
  add("story", name, old, text, not old and ("story %s is told as: %s"):format(name, text) or nil)
end

--- What a ruleset says once for a battle, and what stands for it where a ruleset does not.
local BATTLE <const> = {
  victory = false, forces = function() return {} end, losses = function() return {} end,
  roster = function() return {} end, status = function(node) return node.status or "ready" end, hidden = false,
  timetable = false, set_down = false, army_list = function() return {} end,
}

--- What they must give (limber.game.given_back).
local GIVES <const> = {
  victory = "verdict", forces = "faults", roster = "columns", status = "word", timetable = "table",
  army_list = "table",
}

--- Those that a table can declare, as the words of game files take it.
local BY_TABLE <const> = { victory = victory.judge, losses = losses.counter }

local battle <const> = { key = "battle", what = "battle" }

function battle.takes(name, value, level)
  kinds.name_of("battle", name, level + 1)
  if BATTLE[name] == nil then return value end -- told when it is laid, with the nearest name
  if type(value) ~= "function" and not (BY_TABLE[name] and type(value) == "table") then
    local wanted = BY_TABLE[name] and "a function or a table" or "a function"
    error(("battle of a variant: %s must be %s, got a %s"):format(name, wanted, type(value)), level)
  end
  return value
end

function battle.lay(draft, layer, name, value)
  local missing = kinds.known("word of the battle", BATTLE, name, layer)
  local game = layers.own(draft)
  kinds.replaces(draft, layer, name .. " of the battle", name, value)
  if type(value) == "table" then
    local done, made = pcall(BY_TABLE[name], value)
    if not done then kinds.fail(layer, name, "%s", made) end
    game[name] = made
  else
    game[name] = layers.laid(layer, value, game[name], missing or nil, GIVES[name], name .. " of the battle")
  end
end

return { services, facts, measures, story, battle }
