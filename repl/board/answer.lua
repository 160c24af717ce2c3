--- What the page asks, answered: one question in JSON, one answer in JSON. Whatever changes the battle is a command of
--- its journal, as if it had been typed at the prompt.
--
--   { ask = "battle", key, line }   the battle from that line on       { ask = "all" }  what may be done now
--   { ask = "piece", id }           what a piece may do                { ask = "tree" } the journal's branches
--   { ask = "reach", id, verb }     where that command may send it    { ask = "farthest", id, verb, to = place }
--   { ask = "why", line = "14.2" }  { ask = "why", unit = id }
--   { ask = "clock" | "luck" | "units" | "briefing" }
--   { ask = "measure", from = id, to = id or place }    how far it is, and whether the line is clear
--   { ask = "rules", words }        what the rules say of a citation, or where they mention a word
--   { check = command }             would it be allowed?
--   { give = { command… }, allow }  commands: { verb, side, choice, args }; `allow`: why the players overrule a refusal
--   { run = "undo", rest = "2" }    one of the `:commands` below
--   { players = "two" | "one" | "all" | side }    who commands: two players, one person both sides, solo commanders
--                                   all of them, or that side
--   { open = path, seed = "own" | "new" | number }    begins a battle that ships, or the present one again
--   { upload = 1, of = 3, text, name }    a saved battle from the browser's disk, in parts; the last one opens it
--   { ask = "battles" }    which those are; { ask = "save" | "report" }    a file for the browser to keep
--   { call_back = true }            sides that are commanded from pages of their own are commanded here again
--   { take = true | false }         of such a page: its side is commanded there, or no longer (board.seated)
--   { line = text }                 the answer to what the prompt asks meanwhile
-- A question that changes the battle says at which line it was meant, `at`: where the battle has gone on since, by the
-- prompt or another browser, nothing is done.
local begin <const> = require "board.begin"
local briefing <const> = require "play.briefing"
local choices <const> = require "board.choices"
local colour <const> = require "show.colour"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local faults <const> = require "limber.common.faults"
local game_text <const> = require "play.text"
local json <const> = require "kernel.json"
local looked_up <const> = require "board.looked_up"
local luck <const> = require "play.luck"
local measured <const> = require "board.measured"
local paper <const> = require "show.paper"
local reach <const> = require "board.reach"
local roster <const> = require "play.roster"
local sandbox <const> = require "kernel.sandbox"
local seated <const> = require "board.seated"
local seats <const> = require "play.seats"
local steps <const> = require "play.steps"
local told <const> = require "board.told"
local tree <const> = require "board.tree"

local M <const> = {}

--- The `:commands` that the page may run; none of them names a file.
local RUNS <const> = {
  undo = true, redo = true, ["goto"] = true, branch = true, next = true, rethrow = true, note = true,
}

--- Those that only show something.
local SHOWS <const> = { why = true, clock = true }

local function text_of(value, most)
  if value == nil then return "" end
  value = tostring(value)
  if #value > (most or 200) or value:find "%c" then
    fail("page", "that text is too long, or has no place in a command")
  end
  return value
end

