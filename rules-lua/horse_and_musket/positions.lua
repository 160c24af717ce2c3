-- R57, R77, R79 to R81: where a charged unit stands, who may stand there, and what fieldworks are worth.

local troops <const> = use "troops"

option "fieldworks_all_round" { false, ruling = "R80",
  doc = "fieldworks protect on every side",
  matters = { areas = { terrain = "fieldworks" }, none = "there are no fieldworks" } }
option "breach_ends_cover" { false, ruling = "R81",
  doc = "breached fieldworks are open ground",
  matters = { areas = { terrain = "fieldworks" }, none = "there are no fieldworks" } }

local M <const> = {}

M.ALL = { "open", "woods", "town", "fieldworks", "cover" }

local MAY_HOLD <const> = {
  town = { infantry = true, says = "infantry" },
  fieldworks = { infantry = true, artillery = true, says = "infantry or artillery" },
  woods = { infantry = true, cavalry = true, says = "infantry or cavalry" },
}

--- The position and whether it is breached, as the rules read them: a breach may make open ground of fieldworks (R81).
function M.read(rules, q)
  if q.position == "fieldworks" and q.breached and rules.option.breach_ends_cover then return "open", false end
  return q.position, q.breached
end

--- Only fieldworks are breached.
function M.refuse_breached(q)
  if q.breached and q.position ~= "fieldworks" then return refuse("breached", "can be said of fieldworks alone") end
end

--- Whether such troops can be inside at all; `key` is the argument that says they are.
function M.refuse_inside(rules, place, troop, key)
  local holds = MAY_HOLD[place]
  if holds and not holds[troops.arm(rules, troop)] then
    return refuse(key, ("cannot be %s for %s: it holds %s"):format(place, plain(troop), holds.says))
  end
end

--- Whether fieldworks count on the face that is met.
function M.works(rules, position, face)
  return position == "fieldworks" and (face == "front" or rules.option.fieldworks_all_round)
end

--- R79: every side of a town is its front, and of fieldworks that protect all round.
function M.counts_as_face(rules, position, face)
  if position == "town" or position == "fieldworks" and rules.option.fieldworks_all_round then return "front" end
  return face
end

return M
