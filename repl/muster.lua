--- A battle at the players' own table: asks in a few lines who fights, and writes that down as a scenario without
--- positions, for games whose players tell what a tape would.
--
-- What is asked are the fields that the ruleset's game files say are carried by a battle, a side, its formations,
-- generals and units; how their lines are written is told in muster_lines.lua.
local answers <const> = require "told_answers"
local clock <const> = require "kernel.clock"
local fields <const> = require "limber.fields"
local host <const> = require "host"
local lines <const> = require "muster_lines"
local names <const> = require "game_names"
local table_talk <const> = require "table_talk"
local text <const> = require "text"

local M <const> = {}

---@class limber.MusteredGroup a formation, and who commands it
---@field level string?
---@field rank string?
---@field name string
---@field given table values of the formation's and the leader's fields
---@field units limber.MusteredUnits[]
---@field inside limber.MusteredGroup[]

local LAST_MINUTE <const> = 1439

local function give_up()
  error({ arg = "muster", message = "given up: there is no battle" }, 0)
end

--- A line of an answer; nil gives the whole muster up.
local function ask(question)
  local line = table_talk.read(question)
  if not line then give_up() end
  return line:match "^%s*(.-)%s*$"
end

local function is_clock(field)
  return field.name:find "_min$" ~= nil and field.max == LAST_MINUTE
end

local function shown_default(field)
  if field.default ~= nil and field.default ~= false then return (" [%s]"):format(tostring(field.default)) end
  return ""
end

--- What one field holds; nil when it is left out.
local function ask_field(rules, field)
  local range = is_clock(field) and "HH:MM" or fields.range(field)
  local name = field.name:gsub("_min$", ""):gsub("_", " ")
  local doc = field.doc and "; " .. field.doc or ""
  local question = ("%s (%s%s%s)%s: "):format(name, range, field.optional and " or nothing" or "", doc,
    shown_default(field))
  while true do
    local line = ask(question)
    if line == "" and (field.optional or field.default ~= nil) then return nil end
    local value, wrong
    if is_clock(field) and line:find ":" then
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

