--- How far a piece gets if it is sent straight to a place: the rules themselves are asked, along bearings all round.
--- And where one that is still to come may be placed: they are asked all over the table.
local legality <const> = require "limber.game.legality"
local values <const> = require "play.values"

local M <const> = {}

--- Bearings that are tried, and how often each stretch is halved.
local BEARINGS <const>, HALVINGS <const> = 32, 7

--- Squares along the longer edge of the table that are tried for who has no place.
local SQUARES <const> = 36

--- Half a turn, in thousandths of a degree.
local HALF <const> = 180000

--- What a step's command wants to send a piece somewhere: the argument that names it, and the place; or how far it
--- goes, and how far off its front.
local function way_of(declared, verb, place, placed)
  local own, to, length, turn
  for _, field in ipairs(declared.args) do
    if not own and field.names == place and field.whose == "own" and field.kind ~= "list" then own = field.name end
    if not to and field.record == "point" and field.kind ~= "list" then to = field.name end
    if field.name == "distance" and field.measure == "length" then length = field.name end
    if not turn and values.is_turn(field) and field.default ~= nil then turn = field.name end
  end
  if not (own and (to or placed and length and turn)) then return nil end
  return function(node, id, bearing, um) -- for a piece without a place: x and y instead
    local cmd = { side = node.side, ["do"] = verb, [own] = id }
    if to then
      cmd[to] = node.base and M.point(node.base, bearing, um) or { x = bearing, y = um }
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

--- A piece, the command that sends it somewhere, and the game and state that it is in.
local function sent(play, id, verb)
  local game, root = play.game, play.game.state.root
  local place = root.units[id] and "units" or "leaders"
  local node, declared = root[place][id], game.words.commands[verb]
  if not (node and declared and root.ground.width) then return nil end
  return node, way_of(declared, verb, place, node.base ~= nil), game, root
end

--- Where a piece that is still to come may be placed by a command: rectangles in millimetres, x, y, width, depth …; nil
--- for a piece that has a place.
---@param play limber.GameSession
---@param id string
---@param verb string
---@return number[]?
function M.places(play, id, verb)
  local node, command, game, root = sent(play, id, verb)
  if not command or node.base then return nil end
  local width, depth, found = root.ground.width, root.ground.depth, {}
  local size = math.max(width, depth) // SQUARES
  for y = 0, depth - 1, size do
    local from
    for x = 0, width - 1 + size, size do
      local fits = x < width and game:check(command(node, id, x + size // 2, math.min(y + size // 2, depth)))
      if fits and not from then from = x end
      if from and not fits then
        local run = { from, y, math.min(x, width) - from, math.min(size, depth - y) }
        for _, um in ipairs(run) do found[#found + 1] = um / 1000 end
        from = nil
      end
    end
  end
  return found
end

--- How far a command lets a piece go from its base along a bearing, as far as halving finds it; 0: not at all.
local function farthest(game, command, node, bearing, high)
  local low = 0
  for _ = 1, HALVINGS do
    local middle = (low + high) / 2
    if game:check(command(node, node.id, bearing, middle)) then low = middle else high = middle end
  end
  return low
end

--- The place nearest to another, straight towards it, where a command may send a piece; nil where it may not at all.
---@param play limber.GameSession
---@param id string
---@param verb string
---@param to { x: number, y: number } in millimetres
---@return { x: number, y: number }?
function M.farthest(play, id, verb, to)
  local node, command, game = sent(play, id, verb)
  if not (command and node.base) then return nil end
  local dx, dy = to.x * 1000 - node.base.x, to.y * 1000 - node.base.y
  local bearing = math.deg(math.atan(dx, dy)) // 1
  local um = farthest(game, command, node, bearing, math.sqrt(dx * dx + dy * dy)) // 1000 * 1000
  if um <= 0 then return nil end
  local point = M.point(node.base, bearing, um)
  return { x = point.x / 1000, y = point.y / 1000 }
end

--- The outline of where a piece may be sent by a command and gets to now, in millimetres: x, y, x, y …; nil where it
--- may not at all. And the longest way of it, and whether a goal may lie beyond.
---@param play limber.GameSession
---@param id string
---@param verb string
---@return number[]? outline
---@return number? most
---@return boolean? beyond
function M.outline(play, id, verb)
  local node, command, game, root = sent(play, id, verb)
  if not (command and node.base) then return nil end
  local outline, most, beyond = {}, 0, false
  for i = 0, BEARINGS - 1 do
    local bearing = node.base.facing / 1000 + i * 360 / BEARINGS
    local far = farthest(game, command, node, bearing, edge(node.base, bearing, root.ground))
    local goes = far > 0 and legality.goes(game, game:view(node.side), command(node, id, bearing, far))
    if goes and goes < far then far, beyond = goes, true end
    local point = M.point(node.base, bearing, far)
    table.move({ point.x / 1000, point.y / 1000 }, 1, 2, #outline + 1, outline)
    most = math.max(most, far)
  end
  if most > 0 then return outline, most / 1000, beyond end
end

return M
