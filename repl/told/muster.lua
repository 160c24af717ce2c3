--- A battle at the players' own table: asks in a few lines who fights, and writes that down as a scenario without
--- positions, for games whose players tell what a tape would.
--
-- What is asked are the fields that the ruleset's game files say are carried by a battle, a side, its formations,
-- generals and units; muster_lines.lua says how their lines are written.
local answers <const> = require "told.answers"
local clock <const> = require "kernel.clock"
local fields <const> = require "limber.language.fields"
local host <const> = require "host"
local lines <const> = require "told.muster_lines"
local names <const> = require "play.names"
local seats <const> = require "play.seats"
local sides <const> = require "told.muster_sides"
local table_talk <const> = require "told.table_talk"
local text <const> = require "show.text"

local M <const> = {}

local function give_up()
  error({ arg = "muster", message = "cancelled: there is no battle" }, 0)
end

--- A line of an answer; nil gives the whole muster up.
local function ask(question)
  local line = table_talk.read(question)
  if not line then give_up() end
  return line:match "^%s*(.-)%s*$"
end

--- Whether a field of the battle is a time of the day, in minutes.
local function is_clock(rules, field)
  local terse = rules.game.carries.scenario.terse
  return terse ~= nil and seats.has(terse.clocks, field.name)
end

local function shown_default(field)
  if field.default ~= nil and field.default ~= false then return (" [%s]"):format(tostring(field.default)) end
  return ""
end

--- What one field holds; nil when it is left out.
local function ask_field(rules, field)
  local timed = is_clock(rules, field)
  local range = timed and "HH:MM" or fields.range(field)
  local name = (timed and field.name:gsub("_min$", "") or field.name):gsub("_", " ")
  local doc = field.doc and "; " .. field.doc or ""
  local question = ("%s (%s%s%s)%s: "):format(name, range, field.optional and " or nothing" or "", doc,
    shown_default(field))
  while true do
    local line = ask(question)
    if line == "" and (field.optional or field.default ~= nil) then return nil end
    local value, wrong
    if timed and line:find ":" then
      local done, minute = pcall(clock.parse, line)
      value, wrong = done and minute or nil, line .. " is no time of the day"
    elseif line ~= "" then
      value, wrong = answers.read({ view = { records = rules.records } }, field, line)
    end
    local fine, refused
    if value ~= nil then fine, refused = fields.check({ field }, { [field.name] = value }, rules.records) end
    if fine then return value end
    table_talk.say(refused and refused.message or wrong or "an answer is needed")
  end
end

local function ask_places(self)
  local carries, places = self.rules.game.carries.area, {}
  if not carries then return places end
  local list = sides.asked_for(carries, true)
  local values = {}
  for _, field in ipairs(list) do
    values[#values + 1] = field.kind == "enum" and field.name or field.kind == "flag" and field.name or nil
  end
  while true do
    local line = ask(("A place that counts by name, such as buildings (NAME, %s), or nothing: "):format(
      text.list(values, "or")))
    if line == "" then return places end
    local name, given = lines.named(list, line)
    if name then places[#places + 1] = { name = name, given = given } else table_talk.say(given) end
  end
end

---@class limber.Muster
---@field title string
---@field ruleset string
---@field variants string[]?
---@field settings table
---@field sides { id: string, name: string, given: table, groups: limber.MusteredGroup[] }[]
---@field places { name: string, given: table }[]

--- Asks who fights.
---@param rules limber.Rules loaded with its game files
---@return limber.Muster
function M.ask(rules)
  local words = rules.game
  local self = sides.new(rules, ask)
  table_talk.say("A battle at your own table: who fights, and no positions. Enter takes the value in brackets, "
    .. "Ctrl-D cancels.")
  local muster = { ruleset = rules.name, settings = {}, sides = {} }
  self.settings = muster.settings
  local title = ask "The battle's name [A battle]: "
  muster.title = title ~= "" and title or "A battle"
  for _, field in ipairs(sides.asked_for(words.carries.scenario)) do
    muster.settings[field.name] = ask_field(rules, field)
  end
  for i, usual in ipairs(sides.SIDES) do
    local name = ask(("Side %s, its name [%s]: "):format(usual.id, usual.name))
    local side = { id = usual.id, name = name ~= "" and name or usual.name, given = {} }
    for _, field in ipairs(sides.asked_for(words.carries.side, true)) do
      if not field.optional then side.given[field.name] = ask_field(rules, field) end
    end
    side.groups = sides.ask(self, side)
    muster.sides[i] = side
  end
  muster.places = ask_places(self)
  return muster
end

--- A file's name from a title: `The Mill at Altdorf` → `the_mill_at_altdorf.lua`.
local function file_name(title)
  local plain = names.fold(title):gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", "")
  return (plain ~= "" and plain or "battle") .. ".lua"
end

--- Offers to keep a scenario's text; gives the path it is known by.
---@param content string
---@param title string
---@return string path
function M.offer_to_save(content, title)
  local offered = file_name(title)
  while true do
    local line = ask(("Keep it as [%s], - for not at all: "):format(offered))
    if line == "-" then return offered end
    local path = line ~= "" and line or offered
    if host.exists(path) then
      table_talk.say(path .. " is there already")
    else
      local done, wrong = host.write(path, content)
      if done then
        table_talk.say(("kept; `limber %s` plays it again; :record FILE keeps the game as it goes on"):format(path))
        return path
      end
      table_talk.say(wrong)
    end
  end
end

return M
