-- SR.1, R76: colours taken and retaken hand to hand, and guns taken (R62).
local troops <const> = use "troops"

local function add(play, side, key, points)
  local node = play.state.sides[side]
  play:set(node, key, (node[key] or 0) + points)
end

--- One throw for colours of a beaten unit, its own or those that it has taken, and the points that go with it.
local function throw(play, victor, loser, event, recapture)
  local unit, beaten = play:unit(victor), play:unit(loser)
  local args = {
    troop = beaten.troop, event = event, recapture = recapture, colours_lost = recapture and not beaten.colours or nil,
  }
  local result = play:resolve("colours.capture", play:described(args, beaten, "colours.capture"), victor, loser)
  return result, function()
    if result.victor_points ~= 0 then add(play, unit.side, "points", result.victor_points) end
    if result.loser_points ~= 0 then add(play, beaten.side, "points", result.loser_points) end
  end
end

local M <const> = {}

--- May it carry what it takes (R76)? Others send it to the rear.
local function carries(play, unit) return troops.of(play.rules, unit.troop, "has_colours") == "yes" end

local function said(result, victor, loser)
  return { unit = victor, target = loser, roll = result.roll, need = result.need, cite = "SR.1 R76" }
end

--- The victor takes a beaten unit's own colours.
local function take(play, victor, loser, event)
  local unit, beaten = play:unit(victor), play:unit(loser)
  local result, count = throw(play, victor, loser, event, false)
  play:tell(result.captured and "colours_taken" or "colours_kept", said(result, victor, loser))
  if result.captured then play:set(beaten, "colours", nil) end
  count()
  if not result.captured then return end
  if not carries(play, unit) then return end
  if not unit.taken then play:set(unit, "taken", {}) end
  play:append(unit.taken, loser)
end

--- And takes back those that it had taken: they cost their captor the point.
local function retake(play, victor, loser, event)
  local beaten, retaken = play:unit(loser), 0
  for i, id in ipairs(table.move(beaten.taken, 1, #beaten.taken, 1, {})) do
    local result, count = throw(play, victor, loser, event, true)
    if result.captured then play:tell("colours_retaken", said(result, victor, id)) end
    count()
    if result.captured then
      play:remove(beaten.taken, i - retaken)
      retaken = retaken + 1
    end
  end
end

--- The victor throws for the colours that the beaten unit has. Where a house rule has made it a kind of troops without
--- colours, they are safe in the rear.
---@param event "destroyed"|"retired"
function M.thrown_for(play, victor, loser, event)
  if not carries(play, play:unit(loser)) then return end
  if play:unit(loser).colours then take(play, victor, loser, event) end
  if play:unit(loser).taken then retake(play, victor, loser, event) end
end

--- Guns and wagons that are eliminated; guns are counted (R76).
function M.guns(play, victor, loser)
  local guns = play:unit(loser).arm == "artillery"
  play:tell(guns and "guns_taken" or "wagons_taken", { unit = victor, target = loser, cite = "4.1.7 6.2 R62" })
  if guns then add(play, play:unit(victor).side, "guns_taken", 1) end
end

return M
