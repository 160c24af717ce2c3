--- Opens scenarios and prints battles for `run`, `replay` and `check`.
local faults <const> = require "limber.common.faults"
local file_kind <const> = require "limber.language.file_kind"
local Game <const> = require "limber.game.game"
local host <const> = require "host"
local lengths <const> = require "limber.language.lengths"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local open <const> = require "read.open"
local replay <const> = require "limber.record.replay"
local ruleset <const> = require "limber.rules.ruleset"
local Scenario <const> = require "limber.scenario.scenario"
local tree <const> = require "limber.common.tree"
local suggest <const> = require "limber.common.suggest"
local teller <const> = require "play.teller"

local M <const> = {}

--- Reads a player's file or one that ships with Limber: its text, its path, and whether it ships.
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
  if ruleset.is_one(loader.new(), path) then
    return nil, ("%s is a ruleset: limber %s opens the prompt over it"):format(path, path)
  end
  local folder, name = path:match "^(.*)/([^/]*)$"
  local hint = host.exists(path) and "" or suggest.hint(name or path, host.list(folder or ".") or {})
  return nil, (message or ("cannot read %s"):format(path)) .. hint
end

---@class limber.Opened a battle about to be played
---@field scenario limber.Scenario
---@field rules limber.Rules
---@field start table
---@field shipped boolean
---@field facts "told"|"measured"
---@field solo string[]? the sides that solo commanders lead

---@class limber.LaidOut how a scenario is laid out
---@field facts "told"|"measured"|nil who tells what a tape would; as the scenario says, when left out
---@field solo string|true|nil the side that a solo commander leads; true: all of them
---@field commanders table<string, string>? what they are like, by side
---@field bare boolean? without the scenario's own variants
---@field without string? without this one of them
---@field change (fun(rules: limber.Rules, scenario: limber.Scenario): string?)? changes either before anything is laid
---       out, or says why it does not
---@field also limber.Rules? other rules that the battle is fought by: the flags of their modifiers are known

--- Reads a scenario and lays it out under its rules; faults are lines of text.
---@param path string
---@param variants string[] beside the scenario's own
---@param opts limber.LaidOut?
---@return limber.Opened?
---@return string[]? faults
---@return limber.Opened? unfinished what could be laid out of a scenario with faults
function M.open(path, variants, opts)
  local content, known, shipped = M.read(path)
  if not content then return nil, { known } end
  return M.open_text(content, known, shipped or false, variants, opts)
end

