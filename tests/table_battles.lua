--- What tests of battles laid out for one question share, for rulesets whose scenarios are written from tables: the
--- battle of a layout, played on to where the question is asked, and what its sides may do there.
--
--   local M <const> = require("table_battles").of "bugles"       with all of table_cases
--   function M.text(spec) … end                                  the scenario of a layout, as text
--   M.begin(spec, tell_dice)                                     a game where somebody is first waited for
-- A layout has `variants` or `rules`, a stack of its own; `told`, the players' word of a battle without positions; and
-- `set`, what the state is to hold besides, by path.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local cases <const> = require "table_cases"

local B <const> = cases.harness()

--- A value as a scenario writes it.
function B.text_of(value)
  if type(value) == "table" then
    local parts = {}
    for i, one in ipairs(value) do parts[i] = B.text_of(one) end
    for _, key in ipairs(cases.sorted(value)) do
      if type(key) == "string" then parts[#parts + 1] = ("%s = %s"):format(key, B.text_of(value[key])) end
    end
    return ("{ %s }"):format(table.concat(parts, ", "))
  end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

--- Ground: an area between its sides, as scenario text.
function B.area(id, terrain, west, south, east, north, more)
  return ('area %q { terrain = %q, outline = { {%g, %g}, {%g, %g}, {%g, %g}, {%g, %g} }, %s },'):format(id, terrain,
    west, south, east, south, east, north, west, north, more or "")
end

--- Whoever is waited for first says nothing: done with a phase, the first option of a decision.
function B.pass(game)
  local waiting = game:waiting()
  local cmd = { side = waiting.sides[1], ["do"] = "done" }
  if waiting.kind == "decision" then cmd = { side = waiting.sides[1], ["do"] = "answer", choice = waiting.options[1] } end
  local line, fault = game:command(cmd)
  if not line then error(("%s: %s"):format(waiting.path, fault.message), 3) end
end

--- Plays on, nobody doing anything, until a path is waited for, or the battle is over.
function B.until_path(game, path)
  for _ = 1, 400 do
    local waiting = game:waiting()
    if waiting.path == path or waiting.kind == "over" then return waiting end
    B.pass(game)
  end
  error("never came to " .. path, 2)
end

--- That a command of side a is refused by a clause, in such words. Gives the refusal.
function B.refused(game, name, args, cite, part)
  local fault = B.refusal(game, "a", name, args)
  if not fault then error(name .. " was taken", 2) end
  if fault.cite ~= cite then error(("refused by %s, not by %s: %s"):format(fault.cite, cite, fault.message), 2) end
  if part then B.says(fault.message, part) end
  return fault
end

--- The side acting is done with the phase that is waited for.
function B.done(game)
  local waiting = game:waiting()
  local line, fault = game:command { side = waiting.sides[1], ["do"] = "done" }
  if not line then error(fault.message, 2) end
  return line
end

--- Answers the decision that is waited for.
function B.answer(game, choice)
  local line, fault = game:command { side = game:waiting().sides[1], ["do"] = "answer", choice = choice }
  if not line then error(fault.message, 2) end
  return line
end

--- Gives commands one after another: { { "a", "move", { … } }, … }.
function B.play(game, commands)
  for _, one in ipairs(commands) do B.give(game, one[1], one[2], one[3]) end
  return game
end

--- What a side may do now, of one command or all: a list of proposals.
function B.legal(game, side, name)
  local found = {}
  for proposal in game:legal(side) do
    if (not name or proposal["do"] == name) and proposal["do"] ~= "done" then found[#found + 1] = proposal end
  end
  return found
end

--- The values that a proposal's ranges are tried at: both ends and the middle.
local function tries(proposal)
  local cmds, ranges = { {} }, proposal.ranges or {}
  for _, key in ipairs(cases.sorted(ranges)) do
    local low, high, more = ranges[key][1], ranges[key][2], {}
    for _, cmd in ipairs(cmds) do
      for _, value in ipairs { low, (low + high) // 2, high } do
        local copy = { [key] = value }
        for name, one in pairs(cmd) do copy[name] = one end
        more[#more + 1] = copy
      end
    end
    cmds = more
  end
  return cmds
end

--- Checks that all a side is told it may do is legal, where it is not told "at most". Gives the proposals.
function B.all_legal(game, side, name)
  local list = B.legal(game, side, name)
  for _, proposal in ipairs(list) do
    for _, values in ipairs(proposal.at_most and {} or tries(proposal)) do
      local cmd = {}
      for key, value in pairs(proposal) do cmd[key] = value end
      for key, value in pairs(values) do cmd[key] = value end
      cmd.ranges, cmd.text, cmd.score = nil, nil, nil
      local _, fault = game:check(cmd)
      if fault then error(("%s is proposed: %s"):format(B.text_of(cmd), fault.message), 2) end
    end
  end
  return list
end

--- The story so far, or from a line of the journal on, in one text.
function B.story(game, from)
  return table.concat(B.lines(game, from), "\n")
end

--- The harness of a ruleset, for its own to be added.
---@param ruleset string
local function of(ruleset)
  local M <const>, published = {}, nil
  for name, one in pairs(B) do M[name] = one end

  --- The rules with some variants; the files are read once.
  local function rules_with(variants)
    published = published or assert(Rules.load(loader, ruleset, {}, { game = require "limber.game.words" })).published
    return assert(Rules.over(published, variants))
  end

  --- The state and rules of a layout, or all that is wrong with it.
  local function laid_out(spec)
    local scenario, wrong = Scenario.read(M.text(spec), "table.lua")
    if not scenario then error(Scenario.fault_text(wrong), 0) end
    local rules = spec.rules or rules_with(spec.variants or {})
    local start, faults = Scenario.build(scenario, rules, { facts = spec.told and "told" or nil })
    return start, rules, faults
  end

  --- All that is wrong with a layout, a line each.
  ---@return string[]
  function M.faults(spec)
    local _, _, faults = laid_out(spec)
    local lines = {}
    for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
    return lines
  end

  --- A game where somebody is first waited for. `began(game)`: before its first throw.
  ---@return limber.Game
  function M.begin(spec, tell_dice, began)
    local start, rules, faults = laid_out(spec)
    if not start then error(Scenario.fault_text(faults[1]), 3) end
    local game = Game.new { rules = rules, start = start, seed = 1, tell_dice = tell_dice, tell_fact = spec.told }
    if began then began(game) end
    local line, fault = game:start()
    if not line then error(fault.message, 3) end
    M.amend(game, spec.set or {})
    return game
  end

  return M
end

return { of = of }
