--- At a terminal the prompt passes over steps in which there is nothing to decide: the sides that it waits for are
--- done. Without a terminal it stops at every step, so that a file of commands means the same in every battle.
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local game_solo <const> = require "play.solo"
local game_text <const> = require "play.text"
local host <const> = require "host"
local seats <const> = require "play.seats"

local M <const> = {}

local function stops_everywhere(play)
  if play.steps then return play.steps == "all" end
  return not host.isatty(0)
end

--- Whether a side may do anything in this step besides being done. Commands without proposals may always be meant.
local function may_act(play, side, names)
  for _, name in ipairs(names or {}) do
    local declaration = play.game.words.commands[name]
    if declaration and not declaration.proposals then return true end
  end
  for proposal in play.game:legal(side) do
    if proposal["do"] ~= "done" then return true end
  end
  return false
end

--- Whether one side may not know what the other has to decide: two people share the screen.
local function is_secret(play, waiting)
  local people = 0
  for _, side in ipairs(play.game.state.root.order.sides) do
    if not seats.is_led(play, side) then people = people + 1 end
  end
  return people > 1 and play:hides(waiting)
end

--- The sides that are to be passed over: all that are waited for, when none of them has anything to decide.
local function idle(play, waiting)
  if waiting.kind ~= "phase" or is_secret(play, waiting) then return nil end
  local step = waiting.step
  for _, side in ipairs(play.game.state.root.order.sides) do
    local acts = seats.has(waiting.sides, side)
    local names = acts and step.commands or step.interrupts
    if acts and seats.is_led(play, side) then return nil end
    if not seats.is_led(play, side) and names and #names > 0 and may_act(play, side, names) then return nil end
  end
  return waiting.sides
end

--- Passes over the step that is waited for, if nothing is to be decided in it.
local function pass(play)
  local waiting = play:waiting()
  local sides, place = idle(play, waiting), seats.place(play, waiting)
  if not sides then return false end
  play:say(("(%s: nothing to decide)"):format(game_text.step(waiting.step)), "dim")
  for _, side in ipairs(table.move(sides, 1, #sides, 1, {})) do
    if seats.place(play, play:waiting()) == place then
      local line = play.game:command { side = side, ["do"] = "done" }
      if not line then return false end
      if play.script then play.script:given_by_hand(line) end
    end
  end
  return seats.place(play, play:waiting()) ~= place
end

--- A command is about to be given by hand: steps after this one may be passed over.
---@param play limber.GameSession
function M.begin(play)
  play.acted_at = seats.place(play, play:waiting())
end

--- Goes on to where something is to be decided: solo commanders act, empty steps are passed over, within one turn.
---@param play limber.GameSession
function M.go_on(play)
  local acted_at, turn = play.acted_at, play.game.state.root.turn
  play.acted_at = nil
  game_solo.act(play)
  if not acted_at or play.watching or stops_everywhere(play) then return end
  while play.game.state.root.turn <= turn + 1 and seats.place(play, play:waiting()) ~= acted_at and pass(play) do
    game_solo.act(play)
  end
end

commands.add {
  name = "steps", usage = "[needed|all]", doc = "stops where something is to be decided, or at every step",
  run = function(session, rest)
    local play = session.play or fail("steps", "there is no game; :load FILE begins one")
    if rest ~= "" and rest ~= "needed" and rest ~= "all" then fail("steps", "steps are needed or all") end
    if rest ~= "" then play.steps = rest end
    play:say(stops_everywhere(play) and "It stops at every step." or "It stops where something is to be decided.")
  end,
  complete = function() return { "needed", "all" } end,
}

return M
