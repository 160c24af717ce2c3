--- `limber odds 4d6 keep 3`: the odds of plain dice, of which no ruleset is asked.
local dice_odds <const> = require "read.dice_odds"
local dice_text <const> = require "show.dice_text"
local host <const> = require "host"
local json <const> = require "kernel.json"
local options <const> = require "shell.cmd_options"
local odds_of <const> = require "read.odds_of"
local read <const> = require "read.dice"
local words_of <const> = require "odds.words"

local M <const> = {}

--- The options that have a meaning here.
local OWN <const> = { json = true, help = true, ["at-least"] = true, ["at-most"] = true, quantile = true, svg = true }

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
  local request, fault = words_of.request(opts, {})
  if not request then return options.refused(fault) end
  local shown = { json = dice_text.json(roll, odds) }
  fault = odds_of.add_asked(shown, odds.truth or odds.dist, request)
  if fault then return options.refused(fault) end
  if opts.svg then
    local done, wrong = host.write(opts.svg, require("show.plot_svg").bars(dice_text.bars(roll, shown.json)))
    if not done then return options.refused(wrong) end
  end
  host.stdout((opts.json and json.encode(shown.json)
    or table.concat(dice_text.lines(roll, odds, shown), "\n")) .. "\n")
  return options.DONE
end

return M
