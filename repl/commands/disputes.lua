--- `:dispute` and `:rulings`: disputes at the table, and what has been ruled (limber.game.disputes).
--
--   :dispute "May the hussars see the guns?" a says "yes, over the crest" b says "no"
-- Quotes may be left out, a side be named by its name, and the second opinion left out: it is then the contrary.
local commands <const> = require "play.list"
local disputes <const> = require "limber.game.disputes"
local fail <const> = require("play.refusal").fail
local game_text <const> = require "play.text"
local grammar <const> = require "read.grammar"
local host <const> = require "host"
local names <const> = require "play.names"
local playing <const> = require("commands.game").playing
local ruleset <const> = require "limber.rules.ruleset"
local seats <const> = require "play.seats"
local text <const> = require "show.text"

local USAGE <const> = ':dispute "May the hussars see the guns?" a says "yes, over the crest" b says "no"'

--- A word without its quotes, and whether it had any.
local function bare(word)
  local inside = word:match '^"(.*)"[,;.]?$'
  if inside then return (inside:gsub('\\(["\\])', "%1")), true end
  return word, false
end

local function side_of(play, place)
  return game_text.side(play.game, play.game.state.root.order.sides[place])
end

local function when(play, ruling)
  return ruling.turn == 0 and "the set-up" or ("%s %d"):format(game_text.turn_word(play.game), ruling.turn)
end

