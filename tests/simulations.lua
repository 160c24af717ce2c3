--- A battle of the toy ruleset that solo commanders decide one way or the other, for tests of running it many times:
--- a folder with the ruleset as a player's own, and the scenario beside it.
local cli <const> = require "cli_cases"

local M <const> = {}

M.LOSSES = [[
losses(function(view, side)
  local gone, hits = { what = "units", lost = 0, names = {} }, { what = "hits", lost = 0, names = {} }
  for id, unit in view:units(side) do
    if unit.status == "gone" then gone.lost = gone.lost + 1; gone.names[gone.lost] = id end
    hits.lost = hits.lost + unit.hits
  end
  gone.text, hits.text = gone.lost .. " gone", hits.lost .. " hits"
  return { gone, hits }
end)
]]

M.CLASH = [[
scenario {
  title = "The clash", ruleset = "toy", seed = 5, last_turn = 4, goal = 2,
  ground = { width = 1200, depth = 900 },
  side "a" { name = "Blue",
    unit "31" { kind = "horse", men = 20, at = { 300, 400 }, facing = "north" },
    unit "32" { kind = "horse", men = 20, at = { 500, 400 }, facing = "north" },
    unit "33" { kind = "foot", men = 20, at = { 700, 400 }, facing = "north" },
  },
  side "b" { name = "Red",
    unit "7" { kind = "horse", men = 20, at = { 310, 520 }, facing = "south" },
    unit "8" { kind = "horse", men = 20, at = { 510, 520 }, facing = "south" },
    unit "9" { kind = "foot", men = 20, at = { 710, 520 }, facing = "south" },
  },
}
]]

--- Writes them into the cases' folder, and gives it. `files` stand in place of the ruleset's own.
---@param files table<string, string>?
---@return string folder
function M.lay_out(files)
  assert(os.execute(("mkdir -p %s/rules-lua && cp -r tests/rules/toy %s/rules-lua/"):format(cli.folder, cli.folder)))
  cli.write("rules-lua/toy/losses.lua", M.LOSSES)
  cli.write("rules-lua/toy/ruleset.lua",
    'ruleset "toy" { title = "Toy soldiers", sources = { "combat" }, game_sources = { "forces", "turn", "charge", "solo", '
    .. '"losses" } }')
  for name, text in pairs(files or {}) do cli.write(name, text) end
  cli.write("clash.lua", M.CLASH)
  return cli.folder
end

return M
