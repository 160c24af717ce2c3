--- Odds at the prompt: the words and options are those of `limber odds`. Where the rules were changed, odds are shown
--- beside the published ones, and after each further change the last odds are shown again.
local answers <const> = require "odds.answer"
local asked <const> = require "odds.asked"
local grammar <const> = require "read.grammar"
local host <const> = require "host"
local json <const> = require "kernel.json"
local odds_of <const> = require "read.odds_of"
local odds_text <const> = require "show.odds_text"
local option_words <const> = require "read.option_words"
local question_text <const> = require "show.question_text"
local sure <const> = require("play.refusal").sure
local words_of <const> = require "odds.words"
local wrap <const> = require("show.text").wrap

local M <const> = {}

local function tell(self, said) self:say(table.concat(wrap(said, host.width(), "  "), "\n")) end

--- The options of odds at the prompt.
local OPTIONS <const> = { options = words_of.OPTIONS }

---@class limber.LastOdds
---@field kind "odds"
---@field name string
---@field args table
---@field by string?
---@field about { who: string, target: string? }?
---@field request odds.Request
---@field yours limber.Odds? as they were shown last
---@field shown string? the same of any other answer
---@field published { plain: limber.Rules, odds: limber.Odds? }? under the rules without any change

--- Whether a stack differs from the published rules at all.
local function differs(self)
  return #self.rules.layers > 0 or self.rules.generation > 1
end

--- The odds of the last question under a stack.
local function odds_under(self, last, rules)
  return odds_of.ask(rules, last.name, last.args, last.request.by, self:asking_of(last.about), last.request)
end

--- The odds under the published rules, which stay what they are; nil of a house rule's own procedure.
local function published(self, last)
  if not (last.published and last.published.plain == self.plain) then
    local procedure, request = self.plain.procedures[last.name], last.request
    last.published = { plain = self.plain, odds = procedure and odds_of.ask(self.plain, last.name,
      odds_of.known_to(self.plain, procedure.args, last.args), request.by, nil, request) or nil }
  end
  return last.published.odds
end

--- Is only the distribution asked for, under the rules as they are?
local function is_plain(request)
  return #request.axes == 0 and not request.flip and #request.versus == 0
end

--- The question as answers want it: beside --versus, or the published rules where these were changed; or what is wrong.
local function question_of(self, last)
  local request, own = last.request, { rules = self.rules, title = "yours", asking = self:asking_of(last.about) }
  local question = { name = last.name, args = last.args, request = request, stacks = { own }, own = 1 }
  if #request.versus > 0 then
    local stacks, mine = asked.stacks(self.rules, request.versus)
    if not stacks then return nil, mine end
    question.stacks = stacks
    question.own, stacks[mine].asking, stacks[2].asking = mine, own.asking, own.asking
  elseif not request.flip and differs(self) and self.plain.procedures[last.name] then
    question.stacks, question.own = { { rules = self.plain, title = "published" }, own }, 2
    question.if_other = true
  end
  return question
end

--- Says that the last odds cannot be computed under the rules as they are now.
local function tell_gone(self, last, fault)
  tell(self, ("The last odds, those of %s, can no longer be computed: %s"):format(last.name, fault.message))
end

--- Answers a question; `again` after a change, when it is said if that affects nothing, or if there is no answer now.
local function answer(self, last, again)
  local request = last.request
  local question, fault = question_of(self, last)
  local found = nil
  if question then found, fault = answers.of(question, host.width()) end
  if not found and again then return tell_gone(self, last, fault) end
  sure(found, fault)
  local shown = request.json and json.encode(found.json) or table.concat(found.lines, "\n")
  if again and not request.json and shown == last.shown then
    return tell(self, ("%s: the last change affects none of these odds"):format(last.name))
  end
  last.shown = shown
  if found.svg then
    local done, wrong = host.write(request.svg, found.svg)
    if not done then error({ arg = "--svg", message = wrong }, 0) end
  end
  self:say(shown)
end

--- So many questions are remembered whose odds were asked.
local REMEMBERED <const> = 5

--- Remembers whose odds were asked, the last at the end.
local function note(self, last)
  local words = question_text.line(last)
  self.last_odds = last
  if last.request.sample or last.request.flip or #last.request.versus > 0 then return end
  for i, one in ipairs(self.odds_asked) do
    if question_text.line(one) == words then
      table.remove(self.odds_asked, i)
      break
    end
  end
  table.insert(self.odds_asked, last)
  if #self.odds_asked > REMEMBERED then table.remove(self.odds_asked, 1) end
end

--- Shows odds; beside the published ones where they differ.
---@param self limber.Session
---@param last limber.LastOdds
function M.odds(self, last)
  self.last = last
  if not is_plain(last.request) then
    answer(self, last)
    return note(self, last)
  end
  last.yours = sure(asked.of(question_of(self, last), { rules = self.rules, asking = self:asking_of(last.about) },
    last.args))
  note(self, last)
  if not differs(self) and not last.about then last.published = { plain = self.plain, odds = last.yours } end
  if last.request.json or last.request.svg then return answer(self, last) end
  local beneath = differs(self) and published(self, last)
  if beneath and not odds_text.same(beneath, last.yours) then
    self:say(table.concat(odds_text.compared(beneath, last.yours, { "published", "yours" }), "\n"))
  else
    self:say(table.concat(odds_text.lines(last.yours), "\n"))
  end
end

--- Fewer paths than this are walked again to see what they read.
local FEW <const> = 5000

--- The first of some cells that the last odds do not read.
local function never_read(self, last, paths)
  local reads = self.rules:trace_reads(function() odds_under(self, last, self.rules) end)
  for _, path in ipairs(paths) do
    if not reads[path] then return path end
  end
end

--- After a change: the last odds again, published and yours.
---@param self limber.Session
---@param read_by string[]? paths of changed cells: when the last odds read none of them, that is said instead
function M.show_change(self, read_by)
  if self.running then -- within the budget of what was typed: after the line
    local changed = self.changed or {}
    for _, path in ipairs(read_by or {}) do changed[#changed + 1] = path end
    changed.more = changed.more or not read_by
    self.changed = changed
    return
  end
  local last = self.last_odds
  if not last or not self.rules.procedures[last.name] then return end
  if not is_plain(last.request) then return answer(self, last, true) end
  local yours, fault = odds_under(self, last, self.rules)
  if not yours then return tell_gone(self, last, fault) end
  if last.yours and odds_text.same(last.yours, yours) then
    local unread = read_by and (yours.json.paths or FEW) < FEW and never_read(self, last, read_by)
    if unread then return tell(self, ("The last odds, those of %s, never read %s."):format(last.name, unread)) end
    return tell(self, ("%s: the last change affects none of these odds"):format(last.name))
  end
  local beneath = published(self, last)
  if not beneath then return self:say(table.concat(odds_text.lines(yours), "\n")) end
  self:say(table.concat(odds_text.compared(beneath, yours, { "published", "yours" }), "\n"))
  last.yours = yours
end

--- After a line of Lua that has changed something.
---@param self limber.Session
function M.show_changed(self)
  local changed = self.changed
  if not changed then return end
  self.changed = nil
  M.show_change(self, not changed.more and changed or nil)
end

--- Reads the words after `odds`: what is asked, and the words that are left.
---@param line string
---@return odds.Request
---@return string[] words
function M.read(line)
  local opts, rest = option_words.read(OPTIONS, grammar.split(line))
  if not opts then error({ arg = "odds", message = "odds: " .. rest }, 0) end
  return sure(words_of.request(opts, rest)), rest
end

return M
