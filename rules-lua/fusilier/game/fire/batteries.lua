-- 10.1, R76: guns that are caught before their own line are left, taken, or manned again. 11.3, R30, R93: batteries
-- belong to a formation, and light guns go with a battalion.

local army <const>, ground <const> = use("game/army/units", "game/movement/ground")
local light_guns <const>, proposed <const> = use("game/movement/light_guns", "game/movement/proposed_moves")
local recovery <const> = use "game/army/recovery"

--- Is a unit a danger to guns: troops that stand and can come at them?
local function threatens(unit)
  return unit.arm ~= "artillery" and army.stands(unit) and unit.status ~= "routing" and not unit.concealed
end

fact "guns" {
  ask = "How stand the guns of {1}: clear (no enemy within {combat_zone} mm), covered (one is, but a friend is "
    .. "between, even "
    .. "partly), uncovered (one is, with no friend between) or taken (an enemy is on them)?",
  enum "guns" { "clear", "covered", "uncovered", "taken" },
  suggest = "clear",
  measured = function(view, _, id)
    local found, zone = "clear", mm(view.rules.constant.combat_zone)
    for _, near in ipairs(view:near(id, { within = zone, of = "enemies", counts = threatens })) do
      if near.um <= tabletop.TOUCHING then return "taken", near.id end
      -- Covered: a friend's base touches the strip between the edges that the two turn to each other (R73).
      local friend = view:interposed(id, near.id, { arc = army.arc(view), of = "friends", counts = tabletop.present })
      if not friend then return "uncovered", near.id end
      found = "covered"
    end
    return found
  end,
}

--- Told games ask once for all batteries, and go into those alone that have an enemy near.
fact "near_guns" {
  ask = "Which of these batteries have an enemy, artillery apart, within {combat_zone} mm: {1}?",
  units "near_guns" { "any", default = {} },
  suggest = {},
}

fact "refuge" {
  ask = "Behind which friends within {combat_zone} mm can the gunners of {1} go: the nearest, or none?",
  units "refuge" { "own", default = {} },
  measured = function(view, _, id)
    local friend = view:near(id, {
      within = mm(view.rules.constant.combat_zone), of = "friends",
      counts = function(unit) return unit.arm ~= "artillery" and army.stands(unit) end,
    })[1]
    return { friend and friend.id }
  end,
}

local function take(play, id, by)
  play:tell("taken", { unit = id, by = by and " by " .. (play:unit(by).name or by) or "", cite = "R76" })
  recovery.gone(play, id)
end

local function leave_guns(play, id, unit)
  local refuge = play:fact("refuge", id)[1]
  if not refuge then
    play:tell("battery_lost", { unit = id, cite = "R76" })
    return recovery.gone(play, id)
  end
  play:set(unit, "abandoned", true)
  play:tell("abandoned", { unit = id, friends = refuge, cite = "10.1" })
end

local function each_battery(play, act)
  for id, unit in play:units() do
    if unit.arm == "artillery" and tabletop.present(unit) then act(id, unit) end
  end
end

local M <const> = {}

