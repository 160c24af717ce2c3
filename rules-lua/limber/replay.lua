--- Replay files: a game's journal read back, done again and held against what was written.
--
-- The first line is the header: { limber = "replay", format, version, ruleset, variants, files, scenario, seed, facts,
-- dice, solo (the sides a solo commander leads, if any) }; `files` and `scenario` carry { path, digest }, and the whole
-- text of the scenario and of every rule file that did not ship. Then a line a command (limber.journal), and in the end
-- { kind = "end", lines, commands, digest }. A last line that was torn off is left out, with a warning; so does one get
-- a warning that has no end.
local digest <const> = require "kernel.digest"
local faults <const> = require "limber.faults"
local Game <const> = require "limber.game"
local Journal <const> = require "limber.journal"
local json <const> = require "kernel.json"
local names <const> = require "limber.names"
local Rules <const> = require "limber.rules"
local Scenario <const> = require "limber.scenario"

local M <const> = {}

---@class limber.Recording a replay file as read
---@field header table
---@field lines limber.Line[]
---@field ending { lines: integer, commands: integer, digest: string }? the line that ends it
---@field warning string?

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
  for _, file in ipairs(rules.published.files) do add(file.path, file.text, file.shipped) end
  for _, layer in ipairs(rules.layers) do add(layer.path, layer.text, layer.shipped, layer.name) end
  local text = scenario.text
  return {
    version = opts.version, ruleset = rules.name, variants = json.list(rules:variant_names()), files = json.list(files),
    scenario = { path = scenario.path, digest = digest.text(text), text = text },
    seed = opts.seed, facts = opts.facts or "measured", dice = opts.dice or "thrown",
    solo = opts.solo and #opts.solo > 0 and json.list(opts.solo) or nil,
  }
end

--- What a list of the file must hold, checked before anybody relies on it.
local function all(list, fits)
  if type(list) ~= "table" then return false end
  for _, one in ipairs(list) do
    if type(one) ~= "table" or not fits(one) then return false end
  end
  return true
end

local function a_file(file)
  return type(file.path) == "string" and type(file.digest) == "string" and type(file.text or "") == "string"
end

local function a_call(call)
  return type(call.procedure) == "string" and type(call.throwers) == "table"
    and all(call.rolls, function(roll) return type(roll.dice) == "table" end)
end

local function check_header(header, message)
  if not header or header.limber ~= "replay" then return refusal("this is no replay: %s", message or "no header") end
  if header.format ~= Journal.FORMAT then
    return refusal("the replay is of format %s%s, this Limber reads format %d", tostring(header.format),
      type(header.version) == "string" and (", written by Limber %s"):format(header.version) or "", Journal.FORMAT)
  end
  local scenario = header.scenario
  if type(header.ruleset) ~= "string" then return refusal "its header does not name a ruleset" end
  if math.type(header.seed) ~= "integer" then return refusal "its header does not give the seed" end
  if not all(header.files, a_file) then return refusal "its header does not list the rule files" end
  if type(header.variants) ~= "table" then return refusal "its header does not list the variants" end
  if type(header.solo or {}) ~= "table" then return refusal "its header does not say whom solo commanders lead" end
  if type(scenario) ~= "table" or not a_file(scenario) then return refusal "its header does not name the scenario" end
end

--- What is wrong with the line that ends a record.
local function bad_ending(line)
  if math.type(line.lines) ~= "integer" or math.type(line.commands) ~= "integer" or type(line.digest) ~= "string" then
    return "it ends the replay, and does not say how many lines and commands there are"
  end
end

