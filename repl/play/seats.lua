--- Who sits at the screen, and what that side may know: two players at one screen, one who commands both, or one who
--- watches a script. What is sealed, and units out of sight, are kept from the other side. What a solo commander has
-- sealed is kept from everybody, as long as players command a side against him. Secrets, such as written orders, are
-- told to their own side until the battle is over. A side may be commanded from a page of its own (repl/board): then it
-- is away, and nothing that it alone may know is told at the screen.
local story <const> = require "limber.game.story"

local M <const> = {}

--- Whether a list has a value.
---@param list any[]?
---@param value any
---@return boolean
function M.has(list, value)
  for _, one in ipairs(list or {}) do
    if one == value then return true end
  end
  return false
end

--- Whether a solo commander leads a side against players.
---@param self limber.GameSession
---@param side string
---@return boolean
function M.is_led(self, side)
  return self.solo ~= nil and #self.solo < #self.game.state.root.order.sides and M.has(self.solo, side)
end

--- Whether a side is commanded from a page of its own, and this is not that page.
---@param self limber.GameSession
---@param side string
---@return boolean
function M.is_away(self, side) return not self.only and self.away ~= nil and self.away[side] or false end

--- The first of some sides that is not commanded from a page of its own.
---@param self limber.GameSession
---@param sides string[]
---@return string?
function M.first_here(self, sides)
  for _, side in ipairs(sides) do
    if not M.is_away(self, side) then return side end
  end
end

