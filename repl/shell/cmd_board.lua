--- `limber board [SCENARIO|REPLAY|RULESET]`: the prompt, and beside it the battle on a page in the browser.
local cmd_prompt <const> = require "shell.cmd_prompt"
local game_text <const> = require "play.text"
local host <const> = require "host"
local options <const> = require "shell.cmd_options"
local serve <const> = require "board.serve"
local tree <const> = require "limber.common.tree"

local M <const> = {
  name = "board",
  options = tree.shallow(cmd_prompt.options),
  usage = [=[
Usage: limber board [SCENARIO|REPLAY|RULESET] [OPTION…]

Opens the prompt, and serves the battle as a page on this machine: open the address
that it prints in your browser. Click a unit to see what it may do, and click that to
do it. Prompt and page are used in turn; :quit closes both. The address holds a secret:
who does not know it gets nothing.

  --solo [SIDE]     let a solo commander lead that side of the battle, or both sides
  --solo-effort N   how far ahead he looks, 1 to 9: limber --help
  --listen ADDRESS  serve also at this address of this machine (as 192.168.1.20), for
                    tablets in the same network: the same page, and a page for each side
                    alone, which sees and commands no more; each has a secret of its own
  --port N          use this port; otherwise the system chooses one
  --variant NAME, --charts FOLDER, --seed N, --facts told, --real-dice
                    as at the prompt: limber --help

Example: limber board scenarios/fusilier/lesson.lua --solo b
]=],
}
M.options.listen, M.options.port = "value", "value"

--- What a side is called; before there is a battle, by its number.
local function side_called(session, number)
  local play = session.play
  local side = play and play.game.state.root.order.sides[number]
  return side and game_text.side(play.game, side) or ("side %d"):format(number)
end

---@param opts table
---@param rest string[]
---@return integer|fun(): integer status
function M.run(opts, rest)
  local port, fault = options.whole("port", opts.port or "0")
  if not port or port < 0 or port > 65535 then
    return options.misused(M, fault or ("--port must be 0 to 65535, got %s"):format(opts.port))
  end
  return cmd_prompt.run(opts, rest, function(session)
    local addresses, why = serve.start(session, { listen = opts.listen, port = port })
    if not addresses then return why end
    host.stdout(("The board: %s\n"):format(addresses[1]))
    if addresses[2] then host.stdout(("For a tablet in your network: %s\n"):format(addresses[2])) end
    for number = 1, #addresses - 2 do
      host.stdout(("For %s alone: %s\n"):format(side_called(session, number), addresses[number + 2]))
    end
    host.flush()
  end)
end

return M
