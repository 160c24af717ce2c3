--- The state as one side may know it: without the other's hidden pieces, private orders and sealed commands.
local M <const> = {}

--- The nodes of a place that a side sees; nil when it sees them all.
local function without_hidden(root, words, side, place)
  local hidden, nodes = nil, root[place]
  for _, id in ipairs(root.order[place]) do
    local node = nodes[id]
    if node and node.side ~= side and words.hidden(root, side, node) then
      hidden = hidden or {}
      hidden[id] = true
    end
  end
  if not hidden then return nil end
  local seen = {}
  for id, node in next, nodes do
    if not hidden[id] then seen[id] = node end
  end
  return seen
end

--- Nodes of a place, those of the other side without what is private to it.
local function without_private(nodes, keys, side)
  local seen = {}
  for id, node in next, nodes do
    if node.side ~= side then
      local open = {}
      for key, value in next, node do open[key] = value end
      for _, key in ipairs(keys) do open[key] = nil end
      node = open
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

--- The state as one side sees it.
---@param root table
---@param words limber.GameWords
---@param side string
---@return table
function M.by(root, words, side)
  local frames = without_sealed(root.frames, side)
  local units = words.hidden and without_hidden(root, words, side, "units")
  local leaders = words.hidden and without_hidden(root, words, side, "leaders")
  if not (frames or units or leaders or next(words.private)) then return root end
  local seen = {}
  for key, value in next, root do seen[key] = value end
  seen.frames, seen.units, seen.leaders = frames or root.frames, units or root.units, leaders or root.leaders
  for place, keys in next, words.private do seen[place] = without_private(seen[place], keys, side) end
  return seen
end

return M
