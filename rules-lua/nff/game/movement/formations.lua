-- Form 1 to 3, R59, R68: changes of formation.

local attached <const> = use "game/army/attached"
local inches <const>, motion <const> = use("game/army/inches", "game/movement/motion")
local removal <const>, stands <const>, troops <const> = use("game/army/removal", "game/army/stands", "troops")
local units <const> = use "game/army/units"

local function refuse_change(view, id)
  local unit = view:unit(id)
  if not units.brigade(unit) then return refuse("unit", "has no formation to change", "Form 1") end
  local fault = motion.refuse(view, id)
  if fault then return fault end
  if not unit.may_change then
    return refuse("unit", "may not change formation this turn: the throw does not allow it", "TM 1, RM 4")
  end
end

--- What a change is and what it costs, or why it is not allowed.
local function cost_of(view, unit, to)
  local found = view:ask("formation.change", { arm = unit.arm, from = unit.drill, to = to }, unit.id)
  if not found.allowed then
    local why = found.reason == "infantry_only" and "is cavalry, which forms no square"
      or "forms square when it beats charging cavalry, and never at will"
    return nil, refuse("unit", why, "Form 3b")
  end
  if found.cost == "none" then return { left_square = true } end
  return { changes = 1 }
end

local function check_change(view, cmd)
  local unit = view:unit(cmd.unit)
  if unit.drill == cmd.to then return refuse("to", "is the formation that it has") end
  local cost, fault = cost_of(view, unit, cmd.to)
  if fault then return fault end
  fault = motion.refuse_cost(view, cmd.unit, cost, "to")
  if fault or not unit.base then return fault, cost end
  local bases, base = stands.redrawn(view, unit, cmd.to)
  fault = motion.refuse_room(view, cmd.unit, base, "to", { shape = bases })
  for _, one in ipairs(attached.places(view, cmd.unit, base)) do
    fault = fault or motion.refuse_room(view, one.id, one.base, "to", { with = motion.all(view, cmd.unit) })
  end
  return fault, cost
end

command "change_formation" {
  cite = "Form 1, R68", doc = "A brigade changes its formation: half a move; out of square for nothing.",
  args = { unit "unit" { "own" }, enum "to" (troops.FORMATIONS) },
  refuses = refuse_change, check = check_change,
  offers = function(view, _, unit, offer)
    for _, to in ipairs(view.rules.values(troops.FORMATIONS)) do
      if to ~= unit.drill and to ~= "square" then
        local cost = cost_of(view, unit, to)
        local um = inches.um(units.rate(view, unit) * view.rules.constant.formation_change_share)
        offer { to = to, score = 0.2, text = "for " .. (cost.changes and inches.said(um) or "nothing") }
      end
    end
  end,
  run = function(play, cmd, cost)
    local unit = play:unit(cmd.unit)
    cost = cost or cost_of(play, unit, cmd.to)
    if not cost then error({ arg = "to", message = "to: square is a combat result" }, 0) end
    motion.spend(play, cmd.unit, cost)
    play:set(unit, "vulnerable", true)
    play:tell("forms", { unit = cmd.unit, to = plain(cmd.to), cite = "Form 1" })
    removal.redraw(play, cmd.unit, cmd.to)
  end,
}