--- The sides that people at the screen may look at now: both where nothing is hidden, but none of a solo commander's
--- while the battle lasts.
---@param self limber.GameSession
---@return string[]
function M.open_sides(self)
  local root, list = self.game.state.root, {}
  if self.only and (self.sworn or not root.result) then return { self.only } end
  local watched = self.solo and #self.solo == #root.order.sides
  if not (self.together or self.watching or watched or root.result) then
    local side = self:viewer()
    return M.is_away(self, side) and {} or { side }
  end
  for _, side in ipairs(root.order.sides) do
    if root.result or not (M.is_led(self, side) or M.is_away(self, side)) then list[#list + 1] = side end
  end
  return list
end

--- The sides that may do something now, that at the screen first.
---@param self limber.GameSession
---@param waiting limber.Waiting
---@param interrupting boolean? also those that may only interrupt
---@return string[]
function M.sides(self, waiting, interrupting)
  local list = {}
  if M.has(waiting.sides, self.seat) and not M.is_away(self, self.seat) then list[1] = self.seat end
  if list[1] and self:hides(waiting) then return list end
  for _, side in ipairs(waiting.sides) do
    if side ~= list[1] then list[#list + 1] = side end
  end
  if interrupting then
    for _, side in ipairs(self.game.state.root.order.sides) do
      if not M.has(list, side) then list[#list + 1] = side end
    end
  end
  return list
end

--- Whether what one side does now is kept from the other.
---@param self limber.GameSession
---@param waiting limber.Waiting
---@return boolean
function M.hides(self, waiting)
  local led = self.solo ~= nil and #self.solo == #self.game.state.root.order.sides -- nobody sits here
  return not (self.together or self.watching or led) and waiting.kind == "phase" and waiting.step.sealed or false
end

--- The side whose view is shown: that at the screen, or the first that may act; none that a solo commander leads.
---@param self limber.GameSession
---@return string
function M.viewer(self)
  if self.only then return self.only end
  local order = self.game.state.root.order.sides
  local list = M.sides(self, self:waiting())
  list[#list + 1] = self.seat
  for _, side in ipairs(table.move(order, 1, #order, #list + 1, list)) do
    if not (M.is_led(self, side) or M.is_away(self, side)) then return side end
  end
  return order[1]
end

--- Places of the state whose pieces may be hidden.
local PLACES <const> = { "units", "leaders", "formations" }

local function is_seen(states, place, id)
  for _, state in ipairs(states) do
    if state[place][id] then return true end
  end
  return false
end

--- Whether a value, or one in it, is the id of a piece that those who look do not see: of a command or an event, say.
---@param root table the state
---@param states table[] the states as each side that looks sees them
---@param value any
---@return boolean
function M.names_unseen(root, states, value)
  if type(value) == "table" then
    for _, one in next, value do
      if M.names_unseen(root, states, one) then return true end
    end
  elseif type(value) == "string" then
    for _, place in ipairs(PLACES) do
      if root[place][value] and not is_seen(states, place, value) then return true end
    end
  end
  return false
end

--- Whether a step that seals commands is under way and has not revealed a line of it; nil for another step's line.
local function still_sealed(self, line)
  local root = self.game.state.root
  for _, frame in ipairs(root.frames) do
    local sequence = self.game.words.sequences[frame.sequence]
    local step = sequence and sequence[sequence.index[frame.step]]
    if step and step.sealed and line.turn == root.turn and line.step == frame.sequence .. "." .. frame.step then
      return not frame.queue
    end
  end
end

--- The sides that may read what is noted now: all who sit at the screen, unless it is one side's alone for the moment.
---@param self limber.GameSession
---@return string[]
function M.readers(self)
  if self.only or self:hides(self:waiting()) then return M.open_sides(self) end
  local list = {}
  for _, side in ipairs(self.game.state.root.order.sides) do
    if not (M.is_led(self, side) or M.is_away(self, side)) then list[#list + 1] = side end
  end
  return list
end

--- Whether a note is of sides that do not look now.
local function is_others_note(self, line)
  for _, side in ipairs(line.by and M.open_sides(self) or {}) do
    if M.has(line.by, side) then return false end
  end
  return line.by ~= nil and #line.by > 0
end

--- Whether a line of the journal was given by another side than those at the screen, and is sealed still, secret, a
--- note, or names a unit that the side cannot see.
---@param self limber.GameSession
---@param line limber.Line
---@return boolean
function M.hidden(self, line)
  if line.kind == "note" then return is_others_note(self, line) end
  local open = line.sealed and M.open_sides(self)
  if not open or M.has(open, line.sealed) then return false end
  local declared = line.command and self.game.words.commands[line.command["do"]]
  if declared and declared.secret then return true end
  local sealed = still_sealed(self, line)
  if sealed ~= nil then return sealed end
  if line.command == nil or not open[1] then return line.command ~= nil end
  return M.names_unseen(self.game.state.root, { self.game:view(open[1]).state }, line.command)
end

--- The side that takes the last command back itself, at a page of its own: it gave it there, and threw nothing.
---@param self limber.GameSession
---@return string?
function M.takes_back(self)
  local line = self.game.journal.at
  local side = line and line.kind == "command" and #(line.calls or {}) == 0 and line.command.side
  return side and M.is_away(self, side) and side or nil
end

--- Whether the players at the screen may read an event: no secrets of the other side, no units that they cannot see.
---@param self limber.GameSession
---@param event table
---@param line limber.Line
---@return boolean
function M.tells(self, event, line)
  if line.log and M.hidden(self, line) then return false end
  local open = line.log and M.open_sides(self) or self.at_screen or {} -- a line under way has no log yet
  local whose = story.only_for(self.game, event, line)
  if whose then return M.has(open, whose) end
  if #open > 1 or not self.game.words.hidden or not event.with then return true end
  local root = self.game.state.root
  for _, side in ipairs(open[1] and open or root.order.sides) do -- nobody at the screen: what both sides see
    if M.names_unseen(root, { self.game:view(side).state }, event.with) then return false end
  end
  return true
end

--- Where the game waits, in a word that another place has not.
---@param self limber.GameSession
---@param waiting limber.Waiting
---@return string
function M.place(self, waiting)
  return ("%d/%s/%s"):format(self.game.state.root.turn, waiting.path,
    waiting.kind == "decision" and tostring(#self.game.journal.lines) or "")
end

--- What is typed now must not be found by the other side as long as this is the same; nil when it may.
---@param self limber.GameSession
---@return string?
function M.secret(self)
  local waiting = self:waiting()
  local sealed = not self.together and waiting.kind == "phase" and waiting.step.sealed
  return sealed and M.place(self, waiting) or nil
end

--- The verbs that mean something now: options, or commands and done.
---@param waiting limber.Waiting
---@return string[]
function M.verbs(waiting)
  if waiting.kind == "over" then return {} end
  if waiting.kind == "decision" then
    local list = table.move(waiting.options, 1, #waiting.options, 1, {})
    list[#list + 1] = "answer"
    return list
  end
  local list = table.move(waiting.step.commands, 1, #waiting.step.commands, 1, {})
  local interrupts = waiting.step.interrupts or {}
  table.move(interrupts, 1, #interrupts, #list + 1, list)
  list[#list + 1] = "done"
  if waiting.step.sealed then list[#list + 1] = "withdraw" end
  return list
end

return M
