-- 5.2, 4.5: batteries fire along a line, and breach fieldworks (SR.4).

local aim <const>, cover <const>, foregone <const> = use("game/fire/aim", "game/fire/cover", "game/foregone")
local gun_lines <const>, hits <const> = use("game/fire/gun_lines", "game/army/hits")
local leaders <const>, shots <const> = use("game/command/leaders", "game/fire/shots")

-- ---- the command ----------------------------------------------------------------------------------------------------

--- R54: a line over units in a melee is not allowed.
local function refuse_melee(view, found, beyond)
  local fighting = aim.fighting(view)
  local function refuse_over(id, text)
    if fighting[id] then return refuse("target", text:format(view:name(id)), "R54 C.2a") end
  end
  for _, id in ipairs(found.before or {}) do
    local fault = refuse_over(id, "lies beyond %s, in a melee under the line")
    if fault then return fault end
  end
  for _, mark in ipairs(beyond) do
    local fault = refuse_over(mark.id, "has %s beyond it, in a melee under the line")
    if fault then return fault end
  end
end

--- An empty section of fieldworks as the target (R81).
local function refuse_section(view, section)
  local area = view.state.areas[section]
  if not area or area.terrain ~= "fieldworks" then
    return refuse("section", ("must be a section of fieldworks, got %s"):format(section), "SR.4")
  end
  local holder = view:holder(section)
  if holder then return refuse("section", ("is held by %s: fire at them"):format(view:name(holder)), "SR.4 R81") end
  if area.breached then return refuse("section", "is breached already", "SR.4") end
end

--- What is fired at: a unit, a section, or the first unit that the bearing meets.
local function find_target(view, cmd)
  if cmd.target and cmd.section then return nil, refuse("section", "is given, and a target too", "5.2.1") end
  if cmd.section then return cmd.section, refuse_section(view, cmd.section) end
  if not cmd.target and (not cmd.bearing or view:told()) then
    return nil, refuse("target", "is missing: the first unit under the line", "R54")
  end
  local id = cmd.target or view:fact("first_under", cmd.unit, cmd.bearing)[1]
  if not id then return nil, refuse("bearing", "meets no unit within reach", "R54") end
  local unit = view:unit(id)
  if not tabletop.present(unit) then return nil, refuse("target", "is not on the table", "5.2.2") end
  if unit.side == view:unit(cmd.unit).side then
    return nil, refuse("bearing", ("meets %s first, a friend"):format(view:name(id)), "R54")
  end
  return id
end

---@class hm.GunFire
---@field marks hm.Mark[] the first target and those beyond it
---@field overhead boolean

