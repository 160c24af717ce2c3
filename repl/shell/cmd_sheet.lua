--- `limber sheet`: two sides of quick reference from the live tables of a ruleset.
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"
local sheet <const> = require "printed.sheet"

local M <const> = {
  name = "sheet",
  options = { variant = "list", charts = "value", o = "value", pdf = "value", paper = "value" },
  usage = [[
Usage: limber sheet RULESET [OPTION…]

Makes two sides of quick reference for the table: the sequence of play, movement,
fire, combat, morale, with every modifier and its clause, from the live tables. What
house rules change is marked. It is one file of HTML that prints on A4 and Letter;
open it in a browser and print both sides.

  -o FILE          write it into a file; what stood there is kept as FILE~
  --pdf FILE       write it as PDF, by Chromium where that is installed
  --paper SIZE     a4 or letter; without it a PDF is A4, and HTML prints on either
  --variant NAME   with a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder

Example: limber sheet fusilier --variant third_of_brigades -o sheet.html
]],
}

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest == 0 then return options.misused(M, "which ruleset?") end
  if rest[2] then return options.misused(M, ("what is %s?"):format(rest[2])) end
  local wrong = options.one_of("paper", opts.paper, options.PAPERS)
  if wrong then return options.misused(M, wrong) end
  local rules, fault = open.rules(rest[1], opts.variant, { game = open.game_words() })
  if not rules then return options.refused(fault) end
  options.note_overlaps(rules)
  return options.printed(sheet.document(rules), opts)
end

return M
