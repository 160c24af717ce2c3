-- Visibility, R103 to R105: who sees whom. Distance and terrain decide; stands hide nobody.

local terrain <const> = use "game/movement/terrain"

--- The words of the table visibility for ground that both stand in.
local INSIDE <const> = {
  open_woods = "inside_open_woods", dense_woods = "inside_dense_woods", very_rough = "very_rough",
}

--- The thickest ground that hides which two stands are both in, and all areas of such ground.
local function shared(view, one, other)
  local found, there, word, least = {}, view:under(other), nil, nil
  for _, area in ipairs(view:under(one)) do
    local inside = lists.has(there, area) and INSIDE[terrain.of(view.rules, view.state.areas[area], "sight")]
    local limit = inside and view.rules.tables.visibility(inside)
    if inside then found[#found + 1] = area end
    if limit and (not least or limit < least) then word, least = inside, limit end
  end
  return word, found
end

local function in_rough(view, id) return terrain.under(view, id, "sight").rough end

--- What `visibility.check` is asked of two stands, and the woods that they are both in.
local function question(view, id, target)
  local word, areas = shared(view, id, target)
  word = word or (in_rough(view, id) or in_rough(view, target)) and "rough" or view.state.battle.visibility
  return {
    terrain = word, distance_mm = geometry.round_mm(view:apart(id, target), "up"),
    agreed_limit_mm = view.state.battle.sight_limit_mm,
  }, areas
end

measure "visibility.check" (function(view, id, target) return (question(view, id, target)) end)

fact "sight" {
  ask = "Can {1} see {2}?",
  flag "sight" {},
  suggest = true,
  measured = function(view, _, id, target)
    local args, areas = question(view, id, target)
    if not view:ask("visibility.check", args, id, target).visible then return false end
    return (view:sees(id, target, { except = areas, ground = true }))
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
  local known, away = {}, {}
  for other, enemy in view:present(view:other(view:unit(id).side)) do
    if not enemy.hidden then known[#known + 1], away[other] = other, view:apart(id, other) or 0 end
  end
  table.sort(known, function(one, other)
    if away[one] ~= away[other] then return away[one] < away[other] end
    return one < other
  end)
  return lists.find(known, function(other) return M.visible(view, id, other) end) or known[1]
end

--- R158: whom each stand of a side sees as its player turn begins: only those may be charged. In a told game that is
--- asked when somebody charges.
function M.note(play, side)
  if play:told() then return end
  for id, unit in play:present(side) do
    local seen = {}
    for other in play:present(play:other(side)) do
      if M.visible(play, id, other) then seen[#seen + 1] = other end
    end
    play:set(unit, "sees", seen)
  end
end

return M
