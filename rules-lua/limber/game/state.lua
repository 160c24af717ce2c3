--- The state of a game: a tree of plain data (whole numbers, strings, booleans, lists, string-keyed maps), and the one
--- place where it is changed.
--
-- Every change is noted as it is made, so that a command can be taken back whole, undone and done again without any
-- ruleset writing how. A node of the tree has one parent: this is what lets a change know its path, and what makes a
-- saved state the same as the one played on. A node held from before it was taken out of the state is refused.
local sorted <const> = require "limber.common.sorted"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.Change a change as the journal writes it
---@field path (string|integer)[]
---@field old any
---@field new any
---@field insert any put into a list at the path
---@field remove any taken out of a list at the path
---@field event integer? the story line it belongs to

---@class limber.State
---@field root table
---@field record boolean changes are also noted with their paths, for a journal
---@field changes limber.Change[] those of the transaction under way
---@field event integer the story line that changes now belong to
---@field open boolean? is a transaction under way?
---@field members integer changes whenever pieces are added or removed, or change sides or formations
---@field version integer changes with every change: while it is the same, answers that depend on the state stay valid
---@field standing integer the version of the last change that was none of `frames` or `asks`
---@field moved table[]? pieces on the table that changed since the field was last read; nil while there is no field
local State <const> = {}
State.__index = State

-- The log is flat, four entries a change: what was done, node, key, and the value that is not in the tree now.
-- Undoing and redoing swap that value with the tree's.
local SET <const>, INSERT <const>, REMOVE <const> = 1, 2, 3
local NOTHING <const> = {}
local PLAIN <const> = { string = true, boolean = true, number = true, table = true }

local SIMPLE <const> = { string = true, boolean = true }

local math_type <const> = math.type

local function fault_of(value, key)
  local kind = type(value)
  if not PLAIN[kind] then return ("the state cannot hold a %s (%s)"):format(kind, tostring(key)) end
  if math.type(value) == "float" then return ("%s is not a whole number: %s"):format(tostring(key), value) end
end

local adopt

local function adopt_entry(self, node, name, value, in_order)
  local fault = fault_of(value, name)
  if not fault and type(name) ~= "string" and math.type(name) ~= "integer" then
    fault = ("a key of the state must be a word or a place in a list, got %s"):format(tostring(name))
  end
  if not fault and type(value) == "table" then fault = adopt(self, value, node, name, in_order) end
  return fault
end

--- Takes a new node and all below it into the tree; says what is wrong with it. `in_order`: the first in the order of
--- their keys, which costs a sort.
function adopt(self, node, parent, key, in_order)
  if self.parent[node] then return ("%s is in the state already; put a copy there"):format(tostring(key)) end
  self.parent[node], self.key[node] = parent, key
  if not in_order then
    for name, value in next, node do
      local simple = SIMPLE[type(value)] or math_type(value) == "integer"
      local fault = not (simple and type(name) == "string") and adopt_entry(self, node, name, value)
      if fault then return fault end
    end
    return nil
  end
  for _, name in ipairs(sorted.keys(node)) do
    local fault = adopt_entry(self, node, name, node[name], true)
    if fault then return fault end
  end
end

local function release(self, node, parent)
  if self.parent[node] ~= parent then return end
  self.parent[node], self.key[node] = nil, nil
  for _, value in next, node do
    if type(value) == "table" then release(self, value, node) end
  end
end

local function take_in(self, value, parent, key)
  local fault = fault_of(value, key) or type(value) == "table" and adopt(self, value, parent, key)
  if fault then
    if type(value) == "table" then
      release(self, value, parent)
      fault = fault_of(value, key) or adopt(self, value, parent, key, true) or fault
      release(self, value, parent)
    end
    error(fault, 3)
  end
end

--- A state over plain data, which it owns from now on.
---@param root table
---@param record boolean? note changes with their paths
---@return limber.State
function M.new(root, record)
  local self = setmetatable({
    root = root, record = record or false, changes = {}, event = 0, version = 0, members = 0, standing = 0,
    log = {}, size = 0, parent = {}, key = {},
  }, State)
  local fault = adopt(self, root, true, "state")
  if fault then error(fault, 2) end
  return self
end

--- The path of a node's key from the root.
---@param node table
---@param key string|integer
---@return (string|integer)[]
function State:path(node, key)
  local path, depth = { key }, 1
  while node ~= self.root do
    depth = depth + 1
    path[depth] = self.key[node]
    node = self.parent[node]
  end
  for i = 1, depth // 2 do path[i], path[depth + 1 - i] = path[depth + 1 - i], path[i] end
  return path
end

--- Places of the state that lists of units, leaders and formations depend on.
local LISTED <const> = { units = true, leaders = true, formations = true, order = true }

