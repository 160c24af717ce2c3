-- 9.0, R46 to R48: skirmishers and rifles fire at the end of step 4, and stationary formed infantry replies.

local aim <const>, volleys <const>, shelter <const> = use("game/fire/aim", "game/fire/volleys", "game/fire/shelter")

local M <const> = {}

--- What a target counts as: cavalry on foot is infantry (R27).
local function arm_of(unit) return unit.drill == "dismounted" and "infantry" or unit.arm end

measure "skirmish" (function(view, battalion, target, range_mm, cover)
  local unit, enemy = view:unit(battalion), view:unit(target)
  return view:described({
    weapon = unit.rifle and "rifle" or "musket", target = arm_of(enemy),
    range_mm = range_mm or aim.range(view, battalion, target),
    target_cover = cover or enemy.building and "building" or view:fact("cover", target, battalion),
  }, unit, "skirmish.fire")
end)

fact "cover" {
  ask = "What cover has {1} against {2}: none, cover (woods, a wall, fence or hedge a metre high between) or building?",
  enum "cover" { "none", "cover", "building" },
  suggest = function(view, id) return view:unit(id).building and "building" or "none" end,
  measured = function(view, field, id, enemy)
    local found = shelter.lined(view, view:unit(id).base, view:unit(enemy).base) and "cover" or "none"
    for _, area in ipairs(field:under(id)) do
      local terrain = view.state.areas[area].terrain
      if terrain == "built_up" then return "building" end
      if terrain == "open_woods" then found = "cover" end
    end
    return found
  end,
}

--- How far a unit fires in skirmish order, in mm.
function M.reach(view, unit)
  local firer = unit.rifle and "rifle_skirmishers" or "musket_skirmishers"
  return view.rules.tables.skirmish_fire(firer, "close_order_in_open", "max_range_mm")
end

local function refuse_skirmishers(_, unit)
  if unit.drill ~= "skirmish" then return refuse("unit", "is not in skirmish order", "9.0") end
  return aim.refuse_firer(unit)
end

local function check(view, cmd)
  local unit, enemy = view:unit(cmd.unit), view:unit(cmd.target)
  local fault = refuse_skirmishers(view, unit)
  if fault then return fault end
  if not tabletop.present(enemy) then return refuse("target", "is not on the table", "9.0") end
  if enemy.drill == "skirmish" then
    return refuse("target", "is in skirmish order too: they fight by combat", "9.0 R50")
  end
  fault = aim.fault(view, cmd.unit, cmd.target, "target")
  if fault then return fault end
  local range, cover = aim.range_of(view, cmd, cmd.target), cmd.cover
  fault = aim.refuse_reach(range, M.reach(view, unit), unit.rifle and "rifle" or "musket", "9.0")
  if not fault and (not cover or tabletop.placed(unit)) then
    cover = view.measure.skirmish(view, cmd.unit, cmd.target, range).target_cover
  end
  return fault, { range_mm = range, cover = cover }
end

--- Shots at the enemies in reach, skirmishers or all others: `text` says how far they are, `far` is said where that is
--- not measured.
local function propose(view, side, of, refuses, how)
  return aim.propose(view, side, of, refuses, function(list, id, unit)
    local reach = how.reach(view, unit)
    for _, one in ipairs(aim.targets(view, id, reach)) do
      if (view:unit(one.id).drill == "skirmish") == how.skirmishers then
        list[#list + 1] = {
          unit = id, target = one.id, score = one.mm and (how.score or reach) - one.mm or 0,
          text = (one.mm and how.text or how.far):format(one.mm or reach, reach),
        }
      end
    end
  end)
end

local function reply_reach(view)
  return view.rules.tables.skirmish_fire("stationary_formed_infantry", "skirmishers", "max_range_mm")
end

--- What a reply is asked with; the range is that of the shot it answers.
local function reply_args(view, unit, range_mm)
  return view:described({ range_mm = range_mm, arm = arm_of(unit), moved = unit.moved or false }, unit,
    "skirmish.reply")
end

--- Why a unit cannot reply at all: only stationary formed infantry does (R47).
local function refuse_reply(view, unit)
  if unit.drill == "skirmish" then
    return refuse("unit", "is in skirmish order: it fires, and does not reply", "9.0")
  end
  local fault = view.rules.fault("skirmish.reply", reply_args(view, unit, 1))
  if fault and fault.arg == "moved" then return refuse("unit", "has moved this bound", "R47") end
  if fault then return refuse("unit", "is no formed infantry", "R47") end
  return aim.refuse_firer(unit)
end

