--- Sides that a solo commander leads at the prompt: whenever it is for them to act, they do.
--
-- Where every side is led so nothing happens by itself: `:next` and `:play` take it from there.
local characters <const> = require "limber.solo.characters"
local commands <const> = require "play.list"
local efforts <const> = require "limber.solo.effort"
local fail <const> = require("play.refusal").fail
local faults <const> = require "limber.common.faults"
local game_text <const> = require "play.text"
local has <const> = require("limber.common.lists").has
local names_of <const> = require "play.names"
local Solo <const> = require "limber.solo.commander"
local text <const> = require "show.text"

local M <const> = {}

--- Whether solo commanders lead all sides that may act now, and all others.
---@param play limber.GameSession
---@return boolean
function M.leads_all(play)
  return play.solo ~= nil and #play.solo == #play.game.state.root.order.sides
end

--- Tells of a line a solo commander gave: the story has told its events.
local function tell(play, line)
  if not play:hidden(line) and line.command["do"] ~= "done" then play:tell_line(line) end
end

--- One command of whichever solo commander may give one.
---@param play limber.GameSession
---@return limber.Line?
---@return table? failure
function M.step(play)
  local given
  local _, failure = Solo.fight(play.game, play.solo, { effort = play.effort, each = function(line)
    given = line
    return true
  end })
  return given, failure
end

--- Whether an earlier place of the battle is looked at: nothing is done there until a player acts or goes on.
local function is_looking(play)
  if play.looking ~= play:present() then play.looking = nil end
  return play.looking ~= nil
end

--- Lets the solo commanders act until a person must.
---@param play limber.GameSession
function M.act(play)
  if not play.solo or M.leads_all(play) or is_looking(play) then return end
  local _, failure = Solo.fight(play.game, play.solo, {
    effort = play.effort, each = function(line) tell(play, line) end,
  })
  if not failure then return end
  local stopped = type(failure) == "table" and failure.kind == "interrupt"
  play:say("the solo commander: " .. (stopped and "interrupted; :next goes on" or faults.text(failure)), "red")
end

--- Notes that the present place is only looked at.
---@param play limber.GameSession
function M.look(play)
  if not play.solo or M.leads_all(play) then return end
  play.looking = play:present()
  for _, side in ipairs(play:waiting().sides or {}) do
    if has(play.solo, side) then
      return play:say("(the solo commander waits while you look back; :next continues from here)", "dim")
    end
  end
end

--- Ends the looking: a solo commander whose turn it is goes on.
---@param play limber.GameSession
---@return boolean acted
function M.go_on(play)
  local before = play:present()
  if not is_looking(play) then return false end
  play.looking = nil
  M.act(play)
  return play:present() ~= before
end

--- Undoes a line and all that solo commanders did after it; the game is back at a person's choice.
---@param play limber.GameSession
---@return limber.Line? first the line that was undone last
---@return limber.Line? last
function M.undo(play)
  local line = play.game:undo()
  local last = line or nil
  while line and line.solo do line = play.game:undo() end
  return line or nil, last
end

--- Redoes what was undone, with what solo commanders did after it.
---@param play limber.GameSession
---@return limber.Line? first
---@return limber.Line? last
function M.redo(play)
  local line = play.game:redo()
  local first = line
  if not line then return nil end
  local ahead = play.game.journal:next()
  while play.solo and ahead and ahead.solo and has(play.solo, ahead.command.side) do
    line = play.game:redo()
    ahead = play.game.journal:next()
  end
  return first, line
end

local function names(game, sides)
  local list = {}
  for i, side in ipairs(sides) do list[i] = game_text.side(game, side) end
  return text.list(list)
end

