--- The kernel's field as a cache of the state: what stands on the table and the ground it stands on, brought up to date
-- when somebody measures.
local bodies <const> = require "limber.tabletop.bodies"
local field <const> = require "kernel.field"

local M <const> = {}

---@class limber.Battlefield
local Battlefield <const> = {}
Battlefield.__index = Battlefield

---@param state limber.State
---@param game { words: limber.GameWords }
---@return limber.Battlefield
function M.new(state, game)
  return setmetatable({ state = state, game = game }, Battlefield)
end

--- What the field knows of a thing when its ruleset does not say.
local function plain_about(node)
  local kind = node.kind
  return {
    side = node.side, flags = kind and { kind }, height = node.height, ground = node.ground, through = node.through,
  }
end

--- A unit of several bases has each of them on the field, under a key of its own.
local function put_bodies(self, node)
  local bases, numbers = bodies.bases(node)
  local about, there = (self.game.words.stands or plain_about)(node), {}
  for i, base in ipairs(self.state:holds(node) and bases or {}) do
    self.field:put(bodies.key(node.id, numbers[i]), base, about)
    there[numbers[i]] = true
  end
  for i = 1, #node.bodies do
    if not there[i] then self.field:remove(bodies.key(node.id, i)) end
  end
end

local function put(self, node)
  if node.bodies then return put_bodies(self, node) end
  local shape = node.base or node.area and { area = node.area } or node.line and { line = node.line }
  if shape and self.state:holds(node) then
    self.field:put(node.id, shape, (self.game.words.stands or plain_about)(node))
  else
    self.field:remove(node.id)
  end
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
    end
    state.moved = {}
  end
  return self.field
end

return M
