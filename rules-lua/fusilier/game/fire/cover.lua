-- 5.1: a unit that is attacked goes into cover no more than half a move away.

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")
local buildings <const>, shelter <const> = use("game/fire/buildings", "game/fire/shelter")
local woods <const> = use "game/movement/woods"

--- What 5.1 calls the ground that shelters.
local COVER_AREAS <const> = { built_up = "building", open_woods = "wood" }

--- All that is cover, as players call it in a told game.
local COVERS <const> = { "building", "wall", "wood", "fence", "hedge" }

--- Woods and buildings are higher than any man.
local TALL <const> = 3000

fact "to_cover" {
  ask = "How far is {1} from {2}, nearest edge to nearest edge?", unit = "mm", int "distance" { 0 },
  measured = function(view, _, id, cover)
    local state = view.state
    local shape = state.areas[cover] and { area = state.areas[cover].area } or { line = state.lines[cover].line }
    return geometry.round_mm(geometry.gap(view:unit(id).base, shape), "up")
  end,
}

--- The cover that is meant: its kind and height; in a told game the kind alone is said.
local function cover_of(view, cmd)
  local area, line = view.state.areas[cmd.cover], view.state.lines[cmd.cover]
  if area and COVER_AREAS[area.terrain] then return COVER_AREAS[area.terrain], TALL end
  local lined = line and shelter.KINDS[line.kind or "wall"]
  if lined then return lined, line.height_mm end
  if view:told() and lists.has(COVERS, cmd.cover) then return cmd.cover, TALL end
end

--- The way into cover: to its nearest point, and as deep in as the unit is; up to a wall that is before it, or over
--- one that is behind it.
local function into(play, cover, enemy)
  local area, line = play.state.areas[cover], play.state.lines[cover]
  return function(base, where)
    local gap = geometry.distance(base, area and { area = area.area } or { line = line.line })
    local bearing = gap.distance > 0 and geometry.bearing(gap.from, gap.to) or base.facing
    local off = geometry.turn(bearing, geometry.bearing(base, where[enemy] or base))
    local deep = (area or math.abs(off) > deg(90)) and base.depth + mm(1) or -mm(1)
    return bearing, math.max(0, gap.distance + deep)
  end
end

--- What the rule says against cover that is so far away.
local function refuse_cover(may, away)
  if may.may_take then return nil end
  if may.reason == "height" then return refuse("cover", "is under 1 m high", "5.1") end
  if may.reason == "distance" and away > may.limit_mm then
    return refuse("cover", ("is %d mm away, %d too far"):format(away, away - may.limit_mm),
      { cite = "R25", margin = may.limit_mm - away })
  end
  return refuse("cover", "may not be taken", "5.1")
end

local M <const> = {}

function M.refuse(view, cmd)
  local unit = view:unit(cmd.unit)
  if not cmd.cover then return refuse("cover", "is required to take cover", "5.1") end
  local kind, height = cover_of(view, cmd)
  if not kind then return refuse("cover", ("%s is no cover"):format(cmd.cover), "5.1") end
  if army.unlimbered(view.rules, unit) then return refuse("unit", "is unlimbered", "R27") end
  local away = view:fact("to_cover", cmd.unit, cmd.cover)
  local may = view:ask("response.take_cover", view:described({
    troop = army.troop(view.rules, unit), cover = kind, height_mm = height, distance_mm = away,
  }, unit, "response.take_cover"), cmd.unit)
  local fault = refuse_cover(may, away)
  if fault then return fault end
  if kind == "building" and tabletop.placed(unit) and not buildings.may_enter(view, cmd.unit, cmd.cover) then
    return refuse("cover", "is held by another, or in ruins", "8.5 R45")
  end
end

--- The mover of a unit that goes into cover, and there faces the attack.
function M.mover(play, cmd, enemy)
  local function to_enemy(base, where) return where[enemy] and geometry.bearing(base, where[enemy]) end
  return {
    id = cmd.unit,
    stages = { { kind = "go", aim = into(play, cmd.cover, enemy) }, { kind = "face", bearing = to_enemy } },
    tell = function(m)
      if m.gone > 0 then play:tell("takes_cover", { unit = m.id, cite = "5.1" }) end
    end,
  }
end

--- Where the players move: the minutes it takes, and the woods die (R24, R33).
function M.told(play, cmd)
  local unit, kind = play:unit(cmd.unit), cover_of(play, cmd)
  local rate = obedience.allowance(play, unit, army.troop(play.rules, unit), 1)
  local away = play:fact("to_cover", cmd.unit, cmd.cover)
  if kind == "wood" and woods.loses_way(play, cmd.unit) then return end
  local minutes = math.min(play.rules.constant.bound, (away + rate - 1) // math.max(1, rate))
  play:set(unit, "minutes_used", (unit.minutes_used or 0) + minutes)
  if away > 0 then play:set(unit, "moved", true) end
  play:tell("takes_cover", { unit = cmd.unit, cite = "5.1" })
end

return M
