-- Defensive Fire: groups that are charged fire at the chargers before the melee, or at once at an ambush.

local aim <const>, army <const>, fire <const> = use("game/fire/aim", "game/army/units", "game/fire/fire")
local shots <const> = use "game/fire/shots"

local M <const> = {}

--- The charges that a side is met with now: { unit, target, mm } each. In an ambush that one, while its charger stands;
--- else all that came home.
local function charges_on(view, side)
  local path, about = view:at()
  if path == "defence.defend" then return tabletop.present(view:unit(about.charge.unit)) and { about.charge } or {} end
  local list = {}
  for id, unit in view:present(view:other(side)) do
    local target = unit.charged and view.state.units[unit.charged]
    local home = target and tabletop.present(target) and lists.has(view:foes(unit.charged), id)
    if home then list[#list + 1] = { unit = id, target = unit.charged } end
  end
  return list
end

--- What the test of a charged stand is asked; `more`: what is known of the charge.
function M.test_args(view, id, more)
  local unit = view:unit(id)
  more.formation = unit.drill
  more.unit = unit.arm == "gun" and "artillery" or unit.arm == "machine_gun" and "machine_gun" or "infantry"
  return view:question("fire.defensive_test", id, more)
end

fact "defence_faces" {
  ask = "Does {2} come at {1} from before its front edge?",
  flag "faces" {}, suggest = true,
  measured = function(view, _, id, charger)
    if view.rules.option.defensive_fire_in_arc then return (aim.bears(view, id, charger)) end
    return (view:faces(id, charger, deg(90)))
  end,
}

--- How a stand is charged by an enemy: itself, or one of its group that it touches.
local function charged(view, id, target)
  return target == id and "direct" or lists.has(army.in_contact_friends(view, id), target) and "adjacent" or "none"
end

--- Why a stand may not fire at a charger, or nil; and the question of its group's test.
local function refuse_defence(view, id, charger)
  local unit = view:unit(id)
  local charge = lists.find(charges_on(view, unit.side), function(one)
    return one.unit == charger and view:unit(one.target).formation == unit.formation
  end)
  if not charge then return refuse("target", "has not charged its group", "Defensive Fire") end
  local args = M.test_args(view, id, { ambush_distance_mm = charge.mm })
  local wrong = view.rules.fault("fire.defensive_test", args)
  local fault = not wrong and aim.refuse_firer(view, id, { defensive = true })
  if not (fault or wrong) then
    args.charged = charged(view, id, charge.target)
    wrong = view.rules.fault("fire.defensive_test", args)
  end
  if fault or wrong then return fault or refuse("unit", wrong.message, "Defensive Fire") end
  if unit.drill ~= "square" and unit.drill ~= "back_to_back" and not view:fact("defence_faces", id, charger) then
    return refuse("target", "does not come from before its front", "R242")
  end
  local thrown = view:formation(unit.formation).defence
  if thrown and not view:ask("fire.defensive_test", args, id, charger, thrown).can_fire then
    return refuse("unit", "is too shaken to fire", "Defensive Fire, R130")
  end
  return nil, args
end

--- The groups of a side with a stand that may still give defensive fire.
---@return string[] ids of groups
function M.charged_groups(view, side)
  local groups = {}
  for _, charge in ipairs(charges_on(view, side)) do
    local group = view:unit(charge.target).formation
    local fires = not lists.has(groups, group) and lists.find(army.group_units(view, group), function(id)
      return not view:unasked(refuse_defence, view, id, charge.unit)
    end)
    groups[#groups + 1] = fires and group or nil
  end
  return groups
end

local function check(view, cmd)
  local fault, test = refuse_defence(view, cmd.unit, cmd.target)
  if fault then return fault end
  local how, shot
  fault, how = shots.how(view, cmd.unit, cmd, "defensive")
  if fault then return fault end
  local stands = not army.crewed(view:unit(cmd.unit)) and { cmd.target } or nil
  fault, shot = shots.shot(view, cmd.unit, cmd.target, how, stands)
  return fault, { test = test, shot = shot }
end

--- Throws for a group, once a player turn; each stand is asked with its dice and its own modifiers (R130).
local function may_fire(play, id, charger, args)
  local group_id = play:unit(id).formation
  local group = play:formation(group_id)
  if group.defence then return play:ask("fire.defensive_test", args, id, charger, group.defence).can_fire end
  local result, throws = play:resolve("fire.defensive_test", args, group_id, charger)
  play:set(group, "defence", { table.unpack(throws[1].dice) })
  play:tell(result.can_fire and "defence_thrown" or "defence_fails", {
    formation = group_id, unit = id, target = charger, roll = play:dice(), cite = "Defensive Fire, R130",
  })
  return result.can_fire
end

command "defend" {
  cite = "Defensive Fire", doc = "A charged stand, gun or machine gun fires at a charger.",
  args = {
    unit "unit" { "own" }, unit "target" { "enemy", doc = "the charger" },
    enum "mode" { "normal", "solid", "canister", default = "normal" }, int "dice" { 1, 4, optional = true },
  },
  check = check,
  run = function(play, cmd, found)
    if not found then
      return play:tell("cannot_fire", { unit = cmd.unit, say = "nobody charges its group", cite = "Defensive Fire" })
    end
    if may_fire(play, cmd.unit, cmd.target, found.test) then fire.act(play, { found.shot }) end
  end,
  refuses = function(view, id)
    local there = tabletop.present(view:unit(id))
    return not there and refuse("unit", "is not on the table", "When to Fire") or nil
  end,
  offers = function(view, _, unit, offer)
    for _, charge in ipairs(charges_on(view, unit.side)) do
      for i, mode in ipairs(fire.modes(unit, "defensive", 0, view.rules)) do
        mode = mode ~= "normal" and mode or nil
        offer { target = charge.unit, mode = mode, text = "at point blank", score = 100 - i }
      end
    end
  end,
}

sequence "defence" {
  cite = "Defensive Fire", doc = "Defensive fire at one charge.",
  phase "defend" {
    cite = "Defensive Fire", doc = "The group that is charged fires at the charger.", commands = { "defend" },
    side = function(_, about) return about.side end,
    when = function(view, about) return #M.charged_groups(view, about.side) > 0 end,
  },
}

--- Defensive fire at one charge: of an ambush, or after a breakthrough.
---@param about { unit: string, target: string, ambush_distance_mm: integer? }
function M.offer(play, about)
  local charge = { unit = about.unit, target = about.target, mm = about.ambush_distance_mm }
  play:push("defence", { side = play:unit(about.target).side, charge = charge })
end

return M
