--- Where the program finds rule files: those that ship with it under the data root; a player's own rulesets there or
--- under rules-lua/ of the folder one is in, own variants where they are named.
local file_kind <const> = require "limber.language.file_kind"
local host <const> = require "host"
local names <const> = require "limber.language.names"
local names_of <const> = require("limber.rules.ruleset").names

local M <const> = {}

--- The folders of rules-lua/ that ship, as the program was told when it was built. Players keep rulesets of their own
--- beside them, so that what is there does not tell. A replay carries whatever else it was played with.
M.SHIPPED = {}
for folder in host.shipped():gmatch "%S+" do M.SHIPPED[folder] = true end

local function is_own(path)
  local folder = path:match "^rules%-lua/([^/]+)/"
  return folder ~= nil and not M.SHIPPED[folder]
end

--- Reads a player's own variant: a path as it was typed, or a bare name as ./NAME.lua. What files say of variants are
--- names (limber.scenario.scenario, limber.record.replay), so that a path here is always the player's word.
local function own_variant(name)
  local path = name
  if type(name) ~= "string" or name:find("\0", 1, true) then return nil end
  if not name:find "[/.]" then path = "./" .. name .. ".lua" end
  local text = host.read(path)
  if text then return path, text, false end
end

--- The folder of an owner's base charts, as it was typed; nil without one.
local charts_folder

--- Takes base charts from a folder from now on (limber.rules.charts); what is wrong with the folder, or nil.
---@param folder string
---@return string?
function M.use_charts(folder)
  if folder:find("\0", 1, true) then return "--charts needs a folder" end
  charts_folder = folder:match "^(.-)/*$"
  if charts_folder == "" then charts_folder = "/" end
  if host.list(charts_folder) then return nil end
  return host.is_file(charts_folder) and ("--charts %s: it is a file; name the folder that it is in"):format(folder)
    or ("--charts %s: there is no such folder"):format(folder)
end

--- More files than this are no folder of charts.
local MOST_CHARTS <const> = 100

--- An owner's charts as they are now.
local function read_charts()
  local files, fault = host.list(charts_folder)
  if not files then error(("--charts: %s"):format(fault), 0) end
  if #files > MOST_CHARTS then
    error(("--charts %s: %d files are too many for a folder of charts"):format(charts_folder, #files), 0)
  end
  local list = { folder = charts_folder }
  for i, file in ipairs(files) do
    local path = charts_folder .. "/" .. file
    local text, wrong
    if file:find "%.csv$" then text, wrong = host.read(path) end
    list[i] = { file = file, path = path, text = text, wrong = wrong }
  end
  return list
end

--- The loader that rule stacks read through (see limber.rules.ruleset).
---@return limber.Loader
function M.new()
  local root = host.root()
  local loader = { charts = charts_folder and read_charts or nil }

  function loader.read(path)
    local text = host.read(root .. "/" .. path)
    if not text and is_own(path) then text = host.read(path) end
    return text, is_own(path)
  end

  function loader.list(folder)
    local found, seen = {}, {}
    local also = folder == "rules-lua" or is_own(folder .. "/")
    for _, place in ipairs { root .. "/" .. folder, also and folder or nil } do
      for _, name in ipairs(host.list(place) or {}) do
        if not seen[name] then found[#found + 1] = name end
        seen[name] = true
      end
    end
    table.sort(found)
    return found
  end

  function loader.variant(ruleset, name)
    if names.is_name(name) then
      for _, folder in ipairs { "rules-lua/" .. ruleset .. "/variants/", "rules-lua/house/" } do
        local path = folder .. name .. ".lua"
        local text, own = loader.read(path)
        if text then return path, text, not own end
      end
    end
    return own_variant(name)
  end

  function loader.beside(path, name, shipped)
    for _, place in ipairs(names.beside(path, name)) do
      local text
      if shipped or path:find "^rules%-lua/" then text = loader.read(place) else text = host.read(place) end
      if text then return place, text end
    end
  end

  --- A variant that a scenario names, as a stack takes it: by its path where the file lies beside the scenario, else by
  --- the name. What ships goes first, the folder where the player is comes last.
  function loader.of_scenario(path, ruleset, source)
    local place, turns = names.variant(path, source)
    if not place or select(3, loader.variant(ruleset, (source:match "^[^@]*"))) then return source end
    local text = host.read(place)
    return text and file_kind.of(text) == "variant" and place .. turns or source
  end

  --- The army that a scenario names, in a folder beside its file.
  function loader.army(path, file)
    local place = names.army(path, file)
    if not place then return nil end
    if path:find "^scenarios/" then
      local text = loader.read(place)
      if text then return text end
    end
    return (host.read(place))
  end

  return loader
end

--- The default ruleset: the first that ships, else the first there is.
---@return string?
function M.first()
  local all = names_of(M.new())
  for _, name in ipairs(all) do
    if M.SHIPPED[name] then return name end
  end
  return all[1]
end

return M
