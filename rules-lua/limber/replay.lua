--- Replay files: a game's journal read back, done again and held against what was written.
--
-- The first line is the header: { limber = "replay", format, version, ruleset, variants, files, scenario, seed, facts,
-- dice }; `files` and `scenario` carry { path, digest }, and the whole text of what did not ship. Then a line a command
-- (limber.journal). A last line that was torn off is left out, with a warning.
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game"
local Journal <const> = require "limber.journal"
local json <const> = require "kernel.json"
local Rules <const> = require "limber.rules"
local Scenario <const> = require "limber.scenario"

local M <const> = {}

---@class limber.Recording a replay file as read
---@field header table
---@field lines limber.Line[]
---@field warning string?

local function refusal(message, ...)
  return { arg = "replay", message = message:format(...) }
end

--- The header of a game about to be recorded.
---@param rules limber.Rules
---@param scenario limber.Scenario
---@param opts { seed: integer, version: string, shipped: boolean, facts: string?, dice: string? }
---@return table
function M.header(rules, scenario, opts)
  local files = {}
  local function add(path, text, shipped)
    files[#files + 1] = { path = path, digest = digest.text(text), text = not shipped and text or nil }
  end
  for _, file in ipairs(rules.published.files) do add(file.path, file.text, true) end
  for _, layer in ipairs(rules.layers) do add(layer.path, layer.text, layer.shipped) end
  local text = scenario.text
  return {
    version = opts.version, ruleset = rules.name, variants = json.list(rules:variant_names()), files = json.list(files),
    scenario = { path = scenario.path, digest = digest.text(text), text = not opts.shipped and text or nil },
    seed = opts.seed, facts = opts.facts or "measured", dice = opts.dice or "thrown",
  }
end

local function check_header(header, message)
  if not header or header.limber ~= "replay" then return refusal("this is no replay: %s", message or "no header") end
  if header.format ~= Journal.FORMAT then
    return refusal("the replay is of format %s, this Limber reads format %d", tostring(header.format), Journal.FORMAT)
  end
end

--- Reads a replay file's text.
---@param text string
---@return limber.Recording?
---@return limber.Refusal?
function M.read(text)
  local recording, number = { lines = {} }, 0
  for written, ending in text:gmatch "([^\n]*)(\n?)" do
    if written ~= "" then
      number = number + 1
      local line, message = json.decode(written)
      if number == 1 then
        local fault = check_header(line, message)
        if fault then return nil, fault end
        recording.header = line
      elseif line and ending == "\n" then
        recording.lines[#recording.lines + 1] = line
      elseif ending == "" then
        recording.warning = ("line %d was torn off; it is left out"):format(number)
      else
        return nil, refusal("line %d cannot be read: %s", number, message)
      end
    end
  end
  if not recording.header then return nil, refusal "this is no replay: it is empty" end
  return recording
end

--- A loader that gives the files a replay brought along, and asks another for the rest.
---@param files { path: string, text: string? }[] of a path that comes twice, the latter holds
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
      if base and (base == name or base == name .. ".lua" or file.path == name) then
        return file.path, file.text, false
      end
    end
    return loader.variant(ruleset, name)
  end
  return {
    read = function(path) return carried[path] or loader.read(path) end, list = loader.list, variant = variant,
  }
end

--- Shipped files that are not what they were when the replay was written.
---@param header table
---@param rules limber.Rules
---@return string[] paths
function M.changed_files(header, rules)
  local now, changed = {}, {}
  for _, file in ipairs(rules.published.files) do now[file.path] = file.digest end
  for _, layer in ipairs(rules.layers) do now[layer.path] = digest.text(layer.text) end
  for _, file in ipairs(header.files) do
    if now[file.path] and now[file.path] ~= file.digest then changed[#changed + 1] = file.path end
  end
  return changed
end

--- A game at its beginning, as a replay's header says, or under other variants.
---@param recording limber.Recording
---@param loader limber.Loader
---@param opts table? what else limber.game takes, and `variants` in place of the replay's
---@return limber.Game?
---@return table?
function M.game(recording, loader, opts)
  opts = opts or {}
  local header = recording.header
  local variants = opts.variants or header.variants
  local rules, fault = Rules.load(M.loader(header.files, loader), header.ruleset, variants, { game = true })
  if not rules then return nil, fault end
  local path = header.scenario.path
  local text = header.scenario.text or loader.read(path)
  if not text then return nil, refusal("the scenario %s is missing", path) end
  local scenario
  scenario, fault = Scenario.read(text, path)
  if not scenario then return nil, fault end
  local start, faults = Scenario.build(scenario, rules)
  if not start then return nil, faults[1] end
  local function missing(question)
    error({ arg = "replay", message = ("the replay does not say: %s"):format(question.text or question.label) }, 0)
  end
  local game = Game.new {
    rules = rules, start = start, seed = header.seed, header = opts.header or header, story = opts.story,
    append = opts.append, tell_fact = header.facts == "told" and (opts.tell_fact or missing) or nil,
    tell_dice = opts.tell_dice or header.dice == "told" and missing or nil,
  }
  function game.load_rules(line)
    local files = table.move(header.files, 1, #header.files, 1, {})
    table.move(line.files or {}, 1, #(line.files or {}), #files + 1, files)
    return Rules.load(M.loader(files, loader), header.ruleset, line.variants, { game = true })
  end
  return game
end

return M
