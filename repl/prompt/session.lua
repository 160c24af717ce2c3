--- A session at the prompt over one rule stack: questions in the terse grammar, tweaks, and what they do to the odds.
--
-- The prompt (prompt.lua) hands every line to `words`; what that does not take is Lua, run in `env`, where `tables`,
-- `option`, `wrap` and `modifier` change the rules. Every change shows the last odds again.
local Asking <const> = require "limber.ask.asking"
local changes <const> = require "prompt.session_changes"
local charts_text <const> = require "show.charts_text"
local declaring <const> = require "prompt.declaring"
local dice <const> = require "kernel.dice"
local dice_words <const> = require "prompt.dice_words"
local game_line <const> = require "play.line"
local fields <const> = require "limber.language.fields"
local grammar <const> = require "read.grammar"
local handover <const> = require "play.handover"
local host <const> = require "host"
local json <const> = require "kernel.json"
local keeping_rules <const> = require "keep.keeping_rules"
local leaving <const> = require "keep.leaving"
local measured <const> = require "prompt.measured"
local missing <const> = require "prompt.missing"
local odds_of <const> = require "read.odds_of"
local odds_words <const> = require "odds.words"
local open <const> = require "read.open"
local paper <const> = require "show.paper"
local question <const> = require "limber.ask.question"
local question_text <const> = require "show.question_text"
local real_dice <const> = require "told.real_dice"
local refusal <const> = require "play.refusal"
local result_text <const> = require "show.result_text"
local typed_cells <const> = require "prompt.typed_cells"
local session_odds <const> = require "prompt.session_odds"
local tree <const> = require "limber.common.tree"
local tweak_words <const> = require "prompt.tweak_words"
local typed_lua <const> = require "read.typed_lua"
local text <const> = require "show.text"

local fail <const>, sure <const> = refusal.fail, refusal.sure

---@class limber.Session
---@field rules limber.Rules
---@field plain limber.Rules the published rules, without variants
---@field env table what Lua at the prompt sees
---@field prompt string
---@field typed string? the Lua being run, as typed
---@field last { kind: "ask", name: string, args: table }|limber.LastOdds|nil the last question
---@field last_odds limber.LastOdds?
---@field odds_asked limber.LastOdds[] the last questions whose odds were asked, each once
---@field own_names table<string, any> what `env` has from the beginning
---@field impact { lines: string[], rules: limber.Rules, generation: integer }? on recorded battles, as last measured
---@field timing boolean?
---@field play limber.GameSession? the game that is on
---@field seated boolean? what is done now comes from a side's own page
---@field idle boolean? the prompt waits for a command, and asks nothing else
---@field served boolean? a page is served beside the prompt (repl/board)
local Session <const> = {}
Session.__index = Session

---@param words string
function Session.say(_, words)
  paper.write((host.isatty(1) and text.prose(words, host.width()) or words) .. "\n")
end

local function environment(self)
  local env = typed_lua.environment()
  for name, word in next, fields.words do env[name] = word end
  env._G, env.refuse, env.rules, env.session = env, fields.refuse, self.rules, self
  env.tables, env.option = tweak_words.tables(self), tweak_words.option(self)
  env.wrap, env.modifier = tweak_words.wrap(self), tweak_words.modifier(self)
  function env.ask(name, args) return self:throw(name, args or {}) end
  function env.odds(name, args, by) return sure(odds_of.ask(self.rules, name, args or {}, by)).json.outcomes end
  return env
end

--- Opens a session.
---@param ruleset string
---@param opts { variants: string[]?, seed: integer?, real_dice: boolean?, game: table? }
---@return limber.Session?
---@return limber.Refusal?
function Session.open(ruleset, opts)
  local rules, fault = open.rules(ruleset, opts.variants or {}, { game = opts.game })
  if not rules then return nil, fault end
  return Session.over(rules, opts)
end

