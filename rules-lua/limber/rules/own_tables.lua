--- Tables of a variant's own: `lookup "events" { key = band("roll", "from", "to"), value = "event" }` in its file.
--
-- The data is the file events.csv beside the variant's file or in the folder with the variant's name, or a text in the
-- variant's file: csv = [[…]]. `data` names a file with another name than the table. Files that did not ship travel
-- with the battle's record, like the variant itself.
local bounds <const> = require "limber.language.bounds"
local declared <const> = require "limber.language.declared"
local names <const> = require "limber.language.names"
local sorted <const> = require "limber.common.sorted"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- The most bytes of such a table: the largest that ships has some 3,000.
M.LONGEST = 256 * 1024

local LOOKUP <const> = {
  key = "any!", across = "table", columns = "table", value = "text", data = "name", doc = "text", label = "text",
  sparse = "any", where = "table", cite = "text", csv = "any",
}

local function is_key(key)
  if names.is_name(key) then return true end
  return type(key) == "table" and names.is_name(key.name) and names.is_name(key.from) and names.is_name(key.to)
end

--- What is wrong with how a table is to be read, or nil.
local function misuse(spec)
  local key = spec.key
  local several = type(key) == "table" and key.from == nil
  local fits = not several and is_key(key) or several and #key > 0
  for i = 1, several and #key or 0 do fits = fits and is_key(key[i]) end
  if not fits then return 'key must be the name of a column, band("x", "from", "to"), or a list of these' end
  if spec.across and not (names.is_name(spec.across[1]) and names.is_name(spec.across.prefix)) then
    return 'across must be { "name", prefix = "columns_" }'
  end
  if spec.columns and not names.is_list(spec.columns) then return "columns must be a list of names" end
  if not (spec.across or spec.columns or names.is_name(spec.value)) then
    return "it needs value, columns or across: which columns hold its cells"
  end
  if spec.label and not names.is_name(spec.label) then return "label must be the name of a column" end
  if spec.sparse ~= nil and not (type(spec.sparse) == "string" and #spec.sparse <= bounds.WORD) then
    return "sparse must be a word"
  end
  if spec.csv ~= nil and type(spec.csv) ~= "string" then return "csv must be a text" end
  return nil
end

--- The word `lookup` of a variant's file.
---@param layer table
---@return fun(name: string): fun(given: table)
function M.word(layer)
  return function(name)
    declared.name("lookup", name, names.is_name)
    return function(given)
      if layer.closed then error(("lookup %q is declared too late: its file has been read"):format(name), 2) end
      layer.lookups = layer.lookups or {}
      if layer.lookups[name] then error(("lookup %q is declared twice"):format(name), 2) end
      local csv = type(given) == "table" and given.csv or nil
      local spec = tree.copy(declared.only(("lookup %q"):format(name), given, LOOKUP))
      spec.csv = csv -- with its lines
      local wrong = misuse(spec)
      if wrong then error(("lookup %q: %s"):format(name, wrong), 2) end
      local info = debug.getinfo(2, "Sl")
      spec.file, spec.line = info.source:gsub("^@", ""), info.currentline
      layer.lookups[name] = spec
    end
  end
end

--- Reads the data of a layer's tables; notes the files among those of the layer.
---@param layer table
---@param loader limber.Loader
---@return string? fault
function M.read(layer, loader)
  layer.files = {}
  for _, name in ipairs(sorted.keys(layer.lookups)) do
    local spec = layer.lookups[name]
    if spec.csv then
      spec.path = layer.path
    else
      local file = spec.data or name
      local path, text
      if loader.beside then path, text = loader.beside(layer.path, file, layer.shipped) end
      if not path then
        return ("%s:%d: lookup %q: there is no %s.csv beside this file"):format(spec.file, spec.line, name, file)
      end
      spec.csv, spec.path = text, path
      layer.files[#layer.files + 1] = { path = path, text = text }
    end
    local wrong = bounds.too_many(#spec.csv, M.LONGEST, "bytes of the table " .. name)
    if wrong then return ("%s:%d: %s"):format(spec.file, spec.line, wrong) end
  end
  table.sort(layer.files, function(one, other) return one.path < other.path end)
  return nil
end

return M
