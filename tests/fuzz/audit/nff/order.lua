--- The sequence of play: both sides move once a turn, in the order of the initiative, step after step; what is done is
--- done in its step, by the side whose step it is, and once by each unit.
local M <const> = {}

--- The steps of a player turn, and what is done in them; `defends`: by the side that does not move.
local STEPS <const> = {
  { "leaders", "attach_leader", "detach_leader", "attach_engineers", "detach_engineers", "attach_battery",
    "detach_battery" },
  { "reserve", "announce_rm", "move", "wheel", "change_formation", "about_face", "limber", "unlimber",
    "change_facing" },
  { "tactical", "maneuver", "charge", "move", "wheel", "change_formation", "about_face", "limber", "unlimber",
    "change_facing", "form_grand_battery" },
  { "detached_leaders", "move_leader" },
  { "defensive_fire", "fire", defends = true },
  { "offensive_fire", "fire" },
  { "charges", "order_combats" },
  { "breakthroughs", "breakthrough" },
}

local KNOWN <const>, NTH <const> = {}, {}
for nth, step in ipairs(STEPS) do
  NTH["player_turn." .. step[1]] = nth
  for i = 2, #step do KNOWN[step[i]] = true end
end

--- What a unit does once in a player turn.
local ONCE <const> = { maneuver = "TM 1", charge = "Ch 1", breakthrough = "R76", announce_rm = "RM 4", fire = "Seq 2b" }

local function lists_it(list, what)
  for i = 2, #list do
    if list[i] == what then return true end
  end
  return false
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { at = 0, moved = {}, done = {} } }

  function self.line(_, line)
    local cmd, now = line.command, self.memory
    local act, nth = cmd["do"], NTH[line.step]
    if not KNOWN[act] then return end
    local step = STEPS[nth]
    if not step or not lists_it(step, act) then return fault(line, ("%s in %s (Seq 2)"):format(act, line.step)) end
    if nth < now.at then fault(line, ("%s comes after %s (Seq 2)"):format(step[1], STEPS[now.at][1])) end
    now.at = math.max(now.at, nth)
    if now.mover and (cmd.side == now.mover) == (step.defends or false) then
      fault(line, ("%s does %s in %s, and %s moves (Seq 2)"):format(cmd.side, act, step[1], now.mover))
    end
    if not ONCE[act] then return end
    for _, id in ipairs(cmd.units or { cmd.unit }) do
      local key = act .. " " .. id
      if now.done[key] then fault(line, ("%s does %s a second time (%s)"):format(id, act, ONCE[act])) end
      now.done[key] = true
    end
  end

  --- Seq 1: whoever has more chooses, and moves as chosen.
  local function thrown(line)
    for _, call in ipairs(line.calls) do
      local r = call.procedure == "initiative.roll" and call.result
      if r and (r.total_a == r.total_b or (r.winner == "a") ~= (r.total_a > r.total_b)) then
        fault(line, ("%s has the initiative with %d to %d"):format(r.winner, r.total_a, r.total_b))
      end
    end
  end

  function self.event(_, line, nth, root)
    local event, now = line.events[nth], self.memory
    if nth == 0 then thrown(line) end
    if not event then return end
    if event.say == "turn" then
      if #now.moved == 1 then fault(line, "a turn ends after one side's player turn (Seq 3)") end
      now.moved, now.chosen = {}, nil
    elseif event.say == "chosen" then
      local side = event.with.side
      now.chosen = event.with.say == "first" and side or root.order.sides[side == root.order.sides[1] and 2 or 1]
    elseif event.say == "player_turn" then
      local side = event.with.side
      if now.moved[1] == side or #now.moved > 1 then fault(line, side .. " moves twice in a turn (Seq 3)") end
      if #now.moved == 0 and now.chosen and now.chosen ~= side then
        fault(line, ("%s moves first, and %s was to (Seq 1)"):format(side, now.chosen))
      end
      table.insert(now.moved, side)
      now.mover, now.at, now.done = side, 0, {}
    end
  end
  return self
end

return M
