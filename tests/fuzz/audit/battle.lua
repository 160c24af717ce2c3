--- A traced battle as it went: the state made anew from the beginning and the changes, event by event.
local M <const> = {}

local function at_path(root, path)
  local node = root
  for i = 1, #path - 1 do
    if type(node) ~= "table" then return nil end
    node = node[path[i]]
  end
  return node, path[#path]
end

local function copy_of(value)
  if type(value) ~= "table" then return value end
  local copy = {}
  for key, inner in next, value do copy[key] = copy_of(inner) end
  return copy
end

local function make(root, change)
  local node, key = at_path(root, change.path)
  if not node then error("the trace changes what is not there: " .. table.concat(change.path, ".")) end
  if change.insert ~= nil then
    table.insert(node, key, change.insert)
  elseif change.remove ~= nil then
    table.remove(node, key)
  else
    node[key] = change.new
  end
end

local function unmake(root, change)
  local node, key = at_path(root, change.path)
  if change.insert ~= nil then
    table.remove(node, key)
  elseif change.remove ~= nil then
    table.insert(node, key, copy_of(change.remove))
  else
    node[key] = copy_of(change.old)
  end
end

--- Numbers of lists come as places; a path's whole numbers lead into lists.
local function back_to(root, lines, from, parent)
  local above, line = {}, parent
  while line do
    above[line], line = true, lines[line].parent
  end
  while from and not above[from] do
    for i = #lines[from].changes, 1, -1 do unmake(root, lines[from].changes[i]) end
    from = lines[from].parent
  end
  local way, target = {}, parent
  while target and target ~= from do
    table.insert(way, 1, target)
    target = lines[target].parent
  end
  for _, id in ipairs(way) do
    for _, change in ipairs(lines[id].changes) do make(root, copy_of(change)) end
  end
end

---@class audit.Watcher
---@field memory table what it keeps from line to line, as plain data: a branch goes on from what it was there
---@field line fun(self, line: table, root: table)? before a line
---@field event fun(self, line: table, nth: integer, root: table)? before an event's changes; nth 0: before any event
---@field change fun(self, line: table, change: table, root: table)? before a change
---@field after fun(self, line: table, root: table)? after a line

--- Plays a trace for some watchers.
---@param trace table[] its lines
---@param watchers audit.Watcher[]
function M.play(trace, watchers)
  local root, lines, at, saved = trace[1].state, {}, nil, {}
  local function remembered()
    local all = {}
    for i, watcher in ipairs(watchers) do all[i] = copy_of(watcher.memory or {}) end
    return all
  end
  local first = remembered()
  local function call(name, ...)
    for _, watcher in ipairs(watchers) do
      if watcher[name] then watcher[name](watcher, ...) end
    end
  end
  for i = 2, #trace do
    local line = trace[i]
    lines[line.id] = line
    if at ~= line.parent then
      back_to(root, lines, at, line.parent)
      local memories = saved[line.parent or 0] or first
      for n, watcher in ipairs(watchers) do watcher.memory = copy_of(memories[n]) end
    end
    at = line.id
    call("line", line, root)
    local nth = 1
    for event = 0, #line.events do
      call("event", line, event, root)
      while line.changes[nth] and (line.changes[nth].event or 0) <= event do
        call("change", line, line.changes[nth], root)
        make(root, copy_of(line.changes[nth]))
        nth = nth + 1
      end
    end
    call("after", line, root)
    saved[line.id] = remembered()
  end
end

return M
