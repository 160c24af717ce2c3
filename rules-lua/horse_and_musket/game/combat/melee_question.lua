-- 6.3 to 6.6, R43, R57, R64 to R69: what two units hand to hand fight over and with, as `melee.resolve` wants it.
--
-- Everything can be asked of two units as they would stand after a charge: `at` = { charger = base, charged = base,
-- um = how far the charger has come }; without it they are where they are.
local army <const>, charge_way <const> = use("game/army/units", "game/combat/charge_way")
local ground <const>, paths <const> = use("game/movement/ground", "game/fire/paths")

local M <const> = {}

--- Ground in which no charge has its bonus (R66); woods and towns are told by where the charged unit stands.
local ROUGH <const> = { crops = true }
--- Who defends their bank, or a crossing (6.6.8).
local WATER <const> = { river = true, ford = true, bridge = true }

local LINES <const> = { kind = "line" }

--- Does any part of a base, or a point, lie on such ground?
local function lies_on(view, at, kinds)
  for _, id in ipairs(at.width and view:under(at) or view:field():under(at)) do
    if kinds[view.state.areas[id].terrain] then return true end
  end
  return false
end

--- Does a base stand in crops, or across a hedge, fence or wall?
local function in_rough(view, base)
  return lies_on(view, base, ROUGH) or #view:field():within(tabletop.inside(base), 0, LINES) > 0
end

--- Does the charged unit touch a hedge, fence or wall that the charge crosses (R43)?
local function lined(field, charger, charged, um)
  local crossed = {}
  local from, way = tabletop.slid(charger, -um), { slide = um + tabletop.TOUCHING, angle = 0 }
  for _, span in ipairs(field:met(from, way, LINES)) do crossed[span.id] = true end
  for _, near in ipairs(next(crossed) and field:within(charged, tabletop.TOUCHING, LINES) or {}) do
    if crossed[near.id] then return true end
  end
  return false
end

local function level(field, base) return field:ground { x = base.x, y = base.y } end