--- What a body says: it is also said at the prompt, unless it is only looked at.
local function heard(session, quietly, body)
  local lines = {}
  session.say = function(_, words)
    lines[#lines + 1] = colour.without(words)
    if not quietly then paper.write(words .. "\n") end
  end
  local done, fault = pcall(body)
  session.say = nil
  if not done then error(fault, 0) end
  return table.concat(lines, "\n")
end

local function playing(session) return session.play or fail("page", "there is no battle") end

--- Refuses where the battle has gone on since the page last heard of it.
local function is_meant(play, question)
  if question.at ~= play:present() or question.place ~= seats.place(play, play:waiting()) then
    fail("page", "the battle has gone on meanwhile: look again")
  end
end

-- ---- looking -------------------------------------------------------------------------------------------------------

local ASKS <const> = {}

function ASKS.battle(session, question, board)
  return told.battle(board, playing(session), {
    key = question.key, line = question.line, odds = question.odds,
  })
end

function ASKS.all(session) return choices.all(playing(session)) end

function ASKS.piece(session, question) return choices.of(playing(session), text_of(question.id)) end

function ASKS.reach(session, question)
  local play, id = playing(session), text_of(question.id)
  local root = play.game.state.root
  local node = root.units[id] or root.leaders[id]
  if not (node and seats.has(choices.sides(play, play:waiting()), node.side)) then return { outline = nil } end
  local verb = text_of(question.verb)
  local outline, most, beyond = reach.outline(play, id, verb)
  return { outline = outline, most = most, beyond = beyond, places = reach.places(play, id, verb) }
end

function ASKS.farthest(session, question)
  local play, id, to = playing(session), text_of(question.id), question.to
  local node = play.game.state.root.units[id] or play.game.state.root.leaders[id]
  local place = type(to) == "table" and type(to.x) == "number" and type(to.y) == "number"
  if not (place and node and seats.has(choices.sides(play, play:waiting()), node.side)) then return {} end
  return { place = reach.farthest(play, id, text_of(question.verb), to) }
end

function ASKS.measure(session, question)
  return measured.between(playing(session), text_of(question.from), question.to)
end

function ASKS.rules(session, question) return { said = looked_up.text(session, text_of(question.words)) } end

function ASKS.luck(session) return { luck = luck.json(luck.at_hand(playing(session))) } end

function ASKS.units(session) return roster.told(playing(session)) end

function ASKS.tree(session) return tree.told(playing(session)) end

function ASKS.briefing(session)
  return { said = json.list(briefing.lines(playing(session))) }
end

ASKS.battles, ASKS.save, ASKS.report = begin.battles, begin.save, begin.report

local function shown(session, name, rest)
  local command = commands.find(name)
  return { said = heard(session, true, function() command.run(session, rest) end) }
end

function ASKS.why(session, question)
  playing(session)
  return shown(session, "why", question.unit and "unit " .. text_of(question.unit) or text_of(question.line))
end

for name in next, SHOWS do
  ASKS[name] = ASKS[name] or function(session)
    playing(session)
    return shown(session, name, "")
  end
end

--- What the rules refuse, in the unit that people use.
local function refused_of(play, fault, cmd)
  local words = play:shown(play:refusal(fault, cmd))
  return { refused = words, arg = fault.arg, cite = fault.cite, margin = fault.margin }
end

local function check(session, given)
  local play = playing(session)
  if seats.is_away(play, given.side) then fail("page", "that side is commanded from its own page") end
  local cmd = choices.command(play, given)
  local deed, fault = play.game:check(cmd)
  if deed then return { fits = true, goes = choices.goes(play, deed.cmd) } end
  return refused_of(play, fault, cmd)
end

-- ---- doing ---------------------------------------------------------------------------------------------------------

--- Gives commands one after another; what is refused ends it.
local function give(session, question)
  local play, refused = playing(session), nil
  local opts = question.allow and { allow = text_of(question.allow) } or nil
  is_meant(play, question)
  steps.begin(play)
  local said = heard(session, false, function()
    for _, given in ipairs(question.give) do
      if not question.seated and seats.is_away(play, given.side) then fail("page", "that side is at its own page") end
      local cmd = choices.command(play, given)
      local line, fault = play.game:command(cmd, opts)
      if not line then
        play:refused(fault, cmd)
        refused = refused_of(play, fault, cmd)
        return
      end
      play:acknowledge(line)
    end
  end)
  if refused then return refused end
  return { said = said }
end

--- What the longest note takes, with the line it is about.
local NOTE_BYTES <const> = 20 + 4 * game_text.NOTE_MOST

local function run(session, question, board)
  local name = text_of(question.run)
  if name == "next" and next(board.away) then fail("page", "a side is commanded from its own page") end
  if not RUNS[name] then fail("page", ("the page does not do :%s"):format(name)) end
  is_meant(playing(session), question)
  local command = commands.find(name)
  return { said = heard(session, false, function() command.run(session, text_of(question.rest, NOTE_BYTES)) end) }
end

--- Who commands from now on.
local function players(session, question, board)
  local play, who = playing(session), text_of(question.players)
  is_meant(play, question)
  if who == "away" then return { said = "" } end
  seated.call_back(board)
  local solo, side = commands.find("solo"), commands.find("side")
  return { said = heard(session, false, function()
    if who == "two" or who == "one" then
      if play.solo then solo.run(session, "off") end
      side.run(session, who == "one" and "both" or play:viewer())
    else
      solo.run(session, who == "all" and "both" or who)
    end
  end) }
end

--- Begins a battle: one that ships with the program, or the present one again.
local function open(session, question)
  if session.play then is_meant(session.play, question) end
  return { said = heard(session, false, function() begin.open(session, text_of(question.open), question.seed) end) }
end

--- A part of a saved battle from the browser's disk; the last one opens it.
local function upload(session, question, board)
  if session.play and question.upload == question.of then is_meant(session.play, question) end
  local opened
  local said = heard(session, false, function() opened = begin.upload(session, question, board) end)
  return { said = said }, opened
end

--- One answer; whether something may have changed.
local function answered(session, question, board)
  if ASKS[question.ask or ""] then return ASKS[question.ask](session, question, board), false end
  if type(question.check) == "table" then return check(session, question.check), false end
  if type(question.give) == "table" then return give(session, question), true end
  if question.run then return run(session, question, board), true end
  if type(question.call_back) == "boolean" then return seated.call_back(board) or {}, true end
  if question.players then return players(session, question, board), true end
  if question.upload then return upload(session, question, board) end
  if question.open then return open(session, question), true end
  fail("page", "the page asked for something that there is not")
end

local function refusal_of(session, fault)
  if type(fault) ~= "table" then return { refused = tostring(fault) } end
  local own = fault.arg == "page" and type(fault.message) == "string"
  if not own and session.play then return refused_of(session.play, fault) end
  local words = own and fault.message or faults.text(fault)
  return { refused = words, arg = fault.arg, cite = fault.cite, margin = fault.margin }
end

--- One answer to the page of a side: it looks at the battle from its seat.
local function answered_at_seat(session, question, board, number)
  local play = playing(session)
  local seat = seated.side(play, number) and seated.seat(board, play, number) or fail("page", "nobody sits here")
  if type(question.take) == "boolean" then
    seated.take(board, play, number, question.take)
    return {}, true
  end
  seated.judge(board, seat, question)
  if question.ask or question.check then
    session.play = seat
    local done, answer = pcall(answered, session, question, board)
    session.play = play
    if not done then error(answer, 0) end
    return answer, false
  end
  if not seated.is_meant(seat, question) then fail("page", "the battle has gone on meanwhile: look again") end
  question.seated = true
  question.at, question.place = play:present(), seats.place(play, play:waiting())
  local answer = answered(session, question, board)
  answer.said = nil -- in the words of the screen
  return answer, true
end

--- Answers a question of the page. What is asked while the prompt waits for something else than a command may only be
--- the answer to that, from the main page.
---@param session limber.Session
---@param board table
---@param text string
---@param seat integer? 0: the main page; else the number of a side's own
---@return string answer
---@return string|true|nil line as if typed; true: the prompt is to be shown anew
function M.answer(session, board, text, seat)
  local read, question = pcall(json.decode, text)
  if not read or type(question) ~= "table" then return '{"refused":"that is no question"}' end
  local own = seat and seat > 0
  question.seated = nil
  if type(question.line) == "string" and not question.ask and not own then
    if session.idle then return '{"refused":"nothing is asked"}' end
    local done, line = pcall(text_of, question.line)
    if not done then return json.encode(refusal_of(session, line)) end
    return "{}", line
  end
  if not session.idle then return '{"refused":"Limber asks something else first, at its prompt"}' end
  session.idle, session.seated = nil, own or nil
  local done, answer, changes = sandbox.run(nil, own and answered_at_seat or answered, session, question, board, seat)
  session.seated = nil
  if not done then
    changes, answer = question.ask == nil and question.check == nil, refusal_of(session, answer)
  end
  if changes then
    local fine, fault = sandbox.run(nil, session.after, session)
    local stopped = type(fault) == "table" and fault.kind == "interrupt"
    if not fine then answer = stopped and { refused = "interrupted" } or refusal_of(session, fault) end
  end
  session.idle = true
  return json.encode(answer), changes or nil
end

return M
