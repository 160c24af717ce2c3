-- Removing Casualties, and what follows from it (4.4): crews hit, stands destroyed, deserters, stand morale, the halt,
-- leaders in danger. Each link of the chain is a part, `fire_losses.stand_morale`, in the order of the text.

local contact <const>, leaders <const> = use("game/combat/contact", "game/command/leaders")
local units <const> = use "game/army/units"

local M <const> = {}

--- A stand that was hidden is seen by all from now on.
function M.reveal(play, id)
  if not play:unit(id).hidden then return end
  play:set(play:unit(id), "hidden", nil)
  play:tell("revealed", { unit = id, cite = "Ambush, Snipers" })
end

--- Takes figures off a stand, loose ones base by base; one without figures stays where it is until it is taken off.
---@return integer taken
function M.figures(play, id, n)
  local unit = play:unit(id)
  local taken = math.min(n, unit.figures)
  if taken == 0 then return 0 end
  play:set(unit, "figures", unit.figures - taken)
  if (unit.non_gunners or 0) > unit.figures then play:set(unit, "non_gunners", unit.figures) end
  for _ = 1, unit.bases and math.min(taken, #unit.bases - 1) or 0 do play:lose_base(id, #unit.bases) end
  if unit.bases then contact.come_apart(play, id) end
  return taken
end

--- What is no longer true of a stand that is gone.
local OVER <const> = { "charged", "disordered", "halted", "hidden", "became_halted" }

--- Takes a stand off the table: whoever fought it fights it no more, and its leaders go to others.
local function off(play, id)
  leaders.bereft(play, id)
  contact.dissolve(play, id)
  play:take_off(id, { clears = OVER })
end

--- Carts that only this stand, which flees, escorted (R23).
local function unescorted(play, id)
  local carts = {}
  for _, other in ipairs(units.in_contact_friends(play, id)) do
    local escorted = play:unit(other).arm ~= "wagon" or lists.find(units.in_contact_friends(play, other), function(one)
      return one ~= id and play:unit(one).arm ~= "wagon"
    end)
    carts[#carts + 1] = not escorted and other or nil
  end
  return carts
end

--- A stand flees from the field (R8); a crew leaves its gun.
---@param key string? the story's line
---@param with table? what fills it, and its clause
function M.flee(play, id, key, with)
  local unit = play:unit(id)
  if not tabletop.present(unit) then return end
  local carts = play:told() and {} or unescorted(play, id)
  with = with or { cite = "R8" }
  with.unit = id
  play:tell(key or "flees", with)
  if units.crewed(unit) or unit.arm == "wagon" then
    if key ~= "abandoned" then play:tell("abandoned", { unit = id, cite = "Stand Morale" }) end
    play:set(unit, "abandoned", true)
  end
  off(play, id)
  for _, cart in ipairs(carts) do M.flee(play, cart, "abandoned", { cite = "R23" }) end
end

--- Deserters from those who touch stands that were destroyed just now (Desertion).
---@param neighbours table<string, string[]> by the id of a stand: the classes of those destroyed
---@return string[] ids of those who lost figures
local function desert(play, neighbours)
  local ids, lost = {}, {}
  for id in next, neighbours do ids[#ids + 1] = id end
  table.sort(ids)
  for _, id in ipairs(ids) do
    local unit = play:unit(id)
    if tabletop.present(unit) and units.counts(unit) then
      local result = play:resolve_of("morale.desertion", id, { destroyed_neighbours = neighbours[id] })
      local gone = M.figures(play, id, result.deserters)
      if gone > 0 then
        play:tell("deserters", { unit = id, say = counted(gone, "figure"), cite = "Desertion" })
        play:set(unit, "fire_loss", (unit.fire_loss or 0) + gone)
        lost[#lost + 1] = id
      end
      if unit.figures == 0 then off(play, id) end
    end
  end
  return lost
end

--- Notes those who touch a stand that is about to go, and takes it off.
local function destroy(play, id, with)
  local class, counts = play:unit(id).class, units.counts(play:unit(id))
  for _, other in ipairs(counts and units.in_contact_friends(play, id) or {}) do
    local list = with.neighbours[other] or {}
    list[#list + 1], with.neighbours[other] = class, list
  end
  off(play, id)
end

--- The name of a crew's kind to morale: a stand, gun, machine gun or wagon.
local function kind_of(unit) return (units.crewed(unit) or unit.arm == "wagon") and unit.arm or "stand" end

--- Stand Morale, once a player turn, when half of the figures it had are gone to fire and desertion (R183).
local function stand_morale(play, id)
  local unit = play:unit(id)
  local due = tabletop.present(unit) and units.counts(unit) and not unit.morale_tested and (unit.fire_loss or 0) > 0
  if not due then return end
  local start = math.max(unit.figures_at_start or unit.figures, unit.fire_loss)
  local result = play:resolve_of("morale.stand", id, {
    unit = kind_of(unit), figures_at_turn_start = start, figures_lost = unit.fire_loss,
  })
  if not result.test_required then return end
  play:set(unit, "morale_tested", true)
  local with = { unit = id, score = result.score, need = result.fail_on, cite = "Stand Morale" }
  if result.flees then return M.flee(play, id, "stand_flees", with) end
  play:tell("stand_stands", with)
end

--- Stand Morale: a stand with too few figures left halts, and does so for good while it has no more.
---@param in_melee boolean? then it must withdraw
function M.halt(play, id, in_melee)
  local unit = play:unit(id)
  if not tabletop.present(unit) or not units.counts(unit) or unit.figures == 0 then return end
  local most = math.max(unit.original_figures, unit.figures)
  local result = play:ask_of("morale.halt", id, { original_figures = most })
  if result.halted == (unit.halted or false) then return end
  play:set(unit, "halted", result.halted or nil)
  if not result.halted then return end
  if in_melee then play:set(unit, "became_halted", true) end
  play:tell("stand_halts", { unit = id, say = counted(unit.figures, "figure"), cite = "Stand Morale, R182" })
end

-- ---- fire -----------------------------------------------------------------------------------------------------------

--- What the parts share: whom they hit, what these lost, with which groups and leaders, and whom they touched.
local function prepare(with)
  for _, key in ipairs { "leaders", "fell", "groups", "victims", "crew", "lost", "wrecked", "neighbours" } do
    with[key] = {}
  end
end

--- The losses of one act of fire, as house rules leave them; hidden stands that are hit are seen.
local function take_figures(play, about, with)
  prepare(with)
  for _, loss in ipairs(about.losses) do
    local unit = play:unit(loss.id)
    local lost = tabletop.present(unit) and math.min(play:lose(loss.id, loss.lost), unit.figures) or 0
    if lost > 0 then
      M.reveal(play, loss.id)
      if not with.leaders[unit.formation] then
        with.leaders[unit.formation], with.fell[unit.formation] = leaders.with_group(play, unit.formation), 0
        with.groups[#with.groups + 1] = unit.formation
      end
      with.fell[unit.formation] = with.fell[unit.formation] + lost
      with.victims[#with.victims + 1], with.crew[loss.id], with.lost[loss.id] = loss.id, unit.figures, lost
      play:tell("figures_lost", { unit = loss.id, say = counted(lost, "figure"), cite = about.how.cite })
      play:set(unit, "fire_loss", (unit.fire_loss or 0) + lost)
      if not units.crewed(unit) then M.figures(play, loss.id, lost) end
    end
  end
  table.sort(with.victims)
end

--- Hits on Artillery: the crew's losses, and direct hits of other guns.
local function hit_guns(play, about, with)
  local battery = about.how.counter_battery or false
  for _, id in ipairs(with.victims) do
    local unit = play:unit(id)
    if units.crewed(unit) then
      local result = play:resolve("artillery.hit_on_gun", play:question("artillery.hit_on_gun", id, {
        crew = with.crew[id], hits = with.lost[id], counter_battery = battery,
        elite_firers = battery and about.how.elite_firers or nil,
      }), { [""] = about.how.by or id }, id)
      if result.destroyed then
        play:tell("gun_destroyed", { unit = id, roll = play:dice(), cite = "Hits on Artillery" })
        with.wrecked[id] = true
      end
      M.figures(play, id, unit.figures - result.crew_left)
    end
  end
end

local function take_off_destroyed(play, _, with)
  for _, id in ipairs(with.victims) do
    if play:unit(id).figures == 0 or with.wrecked[id] then
      if not with.wrecked[id] then play:tell("stand_destroyed", { unit = id, cite = "Removing Casualties" }) end
      destroy(play, id, with)
    end
  end
end

local function deserters(play, _, with)
  for _, id in ipairs(desert(play, with.neighbours)) do
    if not lists.has(with.victims, id) then with.victims[#with.victims + 1] = id end
  end
  table.sort(with.victims)
end

--- Danger to Leaders: those with a group that has lost figures, once for each act of fire (R38).
local function endanger(play, _, with)
  for _, group in ipairs(with.groups) do
    for _, id in ipairs(with.leaders[group]) do
      if play:fit(id) then
        local result = play:resolve_of("leader.fire_danger", id, { casualties = with.fell[group] })
        if result.fallen then
          play:tell("leader_falls", { leader = id, roll = play:dice(), cite = "Danger to Leaders" })
          leaders.fallen(play, id)
        end
      end
    end
  end
end

local function each_victim(fn)
  return function(play, _, with)
    for _, id in ipairs(with.victims) do fn(play, id) end
  end
end

parts "fire_losses" {
  doc = "What one act of fire does to those it hits (4.4).",
  part "figures" { cite = "Removing Casualties", doc = "figures are taken off", run = take_figures },
  part "guns" { cite = "Hits on Artillery", doc = "crews lose figures, guns may be destroyed", run = hit_guns },
  part "destroyed" { doc = "stands without figures are gone", run = take_off_destroyed },
  part "desertion" { cite = "Desertion", doc = "those who touch them lose deserters", run = deserters },
  part "stand_morale" {
    cite = "Stand Morale", doc = "those who lost half of their figures test", run = each_victim(stand_morale),
  },
  part "halt" { cite = "Stand Morale", doc = "those with few figures left halt", run = each_victim(M.halt) },
  part "leaders" { cite = "Danger to Leaders", doc = "leaders with their groups are in danger", run = endanger },
}

--- One act of fire, with all that follows.
---@param losses { id: string, lost: integer }[]
---@param how { by: string?, counter_battery: boolean?, elite_firers: boolean?, cite: string? }
function M.fire_losses(play, losses, how) play:carry_out("fire_losses", { losses = losses, how = how or {} }) end

-- ---- melee and other ends -------------------------------------------------------------------------------------------

parts "stand_destroyed" {
  doc = "A stand is destroyed at once: in melee, caught, or ridden down (4.4).",
  part "removal" {
    doc = "it is gone",
    run = function(play, about, with)
      prepare(with)
      M.reveal(play, about.unit)
      play:tell("stand_destroyed", { unit = about.unit, cite = about.cite })
      destroy(play, about.unit, with)
    end,
  },
  part "desertion" { cite = "Desertion", doc = "those who touch it lose deserters", run = deserters },
  part "stand_morale" { cite = "Stand Morale", doc = "deserted stands test", run = each_victim(stand_morale) },
  part "halt" { cite = "Stand Morale", doc = "and may halt", run = each_victim(M.halt) },
}

--- Destroys a stand.
---@param cite string?
function M.destroy(play, id, cite)
  if not tabletop.present(play:unit(id)) then return end
  play:carry_out("stand_destroyed", { unit = id, cite = cite or "Resolving Melees" })
end

--- A stand loses figures in melee: with none left it is destroyed, else it may halt (R180).
---@param by string? the enemy stand
function M.melee_losses(play, id, lost, by)
  local unit = play:unit(id)
  local taken = M.figures(play, id, play:lose(id, lost))
  if taken == 0 then return end
  local key = by and "figures_lost_to" or "figures_lost"
  play:tell(key, { unit = id, target = by, say = counted(taken, "figure"), cite = "Resolving Melees" })
  if unit.figures == 0 then return M.destroy(play, id) end
  M.halt(play, id, true)
end

return M
