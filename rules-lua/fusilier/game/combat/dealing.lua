-- 10.0, R74: contacts dealt out into combats, unit to unit along the line.
local ground <const> = use "game/movement/ground"

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

return { alike = alike, on_battalions = on_battalions }
