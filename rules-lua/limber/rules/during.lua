--- House rules for some turns only: `rain@3-5`, from turn 3 to 5; `rain@3-`, from 3 on; `rain@3`, in turn 3.
--
-- A stack with such a layer has a further stack for each set of layers that are on. `rules:at_turn(turn)` returns the
-- one for a turn; without turns it is the stack itself. Fields, and flags of modifiers, exist from the start of the
-- battle, also while their layer is off. The player's own changes lie on top of each stack; a change of something that
-- only a layer has waits while that layer is off.
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"

local M <const> = {}

---@class limber.Turns
---@field from integer
---@field to integer? nil: to the end

--- A variant's name as the stack writes it, with its turns.
---@param name string
---@param turns limber.Turns?
---@return string
function M.text(name, turns)
  if not turns then return name end
  if turns.from == turns.to then return ("%s@%d"):format(name, turns.from) end
  return ("%s@%d-%s"):format(name, turns.from, turns.to or "")
end

--- The fault of a house rule's turns, or nil.
---@param turns limber.Turns
---@return string?
function M.wrong(turns)
  local from, to = turns.from, turns.to
  for _, turn in ipairs { from, to } do
    if math.type(turn) ~= "integer" or turn < 1 or turn > bounds.LAST_TURN then
      return ("a turn must be 1 to %d, got %s"):format(bounds.LAST_TURN, bounds.said(turn))
    end
  end
  if to and to < from then return ("its last turn, %d, comes before its first, %d"):format(to, from) end
end

--- Splits a name into the variant to load and its turns.
---@param source string
---@return string name
---@return limber.Turns? turns
---@return string? fault
function M.read(source)
  if type(source) ~= "string" then return source end
  local name, from, dash, to = source:match "^(.-)@(%d*)(%-?)(%d*)$"
  if not name or name == "" or from == "" and to == "" or #from > 9 or #to > 9 then
    local bare = source:match "^([%w_./-]+)@[%w%-]*$"
    if not bare then return source end
    return bare, nil, ("%s: turns are written %s@3-5, %s@3- or %s@3"):format(bounds.cut(source), bare, bare, bare)
  end
  local turns = { from = tonumber(from) or 1, to = tonumber(to) or dash == "" and tonumber(from) or nil }
  local wrong = M.wrong(turns)
  return name, turns, wrong and ("%s: %s"):format(bounds.cut(source), wrong)
end

--- The turns in words: "from turn 3 to 5".
---@param turns limber.Turns
---@param word string? what a turn is called
---@return string
function M.said(turns, word)
  word = word or "turn"
  if turns.from == turns.to then return ("in %s %d"):format(word, turns.from) end
  return ("from %s %d %s"):format(word, turns.from, turns.to and "to " .. turns.to or "on")
end

--- Whether a layer is on in a turn.
---@param layer table
---@param turn integer 0 before the first
---@return boolean
local function is_on(layer, turn)
  local turns = layer.turns
  return not turns or turn >= turns.from and (not turns.to or turn <= turns.to)
end

--- The layers that are off, by their place, and the key of that set.
local function off_in(layers, turn)
  local off, marks = {}, {}
  for i, layer in ipairs(layers) do
    off[i] = not is_on(layer, turn) or nil
    marks[i] = off[i] and "-" or "+"
  end
  return off, table.concat(marks)
end

--- Makes the stacks of all sets of layers; a set that cannot be laid together is a fault.
---@param self limber.Rules a stack with all layers on
---@return limber.Refusal?
function M.begin(self)
  local turns = { 0 }
  for _, layer in ipairs(self.layers) do
    if layer.turns then
      turns[#turns + 1] = layer.turns.from
      turns[#turns + 1] = layer.turns.to and layer.turns.to + 1
    end
  end
  if #turns == 1 then return nil end
  self.family = { stacks = { [("+"):rep(#self.layers)] = self }, generation = self.generation }
  for _, turn in ipairs(turns) do
    local done, message = pcall(M.at_turn, self, turn)
    if not done then
      local off = {}
      for i in next, (off_in(self.layers, turn)) do off[#off + 1] = self.layers[i].name end
      table.sort(off)
      local fault = faults.refusal("variants", message)
      fault.message = ("in %s %d, without %s: %s"):format(self.published.turn_word or "turn", turn,
        table.concat(off, " and "), fault.message)
      return fault
    end
  end
end

--- The stack of a turn.
---@param self limber.Rules
---@param turn integer 0 before the first
---@return limber.Rules
function M.at_turn(self, turn)
  local family = self.family
  if not family then return self end
  local off, key = off_in(self.layers, turn)
  local one = family.stacks[key]
  if one and one.live == self.live then return one end
  if not one then
    one = setmetatable({
      name = self.name, title = self.title, published = self.published, layers = self.layers, generation = 0,
      here_reads = 0, guest = self.guest, family = family, off = off, lenient = self.lenient,
    }, getmetatable(self))
  end
  one.live = self.live
  one:compile()
  family.stacks[key] = one
  return one
end

return M
