-- R87, R95, R172, R179: who is hand to hand with whom.
--
-- A stand that has come into contact keeps whom it met, the charged stand first: met = { { target, skirmish } … }. A
-- pair stays there until the two part. `skirmish`: it closed by ordinary movement (R95). `fights`: the enemy with whom
-- a stand has fought a round that decided nothing, and fights on.
local M <const> = {}

local function there(view, id)
  local unit = view.state.units[id]
  return unit ~= nil and tabletop.present(unit)
end

--- All pairs in contact: of each stand that met enemies, in the order of the roster.
---@return { unit: string, target: string, skirmish: boolean? }[]
function M.all(view)
  local found = {}
  for id, unit in view:present() do
    for _, met in ipairs(unit.met or {}) do
      if there(view, met.target) then
        found[#found + 1] = { unit = id, target = met.target, skirmish = met.skirmish }
      end
    end
  end
  return found
end

--- The enemies with whom a stand is in contact.
---@return string[]
function M.with(view, id)
  local ids, own = {}, view.state.units[id]
  for _, met in ipairs(own and own.met or {}) do
    if there(view, met.target) then ids[#ids + 1] = met.target end
  end
  for other, unit in view:present(view:other(own.side)) do
    for _, met in ipairs(unit.met or {}) do
      if met.target == id and not lists.has(ids, other) then ids[#ids + 1] = other end
    end
  end
  return ids
end

--- Is a stand in contact with an enemy?
function M.engaged(view, id) return tabletop.present(view:unit(id)) and #M.with(view, id) > 0 end

--- The pair of two stands, whoever of them came to the other.
function M.pair(view, one, other)
  for _, met in ipairs(view:unit(one).met or {}) do
    if met.target == other then return met end
  end
  for _, met in ipairs(view:unit(other).met or {}) do
    if met.target == one then return met end
  end
end

--- A stand has come into contact with an enemy.
---@param skirmish boolean? by ordinary movement
function M.meet(play, id, target, skirmish)
  local unit = play:unit(id)
  if M.pair(play, id, target) then return end
  local met = { target = target, skirmish = skirmish or nil }
  if unit.met then play:append(unit.met, met) else play:set(unit, "met", { met }) end
end

local function part(play, id, target)
  local unit = play:unit(id)
  for i, met in ipairs(unit.met or {}) do
    if met.target == target then
      play:remove(unit.met, i)
      break
    end
  end
  if unit.met and #unit.met == 0 then play:set(unit, "met", nil) end
  if unit.fights == target then play:set(unit, "fights", nil) end
end

--- Two stands are hand to hand no longer.
function M.part(play, one, other)
  part(play, one, other)
  part(play, other, one)
end

--- Loose figures have been lost: their stand fights nobody whom it does not touch any more (R95).
function M.come_apart(play, id)
  for _, foe in ipairs(play:unit(id).bases and M.with(play, id) or {}) do
    if play:apart(id, foe) > tabletop.TOUCHING then M.part(play, id, foe) end
  end
end

--- A stand has gone, or gone back: it is hand to hand with nobody.
function M.dissolve(play, id)
  for other in play:units(play:other(play:unit(id).side)) do M.part(play, id, other) end
  play:forget(play:unit(id), { "met", "fights" })
end

--- Do two stands touch along an edge, not at a corner alone (R266)? `base`: where the first would stand.
function M.by_edge(view, id, other, base)
  for _, one in ipairs(view:bases(id, base)) do
    for _, body in ipairs(view:bases(other)) do
      local shared = geometry.frontage(one, geometry.met(one, body).face, body).length
      if shared > tabletop.TOUCHING and geometry.gap(one, body) <= tabletop.TOUCHING then return true end
    end
  end
  return false
end

fact "touched" {
  ask = "Which other enemies does {1} touch, apart from {2}?",
  units "enemies" { "enemy", default = {} },
  check = function(view, enemies, _, target)
    for _, one in ipairs(enemies) do
      if one == target or not tabletop.present(view:unit(one)) then
        return refuse("enemies", ("must be others on the table, got %s"):format(one))
      end
    end
  end,
  measured = function(view, _, id, target)
    return view:touched(id, {
      of = "enemies", except = target, within = tabletop.TOUCHING,
      counts = function(enemy, other) return tabletop.present(enemy) and M.by_edge(view, id, other) end,
    })
  end,
}

--- May that stand close with an enemy by ordinary movement: skirmishers with skirmishers or a disordered stand (R95)?
function M.may_close(view, id, target)
  local enemy = view:unit(target)
  return view:unit(id).drill == "skirmish" and enemy.arm ~= "sniper"
    and (enemy.drill == "skirmish" or enemy.disordered ~= nil)
end

--- Skirmishers that have moved are in contact with whom they touch and may fight (R95).
function M.closed(play, id)
  if play:unit(id).drill ~= "skirmish" then return end
  for _, other in ipairs(play:fact("touched", id)) do
    if M.may_close(play, id, other) then M.meet(play, id, other, true) end
  end
end

return M
