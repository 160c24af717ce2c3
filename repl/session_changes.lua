--- Changes of the rules as they are made at the prompt: each is shown by the last odds, and goes into the journal of
--- the game that is on.
local game_rules <const> = require "game_rules"
local sure <const> = require("refusal").sure
local tables <const> = require "limber.tables"
local variants <const> = require "limber.variants"

local M <const> = {}

--- A cell's own path: a table that another stands in for reads that other's cells.
local function real_path(rules, path)
  local name, places = variants.places(path)
  local whole = rules.draft.table(name)
  return tables.path(whole, (tables.locate(whole, places)))
end

--- Sets a cell of a table, as an assignment at the prompt does.
---@param path string
---@param value any
function M.set_cell(self, path, value)
  local old, fault
  if self.play then
    old = game_rules.tweak(self.play, { cell = path, value = value })
  else
    old, fault = self.rules:set_cell(path, value)
  end
  if fault then error(fault, 0) end
  self:say(("%s: %s, was %s"):format(path, tostring(value), tostring(old)))
  self:show_change { real_path(self.rules, path) }
end

---@param name string
---@param value any
function M.set_option(self, name, value)
  local old = self.rules.draft.options[name]
  if self.play then
    game_rules.tweak(self.play, { option = name, value = value })
  else
    sure(self.rules:set_option(name, value))
  end
  self:say(("option.%s: %s, was %s"):format(name, tostring(value), tostring(old)))
  self:show_change()
end

--- Wraps and modifiers change the rules by a function of them.
local function change(self, body)
  if not self.play then return sure(body(self.rules)) end
  game_rules.layer(self, body)
  self:use(self.play.game.rules)
end

---@param name string
---@param fn function
function M.set_wrap(self, name, fn)
  change(self, function(rules) return rules:set_wrap(name, fn, self.typed) end)
  self:say(name .. " is wrapped")
  self:show_change()
end

---@param spec table
function M.add_modifier(self, spec)
  change(self, function(rules) return rules:add_modifier(spec, self.typed) end)
  self:say(("modifier %s is in list %s"):format(spec[1], spec.of))
  self:show_change()
end

return M
