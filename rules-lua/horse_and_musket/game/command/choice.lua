-- 3, R20: a commander half of whose units may move says which.

local M <const> = {}

--- Has a commander of a side still to choose?
function M.open(view, side) return view:some_leader(side, function(general) return general.chooses end) ~= nil end

--- The units of a commander that he may choose from.
local function eligible(view, side, id)
  return lists.ids(view:present(side), function(unit) return unit.commander == id end)
end

local function check_choice(view, cmd)
  local general = view:leader(cmd.commander)
  if not general.chooses then
    return refuse("commander", "has nothing to choose: none or all of his units move, or he has chosen", "3")
  end
  local seen = {}
  for _, id in ipairs(cmd.units) do
    local unit = view:unit(id)
    if seen[id] then return refuse("units", ("name %s twice"):format(view:name(id)), "3") end
    seen[id] = true
    if unit.commander ~= cmd.commander or not tabletop.present(unit) then
      return refuse("units", view:name(id) .. " is not in his command this turn", "3 R22")
    end
  end
  local all = #eligible(view, general.side, cmd.commander)
  if #cmd.units ~= general.chooses then
    return refuse("units", ("are %d: half of %d is %d"):format(#cmd.units, all, general.chooses), "3 R20")
  end
end

--- How near the nearest enemy is to a unit, as the square of the micrometres from middle to middle; 0 where places are
--- not known.
local function nearness(view, unit)
  local best = 0
  for _, enemy in view:present(view:other(unit.side)) do
    if enemy.base and unit.base then
      local x, y = enemy.base.x - unit.base.x, enemy.base.y - unit.base.y
      local square = x * x + y * y
      if best == 0 or square < best then best = square end
    end
  end
  return best
end

--- All ways to choose n of a list from a place on, in its order.
local function ways(list, n, from)
  if n == 0 then return { {} } end
  local found = {}
  for i = from, #list - n + 1 do
    for _, rest in ipairs(ways(list, n - 1, i + 1)) do found[#found + 1] = { list[i], table.unpack(rest) } end
  end
  return found
end

--- With more units than this in a command, only neighbours in nearness to the enemy are proposed together.
local MANY <const> = 6

local function choices(ids, n)
  if #ids <= MANY then return ways(ids, n, 1) end
  local found = {}
  for from = 1, #ids - n + 1 do found[from] = table.move(ids, from, from + n - 1, 1, {}) end
  return found
end

--- The units that a commander may choose from, those nearest to the enemy first.
local function nearest_first(view, side, id)
  local ids, near = eligible(view, side, id), {}
  for _, unit_id in ipairs(ids) do near[unit_id] = nearness(view, view:unit(unit_id)) end
  table.sort(ids, function(one, other) return near[one] < near[other] end)
  return ids
end

--- A commander who has not chosen when the step ends sends his orders to the units nearest to the enemy: the choice
--- that is listed first.
function M.close(play, side)
  for id, general in play:fit_leaders(side) do
    if general.chooses then
      local ids = table.move(nearest_first(play, side, id), 1, general.chooses, 1, {})
      for _, unit_id in ipairs(ids) do play:set(play:unit(unit_id), "may_move", true) end
      play:tell("chosen_for", { general = id, say = play:names(ids), cite = "3 R20" })
    end
  end
end

--- Every choice of a command's units, those nearest to the enemy first.
local function proposals(view, side)
  local list = {}
  for id, general in view:fit_leaders(side) do
    if general.chooses then
      for i, units in ipairs(choices(nearest_first(view, side, id), general.chooses)) do
        list[#list + 1] = {
          commander = id, units = units, text = i == 1 and "those nearest to the enemy" or nil, score = 100 - i,
        }
      end
    end
  end
  return best_first(list)
end

command "choose_units" {
  cite = "3 R20", doc = "A commander half of whose units may move says which.",
  args = { leader "commander" { "own" }, units "units" { "own" } },
  check = check_choice,
  proposals = proposals,
  run = function(play, cmd)
    play:set(play:leader(cmd.commander), "chooses", nil)
    for _, id in ipairs(cmd.units) do play:set(play:unit(id), "may_move", true) end
    play:tell("chosen", { general = cmd.commander, say = play:names(cmd.units), cite = "3" })
  end,
}

return M
