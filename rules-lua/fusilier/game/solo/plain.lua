-- Combats of plain units, which stand for others with as much on their dice (10.2, 10.3): one question serves all
-- combats that come to the same.

local M <const> = {}

--- The best quality that there is.
local BEST <const> = 9
M.BEST, M.FRONT_MM = BEST, 100

--- With less than this on its dice a unit may come to nothing, and rout for that (10.6).
M.SAFE = -1

--- Plain units that have so much on their dice, or all as much more or less: what is between them counts, unless one
--- may come to nothing.
function M.units(levels)
  local most, least = levels[1], levels[1]
  for _, has in ipairs(levels) do most, least = math.max(most, has), math.min(least, has) end
  if least < M.SAFE then most = math.max(most, BEST) end
  local units = {}
  for i, has in ipairs(levels) do
    units[i] = { quality = BEST, damage_points = most - has, frontage_mm = M.FRONT_MM }
  end
  return units
end

--- A question of the last of some units against the others.
function M.against_last(units) return { b = { table.remove(units) }, a = units } end

--- The chance of a combat of one against several, by questions of one against each: all throw for themselves against
--- his one throw (10.2, R61), so that each is asked about alone, by what he throws. `one`: the field of his roll.
--- `all`: the winner must win every question; else one is enough.
local function one_by_one(mind, procedure, questions, winner, one, all)
  local rolls, chance, holds = {}, {}, {}
  for i, question in ipairs(questions) do
    local found = {}
    for _, outcome in ipairs(mind:outcomes(procedure, question, "winner," .. one)) do
      local won, roll = outcome.value[1] == winner, outcome.value[2]
      if not holds[roll] then rolls[#rolls + 1], chance[roll], holds[roll] = roll, 0, 1 end
      if i == 1 then chance[roll] = chance[roll] + outcome.p end
      if won == all then found[roll] = (found[roll] or 0) + outcome.p end
    end
    for _, roll in ipairs(rolls) do holds[roll] = holds[roll] * (found[roll] or 0) / chance[roll] end
  end
  local p = 0
  for _, roll in ipairs(rolls) do p = p + chance[roll] * (all and holds[roll] or 1 - holds[roll]) end
  return p
end

--- The chance of side a in a combat of plain infantry, by what both sides have on their dice; one side has one unit.
function M.infantry(mind, ours, theirs)
  if #ours == 1 and #theirs == 1 then
    return mind:chance("combat.infantry", M.against_last(M.units { ours[1], theirs[1] }), "winner", "a")
  end
  local key = ("infantry %s v %s"):format(table.concat(ours, " "), table.concat(theirs, " "))
  return mind:known(key, function()
    local questions = {}
    for i, has in ipairs(#ours > 1 and ours or theirs) do
      questions[i] = M.against_last(M.units(#ours > 1 and { has, theirs[1] } or { ours[1], has }))
    end
    return one_by_one(mind, "combat.infantry", questions, "a", #ours > 1 and "b.1.roll" or "a.1.roll", #ours == 1)
  end)
end

--- How likely one of several battalions is to beat the unit that they assault, the last of these.
function M.column(mind, units)
  local defender, questions = table.remove(units), {}
  for i, unit in ipairs(units) do
    unit.frontage_mm = nil
    questions[i] = { frontage_mm = M.FRONT_MM, columns = { unit }, defender = defender }
  end
  return one_by_one(mind, "combat.column_assault", questions, "columns", "defender.roll", false)
end

return M
