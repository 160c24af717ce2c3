--- Leaders: figures that are not units. They command formations, in a chain of any depth, and ride alone or go with the
--- unit that they are attached to. When one falls, another orders in his place.
--
-- A ruleset says of its leaders, where its files declare them,
--   leaders { ranks = { "army", "corps", "division" }, stands = "behind" }
-- ranks: those that a leader's `rank` may be, the senior first; stands: where one stands who is attached to a unit,
-- "behind" it or "in" its place. A leader has `with`, the unit he is attached to, and is there to command while his
-- status is "ready". A formation has `commander`; `successor` orders it while its commander is not there.
local geometry <const> = require "kernel.geometry"
local tolerances <const> = require "limber.tabletop.tolerances"

local view <const>, play <const> = {}, {}

--- Is a leader there to command? False for nil.
function view.fit(self, id)
  return id ~= nil and self:leader(id).status == "ready"
end

--- The leaders of a side, or of all, who are there to command: ids and nodes, as listed.
function view.fit_leaders(self, side)
  local next_one = self:leaders(side)
  return function()
    local id, leader = next_one()
    while id and leader.status ~= "ready" do id, leader = next_one() end
    return id, leader
  end
end

--- The first leader of a side, or of any, who is there and is admitted; nil when none is.
---@param side string?
---@param admits fun(leader: table, id: string): any
---@return string? id
function view.some_leader(self, side, admits)
  for id, leader in self:fit_leaders(side) do
    if admits(leader, id) then return id end
  end
end

