--- Facts of the table (distance, arc, sight, contact, …) and where they come from.
--
--   measured   the kernel's field, which holds every base and the terrain
--   told       the players, asked in the words of their table, once a command and only when a rule needs it
--   given      a replay of a game whose facts were told
-- A service of the table, or a ruleset, declares each fact with its question and how it is measured; what asks for it
-- does not know which of the three answers. What was told for a command that came to nothing is offered when it is
-- asked again; what was told for a command that was sealed is known when that is executed.
local fields <const> = require "limber.language.fields"
local ids <const> = require "limber.ask.ids"
local json <const> = require "kernel.json"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.FactUsed a fact as the journal writes it
---@field fact string
---@field of any[] what it was asked of: ids, numbers, points
---@field value any

---@class limber.FactQuestion what players are asked
---@field fact string
---@field of any[]
---@field text string in the words of the table
---@field field limber.Field what is wanted
---@field unit string? what it is counted in
---@field offered any? what is likely: taken when nothing else is said
---@field side string? the side of what it is asked of first: whose own is "own"
---@field view limber.View
---@field check fun(value: any): any, limber.Refusal? the value with its defaults, or why it will not do

---@class limber.Facts
---@field tell (fun(question: limber.FactQuestion): any)? asks the players; nil: facts are measured
---@field field fun(view: table): table the kernel's field, up to date
---@field quiet boolean players may not be asked now
---@field used limber.FactUsed[]? those told for the command under way, for the journal
---@field known table<string, any> those told or given during the command under way, by key
---@field offers table<string, any> what was told since the last command that stood
local Facts <const> = {}
Facts.__index = Facts

---@param field fun(view: table): table
---@param tell (fun(question: limber.FactQuestion): any)?
---@return limber.Facts
function M.new(field, tell)
  return setmetatable({ field = field, tell = tell, quiet = false, known = {}, offers = {} }, Facts)
end

--- What a fact is known by. A point is written out: its address would be another in the next run.
---@param name string
---@param of any[]
---@return string
function M.key(name, of)
  local parts = { name }
  for i, one in ipairs(of) do parts[i + 1] = type(one) == "table" and json.encode(one) or tostring(one) end
  return table.concat(parts, "/")
end

--- Begins a command: nothing is known yet but what a replay gives.
---@param given limber.FactUsed[]?
function Facts:begin(given)
  self.known, self.used, self.seen = {}, self.tell and {} or nil, {}
  self:recall(given)
end

--- Takes what was told before as known; what is known already stays.
---@param list limber.FactUsed[]?
function Facts:recall(list)
  for _, one in ipairs(list or {}) do
    local key = M.key(one.fact, one.of)
    if self.known[key] == nil then self.known[key] = one.value end
  end
end

--- Offers what was told before when it is asked again.
---@param list limber.FactUsed[]?
function Facts:offer(list)
  if not self.tell then return end
  for _, one in ipairs(list or {}) do self.offers[M.key(one.fact, one.of)] = one.value end
end

--- What the players' word is for the command under way, to be kept with it; nil when nothing was told.
---@return limber.FactUsed[]?
function Facts:to_keep()
  return self.tell and #self.used > 0 and tree.copy(self.used) or nil
end

--- A command stands: what was told for it is no longer offered, and what is measured from now on is not its own.
function Facts:stood()
  self.used = nil
  if next(self.offers) then self.offers = {} end
end

--- The names of a fact's subject: of one id, of several, or a number unchanged.
local function name_of(view, id)
  if type(id) == "table" then
    local names = {}
    for i, one in ipairs(id) do names[i] = name_of(view, one) end
    return table.concat(names, ", ")
  end
  local node = tree.node(view.state, id)
  return node and node.name or tostring(id)
end

--- A check of an answer: its field, the ids in it, and what the ruleset says cannot be.
local function checker(view, declaration, of, side)
  local field = declaration.field
  return function(value)
    local checked, fault = fields.check({ field }, { [field.name] = value }, view.records)
    if not checked then return nil, fault end
    fault = ids.wrong(view, { field }, checked, side)
    if not fault and declaration.check then
      fault = declaration.check(view, checked[field.name], table.unpack(of))
    end
    if fault then return nil, fault end
    return checked[field.name]
  end
end

--- What a function gives when the players are asked nothing; nothing where only they know, and thirdly that in words.
---@param fn function
---@return any ...
function Facts:unasked(fn, ...)
  if not self.tell then return fn(...) end
  local was = self.quiet
  self.quiet = true
  local result = table.pack(pcall(fn, ...))
  self.quiet = was
  if result[1] then return table.unpack(result, 2, result.n) end
  local fault = result[2]
  if type(fault) == "table" and fault.arg == "facts" then return nil, nil, fault.message end
  error(fault, 0)
end

--- What a fact most likely is: what was told for a command that came to nothing, or what its ruleset suggests, without
--- asking anybody; of a list without any of that, what it declares.
local function likely(self, view, declaration, of, key)
  if self.offers[key] ~= nil then return self.offers[key] end
  local field = declaration.field
  if declaration.suggest == nil then return field.kind == "list" and field.default or nil end
  if type(declaration.suggest) ~= "function" then return tree.copy(declaration.suggest) end
  return (self:unasked(declaration.suggest, view, table.unpack(of)))
end

local function ask_players(self, view, declaration, of, key)
  if self.quiet then error({ arg = "facts", message = "only the players know that" }, 0) end
  local node = tree.node(view.state, of[1])
  local side = node and (node.side or view.state.sides[of[1]] and of[1]) or view.side
  local check = checker(view, declaration, of, side)
  local offered = likely(self, view, declaration, of, key)
  if offered ~= nil then offered = check(offered) end
  local text = declaration.ask:gsub("{(%w[%w_]*)}", function(place)
    local i = math.tointeger(tonumber(place))
    if i then return name_of(view, of[i]) end
    return tostring(view.rules.constant[place])
  end)
  local value = self.tell {
    fact = declaration.name, of = of, text = text, field = declaration.field, unit = declaration.unit,
    offered = offered, side = side, view = view, check = check,
  }
  local checked, fault = check(value)
  if checked == nil then error(fault, 0) end
  self.offers[key] = checked
  return checked
end

local function note(self, key, name, of, value)
  if self.seen[key] == value then return end
  self.seen[key] = value
  self.used[#self.used + 1] = { fact = name, of = of, value = value }
end

--- What a fact is on a measured table; of one that only players are asked for, what the ruleset takes it to be.
local function measured(self, view, declaration, ...)
  local how = declaration.measured
  if type(how) == "function" then return how(view, self.field(view), ...) end
  if how == nil then error(("the fact %q is not measured: ask it by view:told"):format(declaration.name), 0) end
  return tree.copy(how)
end

--- One fact: its value, and a margin when it was measured. What players say is noted for the journal; what is measured
--- follows from the state.
---@param view table
---@param declaration table the ruleset's `fact`
---@return any value
---@return any margin
function Facts:get(view, declaration, ...)
  if not self.tell then return measured(self, view, declaration, ...) end
  local of = { ... }
  local key = M.key(declaration.name, of)
  if self.known[key] == nil then self.known[key] = ask_players(self, view, declaration, of, key) end
  if self.used then note(self, key, declaration.name, of, self.known[key]) end
  return self.known[key]
end

return M
