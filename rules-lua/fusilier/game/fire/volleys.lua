-- What the fire of a step does: it is added up while all throw, and counts when they have (4.6 step 4).

local recovery <const> = use "game/army/recovery"

local M <const> = {}

--- The fire of a step: what it did to each unit, whose shots at whom are answered, and whom units were told to answer.
function M.begun() return { hits = {}, shots = {}, wanted = {} } end

--- Adds what a shot did to a unit.
function M.add(hits, target, points, guns)
  if not hits[target] then hits[#hits + 1], hits[target] = target, { points = 0, guns = 0 } end
  local sum = hits[target]
  sum.points, sum.guns = sum.points + points, sum.guns + guns
end

local function silence(play, target, unit, guns)
  local lost = math.min(guns, unit.guns)
  if lost == 0 then return end
  play:set(unit, "guns", unit.guns - lost)
  play:set(unit, "guns_lost_now", (unit.guns_lost_now or 0) + lost)
  play:tell("loses_guns", {
    unit = target, say = counted(lost, "gun"), left = unit.guns, start = unit.guns_at_start, cite = "8.3 R43",
  })
  if unit.guns == 0 then
    play:tell("silenced", { unit = target, cite = "8.3" })
    recovery.gone(play, target)
  end
end

--- What all the fire did to each unit, in the order first hit: points for the whole game, guns for good (R41, R43).
function M.apply(play, hits)
  for _, target in ipairs(hits) do
    local unit, sum = play:unit(target), hits[target]
    local points = tabletop.present(unit) and play:lose(target, sum.points) or 0
    if points > 0 then
      play:set(unit, "damage_points", unit.damage_points + points)
      play:tell("suffers", {
        unit = target, say = counted(points, "point"), total = unit.damage_points, cite = "8.2 R41",
      })
    end
    if tabletop.present(unit) and sum.guns > 0 then silence(play, target, unit, sum.guns) end
  end
end

--- A command's `run`: a shot that counts with all others of the step, or at once where it is carried out by itself.
function M.of_all(shoot)
  return function(play, cmd, volley)
    local own = volley or M.begun()
    shoot(play, cmd, own)
    if not volley then M.apply(play, own.hits) end
  end
end

return M
