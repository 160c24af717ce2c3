--- Losses: stands never come back, a brigade is fresh, worn or spent as its chart says, a brigade without stands is gone,
--- horse that charged is disordered, leaders fall only with units.
local field <const> = require "fuzz.audit.nff.field"

local M <const> = {}

--- The chart: worn and spent at so many stands, by rating and starting stands.
local function chart()
  local rows = {}
  local file <close> = assert(io.open "rules-lua/nff/charts/effectiveness_status.csv")
  for text in file:lines() do
    local rating, stands, worn, spent = text:match "^(%a+),(%d+),(%d+),(%d+)"
    if rating then rows[rating .. stands] = { worn = tonumber(worn), spent = tonumber(spent) } end
  end
  return rows
end

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local rows, self = chart(), { memory = { charged = {} } }

  function self.change(_, line, change, root)
    local path = change.path
    if path[1] ~= "units" or path[3] ~= "stands" or change.old == nil then return end
    if type(change.new) == "number" and change.new > change.old then
      fault(line, ("%s has %d stands, from %d"):format(path[2], change.new, change.old))
    end
    if not root.units[path[2]] then fault(line, "nobody has stands") end
  end

  local function condition(line, id, unit)
    local row = rows[unit.rating .. unit.starting_stands]
    local wanted = unit.stands > row.worn and "fresh" or unit.stands > row.spent and "worn" or "spent"
    if unit.condition ~= wanted then
      fault(line, ("%s is %s with %d of %d stands, and should be %s (Prep 6)"):format(id, tostring(unit.condition),
        unit.stands, unit.starting_stands, wanted))
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    if event and event.say == "player_turn" then
      for _, id in ipairs(self.memory.blown or {}) do
        local unit = root.units[id]
        if field.present(unit) and not unit.disordered then
          fault(line, id .. " charged as cavalry and is not disordered (Cav)")
        end
      end
      self.memory.blown = {}
    end
    for _, key in ipairs { "charges", "countercharges" } do
      local id = event and event.say == key and event.with.unit
      if id and root.units[id].arm == "cavalry" then
        self.memory.blown = self.memory.blown or {}
        table.insert(self.memory.blown, id)
      end
    end
  end

  function self.after(_, line, root)
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      if field.brigade(unit) and unit.status == "ready" then
        if unit.stands <= 0 then fault(line, id .. " has no stands and is there") else condition(line, id, unit) end
      end
    end
    for _, id in ipairs(root.order.leaders) do
      local leader = root.leaders[id]
      local with = leader.with and root.units[leader.with]
      if leader.status == "ready" and with and with.status ~= "ready" then
        fault(line, ("%s is with %s, which is gone"):format(id, leader.with))
      end
    end
    for _, id in ipairs(root.order.units) do
      local unit = root.units[id]
      local leader = unit.grand and unit.status == "ready" and root.leaders[unit.grand]
      if leader and not leader.grand_battery then fault(line, id .. " is of a grand battery without a commander (GB 3)") end
    end
  end
  return self
end

return M
