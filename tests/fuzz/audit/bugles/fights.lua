--- Fights: who fights whom, with what; who supports and who strikes a flank, measured from where all stand.
local field <const> = require "fuzz.audit.bugles.field"

local M <const> = {}

local ALIKE <const> = 45000

--- The enemies that a stand touches: for certain, and perhaps.
local function enemies(root, unit)
  local sure, may = {}, {}
  for _, one in ipairs(field.standing(root)) do
    if one.unit.side ~= unit.side and one.unit.arm ~= "sniper" then
      local touches = field.touches(unit, one.unit)
      if touches then sure[one.id] = true end
      if touches ~= false then may[one.id] = true end
    end
  end
  return sure, may
end

local function only(set, id)
  for key in next, set do
    if key ~= id then return false end
  end
  return true
end

local function closed(unit) return unit.drill == "square" or unit.drill == "back_to_back" end

--- May a stand fight that one: skirmishers fight skirmishers and disordered stands alone?
local function may_fight(unit, enemy)
  return unit.drill ~= "skirmish" or enemy.drill == "skirmish" or enemy.disordered ~= nil
end

--- Enemies on the flank or rear of a stand that fights another: at least, at most, and which these are.
local function flankers(root, unit, foe_id)
  if closed(unit) then return 0, 0, {} end
  local least, most, set = 0, 0, {}
  for _, one in ipairs(field.standing(root)) do
    local enemy = one.unit
    local counts = enemy.side ~= unit.side and field.counts(enemy) and not enemy.hidden and enemy.figures > 0
      and may_fight(enemy, unit)
    local edge = counts and field.touched_edge(unit, enemy)
    if counts and edge ~= false and edge ~= "front" then
      local _, may = enemies(root, enemy)
      set[one.id], most = true, most + 1
      if edge and only(may, unit.id) and one.id ~= foe_id then least = least + 1 end
    end
  end
  return least, most, set
end

--- Friends in support of a stand against another: at least and at most (Supporting Stands).
local function supports(root, id, unit, foe_id, foe, flanking)
  local least, most = 0, 0
  for _, one in ipairs(field.standing(root)) do
    local friend = one.unit
    local counts = one.id ~= id and friend.side == unit.side and field.counts(friend) and not friend.hidden
      and friend.figures > 0 and may_fight(friend, foe)
    local edge = counts and field.touched_edge(unit, friend)
    if counts and edge ~= false and edge ~= "front" then
      local sure, may = enemies(root, friend)
      local turned = math.abs((friend.base.facing - unit.base.facing + 180000) % 360000 - 180000)
      local beside = edge == "rear" or turned < ALIKE - 1000
      if only(sure, foe_id) then most = most + 1 end
      if edge and next(may) == nil and beside and not flanking[one.id] then least = least + 1 end
    end
  end
  return least, most
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self = { memory = { fought = {} } }
  local house = {}
  for _, name in ipairs(trace[1].variants or {}) do house[name] = true end

  local function differs(line, id, key, given, wanted)
    if given ~= wanted then
      fault(line, ("%s fights with %s %s, and it is %s"):format(id, key, tostring(given), tostring(wanted)))
    end
  end

  local function joined(root, unit)
    local best = "none"
    for _, leader in next, root.leaders do
      local with = leader.status == "ready" and leader.side == unit.side and root.units[leader.joined or ""]
      if with and (leader.joined == unit.id or leader.rank == "group" and with.formation == unit.formation) then
        best = (leader.charismatic or best == "charismatic") and "charismatic" or "leader"
      end
    end
    return best
  end

  local function stand(line, root, id, args)
    local unit = root.units[id]
    differs(line, id, "kind", args.kind, unit.kind)
    differs(line, id, "class", args.class, unit.class)
    differs(line, id, "figures", args.figures, unit.figures)
    differs(line, id, "arm", args.arm or "foot", unit.arm == "mounted" and "mounted" or "foot")
    differs(line, id, "disordered", args.disordered or false, unit.disordered ~= nil)
    differs(line, id, "ferocious", args.ferocious or false, unit.ferocious or false)
    differs(line, id, "formation", args.formation or "line", unit.drill == "close_order" and "line" or unit.drill)
    differs(line, id, "leader", args.leader or "none", joined(root, unit))
  end

  local function within(line, id, what, count, least, most)
    if count < least or count > most then
      fault(line, ("%s has %d %s, and it is %d to %d"):format(id, count, what, least, most))
    end
  end

  local function fight(line, call, root)
    local names = { call.throwers.attacker, call.throwers.defender }
    local one, other = root.units[names[1]], root.units[names[2]]
    if not (one and other and one.base and other.base) then return end
    stand(line, root, names[1], call.args.attacker)
    stand(line, root, names[2], call.args.defender)
    local mm = field.apart(one, other)
    if mm > 1.4 then fault(line, ("%s fights %s and is %.1f mm away (Melee)"):format(names[1], names[2], mm)) end
    local continuing = one.fights == names[2] or other.fights == names[1]
    if continuing then differs(line, names[1], "round", call.args.round or "impact", "continuing") end
    local least1, most1, on_one = flankers(root, one, names[2])
    local least2, most2, on_other = flankers(root, other, names[1])
    within(line, names[1], "enemies on its flank or rear", call.args.attacker.flank_contacts or 0, least1, most1)
    within(line, names[2], "enemies on its flank or rear", call.args.defender.flank_contacts or 0, least2, most2)
    local least, most = supports(root, names[1], one, names[2], other, on_other)
    within(line, names[2], "enemies in support", call.args.defender.enemy_support or 0, least, most)
    least, most = supports(root, names[2], other, names[1], one, on_one)
    within(line, names[1], "enemies in support", call.args.attacker.enemy_support or 0, least, most)
    for i, id in ipairs(names) do
      local again = self.memory.fought[id] and not (one.broke_through or other.broke_through)
      if again then fault(line, ("%s fights twice in a player turn (R179)"):format(id)) end
      self.memory.fought[id] = true
      if not may_fight(root.units[id], root.units[names[3 - i]]) and not house.caught_skirmishers_fight then
        fault(line, id .. " is loose and fights a stand in order (Skirmishers)")
      end
    end
    if one.side ~= root.active then
      local ambush = false
      for _, frame in ipairs(root.frames) do ambush = ambush or frame.sequence == "ambush" end
      if not ambush then fault(line, names[1] .. " attacks and has not the initiative (R3)") end
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    if event.say == "player_turn" then self.memory.fought = {} end
    local call = event.call and line.calls[event.call]
    if call and call.procedure == "melee.resolve" then fight(line, call, root) end
  end
  return self
end

return M
