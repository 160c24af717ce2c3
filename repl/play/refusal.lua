--- Refusals as they are raised at the prompt, which prints them, and in words with names.
local agreement <const> = require "limber.game.agreement"
local faults <const> = require "limber.common.faults"
local names <const> = require "play.names"

local M <const> = {}

local told = false

--- Notes that something was refused, or went wrong, and was told.
function M.note() told = true end

--- Was anything refused?
---@return boolean
function M.any() return told end

--- Refuses a typed line.
---@param arg string what of it is wrong
---@param message string
function M.fail(arg, message)
  error({ arg = arg, message = message }, 0)
end

--- A value, or what came in its place is raised.
---@generic T
---@param value T?
---@param fault table?
---@return T
function M.sure(value, fault)
  if value == nil then error(fault, 0) end
  return value
end

--- What people call a number that a command gives.
local CALLED <const> = {
  distance = "the way", ahead = "the way", forward = "the way", by = "the turn", angle = "the turn",
  wheel = "the turn", pivot = "the pivot", oblique = "the oblique way",
}

--- A refusal in words, with names: "target is too far" is "1st Klebek (51) is too far", and of several units, "units
--- Guard is too far" is "Guard (7) is too far"; "to is too far" is "the place is too far", and "distance leads into
--- woods" "the way leads into woods", "distance is 400 mm" "the way is 400 mm". Its verb agrees with the name: "the
--- French guns (1) are too far".
---@param root table the state
---@param fault table
---@param cmd table? the command
---@return string
function M.named(root, fault, cmd)
  local words, arg = fault.kind and faults.text(fault) or tostring(fault.message), fault.arg
  local id = cmd and arg and (cmd[arg] or arg == "unit" and cmd.formation)
  if fault.kind or not id or words:sub(1, #arg + 1) ~= arg .. " " then return words end
  if type(id) == "table" and id.x and (arg == "to" or arg == "at") then return "the place" .. words:sub(#arg + 1) end
  local what = math.type(id) and CALLED[arg]
  if what and not words:find("^ must ", #arg + 1) then return what .. words:sub(#arg + 1) end
  for _, one in ipairs(type(id) == "table" and id or { id }) do
    local node = root.units[one] or root.formations[one] or root.leaders[one]
    local said = node and id ~= one and (node.name or one)
    local at = said and #arg + 1 + #said or #arg
    if node and (not said or words:sub(#arg + 2, at + 1) == said .. " ") then
      local rest = words:sub(at + 1)
      return names.long(node) .. (agreement.is_plural(root, one) and rest:gsub("%l+", agreement.plural_word, 1) or rest)
    end
  end
  return words
end

return M
