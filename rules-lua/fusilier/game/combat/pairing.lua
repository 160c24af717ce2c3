-- 10.0: how contacts are split into combats, from side A's left to its right.
--
-- A combat is { kind, ours = ids, theirs = ids }: kind "cavalry" or "infantry" of like arms, ours being side A's;
-- "cavalry_infantry" of squadrons (ours) and the battalion that they fight (theirs), of either side; "column_assault"
-- of the battalions of columns of assault (ours) and the one that they assault (theirs).
local army <const>, assault <const> = use("game/army/units", "game/combat/assault")
local columns <const>, contacts <const> = use("game/combat/columns", "game/combat/contacts")
local ground <const> = use "game/movement/ground"

local M <const> = {}

local function mounted(play, id) return army.mounted(play:unit(id)) end

--- A pair the other way round: what holds of one unit and its enemy holds of the enemy and it.
local function both_ways(pair) return { { pair.ours, pair.theirs }, { pair.theirs, pair.ours } } end

local function units_of(one) return lists.append(lists.append({}, one.ours), one.theirs) end

-- ---- which arm a squadron fights (R81) ------------------------------------------------------------------------------

--- Pairs without those of cavalry and infantry in a position, which do not fight each other (R67).
local function without_positions(play, met)
  return lists.filter(met, function(pair)
    local one, other = mounted(play, pair.ours), mounted(play, pair.theirs)
    local squadron, foot = one and pair.ours or pair.theirs, one and pair.theirs or pair.ours
    return one == other or assault.terms(play, squadron, foot).position == "none"
  end)
end

--- The arm that each squadron with horse and foot before it would fight: that of the nearest, cavalry in a tie. By
--- squadron: true for horse, false for foot.
local function preferred(play, met)
  local before, wants_horse = {}, {}
  for _, pair in ipairs(met) do
    for _, one in ipairs(both_ways(pair)) do
      local lines = before[one[1]] or { [true] = {}, [false] = {} }
      before[one[1]] = lines
      table.insert(lines[mounted(play, one[2])], one[2])
    end
  end
  for id, lines in pairs(before) do
    if mounted(play, id) and lines[true][1] and lines[false][1] then
      local enemies = lists.append(lines[true], lines[false])
      wants_horse[id] = mounted(play, ground.nearest(play, id, enemies))
    end
  end
  return wants_horse
end

--- The pairs in which neither would rather fight the other arm, and the units in them.
local function agreed(play, met, wants_horse)
  local busy = {}
  local function will(id, enemy) return wants_horse[id] == nil or wants_horse[id] == mounted(play, enemy) end
  local found = lists.filter(met, function(pair)
    return will(pair.ours, pair.theirs) and will(pair.theirs, pair.ours)
  end)
  for _, pair in ipairs(found) do busy[pair.ours], busy[pair.theirs] = true, true end
  return found, busy
end

--- The pairs that may fight, when every squadron with horse and foot before it has chosen its arm. A squadron that all
--- enemies of that arm leave alone takes any.
local function chosen(play, met)
  local kept = without_positions(play, met)
  local wants_horse = preferred(play, kept)
  local _, busy = agreed(play, kept, wants_horse)
  local wants = {}
  for id, horse in next, wants_horse do
    if busy[id] then wants[id] = horse end
  end
  return (agreed(play, kept, wants))
end

-- ---- contacts by arms -----------------------------------------------------------------------------------------------

