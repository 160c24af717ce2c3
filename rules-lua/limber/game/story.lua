--- Story lines as text: names for ids, and verbs that agree with them (limber.game.agreement).
local agreement <const> = require "limber.game.agreement"
local lists <const> = require "limber.common.lists"
local question <const> = require "limber.ask.question"
local Seen <const> = require "limber.game.seen"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

local function name_of(state, id)
  local node = tree.node(state, id)
  return node and node.name or tostring(id)
end

--- What a unit, leader, formation, area, line or side is called.
---@param state table
---@param id string
---@return string
function M.name(state, id)
  return name_of(state, id)
end

--- Places that hold words, also where one equals an id: a formation "left" is not meant by "to the left".
local WORDS <const> = {
  say = true, why = true, verb = true, hand = true, cover = true, shape = true, bracket = true, from = true, to = true,
  score = true, against = true,
}

--- A text with its {places} filled in: ids become names, except in places for words; places that the event lacks come
--- from the rules' constants.
---@param text string
---@param with table?
---@param game limber.Game
---@return string
local function fill(text, with, game)
  local state = game.state.root
  local function value(key)
    local held = with and with[key]
    if held == nil then held = game.rules:cell("constants." .. key) end
    return held
  end
  local function name(id, key)
    local node = not WORDS[key] and tree.node(state, id)
    return node and (node.name or id)
  end
  return agreement.fill(text, state, value, name)
end

--- A text with its {places} filled in.
M.fill = fill

--- The first of a line's places that nothing fills.
local function unfilled(game, places, with)
  return lists.find(places, function(place)
    return (with == nil or with[place] == nil) and game.rules:cell("constants." .. place) == nil
  end)
end

--- Refuses a line of a house rule for a place that it has and is not given.
---@param game limber.Game
---@param key string
---@param with table?
function M.refuse_unfilled(game, key, with)
  local own = game.words.story_places[key]
  local place = own and unfilled(game, own.places, with)
  if place then
    error(("%s: the story line %s has {%s}, which play:tell does not give here"):format(own.at, key, place), 0)
  end
end

--- Refuses what a house rule tells in a line: a misspelt place, and a place of a published line that it does not give.
--- What it tells besides stands with the event, for programs.
---@param game limber.Game
---@param key string
---@param with table?
function M.refuse_misfits(game, key, with)
  if with ~= nil and type(with) ~= "table" then
    error(("play:tell: what the line %s tells must be a table of its places"):format(key), 0)
  end
  local text, places, agrees = game.words.story[key], {}, {}
  for place in text:gmatch "{([%w_]+)}" do places[#places + 1] = place end
  for place in text:gmatch "%[([%l_]+):%l+%]" do agrees[place] = true end
  for _, place in ipairs(sorted.keys(with or {})) do
    if type(place) ~= "string" then
      error(("play:tell: what the line %s tells must name its places, as in { unit = ID }"):format(key), 0)
    end
    local known = place == "cite" or lists.has(places, place) or agrees[place]
    if not known and suggest.nearest(place, places) then
      error(("play:tell: the story line %s has no {%s}%s"):format(key, tostring(place), suggest.hint(place, places)), 0)
    end
  end
  local own = game.words.story_places and game.words.story_places[key]
  local missing = not own and unfilled(game, places, with)
  if missing then
    error(("play:tell: the story line %s has {%s}, which is not given here"):format(key, missing), 0)
  end
end

--- Refuses a question of a house rule for a place that nothing fills.
---@param game limber.Game
---@param asked any
function M.refuse_question(game, asked)
  if type(asked) ~= "table" or type(asked.ask) ~= "string" then return end
  local places = {}
  for place in asked.ask:gmatch "{([%w_]+)}" do places[#places + 1] = place end
  local place = unfilled(game, places, type(asked.with) == "table" and asked.with or nil)
  if place then error(("play:choose: the question has {%s}, which `with` does not give"):format(place), 0) end
end

--- A sentence begins with a capital, also where it begins with a name like "the hussars".
local function sentence(text)
  return (text:gsub("^%l", string.upper))
end

--- Is a unit, leader or formation hidden from another side than its own?
local function hidden_from(root, words, node)
  for _, side in ipairs(words.hidden and node.side and root.order.sides or {}) do
    local hidden = side ~= node.side and Seen.hidden(root, words, side)
    if hidden and hidden[node.id] then return true end
  end
  return false
end

--- The piece that an event is of, and whether what it says is secret.
local function who_of(game, event, calls)
  local call, with = event.call and calls[event.call], event.with or {}
  local kind, root = game.words.secret[call and call.procedure or event.say], game.state.root
  local named = with[kind or "unit"] or not kind and (with.leader or with.formation)
  return tree.node(root, call and call.throwers[""] or named), kind ~= nil
end

--- Notes with the line under way that an event is of a piece that another side does not see as it happens.
---@param game limber.Game
---@param event table
function M.judge(game, event)
  local who, line = game.words.hidden and who_of(game, event, game.calls), game.under_way
  if not (who and hidden_from(game.state.root, game.words, who)) then return end
  line.unseen = line.unseen or {}
  line.unseen[event] = true
end

--- The only side that may read of an event while the battle lasts; nil when all sides may. What a hidden unit or
--- formation does is its own side's.
---@param game limber.Game
---@param event table
---@param line limber.Line
---@return string?
function M.only_for(game, event, line)
  local words, cmd = game.words, event.impossible or event.say == "solo" and line.command
  if cmd then
    local command = words.commands[cmd["do"]]
    return command and command.secret and cmd.side or nil
  end
  local who, secret = who_of(game, event, line.calls or game.calls)
  local unseen = line.unseen and line.unseen[event]
  if who and (secret or unseen or hidden_from(game.state.root, words, who)) then return who.side end
end

--- The text of an event: the ruleset's story line, what a procedure says of its result, or what could not be done.
---@param game limber.Game
---@param event table
---@param line limber.Line
---@return string
function M.text(game, event, line)
  local state = game.state.root
  if event.say then return sentence(fill(game.words.story[event.say] or event.say, event.with, game)) end
  if event.impossible then
    local cmd = event.impossible
    return sentence(("%s cannot %s: %s"):format(name_of(state, cmd.unit or cmd.side), cmd["do"], event.refusal))
  end
  local call = (line.calls or game.calls)[event.call]
  if not game.rules.procedures[call.procedure] then return call.procedure end
  return question.says(game.rules, call.procedure, call.result, call.args) or call.procedure
end

return M