--- What is wrong with a line that is JSON but was never written by a journal.
local function misshapen(line)
  if line.kind == "end" then return bad_ending(line) end
  if math.type(line.id) ~= "integer" then return "it has no id" end
  if type(line.kind) ~= "string" or math.type(line.turn) ~= "integer" then return "it does not say what was done" end
  if line.kind == "command" and (type(line.command) ~= "table" or type(line.command["do"]) ~= "string") then
    return "it holds no command"
  end
  if type(line.digest) ~= "string" then return "it has no digest" end
  if line.parent ~= nil and math.type(line.parent) ~= "integer" then return "its parent is no line" end
  if not all(line.calls or {}, a_call) then return "its calls are broken" end
  if not all(line.facts or {}, function(one) return type(one.fact) == "string" and type(one.of) == "table" end) then
    return "its facts are broken"
  end
  if not all(line.changes or {}, function(one) return type(one.path) == "table" and #one.path > 0 end) then
    return "its changes are broken"
  end
  if not all(line.events or {}, function() return true end) then return "its events are broken" end
end

--- A journal writes whole numbers, words, truth values, lists and maps: the path of anything else. What is empty is
--- written as an object and may have been a list: it is read as neither.
local function foreign(value, path)
  local kind = type(value)
  if kind == "table" then
    for key, inner in next, value do
      if type(inner) == "table" and next(inner) == nil then value[key] = {} end
      local found = foreign(inner, ("%s.%s"):format(path, key))
      if found then return found end
    end
  elseif kind == "userdata" or math.type(value) == "float" then
    return path
  end
end

local function check_line(line, message)
  if type(line) ~= "table" then return message or "it is no object" end
  local strange = foreign(line, "line")
  return strange and ("%s is nothing a replay holds"):format(strange:sub(6)) or misshapen(line)
end

--- Reads a replay file's text.
---@param text string
---@return limber.Recording?
---@return limber.Refusal?
function M.read(text)
  local recording, number = { lines = {} }, 0
  for written, ending in text:gmatch "([^\n]*)(\n?)" do
    if written ~= "" or ending == "\n" then
      number = number + 1
      local line, message = json.decode(written)
      if number == 1 then
        if ending == "" and not line then return nil, refusal "this is no replay: its header is torn off" end
        local fault = check_header(type(line) == "table" and line or nil, message)
        if fault then return nil, fault end
        recording.header = line
      elseif ending == "" then
        recording.warning = ("it was not ended properly: line %d was torn off and is left out"):format(number)
      else
        local fault = recording.ending and "it comes after the line that ends the replay" or check_line(line, message)
        if fault then return nil, refusal("line %d cannot be read: %s", number, fault) end
        if line.kind == "end" then recording.ending = line else recording.lines[#recording.lines + 1] = line end
      end
    end
  end
  if not recording.header then return nil, refusal "this is no replay: it is empty" end
  if not recording.ending and not recording.warning then
    recording.warning = ("it was not ended properly: what was done after line %d of the battle, if anything, is not "
      .. "in it"):format(#recording.lines)
  end
  return recording
end

--- A loader that gives the files a replay brought along, and asks another for the rest. What it brought is a guest's.
---@param files { path: string, text: string?, variant: string? }[] of a path that comes twice, the latter holds
---@param loader limber.Loader
---@return limber.Loader
function M.loader(files, loader)
  local carried = {}
  for _, file in ipairs(files) do
    if file.text then carried[file.path] = file.text end
  end
  local function variant(ruleset, name)
    for i = #files, 1, -1 do
      local file = files[i]
      local base = file.text and file.path:match "([^/]+)$"
      if base and (file.variant == name or base == name or base == name .. ".lua" or file.path == name) then
        return file.path, file.text, false
      end
    end
    if names.is_name(name) then return loader.variant(ruleset, name) end
  end
  local function read(path)
    if carried[path] then return carried[path], true end
    return loader.read(path)
  end
  return { read = read, list = loader.list, variant = variant }
end

--- Files that are not what they were when the replay was written: rule files, and the scenario.
---@param header table
---@param rules limber.Rules
---@param scenario limber.Scenario?
---@return string[] paths
function M.changed_files(header, rules, scenario)
  local now, changed = {}, {}
  for _, file in ipairs(rules.published.files) do now[file.path] = file.digest end
  for _, layer in ipairs(rules.layers) do now[layer.path] = digest.text(layer.text) end
  for _, file in ipairs(header.files) do
    if now[file.path] and now[file.path] ~= file.digest then changed[#changed + 1] = file.path end
  end
  if scenario and digest.text(scenario.text) ~= header.scenario.digest then changed[#changed + 1] = scenario.path end
  return changed
end

--- The rules a header names, with what is missing said; not so for variants that somebody `asked` for.
local function rules_of(header, files, loader, variants, asked)
  local done, rules, fault = pcall(Rules.load, M.loader(files, loader), header.ruleset, variants, { game = true })
  if not done then rules, fault = nil, faults.refusal("ruleset", rules) end
  if rules or asked then return rules, fault end
  return nil, { arg = fault.arg, message = ("the replay needs what is not here: %s"):format(fault.message) }
end

--- A game at its beginning, as a replay's header says, or under other variants.
---@param recording limber.Recording
---@param loader limber.Loader
---@param opts table? what else limber.game takes, and `variants` in place of the replay's
---@return limber.Game?
---@return table?
---@return limber.Scenario?
function M.game(recording, loader, opts)
  opts = opts or {}
  local header = recording.header
  local rules, fault = rules_of(header, header.files, loader, opts.variants or header.variants, opts.variants ~= nil)
  if not rules then return nil, fault end
  local path = header.scenario.path
  local text = header.scenario.text or loader.read(path)
  if not text then return nil, refusal("the replay needs what is not here: the scenario %s", path) end
  local scenario
  scenario, fault = Scenario.read(text, path)
  if not scenario then return nil, fault end
  local start, wrong = Scenario.build(scenario, rules, { facts = header.facts, solo = header.solo })
  if not start then return nil, wrong[1] end
  local function missing(question)
    local what = question.text or question[1].label or "a throw"
    error({ arg = "replay", message = ("the replay does not say: %s"):format(what) }, 0)
  end
  local game = Game.new {
    rules = rules, start = start, seed = header.seed, header = opts.header or header, story = opts.story,
    append = opts.append, tell_fact = header.facts == "told" and (opts.tell_fact or missing) or nil,
    tell_dice = opts.tell_dice or header.dice == "told" and missing or nil,
  }
  function game.load_rules(line)
    local files = table.move(header.files, 1, #header.files, 1, {})
    table.move(line.files or {}, 1, #(line.files or {}), #files + 1, files)
    return rules_of(header, files, loader, line.variants)
  end
  return game, nil, scenario
end

return M
