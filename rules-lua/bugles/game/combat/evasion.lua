-- Skirmishers, Eligibility to Charge, R91 to R94, R160: skirmishers whom a charge reaches evade, or are caught.
local motion <const> = use "game/movement/motion"
local removal <const>, army <const> = use("game/army/removal", "game/army/units")

local M <const> = {}

--- Does it skirmish, so that it may evade?
function M.may(view, id)
  local unit = view:unit(id)
  return unit.drill == "skirmish" and unit.arm ~= "sniper"
end

fact "evasion_blocked" {
  ask = "Does ground, the edge or an enemy bar the way of {1}, who evades {2}?", flag "blocked" {}, suggest = false,
}

fact "skirmish_group" {
  ask = "Which other skirmishing stands does {1} touch, directly or through others?",
  units "friends" { "own", default = {} },
  measured = function(view, _, id)
    local others = lists.ids(view:present(view:unit(id).side), function(unit, other)
      return other ~= id and M.may(view, other) and not unit.hidden
    end)
    local found = view:together({ id, table.unpack(others) }, tabletop.TOUCHING)
    table.remove(found, 1)
    return found
  end,
}

--- What `skirmish.evade` is asked of a skirmish group.
function M.question(view, about, blocked)
  local unit, charger = view:unit(about.target), view:unit(about.unit)
  local disordered = charger.disordered ~= nil or about.roll.rough or charger.rabble or false
  return view:question("skirmish.evade", about.target, {
    skirmisher = army.mode(unit), charger = army.mode(charger), charge_distance_mm = about.mm,
    light_infantry = unit.arm ~= "mounted" and unit.class == "a" and unit.light_infantry or false,
    blocked = blocked or false, charger_disordered = disordered,
  })
end

--- Must they evade? Mounted skirmishers always do, before chargers on foot.
function M.always(view, about)
  return view:unit(about.target).arm == "mounted" and view:unit(about.unit).arm ~= "mounted"
end

--- They try: about.evading lists those that get away, about.caught is the answer where they do not.
function M.try(play, about)
  local group = { about.target, table.unpack(play:fact("skirmish_group", about.target)) }
  local blocked = play:told() and play:fact("evasion_blocked", about.target, about.unit) or false
  local result = play:resolve("skirmish.evade", M.question(play, about, blocked), about.target, about.unit)
  local key = result.evades and (result.automatic and "evades_freely" or "evades") or blocked and "blocked" or "caught"
  play:tell(key, { unit = about.target, need = result.needed, roll = result.score, cite = "Skirmishers" })
  if result.evades then
    local evading = about.evading or {}
    play:set(about, "evading", table.move(group, 1, #group, #evading + 1, table.move(evading, 1, #evading, 1, {})))
    play:set(about, "gap_mm", result.gap_mm)
  elseif blocked then
    removal.destroy(play, about.target, "Eligibility to Charge")
  end
  return result
end

--- How far an evader must go along a bearing to be `gap` clear of the charger.
local function clear_by(view, id, charger, bearing, gap)
  local unit = view:unit(id)
  local angle, base = geometry.turn(unit.base.facing, bearing), charger.base
  local um = math.max(0, (base.depth + unit.base.depth) // 2 - tabletop.along(base, bearing, unit.base))
  for _ = 1, 30 do
    local short = gap - view:apart(view:bases(id, tabletop.slid(unit.base, um, angle)), base)
    if short <= 0 then return um end
    um = um + short
  end
  return um
end

--- An evader stands clear of the charger, on the far side of it, after its move; it is lost where that is barred.
local function place(play, id, about)
  local charger = play:unit(about.unit)
  local bearing, gap = charger.base.facing, mm(about.gap_mm)
  local um = clear_by(play, id, charger, bearing, gap)
  local way = play:way_back(id, { bearing = bearing, um = um, beyond = um, meets = true, passed = { about.unit } })
  local there, by = play:comes_to(way, um, { room = "beyond" })
  if by and by.kind == "enemy" then removal.reveal(play, by.id) end
  if by or there < um then
    play:tell("blocked", { unit = id, cite = "Eligibility to Charge" })
    return removal.destroy(play, id, "Eligibility to Charge")
  end
  play:go_back(way, there)
  motion.come_near(play, id)
  local clear = geometry.round_mm(play:apart(id, about.unit), "down")
  play:tell("evaded_to", { unit = id, target = about.unit, distance = clear, cite = "Skirmishers, R160" })
end

--- Those that have evaded are placed after the charger's move, the farthest first.
function M.placed(play, about)
  local list = table.move(about.evading, 1, #about.evading, 1, {})
  play:forget(about, { "evading" })
  if play:told() then return end
  local away = {}
  for _, id in ipairs(list) do away[id] = -play:apart(id, about.unit) end
  for _, id in ipairs(lists.least_first(list, away)) do place(play, id, about) end
end

return M
