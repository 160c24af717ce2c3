-- Special Types: snipers fire from hiding at single figures and leaders; who locates one may fire at him at once.

local aim <const> = use "game/fire/aim"
local army <const> = use "game/army/units"
local fire <const> = use "game/fire/fire"
local leaders <const> = use "game/command/leaders"
local removal <const> = use "game/army/removal"
local shots <const> = use "game/fire/shots"

secret "unit" { "sniper.fire" } -- nobody knows where he lies

story {
  sniper_fires = "{unit} [fires] at {target}, {need}+ needed: {say}.",
  sniper_unseen = "A sniper fires at {target}: {say}.",
  located = "{unit} [has] located {target}: {roll} thrown.",
  not_located = "{unit} cannot see where the shot came from: {roll} thrown.",
}

local function plan(view, cmd)
  local unit, target = view:unit(cmd.unit), cmd.leader or cmd.target
  if unit.arm ~= "sniper" then return refuse("unit", "is no sniper", { cite = "Snipers" }) end
  if (cmd.target == nil) == (cmd.leader == nil) then
    return refuse("target", "or a leader is to be named", { cite = "Snipers" })
  end
  local fault = aim.refuse_firer(view, cmd.unit) or cmd.leader and fire.refuse_leader(view, cmd.leader, true)
  if fault then return fault end
  local range, blocked
  fault, range, blocked = aim.at(view, cmd.unit, target, true)
  if fault then return fault end
  if blocked and cmd.leader then
    return refuse("leader", "is behind troops", { cite = "Snipers" })
  end
  local args = view:described({
    weapon = unit.weapon, range_mm = range, line_blocked = blocked,
    target = cmd.leader and "leader" or blocked and "stand" or "figure",
  }, unit, "sniper.fire")
  return shots.refuse(view, "sniper.fire", args), args
end

--- The stand that looks for him: the target, or of a leader the stand that he is with, else the nearest.
local function spotter(play, cmd)
  if cmd.target then return tabletop.present(play:unit(cmd.target)) and cmd.target or nil end
  local leader = play:leader(cmd.leader)
  if leader.with and tabletop.present(play:unit(leader.with)) then return leader.with end
  if leader.base then return (play:nearest_unit(leader.base, leader.side)) end
end

--- R245: the latest rifles have smokeless powder.
local function powder(unit) return unit.weapon == "modern_rifle" and "smokeless" or "black" end

local function run(play, cmd, args)
  local unit, target = play:unit(cmd.unit), cmd.leader or cmd.target
  if not args then
    return play:tell("cannot_fire", { unit = cmd.unit, say = "there is no target", cite = "Snipers" })
  end
  local looks, hidden = spotter(play, cmd), unit.hidden
  local result = play:resolve("sniper.fire", args, cmd.unit, target)
  shots.fired(play, cmd.unit, "own")
  play:tell(hidden and "sniper_unseen" or "sniper_fires", {
    unit = not hidden and cmd.unit or nil, target = target, need = result.needed, cite = "Snipers",
    say = result.hit and "a hit" or "no hit",
  })
  if result.leader_falls then
    leaders.fallen(play, cmd.leader)
  elseif result.hit and cmd.target then
    removal.fire_losses(play, { { id = cmd.target, lost = 1 } }, { cite = "Removing Casualties" })
  end
  if not hidden or not looks or not tabletop.present(play:unit(looks)) then return end
  local spot = play:resolve("sniper.spot", play:described({ powder = powder(unit) }, unit, "sniper.spot"), looks)
  local with = { unit = looks, target = spot.located and cmd.unit or nil, roll = play:dice(), cite = "Snipers" }
  if spot.located then removal.reveal(play, cmd.unit) end
  play:tell(spot.located and "located" or "not_located", with)
  if spot.free_shot then
    local seeker = play:unit(looks)
    play:push("free_shot", { side = seeker.side, group = seeker.formation, target = cmd.unit })
  end
end

command "snipe" {
  cite = "Snipers", doc = "A sniper fires at a figure of a stand, or at a leader.", secret = true,
  args = {
    unit "unit" { "own" }, unit "target" { "enemy", optional = true }, leader "leader" { "enemy", optional = true },
  },
  check = plan, run = run,
  proposals = function(view, side, of)
    local list = {}
    for id, unit in proposals.units(view, side, of) do
      if unit.arm == "sniper" and not aim.refuse_firer(view, id) then
        for leader in view:leaders(view:other(side)) do
          local cmd = { unit = id, leader = leader }
          if not view:told() and not plan(view, cmd) then
            cmd.text, cmd.score = "at a leader", 100
            list[#list + 1] = cmd
          end
        end
        for _, one in ipairs(aim.targets(view, id)) do
          local text = view:told() and "if it is in reach" or ("%d mm away"):format(one.mm)
          list[#list + 1] = { unit = id, target = one.id, text = text, score = 50 }
        end
      end
    end
    return best_first(list)
  end,
}

-- ---- the free shot --------------------------------------------------------------------------------------------------

--- Why a stand may not fire at a sniper whom its group has located, or nil; and the shot. It may have fired before.
local function free_shot(view, cmd)
  local _, about = view:at()
  local unit, target = view:unit(cmd.unit), about.target
  if unit.formation ~= about.group or army.crewed(unit) or unit.arm == "sniper" or not aim.reach(view, unit) then
    return refuse("unit", "is no stand of that group with small arms", { cite = "Snipers" })
  end
  local fault = aim.refuse_firer(view, cmd.unit, { again = true })
  if fault then return fault end
  fault = aim.at(view, cmd.unit, target)
  if fault then
    return refuse("unit", ("cannot: the sniper %s"):format(fault.message:gsub("^%S+ ", "")), { cite = fault.cite })
  end
  local how = { phase = "free_shot", mode = "normal" }
  local procedure, question = shots.question(view, cmd.unit, target, how)
  return shots.refuse(view, procedure, question), { procedure = procedure, args = question, target = target }
end

command "free_shot" {
  cite = "Snipers", doc = "One stand of the group that located a sniper fires at him at once.",
  args = { unit "unit" { "own" } },
  check = free_shot,
  run = function(play, cmd, found)
    local _, about = play:at()
    play:set(about, "shot", true)
    if not found then return end
    removal.reveal(play, cmd.unit)
    local result = play:resolve(found.procedure, found.args, cmd.unit, found.target)
    shots.tell(play, cmd.unit, found.target, found.args.range_mm, result.dice_count, result)
    if result.hits > 0 then
      removal.fire_losses(play, { { id = found.target, lost = 1 } }, { by = cmd.unit, cite = "Snipers R100" })
    end
  end,
  proposals = proposals.each(function(view, id)
    if not view:told() then return (free_shot(view, { unit = id })) end
    return view:unit(id).formation ~= select(2, view:at()).group or army.crewed(view:unit(id))
  end, function(_, _, _, offer)
    offer { text = "at the sniper", score = 10 }
  end),
}

sequence "free_shot" {
  cite = "Snipers", doc = "A located sniper is fired at.",
  phase "free_shot" {
    cite = "Snipers", doc = "One stand of the group may fire at him at once.", commands = { "free_shot" },
    side = function(_, about) return about.side end,
    over = function(_, about) return about.shot or false end,
  },
}
