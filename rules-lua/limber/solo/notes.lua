--- Why a solo commander gave a command, as the journal keeps it: its reason, and the best of the other choices.
local legality <const> = require "limber.game.legality"
local lists <const> = require "limber.common.lists"
local story <const> = require "limber.game.story"

local has <const> = lists.has

local M <const> = {}

--- The reason of a command for which none was given; people are not told it.
M.NONE = "nothing better"

--- How many of the other choices are kept.
local KEPT <const> = 3

local function text_of(why)
  if type(why) == "function" then why = why() end
  return why and tostring(why) or nil
end

--- A command in a few words: "charge Garde, Zieten Hussars".
function M.words_of(mind, declaration, cmd)
  local names = {}
  for _, field in ipairs(declaration and declaration.args or {}) do
    local value = cmd[field.name]
    if type(value) == "string" then names[#names + 1] = story.name(mind.state, value) end
  end
  return cmd["do"] .. (#names > 0 and " " .. table.concat(names, ", ") or "")
end

--- Why each unit that was thought of does nothing: what it stays for, else what spoke against the best of its choices.
local function stays_of(self, mind)
  local stays, declared = {}, self.game.words.commands
  for i = #mind.rejected, 1, -1 do -- the best comes last
    local one = mind.rejected[i]
    local id = one.proposal and legality.actor(declared[one.proposal["do"]], one.proposal)
    if id and mind.state.units[id] then stays[id] = ("%s: %s"):format(text_of(one.what), text_of(one.why)) end
  end
  for id, one in next, mind.memo.stays or {} do
    stays[id] = text_of(one.why) .. (one.stuck and ": it gets no nearer" or "")
  end
  return next(stays) and stays or nil
end

--- The reason as the journal keeps it: what spoke for the command, and the best of what was left.
function M.note_of(self, mind, chosen)
  if not mind.telling then return nil end
  local rejected, note = mind.rejected, { why = text_of(chosen.why) or M.NONE }
  local policy = self.game.words.solo
  note.stance = policy.stance and policy.stance(mind.view, self.side, chosen.of, mind) or nil
  local tells = has(policy.tells, chosen.name) or mind.view:told() and has(policy.advises, chosen.name)
  note.plan, note.effort = mind.looked_over, self.effort > 1 and self.effort or nil
  note.told = chosen.tell or chosen.why ~= nil and tells or nil
  local left = {}
  for _, one in ipairs(mind.passed or {}) do left[#left + 1] = { what = one.what, why = text_of(one.why) } end
  for i, one in ipairs(rejected) do one.at = i end
  table.sort(rejected, function(one, other)
    return one.want > other.want or one.want == other.want and one.at < other.at
  end)
  for _, one in ipairs(rejected) do
    if #left >= KEPT then break end
    if not one.proposal or one.proposal ~= chosen.proposal and one.why ~= chosen.why then
      left[#left + 1] = { what = text_of(one.what), why = text_of(one.why) or "wanted less" }
    end
  end
  note.rejected = #left > 0 and left or nil
  note.stays = chosen.name == "done" and stays_of(self, mind) or nil
  return note
end

return M
