--- Units on the table: which of them are there, the bases that each stands on, how far apart they are, and those that
--- leave it.
--
-- A unit stands on its `base`. One of several bases (a brigade of stands, a gun with team and cart, loose figures) has
-- `bases` as well: a list of { aside, ahead, turn, width, depth } in its own frame, from the middle of `base` and along
-- its front, with what its ruleset says of each. Its `base` is then the smallest rectangle round them, faced as the
-- unit is: moving that moves them all as one. Distances are those of the nearest of them, and each can be lost.
local frames <const> = require "limber.tabletop.frames"
local geometry <const> = require "kernel.geometry"
local listed <const> = require "limber.tabletop.listed"
local lists <const> = require "limber.common.lists"
local tree <const> = require "limber.common.tree"

local view <const>, play <const> = {}, {}

--- Does a house rule stand for one of the services that list units? Then they are asked; else the lists are read.
local function is_laid(self)
  local laid = self.equipped
  return laid and (laid.units or laid.present)
end

--- The units of a side, or of all, that are on the table: neither gone nor still to come. Ids and nodes, as listed.
function view.present(self, side)
  if self.equipped and self.equipped.units then
    local next_one = self:units(side)
    return function()
      local id, unit = next_one()
      while id and (unit.status == "gone" or unit.status == "off_table") do id, unit = next_one() end
      return id, unit
    end
  end
  local ids, nodes = listed.all(self, "units", side)
  local i = 0
  return function()
    local at = i + 1
    local unit = nodes[at]
    while unit and (unit.status == "gone" or unit.status == "off_table") do
      at = at + 1
      unit = nodes[at]
    end
    i = at
    return ids[at], unit
  end
end

--- The first unit of a side, or of all, that is on the table and that `admits(unit, id)`; nil when there is none.
---@return string? id
function view.some_unit(self, side, admits)
  if is_laid(self) then
    for id, unit in self:present(side) do
      if admits(unit, id) then return id end
    end
    return nil
  end
  local ids, nodes = listed.all(self, "units", side)
  for i = 1, #ids do
    local unit = nodes[i]
    local status = unit.status
    if status ~= "gone" and status ~= "off_table" and admits(unit, ids[i]) then return ids[i] end
  end
end

