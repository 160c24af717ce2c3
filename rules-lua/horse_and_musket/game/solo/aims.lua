-- 4.8: where a solo brigade's units want to stand: by its stance, its place in the line, and what has become of it.

local attack <const> = use "game/solo/attack"
local hold <const> = use "game/solo/hold"
local see <const> = use "game/solo/view"

local M <const> = {}

local function short_of(mind) return mm(mind.rules.tables.sticks("short", "length_mm")) end

--- After another brigade, no nearer than that.
local function follow(mind, id, other, distance, why)
  local _, um = mind:nearest(id, other.units)
  if not um or um <= distance then return nil end
  return { point = see.middle(mind, other), stop = distance, follows = true, why = why }
end

--- A reserve behind the nearest aggressive brigade, at a long; with none before it, it attacks itself.
local function behind_attackers(mind, id)
  local brigade = see.brigade_of(mind, id)
  local other = see.nearest_brigade(mind, brigade, see.brigades(mind, mind.side), function(one)
    return one.stance == "aggressive" and one.formation.place ~= "reserve"
  end)
  if not other then return attack.aim(mind, id) end
  local long = mm(mind.rules.tables.sticks("long", "length_mm"))
  return follow(mind, id, other, long, "in reserve behind the attack")
end

--- A beaten brigade goes to the one whose support it looks for; beside it, it does as that does.
local function seek(mind, id)
  local brigade = see.brigade_of(mind, id)
  local other = see.brigades(mind, mind.side).by_id[brigade.formation.seeks]
  if not other or #other.units == 0 then return nil end
  return follow(mind, id, other, short_of(mind), "to the support of another")
end

--- Where a unit of a brigade wants to be; nil: where it is.
function M.of(mind, id, brigade)
  local formation = brigade.formation
  local sought = formation.seeks and seek(mind, id)
  if sought then return sought end
  if brigade.stance == "aggressive" then
    if formation.place == "reserve" then return behind_attackers(mind, id) end
    return attack.aim(mind, id)
  end
  if brigade.stance == "cautious" and formation.place ~= "reserve" then return hold.level(mind, id) end
  return hold.aim(mind, id, short_of(mind))
end

--- A town or fieldworks that a unit could hold, as near as its stance lets it go.
function M.works(mind, id, brigade)
  return hold.works_near(mind, id, brigade.stance == "cautious" and see.rate(mind, id) or short_of(mind))
end

--- An objective near enough to be taken; and the one that a unit alone holds.
M.objective, M.anchor = hold.objective, hold.anchor

return M
