--- Moves carried out: a unit set down on another base, what follows from that, and what is kept of it.
--
--   set_down (function(play, id) … end)    a word of game files: what the ruleset does when a unit has been set down
--                                          elsewhere: its leaders follow, it stands in a river
--   keeps_moves()                          moves are kept for the turn, for fire at a unit where it passed
local geometry <const> = require "kernel.geometry"
local ground <const> = require "limber.tabletop.ground"
local tree <const> = require "limber.common.tree"

local M <const> = { view = {}, play = {} }

--- Sets a unit down on a base. In a told game nothing stands anywhere.
---@param play table
---@param id string
---@param base table?
function M.play.set_down(play, id, base)
  local unit = play:unit(id)
  if not (unit.base and base) then return end
  play:set(unit, "base", { x = base.x, y = base.y, facing = base.facing, width = base.width, depth = base.depth })
  local follows = ground.words(play).set_down
  if follows then follows(play, id) end
end

--- The first `um` of a step whose whole length is `whole`.
local function part_of(step, um, whole)
  if step.slide then return { slide = step.slide < 0 and -um or um, angle = step.angle or 0 } end
  local function part(angle) return angle and angle * um // whole end
  return { wheel = step.wheel, pivot = part(step.pivot), angle = part(step.angle) }
end

--- The place on a path, or on a move that was kept.
---@param path limber.Path|limber.Move
---@param um integer
---@return table base
function M.place(path, um)
  local base, from = path.from, 0
  for i, step in ipairs(path.steps.slide and { path.steps } or path.steps) do
    local to = path.ends[i]
    if um < to then return (geometry.move(base, part_of(step, um - from, to - from))) end
    base, from = geometry.move(base, step), to
  end
  return base
end

---@class limber.Move
---@field from table
---@field steps table
---@field ends integer[] where each step ends
---@field um integer how far along them the unit went
---@field turn integer

--- Steps as they are kept: a slide always with its angle, however the path was asked for that gave them.
local function kept(steps)
  if steps.slide then return { slide = steps.slide, angle = steps.angle or 0 } end
  local list = {}
  for i, step in ipairs(steps) do list[i] = step.slide and kept(step) or step end
  return list
end

--- Keeps a move of a unit, where the ruleset asks for that.
---@param path { from: table, steps: table, ends: integer[] }
local function keep(play, id, path, um)
  if not ground.words(play).keeps_moves then return end
  local unit = play:unit(id)
  local move = tree.copy {
    from = path.from, steps = kept(path.steps), ends = path.ends, um = um, turn = play.state.turn,
  }
  if #M.view.moves(play, id) == 0 then play:set(unit, "moves", { move }) else play:append(unit.moves, move) end
end

--- Moves a unit along a path as far as it goes, and keeps the move where the ruleset asks for that.
---@param play table
---@param id string
---@param path limber.Path
---@param um integer? all of it
function M.play.go(play, id, path, um)
  if not path.base then return end
  um = um or path.length
  keep(play, id, path, um)
  play:set_down(id, um == path.length and path.base or M.place(path, um))
end

--- Moves a unit and those that go with it as one body to the end of a path that was measured `with` them. A slide is
--- kept as a move of each; on a wheel of them all none has a way of its own.
---@param play table
---@param path limber.Path
function M.play.go_together(play, path)
  local slide, angle = path.steps.slide, path.steps.angle or 0
  for _, one in ipairs(path.party) do
    local from = play:unit(one.id).base
    local steps = slide and { slide = slide, angle = angle + geometry.turn(from.facing, path.from.facing) }
    if slide then keep(play, one.id, { from = from, steps = steps, ends = path.ends }, path.length) end
    play:set_down(one.id, one.base)
  end
end

--- The moves of a unit in this turn, in order.
---@param view limber.View
---@param id string
---@return limber.Move[]
function M.view.moves(view, id)
  local moves = view:unit(id).moves
  if not moves or moves[1].turn ~= view.state.turn then return {} end
  return moves
end

--- Where a unit would be that has gone so far along a path.
---@param view limber.View
---@param path limber.Path
---@param um integer
---@return table base
function M.view.on_path(_, path, um) return M.place(path, um) end

--- Where a unit was after so much of the moves that are kept of it; nil beyond them.
---@param view limber.View
---@param id string
---@param um integer
---@return table? base
function M.view.was_at(view, id, um)
  local now = view:unit(id).base
  for _, move in ipairs(view:moves(id)) do
    if um <= move.um then
      local at = M.place(move, um)
      return { x = at.x, y = at.y, facing = at.facing, width = now.width, depth = now.depth }
    end
    um = um - move.um
  end
end

--- What has been thrown this turn for a unit or a formation under a name; nil before.
---@param view limber.View
---@param node table
---@param key string
---@return integer?
function M.view.thrown(view, node, key)
  local thrown = node.thrown
  return thrown and thrown.turn == view.state.turn and thrown[key] or nil
end

--- An allowance that is thrown once a turn for a unit or a whole group, before any of its paths is known.
---@param play table
---@param node table the unit or formation
---@param key string its name: "regular_foot"
---@param throw fun(): integer asks a rule, by play:resolve
---@return integer
function M.play.thrown_once(play, node, key, throw)
  local value = M.view.thrown(play, node, key)
  if value then return value end
  value = throw()
  local thrown = node.thrown
  if not thrown or thrown.turn ~= play.state.turn then play:set(node, "thrown", { turn = play.state.turn }) end
  play:set(node.thrown, key, value)
  return value
end

return M
