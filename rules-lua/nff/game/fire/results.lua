-- MC 1, MC 8, R44 to R47: what fire does to its target.

local leaders <const>, removal <const> = use("game/command/leaders", "game/army/removal")
local units <const> = use "game/army/units"

local M <const> = {}

--- What is told beside the die; losses are told by those who lose.
local function said(unit, result)
  if result.effect == "no_effect" then return ": no effect" end
  if result.silenced ~= nil then
    if result.wrecked then return "" end
    local damaged = result.damaged and not unit.damaged and " and damaged" or ""
    return (unit.silenced and damaged == "" and ": still silenced" or ": silenced") .. damaged
  end
  return units.disordered(unit) and ": still disordered" or ": disordered"
end

local function on_battery(play, target, result)
  local unit = play:unit(target)
  if result.wrecked then
    local with = play:leaders_with(target)
    removal.lose_battery(play, target, "wrecked", "R47")
    return leaders.risk(play, target, "stand_lost_to_fire", with)
  end
  if result.silenced and not unit.silenced then play:set(unit, "silenced", true) end
  if result.damaged and not unit.damaged then play:set(unit, "damaged", true) end
end

local function on_troops(play, target, result)
  local with = play:leaders_with(target)
  if not units.brigade(play:unit(target)) then -- R124: a company is a stand
    return result.stands_lost > 0 and removal.remove(play, target, "MC 1, R124")
  end
  if result.disordered then removal.disorder(play, target) end
  if removal.lose_stands(play, target, result.stands_lost, { cite = "MC 1", fire = true }) > 0 then
    leaders.risk(play, target, "stand_lost_to_fire", with)
  end
end

---@param points integer whole fire points
function M.take(play, target, points, result)
  if points == 0 then return play:tell("too_little", { target = target, cite = "R41" }) end
  play:tell("under_fire", {
    target = target, points = counted(points, "fire point"), dice = play:dice(), why = because(result.modifiers),
    say = said(play:unit(target), result), cite = "MC 1",
  })
  if result.effect == "no_effect" then return end
  if units.battery(play:unit(target)) then return on_battery(play, target, result) end
  on_troops(play, target, result)
end

return M