--- The batteries to look at: all that are measured, or those that the players name.
local function in_danger(play)
  local ids = {}
  each_battery(play, function(id) ids[#ids + 1] = id end)
  local named = ids[1] and play:told("near_guns", ids) or ids
  return lists.filter(named, function(id) return play:unit(id).arm == "artillery" end)
end

--- After step 4: guns with an enemy in the zone and no friend between are left; with an enemy on them, taken.
function M.look(play)
  for _, id in ipairs(in_danger(play)) do
    local unit, state, by = play:unit(id), play:fact("guns", id)
    if state == "taken" then
      take(play, id, by)
    elseif state == "uncovered" and not unit.abandoned then
      leave_guns(play, id, unit)
    end
  end
end

--- Step 3: gunners go back once no enemy is in the zone; guns that an enemy has moved onto are his.
function M.return_all(play)
  each_battery(play, function(id, unit)
    local state, by
    if unit.abandoned then state, by = play:fact("guns", id) end
    if state == "taken" then
      take(play, id, by)
    elseif state == "clear" then
      play:set(unit, "abandoned", nil)
      play:tell("manned", { unit = id, cite = "R76" })
    end
  end)
end

--- How a formation is, for the guns that are with it: routed when all its troops are gone; alone without troops.
local function state_of(view, formation_id)
  local any, left, formation = false, false, view:formation(formation_id)
  local back = formation.failed or false
  for _, unit in view:units_of(formation_id) do
    if unit.arm ~= "artillery" then
      any = true
      left = left or unit.status ~= "gone" -- those still to come onto the table have not routed
      back = back or unit.event == "formation_failure" and unit.status == "retreating"
    end
  end
  if not any then return "alone" end
  return not left and "routed" or back and "retreating" or "steady"
end

--- What a battery does whose formation is so (11.3).
local function attachment(view, unit, state)
  return view:ask("artillery.attachment", view:described({
    parent_state = state, full_retreat_made = unit.went_back or false, morale_intact = not unit.failed,
  }, unit, "artillery.attachment"), unit.id, unit.formation)
end

local function refuse_formation(view, unit, cmd)
  local formation = view:formation(cmd.formation)
  if formation.id == unit.formation then return refuse("formation", "is its own already", "11.3") end
  local state = state_of(view, unit.formation)
  if state == "alone" then return nil end
  local own = view:formation(unit.formation)
  local rule = attachment(view, unit, state)
  if rule.may_reattach then return nil end
  local why = state ~= "routed" and ("belongs to %s, which has not routed"):format(own.name or own.id)
    or unit.failed and "has failed its own morale"
    or ("has yet to make a full retreat move after %s routed"):format(own.name or own.id)
  return refuse("unit", why, "11.3 R93")
end

local function refuse_battalion(view, unit, cmd)
  local battalion = view:unit(cmd.battalion)
  if not army.light_artillery(view.rules, unit) then
    return refuse("unit", "is no light artillery: only battalion guns go with a battalion", "6.2")
  end
  if battalion.arm ~= "infantry" then return refuse("battalion", "must be infantry", "6.2 R30") end
  if not tabletop.placed(unit) then return nil end
  local away, near = ground.distance(view, cmd.unit, cmd.battalion), view.rules.constant.carry_back_distance
  if away > near then
    local text = ("is %d mm away, %d mm too far to go with"):format(away, away - near)
    return refuse("battalion", text, { cite = "6.2", margin = near - away })
  end
end

command "attach_battery" {
  cite = "11.3 R93", doc = "A battery joins a formation, or light guns a battalion.",
  args = {
    unit "unit" { "own" }, formation "formation" { "own", optional = true },
    unit "battalion" { "own", optional = true, doc = "of infantry, for light artillery" },
  },
  check = function(view, cmd)
    local unit = view:unit(cmd.unit)
    if unit.arm ~= "artillery" then return refuse("unit", "is no battery", "11.3") end
    if not army.free(unit) then return refuse("unit", "is " .. unit.status, "10.5 11.1") end
    if unit.abandoned then return refuse("unit", "stands without its gunners", "10.1") end
    if cmd.battalion then return refuse_battalion(view, unit, cmd) end
    if not cmd.formation then return refuse("formation", "is missing: which one is it to join?", "11.3") end
    return refuse_formation(view, unit, cmd)
  end,
  proposals = where_measured(function(view, side, of)
    return proposed.batteries(view, side, of, function(_, cmd)
      local unit = view:unit(cmd.unit)
      if not army.free(unit) or unit.abandoned then return true end
      return cmd.battalion and refuse_battalion(view, unit, cmd) or cmd.formation and refuse_formation(view, unit, cmd)
    end)
  end),
  run = function(play, cmd)
    local unit = play:unit(cmd.unit)
    if cmd.battalion then
      local battalion = play:unit(cmd.battalion)
      play:set(unit, "attached_to", cmd.battalion)
      play:set(unit, "beside", tabletop.placed(unit) and light_guns.seen_from(battalion.base, unit.base) or nil)
    else
      play:set(unit, "quality", army.quality(play, unit)) -- its own, whoever it is with (11.3)
      play:set(unit, "formation", cmd.formation)
      play:set(unit, "went_back", nil)
    end
    play:tell("attached", { unit = cmd.unit, target = cmd.battalion or cmd.formation, cite = "11.3" })
  end,
}

--- After every step that moves troops: light guns are where their battalion is (6.2, R30), and belong to none when it
--- is gone. Taken as artillery they must be moved themselves.
function M.follow_all(play)
  each_battery(play, function(id, unit)
    local battalion = unit.attached_to and play:unit(unit.attached_to)
    if not battalion or unit.abandoned then return end
    if not tabletop.present(battalion) then
      play:set(unit, "attached_to", nil)
    elseif tabletop.placed(unit) and tabletop.placed(battalion) and army.follows(play.rules, unit) then
      light_guns.follow(play, id, unit)
    end
  end)
end

--- Step 9: batteries whose formation has routed must go back a full move with it; in the next bound they may join
--- another, and those that have not, or whose own morale has failed, are gone (R93). Gives those that go.
---@param play table
---@return table<string, boolean>
function M.conform(play)
  local go = {}
  each_battery(play, function(id, unit)
    local routed = state_of(play, unit.formation) == "routed"
    if not routed or not attachment(play, unit, "routed").must_conform then return end
    if unit.went_back or unit.failed or unit.abandoned then
      play:tell("adrift", { unit = id, cite = "R93" })
      return recovery.gone(play, id)
    end
    play:set(unit, "went_back", true)
    play:tell("conforms", { unit = id, formation = unit.formation, cite = "11.3 R93" })
    go[id] = true
  end)
  return go
end

--- Does a battery go back with its formation, or one over it, which has failed (11.3)?
function M.goes_with(play, unit) return attachment(play, unit, "retreating").must_conform end

--- Before the first bound: only light guns go with a battalion, of infantry, of their own side (R30).
function M.check(play)
  for id, unit in play:units() do
    local battalion = unit.attached_to and play:unit(unit.attached_to)
    local fits = battalion and battalion.arm == "infantry" and battalion.side == unit.side
    if battalion and not (fits and army.light_artillery(play.rules, unit)) then
      local text = "only light artillery goes with a battalion, of its own infantry (6.2 R30)"
      error({ arg = id, message = ("unit %s: %s"):format(id, text) }, 0)
    end
  end
end

return M
