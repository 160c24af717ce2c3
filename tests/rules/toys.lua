--- The toy ruleset and its battle, for the tests of the framework.
local Game <const> = require "limber.game.game"
local Replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"

local M <const> = {}

local function slurp(path)
  local file = io.open(path)
  local text = file and file:read "a"
  if file then file:close() end
  return text
end

--- Reads the toy's files, or what a test puts in their place.
function M.loader(instead)
  return {
    checked = true,
    read = function(path)
      return instead and instead[path] or slurp((path:gsub("^rules%-lua/toy/", "tests/rules/toy/")))
    end,
    list = function() return {} end,
    variant = function(_, name)
      local path = "rules-lua/toy/variants/" .. name .. ".lua"
      local text = instead and instead[path] or slurp("tests/rules/toy/variants/" .. name .. ".lua")
      if text then return path, text, name ~= "endless" end
      if instead and instead[name] then return name, instead[name], false end -- did not ship
    end,
  }
end

M.BATTLE = "tests/rules/toy/bridge.lua"

function M.rules(instead, variants)
  return assert(Rules.load(M.loader(instead), "toy", variants or {}, { game = require "limber.game.words" }))
end

function M.scenario(text)
  local scenario, fault = Scenario.read(text or slurp(M.BATTLE), M.BATTLE)
  assert(scenario, fault and Scenario.fault_text(fault))
  return scenario
end

--- A game at its beginning, and the text of its journal as it grows (a list of lines).
function M.game(opts)
  opts = opts or {}
  local rules, scenario, written = M.rules(opts.instead, opts.variants), M.scenario(opts.text), {}
  local start, faults = Scenario.build(scenario, rules)
  assert(start, faults and Scenario.fault_text(faults[1]))
  local header = Replay.header(rules, scenario, {
    seed = opts.seed or 7, version = "test", shipped = true, facts = opts.tell_fact and "told" or "measured",
    dice = opts.tell_dice and "told" or "thrown",
  })
  local game = Game.new {
    rules = rules, start = start, seed = opts.seed or 7, header = header, keep = opts.keep, story = opts.story,
    append = opts.keep ~= false and function(text)
      if opts.append then opts.append(text) end
      written[#written + 1] = text
    end or nil,
    tell_fact = opts.tell_fact, tell_dice = opts.tell_dice,
  }
  return game, written, scenario
end

--- A game in the middle of a charge: 31 has charged 7, whose side must say what it does.
function M.in_charge(opts)
  local game, written, scenario = M.game(opts)
  assert(game:start())
  assert(game:command(M.CHARGE))
  return game, written, scenario
end

M.CHARGE = { side = "a", ["do"] = "charge", unit = "31", target = "7" }

function M.answer(side, choice)
  return { side = side, ["do"] = "answer", choice = choice }
end

function M.done(side)
  return { side = side, ["do"] = "done" }
end

--- Gives commands one after another; none may be refused.
function M.give(game, ...)
  local line
  for _, cmd in ipairs { ... } do
    local fault
    line, fault = game:command(cmd)
    if not line then error(("%s: %s"):format(cmd["do"], fault.message), 2) end
  end
  return line
end

M.slurp = slurp

return M
