--- `limber map`: the table of a scenario or of a recorded battle, on the terminal or as a picture.
local battle <const> = require "play.battle"
local colour <const> = require "show.colour"
local drawn_map <const> = require "drawn.map"
local faults <const> = require "limber.common.faults"
local Game <const> = require "limber.game.game"
local game_text <const> = require "play.text"
local host <const> = require "host"
local loader <const> = require "read.loader"
local Map <const> = require "show.map"
local options <const> = require "shell.cmd_options"
local replay <const> = require "limber.record.replay"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"
local verify <const> = require "limber.record.verify"

local M <const> = {
  name = "map",
  options = {
    svg = "flag", o = "value", turn = "value", side = "value", plain = "flag", around = "value", ascii = "flag",
    variant = "list", charts = "value",
  },
  usage = [[
Usage: limber map SCENARIO|REPLAY [OPTION…]

Prints the table of a scenario as it is laid out, or of a recorded battle as it
ends. --svg draws it as a picture: a map to scale with hills, woods, streams, walls
and roads, every unit with its arm, formation and facing, a legend, a scale and the
list of forces. It can be read in black and white. To look at it or print it, open
it in a browser.

  --svg            a picture (SVG), to standard output
  -o FILE          the same into a file; what stood there is kept as FILE~
  --turn N         of a replay: as turn N begins
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

--- What is printed of a battle: a picture, or lines; or nil and why not.
local function shown(game, title, when, opts)
  local view, fault = view_of(game, opts.side)
  if not view then return nil, fault end
  if opts.svg then
    if view.state.facts == "told" or not drawn_map.has_table(view) then
      return nil, "there is nothing to draw: this battle is fought on a table of your own"
    end
    return drawn_map.document(view, { rules = game.rules, title = title, when = when, plain = opts.plain })
  end
  local lines = Map.lines(view, {
    rules = game.rules, ascii = opts.ascii, around = opts.around, colour = colour.wanted(),
    width = math.max(NARROWEST, math.min(host.width(), WIDEST)),
  })
  return title .. (when and ". " .. when or "") .. "\n" .. table.concat(lines, "\n") .. "\n"
end

--- The battle that a scenario lays out.
local function laid_out(path, opts)
  local opened, wrong = battle.open(path, opts.variant)
  if not opened then return nil, table.concat(wrong, "\n") end
  local game = Game.new { rules = opened.rules, start = opened.start, seed = 0, keep = false }
  return shown(game, opened.scenario.title, nil, opts)
end

--- A recorded battle as a turn begins, or as it ends.
local function replayed(path, content, turn, opts)
  local recording, refusal = replay.read(content)
  if not recording then return nil, ("%s: %s"):format(path, faults.text(refusal)) end
  local scenario = replay.scenario(recording, loader.new())
  local title, game, on_the_way, found, fault = scenario and scenario.title or path, nil, {}, nil, nil
  for _, line in ipairs(replay.last_branch(recording)) do on_the_way[line.id] = true end
  local report
  report, refusal = verify.verify(recording, loader.new(), {
    begin = function(begun) game = begun end,
    each = function(line)
      if not turn or found or fault or not on_the_way[line.id] or game.state.root.turn < turn then return end
      local when = ("%s %d."):format(game_text.capital(game_text.turn_word(game)), turn)
      found, fault = shown(game, title, when, opts)
    end,
  })
  if not report or not report.ok then
    return nil, ("%s does not verify: %s"):format(path, report and "limber replay says what differs"
      or faults.text(refusal))
  end
  if not turn then return shown(game, title, "As the battle ends.", opts) end
  return found, fault or ("--turn %d: the battle ends with turn %d"):format(turn, game.state.root.turn)
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest == 0 then return options.misused(M, "which scenario or replay?") end
  if rest[2] then return options.misused(M, ("what is %s?"):format(rest[2])) end
  if opts.o and not opts.svg then return options.misused(M, "-o FILE goes with --svg") end
  local turn, output, fault
  if opts.turn then
    turn, fault = options.whole("turn", opts.turn)
    if not turn then return options.misused(M, fault) end
  end
  local content = battle.read(rest[1])
  if content and content:find "^%s*{" then
    if #opts.variant > 0 then return options.misused(M, "--variant goes with a scenario") end
    output, fault = replayed(rest[1], content, turn, opts)
  elseif turn then
    return options.misused(M, "--turn goes with a replay")
  else
    output, fault = laid_out(rest[1], opts)
  end
  if not output then return options.refused(fault) end
  return options.written(output, opts.svg and opts.o)
end

return M
