--- Small Fusilier fights laid out for one question: both sides as scenario text, the state set as the question wants it,
--- and dice by procedure.
local Game <const> = require "limber.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules"
local Scenario <const> = require "limber.scenario"

local M <const> = {}

local TEXT <const> = [[
scenario { title = "A fight", ruleset = "fusilier", year = 1809, start_min = 540, last_turn = 30, break_percent = 100,
  ground = { width = 3000, depth = 3000, %s },
  side "a" { name = "Blue", army = "french", %s },
  side "b" { name = "Red", army = "french", %s },
}]]

--- What is thrown when a case does not say: nobody falls, everybody stands.
local QUIET <const> = { ["general.risk"] = 5, ["morale.brigade"] = 9, ["morale.division"] = 9, ["morale.artillery"] = 9 }

--- A unit as scenario text, where its base's middle is; nowhere when x is nil.
local function piece(id, kind, x, y, facing, more)
  local at = x and ('at = { %s, %s }, facing = "%s",'):format(x, y, facing) or ""
  return ('unit "%s" { %s, %s %s },'):format(id, kind, at, more or "")
end

--- Infantry: 600 men in three ranks, a line 200 mm wide and 15 deep.
function M.foot(id, x, y, facing, more)
  return piece(id, 'troop = "infantry", men = 600, ranks = 3', x, y, facing, more)
end

--- Cavalry: 160 men in two ranks, 120 mm wide and 30 deep.
function M.horse(id, x, y, facing, more)
  return piece(id, 'troop = "cavalry", men = 160, ranks = 2', x, y, facing, more)
end

function M.guns(id, x, y, facing, more)
  return piece(id, 'troop = "field_artillery", guns = 6, calibre_pdr = 8', x, y, facing, more)
end

--- A brigade of quality 5 with what stands in it.
function M.brigade(id, inside, more)
  return ('formation "%s" { quality = 5, %s %s },'):format(id, more or "", inside)
end

--- Dice told by procedure, in the order thrown; an exhausted or missing list falls back on the quiet throw.
local function teller(dice)
  return function(specs, call)
    local told = {}
    for i, spec in ipairs(specs) do
      local faces, wanted = dice[call.procedure], spec.kind == "percentile" and 2 or spec.n or 1
      told[i] = { dice = {} }
      for k = 1, wanted do
        local face = faces and table.remove(faces, 1) or QUIET[call.procedure]
        if not face then error(("no dice were given for %s"):format(call.procedure), 0) end
        told[i].dice[k] = face
      end
    end
    return told
  end
end

--- A game at bound 1's first phase. `set`: what the state is to hold besides, by path. `facts`: told, when given.
---@param spec { a: string, b: string, ground: string?, set: table<string, any>?, dice: table<string, integer[]>?,
---       facts: function?, variants: string[]? }
function M.fight(spec)
  local text = TEXT:format(spec.ground or "", spec.a, spec.b)
  local scenario = assert(Scenario.read(text, "fight.lua"))
  local rules = assert(Rules.load(loader, "fusilier", spec.variants or {}, { game = true }))
  local start, faults = Scenario.build(scenario, rules, { facts = spec.facts and "told" or nil })
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new {
    rules = rules, start = start, seed = 1, tell_dice = teller(spec.dice or {}), tell_fact = spec.facts,
  }
  assert(game:start())
  M.to(game, "turn.command")
  local paths = {}
  for path in pairs(spec.set or {}) do paths[#paths + 1] = path end
  table.sort(paths)
  for _, path in ipairs(paths) do assert(game:amend(path, spec.set[path], "laid out so")) end
  return game
end

--- Both sides say done until a step is waited for.
function M.to(game, path)
  for _ = 1, 60 do
    local waiting = game:waiting()
    if waiting.path == path or waiting.kind == "over" then return waiting end
    local line, fault = game:command { side = waiting.sides[1], ["do"] = "done" }
    if not line then error(fault.message, 2) end
  end
  error("never came to " .. path, 2)
end

--- Plays on until the victors' choice of this bound, or the beginning of the next.
function M.through(game)
  local turn = game.state.root.turn
  for _ = 1, 60 do
    local waiting, root = game:waiting(), game.state.root
    if waiting.path == "turn.winners" or waiting.kind == "over" or root.turn > turn then return waiting end
    local line, fault = game:command { side = waiting.sides[1], ["do"] = "done" }
    if not line then error(fault.message, 2) end
  end
end

--- Plays on to the beginning of the next bound.
function M.next_bound(game)
  local turn = game.state.root.turn
  while game.state.root.turn == turn and game:waiting().kind ~= "over" do
    local line, fault = game:command { side = game:waiting().sides[1], ["do"] = "done" }
    if not line then error(fault.message, 2) end
  end
end

--- Every question of a procedure asked so far, in order.
function M.calls(game, procedure)
  local found = {}
  for _, line in ipairs(game.journal.lines) do
    for _, call in ipairs(line.calls or {}) do
      if call.procedure == procedure then found[#found + 1] = call end
    end
  end
  return found
end

--- Who fought whom, in the order of the combats: "a1 a2 | b1".
function M.combats(game)
  local found = {}
  local PLACES <const> = {
    ["combat.infantry"] = { "a", "b" }, ["combat.cavalry"] = { "a", "b" },
    ["combat.cavalry_infantry"] = { "squadrons", "infantry" }, ["combat.column_assault"] = { "columns", "defender" },
  }
  for _, line in ipairs(game.journal.lines) do
    for _, call in ipairs(line.calls or {}) do
      local places, sides = PLACES[call.procedure], {}
      for i, place in ipairs(places or {}) do
        local ids, n = { call.throwers[place] }, 1
        while call.throwers[place .. "." .. n] do
          ids[#ids + 1], n = call.throwers[place .. "." .. n], n + 1
        end
        sides[i] = table.concat(ids, " ")
      end
      if places then found[#found + 1] = table.concat(sides, " | ") end
    end
  end
  return found
end

--- A modifier that a unit had in a call's result, by name; nil when it had not.
function M.modifier(result, name)
  for _, one in ipairs(result.modifiers) do
    if one.name == name then return one.value end
  end
end

function M.unit(game, id) return game.state.root.units[id] end

--- Where a unit's middle is and which way it faces, in whole millimetres and degrees; nil when it is off the table.
function M.at(game, id)
  local base = game.state.root.units[id].base
  if not base then return nil end
  return { (base.x + 500) // 1000, (base.y + 500) // 1000, (base.facing + 500) // 1000 }
end

--- The story so far, line by line.
function M.story(game)
  local Story <const> = require "limber.story"
  local told = {}
  for _, line in ipairs(game.journal.lines) do
    for _, event in ipairs(line.events or {}) do told[#told + 1] = Story.text(game, event, line) end
  end
  return told
end

return M
