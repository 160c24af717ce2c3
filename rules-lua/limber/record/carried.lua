--- Files that a replay carries: all that were in use and did not ship with Limber. They count as a guest's.
--
-- A replay may also bring copies of files that did ship, or a house rule that goes by the name of a shipped one. The
-- installed ones hold then, unless its own are asked for (`recording.own_copies`); `differing` names them.
local digest <const> = require "kernel.digest"
local during <const> = require "limber.rules.during"
local names <const> = require "limber.language.names"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

---@class limber.CarriedFile
---@field path string
---@field text string? none: it shipped
---@field variant string? the name of the house rule in it
---@field army boolean? it is an army that the scenario names
---@field chart string? the name of the base chart in it

--- Whether a path is one that files ship under; what is installed there is read by the loader.
local function may_ship(path)
  return path:find "^rules%-lua/[%w_]+/[%w_/]+%.%a+$" ~= nil or path:find "^scenarios/[%w_]+/[%w_]+%.lua$" ~= nil
    or path:find "^scenarios/[%w_]+/[%w_]+/[%w_]+%.lua$" ~= nil
end

--- The installed text of a file that ships, nil when there is none; and whether one could ship under that path.
local function installed(loader, path)
  if not may_ship(path) then return nil, false end
  local text, other = loader.read(path)
  if other then return nil, false end
  return text, true
end

--- The file that a replay brings for a variant's name.
local function carried_variant(files, name)
  name = during.read(name)
  for i = #files, 1, -1 do
    local file = files[i]
    local base = file.text and not (file.army or file.chart) and file.path:match "([^/]+)$"
    if base and (file.variant == name or base == name or base == name .. ".lua" or file.path == name) then
      return file
    end
  end
end

--- The base charts that a replay brings, as a loader gives them; nil when it was played by those that ship.
local function carried_charts(files)
  local charts, at = { folder = "the replay" }, {}
  for _, file in ipairs(files) do
    if file.chart and file.text then
      local place = at[file.chart] or #charts + 1
      at[file.chart] = place
      charts[place] = { file = file.chart .. ".csv", path = file.path, text = file.text }
    end
  end
  return #charts > 0 and function() return charts end or nil
end

--- The path and text of the shipped variant of a name, if there is one.
local function shipped_variant(loader, ruleset, name)
  name = during.read(name)
  if not names.is_name(name) then return nil end
  local path, text, shipped = loader.variant(ruleset, name)
  if shipped then return path, text end
end

--- A loader that gives the files a replay brought along, and asks another for the rest.
---@param files limber.CarriedFile[] of a path that comes twice, the latter holds
---@param loader limber.Loader
---@param own_copies boolean? also in place of files that are installed
---@param asked string[]? variants that the player names: a path among them is read where it stands
---@return limber.Loader
function M.loader(files, loader, own_copies, asked)
  local carried, paths = {}, {}
  for _, name in ipairs(asked or {}) do
    name = during.read(name)
    paths[name] = not names.is_name(name) or nil
  end
  for _, file in ipairs(files) do
    if file.text and not file.chart then carried[file.path] = file.text end
  end
  local function variant(ruleset, name)
    if paths[name] then return loader.variant(ruleset, name) end
    local file = carried_variant(files, name)
    local path, text = shipped_variant(loader, ruleset, name)
    if path and not (file and own_copies) then return path, text, true end
    if file then return file.path, file.text, false end
    if names.is_name(name) then return loader.variant(ruleset, name) end
  end
  local function read(path)
    if carried[path] and (own_copies or not installed(loader, path)) then return carried[path], true end
    return loader.read(path)
  end
  local function beside(path, name, shipped)
    for _, place in ipairs(not shipped and carried[path] and names.beside(path, name) or {}) do
      if carried[place] then return place, carried[place] end
    end
    if (shipped or not carried[path]) and loader.beside then return loader.beside(path, name, shipped) end
  end
  return {
    read = read, list = loader.list, variant = variant, beside = beside, checked = loader.checked,
    charts = carried_charts(files),
  }
