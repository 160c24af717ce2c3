--- Runs rules that did not ship with Limber within a budget, whichever code calls them.
--
-- A command runs in one sandbox (limber.game.game), a question in another (limber.ask.question). But a ruleset also
-- declares functions that are called in between: to lay a scenario out, to show a roster or the map, to judge what may
-- be done. Here all such functions of a guest are wrapped, so that each keeps a budget of its own where no other holds.
-- What ships is left as it is, and runs at full speed.
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

local MIB <const> = 1024 * 1024

--- The budget of a guest's file while it is read, and of a guest's rules for one question.
M.FILE = { instructions = 50000000, bytes = 64 * MIB, seconds = 10 }

--- What a guest's rules may spend on one command and all that follows from it.
M.COMMAND = { instructions = 500000000, bytes = 256 * MIB, seconds = 60 }

--- And on saying one thing outside of any command.
M.GLANCE = { instructions = 20000000, bytes = 64 * MIB, seconds = 5 }

--- Raises what a guest's file of a stack has kept since it was read (limber.rules.settled): for after every command,
--- question and glance. `undone`: what was worked comes to nothing anyway, and all is put back without a word.
---@param rules limber.Rules
---@param undone boolean?
function M.settled(rules, undone)
  if not rules.guest then return end
  local settled <const> = require "limber.rules.settled"
  local compare, list = undone and settled.restore or settled.check, { rules.published.settled }
  for _, layer in ipairs(rules.layers) do list[#list + 1] = layer.settled end
  compare(list)
end

local bound

--- What a bound function gives: a function among it, as `proposals` may give, is bound like itself.
local function bound_result(first, ...)
  if type(first) == "function" then first = bound(first) end
  return first, ...
end

--- A refusal that was raised, with what plain data it carries; its argument and message are text.
local function refusal_of(failure)
  local plain, own = pcall(sandbox.plain, failure.value)
  if not plain or type(own) ~= "table" then own = {} end
  own.arg, own.message = failure.arg, failure.message
  return own
end

--- The results of a run; raises its error again where it had one.
local function settle(done, first, ...)
  if done then return bound_result(first, ...) end
  error(first.kind == "refusal" and refusal_of(first) or first, 0)
end

--- A function that stays within a budget. Inside a command, which has a budget already, only that budget counts.
function bound(fn)
  return function(...)
    if sandbox.budgeted() then return bound_result(fn(...)) end
    return settle(sandbox.run(M.GLANCE, fn, ...))
  end
end

M.bound = bound

--- A function of a layer as the stack calls it: what ships is called as it is, and all else stays within a budget.
---@param layer table
---@param fn function
---@return function
function M.face(layer, fn)
  return layer.shipped and fn or bound(fn)
end

local function copy_of(value, done, face)
  if type(value) == "function" then
    done[value] = done[value] or face(value)
  elseif type(value) == "table" and not done[value] then
    local copy = {}
    done[value] = copy
    for key, one in next, value do copy[key] = copy_of(one, done, face) end
    setmetatable(copy, getmetatable(value))
  end
  return done[value] or value
end

--- What a layer has declared, as the stack calls its functions.
---@generic T
---@param layer table
---@param declared T
---@return T
function M.faced(layer, declared)
  if layer.shipped then return declared end
  return copy_of(declared, {}, function(fn) return M.face(layer, fn) end)
end

--- A copy of a published ruleset whose game functions all have a budget; all other parts are shared.
---@param published table
---@return table
function M.bounded(published)
  if not published.game or published.plain then return published end
  local copy = {}
  for key, value in next, published do copy[key] = value end
  copy.plain, copy.game = published, copy_of(published.game, {}, bound)
  return copy
end

return M
