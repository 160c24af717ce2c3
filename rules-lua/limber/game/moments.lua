--- Moments: places in every battle where layers act, whatever ruleset is played.
--
--   moments = { turn_begins = function(play) … end, … }       M.NAMES says of each when it comes and what it is handed
-- Units and leaders are handed as view:unit and view:leader give them. Moments of several layers act one after another,
-- in the order of the stack. They may do all that `play` can: tell, throw, choose, push sequences, change the state.
-- Those that belong to no step of a sequence have a step of their own, "moment.turn_begins", which their dice are named
-- by.
local dice <const> = require "kernel.dice"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- The sequence that moments between turns stand in as frames; no ruleset declares one of this name.
M.SEQUENCE = "moment"

---@class limber.Moment what one layer does then
---@field run function
---@field layer { name: string, path: string?, shipped: boolean? }

--- All moments: what their functions are handed and give, and when they come.
---@type table<string, { args: string, gives: string?, doc: string }>
M.NAMES = {
  battle_begins = { args = "play", doc = "after the set-up, before the first step of the first turn" },
  turn_begins = { args = "play", doc = "before the first step of a turn" },
  turn_ends = { args = "play", doc = "after the last step of a turn, before the victory is judged" },
  leader_falls = { args = "play, leader", doc = "a leader has been killed, wounded or taken" },
  unit_gone = { args = "play, unit", doc = "a unit is about to leave the table for good" },
  status_changes = { args = "play, unit, was, now", doc = "the status of a unit has changed" },
  before_losses = { args = "play, unit, losses", gives = "the losses to apply",
    doc = "hits or points are about to be applied to a unit" },
  battle_ends = { args = "play, result", gives = "another result; nothing: as it is",
    doc = "before the result { winner, why } stands" },
}

--- Moments within moments deeper than this are taken for an endless chain.
local DEEP <const> = 16

--- What layers have for a moment; nil when none has anything.
local function at(game, name)
  local moments = game.words.moments
  return moments and moments[name]
end

local function call(game, name, one, ...)
  local depth = (game.firing or 0) + 1
  if depth > DEEP then
    error(("%s: %s is within %d other moments: it never ends"):format(one.layer.path or one.layer.name, name, DEEP), 0)
  end
  game.firing = depth
  local given = one.run(game.play, ...)
  game.firing = depth - 1
  return given
end

--- The place in the state of the pieces that a moment is about.
local ABOUT <const> = {
  leader_falls = "leaders", unit_gone = "units", status_changes = "units", before_losses = "units",
}

--- The piece that a moment is about, by its id.
local function piece_of(game, name, id)
  local place = ABOUT[name]
  return place and game.state.root[place][id] or id
end

--- A moment has come.
---@param game limber.Game
---@param name string
---@param id string? the unit or leader that it is about
function M.fire(game, name, id, ...)
  for _, one in ipairs(at(game, name) or {}) do call(game, name, one, piece_of(game, name, id), ...) end
end

local function wrong(one, name, message, ...)
  local info = debug.getinfo(sandbox.origin(one.run), "S")
  local place = ("%s:%d"):format(info.source:gsub("^@", ""), info.linedefined)
  error(("%s: %s %s"):format(place, name, message:format(...)), 0)
end

--- How much a unit loses of what is about to be applied to it.
---@param game limber.Game
---@param unit string
---@param losses integer
---@return integer
function M.losses(game, unit, losses)
  for _, one in ipairs(losses > 0 and at(game, "before_losses") or {}) do
    local given = call(game, "before_losses", one, piece_of(game, "before_losses", unit), losses)
    if given == nil and (one.layer.shipped or game.rules.lenient) then given = losses end
    if math.type(given) ~= "integer" or given < 0 then
      local got = given == nil and "nothing" or tostring(given)
      wrong(one, "before_losses", "must give a whole number of losses, got %s", got)
    end
    losses = given
  end
  return losses
end

--- The result that a battle ends with.
---@param game limber.Game
---@param result { winner: string, why: string }
---@return { winner: string, why: string }
function M.result(game, result)
  local sides = game.state.root.order.sides
  for _, one in ipairs(at(game, "battle_ends") or {}) do
    local given = call(game, "battle_ends", one, { winner = result.winner, why = result.why })
    if given ~= nil then
      if type(given) ~= "table" then wrong(one, "battle_ends", "must give a result or nothing, got %s", type(given)) end
      if given.winner ~= "draw" and not lists.has(sides, given.winner) then
        wrong(one, "battle_ends", "must name a winner, a side or \"draw\", got %s", tostring(given.winner))
      end
      if given.why ~= nil and type(given.why) ~= "string" then wrong(one, "battle_ends", "must say why in words") end
      result = { winner = given.winner, why = given.why or result.why }
    end
  end
  return result
end

--- Sets a piece's status where layers have moments.
---@param game limber.Game
---@param node table
---@param now string?
function M.set_status(game, node, now)
  local state, was = game.state, node.status
  state:set(node, "status", now)
  if was == now or state.parent[node] ~= state.root.units then return end
  local id = state.key[node]
  M.fire(game, "status_changes", id, was, now)
  if now == "gone" then M.fire(game, "unit_gone", id) end
end

--- Puts a moment between turns on the stack, if layers have anything for it.
---@param game limber.Game
---@param name string
---@return boolean
function M.push(game, name)
  if not at(game, name) then return false end
  local frames = game.state.root.frames
  game.state:set(frames, #frames + 1, { sequence = M.SEQUENCE, step = name, about = {} })
  return true
end

--- A turn is over: is there a moment for it that has not been played?
---@param game limber.Game
---@return boolean
function M.ends_turn(game)
  local state, root = game.state, game.state.root
  if root.turn == 0 or root.turn_ended == root.turn or not at(game, "turn_ends") then return false end
  state:set(root, "turn_ended", root.turn)
  return M.push(game, "turn_ends")
end

--- Plays the moment on top of the stack.
---@param game limber.Game
---@param frame limber.Frame
function M.play(game, frame)
  local name, frames = frame.step, game.state.root.frames
  local path = M.SEQUENCE .. "." .. name
  game.state:remove(frames, #frames)
  game.step = { kind = "step", name = name, path = path, id = dice.hash(path) }
  M.fire(game, name)
end

return M
