--- The `:commands` by which the players' word is final: fix, amend, allow.
local amendments <const> = require "prompt.amendments"
local colour <const> = require "show.colour"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local faults <const> = require "limber.common.faults"
local game_line <const> = require "play.line"
local game_text <const> = require "play.text"
local grammar <const> = require "read.grammar"
local line_at <const> = require("commands.journal").line_at
local lists <const> = require "limber.common.lists"
local names <const> = require "play.names"
local parting <const> = require "play.parting"
local playing <const> = require("commands.game").playing
local tree <const> = require "limber.common.tree"
local suggest <const> = require "limber.common.suggest"
local told_faces <const> = require "told.read_dice"

local M <const> = {}

-- ---- what became of what was done again ----------------------------------------------------------------------------

--- Lines shown of one that changed, at most.
local MOST <const> = 8

local function tell_some(play, list, mark, paint)
  for i, one in ipairs(list) do
    if i > MOST then return play:say(("    … and %d more"):format(#list - MOST), "dim") end
    play:say(mark .. one, paint)
  end
end

local function tell_changed(play, was, now)
  play:say(("%d: %s"):format(now.id, play:line_text(now)))
  local before, after = parting.told(play, was), parting.told(play, now)
  tell_some(play, lists.beyond(before, after), "  - ", "dim")
  tell_some(play, lists.beyond(after, before), "  * ", "yellow")
end

--- What became of lines that were done again: which came out otherwise, which could not be done.
---@param play limber.GameSession
---@param report limber.Fixed
---@param back integer the line that was the present one
function M.tell_report(play, report, back)
  local again, changed = #report.lines, #report.changed
  if changed == 0 then
    play:say(("%d line%s replayed; all came out as before."):format(again, again == 1 and "" or "s"))
  else
    play:say(("%d line%s replayed; %d came out differently (- before, * now):"):format(again, again == 1 and "" or "s",
      changed))
  end
  for _, id in ipairs(report.changed) do
    tell_changed(play, report.was[id], play.game.journal.lines[id])
  end
  for _, one in ipairs(report.skipped) do
    play:say(("left out %d, %s: %s"):format(one.line.id, play:line_text(one.line), faults.text(one.refusal)), "red")
  end
  for _, path in ipairs(report.answered) do
    play:say(("new: %s took its first answer"):format(path), "yellow")
  end
  if report.stopped then
    local line = report.stopped.line
    play:say(("Stopped before %d, %s: %s"):format(line.id, play:line_text(line), faults.text(report.stopped.refusal)),
      "red")
  end
  play:say(("(the battle before this change ends at line %d: :goto %d)"):format(back, back), "dim")
  play.asked_of = nil
end

-- ---- fix -----------------------------------------------------------------------------------------------------------

--- What a throw showed: faces, or a total or count where the rule reads no more.
local function shown_by(roll, words)
  local answers, wrong = told_faces.read({ roll }, table.concat(words, " "))
  return answers and answers[1], wrong
end

--- Picks the throw of a line: the one named, the only one, or the only one that could show this.
local function throw_meant(play, line, n, words)
  local throws = game_text.throws(line)
  if #throws == 0 then fail("line", ("line %d threw no dice"):format(line.id)) end
  if n then return throws[n] or fail("line", ("line %d has %d throws"):format(line.id, #throws)) end
  if #throws == 1 then return throws[1] end
  local fitting = {}
  for _, throw in ipairs(throws) do
    if shown_by(throw.roll, words) then fitting[#fitting + 1] = throw end
  end
  if #fitting == 1 then return fitting[1] end
  local rows = {}
  for _, throw in ipairs(throws) do
    if play:tells({ call = throw.call_index }, line) then rows[#rows + 1] = game_text.throw(play.game, throw) end
  end
  play:say_lines(game_text.columns(rows, "  "))
  fail("line", ("line %d has %d throws; say which: :fix %d.%d dice …"):format(line.id, #throws, line.id,
    (fitting[1] or throws[1]).n))
end

local function dice_meant(play, line, n, words)
  local throw = throw_meant(play, line, n, words)
  local shown, wrong = shown_by(throw.roll, words)
  if not shown then fail("dice", wrong) end
  return {
    call = throw.call_index, roll = throw.roll_index, dice = shown.dice, total = shown.total, count = shown.count,
  }
end

--- Does something at an earlier place of the game, and comes back.
local function back_then(play, line, body)
  local here = play.game.journal.at.id
  play.game:go_to(line.parent)
  local done, answer = pcall(body)
  play.game:go_to(here)
  if not done then error(answer, 0) end
  return answer
end

--- A command typed for an earlier line.
local function command_then(play, line, words)
  local seat, together = play.seat, play.together
  play.seat, play.together = line.command.side, true
  local done, list = pcall(back_then, play, line, function() return game_line.read(play, words) end)
  play.seat, play.together = seat, together
  if not done then error(list, 0) end
  if not list then fail("command", ("there is no command %s"):format(words[1])) end
  if #list > 1 then fail("command", "one command replaces one; this is several") end
  return list[1]
end

local function what_of(play, line, n, kind, words)
  if kind == "dice" then return dice_meant(play, line, n, words) end
  if line.kind ~= "command" then
    fail("line", ("line %d is not a command: %s"):format(line.id, play:line_text(line)))
  end
  if kind == "command" then return { command = command_then(play, line, words) } end
  if line.command["do"] ~= "answer" then
    fail("line", ("line %d answers nothing: %s; :fix %d command … replaces it"):format(line.id,
      play:line_text(line), line.id))
  end
  local cmd = tree.copy(line.command)
  cmd.choice = names.fold(table.concat(words, "_")):gsub("-", "_")
  return { command = cmd }
end

local KINDS <const> = { "dice", "choice", "command" }

commands.add {
  name = "fix", usage = "LINE[.N] dice 3 5|choice WORD|command …", takes_command = true,
  doc = "corrects an earlier throw, answer or command; what followed is done again",
  run = function(session, rest)
    local play = playing(session)
    local words = grammar.split(rest)
    local place, kind = table.remove(words, 1), table.remove(words, 1)
    local line, n = line_at(play, place or "")
    if not (kind == "dice" or kind == "choice" or kind == "command") or #words == 0 then
      fail("fix", (":fix %d dice 3 5, :fix %d choice evade or :fix %d command …%s"):format(line.id, line.id, line.id,
        suggest.hint(kind, KINDS)))
    end
    local back, what = play.game.journal.at.id, what_of(play, line, n, kind, words)
    local report = play:quietly(function() return play.game:fix(line.id, what) end)
    M.tell_report(play, report, back)
  end,
  complete = function(_, words) return #words == 2 and table.move(KINDS, 1, 3, 1, {}) or {} end,
}

-- ---- amend ---------------------------------------------------------------------------------------------------------

commands.add {
  name = "amend", usage = "PATH VALUE REASON", takes_command = true,
  doc = "sets a value of the game by the players' word: PATH is 11.FIELD, a unit's",
  run = function(session, rest)
    local play = playing(session)
    local words = grammar.split(rest)
    local given, reason = words[2], table.concat(words, " ", 3)
    if not given or reason == "" then
      fail("amend", "a path, a value and a reason: :amend 11.FIELD 2 miscounted last time")
    end
    local path, value = amendments.read(play, words[1], given)
    local node, key = tree.locate(play.game.state.root, path)
    local old = node[key]
    local line, fault = play.game:amend(path, value, reason)
    if not line then error(fault, 0) end
    local before = old == nil and "which it had not before" or "was " .. tostring(old)
    play:say(("%d: %s is %s, %s (%s)"):format(line.id, path, tostring(value), before, reason))
  end,
  complete = function(session, words, word)
    return session.play and #words == 1 and amendments.complete(session.play, word) or {}
  end,
}

-- ---- allow ---------------------------------------------------------------------------------------------------------

commands.add {
  name = "allow", usage = "COMMAND because REASON", takes_command = true,
  doc = "gives a command that the rules refuse",
  run = function(session, rest)
    local play = playing(session)
    local typed, reason = rest:match "^(.-)%s+because%s+(.+)$"
    if not typed then fail("allow", "which command, and why? :allow fire 1 51 because we agreed on it") end
    local read, list = pcall(game_line.read, play, grammar.split(typed))
    if not read then
      if type(list) == "table" and list.arg == "do" then
        fail("do", list.message .. "; :allow overrules a refusal but cannot change the step")
      end
      error(list, 0)
    end
    if not list then fail("allow", ("there is no command %s; ?NAME and :legal list them"):format(typed)) end
    for _, cmd in ipairs(list) do
      local line = play:give(cmd, { allow = reason })
      if line then
        local refused = line.allowed and line.allowed.refused
        session:say(colour.paint("dim", refused and ("(allowed, although %s)"):format(play:overruled(refused, cmd))
          or "(the rules allowed it anyway)"))
      end
    end
  end,
}

return M
