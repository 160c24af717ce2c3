--- A scenario file: the table, the forces and what they are to do, read and laid out as the state a game begins with.
--
--   scenario {
--     title = "The bridge", ruleset = "toy", doc = "…", source = "…", seed = 7, last_turn = 6,
--     variants = { "a_house_rule", rain = { from = 3, to = 5 } },     the second only in these turns
--     ground = { width = 1200, depth = 900,
--       area "copse" { kind = "woods", outline = { {100, 100}, {300, 100}, {200, 250} } },
--       line "brook" { kind = "stream", points = { {0, 400}, {1200, 420} } },
--     },
--     side "a" { name = "Blue", edge = "south",
--       leader "zieten" { rank = "c_in_c", at = {600, 50}, facing = "north" },
--       formation "first" { commander = "zieten",
--         unit "31" { kind = "foot", at = { mm(400), mm(300) }, facing = "north" },
--       },
--     },
--     side "b" { … },
--     script = { turn(1) { a "charge" { unit = "31", target = "7" }, b "answer" { choice = "stand" } } },
--   }
-- Formations may hold formations. `plural = true` (or false) says how the story speaks of a piece whose name misleads:
-- "The Old Guard stand". What is not named here is the ruleset's own (`carries` of its game files). Plain numbers are
-- in the ruleset's unit, as a tape on the table would read them: `scale = 0.5` (or { 1, 2 }) says that a length of the
-- rules is half as long there. `square = 200` in the ground sets the squares of the map.
-- A side may name a file with its army: limber.scenario.army_file.
-- How pieces may be placed is told in limber.scenario.placement, how areas may be drawn in limber.scenario.outlines and
-- limber.scenario.ground_map; for scripts see limber.scenario.script. Every fault is told with its file and line.
local bounds <const> = require "limber.language.bounds"
local characters <const> = require "limber.solo.characters"
local file_words <const> = require "limber.scenario.file_words"
local guest <const> = require "limber.rules.guest"
local faults_text <const> = require("limber.common.faults").text
local names <const> = require "limber.language.names"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local Layout <const> = require "limber.scenario.layout"
local Solo <const> = require "limber.solo.commander"

local M <const> = {}

---@class limber.Piece something laid out: a side, leader, formation, unit, area or line
---@field tag string
---@field id string
---@field given table what the file says of it
---@field file string
---@field line integer

---@class limber.Scenario
---@field path string
---@field text string
---@field title string
---@field ruleset string
---@field variants string[]
---@field seed integer?
---@field given table
---@field files { path: string, text: string }[] the army files that it names
---@field alone boolean? it is one army, not a battle
---@field script limber.Block[]

---@class limber.Block commands of one turn
---@field turn integer
---@field last integer the last turn it is for
---@field standing boolean tried in each of its turns
---@field step string?
---@field commands limber.Scripted[]
---@field file string
---@field line integer

---@class limber.Scripted a command as written, and where
---@field cmd table
---@field file string
---@field line integer

local function is_text(value) return type(value) == "string" end
local function is_whole(value) return math.type(value) == "integer" and value >= 0 end
local function is_turn(value) return math.type(value) == "integer" and value >= 1 and value <= bounds.LAST_TURN end
local function is_list(value) return type(value) == "table" end

--- What a scenario says of itself, and what each must be.
local HEAD <const> = {
  { "title", is_text, "text" }, { "ruleset", names.is_name, "the name of a ruleset" }, { "doc", is_text, "text" },
  { "source", is_text, "text" }, { "seed", is_whole, "a whole number, 0 or more" },
  { "last_turn", is_turn, ("a whole number, 1 to %d"):format(bounds.LAST_TURN) },
  { "variants", is_list, "a list of names" },
  { "script", is_list, "a list of turns" }, { "active", is_text, "the name of a side" },
}

