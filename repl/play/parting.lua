--- Where a line that was played again parts from what it was, in the words of players: the first throw or question that
--- comes out otherwise, and whose it is; else what the story told; else what was noted of a piece.
local lists <const> = require "limber.common.lists"
local names <const> = require "play.names"
local question <const> = require "limber.ask.question"
local result_text <const> = require "show.result_text"
local sorted <const> = require "limber.common.sorted"
local story <const> = require "limber.game.story"
local text <const> = require "show.text"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Runs `fn` under the rules that a line was played by.
local function by_rules_of(game, line, fn, ...)
  local now, live = game.rules, game.rules.live
  if line.rules then game:use_rules(line.rules, line.live) end
  local done, answer = pcall(fn, ...)
  game:use_rules(now, live)
  if not done then error(answer, 0) end
  return answer
end

--- The story of a line, as it reads.
---@param play limber.GameSession
---@param line limber.Line
---@return string[]
function M.told(play, line)
  return by_rules_of(play.game, line, function()
    local list = {}
    for _, event in ipairs(line.events or {}) do
      local tells = play:tells(event, line)
      local words = tells and story.text(play.game, event, line) or nil
      if tells and event.call then
        local rolls = {}
        for i, roll in ipairs(line.calls[event.call].rolls) do
          rolls[i] = ("%s %s"):format(roll.label or "", result_text.faces(roll))
        end
        words = #rolls > 0
          and ("%s, %s: %s"):format(line.calls[event.call].procedure, table.concat(rolls, ", "), words) or nil
      end
      list[#list + 1] = words
    end
    return list
  end)
end

-- ---- throws and questions -------------------------------------------------------------------------------------------

local function piece_of(root, id)
  local node = root.units[id] or root.leaders[id] or root.formations[id]
  return node and names.long(node) or root.sides[id] and root.sides[id].name or nil
end

--- Who a question is about: `1/46th Line (11) and 1st Benjovszky (31)`.
local function whose(game, call)
  local list, seen = {}, {}
  for _, place in ipairs(sorted.keys(call.throwers or {})) do
    local name = piece_of(game.state.root, call.throwers[place])
    if name and not seen[name] then list[#list + 1], seen[name] = name, true end
  end
  return #list > 0 and " of " .. text.list(list, "and") or ""
end

--- A question in words: `artillery.fire of 2nd Battery (1)`, `the throw fortune of the French (fortunes)`.
local function called(game, call)
  local who = whose(game, call)
  if not call.own then return call.procedure .. who end
  return ("the throw %s%s (%s)"):format(call.own.label, who, call.procedure:match "^[^:]+")
end

--- What came of a question: its sentence, or its headline.
local function outcome(game, line, call)
  return by_rules_of(game, line, function()
    if call.own or not game.rules.procedures[call.procedure] then return nil end
    return question.says(game.rules, call.procedure, call.result, call.args)
  end)
end

--- The first place where two pieces of data differ, as words: `quality was 5, is now 6`.
local function differs(was, now, path)
  if type(was) ~= "table" or type(now) ~= "table" then
    if was == now then return nil end
    if was == nil then return ("%s is %s, was no part of it"):format(path, result_text.value(now)) end
    if now == nil then return ("%s was %s, is no part of it now"):format(path, result_text.value(was)) end
    return ("%s was %s, is now %s"):format(path, result_text.value(was), result_text.value(now))
  end
  local keys = {}
  for _, one in ipairs { was, now } do
    for key in next, one do keys[tostring(key)] = key end
  end
  for _, named in ipairs(sorted.keys(keys)) do
    local key = keys[named]
    local found = differs(was[key], now[key], path == "" and named or ("%s.%s"):format(path, named))
    if found then return found end
  end
end

local function faces_of(call)
  local list = {}
  for i, roll in ipairs(call.rolls) do list[i] = result_text.faces(roll) end
  return table.concat(list, "; ")
end

--- How one question differs from itself: its dice, what it gave, what it was asked with. That alone changes nothing.
local function call_parts(game, was, now, one, other)
  local first, second = outcome(game, was, one), outcome(game, now, other)
  local gave = first ~= second and first and second and ("was: %s; now: %s"):format(first, second)
    or differs(one.result, other.result, "")
  local asked = differs(one.args or {}, other.args or {}, "")
  if faces_of(one) ~= faces_of(other) then
    asked = ("the dice were %s, are now %s"):format(one.rolls[1] and faces_of(one) or "none",
      other.rolls[1] and faces_of(other) or "none")
  elseif not gave then
    return nil
  end
  return asked and gave and ("%s; %s"):format(asked, gave) or asked or gave
end

local function question_parts(game, was, now)
  local before, after = was.calls or {}, now.calls or {}
  for i = 1, math.max(#before, #after) do
    local one, other = before[i], after[i]
    if not other then return called(game, one) .. " came here and comes no more" end
    if not one then return ("%s is new here"):format(called(game, other)) end
    local gone, new = called(game, one), called(game, other)
    if gone ~= new then return ("%s came here; now %s does"):format(gone, new) end
    local how = call_parts(game, was, now, one, other)
    if how then return ("%s: %s"):format(gone, how) end
  end
end

-- ---- the story, and what is kept ------------------------------------------------------------------------------------

local function story_parts(play, was, now)
  local before, after = M.told(play, was), M.told(play, now)
  local gone, new = lists.beyond(before, after)[1], lists.beyond(after, before)[1]
  if gone and new then return ("it told: %s Now it tells: %s"):format(gone, new) end
  return gone and ("it told: %s Now it does not."):format(gone) or new and "now it tells: " .. new or nil
end

--- Is that a change of the steps under way, not of the battle?
local function of_steps(change) return change.path[1] == "frames" end

--- The first thing that was noted otherwise of a piece, a side or the battle.
local function change_parts(game, was, now)
  local root = game.state.root
  local before = lists.filter(was.changes or {}, function(one) return not of_steps(one) end)
  local after = lists.filter(now.changes or {}, function(one) return not of_steps(one) end)
  for i = 1, math.max(#before, #after) do
    local one, other = before[i], after[i]
    local alike = one and other and tree.equal(one.path, other.path)
    if not (alike and tree.equal(one.new, other.new) and tree.equal(one.old, other.old)) then
      local path = (one or other).path
      local whom = path[3] and piece_of(root, path[2])
      local of = (whom and " of " .. whom or path[1] == "battle" and " of the battle" or "")
      local what = tostring(path[3] or path[2] or path[1]):gsub("_", " ") .. of
      if alike and type(one.new) ~= "table" and type(other.new) ~= "table" then
        return ("%s was %s, is now %s"):format(what, result_text.value(one.new), result_text.value(other.new))
      end
      return what .. (alike and " is another" or one and " was noted, and is not now" or " is noted now")
    end
  end
end

--- Where two versions of a line part, in a sentence; nil where players notice nothing.
---@param play limber.GameSession
---@param was limber.Line
---@param now limber.Line
---@return string?
function M.words(play, was, now)
  if play:hidden(was) or play:hidden(now) then return "what is sealed" end
  return question_parts(play.game, was, now) or story_parts(play, was, now) or change_parts(play.game, was, now)
end

--- The first line of those that came out otherwise where players notice it, and how; else the first of them.
---@param play limber.GameSession
---@param report limber.Fixed
---@return integer? id
---@return string? words
function M.first(play, report)
  for _, id in ipairs(report.changed) do
    local words = M.words(play, report.was[id], play.game.journal.lines[id])
    if words then return id, words end
  end
  return report.changed[1], report.changed[1] and "rules were asked that changed nothing"
end

return M
