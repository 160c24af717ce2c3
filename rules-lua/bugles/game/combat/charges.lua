-- Charging, Eligibility to Charge, R29, R47, R158 to R163: a charge is announced, its target and its way named; then
-- it is thrown for (game/combat/responses.lua).
local charge_way <const>, motion <const> = use("game/combat/charge_way", "game/movement/motion")
local removal <const>, rolls <const> = use("game/army/removal", "game/movement/rolls")
local sight <const>, army <const> = use("game/movement/sight", "game/army/units")

local M <const> = {}

--- Why a stand may not charge at all now, or nil. A stand that breaks through charges again, and no other (R171).
local function refuse_unit(view, id)
  local path, about = view:at()
  if path ~= "breakthrough.again" then
    local fault = motion.refuse(view, id)
    if fault or (view:unit(id).used or 0) == 0 then return fault end
    return refuse("unit", "has moved this turn", "Variable Movement")
  end
  if id ~= about.unit then
    return refuse("unit", ("waits: %s breaks through"):format(view:called(about.unit)), "Mounted Charges")
  end
end

local function check(view, cmd)
  local fault = refuse_unit(view, cmd.unit)
  if fault then return fault end
  if not tabletop.present(view:unit(cmd.target)) then return refuse("target", "is not on the table") end
  return charge_way.of(view, cmd.unit, cmd.target, cmd.ahead, cmd.wheel)
end

--- What a charge has been thrown for already, or the most that it can be; in mm.
local function reach(view, id, how, again)
  local thrown = not again and rolls.known(view, id, how)
  if thrown then return thrown // mm(1), true end
  return rolls.most(view, id, how) // mm(1), false
end

--- A charge at one enemy, if the rules let it and it can be reached.
local function proposal(view, id, target, how)
  local fault, found = charge_way.of(view, id, target, nil, nil, how.ambush)
  if fault then return nil end
  local most, thrown = reach(view, id, found.how, how.again)
  if found.mm > most then return nil end
  local turned = found.wheel ~= 0 and (", with a wheel of %d degrees"):format((math.abs(found.wheel) + 500) // 1000)
    or ""
  return {
    unit = id, target = target, wheel = found.wheel ~= 0 and found.wheel or nil,
    text = ("%d mm, %s %d%s"):format(found.mm, thrown and "thrown" or "at most", most, turned),
    score = 100 + (most - found.mm) / 10 - (found.wheel ~= 0 and 20 or 0),
  }
end

--- The charges that a stand could make; `how` as for `begin`.
function M.offers(view, id, how)
  local list, unit = {}, view:unit(id)
  local most = mm((reach(view, id, { charging = true }, how.again)))
  for target in view:present(view:other(unit.side)) do
    if view:apart(id, target) <= most then list[#list + 1] = proposal(view, id, target, how) end
  end
  return best_first(list)
end

--- May troops of that kind charge at all?
function M.charger(unit) return unit.drill == "close_order" and army.troops(unit) end

local offered <const> = where_measured(proposals.ranked(function(view, id)
  local unit = view:unit(id)
  return not M.charger(unit) or unit.disordered or refuse_unit(view, id)
end, function(view, id, _, offer)
  for _, one in ipairs(M.offers(view, id, { again = view:at() == "breakthrough.again" })) do offer(one) end
end))

--- A stand charges: it is announced, and what follows is played next.
---@param found table of charge_way.of
---@param how { ambush: boolean?, again: boolean? }?
function M.begin(play, id, target, found, how)
  local unit = play:unit(id)
  local roll = {}
  for key, value in pairs(found.how) do roll[key] = value end
  local about = {
    unit = id, target = target, mm = found.mm, ahead = found.ahead, wheel = found.wheel, roll = roll,
    ambush = how and how.ambush, again = how and how.again,
  }
  removal.reveal(play, id)
  play:set(unit, "moved", "full")
  play:set(unit, "charged", target)
  local say = play:told() and "" or (" from %d mm"):format(found.mm)
  play:tell("charges", { unit = id, target = target, say = say, cite = "Charging, R159" })
  play:push("charge", about)
end

--- What the players allow though the rules are against it.
function M.overruled(play, cmd)
  local distance, way = charge_way.way(play, cmd.unit, cmd.target, cmd.ahead, cmd.wheel)
  local _, how = nil, { charging = true }
  if not way or way.um then _, how = charge_way.question(play, cmd.unit, cmd.target, distance, way) end
  return { mm = math.max(0, distance), how = how, ahead = cmd.ahead or 0, wheel = cmd.wheel or 0 }
end

M.ARGS = {
  unit "unit" { "own" }, unit "target" { "enemy" },
  length "ahead" { 0, metre(2), optional = true, doc = "straight ahead before it wheels" },
  angle "wheel" {
    -charge_way.WIDEST, charge_way.WIDEST, optional = true,
    doc = "clockwise above 0, with a test; the least that does when left out",
  },
}

command "charge" {
  cite = "Charging", doc = "A stand charges an enemy: straight ahead, or with one wheel on the way.",
  args = M.ARGS, check = check, proposals = offered,
  run = function(play, cmd, found)
    local path, about = play:at()
    local again = path == "breakthrough.again"
    if again then play:set(about, "target", cmd.target) end
    M.begin(play, cmd.unit, cmd.target, found or M.overruled(play, cmd), { again = again })
  end,
}

--- A stand that must charge does so, if it may (R29).
---@return boolean charges
M.order = where_measured(function(play, id, target)
  local fault, found = charge_way.of(play, id, target)
  if fault or not M.charger(play:unit(id)) then return false end
  M.begin(play, id, target, found)
  return true
end)

--- Fanatics who are bound to charge do so before anybody moves; those that cannot go at the nearest enemy (R47).
local function fanatic(play, about)
  local id = about.list[1]
  if not id then return nil end
  play:remove(about.list, 1)
  local unit = play:unit(id)
  local enemy = tabletop.present(unit) and not play:engaged(id) and sight.nearest(play, id)
  if enemy and not M.order(play, id, enemy) then motion.advance(play, id, enemy) end
  return "next"
end

sequence "fanatics" {
  cite = "Loss of Non-Regular CinC, R47", doc = "Fanatics charge, one after another.",
  step "next" { doc = "1. The next of them charges.", run = fanatic },
}

function M.fanatics(play, side)
  play:push("fanatics", {
    list = lists.ids(play:present(side), function(unit) return unit.fanatic and unit.class ~= "d" end),
  })
end

return M
