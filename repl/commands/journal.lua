--- The `:commands` over a game's journal: log, story, undo, redo, branches, goto, why.
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local game_solo <const> = require "play.solo"
local game_text <const> = require "play.text"
local playing <const> = require("commands.game").playing
local retold <const> = require "play.catch_up"
local seats <const> = require "play.seats"
local solo_text <const> = require "play.solo_text"
local suggest <const> = require "limber.common.suggest"
local why <const> = require "play.why"
local why_unit <const> = require "play.why_unit"

local M <const> = {}

--- How many lines are shown unless said otherwise.
local LAST <const> = 12

local function whole(word, what)
  local number = math.tointeger(tonumber(word))
  if not number or number < 1 then fail(what, ("%s takes a whole number, 1 or more, got %s"):format(what, word)) end
  return number
end

local function log_row(play, line, turn)
  local side = line.command and line.command.side or ""
  local throws = play:hidden(line) and 0 or #game_text.throws(line)
  local what = play:line_text(line)
  if throws > 0 then what = ("%s  [%d throw%s]"):format(what, throws, throws == 1 and "" or "s") end
  local step = line.step and line.step:match "[^.]+$" or ""
  return { tostring(line.id), line.turn ~= turn and tostring(line.turn) or "", step, side, what }
end

commands.add {
  name = "log", usage = "[N|all]", pages = true, doc = "the last N lines: each command, its side and its throws",
  run = function(session, rest)
    local play = playing(session)
    local lines = retold.branch_of(play.game.journal)
    local count = rest == "" and LAST or rest == "all" and #lines or whole(rest, "log")
    local rows = { { "Line", game_text.capital(game_text.turn_word(play.game)), "Step", "Side", "What" } }
    local turn
    for i = math.max(1, #lines - count + 1), #lines do
      rows[#rows + 1] = log_row(play, lines[i], turn)
      turn = lines[i].turn
    end
    play:say_lines(game_text.columns(rows))
    local ahead = play.game.journal:next()
    if ahead then play:say(("(line %d and what followed it was undone; :redo)"):format(ahead.id), "dim") end
  end,
  complete = function() return { "all" } end,
}

commands.add {
  name = "story", usage = "[N|terse|full]", looks = true, pages = true,
  doc = "repeats the last of the story, or its last N turns; terse: marches and throws in one line",
  run = function(session, rest)
    local play = playing(session)
    if rest == "terse" or rest == "full" then
      play.terse = rest == "terse"
      return play:say(play.terse and "The story is terse: similar events are told in one line."
        or "The story is told in full.")
    end
    if not retold.turns(play, rest == "" and 1 or whole(rest, "story")) then play:say "the story has not begun" end
  end,
  complete = function() return { "terse", "full" } end,
}

local function told_undone(play, undone)
  local last = undone[#undone]
  if #undone == 1 then
    play:say(("undone %d: %s"):format(last.id, play:line_text(last)))
  else
    play:say(("undone %d to %d, from %s"):format(last.id, undone[1].id, play:line_text(last)))
  end
  play:say("(what is done now starts a branch; :redo takes this back)", "dim")
end

commands.add {
  name = "undo", usage = "[N]", doc = "takes back the last command, or N; nothing is deleted",
  run = function(session, rest)
    if not session.play and #session:changes() > 0 then
      fail("undo", "there is no game; :drop takes back a rule change")
    end
    local play, undone = playing(session), {}
    for _ = 1, rest == "" and 1 or whole(rest, "undo") do
      local whose = not session.seated and seats.takes_back(play)
      if whose and #undone == 0 then
        fail("undo", ("%s gave the last command at a page of their own, and take it back there"):format(
          game_text.side(play.game, whose)))
      elseif whose then
        break
      end
      local line, last = game_solo.undo(play)
      if not last then break end
      undone[#undone + 1] = last
      if line and line ~= last then undone[#undone + 1] = line end
    end
    if #undone == 0 then fail("undo", "there is nothing to undo: this is the beginning") end
    told_undone(play, undone)
    play.asked_of = nil
  end,
}

commands.add {
  name = "redo", usage = "[N]", doc = "repeats what was undone last",
  run = function(session, rest)
    local play, first, last = playing(session), nil, nil
    for _ = 1, rest == "" and 1 or whole(rest, "redo") do
      local from, to = game_solo.redo(play)
      if not from then break end
      first, last = first or from, to
    end
    if not last then fail("redo", "there is nothing to redo") end
    local which = first == last and tostring(last.id) or ("%d to %d, up to"):format(first.id, last.id)
    play:say(("again %s%s %s"):format(which, first == last and ":" or "", play:line_text(last)))
    retold.between(play, first, last)
    play.asked_of = nil
  end,
}

-- ---- branches ------------------------------------------------------------------------------------------------------

--- The name of the branch a line is on: that given last on the way to it.
local function branch_name(journal, line)
  while line do
    if line.kind == "branch" then return line.name end
    line = journal:parent(line)
  end
end

--- The line below a named one that was written last.
local function end_of(journal, id)
  local last = id
  for _, line in ipairs(journal.lines) do
    local above = line
    while above and above.id ~= id do above = journal:parent(above) end
    if above then last = line.id end
  end
  return last
end

local function branch_names(journal)
  local list, by_name = {}, {}
  for _, line in ipairs(journal.lines) do
    if line.kind == "branch" then
      if not by_name[line.name] then list[#list + 1] = line.name end
      by_name[line.name] = line.id
    end
  end
  return list, by_name
end

--- Where a branch parts from the present one.
local function parting(journal, line)
  local _, redo = journal:way_to(line)
  return redo[1] and redo[1].parent
end

commands.add {
  name = "branches", usage = "", pages = true, doc = "the ends of all branches; :goto LINE goes there",
  run = function(session)
    local play = playing(session)
    local journal, rows = play.game.journal, {}
    local ends = play.game:branches()
    local present = journal.at
    if present and journal:next() then table.insert(ends, 1, present) end
    for _, line in ipairs(ends) do
      local here = journal:way_to(line)
      local at, on = journal.at and line.id == journal.at.id, #here == 0
      local apart = parting(journal, line)
      rows[#rows + 1] = {
        at and "*" or "", tostring(line.id), branch_name(journal, line) or "",
        ("%s %d"):format(game_text.turn_word(play.game), line.turn),
        at and "you are here" or on and ("ahead of here; :goto %d"):format(line.id)
          or apart and ("parts after line %d"):format(apart) or "parts at the beginning",
        play:line_text(line),
      }
    end
    play:say_lines(game_text.columns(rows))
  end,
}

commands.add {
  name = "branch", usage = "[NAME]", doc = "names what is played from here on",
  run = function(session, name)
    local play = playing(session)
    local journal = play.game.journal
    if name == "" then
      local now = branch_name(journal, journal.at)
      return play:say(now and ("this is branch %s; :branches lists all"):format(now)
        or "this branch has no name; :branch NAME gives it one, :branches lists all")
    end
    if not name:find "^[%a_][%w_-]*$" then fail("branch", "a branch's name is a word, like bold_attack") end
    local line, fault = play.game:branch(name)
    if not line then error(fault, 0) end
    play:say(("from line %d on this is branch %s"):format(line.id, name))
  end,
}

--- The line that a note is about.
local function noted(play, number)
  local lines = play.game.journal.lines
  return lines[math.tointeger(tonumber(number))]
    or fail("note", ("there is no line %s; lines go from 1 to %d, :log numbers them"):format(number, #lines))
end

commands.add {
  name = "note", usage = "[LINE:] TEXT", doc = "keeps what you say of a line, or of the last; nothing follows from it",
  run = function(session, rest)
    local play = playing(session)
    local of, words = rest:match "^(%d+):%s*(.*)$"
    words = words or rest
    if words == "" then fail("note", "say something: :note a bold stroke, or of line 12, :note 12: a bold stroke") end
    local letters, most = utf8.len(words) or #words, game_text.NOTE_MOST
    if letters > most then fail("note", ("a note has at most %d letters, and this has %d"):format(most, letters)) end
    local about = of and noted(play, of)
    local line, fault = play.game:note(words, about and about.id, seats.readers(play))
    if not line then error(fault, 0) end
    play:say(("line %d: %s"):format(line.id, play:line_text(line)))
    local number = rest:match "^(%d+)%s"
    if number and play.game.journal.lines[math.tointeger(tonumber(number))] then
      play:say(("(:note %s: TEXT speaks of line %s)"):format(number, number), "dim")
    end
  end,
}

--- Whether the battle has begun at a line: other rules may have been put in force before.
local function begun(journal, line)
  while line and line.kind ~= "start" do line = journal:parent(line) end
  return line ~= nil
end

commands.add {
  name = "goto", usage = "LINE|NAME", doc = "goes to another line, or to the end of a named branch",
  run = function(session, rest)
    local play = playing(session)
    local journal = play.game.journal
    local known, by_name = branch_names(journal)
    local id = math.tointeger(tonumber(rest))
    if not id and by_name[rest] then id = end_of(journal, by_name[rest]) end
    if not id or not journal.lines[id] then
      fail("goto", ("no line or branch %s%s; lines go from 1 to %d, :log and :branches list them"):format(
        rest == "" and "given" or rest, suggest.hint(rest, known), #journal.lines))
    end
    if not begun(journal, journal.lines[id]) then
      fail("goto", ("line %d stands before the battle begins: %s"):format(id, play:line_text(journal.lines[id])))
    end
    play.game:go_to(id)
    play.asked_of = nil
    play:say(("at line %d: %s"):format(id, play:line_text(journal.lines[id])))
    game_solo.look(play)
  end,
  complete = function(session)
    return session.play and (branch_names(session.play.game.journal)) or {}
  end,
}

-- ---- throws --------------------------------------------------------------------------------------------------------

--- A line's throws, or one of them, from the typed number: `14`, `14.2`.
---@param play limber.GameSession
---@param word string
---@return limber.Line
---@return integer? n
function M.line_at(play, word)
  local id, n = word:match "^(%d+)%.?(%d*)$"
  local line = id and play.game.journal.lines[math.tointeger(id)]
  if not line then
    fail("line", ("no line %s; :log numbers them"):format(word == "" and "given" or word))
  end
  if play:hidden(line) then fail("line", ("line %s is %s"):format(id, play:line_text(line))) end
  return line, n ~= "" and math.tointeger(n) or nil
end

--- Whether a solo commander gave a line, and it was more than `done`.
local function is_chosen(line)
  return line.solo ~= nil and line.command["do"] ~= "done"
end

--- The last line with something to tell: throws, or a solo commander's choice.
local function last_told(play)
  local line = play.game.journal.at
  while line and (#game_text.throws(line) == 0 and not is_chosen(line) or play:hidden(line)) do
    line = play.game.journal:parent(line)
  end
  return line
end

commands.add {
  name = "why", usage = "[LINE[.N]|unit UNIT]", pages = true,
  doc = "the last throw, or those of a line: clauses, modifiers, dice; why a solo commander chose; or of a unit",
  run = function(session, rest)
    local play = session.play
    local asked = session.last_answer
    if not play or rest == "" and asked and asked.after == play:present() then
      return session:say(table.concat(why.question(session), "\n"))
    end
    local unit = rest ~= "" and not play.game.journal.lines[math.tointeger(tonumber(rest:match "^%d+" or 0))]
      and why_unit.meant(play, rest)
    if unit then return play:say_lines(why_unit.lines(play, unit)) end
    local line, n
    if rest ~= "" and not rest:find "^%d+%.?%d*$" then
      fail("why", ("there is no unit %s here, and a line is a number; :units lists units, :log numbers lines"):format(
        rest:match "^unit%s+(.*)$" or rest))
    end
    if rest == "" then
      line = last_told(play) or fail("why", "no dice have been thrown yet")
    else
      line, n = M.line_at(play, rest)
    end
    local throws = game_text.throws(line)
    if line.solo and not n and (is_chosen(line) or line.solo.rejected or #throws == 0) then
      play:say_lines(solo_text.lines(play, line))
      if #throws == 0 then return end
    end
    if #throws == 0 then
      local calls = #(line.calls or {})
      return play:say(("line %d threw no dice: %s%s"):format(line.id, play:line_text(line),
        calls > 0 and (" (%d questions without dice)"):format(calls) or ""))
    end
    if not n and rest == "" then n = #throws end
    if not n and #throws == 1 then n = 1 end
    if n and not throws[n] then fail("why", ("line %d has %d throws"):format(line.id, #throws)) end
    local rows = {}
    for _, throw in ipairs(throws) do
      local tells = play:tells({ call = throw.call_index }, line)
      if throw.n == n and not tells then fail("why", ("throw %d.%d is hidden"):format(line.id, n)) end
      if tells then rows[#rows + 1] = game_text.throw(play.game, throw) end
    end
    if n then return play:say_lines(why.throw(play, throws[n])) end
    play:say_lines(game_text.columns(rows))
    play:say(("(:why %d.N explains one of them)"):format(line.id), "dim")
  end,
}

commands.add {
  name = "rethrow", usage = "", doc = "repeats the last command with new dice; the earlier throw stays as a branch",
  run = function(session)
    local play = playing(session)
    local line, fault = play.game:rethrow()
    if not line then error(fault, 0) end
    local none = #game_text.throws(line) == 0 and ": it throws no dice and comes out as before" or ""
    play:say(("thrown afresh, as line %d%s"):format(line.id, none), "dim")
  end,
}

return M
