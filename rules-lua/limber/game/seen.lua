--- The state as one side may know it: without the other's hidden pieces, private orders and sealed commands.
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Adds the units or leaders that a side does not see to `hidden`.
local function add_hidden(root, words, side, place, hidden)
  for _, id in ipairs(root.order[place]) do
    local node = root[place][id]
    if node and node.side ~= side and words.hidden(root, side, node) then hidden[id] = true end
  end
end

--- Adds the formations that have hidden units and none that a side sees, or has seen.
local function add_formations(root, hidden)
  local lies, known = {}, {}
  for _, id in ipairs(root.order.units) do
    local unit = root.units[id]
    local above, of = unit and unit.formation, hidden[id] and lies or known
    while above and not of[above] do
      of[above] = true
      above = root.formations[above] and root.formations[above].formation
    end
  end
  for id in next, lies do hidden[id] = not known[id] or nil end
end

--- Units, leaders and formations that are hidden from a side, by id; nil when it sees them all.
---@param root table
---@param words limber.GameWords
---@param side string
---@return table<string, boolean>?
function M.hidden(root, words, side)
  if not words.hidden then return nil end
  local hidden = {}
  add_hidden(root, words, side, "units", hidden)
  add_hidden(root, words, side, "leaders", hidden)
  if not next(hidden) then return nil end
  add_formations(root, hidden)
  return hidden
end

--- A leader or formation of the other side without the fields that name somebody hidden.
local function unnamed(node, hidden)
  local seen
  for key, value in next, node do
    if hidden[value] then
      seen = seen or tree.shallow(node)
      seen[key] = nil
    end
  end
  return seen or node
end

--- The nodes of a place that a side sees, where some are hidden.
local function without_hidden(place, nodes, hidden, side)
  local seen = {}
  for id, node in next, nodes do
    if not hidden[id] then
      seen[id] = place ~= "units" and node.side ~= side and unnamed(node, hidden) or node
    end
  end
  return seen
end

local function holds_one(node, keys)
  for i = 1, #keys do
    if node[keys[i]] ~= nil then return true end
  end
end

--- Nodes of a place, those of the other side without what is private to it.
local function without_private(nodes, keys, side)
  local seen = {}
  for id, node in next, nodes do
    if node.side ~= side and holds_one(node, keys) then
      node = tree.shallow(node)
      for i = 1, #keys do node[keys[i]] = nil end
    end
    seen[id] = node
  end
  return seen
end

--- A question to the other side: only that it is asked, and its options.
local function asked_of_other(choice)
  return { side = choice.side, ask = choice.ask, options = choice.options }
end

--- The frames as one side may know them: without sealed commands of others and the subject of questions to them.
local function without_sealed(frames, side)
  local seen
  for i, frame in ipairs(frames) do
    if frame.choice and frame.choice.side ~= side then
      seen = seen or table.move(frames, 1, #frames, 1, {})
      seen[i] = {
        sequence = frame.sequence, step = frame.step, about = {}, choice = asked_of_other(frame.choice),
      }
    elseif frame.sealed then
      seen = seen or table.move(frames, 1, #frames, 1, {})
      local copy = {}
      for key, value in next, frame do copy[key] = value end
      copy.sealed = { [side] = frame.sealed[side] }
      seen[i] = copy
    end
  end
  return seen
end

--- A value without the ids of those whom a side does not see; itself when there are none in it.
local function without_ids(value, hidden)
  if type(value) ~= "table" then
    if hidden[value] then return nil end
    return value
  end
  local copy, same, length = {}, true, #value
  for key, one in next, value do
    local kept = without_ids(one, hidden)
    same = same and kept == one
    if math.type(key) ~= "integer" or key > length then copy[key] = kept end
  end
  if same then return value end
  for i = 1, length do copy[#copy + 1] = without_ids(value[i], hidden) end
  return copy
end

local function same_ids(one, other)
  for id in next, one do
    if not other[id] then return false end
  end
  for id in next, other do
    if not one[id] then return false end
  end
  return true
end

--- The order of pieces without those that are hidden: the same for as long as these and the pieces are the same.
local function order_seen(state, hidden, kept)
  if not kept.order or kept.members ~= state.members or not same_ids(kept.left_out, hidden) then
    kept.order, kept.left_out, kept.members = without_ids(state.root.order, hidden), hidden, state.members
  end
  return kept.order
end

--- The places that a side does not see as they are: the same while nothing changes but what is under way.
local function places_seen(state, words, side, kept)
  if kept.standing == state.standing and kept.words == words then return kept.places, kept.hidden end
  local root, places = state.root, {}
  local hidden = M.hidden(root, words, side)
  for _, place in ipairs(hidden and { "units", "leaders", "formations" } or {}) do
    places[place] = without_hidden(place, root[place], hidden, side)
  end
  for place, keys in next, words.private do
    places[place] = without_private(places[place] or root[place], keys, side)
  end
  places.order = hidden and order_seen(state, hidden, kept) or nil
  kept.standing, kept.words, kept.places, kept.hidden = state.standing, words, places, hidden
  return places, hidden
end

--- The state as one side sees it.
---@param state limber.State
---@param words limber.GameWords
---@param side string
---@param kept table what is kept of it for the next time
---@return table
function M.by(state, words, side, kept)
  local root = state.root
  local frames = without_sealed(root.frames, side)
  local places, hidden = places_seen(state, words, side, kept)
  if not frames and next(places) == nil then return root end
  local seen = {}
  for key, value in next, root do seen[key] = value end
  for place, nodes in next, places do seen[place] = nodes end
  seen.frames = frames or root.frames
  if hidden then
    seen.frames = without_ids(seen.frames, hidden)
    seen.asks = without_hidden("units", root.asks, hidden, side)
  end
  return seen
end

return M
