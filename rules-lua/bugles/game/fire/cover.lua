-- Scores to Hit, R122, R123: what makes a target harder or easier to hit; Reduction of Cover: how solid shot ends it.

local ground <const> = use "game/movement/ground"

story {
  cover_struck = "{what} is struck: {say}.",
  cover_gone = "{what} is neutralized, and covers nobody any more.",
}

local M <const> = {}

--- What a target is to fire, as the questions of all weapons have it; a leader is a single figure (R40).
---@return table args
---@return string? by the area or line that covers it
function M.target_args(view, id, target)
  local unit = view.state.units[target]
  if not unit then return { cover = "none", target_skirmish = true } end
  local cover, by = ground.cover(view, target, id)
  return {
    cover = cover, target_skirmish = unit.drill == "skirmish" or unit.arm == "sniper",
    target_deep = view:fact("target_deep", id, target),
  }, by
end

--- Is a target on significantly higher ground than a gun?
function M.higher(view, id, target) return view.state.units[target] ~= nil and ground.higher(view, id, target) end

--- Solid shot that hit somebody behind it strikes what covers him.
function M.strike(play, by, cover, gun, hits)
  local node = by and play:piece(by)
  if not node or node.neutralized or hits == 0 then return end
  local key, question = gun .. "_hits", { cover = cover, agreed_hits = node.agreed_hits }
  if not node.struck then play:set(node, "struck", {}) end
  play:set(node.struck, key, (node.struck[key] or 0) + hits)
  for name, value in next, node.struck do question[name] = value end
  local result = play:ask("artillery.cover_reduction", question)
  play:tell(result.neutralized and "cover_gone" or "cover_struck", {
    what = play:called(by), say = ("%d of %d hits"):format(result.points, result.needed),
    cite = "Reduction of Cover R156",
  })
  if result.neutralized then play:set(node, "neutralized", true) end
end

return M
