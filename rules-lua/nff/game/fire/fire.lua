-- MC 1 to 10, Seq 2b, BASE-22: fire in the two fire subphases.

local aim <const>, army <const>, cover <const> = use("game/fire/aim", "game/army/units", "game/fire/cover")
local functions <const>, lines <const> = use("game/movement/functions", "game/fire/lines")
local inches <const>, results <const>, shots <const> = use("game/army/inches", "game/fire/results", "game/fire/shots")

local M <const> = {}

M.COMMANDS = { "fire" }

--- Which clause speaks of a reason for no fire points.
local NONE <const> = {
  out_of_range = { "is out of its range", "MC 1" }, square_no_skirmish_fire = { "has no skirmish fire", "MC 5" },
  cavalry_type_never_fires = { "does not fire mounted", "MC 6" },
}

-- ---- an act of fire -------------------------------------------------------------------------------------------------

local function refuse_passing(view, target, passing)
  if not passing or view:told() then return nil end
  local most = aim.moved(view, target)
  if passing <= most then return nil end
  if most == 0 then return refuse("passing", "is for a target that has moved this turn", "base") end
  return refuse("passing", ("is beyond the %s that it moved"):format(inches.said(most)),
    { cite = "base", margin = tabletop.short_by(most - passing) })
end

--- The fire of one unit, or why there is none; with `any` that of one stand, where this has fire points.
local function fire_of(view, id, cmd, any)
  local fault = aim.bars(view, id, cmd.target)
  if fault then
    return refuse("units", ("%s %s"):format(view:name(id), fault.message:gsub("^unit ", "")), fault.cite)
  end
  local barred, volleys = aim.at(view, id, cmd.target, cmd.passing, any)
  if barred then return barred end
  local fire = shots.fire(view, id, cmd.target, volleys, cmd.units)
  if fire.x24 > 0 or not fire.reason then return nil, fire end
  if any then return fire_of(view, id, cmd) end
  return refuse("units", ("%s %s"):format(view:name(id), NONE[fire.reason][1]), NONE[fire.reason][2])
end

--- All that fires at one target: why not, else what each unit has.
---@return limber.Refusal?
---@return nff.Fire[]?
local function plan(view, cmd)
  local fault = aim.refuse_target(view, cmd.target) or refuse_passing(view, cmd.target, cmd.passing)
  if fault then return fault end
  local seen, fires = {}, {}
  for i, id in ipairs(cmd.units) do
    if seen[id] then return refuse("units", ("names %s twice"):format(view:name(id)), "Seq 2b") end
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
    local reach, far = inches.um(lines.reach(play, id)), play:fact("fire_range", id, cmd.target, cmd.passing)
    local volley = { stands = play:unit(id).stands or 1, enfilade = false, um = math.min(reach, far) }
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
  play:tell(cmd.passing == 0 and "fires_setting_off" or cmd.passing and "fires_passing" or "fires", {
    unit = id, target = cmd.target, say = text, points = shots.points(x24), cite = cite,
    distance = cmd.passing and inches.said(cmd.passing),
  })
  return x24
end

