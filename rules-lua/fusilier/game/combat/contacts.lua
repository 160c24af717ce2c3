-- 10.0, 10.1: who is in contact with whom this bound.
local army <const> = use "game/army/units"

local M <const> = {}

--- Are they opponents in a combat that goes on?
local function fight_on(unit, enemy) return unit.fighting and enemy.fighting and lists.has(unit.opponents, enemy.id) end

--- As what `combat.eligible` looks at a unit that might fight that enemy; nil: those two do not meet in combat.
--- Skirmishers fight skirmishers (R50), and formed infantry only when they are blocked and stand (R49) or have fought
--- it and held (R105).
local function fights_as(unit, enemy)
  local one, other = unit.drill == "skirmish", enemy.drill == "skirmish"
  if one and other then return "skirmishers" end
  if one or other then
    local stands = fight_on(unit, enemy) or (one and unit or enemy).stands_and_fights
    local on_foot = not army.mounted(unit) and not army.mounted(enemy)
    return stands and on_foot and "infantry" or nil
  end
  return army.mounted(unit) and "cavalry" or "infantry"
end

local function can_fight(unit) return army.stands(unit) and unit.arm ~= "artillery" end

--- May this unit fight that one: near enough, facing it, with no friend between (10.1)? A square faces all round. An
--- enemy in the strip between the two keeps them apart as well: he is the nearer (R73).
local function eligible(view, id, enemy, away)
  local unit, body = view:unit(id), view:unit(enemy)
  local arm = fights_as(unit, body)
  if not arm then return false end
  return view:figure("combat.eligible", view:described({
    arm = arm, rifle = arm == "skirmishers" and unit.rifle or false, move_left_mm = 0,
    distance_mm = geometry.round_mm(away, "up"),
    facing = unit.drill == "square" or (view:faces(id, enemy, army.arc(view))),
    friend_interposes = view:interposed(id, enemy, { arc = army.arc(view), counts = tabletop.present }) ~= nil,
  }, unit, "combat.eligible"), id, enemy).eligible
end

--- How near two units must be for it to be asked whether they fight: as far as any zone reaches.
local function widest_zone(view)
  local most = view.rules.constant.rifle_combat_zone
  if not view.rules.wrapped "combat.eligible" then return most end
  for id, unit in view:units() do most = math.max(most, can_fight(unit) and army.zone(view, id) or 0) end
  return most
end

record "contact" { unit "ours" {}, unit "theirs" {} }

fact "contacts" {
  ask = "Which units fight each other? Pairs within {combat_zone} mm of each other (rifles and skirmishers "
    .. "{rifle_combat_zone} mm; cavalry has closed), one "
    .. "facing the other with no friend between, from side A's left to its right.",
  list "pairs" { "contact", default = {} },
  measured = function(view, _, side)
    return view:contacts(side, {
      within = mm(widest_zone(view)), counts = can_fight,
      meets = function(_, id, enemy, um) return eligible(view, id, enemy, um) or eligible(view, enemy, id, um) end,
    })
  end,
  check = function(view, pairs_told)
    for _, pair in ipairs(pairs_told) do
      local one, other = view:unit(pair.ours), view:unit(pair.theirs)
      if one.side == other.side then
        local text = "hold %s and %s, who are friends: each is a unit and its enemy, as 11 31, 12 32"
        return refuse("pairs", text:format(one.name or pair.ours, other.name or pair.theirs), "10.0")
      end
    end
  end,
  -- Those who fight on, and those who have declared an attack.
  suggest = function(view, side)
    local met = {}
    local function add(id, enemy)
      local unit, other = view:unit(id), view.state.units[enemy]
      if not other or not can_fight(unit) or not can_fight(other) then return end
      if unit.side ~= side then id, enemy = enemy, id end
      local known = lists.find(met, function(pair) return pair.ours == id and pair.theirs == enemy end)
      if not known then met[#met + 1] = { ours = id, theirs = enemy } end
    end
    for id, unit in view:units() do
      for _, enemy in ipairs(unit.fighting and unit.opponents or {}) do add(id, enemy) end
      if unit.target then add(id, unit.target) end
    end
    return met
  end,
}

--- The pairs in contact: `ours` is side A's. What players say wrongly is left out.
---@return { ours: string, theirs: string }[]
function M.found(play)
  local met, side = {}, play.state.order.sides[1]
  for _, pair in ipairs(play:fact("contacts", side)) do
    local a, b = pair.ours, pair.theirs
    if play:unit(a).side ~= side then a, b = b, a end
    local one, other = play:unit(a), play:unit(b)
    if one.side == side and other.side ~= side and can_fight(one) and can_fight(other) then
      met[#met + 1] = { ours = a, theirs = b }
    end
  end
  return met
end

return M
