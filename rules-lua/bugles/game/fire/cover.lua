-- Scores to Hit, R122, R123: what makes a target harder or easier to hit; Reduction of Cover: how solid shot ends it.

local army <const> = use "game/army/units"
local ground <const> = use "game/movement/ground"

story {
  cover_struck = "{what} is struck: {say}.",
  cover_gone = "{what} is neutralized, and covers nobody any more.",
}

local M <const> = {}

--- Where a shot from a stand at a target goes: from its muzzle through the middle of the target (R243).
function M.way(view, id, target)
  local unit, enemy = view:unit(id), view.state.units[target]
  local all_round = unit.drill == "skirmish" or unit.arm == "sniper"
  local from = all_round and { x = unit.base.x, y = unit.base.y } or view:muzzle(id)
  return from, geometry.bearing(from, { x = enemy.base.x, y = enemy.base.y })
end

--- Stands that a line from a firer through a target runs through beyond it, the nearest first, no hidden ones (R241):
--- { id, um from the muzzle, gap behind the target }.
function M.beyond(view, id, target, um)
  local from, way = M.way(view, id, target)
  local list, last = {}, nil
  local filter <const> = { kind = "base", except = { id } }
  for _, span in ipairs(view:field():ray(from, geometry.step(from, way, um), tabletop.FIRE_LINE, filter)) do
    local unit = view.state.units[span.id]
    if span.id == target then
      last = last or span.to
    elseif last and unit and tabletop.present(unit) and not unit.hidden and not list[span.id] then
      list[span.id] = true
      list[#list + 1] = { id = span.id, um = span.from, gap = span.from - last }
    end
  end
  return list
end

fact "target_deep" {
  ask = "Does another stand of its side stand in base contact behind {2}, as {1} fires at it?",
  flag "deep" {},
  suggest = false,
  measured = function(view, _, id, target)
    for _, one in ipairs(M.beyond(view, id, target, view:apart(id, target) + metre(1))) do
      local unit = view:unit(one.id)
      local touches = unit.side == view:unit(target).side and lists.has(army.in_contact_friends(view, target), one.id)
      if touches and army.counts(unit) then return true end
    end
    return false
  end,
}

fact "stand_behind" {
  ask = "Which stand, friend or enemy, lies within one base depth behind {2}, as {1} fires at it?",
  units "behind" { "any", default = {} },
  suggest = {},
  measured = function(view, _, id, target)
    local depth = mm(view.state.battle.stand_depth_mm)
    local one = M.beyond(view, id, target, view:apart(id, target) + metre(1))[1]
    return one and one.gap <= depth and { one.id } or {}
  end,
}

--- The stand within one base depth behind a target, or nil.
function M.behind(view, id, target) return view:fact("stand_behind", id, target)[1] end

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
  local struck = { cover = cover, agreed_hits = node.agreed_hits }
  for key, value in next, node.struck or {} do struck[key] = value end
  local key = gun .. "_hits"
  struck[key] = (struck[key] or 0) + hits
  play:set(node, "struck", { [key] = struck[key] })
  for other, value in next, struck do
    if other ~= "cover" and other ~= "agreed_hits" and other ~= key then play:set(node.struck, other, value) end
  end
  local result = play:ask("artillery.cover_reduction", struck)
  local with = { what = play:called(by), say = ("%d of %d hits"):format(result.points, result.needed) }
  with.cite = "Reduction of Cover R156"
  play:tell(result.neutralized and "cover_gone" or "cover_struck", with)
  if result.neutralized then play:set(node, "neutralized", true) end
end

return M
