--- What the page is told: how things stand, in one text that goes out after every change; and the battle line by line,
--- which each browser fetches as far as it lacks it.
local battles <const> = require "board.battles"
local catch_up <const> = require "play.catch_up"
local choices <const> = require "board.choices"
local Data <const> = require "page.data"
local game_text <const> = require "play.text"
local given <const> = require "page.given"
local html <const> = require "page.html"
local json <const> = require "kernel.json"
local known <const> = require "page.known"
local lengths <const> = require "limber.language.lengths"
local sandbox <const> = require "kernel.sandbox"
local seated <const> = require "board.seated"
local seats <const> = require "play.seats"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

local M <const> = {}

---@class board.Told what one viewer has been told of a battle, from its very beginning
---@field data page.Data
---@field head table
---@field at integer the line after which the data stands, 0 before all
---@field lines table<integer, table> by their numbers; they stay good, since the way to a line never changes

--- Who looks: one's own side, or several.
local function viewer_key(play) return (play.only and "page " or "") .. table.concat(play:open_sides(), "+") end

--- A line as the viewer may know it.
local function line_of(play, told, line)
  local one = told.data:line(line)
  if line.command then one.given = given.of(play.game, line.command) end
  return known.line(told.seat, one, line)
end

--- Goes through lines that were not told yet, each as the battle stood after it.
local function walk(play, told, way, first)
  local game, before = play.game, way[first - 1]
  game:go_to(before and before.id)
  if not told.data then
    told.seat = play
    told.data = Data.new(game, known.limits(play))
    told.head = told.data:head { title = play.scenario and play.scenario.title or play.title, live = true }
  else
    told.data:restart()
  end
  for i = first, #way do
    game:go_to(way[i].id)
    told.lines[way[i].id] = line_of(play, told, way[i])
  end
end

--- The same; whatever happens, the game is where it was.
local function walk_and_return(play, told, way, first)
  local here = play:present()
  play.shows_all = play.game.state.root.result ~= nil -- a battle that is over hides nothing of its past
  local done, fault = pcall(walk, play, told, way, first)
  play.game:go_to(here)
  play.shows_all = nil
  if not done then error(fault, 0) end
end

--- Follows the battle to the present line; gives the lines on the way to it.
local function follow(play, told)
  local way, list, first = catch_up.branch_of(play.game.journal), {}, 1
  while way[first] and told.lines[way[first].id] do first = first + 1 end
  if first == #way and told.data and told.at == (way[first - 1] and way[first - 1].id or 0) then
    told.lines[way[first].id] = line_of(play, told, way[first])
  elseif first <= #way then
    sandbox.shield(walk_and_return, play, told, way, first)
  elseif told.at ~= play:present() then
    told.data:restart()
  end
  told.at = play:present()
  for i, line in ipairs(way) do
    local one = told.lines[line.id]
    if one.hidden then known.reveal(told.seat, one, line) end
    list[i] = one
  end
  return list
end

--- What the viewer has been told, brought up to the present line: its lines, and by what key a browser knows it.
local function present(board, play)
  local key = viewer_key(play)
  if board.of ~= play.game then board.of, board.told, board.battles = play.game, {}, (board.battles or 0) + 1 end
  board.told[key] = board.told[key] or { at = 0, lines = {} }
  return follow(play, board.told[key]), board.told[key], ("%d/%s"):format(board.battles, key)
end

