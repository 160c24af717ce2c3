--- What odds answer, for the shell and the prompt alike: lines for people, JSON, and a picture where one is asked for.
local asked <const> = require "odds.asked"
local fields <const> = require "limber.language.fields"
local odds_text <const> = require "show.odds_text"
local sampling <const> = require "limber.ask.sampling"

local M <const> = {}

--- What most questions do not need is read when one does.
local function flips() return require "odds.flip" end
local function pictures() return require "show.plot_svg" end
local function sweeps() return require "odds.sweep" end
local function sweep_text() return require "odds.sweep_text" end

---@class odds.Answer
---@field lines string[]
---@field json table
---@field svg string?

--- The odds of one question, or of two stacks beside each other.
local function plain(question)
  local found = {}
  for s, stack in ipairs(question.stacks) do
    local odds, fault = asked.of(question, stack, question.args)
    if not odds then return nil, fault end
    found[s] = odds
  end
  local svg = question.request.svg and pictures().bars(odds_text.bars(found, question.stacks)) or nil
  local own, other = found[question.own], found[3 - question.own]
  if not other or question.if_other and odds_text.same(own, other) then other = nil end
  if not other then return { lines = odds_text.lines(own), json = own.json, svg = svg } end
  own.json.versus = other.json
  if own.thrown then own.json.difference = sampling.json(sampling.joint(found[1].thrown, found[2].thrown)) end
  local titles = { question.stacks[1].title, question.stacks[2].title }
  return { lines = odds_text.compared(found[1], found[2], titles), json = own.json, svg = svg }
end

local function swept(question, width)
  local sweep, fault = sweeps().run(question)
  if not sweep then return nil, fault end
  local svg
  if question.request.svg then
    svg, fault = sweep_text().svg(sweep)
    if not svg then return nil, fields.refuse("--svg", fault) end
  end
  return { lines = sweep_text().lines(sweep, width), json = sweeps().json(sweep), svg = svg }
end

--- What goes with a sweep alone, and what does not go with one.
local function refuse_misplaced(request)
  local sweeping = #request.axes > 0
  for _, key in ipairs { "lines", "heat" } do
    if request[key] and not sweeping then
      return fields.refuse("--" .. key, "draws a sweep: give an argument several values, such as quality=1..9")
    end
  end
  if request.flip and (sweeping or request.sample or request.svg) then
    return fields.refuse("--flip", "asks one question, exactly: no sweep, --sample or --svg with it")
  end
end

--- Answers a question.
---@param question odds.Question
---@param width integer of the terminal
---@return odds.Answer?
---@return limber.Refusal?
function M.of(question, width)
  local request = question.request
  local fault = refuse_misplaced(request)
  if fault then return nil, fault end
  if request.flip then return flips().answer(question, width) end
  if #request.axes > 0 then return swept(question, width) end
  return plain(question)
end

return M
