--- What earlier sessions left: battles that are in no file of the person's, and changes of the rules in no house rule.
local bounds <const> = require "limber.language.bounds"
local colour <const> = require "show.colour"
local game_text <const> = require "play.text"
local host <const> = require "host"
local json <const> = require "kernel.json"
local keeping <const> = require "keep.keeping"
local keeping_rules <const> = require "keep.keeping_rules"
local Kept <const> = require "keep.kept"
local open_game <const> = require "prompt.open"
local printable <const> = require "kernel.printable"
local wrapped <const> = require("show.text").wrap

local M <const> = {}

--- All that was left and that no session has open: battles first, the newest of each first.
---@return limber.Left[]
function M.list()
  local list = Kept.left "battle"
  local rules = Kept.left "rules"
  return table.move(rules, 1, #rules, #list + 1, list)
end

--- The value of a line of JSON; nil where it is not JSON, or longer than any line of ours.
local function decoded(line)
  return line and #line <= bounds.LINE and json.decode(line) or nil
end

--- A battle in a few words: `lesson, bound 4, 31 commands`.
local function battle_text(session, text)
  local header, last = decoded(text:match "^[^\n]*"), decoded(text:match "^.*\n([^\n]+)\n")
  if type(header) ~= "table" or type(header.scenario) ~= "table" or type(last) ~= "table" then return "a battle" end
  local name = tostring(header.scenario.path):match "([^/]*)$":gsub("%.lua$", "")
  local _, commands = text:gsub('"kind":"command"', "")
  local rules = session.rules
  local turn_word = header.ruleset == rules.name and rules.published.turn_word or "turn"
  return ("%s, %s %s, %d command%s"):format(name, turn_word, tostring(last.turn or 0), commands,
    commands == 1 and "" or "s")
end

local function rules_text(text)
  local found, parts = keeping_rules.read(text), {}
  if not found then return "rule changes" end
  for path, value in next, found.cells do parts[#parts + 1] = ("%s = %s"):format(path, tostring(value)) end
  for name, value in next, found.options do parts[#parts + 1] = ("option.%s = %s"):format(name, tostring(value)) end
  table.sort(parts)
  for _, typed in ipairs(found.texts) do parts[#parts + 1] = tostring(typed):match "[^\n]*" end
  if #parts > 2 then parts = { parts[1], ("and %d more"):format(#parts - 1) } end
  return ("changes to %s, %s"):format(found.ruleset, table.concat(parts, ", "))
end

--- What one is, in a few words.
---@param session limber.Session
---@param one limber.Left
---@return string
function M.about(session, one)
  local text = host.read(one.path)
  if not text or #text > bounds.REPLAY then return one.path end
  return printable.line(one.kind == "battle" and battle_text(session, text) or rules_text(text))
end

--- Lists kept battles and changes: all, or those with some numbers.
---@param session limber.Session
---@param list limber.Left[]
---@param numbers integer[]?
function M.tell(session, list, numbers)
  local rows = {}
  for i = 1, numbers and #numbers or #list do
    local n = numbers and numbers[i] or i
    rows[i] = { tostring(n), list[n].date, M.about(session, list[n]) }
  end
  session:say(table.concat(game_text.columns(rows, "  "), "\n"))
end

--- What is offered when a session begins: of so many days, and so many at most.
local DAYS <const>, MOST <const> = 7, 3

--- The number of a day: days since the first of March of the year 0.
local function day_of(date)
  local year, month, day = date:match "^(%d+)-(%d+)-(%d+)"
  year, month, day = math.tointeger(year), math.tointeger(month), math.tointeger(day)
  if not day then return nil end
  if month < 3 then year, month = year - 1, month + 12 end
  return 365 * year + year // 4 - year // 100 + year // 400 + (153 * (month - 3) + 2) // 5 + day - 1
end

--- The numbers of those that were left lately, as many as are told.
local function lately(list)
  local today, numbers = day_of(host.date() or ""), {}
  for n, one in ipairs(list) do
    local day = day_of(one.date)
    if #numbers < MOST and today and day and today - day <= DAYS then numbers[#numbers + 1] = n end
  end
  return numbers
end

local function offer_one(session, one)
  local offer = ("%s left on %s: %s. :resume %s; :forget deletes %s."):format(
    one.kind == "battle" and "A battle was" or "Rule changes were", one.date, M.about(session, one),
    one.kind == "battle" and "continues it" or "restores them", one.kind == "battle" and "it" or "them")
  session:say(table.concat(wrapped(offer, host.width(), "  "), "\n"))
end

--- Says what earlier sessions left lately, where the rest is, and how to resume or drop it.
---@param session limber.Session
function M.offer(session)
  local list = M.list()
  local numbers = lately(list)
  if #list == 1 and #numbers == 1 then return offer_one(session, list[1]) end
  if #numbers > 0 then
    session:say(("Earlier sessions left these (:resume %d continues the first, :forget %d or all deletes):"):format(
      numbers[1], numbers[1]))
    M.tell(session, list, numbers)
  end
  local older = #list - #numbers
  if #list == 1 then
    session:say(colour.paint("dim", ("(what a session left on %s is kept: :resume takes it up, :forget deletes it)")
      :format(list[1].date)))
  elseif older > 0 then
    session:say(colour.paint("dim", ("(earlier sessions left %d%s: :resume lists %s)"):format(older,
      #numbers > 0 and " more" or " things", older == 1 and "it" or "all")))
  end
end

local function resume_battle(session, one)
  local opened, wrong = open_game.open(one.path, { variant = {}, real_dice = session.real_dice },
    function() return session.play and session.play.how.unit end)
  if not opened then
    return ("%s; limber replay %s says more, :forget deletes it"):format(wrong, one.path)
  end
  opened.title = M.about(session, one)
  session:use(opened.game.rules)
  local begun
  begun, wrong = open_game.begin(session, opened)
  if not begun then return wrong end
  session:say(("taken up: %s"):format(M.about(session, one)))
  if keeping.adopt(session.play) then host.remove(one.path) end
end

local function resume_rules(session, one)
  local text, message = host.read(one.path)
  local found = text and keeping_rules.read(text)
  if not found then return message or ("%s cannot be read; :forget deletes it"):format(one.path) end
  if found.ruleset ~= session.rules.name then
    local ruleset = bounds.said(found.ruleset)
    return ("these are changes to %s, and this is %s: limber %s, then :resume"):format(ruleset, session.rules.name,
      ruleset)
  end
  keeping_rules.make(session, found)
  keeping_rules.note(session)
  if session.kept_rules then host.remove(one.path) end
end

--- Resumes a kept battle or change: nil, or the reason why it failed.
---@param session limber.Session
---@param one limber.Left
---@return string?
function M.resume(session, one)
  if one.kind == "battle" then return resume_battle(session, one) end
  return resume_rules(session, one)
end

return M