--- A session over rules that are open.
---@param rules limber.Rules
---@param opts { seed: integer?, real_dice: boolean? }
---@return limber.Session?
---@return limber.Refusal?
function Session.over(rules, opts)
  local plain, fault = open.over(rules, {})
  if not plain then return nil, fault end
  local self = setmetatable({
    rules = rules, plain = plain, seed = opts.seed or host.fresh_seed(), asked = 0,
    real_dice = opts.real_dice, source = dice.new(), prompt = rules.name .. "> ", odds_asked = {},
  }, Session)
  self.env = environment(self)
  self.own_names = tree.shallow(self.env)
  self.own_names.game = true
  return self
end

--- Another rule stack in place of the present one.
---@param rules limber.Rules
function Session:use(rules)
  local published = rules.published
  if published ~= self.plain.published then self.plain = sure(open.over(rules, {})) end
  if rules.name ~= self.rules.name then self.last, self.last_odds, self.odds_asked = nil, nil, {} end
  self.rules, self.env.rules = rules, rules
end

--- Points a source at the dice of the present question.
local function aim(self, source, name)
  source:seed(self.seed)
  source:event(0, 0, dice.hash(name), 0, self.asked)
  return source
end

--- Where a question about units of the game that is on is asked.
---@param self limber.Session
---@param about { who: string, target: string? }?
---@return limber.Asking?
local function asking_of(self, about)
  local play = about and self.play
  return play and Asking.of(play.game:view(play:viewer()), about.who, about.target)
end

Session.asking_of = asking_of

--- Throws one question and gives its result.
---@param name string
---@param args table
---@param asking limber.Asking? where it is asked in a battle
---@return table result
---@return table record
---@return table q
function Session:throw(name, args, asking)
  local source = self.source
  self.asked = self.asked + 1
  local told
  if self.real_dice then
    told = real_dice.gather(self, name, args, asking, function() return aim(self, dice.new(), name) end)
    local i = 0
    source:told(function()
      i = i + 1
      return told[i].dice
    end)
  else
    aim(self, source, name)
  end
  source:clear()
  local charts, result, fault, q = charts_text.noted(self.rules, question.ask, self.rules, name, args, source, nil,
    asking)
  if not result then error(fault, 0) end
  local record = source:record()
  for i, one in ipairs(told or {}) do record[i].total, record[i].count = one.total, one.count end
  return result, record, q, charts
end

--- Throws a question and prints its result.
---@param name string
---@param args table
---@param about { who: string, target: string? }? the units of the game that it is about
function Session:ask(name, args, about)
  local result, record, q, charts = self:throw(name, args, asking_of(self, about))
  self.last = { kind = "ask", name = name, args = args, about = about }
  self.env._ = result
  local after = self.play and self.play:present()
  self.last_answer = { name = name, args = args, record = record, result = result, after = after, about = about }
  local answer = { rules = self.rules, name = name, result = result, q = q, record = record, charts = charts }
  self:say(table.concat(result_text.lines(answer, host.width()), "\n"))
end

Session.odds, Session.show_change = session_odds.odds, session_odds.show_change

Session.set_cell, Session.set_option = changes.set_cell, changes.set_option
Session.set_wrap, Session.add_modifier = changes.set_wrap, changes.add_modifier
Session.changes, Session.drop_change, Session.add_typed = changes.changes, changes.drop_change, changes.add_typed
Session.declares, Session.with_words = declaring.declares, declaring.with_words

--- Does the last question again: odds as they now are, a throw with new dice.
function Session:again()
  local last = self.last
  if not last then fail("again", "you have asked nothing yet") end
  if last.kind == "odds" then return self:odds(last) end
  return self:ask(last.name, last.args, last.about)
end

--- A line of Lua in which cells may be written as they are printed.
---@param line string
---@return string
function Session:as_lua(line)
  return typed_cells.as_lua(self.rules, self.env, line)
end

--- A line that begins like a procedure, and like nothing of Lua's: a misspelt name is refused with the nearest.
local function misspelt(self, words)
  local first, second = words[1], words[2]
  local area = first and first:match "^([%a_][%w_]*)%.[%w_.]+$"
  if not area or self.env[area] ~= nil or self.rules.draft.lookups[area] then return end
  if second and not second:find "^[%w_\"]" then return end
  sure(self.rules:procedure(first))
