-- 10.0: how contacts are split into combats, unit to unit along the line, from side A's left to its right.
local army <const> = use "game/army"
local assault <const> = use "game/assault"
local columns <const> = use "game/columns"
local contacts <const> = use "game/contacts"
local ground <const> = use "game/ground"
local way_back <const> = use "game/way_back"

story { no_part = "{unit} [has] no part in a combat: {enemy} {say}." }

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

--- The bodies that pairs join up, as two lists in line order, for each connected contact.
local function components(met, place)
  local seen, found = {}, {}
  for _, pair in ipairs(met) do
    if not seen[pair[1]] then
      local sides, todo = { {}, {} }, { { pair[1], 1 } }
      seen[pair[1]] = true
      while #todo > 0 do
        local id, side = table.unpack(table.remove(todo))
        table.insert(sides[side], id)
        for _, link in ipairs(met) do
          local other = link[3 - side]
          if link[side] == id and not seen[other] then
            seen[other] = true
            todo[#todo + 1] = { other, 3 - side }
          end
        end
      end
      for _, line in ipairs(sides) do table.sort(line, function(one, other) return place[one] < place[other] end) end
      found[#found + 1] = sides
    end
  end
  return found
end

--- Whether two bodies are in contact, and the nearest of a list that a body is in contact with.
local function links(play, met)
  local linked = {}
  for _, pair in ipairs(met) do
    for i = 1, 2 do
      linked[pair[i]] = linked[pair[i]] or {}
      linked[pair[i]][pair[3 - i]] = true
    end
  end
  local function nearest(id, list)
    local best, best_mm, only = nil, nil, {}
    for _, other in ipairs(list) do
      if linked[id][other] then only[#only + 1] = other end
    end
    if #only == 1 then return only[1] end
    for _, other in ipairs(only) do
      local away = ground.distance(play, id, other)
      if not best or away < best_mm then best, best_mm = other, away end
    end
    return best
  end
  return linked, nearest
end

--- Deals the longer line out along the shorter; a pair beyond the zone takes the nearest eligible enemy instead (R74).
--- Whoever of the shorter line is left alone then takes the nearest too. Gives { one = { … }, other = { … } }, one of
--- the two a single body, `one` being of the longer line.
local function dealt(play, longer, shorter, met, may_join)
  local linked, nearest = links(play, met)
  local groups = play.rules.call("combat.pair", { a_units = #longer, b_units = #shorter }).groups
  local takes, held, joined = {}, {}, {}
  for _, group in ipairs(groups) do
    local enemy = shorter[group.b[1]]
    for _, i in ipairs(group.a) do
      local id = longer[i]
      takes[id] = linked[id][enemy] and enemy or nearest(id, shorter)
      held[takes[id]] = (held[takes[id]] or 0) + 1
    end
  end
  for _, id in ipairs(shorter) do
    local enemy = not held[id] and nearest(id, longer)
    if enemy and held[takes[enemy]] > 1 then
      held[takes[enemy]] = held[takes[enemy]] - 1
      takes[enemy], held[id] = id, 1
    elseif enemy and may_join then
      joined[enemy] = joined[enemy] or { takes[enemy] }
      table.insert(joined[enemy], id)
    end
  end
  local found, of = {}, {}
  for _, id in ipairs(longer) do
    local enemy = takes[id]
    if joined[id] then
      found[#found + 1] = { one = { id }, other = joined[id] }
    elseif of[enemy] then
      table.insert(of[enemy].one, id)
    else
      of[enemy] = { one = { id }, other = { enemy } }
      found[#found + 1] = of[enemy]
    end
  end
  return found
end

--- The combats of one arm: { a = ids, b = ids } each.
local function alike(play, met, place)
  local found = {}
  for _, sides in ipairs(components(met, place)) do
    local flipped = #sides[2] > #sides[1]
    for _, group in ipairs(dealt(play, sides[flipped and 2 or 1], sides[flipped and 1 or 2], met, true)) do
      found[#found + 1] = { a = flipped and group.other or group.one, b = flipped and group.one or group.other }
    end
  end
  return found
end

--- Squadrons against infantry: as many as there are on each battalion; too few squadrons take the nearest each.
local function on_battalions(play, met, place)
  local found, of = {}, {}
  local _, nearest = links(play, met)
  for _, sides in ipairs(components(met, place)) do
    if #sides[1] >= #sides[2] then
      for _, group in ipairs(dealt(play, sides[1], sides[2], met, false)) do
        found[#found + 1] = { kind = "cavalry_infantry", squadrons = group.one, infantry = group.other[1] }
      end
    else
      for _, id in ipairs(sides[1]) do
        local foot = nearest(id, sides[2])
        if not of[foot] then
          of[foot] = { kind = "cavalry_infantry", squadrons = {}, infantry = foot }
          found[#found + 1] = of[foot]
        end
        table.insert(of[foot].squadrons, id)
      end
    end
  end
  return found
end

--- Does a squadron, or the battalion before it, attack? If none does, they fight as foot against foot (R104).
local function somebody_attacks(play, one)
  for _, id in ipairs(one.squadrons) do
    if play:unit(id).condition ~= "reforming" then return true end
  end
  return assault.has_declared(play:unit(one.infantry))
end

--- The pairs of cavalry and foot of which neither attacks and neither has another combat that leaves it no part in this
--- one (R104).
local function at_a_stand(play, met, fights)
  local busy, left = {}, {}
  for _, one in ipairs(fights) do
    for _, list in ipairs { one.a or one.squadrons or one.columns, one.b or { one.infantry or one.defender } } do
      for _, id in ipairs(list) do busy[id] = true end
    end
  end
  for _, pair in ipairs(met) do
    local mixed = army.mounted(play:unit(pair[1])) ~= army.mounted(play:unit(pair[2]))
    if mixed and not busy[pair[1]] and not busy[pair[2]] then left[#left + 1] = pair end
  end
  return left
end

--- Foot that could fight somebody, all of whom others fight in a way that leaves it out (10.2, R81): it is told of.
local function tell_idle(play, foot, fights)
  local part = {}
  for _, one in ipairs(fights) do
    local busy = one.kind == "column" and "[is] assaulting another" or "[is] fought by cavalry"
    for _, list in ipairs { one.a or one.squadrons or one.columns, one.b or {} } do
      for _, id in ipairs(list) do part[id] = busy end
    end
    if one.infantry then part[one.infantry] = "[is] fought by cavalry" end
    if one.defender then part[one.defender] = "[is] fought by a column of assault alone" end
  end
  for _, pair in ipairs(foot) do
    for i = 1, 2 do
      local id, enemy = pair[i], pair[3 - i]
      if not part[id] and part[enemy] then
        part[id] = "[is] in no combat"
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
  for _, list in ipairs { one.a or one.squadrons or one.columns, one.b or { one.infantry or one.defender } } do
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
  for _, one in ipairs(alike(play, horse, place)) do
    one.kind = "cavalry"
    fights[#fights + 1] = one
  end
  for _, one in ipairs(on_battalions(play, touching(play, mixed), place)) do
    if somebody_attacks(play, one) then
      fights[#fights + 1] = one
      charged[one.infantry] = true
    end
  end
  local assaults, rest = columns.assaults(play, as_bodies(play, left_alone(foot, charged), place), charged, place)
  table.move(assaults, 1, #assaults, #fights + 1, fights)
  local standing = at_a_stand(play, all, fights)
  table.move(standing, 1, #standing, #rest + 1, rest)
  for _, one in ipairs(alike(play, rest, place)) do
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
