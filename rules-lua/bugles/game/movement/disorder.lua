-- Disordered Troops, R80 to R82: what disorders a stand, and when it is in order again.

local terrain <const> = use "game/movement/terrain"

local WHY <const> = {
  failed_passage = "no way through its friends", uncompleted_passage = "standing among friends",
  rough_terrain = "rough ground", charge_missed = "a charge that met nobody", rabble_moved = "rabble on the move",
  failed_face = "a change of face that failed",
}

local M <const> = {}

--- A stand is disordered by one of the causes of the table, where its kind is.
---@param cause string
---@return boolean disordered
function M.add(play, id, cause)
  local unit = play:unit(id)
  local args = { [cause] = true, skirmisher = unit.drill == "skirmish" }
  local found = play:resolve_of("disorder.check", id, args)
  if not found.disordered then return false end
  for _, one in ipairs(found.causes) do
    if not lists.has(unit.disordered or {}, one) then
      play:tell("disordered", { unit = id, why = WHY[one] or plain(one), cite = "Disordered Troops" })
      if unit.disordered then play:append(unit.disordered, one) else play:set(unit, "disordered", { one }) end
    end
  end
  return true
end

fact "reason_persists" {
  ask = "Is {1} still in rough ground, or among friends?",
  flag "persists" {},
  suggest = false,
  measured = function(view, _, id)
    return view:unit(id).drill ~= "skirmish" and terrain.rough_under(view, id) or M.among_friends(view, id)
  end,
}

--- Does a stand overlap a friend?
function M.among_friends(view, id)
  local unit = view:unit(id)
  for _, base in ipairs(view:bases(id)) do
    local filter = { kind = "base", with = { "unit" }, side = unit.side, except = { id } }
    if view:field():overlaps(tabletop.skinned(base, tabletop.ROUNDED), filter) then return true end
  end
  return false
end

--- The causes that a place keeps up.
local STAYS <const> = { rough_terrain = true, uncompleted_passage = true, failed_passage = true }

--- The disordered stands of a side, at a moment of disorder.recover: those whose reason is gone are in order again.
function M.recover(play, side, moment)
  for id, unit in play:present(side) do
    if unit.disordered then
      local placed = lists.find(unit.disordered, function(cause) return STAYS[cause] end) ~= nil
      local found = play:resolve_of("disorder.recover", id, {
        moment = moment, reason_persists = placed and play:fact("reason_persists", id),
      })
      if not found.disordered then
        play:set(unit, "disordered", nil)
        play:tell("in_order", { unit = id, cite = "Disordered Troops, R80" })
      end
    end
  end
end

return M
