--- `:plan`: what a side is there for, and what each of its formations is to do, as its solo commander means it; for a
--- side that players lead, what a solo commander would have it do.
local advice <const> = require "limber.solo.advice"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local faults <const> = require "limber.common.faults"
local game_text <const> = require "play.text"
local has <const> = require("limber.common.lists").has
local host <const> = require "host"
local solo <const> = require "play.solo"
local solo_text <const> = require "play.solo_text"
local story <const> = require "limber.game.story"
local text <const> = require "show.text"

local M <const> = {}

--- How tasks are called.
local TASKS <const> = {
  main_effort = "main effort", flank = "flank", pin = "pin", guard = "guard", reserve = "reserve",
}

local function names_of(game, ids)
  local list = {}
  for i, id in ipairs(ids) do list[i] = story.name(game.state.root, id) end
  return text.list(list, "and")
end

--- A mission in words: "to take Windmill Hill, and to hold Dorfel; 2 points behind".
local function mission_text(game, mission)
  local parts = {}
  if #mission.take > 0 then parts[1] = "to take " .. names_of(game, mission.take) end
  if #mission.hold > 0 then
    local verb = mission.kind == "delay" and "to delay the enemy at " or "to hold "
    parts[#parts + 1] = verb .. names_of(game, mission.hold)
  end
  if mission.edge then parts[#parts + 1] = ("to break through to the %s edge"):format(mission.edge) end
  if mission.kind == "destroy" then
    parts[#parts + 1] = "to destroy " .. (mission.pieces and names_of(game, mission.pieces) or "the enemy's army")
  end
  local said = #parts > 0 and table.concat(parts, ", and ") or "to " .. mission.kind:gsub("_", " ") .. " its ground"
  local by = mission.behind
  if by and by ~= 0 then said = ("%s; %d %s"):format(said, math.abs(by), by > 0 and "behind" or "ahead") end
  return said .. (mission.given and " (the scenario)" or "")
end

--- What a side is there for, in words; nil where the ruleset has no solo commander who could say.
---@param play limber.GameSession
---@param side string
---@return string?
function M.mission(play, side)
  local plan = play.game.words.solo and advice.plan(play.game, side)
  return plan and mission_text(play.game, plan.mission)
end

--- A task in words: "main effort: to take Dorfel, since round 1".
local function task_text(play, plan, task)
  local since = plan.turn > task.since and (", since %s %d"):format(game_text.turn_word(play.game), task.since) or ""
  local what = task.task == "reserve" and "" or ": " .. task.why
  return TASKS[task.task] .. what .. (task.because and ": " .. task.because or "") .. since
end

--- The plan of a side: what its commander has noted, or what one would have it do; and whether it is only advice.
local function plan_of(play, side)
  local game = play.game
  local led = has(play.solo, side)
  local plan = led and game:plan(side)
  if plan then return plan, false end
  return advice.plan(game, side), true
end

--- Is a side's plan nobody's secret: its players', or of a battle that solo commanders fight, or that is over?
---@param play limber.GameSession
---@param side string
---@return boolean
function M.open(play, side)
  return not has(play.solo, side) or solo.leads_all(play) or play:waiting().kind == "over"
end

--- The task that a unit's formation has, in words; nil of an opponent's, and where there is no plan.
---@param play limber.GameSession
---@param unit table
---@return string?
function M.of_unit(play, unit)
  local plan = M.open(play, unit.side) and play.game:plan(unit.side)
  local of = unit.formation or "of " .. unit.id
  for _, task in ipairs(plan and plan.tasks or {}) do
    if task.of == of then return task_text(play, plan, task) end
  end
end

--- The lines that tell a plan.
---@param play limber.GameSession
---@param side string
---@return string[]
function M.lines(play, side)
  local game, lines = play.game, {}
  local plan, is_advice = plan_of(play, side)
  local name = game_text.side(game, side)
  if not plan then return { ("%s: no plan"):format(name) } end
  lines[1] = ("%s, %s %d%s: %s"):format(name, game_text.turn_word(game), plan.turn,
    is_advice and ", as a solo commander would" or "", mission_text(game, plan.mission))
  local rows = {}
  for i, task in ipairs(plan.tasks) do
    rows[i] = { "  " .. story.name(game.state.root, (task.of:gsub("^of ", ""))), task_text(play, plan, task) }
  end
  text.add_rows(lines, rows, host.width())
  return lines
end

--- What a solo commander would do now for a side that may act, and why.
local function would_do(play, side)
  local line, failure = advice.now(play.game, side)
  if failure then fail("plan", faults.text(failure)) end
  if not line then return nil end
  local words = game_text.command(play.game, line.command, play.how)
  return ("  now: %s%s"):format(words, solo_text.why(line) and ": " .. solo_text.why(line) or "")
end

local function tell(play, side)
  play:say_lines(M.lines(play, side))
  local now = M.open(play, side) and has(play:waiting().sides, side) and would_do(play, side)
  if now then play:say(play:shown(now)) end
end

commands.add {
  name = "plan", usage = "[SIDE]", pages = true,
  doc = "what a side is there for and what each formation is to do, as a solo commander leads it or would",
  run = function(session, rest)
    local play = session.play or fail("game", "there is no game; :load FILE begins one")
    local wrong = solo.unfit(play.game, {})
    if wrong or not play.game.words.solo.measures then fail("plan", wrong or "its solo commander makes no plans") end
    if rest ~= "" then return tell(play, solo.side_named(play.game, rest)) end
    for _, side in ipairs(play.game.state.root.order.sides) do
      if M.open(play, side) then
        tell(play, side)
      else
        local name = game_text.side(play.game, side)
        play:say(("%s: the plan of your opponent; :plan %s shows it"):format(name, side), "dim")
      end
    end
  end,
  complete = function(session) return session.play and session.play.game.state.root.order.sides or {} end,
}

return M
