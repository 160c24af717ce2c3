--- Sweeps: the odds of a question for each value of one argument, or of two.
local asked <const> = require "odds.asked"
local finish_text <const> = require "show.finish_text"
local json <const> = require "kernel.json"
local measures <const> = require "odds.measures"
local odds_text <const> = require "show.odds_text"
local progress <const> = require "show.progress"
local sampling <const> = require "limber.ask.sampling"
local tree <const> = require "limber.common.tree"
local words <const> = require "odds.words"

local M <const> = {}

--- Seconds after which a sweep shows how far it is.
local PATIENCE <const> = 1

---@class odds.Sweep
---@field question odds.Question
---@field axes odds.Axis[]
---@field cells table[][] by stack, then in order of the values, the last axis fastest: limber.Odds or { fault }
---@field columns odds.Measure[] those of a table over one argument
---@field measures odds.Measure[]
---@field by string
---@field example limber.Odds the odds of one value that has some

--- Calls `fn` with the places of each cell, the last axis fastest.
local function each(axes, fn)
  local places = {}
  local function go(a)
    if a > #axes then return fn(places) end
    for i = 1, #axes[a].values do
      places[a] = i
      go(a + 1)
    end
  end
  go(1)
end

--- Do two stacks answer all of a sweep alike?
---@param first table[] the cells of each
---@param second table[]
---@return boolean
function M.alike(first, second)
  for i, one in ipairs(first) do
    local other = second[i]
    if one.fault or other.fault then
      if not (one.fault and other.fault and one.fault.message == other.fault.message) then return false end
    elseif not odds_text.same(one, other) then
      return false
    end
  end
  return true
end

--- Notes what the same throws came to in both of two cells, in place of the throws.
local function pair(one, other)
  if other and one.thrown and other.thrown then other.joint = sampling.joint(one.thrown, other.thrown) end
  one.thrown = nil
  if other then other.thrown = nil end
end

--- Asks all of a sweep. A value that is refused leaves a gap; where all are, that is the refusal.
---@param question odds.Question
---@return odds.Sweep?
---@return limber.Refusal?
function M.run(question)
  local axes, cells, found, fault, endless = question.request.axes, {}, {}, nil, nil
  local count = 1
  for _, axis in ipairs(axes) do count = count * #axis.values end
  local bar = progress.bar(count, "values", PATIENCE)
  for s = 1, #question.stacks do cells[s] = {} end
  each(axes, function(places)
    local at = #cells[1] + 1
    for s, stack in ipairs(question.stacks) do
      if endless then return end
      local odds, wrong = asked.of(question, stack, words.placed(question.args, axes, places))
      endless = wrong and wrong.about and wrong
      if odds then found[#found + 1] = odds end
      fault = fault or wrong
      cells[s][at] = odds or { fault = wrong, values = table.move(places, 1, #places, 1, {}) }
    end
    pair(cells[1][at], cells[2] and cells[2][at])
    bar(at)
  end)
  bar()
  if #found == 0 or endless then return nil, endless or fault end
  if question.if_other and M.alike(cells[1], cells[2]) then
    local own = question.own
    question, cells = tree.shallow(question), { cells[own] }
    question.stacks, question.own = { question.stacks[own] }, 1
  end
  local all, drawn = measures.of(found, question.request), {}
  all[#all + 1] = measures.rounds(found[1].json)
  for _, one in ipairs(all) do drawn[#drawn + 1] = not one.in_tables and one or nil end
  return { question = question, axes = axes, cells = cells, by = finish_text.by(found[1].json),
    example = found[1], columns = all, measures = drawn }
end

--- The cell of a stack at some places.
---@param sweep odds.Sweep
---@param stack integer
---@param first integer
---@param second integer?
---@return table
function M.cell(sweep, stack, first, second)
  local count = second and #sweep.axes[2].values or 1
  return sweep.cells[stack][(first - 1) * count + (second or 1)]
end

--- A measure of a cell: its number and its fraction; false where the cell was refused.
---@param measure odds.Measure
---@param cell table
---@return number|false
---@return string?
function M.number(measure, cell)
  if cell.fault then return false end
  return measure.of(cell.json)
end

--- The sweep as JSON: `sweep` has the arguments and their values, `cells` an answer for each combination.
---@param sweep odds.Sweep
---@return table
function M.json(sweep)
  local told, swept, at = { by = nil, sweep = json.list {}, cells = json.list {} }, {}, 0
  for i, axis in ipairs(sweep.axes) do
    told.sweep[i] = { arg = axis.path, values = json.list(table.move(axis.values, 1, #axis.values, 1, {})) }
  end
  local own = sweep.question.own
  local function answer(cell)
    return cell.fault and { error = { arg = cell.fault.arg, message = cell.fault.message } } or cell.json
  end
  each(sweep.axes, function(places)
    at = at + 1
    local args = {}
    for i, axis in ipairs(sweep.axes) do args[axis.path] = axis.values[places[i]] end
    local cell = answer(sweep.cells[own][at])
    local other = sweep.cells[3 - own]
    local joint = sweep.cells[2] and sweep.cells[2][at].joint
    swept[at] = { args = args, odds = cell, versus = other and answer(other[at]) or nil,
      difference = joint and sampling.json(joint) or nil }
    told.by = told.by or cell.by
  end)
  told.cells = json.list(swept)
  return told
end

return M
