--- `:legal`: what may be done now, best first, in numbered lines; `:do N` does one of them, and so does `N` alone.
local choices <const> = require "play.choices"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local game_line <const> = require "play.line"
local game_text <const> = require "play.text"
local host <const> = require "host"
local names <const> = require "play.names"
local playing <const> = require("commands.game").playing
local seats <const> = require "play.seats"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

--- Lines that are shown at most, of all sides together: the list stays on the screen while one chooses.
local MOST <const> = 16

--- A column that names everybody is left out where the rest would be squeezed.
local function without_names(rows)
  local total = 0
  for i = 1, 4 do
    local widest = 0
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[i])) end
    total = total + widest + 2
  end
  if total <= host.width() then return rows end
  local plain = {}
  for i, row in ipairs(rows) do plain[i] = { row[1], row[2], row[4] } end
  return plain
end

local function show_side(play, side, word, most)
  local rows, left = choices.add(play, side, word, most)
  if #rows == 0 then return 0 end
  play:say(("%s:"):format(game_text.capital(game_text.side(play.game, side))))
  play:say_lines(text.fitted(without_names(rows), host.width()))
  local more = {}
  for _, name in ipairs(sorted.keys(left)) do more[#more + 1] = ("%d %s"):format(left[name], name) end
  if #more > 0 then
    play:say(("     … and %s: :legal all, :legal COMMAND or :legal UNIT shows them"):format(text.list(more)), "dim")
  end
  return #rows
end

--- The commands of this step that have no proposals.
local function tell_others(play, waiting)
  local without = {}
  for _, name in ipairs(waiting.step.commands) do
    local declaration = play.game.words.commands[name]
    if declaration and not declaration.proposals then without[#without + 1] = name end
  end
  if #without > 0 then play:say(("Also %s; ?NAME says how."):format(text.list(without, "and"))) end
end

--- Is a word a command of the game, or a piece that those at the screen see?
local function is_known(play, word)
  if word == "all" or play.game.words.commands[word] then return true end
  local view = play.game:view(play:viewer())
  for _, place in ipairs { "units", "leaders", "formations" } do
    if names.meant(view, place, word)[1] then return true end
  end
  return false
end

local function show(play, word)
  local waiting, count = play:waiting(), 0
  local alone = play.seat and not play.together and not play.watching
  local sides = alone and { play:viewer() } or play:sides(waiting, true)
  local own = {}
  for _, side in ipairs(sides) do
    if not seats.is_led(play, side) then own[#own + 1] = side end
  end
  choices.begin(play)
  for _, side in ipairs(own) do
    count = count + show_side(play, side, word, word == "" and MOST // #own or math.maxinteger)
  end
  if count == 0 then
    play:say(word == "" and play:question()
      or is_known(play, word) and ("there is nothing to do with %s now"):format(word)
      or ("there is no command, unit or leader called %s; :units lists units"):format(word))
  elseif (play.told_numbers or 0) < 2 then
    play.told_numbers = (play.told_numbers or 0) + 1
    play:say("A number does that line; 3 40 gives a value that is open.", "dim")
  end
  if waiting.kind == "phase" and word == "" then tell_others(play, waiting) end
end

commands.add {
  name = "legal", usage = "[COMMAND|UNIT|all]",
  doc = "what may be done now, best first, to choose from by number",
  run = function(session, rest) show(playing(session), rest) end,
  complete = function(session)
    local out = { "all" }
    local known = session.play and session.play.game.words.command_names or {}
    return table.move(known, 1, #known, 2, out)
  end,
}

commands.add {
  name = "do", usage = "N [VALUE]", doc = "does line N of :legal; the number alone will do", takes_command = true,
  run = function(session, rest)
    local play = playing(session)
    local number, words = rest:match "^(%d+)%s*(.-)%s*$"
    if not number then fail("do", "do which? :do 3 does line 3 of :legal") end
    if not game_line.choose(play, math.tointeger(tonumber(number)), words) then show(play, "") end
  end,
}
