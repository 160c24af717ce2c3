--- The sides of a muster: their generals and formations, a line each, each inside the last one of a higher level.
local battle <const> = require "play.battle"
local fields <const> = require "limber.language.fields"
local house_fields <const> = require "limber.rules.house_fields"
local lines <const> = require "told.muster_lines"
local muster_text <const> = require "told.muster_text"
local places <const> = require "play.command_arguments"
local table_talk <const> = require "told.table_talk"
local text <const> = require "show.text"

local M <const> = {}

---@class limber.MusteredGroup a formation, and who commands it
---@field level string?
---@field rank string?
---@field height integer 1 for the highest
---@field name string
---@field given table values of the formation's and the leader's fields
---@field units limber.MusteredUnits[]
---@field inside limber.MusteredGroup[]

--- Fields that a person should be asked for: those that have a value of their own to tell. Of a house rule, those that
--- must be told.
---@param carries table?
---@param all boolean|"in_lines"|nil also those that have a value when nobody says one; in lines, a house rule's too
---@return limber.Field[]
function M.asked_for(carries, all)
  local list = {}
  for _, field in ipairs(carries and carries.args or {}) do
    local plain = field.kind == "int" or field.kind == "enum" or field.kind == "text" or field.kind == "flag"
    local wanted = all or field.default == nil
    if field.house and all ~= "in_lines" then wanted = field.default == nil and not field.optional end
    if plain and not field.names and wanted then list[#list + 1] = field end
  end
  return list
end

--- The sides of a muster as a scenario has them, with their default names.
M.SIDES = { { id = "a", name = "Blue" }, { id = "b", name = "Red" } }

--- The field that the ruleset says holds a formation's level, its commander, a leader's rank or a unit's kind.
local function declared(carries, what)
  local terse = carries and carries.terse
  return terse and terse[what] and places.field_named(carries.args, terse[what])
end

--- The levels of formations, highest first, and the rank of the leader of each.
local function levels_of(words)
  local level, rank = declared(words.carries.formation, "level"), declared(words.carries.leader, "rank")
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
  local level, rank = declared(words.carries.formation, "level"), declared(words.carries.leader, "rank")
  for _, kind in ipairs { "formation", "leader" } do
    for _, field in ipairs(M.asked_for(words.carries[kind], "in_lines")) do
      if field ~= level and field ~= rank then list[#list + 1] = field end
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
  local list, wrong = lines.units(self.rules.game.carries.unit.args, tail, self.terse, self.check)
  if not list then return nil, wrong end
  return { level = level.level, rank = level.rank, height = level.height, name = name, given = given, units = list,
    inside = {} }
end

--- What a group's units come to, for an echo: `3 infantry, 1 field_artillery`.
local function in_short(self, group)
  local kind, parts, men = self.terse and self.terse.kind, {}, 0
  for i, one in ipairs(group.units) do
    local plain = one.count == 1 and "unit" or "units"
    parts[i] = ("%d %s"):format(one.count, one.name or tostring(kind and one.given[kind] or plain))
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

--- What the rules have against a side's forces, tried against themselves; nil when nothing.
local function wrong_with(self, side, groups)
  local trial = { title = "A trial", ruleset = self.rules.name, settings = self.settings, places = {}, sides = {} }
  for i, one in ipairs(M.SIDES) do
    trial.sides[i] = { id = one.id, name = side.name, given = side.given, groups = groups }
  end
  local content = muster_text.text(trial, self.rules.game.carries)
  local opened, faults = battle.open_text(content, "muster", false, self.rules:variant_sources(), { facts = "told" })
  if not opened then return table.concat(faults, "\n") end
  local game = battle.game(opened, {
    seed = 1, tell_fact = function() error({ arg = "facts", message = "no player has been asked yet" }, 0) end,
  })
  local line, fault = game:start()
  return not line and fault.arg ~= "facts" and fault.message or nil
end

--- The words of a unit's line, those that stand in a table in force among them:
--- `from = { of_table = …, gives = "list" }`.
local function terse_of(rules, terse)
  if not (terse and terse.from) then return terse end
  local own = { words = {} }
  for key, value in next, terse do own[key] = own[key] or value end
  for _, word in ipairs(rules.view.values(terse.from)) do
    own.words[word] = { gives = { [terse.from.gives] = word } }
  end
  for word, meant in next, terse.words do own.words[word] = meant end
  return own
end

--- Begins to ask: what the ruleset's lines hold.
---@param rules limber.Rules
---@param ask fun(question: string): string
---@return table
function M.new(rules, ask)
  local words = rules.game
  return {
    rules = rules, ask = ask, levels = levels_of(words), line_fields = line_fields(words),
    terse = terse_of(rules, words.carries.unit.terse),
  }
end

--- What something carries that is given so.
local function carried(self, kind, given)
  local carries = self.rules.game.carries[kind] or { args = {} }
  local checked = fields.check(carries.args, given, self.rules.records)
  if not checked then return {} end
  return (house_fields.build(carries, self.rules.view, checked, {}, { sides = {}, areas = {} }))
end

--- A check of units of a side as if that were all there is.
local function checker(self, side)
  local state = {
    battle = carried(self, "scenario", self.settings or {}), sides = { [side.id] = carried(self, "side", side.given) },
    areas = {}, units = {}, leaders = {}, formations = {},
  }
  return lines.checker(self.rules, self.rules.game.carries.unit, { side = side.id }, state)
end

--- Asks for the formations of a side, a line each.
---@param self table
---@param side { id: string, name: string, given: table }
---@return limber.MusteredGroup[]
function M.ask(self, side)
  local groups, help = {}, group_help(self)
  self.check = checker(self, side)
  if not self.helped then table_talk.say(help) end
  self.helped = true
  while true do
    local line = self.ask(("%s> "):format(side.name))
    if line == "" then
      local top = nested(groups)
      local wrong = units_in(top) == 0 and "A side needs units." or wrong_with(self, side, top)
      if not wrong then return top end
      table_talk.say(wrong)
    elseif line == "?" then
      table_talk.say(help)
    elseif line == "undo" then
      local last = table.remove(groups)
      table_talk.say(last and last.name .. " is taken back" or "there is no line to take back")
    else
      local group, wrong = read_group(self, line)
      groups[#groups + 1] = group
      table_talk.say(group and "  " .. in_short(self, group) or wrong)
    end
  end
end

return M
