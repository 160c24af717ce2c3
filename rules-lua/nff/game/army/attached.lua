-- Prep 2, MC 5, R82, R136 to R138: batteries that go with a brigade, and where they stand when it is drawn up anew.

option "attached_need_leaders" { false, ruling = "R136",
  doc = "batteries with a brigade move only in the radius of a leader of theirs, as others do" }
option "attached_stay_behind" { false, ruling = "R138", doc = "batteries do not retreat with their brigade" }

local inches <const> = use "game/army/inches"

local M <const> = {}

---@return string[]
function M.batteries(view, id)
  return lists.ids(view:present(view:unit(id).side), function(one)
    return one.attached_to == id and one.arm == "artillery"
  end)
end

--- The company of engineers with a brigade; nil without one.
---@return string?
function M.company(view, id)
  return view:some_unit(view:unit(id).side, function(one) return one.attached_to == id and one.arm == "engineers" end)
end

--- Does a battery stand too far from a brigade to be with it (R136)? Without a place it does.
function M.far(rules, unit, brigade)
  local most = inch(rules.constant.attached_within) + tabletop.TOUCH
  for _, one in ipairs(tabletop.bases(unit)) do
    for _, other in ipairs(tabletop.bases(brigade)) do
      if geometry.gap(one, other) <= most then return false end
    end
  end
  return true
end

--- They as the story tells it: ", with the 1st battery"; nothing without any.
function M.said(view, id)
  local list = M.batteries(view, id)
  return #list > 0 and ", with " .. view:names(list) or ""
end

--- The brigades that engineers or a battery might join, the nearest first.
function M.offers(view, id, unit, offer)
  for other, brigade in view:present(unit.side) do
    local um = brigade.stands and unit.base and view:apart(id, other)
    if um or brigade.stands and view:told() then
      offer { brigade = other, score = 0.5 - (um or 0) / inch(100), text = um and inches.said(um) .. " away" }
    end
  end
end

--- Engineers or a battery join a brigade.
function M.join(play, cmd, cite)
  play:set(play:unit(cmd.unit), "attached_to", cmd.brigade)
  play:tell("joins_brigade", { unit = cmd.unit, brigade = cmd.brigade, cite = cite })
end

--- They are with it no more.
---@param why string? in the story's words
function M.part(play, id, cite, why)
  local unit = play:unit(id)
  play:tell("leaves_brigade", { unit = id, brigade = unit.attached_to, say = why or "", cite = cite })
  play:set(unit, "attached_to", nil)
end

--- All batteries of a brigade leave it: it charges, or is no more.
function M.part_all(play, id, why)
  for _, other in ipairs(M.batteries(play, id)) do M.part(play, other, "R138", why) end
end

--- Where the batteries of a brigade come to stand that is drawn up anew, the middle of its front where it was: those
--- beside it as far from its end as before, those behind it as far from its rear (R137).
---@return { id: string, base: table }[]
function M.places(view, id, to)
  local from, list = view:unit(id).base, {}
  for _, other in ipairs(from and M.batteries(view, id) or {}) do
    local base = view:unit(other).base
    local aside = tabletop.along(from, (from.facing + deg(90)) % 360000, base)
    local ahead = tabletop.along(from, from.facing, base) - from.depth // 2
    if math.abs(aside) > from.width // 2 then
      aside = aside + (to.width - from.width) // (aside < 0 and -2 or 2)
    elseif ahead < -from.depth // 2 then
      ahead = ahead + from.depth - to.depth
    end
    local at = tabletop.slid(tabletop.slid(to, to.depth // 2 + ahead), aside, deg(90))
    list[#list + 1] = { id = other, base = tabletop.base_at(base, at) }
  end
  return list
end

--- They go there, each if it has room.
function M.close_up(play, places)
  for _, one in ipairs(places) do
    if not play:room(one.id, one.base, { near = false }) then play:set_down(one.id, one.base) end
  end
end

return M
