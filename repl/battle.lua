--- Opens scenarios and tells battles: what `run`, `replay` and `check` share.
local Game <const> = require "limber.game"
local host <const> = require "host"
local loader <const> = require "loader"
local open <const> = require "open"
local replay <const> = require "limber.replay"
local result_text <const> = require "result_text"
local Scenario <const> = require "limber.scenario"
local story <const> = require "limber.story"
local suggest <const> = require "limber.suggest"
local text <const> = require "text"

local M <const> = {}

--- Reads a file of a player's, or one that shipped: its text, the path it is known by, whether it shipped.
---@param path string
---@return string? text
---@return string path or what is wrong
---@return boolean? shipped
function M.read(path)
  local own, message = host.read(path)
  local inside = path:gsub("^%./", "")
  local root = host.root() .. "/"
  if inside:sub(1, #root) == root then inside = inside:sub(#root + 1) end
  local shipped = loader.new().read(inside)
  if shipped and (not own or own == shipped) then return shipped, inside, true end
  if own then return own, path, false end
  local folder, name = path:match "^(.*)/([^/]*)$"
  local hint = suggest.hint(name or path, host.list(folder or ".") or {})
  return nil, (message or ("cannot read %s"):format(path)) .. hint
end

local function rulesets_hint(name)
  return suggest.hint(name, require("limber.ruleset").names(loader.new()))
end

---@class limber.Opened a battle about to be played
---@field scenario limber.Scenario
---@field rules limber.Rules
---@field start table
---@field shipped boolean
---@field facts "told"|"measured"

--- Reads a scenario and lays it out under its rules; faults are lines of text.
---@param path string
---@param variants string[] beside the scenario's own
---@param opts { facts: "told"|"measured"|nil }? who tells what a tape would; as the scenario says, when left out
---@return limber.Opened?
---@return string[]? faults
function M.open(path, variants, opts)
  local content, known, shipped = M.read(path)
  if not content then return nil, { known } end
  return M.open_text(content, known, shipped or false, variants, opts)
end

--- The same of a scenario's text.
---@param content string
---@param known string the path it is known by
---@param shipped boolean
---@param variants string[]
---@param opts { facts: "told"|"measured"|nil }?
---@return limber.Opened?
---@return string[]? faults
function M.open_text(content, known, shipped, variants, opts)
  local scenario, fault = Scenario.read(content, known)
  if not scenario then return nil, { Scenario.fault_text(fault) } end
  if type(scenario.ruleset) ~= "string" then return nil, { known .. ": ruleset must be a name" } end
  local all = table.move(variants, 1, #variants, #scenario.variants + 1, table.move(scenario.variants, 1,
    #scenario.variants, 1, {}))
  local rules, refusal = open.rules(scenario.ruleset, all, { game = true })
  if not rules then
    return nil, { ("%s: %s%s"):format(known, refusal.message, rulesets_hint(scenario.ruleset)) }
  end
  local start, faults = Scenario.build(scenario, rules, opts)
  if not start then
    local lines = {}
    for i, one in ipairs(faults) do lines[i] = Scenario.fault_text(one) end
    return nil, lines
  end
  return {
    scenario = scenario, rules = rules, start = start, shipped = shipped, facts = Scenario.facts(scenario, opts),
  }
end

--- The game of an opened battle.
---@param opened limber.Opened
---@param opts { seed: integer, append: (fun(text: string))?, story: function?, tell_fact: function?,
---  tell_dice: function? }
---@return limber.Game
function M.game(opened, opts)
  return Game.new {
    rules = opened.rules, start = opened.start, seed = opts.seed, append = opts.append, story = opts.story,
    tell_fact = opts.tell_fact, tell_dice = opts.tell_dice,
    header = replay.header(opened.rules, opened.scenario, {
      seed = opts.seed, version = host.versions().limber, shipped = opened.shipped,
      facts = opts.tell_fact and "told" or nil, dice = opts.tell_dice and "told" or nil,
    }),
  }
end

--- One question asked of the rules, for a verbose story: its name and clauses, its dice, what it says.
local function call_text(game, event, line)
  local call = (line.calls or game.calls)[event.call]
  local procedure, rolls = game.rules.procedures[call.procedure], {}
  for i, roll in ipairs(call.rolls) do
    rolls[i] = {
      label = roll.label, who = call.throwers[roll.who or ""] or roll.who, dice = roll.dice, total = roll.total,
      count = roll.count,
    }
  end
  local thrown = #rolls > 0 and result_text.dice(rolls) .. ": " or ""
  return ("%s (%s) %s%s"):format(call.procedure, procedure.cite, thrown, story.text(game, event, line))
end

--- The path of the step that begins a turn.
local function turn_begins(game)
  local turn = game.words.sequences.turn
  return turn and turn[1].path
end

--- A teller of a game's story, line by line as it happens; `verbose` adds every question and its dice.
---@param game fun(): limber.Game
---@param opts { verbose: boolean?, show: (fun(text: string): string)? } show: in the words of a table
---@return fun(event: table, line: limber.Line)
function M.teller(game, opts)
  local before
  return function(event, line)
    local now = game()
    if event.call and not opts.verbose then return end
    if before and event.at ~= before and event.at == turn_begins(now) then host.stdout "\n" end
    before = event.at
    local indent = event.call and "      " or ""
    local told = event.call and call_text(now, event, line) or story.text(now, event, line)
    if event.cite and not event.call then told = ("%s (%s)"):format(told, event.cite) end
    if opts.show then told = opts.show(told) end
    for _, one in ipairs(text.wrap(told, host.width() - #indent, "    ")) do host.stdout(indent .. one .. "\n") end
  end
end

--- Opens a file to record in. A replay that stood there is kept beside it; anything else is left alone.
---@param path string
---@return table? file
---@return string? fault
function M.record_to(path)
  local before = host.exists(path) and host.read(path) or ""
  if before ~= "" then
    local torn = not before:find "\n" and before:find '^{"dice":' -- its recorder was killed at the very first line
    if not torn and not before:find '^{.-"limber":"replay"' then
      return nil, ("%s is no replay: it is not written over"):format(path)
    end
    local kept, fault = host.write(path .. "~", before)
    if not kept then return nil, fault end
    host.stderr(("The replay that stood in %s is kept as %s~.\n"):format(path, path))
  end
  return host.append_open(path, true)
end

--- How a battle ended, in a sentence; nil when it has not.
---@param game limber.Game
---@return string?
function M.result(game)
  local root = game.state.root
  local result = root.result
  if not result then return nil end
  local winner = root.sides[result.winner]
  local won = winner and ("Victory of %s"):format(winner.name or result.winner) or "A draw"
  return ("%s after turn %d%s."):format(won, result.turn or root.turn, result.why and ": " .. result.why or "")
end

return M
