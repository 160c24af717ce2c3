-- Ch 5g, R76: a victor who charges on, once, straight ahead and no farther than half his basic move.
local charge_way <const>, inches <const> = use("game/combat/charge_way", "game/army/inches")
local legality <const>, melee <const> = use("game/combat/legality", "game/combat/melee")
local responses <const>, army <const> = use("game/combat/responses", "game/army/units")

local M <const> = { COMMANDS = { "breakthrough" } }

local function refuse_unit(view, id)
  local unit = view:unit(id)
  local charging = tabletop.present(unit) and unit.charging
  if not (charging and charging.fought) then return refuse("unit", "has won no charge", "Ch 5g, R76") end
  if view:engaged(id) then return refuse("unit", "is in contact with the enemy", "R76") end
end

local WHY <const> = {
  margin_too_small = "has not won by enough to break through", one_breakthrough_only = "has broken through once",
}

local function question(view, id, cost)
  local unit = view:unit(id)
  return {
    difference = unit.charging.margin or 0, class = army.move_class(view, unit), distance_in = cost,
    already_breakthrough = unit.charging.breakthrough or false,
  }
end

--- Why it may not break through so far, or nil.
local function refuse_far(view, id, cost)
  local found = view:ask("charge.breakthrough", question(view, id, cost), id)
  if found.allowed then return nil end
  if WHY[found.reason] then return refuse("unit", WHY[found.reason], "Ch 5g, R76") end
  local most, um = inches.um(found.range_in), inches.um(cost)
  return refuse("target", ("costs %s, and it breaks through %s"):format(inches.said(um), inches.said(most)), {
    cite = "Ch 5g, R76, R135", margin = tabletop.short_by(most - um),
  })
end

local function check(view, cmd)
  if not tabletop.present(view:unit(cmd.target)) then return refuse("target", "is not on the table") end
  local fault = legality.refuse(view, cmd.unit, cmd.target) or refuse_far(view, cmd.unit, 0)
  if fault then return fault end
  local found
  fault, found = charge_way.straight(view, cmd.unit, cmd.target)
  if fault then return fault end
  local cost = found.way and charge_way.cost(view, cmd.unit, found.way.path, found.um) or inches.of(found.um)
  return refuse_far(view, cmd.unit, cost), found
end

command "breakthrough" {
  cite = "Ch 5g, R76", doc = "A victor breaks through: straight ahead, into the next enemy.",
  args = { unit "unit" { "own" }, unit "target" { "enemy" } },
  refuses = refuse_unit, check = check,
  offers = function(view, _, unit, offer)
    for target, enemy in view:present(view:other(unit.side)) do
      local far = unit.base and enemy.base and view:apart(unit.id, target)
      offer { target = target, score = 10 - (far or 0) / inch(1), text = far and inches.said(far) or nil }
    end
  end,
  run = function(play, cmd, found)
    found = found or charge_way.overruled(play, cmd.unit, cmd.target)
    if not found then return end
    responses.charge(play, cmd.unit, cmd.target, found, { breakthrough = true, cite = "Ch 5g" })
  end,
}

function M.any(view)
  return view:some_unit(view.state.active, function(unit, id)
    return unit.charging and unit.charging.margin and not refuse_unit(view, id) and not refuse_far(view, id, 0)
  end) ~= nil
end

M.fight = melee.begin

return M
