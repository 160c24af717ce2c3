--- Plays a shipped battle with a house rule: whether the battle changes, whether an error occurs, and which parts of
--- the house rule came into play.
local battle <const> = require "play.battle"
local came_up <const> = require "play.came_up"
local digest <const> = require "kernel.digest"
local faults <const> = require "limber.common.faults"
local house_fields <const> = require "limber.rules.house_fields"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local relevance <const> = require "limber.rules.relevance"
local replay <const> = require "limber.record.replay"
local Scenario <const> = require "limber.scenario.scenario"
local script <const> = require "limber.scenario.script"
local Solo <const> = require "limber.solo.commander"
local sorted <const> = require "limber.common.sorted"
local verify <const> = require "limber.record.verify"

local M <const> = {}

--- More turns than any scenario has.
local LONGER <const> = 1 << 20

--- The seed of a scenario that says none.
local SEED <const> = 1

---@class limber.Trial a battle by a house rule
---@field title string how it is played, with its file
---@field commands integer
---@field turns integer
---@field parted integer? the first turn that differs from the battle without the house rule
---@field idle string? why it can change nothing in this battle, as its `matters` says
---@field keeps string[]? of a battle that is told alike: what the state keeps otherwise, "fatigue of formations"
---@field wrong string? what broke, with file and line
---@field script_ends string? the command of the script that was refused; solo commanders fought on from there

--- The last turn of a scenario: the one that it names, else the last one of its script; nil without a script.
local function last_turn(scenario)
  local last
  for _, block in ipairs(scenario.script) do last = math.max(last or 0, block.last) end
  return last and scenario.given.last_turn or last
end

--- The shortest shipped scenario of a ruleset that has a script, of those that name one of some house rules where
--- there are such: its text and path.
---@param name string the ruleset
---@param tried string[]? the house rules' names
---@return string? text
---@return string? path
function M.shortest(name, tried)
  local from <const> = loader.new()
  local best, text_of_best, path_of_best
  local function names_one(scenario)
    return lists.find(scenario.variants, function(named) return lists.has(tried or {}, (named:match "^[^@]*")) end)
  end
  for _, file in ipairs(from.list("scenarios/" .. name)) do
    local path = ("scenarios/%s/%s"):format(name, file)
    local text = file:find "%.lua$" and from.read(path)
    local scenario = text and Scenario.read(text, path, from.army)
    local last = scenario and scenario.ruleset == name and last_turn(scenario)
    local rank = last and last + (names_one(scenario) and 0 or LONGER)
    if rank and (not best or rank < best) then best, text_of_best, path_of_best = rank, text, path end
  end
  return text_of_best, path_of_best
end

---@class limber.TrialWay
---@field text string the scenario
---@field path string
---@field solo boolean? solo commanders lead all sides from the start
---@field variants string[]
---@field names string[]? the house rules': where the scenario names one too, only `variants` lay it
---@field give_fields fun(game: limber.Game)? gives pieces fields that the scenario does not give, after the set-up
---@field counted boolean? counts what of the house rule comes into play
---@field each fun(turn: integer)? is told how far the battle is, command by command

--- Plays by the script, then solo after its first refused line; returns that refusal, and the failure. `each` gets
--- every line; true: stop there.
local function play_script(game, opened, each)
  local scripted = script.new(opened.scenario, opened.rules)
  local line, fault = game:start()
  while line do
    if each(line) then return nil end
    line, fault = scripted:step(game)
  end
  if not fault then return nil end
  if fault.kind or not game.words.solo then return nil, fault end
  local _, failure = Solo.fight(game, battle.led_solo(opened.scenario, true), { each = each })
  return battle.fault_text(opened.scenario, fault), failure
end

local function play_solo(game, opened, each, give_fields)
  local line, fault = game:start()
  if not line then return nil, fault end
  if give_fields then give_fields(game) end
  if each(line) then return nil end
  local _, failure = Solo.fight(game, opened.solo, { each = each })
  return nil, failure
end