end

--- The text of a replay's scenario: what it brought, but for one that is installed.
---@param recording limber.Recording
---@param loader limber.Loader
---@return string
function M.scenario(recording, loader)
  local scenario = recording.header.scenario
  return not recording.own_copies and installed(loader, scenario.path) or scenario.text
end

--- Reads the army files of a replay's scenario: what it brought, but for those that are installed.
---@param recording limber.Recording
---@param loader limber.Loader
---@return fun(path: string, file: string): string?
function M.armies(recording, loader)
  return function(path, file)
    local place = names.army(path, file)
    local ships = place and not recording.own_copies and installed(loader, place)
    if ships then return ships end
    for _, one in ipairs(recording.header.files) do
      if one.army and one.path == place then return one.text end
    end
  end
end

--- All files that a recording brings, in the order of its lines.
local function files_of(recording)
  local files = table.move(recording.header.files, 1, #recording.header.files, 1, {})
  for _, line in ipairs(recording.lines) do table.move(line.files or {}, 1, #(line.files or {}), #files + 1, files) end
  return files
end

--- The names of variants that a recording puts in force.
local function variants_of(recording)
  local all = table.move(recording.header.variants, 1, #recording.header.variants, 1, {})
  for _, line in ipairs(recording.lines) do
    if line.variants then table.move(line.variants, 1, #line.variants, #all + 1, all) end
  end
  return all
end

--- The files that a recording brings in place of shipped ones and that are not those installed.
---@param recording limber.Recording
---@param loader limber.Loader
---@return string[] paths
function M.differing(recording, loader)
  local paths, seen, files = {}, {}, files_of(recording)
  local function note(path)
    if not seen[path] then paths[#paths + 1] = path end
    seen[path] = true
  end
  local function compare(file)
    local text, ships = installed(loader, file.path)
    if file.text and ships and text ~= file.text and not file.chart then note(file.path) end
  end
  for _, file in ipairs(files) do compare(file) end
  for _, name in ipairs(variants_of(recording)) do
    local file = carried_variant(files, name)
    local path, text = shipped_variant(loader, recording.header.ruleset, name)
    if file and path and text ~= file.text then note(file.path) end
  end
  local scenario = recording.header.scenario
  if installed(loader, scenario.path) then compare(scenario) end
  return paths
end

--- The names of the house rules that a recording brings, sorted.
---@param recording limber.Recording
---@return string[]
function M.house_rules(recording)
  local found, own = {}, ("rules-lua/%s/"):format(recording.header.ruleset)
  for _, file in ipairs(files_of(recording)) do
    local rules = file.text and not file.army and not file.path:find "%.csv$"
    if rules and (file.variant or file.path:sub(1, #own) ~= own) then
      found[file.variant or file.path:match "([^/]*)$":gsub("%.lua$", "")] = true
    end
  end
  return sorted.keys(found)
end

--- Files that are not what they were when a replay was written: rule files, and the scenario.
---@param header table
---@param rules limber.Rules
---@param scenario limber.Scenario?
---@return string[] paths
function M.changed(header, rules, scenario)
  local now, changed = {}, {}
  for _, file in ipairs(rules.published.files) do now[file.path] = digest.text(file.text) end
  for _, layer in ipairs(rules.layers) do
    if layer.text then now[layer.path] = digest.text(layer.text) end
    for _, file in ipairs(layer.files) do now[file.path] = digest.text(file.text) end
  end
  for _, file in ipairs(scenario and scenario.files or {}) do now[file.path] = digest.text(file.text) end
  for _, file in ipairs(header.files) do
    if now[file.path] and now[file.path] ~= file.digest then changed[#changed + 1] = file.path end
  end
  if scenario and digest.text(scenario.text) ~= header.scenario.digest then changed[#changed + 1] = scenario.path end
  return changed
end

return M
