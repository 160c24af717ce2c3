--- Moves: in which zone and step, once or not at all after reserve movement, no nearer to the enemy than an inch but by a
--- charge, batteries under command, no more functions than they have.
local charts <const> = require "fuzz.audit.nff.charts"
local field <const> = require "fuzz.audit.nff.field"

local M <const> = {}

local MOVES <const> = {
  move = true, wheel = true, change_formation = true, limber = true, unlimber = true, change_facing = true,
}
local GOES <const> = { move = true, wheel = true }
local NEARS <const> = { move = true, wheel = true, change_formation = true, about_face = true, change_facing = true }
local RESERVE <const>, TACTICAL <const> = "player_turn.reserve", "player_turn.tactical"

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local rates <const> = charts.rows "movement_rates"
  local self = { memory = { used_rm = {}, functions = {} } }

  local function zone_of(root, unit) return field.zone(field.nearest(root, unit)) end

  --- RM 3c, TM 1: who may act in this step.
  local function step_of(line, id, unit)
    if line.step == RESERVE and not unit.used_rm then
      fault(line, id .. " moves in reserve and has not announced it (RM 4)")
    elseif line.step == TACTICAL and self.memory.used_rm[id] then
      fault(line, id .. " has used reserve movement and moves in the tactical step (TM 1)")
    end
    if field.brigade(unit) and unit.maneuver ~= "full" and unit.maneuver ~= "half" then
      fault(line, ("%s moves, and its throw allows %s"):format(id, tostring(unit.maneuver)))
    end
  end

  --- RM 7: a battery moves within 12 in of a leader of its chain.
  local function commanded(line, root, id, unit)
    if field.brigade(unit) or unit.attached_to then return end -- R136
    local least = math.huge
    for _, leader in ipairs(field.chain(root, unit)) do
      least = math.min(least, leader.with == id and 0 or field.apart(unit, { base = leader.base }))
    end
    if least > 12 * field.INCH + 1 then fault(line, ("%s moves %.0f mm from its leaders (RM 7)"):format(id, least)) end
  end

  --- Man 2, R68: no farther than its rate, of which a formation change takes half.
  local function far(line, id, unit)
    local row, um = charts.keyed(rates, "class", unit.move_class), 0
    for _, move in ipairs(unit.retreated and {} or unit.moves or {}) do um = um + move.um end
    local by_road = unit.drill == "march_column" or unit.limbered
    local most = (by_road and row.road_in or row.basic_in) - (unit.changes or 0) * row.basic_in / 2
    if unit.maneuver == "half" then most = most / 2 end
    if um > most * 25400 + 300 then
      fault(line, ("%s has moved %.1f mm of %.1f (Man 2)"):format(id, um / 1000, most * field.INCH))
    end
  end

  function self.line(_, line, root)
    local cmd = line.command
    local act, unit = cmd["do"], cmd.unit and root.units[cmd.unit]
    self.was, self.before = nil, nil
    if unit and MOVES[act] and field.present(unit) then
      step_of(line, cmd.unit, unit)
      if unit.arm == "artillery" then commanded(line, root, cmd.unit, unit) end
      if NEARS[act] then
        self.was = cmd.unit
        self.before = {}
        for _, one in ipairs(field.standing(root)) do
          local enemy = one.unit.side ~= unit.side and field.counts(one.unit)
          if enemy then self.before[one.id] = field.apart(unit, one.unit) end
        end
      end
    elseif act == "maneuver" and unit and unit.base and zone_of(root, unit) == "reserve" then -- R83: as it sets out
      fault(line, cmd.unit .. " throws in the tactical step and is in the reserve zone (RM 1)")
    elseif act == "announce_rm" then
      for _, id in ipairs(cmd.units) do self.memory.used_rm[id] = true end
    elseif act == "charge" and unit then
      if self.memory.used_rm[cmd.unit] then fault(line, cmd.unit .. " charges and moved in reserve (RM 3d)") end
      if not unit.announced then fault(line, cmd.unit .. " charges and announced none (TM 2g)") end
      if unit.arm == "infantry" and root.units[cmd.target].arm == "cavalry" then
        fault(line, cmd.unit .. " is infantry and charges cavalry (Ch 1g)")
      end
      if unit.arm == "artillery" or unit.drill == "square" or unit.drill == "march_column" then
        fault(line, ("%s charges as %s"):format(cmd.unit, unit.drill or unit.arm))
      end
    end
  end

  --- GB 4, base: so many functions a player turn.
  function self.change(_, line, change, root)
    local path = change.path
    if path[1] ~= "units" or path[3] ~= "functions" then return end
    local unit = root.units[path[2]]
    local leader = unit.grand and root.leaders[unit.grand]
    local count = type(change.new) == "table" and #change.new or change.insert and #(unit.functions or {}) + 1 or 0
    local emplaced = leader and leader.emplaced
    if count > (emplaced and 1 or 2) then
      fault(line, ("%s does %d things%s"):format(path[2], count, emplaced and " in a grand battery (GB 4)" or ""))
    end
  end

  function self.event(_, line, nth)
    local event = line.events[nth]
    if event and event.say == "turn" then self.memory.used_rm = {} end
  end

  function self.after(_, line, root)
    local unit = self.was and root.units[self.was]
    if not unit or not field.present(unit) then return end
    for other, was in pairs(self.before) do
      local now = field.present(root.units[other]) and field.apart(unit, root.units[other])
      if now and now < field.INCH - field.HAIR and now < was - field.HAIR then
        fault(line, ("%s comes within %.1f mm of %s without a charge (4.4)"):format(self.was, now, other))
      end
    end
    if not GOES[line.command["do"]] then return end
    far(line, self.was, unit)
    local zones = unit.zones or {}
    if #zones > 2 then fault(line, ("%s goes through %d zones (RM 3e)"):format(self.was, #zones)) end
    local last = zone_of(root, unit)
    if last and zones[#zones] and zones[#zones] ~= last then
      fault(line, ("%s is in the %s zone, not the %s one (RM 2)"):format(self.was, last, zones[#zones]))
    end
  end
  return self
end

return M
