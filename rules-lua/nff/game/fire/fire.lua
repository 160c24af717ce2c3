-- MC 1 to 10, Seq 2b, BASE-22: fire in the two fire subphases.

local aim <const> = use "game/fire/aim"
local army <const> = use "game/army/units"
local cover <const> = use "game/fire/cover"
local functions <const> = use "game/movement/functions"
local lines <const> = use "game/fire/lines"
local inches <const> = use "game/army/inches"
local results <const> = use "game/fire/results"
local shots <const> = use "game/fire/shots"

terse { fire = { line = "Fire: {each}.", of = { fires = "{unit} at {target}, {points}" } } }

local M <const> = {}

--- The commands of both fire phases.
M.COMMANDS = { "fire" }

--- Which clause speaks of a reason for no fire points.
local NONE <const> = {
  out_of_range = { "is out of its range", "MC 1" }, square_no_skirmish_fire = { "has no skirmish fire", "MC 5" },
  cavalry_type_never_fires = { "does not fire mounted", "MC 6" },
}

-- ---- an act of fire -------------------------------------------------------------------------------------------------

--- How far a unit has moved in this player turn.
local function moved(view, id)
  local sum = 0
  for _, move in ipairs(view:moves(id)) do sum = sum + move.um end
  return sum
end

local function refuse_passing(view, target, passing)
  if not passing or view:told() then return nil end
  local most = moved(view, target)
  if passing <= most then return nil end
  if most == 0 then return refuse("passing", "is for a target that has moved this turn", { cite = "base" }) end
  return refuse("passing", ("is beyond the %s that it moved"):format(inches.said(most)),
    { cite = "base", margin = tabletop.short_by(most - passing) })
end

--- The fire of one unit, or why there is none.
local function fire_of(view, id, cmd)
  local volleys
  local fault = aim.bars(view, id, cmd.target)
  if fault then
    return refuse("units", ("%s %s"):format(view:name(id), fault.message:gsub("^unit ", "")), { cite = fault.cite })
  end
  fault, volleys = aim.at(view, id, cmd.target, cmd.passing)
  if fault then return fault end
  local fire = shots.fire(view, id, cmd.target, volleys, cmd.units)
  if fire.x24 > 0 or not fire.reason then return nil, fire end
  local none = NONE[fire.reason]
  return refuse("units", ("%s %s"):format(view:name(id), none[1]), { cite = none[2] })
end

--- All that fires at one target: why not, else what each unit has.
---@return limber.Refusal?
---@return nff.Fire[]?
local function plan(view, cmd)
  local fault = aim.refuse_target(view, cmd.target) or refuse_passing(view, cmd.target, cmd.passing)
  if fault then return fault end
  local seen, fires = {}, {}
  for i, id in ipairs(cmd.units) do
    if seen[id] then return refuse("units", ("names %s twice"):format(view:name(id)), { cite = "Seq 2b" }) end
    seen[id] = true
    fault, fires[i] = fire_of(view, id, cmd)
    if fault then return fault end
  end
  return nil, fires
end

--- What the players allow though the rules are against it: units that have fire points, from where they stand.
local function overruled(play, cmd)
  local fires = {}
  for i, id in ipairs(cmd.units) do
    local reach, unit = inches.um(lines.reach(play, id)), play:unit(id)
    local volley = { stands = unit.stands or 1, enfilade = false }
    volley.um = math.min(reach, play:fact("fire_range", id, cmd.target, cmd.passing))
    fires[i] = reach > 0 and shots.fire(play, id, cmd.target, { volley }, cmd.units) or false
  end
  return fires
end

local function total_of(view, fires)
  local list = {}
  for i, fire in ipairs(fires) do list[i] = fire.x24 end
  return view:ask("fire.total", { points_x24 = list }).fire_points
end

--- One unit fires: its fire points, or nothing where it has nothing to fire with.
local function fire_one(play, id, cmd, fire)
  local unit = play:unit(id)
  play:set(unit, "fired", true)
  if army.battery(unit) then functions.use(play, id, "fire") end
  if not fire then
    return play:tell("cannot_fire", { unit = id, say = "it has nothing to fire with", cite = "R124" })
  end
  local x24, text, cite = shots.fired(play, id, cmd.target, fire)
  play:tell(cmd.passing and "fires_passing" or "fires", {
    unit = id, target = cmd.target, say = text, points = shots.points(x24), cite = cite,
    distance = cmd.passing and inches.said(cmd.passing),
  })
  return x24
end

