--- Where the pieces of a scenario stand, as limber.scenario.layout lays it out: their bases are noted as pieces are
--- read, formations draw up their units, and all are placed when all are known. `fault(layout, piece, message, arg)`
--- notes what is wrong.
local lengths <const> = require "limber.language.lengths"
local Placement <const> = require "limber.scenario.placement"
local Room <const> = require "limber.scenario.laid_out_room"
local terrain <const> = require "limber.rules.terrain"

local M <const> = {}

local SMALLEST <const>, LARGEST <const> = 100, 100000000 -- of a base: a tenth of a millimetre, a hundred metres

--- Notes a piece with a base, to be placed when all pieces are known. Its ruleset may have placed it already.
function M.keep(self, piece, own, node, about, fault)
  local size = node.base
  if not size or size.x and not self.told then return end
  node.base = nil
  if node.bases and #node.bases == 0 then return fault(self, piece, "it has no bases") end
  if math.max(size.width, size.depth) > LARGEST or math.min(size.width, size.depth) < SMALLEST then
    return fault(self, piece, ("its base would be %s wide and %s deep"):format(
      lengths.text(size.width, self.how), lengths.text(size.depth, self.how)))
  end
  node.footprint = { width = size.width, depth = size.depth }
  if self.told then return end
  self.placement:add {
    piece = piece, own = own, size = size, node = node, inherited = about and about.facing,
    inherited_from = about and about.facing_from,
  }
end

--- Puts a formation's units into its line: all units since `from` without a place of their own.
function M.draw_up(self, piece, own, from)
  if self.told or own.along == nil and own.from == nil then return end
  local bodies, placed = {}, self.placement.placed
  for i = from, #placed do
    local one = placed[i]
    local free = not one.line and not Placement.has_place(one.own) and not self.astray[one.piece]
    if one.piece.tag == "unit" and free then bodies[#bodies + 1] = one end
  end
  self.placement:add_line(piece, own, bodies)
end

--- Places all pieces. Units may not overlap, stand off the table or stand on ground that they cannot enter.
function M.place_all(self, fault)
  local state, bodies, areas = self.state, {}, {}
  for _, id in ipairs(state.order.areas) do areas[#areas + 1] = state.areas[id].area and state.areas[id] end
  local room = {
    how = self.how, ground = state.ground, bodies = bodies, areas = areas,
    may_stand = function(area, node) return terrain.may_stand(self.rules.grounds, self.rules.view, node, area) end,
  }
  for _, one in ipairs(self.placement.placed) do
    one.base = self.placement:base(one)
    if one.base then
      one.node.base, one.node.footprint, one.id = one.base, nil, one.piece.id
    elseif one.piece.tag == "unit" then
      one.node.status = "off_table" -- without a place it is still to come
    end
    if one.base and one.piece.tag == "unit" and not one.crowded then bodies[#bodies + 1] = one end
  end
  for _, one in ipairs(self.placement.placed) do
    one.off = one.base and not one.crowded and Room.off_table(room, one) or nil
  end
  for _, one in ipairs(self.placement.placed) do
    if one.off and not (one.beside and one.beside.off) then fault(self, one.piece, one.off, "at") end
  end
  local before = Room.before(bodies)
  for i, one in ipairs(bodies) do
    local wrong = Room.on_forbidden(room, one)
    if wrong then fault(self, one.piece, wrong, "at") end
    for _, j in ipairs(before(i)) do
      wrong = Room.overlap(room, one, bodies[j])
      if wrong then fault(self, one.piece, wrong, "at") end
    end
  end
end

return M
