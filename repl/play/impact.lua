--- What a change of rules would have altered in recorded battles (limber.record.impact): for the prompt, the shell, and
--- the comments of house rules that are kept.
local battle <const> = require "play.battle"
local faults <const> = require "limber.common.faults"
local file_kind <const> = require "limber.language.file_kind"
local host <const> = require "host"
local impact <const> = require "limber.record.impact"
local lengths <const> = require "limber.language.lengths"
local loader <const> = require "read.loader"
local replay <const> = require "limber.record.replay"
local replay_text <const> = require "play.replay_text"
local Rules <const> = require "limber.rules.stack"
local text <const> = require "show.text"

local counted <const> = require("limber.common.wording").counted

local M <const> = {}

---@class limber.Impact of several battles
---@field battles limber.ImpactBattle[] each with its `path`
---@field commands integer
---@field otherwise integer commands that come out otherwise, `refused`, `asks` and `failed` among them
---@field refused integer
---@field asks integer
---@field failed integer
---@field results integer commands with other throws or results and the same outcome
---@field same integer
---@field throws { all: integer, other: integer, new: integer, gone: integer }

local function load(from, ruleset, variants)
  local done, rules, fault = pcall(Rules.load, from, ruleset, variants, { game = require "limber.game.words" })
  if not done then return nil, faults.refusal("ruleset", rules) end
  return rules, fault
end

--- Begins (limber.record.impact).
---@param before limber.Rules? nil: the rules that each battle was recorded with
---@param after limber.Rules
---@return limber.ImpactWork?
---@return limber.Refusal?
function M.begin(before, after)
  return impact.begin(before, after, loader.new(), function(from, variants) return load(from, after.name, variants) end)
end

