-- 4.2, MC 5, R82, R136: batteries join brigades, and leave them.

local army <const>, attached <const> = use("game/army/units", "game/army/attached")
local inches <const>, radius <const> = use("game/army/inches", "game/command/radius")

fact "battery_beside" {
  ask = "Is it {attached_within} in or less from {1} to {2}?",
  flag "beside" {}, suggest = true,
  measured = function(view, _, id, brigade) return not attached.far(view.rules, view:unit(id), view:unit(brigade)) end,
}

local function refuse_battery(view, id)
  local unit = view:unit(id)
  if not army.battery(unit) then return refuse("unit", "is no battery", "R136") end
  if unit.attached_to then return refuse("unit", "is with " .. view:name(unit.attached_to), "R136") end
  if unit.grand then return refuse("unit", "is of a grand battery, and never sent elsewhere", "GB 5") end
  return radius.refuse(view, id)
end

local function check(view, cmd)
  local brigade = view:unit(cmd.brigade)
  if not tabletop.present(brigade) then return refuse("brigade", "is not on the table") end
  if not army.brigade(brigade) then return refuse("brigade", "is no brigade", "R136") end
  if not view:fact("battery_beside", cmd.unit, cmd.brigade) then
    local most, um = inch(view.rules.constant.attached_within), not view:told() and view:apart(cmd.unit, cmd.brigade)
    return refuse("brigade", ("is more than %s from %s"):format(inches.said(most), view:name(cmd.unit)), {
      cite = "R136", margin = um and tabletop.short_by(most - um) or nil,
    })
  end
end

command "attach_battery" {
  cite = "MC 5, R82, R136", doc = "A battery joins a brigade beside it, and from now on moves and retreats with it.",
  args = { unit "unit" { "own" }, unit "brigade" { "own" } },
  refuses = refuse_battery, check = check,
  offers = attached.offers,
  run = function(play, cmd) attached.join(play, cmd, "R136") end,
}

command "detach_battery" {
  cite = "MC 5, R136", doc = "A battery leaves its brigade, and moves by itself again.",
  args = { unit "unit" { "own" } },
  refuses = function(view, id)
    local with = army.battery(view:unit(id)) and view:unit(id).attached_to
    return not with and refuse("unit", "is no battery with a brigade", "R136") or nil
  end,
  offers = function(view, _, unit, offer) offer { score = 0.1, text = "from " .. view:name(unit.attached_to) } end,
  run = function(play, cmd) attached.part(play, cmd.unit, "R136") end,
}
