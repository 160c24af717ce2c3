--- Runs rules that did not ship with Limber, whichever code calls them.
--
-- When a guest's file has been read (limber.rules.settled), every function that it declared runs behind a membrane of
-- the kernel. It gets faces: a view or play with its methods only, read-only nodes of the state. Its results are copied
-- or turned back into the originals. Its instructions, memory and time are limited while it runs. Shipped functions
-- stay as they are and run at full speed, also when a guest's function calls them.
--
-- A command has one budget (limber.game.game), a question another (limber.ask.question). Each call outside of these,
-- for example to show a roster or the map, has its own budget.
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

local MIB <const> = 1024 * 1024

--- The budget of a guest's file while it is read.
M.FILE = { instructions = 50000000, bytes = 64 * MIB, seconds = 10 }

--- The budget of a question; it begins in trusted code, which enters the guest's functions.
M.QUESTION = { instructions = 50000000, bytes = 64 * MIB, seconds = 10, entered = true }

--- What each path of odds adds to a question's budget, the number of paths where none is given, and the largest that
--- adds to it.
local PATH <const> = { instructions = 2000, seconds = 1 / 20000 }
local PATHS <const>, MOST_PATHS <const> = 1000000, 1000000000

--- The budget of all paths of a question's odds together. One path alone may spend a question's budget of it.
---@param paths integer?
---@return table
function M.walk(paths)
  paths = math.min(paths or PATHS, MOST_PATHS)
  return {
    instructions = M.QUESTION.instructions + paths * PATH.instructions, bytes = M.QUESTION.bytes,
    seconds = M.QUESTION.seconds + paths * PATH.seconds, entered = true,
  }
end

--- What a guest's rules may spend on one command and all that follows from it.
M.COMMAND = { instructions = 500000000, bytes = 256 * MIB, seconds = 60, entered = true }

--- And on saying one thing outside of any command.
M.GLANCE = { instructions = 20000000, bytes = 64 * MIB, seconds = 5, entered = true }

--- Is there a house rule for any ruleset among these, or are they a ruleset of a player's own? Their files may look
--- whether a field is there.
---@param rules limber.Rules
---@return boolean
function M.for_any(rules)
  return rules.published.guest
    or lists.find(rules.layers, function(layer) return not (layer.shipped or layer.of) end) ~= nil
end

--- What the files of a list of layers have settled, those that hold something: it is compared after every question.
local settled_by <const> = setmetatable({}, { __mode = "k" })

local function settled_of(rules)
  local list = settled_by[rules.layers]
  if list and list.published == rules.published then return list end
  list = { published = rules.published }
  local function add(settled) list[#list + 1] = settled and #settled.notes > 0 and settled or nil end
  add(rules.published.settled)
  for _, layer in ipairs(rules.layers) do add(layer.settled) end
  settled_by[rules.layers] = list
  return list
end

--- Raises if a guest's file of a stack has kept something since it was read (limber.rules.settled). Callers do this
--- after every command, question and display. `undone`: the work is undone anyway, so values are put back without an
--- error.
---@param rules limber.Rules
---@param undone boolean?
function M.settled(rules, undone)
  if not rules.guest then return end
  local list = settled_of(rules)
  if #list == 0 then return end
  local settled <const> = require "limber.rules.settled"
  local compare = undone and settled.restore or settled.check
  compare(list)
end

--- Says with a failure of Lua's own in a file that shipped which services house rules stand for: one may have given
--- what it should not.
local function add_services(rules, failure)
  local places = rules.game and rules.game.service_places
  if not places or failure.kind ~= "error" then return end
  if not (failure.message:find "^attempt to " or failure.message:find "not part of the state$") then return end
  local listed = {}
  for name, place in sandbox.sorted_pairs(places) do
    if failure.file and place:find(failure.file, 1, true) then return end
    listed[#listed + 1] = ("%s (%s)"):format(name, place)
  end
  failure.message = ("%s; services as house rules give them: %s"):format(failure.message, table.concat(listed, ", "))
end

--- Runs what a command does. A guest's rules keep nothing that is no part of the state.
---@param rules limber.Rules
---@param body fun(...): any, any
---@return boolean done
---@return any answer
---@return any fault
function M.command(rules, body, ...)
  if not rules.guest then return sandbox.run(nil, body, ...) end
  local done, answer, fault = sandbox.run(M.COMMAND, function(...)
    local given, refusal = body(...)
    if given then M.settled(rules) end
    return given, refusal
  end, ...)
  if not done or not answer then M.settled(rules, true) end
  if not done then add_services(rules, answer) end
  return done, answer, fault
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
  if done then return first, ... end
  error(first.kind == "refusal" and refusal_of(first) or first, 0)
end

--- Runs a guest's function outside of any budget so far.
local function run(fn, ...)
  return settle(sandbox.run(M.GLANCE, function(...)
    local results = table.pack(fn(...))
    require("limber.rules.settled").check_all()
    return table.unpack(results, 1, results.n)
  end, ...))
end

--- A guest's function as trusted code calls it.
---@param fn function
---@param how "battle"|"pure"|"build"|"resolve" pure: it is handed nothing of a battle, and its caller checks what it
---       gives; build: it makes what it gives out of its second argument; resolve: what was worked before is its own
---@return function
function M.entered(fn, how)
  return sandbox.enter(fn, how, run)
end

--- A function of a layer as the stack calls it: a shipped one directly, any other through the membrane.
---@param layer table
---@param fn function
---@return function
function M.face(layer, fn)
  return layer.shipped and fn or M.entered(fn, "battle")
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

--- The declarations of a layer, with functions as the stack calls them.
---@generic T
---@param layer table
---@param declared T
---@return T
function M.faced(layer, declared)
  if layer.shipped then return declared end
  return copy_of(declared, {}, function(fn) return M.face(layer, fn) end)
end

return M
