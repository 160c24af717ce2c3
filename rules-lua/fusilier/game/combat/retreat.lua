-- 4.6 step 6, 10.5, 7.0: routs, retreats, places changed, broken columns, friends carried, pursuits; and who fights on.
local army <const>, buildings <const> = use("game/army/units", "game/fire/buildings")
local pursuit <const>, recovery <const> = use("game/combat/pursuit", "game/army/recovery")
local way_back <const>, withdrawal <const> = use("game/combat/retreat_path", "game/combat/withdrawal")

--- The units whose combat had that end and that are still there, as they are listed.
local function with_response(play, response)
  return lists.ids(play:present(), function(unit) return unit.response == response end)
end

--- The nearest of those that beat it.
local function victor(play, id) return way_back.foe(play, id, way_back.victors(play, play:unit(id))) end

local function rout(play, step, id) step[#step + 1] = withdrawal.rout(play, id, victor(play, id), step.claimed) end

--- Straight away from the victor (R78).
local function retreat(play, step, id)
  local foe = victor(play, id)
  recovery.begin(play, id, "retreat")
  withdrawal.go_in(play, step, id, { say = "retreats", cite = "10.5 R78", foe = foe })
end

local function ridden_through(play, id, placed)
  recovery.begin(play, id, "ridden_through")
  play:tell("ridden", { unit = id, cite = "10.5" })
  pursuit.change_places(play, id, placed)
end

local function broken_columns(play)
  local found = {}
  for id, unit in play:units() do
    if unit.breaking then
      play:set(unit, "breaking", nil)
      if tabletop.present(unit) then found[#found + 1] = id end
    end
  end
  return found
end

local function break_column(play, step, id)
  local foe = way_back.foe(play, id, play:unit(id).against)
  withdrawal.go_in(play, step, id, { state = "column_breaking", say = "breaks and retires", cite = "10.2", foe = foe })
end

--- The rearmost first, so that none is in the way of another; where each stood is kept for those who go after it.
local function each(play, step, ids, act)
  for _, id in ipairs(play:rearmost_first(ids)) do
    step.stood[id] = play:unit(id).base
    act(play, step, id)
  end
end

--- The opponents of a unit that still stand.
local function opponents_left(play, unit)
  return lists.filter(unit.against or unit.opponents or {}, function(id) return army.stands(play:unit(id)) end)
end

--- Pursuit is compulsory for those who may move at all; who must stand still only holds (4.4).
local function pursues(play, unit)
  return unit.response == "pursue" and army.free(unit) and #opponents_left(play, unit) == 0
end

local BEATEN <const> = { retreat = true, rout = true, ridden_through = true }

--- Who fights on, without declaring (R53), and who has a choice because nobody is left to fight (R77). A unit that was
--- in combat last bound and found nobody in reach this time fights no more.
local function settle(play, step, placed)
  for id, unit in play:units() do
    if army.stands(unit) and not BEATEN[unit.response] and (unit.response or unit.fighting) then
      local left = opponents_left(play, unit)
      local goes_on = unit.response ~= nil and #left > 0
      if #left == 0 and not placed[id] and not pursues(play, unit) then pursuit.may_choose(play, id, step.stood) end
      play:set(unit, "fighting", goes_on or nil)
      play:set(unit, "opponents", goes_on and left or nil)
    end
  end
end

local M <const> = {}

--- Who is to go in step 6 as it begins, and what its parts know of one another: placed: who has changed places.
local function begun(play, with)
  if with.step then return with end
  with.placed, with.routed, with.beaten = {}, with_response(play, "rout"), with_response(play, "retreat")
  with.broken = broken_columns(play)
  with.step = withdrawal.step(lists.append(lists.append({}, with.beaten), with.broken))
  with.step.stood = {} -- where those stood who are gone
  return with
end

-- The parts of step 6, in their order.

function M.routs(play, _, with) each(play, begun(play, with).step, with.routed, rout) end

function M.retreats(play, _, with) each(play, begun(play, with).step, with.beaten, retreat) end

function M.ridden_through(play, _, with)
  local placed = begun(play, with).placed
  for _, id in ipairs(with_response(play, "ridden_through")) do ridden_through(play, id, placed) end
end

function M.columns(play, _, with) each(play, begun(play, with).step, with.broken, break_column) end

--- Friends carried come to their states, and garrisons leave what they cannot hold.
function M.carried(play, _, with)
  withdrawal.finish(play, begun(play, with).step)
  buildings.leave(play)
end

function M.pursuits(play, _, with)
  local stood = begun(play, with).step.stood
  for _, id in ipairs(with_response(play, "pursue")) do
    if pursues(play, play:unit(id)) then pursuit.pursue(play, id, stood) end
  end
end

function M.fights_on(play, _, with) settle(play, begun(play, with).step, with.placed) end

--- Is anybody left with a choice to make?
function M.somebody_chooses(play) return play:some_unit(nil, function(unit) return unit.may_choose end) ~= nil end

return M