local function run(play, cmd, fires)
  local list = {}
  for i, fire in ipairs(fires or overruled(play, cmd)) do list[#list + 1] = fire_one(play, cmd.units[i], cmd, fire) end
  if #list == 0 then return end
  local args = cover.target_args(play, cmd.units, cmd.target, cmd.passing)
  args.fire_points = play:resolve("fire.total", { points_x24 = list }, cmd.units[1], cmd.target).fire_points
  local result = play:resolve_of("fire.resolve", cmd.units[1], args, cmd.target)
  results.take(play, cmd.target, args.fire_points, result)
end

-- ---- proposals ------------------------------------------------------------------------------------------------------

local INCH <const> = inch(1)

--- The best place on a target's way for a unit to fire at in passing, each inch of it tried.
local function best_passing(view, id, target)
  local best
  for um = 0, moved(view, target), INCH do
    local cmd = { units = { id }, target = target, passing = um }
    local near = view:apart(id, view:bases(target, view:was_at(target, um))) <= inches.um(lines.reach(view, id))
    local fault, fire = true, nil
    if near then fault, fire = fire_of(view, id, cmd) end
    if not fault and (not best or fire.x24 > best.x24) then best, cmd.x24, cmd.fire = cmd, fire.x24, fire end
  end
  return best
end

--- What one unit may fire at: { units, target, passing, x24 } each, or the first alone.
local function shots_of(view, id, first)
  local list = {}
  local function add(target)
    local cmd = { units = { id }, target = target }
    local fault, fire = view:unasked(fire_of, view, id, cmd)
    cmd.x24, cmd.fire = fire and fire.x24 or 0, fire
    if fault and not view:told() then
      local better = best_passing(view, id, target)
      if better then cmd, fault = better, nil end
    end
    if not fault then list[#list + 1] = cmd end
  end
  if view:told() then
    for target in view:present(view:other(view:unit(id).side)) do
      if not aim.refuse_target(view, target) then add(target) end
    end
    return list
  end
  local reach = inches.um(lines.reach(view, id))
  for target in view:present(view:other(view:unit(id).side)) do
    local um = not aim.refuse_target(view, target) and view:apart(id, target)
    if um and um <= reach + moved(view, target) then add(target) end
    if first and list[1] then break end
  end
  return list
end

--- Who of a side may fire now.
local function may_fire(view, side)
  local ids = {}
  for id in view:present(side) do
    if not view:unasked(aim.bars, view, id) then ids[#ids + 1] = id end
  end
  return ids
end

local function propose(view, side, of)
  local list, by = {}, {}
  for _, id in ipairs(may_fire(view, side)) do
    for _, one in ipairs(shots_of(view, id)) do
      if one.passing then
        if not of or of == id then list[#list + 1] = one end
      else
        by[one.target] = by[one.target] or { units = {}, target = one.target, x24 = 0 }
        local all = by[one.target]
        all.units[#all.units + 1], all.x24 = id, all.x24 + one.x24
        if not of or of == id then list[#list + 1] = one end
        if #all.units == 2 then list[#list + 1] = all end
      end
    end
  end
  local found = {}
  for _, one in ipairs(list) do
    local alone = #one.units == 1 and one.fire
    if (not of or lists.has(one.units, of)) and (not alone or total_of(view, { alone }) > 0) then
      local text = one.x24 > 0 and shots.said(one.x24) or "if it is in range"
      found[#found + 1] = {
        units = one.units, target = one.target, passing = one.passing, score = one.x24, text = text,
      }
    end
  end
  return best_first(found)
end

--- Is there anybody of the side that fires now who may fire, and any enemy for him?
function M.any(view, about)
  local path = view:at()
  local side = path and path:find "defensive" and view:other(about.side) or about.side
  for id in view:present(side) do
    if not view:unasked(aim.bars, view, id) and (view:told() or shots_of(view, id, true)[1]) then return true end
  end
  return false
end

-- ---- the command ----------------------------------------------------------------------------------------------------

command "fire" {
  cite = "Seq 2b, MC 1",
  doc = "Units fire together at one target: their fire points are summed, and one die is thrown.",
  args = {
    units "units" { "own", min = 1 }, unit "target" { "enemy" },
    length "passing" { 0, optional = true,
      doc = "pass-through fire: at the target where it was after so much of its move (base)" },
  },
  check = plan,
  run = run,
  proposals = propose,
}

--- What fire.resolve would be asked, of a target of that kind or of any.
local function asked(kind)
  return where_measured(function(view, cmd)
    if kind and army.battery(view:unit(cmd.target)) ~= (kind == "artillery") then return nil end
    local fault, fires = plan(view, cmd)
    if fault then return nil end
    local args = cover.target_args(view, cmd.units, cmd.target, cmd.passing)
    args.fire_points = total_of(view, fires)
    return args, cmd.units[1], cmd.target
  end)
end

prospect "fire" {
  {
    by = "fire.resolve", tells = "effect", wins = function(effect) return effect ~= "no_effect" end,
    says = "%s to have an effect", args = asked(),
  },
  { by = "fire.resolve", tells = "stands_lost", says = "mean %s stands", args = asked "troops" },
  { by = "fire.resolve", tells = "wrecked", wins = true, says = "%s to wreck", args = asked "artillery" },
}

return M
