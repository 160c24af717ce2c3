-- RM 2, RM 3, R23, R83: the tactical and the reserve zone, of a unit where it stands and along its way.

local inches <const>, units <const> = use("game/army/inches", "game/army/units")

local M <const> = {}

--- How near a counted enemy makes the tactical zone.
local function reach(view) return inch(view.rules.constant.reserve_zone_beyond) end

--- What reserve.zone is asked of a unit: the enemies that are near enough to matter.
local function enemies(view, id)
  local list = {}
  for i, one in ipairs(view:near(id, { of = "enemies", within = reach(view) + inch(1) })) do
    list[i] = { kind = units.kind(view:unit(one.id)), distance_in = inches.of(one.um) }
  end
  return { enemies = list }
end

measure "reserve.zone" (enemies)

fact "zone" {
  ask = "Is the zone of {1} tactical, with an enemy brigade or battery within {reserve_zone_beyond} in, or reserve?",
  enum "zone" { "tactical", "reserve" },
  suggest = "tactical",
  measured = function(view, _, id) -- known until it, or an enemy, changes
    local unit = view:unit(id)
    local base, form = unit.base, unit.drill or unit.arm
    local at = ("zone %s %d %d %d %d %s"):format(id, base.x, base.y, base.facing, #unit.bases, form)
    return view:while_still(view:other(unit.side), at, function()
      return view:figure("reserve.zone", enemies(view, id), id).zone
    end)
  end,
}

fact "ends_in_zone" {
  ask = "Which zone does the move of {1} end in: tactical or reserve?",
  enum "zone" { "tactical", "reserve" },
  suggest = function(view, id)
    local gone = view:unit(id).zones
    return gone and gone[#gone] or "tactical"
  end,
}

---@return "tactical"|"reserve"
function M.of(view, id) return view:fact("zone", id) end

--- Does such an enemy make a zone at all (R23)?
local function counts(view, id)
  local enemy = { kind = units.kind(view:unit(id)), distance_in = 0 }
  return view:figure("reserve.zone", { enemies = { enemy } }, id).engaged
end

--- The zones of a way that was measured with M.zone_of_way, as far as `um`, in order; the first is where it begins.
---@return string[]
function M.along(view, path, um)
  local spans = {}
  for _, span in ipairs(path.zone) do
    if span.from <= um and counts(view, span.id) then spans[#spans + 1] = { from = span.from, to = span.to } end
  end
  table.sort(spans, function(one, other) return one.from < other.from end)
  local list, at = {}, 0
  for _, span in ipairs(tabletop.union(spans)) do
    if span.from > at or #list == 0 and span.from > 0 then list[#list + 1] = "reserve" end
    list[#list + 1], at = "tactical", span.to
  end
  if #list == 0 or at < um then list[#list + 1] = "reserve" end
  return list
end

--- Zones one after another, neighbours alike only once.
---@return string[]
function M.joined(before, more)
  local list = {}
  for _, zone in ipairs(before or {}) do list[#list + 1] = zone end
  for _, zone in ipairs(more) do
    if list[#list] ~= zone then list[#list + 1] = zone end
  end
  return list
end

--- What reserve.path calls a unit.
local function kind_of(unit)
  local kind = units.kind(unit)
  return (kind == "brigade" or kind == "grand_battery") and kind or "battery" -- R86
end

local ILLEGAL <const> = {
  reenters_tactical_zone = "would go out of the tactical zone and into it again",
  leaves_tactical_zone_again = "would go into the tactical zone and out of it again",
}

--- Why a move through these zones may not be made in this step, or nil. `wheels`: it only wheels, and goes on.
function M.refuse(view, id, zones, wheels)
  local unit = view:unit(id)
  local found = view:ask("reserve.path", { unit = kind_of(unit), zones = zones }, id)
  if not found.legal then return refuse("unit", ILLEGAL[found.reason], "RM 3e") end
  if found.subphase == "reserve" and not unit.used_rm then
    return refuse("unit", "would go into the reserve zone: that is reserve movement, in step 3", "RM 3, TM 1")
  elseif found.subphase == "tactical" and unit.used_rm and not wheels then
    return refuse("unit", "stays in the tactical zone: one move, after any wheels, is to leave it", "RM 1, TM 1, R130")
  end
end

--- How far from enemies a way is looked at for its zones.
M.reach = reach

return M
