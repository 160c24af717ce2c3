--- A recording as JSON Lines for other programs: the table and all units, then a line a command.
--
-- First { table, units, ruleset, variants, seed, state }, then for each command { turn, step, command, id, parent,
-- rolls, calls, events, moves, units, changes }. Lengths are in millimetres and angles in degrees, but for `state`, the
-- whole state a battle begins with, and `changes`, what each command changed of it in order ({ path, old, new, insert,
-- remove, event }): those are the game's own whole numbers, so that a program that makes the changes has the very state
-- as it stood at each story line. A roll names its call, an event the call it tells, a change the event it belongs to,
-- all counted from 1. `moves` are the stretches that units went, one after another ({ unit, at, event, from, to }):
-- several may fall into one command. A line with a parent that is not the one before it is a branch. An empty table of
-- a node is a list: a ruleset leaves out a map with nothing in it. `solo` is why a solo commander gave a command.
local frames <const> = require "limber.tabletop.frames"
local json <const> = require "kernel.json"
local story <const> = require "limber.game.story"
local verify <const> = require "limber.record.verify"

local M <const> = {}

local OWN <const> = { id = true, side = true, kind = true, base = true, bases = true, footprint = true, status = true }

--- How a base lies in its unit, which its pose says.
local FRAME <const> = { aside = true, ahead = true, turn = true, width = true, depth = true }

--- Keys of the state that are maps and may be empty; all other empty tables are lists.
local MAPS <const> = {
  asks = true, fixes = true, sides = true, units = true, leaders = true, formations = true, areas = true, lines = true,
  battle = true, about = true, ground = true,
}

--- A copy that is written as what it is, also when it is empty.
local function written(value, key)
  if type(value) ~= "table" then return value end
  if next(value) == nil then return MAPS[key] and {} or json.list {} end
  local copy = {}
  for name, inner in next, value do copy[name] = written(inner, name) end
  return copy
end

local function millimetres(um)
  return um / 1000
end

local function pose_of(base)
  return {
    x_mm = millimetres(base.x), y_mm = millimetres(base.y), facing_deg = base.facing / 1000,
    width_mm = millimetres(base.width), depth_mm = millimetres(base.depth),
  }
end

--- The bases of a unit of several, each where it stands, with what its ruleset says of it.
local function bases_of(unit)
  local shown = {}
  for i, base in ipairs(unit.base and frames.bases(unit, unit.base) or {}) do
    shown[i] = pose_of(base)
    for key, value in next, unit.bases[i] do
      if not FRAME[key] then shown[i][key] = written(value) end
    end
  end
  return json.list(shown)
end

--- A unit for other programs: its centre, and all keys that its ruleset carries.
---@param unit table
---@param view limber.View
---@return table
function M.unit(unit, view)
  local base = unit.base
  local shown = base and pose_of(base) or {}
  shown.id, shown.side, shown.kind, shown.status = unit.id, unit.side, unit.kind, view:status(unit)
  shown.bases = unit.bases and bases_of(unit)
  for key, value in next, unit do
    if not OWN[key] then shown[key] = written(value) end
  end
  return shown
end

local function units_of(view)
  local root, units = view.state, {}
  for i, id in ipairs(root.order.units) do units[i] = M.unit(root.units[id], view) end
  return json.list(units)
end

local function outline(points)
  local list = {}
  for i, point in ipairs(points or {}) do list[i] = { x_mm = millimetres(point.x), y_mm = millimetres(point.y) } end
  return json.list(list)
end

--- An area or line of the ground, and what its ruleset makes it carry.
local function piece_of(node, key, points)
  local shown = {}
  for name, value in next, node do
    if name ~= "area" and name ~= "line" then shown[name] = written(value) end
  end
  shown[key] = outline(points)
  return shown
end

