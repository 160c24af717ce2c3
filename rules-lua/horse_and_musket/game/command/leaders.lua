-- R9, 5.6, 6.11: generals, each a figure and no unit: they go with the unit they are attached to, and make for the
-- nearest friend when an enemy touches them alone or their unit is gone. One whose unit takes many hits may fall (R60).

local foregone <const> = use "game/foregone"

leaders { ranks = { "commanding_officer", "brigade_commander" }, stands = "behind" }

fact "nearest_friend" {
  ask = "Which friend, within {general_move} mm, is nearest to {1}?",
  units "friends" { "own", default = {} },
  measured = function(view, _, id)
    local friend, um = view:nearest_unit(id, view:leader(id).side)
    if not friend or geometry.round_mm(um, "up") > view.rules.constant.general_move then return {} end
    return { friend }, um
  end,
  check = function(view, value, id)
    for _, one in ipairs(value) do
      if not tabletop.present(view:unit(one)) then return refuse("friends", "must be on the table") end
    end
    if #value > 1 then return refuse("friends", ("are too many: only the nearest to %s counts (R9)"):format(id)) end
  end,
}

record "one_general" { leader "general" { "own" } }

fact "generals_touched" {
  ask = "Which generals of {1}, alone, have been touched by an enemy unit?",
  list "generals" { "one_general", default = {} },
  measured = function(view, _, side)
    local found = {}
    for i, id in ipairs(view:leaders_touched(side)) do found[i] = { general = id } end
    return found
  end,
}

local M <const> = {}

--- A general is lost: a casualty (5.6), or taken (R9), as the story's key says.
local function lose(play, id, key)
  play:tell(key, { general = id, cite = key == "general_taken" and "R9" or "5.6" })
  play:leader_casualty(id, { clears = { "chooses" } })
end

--- Alone among enemies, or without his unit: he goes to the nearest friend within reach, else he is lost.
local function flee(play, id)
  local friend = play:fact("nearest_friend", id)[1]
  if not friend then return lose(play, id, "general_taken") end
  play:tell("general_flees", { general = id, unit = friend, cite = "R9" })
  play:attach(id, friend)
end

--- A unit is gone: the generals with it have nobody any more.
function M.bereft(play, unit_id)
  for _, id in ipairs(play:leaders_with(unit_id)) do
    play:detach(id)
    flee(play, id)
  end
end

--- Has a side a general on his own?
local function anybody_alone(view, side)
  return view:some_leader(side, function(general) return not general.with end) ~= nil
end

--- The generals of a side that enemies touch while they are alone get away, or are taken.
---@param side string whose generals
function M.touched(play, side)
  if not anybody_alone(play, side) then return end
  for _, one in ipairs(play:fact("generals_touched", side)) do
    if play:fit(one.general) then flee(play, one.general) end
  end
end

--- On a measured table: a unit goes so far straight from a base of its, and touches the generals alone on its way.
---@param angle integer? off its front
function M.passed(play, id, base, um, angle)
  local side = play:other(play:unit(id).side)
  if not anybody_alone(play, side) then return end
  local way = tabletop.slid(base, um // 2, angle)
  way.depth = way.depth + um
  for other, general in play:fit_leaders(side) do
    local alone = general.base and not general.with
    if alone and geometry.gap(general.base, way) <= tabletop.TOUCHING then flee(play, other) end
  end
end

--- The generals of either side that an enemy has come upon in a charge or a retreat.
M.overrun = where_measured(function(play)
  for _, side in ipairs(play.state.order.sides) do M.touched(play, side) end
end)

local function unharmed(result) return not result.at_risk and not result.casualty end

--- Whether a general with a unit falls when it has taken so many unsaved hits, from one fire or in one combat. Those
--- who hit it throw for him.
---@param id string the unit
---@param hits integer
---@param among string[]? the generals who were with it; those who are, when not given
function M.risk(play, id, hits, among)
  for _, general in ipairs(among or play:leaders_with(id)) do
    local args = play:question("general.risk", general, { hits = hits })
    local result = play:fit(general) and foregone.resolve(play, "general.risk", args, general, nil, unharmed)
    if result and result.casualty then
      lose(play, general, "general_falls")
    elseif result then
      play:tell("general_unhurt", { general = general, unit = id, roll = result.roll or "nothing", cite = "5.6 6.11" })
    end
  end
end

return M
