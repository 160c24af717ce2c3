--- Calls everything that rules can reach with every kind of argument, and writes to everything they can reach.
--
-- What can be reached from some values is found by looking: the fields of tables (frozen ones included, whose contents
-- only pairs shows), the metatables of tables, strings and userdata with their functions, and what the calls themselves
-- give. Each function is called with no argument, with each value alone, with pairs of values, and with longer lists
-- drawn by a generator of fixed seed. Nothing here depends on time or on the order of a hash.
local sandbox <const> = require "kernel.sandbox"

local M <const> = {}

--- Errors are caught inside the run: the traceback of each would take longer than the call.
local pcall_within <const> = sandbox.env().pcall

local BUDGET <const> = { instructions = 20000, bytes = 4 * 1024 * 1024, seconds = 0.5 }

--- What the arguments are drawn from, made anew for each run; `given` are the userdata and views to be tried too.
local function arguments(given)
  local loop, wide, deep = { 1 }, {}, {}
  loop.self = loop
  for i = 1, 60 do wide[i] = i end
  for _ = 1, 60 do deep = { deep, deep } end
  local values = {
    true, false, 0, 1, -1, 2, 5, 255, math.maxinteger, math.mininteger, 1 << 53, 0.0, -0.0, 0.5, 3.0, 1e300, 1e-320,
    math.huge, -math.huge, 0 / 0, "", "a", "10", "0x1p4", "1e999", "a\0b", ("x"):rep(70000), "%", "%d%s",
    "[a", "(", "%b", "\xff\xfe", "31", "n", {}, { 1, 2, 3 }, { a = 1, x = 5, y = 6 }, { [-1] = true, [0.5] = {} },
    loop, wide, deep, { { x = 1, y = 2 }, { x = 3, y = 4 }, { x = 9, y = 0 } }, sandbox.freeze { 1, 2, { 3 } },
    sandbox.freeze({ a = { b = 1 }, n = 0 / 0 }, "x"), math.abs, function(...) return ... end, function() error "x" end,
    function() return 1 end, string.gmatch("a b", "%a"),
  }
  table.move(given or {}, 1, #(given or {}), #values + 1, values)
  return values
end

--- A generator of whole numbers, 1 to n, the same every time.
local function generator()
  local state = 88172645463325252
  return function(n)
    state = state ~ (state << 13)
    state = state ~ (state >> 7)
    state = state ~ (state << 17)
    return (state >> 1) % n + 1
  end
end

local function kind_key(value, path)
  local kind = type(value)
  if kind == "function" then
    local info = debug.getinfo(value, "S")
    return info.what == "C" and "C " .. path or info.source .. info.linedefined
  end
  return kind
end

--- Everything that can be reached from `root` by looking: calls found(kind, value, path) once each.
---@param root any
---@param path string
---@param found fun(value: any, path: string)
---@param seen table<any, boolean>?
---@param bare boolean? without metatables: what rules can get by reading
function M.look(root, path, found, seen, bare)
  seen = seen or {}
  local function visit(value, at, depth)
    local kind = type(value)
    if kind ~= "table" and kind ~= "userdata" and kind ~= "function" or seen[value] or depth > 12 then return end
    seen[value] = true
    found(value, at)
    if kind == "function" then return end
    local meta = debug.getmetatable(value)
    if kind == "table" then
      for key, inner in sandbox.sorted_pairs(meta and rawget(meta, "__pairs") and value or M.shallow(value)) do
        visit(inner, ("%s.%s"):format(at, tostring(key)), depth + 1)
      end
    end
    if meta and not bare then
      for key, inner in sandbox.sorted_pairs(M.shallow(meta)) do
        if type(inner) == "function" or key == "__index" and kind == "userdata" then
          visit(inner, ("%s<%s>"):format(at, tostring(key)), depth + 1)
        end
      end
    end
  end
  visit(root, path, 0)
  return seen
end

--- The fields of a table that can be put in order.
function M.shallow(value)
  local copy = {}
  for key, inner in next, value do
    if type(key) == "string" or type(key) == "number" or type(key) == "boolean" then copy[key] = inner end
  end
  return copy
end

local function shows_address(value)
  if type(value) == "table" then value = rawget(value, "message") end
  return type(value) == "string" and #value < 10000 and value:find "0x%x%x%x%x%x%x%x+" ~= nil
end

--- Calls the functions reached from `root`, and those their results lead to. Gives how many there were, how many calls
--- were made, and a list of those whose results or messages show an address.
---@param root any
---@param opts { few: boolean?, given: any[]?, skip: table<function, boolean>? }?
function M.call_all(root, opts)
  opts = opts or {}
  local values, draw = arguments(opts.given), generator()
  local pairs_tried, lists_tried = opts.few and 20 or 150, opts.few and 20 or 200
  if os.getenv "LIMBER_REACH" == "few" then pairs_tried, lists_tried = 3, 3 end -- where each allocation takes long
  local queue, seen, kinds, calls, shown = {}, {}, {}, 0, {}
  local function add(value, path)
    if type(value) ~= "function" or opts.skip and opts.skip[value] then return end
    local key = kind_key(value, path)
    kinds[key] = (kinds[key] or 0) + 1
    if kinds[key] <= 2 then queue[#queue + 1] = { value, path } end
  end
  M.look(root, "env", add, seen)
  M.look("", "string", add, seen)
  for _, method in sandbox.sorted_pairs(M.shallow(debug.getmetatable("").__index)) do add(method, "string") end
  for i, value in ipairs(opts.given or {}) do M.look(value, "given" .. i, add, seen) end
  local function try(one, ...)
    calls = calls + 1
    local results = table.pack(sandbox.run(BUDGET, pcall_within, one[1], ...))
    for i = 2, results.n do
      if shows_address(results[i]) then shown[#shown + 1] = ("%s: %s"):format(one[2], tostring(results[i])) end
      local kind = type(results[i])
      if results[1] and results[2] == true and #one[2] < 150 and (kind == "function" or kind == "userdata" or kind == "table") then
        M.look(results[i], one[2] .. "()", add, seen)
      end
    end
  end
  local at = 1
  while at <= #queue do
    local one = queue[at]
    at = at + 1
    try(one)
    for _, value in ipairs(values) do try(one, value) end
    for _ = 1, pairs_tried do try(one, values[draw(#values)], values[draw(#values)]) end
    for _ = 1, lists_tried do
      local list, n = {}, 2 + draw(5)
      for i = 1, n do list[i] = values[draw(#values)] end
      if draw(5) == 1 then list[draw(n)] = nil end
      try(one, table.unpack(list, 1, n))
    end
  end
  return #queue, calls, shown, queue
end

--- Tries to write to every table reached from `root`, as rules could. Gives the paths of those that took it.
---@param root any
---@return string[]
function M.write_all(root)
  local written = {}
  local function spoil(value, path)
    if type(value) ~= "table" then return end
    local done = pcall(function()
      value.spoilt = "spoilt"
      value[1] = "spoilt"
    end)
    pcall(table.insert, value, "spoilt")
    for key in sandbox.sorted_pairs(M.shallow(value)) do pcall(function() value[key] = "spoilt" end) end
    if done then written[#written + 1] = path end
  end
  M.look(root, "env", spoil)
  return written
end

return M
