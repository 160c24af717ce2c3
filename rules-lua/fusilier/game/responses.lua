-- 5.0: what a unit that is attacked may do, once a bound.

local army <const> = use "game/army"
local buildings <const> = use "game/buildings"
local ground <const> = use "game/ground"
local motion <const> = use "game/motion"
local obedience <const> = use "game/obedience"

story {
  answered = "{unit} {say}.",
  takes_cover = "{unit} goes into cover.",
}

local TELLS <const> = {
  redeploy_facing = "turns its line to face the attack", reface = "faces the attack", form_square = "forms square",
  take_cover = "makes for cover",
}

-- What shelters, and how it is called in 5.1.
local COVER_AREAS <const> = { built_up = "building", open_woods = "wood" }
local COVER_LINES <const> = {
  wall = "wall", fence = "fence", hedge = "hedge", barricade = "wall", fortification = "wall",
}

--- Woods and buildings are higher than any man.
local TALL <const> = 3000

fact "to_cover" {
  ask = "How far is {1} from {2}, nearest edge to nearest edge?", unit = "mm", int "distance" { 0 },
  measured = function(view, _, id, cover)
    local state = view.state
    local shape = state.areas[cover] and { area = state.areas[cover].area } or { line = state.lines[cover].line }
    return geometry.round_mm(geometry.distance(view:unit(id).base, shape).distance, "up")
  end,
}

--- The cover that is meant: its kind and height; in a told game the kind alone is said.
local function cover_of(view, cmd)
  local area, line = view.state.areas[cmd.cover], view.state.lines[cmd.cover]
  if area and COVER_AREAS[area.terrain] then return COVER_AREAS[area.terrain], TALL end
  if line and COVER_LINES[line.kind or "wall"] then return COVER_LINES[line.kind or "wall"], line.height_mm end
  if army.told(view) then
    for _, kind in ipairs { "building", "wall", "wood", "fence", "hedge" } do
      if cmd.cover == kind then return kind, TALL end
    end
  end
end

local function refuse_cover(view, cmd)
  local unit = view:unit(cmd.unit)
  if not cmd.cover then return refuse("cover", "is required to take cover", { cite = "5.1" }) end
  local kind, height = cover_of(view, cmd)
  if not kind then return refuse("cover", ("%s is no cover"):format(cmd.cover), { cite = "5.1" }) end
  if unit.drill == "unlimbered" then return refuse("unit", "is unlimbered", { cite = "R27" }) end
  local away = view:fact("to_cover", cmd.unit, cmd.cover)
  local may = view:ask("response.take_cover", {
    troop = army.troop(unit), cover = kind, height_mm = height, distance_mm = away,
  })
  if may.reason == "height" then return refuse("cover", "is under 1 m high", { cite = "5.1" }) end
  if may.reason == "distance" then
    return refuse("cover", ("is %d mm away, %d too far"):format(away, away - may.limit_mm),
      { cite = "R25", margin = may.limit_mm - away })
  end
  if kind == "building" and army.on_map(unit) and not buildings.may_enter(view, cmd.unit, cmd.cover) then
    return refuse("cover", "is held by another, or in ruins", { cite = "8.5 R45" })
  end
end

--- R26: infantry forms square if the cavalry leaves it the time.
local function refuse_square(view, cmd, toward)
  local unit = view:unit(cmd.unit)
  if not army.mounted(view:unit(toward)) then
    return refuse("action", "is for a unit that cavalry attacks", { cite = "R26" })
  end
  if unit.arm ~= "infantry" or unit.drill == "skirmish" or unit.drill == "square" then
    return refuse("action", "cannot be done from this formation", { cite = "6.4" })
  end
  local square = view:ask("response.form_square", {
    formation = unit.drill, cavalry_distance_mm = ground.distance(view, toward, cmd.unit),
  })
  if not square.forms then
    local text = ("needs %d min, has %d"):format(square.needed_min, square.available_min)
    return refuse("action", text, { cite = "R26", margin = square.available_min - square.needed_min })
  end
  if not army.on_map(unit) then return nil end
  local square_base = army.reshaped(view.rules, unit, "square")
  if not ground.on_table(view, square_base) then return refuse("action", "has no room at the table's edge") end
  local body, by = ground.in_the_way(view, cmd.unit, square_base)
  if body then
    return refuse("action", ("has no room: %s is %d mm in the way"):format(body.name or body.id, by), { margin = -by })
  end
