--- Finds the faults of a variant's file: those that loading refuses, and parts that load but that no battle can use.
local check_trial <const> = require "shell.check_trial"
local check_words <const> = require "shell.check_words"
local faults <const> = require "limber.common.faults"
local kinds <const> = require "limber.rules.kinds"
local loader <const> = require "read.loader"
local open <const> = require "read.open"
local list <const> = require("show.text").list
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local variants <const> = require "limber.rules.variants"

local M <const> = {}

--- Reads a variant's file without a ruleset, or returns its faults.
local function layer_of(path, text)
  local layer = { path = path, text = text }
  local done, fault = sandbox.run(variants.BUDGET, variants.run, layer, { later = open.game_words })
  if done then return layer end
  if fault.kind == "interrupt" then error(fault, 0) end
  kinds.settle_line(layer, fault)
  return nil, faults.text(fault)
end

local function add_lines(wrong, message, lead)
  for line in (message .. "\n"):gmatch "(.-)\n" do
    wrong[#wrong + 1] = lead and not line:find(lead, 1, true) and ("%s: %s"):format(lead, line) or line
  end
end

--- The name of a variant that ships, when the file is one; else the path that it was given by.
local function source_of(ruleset_name, path, text)
  local name = path:match "([%w_]+)%.lua$"
  local _, known, shipped = loader.new().variant(ruleset_name, name or "")
  return shipped and known == text and name or path
end

--- Checks a variant under one ruleset, and tries it when nothing is wrong.
local function check_under(name, path, text, opts)
  local wrong = {}
  local rules, fault = open.rules(name, {}, { game = require "limber.game.words" })
  local source, stack = source_of(name, path, text), nil
  if rules then stack, fault = open.over(rules, { source }) end
  if not stack and fault.needless then return wrong end
  if not stack then
    add_lines(wrong, fault.message, path)
    return wrong
  end
  check_words.add_faults(stack, stack.layers[1], wrong)
  if #wrong > 0 then return wrong end
  local tried = check_trial.run(stack, { source }, opts.quick)
  for _, line in ipairs(tried.wrong) do add_lines(wrong, line) end
  return wrong, tried
end

--- What checks the variant that an option of a ruleset is, by its name; nil where there is none.
---@param name string
---@return function?
function M.of_option(name)
  for _, one in ipairs(ruleset.names(loader.new())) do
    local rules = open.rules(one, { name })
    if rules and not rules.layers[1].text then
      return function(_, _, opts)
        local wrong, tried = check_under(one, name, nil, opts)
        return wrong, "variant", { tried }
      end
    end
  end
end

--- Has a ruleset a game to be played on a table? Where it has none, a house rule of the table has no place.
local function plays(name)
  local rules = open.rules(name, {})
  return rules ~= nil and #(rules.published.game_sources or {}) > 0
end

---@param path string
---@param text string
---@param opts { quick: boolean? }
---@return string[] wrong
---@return string kind
---@return limber.Tried[]? tried under each ruleset
---@return nil
---@return { source: string, of: string? }? what is stacked with other variants
function M.check(path, text, opts)
  path = path:find "[/.]" and path or "./" .. path
  local layer, fault = layer_of(path, text)
  if not layer then return { fault }, "variant" end
  local any = layer.of or ruleset.names(loader.new())[1]
  local together = { source = source_of(any, path, text), of = layer.of }
  if layer.of then
    local wrong, tried = check_under(layer.of, path, text, opts)
    return wrong, "variant", { tried }, nil, together
  end
  local lines, under, all = {}, {}, {}
  for _, name in ipairs(ruleset.names(loader.new())) do
    local wrong, tried = check_under(name, path, text, opts)
    if #wrong > 0 and not plays(name) then wrong, tried = {}, nil end
    for _, line in ipairs(wrong) do
      if not under[line] then lines[#lines + 1], under[line] = line, {} end
      table.insert(under[line], name)
    end
    all[#all + 1] = tried
  end
  for i, line in ipairs(lines) do
    lines[i] = ("%s (under %s; of = \"RULESET\" limits it to one ruleset)"):format(line, list(under[line], "and"))
  end
  return lines, "variant", all, nil, together
end

return M
