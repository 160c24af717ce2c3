-- 5.0: what a unit that is attacked may do, once a bound (R24).

local army <const>, cover <const>, ground <const> = use("game/army/units", "game/fire/cover", "game/movement/ground")
local obedience <const>, proposed <const> = use("game/command/obedience", "game/combat/proposed_attacks")

local TELLS <const> = {
  redeploy_facing = "turns its line to face the attack", reface = "faces the attack", form_square = "forms square",
  take_cover = "makes for cover",
}

--- Those who have declared an attack on a unit, or the one of them that is named.
local function attackers_of(view, cmd)
  return lists.filter(proposed.attackers(view, cmd.unit), function(id) return not cmd.toward or cmd.toward == id end)
end

--- The ground that cavalry crosses most of on its way.
local function ground_between(view, id, target)
  local base, enemy, lengths, best = view:unit(id).base, view:unit(target).base, {}, "open"
  if not base then return best end
  local ahead = { slide = geometry.gap(base, enemy), angle = geometry.off(base, enemy) }
  for _, leg in ipairs(view:legs(view:path(id, ahead, { near = false }))) do
    local kind = leg.going or "open"
    if not leg.line and kind ~= "stream_deep" then
      lengths[kind] = (lengths[kind] or 0) + leg.length
      if lengths[kind] > (lengths[best] or 0) then best = kind end
    end
  end
  return best
end

--- What the squadron that leaves the least time leaves (R26).
local function soonest(view, unit, cmd)
  local squares = {}
  for _, id in ipairs(proposed.attackers(view, cmd.unit)) do
    squares[#squares + 1] = army.mounted(view:unit(id)) and view:ask("response.form_square", view:described({
      formation = unit.drill, cavalry_distance_mm = ground.distance(view, id, cmd.unit),
      cavalry_terrain = ground_between(view, id, cmd.unit),
    }, unit, "response.form_square"), cmd.unit, id) or nil
  end
  return (lists.least(squares, function(square) return square.available_min end))
end

--- Why there is no room for a base where a unit stands: a body, the edge of the table, ground that bears nobody (R29).
local function refuse_room(view, id, base)
  local wrong = view:room(id, base, { near = false })
  if not wrong then return nil end
  if wrong.kind == "edge" then return refuse("action", "has no room at the table's edge") end
  if wrong.kind == "ground" then return refuse("action", "has no room beside deep water", "R29") end
  local by = -wrong.margin // mm(1) + 1
  return refuse("action", ("has no room: %s is %d mm in the way"):format(view:called(wrong.by), by), { margin = -by })
end

--- R26: infantry forms square if the cavalry leaves it the time.
local function refuse_square(view, cmd)
  local unit = view:unit(cmd.unit)
  if unit.arm ~= "infantry" or unit.drill == "skirmish" or unit.drill == "square" then
    return refuse("action", "cannot be done from this formation", "6.4")
  end
  local square = soonest(view, unit, cmd)
  if not square then return refuse("action", "is for a unit that cavalry attacks", "R26") end
  if not square.forms then
    local text = ("needs %d min, has %d"):format(square.needed_min, square.available_min)
    local margin = square.available_min - square.needed_min
    return refuse("action", text, { cite = "R26", margin = margin, unit = "min" })
  end
  return tabletop.placed(unit) and refuse_room(view, cmd.unit, army.reshaped(view, unit, "square")) or nil
end

--- A unit turned to its attackers: to the one it is to face, or with its whole line to the middle of them all (5.1).
local function faced(view, cmd)
  local base, ids = view:unit(cmd.unit).base, attackers_of(view, cmd)
  local at = cmd.action == "redeploy_facing" and view:middle(ids) or view:unit(ids[1]).base
  return tabletop.turned(base, geometry.off(base, at))
end

--- What keeps an attacked unit from one answer.
local function refuse_action(view, cmd)
  local unit = view:unit(cmd.unit)
  if cmd.action == "take_cover" then return cover.refuse(view, cmd) end
  if cmd.action == "form_square" then return refuse_square(view, cmd) end
  return tabletop.placed(unit) and refuse_room(view, cmd.unit, faced(view, cmd)) or nil
end

--- What a unit may do against those who attack it.
local function options_of(view, id, attackers)
  local unit = view:unit(id)
  return view:ask("response.options", view:described({
    attacked = #attackers > 0, obeying_orders = obedience.of(view, unit) ~= nil,
  }, unit, "response.options"), id, attackers[1])
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
    local turns = cmd.action == "reface" or cmd.action == "redeploy_facing"
    if unit.responded then return refuse("unit", "has responded this bound", "R24") end
    if not (turns and army.stands(unit) or army.free(unit)) then
      return refuse("unit", "is " .. unit.status, "10.5 11.1")
    end
    local attackers = attackers_of(view, cmd)
    local options = options_of(view, cmd.unit, attackers)
    if #attackers == 0 and #options.actions == 0 then return refuse("unit", "is not attacked", "5.0") end
    -- To form square is an evolution, which 6.4 allows to the attacked.
    local may = cmd.action == "form_square" and #options.actions > 0 or lists.has(options.actions, cmd.action)
    if not may then return refuse("action", "is not open to it", "5.0") end
    return refuse_action(view, cmd)
  end,
  proposals = proposed.responses(refuse_action),
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    local resumes = options_of(play, cmd.unit, attackers_of(play, cmd)).must_resume_orders
    if not resumes and obedience.of(play, unit) then play:set(unit, "excused", true) end
    play:set(unit, "responded", true)
    play:tell("answered", { unit = cmd.unit, say = TELLS[cmd.action], cite = "5.1" })
    if cmd.action == "take_cover" then
      if not tabletop.placed(unit) then cover.told(play, cmd) end
    elseif cmd.action == "form_square" then
      play:set(unit, "minutes_used", play.rules.constant.bound)
      if tabletop.placed(unit) then play:set(unit, "base", army.reshaped(play, unit, "square")) end
      play:set(unit, "drill", "square")
    elseif tabletop.placed(unit) then
      play:set(unit, "base", faced(play, cmd))
    end
  end,
}

local M <const> = {}

--- The mover of a unit that goes into cover; nil for other answers, and where the players move.
function M.mover(play, cmd)
  if cmd.action ~= "take_cover" or not tabletop.placed(play:unit(cmd.unit)) then return nil end
  return cover.mover(play, cmd, attackers_of(play, cmd)[1])
end

return M
