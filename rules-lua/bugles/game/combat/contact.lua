-- R87, R95, R172, R179: who is hand to hand with whom.
--
-- What a stand keeps of an enemy that it met: { target, skirmish }, the charged stand first. `skirmish`: it closed by
-- ordinary movement (R95). `fights`: the enemy with whom it has fought a round that decided nothing, and fights on.
local M <const> = {}

local function parted(play, id, from)
  if play:unit(id).fights == from then play:set(play:unit(id), "fights", nil) end
end

--- Two stands are hand to hand no longer.
function M.part(play, one, other)
  play:part(one, other)
  parted(play, one, other)
  parted(play, other, one)
end

--- A stand has gone: it is hand to hand with nobody.
function M.dissolve(play, id)
  play:dissolve(id)
  play:forget(play:unit(id), { "fights" })
  for other in play:units(play:other(play:unit(id).side)) do parted(play, other, id) end
end

--- Do two stands touch along an edge, not at a corner alone (R266)? `base`: where the first would stand.
function M.by_edge(view, id, other, base)
  local corners = view.rules.option.corners_touch
  return lists.find(view:contact(id, other, tabletop.TOUCHING, base), function(one)
    return corners or one.frontage > tabletop.TOUCHING
  end) ~= nil
end

--- Loose figures have been lost, or a stand has gone back: it fights nobody whom it does not touch any more (R95).
function M.come_apart(play, id)
  for _, foe in ipairs(play:unit(id).base and play:foes(id) or {}) do
    if not M.by_edge(play, id, foe) then M.part(play, id, foe) end
  end
end

fact "touched" {
  measured = function(view, _, id, target)
    return view:touched(id, {
      of = "enemies", except = target, within = tabletop.TOUCHING,
      counts = function(enemy, other) return tabletop.present(enemy) and M.by_edge(view, id, other) end,
    })
  end,
}

--- May that stand close with an enemy by ordinary movement: skirmishers with skirmishers or a disordered stand (R95)?
function M.may_close(view, id, target)
  local enemy = view:unit(target)
  return view:unit(id).drill == "skirmish" and enemy.arm ~= "sniper"
    and (enemy.drill == "skirmish" or enemy.disordered ~= nil)
end

--- Skirmishers that have moved are in contact with whom they touch and may fight (R95).
---@return string[] touched
function M.closed(play, id)
  local touched = play:unit(id).drill == "skirmish" and play:fact("touched", id) or {}
  for _, other in ipairs(touched) do
    if play:unit(id).arm ~= "sniper" and M.may_close(play, id, other) then play:meet(id, other, { skirmish = true }) end
  end
  return touched
end

return M