local function check(view, cmd)
  local fault = shots.refuse_firer(view, cmd.unit)
  if fault then return fault end
  if view:unit(cmd.unit).arm ~= "artillery" then return refuse("unit", "is no battery: fire", "5.2") end
  local target
  target, fault = find_target(view, cmd)
  if fault then return fault end
  local args, found = view.measure["fire.legality"](view, cmd.unit, target, cmd.bearing)
  if not args then return refuse("bearing", ("does not lie over %s"):format(view:name(target)), "R54") end
  local legal, wood
  fault, legal, wood = shots.judge(view, cmd.unit, target, args, found)
  if fault then return fault end
  local beyond = gun_lines.beyond(view, cmd.unit, target, found)
  fault = refuse_melee(view, found, beyond)
  if fault then return fault end
  local marks = { { id = target, line = { mm = found.mm }, wood = wood } }
  table.move(beyond, 1, #beyond, 2, marks)
  return nil, { marks = marks, overhead = legal.overhead }
end

-- ---- what it does ---------------------------------------------------------------------------------------------------

local function tell(play, id, mark, i, result, overhead, enfilade)
  play:tell(i == 1 and "guns_fire" or "guns_fire_on", {
    unit = id, target = mark.id, range = mark.line.mm, overhead = overhead and ", overhead" or "",
    number = result.throw, shots = counted(result.dice, "shot"),
    why = enfilade and " (in enfilade: twice the dice)" or "",
    say = result.hits == 0 and "no hit" or counted(result.hits, "hit"), cite = i == 1 and "5.2.3" or "R54",
  })
end

--- The fire itself: what each mark is hit by, before saves.
local function shoot(play, id, found)
  local targets, throwers = {}, { [""] = id }
  for i, mark in ipairs(found.marks) do
    targets[i] = cover.target_args(play, id, mark.id, mark.line.mm)
    throwers["targets." .. i] = id
  end
  local args = play:question("fire.artillery", id, { targets = targets })
  local result = play:resolve("fire.artillery", args, throwers, found.marks[1].id)
  for i, mark in ipairs(found.marks) do
    tell(play, id, mark, i, result.targets[i], found.overhead and i == 1, targets[i].enfilade)
  end
  return result
end

--- SR.4, R81: a section that guns have hit, or its garrison, may be breached.
local function breach(play, id, mark, hit_by)
  local unit = play.state.units[mark.id]
  local section = unit and unit.inside or not unit and mark.id
  local area = section and play.state.areas[section]
  if not area or area.terrain ~= "fieldworks" or area.breached then return end
  local args = play:question("fieldworks.breach", id, { artillery_hits = hit_by })
  local result = foregone.resolve(play, "fieldworks.breach", args, id, section, function(one)
    return not one.tested and not one.breached
  end)
  if not result then return end
  local key = result.breached and "works_breached" or "works_stand"
  play:tell(key, { section = section, roll = result.roll or "-", cite = "SR.4" })
  if result.breached then play:set(area, "breached", true) end
end

--- A shot that the rules refuse and the players allow: at the target they name, as far as guns reach; nil without one.
---@return hm.GunFire?
local function overruled(play, cmd)
  local target = cmd.section or cmd.target
    or cmd.bearing and not play:told() and play:fact("first_under", cmd.unit, cmd.bearing)[1]
  if not target or cmd.section and not play.state.areas[cmd.section] then return nil end
  if play:unit(cmd.unit).arm ~= "artillery" then return nil end
  local args, found = play.measure["fire.legality"](play, cmd.unit, target, cmd.bearing)
  if not args then return nil end
  local _, reach = aim.reach(play.rules, play:unit(cmd.unit))
  return { marks = { { id = target, line = { mm = math.min(found.mm, reach) } } }, overhead = false }
end

local function run(play, cmd, found)
  local id, unit = cmd.unit, play:unit(cmd.unit)
  found = found or overruled(play, cmd)
  if not found then
    return play:tell("cannot_fire", { unit = id, say = "there is nothing to fire at, or with", cite = "5.2" })
  end
  play:set(unit, "fired", true)
  local result = shoot(play, id, found)
  play:set(unit, "band", result.band)
  shots.spend(play, unit)
  local struck = {}
  for i, mark in ipairs(found.marks) do
    local hit_by = result.targets[i].hits
    breach(play, id, mark, hit_by)
    if play.state.units[mark.id] and hit_by > 0 then
      struck[#struck + 1] = { id = mark.id, hits = hit_by, mark = mark, first = i == 1 }
    end
  end
  for _, one in ipairs(struck) do
    local line = one.mark.line
    local bearing = one.first and cmd.bearing or line.to and geometry.bearing(line.from, line.to) or nil
    one.left = shots.saved(play, one.id, one.hits, cover.shelter(play, id, one.id, one.mark.wood, bearing), id)
    one.generals = play:leaders_with(one.id)
  end
  for _, one in ipairs(struck) do hits.take(play, one.id, one.left, "5.2.5") end
  for _, one in ipairs(struck) do leaders.risk(play, one.id, one.left, one.generals) end
end

--- What a unit under either part of the stick is worth in a proposal: about the hits to expect, in hundredths.
local SCORE <const> = { short = 175, long = 100 }

command "fire_guns" {
  cite = "5.2", doc = "A battery fires along a line: at the first target, and at long range at all beyond it.",
  args = {
    unit "unit" { "own" },
    unit "target" { "enemy", optional = true, doc = "the first under the line" },
    text "section" { optional = true, doc = "an empty section of fieldworks, instead of a unit" },
    angle "bearing" { 0, 360000, optional = true, doc = "which way the stick is laid; else to the nearest point" },
  },
  check = check,
  run = run,
  proposals = function(view, side, of)
    return shots.propose(view, side, of, true, function(list, id, _, one, short, reach, fighting)
      local best, text = gun_lines.best(view, id, one, fighting, short)
      if not best then return end
      local cmd = { unit = id, target = best.target, bearing = best.bearing }
      if view.rules.wrapped "fire.legality" and check(view, cmd) then return end
      local band = one.mm <= short and "short" or "long"
      best.score, best.net = SCORE[band] * best.net, nil
      best.text = ("%s range, %d mm of %d mm%s"):format(band, one.mm, band == "short" and short or reach, text)
      list[#list + 1] = best
    end)
  end,
}
