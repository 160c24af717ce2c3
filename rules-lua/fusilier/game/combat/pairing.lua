-- 10.0: how contacts are split into combats, from side A's left to its right.
--
-- A combat is { kind, a = ids, b = ids }: kind "cavalry" or "infantry" of like arms, a being side A's;
-- "cavalry_infantry" of squadrons (a) and the battalion that they fight (b), of either side; "column_assault" of the
-- battalions of columns of assault (a) and the one that they assault (b).
local army <const> = use "game/army/units"
local assault <const> = use "game/combat/assault"
local columns <const> = use "game/combat/columns"
local contacts <const> = use "game/combat/contacts"
local dealing <const> = use "game/combat/dealing"
local ground <const> = use "game/movement/ground"
local way_back <const> = use "game/combat/retreat_path"

story { no_part = "{unit} [has] no part in a combat: {enemy} [{say}]." }

local M <const> = {}

local function mounted(play, id) return army.mounted(play:unit(id)) end

--- A pair the other way round: what holds of one unit and its enemy holds of the enemy and it.
local function both_ways(pair)
  return { { pair.ours, pair.theirs }, { pair.theirs, pair.ours } }
end

local function nearest_mm(play, id, enemies)
  local least = math.maxinteger
  for _, enemy in ipairs(enemies) do least = math.min(least, ground.distance(play, id, enemy)) end
  return least
end

--- Adds the units of a combat to a set.
local function add_units(set, one, value)
  for _, list in ipairs { one.a, one.b } do
    for _, id in ipairs(list) do set[id] = value end
  end
end

-- ---- which arm a squadron fights (R81) ------------------------------------------------------------------------------

--- Pairs without those of cavalry and infantry in a position, which do not fight each other (R67).
local function without_positions(play, met)
  local kept = {}
  for _, pair in ipairs(met) do
    local one, other = mounted(play, pair.ours), mounted(play, pair.theirs)
    local squadron, foot = one and pair.ours or pair.theirs, one and pair.theirs or pair.ours
    if one == other or assault.terms(play, squadron, foot).position == "none" then kept[#kept + 1] = pair end
  end
  return kept
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
      wants_horse[id] = nearest_mm(play, id, lines[true]) <= nearest_mm(play, id, lines[false])
    end
  end
  return wants_horse
end

--- The pairs in which neither would rather fight the other arm.
local function agreed(play, met, wants_horse)
  local found, busy = {}, {}
  local function will(id, enemy) return wants_horse[id] == nil or wants_horse[id] == mounted(play, enemy) end
  for _, pair in ipairs(met) do
    if will(pair.ours, pair.theirs) and will(pair.theirs, pair.ours) then
      found[#found + 1] = pair
      busy[pair.ours], busy[pair.theirs] = true, true
    end
  end
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
    if ours and theirs then
      horse[#horse + 1] = pair
    elseif ours or theirs then
      mixed[#mixed + 1] = ours and pair or { ours = pair.theirs, theirs = pair.ours }
    else
      foot[#foot + 1] = pair
    end
  end
  return horse, mixed, foot
end

--- Pairs of which neither unit is in a set.
local function without(met, busy)
  local left = {}
  for _, pair in ipairs(met) do
    if not busy[pair.ours] and not busy[pair.theirs] then left[#left + 1] = pair end
  end
  return left
end

--- Squadrons that touch infantry fight that alone.
local function touched_first(play, mixed)
  local touches, kept = {}, {}
  for _, pair in ipairs(mixed) do
    if tabletop.placed(play:unit(pair.ours)) and ground.touching(play, pair.ours, pair.theirs) then
      touches[pair.ours] = true
    end
  end
  for _, pair in ipairs(mixed) do
    if not touches[pair.ours] or ground.touching(play, pair.ours, pair.theirs) then kept[#kept + 1] = pair end
  end
  return kept
end

--- Does a squadron, or the battalion before it, attack? If none does, they fight as foot against foot (R104).
local function any_attacks(play, one)
  for _, id in ipairs(one.a) do
    if play:unit(id).status ~= "reforming" then return true end
  end
  return assault.has_declared(play:unit(one.b[1]))
end

--- Battalions of a column of assault are one body, known by the lead (10.2); it stands where its first in contact does.
local function as_bodies(play, met, place)
  local bodies, seen = {}, {}
  for _, pair in ipairs(met) do
    local a, b = columns.body(play, pair.ours), columns.body(play, pair.theirs)
    place[a], place[b] = place[a] or place[pair.ours], place[b] or place[pair.theirs]
    if not seen[a .. " " .. b] then bodies[#bodies + 1] = { ours = a, theirs = b } end
    seen[a .. " " .. b] = true
  end
  return bodies
end

--- The pairs of cavalry and foot of which neither has a part in another combat: nobody there attacks (R104).
local function at_a_stand(play, met, fights)
  local busy, mixed = {}, {}
  for _, one in ipairs(fights) do add_units(busy, one, true) end
  for _, pair in ipairs(met) do
    if mounted(play, pair.ours) ~= mounted(play, pair.theirs) then mixed[#mixed + 1] = pair end
  end
  return without(mixed, busy)
end

--- Tells of foot that has no part because all its enemies are fought by others, in ways that leave it out (10.2, R81).
local function tell_idle(play, foot, fights)
  local part = {}
  for _, one in ipairs(fights) do
    add_units(part, one, one.kind == "column_assault" and "is assaulting another" or "is fought by cavalry")
    if one.kind == "column_assault" then part[one.b[1]] = "is fought by a column of assault alone" end
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

-- ---- the order of combats (R75) -------------------------------------------------------------------------------------

--- Where units stand along side A's front, from its left: by its table edge, or else as its line looks at the enemy's.
local function places(play, met)
  local home = way_back.home(play, play.state.order.sides[1])
  return play:line_order(met, home and function() return home - deg(90) end)
end

--- Sorts combats by the leftmost of side A's units in each.
local function from_the_left(play, fights, place)
  for i, one in ipairs(fights) do
    local least
    for _, list in ipairs { one.a, one.b } do
      for _, id in ipairs(list) do
        local own = play:unit(id).side == play.state.order.sides[1]
        if own and place[id] then least = math.min(least or place[id], place[id]) end
      end
    end
    one.left, one.nth = least or 0, i
  end
  table.sort(fights, function(one, other)
    if one.left ~= other.left then return one.left < other.left end
    return one.nth < other.nth
  end)
  return fights
end

--- Every combat of the bound, from side A's left to its right.
---@param play table
---@return { kind: string, a: string[], b: string[] }[]
function M.combats(play)
  local all = contacts.found(play)
  local met, place, charged = chosen(play, all), places(play, all), {}
  local horse, mixed, foot = by_arms(play, met)
  local fights = dealing.alike(play, horse, place, "cavalry")
  for _, one in ipairs(dealing.on_battalions(play, touched_first(play, mixed), place)) do
    if any_attacks(play, one) then
      fights[#fights + 1] = one
      charged[one.b[1]] = true
    end
  end
  local assaults, rest = columns.assaults(play, as_bodies(play, without(foot, charged), place), charged, place)
  table.move(assaults, 1, #assaults, #fights + 1, fights)
  local standing = at_a_stand(play, all, fights)
  table.move(standing, 1, #standing, #rest + 1, rest)
  local others = dealing.alike(play, rest, place, "infantry")
  table.move(others, 1, #others, #fights + 1, fights)
  tell_idle(play, foot, fights)
  return from_the_left(play, fights, place)
end

return M
