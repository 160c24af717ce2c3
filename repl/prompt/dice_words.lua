--- Plain dice at the prompt: `2d6+1`, `3d10>=4`, `4d6 keep 3`, `2d6 >= 9`, and the odds of each. They are thrown from a
--- stream of their own, so they change no die of a battle or a question. The grammar is in read/dice.lua.
local dice <const> = require "kernel.dice"
local dice_odds <const> = require "read.dice_odds"
local dice_text <const> = require "show.dice_text"
local read <const> = require "read.dice"
local thrown <const> = require "read.dice_thrown"

local M <const> = {}

--- Which of three words a throw against another comes to.
local function outcome(roll, left, right)
  if roll.how == "v" then return left > right and "higher" or left < right and "lower" or "equal" end
  return read.holds({ how = roll.how, at = right }, left) and "yes" or "no"
end

--- Throws typed dice and shows them.
---@param session limber.Session
---@param roll limber.Roll
function M.throw(session, roll)
  local source = dice.new()
  session.rolled = (session.rolled or 0) + 1
  source:seed(session.seed)
  source:event(0, 0, dice.hash "dice typed at the prompt", 0, session.rolled)
  local throw, faces = source.throw.d, {}
  local function face(die) return die.values[throw(#die.values)] end
  local total = thrown.total(roll.left, face, faces)
  local right = roll.right and thrown.total(roll.right, face, faces)
  local against = right and #roll.right == 1 and roll.right[1].plain
  local shown
  if against then
    shown = ("%s = %d, %s: %s"):format(roll.words:match "^(.-)%s*[<>=v]", total,
      dice_text.said { how = roll.how, at = right }, outcome(roll, total, right))
  elseif right then
    shown = ("%s: %d against %d, %s"):format(roll.words, total, right, outcome(roll, total, right))
  else
    shown = ("%s = %d"):format(roll.words, total)
  end
  session:say(("%s   (%s)"):format(shown, table.concat(faces, " ")))
  session.env._ = total
end

--- Handles a line of dice, or `odds` of dice; nil when it is neither.
---@param session limber.Session
---@param line string
---@return boolean? taken
function M.take(session, line)
  local typed = line:match "^%s*odds%s+(.*)$"
  local word = (typed or line):match "^%s*(%w+)"
  if not typed and word and session.env[word] ~= nil or line:find "^%s*%a%w*%s*=[^=]" then return nil end
  local roll = read.read(typed or line)
  if not roll then return nil end
  if not typed then
    M.throw(session, roll)
  else
    session:say(table.concat(dice_text.lines(roll, dice_odds.of(roll)), "\n"))
  end
  return true
end

return M
