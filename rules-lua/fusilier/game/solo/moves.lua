-- How a solo commander places, moves and fires. What is under orders to go moves of itself (4.5): he sees to guns,
-- columns, fronts and generals, and picks targets by what a shot is worth (8.2, 9.0).

local army <const> = use "game/army/units"
local drills <const> = use "game/solo/drills"
local obedience <const> = use "game/command/obedience"
local odds <const> = use "game/solo/odds"
local see <const> = use "game/solo/view"

local apart_mm <const>, nearest <const>, wanted_drill <const> = drills.apart_mm, drills.nearest, drills.wanted

local M <const> = {}

local function long_range(mind, unit)
  return mind:ask("artillery.bracket", { calibre_pdr = unit.calibre_pdr, range_mm = 1 }).long_mm
end

--- Limbered guns come into action when an enemy is near enough, or they have come where they were sent.
local function guns_ready(mind, unit, order)
  if unit.drill ~= "limbered" then return nil end
  local enemy, away = nearest(mind, unit)
  local goal = order and order.target and obedience.objective(order, unit.base)
  local there = not goal or apart_mm(unit.base, goal) <= 40
  local reach = mind:ask("artillery.bracket", { calibre_pdr = unit.calibre_pdr, range_mm = 1 }).effective_mm
  if enemy and (there or away <= reach - 60) then
    return ("%s is %d mm away"):format(see.name(mind, enemy.id), away)
  end
end

--- Off its front by so much, and so near, a standing unit turns to an enemy.
local TURNS <const>, HEEDS <const> = deg(30), 800

local function faces_wrong(mind, unit)
  local enemy, away = nearest(mind, unit)
  if not enemy or away > HEEDS then return nil end
  for _, id in ipairs(mind:standing(enemy.side)) do
    local other = mind.view:unit(id)
    local off = geometry.turn(unit.base.facing, geometry.bearing(unit.base, other.base))
    local before = army.stands(other) and other.arm ~= "artillery" and math.abs(off) <= army.ARC
    if before and apart_mm(unit.base, other.base) <= HEEDS then return nil end -- it faces somebody as it is
  end
  local off = geometry.turn(unit.base.facing, geometry.bearing(unit.base, enemy.base))
  return math.abs(off) > TURNS and math.abs(off) // deg(1) or nil, enemy
end

local function goes(order) return order ~= nil and obedience.MOVING[order.verb] and order.target ~= nil end

local MOVE <const> = {}

function MOVE.legs(mind, unit, _, order)
  local enemy, away = nearest(mind, unit)
  if not enemy or away <= long_range(mind, unit) and order.verb ~= "withdraw" then return nil, "it fires from here" end
  return 3, "out of range where it stands"
end

function MOVE.evolve(mind, unit, proposal, order)
  if unit.arm == "artillery" then
    local why = proposal.evolve == "unlimbered" and guns_ready(mind, unit, order)
    return why and 3 or nil, why or nil
  end
  local drill, why = wanted_drill(mind, unit, order)
  return drill == proposal.evolve and 2 or nil, why
end

function MOVE.facing(mind, unit, _, order)
  if goes(order) and order.verb ~= "withdraw" and unit.arm ~= "artillery" then return nil end
  if unit.arm == "artillery" and unit.drill ~= "unlimbered" then return nil end
  local off, enemy = faces_wrong(mind, unit)
  if not off then return nil end
  return 1, function() return ("%s is %d degrees off its front"):format(see.name(mind, enemy.id), off) end
end

--- Who could not declare takes part if it now can, at odds as good as those of an attack.
local LEAST <const> = { aggressive = 0.35, cautious = 0.5, defensive = 0.6 }

function MOVE.toward(mind, unit, proposal)
  if unit.drill == "skirmish" then return nil end
  local p = odds.attack(mind, unit.id, proposal.toward)
  local function why()
    return ("%s against %s, which others fight too"):format(mind.words.percent(p), see.name(mind, proposal.toward))
  end
  if p < LEAST[see.stance_of(mind, unit.id)] then return nil, why end
  return 1.5 + p, why
end

---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.move(mind, proposal)
  local unit = proposal.unit and mind.view:unit(proposal.unit)
  local kind = proposal.legs and "legs" or proposal.evolve and "evolve" or proposal.facing and "facing"
    or proposal.toward and "toward"
  if not unit or not kind then return nil end -- who is to go goes of himself (R21)
  return MOVE[kind](mind, unit, proposal, obedience.of(mind.view, unit))
end

--- Is the unit in a combat, or about to be?
local function engaged(mind, id, unit)
  if unit.fighting or unit.target then return true end
  for _, enemy in mind.view:units(mind.view:other(mind.side)) do
    if enemy.target == id and army.present(enemy) then return true end
  end
  return false
end

--- A general joins a unit that fights where that may tip it: the bold more readily (10.3, 10.7).
local TIPS <const> = { aggressive = { 0.25, 0.75 }, cautious = { 0.4, 0.6 }, defensive = { 0.4, 0.6 } }

---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.attach(mind, proposal)
  local id = proposal.unit
  local unit, general = mind.view:unit(id), mind.view:leader(proposal.general)
  local with = general.with and mind.state.units[general.with]
  if not engaged(mind, id, unit) or with and engaged(mind, general.with, with) then return nil end
  if general.rank ~= "brigade" then return nil, "he is needed where he can see" end
  local enemy = unit.target or unit.opponents and unit.opponents[1]
  if not (enemy and mind.state.units[enemy] and unit.base and mind.state.units[enemy].base) then return nil end
  local p, between = odds.attack(mind, id, enemy), TIPS[see.stance_of(mind, id)]
  local function why() return ("%s to win without him"):format(mind.words.percent(p)) end
  if p < between[1] or p > between[2] then return nil, why end
  return 2 - math.abs(p - 0.5), why
