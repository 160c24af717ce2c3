--- One value of a command's field, read from words as people say them, and written as they would type it.
--
--   a unit, leader or formation     51   1st Klebek   brigade Gautier
--   a point                         950 800   950,800   C4   C4 ne   or a unit or leader that stands there
--   a length, an angle              120mm  5in  7.5 cm  120;   north_east  45deg  left 30
--   an enumeration, a number, a flag, a list of any of them, a record: field and value in turn, `then` between two
local frames <const> = require "limber.tabletop.frames"
local grammar <const> = require "read.grammar"
local grid <const> = require "limber.language.grid"
local json <const> = require "kernel.json"
local lengths <const> = require "limber.language.lengths"
local names <const> = require "play.names"

local M <const> = {}

---@class limber.Reading what words are read for
---@field view limber.View
---@field side string
---@field rules limber.Rules
---@field how limber.How how lengths are written at this table
---@field words string[]

local ONE <const> = { units = "unit", leaders = "leader", formations = "formation", areas = "area" }
local WHOSE <const> = { own = "a %s of your own", enemy = "an enemy %s", any = "any %s" }
local ALL <const> = { own = "%ss of your own", enemy = "enemy %ss", any = "any %ss" }

local function unquoted(word)
  return (word:gsub('^"(.*)"$', "%1"):gsub(",$", ""))
end

--- Is an angle counted from where one faces, to the left below 0, rather than a bearing?
---@param field limber.Field
---@return boolean
function M.is_turn(field)
  return field.measure == "angle" and field.min ~= nil and field.min < 0
end

--- What a field wants, in the words of the prompt.
---@param field limber.Field
---@return string
function M.wanted(field)
  if field.names then
    return (field.kind == "list" and ALL or WHOSE)[field.whose]:format(ONE[field.names])
  elseif field.measure == "length" then
    return "a length, like 120mm or 5in"
  elseif M.is_turn(field) then
    return "degrees to one hand, like left 30 or right 45, or toward 51"
  elseif field.measure == "angle" then
    return "degrees or a word of the compass, like 45 or north_east, or toward 51"
  elseif field.record == "point" then
    return field.kind == "list" and "points, like 950mm 800mm or C4" or "a point, like 950mm 800mm or C4"
  end
  return require("limber.language.fields").range(field)
end

local READ <const> = {}

--- Ids: a level or the word formation may come before a formation's name.
function READ.id(self, field, at)
  if field.names == "formations" and names.levels(self.view)[self.words[at]] and self.words[at + 1] then at = at + 1 end
  local id, after, other = names.read(self.view, field.names, self.words, at, field.whose, self.side)
  if id then return id, after, other end
  local text = after or ("no %s %s%s"):format(ONE[field.names], self.words[at],
    names.hint(self.view, { field.names }, self.words[at]))
  return nil, text
end

--- A number with a unit in the same word or the next: its value and how many words.
local function number_at(self, at)
  local word = unquoted(self.words[at])
  local number, unit = word:match "^([+-]?%d+%.?%d*)(%a*)$"
  if not number or not tonumber(number) then return nil end
  if unit ~= "" then return tonumber(number), unit, at + 1 end
  local beside = self.words[at + 1]
  if beside and (lengths.UNITS[beside] or beside == "deg") then return tonumber(number), beside, at + 2 end
  return tonumber(number), nil, at + 1
end

function READ.length(self, field, at)
  local number, unit, after = number_at(self, at)
  if not number then return nil, ("%s must be %s, got %s"):format(field.name, M.wanted(field), self.words[at]) end
  if unit and not lengths.UNITS[unit] then
    return nil, ("%s: %s is no unit of length; they are mm, cm, in and m"):format(field.name, unit)
  end
  return lengths.length(unit and ("%s%s"):format(number, unit) or number, self.how), after
end

local TURNS <const> = { left = -1, right = 1 }

--- Ways of saying where to.
M.TOWARD = { to = true, toward = true, towards = true }

--- `left 30` of a bearing, and `toward 51`, are settled when it is known who acts (game_facings).
function READ.angle(self, field, at)
  local word = unquoted(self.words[at]):lower():gsub("-", "_")
  if M.TOWARD[word] and word ~= "to" and self.words[at + 1] then
    local aim, next_at = READ.point(self, { name = field.name, record = "point", kind = "object" }, at + 1)
    if not aim then return nil, next_at end
    return { aim = aim }, next_at
  end
  local turn = TURNS[word]
  if turn and self.words[at + 1] then at = at + 1 end
  local number, unit, after = number_at(self, at)
  if number and (not unit or unit == "deg") then
    local angle = math.floor(number * 1000 * (turn or 1) + 0.5)
    if turn and not M.is_turn(field) then return { hand = angle }, after end
    return angle, after
  end
  local angle = lengths.angle(word)
  if math.type(angle) == "integer" and not M.is_turn(field) then return angle, at + 1 end
  return nil, ("%s must be %s, got %s"):format(field.name, M.wanted(field), self.words[at])
end

