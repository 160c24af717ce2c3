-- 7.0, 10.5, 11.1: how beaten bodies go back: in what state, which way, how far, and whom they carry with them.
--
-- A withdrawal is { id =, ahead = the bearing it ends faced to, back =, friends = ids carried, um = how far }. A unit
-- and those it carries go as one body, so that nobody ends in anybody else.
local army <const>, recovery <const> = use("game/army/units", "game/army/recovery")
local way_back <const> = use "game/combat/retreat_path"

local M <const> = {}

local GOING <const> = { retreating = true, routing = true, gone = true, off_table = true }

--- May a friend behind be carried at all: on the table, and not on its own way back? Of guns only limbered ones can go
--- (R103), unless a column breaks over them (10.2); those of a battalion go with it.
local function may_be_carried(play, unit, state)
  if not tabletop.present(unit) or GOING[unit.status] or unit.response == "rout" or unit.response == "retreat" then
    return false
  end
  return unit.arm ~= "artillery" or state == "column_breaking"
    or unit.drill == "limbered" and not army.follows(play.rules, unit)
end

fact "behind" {
  ask = "Which friends have any part within {carry_back_distance} mm behind {1}, on its way back?",
  units "friends" { "own", default = {} },
  measured = function(view, _, id, back)
    local side, found = view:unit(id).side, {}
    local way = view:way_back(id, {
      bearing = back, um = mm(view.rules.constant.carry_back_distance) + tabletop.REACHED,
      meets = function(thing) return thing.kind == "body" and view:unit(thing.id).side == side and "friend" or nil end,
    })
    for i, one in ipairs(way.met) do found[i] = one.id end
    return found
  end,
}

