--- `limber map`: the table of a scenario, on the terminal or as a picture.
local battle <const> = require "play.battle"
local colour <const> = require "show.colour"
local drawn_map <const> = require "drawn.map"
local Game <const> = require "limber.game.game"
local host <const> = require "host"
local Map <const> = require "show.map"
local options <const> = require "shell.cmd_options"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

local M <const> = {
  name = "map",
  options = {
    svg = "flag", o = "value", side = "value", plain = "flag", around = "value", ascii = "flag", variant = "list",
    charts = "value",
  },
  usage = [[
Usage: limber map SCENARIO [OPTION…]

Prints the table of a scenario as it is laid out. --svg draws it as a picture: a
map to scale with hills, woods, streams, walls and roads, every unit with its arm,
formation and facing, a legend, a scale and the list of forces. It can be read in
black and white. To colour or print it, open it in a browser.

  --svg            a picture (SVG), to standard output
  -o FILE          the same into a file; what stood there is kept as FILE~
  --side SIDE      only what this side sees
  --plain          a picture without the list of forces
  --around SQUARE  the terminal's map from near, round a unit or a square
  --ascii          the terminal's map in plain characters
  --variant NAME   use a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder

Example: limber map scenarios/fusilier/maida.lua --svg -o maida.svg
]],
}

local NARROWEST <const>, WIDEST <const> = 60, 120

--- What is seen: everything, or what a side sees.
local function view_of(game, side)
  if not side then return game.play end
  local sides = game.play.state.order.sides
  for _, id in ipairs(sides) do
    if id == side then return game:view(side) end
  end
  return nil, ("no side %s%s; the sides are %s"):format(side, suggest.hint(side, sides), text.list(sides))
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest == 0 then return options.misused(M, "which scenario?") end
  if rest[2] then return options.misused(M, ("what is %s?"):format(rest[2])) end
  if opts.o and not opts.svg then return options.misused(M, "-o FILE goes with --svg") end
  local opened, wrong = battle.open(rest[1], opts.variant)
  if not opened then return options.refused(table.concat(wrong, "\n")) end
  local game = Game.new { rules = opened.rules, start = opened.start, seed = 0, keep = false }
  local view, fault = view_of(game, opts.side)
  if not view then return options.refused(fault) end
  if opts.svg then
    if opened.facts == "told" or not drawn_map.has_table(view) then
      return options.refused "there is nothing to draw: this battle is fought on a table of your own"
    end
    return options.written(drawn_map.document(view, { rules = opened.rules, title = opened.scenario.title,
      plain = opts.plain }), opts.o)
  end
  local lines = Map.lines(view, {
    rules = opened.rules, ascii = opts.ascii, around = opts.around, colour = colour.wanted(),
    width = math.max(NARROWEST, math.min(host.width(), WIDEST)),
  })
  host.stdout(opened.scenario.title .. "\n" .. table.concat(lines, "\n") .. "\n")
  return options.DONE
end

return M
