--- How a battle's story is printed: each line as it happens, with its clause; a blank line before each turn; what has
--- been lost when a turn that cost something ends, and all of it when the battle does. Verbosely, also each question
--- asked of the rules, its dice, and the modifiers that were weighed and did not apply.
local Asking <const> = require "limber.ask.asking"
local host <const> = require "host"
local lengths <const> = require "limber.language.lengths"
local paper <const> = require "show.paper"
local question <const> = require "limber.ask.question"
local result_text <const> = require "show.result_text"
local story <const> = require "limber.game.story"
local Terse <const> = require "limber.game.terse"
local text <const> = require "show.text"

local M <const> = {}

local ASIDE <const> = "      "

local function say(told, indent, hanging)
  for _, one in ipairs(text.wrap(told, host.width() - #indent, hanging or "    ")) do
    paper.write(indent .. one .. "\n")
  end
end

--- A call's throws, by the names of who threw.
local function dice_of(game, call)
  local rolls = {}
  for i, roll in ipairs(call.rolls) do
    local who = call.throwers[roll.who or ""] or roll.who
    rolls[i] = {
      label = roll.label, who = who and who ~= "" and story.name(game.state.root, who) or nil, dice = roll.dice,
      total = roll.total, count = roll.count,
    }
  end
  return #rolls > 0 and result_text.dice(rolls) .. ": " or ""
end

--- Who the lists of modifiers of a call are for, in the order they are worked: the places of its arguments.
local function worked_for(game, call)
  local places, rank = {}, {}
  for i, field in ipairs(game.rules.procedures[call.procedure].args) do rank[field.name] = i * 1000 end
  for who in next, call.throwers do
    local name, nth = who:match "^(.-)%.?(%d*)$"
    if rank[name] then
      places[#places + 1] = who
      rank[who] = rank[name] + (tonumber(nth) or 0)
    end
  end
  table.sort(places, function(one, other) return rank[one] < rank[other] end)
  for i, who in ipairs(places) do places[i] = story.name(game.state.root, call.throwers[who]) end
  return places
end

--- Modifiers that were weighed and did not apply, a line for each unit they were weighed for.
local function not_applied(game, call)
  local considered = question.considered(game.rules, call.procedure, call.args, Asking.again(call)) or {}
  local groups, by_list = {}, {}
  for _, one in ipairs(considered) do
    local key = one.beside or considered
    if not by_list[key] then
      by_list[key] = {}
      groups[#groups + 1] = by_list[key]
    end
    local list, name = by_list[key], one.name:gsub("_", " ")
    local last = list[#list]
    if not last or last.cite ~= one.cite then list[#list + 1] = { cite = one.cite } end
    table.insert(list[#list], name)
  end
  local names, lines = worked_for(game, call), {}
  for i, group in ipairs(groups) do
    local parts = {}
    for n, of_clause in ipairs(group) do
      parts[n] = ("%s (%s)"):format(table.concat(of_clause, ", "), of_clause.cite)
    end
    local whose = #names == #groups and names[i] .. ", " or ""
    lines[i] = whose .. "not applied: " .. table.concat(parts, "; ")
  end
  return lines
end

--- One question asked of the rules: its name and clauses, its dice, what it says, what it weighed.
local function tell_call(game, event, line)
  local call = (line.calls or game.calls)[event.call]
  local procedure = game.rules.procedures[call.procedure]
  if call.own then return say(("%s (%s): %s"):format(call.procedure, call.cite, dice_of(game, call)), ASIDE) end
  if not procedure then return end
  local told = dice_of(game, call) .. story.text(game, event, line)
  say(("%s (%s): %s"):format(call.procedure, procedure.cite, told), ASIDE)
  for _, one in ipairs(not_applied(game, call)) do say(one, ASIDE .. "  ") end
end

--- The events of a line that are the first of a turn; of one under way, when players are asked, as far as it has come.
local function firsts_of(game, line)
  local firsts, events = {}, line.events or game.events
  for _, change in ipairs(line.changes or game.state.changes) do
    local first = #change.path == 1 and change.path[1] == "turn" and events[(change.event or 0) + 1]
    if first then firsts[first] = true end
  end
  return firsts
end

---@class limber.Loss what a side has lost of one kind, as its ruleset reckons
---@field what string in a word or two: "units"
---@field lost integer
---@field text string "2 of 8 units"
---@field names string[]

---@param game limber.Game
---@return { name: string, rows: limber.Loss[] }[] sides in order, of each what it has lost any of
local function losses_of(game)
  local sides = {}
  if not game.words.losses then return sides end
  for _, side in ipairs(game.state.root.order.sides) do
    local rows = {}
    for _, row in ipairs(game.words.losses(game.play, side)) do
      if row.lost > 0 then rows[#rows + 1] = row end
    end
    sides[#sides + 1] = { name = story.name(game.state.root, side), rows = rows }
  end
  return sides
end

--- The losses so far in one line; nil while there are none.
local function losses_line(game)
  local parts = {}
  for _, side in ipairs(losses_of(game)) do
    local texts = {}
    for i, row in ipairs(side.rows) do texts[i] = row.text end
    if #texts > 0 then parts[#parts + 1] = ("%s %s"):format(side.name, table.concat(texts, ", ")) end
  end
  return #parts > 0 and ("Lost so far: %s."):format(table.concat(parts, "; ")) or nil
end

--- What each side has lost, with the names of who bears it.
---@param game limber.Game
function M.losses(game)
  local sides = losses_of(game)
  if #sides == 0 then return end
  host.stdout "Losses\n"
  for _, side in ipairs(sides) do
    say(#side.rows == 0 and side.name .. ": none." or side.name .. ":", "  ")
    for _, row in ipairs(side.rows) do
      local names = #row.names > 0 and ": " .. table.concat(row.names, "; ") or ""
      say(row.text .. names, "    ")
    end
  end
end

--- A teller of a game's story, line by line as it happens; `verbose` adds every question and its dice.
---@param game fun(): limber.Game
---@param opts { verbose: boolean?, show: (fun(text: string): string)?, past: boolean?, terse: (fun(): boolean)? } show:
---in the words of a table; when left out, those of the battle's own. past: what happened before, without the losses,
---which are those of now. terse: whether what many do alike is told in one line
---@return fun(event: table, line: limber.Line)
---@return fun() flush tells what is still held back
function M.teller(game, opts)
  local held = Terse.new(game)
  local told_before, lost, of_line, known, firsts, due
  local function shown(now, words)
    if opts.show then return opts.show(words) end
    return lengths.in_unit(words, lengths.how(now.rules.published.unit or "mm", now.state.root.ground))
  end
  local function new_turn(now)
    due = false
    if not told_before then return end
    local line = not opts.past and losses_line(now)
    if line and line ~= lost then say(shown(now, line), "") end
    lost = line
    paper.write "\n"
  end
  local function flush()
    for _, one in ipairs(held:told()) do
      say(shown(game(), one.cite and ("%s (%s)"):format(one.text, one.cite) or one.text), "")
    end
  end
  return function(event, line)
    local now = game()
    local changes = line.changes or now.state.changes
    if line ~= of_line or #changes ~= known then of_line, known, firsts = line, #changes, firsts_of(now, line) end
    due = due or firsts[event]
    if event.call and not opts.verbose then return end
    if due then
      flush()
      new_turn(now)
    end
    told_before = true
    if opts.terse and opts.terse() and held:take(event, line) then return end
    flush()
    if event.call then return tell_call(now, event, line) end
    local told = story.text(now, event, line)
    if event.cite then told = ("%s (%s)"):format(told, event.cite) end
    say(shown(now, told), "")
  end, flush
end

--- How a battle ended, in a sentence; nil when it has not.
---@param game limber.Game
---@return string?
function M.result(game)
  local root = game.state.root
  local result = root.result
  if not result then return nil end
  local winner = root.sides[result.winner]
  local won = winner and ("Victory of %s"):format(winner.name or result.winner) or "A draw"
  local why = result.why and ": " .. result.why or ""
  return ("%s after %s %d%s."):format(won, game.rules.published.turn_word or "turn", result.turn or root.turn, why)
end

return M
