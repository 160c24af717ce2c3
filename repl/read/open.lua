--- Opens rule stacks for the commands: what goes wrong in a file comes back as a refusal with its place.
local during <const> = require "limber.rules.during"
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local loader <const> = require "read.loader"
local Rules <const> = require "limber.rules.stack"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- The words of game files, for a variant that uses some where no battle is played.
---@return table
function M.game_words() return require "limber.game.words" end

--- A rule stack; or nil and the reason.
---@param name string
---@param variants string[]
---@param opts { game: table?, looked: string? }? the words of game files (limber.game.words); where a scenario's
---       variants were looked for, in words
---@return limber.Rules?
---@return limber.Refusal?
function M.rules(name, variants, opts)
  local given = { game = opts and opts.game, later = M.game_words }
  local from <const> = loader.new()
  from.looked = opts and opts.looked
  local done, rules, fault = pcall(Rules.load, from, name, variants, given)
  if not done then return nil, faults.refusal("ruleset", rules) end
  local text = fault and fault.arg == "ruleset" and name:find "[./]" and host.is_file(name) and host.read(name)
  if text then
    local file_kind <const> = require "limber.language.file_kind"
    return nil, { arg = "ruleset", message = file_kind.not_a(name, text, "ruleset") }
  end
  return rules, fault
end

--- What rules were published from, for other variants. Those that are not in force yet were named by the player: files
--- of their names may be read, also where the loader of a replay's rules would read none.
local function published_for(rules, variants)
  local typed <const> = {}
  for _, source in ipairs(variants) do typed[during.read(source)] = true end
  for _, source in ipairs(rules:variant_sources()) do typed[during.read(source)] = nil end
  if not next(typed) then return rules.published end
  local before <const>, here <const> = rules.published.loader, loader.new()
  local published <const> = tree.shallow(rules.published)
  published.loader = tree.shallow(before)
  function published.loader.variant(ruleset, name)
    local path <const>, text <const>, shipped <const> = before.variant(ruleset, name)
    if path or not typed[name] then return path, text, shipped end
    return here.variant(ruleset, name)
  end
  return published
end

--- Another stack over rules already open.
---@param rules limber.Rules
---@param variants string[]
---@return limber.Rules?
---@return limber.Refusal?
function M.over(rules, variants)
  local done, stack, fault = pcall(Rules.over, published_for(rules, variants), variants)
  if not done then return nil, faults.refusal("variants", stack) end
  return stack, fault
end

--- What is wrong with a stack that another is to be compared with, and what may have been meant.
---@param message string
---@return string
function M.compared(message)
  local name = message:match "([%w_]+) is given twice$"
  return name and ("%s is in force already; --versus published compares it with the rules without it"):format(name)
    or message
end

return M
