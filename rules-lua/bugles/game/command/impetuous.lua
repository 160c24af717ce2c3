-- Command Quality, R29: a group that must advance goes at the nearest enemy; R47: fanatics who have lost their chief.

local motion <const> = use "game/movement/motion"
local units <const> = use "game/army/units"

story { must_advance = "{formation} [advances] of [its] own accord." }

local M <const> = {}

--- Must this group advance?
function M.bound(view, group)
  return group ~= nil and view:formation(group).must_advance or false
end

--- Every stand of the group that can goes straight at the nearest enemy with all its movement; one that would come too
--- near must charge.
function M.advance(play, group)
  play:tell("must_advance", { formation = group, cite = "Command Quality R29" })
  for _, id in ipairs(units.group_units(play, group)) do
    if tabletop.present(play:unit(id)) and not motion.refuse(play, id) then motion.advance(play, id) end
  end
end

--- Fanatics who had to charge have done so.
function M.unbind(play, about) play:set(play.state.sides[about.side], "fanatics_bound", nil) end

return M
