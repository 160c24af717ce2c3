-- Special Types: snipers fire from hiding at single figures and leaders; who locates one may fire at him at once.

local aim <const>, army <const>, fire <const> = use("game/fire/aim", "game/army/units", "game/fire/fire")
local leaders <const>, removal <const> = use("game/command/leaders", "game/army/removal")
local shots <const> = use "game/fire/shots"

secret "unit" { "sniper.fire" } -- nobody knows where he lies

local function refuses(view, id)
  if view:unit(id).arm ~= "sniper" then return refuse("unit", "is no sniper", "Snipers") end
  return aim.refuse_firer(view, id)
end

local function plan(view, cmd)
  local target = cmd.leader or cmd.target
  local fault = fire.refuse_target(view, cmd, "Snipers") or cmd.leader and fire.refuse_leader(view, cmd.leader, true)
  if fault then return fault end
  local range, blocked
  fault, range, blocked = aim.at(view, cmd.unit, target, true)
  if fault then return fault end
  if blocked and cmd.leader then return refuse("leader", "is behind troops", "Snipers") end
  local args = view:question("sniper.fire", cmd.unit, {
    range_mm = range, line_blocked = blocked,
    target = cmd.leader and "leader" or blocked and "stand" or "figure",
  })
  return shots.refuse(view, "sniper.fire", args), args
end

--- The stand that looks for him: the target, or of a leader the stand that he is with, else the nearest.
local function spotter(play, cmd)
  if cmd.target then return tabletop.present(play:unit(cmd.target)) and cmd.target or nil end
  local leader = play:leader(cmd.leader)
  if leader.with and tabletop.present(play:unit(leader.with)) then return leader.with end
  if leader.base then return (play:nearest_unit(leader.base, leader.side)) end
end

--- A hidden sniper who has fired may be located, and is fired at then.
local function look_for(play, id, looks)
  local unit, seeker = play:unit(id), play:unit(looks)
  local powder = play.rules.tables.weapon_ranges(unit.weapon, "powder") -- R245
  local spot = play:resolve("sniper.spot", play:question("sniper.spot", id, { powder = powder }), looks)
  local roll = play:dice()
  if spot.located then removal.reveal(play, id) end
  play:tell(spot.located and "located" or "not_located",
    { unit = looks, target = spot.located and id or nil, roll = roll, cite = "Snipers" })
  if spot.free_shot then play:push("free_shot", { side = seeker.side, group = seeker.formation, target = id }) end
end

local function run(play, cmd, args)
  local unit, target = play:unit(cmd.unit), cmd.leader or cmd.target
  if not args then
    return play:tell("cannot_fire", { unit = cmd.unit, say = "there is no target", cite = "Snipers" })
  end
  local looks, hidden = spotter(play, cmd), unit.hidden
  local result = play:resolve("sniper.fire", args, cmd.unit, target)
  play:set(unit, "fired", true)
  play:tell(hidden and "sniper_unseen" or "sniper_fires", {
    unit = not hidden and cmd.unit or nil, target = target, need = result.needed, cite = "Snipers",
    say = result.hit and "a hit" or "no hit",
  })
  if result.leader_falls then
    leaders.fallen(play, cmd.leader)
  elseif result.hit and cmd.target then
    removal.fire_losses(play, { { id = cmd.target, lost = 1 } }, { cite = "Removing Casualties" })
  end
  if hidden and looks and tabletop.present(play:unit(looks)) then look_for(play, cmd.unit, looks) end
end

command "snipe" {
  cite = "Snipers", doc = "A sniper fires at a figure of a stand, or at a leader.", secret = true,
  args = {
    unit "unit" { "own" }, unit "target" { "enemy", optional = true }, leader "leader" { "enemy", optional = true },
  },
  refuses = refuses, check = plan, run = run,
  offers = function(view, id, unit, offer)
    for id_of in view:leaders(view:other(unit.side)) do offer { leader = id_of, text = "at a leader", score = 1000 } end
    for _, one in ipairs(aim.targets(view, id)) do offer { target = one.id, text = one.text, score = one.score } end
  end,
}

-- ---- the free shot --------------------------------------------------------------------------------------------------

--- Why a stand may not fire at a sniper who is located, or nil. It may have fired before.
local function refuse_free(view, id)
  local unit, _, about = view:unit(id), view:at()
  if unit.formation ~= about.group or army.crewed(unit) or unit.arm == "sniper" or not aim.reach(view, unit) then
    return refuse("unit", "is no stand of that group with small arms", "Snipers")
  end
  local fault = aim.refuse_firer(view, id, { again = true })
  if fault then return fault end
  fault = aim.at(view, id, about.target)
  return fault and refuse("unit", ("cannot: the sniper %s"):format(fault.message:gsub("^%S+ ", "")), fault.cite) or nil
end

command "free_shot" {
  cite = "Snipers, R100", doc = "One stand of the group that located a sniper fires at him at once.",
  args = { unit "unit" { "own" } },
  refuses = refuse_free,
  check = function(view, cmd)
    local target = select(2, view:at()).target
    local fault, shot = shots.shot(view, cmd.unit, target, { phase = "free_shot", mode = "normal" }, { target })
    shot.cite = "Snipers, R100"
    return fault, shot
  end,
  offers = function(_, _, _, offer) offer { text = "at the sniper", score = 10 } end,
  run = function(play, _, shot)
    play:set(select(2, play:at()), "shot", true)
    if shot then fire.act(play, { shot }) end
  end,
}

sequence "free_shot" {
  cite = "Snipers", doc = "A located sniper is fired at.",
  phase "free_shot" {
    cite = "Snipers", doc = "One stand of the group may fire at him at once.", commands = { "free_shot" },
    side = function(_, about) return about.side end,
    over = function(_, about) return about.shot or false end,
  },
}