--- The leaders attached to a unit, as listed.
---@return string[]
function view.leaders_with(self, unit_id)
  local found = {}
  for id, leader in self:fit_leaders(self:unit(unit_id).side) do
    if leader.with == unit_id then found[#found + 1] = id end
  end
  return found
end

--- The place of a rank among those that the ruleset has declared: 1 is the senior. No rank comes after all of them.
---@param rank string?
---@return integer
function view.rank(self, rank)
  local ranks = self:word("leaders").ranks
  for i, one in ipairs(ranks) do
    if one == rank then return i end
  end
  return #ranks + 1
end

--- The leader of the highest rank of a side who is there; of equals the first listed.
---@return string?
function view.senior(self, side)
  local best, best_rank
  for id, leader in self:fit_leaders(side) do
    local rank = self:rank(leader.rank)
    if not best or rank < best_rank then best, best_rank = id, rank end
  end
  return best
end

-- ---- the chain of command -------------------------------------------------------------------------------------------

--- A formation and those it belongs to, up to the highest.
---@return string[]
function view.chain(self, id)
  local list = {}
  while id do
    list[#list + 1] = id
    id = self:formation(id).formation
  end
  return list
end

--- The formation of an id: itself, a unit's, or the first that a leader commands; nil for none.
---@param id string?
---@return string?
function view.formation_of(self, id)
  local state = self.state
  local unit, leader = state.units[id], state.leaders[id]
  if unit then return unit.formation end
  if not leader then return state.formations[id] and id end
  for formation, node in self:formations(leader.side) do
    if node.commander == id or node.successor == id then return formation end
  end
end

--- Is a formation the given one, or somewhere in it?
function view.belongs(self, id, to)
  while id and id ~= to do id = self:formation(id).formation end
  return id ~= nil
end

--- The leader who orders a formation now: its commander, else its successor; nil while neither is there.
---@return string?
function view.commander(self, id)
  local formation = id and self:formation(id)
  if not formation then return nil end
  return self:fit(formation.commander) and formation.commander
    or self:fit(formation.successor) and formation.successor or nil
end

--- Does a leader order a formation, or one that it belongs to?
function view.commands(self, leader, id)
  while id do
    local formation = self:formation(id)
    if formation.commander == leader or formation.successor == leader then return true end
    id = formation.formation
  end
  return false
end

--- The units on the table of the formations that a leader commands; `deep`: of those under them too.
---@return string[]
function view.led_by(self, leader, deep)
  local ids = {}
  for id, unit in self:present(self:leader(leader).side) do
    local formation = unit.formation and self:formation(unit.formation)
    local led = formation and (formation.commander == leader or deep and self:commands(leader, unit.formation))
    if led then ids[#ids + 1] = id end
  end
  return ids
end

--- The leader who would order a formation without its own commander: that of the nearest formation over it who is
--- there, else the senior of its side.
---@return string?
function view.next_in_command(self, id)
  local formation = self:formation(id)
  for _, above in ipairs(formation.formation and self:chain(formation.formation) or {}) do
    local commander = self:formation(above).commander
    if self:fit(commander) then return commander end
  end
  return self:senior(formation.side)
end

-- ---- where they stand -----------------------------------------------------------------------------------------------

--- A figure of a size directly behind a base, in contact with it, and on the table.
local function behind(self, base, size)
  local back = (base.depth + size.depth) // 2
  local at = geometry.step({ x = base.x, y = base.y }, (base.facing + 180000) % 360000, back)
  local ground, half = self.state.ground, math.max(size.width, size.depth)
  local function within(value, limit) return math.max(half, math.min(value, limit - half)) end
  return {
    x = within(at.x, ground.width), y = within(at.y, ground.depth), facing = base.facing, width = size.width,
    depth = size.depth,
  }
end

--- The base of a leader who is with a unit that stands on a base.
function view.leader_base(self, id, base)
  local leader = self:leader(id)
  local size = leader.base or leader.footprint
  if not (base and size) then return nil end
  if self:word("leaders").stands == "behind" then return behind(self, base, size) end
  return { x = base.x, y = base.y, facing = base.facing, width = size.width, depth = size.depth }
end

--- The leaders of a side who are with no unit and are touched by an enemy unit.
---@return string[]
function view.leaders_touched(self, side)
  local found, enemy = {}, self:other(side)
  for id, leader in self:fit_leaders(side) do
    if leader.base and not leader.with and self:nearest_unit(id, enemy, tolerances.TOUCHING) then
      found[#found + 1] = id
    end
  end
  return found
end

local function same(one, other)
  return one.x == other.x and one.y == other.y and one.facing == other.facing
end

--- A leader stands on a base from now on; a size of his that waited for a place is no longer needed.
local function put(self, leader, base)
  self:set(leader, "base", base)
  if leader.footprint then self:set(leader, "footprint", nil) end
end

--- A leader is with a unit from now on and goes where it goes. He stands with it where places are known; with a base
--- given, there.
function play.attach(self, id, unit_id, base)
  local leader, unit = self:leader(id), self:unit(unit_id)
  if leader.with ~= unit_id then self:set(leader, "with", unit_id) end
  base = base or self:leader_base(id, unit.base)
  if base then put(self, leader, base) end
end

--- Ends a leader's attachment; with a base given, he stands there.
function play.detach(self, id, base)
  local leader = self:leader(id)
  if leader.with then self:set(leader, "with", nil) end
  if base then put(self, leader, base) end
end

--- A unit has moved, or any may have: the leaders attached to them have gone along.
---@param unit_id string?
function play.follow(self, unit_id)
  for id, leader in self:leaders() do
    local with = leader.base and leader.with
    local there = with and (not unit_id or with == unit_id) and self:leader_base(id, self:unit(with).base)
    if there and not same(leader.base, there) then put(self, leader, there) end
  end
end

--- A leader falls or is taken, and commands no more. `status`: his new status, "gone" when left out; a leader who is
--- gone leaves the table. `clears`: keys that are no longer true of him.
---@param how { status: string?, clears: string[]? }?
function play.leader_casualty(self, id, how)
  local leader, status = self:leader(id), how and how.status or "gone"
  self:set(leader, "status", status)
  if status == "gone" then self:detach(id) end
  self:forget(leader, how and how.clears or {})
  if status == "gone" and leader.base then self:set(leader, "base", nil) end
  self:happens("leader_falls", id)
end

--- Names the successor of a lost commander, who orders the formation until he is lost himself; nil when no leader is
--- left.
---@return string?
---@return boolean new he has just taken over
function play.successor(self, id)
  local formation = self:formation(id)
  if self:fit(formation.successor) then return formation.successor, false end
  local heir = self:next_in_command(id)
  if heir ~= formation.successor then self:set(formation, "successor", heir) end
  return heir, heir ~= nil
end

return { view = view, play = play }
