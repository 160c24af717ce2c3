-- 4.2.7, 4.2.8, C.3a: where a unit may stand, and turn: who and what keeps it from there.

local army <const> = use "game/army/units"
local rates <const> = use "game/movement/rates"
local terrain <const> = use "game/movement/terrain"

local function but(id)
  return { kind = "base", without = { "general", "gone" }, except = { id } }
end

--- The ground under a base where the unit may not stand: a river off its crossings, what it does not enter.
--- For measured facts, which have a field.
local function barred_by(view, field, unit, base, but_area)
  for _, id in ipairs(#view.state.order.areas > 0 and terrain.under(field, base) or {}) do
    local area = view.state.areas[id]
    local kind = area.terrain
    local bars = kind == "river" or kind == "impassable" or kind == "town" or kind == "fieldworks"
      or kind == "woods" and not rates.may_enter(view, unit, "woods")
    if bars and id ~= but_area and terrain.stands_off(view, field, base, id)
      and not (unit.base and terrain.stands_off(view, field, unit.base, id)) then
      return id
    end
  end
end

--- Why a unit may not stand on a base: { by, kind, margin in micrometres below 0 }; nil when it may.
local function wrong_place(view, field, id, base, but_area, but_enemy)
  local unit = view:unit(id)
  local over = tabletop.overhang(view, base)
  if over > tabletop.TOUCH and not (unit.base and over <= tabletop.overhang(view, unit.base)) then
    return { kind = "edge", margin = -over }
  end
  for _, near in ipairs(field:within(base, tabletop.TOUCHING, but(id))) do
    local other = view.state.units[near.id]
    local contact = geometry.contact(base, other.base)
    if contact.state == "overlapping" then return { kind = "body", by = near.id, margin = contact.margin } end
    local met = unit.base and geometry.distance(unit.base, other.base).distance <= tabletop.TOUCHING
    if other.side ~= unit.side and not met and near.id ~= but_enemy then
      return { kind = "enemy", by = near.id, margin = near.distance - tabletop.TOUCHING }
    end
  end
  local area = barred_by(view, field, unit, base, but_area)
  if area then return { kind = "ground", by = area } end
end

fact "room" {
  ask = "Is there room for {1} to stand so?",
  flag "room" {},
  suggest = function() return true end,
  measured = function(view, field, id, base, but_area, but_enemy)
    local wrong = wrong_place(view, field, id, base, but_area, but_enemy)
    return wrong == nil, wrong
  end,
}

fact "swing" {
  ask = "How far can {1} turn, in thousandths of a degree, before it runs into somebody?",
  int "angle" { 0 },
  measured = function(_, field, id, base, angle)
    local first = field:first(tabletop.inside(base), { pivot = angle }, but(id))
    return first.free, first.id
  end,
}

fact "off_crossing" {
  ask = "Does {1} stand in {2} off any ford or bridge?",
  flag "off" {},
  measured = function(view, field, id, area_id, base)
    return terrain.stands_off(view, field, base or view:unit(id).base, area_id)
  end,
}

local M <const> = { barred_by = barred_by }

--- Does a base that stands in a river do so off its crossings?
function M.off_crossing(view, id, base, area_id) return (view:fact("off_crossing", id, area_id, base)) end

--- Why a unit may not stand on a base; nil when it may. In a told game the players see to that.
---@param but_area string? ground that it may stand in
---@param but_enemy string? an enemy that it may touch
function M.wrong_place(view, id, base, but_area, but_enemy)
  if army.told(view) then return nil end
  local _, wrong = view:fact("room", id, base, but_area or but_enemy and "", but_enemy)
  return wrong
end

--- How far a base may swing on its centre of so much, and who stops it.
function M.swing(view, id, base, angle)
  return view:fact("swing", id, base, angle)
end

return M
