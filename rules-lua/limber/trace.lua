--- A recording as JSON Lines for other programs: the table and all units, then a line a command.
local json <const> = require "kernel.json"
local story <const> = require "limber.story"
local verify <const> = require "limber.verify"

local M <const> = {}

local OWN <const> = { id = true, side = true, kind = true, base = true, footprint = true, status = true }

local function millimetres(um)
  return um / 1000
end

--- A unit as others read it: where its centre is, and whatever its ruleset makes it carry.
---@param unit table
---@return table
function M.unit(unit)
  local base = unit.base
  local shown = { id = unit.id, side = unit.side, kind = unit.kind, status = unit.status or "ready" }
  if base then
    shown.x_mm, shown.y_mm, shown.facing_deg = millimetres(base.x), millimetres(base.y), base.facing / 1000
    shown.width_mm, shown.depth_mm = millimetres(base.width), millimetres(base.depth)
  end
  for key, value in next, unit do
    if not OWN[key] then shown[key] = value end
  end
  return shown
end

local function units_of(root)
  local units = {}
  for i, id in ipairs(root.order.units) do units[i] = M.unit(root.units[id]) end
  return json.list(units)
end

local function outline(points)
  local list = {}
  for i, point in ipairs(points) do list[i] = { x_mm = millimetres(point.x), y_mm = millimetres(point.y) } end
  return json.list(list)
end

local function ground_of(root)
  local shown = { width_mm = millimetres(root.ground.width), depth_mm = millimetres(root.ground.depth) }
  local areas, lines = {}, {}
  for i, id in ipairs(root.order.areas) do
    areas[i] = { id = id, kind = root.areas[id].kind, outline = outline(root.areas[id].area) }
  end
  for i, id in ipairs(root.order.lines) do
    lines[i] = { id = id, kind = root.lines[id].kind, points = outline(root.lines[id].line) }
  end
  shown.areas, shown.lines = json.list(areas), json.list(lines)
  return shown
end

local function rolls_of(game, line)
  local rolls = {}
  for _, call in ipairs(line.calls) do
    for _, roll in ipairs(call.rolls) do
      rolls[#rolls + 1] = {
        label = roll.label, faces = roll.faces, dice = json.list(roll.dice), procedure = call.procedure,
        who = call.throwers[roll.who or ""], cite = game.rules.procedures[call.procedure].cite,
      }
    end
  end
  return json.list(rolls)
end

local function events_of(game, line)
  local events = {}
  for i, event in ipairs(line.events) do
    events[i] = { text = story.text(game, event, line), cite = event.cite, at = event.at, say = event.say }
  end
  return json.list(events)
end

--- The units that a line changed, whole, in the order of its changes.
local function changed_units(game, line)
  local seen, units = {}, {}
  for _, change in ipairs(line.changes) do
    local id = change.path[1] == "units" and change.path[2]
    if id and not seen[id] and game.state.root.units[id] then units[#units + 1] = M.unit(game.state.root.units[id]) end
    if id then seen[id] = true end
  end
  return json.list(units)
end

---@param game limber.Game
---@param line limber.Line
---@return table
function M.line(game, line)
  return {
    turn = line.turn, step = line.step, command = line.command or { ["do"] = line.kind }, id = line.id,
    parent = line.parent, rolls = rolls_of(game, line), events = events_of(game, line),
    units = changed_units(game, line),
  }
end

--- Verifies a recording and writes its trace on the way.
---@param recording limber.Recording
---@param loader limber.Loader
---@param write fun(text: string)
---@return table? report as limber.verify gives it
---@return table? refusal
function M.trace(recording, loader, write)
  return verify.verify(recording, loader, {
    begin = function(game)
      local root = game.state.root
      write(json.encode { table = ground_of(root), units = units_of(root) } .. "\n")
    end,
    each = function(line, game) write(json.encode(M.line(game, line)) .. "\n") end,
  })
end

return M