local function coordinate(self, text)
  local value = READ.length({ words = { text }, how = self.how }, { name = "point" }, 1)
  return value
end

--- The middle of the base of a unit or leader, or of an area, that is named as a place.
local function place_of(self, at)
  for _, place in ipairs { "units", "leaders" } do
    local id, after = names.read(self.view, place, self.words, at, "any", self.side)
    local base = id and self.view.state[place][id].base
    if base then return { x = base.x, y = base.y }, after end
  end
  local id, after = names.read(self.view, "areas", self.words, at, "any", self.side)
  local outline = id and self.view.state.areas[id].area
  if outline then return frames.middle_of(outline), after end
end

function READ.point(self, field, at)
  local word, beside = unquoted(self.words[at]), self.words[at + 1]
  local x, y = word:match "^([%d.]+%a*),([%d.]+%a*)$"
  if x then return { x = coordinate(self, x), y = coordinate(self, y) }, at + 1 end
  x, y = coordinate(self, word), beside and coordinate(self, unquoted(beside))
  if x and y then return { x = x, y = y }, at + 2 end
  local squares, fault = self.how.grid, nil
  if squares and word:match "^%a%a?%d+$" then
    local part = beside and grid.point(squares, word .. " " .. beside)
    if part then return part, at + 2 end
    part, fault = grid.point(squares, word)
    if part then return part, at + 1 end
  end
  local there, after = place_of(self, at)
  if there then return there, after end
  return nil, fault or ("%s must be %s, got %s"):format(field.name, M.wanted(field), self.words[at])
end

function READ.enum(_, field, at, word)
  local folded = names.fold(word):gsub("-", "_")
  for _, value in ipairs(field.values) do
    if value == folded then return value, at + 1 end
  end
end

function READ.int(self, field, at, word)
  local value, fault = grammar.value(self.rules, field, word)
  if math.type(value) == "integer" then return value, at + 1 end
  if type(value) == "number" and math.tointeger(value) then return math.tointeger(value), at + 1 end
  return nil, fault and ("%s %s"):format(field.name, fault)
end

local YES <const> = { yes = true, ["true"] = true, no = false, ["false"] = false }

function READ.flag(_, _, at, word)
  if YES[word] ~= nil then return YES[word], at + 1 end
end

function READ.text(_, _, at, word)
  return unquoted(word), at + 1
end

--- As many values as follow.
local function several(self, one, at)
  local list, after = {}, at
  while self.words[after] do
    local value, next_at = M.read(self, one, after)
    if value == nil then break end
    list[#list + 1], after = value, next_at
    if self.words[after] == "and" then after = after + 1 end
  end
  if #list > 0 then return list, after end
end

local function field_named(list, word)
  for _, field in ipairs(list) do
    if field.name == word then return field end
  end
end

--- Records: `forward 40mm wheel 20 then forward 60mm`; a field that comes again begins the next one.
local function records(self, field, at)
  local record = self.rules.records[field.record]
  local list, one = {}, nil
  while self.words[at] do
    local word = self.words[at]
    local inner = field_named(record, word)
    if word == "then" or word == "," then
      one, at = nil, at + 1
    elseif not inner then
      break
    else
      if not one or one[word] ~= nil then
        one = {}
        list[#list + 1] = one
      end
      local value, after = M.read(self, inner, at + 1)
      if value == nil and inner.kind == "flag" then value, after = true, at + 1 end
      if value == nil then return nil, after end
      one[word], at = value, after
    end
  end
  if #list == 0 then return nil end
  if field.kind == "object" then return list[1], at end
  return list, at
end

local function kind_of(field)
  if field.names then return "id" end
  return field.measure or field.record == "point" and "point" or field.kind
end

local function from_json(self, field, word)
  local value, message = json.decode(word)
  if message then return nil, ("%s looks like JSON but cannot be read: %s"):format(field.name, message) end
  return lengths.convert({ field }, { [field.name] = value }, self.how, self.rules.records)[field.name]
end

--- Reads a field's value from a position on.
---@param self limber.Reading
---@param field limber.Field
---@param at integer
---@return any value
---@return integer|string? next position, or what is wrong
---@return boolean? of the other side than is wanted
function M.read(self, field, at)
  local word = self.words[at]
  if not word then return nil, ("%s needs a value: %s"):format(field.name, M.wanted(field)) end
  if word:find "^[%[{]" then
    local value, fault = from_json(self, field, word)
    if fault then return nil, fault end
    return value, at + 1
  end
  local value, after, other
  if field.kind == "list" and (field.names or field.of or field.record == "point") then
    local one = field.names and { name = field.name, names = field.names, whose = field.whose }
      or field.of or { name = field.name, kind = "object", record = "point" }
    value, after = several(self, one, at)
  elseif field.record and field.record ~= "point" then
    value, after = records(self, field, at)
  else
    value, after, other = READ[kind_of(field)](self, field, at, word)
  end
  if value ~= nil then return value, after, other end
  return nil, after or ("%s must be %s, got %s"):format(field.name, M.wanted(field), word)
end

return M