--- Is there such a unit? Asks the unit found last for that question, `what`, first, then those listed after it: players
--- act one after another, so it is mostly among them. `admits` changes nothing, and asks no facts of the players.
---@param what string
---@return boolean
function view.any_unit(self, side, what, admits)
  local key = what .. " " .. (side or "")
  local last, passed, found = self.found[key], {}, nil
  for id, unit in self:present(side) do
    if id == last then last = nil end
    if last then
      passed[#passed + 1] = id
    elseif admits(unit, id) then
      found = id
      break
    end
  end
  found = found or lists.find(passed, function(id) return admits(self:unit(id), id) end)
  self.found[key] = found
  return found ~= nil
end

--- The ids and nodes of the units of each formation, listed once for as long as it is the same units.
local function by_formation(self)
  local kept = listed.kept(self, "units")
  if kept.by_formation then return kept.by_formation end
  kept.by_formation = {}
  local ids, nodes = listed.all(self, "units")
  for i, id in ipairs(ids) do
    local name = nodes[i].formation or ""
    local of = kept.by_formation[name] or { ids = {}, nodes = {} }
    of.ids[#of.ids + 1], of.nodes[#of.nodes + 1] = id, nodes[i]
    kept.by_formation[name] = of
  end
  return kept.by_formation
end

local NONE <const> = {}

--- The units of a formation, those of the formations in it included when `deep`. Ids and nodes, as listed.
function view.units_of(self, formation, deep)
  local side = self:formation(formation).side
  local all, of = deep or self.equipped and self.equipped.units, NONE -- a house rule may list others
  if not all then of = by_formation(self)[formation] or NONE end
  local next_one = all and self:units(side) or listed.each(of.ids or NONE, of.nodes or NONE)
  return function()
    local id, unit = next_one()
    while id and not (unit.side == side and (unit.formation == formation
      or deep and self:belongs(unit.formation, formation))) do
      id, unit = next_one()
    end
    return id, unit
  end
end

--- The piece of an id: a unit, leader, formation, area, line or side; nil when there is none.
function view.piece(self, id) return tree.node(self.state, id) end

--- The name of the piece of an id: its own, or the id.
function view.name(self, id)
  local piece = self:piece(id)
  return piece and piece.name or id
end

--- The names of several, told one after another: "A, B and C".
---@param ids string[]
---@return string
function view.names(self, ids)
  local names = {}
  for i, id in ipairs(ids) do names[i] = self:name(id) end
  if #names < 2 then return names[1] or "" end
  return table.concat(names, ", ", 1, #names - 1) .. " and " .. names[#names]
end

--- All bases of a unit or leader, where it stands or, with a frame, where it would: an empty list without a place.
---@return table[]
function view.bases(self, id, frame)
  return frames.bases(self:piece(id), frame)
end

local function bases_of(self, what)
  return type(what) == "table" and (what[1] and what or { what }) or self:bases(what)
end

--- The same for the kernel, which sets the bases of a piece down itself; but not those of a house rule.
local function body_of(self, what)
  if type(what) == "table" or self.bases ~= view.bases then return bases_of(self, what) end
  return self:piece(what)
end

--- How far apart two are, in micrometres between their nearest bases; nil when one of them has no place. Each is an id,
--- a base, a point or a list of bases. And which of each are the nearest.
---@return integer? um
---@return integer? nth base of the one
---@return integer? nth base of the other
function view.apart(self, one, other)
  return geometry.nearest(body_of(self, one), body_of(self, other))
end

--- Where a view keeps what follows from the units of a side, or without a side from all of the state; nil where it
--- keeps nothing.
local function kept_of(self, side)
  if self:told() then return nil end -- nothing notes how units without a place change
  -- What house rules lay over the game may depend on more of the state than the units. Play has no `kept`.
  if not side or self.layered then return self.kept end
  local stamp = self:stamp(side)
  if stamp.rules ~= self.rules then stamp.known, stamp.rules = {}, self.rules end
  return stamp.known
end

--- What follows from the units of one side on the table alone: worked out again only when one of them or the rules have
--- changed. Without a side, what follows from all of the state: again when anything has changed, and always in play.
--- nil is not kept.
---@param side string?
---@param what string
---@param fn fun(view: limber.View, side: string?): any
---@return any
function view.while_still(self, side, what, fn)
  local known = kept_of(self, side)
  if not known then return fn(self, side) end
  local key = "still " .. what .. " " .. (side or "")
  if known[key] == nil then known[key] = fn(self, side) end
  return known[key]
end

--- The middle of the places of units or leaders; nil when none of them has one.
---@param ids string[]
---@return table? point
function view.middle(self, ids)
  local x, y, n = 0, 0, 0
  for _, id in ipairs(ids) do
    local base = self:piece(id).base
    if base then x, y, n = x + base.x, y + base.y, n + 1 end
  end
  return n > 0 and { x = x // n, y = y // n } or nil
end

--- So many of the nearest units mostly have the one that is looked for among them; and farther than any table is wide.
local FEW <const>, ANYWHERE <const> = 8, 1000000000

--- The field's answer to nearest_unit. Nothing where the few nearest do not tell, or no place is known.
local function nearest_of_few(self, of, from, side, most, admits)
  if #from ~= 1 or self:told() then return false end
  local best, best_um
  local ids, far = self:field():near(from[1], most or ANYWHERE, {
    kind = "base", side = side, with = { "unit" }, without = self.side and { "unseen_" .. self.side } or nil,
    except = type(of) == "string" and { of } or nil,
  }, FEW)
  for i, id in ipairs(ids) do
    local as_near = far[i] == best_um
    if best and not as_near or far[i] > (most or ANYWHERE) then return true, best, best_um end
    if id ~= best and (not admits or admits(self:unit(id), id)) then
      if as_near then return false end -- which of them is listed first is left to who goes through the list
      best, best_um = id, far[i]
    end
  end
  return #ids < FEW, best, best_um
end

--- The unit of a side on the table that is nearest to a piece, a base or a point, among those that `admits(unit, id)`;
--- of equals the first listed. Nil when there is none within `most` micrometres, or no place is known.
---@return string? id
---@return integer? um
function view.nearest_unit(self, of, side, most, admits)
  local from = bases_of(self, of)
  local told, best, best_um = nearest_of_few(self, of, from, side, most, admits)
  if told then return best, best_um end
  best, best_um = nil, nil
  for id, unit in self:present(side) do
    if id ~= of and unit.base and (not admits or admits(unit, id)) then
      local um = self:apart(from, id)
      if um <= (most or um) and (not best or um < best_um) then best, best_um = id, um end
    end
  end
  return best, best_um
end

--- Gives a unit these bases from now on, { aside, ahead, turn, width, depth } each as seen from where it stands, with
--- what its ruleset says of them: another formation, or one of them elsewhere.
function play.draw_up(self, id, list)
  local unit = self:unit(id)
  local drawn, round = frames.drawn_up(list)
  self:set(unit, "bases", drawn)
  if not unit.base then return end
  self:set(unit, "base", frames.set_down(unit.base, round))
  self:follow(id)
end

--- A unit loses one of its bases, the nth: the others stay where they are. With the last of them it is gone.
function play.lose_base(self, id, nth)
  local left = {}
  for i, one in ipairs(self:unit(id).bases or {}) do
    if i ~= nth then left[#left + 1] = one end
  end
  if #left == 0 then return self:take_off(id) end
  self:draw_up(id, left)
end

--- Takes keys out of a piece: facts that are no longer true of it.
---@param node table
---@param keys string[]
function play.forget(self, node, keys)
  for i = 1, #keys do
    if node[keys[i]] ~= nil then self:set(node, keys[i], nil) end
  end
end

--- Takes a unit off the table for good. `clears`: keys that are no longer true of it; `lies`: its base stays known.
---@param how { clears: string[]?, lies: boolean? }?
function play.take_off(self, id, how)
  local unit = self:unit(id)
  self:forget(unit, how and how.clears or {})
  self:set(unit, "status", "gone")
  if not (how and how.lies) and unit.base then self:set(unit, "base", nil) end
end

return { view = view, play = play }