fact "melee_terms" {
  ask = "{1} has charged {2}. Which of these are so: difficult (either in or across crops, a hedge or fence), cover "
    .. "({2} touches a hedge, fence or wall that the charge crosses), charger_higher, charged_higher, river (it is "
    .. "crossing a river, ford or bridge to the front of {2})?",
  list "terms" { of = enum "term" { "difficult", "cover", "charger_higher", "charged_higher", "river" }, default = {} },
  check = function(_, value)
    local said = {}
    for _, one in ipairs(value) do said[one] = true end
    if said.charger_higher and said.charged_higher then
      return refuse("terms", "cannot hold both charger_higher and charged_higher")
    end
  end,
  measured = function(view, field, _, _, charger, charged, um)
    local terms = {}
    if in_rough(view, charger) or in_rough(view, charged) then terms[1] = "difficult" end
    if lined(field, charger, charged, um) then terms[#terms + 1] = "cover" end
    local by = level(field, charger) - level(field, charged)
    if by ~= 0 then terms[#terms + 1] = by > 0 and "charger_higher" or "charged_higher" end
    local on_bank = not lies_on(view, { x = charged.x, y = charged.y }, WATER)
    if on_bank and lies_on(view, charger, WATER) then terms[#terms + 1] = "river" end
    return terms
  end,
}

local SIDES <const> = { front = "front", left = "left_flank", right = "right_flank", rear = "rear" }

--- Is a unit in contact with an enemy, by a charge or not?
local function in_contact(view, id) return view:engaged(id) or #view:touched(id, { of = "enemies" }) > 0 end

fact "supporters" {
  ask = "Which friends, foot or horse, and not in contact with an enemy, are within {support_radius} mm of a flank or "
    .. "the rear of {1}?",
  units "friends" { "own", default = {} },
  check = function(view, friends, id)
    for _, friend in ipairs(friends) do
      if friend == id then return refuse("friends", ("must be others than %s"):format(view:called(id)), "6.6.11") end
    end
  end,
  measured = function(view, _, id, base)
    local ids, friends = {}, {}
    local within = mm(view.rules.constant.support_radius)
    for i, near in ipairs(view:supporters(id, { within = within, base = base, counts = army.fighter })) do
      ids[i] = near.id
      friends[i] = view:question("friend", near.id, {
        side = SIDES[near.face], distance_mm = geometry.round_mm(near.um, "up"),
        fighting = in_contact(view, near.id),
      })
    end
    return ids, friends
  end,
}

--- Friends as `melee.supports` takes them; those that players name are as they say.
local function friends_of(view, id, base)
  local ids, friends = view:fact("supporters", id, base)
  if friends then return friends end
  friends = {}
  for i, friend in ipairs(ids) do
    friends[i] = view:question("friend", friend, { side = "rear", distance_mm = 0, fighting = false })
  end
  return friends
end

--- How many units support one that fights (6.6.11, R68). A unit that holds a town has neither flank nor rear (R79).
---@param base table? where it stands
---@return integer
local function supports(view, id, base)
  local function might(friend, other) return other ~= id and army.fighter(friend) end
  if not view:some_unit(view:unit(id).side, might) or paths.all_round(view, id) then return 0 end
  local friends = friends_of(view, id, base)
  if #friends == 0 then return 0 end
  return view:ask_of("melee.supports", id, { friends = friends }).supports
end

local function side_of(view, id, base)
  local unit = view:unit(id)
  return view:question("melee_unit", id, {
    formation = unit.drill,
    general = #view:leaders_with(id) > 0, supports = army.fighter(unit) and supports(view, id, base) or 0,
  })
end

--- The pair of a charger and a unit that it has met, or would meet.
local function pair_of(view, charger, charged)
  local charging = view:unit(charger).charging
  local met = view:met(charger, charged)
  if met then return met, charging and charging.um end
  if charging and charging.target == charged then return charging, 0 end
  return { target = charged, face = view:fact("face_met", charger, charged) }, 0
end

--- Where the charged unit stands. Horse comes into cover by the players' word alone; nothing is known of that (R77).
local function stands(view, charger, charged, met)
  local position = met.position or ground.position(view, charged)
  return view:unit(charger).arm == "cavalry" and position ~= "cover" and "open" or position
end

--- The question of `melee.resolve` for a charger and a charged unit.
---@param at { charger: table, charged: table, um: integer, face: string?, counter: boolean? }? as they would stand
---@return table args
function M.args(view, charger, charged, at)
  local met, um = pair_of(view, charger, charged)
  local one, other = view:unit(charger), view:unit(charged)
  at = at or { charger = one.base, charged = other.base, um = um or 0 }
  local face, counter = at.face or met.face, (at.counter or met.counter) and not other.staggered or false
  local position, held = stands(view, charger, charged, met), view:held(charged)
  local args = {
    charger = side_of(view, charger, at.charger), charged = side_of(view, charged, at.charged),
    breached = position == "fieldworks" and held.breached or false, position = position,
    face = position == "town" and "front" or face,
  }
  if not army.fighter(other) then return args end
  local said = {}
  local terms = at.charger and view:fact("melee_terms", charger, charged, at.charger, at.charged, at.um)
    or view:fact("melee_terms", charger, charged)
  for _, term in ipairs(terms) do said[term] = true end
  args.difficult = said.difficult or false
  if position == "open" and said.cover then args.position = "cover" end
  args.charger.higher_ground, args.charged.higher_ground = said.charger_higher, said.charged_higher
  args.charged.countercharging = counter
  args.charged.defends_river = said.river and args.face == "front" and not counter or false
  return args
end

--- The same if that unit charged now and came home or, `counter`, if both rode at each other and met half way; and how
--- many mm the charge is; nil when they cannot.
---@param pivot integer? the turn; the least that does, when not given
---@return table? args
---@return integer? distance
M.foreseen = where_measured(function(view, charger, charged, pivot, counter)
  local done, way = charge_way.of(view, charger, charged, pivot)
  local um = done and (not counter and way.um or view:half_way(charged, charger, way.base, way.um))
  if not um then return nil end
  return M.args(view, charger, charged, {
    charger = tabletop.slid(way.base, um), um = um, counter = counter,
    charged = tabletop.slid(view:unit(charged).base, counter and um or 0),
  }), way.mm
end)

--- The combat of which both ride at each other and meet half way.
---@return table? args
function M.half_way(view, charger, charged, pivot) return (M.foreseen(view, charger, charged, pivot, true)) end

--- May a charged unit ride out to meet a charge that counts as one on that face (4.1.4, R33, R44)?
---@return boolean
function M.may_counter(view, id, face, charger)
  local unit = view:unit(id)
  local may = view:ask_of("charge.countercharge", id, { face = face }, charger).may
  return may and unit.river ~= "in" and not view:engaged(id)
end

--- The combat if the charged unit rides out to meet the charge; nil where it may not or cannot (4.1.4, R33).
---@param pivot integer?
---@return table? args
M.met_half_way = where_measured(function(view, charger, charged, pivot)
  if not M.may_counter(view, charged, (view:fact("face_met", charger, charged)), charger) then return nil end
  return M.half_way(view, charger, charged, pivot)
end)

measure "melee" (function(view, charger, charged)
  local charging = view:unit(charger).charging
  if view:told() or view:unit(charger).met then return M.args(view, charger, charged) end
  return (M.foreseen(view, charger, charged, charging and charging.pivot))
end)

return M