--- Gives sides over to solo commanders, or takes them back.
---@param play limber.GameSession
---@param sides string[]? nil: none
function M.lead(play, sides)
  local order, own = play.game.state.root.order.sides, {}
  play.solo = sides and #sides > 0 and sides or nil
  for _, side in ipairs(order) do
    if not has(play.solo, side) then own[#own + 1] = side end
  end
  if play.solo and #own == 1 then play.seat, play.watching = own[1], nil end
end

--- How far ahead the commanders of a recorded battle looked last; nil: no farther than their own turn, or the record,
--- which may be anybody's, says no effort that there is.
---@param game limber.Game
---@return integer?
function M.effort_of(game)
  local lines = game.journal.lines
  for i = #lines, 1, -1 do
    local note = lines[i].solo
    if note then return type(note) == "table" and (efforts.read(tostring(note.effort))) or nil end
  end
end

--- Notes in the game who is led so: its ruleset may throw for what its commander is like.
local function note(play)
  for _, side in ipairs(play.game.state.root.order.sides) do
    local led = has(play.solo, side)
    if (play.game.state.root.sides[side].solo or false) ~= led then
      local path = ("sides.%s.solo"):format(side)
      play.game:amend(path, led, led and "a solo commander leads from now on" or "players lead from now on")
    end
  end
end

--- What is wrong with leading a battle so; nil when nothing is.
---@param game limber.Game
---@param sides string[]
---@return string?
function M.unfit(game, sides)
  if not game.words.solo then return ("%s has no solo commander"):format(game.rules.name) end
  for _, side in ipairs(sides) do
    if not game.state.root.sides[side] then return ("there is no side %s for a solo commander"):format(side) end
  end
end

--- Is a word what a name, or a word of it, begins with?
local function begins(name, word)
  local from, folded = 1, names_of.fold(word)
  while from and folded ~= "" do
    if name:sub(from, from + #folded - 1) == folded then return true end
    from = name:match("[%s%-]()", from)
  end
  return false
end

--- The side that a word names, by its id, or by what its name or one word of it begins with.
---@param game limber.Game
---@param word string
---@return string
function M.side_named(game, word)
  local order, root = game.state.root.order.sides, game.state.root
  if has(order, word) then return word end
  local found, known = {}, {}
  for i, side in ipairs(order) do
    if begins(names_of.fold(root.sides[side].name or ""), word) then found[#found + 1] = side end
    known[i] = ("%s (%s)"):format(side, game_text.side(game, side))
  end
  if #found == 1 then return found[1] end
  fail("solo", ("%s %s; there are %s"):format(#found > 1 and "several sides are called" or "no side", word,
    text.list(known, "and")))
end

--- What is typed after a side: what its commander is like, and how far ahead he looks.
local function appoint(play, sides, words)
  local before, said = words:match "^(.-)%s*%f[%w]effort%s*(%S*)%s*$"
  if said then
    local effort, wrong = efforts.read(said)
    if wrong then fail("solo", wrong) end
    play.effort, words = effort, before
  end
  if words == "" then return end
  local read, wrong = characters.read(words)
  if not read then fail("solo", wrong) end
  for _, side in ipairs(sides) do
    if (play.game.state.root.sides[side].commander or "steady") ~= read then
      play.game:amend(("sides.%s.commander"):format(side), read, "its solo commander is " .. read .. " from now on")
    end
  end
end

commands.add {
  name = "solo", usage = "[SIDE|both|off] [CHARACTER] [effort N]",
  doc = "lets a solo commander lead that side from now on, or both, or none; what he is like, how far ahead he looks",
  run = function(session, rest)
    local play = session.play or fail("game", "there is no game; :load FILE begins one")
    local wrong = M.unfit(play.game, {})
    if wrong then fail("solo", wrong) end
    local word, like = rest:match "^(%S*)%s*(.*)$"
    if rest ~= "" and rest ~= "off" then
      local sides = word == "both" and table.move(play.game.state.root.order.sides, 1, 2, 1, {})
        or { M.side_named(play.game, word) }
      appoint(play, sides, like)
      M.lead(play, sides)
    elseif rest == "off" then
      M.lead(play, nil)
    end
    if rest ~= "" then note(play) end
    play.asked_of = nil
    if not play.solo then return play:say "no solo commander leads a side" end
    play:say(("%s: led by a solo commander%s%s"):format(names(play.game, play.solo),
      (play.effort or 1) > 1 and (" of effort %d"):format(play.effort) or "",
      M.leads_all(play) and "; :next and :play go on" or ""))
  end,
  complete = function(session, words)
    if #words > 0 then return characters.NAMES end
    local list = { "both", "off" }
    return session.play and table.move(session.play.game.state.root.order.sides, 1, 2, 3, list) or list
  end,
}

return M
