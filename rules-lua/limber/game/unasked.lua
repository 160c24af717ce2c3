--- What a side does that gives no command of its own.
local lists <const> = require "limber.common.lists"

--- The default command: the side that may act is done, or a decision takes its first option.
---@param waiting limber.Waiting
---@param except string[]? not for these sides
---@return table? cmd nil when the battle is over; without a choice where a decision has no options to choose from
local function unasked(waiting, except)
  if waiting.kind == "over" then return nil end
  local side = waiting.sides[1]
  for _, other in ipairs(waiting.sides) do
    if lists.has(except, side) then side = other end
  end
  if waiting.kind == "phase" then return { side = side, ["do"] = "done" } end
  return { side = side, ["do"] = "answer", choice = waiting.options[1] }
end

return unasked
