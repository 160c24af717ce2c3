-- Orders on their way to a formation that its own general can give sooner himself: orders written before the action
-- come down from the highest general on the table (4.3). He gives them where the formation does not then attack alone.

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")
local grounds <const>, see <const> = use("game/solo/grounds", "game/solo/view")

--- The order on its way to a body, if there is one alone and it sends the body somewhere.
local function coming_to(mind, body)
  local coming = mind.view:formation(body.id).coming_orders or {}
  local order = #coming == 1 and coming[1]
  return order and obedience.MOVING[order.verb] and order.activates_min and order or nil
end

--- The minutes after which a body obeys the order on its way to it if its own general gives it, and that general; nil
--- where that is not clearly sooner.
local function own_minutes(mind, body, order)
  local minutes, general = grounds.minutes_of_order(mind, body)
  local waits = order.activates_min - obedience.now(mind.view)
  if not minutes or not general.base or minutes + mind.weight.sooner_by > waits then return nil end
  return minutes, general
end

--- Would a body that sets off after so many minutes attack alone? It would where others on foot who are to attack set
--- off clearly later. Horse would where any foot has still to set off.
local function goes_alone(mind, body, minutes)
  local rides = army.mounted(body.units[1])
  return lists.find(see.formations(mind, mind.side), function(other)
    local order = other.id ~= body.id and other.troops > 0 and not army.mounted(other.units[1])
      and coming_to(mind, other)
    if not order or order.verb ~= "attack" or order.aim == see.READY then return false end
    local least = own_minutes(mind, other, order) or order.activates_min - obedience.now(mind.view)
    return rides or least > minutes + mind.weight.together
  end) ~= nil
end

--- Why the order on its way to a body is given again, by whom, and which order that is; nil: it is not.
return function(mind, body)
  local order = coming_to(mind, body)
  local minutes, general
  if order then minutes, general = own_minutes(mind, body, order) end
  if not minutes or order.verb == "attack" and order.aim ~= see.READY and goes_alone(mind, body, minutes) then
    return nil
  end
  return "its own general has it set off sooner", { by = general.id, order = order }
end
