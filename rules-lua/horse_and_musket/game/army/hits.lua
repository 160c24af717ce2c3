-- 5.1.9, 5.2.5, 6.5, 7: what hits do to a unit, and who is taken off the table.

local leaders <const> = use "game/command/leaders"

local M <const> = {}

--- What is no longer true of a unit that is gone.
local OVER <const> = { "charging", "countercharging", "met", "inside", "river", "river_area" }

--- Takes a unit off the table (R11); generals with it go by R9.
---@param why string? told when nothing else says it
---@param cite string? of why
function M.remove(play, id, why, cite)
  if play:unit(id).status == "gone" then return end
  if why then play:tell("removed", { unit = id, say = why, cite = cite }) end
  play:take_off(id, { clears = OVER, lies = true })
  leaders.bereft(play, id)
end

--- What `hits.apply` makes of so many new hits on a unit.
---@return table result
function M.applied(view, id, n) return view:ask_of("hits.apply", id, { new_hits = n }) end

--- Gives a unit hits, after saves (R10); one that has taken too many is removed at once.
---@return table result of hits.apply
function M.take(play, id, n, cite) return M.suffer(play, id, n, M.applied(play, id, n), cite) end

--- What a procedure has found of a unit that took so many hits: it is told, and removed when it is destroyed. Where a
--- house rule has it lose another number, that number counts.
---@param result table with `hits`, `staggered`, `staggered_now`, `destroyed`
---@return table result
function M.suffer(play, id, n, result, cite)
  local lost = play:lose(id, n)
  if lost ~= n then n, result = lost, M.applied(play, id, lost) end
  M.put(play, id, result)
  if n == 0 and not result.destroyed and not result.staggered_now then return result end
  local key = result.destroyed and "destroyed" or result.staggered_now and "staggered" or "hit"
  play:tell(key, { unit = id, say = counted(n, "hit"), cite = cite })
  if result.destroyed then M.remove(play, id) end
  return result
end

--- Notes what a procedure has found of a unit's hits, without a word.
---@param result table with `hits` and `staggered`
function M.put(play, id, result)
  local unit = play:unit(id)
  if unit.hits ~= result.hits then play:set(unit, "hits", result.hits) end
  if result.staggered ~= (unit.staggered or false) then play:set(unit, "staggered", result.staggered) end
end

return M
