-- MC Mod f, MC Mod g, R123: what makes a target easier or harder to hit.

local terrain <const>, units <const> = use("game/movement/terrain", "game/army/units")

option "cover_of_any_stand" { false, ruling = "R123", doc = "one stand in cover is cover for the whole target" }

--- The cover of one stand: of the ground that some of it stands in, and of walls that it touches and fire crosses.
local function of_stand(view, base, from)
  local most, line = 0, { from = from, to = geometry.distance(from, base).to }
  for _, id in ipairs(view:under(base)) do
    most = math.max(most, terrain.of(view.rules, view.state.areas[id], "cover"))
  end
  for _, id in ipairs(view:cover_lines(base, { line = line, within = tabletop.TOUCHING })) do
    most = math.max(most, terrain.of(view.rules, view.state.lines[id], "cover"))
  end
  return most
end

fact "cover" {
  ask = "How many steps of cover are there for {2} from the fire of {1}?",
  int "steps" { 0, 3 }, suggest = 0,
  measured = function(view, _, id, target, passing)
    local steps, from = {}, view:muzzle(id)
    for i, base in ipairs(view:bases(target, passing and view:was_at(target, passing))) do
      steps[i] = of_stand(view, base, from)
    end
    table.sort(steps, function(one, other) return one > other end)
    return steps[view.rules.option.cover_of_any_stand and 1 or (#steps + 1) // 2]
  end,
}

local M <const> = {}

--- What the target is to fire.resolve: the cover that it has from all who fire at it.
---@param ids string[] who fire
function M.target_args(view, ids, target, passing)
  local unit, least = view:unit(target), nil
  for _, id in ipairs(ids) do
    local steps = view:fact("cover", id, target, passing)
    least = math.min(least or steps, steps)
  end
  local battery = units.battery(unit)
  return {
    target_kind = battery and "artillery" or "troops", cover = least,
    target_limbered = battery and unit.limbered, already_damaged = battery and unit.damaged,
    target_about_facing = unit.about_faced or false, target_changing = unit.vulnerable and not unit.about_faced,
    target_stands = not battery and (unit.stands or 1) or nil,
  }
end

return M
