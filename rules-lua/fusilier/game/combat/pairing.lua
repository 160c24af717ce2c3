-- 10.0: how contacts are split into combats, unit to unit along the line, from side A's left to its right.
local army <const> = use "game/army/units"
local assault <const> = use "game/combat/assault"
local columns <const> = use "game/combat/columns"
local contacts <const> = use "game/combat/contacts"
local dealing <const> = use "game/combat/dealing"
local ground <const> = use "game/movement/ground"
local way_back <const> = use "game/combat/retreat_path"

story { no_part = "{unit} [has] no part in a combat: {enemy} [{say}]." }

local M <const> = {}

local function centre(play, ids)
  local x, y = 0, 0
  for _, id in ipairs(ids) do x, y = x + play:unit(id).base.x, y + play:unit(id).base.y end
  return { x = x // #ids, y = y // #ids }
end

--- Where units stand along side A's front, from its left (R75): by its table edge, or else as its line looks at the
--- enemy's. In a told game the players say the pairs from left to right.
local function places(play, met)
  local place, lines = {}, { {}, {} }
  for _, pair in ipairs(met) do
    for i = 1, 2 do
      if not place[pair[i]] then
        table.insert(lines[i], pair[i])
        place[pair[i]] = #lines[i]
      end
    end
  end
  if #met == 0 or not army.on_map(play:unit(met[1][1])) then return place end
  local from, to = centre(play, lines[1]), centre(play, lines[2])
  local home = way_back.home(play, play.state.order.sides[1])
  local right = (home and home - deg(90) or geometry.bearing(from, to) + deg(90)) % deg(360)
  for _, line in ipairs(lines) do
    for _, id in ipairs(line) do
      place[id] = tabletop.along(from, right, play:unit(id).base)
    end
  end
  return place
end

--- Cavalry that faces cavalry and infantry fights the nearer (tie: cavalry); a battalion faced by both fights the
--- cavalry (R81). Cavalry does not fight infantry in a position (R67); a squadron that touches infantry fights that.
local function choices(play, met)
  local keep, nearest = {}, {}
  local function mounted(id) return army.mounted(play:unit(id)) end
  for _, pair in ipairs(met) do
    local one, other = mounted(pair[1]), mounted(pair[2])
    local squadron, foot = one and pair[1] or pair[2], one and pair[2] or pair[1]
    if one == other or assault.terms(play, squadron, foot).position == "none" then keep[#keep + 1] = pair end
  end
  local kinds = {}
  for _, pair in ipairs(keep) do
    for i = 1, 2 do
      kinds[pair[i]] = kinds[pair[i]] or {}
      kinds[pair[i]][mounted(pair[3 - i])] = true
    end
  end
  for _, pair in ipairs(keep) do
    for i = 1, 2 do
      local id, enemy = pair[i], pair[3 - i]
      if mounted(id) and kinds[id][true] and kinds[id][false] then
        local away, on_horse = ground.distance(play, id, enemy), mounted(enemy)
        local best = nearest[id]
        if not best or away < best.away or away == best.away and on_horse then
          nearest[id] = { away = away, on_horse = on_horse }
        end
      end
    end
  end
  local function chosen()
    local found, busy = {}, {}
    for _, pair in ipairs(keep) do
      local a, b = nearest[pair[1]], nearest[pair[2]]
      if (not a or a.on_horse == mounted(pair[2])) and (not b or b.on_horse == mounted(pair[1])) then
        found[#found + 1] = pair
        busy[pair[1]], busy[pair[2]] = true, true
      end
    end
    return found, busy
  end
  local _, busy = chosen()
  for id in pairs(kinds) do
    if not busy[id] then nearest[id] = nil end -- whom it would have is at others: it takes whoever is left
  end
  return (chosen())
end

--- The pairs of horse, of horse with foot, and of foot.
local function by_arms(play, met)
  local horse, mixed, foot = {}, {}, {}
  local function mounted(id) return army.mounted(play:unit(id)) end
  for _, pair in ipairs(met) do
    local a, b = mounted(pair[1]), mounted(pair[2])
    if a and b then
      horse[#horse + 1] = pair
    elseif a or b then
      mixed[#mixed + 1] = a and pair or { pair[2], pair[1] } -- the squadron first
    else
      foot[#foot + 1] = pair
    end
  end
  return horse, mixed, foot
end

--- The pairs of foot that no horse fights (R81).
local function left_alone(met, charged)
  local left = {}
  for _, pair in ipairs(met) do
    if not charged[pair[1]] and not charged[pair[2]] then left[#left + 1] = pair end
  end
  return left
end

--- Squadrons that touch infantry are in contact with that alone.
local function touching(play, mixed)
  local touches, kept = {}, {}
  for _, pair in ipairs(mixed) do
    if army.on_map(play:unit(pair[1])) and ground.touching(play, pair[1], pair[2]) then touches[pair[1]] = true end
  end
  for _, pair in ipairs(mixed) do
    if not touches[pair[1]] or ground.touching(play, pair[1], pair[2]) then kept[#kept + 1] = pair end
  end
  return kept
end

--- Does a squadron, or the battalion before it, attack? If none does, they fight as foot against foot (R104).
local function somebody_attacks(play, one)
  for _, id in ipairs(one.squadrons) do
    if play:unit(id).status ~= "reforming" then return true end
  end
  return assault.has_declared(play:unit(one.infantry))
end

--- Both sides of a combat, as lists of ids.
local function sides_of(one)
  return { one.a or one.squadrons or one.columns, one.b or { one.infantry or one.defender } }
end

--- The pairs of cavalry and foot of which neither has a part in another combat: nobody there attacks (R104).
local function at_a_stand(play, met, fights)
  local busy, left = {}, {}
  for _, one in ipairs(fights) do
    for _, list in ipairs(sides_of(one)) do
      for _, id in ipairs(list) do busy[id] = true end
    end
  end
  for _, pair in ipairs(met) do
    local mixed = army.mounted(play:unit(pair[1])) ~= army.mounted(play:unit(pair[2]))
    if mixed and not busy[pair[1]] and not busy[pair[2]] then left[#left + 1] = pair end
  end
  return left
end

--- Tells of foot that has no part because all its enemies are fought by others, in ways that leave it out (10.2, R81).
local function tell_idle(play, foot, fights)
  local part = {}
  for _, one in ipairs(fights) do
    local busy = one.kind == "column" and "is assaulting another" or "is fought by cavalry"
    for _, list in ipairs(sides_of(one)) do
      for _, id in ipairs(list) do part[id] = busy end
    end
    if one.defender then part[one.defender] = "is fought by a column of assault alone" end
  end
  for _, pair in ipairs(foot) do
    for i = 1, 2 do
      local id, enemy = pair[i], pair[3 - i]
      if not part[id] and part[enemy] then
        part[id] = "is in no combat"
        play:tell("no_part", { unit = id, enemy = enemy, say = part[enemy], cite = "10.2 R81" })
      end
    end
  end
end

--- Battalions of a column of assault are one body, known by the lead (10.2); it stands where its first in contact does.
local function as_bodies(play, met, place)
  local bodies, seen = {}, {}
  for _, pair in ipairs(met) do
    local a, b = columns.body(play, pair[1]), columns.body(play, pair[2])
    place[a], place[b] = place[a] or place[pair[1]], place[b] or place[pair[2]]
    if not seen[a .. " " .. b] then bodies[#bodies + 1] = { a, b } end
    seen[a .. " " .. b] = true
  end
  return bodies
end

--- Where the leftmost of side A's units in a combat stands.
local function leftmost(play, one, place)
  local least
  for _, list in ipairs(sides_of(one)) do
    for _, id in ipairs(list) do
      if place[id] and play:unit(id).side == play.state.order.sides[1] then
        least = math.min(least or place[id], place[id])
      end
    end
  end
  return least or 0
end

--- Every combat of the bound, from side A's left to its right (R75): { kind = "cavalry" | "infantry", a =, b = },
--- { kind = "cavalry_infantry", squadrons =, infantry = } or { kind = "column", columns =, defender = }.
---@param play table
---@return table[]
function M.combats(play)
  local all = contacts.found(play)
  local met, place, fights, charged = choices(play, all), places(play, all), {}, {}
  local horse, mixed, foot = by_arms(play, met)
  for _, one in ipairs(dealing.alike(play, horse, place)) do
    one.kind = "cavalry"
    fights[#fights + 1] = one
  end
  for _, one in ipairs(dealing.on_battalions(play, touching(play, mixed), place)) do
    if somebody_attacks(play, one) then
      fights[#fights + 1] = one
      charged[one.infantry] = true
    end
  end
  local assaults, rest = columns.assaults(play, as_bodies(play, left_alone(foot, charged), place), charged, place)
  table.move(assaults, 1, #assaults, #fights + 1, fights)
  local standing = at_a_stand(play, all, fights)
  table.move(standing, 1, #standing, #rest + 1, rest)
  for _, one in ipairs(dealing.alike(play, rest, place)) do
    one.kind = "infantry"
    fights[#fights + 1] = one
  end
  tell_idle(play, foot, fights)
  for i, one in ipairs(fights) do one.left, one.nth = leftmost(play, one, place), i end
  table.sort(fights, function(one, other)
    if one.left ~= other.left then return one.left < other.left end
    return one.nth < other.nth
  end)
  return fights
end

return M
