--- Where the time of battles goes: samples of what runs, by the clock (tests/bench/ticks.c), sorted by whose code it is.
local sandbox <const> = require "kernel.sandbox"
local ticks <const> = require "ticks"

local M <const> = {}

-- Nothing else may set a hook, as the sandbox's runs do: they are mere calls. So this file is read before all others.
function sandbox.run(_, body, ...) return pcall(body, ...) end
function sandbox.shield(body, ...) return body(...) end
function sandbox.shielded_run(body, ...) return pcall(body, ...) end

--- Microseconds from sample to sample: no round number, lest something else keep step with it.
local EVERY <const>, DEEP <const> = 997, 24

--- The framework's files that measure.
local MEASURING <const> = {
  ["limber/ask/facts"] = true,
}

local function file_of(info)
  return info.source:match "rules%-lua/(.-)%.lua$"
end

--- Whose code runs: rules (a ruleset's), measuring (its measures and facts, and what they are made of), choosing (solo
--- commanders), framework; and the file.
local function whose(measures)
  local innermost, chosen
  for level = 3, DEEP do
    local info = debug.getinfo(level, "Sf")
    if not info then break end
    local file = file_of(info)
    if measures[info.func] or file and (MEASURING[file] or file:find "^limber/tabletop/") then
      return "measuring", innermost or file
    end
    innermost = innermost or file
    if file and file:find "/solo" then chosen = true end
  end
  if not innermost then return "else" end
  if not innermost:find "^limber/" then return chosen and innermost:find "solo" and "choosing" or "rules", innermost end
  return innermost:find "^limber/solo" and "choosing" or "framework", innermost
end

--- The functions by which a ruleset measures.
local function measures_of(words)
  local set = {}
  for _, fn in pairs(words.measures) do set[fn] = true end
  for _, fact in pairs(words.facts) do
    if fact.measured then set[fact.measured] = true end
  end
  return set
end

--- Runs `fn` and gives the share of its time by whose code ran, and by file.
---@param words limber.GameWords
---@param fn fun()
---@return table<string, number> shares
---@return table<string, number> by_file
function M.run(words, fn)
  local measures, spent, by_file, all = measures_of(words), {}, {}, 0
  ticks.start(EVERY, function()
    local class, file = whose(measures)
    spent[class], all = (spent[class] or 0) + 1, all + 1
    if file then by_file[file] = (by_file[file] or 0) + 1 end
  end)
  fn()
  ticks.stop()
  for _, shares in ipairs { spent, by_file } do
    for key, samples in pairs(shares) do shares[key] = samples / all end
  end
  return spent, by_file
end

return M
