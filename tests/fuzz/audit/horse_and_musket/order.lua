--- The order of play: initiative until it is decided, the winner's turn and then the other's, each step in its place,
--- each command in its step and by the side whose turn it is.
local M <const> = {}

--- Steps of a side's turn, in order; what belongs together has one number.
local RANK <const> = {
  begin = 1, rally = 2, assign = 3, orders = 4, command = 5, charges = 6, charging = 7, overrun = 8, movement = 9, touched = 10,
  firing = 11, single_combat = 12, hand_to_hand = 12, combats = 13, close = 14,
}

--- Steps in which players may give a command.
local STEPS <const> = {
  rally = { rally = true }, take_command = { assign = true }, choose_units = { command = true }, charge = { charges = true },
  fire = { firing = true }, fire_guns = { firing = true }, next_combat = { hand_to_hand = true },
  move_general = { rally = true, movement = true }, attach_general = { rally = true, movement = true },
}
for _, name in ipairs {
  "move", "turn", "retire", "change_formation", "deploy_line", "march", "limber", "deploy_guns", "pivot_guns", "enter", "leave",
} do
  STEPS[name] = { movement = true }
end

--- Commands that are the table's, not a side's.
M.BY_HAND = { amend = true, fix = true, branch = true, start = true, undo = true }

local function other(side) return side == "a" and "b" or "a" end

--- Steps of which several may come in turn: charge after charge.
local function rank_of(at)
  if at:find "^charge%." then return RANK.charging end
  return RANK[at:match "^side_turn%.(.+)$"]
end

---@param fault fun(line: table, text: string)
---@param trace table[]
function M.watcher(fault, trace)
  local self = { memory = { turns = {} } }
  local last <const> = trace[1].state.last_turn

  local function initiative(line, call)
    local memory = self.memory
    if memory.winner then fault(line, "initiative is thrown again, and it was decided") end
    memory.thrown = true
    if call.result.first ~= "tie" then memory.winner = call.result.first end
  end

  local function begins(line, side)
    local memory = self.memory
    if not memory.winner then return fault(line, ("turn of %s, and initiative is not decided"):format(side)) end
    if #memory.turns == 2 then fault(line, "a third turn in one round") end
    local want = #memory.turns == 0 and memory.winner or other(memory.winner)
    if side ~= want then fault(line, ("turn of %s, and it is that of %s"):format(side, want)) end
    memory.turns[#memory.turns + 1] = side
    memory.rank = RANK.begin
  end

  local function round(line, number)
    local memory = self.memory
    if memory.round and #memory.turns ~= 2 then fault(line, ("round %d begins after %d turns"):format(number, #memory.turns)) end
    if number ~= (memory.round or number - 1) + 1 then
      fault(line, ("round %d comes after round %d"):format(number, memory.round))
    end
    if last and number > last then fault(line, ("round %d, and %d is the last"):format(number, last)) end
    self.memory = { turns = {}, round = number }
  end

  function self.line(_, line, root)
    local given = line.command
    local steps = STEPS[given["do"]]
    local step = line.step:match "^side_turn%.(.+)$"
    if steps and not steps[step] then fault(line, ("%s is commanded in step %s"):format(given["do"], line.step)) end
    if steps and given.side ~= root.active then
      fault(line, ("%s commands %s in the turn of %s"):format(tostring(given.side), given["do"], tostring(root.active)))
    end
    local mine = root.units[given.unit]
    if steps and mine and mine.side ~= given.side and given["do"] ~= "attach_general" then
      fault(line, ("%s commands %s, which is not his"):format(given.side, given.unit))
    end
    local general = root.leaders[given.commander]
    if steps and general and general.side ~= given.side then
      fault(line, ("%s commands %s, who is not his"):format(given.side, given.commander))
    end
    if given["do"] ~= "start" and root.result and not M.BY_HAND[given["do"]] then
      fault(line, ("%s is done after the end"):format(given["do"]))
    end
  end

  function self.event(_, line, nth)
    local event = line.events[nth]
    if not event or not event.at then return end
    local call = event.call and line.calls[event.call]
    if event.say == "round" then return round(line, event.with.round) end
    if call and call.procedure == "initiative.roll" then return initiative(line, call) end
    if event.say == "side_turn" then return begins(line, event.with.side) end
    local rank = rank_of(event.at)
    if not rank then return end
    if rank < (self.memory.rank or 0) then
      fault(line, ("%s comes after what follows it"):format(event.at))
    end
    self.memory.rank = math.max(rank, self.memory.rank or 0)
  end

  function self.change(_, line, change)
    local path = change.path
    if path[1] == "active" and change.new ~= nil then
      local memory = self.memory
      local want = memory.winner and (#memory.turns == 0 and memory.winner or other(memory.winner))
      if want and change.new ~= want then fault(line, ("%s becomes active, and it is %s's turn"):format(change.new, want)) end
    elseif path[1] == "turn" and change.old and change.new ~= change.old + 1 then
      fault(line, ("round %s comes after round %s"):format(tostring(change.new), tostring(change.old)))
    end
  end
  return self
end

return M