--- The recordings that ship with a ruleset.
---@param ruleset string
---@return string[] paths
function M.shipped(ruleset)
  local paths, folder = {}, "scenarios/" .. ruleset
  for _, file in ipairs(loader.new().list(folder)) do
    if file:find "%.replay$" then paths[#paths + 1] = folder .. "/" .. file end
  end
  return paths
end

--- Reads a recording: of a player's, or one that ships.
---@param path string
---@return limber.Recording?
---@return string? what is wrong
function M.read(path)
  local content, message, shipped = battle.read(path)
  if not content then return nil, message end
  local recording, refusal = replay.read(content)
  if not recording then
    return nil, file_kind.wrong(path, content, "replay") or ("%s: %s"):format(path, faults.text(refusal))
  end
  recording.path, recording.shipped = path, shipped
  return recording
end

local OPTIONS <const> = {
  place = function(game, line, open)
    return replay_text.place({
      line = line.shown or line.id, turn = line.turn, step = line.step, command = open and line.command or nil,
    }, game)
  end,
  step = function(game, path) return replay_text.step(game.rules, path) end,
  words = function(game, words)
    return lengths.in_unit(words, lengths.how(game.rules.published.unit or "mm", game.state.root.ground))
  end,
  refusal = function(game, fault) return replay_text.refusal(fault, game) end,
  ending = function(game) return battle.result(game) end,
}

--- What a change would have altered in one battle.
---@param work limber.ImpactWork
---@param recording limber.Recording
---@param opts limber.ImpactOptions?
---@return limber.ImpactBattle?
---@return string? what is wrong
function M.battle(work, recording, opts)
  local report, fault = impact.battle(work, recording, setmetatable(opts or {}, { __index = OPTIONS }))
  if not report then return nil, ("%s: %s"):format(recording.path or "the battle", faults.text(fault)) end
  report.path = recording.path
  return report
end

--- Adds up battles.
---@param battles limber.ImpactBattle[]
---@return limber.Impact
function M.sum(battles)
  local sum = {
    battles = battles, commands = 0, otherwise = 0, refused = 0, asks = 0, failed = 0, results = 0, same = 0,
    throws = { all = 0, other = 0, new = 0, gone = 0 },
  }
  for _, one in ipairs(battles) do
    local counts = one.counts
    sum.commands, sum.same = sum.commands + one.commands, sum.same + counts.same
    sum.results = sum.results + counts.result
    sum.otherwise = sum.otherwise + counts.otherwise + counts.refused + counts.asks + counts.failed
    for _, how in ipairs { "refused", "asks", "failed" } do sum[how] = sum[how] + counts[how] end
    for what, count in next, one.throws do sum.throws[what] = sum.throws[what] + count end
  end
  return sum
end

--- What a change would have altered in recorded battles.
---@param before limber.Rules? nil: the rules that each battle was recorded with
---@param after limber.Rules
---@param recordings limber.Recording[]? those that ship with the ruleset, when left out
---@param opts limber.ImpactOptions?
---@return limber.Impact?
---@return string? what is wrong
function M.of(before, after, recordings, opts)
  local work, fault = M.begin(before, after)
  if not work then return nil, faults.text(fault) end
  local battles = {}
  if not recordings then
    recordings = {}
    for i, path in ipairs(M.shipped(after.name)) do
      recordings[i], fault = M.read(path)
      if not recordings[i] then return nil, fault end
    end
  end
  for i, recording in ipairs(recordings) do
    battles[i], fault = M.battle(work, recording, opts)
    if not battles[i] then return nil, fault end
  end
  return M.sum(battles)
end

-- ---- in words -------------------------------------------------------------------------------------------------------

local function verb(n, one, many) return n == 1 and one or many end

--- "2 are refused, 1 asks the players something new": of the commands that come out otherwise.
local function among(sum)
  local parts = {}
  local function add(n, one, many)
    if n > 0 then parts[#parts + 1] = ("%d %s"):format(n, verb(n, one, many)) end
  end
  add(sum.refused, "is refused", "are refused")
  add(sum.asks, "asks the players something new", "ask the players something new")
  add(sum.failed, "breaks a rule file", "break a rule file")
  return #parts > 0 and (" (%s)"):format(text.list(parts, "and")) or ""
end

--- "Of 212 commands 9 come out otherwise (2 are refused); 3 more have other throws or results with the same outcome."
---@param sum limber.Impact
---@return string
function M.summary(sum)
  local where = #sum.battles > 1 and (" in %d battles"):format(#sum.battles) or ""
  local words
  if sum.otherwise == 0 and sum.results == 0 then
    return ("Nothing changes: all %s%s come out as before"):format(counted(sum.commands, "command"), where) .. "."
  elseif sum.otherwise == 0 then
    words = ("None of %s%s comes out otherwise"):format(counted(sum.commands, "command"), where)
  else
    words = ("Of %s%s %d %s otherwise%s"):format(counted(sum.commands, "command"), where, sum.otherwise,
      verb(sum.otherwise, "comes out", "come out"), among(sum))
  end
  local rest = sum.results > 0 and ("; %d%s %s other throws or results with the same outcome"):format(sum.results,
    sum.otherwise > 0 and " more" or "", verb(sum.results, "has", "have")) or ""
  return words .. rest .. "."
end

--- How the throws change, in words; nil where none does.
local function throws_text(throws)
  local parts = {}
  if throws.other > 0 then parts[1] = ("%d of %d change"):format(throws.other, throws.all) end
  if throws.new > 0 then parts[#parts + 1] = ("%d are new"):format(throws.new) end
  if throws.gone > 0 then parts[#parts + 1] = ("%d are not thrown"):format(throws.gone) end
  return #parts > 0 and ("Throws: %s."):format(table.concat(parts, ", "):gsub("%f[%d]1 are", "1 is")) or nil
end

--- Story lines of a change that are shown, at most.
local MOST <const> = 4

local function add_marked(lines, list, mark)
  for i, one in ipairs(list) do
    if i > MOST then
      lines[#lines + 1] = ("      … and %d more"):format(#list - MOST)
      break
    end
    for n, part in ipairs(text.wrap(one, host.width() - 8)) do
      lines[#lines + 1] = (n == 1 and "    " .. mark .. " " or "        ") .. part
    end
  end
end

local function dice_text(one) return #one.dice > 0 and (" %s"):format(table.concat(one.dice, " ")) or "" end

--- A change's story: what was told and is not any more, and what is told now; of throws where no story changes.
local function add_story(lines, change)
  local was, now = change.story.was, change.story.now
  if #was + #now == 0 then
    was, now = {}, {}
    for _, call in ipairs(change.calls) do
      local old, new = call.was, call.now
      was[#was + 1] = old and ("%s%s: %s"):format(call.procedure, dice_text(old), old.says) or nil
      now[#now + 1] = new and ("%s%s: %s"):format(call.procedure, dice_text(new), new.says) or nil
    end
  end
  add_marked(lines, was, "-")
  add_marked(lines, now, "*")
  local step = change.step
  if step then
    add_marked(lines, { ("the battle goes on with %s%s"):format(step.now or "nothing more",
      step.was and (", and not with %s"):format(step.was) or "") }, "*")
  end
end

local LEAD <const> = { refused = "refused: ", asks = "", failed = "it breaks: " }

local function add_change(lines, change, lead)
  local message = change.message and (": %s%s"):format(LEAD[change.how], change.message) or ""
  for i, part in ipairs(text.wrap(("%s%s%s"):format(lead, change.where, message), host.width() - 2)) do
    lines[#lines + 1] = (i == 1 and "  " or "    ") .. part
  end
  add_story(lines, change)
end

--- The first change that matters: one that comes out otherwise, else any.
local function first_of(report)
  for _, change in ipairs(report.changes) do
    if change.how ~= "result" then return change end
  end
  return report.changes[1]
end

--- What becomes of the whole battle, in words.
local function whole_text(report)
  local whole = report.whole
  local was = report.recorded and ("; recorded: %s"):format(report.recorded:gsub("%.$", "")) or ""
  local fought = whole.failed and ("solo commanders cannot fight on: %s"):format(whole.failed)
    or whole.solo and ("solo commanders fight on, %s"):format(counted(whole.solo, "command")) or nil
  local ended = whole.ended and whole.ended:gsub("%.$", "") or "the battle is not over"
  if whole.ended and whole.ended == report.recorded then ended, was = ended, ", as recorded" end
  if not whole.stopped then
    local given = whole.left_out and counted(whole.left_out, "refused command") .. verb(whole.left_out, " is", " are")
      .. " left out" or "all commands are given"
    return ("%s%s: %s%s."):format(given, fought and "; " .. fought or "", ended, was)
  end
  if whole.ended and not fought then
    return ("it is over before line %d: %s%s."):format(whole.stopped.line, ended, was)
  end
  local stopped = ("stops at %s: %s%s"):format(whole.stopped.where, LEAD[whole.stopped.how],
    whole.stopped.message:gsub("[.?]$", ""))
  if not fought or whole.failed then return ("%s%s."):format(stopped, fought and "; " .. fought or "") end
  return ("%s; %s: %s%s."):format(stopped, fought, ended, was)
end

local function add_wrapped(lines, words)
  for i, part in ipairs(text.wrap(words, host.width() - 4)) do
    lines[#lines + 1] = (i == 1 and "  " or "    ") .. part
  end
end

local function name_of(report)
  return report.path and ("%s (%s)"):format(report.title, report.path) or report.title
end

local function add_battle(lines, report, opts)
  lines[#lines + 1] = name_of(report)
  add_wrapped(lines, M.summary(M.sum { report }))
  local throws = throws_text(report.throws)
  if throws then add_wrapped(lines, throws) end
  if report.laid_out then add_wrapped(lines, "The forces or the ground would be laid out otherwise.") end
  if opts.all then
    for _, change in ipairs(report.changes) do add_change(lines, change, "") end
  elseif report.changes[1] then
    add_change(lines, first_of(report), "First: ")
  end
  if report.whole then add_wrapped(lines, "The whole battle: " .. whole_text(report)) end
end

--- A line for all battles and one for each of several.
---@param sum limber.Impact
---@return string[]
function M.brief(sum)
  local lines = { M.summary(sum) }
  for i, report in ipairs(#sum.battles > 1 and sum.battles or {}) do
    lines[i + 1] = ("%s: %s"):format(name_of(report), M.summary(M.sum { report }))
  end
  return lines
end

--- A report as it is told.
---@param sum limber.Impact
---@param opts { all: boolean? }? all: every command that changes, not the first of each battle
---@return string[]
function M.lines(sum, opts)
  local lines, unchanged = {}, {}
  local several = #sum.battles > 1
  if several then
    for _, part in ipairs(text.wrap(M.summary(sum), host.width())) do lines[#lines + 1] = part end
  end
  for _, report in ipairs(sum.battles) do
    if several and #report.changes == 0 and not report.laid_out then
      unchanged[#unchanged + 1] = name_of(report)
    else
      add_battle(lines, report, opts or {})
    end
  end
  if #unchanged > 0 and #unchanged < #sum.battles then
    for _, part in ipairs(text.wrap(("Nothing changes in %s."):format(text.list(unchanged, "and")), host.width())) do
      lines[#lines + 1] = part
    end
  end
  return lines
end

return M