local function run(play, cmd, fires)
  local list, args = {}, cover.target_args(play, cmd.units, cmd.target, cmd.passing)
  for i, fire in ipairs(fires or overruled(play, cmd)) do list[#list + 1] = fire_one(play, cmd.units[i], cmd, fire) end
  if #list == 0 then return end
  args.fire_points = play:resolve("fire.total", { points_x24 = list }, cmd.units[1], cmd.target).fire_points
  local result = play:resolve_of("fire.resolve", cmd.units[1], args, cmd.target)
  results.take(play, cmd.target, args.fire_points, result)
end

-- ---- proposals ------------------------------------------------------------------------------------------------------

--- What a unit has at a target, where that is or was: { units, target, passing, fire, x24 }; nil where it may not.
local function shot(view, id, target, passing, any)
  if not lines.may_bear(view, id, target, passing) then return nil end
  local cmd = { units = { id }, target = target, passing = passing }
  local fault, fire = view:unasked(fire_of, view, id, cmd, any)
  if fault then return nil end
  cmd.fire, cmd.x24 = fire, fire and fire.x24 or 0
  return cmd
end

--- The best of a unit's shots at a target on its way, each inch of it tried; or `any` of them.
local function best_passing(view, id, target, any)
  local best, unit, body = nil, view:unit(id).base, view:unit(target).base
  local far <const> = inches.um(lines.reach(view, id)) + body.width + body.depth
  local function comes_near(move) return geometry.gap(unit, move.from) <= far + move.um end
  if not lists.find(view:moves(target), comes_near) then return nil end
  for um = 0, aim.moved(view, target), inch(1) do
    local one = not (any and best) and shot(view, id, target, um, any)
    if one and (not best or one.x24 > best.x24) then best = one end
  end
  return best
end

--- A unit's shot at an enemy, else the best in passing; or `any` of these, or only where the enemy stands (`here`).
local function shot_at(view, id, target, which)
  if aim.refuse_target(view, target) then return nil end
  local any <const>, passing = which == "any", which ~= "here" and aim.moved(view, target) > 0
  return shot(view, id, target, nil, any) or passing and best_passing(view, id, target, any) or nil
end

--- Is a target out of reach of a unit, and has it not moved? This saves most lines of fire.
local function is_far(near, target, unit) return near and unit.base and not near[target] and not unit.moves end

--- A unit's shots at all enemies, or at those of a set, and then none in passing.
local function shots_of(view, id, only)
  local list, near = {}, lines.in_reach(view, id)
  for target, unit in view:present(view:other(view:unit(id).side)) do
    local counts = (not only or only[target]) and not is_far(near, target, unit)
    list[#list + 1] = counts and shot_at(view, id, target, only and "here") or nil
  end
  return list
end

local function may_fire(view, id) return not view:unasked(aim.bars, view, id) end

--- Shots of single units, and of all that may fire at one target together.
local function propose(view, side, of)
  if of and (view:unit(of).side ~= side or not may_fire(view, of)) then return {} end
  local own, by, list, found = of and shots_of(view, of), {}, {}, {}
  for _, one in ipairs(own or {}) do
    if not one.passing then by[one.target] = { units = {}, target = one.target, x24 = 0 } end
  end
  for id in view:present(side) do
    for _, one in ipairs(id == of and own or may_fire(view, id) and shots_of(view, id, of and by) or {}) do
      if not of or id == of then list[#list + 1] = one end
      if not one.passing then
        local all = by[one.target] or { units = {}, target = one.target, x24 = 0 }
        by[one.target], all.x24, all.units[#all.units + 1] = all, all.x24 + one.x24, id
        if #all.units == 2 then list[#list + 1] = all end
      end
    end
  end
  for _, one in ipairs(list) do
    if not one.fire or total_of(view, { one.fire }) > 0 then
      local text = one.x24 > 0 and shots.said(one.x24) or "if it is in range"
      if one.passing then text = ("%s, after %s of its move"):format(text, inches.said(one.passing)) end
      found[#found + 1] = {
        units = one.units, target = one.target, passing = one.passing, score = one.x24, text = text,
      }
    end
  end
  return best_first(found)
end

--- Is there anybody of the side that fires now who may fire, and any enemy for him?
function M.any(view, about)
  local side = (view:at() or ""):find "defensive" and view:other(about.side) or about.side
  return view:any_unit(side, "fires", function(_, id)
    if not may_fire(view, id) then return false end
    local near <const> = lines.in_reach(view, id)
    local function hits(unit, target) return not is_far(near, target, unit) and shot_at(view, id, target, "any") end
    return view:any_unit(view:other(side), "target of " .. id, hits)
  end)
end

-- ---- the command ----------------------------------------------------------------------------------------------------

command "fire" {
  cite = "Seq 2b, MC 1",
  doc = "Units fire together at one target: their fire points are summed, and one die is thrown.",
  args = {
    units "units" { "own", min = 1 }, unit "target" { "enemy" },
    length "passing" { 0, optional = true, named = true,
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
