--- Warns before unsaved work is left: the person reads the warning once, and the same line again leaves.
--
-- A warning holds for the very next line only: after any other line it is given again.
local host <const> = require "host"
local keeping <const> = require "keep.keeping"
local keeping_rules <const> = require "keep.keeping_rules"
local text <const> = require "show.text"

local M <const> = {}

--- Says something in lines no longer than the terminal, whether or not a game is on.
local function tell(session, words)
  if session.play then return session.play:say(words, "yellow") end
  session:say(table.concat(text.wrap(words, host.width(), "  "), "\n"))
end

local function rules_warning(session)
  local count = keeping_rules.count(session)
  if count == 0 then return nil end
  if keeping_rules.are_with_battle(session) then return nil end
  local what = count == 1 and "one rule change is" or ("%d rule changes are"):format(count)
  return session.kept_rules and what .. " not in a house rule: :keep NAME, or again to leave; :resume restores them"
    or what .. " not in a house rule: :keep NAME, or again to leave, which loses them"
end

--- Whether something may be done that leaves the battle, and the changes of the rules. What would be left in no file is
--- told, once; without a terminal nothing is asked.
---@param session limber.Session
---@param what string what is to be done, as it is typed
---@param battle boolean? the battle is left
---@param rules boolean? the changes of the rules are left
---@return boolean
function M.may(session, what, battle, rules)
  if not host.isatty(0) or session.told_of == what then return true end
  local warnings = {}
  warnings[1] = battle and session.play and keeping.warning(session.play) or nil
  warnings[#warnings + 1] = rules and rules_warning(session) or nil
  if #warnings == 0 then return true end
  for _, one in ipairs(warnings) do tell(session, one) end
  session.told_of, session.just_told = what, true
  return false
end

--- After every line: a warning given before that line is given again the next time.
---@param session limber.Session
function M.typed(session)
  if not session.just_told then session.told_of = nil end
  session.just_told = nil
end

--- Whether the prompt is not to be left yet. When it is, what is in no file is left where it is kept; input that ends
--- without a terminal leaves nothing.
---@param session limber.Session
---@return boolean holds
function M.holds(session)
  local cut_off = host.hung_up() ~= nil
  if not cut_off and not M.may(session, ":quit", true, true) then
    session.just_told = nil
    return true
  end
  local finished = not cut_off and not host.isatty(0) and not session.served
  local left = session.play and keeping.close(session.play, cut_off and "leave" or finished and "drop" or nil)
  session.play = nil
  if finished then
    keeping_rules.drop(session)
  else
    if not left then keeping_rules.note(session) end
    keeping_rules.leave(session)
  end
  return false
end

return M