end

--- The attacker that is answered: the one named, else the first that declared.
local function attacker_of(view, cmd)
  if cmd.toward then return view:unit(cmd.toward).target == cmd.unit and cmd.toward or nil end
  for id, enemy in view:units(view:other(view:unit(cmd.unit).side)) do
    if enemy.target == cmd.unit and army.present(enemy) then return id end
  end
end

command "respond" {
  cite = "5.0", doc = "A unit that is attacked turns to face it, goes into cover, or forms square.",
  args = {
    unit "unit" { "own" }, enum "action" { "redeploy_facing", "take_cover", "reface", "form_square" },
    unit "toward" { "enemy", optional = true, doc = "the attacker it answers" },
    text "cover" { optional = true, doc = "the woods, buildings or wall it goes into" },
  },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    if unit.responded then return refuse("unit", "has responded this bound", { cite = "R24" }) end
    if not army.free(unit) then return refuse("unit", "is " .. unit.condition, { cite = "10.5 11.1" }) end
    local toward = attacker_of(view, cmd)
    local options = view:ask("response.options", {
      attacked = toward ~= nil, obeying_orders = obedience.of(view, unit) ~= nil,
    })
    if #options.actions == 0 then return refuse("unit", "is not attacked", { cite = "5.0" }) end
    if cmd.action == "take_cover" then return refuse_cover(view, cmd) end
    if cmd.action == "form_square" then return refuse_square(view, cmd, toward) end
  end,
  proposals = function(view, side)
    local list = {}
    if army.told(view) then return list end
    for id, unit in view:units(side) do
      local toward = army.free(unit) and not unit.responded and attacker_of(view, { unit = id })
      if toward then
        list[#list + 1] = { unit = id, action = "reface", toward = toward, text = "to face the attack", score = 1 }
        local square = { unit = id, action = "form_square", toward = toward, text = "in time", score = 2 }
        if not refuse_square(view, square, toward) then list[#list + 1] = square end
      end
    end
    return list
  end,
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:set(unit, "responded", true)
    play:tell("answered", { unit = cmd.unit, say = TELLS[cmd.action], cite = "5.1" })
    if cmd.action == "take_cover" then return end
    local base = unit.base
    if cmd.action == "form_square" then
      play:set(unit, "minutes_used", play.rules.constant.bound)
      if base then base = army.reshaped(play.rules, unit, "square") end
      play:set(unit, "drill", "square")
    elseif base then
      local turn = geometry.turn(base.facing, geometry.bearing(base, play:unit(attacker_of(play, cmd)).base))
      local faced = geometry.move(base, { pivot = turn })
      local bears = ground.on_table(play, faced) and not ground.in_deep(play, faced)
      if bears and not ground.in_the_way(play, cmd.unit, faced) then base = faced end
    end
    if base then play:set(unit, "base", base) end
  end,
}

--- The way into cover: to its nearest point, and as deep in as the unit is, or up to a wall.
local function into(play, id, cover)
  local area, line = play.state.areas[cover], play.state.lines[cover]
  return function(base)
    local gap = geometry.distance(base, area and { area = area.area } or { line = line.line })
    local deep = area and base.depth or -mm(1)
    local bearing = gap.distance > 0 and geometry.bearing(gap.from, gap.to) or base.facing
    return bearing, math.max(0, gap.distance + deep), id
  end
end

local M <const> = {}

--- The mover of a unit that goes into cover; nil for other answers, and where the players move.
function M.mover(play, cmd)
  local unit = play:unit(cmd.unit)
  if cmd.action ~= "take_cover" or not army.on_map(unit) then return nil end
  return motion.mover(play, cmd.unit, { { kind = "go", aim = into(play, cmd.unit, cmd.cover) } }, {
    tell = function(m) play:tell("takes_cover", { unit = m.id, cite = "5.1" }) end,
  })
end

return M
