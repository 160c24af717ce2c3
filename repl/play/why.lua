--- Why a throw came out as it did: its procedure and clauses, every modifier weighed, the dice and their names.
local Asking <const> = require "limber.ask.asking"
local charts_text <const> = require "show.charts_text"
local dice <const> = require "kernel.dice"
local game_text <const> = require "play.text"
local host <const> = require "host"
local names <const> = require "play.names"
local question <const> = require "limber.ask.question"
local result_text <const> = require "show.result_text"
local text <const> = require "show.text"

local M <const> = {}

--- The question of a call asked once more with the dice it had: its result, and the modifiers that did not apply.
local function again(rules, call, asking)
  local faces = {}
  for _, roll in ipairs(call.rolls) do table.move(roll.dice, 1, #roll.dice, #faces + 1, faces) end
  local source, considered = dice.new(), {}
  source:list(faces)
  local there = asking or Asking.again(call)
  local done, charts, result, fault, q = pcall(charts_text.noted, rules, question.ask, rules, call.procedure, call.args,
    source, considered, there)
  if done and result and not fault then return result, considered, q, charts end
  return call.result, question.considered(rules, call.procedure, call.args, there) or {}, call.args
end

--- Whether a list is part of a result; what was weighed is then shown beside it.
local function shows(value, list)
  if value == list then return true end
  if type(value) ~= "table" then return false end
  for _, inner in next, value do
    if type(inner) == "table" and shows(inner, list) then return true end
  end
  return false
end

local function answer_lines(rules, name, record, result, considered, q, charts)
  local lines = result_text.lines({
    rules = rules, name = name, result = result, q = q, record = record, considered = considered, charts = charts,
  }, host.width())
  local rest = {}
  for _, one in ipairs(considered) do
    if not shows(result, one.beside) then rest[#rest + 1] = ("%s (%s)"):format(one.name, one.cite) end
  end
  if #rest > 0 then text.add_labelled(lines, "  not applied:", table.concat(rest, ", "), 15, host.width()) end
  return lines
end

local function add(lines, label, words)
  text.add_labelled(lines, "  " .. label, words, 12, host.width())
end

--- What a roll wanted: `2d6`, `3d6 (count 4 and more)`.
local function wanted(roll)
  if roll.kind == "percentile" then return "percentile dice, tens first" end
  if roll.kind == "d10z" then return "1d10 (0 to 9)" end
  local counted = roll.at_least and (", %d and more count"):format(roll.at_least) or ""
  return ("%dd%d%s"):format(#roll.dice, roll.faces, counted)
end

--- A question's arguments, as its author named them.
local function asked(rules, name, args)
  local parts = {}
  for _, field in ipairs(rules.procedures[name].args) do
    local value = args[field.name]
    if value ~= nil and value ~= field.default then
      parts[#parts + 1] = value == true and field.name or ("%s %s"):format(field.name, result_text.value(value))
    end
  end
  return table.concat(parts, ", ")
end

--- Which units the places of the arguments stand for: `a.1 1/46th Line (11), b.1 1st Benjovszky (31)`.
local function subjects(game, call)
  local places, parts, root = {}, {}, game.state.root
  for place in next, call.throwers do
    if place ~= "" then places[#places + 1] = place end
  end
  table.sort(places)
  for _, place in ipairs(places) do
    local id = call.throwers[place]
    local node = root.units[id] or root.leaders[id] or root.formations[id]
    if node then parts[#parts + 1] = ("%s %s"):format(place, names.long(node)) end
  end
  return table.concat(parts, ", ")
end

--- All about one throw of a game.
---@param play limber.GameSession
---@param throw limber.Thrown
---@return string[]
function M.throw(play, throw)
  local game, line, call = play.game, throw.line, throw.call
  local now, live = game.rules, game.rules.live
  game:use_rules(line.rules, line.live)
  local done, lines = pcall(function()
    if call.own then
      local list = {}
      add(list, "thrown", "for " .. call.own.label)
      return list
    end
    local list = answer_lines(game.rules, call.procedure, {}, again(game.rules, call))
    local about = asked(game.rules, call.procedure, call.args)
    if about ~= "" then add(list, "asked", about) end
    return list
  end)
  game:use_rules(now, live)
  if not done then error(lines, 0) end
  local who_is = subjects(game, call)
  if who_is ~= "" then add(lines, "units", who_is) end
  for _, roll in ipairs(call.rolls) do
    local who = game_text.thrower(game, { call = call, roll = roll })
    add(lines, "dice", ("%s%s: %s = %s%s"):format(roll.label or "", who and " of " .. who or "", wanted(roll),
      result_text.faces(roll), call.told and " (told)" or ""))
  end
  add(lines, "named", throw.name)
  add(lines, "line", ("%d.%d, %s"):format(line.id, throw.n, play:line_text(line)))
  for i, one in ipairs(lines) do lines[i] = play:shown(one) end
  return lines
end

--- All about the last question asked at the prompt, where no game is on.
---@param session limber.Session
---@return string[]
function M.question(session)
  local last = session.last_answer
  if not last then error({ arg = "why", message = "no dice have been thrown yet" }, 0) end
  local call = { procedure = last.name, args = last.args, rolls = last.record, result = last.result }
  return answer_lines(session.rules, last.name, last.record, again(session.rules, call, session:asking_of(last.about)))
end

return M
