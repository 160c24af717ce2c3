--- What the functions of a modifier are handed, by list: the words of `unit` as they are declared, and what `about`
--- holds when the ruleset's worked cases are asked.
local json <const> = require "kernel.json"
local protocol <const> = require "limber.ask.protocol"
local Rules <const> = require "limber.rules.stack"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

--- The words of what a list judges: fields of its records, arguments of its procedures.
---@param rules limber.Rules
---@param list table
---@return string[]
function M.unit(rules, list)
  local names = {}
  for _, judged in ipairs(list.judges) do
    local fields = rules.records[judged] or rules.procedures[judged] and rules.procedures[judged].args or {}
    for _, field in ipairs(fields) do names[field.name] = true end
  end
  return sorted.keys(names)
end

--- A stack over the published rules whose lists note what `about` holds.
local function noting(published, abouts)
  local rules = Rules.over(published, {})
  for name in next, rules.draft.modifiers do
    local keys = {}
    abouts[name] = keys
    rules:add_modifier({ "noted", 0, of = name, cite = "", when = function(_, about)
      for key, value in next, type(about) == "table" and about or {} do
        local word = type(value) == "string" and #value <= 12 and ("%s (%q)"):format(key, value)
        keys[key] = keys[key] or word or key
      end
      return false
    end }, "")
  end
  return rules
end

local known <const> = setmetatable({}, { __mode = "k" })

--- What `about` holds, by list: words, with an example where the value is a word.
---@param published table
---@return table<string, string[]>
function M.abouts(published)
  if known[published] then return known[published] end
  local abouts, found = {}, {}
  local rules = noting(published, abouts)
  local referee = protocol.referee(published, {}, 1)
  referee.stacks[""] = rules
  local text = published.loader.read(published.folder .. "cases.jsonl")
  for line in (text or ""):gmatch "[^\r\n]+" do
    local case = json.decode(line)
    if #(case.variants or {}) == 0 then
      protocol.answer(referee, { call = case.call, args = case.args, dice = case.dice })
    end
  end
  for name, keys in next, abouts do
    found[name] = {}
    for i, key in ipairs(sorted.keys(keys)) do found[name][i] = keys[key] end
  end
  known[published] = found
  return found
end

return M
