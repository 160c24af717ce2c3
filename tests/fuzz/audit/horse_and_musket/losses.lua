--- Hits: what every fire, combat and passage did is on the units, six are the marker, twelve destroy, and nothing else
--- takes hits off or puts them on; who is destroyed is gone; colours and points.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local order <const> = require "fuzz.audit.horse_and_musket.order"
local way <const> = require "fuzz.audit.horse_and_musket.way"

local M <const> = {}

--- Who a story line that follows a call names, and as what.
local function named(line, from, says, key)
  for i = from, #line.events do
    local event = line.events[i]
    if event.say and says[event.say] then return event.with and event.with[key], i end
    if event.call and i > from then return nil end
  end
end

local FIRES <const> = { fires = true, fires_defensively = true }
local GUNS <const> = { guns_fire = true, guns_fire_on = true, fires_defensively = true, guns_fire_defensively = true }

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = { memory = {} }

  local function expect(id, hits)
    if id then self.expected[id] = (self.expected[id] or 0) + hits end
  end

  --- Targets of guns in the order their story lines come, up to the next fire.
  local function targets_of(line, nth)
    local list = {}
    for i = nth + 1, #line.events do
      local event = line.events[i]
      local call = event.call and line.calls[event.call]
      if call and (call.procedure:find "^fire%." or call.procedure == "charge.test" or call.procedure == "melee.resolve") then
        break
      end
      if event.say and GUNS[event.say] then list[#list + 1] = event.with.target end
    end
    return list
  end

  --- Saves that belong to a fire, by whose they are.
  local function saves_of(line, nth)
    local saves = {}
    for i = nth + 1, #line.events do
      local call = line.events[i].call and line.calls[line.events[i].call]
      if call and (call.procedure:find "^fire%." or call.procedure == "charge.test" or call.procedure == "melee.resolve") then
        break
      end
      if call and call.procedure == "cover.save" then saves[call.throwers[""]] = call end
    end
    return saves
  end

  local function struck(line, target, hits, saves)
    local save = target and saves[target]
    if save and save.args.hits ~= hits then
      fault(line, ("%s saves %d hits and was hit %d times"):format(target, save.args.hits, hits))
    end
    expect(target, save and save.result.hits or hits)
  end

  local CALLS <const> = {
    ["fire.small_arms"] = function(line, call, nth)
      struck(line, named(line, nth, FIRES, "target"), call.result.hits, saves_of(line, nth))
    end,
    ["fire.artillery"] = function(line, call, nth)
      local targets, saves = targets_of(line, nth), saves_of(line, nth)
      for i, one in ipairs(call.result.targets) do struck(line, targets[i], one.hits, saves) end
    end,
    ["melee.resolve"] = function(_, call)
      local charger, charged = call.throwers.charger, call.throwers.charged
      if call.result.automatic then
        self.expected[charged or ""] = 12
        self.eliminated[charged or ""] = true
      else
        expect(charger, call.result.charger.taken)
        expect(charged, call.result.charged.taken)
      end
    end,
    ["retreat.resolve"] = function(line, call, _, root)
      local id, result = call.throwers[""], call.result
      if not self.hits_told then expect(id, result.friends_passed * (self.blocker_only and 0 or 1)) end
      if result.destroyed and result.reason ~= "hits" then self.eliminated[id] = true end
      local list = root.units[id].base and way.obstacles(root, id, way.facing_back(line, root, id), way.opponent(line, id)) or {}
      local friends = {}
      for i, one in ipairs(call.args.obstacles or {}) do
        if one.kind == "friend" then friends[#friends + 1] = i end
      end
      local mine = {}
      for _, one in ipairs(list) do
        if one.kind == "friend" then mine[#mine + 1] = one.id end
      end
      for n, i in ipairs(friends) do
        for _, place in ipairs(result.blockers_hit) do
          if place == i then expect(mine[n], 1) end
        end
      end
    end,
    ["rally.roll"] = function(line, call, nth)
      local id = named(line, nth, { rallied = true }, "unit")
      expect(id, -call.result.removed)
    end,
  }

  function self.line(_, _, root)
    self.expected, self.eliminated, self.before = {}, {}, {}
    for _, id in ipairs(root.order.units) do
      self.before[id] = { total = field.total(root.units[id]), gone = root.units[id].status == "gone", colours = root.units[id].colours }
    end
  end

  function self.event(_, line, nth, root)
    local event = line.events[nth]
    local call = event and event.call and line.calls[event.call]
    local work = call and CALLS[call.procedure]
    if work then work(line, call, nth, root) end
  end

  function self.change(_, line, change)
    local path = change.path
    if path[1] ~= "units" or order.BY_HAND[line.command["do"]] then return end
    if path[3] == "staggered" and change.old and not change.new then fault(line, path[2] .. " loses its marker") end
    if path[3] == "shot" and change.old and not change.new then fault(line, path[2] .. " has its first fire back") end
    if path[3] == "status" and change.old == "gone" then fault(line, path[2] .. " comes back") end
  end

  function self.after(_, line, root)
    if order.BY_HAND[line.command["do"]] then return end
    for _, id in ipairs(root.order.units) do
      local unit, was = root.units[id], self.before[id]
      local due = was.total + (self.expected[id] or 0)
      local total = field.total(unit)
      if self.eliminated[id] then
        if unit.status ~= "gone" then fault(line, id .. " is eliminated and stands") end
      else
        if due ~= total and unit.status ~= "gone" and not was.gone then
          fault(line, ("%s has %d hits in all, and it must have %d"):format(id, total, due))
        end
        if due >= 12 and unit.status ~= "gone" then fault(line, ("%s took %d hits in all and stands"):format(id, due)) end
        if unit.status == "gone" and not was.gone and due < 12 then fault(line, ("%s is gone with %d hits"):format(id, due)) end
      end
      if (unit.hits or 0) > 5 and unit.status ~= "gone" then fault(line, ("%s stands with %d hits"):format(id, unit.hits)) end
    end
  end
  return self
end

return M
