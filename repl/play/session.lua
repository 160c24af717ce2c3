--- A game at the prompt: whose turn it is at the screen, what is waited for, commands given, their story told.
--
-- It lives in `session.play`. One game, one screen: who sits there is `seat`. While a phase is sealed a seat shows its
-- own side only, and changes hands by play/handover.lua; with `together` one person commands both sides.
local battle <const> = require "play.battle"
local colour <const> = require "show.colour"
local faults <const> = require "limber.common.faults"
local game_steps <const> = require "play.steps"
local game_text <const> = require "play.text"
local handover <const> = require "play.handover"
local host <const> = require "host"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"
local refusal <const> = require "play.refusal"
local retold <const> = require "play.catch_up"
local sandbox <const> = require "kernel.sandbox"
local seats <const> = require "play.seats"
local sorted <const> = require "limber.common.sorted"
local story <const> = require "limber.game.story"
local text <const> = require "show.text"

---@class limber.GameSession
---@field session limber.Session
---@field game limber.Game
---@field title string
---@field how limber.How lengths as they are shown and typed
---@field script limber.PlayedScript? play/script.lua
---@field scenario limber.Scenario?
---@field start_digest string? of the state at the very beginning, where there is a scenario
---@field seat string? the side at the screen
---@field at_screen string[]? the sides that may be looked at since the last command
---@field watching boolean? the script plays: nothing is hidden until somebody gives a command
---@field together boolean? one person commands both
---@field handed boolean? the screen has changed hands before
---@field terse boolean? the story tells in one line what many do alike
---@field muted boolean? the story is not told
---@field saved integer how many lines of the journal are in a file of the person's
---@field recorded limber.Recorder? the file that the person records in
---@field kept limber.Kept? the file in the data folder that keeps it, where there is no other (repl/keep)
---@field unkept string? why it cannot be kept
---@field asked_of string? what was last said to be waited for
---@field solo string[]? the sides that solo commanders lead (play/solo.lua)
---@field away table<string, boolean>? the sides that are commanded from pages of their own (repl/board)
---@field looking integer? the line that was gone to, to look at it (play/solo.lua)
---@field seen table<string, integer>? by the sides that sat here: the last line they have seen (play/catch_up.lua)
---@field withheld { event: table, line: limber.Line }[] what its side has not sat at the screen for (play/catch_up.lua)
---@field curtain fun(words: string?)? told before a page's screen changes hands, and without words after that
---@field teller_of_past fun(): fun(event: table, line: limber.Line) tells what was told once
local GameSession <const> = {
  sides = seats.sides, hides = seats.hides, viewer = seats.viewer, hidden = seats.hidden, secret = seats.secret,
  open_sides = seats.open_sides, tells = seats.tells,
}
GameSession.__index = GameSession

--- How often the next steps are explained to a new player.
local HINTS <const> = 3

---@param session limber.Session
---@param game limber.Game
---@param opts { title: string, script: limber.PlayedScript? }
---@return limber.GameSession
function GameSession.new(session, game, opts)
  local self = setmetatable({
    session = session, game = game, title = opts.title, script = opts.script, hints = 0,
    saved = #game.journal.lines, seen = {}, withheld = {},
  }, GameSession)
  self:show_in(game.rules.published.unit or "mm")
  local function terse() return self.terse == true end
  local tell
  tell, self.flush = battle.teller(function() return self.game end, {
    terse = terse, show = function(words) return self:shown(words) end,
  })
  function self.teller_of_past()
    return battle.teller(function() return self.game end, {
      past = true, terse = terse, show = function(words) return self:shown(words) end,
    })
  end
  function game.story(event, line)
    if self.muted then return end
    if self:tells(event, line) then tell(event, line) else retold.withhold(self, event, line) end
  end
  return self
end

--- Shows lengths, and takes plain ones, in another unit.
---@param unit string
function GameSession:show_in(unit)
  self.how = lengths.how(unit, self.game.state.root.ground)
  self.how.grid = lengths.how(self.game.rules.published.unit or "mm", self.game.state.root.ground).grid
end

--- What the rules say, in the unit that is shown.
---@param words string
---@return string
function GameSession:shown(words)
  return game_text.in_unit(words, self.how)
end

