--- How far a piece gets if it is sent straight to a place: the rules themselves are asked, along bearings all round.
local values <const> = require "play.values"

local M <const> = {}

--- Bearings that are tried, and how often each stretch is halved.
local BEARINGS <const>, HALVINGS <const> = 32, 7

--- Half a turn, in thousandths of a degree.
local HALF <const> = 180000

--- What a step's command wants to send a piece somewhere: the argument that names it, and the place; or how far it goes,
--- and how far off its front.
local function way_of(declared, verb, place)
  local own, to, length, turn
  for _, field in ipairs(declared.args) do
    if not own and field.names == place and field.whose == "own" and field.kind ~= "list" then own = field.name end
    if not to and field.record == "point" and field.kind ~= "list" then to = field.name end
    if field.name == "distance" and field.measure == "length" then length = field.name end
    if not turn and values.is_turn(field) and field.default ~= nil then turn = field.name end
  end
  if not (own and (to or length and turn)) then return nil end
  return function(node, id, bearing, um)
    local cmd = { side = node.side, ["do"] = verb, [own] = id }
    if to then
      cmd[to] = M.point(node.base, bearing, um)
    else
      cmd[length] = um // 1
      local off = math.floor((bearing * 1000 - node.base.facing + HALF) % (2 * HALF)) - HALF
      cmd[turn] = off ~= 0 and off or nil
    end
    return cmd
  end
end

--- The point so far from a base along a bearing.
function M.point(base, bearing, um)
  local turn = math.rad(bearing)
  return {
    x = math.floor(base.x + math.sin(turn) * um + 0.5), y = math.floor(base.y + math.cos(turn) * um + 0.5),
  }
end

--- Where the table ends along a bearing.
local function edge(base, bearing, ground)
  local turn = math.rad(bearing)
  local dx, dy, um = math.sin(turn), math.cos(turn), math.huge
  if dx > 1e-9 then um = math.min(um, (ground.width - base.x) / dx) end
  if dx < -1e-9 then um = math.min(um, base.x / -dx) end
  if dy > 1e-9 then um = math.min(um, (ground.depth - base.y) / dy) end
  if dy < -1e-9 then um = math.min(um, base.y / -dy) end
  return um
end

--- The outline of where a piece may be sent by a command, in millimetres: x, y, x, y …; nil where it may not at all.
---@param play limber.GameSession
---@param id string
---@param verb string
---@return number[]?
function M.outline(play, id, verb)
  local game, root = play.game, play.game.state.root
  local place = root.units[id] and "units" or "leaders"
  local node, declared = root[place][id], game.words.commands[verb]
  if not (node and node.base and declared and root.ground.width) then return nil end
  local command = way_of(declared, verb, place)
  if not command then return nil end
  local outline, any = {}, false
  for i = 0, BEARINGS - 1 do
    local bearing = node.base.facing / 1000 + i * 360 / BEARINGS
    local low, high = 0, edge(node.base, bearing, root.ground)
    for _ = 1, HALVINGS do
      local middle = (low + high) / 2
      if game:check(command(node, id, bearing, middle)) then low = middle else high = middle end
    end
    local point = M.point(node.base, bearing, low)
    table.move({ point.x / 1000, point.y / 1000 }, 1, 2, #outline + 1, outline)
    any = any or low > 0
  end
  return any and outline or nil
end

return M