local function joined(words, from, to)
  local list = {}
  for i = from, to do list[#list + 1] = (bare(words[i])) end
  return table.concat(list, " ")
end

--- The words that name a side, the longest first: "the French", "French", "a".
local function side_names(play)
  local list = {}
  for place, side in ipairs(play.game.state.root.order.sides) do
    local name = names.fold(game_text.side(play.game, side))
    for _, one in ipairs { name, (name:gsub("^the ", "")), side } do
      list[#list + 1] = { words = grammar.split(one), arg = place == 1 and "a" or "b" }
    end
  end
  table.sort(list, function(one, other) return #one.words > #other.words end)
  return list
end

--- The side that is named by the words before a place, and where its name begins.
local function side_before(known, words, last)
  for _, one in ipairs(known) do
    local from = last - #one.words + 1
    local fits = from >= 1
    for i, word in ipairs(one.words) do fits = fits and names.fold(words[from + i - 1]):gsub("^[,;]", "") == word end
    if fits then return one.arg, from end
  end
end

local SAYS <const> = { says = true, say = true, ["says:"] = true, ["say:"] = true }

--- Reads a dispute: its question, the opinions, and whether the dice are to be thrown again. `plain`: a last word
--- "again" belongs to what is said, since there is no ruling yet.
local read
function read(play, rest, plain)
  local words, cmd = grammar.split(rest), { ["do"] = "dispute" }
  if not plain and (words[#words] or ""):lower() == "again" then cmd.again, words[#words] = true, nil end
  local known, last = side_names(play), #words
  for i = #words, 2, -1 do
    if SAYS[words[i]:lower()] then
      local arg, from = side_before(known, words, i - 1)
      if arg then
        if cmd[arg] then fail(arg, ("side %s has two opinions"):format(arg)) end
        cmd[arg], last = joined(words, i + 1, last), from - 1
      elseif i == #words - 1 and select(2, bare(words[#words])) then
        fail("side", ("%s is no side; %s"):format(words[i - 1], USAGE))
      end
    end
  end
  cmd.question = joined(words, 1, last)
  if cmd.again and not disputes.find(play.game.state.root, cmd.question) then return read(play, rest, true) end
  return cmd
end

--- Asks at the terminal for what was not typed; an empty opinion is the contrary of the other.
local function complete(play, cmd)
  if not host.isatty(0) then return end
  if cmd.question == "" then cmd.question = host.readline "What is in dispute? " or "" end
  if cmd.question == "" or disputes.find(play.game.state.root, cmd.question) and not cmd.again then return end
  for i, arg in ipairs { "a", "b" } do
    local side = play.game.state.root.order.sides[i]
    if not cmd[arg] and not seats.is_led(play, side) then
      local said = host.readline(("%s: "):format(game_text.capital(side_of(play, i))))
      cmd[arg] = said and said:find "%S" and said:match "^%s*(.-)%s*$" or nil
    end
  end
end

commands.add {
  name = "dispute", usage = "QUESTION [SIDE says OPINION]… [again]",
  doc = "settles a dispute at the table: each side throws a die, and the higher throw rules",
  run = function(session, rest)
    local play = playing(session)
    if not play.game.words.commands.dispute then
      fail("dispute", "the Prime Directive is not in force; :variant +prime_directive puts it in force")
    end
    local waiting = play:waiting()
    if waiting.kind == "over" then fail("dispute", "the battle is over") end
    local cmd = read(play, rest)
    complete(play, cmd)
    if cmd.question == "" then fail("dispute", "what is in dispute? " .. USAGE) end
    local ruling, number = disputes.find(play.game.state.root, cmd.question)
    if ruling and not cmd.again then
      play:say(('Ruled in %s: "%s", as %s said (ruling %d).'):format(when(play, ruling), ruling.says[ruling.stands],
        side_of(play, ruling.stands), number))
      return play:say("No dice are thrown. To throw once more, put the word again at the end.", "dim")
    end
    local first = not disputes.list(play.game.state.root)[1]
    cmd.side = play:sides(waiting, true)[1]
    if play:give(cmd) and first then
      play:say("(a ruling changes nothing by itself: :allow lets a refused command pass, :amend changes a value)",
        "dim")
    end
  end,
  complete = function(session)
    local sides = session.play and session.play.game.state.root.order.sides or {}
    return table.move({ "says", "again" }, 1, 2, #sides + 1, table.move(sides, 1, #sides, 1, {}))
  end,
}

--- The published rulings of a ruleset, and where to read them.
local function published(session)
  local count = #ruleset.rows(session.rules.published, "rulings")
  if count == 0 then return nil end
  return ("%s has %d published rulings: :find WORD searches them, ?R1 shows one."):format(session.rules.title, count)
end

local function add_wrapped(lines, words)
  table.move(text.wrap(words, host.width(), "    "), 1, 99, #lines + 1, lines)
end

--- A ruling in two lines: the question, then whose opinion stands, and the other.
local function add_ruling(lines, play, number, ruling, replaced)
  local won, lost = ruling.stands, 3 - ruling.stands
  text.add_labelled(lines, ("%2d"):format(number), disputes.asked(ruling.question), 4, host.width())
  text.add_labelled(lines, "", ('"%s", as %s said in %s, and not "%s"%s'):format(ruling.says[won], side_of(play, won),
    when(play, ruling), ruling.says[lost], replaced and ("; ruling %d has taken its place"):format(replaced) or ""), 4,
    host.width())
end

commands.add {
  name = "rulings", usage = "[WORD]", pages = true,
  doc = "what has been ruled in this battle, or of it what has a word",
  run = function(session, rest)
    local play, lines, replaced = session.play, {}, {}
    local rulings = play and disputes.list(play.game.state.root) or {}
    for i, ruling in ipairs(rulings) do replaced[ruling.instead or 0] = i end
    for i, ruling in ipairs(rulings) do
      local about = disputes.key(ruling.question .. " " .. table.concat(ruling.says, " "))
      if about:find(disputes.key(rest), 1, true) then add_ruling(lines, play, i, ruling, replaced[i]) end
    end
    if #lines == 0 then
      lines[1] = rest ~= "" and #rulings > 0 and ("no ruling of this battle speaks of %s"):format(text.line(rest))
        or play and "nothing has been ruled in this battle" or nil
    end
    add_wrapped(lines, published(session) or "")
    session:say(table.concat(lines, "\n"))
  end,
}
