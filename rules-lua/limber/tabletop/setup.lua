--- Set-up: a side's own edge of the table, units that take a place on it before the battle or come on later, and
--- leaders who were not given one.
--
-- A unit without a place is "off_table"; its `footprint` is the size of its base. A side's `edge` is its own edge of
-- the table: "north", "east", "south" or "west".
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"
local refuse <const> = require("limber.language.fields").refuse
local tabletop <const> = require "limber.tabletop.tabletop"

local view <const>, play <const> = {}, {}

--- A side's own edge as a frame: { x, y, facing } of its left end, as the side looks from it; its `length`, and how
--- `deep` the table is from there. nil for a side without an edge.
function view.home(self, side)
  local facing, ground = tabletop.FACING[self.state.sides[side].edge], self.state.ground
  if not facing then return nil end
  local along_x = facing % 180000 == 0
  return {
    x = facing >= 180000 and ground.width or 0,
    y = (facing == 90000 or facing == 180000) and ground.depth or 0, facing = facing,
    length = along_x and ground.width or ground.depth, deep = along_x and ground.depth or ground.width,
  }
end

--- A base of a size that faces away from a side's own edge: its middle is `aside` along the edge from the left, its
--- front is `front` from the edge.
function view.at_home(self, side, size, aside, front)
  return frames.set_down(self:home(side), {
    aside = aside, ahead = front - size.depth // 2, width = size.width, depth = size.depth,
  })
end

--- How far a base reaches from its side's own edge.
function view.reach_from_home(self, side, base)
  local home, most = self:home(side), 0
  for _, corner in ipairs(geometry.corners(base)) do
    local _, ahead = frames.seen_from(home, corner)
    most = math.max(most, ahead)
  end
  return most
end

--- The base about the point that a command names: it faces away from its side's own edge where the
--- command does not say which way.
---@param cmd { unit: string, at: table, facing: integer? }
function view.base_placed(self, cmd)
  local unit = self:unit(cmd.unit)
  local home = not cmd.facing and self:home(unit.side)
  local facing = cmd.facing or home and home.facing or 0
  return tabletop.base_at(unit.footprint or unit.base, cmd.at, facing % 360000)
end

--- Why a unit may not take its place on a base, before the battle or later, or nil: it has one already, the base is off
--- the table, the ruleset bars it, or another stands there.
--- `how.held`: what speaks against it first; `how.bars`: what its ruleset has against the base if it is on the table.
---@param how { cite: string, held: limber.Refusal?, bars: (fun(): limber.Refusal?)? }
function view.refuse_place(self, id, base, how)
  if self:unit(id).status ~= "off_table" then return refuse("unit", "has its place already", { cite = how.cite }) end
  if how.held then return how.held end
  local over = tabletop.overhang(self, base)
  if over > tabletop.ROUNDED then
    return refuse("at", "is off the table", { cite = how.cite, margin = -geometry.round_mm(over, "up") })
  end
  local barred = how.bars and how.bars()
  if barred then return barred end
  local body, by = tabletop.in_the_way(self, id, base)
  if body then return refuse("at", ("is taken by %s, by %d mm"):format(body.name or body.id, by), { margin = -by }) end
end

--- Does a side, or either, wait for units still to come?
function view.waits(self, side)
  for _, unit in self:units(side) do
    if unit.status == "off_table" then return true end
  end
  return false
end

--- A unit takes its place on the table.
function play.place(self, id, base)
  local unit = self:unit(id)
  self:set(unit, "base", base)
  if unit.footprint then self:set(unit, "footprint", nil) end
  if unit.status == "off_table" then self:set(unit, "status", "ready") end
end

--- The unit that a leader without a place goes with: the one that he is attached to, else the first that he
--- commands, else the first of his side; once all are placed, of those on the table.
local function companion(self, id, placed)
  local leader = self:leader(id)
  local function there(unit) return not placed or tabletop.present(unit) end
  if leader.with and there(self:unit(leader.with)) then return leader.with end
  local first
  for unit_id, unit in self:units(leader.side) do
    local formation = there(unit) and unit.formation and self:formation(unit.formation)
    if formation and formation.commander == id then return unit_id end
    if not first and there(unit) then first = unit_id end
  end
  return first
end

--- Leaders who were not laid out stand with the units that they go with, as soon as these have a place. In a told game
--- they are said to be with them.
--- `how.placed`: no unit is still to come; `how.unit`: only leaders that go with this unit.
---@param how { placed: boolean?, unit: string? }?
function play.settle_leaders(self, how)
  how = how or {}
  for id, leader in self:leaders() do
    local with = companion(self, id, how.placed)
    local unit = with and (not how.unit or with == how.unit) and self:unit(with)
    if unit and self:told() then
      if not leader.with then self:set(leader, "with", with) end
    elseif unit and unit.base and (leader.with or not leader.base) and not (how.unit and leader.base) then
      self:attach(id, with)
    end
  end
end

--- Set-up is over: units without a place take no part, which the story tells as "held_back", and leaders stand with
--- others.
function play.leave_out(self, cite)
  for id, unit in self:units() do
    if unit.status == "off_table" then self:tell("held_back", { unit = id, cite = cite }) end
  end
  self:settle_leaders { placed = true }
end

return { view = view, play = play }
