--- A line typed while a game is on: the ruleset's commands by their bare names, an answer, `done`, `withdraw`.
local choices <const> = require "play.choices"
local fields <const> = require "limber.language.fields"
local game_text <const> = require "play.text"
local game_words <const> = require "play.command_words"
local grammar <const> = require "read.grammar"
local host <const> = require "host"
local names <const> = require "play.names"
local sandbox <const> = require "kernel.sandbox"
local seats <const> = require "play.seats"
local steps <const> = require "play.steps"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

local M <const> = {}

local function fail(arg, message)
  error({ arg = arg, message = message }, 0)
end

local has <const> = seats.has

local function verb_of(word)
  return word and (names.fold(word):gsub("-", "_"))
end

--- Which verb the words begin with, and where what belongs to it begins.
local function read_verb(play, waiting, words)
  local commands, one = play.game.words.commands, verb_of(words[1])
  local two = words[2] and one .. "_" .. verb_of(words[2])
  for _, verb in ipairs { "done", "answer", "withdraw" } do
    if one == verb then return verb, 2 end
  end
  if two and has(waiting.options, two) then return two, 3 end
  if has(waiting.options, one) then return one, 2 end
  if commands[one] then return one, 2 end
  if two and commands[two] then return two, 3 end
end

--- A refusal lists at most so many commands.
local MOST <const> = 6

--- What may be done now, for a refusal.
local function instead(play, waiting)
  if waiting.kind == "over" then return "the battle is over" end
  local verbs = seats.verbs(waiting)
  if waiting.kind == "decision" and #waiting.options > 0 then
    return ("%s must answer before that: %s"):format(game_text.side(play.game, waiting.sides[1]),
      text.list(waiting.options, "or"))
  end
  local what = #verbs <= MOST and text.list(verbs, "or") or ":legal lists what may be done"
  return ("now is: %s (%s)"):format(game_text.step(waiting.step), what)
end

--- Asks for what is missing, if a person is at the screen.
local function asker()
  if not host.isatty(0) then return nil end
  return function(field, wanted)
    local line = host.readline(("%s%s (%s)? "):format(field.name, field.doc and ", " .. field.doc or "", wanted))
    if line and line:find "%S" then return grammar.split(line) end
  end
end

---@param play limber.GameSession
---@param side string
---@return table
function M.about(play, side)
  return { view = play.game:view(side), side = side, rules = play.game.rules, how = play.how }
end