command "reply" {
  cite = "9.0 R47",
  doc = "Formed infantry replies to these skirmishers, should they fire at it; without this, to the first who do.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  check = function(view, cmd)
    local unit, enemy = view:unit(cmd.unit), view:unit(cmd.target)
    local fault = refuse_reply(view, unit)
    if fault then return fault end
    if enemy.drill ~= "skirmish" then return refuse("target", "is not in skirmish order", "9.0") end
    if not tabletop.present(enemy) then return refuse("target", "is not on the table", "9.0") end
    if not tabletop.placed(unit) then return nil end
    fault = aim.refuse_reach(aim.range(view, cmd.unit, cmd.target), reply_reach(view), "reply", "R47")
    if fault then return fault end
    return aim.fault(view, cmd.unit, cmd.target, "target")
  end,
  proposals = function(view, side, of)
    local function skirmishes(unit) return unit.drill == "skirmish" end
    if not view:some_unit(view:other(side), skirmishes) then return {} end
    return propose(view, side, of, refuse_reply, {
      reach = reply_reach, skirmishers = true, text = "should it fire at it; %d of %d mm",
      far = "should it fire at it",
    })
  end,
  run = function(_, cmd, volley)
    if volley then volley.wanted[cmd.unit] = cmd.target end
  end,
}

local function outcome(points)
  return points == 0 and "nothing" or points == 1 and "a point" or counted(points, "point")
end

local function silenced(guns) return guns == 1 and "a gun silenced" or counted(guns, "gun") .. " silenced" end

local SHELTER <const> = { cover = ", in cover", building = ", in a building", none = "" }

local function cannot_skirmish(play, cmd, why)
  play:tell("cannot_skirmish", { unit = cmd.unit, say = why, cite = "9.0" })
end

local function shoot(play, cmd, hits)
  if not aim.there(play, cmd.unit, cmd.target) then return cannot_skirmish(play, cmd, "no enemy is there") end
  local args = play.measure.skirmish(play, cmd.unit, cmd.target, cmd.range_mm, cmd.cover)
  local fault = play.rules.fault("skirmish.fire", args)
  if fault then return cannot_skirmish(play, cmd, fault.message) end
  local result = play:resolve("skirmish.fire", args, cmd.unit, cmd.target)
  play:tell("skirmished", {
    unit = cmd.unit, target = cmd.target, range = args.range_mm, cover = SHELTER[args.target_cover],
    needs = result.needs, roll = result.roll, dice = play:dice(),
    say = result.guns_silenced > 0 and silenced(result.guns_silenced) or outcome(result.damage_points),
    cite = args.target == "artillery" and "9.0 R48" or "9.0",
  })
  volleys.add(hits, cmd.target, result.damage_points, result.guns_silenced)
  return { unit = cmd.unit, target = cmd.target, range_mm = args.range_mm }
end

command "skirmish_fire" {
  cite = "9.0", doc = "Skirmishers fire at close-order troops.",
  args = {
    unit "unit" { "own" }, unit "target" { "enemy" },
    int "range_mm" { 1, optional = true, doc = "as the tape says, where nothing is measured" },
    enum "cover" { "none", "cover", "building", optional = true, doc = "of the target, where nothing is measured" },
  },
  fills = { "range_mm", "cover" }, check = check,
  proposals = function(view, side, of)
    return propose(view, side, of, refuse_skirmishers, {
      reach = M.reach, skirmishers = false, score = 1000, text = "%d mm of %d mm", far = "up to %d mm",
    })
  end,
  run = volleys.of_all(function(play, cmd, volley)
    play:set(play:unit(cmd.unit), "fired", true)
    local shot = shoot(play, cmd, volley.hits)
    if not shot then return end
    volley.shots[cmd.target] = volley.shots[cmd.target] or {}
    table.insert(volley.shots[cmd.target], shot)
  end),
}

--- The shot a unit answers: at those its player named, else the first that can be answered; nil when none can.
local function answered(play, id, shots, wanted)
  local unit = play:unit(id)
  local function may(shot)
    return not play.rules.fault("skirmish.reply", reply_args(play, unit, shot.range_mm))
      and play:fact("may_shoot", id, shot.unit)
  end
  return lists.find(shots, function(shot) return shot.unit == wanted and may(shot) end) or lists.find(shots, may)
end

local function reply(play, id, shot, hits)
  local result = play:resolve("skirmish.reply", reply_args(play, play:unit(id), shot.range_mm), id, shot.unit)
  play:tell("replied", {
    unit = id, target = shot.unit, needs = result.needs, roll = result.roll, dice = play:dice(),
    say = outcome(result.points), cite = "R47",
  })
  volleys.add(hits, shot.unit, result.points, 0)
end

--- Skirmishers fire in the order they were told to; then those shot at reply, side by side in the listed order.
function M.volley(play, commands, volley)
  for _, cmd in ipairs(commands) do
    if cmd["do"] == "reply" or cmd["do"] == "skirmish_fire" then play:run_command(cmd, volley) end
  end
  for _, side in ipairs(play.state.order.sides) do
    for id, unit in play:units(side) do
      local shots = volley.shots[id]
      if shots and not refuse_reply(play, unit) then
        local shot = answered(play, id, shots, volley.wanted[id])
        if shot then reply(play, id, shot, volley.hits) end
      end
    end
  end
end

return M
