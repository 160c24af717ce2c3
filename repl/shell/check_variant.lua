--- What is wrong with a variant's file: what loading refuses, and what loading lets pass and no battle can use.
local faults <const> = require "limber.common.faults"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local open <const> = require "read.open"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local variants <const> = require "limber.rules.variants"

local M <const> = {}

--- Reads a variant's file without a ruleset; or what is wrong with it.
local function layer_of(path, text)
  local layer = { path = path, text = text }
  local done, fault = sandbox.run(variants.BUDGET, variants.run, layer, { later = open.game_words })
  if done then return layer end
  if fault.kind == "interrupt" then error(fault, 0) end
  return nil, faults.text(fault)
end

local function add_lines(wrong, message, lead)
  for line in (message .. "\n"):gmatch "(.-)\n" do
    wrong[#wrong + 1] = lead and not line:find(lead, 1, true) and ("%s: %s"):format(lead, line) or line
  end
end

--- Checks what loading a variant does not: the variants that it conflicts with, its doc, new arguments that no battle
--- gives.
---@param rules limber.Rules
---@param layer table
---@param wrong string[]
function M.add_faults(rules, layer, wrong)
  local published = rules.published
  local names = variants.names(published)
  local place = layer.line and ("%s:%d"):format(layer.path, layer.line) or layer.path
  for _, name in ipairs(layer.conflicts or {}) do
    if not lists.has(names, name) then
      wrong[#wrong + 1] = ("%s: conflicts with %q, but there is no such variant%s"):format(place, name,
        suggest.hint(name, names))
    end
  end
  if type(layer.doc) ~= "string" then
    wrong[#wrong + 1] = place .. ": the variant needs doc, a line on what it does"
  end
  for _, name in ipairs(sorted.keys(layer.args)) do
    local known = {}
    for _, field in ipairs(published.procedures[name].args) do known[field.name] = true end
    for _, field in ipairs(layer.args[name]) do
      if not known[field.name] and field.default == nil and not field.optional then
        wrong[#wrong + 1] = ("%s: %s: %s is new and no battle gives it: say optional = true, or a default"):format(
          place, name, field.name)
      end
    end
  end
end

local function check_variant_under(name, path, wrong)
  local rules, fault = open.rules(name, {}, { game = require "limber.game.words" })
  if not rules then return add_lines(wrong, fault.message, path) end
  local stack
  stack, fault = open.over(rules, { path })
  if not stack then return add_lines(wrong, fault.message, path) end
  M.add_faults(rules, stack.layers[1], wrong)
end

---@param path string
---@param text string
---@return string[] wrong
---@return string kind
function M.check(path, text)
  path = path:find "[/.]" and path or "./" .. path
  local wrong = {}
  local layer, fault = layer_of(path, text)
  if not layer then return { fault }, "variant" end
  if layer.of then
    check_variant_under(layer.of, path, wrong)
    return wrong, "variant"
  end
  for _, name in ipairs(ruleset.names(loader.new())) do
    local under = {}
    check_variant_under(name, path, under)
    for _, line in ipairs(under) do
      wrong[#wrong + 1] = ("%s (under %s; of = \"RULESET\" says that it is for one alone)"):format(line, name)
    end
  end
  return wrong, "variant"
end

return M