--- The sides that solo commanders are to lead; nil when none is.
---@param scenario limber.Scenario
---@param solo string|true|nil
---@return string[]?
function M.led_solo(scenario, solo)
  if solo ~= true and solo ~= "both" then return solo and { solo } or nil end
  local sides = {}
  for _, piece in ipairs(scenario.given) do
    if type(piece) == "table" and piece.tag == "side" then sides[#sides + 1] = piece.id end
  end
  return sides
end

--- The same of a scenario's text.
---@param content string
---@param known string the path it is known by
---@param shipped boolean
---@param variants string[]
---@param opts limber.LaidOut?
---@return limber.Opened?
---@return string[]? faults
---@return limber.Opened? unfinished what could be laid out of a scenario with faults
function M.open_text(content, known, shipped, variants, opts)
  local scenario, fault = Scenario.read(content, known, loader.new().army)
  if not scenario then return nil, { file_kind.wrong(known, content, "scenario") or Scenario.fault_text(fault) } end
  if type(scenario.ruleset) ~= "string" then return nil, { known .. ": ruleset must be a name" } end
  return M.lay_out(scenario, shipped, variants, opts or {})
end

--- Where variants of players are looked for that a scenario names.
local function looked_in(path)
  local folder = path:match "^(.+)/[^/]*$"
  return folder and ("beside the scenario, in %s, or in the folder where you are"):format(folder) or nil
end

--- Lays out a scenario that has been read.
---@param scenario limber.Scenario
---@param shipped boolean
---@param variants string[] beside the scenario's own
---@param opts limber.LaidOut
---@return limber.Opened?
---@return string[]? faults
---@return limber.Opened? unfinished
function M.lay_out(scenario, shipped, variants, opts)
  local own, solo, from = {}, M.led_solo(scenario, opts.solo), loader.new()
  for _, one in ipairs(opts.bare and {} or scenario.variants) do
    if not lists.has(opts.without or {}, one:match "^[^@]+") then
      if lists.has(variants, one) then return nil, { ("%s plays by %s already"):format(scenario.path, one) } end
      own[#own + 1] = shipped and one or from.of_scenario(scenario.path, scenario.ruleset, one)
    end
  end
  local all = table.move(variants, 1, #variants, #own + 1, table.move(own, 1, #own, 1, {}))
  local rules, refusal = open.rules(scenario.ruleset, all, {
    game = require "limber.game.words", looked = not shipped and looked_in(scenario.path) or nil,
  })
  if not rules then
    local whole = refusal.arg ~= "ruleset" and #variants > 0 -- what was asked for is not in the file
    return nil, { whole and refusal.message or Scenario.fault_text {
      file = scenario.path, line = scenario.line, message = refusal.message,
    } }
  end
  local unfit = opts.change and opts.change(rules, scenario)
  if unfit then return nil, { unfit } end
  local start, wrong, unfinished, missing = Scenario.build(scenario, rules, {
    facts = opts.facts, solo = solo, commanders = opts.commanders, also = opts.also,
  })
  if not start then
    local lines = {}
    for i, one in ipairs(wrong) do lines[i] = Scenario.fault_text(one) end
    return nil, lines, { scenario = scenario, rules = rules, start = unfinished, missing = missing,
      shipped = shipped }
  end
  return {
    scenario = scenario, rules = rules, start = start, shipped = shipped, facts = Scenario.facts(scenario, opts),
    solo = solo, commanders = opts.commanders,
  }
end

--- An army file opened as a battle of that army alone.
---@param content string
---@param path string
---@return limber.Opened?
---@return string[]? faults
---@return limber.Opened? unfinished
function M.open_army(content, path)
  local army, fault = Scenario.read_army(content, path)
  if not army then return nil, { Scenario.fault_text(fault) } end
  return M.lay_out(army, false, {}, {})
end

--- The line of the piece of a scenario that is known by an id.
local function line_of(pieces, id)
  for _, piece in ipairs(pieces) do
    if type(piece) == "table" and type(piece.given) == "table" then
      local line = piece.id == id and piece.line or line_of(piece.given, id)
      if line then return line end
    end
  end
end

--- A fault of a battle as text, with the file and the line if they are known.
---@param scenario limber.Scenario
---@param fault table a refusal or a failure
---@return string
function M.fault_text(scenario, fault)
  local line = fault.line or line_of(scenario.given, fault.arg)
  if not line and fault.kind then return faults.text(fault) end
  return Scenario.fault_text { file = fault.file or scenario.path, line = line, message = tostring(fault.message) }
end

--- Begins a battle to see whether its ruleset accepts it: the fault, or nil.
---@param opened limber.Opened
---@return string?
function M.begin_fault(opened)
  local asked = false
  local game = Game.new {
    rules = opened.rules, start = tree.copy(opened.start), seed = 0, keep = false,
    tell_fact = opened.facts == "told" and function()
      asked = true
      error({ arg = "facts", message = "a table is asked for it" }, 0)
    end or nil,
  }
  local line, fault = game:start()
  if line or asked then return nil end
  if fault.kind == "interrupt" then error(fault, 0) end
  local how = lengths.how(opened.rules.published.unit or "mm", opened.start.ground)
  fault.message = fault.message and lengths.in_unit(fault.message, how)
  return M.fault_text(opened.scenario, fault)
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
      facts = opts.tell_fact and "told" or nil, dice = opts.tell_dice and "told" or nil, solo = opened.solo,
      commanders = opened.commanders,
    }),
  }
end

M.teller, M.result, M.losses = teller.teller, teller.result, teller.losses

return M
