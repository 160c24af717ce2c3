-- Visibility, R103 to R105: who sees whom. Distance and terrain decide; stands hide nobody.

local terrain <const> = use "game/movement/terrain"

--- The words of the table visibility for ground that both stand in.
local INSIDE <const> = {
  open_woods = "inside_open_woods", dense_woods = "inside_dense_woods", very_rough = "very_rough",
}

--- What `visibility.check` is asked of two stands: the ground that limits most of what both are in, else that of either
--- or of the table; and all hiding areas that both are in.
local function question(view, id, target)
  local rules, areas, here, there, word, least = view.rules, {}, view:under(id), view:under(target), nil, nil
  for _, area in ipairs(here) do
    local inside = lists.has(there, area) and INSIDE[terrain.of(rules, view.state.areas[area], "sight")]
    local limit = inside and rules.tables.visibility(inside)
    if inside then areas[#areas + 1] = area end
    if limit and (not least or limit < least) then word, least = inside, limit end
  end
  local rough = terrain.words(view, here, "sight").rough or terrain.words(view, there, "sight").rough
  return {
    terrain = word or rough and "rough" or view.state.battle.visibility,
    distance_mm = geometry.round_mm(view:apart(id, target), "up"), agreed_limit_mm = view.state.battle.sight_limit_mm,
  }, areas
end

measure "visibility.check" (function(view, id, target) return (question(view, id, target)) end)

fact "sight" {
  ask = "Can {1} see {2}?",
  flag "sight" {},
  suggest = true,
  measured = function(view, _, id, target)
    return view:while_still(nil, "sight of " .. id .. " to " .. target, function()
      local args, areas = question(view, id, target)
      if not view:ask("visibility.check", args, id, target).visible then return false end
      return (view:sees(id, target, { except = areas, ground = true }))
    end)
  end,
}

local M <const> = {}

--- Does a stand see an enemy? Nobody sees hidden ones.
function M.visible(view, id, target)
  local other = view:unit(target)
  if other.hidden and other.side ~= view:unit(id).side then return false end
  return tabletop.present(other) and (view:fact("sight", id, target))
end

--- The nearest enemy that a stand sees; else the nearest that is not hidden.
function M.nearest(view, id)
  local known = {}
  for other, enemy in view:present(view:other(view:unit(id).side)) do
    if not enemy.hidden then known[#known + 1] = { id = other, score = -(view:apart(id, other) or 0) } end
  end
  best_first(known)
  local seen = lists.find(known, function(one) return M.visible(view, id, one.id) end) or known[1]
  return seen and seen.id
end

--- R158: whom each stand of a side sees as its player turn begins: only those may be charged. In a told game that is
--- asked when somebody charges.
function M.note(play, side)
  if play:told() then return end
  for id, unit in play:present(side) do
    local function seen(_, other) return M.visible(play, id, other) end
    play:set(unit, "sees", lists.ids(play:present(play:other(side)), seen))
  end
end

return M
