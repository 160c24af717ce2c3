--- The journal as a tree, for the page: only where it forks or ends, and the way to the present line.
local catch_up <const> = require "play.catch_up"
local game_text <const> = require "play.text"
local given <const> = require "page.given"
local json <const> = require "kernel.json"

local M <const> = {}

--- How many lines stand below each line at once.
local function children(journal)
  local below = {}
  for _, line in ipairs(journal.lines) do
    local above = line.parent or 0
    below[above] = (below[above] or 0) + 1
  end
  return below
end

--- The stretches of the journal: each from a fork to the next, or to an end.
---@param play limber.GameSession
---@return table
function M.told(play)
  local journal, list, stretch_of, here = play.game.journal, {}, {}, {}
  local below = children(journal)
  for _, line in ipairs(catch_up.branch_of(journal)) do here[line.id] = true end
  for _, line in ipairs(journal.lines) do
    local above = stretch_of[line.parent or 0]
    local stretch = above
    if not above or (below[line.parent or 0] or 0) > 1 then
      stretch = { first = line.id, parent = above and above.n or nil, n = #list + 1, lines = 0 }
      list[stretch.n] = stretch
    end
    stretch_of[line.id] = stretch
    stretch.last, stretch.turn, stretch.lines = line.id, line.turn, stretch.lines + 1
    stretch.text, stretch.command = play:line_text(line), not play:hidden(line) and line.command or nil
    if line.kind == "branch" then stretch.name = line.name end
    if here[line.id] then stretch.here = line.id end
  end
  for _, stretch in ipairs(list) do
    stretch.given = stretch.command and given.of(play.game, stretch.command) or nil
    stretch.command = nil
    stretch.when = stretch.turn > 0 and ("%s %d"):format(game_text.turn_word(play.game), stretch.turn) or "the set-up"
  end
  return { stretches = json.list(list), present = play:present() }
end

return M
