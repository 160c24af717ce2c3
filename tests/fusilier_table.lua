--- Small Fusilier battles laid out for one question: pieces as scenario text, orders in force, dice by procedure.
local Game <const> = require "limber.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules"
local Scenario <const> = require "limber.scenario"

local M <const> = {}

local TEXT <const> = [[
scenario { title = "A table", ruleset = "fusilier", year = %d, start_min = 540, last_turn = 30, break_percent = 100,
  ground = { width = 3000, depth = 3000, %s },
  side "a" { name = "Blue", army = "french", %s },
  side "b" { name = "Red", army = "austrian", %s },
}]]

--- A formation "fa" or "fb" of the units given.
local function brigade(id, units, quality)
  return ('formation "%s" { quality = %d, commander = "g%s", %s }, leader "g%s" { rank = "brigade", at = { %d, %d } }')
    :format(id, quality or 5, id, units, id, id == "fa" and 100 or 2900, id == "fa" and 100 or 2900)
end

--- Infantry of so many men in three ranks: a line of men / 3 mm.
function M.foot(id, x, y, facing, more)
  return ('unit "%s" { troop = "infantry", men = 600, ranks = 3, at = { %d, %d }, facing = "%s", %s },'):format(
    id, x, y, facing, more or "")
end

function M.horse(id, x, y, facing, more)
  return ('unit "%s" { troop = "cavalry", men = 150, ranks = 2, at = { %d, %d }, facing = "%s", %s },'):format(
    id, x, y, facing, more or "")
end

function M.guns(id, x, y, facing, more)
  return ('unit "%s" { troop = "field_artillery", guns = 6, calibre_pdr = 8, at = { %d, %d }, facing = "%s", %s },')
    :format(id, x, y, facing, more or "")
end

--- A game at bound 1's first phase.
---@param spec { a: string, b: string, more: string?, ground: string?, year: integer?, quality: integer?, variants:
---       string[]? } more: what else side a has
---@param opts { dice: table<string, integer[]>?, facts: function?, order: table|false? }? dice: faces by procedure, taken in
---       turn; order, order_b: what the formations are ordered from the start: to attack { 1500, 1500 }, and to hold,
---       when not given
function M.battle(spec, opts)
  opts = opts or {}
  local text = TEXT:format(spec.year or 1809, spec.ground or "", brigade("fa", spec.a, spec.quality) .. (spec.more and ", " .. spec.more or ""),
    brigade("fb", spec.b, spec.quality))
  local scenario = assert(Scenario.read(text, "table.lua"))
  local rules = assert(Rules.load(loader, "fusilier", spec.variants or {}, { game = true }))
  local start, faults = Scenario.build(scenario, rules)
  assert(start, faults and Scenario.fault_text(faults[1]))
  local function dice(specs, call)
    local told = {}
    for i, one in ipairs(specs) do
      local faces = opts.dice and opts.dice[call.procedure]
      if not faces then error(("no dice were given for %s"):format(call.procedure), 0) end
      told[i] = { dice = {} }
      for k = 1, one.kind == "percentile" and 2 or one.n or 1 do told[i].dice[k] = table.remove(faces, 1) end
    end
    return told
  end
  local game = Game.new { rules = rules, start = start, seed = 1, tell_dice = opts.dice and dice }
  assert(game:start())
  M.to(game, "turn.command")
  if opts.order ~= false then
    local attack = { verb = "attack", target = { x = 1500000, y = 1500000 } }
    assert(game:amend("formations.fa.order", opts.order or attack, "laid out so"))
    assert(game:amend("formations.fb.order", opts.order_b or { verb = "hold" }, "laid out so"))
  end
  return game
end

--- Both sides say done until a step is waited for.
function M.to(game, path)
  for _ = 1, 40 do
    local waiting = game:waiting()
    if waiting.path == path then return waiting end
    if waiting.kind == "over" then break end
    local line, fault = game:command { side = waiting.sides[1], ["do"] = "done" }
    if not line then error(fault.message, 2) end
  end
  error("never came to " .. path, 2)
end

--- Says done for both sides of the phase that is waited for.
function M.done(game)
  local path, turn = game:waiting().path, game.state.root.turn
  while game:waiting().path == path and game.state.root.turn == turn do
    local line, fault = game:command { side = game:waiting().sides[1], ["do"] = "done" }
    if not line then error(fault.message, 2) end
  end
end

--- Gives a command; refusals fail the test.
function M.give(game, side, name, args)
  local cmd = { side = side, ["do"] = name }
  for key, value in pairs(args) do cmd[key] = value end
  local line, fault = game:command(cmd)
  if not line then error(fault.message, 2) end
  return line
end

--- The refusal of a command.
function M.refusal(game, side, name, args)
  local cmd = { side = side, ["do"] = name }
  for key, value in pairs(args) do cmd[key] = value end
  local _, fault = game:check(cmd)
  return fault
end

function M.unit(game, id) return game.state.root.units[id] end

--- Where a unit's centre is, to the nearest millimetre.
function M.at(game, id)
  local base = game.state.root.units[id].base
  return base and (base.x + 500) // 1000, base and (base.y + 500) // 1000
end

return M