end

--- Further than this from those he leads, a general rides after them, in millimetres.
local RIDES <const> = 450

---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.ride(mind, proposal)
  local general = mind.view:leader(proposal.general)
  if general.with or not general.base or apart_mm(general.base, proposal.to) < RIDES then return nil end
  return 0.5, "to keep up with those he leads"
end

---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.join(mind, proposal)
  local unit = mind.view:unit(proposal.unit)
  if not proposal.formation or not unit.went_back then return nil end
  return 1, "its own formation is gone"
end

--- Is a unit of a side in a combat, or attacked?
local function any_fight(mind)
  return mind:once("fights", function()
    for _, unit in mind.view:units() do
      if unit.fighting or unit.target then return true end
    end
  end) == true
end

--- Has a unit anything to do in step 3 but what it does of itself?
local function has_to(mind, unit)
  if unit.fighting or unit.target or not army.free(unit) or not unit.base then return false end
  local order = obedience.of(mind.view, unit)
  if unit.arm == "artillery" then
    if army.follows(mind.rules, unit) then return false end
    if unit.drill == "limbered" then return guns_ready(mind, unit, order) ~= nil end
    if goes(order) then return true end
    return faces_wrong(mind, unit) ~= nil
  end
  if wanted_drill(mind, unit, order) then return true end
  if goes(order) then return any_fight(mind) and unit.drill ~= "skirmish" end
  return faces_wrong(mind, unit) ~= nil
end

--- What a unit is to be thought of for in step 3.
---@param mind limber.Mind
---@param id string
---@param unit table
---@return table?
function M.moves(mind, id, unit)
  if unit.arm == "artillery" and unit.went_back then return { of = id, commands = { "attach_battery" } } end
  return has_to(mind, unit) and { of = id, commands = { "move" } } or nil
end

--- Generals who may want to ride: when somebody fights, or they have been left behind.
---@param mind limber.Mind
---@return table[]
function M.riders(mind)
  local list, busy = {}, army.spoken_for(mind.view, mind.side, "general")
  for id, general in mind.view:leaders(mind.side) do
    if tabletop.fit(general) and not busy[id] and general.base then
      local commands = {}
      if any_fight(mind) and general.rank == "brigade" then commands[1] = "attach_general" end
      if not general.with then commands[#commands + 1] = "move_general" end
      if #commands > 0 then list[#list + 1] = { of = id, commands = commands } end
    end
  end
  return list
end

--- What makes a target better than the points a shot costs it: it comes at a friend, it is near, it has lost before.
local COMES <const>, NEARER <const>, GUNS <const>, WORN <const> = 0.5, 0.4, 0.7, 0.05

--- A garrison that must come out, a friend who attacks it, and the points that the walls lose too.
local FALLS <const>, ASSAULTED <const>, WALLS <const> = 2, 0.5, 0.5

--- Fire on a building: what its garrison loses, what the walls lose with it, and the chance that they fall.
local function fire_at_building(mind, proposal)
  local holder
  for id, enemy in mind.view:units(mind.view:other(mind.side)) do
    if enemy.building == proposal.building and army.present(enemy) then holder = id end
  end
  if not mind.view:unit(proposal.unit).base then return 0.3, "its garrison loses half of what it does" end
  local points, falls = odds.shot_at_building(mind, proposal.unit, proposal.building)
  local attacked = false
  for _, friend in mind.view:units(mind.side) do attacked = attacked or holder ~= nil and friend.target == holder end
  local want = points * (1 + WALLS) + falls * FALLS + (attacked and ASSAULTED or 0)
  return 0.05 + want, function()
    return ("%.1f points of its garrison on average, %s that it falls%s"):format(points, mind.words.percent(falls),
      attacked and ", and friends attack it" or "")
  end
end

---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.fire(mind, proposal)
  if proposal.building then return fire_at_building(mind, proposal) end
  local enemy, unit = mind.view:unit(proposal.target), mind.view:unit(proposal.unit)
  if not enemy.base then return enemy.target and 1 or 0.5, enemy.target and "it attacks" or "it may be in range" end
  local mean = odds.shot(mind, proposal.unit, proposal.target)
  local away = apart_mm(unit.base, enemy.base)
  local want = mean * (enemy.arm == "artillery" and GUNS or 1) + NEARER * math.max(0, 1 - away / 1000)
    + (enemy.target and COMES or 0) + WORN * math.min(6, enemy.damage_points)
  return 0.05 + want, function()
    return ("%.1f %s on average%s"):format(mean, enemy.arm == "artillery" and "guns" or "points",
      enemy.target and ", and it attacks" or "")
  end
end

---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.skirmish(mind, proposal)
  local enemy = mind.view:unit(proposal.target)
  return 1 + (enemy.target and COMES or 0) + WORN * math.min(6, enemy.damage_points), "in reach"
end

--- Batteries and skirmishers; whoever replies does so of himself.
---@param id string
---@param unit table
---@return table?
function M.fires(_, id, unit)
  if unit.arm == "artillery" then return { of = id, commands = { "fire" } } end
  return unit.drill == "skirmish" and { of = id, commands = { "skirmish_fire" } } or nil
end

---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.place(_, proposal)
  return proposal.score, proposal.text
end

--- Who is to stand hides where he can; who is to go would be seen at once.
---@param mind limber.Mind
---@param proposal table
---@return number? want
---@return any why
function M.conceal(mind, proposal)
  local id = proposal.unit or mind.view:leader(proposal.general).with
  if see.stance_of(mind, id) == "aggressive" then return nil, "it is to attack" end
  return 1, "no enemy sees it there"
end

return M