--- Whose command the words are: of the one side of these whose unit, formation or leader they name first; nil when
--- that may be either's.
local function side_named(play, sides, words)
  for at in ipairs(words) do
    for _, place in ipairs { "units", "formations", "leaders" } do
      local owners = {}
      for _, side in ipairs(sides) do
        local id, _, other, exact = names.read(play.game:view(side), place, words, at, "own", side)
        if id and exact and not other then owners[#owners + 1] = side end
      end
      if #owners > 0 then return #owners == 1 and owners[1] or nil end
    end
  end
end

--- The fault of words that begin with a unit of a side that may not act; nil when they do not.
local function enemy_first(play, sides, words)
  for _, place in ipairs { "units", "formations", "leaders" } do
    local view = play.game:view(sides[1])
    local id, _, other = names.read(view, place, words, 1, "own", sides[1])
    local node = id and other and view.state[place][id]
    if node and not has(sides, node.side) and (place ~= "units" or names.short(node) == words[1]) then
      return ("%s not yours, and %s must act now; name your own unit first"):format(names.is(view.state, id),
        game_text.side(play.game, sides[1]))
    end
  end
end

--- Reads words for the side whose command they are, or the first of some sides they make sense for.
local function parse(play, sides, name, args, words)
  local first
  local all = play.together and play.game.state.root.order.sides or sides
  local own = #all > 1 and side_named(play, all, words)
  if own and not has(sides, own) then
    return nil, nil, { arg = "side", message = ("%s: %s may not act now"):format(name,
      game_text.side(play.game, own)) }
  end
  for _, side in ipairs(own and { own } or sides) do
    local list, fault, notes = game_words.parse(M.about(play, side), name, args, words,
      side == sides[1] and asker() or nil)
    for _, note in ipairs(notes or {}) do play:say(("(%s)"):format(note), "yellow") end
    if list then return list, side end
    first = first or fault
  end
  local enemy = first and not first.kind and sides[1] and enemy_first(play, sides, words)
  return nil, nil, enemy and { arg = "words", message = enemy } or first
end

--- The sides a command may be given by now: those that interrupt first, where it is an interrupt.
local function sides_for(play, waiting, name)
  local sides = play:sides(waiting, true)
  if waiting.kind ~= "phase" or has(waiting.step.commands, name) then
    return play:sides(waiting)
  end
  local others = {}
  for _, side in ipairs(sides) do
    if not has(waiting.sides, side) then others[#others + 1] = side end
  end
  return others
end

--- Which side is done: the one that is named, or the one at the screen; both, where one person commands both.
local function done_by(play, waiting, word)
  local sides = { play:sides(waiting)[1] }
  if word ~= "" then
    sides = {}
    for _, side in ipairs(waiting.sides) do
      local name = names.fold(game_text.side(play.game, side))
      if names.fold(word) == side or names.fold(word) == name or "the " .. names.fold(word) == name then
        sides[1] = side
      end
    end
    if not sides[1] then fail("side", ("%s: no such side may be done now"):format(word)) end
  elseif play.together then
    sides = {}
    for _, side in ipairs(waiting.sides) do
      if not seats.is_led(play, side) then sides[#sides + 1] = side end
    end
  end
  local list = {}
  for i, side in ipairs(sides) do list[i] = { side = side, ["do"] = "done" } end
  return list
end

--- Gives commands one after another. Of several, each refused one is reported.
local function give_all(play, list)
  steps.begin(play)
  if #list == 1 then return play:give(list[1]) end
  local place = seats.place(play, play:waiting())
  for _, cmd in ipairs(list) do
    if cmd["do"] == "done" and seats.place(play, play:waiting()) ~= place then break end
    local done, fault = play.game:command(cmd)
    if done then play:acknowledge(done) else play:refused_of(fault, cmd) end
    if fault and fault.kind then break end
  end
end

--- A command that can be given at any time.
local function read_any_time(play, waiting, name, words)
  if waiting.kind == "over" then fail("do", instead(play, waiting)) end
  local list, side, fault = parse(play, play:sides(waiting, true), name, play.game.words.commands[name].args, words)
  if not list then error(fault, 0) end
  for _, cmd in ipairs(list) do cmd.side, cmd["do"] = side, name end
  return list
end

--- Commands as the game takes them, from a line's words: several where a group is named.
---@param play limber.GameSession
---@param words string[]
---@return table[]? commands nil: the words begin with no command
function M.read(play, words)
  local waiting = play:waiting()
  local name, from = read_verb(play, waiting, words)
  if not name then return nil end
  local rest = table.move(words, from, #words, 1, {})
  local declared = play.game.words.commands[name]
  if declared and declared.any_time then return read_any_time(play, waiting, name, rest) end
  if name == "done" then
    if waiting.kind ~= "phase" then fail("do", instead(play, waiting)) end
    return done_by(play, waiting, table.concat(rest, " "))
  elseif waiting.kind == "decision" then
    local choice = name ~= "answer" and name or nil
    if not choice and #waiting.options > 0 then choice = verb_of(table.remove(rest, 1)) end
    if choice and not has(waiting.options, choice) then
      fail("choice", ("%s is no answer%s; %s"):format(choice, suggest.hint(choice, waiting.options),
        instead(play, waiting)))
    end
    if #waiting.options > 0 and not choice then fail("choice", instead(play, waiting)) end
    local list, side, fault = parse(play, play:sides(waiting), "answer", waiting.step.args or {}, rest)
    if not list then error(fault, 0) end
    for _, cmd in ipairs(list) do cmd.side, cmd["do"], cmd.choice = side, "answer", choice end
    return list
  elseif name == "answer" then
    fail("do", "there is no question to answer; " .. instead(play, waiting))
  elseif name == "withdraw" then
    if waiting.kind ~= "phase" or not waiting.step.sealed then
      fail("do", "no step is sealed now; " .. instead(play, waiting))
    end
    return M.withdrawn(play, waiting, rest)
  end
  if waiting.kind == "over" or not has(waiting.step.commands, name) and not has(waiting.step.interrupts, name) then
    fail("do", ("%s is not possible now; %s"):format(name, instead(play, waiting)))
  end
  local list, side, fault = parse(play, sides_for(play, waiting, name), name, declared.args, rest)
  if not list then error(fault, 0) end
  for _, cmd in ipairs(list) do cmd.side, cmd["do"] = side, name end
  return list
end

local ANYBODY <const> = {
  fields.words.text "unit" { optional = true }, fields.words.text "formation" { optional = true },
  fields.words.text "leader" { optional = true },
}
for i, place in ipairs { "units", "formations", "leaders" } do ANYBODY[i].names, ANYBODY[i].whose = place, "own" end

--- Takes back the sealed command of a unit, formation or leader.
function M.withdrawn(play, waiting, words)
  local list, side, fault = parse(play, play:sides(waiting), "withdraw", ANYBODY, words)
  if not list then error(fault, 0) end
  local commands = {}
  for i, one in ipairs(list) do
    local slot, there = one.unit or one.formation or one.leader, false
    if not slot then fail("withdraw", "withdraw what? withdraw 11") end
    for _, sealed in ipairs(play.game:view(side):sealed(side)) do there = there or sealed.slot == slot end
    if not there then fail("withdraw", ("%s has sealed nothing"):format(slot)) end
    commands[i] = { side = side, ["do"] = "withdraw", unit = slot }
  end
  return commands
end

local KEYWORDS <const> = {}
for word in ("and break do else elseif end false for function goto if in local nil not or repeat return then true "
  .. "until while"):gmatch "%a+" do KEYWORDS[word] = true end

--- Whether a line that is no command is no Lua either, or only a name nothing has: a misspelt command.
local function misspelt(play, words, line)
  local word = words[1]
  if not word or not word:find "^[%a_][%w_%-]*$" or KEYWORDS[word] then return end
  local env, waiting = play.session.env, play:waiting()
  local verbs = seats.verbs(waiting)
  local known = table.move(play.game.words.command_names, 1, #play.game.words.command_names, #verbs + 1,
    table.move(verbs, 1, #verbs, 1, {}))
  local hint = suggest.hint(word, known)
  if #words == 1 then
    if env[word] == nil and hint ~= "" then fail("do", ("no command %q%s"):format(word, hint)) end
    return
  end
  if env[word] ~= nil or not words[2]:find "^[%w_\"]" then return end
  if sandbox.load("return " .. line, "=typed", env) or sandbox.load(line, "=typed", env) then return end
  fail("do", ("no command %q%s; %s"):format(word, hint, instead(play, waiting)))
end

--- Does what a number of the list that was shown stands for; nil when none was shown of this step.
---@param play limber.GameSession
---@param number integer
---@param rest string
---@return boolean? done
function M.choose(play, number, rest)
  local cmd = choices.chosen(play, number, rest)
  if not cmd then return nil end
  if cmd["do"] == "done" then give_all(play, done_by(play, play:waiting(), "")) else play:give(cmd) end
  return true
end

--- A line that begins with a number, and is no Lua: a choice from the list of :legal.
local function take_number(play, line)
  local number, rest = line:match "^%s*(%d+)%s*(.-)%s*$"
  if not number or rest ~= "" and not line:find "^%s*%d+%s+[%w_]" then return nil end
  if not M.choose(play, math.tointeger(tonumber(number)), rest) then
    require("play.list").find("legal").run(play.session, "")
  end
  return true
end

--- Handles a line that is a command of the game; nil when it is not one.
---@param play limber.GameSession
---@param line string
---@return boolean? taken
function M.take(play, line)
  if take_number(play, line) then return true end
  local rest = line:match "^%s*[%a_][%w_%-]*%s*(.*)$"
  if not rest or rest:find "^[=(.:\"'{%[]" then return nil end
  local words = grammar.split(line)
  local list = M.read(play, words)
  if not list then return misspelt(play, words, line) end
  give_all(play, list)
  return true
end

return M
