--- Changes of the rules as they are made at the prompt: each is shown by the last odds, and goes into the journal of
--- the game that is on.
local diff <const> = require "limber.rules.diff"
local game_rules <const> = require "play.rules"
local refuse <const> = require("play.refusal").fail
local suggest <const> = require "limber.common.suggest"
local sure <const> = require("play.refusal").sure
local tables <const> = require "limber.rules.tables"

local M <const> = {}

--- A cell's own path: a table that another stands in for reads that other's cells.
local function real_path(rules, path)
  local name, places = tables.places(path)
  local whole = rules.draft.table(name)
  return tables.path(whole, (tables.locate(whole, places)))
end

--- Sets a cell of a table, as an assignment at the prompt does.
---@param path string
---@param value any
function M.set_cell(self, path, value)
  if value == nil then return M.drop_change(self, path) end
  local old, fault
  if self.play then
    old = game_rules.tweak(self.play, { cell = path, value = value })
  else
    old, fault = self.rules:set_cell(path, value)
  end
  if fault then error(fault, 0) end
  if value == old then return self:say(("%s is %s already"):format(path, tostring(value))) end
  self:say(("%s: %s, was %s"):format(path, tostring(value), tostring(old)))
  self:show_change { real_path(self.rules, path) }
end

---@param name string
---@param value any
function M.set_option(self, name, value)
  if value == nil then return M.drop_change(self, name) end
  local old = self.rules.draft.options[name]
  if self.play then
    game_rules.tweak(self.play, { option = name, value = value })
  else
    sure(self.rules:set_option(name, value))
  end
  if value == old then return self:say(("option.%s is %s already"):format(name, tostring(value))) end
  self:say(("option.%s: %s, was %s"):format(name, tostring(value), tostring(old)))
  self:show_change()
end

--- Wraps and modifiers change the rules by a function of them.
local function change(self, body)
  if not self.play then return sure(body(self.rules)) end
  return game_rules.layer(self, body)
end

--- The changes that are in no house rule, as limber.rules.diff has them.
---@return limber.Difference[]
function M.changes(self)
  local mine, rules = {}, self.play and game_rules.bare(self) or self.rules
  for _, one in ipairs(diff.of(rules)) do
    if one.layer == "yours" then mine[#mine + 1] = one end
  end
  return mine
end

local SAID <const> = { cell = "tables.", option = "option." }

--- What a change is called, to be taken back by.
---@param one limber.Difference
---@return string
function M.called(one)
  return SAID[one.what] and not one.text and SAID[one.what] .. one.name or one.typed
end

--- One of the player's changes by its name or its cell.
---@param self limber.Session
---@param command string that asks for it
---@param name string
---@return limber.Difference
function M.find(self, command, name)
  local known, found, by_end, ends = {}, nil, nil, 0
  local asked = name:gsub("^tables%.", ""):gsub("^option%.", ""):gsub("^modifier%s+", ""):gsub("^wrap%s+", "")
  for _, one in ipairs(M.changes(self)) do
    local last = one.name:match "[^%s.]+$"
    known[#known + 1], known[#known + 2] = one.name, last
    if asked == one.name or name == one.typed then found = found or one end
    if asked == last and not (by_end and by_end.typed == one.typed) then by_end, ends = one, ends + 1 end
  end
  found = found or ends == 1 and by_end or nil
  if not found then
    local none = #known == 0 and "you have changed nothing" or ":drop lists your changes"
    refuse(command, ("%s is not one of your changes%s; %s"):format(name, suggest.hint(asked, known), none))
  end
  return found
end

--- Takes one change back, by its name or its cell.
---@param name string
function M.drop_change(self, name)
  local found = M.find(self, "drop", name)
  local with = change(self, function(rules) return rules:drop(found.typed) end)
  self:say(("%s is taken back%s"):format(M.called(found), #with > 0
    and ", and everything typed with it: " .. table.concat(with, ", ") or ""))
  self:show_change(found.what == "cell" and { real_path(self.rules, found.name) } or nil)
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
  local flag = type(spec.flag) == "string" and spec.flag
  local lists = spec.of and "list " .. spec.of or "each list with the role " .. spec.role
  self:say(("modifier %s is in %s%s"):format(spec[1], lists, flag
    and ("; it counts for what has %s"):format(flag) or ""))
  self:show_change()
end

--- Adds what the words of variants have said.
---@param layer table
function M.add_typed(self, layer)
  local before = {}
  for _, one in ipairs(self:changes()) do before[one.typed] = true end
  change(self, function(rules) return rules:add_typed(layer, self.typed) end)
  for _, one in ipairs(self:changes()) do
    if not before[one.typed] then self:say(one.text or M.called(one)) end
  end
  self:show_change()
end

return M
