-- Command Group Morale, Army Morale, and what a halted stand may not do (R9).

local loss_of_leaders <const>, units <const> = use("game/command/loss_of_leaders", "game/army/units")

local M <const> = {}

--- How many stands of a group are gone, and how many of the others its own losses have halted (R186).
local function tally(view, id)
  local group, left, halted = view:formation(id), 0, 0
  for _, unit in view:units_of(id) do
    if tabletop.present(unit) and units.counts(unit) then left, halted = left + 1, halted + (unit.halted and 1 or 0) end
  end
  return math.max(0, (group.original or 0) - left), halted, left
end

--- The command groups of a side that began with stands.
local function groups_of(view, side)
  return lists.ids(view:formations(side), function(one) return one.level == "group" and (one.original or 0) > 0 end)
end

--- Every group of a side that has lost stands, or has halted ones.
function M.groups(play, side)
  for _, id in ipairs(groups_of(play, side)) do
    local group, destroyed, halted, left = play:formation(id), tally(play, id)
    if left > 0 and destroyed + halted > 0 then
      local result = play:resolve_of("morale.group", id, {
        original_stands = group.original, destroyed = destroyed, halted = halted,
      })
      if result.flees then
        loss_of_leaders.group_flees(play, id, "Command Group Morale")
      elseif result.morale_failed and not group.morale_failed then
        play:set(group, "morale_failed", true)
        local say = ("%d of %d stands gone or halted"):format(result.lost_or_halted, group.original)
        play:tell("group_breaks", { formation = id, say = say, cite = "Command Group Morale" })
      end
    end
  end
end

--- R190: a group halted by its own morale, or because nobody leads it.
local function halted_group(view, group)
  return group.morale_failed or group.leaderless and not view:fit(group.commanded_by) or false
end

--- R205: does it count as halted for its army?
local function counts_halted(view, group)
  local waits = view.rules.option.leaderless_count_later and not group.morale_failed and (group.failures or 0) == 0
  return halted_group(view, group) and not waits
end

--- Halted groups flee and all others halt.
local function fail(play, side, result, halted, others)
  play:set(play.state.sides[side], "failed", true)
  local say = ("%s gone or halted of %s"):format(result.lost, counted(result.of, "group"))
  play:tell("army_fails", { side = side, say = say, cite = "Army Morale" })
  for _, id in ipairs(halted) do loss_of_leaders.group_flees(play, id, "Army Morale") end
  for _, id in ipairs(others) do
    play:set(play:formation(id), "halted", true)
    play:tell("group_halts", { formation = id, cite = "Army Morale" })
  end
end

--- The army of a side, until it has failed.
function M.army(play, side)
  if play.state.sides[side].failed then return end
  local groups = groups_of(play, side)
  local left = lists.filter(groups, function(id) return select(3, tally(play, id)) > 0 end)
  local halted = lists.filter(left, function(id) return counts_halted(play, play:formation(id)) end)
  local others = lists.filter(left, function(id) return not lists.has(halted, id) end)
  local count, destroyed = #groups, #groups - #left
  if destroyed + #halted == 0 then return end
  local result = play:resolve("morale.army", { groups = count, destroyed = destroyed, halted = #halted }, side)
  if result.failed then fail(play, side, { lost = destroyed + #halted, of = count }, halted, others) end
end

--- Why a stand is under the halt rule, in words; nil when it is not.
---@return string? why
function M.under_halt(view, unit)
  if unit.halted then return "is halted by its losses" end
  local group = unit.formation and view:formation(unit.formation)
  if not group then return nil end
  if group.halted then return "is of an army whose morale has failed" end
  if group.morale_failed then return "is of a group whose morale has failed" end
  if halted_group(view, group) then return "is of a group without a leader" end
end

--- Why a stand may not advance on the enemy, or charge, or nil (R9).
---@param what string? "charge"; "advance on the enemy" when left out
function M.refuse_halted(view, id, what)
  local why = M.under_halt(view, view:unit(id))
  if not why then return nil end
  local text = ("%s and may not %s"):format(why, what or "advance on the enemy")
  return refuse("unit", text, "Stand Morale, R9")
end

return M
