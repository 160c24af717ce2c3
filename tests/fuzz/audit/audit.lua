--- The audit of a traced battle, written from the rules' catalogue alone: it shares nothing with the program or its rule
--- files but the trace, and tables that are data. What rulesets have in common is here; each has its own watchers in a
--- folder of its name.
local battle <const> = require "fuzz.audit.battle"
local json <const> = require "fuzz.audit.json"

local M <const> = {}

--- What is looked at in a battle of a ruleset.
local WATCHERS <const> = {
  bugles = { "results", "places", "acts", "figures", "command", "losses", "fire", "fights", "moves" },
  fusilier = { "dice", "places", "moves", "ways", "fire", "fights", "attacks", "morale" },
  nff = { "order", "throws", "places", "moves", "fire", "losses", "fights", "combats", "leaders", "attached" },
  horse_and_musket = {
    "results", "order", "command", "places", "moves", "losses", "retreats", "fights",
    "charges", "fire", "victory",
  },
}

--- A trace's text as its lines.
---@param text string
---@return table[]
function M.read(text)
  local trace = {}
  for line in text:gmatch "[^\n]+" do trace[#trace + 1] = json.decode(line) end
  return trace
end

--- All that is wrong with a battle.
---@param trace table[] its lines; the first one is used up
---@return { id: integer, turn: integer, kind: string, text: string }[]
function M.faults(trace)
  local ruleset <const> = trace[1].ruleset
  local faults, watchers = {}, {}
  for i, name in ipairs(WATCHERS[ruleset] or error("there is no audit of " .. tostring(ruleset))) do
    watchers[i] = require(("fuzz.audit.%s.%s"):format(ruleset, name)).watcher(function(line, text)
      faults[#faults + 1] = { id = line.id, turn = line.turn, kind = name, text = text }
    end, trace)
  end
  battle.play(trace, watchers)
  return faults
end

--- A fault in a line.
function M.text(fault)
  return ("line %d, turn %d, %s: %s"):format(fault.id, fault.turn, fault.kind, fault.text)
end

return M
