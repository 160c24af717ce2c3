-- Ambush, R87, R88, R158: hidden stands charge in the enemy's movement, are met by fire and fight at once.
local charge_way <const>, charges <const> = use("game/combat/charge_way", "game/combat/charges")
local defensive <const>, leaders <const> = use("game/fire/defensive", "game/command/leaders")
local removal <const>, terms <const> = use("game/army/removal", "game/combat/melee_question")

--- What `ambush.check` is asked of a stand: hidden since it was placed, it has neither moved nor fired since.
local function question(view, id, distance)
  local unit = view:unit(id)
  return view:question("ambush.check", id, {
    hidden_since_start = unit.hidden or false, moved = unit.moved ~= nil and unit.moved ~= "none",
    distance_mm = distance,
  })
end

local function refuse_unit(view, id)
  local unit = view:unit(id)
  if not tabletop.present(unit) then return refuse("unit", "is not on the table") end
  if unit.arm == "sniper" or not view:ask("ambush.check", question(view, id, 0), id).allowed then
    return refuse("unit", "lies in no ambush", "Ambush")
  end
  return leaders.radius(view, id)
end

--- Why a stand may not spring its ambush, or nil and what was found.
local function judged(view, id, cmd, wheel)
  local fault = refuse_unit(view, id)
  if fault then return fault end
  local found
  fault, found = charge_way.of(view, id, cmd.target, wheel and cmd.ahead or nil, wheel and cmd.wheel or nil, true)
  if not fault then return nil, found end
  return refuse(id == cmd.unit and fault.arg or "with", id == cmd.unit and fault.message
    or ("%s: %s"):format(view:called(id), fault.message), { cite = fault.cite, margin = fault.margin })
end

local function check(view, cmd)
  if not tabletop.present(view:unit(cmd.target)) then return refuse("target", "is not on the table") end
  local fault, found = judged(view, cmd.unit, cmd, true)
  if fault then return fault end
  local all, seen = { found }, { [cmd.unit] = true }
  for i, id in ipairs(cmd.with or {}) do
    if seen[id] then return refuse("with", ("has %s twice"):format(view:called(id))) end
    seen[id] = true
    fault, all[i + 1] = judged(view, id, cmd)
    if fault then return fault end
  end
  return nil, all
end

local ARGS <const> = table.move(charges.ARGS, 1, #charges.ARGS, 1, {})
ARGS[#ARGS + 1] = units "with" { "own", optional = true, doc = "others in ambush that charge the same enemy" }

command "ambush" {
  cite = "Ambush", doc = "A hidden stand falls upon an enemy who moves.",
  args = ARGS, check = check,
  proposals = where_measured(proposals.ranked(refuse_unit, function(view, id, _, offer)
    for _, one in ipairs(charges.offers(view, id, { ambush = true })) do offer(one) end
  end)),
  run = function(play, cmd, found)
    local list = { cmd.unit, table.unpack(cmd.with or {}) }
    local stands = {}
    for i, id in ipairs(list) do
      local one = found and found[i] or charges.overruled(play, {
        unit = id, target = cmd.target, ahead = i == 1 and cmd.ahead or nil, wheel = i == 1 and cmd.wheel or nil,
      })
      stands[i] = { unit = id, mm = one.mm, ahead = one.ahead, wheel = one.wheel, how = one.how }
    end
    for _, id in ipairs(list) do
      removal.reveal(play, id)
      play:tell("ambush", { unit = id, target = cmd.target, cite = "Ambush" })
    end
    play:push("ambush", { target = cmd.target, stands = stands, nth = 0 })
  end,
}

--- A step of the sequence that is gone through for each stand that sprang the ambush.
local function for_each(name, fn)
  return function(play, about)
    local one = about.stands[about.nth + 1]
    play:set(about, "nth", one and about.nth + 1 or 0)
    if one then fn(play, one, about) end
    return one and name
  end
end

local function charge(play, one, about)
  if not tabletop.present(play:unit(one.unit)) then return end
  if tabletop.present(play:unit(about.target)) then
    return charges.begin(play, one.unit, about.target, one, { ambush = true })
  end
  play:tell("ambush_late", { unit = one.unit, target = about.target, cite = "Ambush, R269" })
end

--- Those that were reached may fire, unless the ambush came from too near (Ambush).
local function defend(play, one)
  if play:engaged(one.unit) and play:ask("ambush.check", {
    hidden_since_start = true, distance_mm = one.mm,
  }, one.unit).defensive_fire then
    defensive.offer(play, { unit = one.unit, target = play:unit(one.unit).charged, ambush_distance_mm = one.mm })
  end
end

local function fight(play, one)
  if tabletop.present(play:unit(one.unit)) then terms.at_once(play, one.unit) end
end

sequence "ambush" {
  cite = "Ambush", doc = "An ambush: { target, stands }, each { unit, mm, ahead, wheel }.",
  step "charge" { cite = "Ambush, R269", doc = "1. The hidden stands charge.", run = for_each("charge", charge) },
  step "defence" {
    cite = "Ambush, R88", doc = "1. Those that they charge may fire.", run = for_each("defence", defend),
  },
  step "fight" { cite = "Ambush", doc = "1. They fight at once.", run = for_each("fight", fight) },
}