--- Friends that a unit carries back with it (7.0, R35): `back` is the bearing it goes.
local function carries(play, id, state, back, claimed)
  local carried = {}
  for _, other in ipairs(play:fact("behind", id, tabletop.placed(play:unit(id)) and back or nil)) do
    local friend = play:unit(other)
    local may = other ~= id and not claimed[other] and may_be_carried(play, friend, state)
    if may and play:ask("move.carry_back", play:described({
      state = state, distance_mm = 0, formed = friend.drill ~= "skirmish", -- the sweep is as long as it may be
    }, friend, "move.carry_back"), other, id).carried then
      carried[#carried + 1], claimed[other] = other, true
    end
  end
  return carried
end

--- Prepares a withdrawal: the unit turns to the enemy it leaves, and it is seen whom it carries. `how` as `go_in`;
--- `claimed`: who is carried by others already, or goes himself; it carries nobody without.
local function prepare(play, id, how, claimed)
  local unit, going = play:unit(id), { id = id, foe = how.foe, state = how.state }
  local routs = how.state == "routing"
  if tabletop.placed(unit) then
    going.ahead = how.ahead or how.foe and play:bearing_at(unit.base, play:unit(how.foe).base) or unit.base.facing
    going.back = (going.ahead + deg(180)) % deg(360)
    if not routs then way_back.face(play, id, going.ahead) end
  end
  local drill = not routs and way_back.leave_square(play, id)
  if drill then play:tell("leaves_square", { unit = id, drill = drill, cite = "R27 R78" }) end
  going.friends = claimed and carries(play, id, how.state, going.back, claimed) or {}
  return going
end

local function tell_told(play, going, say, minutes)
  if minutes == 0 then
    play:tell("only_limbers", { unit = going.id, cite = "6.4 R78" })
    return 0
  end
  local unit = play:unit(going.id)
  local most = way_back.full_move(play, unit) * minutes // play.rules.constant.bound
  play:tell(minutes < play.rules.constant.bound and "to_limber" or "to_go_back", {
    unit = going.id, say = say, minutes = minutes, distance = most, enemy = going.foe or "the enemy", cite = "R78",
  })
  return most
end

--- A unit and those it carries go; `arrives` tells of those who come to their place.
local function go_together(play, going, minutes, arrives)
  going.um = way_back.go(play, going, minutes, { arrives = arrives, leaves = function(id)
    play:tell(id == going.id and "left" or "carried_off", { unit = id, by = going.id, cite = "R78" })
    recovery.gone(play, id)
  end })
end

--- The unit goes back; those it carries make room and follow with `bring`. `say`: what the story calls it, "retreats".
--- Returns mm gone.
local function go(play, going, say, cite)
  local unit = play:unit(going.id)
  local minutes = way_back.minutes_for(play, unit)
  if unit.drill == "unlimbered" then play:set(unit, "drill", "limbered") end
  if unit.building then play:set(unit, "building", nil) end
  play:set(unit, "moved", true)
  if not tabletop.placed(unit) then return tell_told(play, going, say, minutes) end
  go_together(play, going, minutes, function(id, um)
    if id == going.id then play:tell("goes_back", { unit = id, say = say, distance = um // mm(1), cite = cite }) end
  end)
  if going.um == 0 then
    play:tell(minutes == 0 and "only_limbers" or "stuck", { unit = going.id, say = say, distance = 0, cite = cite })
  end
  return going.um // mm(1)
end

--- Friends carried go the same distance in conformity: neither lost nor reforming, and fit to fight when they stand
--- (R35, R86). Those who were beaten before keep their own state.
function M.bring(play, going)
  for _, id in ipairs(going.friends) do
    local unit = play:unit(id)
    if tabletop.present(unit) and not GOING[unit.status] then
      recovery.breaks_off(play, id)
      if unit.status == "ready" then recovery.begin(play, id, "conformity") end
      if unit.drill == "unlimbered" then play:set(unit, "drill", "limbered") end
      play:set(unit, "moved", true)
      local key = tabletop.placed(unit) and "carried" or "to_carry"
      play:tell(key, { unit = id, by = going.id, distance = (going.um or 0) // mm(1), cite = "7.0 R35" })
    end
  end
end

fact "off_table" { ask = "Which of these does that take off the table, if any: {1}?", units "units" { default = {} } }

--- Told games: who has left the table by now, asked once for all that went back in a step.
local function ask_who_left(play, step)
  local moved = {}
  for _, going in ipairs(step) do
    if going.state ~= "routing" then moved[#moved + 1] = going.id end
    lists.append(moved, going.friends)
  end
  local left = moved[1] and play:told("off_table", moved)
  for _, id in ipairs(moved) do
    if lists.has(left, id) and tabletop.present(play:unit(id)) then
      play:tell("left", { unit = id, cite = "R78" })
      recovery.gone(play, id)
    end
  end
end

--- A unit routs: friends behind it are swept along, and it is off the table for good, toward its own edge (R79). Gives
--- the withdrawal, its friends still to be brought to their state.
---@param play table
---@param id string
---@param foe string?
---@param claimed table<string, boolean> who is carried by others already
---@return table withdrawal
function M.rout(play, id, foe, claimed)
  local home = play:home(play:unit(id).side)
  local going = prepare(play, id, { state = "routing", foe = foe, ahead = home and home.facing }, claimed)
  play:tell("routs", { unit = id, cite = "10.5 R79" })
  if going.back and #going.friends > 0 then go_together(play, going, play.rules.constant.bound) end
  recovery.gone(play, id, "rout")
  return going
end

--- Many go back in one step: the list of their withdrawals. Whoever goes himself is carried by nobody: claim them all
--- before the first goes.
---@param ids string[]
---@return table step
function M.step(ids)
  local step = { claimed = {} }
  for _, id in ipairs(ids) do step.claimed[id] = true end
  return step
end

--- One of those in a step goes back, from `foe`; it ends faced to the bearing `ahead`, else to that enemy.
---@param play table
---@param step table
---@param id string
---@param how { state: string?, say: string, cite: string, foe: string?, ahead: integer? }
function M.go_in(play, step, id, how)
  how.state = how.state or "retreating"
  step[#step + 1] = prepare(play, id, how, step.claimed)
  go(play, step[#step], how.say, how.cite)
end

--- The friends carried come to their states, those who had no room to turn where they stood turn where they have come
--- to (R78), and in a told game it is asked who has left.
function M.finish(play, step)
  for _, going in ipairs(step) do M.bring(play, going) end
  for _, going in ipairs(step) do
    if going.ahead and tabletop.present(play:unit(going.id)) then way_back.face(play, going.id, going.ahead) end
  end
  ask_who_left(play, step)
end

--- Units that no combat drives go back in one step, those of one formation one way, the rearmost first.
---@param play table
---@param ids string[] in the listed order
---@param with table<string, string> the formation that each goes with
---@param how { say: string, cite: string }
---@param begins fun(id: string)? what each is about from then on
function M.all(play, ids, with, how, begins)
  local step, ahead = M.step(ids), way_back.ahead(play, ids, with)
  for _, id in ipairs(play:rearmost_first(ids)) do
    recovery.breaks_off(play, id)
    if begins then begins(id) end
    M.go_in(play, step, id, { say = how.say, cite = how.cite, foe = way_back.foe(play, id), ahead = ahead[id] })
  end
  M.finish(play, step)
end

--- One unit goes back alone, away from a bearing: what those ask for whom no combat drives. Returns mm gone.
---@param play table
---@param id string
---@param ahead integer? the bearing it ends faced to; not asked for in a told game
---@return integer
function M.go_back(play, id, ahead)
  return go(play, prepare(play, id, { state = "retreating", ahead = ahead }), "goes back", "R78")
end

return M