--- Pieces on the table have a `base` (and `bases` around it), an `area` or a `line`. Notes each change of one of these
--- for the field (limber.tabletop.battlefield).
local function note_moved(self, node, key)
  local moved, parent = self.moved, self.parent[node]
  if node.base or node.area or node.line or key == "base" then
    moved[#moved + 1] = node
  elseif self.key[node] == "base" or self.key[node] == "bases" then
    moved[#moved + 1] = parent
  elseif self.key[parent] == "bases" then
    moved[#moved + 1] = self.parent[parent]
  end
end

--- What is under way, which changes all the time and changes no piece.
local UNDER_WAY <const> = { frames = true, asks = true }

--- Notes a change. A change of what is under way alone leaves `standing`, `members` and `moved` as they are.
local function note(self, op, node, key, value)
  local log, size, version = self.log, self.size, self.version + 1
  log[size + 1], log[size + 2], log[size + 3], log[size + 4] = op, node, key, value
  self.size, self.version = size + 4, version
  local root, parents, keys = self.root, self.parent, self.key
  local above, top = node, key
  while above ~= root do above, top = parents[above], keys[above] end
  if UNDER_WAY[top] then return end
  self.standing = version
  local parent = parents[node]
  if key == "side" or key == "formation" or top == "order" or LISTED[top] and (node == root or parent == root) then
    self.members = self.members + 1
  end
  if self.moved then note_moved(self, node, key) end
end

local function not_there(key)
  error(("cannot set %s: the table is not part of the state"):format(tostring(key)), 3)
end

--- Sets one key of a node; nil takes it out. The only way, with `insert` and `remove`, that a state changes.
---@param node table
---@param key string|integer
---@param value any
function State:set(node, key, value)
  if not self.parent[node] then not_there(key) end
  local old = node[key]
  if old == value then return end
  local kind, path = type(value), self.record and self:path(node, key)
  if path then
    self.changes[#self.changes + 1] = { path = path, old = type(old) == "table" and tree.copy(old) or old,
      new = kind == "table" and tree.copy(value) or value, event = self.event }
  end
  if value ~= nil and not SIMPLE[kind] and math_type(value) ~= "integer" then take_in(self, value, node, key) end
  if type(old) == "table" then release(self, old, node) end
  if old == nil then old = NOTHING end
  node[key] = value
  note(self, SET, node, key, old)
end

--- The positions of list elements after one was put in or taken out.
local function renumber(self, list, from)
  for i = from, #list do
    if type(list[i]) == "table" then self.key[list[i]] = i end
  end
end

local function raw_insert(self, list, at, value)
  table.insert(list, at, value)
  renumber(self, list, at + 1)
end

local function raw_remove(self, list, at)
  local value = table.remove(list, at)
  if type(value) == "table" then release(self, value, list) end
  renumber(self, list, at)
  return value
end

--- Puts a value into a list, before position `at`.
---@param list table
---@param at integer
---@param value any
function State:insert(list, at, value)
  if not self.parent[list] then not_there(at) end
  if math.type(at) ~= "integer" or at < 1 or at > #list + 1 then error("no such place in the list", 2) end
  take_in(self, value, list, at)
  if self.record then
    self.changes[#self.changes + 1] = { path = self:path(list, at), insert = tree.copy(value), event = self.event }
  end
  raw_insert(self, list, at, value)
  note(self, INSERT, list, at, NOTHING)
end

--- Takes the element at a position out of a list.
---@param list table
---@param at integer
---@return any
function State:remove(list, at)
  if not self.parent[list] then not_there(at) end
  if list[at] == nil then error("no such place in the list", 2) end
  if self.record then
    self.changes[#self.changes + 1] = { path = self:path(list, at), remove = tree.copy(list[at]), event = self.event }
  end
  local value = raw_remove(self, list, at)
  note(self, REMOVE, list, at, value)
  return value
end

local function swap(self, log, i, undoing)
  local op, node, key, kept = log[i], log[i + 1], log[i + 2], log[i + 3]
  self.version, self.members = self.version + 1, self.members + 1
  self.standing = self.version
  if op == SET then
    if kept == NOTHING then kept = nil end
    local now = node[key]
    if type(now) == "table" then release(self, now, node) end
    if type(kept) == "table" then adopt(self, kept, node, key) end
    node[key] = kept
    log[i + 3] = now == nil and NOTHING or now
  elseif (op == INSERT) == undoing then
    log[i + 3] = raw_remove(self, node, key)
  else
    if type(kept) == "table" then adopt(self, kept, node, key) end
    raw_insert(self, node, key, kept)
  end
  if self.moved then note_moved(self, node, key) end
end

--- Whether a node is part of the state still.
---@param node table
---@return boolean
function State:holds(node)
  return self.parent[node] ~= nil
end

--- Begins a transaction.
function State:begin()
  self.open = true
  self.size, self.event = 0, 0
  if self.record then self.log, self.changes = {}, {} end
end

--- Ends a transaction; what it changed can be undone by the log that is given back (when changes are recorded).
---@return table? log
---@return limber.Change[] changes
function State:commit()
  local log, size, changes = self.log, self.size, self.changes
  self.size, self.open = 0, false
  if not self.record then return nil, changes end
  log.size = size
  self.log, self.changes = {}, {}
  return log, changes
end

--- A place in the transaction under way, for `back_to`.
---@return integer size
---@return integer changes
function State:mark() return self.size, #self.changes end

--- Takes back what the transaction under way has changed since a mark.
---@param size integer
---@param changes integer
function State:back_to(size, changes)
  for i = self.size - 3, size + 1, -4 do swap(self, self.log, i, true) end
  self.size = size
  for i = #self.changes, changes + 1, -1 do self.changes[i] = nil end
end

--- Takes back everything the transaction under way has changed.
function State:rollback()
  for i = self.size - 3, 1, -4 do swap(self, self.log, i, true) end
  self.size, self.open = 0, false
  if self.record then self.changes = {} end
end

--- Undoes a finished transaction. The last one done is the first to be undone.
---@param log table
function State:undo(log)
  for i = log.size - 3, 1, -4 do swap(self, log, i, true) end
end

--- Does an undone transaction again.
---@param log table
function State:redo(log)
  for i = 1, log.size - 3, 4 do swap(self, log, i, false) end
end

return M