--- The battle for a browser that has it up to a line; all of it where that is on no way to the present one.
---@param board table
---@param play limber.GameSession
---@param have table { key, line, odds = how many of these }
---@return table
function M.battle(board, play, have)
  local list, told, key = present(board, play)
  local reply = { key = key, present = not play.only and play:present() or nil }
  local from
  for i, line in ipairs(list) do
    if have.key == key and line.id == have.line then from = i end
  end
  if from then
    reply.lines = json.list(table.move(list, from + 1, #list, 1, {}))
  else
    local root, name = play.game.state.root, ("ground-%d"):format(board.battles)
    reply.ground = html.ground(root, play.game.rules, board.battles)
    told.head.ground = reply.ground ~= "" and name or nil
    reply.fields, reply.titles = given.fields(play.game)
    reply.head, reply.lines = told.head, json.list(list)
  end
  local odds = told.data.odds.list
  reply.odds_from = from and math.tointeger(have.odds) or 0
  reply.odds = json.list(table.move(odds, reply.odds_from + 1, #odds, 1, {}))
  reply.ending = told.data:ending()
  return reply
end

-- ---- how things stand ----------------------------------------------------------------------------------------------

local function names_of(play, sides)
  local list = {}
  for i, side in ipairs(sides) do list[i] = { id = side, name = game_text.side(play.game, side) } end
  return json.list(list)
end

--- The sides that people at the screen command and that may act or be done now.
local function acting(play, waiting)
  local list = {}
  for _, side in ipairs(play.only and waiting.sides or play:sides(waiting)) do
    local here = not play.only and not seats.is_away(play, side) or play.only == side
    if here and not seats.has(play.solo, side) then list[#list + 1] = side end
  end
  return list
end

--- What waits in a battle, as those who look may know it.
local function battle_of(board, play)
  local list = present(board, play)
  local waiting, root, timetable = play:waiting(), play.game.state.root, play:timetable()
  local here = acting(play, waiting)
  local others = play.only and #here == 0 and waiting.kind == "decision"
  local asks = waiting.kind == "decision" and not others
  local battle = {
    title = play.scenario and play.scenario.title or play.title, kind = waiting.kind,
    question = others and ("%s decide."):format(game_text.capital(game_text.side(play.game, waiting.sides[1])))
      or play:shown(play:question()),
    step = waiting.step and text.line(game_text.step(waiting.step)) or nil, place = seats.place(play, waiting),
    turn = root.turn, last_turn = root.last_turn, turn_word = game_text.turn_word(play.game), clock = timetable.clock,
    agenda = json.list(table.move(timetable, 1, #timetable, 1, {})), acting = names_of(play, here),
    viewer = play:viewer(), sealed_step = waiting.step and waiting.step.sealed or nil,
    sealed = json.list(choices.sealed(play)), led = names_of(play, play.solo or {}),
    decision = asks and json.list(waiting.options) or nil, about = asks and M.about(waiting) or nil,
    over = waiting.kind == "over" or nil, unit = play.how.unit, unit_mm = lengths.in_millimetres(play.how),
    facts = root.facts,
    key = viewer_key(play), sides = names_of(play, root.order.sides),
  }
  return battle, list
end

--- How things stand at the screen.
---@param session limber.Session
---@param board table
---@return table
function M.state(session, board)
  board.count = (board.count or 0) + 1
  local play = session.play
  local state = { n = board.count, prompt = session.prompt, ruleset = session.rules.title }
  if board.curtain then
    state.curtain = board.curtain
    return state
  end
  if not play then
    state.battles = json.list(battles.of(session.rules.name))
    return state
  end
  if #play:open_sides() == 0 then
    state.away = "Both sides are commanded from pages of their own."
    return state
  end
  local battle = battle_of(board, play)
  battle.present, battle.together = play:present(), play.together or play.watching or nil
  battle.note_most = game_text.NOTE_MOST
  battle.redo, battle.script = play.game.journal:next() ~= nil, play.script ~= nil or nil
  battle.players, battle.has_solo = M.players(play), play.game.words.solo ~= nil or nil
  battle.unkept, battle.away = play.unkept, next(board.away) and names_of(play, sorted.keys(board.away)) or nil
  state.battle = battle
  return state
end

--- How things stand for the page of one side: the same while the other does what this side may not know.
---@param session limber.Session
---@param board table
---@param number integer
---@return table
function M.state_of_seat(session, board, number)
  local play = session.play
  if not (play and seated.side(play, number)) then return { empty = true } end
  local state = { seat = seated.about(board, play, number) }
  if not state.seat.taken then return state end
  local battle, list = battle_of(board, seated.seat(board, play, number))
  local known_lines, last = 0, 0
  for _, line in ipairs(list) do
    if not line.hidden then known_lines, last = known_lines + 1, line.id end
  end
  battle.known = ("%d/%d"):format(known_lines, last)
  state.battle = battle
  return state
end

--- Who commands, as the page asks for it (board.answer).
---@param play limber.GameSession
---@return string
function M.players(play)
  if play.away and next(play.away) then return "away" end
  if not play.solo then return (play.together or play.watching) and "one" or "two" end
  return #play.solo > 1 and "all" or play.solo[1]
end

--- The pieces that a decision is about.
---@param waiting limber.Waiting
---@return table
function M.about(waiting)
  local list = {}
  for _, value in next, waiting.about or {} do
    if type(value) == "string" then list[#list + 1] = value end
  end
  table.sort(list)
  return json.list(list)
end

return M