--- The pairs of horse, of horse with foot (the squadron as `ours`), and of foot.
local function by_arms(play, met)
  local horse, mixed, foot = {}, {}, {}
  for _, pair in ipairs(met) do
    local ours, theirs = mounted(play, pair.ours), mounted(play, pair.theirs)
    if ours == theirs then
      table.insert(ours and horse or foot, pair)
    else
      mixed[#mixed + 1] = ours and pair or { ours = pair.theirs, theirs = pair.ours }
    end
  end
  return horse, mixed, foot
end

--- Squadrons that touch infantry fight that alone.
local function touched_first(play, mixed)
  local touches = {}
  local function touching(pair) return ground.touching(play, pair.ours, pair.theirs) end
  for _, pair in ipairs(mixed) do
    if tabletop.placed(play:unit(pair.ours)) and touching(pair) then touches[pair.ours] = true end
  end
  return lists.filter(mixed, function(pair) return not touches[pair.ours] or touching(pair) end)
end

--- Does a squadron, or the battalion before it, attack? If none does, they fight as foot against foot (R104).
local function any_attacks(play, one)
  return lists.find(one.ours, function(id) return play:unit(id).status ~= "reforming" end)
    or assault.has_declared(play:unit(one.theirs[1]))
end

--- The pairs of cavalry and foot of which neither has a part in another combat: nobody there attacks (R104).
local function at_a_stand(play, met, fights)
  local busy = {}
  for _, one in ipairs(fights) do
    for _, id in ipairs(units_of(one)) do busy[id] = true end
  end
  return lists.filter(play:pairs_without(met, busy), function(pair)
    return mounted(play, pair.ours) ~= mounted(play, pair.theirs)
  end)
end

--- Tells of foot that has no part because all its enemies are fought by others, in ways that leave it out (10.2, R81).
local function tell_idle(play, foot, fights)
  local part = {}
  for _, one in ipairs(fights) do
    local assaults = one.kind == "column_assault"
    for _, id in ipairs(units_of(one)) do part[id] = assaults and "is assaulting another" or "is fought by cavalry" end
    if assaults then part[one.theirs[1]] = "is fought by a column of assault alone" end
  end
  for _, pair in ipairs(foot) do
    for _, one in ipairs(both_ways(pair)) do
      local id, enemy = one[1], one[2]
      if not part[id] and part[enemy] then
        part[id] = "is in no combat"
        play:tell("no_part", { unit = id, enemy = enemy, say = part[enemy], cite = "10.2 R81" })
      end
    end
  end
end

-- ---- the combats, in their order (R74, R75) -------------------------------------------------------------------------

--- The combats of one kind that pairs are split into (R74), in `fights`. `one_each`: a squadron fights one battalion
--- only; where squadrons are too few, each takes the nearest.
local function split(play, fights, kind, met, place, one_each)
  local function share(longer, shorter)
    local numbers = {}
    for _, group in ipairs(play:ask("combat.pair", { a_units = longer, b_units = shorter }).groups) do
      for _, i in ipairs(group.a) do numbers[i] = group.b[1] end
    end
    return numbers
  end
  local function away(id, other) return ground.distance(play, id, other) end
  local found = play:combats(met, place, { share = share, away = away, one_each = one_each })
  for _, one in ipairs(found) do one.kind = kind end
  return lists.append(fights, found)
end

--- Where units stand along side A's front, from its left: by its table edge, or else as its line looks at the enemy's.
local function places(play, met)
  local home = play:home(play.state.order.sides[1])
  return play:line_order(met, home and function() return (home.facing + deg(90)) % deg(360) end)
end

--- Every combat of the bound, from side A's left to its right. Battalions of a column of assault are one body, known
--- by the lead (10.2).
---@param play table
---@return { kind: string, ours: string[], theirs: string[] }[]
function M.combats(play)
  local all = contacts.found(play)
  local met, place, charged = chosen(play, all), places(play, all), {}
  local horse, mixed, foot = by_arms(play, met)
  local charges = split(play, {}, "cavalry_infantry", touched_first(play, mixed), place, true)
  charges = lists.filter(charges, function(one) return any_attacks(play, one) end)
  for _, one in ipairs(charges) do charged[one.theirs[1]] = true end
  local fights = lists.append(split(play, {}, "cavalry", horse, place), charges)
  local function body_of(id) return columns.body(play, id) end
  local bodies = play:as_bodies(play:pairs_without(foot, charged), place, body_of)
  local assaults, rest = columns.assaults(play, bodies, charged, place)
  lists.append(fights, assaults)
  split(play, fights, "infantry", lists.append(rest, at_a_stand(play, all, fights)), place)
  tell_idle(play, foot, fights)
  return play:from_the_left(fights, place, play.state.order.sides[1])
end

return M
