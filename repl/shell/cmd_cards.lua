--- `limber cards`: paper for a battle on a real table.
local battle <const> = require "play.battle"
local cards <const> = require "printed.cards"
local drawn_map <const> = require "drawn.map"
local Game <const> = require "limber.game.game"
local lengths <const> = require "limber.language.lengths"
local lists <const> = require "limber.common.lists"
local options <const> = require "shell.cmd_options"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

local M <const> = {
  name = "cards",
  options = {
    parts = "value", scale = "value", side = "value", o = "value", pdf = "value", paper = "value",
    variant = "list", charts = "value",
  },
  usage = [[
Usage: limber cards SCENARIO [OPTION…]

Makes paper for a battle on a real table, one file of HTML to print on A4 or Letter:
cards of units and leaders with boxes to tick, order slips where the rules have
orders, labels the size of the bases, and the map to scale with marks to cut at.

  --parts NAMES    only these: units, leaders, orders, labels, map; commas between
  --scale 1:N      N millimetres of the table on one of paper; 1:1 prints the ground
                   in full size, without units and without sheets of bare table.
                   The default has the whole map on one sheet
  --side SIDE      the paper of one side alone, and the map as it sees it
  -o FILE          write it into a file; what stood there is kept as FILE~
  --pdf FILE       write it as PDF, by Chromium where that is installed
  --paper SIZE     a4 or letter; without it a PDF is A4, and HTML prints on either
  --variant NAME   use a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder

Example: limber cards scenarios/fusilier/maida.lua --parts units,orders -o maida.html
]],
}

local LARGEST <const> = 100

--- What a sheet's scale is; or nil and what is wrong with it.
local function scale_of(given)
  local scale = given:match "^1:(%d+%.?%d*)$"
  scale = scale and tonumber(scale)
  if scale and scale >= 1 and scale <= LARGEST then return scale end
  return nil, ("--scale must be 1:1 to 1:%d, got %s"):format(LARGEST, given)
end

--- The parts asked for; or nil and what is wrong with them.
local function parts_of(given)
  local parts = {}
  for name in (given .. ","):gmatch "([^,]*)," do
    if not lists.has(cards.PARTS, name) then
      return nil, ("--parts knows no %q%s; it has %s"):format(name, suggest.hint(name, cards.PARTS),
        text.list(cards.PARTS))
    end
    parts[name] = true
  end
  return parts
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest == 0 then return options.misused(M, "which scenario?") end
  if rest[2] then return options.misused(M, ("what is %s?"):format(rest[2])) end
  local parts, scale
  local fault = options.one_of("paper", opts.paper, options.PAPERS)
  if opts.parts and not fault then parts, fault = parts_of(opts.parts) end
  if opts.scale and not fault then scale, fault = scale_of(opts.scale) end
  if fault then return options.misused(M, fault) end
  local opened, wrong = battle.open(rest[1], opts.variant)
  if not opened then return options.refused(table.concat(wrong, "\n")) end
  local game = Game.new { rules = opened.rules, start = opened.start, seed = 0, keep = false }
  local sides = game.play.state.order.sides
  if opts.side and not lists.has(sides, opts.side) then
    return options.refused(("no side %s; the sides are %s"):format(opts.side, text.list(sides)))
  end
  local ground = game.play.state.ground
  if opened.facts == "told" or not drawn_map.has_table(game.play) then
    parts = parts or { units = true, leaders = true, orders = true }
    if parts.map or parts.labels then
      return options.refused "a battle at a table of your own has no map and no bases; --parts units,leaders,orders"
    end
  end
  return options.printed(cards.document(opts.side and game:view(opts.side) or game.play, {
    rules = opened.rules, title = opened.scenario.title, side = opts.side, parts = parts, scale = scale,
    how = lengths.how(opened.rules.published.unit or "mm", ground),
  }), opts)
end

return M