--- Says something in lines no longer than the terminal.
---@param words string
---@param paint string?
function GameSession:say(words, paint)
  local indent, rest = self:shown(words):match "^(%s*)(.*)$"
  for _, line in ipairs(text.wrap(rest, host.width() - #indent, "  ")) do
    line = indent .. line
    self.session:say(paint and colour.paint(paint, line) or line)
  end
end

function GameSession:say_lines(lines)
  if #lines > 0 then self.session:say(table.concat(lines, "\n")) end
end

--- The refusals that were overruled for a command, with names.
---@param refused string
---@param cmd table
---@return string
function GameSession:overruled(refused, cmd)
  local parts = {}
  for part in (refused .. "; "):gmatch "(.-); " do
    local arg = part:match "^[%w_]+"
    parts[#parts + 1] = refusal.named(self.game.state.root, { arg = arg, message = part }, cmd)
  end
  return table.concat(parts, "; ")
end

--- What went wrong with a command, in words: the refusal, its clause and its margin.
---@param fault table
---@param cmd table? the command
---@return string
function GameSession:refusal(fault, cmd)
  local words = refusal.named(self.game.state.root, fault, cmd)
  if fault.kind == "interrupt" then words = "interrupted" end
  if fault.kind then words = words .. "; nothing has changed" end
  local margin, unit = fault.margin, fault.unit or "mm" -- `say` shows these in the unit of the player
  local said = words:find("%d " .. unit) -- what was measured is in the words already
  if math.type(margin) == "integer" and margin ~= 0 and not said then
    words = ("%s by %d %s"):format(words, math.abs(margin), unit)
  end
  return fault.cite and ("%s (%s)"):format(words, fault.cite) or words
end

--- Says what went wrong with a command.
---@param fault table
---@param cmd table? the command
---@param before string? what it is about
function GameSession:refused(fault, cmd, before)
  refusal.note()
  self:say(("%s%s"):format(before and before .. ": " or "", self:refusal(fault, cmd)), "red")
end

--- What went wrong with one command of several.
---@param fault table
---@param cmd table
function GameSession:refused_of(fault, cmd)
  local node = cmd.unit and self.game.state.root.units[cmd.unit]
  self:refused(fault, cmd, node and fault.arg ~= "unit" and names.long(node) or nil)
end

--- The number of the present line.
---@return integer
function GameSession:present()
  local line = self.game.journal.at
  return line and line.id or 0
end

function GameSession:waiting()
  return self.game:waiting()
end

--- A line of the journal, as far as the side at the screen may know it.
---@param line limber.Line
---@return string
function GameSession:line_text(line)
  return game_text.line(self.game, line, self.how, self:hidden(line))
end

--- The prompt: the step that waits, and the side it waits for. `bound 3 declare a> `
---@return string
function GameSession:prompt()
  local waiting, root = self:waiting(), self.game.state.root
  if waiting.kind == "over" then return "over> " end
  local when = root.turn > 0 and ("%s %d"):format(game_text.turn_word(self.game), root.turn)
    or waiting.path:match "^[^.]+"
  return ("%s %s %s> "):format(when, waiting.step.name, self:sides(waiting)[1] or "?")
end

--- The ruleset's clock as one side may see it. A fault in it is printed, and the battle goes on.
local function timetable_of(self, timetable, side)
  local done, told = sandbox.run(nil, timetable, self.game:view(side))
  if done then return told or {} end
  if told.kind == "interrupt" then error(told, 0) end
  self:say("the clock: " .. faults.text(told), "red")
  return {}
end

--- What the ruleset's clock shows and what is to come, of all sides that may be looked at, in the order of its times.
---@return { clock: string?, [integer]: string }
function GameSession:timetable()
  local timetable = self.game.words.timetable
  local all, known, times = {}, {}, {}
  for _, side in ipairs(timetable and self:open_sides() or {}) do
    local told = timetable_of(self, timetable, side)
    all.clock = all.clock or told.clock
    for _, one in ipairs(told) do
      if not known[one] then
        all[#all + 1], known[one], times[one] = one, #all + 1, one:match "%d%d:%d%d%D*$" or ""
      end
    end
  end
  table.sort(all, function(one, other)
    if times[one] ~= times[other] then return times[one] < times[other] end
    return known[one] < known[other]
  end)
  return all
end

--- The units of the answering side that a decision is about: ` for 7`.
local function concerned(self, waiting)
  local units, list = self.game.state.root.units, {}
  for _, key in ipairs(sorted.keys(waiting.about)) do
    local unit = units[waiting.about[key]]
    if unit and seats.has(waiting.sides, unit.side) then list[#list + 1] = names.long(unit) end
  end
  return #list > 0 and " for " .. text.list(list) or ""
end

--- The question that waits, and who must answer it, in a line.
---@return string
function GameSession:question()
  local waiting, root = self:waiting(), self.game.state.root
  if waiting.kind == "over" then return battle.result(self.game) or "The battle is over." end
  local clock, sides = self:timetable().clock, {}
  local when = ""
  if root.turn > 0 then
    when = ("%s %d%s. "):format(game_text.capital(game_text.turn_word(self.game)), root.turn,
      clock and ", " .. clock or "")
  end
  for i, side in ipairs(waiting.sides) do sides[i] = game_text.side(self.game, side) end
  local what = game_text.step(waiting.step)
  if waiting.step.ask then
    local asked = story.fill(waiting.step.ask, waiting.about, self.game)
    return ("%s%s: %s %s?"):format(when, game_text.capital(text.list(sides)), asked,
      game_text.capital(text.list(waiting.options, "or")))
  end
  if waiting.kind == "decision" and #waiting.options > 0 then
    return ("%s%s of %s%s: %s?"):format(when, what, text.list(sides), concerned(self, waiting),
      text.list(waiting.options, "or"))
  end
  if waiting.kind == "decision" then
    local wanted = {}
    for i, field in ipairs(waiting.step.args or {}) do wanted[i] = field.name end
    return ("%s%s of %s: answer with %s."):format(when, what, text.list(sides), text.list(wanted))
  end
  return ("%s%s: %s."):format(when, what, table.concat(sides, ", "))
end

--- Says what is asked now, when that has changed.
function GameSession:announce()
  local waiting = self:waiting()
  local place = seats.place(self, waiting)
  if place == self.asked_of then return end
  self.asked_of = place
  local words = self:question()
  if waiting.kind ~= "over" and self.hints < HINTS then
    self.hints = self.hints + 1
    words = words .. " :next goes on, :legal lists."
  end
  self:say(words, "bold")
end

--- The rules in force are those of the game, wherever it has gone to.
local function sync_rules(self)
  local game, session = self.game, self.session
  local under = game.journal.at or game.begun_with
  if game.rules ~= under.rules or game.rules.live ~= under.live then game:use_rules(under.rules, under.live) end
  if session.rules ~= game.rules then session:use(game.rules) end
end

--- After every line: gives the screen to the side that must act, prints the question, sets the prompt.
function GameSession:settle()
  sync_rules(self)
  game_steps.go_on(self)
  local waiting = self:waiting()
  if self:hides(waiting) then
    local before = self.seat
    if before and seats.is_away(self, before) then before = nil end -- it sits at a page of its own
    if seats.has(waiting.sides, before) then retold.seen(self, before) end
    local here = not seats.has(waiting.sides, before) and seats.first_here(self, waiting.sides)
    self.seat = here or before
    if here and before and self.sealing == seats.place(self, waiting) then handover.to(self, here) end
    self.sealing = seats.place(self, waiting)
  else
    retold.seen(self, self.seat)
  end
  retold.catch_up(self)
  self.flush()
  self:announce()
  self.at_screen = self:open_sides()
  self.session.prompt = self:prompt()
end

--- Does something that does lines again, without their story; raises why it came to nothing.
---@param body fun(): limber.Fixed?, table?
---@return limber.Fixed
function GameSession:quietly(body)
  self.muted = true
  local done, report, fault = pcall(body)
  self.muted = nil
  if not done then error(report, 0) end
  if not report then error(fault, 0) end
  return report
end

--- Gives a command and says what came of it.
---@param cmd table
---@param opts table? of limber.Game.command
---@return limber.Line?
function GameSession:give(cmd, opts)
  local line, fault = self.game:command(cmd, opts)
  if not line then
    self:refused(fault, cmd)
    return nil
  end
  self:acknowledge(line)
  return line
end

--- The reply to a line that was given by hand.
---@param line limber.Line
function GameSession:acknowledge(line)
  if self.watching then self.seat, self.watching = line.command.side, nil end
  if self.script then self.script:given_by_hand(line) end
  self:tell_line(line)
end

--- The reply to a line without a story of its own, and a note about dice that were thrown before.
---@param line limber.Line
function GameSession:tell_line(line)
  if #line.events == 0 and line.command["do"] ~= "done" then
    self:say(("%d %s: %s"):format(line.id, line.command.side, self:line_text(line)), "dim")
  end
  local before = self.game.journal:done_before(line)
  if before and #game_text.throws(line) > 0 then
    self:say(("(the same dice as in line %d: a repeated command throws the same dice; :rethrow throws new ones)")
      :format(before.id), "dim")
  end
end

return GameSession