--- One variant of a scenario with the turns that it is on for; nil and what is wrong with them.
local function variant_of(name, turns, last_turn)
  if not names.is_name(name) then
    return nil, "variants must be a list of names, not paths; on the command line --variant takes a path"
  elseif turns == nil then
    return name
  elseif type(turns) ~= "table" or turns.from == nil and turns.to == nil then
    return nil, ("variants: %s needs turns: %s = { from = 3, to = 5 }"):format(name, name)
  end
  for key in next, turns do
    if key ~= "from" and key ~= "to" and key ~= 1 then
      return nil, ("variants: %s has no %s, only from and to"):format(name, bounds.said(key))
    end
  end
  local during <const> = require "limber.rules.during"
  local on = { from = turns.from == nil and 1 or turns.from, to = turns.to }
  local wrong = during.wrong(on)
  if wrong then return nil, ("variants: %s: %s"):format(name, wrong) end
  local last = last_turn or bounds.LAST_TURN
  if on.from > last or (on.to or 0) > last then
    return nil, ("variants: %s is on %s, but the last turn is %d"):format(name, during.said(on), last)
  end
  return during.text(name, on)
end

--- The variants of a scenario as a stack takes them: "rain@3-5". `variants = { "a", { "rain", from = 3 } }` in their
--- order, then those by their names: `rain = { from = 3, to = 5 }`.
local function variants_of(given)
  local list, all = {}, given.variants or {}
  local too_many = bounds.too_many(#all, bounds.VARIANTS, "variants")
  if too_many then return nil, too_many end
  for i = 1, #all do
    local one, turns = all[i], nil
    if type(one) == "table" then one, turns = one[1], one end
    local name, wrong = variant_of(one, turns, given.last_turn)
    if not name then return nil, wrong end
    list[i] = name
  end
  for _, key in ipairs(sorted.keys(all)) do
    if type(key) == "string" then
      local name, wrong = variant_of(key, all[key], given.last_turn)
      if not name then return nil, wrong end
      list[#list + 1] = name
    elseif math.type(key) ~= "integer" or key < 1 or key > #all then
      return nil, "variants must be a list of names"
    end
  end
  return list, bounds.too_many(#list, bounds.VARIANTS, "variants")
end

--- What is wrong with what a scenario says of itself, or nil.
---@param given table
---@return string?
local function head_wrong(given)
  for _, one in ipairs(HEAD) do
    local key, fits, what = table.unpack(one)
    if given[key] ~= nil and not fits(given[key]) then return ("%s must be %s"):format(key, what) end
  end
  local _, wrong = variants_of(given)
  if wrong then return wrong end
  for i, one in ipairs(given.script or {}) do
    if not is_list(one) or one.tag ~= "turn" then return ("entry %d of the script is not a turn"):format(i) end
    for n, command in ipairs(one.commands) do
      if not is_list(command) or command.tag ~= "command" then
        return ("entry %d of the script: its entry %d is not a command"):format(i, n)
      end
    end
  end
end

--- Puts the armies in that the sides name as files; says what is wrong.
local function join_armies(found, beside)
  found.files = {}
  for _, side in ipairs(found.given) do
    local army = type(side) == "table" and side.tag == "side" and side.given.army
    if type(army) == "string" and army:find "[./]" then
      return require("limber.scenario.army_file").join(found, beside)
    end
  end
end

--- Reads a scenario file without its rules: what it is called, and which ruleset it wants.
---@param text string
---@param path string
---@param beside (fun(path: string, file: string): string?)? the text of an army that it names; none: it can name none
---@return limber.Scenario?
---@return { file: string, line: integer?, message: string }?
function M.read(text, path, beside)
  local found, broken = file_words.read(text, path, "scenario", { "title", "ruleset" })
  if not found then return nil, broken end
  local given = found.given
  local wrong = head_wrong(given)
  if wrong then return nil, file_words.fault(path, found.line, wrong) end
  if given.facts ~= nil and given.facts ~= "told" and given.facts ~= "measured" then
    return nil, file_words.fault(path, found.line, 'facts must be "told" or "measured"')
  end
  local unjoined = join_armies(found, beside)
  if unjoined then return nil, unjoined end
  found.made = nil
  found.title, found.ruleset, found.doc = given.title, given.ruleset, given.doc
  found.variants, found.seed, found.script = variants_of(given), given.seed, given.script or {}
  return found
end

--- Reads an army file, as a battle of that army alone.
---@param text string
---@param path string
---@return limber.Scenario?
---@return { file: string, line: integer?, message: string }?
function M.read_army(text, path)
  local found, broken = file_words.read(text, path, "army", { "ruleset" })
  if not found then return nil, broken end
  local wrong = head_wrong(found.given)
  if not wrong and found.given.battle ~= nil and not is_list(found.given.battle) then
    wrong = "battle must be a table of what a scenario says of the battle"
  end
  if wrong then return nil, file_words.fault(path, found.line, wrong) end
  found.made, found.given, found.alone = nil, require("limber.scenario.army_file").alone(found), true
  found.title, found.ruleset, found.doc = found.given.title, found.given.ruleset, nil
  found.variants, found.script = variants_of(found.given), {}
  return found
end

--- What the armies cost, or how they stand against their lists.
---@param rules limber.Rules
---@param state table as laid out
---@return limber.ArmyValue[]? values
---@return table? failure
function M.army_values(rules, state)
  local army_value <const> = require "limber.scenario.army_value"
  local done, values = sandbox.run(bounds.LAYING, army_value.of, rules:at_turn(0), state)
  if done then return values end
  if values.kind == "interrupt" then error(values, 0) end
  return nil, values
end

--- Marks the sides that a solo commander leads; a battle between such has a last turn.
local function lead_solo(scenario, start, sides)
  for _, id in ipairs(sides) do
    local side = start.sides[id]
    if not side then
      local message = ("there is no side %s for a solo commander"):format(tostring(id))
      return { file = scenario.path, line = scenario.line, arg = "solo", message = message }
    end
    side.solo = true
  end
  if #sides == #start.order.sides and not start.last_turn then start.last_turn = Solo.LAST end
end

--- Lays a scenario out under its rules.
---@param scenario limber.Scenario
---@param rules limber.Rules loaded with its game files
---@param opts { facts: "told"|"measured"|nil, solo: string[]? }? who tells what a tape would (as the scenario says,
---       when left out); the sides a solo commander leads; `commanders`: what they are like, by side; `also`: other
---       rules it is fought by, whose flags are known
---@return table? start the state a game begins with
---@return { file: string, line: integer?, arg: string?, message: string }[]? faults all that is wrong, in file order
---@return table? unfinished what could be laid out of a scenario with faults, for a map of it
---@return table<string, true>? missing the ids of those that could not be
function M.build(scenario, rules, opts)
  rules = rules:at_turn(0)
  local done, start, faults, unfinished, missing = sandbox.run(bounds.LAYING, Layout.build, scenario, rules, opts)
  local settled, kept = pcall(guest.settled, rules, not done)
  if not settled then return nil, { kept } end
  if not done then
    if start.kind == "interrupt" then error(start, 0) end
    local spent = start.kind == "budget" or start.kind == "memory"
    if spent and ruleset.is_guest(rules.published, start.file) then return nil, { start } end
    local message = spent and "it holds too much: laying it out was " .. start.message or faults_text(start)
    return nil, { { file = scenario.path, line = scenario.line, message = message } }
  end
  local wrong = start and opts and opts.solo and lead_solo(scenario, start, opts.solo)
  local unfit = start and opts and characters.appoint(start, opts.commanders)
  if unfit then wrong = { file = scenario.path, arg = "commander", message = unfit } end
  if wrong then return nil, { wrong }, start end
  return start, faults, unfinished, missing
end

M.facts, M.head_wrong = Layout.facts, head_wrong

--- A fault in one line: `scenarios/x.lua:12: unit 31: men must be 100 to 1200, got 12`.
---@param one { file: string, line: integer?, message: string }
---@return string
function M.fault_text(one)
  return one.line and ("%s:%d: %s"):format(one.file, one.line, one.message) or ("%s: %s"):format(one.file, one.message)
end

return M
