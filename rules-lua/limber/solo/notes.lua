--- Why a solo commander gave a command, as the journal keeps it: its reason, and the best of the other choices.
local lists <const> = require "limber.common.lists"
local story <const> = require "limber.game.story"

local has <const> = lists.has

local M <const> = {}

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

--- The reason as the journal keeps it: what spoke for the command, and the best of what was left.
function M.note_of(self, mind, chosen)
  if not mind.telling then return nil end
  local rejected, note = mind.rejected, { why = text_of(chosen.why) or "nothing better" }
  local policy = self.game.words.solo
  note.stance = policy.stance and policy.stance(mind.view, self.side, chosen.of, mind) or nil
  local tells = has(policy.tells, chosen.name) or mind.view:told() and has(policy.advises, chosen.name)
  note.plan = mind.looked_over
  note.told = chosen.tell or chosen.why ~= nil and tells or nil
  local left = {}
  for _, one in ipairs(mind.passed or {}) do left[#left + 1] = { what = one.what, why = text_of(one.why) } end
  for i, one in ipairs(rejected) do one.at = i end
  table.sort(rejected, function(one, other)
    return one.want > other.want or one.want == other.want and one.at < other.at
  end)
  for _, one in ipairs(rejected) do
    if #left == KEPT then break end
    if not one.proposal or one.proposal ~= chosen.proposal and one.why ~= chosen.why then
      left[#left + 1] = { what = text_of(one.what), why = text_of(one.why) or "wanted less" }
    end
  end
  note.rejected = #left > 0 and left or nil
  return note
end

return M
