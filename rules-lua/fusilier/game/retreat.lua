-- 4.6 step 6, 10.5, 7.0: routs, retreats, places changed, broken columns, friends carried, pursuits; and who fights on.
local army <const> = use "game/army"
local buildings <const> = use "game/buildings"
local pursuit <const> = use "game/pursuit"
local recovery <const> = use "game/recovery"
local way_back <const> = use "game/way_back"
local withdrawal <const> = use "game/withdrawal"

story {
  ridden = "{unit} is ridden through, and stands still next bound.",
}

--- The units whose combat had that end and that are still there, as they are listed.
local function with_response(play, response)
  local found = {}
  for id, unit in play:units() do
    if unit.response == response and army.present(unit) then found[#found + 1] = id end
  end
  return found
end

--- The step under way: withdrawals, who went, who is carried, and where those stood who are gone.
local function new_step()
  return { goings = {}, moved = {}, claimed = {}, stood = {} }
end

local function went(step, going)
  step.goings[#step.goings + 1] = going
  for _, friend in ipairs(going.friends) do step.moved[#step.moved + 1] = friend end
end

local function rout(play, step, id)
  local unit = play:unit(id)
  step.stood[id] = unit.base
  went(step, withdrawal.rout(play, id, way_back.foe(play, id, unit.against), step.claimed))
end

local function go_back(play, step, id, state, say, cite)
  local unit = play:unit(id)
  step.stood[id] = unit.base
  local foe = way_back.foe(play, id, unit.against or unit.opponents)
  local going = withdrawal.prepare(play, id, state, foe, { claimed = step.claimed })
  withdrawal.go(play, going, say, cite)
  step.moved[#step.moved + 1] = id
  went(step, going)
end

local function retreat(play, step, id)
  recovery.begin(play, id, "retreat")
  go_back(play, step, id, "retreating", "retreats", "10.5 R78")
end

local function ridden_through(play, id, placed)
  recovery.begin(play, id, "ridden_through")
  play:tell("ridden", { unit = id, cite = "10.5" })
  pursuit.change_places(play, id, placed)
end

local function broken_columns(play, step)
  for id, unit in play:units() do
    if unit.breaking then
      play:set(unit, "breaking", nil)
      if army.present(unit) then go_back(play, step, id, "column_breaking", "breaks and retires", "10.2") end
    end
  end
end

--- The opponents of a unit that still stand.
local function opponents_left(play, unit)
  local left = {}
  for _, id in ipairs(unit.against or unit.opponents or {}) do
    if army.stands(play:unit(id)) then left[#left + 1] = id end
  end
  return left
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

--- Step 6, in its order.
---@param play table
function M.all(play)
  local step, placed = new_step(), {}
  for _, id in ipairs(with_response(play, "rout")) do rout(play, step, id) end
  for _, id in ipairs(with_response(play, "retreat")) do retreat(play, step, id) end
  for _, id in ipairs(with_response(play, "ridden_through")) do ridden_through(play, id, placed) end
  broken_columns(play, step)
  for _, going in ipairs(step.goings) do withdrawal.bring(play, going) end
  withdrawal.ask_who_left(play, step.moved)
  buildings.leave(play)
  for _, id in ipairs(with_response(play, "pursue")) do
    if pursues(play, play:unit(id)) then pursuit.pursue(play, id, step.stood) end
  end
  settle(play, step, placed)
end

--- Is anybody left with a choice to make?
function M.somebody_chooses(play)
  for _, unit in play:units() do
    if unit.may_choose then return true end
  end
  return false
end

M.gone, M.go_back, M.begin_recovery = recovery.gone, withdrawal.go_back, recovery.begin

return M
