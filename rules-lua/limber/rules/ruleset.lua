--- Loads a published ruleset: its files, run in a sandbox, and its data.
--
-- A loader is handed in by the host and does all reading:
--   loader.read(path)            text of a file under the data root, or nil; and true when it did not ship
--   loader.list(folder)          names of the files in a folder, sorted
--   loader.variant(ruleset, name)  path, text and shipped (boolean) of a variant's file, or nil
--   loader.beside(path, name, shipped)  path and text of the table NAME.csv that lies beside a variant's file, or in
--                                the folder named as that variant; nil without one
--   loader.charts()              an owner's charts (limber.rules.charts): a list of { file, path, text or wrong }, and
--                                the `folder`; nil without any
local bounds <const> = require "limber.language.bounds"
local csv <const> = require "limber.rules.csv"
local file_env <const> = require "limber.language.file_env"
local guest <const> = require "limber.rules.guest"
local names <const> = require "limber.language.names"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local table_words <const> = require "limber.rules.table_words"
local tables <const> = require "limber.rules.tables"
local words <const> = require "limber.rules.words"

local M <const> = {}

---@class limber.Loader
---@field read fun(path: string): string?, boolean?
---@field list fun(folder: string): string[]
---@field variant fun(ruleset: string, name: string): string?, string?, boolean?
---@field beside (fun(path: string, name: string, shipped: boolean?): string?, string?)?
---@field looked string? where variants of players were looked for, in words
---@field charts (fun(): table[]?)?
---@field checked boolean? what procedures give is checked, whoever wrote them

local function charts() return require "limber.rules.charts" end