local function ground_of(root)
  local shown, ground = {}, root.ground
  if ground.width then shown.width_mm, shown.depth_mm = millimetres(ground.width), millimetres(ground.depth) end
  local areas, lines = {}, {}
  for i, id in ipairs(root.order.areas) do areas[i] = piece_of(root.areas[id], "outline", root.areas[id].area) end
  for i, id in ipairs(root.order.lines) do lines[i] = piece_of(root.lines[id], "points", root.lines[id].line) end
  shown.areas, shown.lines = json.list(areas), json.list(lines)
  return shown
end

local function rolls_of(game, line)
  local rolls = {}
  for i, call in ipairs(line.calls) do
    for _, roll in ipairs(call.rolls) do
      rolls[#rolls + 1] = {
        label = roll.label, faces = roll.faces, dice = json.list(roll.dice), procedure = call.procedure, call = i,
        total = roll.total, count = roll.count, told = call.told,
        who = call.throwers[roll.who or ""], cite = call.cite or game.rules.procedures[call.procedure].cite,
      }
    end
  end
  return json.list(rolls)
end

local function calls_of(game, line)
  local calls = {}
  for i, call in ipairs(line.calls) do
    calls[i] = {
      procedure = call.procedure, cite = call.cite or game.rules.procedures[call.procedure].cite, step = call.step,
      args = written(call.args, "about"), result = written(call.result, "about"),
      throwers = written(call.throwers, "about"),
    }
  end
  return json.list(calls)
end

local function events_of(game, line)
  local events = {}
  for i, event in ipairs(line.events) do
    events[i] = {
      text = story.text(game, event, line), cite = event.cite, at = event.at, say = event.say, call = event.call,
      with = event.with and written(event.with, "about"),
    }
  end
  return json.list(events)
end

--- The units that a line changed, whole, in the order of its changes.
local function changed_units(game, line)
  local seen, units = {}, {}
  for _, change in ipairs(line.changes) do
    local id = change.path[1] == "units" and change.path[2]
    local unit = id and not seen[id] and game.state.root.units[id]
    if unit then units[#units + 1] = M.unit(unit, game.play) end
    if id then seen[id] = true end
  end
  return json.list(units)
end

--- Where units went and how they turned, stretch by stretch.
local function moves_of(line)
  local moves = {}
  for _, change in ipairs(line.changes) do
    local path, event = change.path, line.events[change.event]
    if path[1] == "units" and path[3] == "base" and #path == 3 and change.old and change.new then
      moves[#moves + 1] = {
        unit = path[2], at = event and event.at or line.step, event = event and change.event or nil,
        from = pose_of(change.old), to = pose_of(change.new),
      }
    end
  end
  return json.list(moves)
end

local function changes_of(line)
  local changes = {}
  for i, change in ipairs(line.changes) do
    local copy = {}
    for key, value in next, change do copy[key] = written(value, change.path[#change.path]) end
    copy.path = json.list(copy.path)
    changes[i] = copy
  end
  return json.list(changes)
end

--- The first line of a trace: where a battle begins.
---@param game limber.Game
---@return table
function M.beginning(game)
  local root = game.state.root
  return {
    table = ground_of(root), units = units_of(game.play), state = written(root), ruleset = game.rules.name,
    variants = json.list(game.rules:variant_turns()), seed = game.seed,
  }
end

---@param game limber.Game
---@param line limber.Line
---@return table
function M.line(game, line)
  return {
    turn = line.turn, step = line.step, command = line.command or { ["do"] = line.kind }, id = line.id,
    parent = line.parent, solo = line.solo and written(line.solo), rolls = rolls_of(game, line),
    calls = calls_of(game, line), events = events_of(game, line), moves = moves_of(line),
    units = changed_units(game, line), changes = changes_of(line),
  }
end

--- Verifies a recording and writes its trace on the way.
---@param recording limber.Recording
---@param loader limber.Loader
---@param write fun(text: string)
---@return table? report as limber.record.verify gives it
---@return table? refusal
function M.trace(recording, loader, write)
  return verify.verify(recording, loader, {
    begin = function(game) write(json.encode(M.beginning(game)) .. "\n") end,
    each = function(line, game) write(json.encode(M.line(game, line)) .. "\n") end,
  })
end

return M
