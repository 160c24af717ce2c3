--- What the players' word sets: a field that the ruleset or a house rule declares takes what it can hold, and of a
--- piece that can have it. A ruleset's `carries` may say more by `refuses`, which gives a refusal:
---
---   carries "unit" { args = { … }, refuses = function(rules, unit, name, value)
---     if name == "guns" and unit.arm ~= "artillery" then return refuse("guns", "is for artillery") end
---   end }
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local house_fields <const> = require "limber.rules.house_fields"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- The kinds of pieces by their places in the state.
local BY_PLACE <const> = {}
for _, kind in next, house_fields.KINDS do
  if kind.place then BY_PLACE[kind.place] = kind.carries end
end

--- What declares the fields of a node that a path leads to, and the field's name; nil where no field is declared.
local function carries_of(game, path)
  local words = game.words.carries
  local of_battle = path:match "^battle%.([^.]+)$"
  if of_battle then return words.scenario, of_battle end
  local place, name = path:match "^(%a+)%.[^.]+%.([^.]+)$"
  return place and words[BY_PLACE[place] or place], name
end

--- A field as it is in play: what changes there may have another range than a scenario gives.
local function field_of(carries, name)
  return house_fields.find(carries.changes, name) or house_fields.find(carries.args, name)
end

--- Why a piece that a field names is none; nil when it is there.
local function refuse_name(game, field, path, value)
  local there = field.names and field.kind == "text" and game.state.root[field.names]
  if not there or there[value] then return nil end
  return faults.refusal("value", "%s: there is no %s in the %s%s", path, tostring(value), field.names,
    suggest.hint(tostring(value), sorted.keys(there)))
end

--- Why a value cannot stand at a path.
---@param game limber.Game
---@param node table
---@param path string
---@param value any
---@return limber.Refusal?
---@return boolean? declared a field that is declared: its declaration has been asked
function M.refuse(game, node, path, value)
  local carries, name = carries_of(game, path)
  local field = carries and field_of(carries, name)
  if not field or field.ground then return nil end
  local one = {}
  for key, of in next, field do one[key] = of end
  one.optional, one.default = true, nil
  local checked, fault = fields.check({ one }, { [name] = value }, game.rules.records)
  if not checked then return faults.refusal("value", "%s%s", path, fault.message:sub(#fault.arg + 1)) end
  local refused = refuse_name(game, field, path, value)
  if refused then return refused end
  refused = carries.refuses and carries.refuses(game.rules.view, node, name, value)
  if refused then return faults.refusal("value", "%s%s", path, refused.message:sub(#refused.arg + 1)) end
  return nil, true
end

return M