local function opened_for(way)
  local opened, wrong = battle.open_text(way.text, way.path, true, way.variants,
    { solo = way.solo or nil, without = way.names })
  if not opened then return nil, table.concat(wrong, "\n") end
  return opened
end

--- One battle: its game and record; what broke, what of the script was refused. `note` is handed the game; the battle
--- ends when `stops` says so of it, which is asked command by command.
local function play(opened, way, note, stops)
  local record = {}
  local game
  game = battle.game(opened, {
    seed = opened.scenario.seed or SEED, append = function(line) record[#record + 1] = line end,
  })
  if note then note(game) end
  local function each(line)
    if way.each then way.each(line.turn or 0) end
    return stops and stops(game)
  end
  local refused, fault = (way.solo and play_solo or play_script)(game, opened, each, way.give_fields)
  if fault and fault.kind == "interrupt" then error(fault, 0) end
  record[#record + 1] = game.journal:ending()
  return { game = game, text = table.concat(record), refused = refused,
    wrong = fault and battle.fault_text(opened.scenario, fault) }
end

--- One battle with all that comes into play counted.
local function play_counted(opened, way)
  local first, done = #opened.rules.layers - #way.variants + 1, nil -- those before are the scenario's own
  local counts = came_up.count(opened.rules, first, function(note)
    Scenario.build(opened.scenario, opened.rules) -- what house rules have to say of the forces
    done = play(opened, way, note)
  end)
  return done, counts
end

--- The battle under a house rule. What breaks off while it is counted is played once more uncounted, for the fault's
--- own place.
local function play_way(opened, way)
  if not way.counted then return play(opened, way) end
  local done, counts = play_counted(opened, way)
  if not done.wrong then return done, counts end
  return play(assert(opened_for(way)), way)
end

--- A value as a text that can be held against another's.
local key_of <const> = digest.measured

--- A result without the fields that a house rule has added to it and not filled: they say nothing new.
---@param rules limber.Rules
---@param procedure string
---@param result any
---@return any
function M.bare(rules, procedure, result)
  local mine, published = rules.procedures[procedure], rules.published.procedures[procedure]
  if type(result) ~= "table" or not mine or not published or mine.out == published.out then return result end
  local copy = {}
  for key, value in next, result do copy[key] = value end
  for _, field in ipairs(mine.out) do
    local empty = copy[field.name] == (field.default or false)
    if empty and not house_fields.find(published.out, field.name) then copy[field.name] = nil end
  end
  return copy
end

--- The turns that begin within a command, each with how much had been told before.
local function turns_begun(line)
  local begun = {}
  for _, change in ipairs(line.changes or {}) do
    if #change.path == 1 and change.path[1] == "turn" then
      begun[#begun + 1] = { after = change.event, turn = change.new }
    end
  end
  return begun
end

--- What a command told, as texts to compare with another battle.
local function told_by(game, line)
  local calls, events = {}, {}
  for n, call in ipairs(line.calls or {}) do
    calls[n] = { call.procedure, M.bare(game.rules, call.procedure, call.result), call.rolls }
  end
  for n, event in ipairs(line.events or {}) do events[n] = key_of { event.say or "", event.with or {} } end
  return { turn = line.turn or 0, key = key_of { line.command or {}, calls, events }, events = events,
    command = key_of(line.command or {}), begun = turns_begun(line) }
end

--- The same of each command of a battle.
local function told(game)
  local rows = {}
  for _, line in ipairs(game.journal.lines) do
    if line.kind ~= "amend" then rows[#rows + 1] = told_by(game, line) end
  end
  return rows
end

--- The turn of a command from where on it goes otherwise: a command can end one turn and begin the next.
local function turn_of(first, second)
  local at, turn = 1, second.turn
  if first.command ~= second.command then return turn end
  while first.events[at] and first.events[at] == second.events[at] do at = at + 1 end
  for _, one in ipairs(second.begun) do
    if one.after < at then turn = one.turn end
  end
  return turn
end

--- What stops a battle once it has parted from another: the rest of it tells nothing more.
local function until_parted(other)
  local nth, at = 0, 0
  return function(game)
    for i = at + 1, #game.journal.lines do
      local line = game.journal.lines[i]
      if line.kind ~= "amend" then
        nth = nth + 1
        if not other[nth] or told_by(game, line).key ~= other[nth].key then return true end
      end
    end
    at = #game.journal.lines
  end
end

--- The turn in which two battles part; nil when they do not.
local function parting(one, other)
  for i = 1, math.max(#one, #other) do
    local first, second = one[i], other[i]
    if not first or not second then return (second or first).turn end
    if first.key ~= second.key then return turn_of(first, second) end
  end
end

--- What a change of the state is of, in words: "fatigue of formations".
local function kept_of(path)
  local place, key = path[1], path[#path == 2 and 2 or 3]
  if type(key) ~= "string" then return place end
  return ("%s of %s"):format(key, place == "battle" and "the battle" or place)
end

--- What the state keeps otherwise in a battle that is told as another one.
local function keeping(before, game)
  local known, found = {}, {}
  local function each(one, fn)
    for _, line in ipairs(one.journal.lines) do
      for _, change in ipairs(line.kind ~= "amend" and line.changes or {}) do
        fn(change.path, key_of { line.turn or 0, change.path, change.new == nil and {} or change.new })
      end
    end
  end
  each(before, function(_, key) known[key] = true end)
  each(game, function(path, key)
    if not known[key] then found[kept_of(path)] = true end
  end)
  return sorted.keys(found)
end

--- Why a record does not verify, or nil.
local function unverified(text)
  local recording, fault = replay.read(text)
  local report
  if recording then report, fault = verify.verify(recording, loader.new()) end
  if not report then return faults.text(fault) end
  if report.ok then return nil end
  local first = report.first_divergence
  return ("the replay does not verify: line %d, turn %d comes out differently (%s)"):format(first.line, first.turn,
    first.message or first.what)
end

--- Why the house rule says that it can change nothing in a battle; nil where it says no such thing, or where the trial
--- gives pieces fields of its own.
local function idle_in(opened, way)
  local layer = #way.variants == 1 and not way.give_fields and opened.rules.layers[#opened.rules.layers]
  local one = layer and lists.find(relevance.idle(opened.rules, opened.start), function(idle)
    return idle.name == layer.name and idle.says
  end)
  return one and one.why or nil
end

--- Plays a battle with and without the house rule.
---@param way limber.TrialWay
---@return limber.Trial
---@return limber.CameUp? counts
function M.play(way)
  local trial = { title = ("%s, %s"):format(way.path, way.solo and "played by solo commanders" or "by its script") }
  local opened, wrong = opened_for(way)
  if not opened then
    trial.wrong, trial.commands, trial.turns, trial.keeps = wrong, 0, 0, {}
    return trial
  end
  trial.idle = idle_in(opened, way)
  local done, counts = play_way(opened, way)
  local game = done.game
  local plain = assert(opened_for { text = way.text, path = way.path, solo = way.solo, variants = {},
    names = way.names })
  local rows = told(game)
  local before = play(plain, { solo = way.solo, each = way.each }, nil, until_parted(rows)).game
  trial.commands, trial.turns = #game.journal.lines, game.state.root.turn
  trial.wrong, trial.script_ends = done.wrong, done.refused
  trial.parted = parting(told(before), rows)
  local root <const>, ended <const> = game.state.root, before.state.root.result
  if key_of(root.result or {}) ~= key_of(ended or {}) then trial.parted = trial.parted or root.turn end
  trial.keeps = not trial.parted and not done.wrong and keeping(before, game) or {}
  trial.wrong = trial.wrong or unverified(done.text)
  return trial, not trial.wrong and counts or nil
end

--- What a short battle between solo commanders asks, what its sequences are about, and what it changes of its pieces;
--- nil when no battle ships for the ruleset.
---@param name string the ruleset
---@param each fun(turn: integer)? is told how far it is
---@return limber.CameUp?
function M.seen(name, each)
  local content, path = M.shortest(name)
  if not content then return nil end
  local way = { text = content, path = path, solo = true, variants = {}, each = each }
  return select(2, play_counted(assert(opened_for(way)), way))
end

return M
