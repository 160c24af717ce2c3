--- What `:amend` may set: the fields that a ruleset declares of units, leaders, formations, sides, ground and the
--- battle, and those that they have in play, each to a value of its kind.
local fields <const> = require "limber.language.fields"
local fail <const> = require("play.refusal").fail
local json <const> = require "kernel.json"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"
local sorted <const> = require "limber.common.sorted"
local tree <const> = require "limber.common.tree"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

local M <const> = {}

--- The places of the state that have fields, and what a ruleset calls one of each.
local KINDS <const> = {
  units = "unit", leaders = "leader", formations = "formation", sides = "side", areas = "area", lines = "line",
}
local PLACES <const> = { "units", "leaders", "formations", "sides", "areas", "lines" }

--- What something is known by, or which side's it is, is no value of its own.
local FIXED <const> = { id = true, side = true, number = true }

--- Whole numbers that no ruleset declares are no larger than this: a kilometre in micrometres.
local LARGEST <const> = 1000000000

local LAST_TURN <const> = fields.words.int "last_turn" { 1, 1000 }

--- The fields that a ruleset declares of a kind, by name: those that scenarios give, and those that change in play.
local function declared(play, kind)
  local carries, known = play.game.words.carries[kind] or {}, {}
  for _, list in ipairs { carries.args or {}, carries.changes or {} } do
    for _, field in ipairs(list) do known[field.name] = field end
  end
  return known
end

--- All fields of a place: the declared ones, and plain values that anything there has.
---@param play limber.GameSession
---@param place string
---@return string[]
function M.fields_of(play, place)
  local known = {}
  for name in next, declared(play, KINDS[place]) do known[name] = true end
  for _, node in next, play.game.state.root[place] do
    for name, value in next, node do
      if type(value) ~= "table" and not FIXED[name] then known[name] = true end
    end
  end
  return sorted.keys(known)
end

--- The place and the id that a word names: `11`, a unit's name, `sides.a`.
local function named(play, path)
  local root = play.game.state.root
  local place, id, rest = path:match "^(%a+)%.([^.]+)%.(.+)$"
  if place and KINDS[place] and root[place] and root[place][id] then return place, id, rest end
  local first
  first, rest = path:match "^([^.]+)%.(.+)$"
  if not first then return nil end
  for _, one in ipairs(PLACES) do
    local found = names.meant(play.game:view(play:viewer()), one, (first:gsub("_", " ")))
    if #found == 1 then return one, found[1], rest end
    if root[one] and root[one][first] then return one, first, rest end
  end
end

