--- The `:commands` over a game that is on: load, next, play, legal.
local commands <const> = require "commands"
local fail <const> = require("refusal").fail
local faults <const> = require "limber.faults"
local game_solo <const> = require "game_solo"
local game_text <const> = require "game_text"
local game_rules <const> = require "game_rules"
local host <const> = require "host"
local names <const> = require "game_names"
local open_game <const> = require "open_game"
local seats <const> = require "game_seats"
local text <const> = require "text"

local M <const> = {}

--- The game that is on, or a refusal.
---@param session limber.Session
---@return limber.GameSession
function M.playing(session)
  return session.play or fail("game", "no game is on; :load FILE begins one")
end

commands.add {
  name = "load", usage = "FILE", doc = "a scenario from its beginning, or a replay from its end",
  run = function(session, path)
    if path == "" then fail("load", "load what? :load scenarios/fusilier/first_battle.lua") end
    local variants = session.rules:variant_sources()
    local opened, wrong = open_game.open(path, {
      variant = variants, real_dice = session.real_dice, facts = session.facts,
    }, function() return session.play and session.play.how.unit end)
    if not opened then fail("load", wrong) end
    local live = session.rules.live
    session:use(opened.game.rules)
    session:say(opened.title)
    local begun
    begun, wrong = open_game.begin(session, opened)
    if not begun then fail("load", wrong) end
    if opened.scenario and not opened.begun then game_rules.carry_over(session, live) end
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
local function step(play)
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
  if #waiting.options == 0 then fail("next", "that must be answered by hand; " .. play:question()) end
  return play.game:command { side = side, ["do"] = "answer", choice = waiting.options[1] }
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
  end
end

commands.add {
  name = "play", usage = "[N|end]", doc = "runs on by the script to the end of this turn, of N turns, or to the end",
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

-- ---- what may be done ----------------------------------------------------------------------------------------------

--- Proposals shown of one side, at most.
local MOST <const> = 15

--- Whether a proposal is about what was asked for: a command's name, or a unit.
local function about(view, word)
  if word == "" then return function() return true end end
  return function(proposal)
    if proposal["do"] == word or proposal.choice == word then return true end
    for _, place in ipairs { "units", "formations", "leaders" } do
      for _, id in ipairs((names.meant(view, place, word))) do
        for _, value in next, proposal do
          if value == id then return true end
        end
      end
    end
    return false
  end
end

local function range_texts(play, proposal, args)
  local parts = {}
  for _, field in ipairs(args) do
    local range = proposal.ranges and proposal.ranges[field.name]
    if range then
      local low, high = range[1], range[2]
      if field.measure == "length" then
        low, high = game_text.number(low, play.how), game_text.length(high, play.how)
      elseif field.measure == "angle" then
        low, high = ("%g"):format(low / 1000), ("%gdeg"):format(high / 1000)
      end
      parts[#parts + 1] = ("%s %s to %s"):format(field.name, low, high)
    end
  end
  return parts
end

--- The names of those whom a proposal is about, in the order that its command declares them.
local function whom(play, proposal, args)
  local root, parts = play.game.state.root, {}
  for _, field in ipairs(args) do
    local id = field.names and field.kind ~= "list" and proposal[field.name]
    local node = id and root[field.names][id]
    if node and node.name then parts[#parts + 1] = node.name end
  end
  return table.concat(parts, ", ")
end

local function row_of(play, proposal)
  local declaration = play.game.words.commands[proposal["do"]]
  local args = declaration and declaration.args or {}
  local without = {}
  for key, value in next, proposal do
    if not (proposal.ranges and proposal.ranges[key]) then without[key] = value end
  end
  local notes = range_texts(play, proposal, args)
  if proposal.text then notes[#notes + 1] = play:shown(proposal.text) end
  local command = game_text.command(play.game, without, play.how)
  return { "  " .. command, whom(play, proposal, args), table.concat(notes, ", ") }
end

--- What is left beside commands and names on a line, at least; else the names are left out.
local LEAST <const> = 26

local function without_names(rows)
  local command, named = 0, 0
  for _, row in ipairs(rows) do
    command, named = math.max(command, text.width(row[1])), math.max(named, text.width(row[2]))
  end
  if command + named + LEAST + 4 <= host.width() then return rows end
  local plain = {}
  for i, row in ipairs(rows) do plain[i] = { row[1], row[3] } end
  return plain
end

local function legal_of(play, side, word)
  local fits, rows, more = about(play.game:view(side), word), {}, 0
  for proposal in play.game:legal(side) do
    if fits(proposal) then
      if #rows < MOST then rows[#rows + 1] = row_of(play, proposal) else more = more + 1 end
    end
  end
  if #rows == 0 then return 0 end
  play:say(("%s:"):format(game_text.capital(game_text.side(play.game, side))))
  play:say_lines(game_text.columns(without_names(rows)))
  if more > 0 then play:say(("  … and %d more; :legal COMMAND or :legal UNIT shows fewer"):format(more), "dim") end
  return #rows
end

commands.add {
  name = "legal", usage = "[COMMAND|UNIT]", doc = "what may be done now, best first",
  run = function(session, rest)
    local play, count = M.playing(session), 0
    local waiting = play:waiting()
    local alone = play.seat and not play.together and not play.watching
    local sides = alone and { play:viewer() } or play:sides(waiting, true)
    for _, side in ipairs(sides) do
      if not seats.is_led(play, side) then count = count + legal_of(play, side, rest) end
    end
    if count == 0 then play:say(rest == "" and play:question() or ("nothing with %s may be done now"):format(rest)) end
    if waiting.kind == "phase" and rest == "" then
      local without = {}
      for _, name in ipairs(waiting.step.commands) do
        local declaration = play.game.words.commands[name]
        if declaration and not declaration.proposals then without[#without + 1] = name end
      end
      if #without > 0 then play:say(("Also %s; ?NAME says how."):format(text.list(without, "and"))) end
    end
  end,
  complete = function(session)
    return session.play and table.move(session.play.game.words.command_names, 1,
      #session.play.game.words.command_names, 1, {}) or {}
  end,
}

return M
