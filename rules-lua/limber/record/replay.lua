--- Replay files: a game's journal read back, done again and held against what was written.
--
-- The first line is the header: { limber = "replay", format, version, ruleset, variants, files, scenario, seed, facts,
-- dice, solo (the sides a solo commander leads, if any) }; `files` and `scenario` carry { path, digest }, and the whole
-- text of the scenario, of its army files and of every rule file that did not ship. Then a line a command
-- (limber.game.journal), and in the end { kind = "end", lines, commands, digest, broken }: `broken` says what broke the
-- battle off, if anything did. A last line that was torn off is left out, with a warning; a file without that end gets
-- a warning too.
local bounds <const> = require "limber.language.bounds"
local carried <const> = require "limber.record.carried"
local digest <const> = require "kernel.digest"
local faults <const> = require "limber.common.faults"
local Game <const> = require "limber.game.game"
local json <const> = require "kernel.json"
local replay_lines <const> = require "limber.record.lines"
local Rules <const> = require "limber.rules.stack"
local sandbox <const> = require "kernel.sandbox"
local Scenario <const> = require "limber.scenario.scenario"

local M <const> = {}

---@class limber.Recording a replay file as read
---@field header table
---@field lines limber.Line[]
---@field ending { lines: integer, commands: integer, digest: string }? the line that ends it
---@field warning string?
---@field other_charts boolean? not its own base charts hold, but those of the loader
---@field shipped boolean? it ships with the rules by which it is played
---@field at_hand boolean? it was not read from a file: it is a battle that is on
---@field own_copies boolean? its own copies of shipped files hold, not those installed (limber.record.carried)

local function refusal(message, ...)
  return faults.refusal("replay", message, ...)
end