--- Fields that a person should be asked for: those that have a value of their own to tell.
local function asked_for(carries, all)
  local list = {}
  for _, field in ipairs(carries and carries.args or {}) do
    local plain = field.kind == "int" or field.kind == "enum" or field.kind == "text" or field.kind == "flag"
    if plain and not field.names and (all or field.default == nil) then list[#list + 1] = field end
  end
  return list
end

local function field_of(carries, name)
  for _, field in ipairs(carries and carries.args or {}) do
    if field.name == name then return field end
  end
end

--- The levels of formations, highest first, and the rank of the general of each.
local function levels_of(words)
  local level, rank = field_of(words.carries.formation, "level"), field_of(words.carries.leader, "rank")
  local list = {}
  for i, name in ipairs(level and level.values or { "formation" }) do
    local of = level and rank and rank.values[i] or nil
    for _, one in ipairs(rank and rank.values or {}) do
      if one == name then of = one end
    end
    list[i] = { name = name, level = level and name or nil, rank = of, height = i }
  end
  return list
end

--- Fields that a formation's line may hold: its own, and its general's.
local function line_fields(words)
  local list = {}
  for _, kind in ipairs { "formation", "leader" } do
    for _, field in ipairs(asked_for(words.carries[kind], true)) do
      if field.name ~= "level" and field.name ~= "rank" then list[#list + 1] = field end
    end
  end
  return list
end

local function level_called(levels, word)
  for _, one in ipairs(levels) do
    if one.name == word or one.rank == word then return one end
  end
  for _, one in ipairs(levels) do
    if #word > 2 and one.name:sub(1, #word) == word then return one end
  end
end

--- One line as a formation, or what is wrong with it.
local function read_group(self, line)
  local word, rest = line:match "^(%S+)%s*(.*)$"
  local level = level_called(self.levels, word:lower())
  if not level then
    local known = {}
    for i, one in ipairs(self.levels) do known[i] = one.name end
    return nil, ("a line begins with %s, got %s"):format(text.list(known, "or"), word)
  end
  local head, tail = rest:match "^([^:]*):?(.*)$"
  local name, given = lines.named(self.line_fields, head)
  if not name then return nil, given end
  local _, refused = fields.check(self.line_fields, given, self.rules.records)
  if refused then return nil, refused.message end
  local list, wrong = lines.units(self.rules.published.game.carries.unit.args, tail, self.terse, self.check)
  if not list then return nil, wrong end
  return { level = level.level, rank = level.rank, height = level.height, name = name, given = given, units = list,
    inside = {} }
end

--- What a group's units come to, for an echo: `3 infantry, 1 field_artillery`.
local function in_short(group)
  local parts, men = {}, 0
  for i, one in ipairs(group.units) do
    parts[i] = ("%d %s"):format(one.count, one.name or tostring(one.given.troop or one.given.kind or "units"))
    men = men + one.count
  end
  return #parts == 0 and group.name or ("%s: %s (%d in all)"):format(group.name, table.concat(parts, ", "), men)
end

local function group_help(self)
  local level, last = self.levels[1], self.levels[#self.levels]
  local out = { "One line each, the highest first; an empty line ends. A general and what follows below him:" }
  local ranks = {}
  for i = 1, #self.levels - 1 do ranks[i] = self.levels[i].rank or self.levels[i].name end
  out[2] = ("  %s NAME"):format(#ranks > 0 and table.concat(ranks, "|") or level.name)
  local values = {}
  for _, field in ipairs(self.line_fields) do
    values[#values + 1] = field.kind == "enum" and table.concat(field.values, "|") or field.name:upper()
  end
  out[3] = ("  %s NAME %s: UNITS"):format(last.name, table.concat(values, " "))
  out[4] = "Units with ; between, how many and what: "
    .. (self.terse and self.terse.example or "3 infantry; 2 cavalry") .. ". A name in quotes goes before their number. "
    .. "`undo` takes the last line back."
  return table.concat(out, "\n")
end

--- How many units groups hold.
local function units_in(groups)
  local count = 0
  for _, group in ipairs(groups) do
    for _, one in ipairs(group.units) do count = count + one.count end
    count = count + units_in(group.inside)
  end
  return count
end

--- The groups of a side's lines, each inside the last one of a higher level.
local function nested(groups)
  local top, chain = {}, {}
  for _, group in ipairs(groups) do
    group.inside = {}
    for i = #chain, 1, -1 do
      if chain[i].height >= group.height then table.remove(chain, i) end
    end
    local above = chain[#chain] and chain[#chain].inside or top
    above[#above + 1], chain[#chain + 1] = group, group
  end
  return top
end

--- Asks for the formations of a side, a line each.
local function ask_groups(self, side)
  local groups, help = {}, group_help(self)
  if not self.helped then table_talk.say(help) end
  self.helped = true
  while true do
    local line = ask(("%s> "):format(side.name))
    if line == "" then
      local top = nested(groups)
      if units_in(top) > 0 then return top end
      table_talk.say "A side needs units."
    elseif line == "?" then
      table_talk.say(help)
    elseif line == "undo" then
      local last = table.remove(groups)
      table_talk.say(last and last.name .. " is taken back" or "there is nothing to take back")
    else
      local group, wrong = read_group(self, line)
      groups[#groups + 1] = group
      table_talk.say(group and "  " .. in_short(group) or wrong)
    end
  end
end

local function ask_places(self)
  local carries, places = self.rules.published.game.carries.area, {}
  if not carries then return places end
  local list = asked_for(carries, true)
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
---@field settings table
---@field sides { id: string, name: string, given: table, groups: limber.MusteredGroup[] }[]
---@field places { name: string, given: table }[]

--- Asks who fights.
---@param rules limber.Rules loaded with its game files
---@return limber.Muster
function M.ask(rules)
  local words = rules.published.game
  local self = {
    rules = rules, levels = levels_of(words), line_fields = line_fields(words), terse = words.carries.unit.terse,
    check = lines.checker(rules, words.carries.unit),
  }
  table_talk.say("A battle at your own table: who fights, and no positions. Enter takes what stands in brackets, "
    .. "Ctrl-D gives up.")
  local muster = { ruleset = rules.name, variants = rules:variant_names(), settings = {}, sides = {} }
  local title = ask "The battle's name [A battle]: "
  muster.title = title ~= "" and title or "A battle"
  for _, field in ipairs(asked_for(words.carries.scenario)) do
    muster.settings[field.name] = ask_field(rules, field)
  end
  for i, id in ipairs { "a", "b" } do
    local usual = i == 1 and "Blue" or "Red"
    local name = ask(("Side %s, its name [%s]: "):format(id, usual))
    local side = { id = id, name = name ~= "" and name or usual, given = {} }
    for _, field in ipairs(asked_for(words.carries.side, true)) do
      if not field.optional then side.given[field.name] = ask_field(rules, field) end
    end
    side.groups = ask_groups(self, side)
    muster.sides[i] = side
  end
  muster.places = ask_places(self)
  return muster
end

--- A file's name from a title: `The Mill at Altdorf` → `the_mill_at_altdorf.lua`.
---@param title string
---@return string
function M.file_name(title)
  local plain = names.fold(title):gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", "")
  return (plain ~= "" and plain or "battle") .. ".lua"
end

--- Offers to keep a scenario's text; gives the path it is known by.
---@param content string
---@param title string
---@return string path
function M.offer_to_save(content, title)
  local offered = M.file_name(title)
  while true do
    local line = ask(("Keep it as [%s], - for not at all: "):format(offered))
    if line == "-" then return offered end
    local path = line ~= "" and line or offered
    if host.exists(path) then
      table_talk.say(path .. " is there already")
    else
      local done, wrong = host.write(path, content)
      if done then
        table_talk.say(("kept; `limber %s` plays it again"):format(path))
        return path
      end
      table_talk.say(wrong)
    end
  end
end

return M
