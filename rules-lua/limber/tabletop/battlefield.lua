--- The kernel's field as a cache of the state: all bodies on the table, and the ground. It is brought up to date before
-- each measurement.
local field <const> = require "kernel.field"
local frames <const> = require "limber.tabletop.frames"
local terrain <const> = require "limber.rules.terrain"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = {}

---@class limber.Battlefield
local Battlefield <const> = {}
Battlefield.__index = Battlefield

---@param state limber.State
---@param game { words: limber.GameWords }
---@return limber.Battlefield
function M.new(state, game)
  return setmetatable({
    state = state, game = game, several = {}, stamps = {}, changed = {}, made = 0, ground = 0,
  }, Battlefield)
end

--- What filters of the field know a thing by: units that are there by "unit", and by "unseen_SIDE" for each side that
--- they are hidden from; leaders' figures by "leader"; ground by what its kind says.
local function flags_of(self, node)
  local root, hidden = self.state.root, self.game.words.hidden
  if not node.base then return terrain.flags(self.game.rules.grounds, node) end
  if root.units[node.id] ~= node then return { "leader" } end
  local flags = { tabletop.present(node) and "unit" or nil }
  for _, side in ipairs(hidden and root.order.sides or {}) do
    if side ~= node.side and hidden(root, side, node) then flags[#flags + 1] = "unseen_" .. side end
  end
  return flags
end

--- The id of one of several bases as an item of the field: questions answer with the id of the unit, and `nth`.
local function item_of(id, nth)
  return ("%s/%d"):format(id, nth)
end

--- Puts each base of a unit of several into the field, in place of the bases that it had there.
local function put_several(self, node, about)
  local id, before = node.id, self.several[node.id] or 0
  local now, one = about and #node.bases or 0, { of = id }
  for key, value in next, about or {} do one[key] = value end
  for nth = 1, now do
    one.nth = nth
    self.field:put(item_of(id, nth), frames.set_down(node.base, node.bases[nth]), one)
  end
  for nth = now + 1, before do self.field:remove(item_of(id, nth)) end
  self.several[id] = now
end

local function put(self, node)
  local shape = node.base or node.area and { area = node.area } or node.line and { line = node.line }
  local about = shape and node.status ~= "gone" and self.state:holds(node) and {
    side = node.side, flags = flags_of(self, node), height = node.height, ground = node.ground, through = node.through,
  }
  if about and not node.bases then
    self.field:put(node.id, shape, about)
  else
    self.field:remove(node.id) -- before its several bases, which bring its name back
  end
  if node.bases or self.several[node.id] then put_several(self, node, node.bases and about or nil) end
end

local function put_all(self)
  local root = self.state.root
  for _, place in ipairs { "areas", "lines", "units", "leaders" } do
    for _, id in ipairs(root.order[place]) do
      local node = root[place][id]
      if node and (node.base or node.area or node.line) then put(self, node) end
    end
  end
end

--- Notes that a piece of a side has moved, come or gone.
local function note_changed(self, node)
  local changed = self.changed[node.side] or {}
  self.changed[node.side], self.stamps[node.side] = changed, nil
  changed[#changed + 1] = node.id
end

--- Notes that an area or a line has changed: what is known of any side's places may be wrong now.
local function note_ground(self) self.ground, self.stamps = self.ground + 1, {} end

--- The field, as the state is now.
---@return table
function Battlefield:current()
  local state = self.state
  if not self.field then
    self.field = field.new()
    put_all(self)
    state.moved = {}
  elseif #state.moved > 0 then
    local seen = {}
    for _, node in ipairs(state.moved) do
      if not seen[node] then put(self, node) end
      seen[node] = true
      if node.side then note_changed(self, node) end
      if node.area or node.line then note_ground(self) end
    end
    state.moved = {}
  end
  return self.field
end

--- A stamp of a side's places: a new table after every change of one, or of the ground. `ground` counts the changes of
--- the ground. `changed` lists the ids of the pieces that changed since the stamp before it, whose `number` is `after`;
--- an id may be listed twice. `known` is what services have worked out from it under `rules`.
---@param side string
---@return { number: integer, after: integer, changed: string[], ground: integer, known: table, rules: table? }
function Battlefield:stamp(side)
  self:current()
  local stamp = self.stamps[side]
  if not stamp then
    local changed = self.changed[side] or {}
    self.made = self.made + 1
    stamp = { number = self.made, after = changed.after, changed = changed, ground = self.ground, known = {} }
    self.stamps[side], self.changed[side] = stamp, { after = self.made }
  end
  return stamp
end

--- How often the ground has changed.
---@return integer
function Battlefield:changes_of_ground()
  self:current()
  return self.ground
end

return M