--- The header of a game about to be recorded.
---@param rules limber.Rules
---@param scenario limber.Scenario
---@param opts { seed: integer, version: string, facts: string?, dice: string?, solo: string[]? }
---@return table
function M.header(rules, scenario, opts)
  local files = {}
  local function add(path, text, shipped, variant)
    files[#files + 1] = {
      path = path, digest = digest.text(text), text = not shipped and text or nil, variant = variant,
    }
  end
  for _, file in ipairs(rules.published.files) do
    add(file.path, file.text, file.shipped)
    files[#files].chart = file.chart
  end
  for _, layer in ipairs(rules.layers) do
    if layer.text then add(layer.path, layer.text, layer.shipped, layer.name) end -- an option has no file of its own
    for _, file in ipairs(layer.files) do add(file.path, file.text, layer.shipped) end
  end
  for _, file in ipairs(scenario.files or {}) do
    add(file.path, file.text, false)
    files[#files].army = true
  end
  local text = scenario.text
  return {
    version = opts.version, ruleset = rules.name, variants = json.list(rules:variant_turns()), files = json.list(files),
    scenario = { path = scenario.path, digest = digest.text(text), text = text },
    seed = opts.seed, facts = opts.facts or "measured", dice = opts.dice or "thrown",
    solo = opts.solo and #opts.solo > 0 and json.list(opts.solo) or nil,
    commanders = opts.commanders and next(opts.commanders) and opts.commanders or nil,
  }
end

--- The lines of a text, and the ending of each, which the last may be without.
local function each_line(text)
  local at = 1
  return function()
    if at > #text then return nil end
    local ends = text:find("\n", at, true)
    local line = text:sub(at, ends and ends - 1 or nil)
    at = (ends or #text) + 1
    return line, ends and "\n" or ""
  end
end

--- Reads a replay file's text.
---@param text string
---@return limber.Recording?
---@return limber.Refusal?
function M.read(text)
  if #text > bounds.REPLAY then return nil, refusal("the file is too long for a replay: %d bytes", #text) end
  local recording, number, tally = { lines = {} }, 0, { values = 0 }
  for written, ending in each_line(text) do
    number = number + 1
    local line, values, message
    if #written > bounds.LINE then
      message = "it is too long"
    else
      if number > 1 then line, values = json.plain(written, bounds.DEPTH, "changes") end
      if not values then line, message = json.decode(written) end
    end
    if number == 1 then
      if ending == "" and not line then return nil, refusal "this is not a replay: its header is cut off" end
      local fault = replay_lines.bad_header(line, message, tally)
      if fault then return nil, refusal("%s", fault) end
      recording.header = line
    elseif ending == "" then
      recording.warning = ("it was not closed properly: line %d is cut off and is left out"):format(number)
    else
      local fault = recording.ending and "it comes after the line that ends the replay"
        or replay_lines.bad_line(line, message, tally, values)
        or bounds.too_many(number, bounds.LINES, "lines")
      if fault then return nil, refusal("line %d cannot be read: %s", number, fault) end
      if line.kind == "end" then recording.ending = line else recording.lines[#recording.lines + 1] = line end
    end
  end
  if not recording.header then return nil, refusal "this is not a replay: it is empty" end
  if not recording.ending and not recording.warning then
    recording.warning = ("it was not closed properly: anything done after line %d of the battle is not "
      .. "in it"):format(#recording.lines)
  end
  return recording
end

--- What is said of a battle that broke off, or nil.
---@param recording limber.Recording
---@return string?
function M.broken(recording)
  local why = recording.ending and recording.ending.broken
  return why and ("the battle broke off after line %d: %s"):format(#recording.lines, why) or nil
end

--- The rules that a recording names. Reports missing files, except variants that the caller `asked` for.
local function rules_of(recording, files, loader, variants, asked)
  local ruleset = recording.header.ruleset
  local from = carried.loader(files, loader, recording.own_copies, asked and variants)
  if recording.other_charts then from.charts = loader.charts end
  local done, rules, fault = pcall(Rules.load, from, ruleset, variants, { game = require "limber.game.words" })
  if not done then rules, fault = nil, faults.refusal("ruleset", rules) end
  if rules or asked then return rules, fault end
  return nil, { arg = fault.arg, message = ("the replay needs a file that is not here: %s"):format(fault.message) }
end

local function begin(recording, loader, opts)
  local header = recording.header
  local rules, fault = opts.rules
  if not rules then
    rules, fault = rules_of(recording, header.files, loader, opts.variants or header.variants, opts.variants ~= nil)
    if not rules then return nil, fault end
  end
  local scenario
  scenario, fault = M.scenario(recording, loader)
  if not scenario then return nil, fault end
  local start, wrong = opts.root, nil
  if not start then
    start, wrong = Scenario.build(scenario, rules, {
      facts = header.facts, solo = header.solo, commanders = header.commanders,
    })
  end
  if not start then return nil, wrong[1] end
  local now = opts.variants and M.header(rules, scenario, {
    seed = header.seed, version = header.version, facts = header.facts, dice = header.dice, solo = header.solo,
    commanders = header.commanders,
  }) or header -- what is fought under other rules is a record of its own
  local function missing(question)
    local what = question.text or question[1].label or "a throw"
    error({ arg = "replay", message = ("the replay has no answer to: %s"):format(what) }, 0)
  end
  local game = Game.new {
    rules = rules, start = start, seed = header.seed, header = opts.header or now, story = opts.story,
    append = opts.append, tell_fact = header.facts == "told" and (opts.tell_fact or missing) or nil,
    tell_dice = opts.tell_dice or header.dice == "told" and missing or nil, keep = opts.keep,
  }
  function game.load_rules(line)
    local files = table.move(header.files, 1, #header.files, 1, {})
    table.move(line.files or {}, 1, #(line.files or {}), #files + 1, files)
    local laid, why = rules_of(recording, files, loader, line.variants)
    if laid then laid.lenient = game.rules.lenient end
    return laid, why
  end
  return game, nil, scenario
end

--- The scenario of a recording.
---@param recording limber.Recording
---@param loader limber.Loader
---@return limber.Scenario?
---@return table?
function M.scenario(recording, loader)
  local text, path = carried.scenario(recording, loader), recording.header.scenario.path
  if not text then
    return nil, refusal("the replay needs a file that is not here: the scenario %s", bounds.quoted(path))
  end
  return Scenario.read(text, path, carried.armies(recording, loader))
end

--- The lines of a recording that lead to its last one: those of other branches were undone.
---@param recording limber.Recording
---@return limber.Line[]
function M.last_branch(recording)
  local lines, way = recording.lines, {}
  local line = lines[#lines]
  while line do
    table.insert(way, 1, line)
    line = line.parent and lines[line.parent]
  end
  return way
end

--- A game at its beginning, as a replay's header says, or under other variants.
---@param recording limber.Recording
---@param loader limber.Loader
---@param opts table? what else limber.game.game takes; `variants` or `rules` in place of the replay's; `root`: the
---       state to begin with, in place of the scenario's
---@return limber.Game?
---@return table?
---@return limber.Scenario?
function M.game(recording, loader, opts)
  return M.guarded(recording, "its header", begin, recording, loader, opts or {})
end

--- Runs what relies on what a recording holds. An error is the recording's fault, told without the place in the program
--- where it showed; one in a file that the recording brought has its place. A failure that is no error is raised.
---@param recording limber.Recording
---@param what string the part of it that is relied on
---@param fn function
---@return any
---@return limber.Refusal?
---@return any
function M.guarded(recording, what, fn, ...)
  local done, first, second, third = sandbox.run(nil, fn, ...)
  if done then return first, second, third end
  if first.kind == "refusal" then return nil, { arg = first.arg or "replay", message = first.message } end
  if first.kind ~= "error" then error(first, 0) end
  local theirs = first.file == recording.header.scenario.path
  for _, file in ipairs(recording.header.files) do theirs = theirs or file.text and file.path == first.file end
  if theirs then return nil, faults.refusal("replay", first) end
  return nil, refusal("%s was not written by Limber", what)
end

M.loader, M.differing, M.changed_files = carried.loader, carried.differing, carried.changed
M.house_rules = carried.house_rules

return M
