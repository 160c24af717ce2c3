-- 4.8: where a solo brigade's units want to stand: by its stance, its place in the line, and what has become of it.
-- Goals are told in limber.solo.goals; besides, `follows`: to another brigade, for which it may leave its own;
-- `charges`, `face`: to charge its target, and on which face.

local attack <const> = use "game/solo/attack"
local hold <const> = use "game/solo/hold"
local see <const> = use "game/solo/view"

local M <const> = {}

--- After another brigade, no nearer than that.
local function follow(mind, id, other, distance, why)
  local _, um = mind:nearest(id, other.units)
  if not um or um <= distance then return nil end
  return { point = mind:middle(other.units), stop = distance, follows = true, why = why }
end

--- A reserve behind the nearest aggressive brigade, at a long; with none before it, it attacks itself.
local function behind_attackers(mind, id)
  local other = mind:nearest_body(mind:body_of(id), mind:bodies(mind.side), function(one)
    return one.stance == "aggressive" and one.formation.place ~= "reserve"
  end)
  if not other then return attack.goal(mind, id) end
  return follow(mind, id, other, see.stick(mind, "long"), "in reserve behind the attack")
end

--- A beaten brigade goes to the one whose support it looks for; beside it, it does as that does.
local function seek(mind, id, sought)
  local other = mind:bodies(mind.side).by_id[sought]
  if not other or #other.units == 0 then return nil end
  return follow(mind, id, other, see.stick(mind, "short"), "to the support of another")
end

--- Where a unit of a brigade wants to be; nil: where it is.
function M.of(mind, id, brigade)
  local formation = brigade.formation
  local sought = formation.seeks and seek(mind, id, formation.seeks)
  if sought then return sought end
  if brigade.stance == "aggressive" then
    if formation.place == "reserve" then return behind_attackers(mind, id) end
    return attack.goal(mind, id)
  end
  if brigade.stance == "cautious" and formation.place ~= "reserve" then return hold.level(mind, id) end
  return hold.goal(mind, id, see.stick(mind, "short"))
end

--- A town or fieldworks that a unit could hold, as near as its stance lets it go.
function M.works(mind, id, brigade)
  return hold.works_near(mind, id, brigade.stance == "cautious" and see.rate(mind, id) or see.stick(mind, "short"))
end

return M
