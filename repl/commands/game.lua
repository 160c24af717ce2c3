--- The `:commands` over a game that is on: load, next, play.
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local faults <const> = require "limber.common.faults"
local game_solo <const> = require "play.solo"
local game_rules <const> = require "play.rules"
local host <const> = require "host"
local keeping_rules <const> = require "keep.keeping_rules"
local leaving <const> = require "keep.leaving"
local lists <const> = require "limber.common.lists"
local game_text <const> = require "play.text"
local open_game <const> = require "prompt.open"
local text <const> = require "show.text"

local M <const> = {}

--- The game that is on, or a refusal.
---@param session limber.Session
---@return limber.GameSession
function M.playing(session)
  return session.play or fail("game", "there is no game; :load FILE begins one")
end

--- The house rules that a replay, which has rules of its own, puts out of force, in words; nil where there are none.
local function put_aside(rules, own)
  local names = rules.name == own.name and lists.beyond(rules:variant_names(), own:variant_names()) or {}
  if #names == 0 then return nil end
  return ("It keeps the rules it was fought with. No longer in force: %s (:variant +%s to use it here too)."):format(
    text.list(names, "and"), names[1])
end

--- Puts a scenario or a replay on the table in place of what is there.
---@param session limber.Session
---@param path string
---@param seed integer? of its dice, in place of the scenario's own
---@param solo string? the side that a solo commander leads, or "both"
function M.load(session, path, seed, solo)
  local variants, live = game_rules.typed(session)
  local opened, wrong = open_game.open(path, {
    variant = variants, real_dice = session.real_dice, facts = session.facts, seed = seed, solo = solo,
  }, function() return session.play and session.play.how.unit end)
  if not opened then fail("load", wrong) end
  if seed and opened.begun then fail("load", "a replay has its own dice; --seed goes with a scenario") end
  local carried = opened.scenario ~= nil and not opened.begun
  if not leaving.may(session, ":load " .. path, true, not carried) then return end
  if not carried then keeping_rules.leave(session) end
  local aside = not carried and put_aside(session.rules, opened.game.rules)
  session:use(opened.game.rules)
  session:say(opened.title)
  if aside then session:say(aside) end
  local begun
  begun, wrong = open_game.begin(session, opened)
  if not begun then fail("load", wrong) end
  if carried then game_rules.carry_over(session, live) end
end

--- The dice that are asked for: a number, or new ones.
local function seed_of(word)
  if word == "new" then return host.fresh_seed() end
  local seed = math.tointeger(tonumber(word))
  return seed and seed >= 0 and seed or fail("load", ("--seed takes a whole number or new, got %s"):format(word))
end

commands.add {
  name = "load", usage = "FILE [--seed N|new]", doc = "a scenario from its beginning, or a replay from its end",
  run = function(session, rest)
    local path, word = rest:match "^(.-)%s+%-%-seed[%s=]+(%S+)$"
    path = path or rest
    if path == "" then fail("load", "load what? :load scenarios/fusilier/first_battle.lua") end
    M.load(session, path, word and seed_of(word))
  end,
  complete = function(_, _, begun) return M.paths(begun) end,
}

--- What files and folders there are beside a path.
---@param begun string
---@return string[]
function M.paths(begun)
  local folder = begun:match "^(.*/)" or ""
  local out = {}
  for _, name in ipairs(host.list(folder == "" and "." or folder) or {}) do
    local path = folder .. name
    local inside = not name:find "%." and host.list(path) ~= nil
    if inside then out[#out + 1] = path .. "/" elseif name:find "%.lua$" or name:find "%.replay$" then
      out[#out + 1] = path
    end
  end
  return out
end

--- The next command of the script, or done, or a decision's first option.
local function next_command(play)
  if game_solo.leads_all(play) then
    local line, failure = game_solo.step(play)
    if line or failure then return line, failure end
  end
  play.watching = true
  if play.script then return play.script:step(not game_solo.leads_all(play) and play.solo or nil) end
  local waiting = play:waiting()
  if waiting.kind == "over" then return nil end
  local side = play:sides(waiting)[1]
  if waiting.kind == "phase" then return play.game:command { side = side, ["do"] = "done" } end
  if #waiting.options == 0 then fail("next", "you must answer that by hand; " .. play:question()) end
  return play.game:command { side = side, ["do"] = "answer", choice = waiting.options[1] }
end

--- The same; says what is answered for a player by the first option.
local function step(play)
  local waiting = play:waiting()
  local question = waiting.kind == "decision" and #waiting.options > 1 and play:question()
  local line, fault = next_command(play)
  local silent = not play.script or play.script.silent
  if question and line and line.command["do"] == "answer" and not line.solo and silent then
    play.flush()
    play:say(("%s %s, the first option%s."):format(question, game_text.capital(tostring(line.command.choice)),
      play.script and ": the script has no answer" or ""), "dim")
  end
  return line, fault
end

local function refused(play, fault)
  local where = fault.line and fault.file and ("%s:%d"):format(fault.file, fault.line) or nil
  if where and faults.text(fault):find(where, 1, true) then where = nil end
  play:refused(fault, nil, where and where .. ", which is left out" or nil)
end

commands.add {
  name = "next", usage = "", doc = "the script's next command; without one, done, or an answer's first option",
  run = function(session)
    local play = M.playing(session)
    if play:waiting().kind == "over" then return play:say(play:question()) end
    if game_solo.go_on(play) then return end
    local line, fault = step(play)
    if line then return play:tell_line(line) end
    if fault then refused(play, fault) end
  end,
}

local function play_on(play, last)
  game_solo.go_on(play)
  while play:waiting().kind ~= "over" and play.game.state.root.turn <= last do
    local line, fault = step(play)
    if not line then
      if fault then refused(play, fault) end
      return
    end
    game_solo.act(play)
  end
end

commands.add {
  name = "play", usage = "[N|end]", doc = "plays the script to the end of this turn, of N turns, or of the battle",
  run = function(session, rest)
    local play = M.playing(session)
    local turns = rest == "" and 1 or rest == "end" and math.maxinteger or math.tointeger(tonumber(rest))
    if not turns or turns < 1 then fail("play", "play how long? :play, :play 3 or :play end") end
    if play:waiting().kind == "over" then return play:say(play:question()) end
    local now = math.max(1, play.game.state.root.turn)
    play_on(play, turns == math.maxinteger and turns or now + turns - 1)
  end,
  complete = function() return { "end" } end,
}

return M
