--- Makes sure that a guest's file keeps nothing that changes after it has been read.
--
-- A function can keep something from one question to the next in a local of its file: a counter, a deck of cards. No
-- undo, branch or replay knows of it. So after a file has been read, everything that its functions hold is settled:
-- tables and the file's own names become read-only, and other values are noted. After each command and question `check`
-- compares, puts back what has changed, and raises it with file, line and name. What a call makes for itself, closures
-- too, stays free.
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

---@class limber.Settled what the functions of a file held when it had been read
---@field notes limber.HeldValue[]

---@class limber.HeldValue
---@field fn function
---@field at integer which of its upvalues
---@field name string
---@field value any
---@field place string

--- Guests' functions can lie behind functions of the framework that were made for them, but not far.
local DEEPEST <const> = 3

local KEPT <const> =
  "`%s` cannot keep anything from one question to the next: give the battle, a side or a unit a field for it; " ..
  "play:draw keeps a deck of cards"

--- The words of the lines of a text that declare a local, each with the first such line.
local function declared_in(text)
  local lines, number = {}, 0
  for line in (text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    local code = line:find("local", 1, true) and line:gsub("%-%-.*", "") or ""
    if code:find "%f[%w_]local%f[^%w_]" then
      for name in code:gmatch "[%w_]+" do lines[name] = lines[name] or number end
    end
  end
  return lines
end

--- Environments and what they have become: a file's functions may be settled twice.
local closed_envs <const> = setmetatable({}, { __mode = "k" })

--- The environment of a file that has been read: its names are read-only, and the tables under them.
local function closed_env(env)
  local closed = closed_envs[env]
  if closed then return closed end
  local meta, names = getmetatable(env), {}
  for name, value in next, env do
    if type(value) == "table" and value ~= env and not getmetatable(value) then value = sandbox.freeze(value, name) end
    names[name] = value
  end
  if names._ENV ~= nil then names._ENV = nil end
  closed = setmetatable({}, {
    __index = setmetatable(names, meta), __metatable = false,
    __newindex = function(_, name) error(KEPT:format(tostring(name)), 2) end,
  })
  closed_envs[env], closed_envs[closed] = closed, closed
  return closed
end

local function place_of(self, fn, name)
  local info = debug.getinfo(fn, "S")
  local path = info.source:gsub("^@", "")
  self.lines[path] = self.lines[path] or declared_in(self.texts[path])
  return ("%s:%d"):format(path, self.lines[path][name] or math.max(info.linedefined, 1))
end

local function is_own(self, fn)
  local info = debug.getinfo(fn, "S")
  return info.what ~= "C" and self.texts[info.source:gsub("^@", "")] ~= nil
end

--- Tables that guard themselves, and objects, are nobody's to keep something in.
local function is_plain(value)
  local meta = debug.getmetatable(value)
  return not meta or rawget(meta, "__index") == nil and rawget(meta, "__newindex") == nil
end

--- What every file of a guest has settled, for as long as its rules are there.
local all <const> = setmetatable({}, { __mode = "k" })

--- The folders of the program's own Lua, as its functions name them.
local ROOT <const> = debug.getinfo(1, "S").source:match "^@(.-)rules%-lua/limber/"

--- Is that the path of a file of the program's own? Functions are known by their files: none of a guest's may have it.
---@param path string
---@return boolean
function M.is_own_path(path)
  for _, folder in ipairs { "rules-lua/limber/", "repl/" } do
    local own = ROOT .. folder
    if path:sub(1, #own) == own then return true end
  end
  return false
end

local find

--- Notes a guest's function where trusted code will call it: `put(f)` puts another in its place there.
local function found(self, value, how, depth, put)
  if type(value) == "function" and is_own(self, value) then
    self.own[#self.own + 1] = value
    self.slots[#self.slots + 1] = { value = value, how = how, put = put }
  else
    find(self, value, how, depth)
  end
end

--- Finds the guest's functions in what its file has declared: in tables, and in functions of the framework that were
--- made for it.
function find(self, value, how, depth)
  local kind = type(value)
  if kind ~= "table" and kind ~= "function" or self.seen[value] or depth > DEEPEST or all[value] then return end
  if kind == "function" and debug.getinfo(value, "S").what == "C" then return end -- also those that are entered already
  self.seen[value] = true
  if kind == "table" then
    for key, inner in next, value do
      local way = how == "battle" and key == "build" and key or how == "pure" and key == "resolve" and key or how
      found(self, inner, way, depth, function(f) value[key] = f end)
    end
    return
  end
  for at = 1, 255 do
    local name, inner = debug.getupvalue(value, at)
    if not name then return end
    if type(inner) == "function" or type(inner) == "table" and is_plain(inner) then
      found(self, inner, how, depth + 1, function(f) debug.setupvalue(value, at, f) end)
    end
  end
end

local look

local function look_inside(self, value, name, owner)
  if type(value) == "function" then
    look(self, value, name, owner)
  elseif type(value) == "table" and not self.looked[value] then
    self.looked[value] = true
    for _, inner in next, value do look_inside(self, inner, name, owner) end
  end
end

--- Notes one thing that a guest's function holds, or a function of C that `owner` holds. Tables are gathered, to be
--- frozen all at once: they may hold each other.
local function hold(self, fn, at, name, value, owner)
  local id = debug.upvalueid(fn, at)
  if self.ids[id] then return end
  self.ids[id] = true
  local held = { fn = fn, at = at, name = name, value = value, place = place_of(self, owner, name) }
  self.notes[#self.notes + 1] = held
  if type(value) == "table" and is_plain(value) then
    self.tables[#self.tables + 1], self.held[#self.held + 1] = value, held
    look_inside(self, value, name, owner)
  elseif type(value) == "function" then
    look(self, value, name, owner)
  end
end

--- Settles what a guest's function holds, and what functions of C do that it made, iterators.
function look(self, fn, name, owner)
  if self.looked[fn] then return end
  self.looked[fn] = true
  local own, of_c = is_own(self, fn), debug.getinfo(fn, "S").what == "C"
  for at = 1, own and 255 or of_c and owner and 255 or 0 do
    local called, value = debug.getupvalue(fn, at)
    if not called then return end
    if own and called == "_ENV" then
      debug.setupvalue(fn, at, closed_env(value))
    elseif own then
      hold(self, fn, at, called, value, fn)
    elseif type(value) ~= "table" then
      hold(self, fn, at, name, value, owner)
    end
  end
end

local function freeze_tables(self)
  if #self.tables == 0 then return end
  local messages = {}
  for i, held in ipairs(self.held) do
    local function name_all(value)
      if type(value) ~= "table" or messages[value] then return end
      messages[value] = held.place .. ": " .. KEPT:format(held.name)
      for _, inner in next, value do name_all(inner) end
    end
    name_all(self.tables[i])
  end
  local frozen = sandbox.freeze(self.tables, "these values", messages)
  for i, held in ipairs(self.held) do
    held.value = frozen[i]
    debug.setupvalue(held.fn, held.at, held.value)
  end
end

--- Keys of declarations whose functions are questions of the rules: they are handed nothing of a battle.
local PURE <const> = {
  args = true, cells = true, lookups = true, matters = true, modifiers = true, options = true, out = true,
  procedures = true, records = true, rows = true, wraps = true,
}

--- What a layer holds that is Limber's own.
local OURS <const> = { game_words = true }

--- Settles the functions that are reached from what a file has declared. Trusted code then calls them by the membrane
--- (limber.rules.guest).
---@param declared table
---@param texts table<string, string> of the guest's files, by path
---@param entered (fun(fn: function, how: string): function)? not given: for what ships
---@return limber.Settled
function M.settle(declared, texts, entered)
  local self = {
    texts = texts, notes = {}, seen = {}, looked = {}, ids = {}, tables = {}, held = {}, lines = {},
    own = {}, slots = {},
  }
  for _, path in ipairs(sorted.keys(texts)) do
    if M.is_own_path(path) then error(("%s is the path of one of Limber's own files"):format(path), 0) end
    sandbox.strangers(path)
  end
  for _, key in ipairs(sorted.keys(declared)) do
    if not OURS[key] then
      found(self, declared[key], PURE[key] and "pure" or "battle", 0, function(f) declared[key] = f end)
    end
  end
  for _, fn in ipairs(self.own) do look(self, fn) end
  freeze_tables(self)
  for _, slot in ipairs(entered and self.slots or {}) do slot.put(entered(slot.value, slot.how)) end
  local settled = { notes = self.notes }
  all[settled] = true
  return settled
end

--- Puts back what has changed of what was settled. Gives the first of it.
local function put_back(settled)
  local first
  for _, held in ipairs(settled.notes) do
    local _, value = debug.getupvalue(held.fn, held.at)
    if not rawequal(value, held.value) then
      debug.setupvalue(held.fn, held.at, held.value)
      first = first or held
    end
  end
  return first
end

--- Raises the first that has changed of what was settled; all of it is put back.
---@param list limber.Settled[]
function M.check(list)
  local first
  for i = 1, #list do
    local held = put_back(list[i])
    first = first or held
  end
  if not first then return end
  local _, failure = sandbox.run(nil, error, ("%s: %s"):format(first.place, KEPT:format(first.name)), 0)
  error(failure, 0)
end

--- The same for all files that there are.
function M.check_all()
  local list = {}
  for settled in next, all do list[#list + 1] = settled end
  M.check(list)
end

--- Does what was settled hold what it did?
---@param settled limber.Settled?
---@return boolean
function M.unchanged(settled)
  for _, held in ipairs(settled and settled.notes or {}) do
    local _, value = debug.getupvalue(held.fn, held.at)
    if not rawequal(value, held.value) then return false end
  end
  return settled ~= nil
end

--- Puts all back without a word, where the work that changed it is undone anyway.
---@param list limber.Settled[]
function M.restore(list)
  for i = 1, #list do put_back(list[i]) end
end

return M
