-- 4.6 step 6, 10.5, 7.0: what the beaten and the victors do.

local army <const> = use "game/army"
local ground <const> = use "game/ground"

story {
  routs = "{unit} routs and leaves the table.",
  retreats = "{unit} retreats {distance} mm.",
  ridden = "{unit} is ridden through.",
  pursues = "{unit} pursues, {distance} mm.",
  carried = "{unit} is carried back by {by}.",
  follows = "{unit} chooses: {say}.",
  left = "{unit} is driven off the table.",
}

--- Sets a unit on the states that an event brings, this bound and the next three.
local function begin_recovery(play, id, event)
  local unit = play:unit(id)
  local schedule = play.rules.call("recovery.schedule", { event = event })
  play:set(unit, "condition", schedule.states[1])
  play:set(unit, "coming", { schedule.states[2], schedule.states[3], schedule.states[4] })
  play:set(unit, "event", event)
  play:set(unit, "target", nil)
  play:set(unit, "fighting", nil)
end

--- Takes a unit off the table for good.
local function gone(play, id)
  local unit = play:unit(id)
  play:set(unit, "condition", "gone")
  play:set(unit, "coming", {})
  play:set(unit, "base", nil)
  play:set(unit, "gone_in", play.state.turn)
  for _, general in play:leaders(unit.side) do
    if general.with == id then play:set(general, "with", nil) end
  end
end

local function victor_of(play, unit)
  for _, id in ipairs(unit.against or {}) do
    local enemy = play:unit(id)
    if enemy.base then return enemy end
  end
end

--- Friends with any part close behind go back too (7.0, R35).
local function carries_back(play, id, state)
  local unit, carried = play:unit(id), {}
  for other, friend in play:units(unit.side) do
    if other ~= id and army.present(friend) and friend.condition == "ready" and friend.arm ~= "artillery" then
      local behind = geometry.side(unit.base, deg(45), { x = friend.base.x, y = friend.base.y }).face == "rear"
      if behind and play.rules.call("move.carry_back", {
        state = state, distance_mm = ground.distance(play, id, other), formed = friend.drill ~= "skirmish",
      }).carried then
        carried[#carried + 1] = other
      end
    end
  end
  return carried
end

local function leave_or_stay(play, id)
  local unit = play:unit(id)
  if unit.base and not ground.on_table(play, unit.base) then
    play:tell("left", { unit = id, cite = "R78" })
    gone(play, id)
  end
end

local function go_back(play, id, facing)
  local moved = ground.retire(play, id, facing)
  leave_or_stay(play, id)
  return moved
end

local function carry(play, id, state, facing)
  for _, other in ipairs(carries_back(play, id, state)) do
    play:tell("carried", { unit = other, by = id, cite = "7.0" })
    begin_recovery(play, other, "conformity")
    go_back(play, other, facing)
  end
end

--- The direction a beaten unit faces as it goes: toward its victor.
local function facing_of(play, unit)
  local victor = victor_of(play, unit)
  return victor and geometry.bearing(unit.base, victor.base) or unit.base.facing
end

local function each_with(play, response, act)
  for id, unit in play:units() do
    if unit.response == response and unit.base then act(id, unit) end
  end
end

local function rout(play, id, unit)
  local facing = facing_of(play, unit)
  carry(play, id, "routing", facing)
  play:tell("routs", { unit = id, cite = "10.5" })
  gone(play, id)
end

local function retreat(play, id, unit)
  local facing = facing_of(play, unit)
  carry(play, id, "retreating", facing)
  begin_recovery(play, id, "retreat")
  local moved = go_back(play, id, facing)
  if unit.base then play:tell("retreats", { unit = id, distance = moved, cite = "10.5" }) end
end

local function ridden_through(play, id)
  begin_recovery(play, id, "ridden_through")
  play:tell("ridden", { unit = id, cite = "10.5" })
end

local function after(play, id, most_minutes)
  local unit = play:unit(id)
  local enemy = victor_of(play, unit)
  if not enemy then return 0 end
  local bearing, um = ground.at(unit.base, enemy.base)
  return ground.advance(play, id, bearing, um, most_minutes, function(base)
    for _, other in play:units(play:other(unit.side)) do
      if other ~= enemy and army.present(other) and other.condition == "ready"
        and geometry.distance(base, other.base).distance <= mm(play.rules.constant.combat_zone) then
        return true
      end
    end
    return geometry.contact(base, enemy.base).state ~= "apart"
  end, true)
end

command "winner_choice" {
  cite = "10.5", doc = "A unit that holds with its opponent gone follows up, or rallies where it stands.",
  args = { unit "unit" { "own" }, enum "choice" { "follow_up", "rally" } },
  check = function(view, cmd)
    if not view:unit(cmd.unit).may_choose then return refuse("unit", "has nothing to choose", { cite = "R77" }) end
  end,
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    play:set(unit, "may_choose", nil)
    if cmd.choice == "follow_up" then after(play, cmd.unit, 10) end
    play:tell("follows", { unit = cmd.unit, say = cmd.choice, cite = "R77" })
  end,
}

local function opponents_left(play, unit)
  for _, id in ipairs(unit.against or {}) do
    if army.stands(play:unit(id)) then return true end
  end
  return false
end

local M <const> = {}

--- Step 6, in order: routs, retreats, squadrons ridden through, pursuits.
function M.all(play)
  each_with(play, "rout", function(id, unit) rout(play, id, unit) end)
  each_with(play, "retreat", function(id, unit) retreat(play, id, unit) end)
  each_with(play, "ridden_through", function(id) ridden_through(play, id) end)
  each_with(play, "pursue", function(id, unit)
    if not opponents_left(play, unit) then
      play:tell("pursues", { unit = id, distance = after(play, id, 10), cite = "10.5" })
    end
  end)
  for _, unit in play:units() do
    if unit.base and unit.response then
      local stays = opponents_left(play, unit)
      play:set(unit, "fighting", stays and (unit.response == "hold" or unit.response == "draw"
        or unit.response == "unbeaten") or nil)
      if unit.response == "hold" and not stays then play:set(unit, "may_choose", true) end
    end
  end
end

--- Is anybody left with a choice to make?
function M.somebody_chooses(play)
  for _, unit in play:units() do
    if unit.may_choose then return true end
  end
  return false
end

M.begin_recovery, M.go_back, M.gone = begin_recovery, go_back, gone

return M
