--- Morale: whoever owes a test takes it, with the right numbers.
local M <const> = {}

--- Steps of a bound up to the combats' results; what comes after finds the units as they then are.
local TESTS <const> = {
  ["turn.brigade_morale"] = true, ["turn.division_morale"] = true, ["turn.formation_retreats"] = true,
}

--- Does a unit count as lost by defeat now (R85, R86)? Those that went back with others do not.
local function counts(unit, turn)
  if unit.status == "gone" then
    return unit.gone_in == turn and (unit.event == "rout" or unit.event == "retreat")
  end
  if unit.event == "conformity" or unit.event == "formation_failure" or unit.event == "commander_disabled" then
    return false
  end
  return unit.status == "retreating" or unit.status == "routing" or unit.status == "reforming"
end

--- Is a unit gone because it was defeated (R85, R101)? Those that were carried off or sent back were not.
local function beaten_and_gone(unit)
  return unit.status == "gone" and (unit.event == "rout" or unit.event == "retreat" or unit.ridden_down or false)
end

local function units_of(root, id)
  local list = {}
  for _, unit_id in ipairs(root.order.units) do
    local unit = root.units[unit_id]
    if unit.formation == id and unit.arm ~= "artillery" then list[#list + 1] = unit end
  end
  return list
end

--- Brigades that owe a test, with how many units make them owe it.
local function owing(root)
  local due = {}
  for _, id in ipairs(root.order.formations) do
    if root.formations[id].level == "brigade" then
      local lost = 0
      for _, unit in ipairs(units_of(root, id)) do
        if counts(unit, root.turn) then lost = lost + 1 end
      end
      if lost > 0 then due[id] = lost end
    end
  end
  return due
end

local function batteries_owing(root)
  local due = {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    if unit.arm == "artillery" and (unit.guns_lost_now or 0) > 0 and unit.status ~= "gone" then due[id] = true end
  end
  return due
end

--- The division that a brigade, or the battery of that id, belongs to.
local function division_of(root, id)
  local battery = root.units[id]
  id = battery and battery.formation or root.formations[id] and root.formations[id].formation
  while id and root.formations[id] do
    if root.formations[id].level == "division" then return id end
    id = root.formations[id].formation
  end
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = { done = {}, failed = {} } }

  local function settle(line, root)
    local memory = self.memory
    for id, lost in pairs(memory.due or {}) do
      if not memory.done[id] then fault(line, ("%s has %d units beaten and does not test"):format(id, lost)) end
    end
    for id in pairs(memory.guns or {}) do
      if not memory.done[id] then fault(line, ("%s lost guns and does not test"):format(id)) end
    end
    for id in pairs(memory.failed) do
      local division = division_of(root, id)
      if division and not memory.done[division] then fault(line, ("%s does not test, and %s has failed"):format(division, id)) end
    end
    self.memory = { turn = memory.turn, done = {}, failed = {} }
  end

  local function tested(line, root, call)
    local id, memory = call.throwers[""], self.memory
    memory.done[id] = true
    if call.procedure == "morale.brigade" then
      local args, units = call.args, units_of(root, id)
      if args.original_units ~= #units then
        fault(line, ("%s tests with %d units of %d"):format(id, args.original_units, #units))
      end
      local beaten = (args.units_retreating or 0) + (args.units_routing or 0) + (args.units_reforming or 0)
      if memory.due and beaten ~= (memory.due[id] or 0) then
        fault(line, ("%s tests with %d units beaten, it has %d"):format(id, beaten, memory.due[id] or 0))
      end
      local gone = 0
      for _, unit in ipairs(units) do
        if beaten_and_gone(unit) and not counts(unit, root.turn) then gone = gone + 1 end
      end
      if (args.units_gone or 0) ~= gone then
        fault(line, ("%s tests with %d units gone before, it has %d"):format(id, args.units_gone or 0, gone))
      end
      if args.quality ~= root.formations[id].quality then fault(line, id .. " tests with another quality") end
      if call.result.outcome == "retreat" or call.result.outcome == "no_units_left" then memory.failed[id] = true end
    elseif call.procedure == "morale.artillery" then
      local unit = root.units[id]
      if unit and call.args.original_guns ~= unit.guns_at_start then fault(line, id .. " tests with other guns") end
      if call.result.outcome == "retreat" then memory.failed[id] = true end -- R100
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if not event then return end
    local memory = self.memory
    if memory.turn ~= root.turn then
      if memory.turn and memory.due then settle(line, root) end
      memory = { turn = root.turn, done = {}, failed = {} }
      self.memory = memory
    end
    if TESTS[event.at] and not memory.due then memory.due, memory.guns = owing(root), batteries_owing(root) end
    local call = event.call and line.calls[event.call]
    if call and call.procedure:find "^morale%.%a+$" and call.throwers[""] ~= "" then tested(line, root, call) end
  end

  function self.change(_, line, change, root)
    if change.path[1] ~= "turn" and change.path[1] ~= "result" then return end
    local memory = self.memory
    if not memory.due then memory.due, memory.guns = owing(root), batteries_owing(root) end
    if root.turn > 0 then settle(line, root) end
  end
  return self
end

return M
