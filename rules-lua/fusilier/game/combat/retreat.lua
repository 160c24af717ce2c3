-- 4.6 step 6, 10.5, 7.0: routs, retreats, places changed, broken columns, friends carried, pursuits; and who fights on.
local army <const> = use "game/army/units"
local buildings <const> = use "game/fire/buildings"
local pursuit <const> = use "game/combat/pursuit"
local recovery <const> = use "game/army/recovery"
local way_back <const> = use "game/combat/retreat_path"
local withdrawal <const> = use "game/combat/withdrawal"

story {
  ridden = "{unit} [is] ridden through, and [stands] still next bound.",
}

--- The units whose combat had that end and that are still there, as they are listed.
local function with_response(play, response)
  local found = {}
  for id, unit in play:present() do
    if unit.response == response then found[#found + 1] = id end
  end
  return found
end

local function rout(play, step, id)
  local unit = play:unit(id)
  step.stood[id] = unit.base
  local foe = way_back.foe(play, id, way_back.victors(play, unit))
  step[#step + 1] = withdrawal.rout(play, id, foe, step.claimed)
end

--- Straight away from the victor (R78).
local function go_back(play, step, id, how)
  step.stood[id] = play:unit(id).base
  withdrawal.go_in(play, step, id, how)
end

local function retreat(play, step, id)
  local foe = way_back.foe(play, id, way_back.victors(play, play:unit(id)))
  recovery.begin(play, id, "retreat")
  go_back(play, step, id, { say = "retreats", cite = "10.5 R78", foe = foe })
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
  go_back(play, step, id, { state = "column_breaking", say = "breaks and retires", cite = "10.2", foe = foe })
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

--- Step 6, in its order.
---@param play table
function M.all(play)
  local placed, routed, beaten = {}, with_response(play, "rout"), with_response(play, "retreat")
  local broken = broken_columns(play)
  local step = withdrawal.step(table.move(broken, 1, #broken, #beaten + 1, table.move(beaten, 1, #beaten, 1, {})))
  step.stood = {} -- where those stood who are gone
  for _, id in ipairs(play:rearmost_first(routed)) do rout(play, step, id) end
  for _, id in ipairs(play:rearmost_first(beaten)) do retreat(play, step, id) end
  for _, id in ipairs(with_response(play, "ridden_through")) do ridden_through(play, id, placed) end
  for _, id in ipairs(play:rearmost_first(broken)) do break_column(play, step, id) end
  withdrawal.finish(play, step)
  buildings.leave(play)
  for _, id in ipairs(with_response(play, "pursue")) do
    if pursues(play, play:unit(id)) then pursuit.pursue(play, id, step.stood) end
  end
  settle(play, step, placed)
end

--- Is anybody left with a choice to make?
function M.somebody_chooses(play)
  return play:some_unit(nil, function(unit) return unit.may_choose end) ~= nil
end

return M