--- A value by its declaration, as people write it.
local function by_field(play, field, path, value)
  local one = {}
  for key, of in next, field do one[key] = of end
  one.optional, one.default = true, nil
  local rules = play.game.rules
  local given = lengths.convert({ one }, { [one.name] = value }, play.how, rules.records)
  local checked, fault = fields.check({ one }, given, rules.records)
  if not checked then fail("value", path .. fault.message:sub(#fault.arg + 1)) end
  value = checked[one.name]
  local there = one.names and one.kind ~= "list" and play.game.state.root[one.names]
  if there and not there[value] then
    fail("value", ("%s: there is no %s %s%s"):format(path, KINDS[one.names], tostring(value),
      suggest.hint(tostring(value), sorted.keys(there))))
  end
  return value
end

--- A value of what no ruleset declares: one of the kind that stands there.
local function like(path, old, value)
  if type(old) == "table" then
    local keys = {}
    for _, key in ipairs(sorted.keys(old)) do keys[#keys + 1] = ("%s.%s"):format(path, tostring(key)) end
    fail("path", ("%s holds several values%s"):format(path, #keys > 0 and ": " .. text.list(keys, "and") or ""))
  elseif type(old) ~= type(value) then
    fail("value", ("%s is a %s (%s), not a %s"):format(path, type(old), tostring(old), type(value)))
  elseif type(value) == "number" and (math.type(value) ~= "integer" or value > LARGEST or value < -LARGEST) then
    fail("value", ("%s must be a whole number to %d, got %s"):format(path, LARGEST, tostring(value)))
  end
  return value
end

local function an(kind) return (kind == "area" and "an " or "a ") .. kind end

--- What is known of a path that leads to nothing.
local function not_there(play, path)
  local place, id = named(play, path .. ".x")
  if place then
    fail("path", ("which field? %s.%s has %s"):format(place, id, text.list(M.fields_of(play, place), "and")))
  end
  local first = path:match "^[^.]+"
  local near = names.hint(play.game:view(play:viewer()), { "units", "leaders", "formations" }, first)
  fail("path", ("the game has no %s%s; PATH is 11.FIELD, battle.FIELD or last_turn"):format(path, near))
end

local function of_battle(play, path, value)
  if path == "last_turn" then
    value = by_field(play, LAST_TURN, path, value)
    local turn = play.game.state.root.turn
    if value < turn then fail("value", ("last_turn must be %d or more: that turn is played now"):format(turn)) end
    return value
  end
  local key = path:match "^battle%.([^.]+)$"
  if not key then not_there(play, path) end
  local known = declared(play, "scenario")
  if not known[key] then
    fail("path", ("the battle has no %s%s; its fields are %s"):format(key, suggest.hint(key, sorted.keys(known)),
      text.list(sorted.keys(known), "and")))
  end
  return by_field(play, known[key], path, value)
end

--- One field of what is at a place.
local function of_node(play, place, id, rest, value)
  local root, path = play.game.state.root, ("%s.%s"):format(id, rest)
  local key = rest:match "^[^.]+"
  local field, node = declared(play, KINDS[place])[key], root[place][id]
  if FIXED[key] then fail("path", ("%s cannot be changed: it identifies it"):format(path)) end
  if key == "formation" and place == "units" and not root.formations[value] then
    fail("value", ("there is no formation %s%s"):format(tostring(value),
      suggest.hint(tostring(value), sorted.keys(root.formations))))
  end
  if field and key == rest then return by_field(play, field, path, value) end
  local known = M.fields_of(play, place)
  local above, last = tree.locate(node, rest)
  if node[key] == nil or not above or above[last] == nil then
    local fits = key == rest and value == true and table.concat(known, " "):find("%f[%w_]" .. key .. "%f[^%w_]")
    if fits then return value end
    fail("path", ("%s has no %s%s; its fields are %s"):format(an(KINDS[place]), rest, suggest.hint(key, known),
      text.list(known, "and")))
  end
  return like(path, above[last], value)
end

--- Reads a path and a value as they were typed; raises what is wrong with them.
---@param play limber.GameSession
---@param path string
---@param given string
---@return string path as the state has it
---@return any value
function M.read(play, path, given)
  local value, wrong = json.decode(given)
  if wrong then value = given end
  if value == json.null then fail("value", ("%s cannot be null"):format(path)) end
  local place, id, rest = named(play, path)
  if not place then return path, of_battle(play, path, value) end
  return ("%s.%s.%s"):format(place, id, rest), of_node(play, place, id, rest, value)
end

--- What may follow a word of a path that is being typed.
---@param play limber.GameSession
---@param word string
---@return string[]
function M.complete(play, word)
  local list, head = {}, word:match "^(.*%.)[^.]*$"
  local place = head and named(play, head .. "x")
  if place then
    for i, name in ipairs(M.fields_of(play, place)) do list[i] = head .. name end
  elseif head == "battle." then
    for i, name in ipairs(sorted.keys(declared(play, "scenario"))) do list[i] = head .. name end
  elseif not head then
    local view = play.game:view(play:viewer())
    for id, unit in view:units() do list[#list + 1] = ("%s."):format(unit.number or id) end
    list[#list + 1], list[#list + 2] = "battle.", "last_turn"
  end
  return list
end

return M
