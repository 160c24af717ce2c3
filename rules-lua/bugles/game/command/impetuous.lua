-- Command Quality, R29: a group that must advance goes at the nearest enemy; R47: fanatics who have lost their chief.

local charges <const>, groups <const> = use("game/combat/charges", "game/command/groups")
local morale <const>, motion <const>, units <const> = use("game/army/morale", "game/movement/motion", "game/army/units")

local M <const> = {}

--- Must this group advance?
function M.bound(view, group) return group ~= nil and view:formation(group).must_advance or false end

--- How near a group is to any enemy; nil where nothing is measured.
local function nearness(view, group)
  local function away(id) return select(2, view:nearest_unit(id, view:other(view:unit(id).side))) end
  return select(2, lists.least(units.group_units(view, group), away))
end

--- R203: a side that nominates nobody after an impetuous die: its group that is nearest to an enemy advances.
function M.nominate(play, about)
  if not about.impetuous then return end
  local function away(id) return nearness(play, id) or math.maxinteger end
  groups.nominate(play, (lists.least(groups.waiting(play, about.side), away)))
end

--- Every stand of the group that can goes straight at the nearest enemy with all its movement, one after another; one
--- that would come too near must charge.
function M.advance(play, about)
  local group = groups.acting(play, about.side)
  if not about.advancing then
    play:tell("must_advance", { formation = group, cite = "Command Quality, R29" })
    play:set(about, "advancing", units.group_units(play, group))
  end
  if #about.advancing == 0 then return play:forget(about, { "advancing" }) end
  local id = play:remove(about.advancing, 1)
  local unit = play:unit(id)
  if tabletop.present(unit) and not morale.under_halt(play, unit) and not motion.refuse(play, id) then
    motion.advance(play, id, nil, charges.order)
  end
  return "advance"
end

--- Fanatics who had to charge have done so.
function M.unbind(play, about) play:set(play.state.sides[about.side], "fanatics_bound", nil) end

return M
