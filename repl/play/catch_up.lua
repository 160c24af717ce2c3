--- Tells a part of the story again: to a player whose screen was blank meanwhile, and on request.
--
-- It repeats the story alone: never sealed commands, never lines that were undone.
local M <const> = {}

--- The lines on the way to the present one.
---@param journal limber.Journal
---@return limber.Line[]
local function branch_of(journal)
  local first = journal.at
  while first and first.parent do first = journal:parent(first) end
  return first and journal:since(first.id) or {}
end
M.branch_of = branch_of

--- Whether a line told anything: questions alone are no story.
local function told(play, line)
  for _, event in ipairs(line.events or {}) do
    if not event.call and play:tells(event, line) then return true end
  end
  return false
end

local function tell(play, lines)
  local again, flush = play:teller_of_past()
  for _, line in ipairs(lines) do
    for _, event in ipairs(line.events or {}) do
      if play:tells(event, line) then again(event, line) end
    end
  end
  flush()
end

--- Repeats the story of the last turns in which anything happened.
---@param play limber.GameSession
---@param turns integer
---@return boolean told anything at all
function M.turns(play, turns)
  local lines, count, turn, from = branch_of(play.game.journal), 0, nil, nil
  for i = #lines, 1, -1 do
    if told(play, lines[i]) then
      if lines[i].turn ~= turn then turn, count = lines[i].turn, count + 1 end
      if count > turns then break end
      from = i
    end
  end
  if from then tell(play, table.move(lines, from, #lines, 1, {})) end
  return from ~= nil
end

--- Tells lines again that were undone and are done again.
---@param play limber.GameSession
---@param first limber.Line
---@param last limber.Line
function M.between(play, first, last)
  local lines = {}
  for _, line in ipairs(branch_of(play.game.journal)) do
    if line.id >= first.id and line.id <= last.id then lines[#lines + 1] = line end
  end
  tell(play, lines)
end

--- Keeps an event that the players at the screen may not read yet.
---@param play limber.GameSession
---@param event table
---@param line limber.Line
function M.withhold(play, event, line)
  if not event.call then play.withheld[#play.withheld + 1] = { event = event, line = line } end
end

--- Prints events that were withheld and may be read now. A player who may see everything uses :story.
---@param play limber.GameSession
function M.catch_up(play)
  local withheld, kept, way = play.withheld, {}, {}
  if #withheld == 0 then return end
  play.withheld = kept
  if play.together or play.watching or play.game.state.root.result then return end
  for _, line in ipairs(branch_of(play.game.journal)) do way[line] = true end
  local again, flush = play:teller_of_past()
  for _, one in ipairs(withheld) do
    if way[one.line] and play:tells(one.event, one.line) then
      again(one.event, one.line)
    elseif way[one.line] then
      kept[#kept + 1] = one
    end
  end
  flush()
end

--- Forgets withheld events that are printed in another way now.
local function forget_told(play)
  local kept = {}
  for _, one in ipairs(play.withheld) do
    if not play:tells(one.event, one.line) then kept[#kept + 1] = one end
  end
  play.withheld = kept
end

--- Notes that a side at the screen has read the story up to here.
---@param play limber.GameSession
---@param side string?
function M.seen(play, side)
  if side then play.seen[side] = play:present() end
end

--- How many turns a side reads that has not been at the screen yet.
local AT_FIRST <const> = 2

--- Prints what happened since a side was last at the screen.
---@param play limber.GameSession
---@param side string
function M.since(play, side)
  local journal, last = play.game.journal, play.seen[side]
  forget_told(play)
  if not last then
    M.turns(play, AT_FIRST)
    return M.seen(play, side)
  end
  local way, seen = {}, last > 0 and journal.lines[last] or nil
  for _, line in ipairs(branch_of(journal)) do way[line.id] = true end
  while seen and not way[seen.id] do seen = journal:parent(seen) end
  local fresh, any = {}, false
  for _, line in ipairs(branch_of(journal)) do
    if not seen or line.id > seen.id then
      fresh[#fresh + 1] = line
      any = any or told(play, line)
    end
  end
  if any then
    play:say("Since you last sat here:", "dim")
    tell(play, fresh)
  end
  M.seen(play, side)
end

return M
