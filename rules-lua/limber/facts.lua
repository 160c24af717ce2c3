--- Facts of the table (distance, arc, sight, contact, …) and where they come from.
--
--   measured   the kernel's field, which holds every base and the terrain
--   told       the players, asked in the words of their table, once a command and only when a rule needs it
--   given      a replay of a game whose facts were told
-- A ruleset declares each fact with its question and how it is measured; its `measure` functions ask for it and do not
-- know which of the three answers.
local fields <const> = require "limber.fields"
local json <const> = require "kernel.json"

local M <const> = {}

---@class limber.FactUsed a fact as the journal writes it
---@field fact string
---@field of any[] what it was asked of: ids, numbers, points
---@field value any

---@class limber.FactQuestion what players are asked
---@field fact string
---@field of string[]
---@field text string in the words of the table
---@field field limber.Field what is wanted
---@field unit string? what it is counted in

---@class limber.Facts
---@field tell (fun(question: limber.FactQuestion): any)? asks the players; nil: facts are measured
---@field field fun(view: table): table the kernel's field, up to date
---@field given limber.FactUsed[]? facts of a replay, for the command under way
---@field quiet boolean nobody may be asked now
---@field used limber.FactUsed[]? those of the command under way, for the journal
---@field known table<string, any> those told during the command under way
local Facts <const> = {}
Facts.__index = Facts

---@param field fun(view: table): table
---@param tell (fun(question: limber.FactQuestion): any)?
---@return limber.Facts
function M.new(field, tell)
  return setmetatable({ field = field, tell = tell, quiet = false, known = {} }, Facts)
end

--- Begins a command: nothing is known yet but what a replay gives.
---@param given limber.FactUsed[]?
---@param keep boolean note what is used
function Facts:begin(given, keep)
  self.known, self.used, self.seen = {}, keep and {} or nil, {}
  for _, one in ipairs(given or {}) do self.known[M.key(one.fact, one.of)] = one.value end
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

local function name_of(view, id)
  local unit = view.state.units[id] or view.state.leaders[id] or view.state.formations[id]
  return unit and unit.name or tostring(id)
end

local function ask_players(self, view, declaration, of)
  if self.quiet then error({ arg = "facts", message = "that is known only when the players are asked" }, 0) end
  local text = declaration.ask:gsub("{(%d+)}", function(i) return name_of(view, of[tonumber(i)]) end)
  local field = declaration.field
  local value = self.tell { fact = declaration.name, of = of, text = text, field = field, unit = declaration.unit }
  local checked, fault = fields.check({ field }, { [field.name] = value }, view.records)
  if not checked then error(fault, 0) end
  return checked[field.name]
end

local function note(self, key, name, of, value)
  if self.seen[key] == value then return end
  self.seen[key] = value
  self.used[#self.used + 1] = { fact = name, of = of, value = value }
end

--- One fact: its value, and a margin when it was measured.
---@param view table
---@param declaration table the ruleset's `fact`
---@return any value
---@return any margin
function Facts:get(view, declaration, ...)
  if not self.tell then
    local value, margin = declaration.measured(view, self.field(view), ...)
    if self.used then
      local of = { ... }
      note(self, M.key(declaration.name, of), declaration.name, of, value)
    end
    return value, margin
  end
  local of = { ... }
  local key = M.key(declaration.name, of)
  if self.known[key] == nil then self.known[key] = ask_players(self, view, declaration, of) end
  if self.used then note(self, key, declaration.name, of, self.known[key]) end
  return self.known[key]
end

return M
