--- Copies of a battle as one side may know it, on which solo commanders fight on to see what may come.
--
-- A copy holds what the side's view shows, and nothing else: no hidden unit, no private order, nothing that the enemy
-- has sealed (he seals anew there what his commander would), no plan of his. Its dice are of another seed, made from
-- that same view: they tell nothing of the battle's own dice, and the same view gives the same copies everywhere.
-- Nothing of the battle is touched: a copy has its own state, dice, plans, and keeps no journal.
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game.game"
local Mind <const> = require "limber.solo.mind"
local sandbox <const> = require "kernel.sandbox"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- What the end of a battle counts for beside the strength that is left; and of a battle that goes on, the points that
--- are worth most of a victory.
local BY_RESULT <const>, BY_POINTS <const> = 0.8, 4

--- The step of a frame as the rules declare it; nil of a question to a player.
local function step_of(game, frame)
  local sequence = game.words.sequences[frame.sequence]
  return sequence and sequence[sequence.index[frame.step]]
end

--- Fills what a side cannot know with what it may suppose, as the policy says: of the other side's pieces.
local function suppose(game, root, side)
  local supposes = game.words.solo.supposes
  if not supposes then return root end
  local copy = Game.new { rules = game.rules, start = root, seed = 0, keep = false }
  copy.state:begin()
  local other = copy.play:other(side)
  supposes(copy.play, Mind.new(copy, other, copy:view(other), { path = "setup.orders", about = {} }, Mind.memory()))
  copy.state:commit()
  return copy.state.root
end

local function known_to(game, view)
  local root, side = tree.copy(view.state), view.side
  root.fixes = {}
  for _, frame in ipairs(root.frames) do
    local step = step_of(game, frame)
    if step and step.sealed then
      local own = frame.sealed and frame.sealed[side]
      frame.sealed = own and { [side] = own }
      frame.done = frame.done and frame.done[side] and { [side] = true } or nil
    end
  end
  return suppose(game, root, side)
end

--- The state as a side may know or suppose it: plain data for copies to begin with.
---@param game limber.Game
---@param view limber.View
---@return table? state
---@return table? failure
function M.known(game, view)
  local done, root = sandbox.run(nil, known_to, game, view)
  if done then return root end
  return nil, root
end

--- The seed of the nth copy of a known state.
---@param known string its digest
---@param nth integer
---@return integer
function M.seed_of(known, nth)
  return math.tointeger(tonumber(digest.of { known, nth }:sub(1, 13), 16))
end

--- The strength of a side on the table, as plans reckon it.
local function strength_of(mind, side)
  local sum = 0
  for _, id in ipairs(mind:there(side)) do sum = sum + mind.measures.strength(mind, mind.view:unit(id)) end
  return sum
end

--- The strength of both sides: what a copy begins with.
---@param mind limber.Mind
---@return { own: number, theirs: number }
function M.strengths(mind)
  return { own = strength_of(mind, mind.side), theirs = strength_of(mind, mind.view:other(mind.side)) }
end

--- How well a copy has come out for a side, from 0 to 1: who has won or is ahead, and what is left of both.
local function worth(copy, side, before)
  local view = copy:view(side)
  local other, result = view:other(side), copy.state.root.result
  local mind = Mind.new(copy, side, view, { path = "over", about = {} }, Mind.memory())
  local now = M.strengths(mind)
  local left = (1 + now.own / math.max(1, before.own) - now.theirs / math.max(1, before.theirs)) / 2
  local won = result and (result.winner == side and 1 or result.winner == other and 0 or 0.5)
  if not won then
    local points, theirs = view:objectives(side), view:objectives(other)
    local ahead = math.max(-1, math.min(1, (points - theirs) / BY_POINTS))
    won = (1 + ahead / 2 + (2 * left - 1) / 2) / 2
  end
  return BY_RESULT * won + (1 - BY_RESULT) * left
end

local function refused(fault)
  if fault.kind then error(fault, 0) end
  return nil
end

local function play(game, side, start, how)
  local copy = Game.new { rules = game.rules, start = tree.copy(start), seed = how.seed, keep = false }
  copy.plans = { [side] = how.plan }
  if how.command then
    local line, fault = copy:command(tree.copy(how.command))
    if not line then return refused(fault) end
  end
  local root = copy.state.root
  local over, failure = how.fight(copy, root.order.sides, { each = function() return root.turn >= how.until_turn end })
  if not over and failure then error(failure, 0) end
  return worth(copy, side, how.before)
end

--- Plays a copy on, by solo commanders on both sides, to a turn: how well it comes out for a side; nil when the command
--- that it was to begin with is refused.
---@param game limber.Game
---@param side string
---@param start table what that side may know
---@param how { fight: function, seed: integer, plan: table?, command: table?, until_turn: integer, before: table }
---       fight: how commanders fight (limber.solo.commander); before: the strengths it is held against
---@return number? worth
---@return table? failure
function M.play(game, side, start, how)
  local done, value = sandbox.run(nil, play, game, side, start, how)
  if done then return value end
  return nil, value
end

return M
