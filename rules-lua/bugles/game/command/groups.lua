-- Command Quality: groups are nominated one after another, and the End of Turn Dice says if another may move.

local rolls <const>, units <const> = use("game/movement/rolls", "game/army/units")

local M <const> = {}

--- The group of a side that is moving now; nil between two.
---@return string?
function M.acting(view, side)
  return lists.ids(view:formations(side), function(formation) return formation.nominated end)[1]
end

--- Is a unit in a group that moves now? A sniper moves with the first of its side (R36), or alone (R271).
local function is_turn(view, unit)
  if unit.arm == "sniper" then
    local first = view.state.sides[unit.side].nominations == 1 and M.acting(view, unit.side) ~= nil
    return first or M.snipers_alone(view, unit.side)
  end
  return unit.formation ~= nil and view:formation(unit.formation).nominated or false
end

--- Why a unit may not act now, as far as its group goes, or nil.
function M.refuse(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table") end
  if view.state.active ~= unit.side then return refuse("unit", "moves in its own player turn", "Sequence of Play") end
  if is_turn(view, unit) then return nil end
  if unit.arm == "sniper" then return refuse("unit", "moves with the first group of its side", "R36") end
  local group = view:formation(unit.formation)
  local why = group.moved and "has had its movement" or "is not the group that moves now"
  return refuse("unit", ("is of %s, which %s"):format(view:name(unit.formation), why), "Command Quality")
end

--- Why a group cannot be nominated, or nil.
local function refuse_group(view, id)
  local group = view:formation(id)
  if group.level ~= "group" then return refuse("group", "is no command group", "Command Groups") end
  if group.moved then return refuse("group", "has had its movement this turn", "Command Quality") end
  if not view:some_unit(group.side, function(unit) return unit.formation == id and unit.arm ~= "sniper" end) then
    return refuse("group", "has no stand on the table besides snipers", "Command Quality, R36")
  end
end

--- The groups of a side that could still be nominated.
---@return string[]
function M.waiting(view, side)
  return lists.ids(view:formations(side), function(_, id) return not refuse_group(view, id) end)
end

--- Has a side snipers, and no group that it could have nominated (R271)?
function M.snipers_alone(view, side)
  return not view.state.sides[side].nominations and #M.waiting(view, side) == 0
    and view:some_unit(side, function(unit) return unit.arm == "sniper" end) ~= nil
end

--- Is a group to be nominated now?
function M.to_nominate(view, about)
  return not about.movement_over and not M.acting(view, about.side) and #M.waiting(view, about.side) > 0
end

--- A group moves next; after an impetuous die it must advance.
function M.nominate(play, id)
  local group = play:formation(id)
  local side, _, about = play.state.sides[group.side], play:at()
  play:set(group, "nominated", true)
  play:set(side, "nominations", (side.nominations or 0) + 1)
  if about.impetuous then
    play:set(group, "must_advance", true)
    play:set(about, "impetuous", nil)
  end
  play:tell("nominated", { formation = id, cite = "Command Quality" })
  rolls.throw_group(play, id)
end

command "nominate_group" {
  cite = "Command Quality", doc = "The group that moves next.",
  args = { formation "group" { "own" } },
  check = function(view, cmd) return refuse_group(view, cmd.group) end,
  proposals = function(view, side, of)
    local list = {}
    for i, id in ipairs(M.waiting(view, side)) do
      local count = #units.group_units(view, id)
      if not of or of == id then list[#list + 1] = { group = id, text = counted(count, "stand"), score = 100 - i } end
    end
    return best_first(list)
  end,
  run = function(play, cmd) M.nominate(play, cmd.group) end,
}

command "end_group" {
  cite = "Command Quality", doc = "The group has done what it does.",
  run = function(play) play:set(select(2, play:at()), "group_over", true) end,
}

command "end_movement" {
  cite = "Command Quality", doc = "No other group is to move: the movement phase is over.",
  proposals = function() return { { text = "no other group moves", score = -1 } } end,
  run = function(play, cmd)
    play:set(select(2, play:at()), "movement_over", true)
    play:tell("ends_movement", { side = cmd.side, cite = "Command Quality" })
  end,
}

--- The group that moved is done.
function M.finish(play, about)
  local id = M.acting(play, about.side)
  if not id then return end
  play:forget(play:formation(id), { "nominated", "must_advance" })
  play:forget(about, { "group_over" })
  play:set(play:formation(id), "moved", true)
end

--- Does the commander in chief lead a group himself (R32)?
local function leads_group(view, side, cinc)
  return cinc ~= nil and #lists.ids(view:formations(side), function(one) return one.commanded_by == cinc end) > 0
end

fact "cinc_cut_off" {
  ask = "Is the commander in chief of {1} off the table, or without a clear route to one of his group leaders?",
  flag "cut_off" {},
  suggest = false,
  measured = function(view, _, side)
    local cinc = view:some_leader(side, function(leader) return leader.rank == "cinc" end)
    return cinc ~= nil and not view:leader(cinc).base
  end,
}

--- What the End of Turn Dice is asked of a side.
function M.question(view, id)
  local side = view.state.sides[id]
  local cinc = view:some_leader(id, function(leader) return leader.rank == "cinc" end)
  return {
    quality = side.quality, cinc_fallen = side.cinc_fallen or false, impetuous_army = side.impetuous_army or false,
    cinc_commanding_group = not side.cinc_fallen and leads_group(view, id, cinc),
    cinc_cut_off = view.rules.option.cinc_route_needed and view:fact("cinc_cut_off", id) or false,
  }
end

--- R27: the die before another group, where one could move.
function M.end_of_turn(play, about)
  if about.movement_over or #M.waiting(play, about.side) == 0 then return end
  local result = play:resolve("command.end_of_turn", M.question(play, about.side), about.side)
  local key = result.impetuous and "impetuous" or result.movement_ends and "movement_ends" or "end_of_turn"
  play:tell(key, { side = about.side, score = result.score, cite = "Command Quality, R26" })
  if result.movement_ends then return end
  if result.impetuous then play:set(about, "impetuous", true) end
  return "nomination"
end

return M
