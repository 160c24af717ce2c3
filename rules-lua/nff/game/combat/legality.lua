-- Ch 1, Ch 1g, RM 3d, base, R105: who may charge whom, wherever they stand.
local charges <const>, army <const> = use("charges", "game/army/units")

local M <const> = {}

--- Companies of engineers and the band are no obstacle to an enemy's charge (R105).
function M.gives_way(unit) return not (army.brigade(unit) or army.battery(unit)) end

--- What charge.eligible is asked; of a unit alone, as if it charged guns.
local function question(view, id, target)
  local unit = view:unit(id)
  return view:question("charge.eligible", id, {
    attacker_arm = M.gives_way(unit) and "artillery" or unit.arm, attacker_formation = unit.drill or "single_echelon",
    defender_arm = target and view:unit(target).arm or "artillery", used_reserve_movement = unit.used_rm or false,
    contact_gap_in = 0,
  })
end

measure "charge.eligible" (question)

local function refusal(view, id, target, arg)
  local args = question(view, id, target)
  local found = view:ask("charge.eligible", args, id, target)
  if found.allowed then return nil end
  local text = target and "may not be charged: %s" or "may not charge: %s"
  return charges.BARRED.refuse(view.rules, args, { found.reason }, arg, text, "Ch 1")
end

--- Why a unit may charge nobody, or nil.
function M.refuse_unit(view, id) return refusal(view, id, nil, "unit") end

--- Why such a unit may not charge such an enemy, or nil.
function M.refuse(view, id, target)
  if M.gives_way(view:unit(target)) then return refuse("target", "is no brigade and no battery", "Ch 1, R105") end
  return refusal(view, id, target, "target")
end

return M