end

--- Fills in what is known of arguments that words left open, those of records and of lists of records too.
local function fill(args, known)
  for key, value in next, known do
    local given = args[key]
    if given == nil and (type(key) == "string" or type(value) == "table") then
      args[key] = value
    elseif type(given) == "table" and given ~= json.null and type(value) == "table" then
      fill(given, value)
    end
  end
end

--- Columns that an answer has beside its question.
local ANSWER <const> = 20

--- Reads an answer; what of the prompt is too long for its line stands before it.
local function read_answer(self, prompt)
  local lines = text.wrap(prompt, math.max(40, host.width() - ANSWER), "  ")
  for i = 1, #lines - 1 do self:say(lines[i]) end
  return (host.readline(lines[#lines] .. " "))
end

--- Reads the words of a question; units of the game that is on fill in what is known of them, and what is missing is
--- asked for. A request of odds takes the words that sweep.
local function read_question(self, name, words, request)
  local filled, about
  if self.play then name, filled, words, about = measured.read(self.play, name, words) end
  local procedure = sure(self.rules:procedure(name))
  if request then request.axes = sure(odds_words.axes(self.rules, procedure, words)) end
  local args = sure(grammar.parse(self.rules, procedure, words))
  fill(args, filled or {})
  if host.isatty(0) then
    local asked
    args = sure(missing.ask(self.rules, procedure, args, function(prompt)
      asked = true
      return read_answer(self, prompt)
    end, function(said) self:say(table.concat(text.wrap(said, host.width(), "  "), "\n")) end))
    if asked then self:say(("(in one line: %s)"):format(question_text.line { name = name, args = args })) end
  end
  return name, args, about
end

--- Handles a line that asks a question of the rules; nil when it is not one, and so is Lua.
---@param self limber.Session
---@param line string
---@return boolean? taken
function Session.words(self, line)
  if self.play and game_line.take(self.play, line) then return true end
  if dice_words.take(self, line) then return true end
  local words = grammar.split(line)
  local verb = words[1]
  if self.rules.procedures[verb] then
    self:ask(read_question(self, table.remove(words, 1), words))
    return true
  end
  misspelt(self, words)
  local rest = line:match "^%s*%a+%s*(.*)$" or ""
  if verb ~= "ask" and verb ~= "odds" or rest:find "^[=(.:\"]" then return nil end
  local request
  if verb == "odds" then
    request, words = session_odds.read(rest)
  else
    table.remove(words, 1)
  end
  local name = table.remove(words, 1)
  if not name then fail(verb, verb .. " what? Name a procedure; ?procedures lists them") end
  local procedure, args, about = read_question(self, name, words, request)
  if request then
    self:odds { kind = "odds", name = procedure, args = args, by = request.by, about = about, request = request }
  else
    self:ask(procedure, args, about)
  end
  return true
end

--- After every line: changes of the rules are kept, and the game that is on says what it waits for.
---@param self limber.Session
function Session.after(self)
  session_odds.show_changed(self)
  leaving.typed(self)
  if self.play then self.play:settle() end
  keeping_rules.note(self)
end

--- What is typed now is to be kept from the other side for as long as this is the same.
---@param self limber.Session
---@return string?
function Session.secret(self)
  return self.play and self.play:secret()
end

--- Whether a line may be found in the history by the player who sits here next.
---@param self limber.Session
---@param line string
---@return boolean
function Session.tells(self, line)
  return not self.play or self.play.together or handover.open_to_all(self.play, line)
end

Session.holds = leaving.holds

--- How a value that Lua gave is shown: the rules' tables as tables, nothing else taken.
---@param value any
---@return string?
function Session.show(value)
  local meta = type(value) == "table" and getmetatable(value) == false
  return meta and tostring(value) or nil
end

return Session