--- Reads a file of the ruleset and notes it once; its absence is an error. Gives its text, and whether it shipped.
local function read(published, loader, path)
  local text, other = loader.read(path)
  local shipped = not other
  if not text then error(("cannot read %s"):format(path), 0) end
  local garbled = bounds.bad_line(text)
  if garbled then error(("%s:%d: %s"):format(path, garbled, bounds.NO_UTF8), 0) end
  if not published.noted[path] then
    published.noted[path] = true
    published.files[#published.files + 1] = { path = path, shipped = shipped, text = text }
  end
  return text, shipped
end

--- Whether a file of that path is among a ruleset's and did not ship.
---@param published table
---@param path string?
---@return boolean
function M.is_guest(published, path)
  for _, file in ipairs(published.files) do
    if file.path == path then return not file.shipped end
  end
  return false
end

local function run_in(text, path, env)
  local chunk, message = sandbox.load(text, "@" .. path, env)
  if not chunk then error(message, 0) end
  return chunk()
end

--- Runs a file's text with the given words. Errors carry its name and line.
---@param text string
---@param path string
---@param given table<string, any>
---@param later (fun(): table<string, any>)? more words, read when the file first uses a name that is none of the given
---@return any
function M.run_file(text, path, given, later)
  return run_in(text, path, file_env.new(given, later))
end

local function run_guest(text, path, given)
  local done, answer = sandbox.run(guest.FILE, M.run_file, text, path, given)
  if not done then error(answer, 0) end
  return answer
end

--- The head of a ruleset, or nil when there is none of that name.
local function head_of(loader, name)
  local text = names.is_name(name) and loader.read(("rules-lua/%s/ruleset.lua"):format(name))
  return text and text:find(('ruleset "%s"'):format(name), 1, true) and text or nil
end

--- Whether there is a ruleset of that name.
---@param loader limber.Loader
---@param name string
---@return boolean
function M.is_one(loader, name)
  return head_of(loader, name) ~= nil
end

--- The rulesets there are.
---@param loader limber.Loader
---@return string[]
function M.names(loader)
  local found = {}
  for _, name in ipairs(loader.list "rules-lua") do
    if head_of(loader, name) then found[#found + 1] = name end
  end
  return found
end

--- Reads every table, so that a game knows all the files it depends on, in a stable order.
local function read_all(published)
  for _, name in ipairs(sorted.keys(published.lookups)) do M.table(published, name) end
end

--- Settles what the files hold that did not ship.
local function settle_guests(published)
  local texts = {}
  for _, file in ipairs(published.files) do
    if not file.shipped then texts[file.path] = file.text end
  end
  local declared = { game = published.game }
  for _, key in ipairs { "procedures", "records", "lookups", "options", "modifiers" } do
    declared[key] = published[key]
  end
  published.settled = require("limber.rules.settled").settle(declared, texts, guest.entered)
end

--- The lines of its story, if it keeps them as data: `key` and `text` of story.csv.
local function read_story(published, loader, path)
  if not loader.read(path) then return end
  local _, rows, lines = csv.read((read(published, loader, path)), path)
  local story = published.game.story
  for i, row in ipairs(rows) do
    if not names.is_name(row.key) or type(row.text) ~= "string" then
      error(("%s:%d: a line of the story has a key, which is a name, and a text"):format(path, lines[i]), 0)
    end
    if story[row.key] then error(("%s:%d: story %q is declared twice"):format(path, lines[i], row.key), 0) end
    story[row.key] = row.text
  end
end

--- Loads a ruleset's rules, and with `opts.game`, the words of game files (limber.game.words), the files that play it.
---@param loader limber.Loader
---@param name string
---@param opts { game: table? }?
---@return table? published
---@return limber.Refusal?
function M.load(loader, name, opts)
  if not head_of(loader, name) then
    local known = M.names(loader)
    local hint = suggest.hint(name, known)
    local message = ("no ruleset %s%s"):format(bounds.quoted(name), hint ~= "" and hint
      or "; there are " .. table.concat(known, ", "))
    return nil, { arg = "ruleset", message = message }
  end
  local folder = "rules-lua/" .. name .. "/"
  local published = words.published(name)
  local used, given, env = {}, nil, nil
  local function use(file)
    if not names.is_nested(file) then
      error("use takes the name of a file of the ruleset, its folders before it: game/army/setup", 3)
    end
    if used[file] == nil then
      local path = folder .. file .. ".lua"
      local text, shipped = read(published, loader, path)
      published.guest = published.guest or not shipped or nil
      local run = shipped and run_in or run_guest
      used[file] = run(text, path, shipped and env or given) or true
    end
    return used[file]
  end
  given = words.rule_words(published, function(file, ...)
    local result = use(file)
    if ... == nil then return result end
    return result, given.use(...)
  end)
  env = file_env.shared(given)
  use "ruleset"
  for _, file in ipairs(published.sources) do use(file) end
  if opts and opts.game then
    opts.game.install(given, published)
    read_story(published, loader, folder .. "story.csv")
    env = file_env.shared(given)
    for _, file in ipairs(published.game_sources) do use(file) end
  end
  published.closed = true
  published.loader, published.folder, published.data, published.opts = loader, folder, {}, opts
  if loader.charts then charts().take(published, function(table_name) return M.table(published, table_name) end) end
  if opts and opts.game then read_all(published) end
  table_words.settle(published, function(table_name) return M.table(published, table_name) end)
  if published.guest then settle_guests(published) end
  return published
end

--- One of a ruleset's tables as published, read from its data when first asked for.
---@param published table
---@param name string
---@return limber.Table?
function M.table(published, name)
  local spec = published.lookups[name]
  if not spec then return nil end
  if not published.data[name] then
    local file = spec.data or name
    local own = spec.chart and published.charts and published.charts[file]
    local chart = spec.chart and not (spec.chart ~= true and spec.chart.stand_ins)
    local path = ("%s%s/%s.csv"):format(published.folder, chart and "charts" or "tables", file)
    local text = read(published, published.loader, path)
    local build = own and require("limber.rules.chart_check").build
    published.data[name] = build and build(name, spec, own, text, path) or tables.new(name, spec, text, path)
  end
  return published.data[name]
end

--- A ruleset's rows of prose data (`clauses`, `rulings`): not used by any rule, so read when asked.
---@param published table
---@param name string
---@return table[]
function M.rows(published, name)
  local path = published.folder .. name .. ".csv"
  local text = published.loader.read(path)
  if not text then return {} end
  local _, rows = csv.read(text, path)
  return rows
end

return M
