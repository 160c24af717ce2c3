-- Ch 1 to 4, TM 2g, R106: charges: they are announced before the throw for maneuver, and moved at
-- once, with the countercharges that they bring about.
--
-- A unit that charges has `charging` = { target, um, flank, favorable }; then, once its combat is fought, `fought`, and
-- `margin` where it may break through.
local breakthrough <const>, charge_way <const> = use("game/combat/breakthrough", "game/combat/charge_way")
local inches <const>, legality <const> = use("game/army/inches", "game/combat/legality")
local melee <const>, motion <const> = use("game/combat/melee", "game/movement/motion")
local responses <const> = use "game/combat/responses"

local function refuse_unit(view, id)
  local unit = view:unit(id)
  if legality.gives_way(unit) then return refuse("unit", "does not charge", "Ch 1") end
  local fault = legality.refuse_unit(view, id)
  if fault then return fault end
  if not unit.announced then
    return refuse("unit", "has announced no charge: that comes before the throw for maneuver", "Ch 2, TM 2g")
  end
  fault = motion.refuse_move(view, id, true)
  if fault then return fault end
  if view:engaged(id) then return refuse("unit", "is in contact with the enemy", "Ch 1") end
end

local function check(view, cmd)
  if not tabletop.present(view:unit(cmd.target)) then return refuse("target", "is not on the table") end
  local fault = legality.refuse(view, cmd.unit, cmd.target)
  if fault then return fault end
  return charge_way.of(view, cmd.unit, cmd.target, cmd.ahead, cmd.wheel)
end

--- The enemies that can be reached; on the players' own table all that may be charged.
local function offers(view, id, unit, offer)
  local most = unit.base and motion.left(view, id, false, true)
  for target in view:present(view:other(unit.side)) do
    if not most then
      offer { target = target, score = 10, text = "as far as it may" }
    elseif (view:apart(id, target) or most + 1) <= most and not legality.refuse(view, id, target) then
      local fault, found = charge_way.of(view, id, target)
      local wheel = not fault and found.wheel ~= 0 and found.wheel or nil
      local how = wheel and (", with a wheel of %d degrees"):format((math.abs(wheel) + 500) // 1000) or ""
      if not fault then
        offer {
          target = target, wheel = wheel, text = inches.said(found.um) .. how,
          score = 20 - found.um / inch(1) - (wheel and 2 or 0),
        }
      end
    end
  end
end

command "charge" {
  cite = "Ch 1, Ch 4", doc = "A brigade that has announced a charge charges: straight ahead, or with one wheel.",
  args = {
    unit "unit" { "own" }, unit "target" { "enemy" },
    length "ahead" { 0, optional = true, doc = "straight ahead before it wheels" },
    angle "wheel" { -deg(180), deg(180), optional = true, doc = "clockwise above 0; else the least that does" },
  },
  refuses = refuse_unit, check = check, offers = offers,
  run = function(play, cmd, found)
    found = found or charge_way.overruled(play, cmd.unit, cmd.target, cmd.ahead, cmd.wheel)
    if found then responses.charge(play, cmd.unit, cmd.target, found) end
  end,
}

local M <const> = { COMMANDS = melee.COMMANDS, BREAKTHROUGHS = breakthrough.COMMANDS }

M.any, M.fight, M.may_break_through, M.over = melee.any, melee.begin, breakthrough.any, responses.over

return M
