--- What a solo commander may choose from: the commands that proposals become with the fields of a policy.
local legality <const> = require "limber.game.legality"

local M <const> = {}

--- The command that a proposal becomes with the fields a policy chose.
---@param side string
---@param declaration table
---@param proposal table
---@param fields table?
---@return table cmd
function M.command_of(side, declaration, proposal, fields)
  local cmd = { side = side, ["do"] = proposal["do"] }
  local args = declaration.args
  for i = 1, #args do
    local name = args[i].name
    local value = fields and fields[name]
    if value == nil then value = proposal[name] end
    cmd[name] = value
  end
  return cmd
end

--- The answer that a reading of a decision becomes: its choice, and fields that go with it.
---@param side string
---@param reading { choice: any, fields: table? }
---@return table cmd
function M.answer_of(side, reading)
  local cmd = { side = side, ["do"] = "answer", choice = reading.choice }
  for key, value in next, reading.fields or {} do cmd[key] = value end
  return cmd
end

--- The readings of a choice: a list of fields, or one.
---@param fields table?
---@return table[]
function M.readings_of(fields)
  if type(fields) == "table" and type(fields[1]) == "table" then return fields end
  return { fields or {} }
end

local function sealed_slots(mind)
  local slots = {}
  for _, cmd in ipairs(mind.view:sealed(mind.side)) do slots[cmd.slot] = true end
  return slots
end

--- The slots in which a side has sealed something, listed once for a choice; nil in a phase that is not sealed.
---@param mind limber.Mind
---@param waiting limber.Waiting
---@return table<string, boolean>?
function M.slots_of(mind, waiting)
  return waiting.step.sealed and mind:once("sealed slots", sealed_slots, mind) or nil
end

--- The slot that a proposal would be sealed in.
---@return string
function M.slot_of(side, declaration, proposal)
  local cmd = M.command_of(side, declaration, proposal)
  return tostring(declaration.slot and declaration.slot(cmd) or cmd.unit or cmd["do"])
end

--- What a proposal is known by within a turn: the step, who acts, and the command.
---@return string
function M.key_of(path, declaration, proposal)
  return ("%s %s %s"):format(path, proposal["do"], legality.actor(declaration, proposal) or "")
end

return M
