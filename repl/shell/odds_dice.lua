--- `limber odds 4d6 keep 3`: the odds of plain dice, of which no ruleset is asked.
local dice_odds <const> = require "read.dice_odds"
local dice_text <const> = require "show.dice_text"
local host <const> = require "host"
local json <const> = require "kernel.json"
local options <const> = require "shell.cmd_options"
local read <const> = require "read.dice"

local M <const> = {}

--- The options that have a meaning here.
local OWN <const> = { json = true, help = true }

--- Whether the words of the command are dice.
---@param words string[]
---@return boolean
function M.meant(words)
  return words[1] ~= nil and read.begins(table.concat(words, " "))
end

---@param opts table
---@param words string[]
---@return integer status
function M.run(opts, words)
  for name, value in next, opts do
    if not OWN[name] and (type(value) ~= "table" or #value > 0) then
      return options.refused { message = ("--%s has no meaning for plain dice"):format(name:gsub("_", "-")) }
    end
  end
  local roll = read.read(table.concat(words, " "))
  local odds = dice_odds.of(roll)
  host.stdout((opts.json and json.encode(dice_text.json(roll, odds))
    or table.concat(dice_text.lines(roll, odds), "\n")) .. "\n")
  return options.DONE
end

return M
