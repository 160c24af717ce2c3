--- Small Fusilier battles laid out for one question: both sides as scenario text, the state set as the question wants it,
--- and dice by procedure, of which none may be missing and none left over.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local cases <const> = require "table_cases"

local M <const> = cases.harness()

local TEXT <const> = [[
scenario { title = "A table", ruleset = "fusilier", year = %d, start_min = 540, last_turn = 30, break_percent = 100,
  ground = { width = 3000, depth = 3000, %s },
  side "a" { name = "Blue", army = "french", %s },
  side "b" { name = "Red", army = "%s", %s },
}]]

--- What is thrown by a procedure that a case gives no dice: nobody falls, everybody stands.
local QUIET <const> = {
  ["general.risk"] = { 5 }, ["morale.brigade"] = { 9 }, ["morale.division"] = { 9 }, ["morale.artillery"] = { 9 },
}

-- ---- pieces ---------------------------------------------------------------------------------------------------------

--- A unit as scenario text, where its base's middle is, in mm; nowhere when x is nil. What `more` says comes last, and so
--- counts.
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

--- Field artillery: six 8 pounders, 60 mm wide and 30 deep.
function M.guns(id, x, y, facing, more)
  return piece(id, 'troop = "field_artillery", guns = 6, calibre_pdr = 8', x, y, facing, more)
end

--- Eight 12 pounders, 80 by 30 mm: short 400, effective 700, long 1000 mm.
function M.heavy_guns(id, x, y, facing, more)
  return piece(id, ('name = "%s", troop = "field_artillery", guns = 8, calibre_pdr = 12'):format(id), x, y, facing, more)
end

--- A brigade of quality 5 with what stands in it.
function M.brigade(id, inside, more)
  return ('formation "%s" { quality = 5, %s %s },'):format(id, more or "", inside)
end

--- Two units of either side far from everybody, so that no brigade is broken by one.
M.FAR_A = M.foot("a8", 2300, 60, "north") .. M.foot("a9", 2700, 60, "north")
M.FAR_B = M.foot("b8", 300, 2900, "south") .. M.foot("b9", 700, 2900, "south")

-- ---- dice -----------------------------------------------------------------------------------------------------------

--- Threes for so many units that throw in each kind of combat: { infantry = 2 } is for one against one.
function M.threes(throwers)
  local dice = {}
  for kind, n in pairs(throwers) do
    local faces = {}
    for i = 1, 2 * n do faces[i] = 3 end
    dice["combat." .. kind] = faces
  end
  return dice
end

-- ---- games ----------------------------------------------------------------------------------------------------------

--- A loader that has a variant which did not ship: house.lua, of this text.
local function with_house(text)
  return setmetatable({
    variant = function(ruleset, name)
      if name == "house.lua" then return name, text, false end
      return loader.variant(ruleset, name)
    end,
  }, { __index = loader })
end

--- The rules, also with a variant written here: its text.
---@param variants string[]? names
---@param text string?
function M.rules(variants, text)
  return assert(Rules.load(text and with_house(text) or loader, "fusilier", text and { "house.lua" } or variants or {},
    { game = require "limber.game.words" }))
end

--- A game at bound 1's first phase. `set`: what the state is to hold besides, by path. `facts`: told, when given.
---@param spec { a: string, b: string, ground: string?, year: integer?, army_b: string?, set: table<string, any>?,
---       dice: table<string, integer[]>?, facts: function?, variants: string[]?, wraps: table<string, function>?,
---       house: string?,
---       cells: table<string, integer>?,
---       hour: false? } a, b: what each side has; hour = false: when the action starts is thrown for
function M.fight(spec)
  local text = TEXT:format(spec.year or 1809, spec.ground or "", spec.a, spec.army_b or "french", spec.b)
  if spec.hour == false then text = text:gsub("start_min = 540,", "") end
  local scenario = assert(Scenario.read(text, "table.lua"))
  local rules = M.rules(spec.variants, spec.house)
  for _, name in ipairs(cases.sorted(spec.wraps or {})) do assert(rules:set_wrap(name, spec.wraps[name], "typed")) end
  for _, path in ipairs(cases.sorted(spec.cells or {})) do assert(rules:set_cell(path, spec.cells[path])) end
  local start, faults = Scenario.build(scenario, rules, { facts = spec.facts and "told" or nil })
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new {
    rules = rules, start = start, seed = 1, tell_dice = cases.teller(spec.dice or {}, QUIET), tell_fact = spec.facts,
  }
  assert(game:start())
  M.to(game, "turn.command")
  M.amend(game, spec.set or {})
  return game
end

--- A formation "fa" or "fb" of the units given, under a general in its corner of the table.
local function commanded(id, units, quality)
  local corner = id == "fa" and 100 or 2900
  return ('formation "%s" { quality = %d, commander = "g%s", %s }, leader "g%s" { rank = "brigade", at = { %d, %d } }')
    :format(id, quality or 5, id, units, id, corner, corner)
end

--- A game at bound 1's first phase, between a brigade "fa" and a brigade "fb", Austrian.
---@param spec { a: string, b: string, more: string?, ground: string?, year: integer?, quality: integer?, variants:
---       string[]? } a, b: their units; more: what else side a has
---@param opts { dice: table<string, integer[]>?, order: table|false? }? order, order_b: what the formations are ordered
---       from the start: to attack { 1500, 1500 }, and to hold, when not given
function M.battle(spec, opts)
  opts = opts or {}
  local order = opts.order == nil and { verb = "attack", target = { x = 1500000, y = 1500000 } } or opts.order
  return M.fight {
    a = commanded("fa", spec.a, spec.quality) .. (spec.more and ", " .. spec.more or ""),
    b = commanded("fb", spec.b, spec.quality), army_b = "austrian",
    ground = spec.ground, year = spec.year, variants = spec.variants, dice = opts.dice, wraps = spec.wraps,
    house = spec.house, cells = spec.cells,
    set = order and { ["formations.fa.order"] = order, ["formations.fb.order"] = opts.order_b or { verb = "hold" } },
  }
end

--- Guns "g" at (1000, 400), their muzzles at y = 415, what stands before them, and who is far away; at step 4.
---@param b string
---@param opts { a: string?, guns: string?, ground: string?, variants: string[]?, dice: table<string, integer[]>? }?
function M.before_guns(b, opts)
  opts = opts or {}
  local game = M.battle({
    a = M.heavy_guns("g", 1000, 400, "north", opts.guns) .. (opts.a or "") .. M.FAR_A, b = b .. M.FAR_B,
    ground = opts.ground, variants = opts.variants,
  }, { dice = opts.dice, order = false })
  M.to(game, "turn.fire")
  return game
end

--- A line "b1" of 200 by 15 mm whose front edge is so far from the muzzles.
function M.line_at(mm, more)
  return M.foot("b1", 1000, 415 + mm + 7.5, "south", 'name = "b1",' .. (more or ""))
end

--- A game between units without orders, and who is far away.
function M.met(a, b, opts)
  opts = opts or {}
  return M.battle({ a = a .. M.FAR_A, b = b .. M.FAR_B, ground = opts.ground, variants = opts.variants },
    { dice = opts.dice, order = false })
end

--- A game in its setup, and why it did not begin.
function M.setup(a, b, ground, opts)
  local text = ([[scenario { title = "t", ruleset = "fusilier", year = 1809, start_min = 540,
    ground = { width = 3000, depth = 3000, %s },
    side "a" { formation "fa" { quality = 5, %s } }, side "b" { formation "fb" { quality = 5, %s } } }]]):format(
    ground or "", a, b)
  local rules = assert(Rules.load(loader, "fusilier", {}, { game = require "limber.game.words" }))
  opts = opts or {}
  for _, name in ipairs(cases.sorted(opts.wraps or {})) do assert(rules:set_wrap(name, opts.wraps[name], "typed")) end
  local start, faults = Scenario.build(assert(Scenario.read(text, "t.lua")), rules, { facts = opts.facts })
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new { rules = rules, start = start, seed = 1, tell_fact = opts.tell_fact,
    tell_dice = cases.teller(opts.dice or {}, QUIET) }
  local line, fault = game:start()
  return line ~= nil and game, fault
end

-- ---- playing --------------------------------------------------------------------------------------------------------

--- Whoever is waited for first says done.
local function done(game)
  local line, fault = game:command { side = game:waiting().sides[1], ["do"] = "done" }
  if not line then error(fault.message, 3) end
end

--- Both sides say done until a step is waited for, or the game is over.
function M.to(game, path)
  for _ = 1, 60 do
    local waiting = game:waiting()
    if waiting.path == path then return waiting end
    if waiting.kind == "over" then break end
    done(game)
  end
  error("never came to " .. path, 2)
end

--- Says done for both sides of the phase that is waited for.
function M.done(game)
  local path, turn = game:waiting().path, game.state.root.turn
  while game:waiting().path == path and game.state.root.turn == turn do done(game) end
end

--- Plays on until the victors' choice of this bound, or the beginning of the next.
function M.through(game)
  local turn = game.state.root.turn
  while true do
    local waiting = game:waiting()
    if waiting.path == "turn.winners" or waiting.kind == "over" or game.state.root.turn > turn then return waiting end
    done(game)
  end
end

--- Plays on to the beginning of the next bound.
function M.next_bound(game)
  local turn = game.state.root.turn
  while game.state.root.turn == turn and game:waiting().kind ~= "over" do done(game) end
end

-- ---- looking --------------------------------------------------------------------------------------------------------

--- Where a combat's question keeps the two sides.
local PLACES <const> = { ["combat.infantry"] = { "a", "b" }, ["combat.cavalry"] = { "a", "b" },
  ["combat.cavalry_infantry"] = { "squadrons", "infantry" }, ["combat.column_assault"] = { "columns", "defender" },
}

--- Who fought whom, in the order of the combats: "a1 a2 | b1".
function M.combats(game)
  local found = {}
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

--- The story, line by line.
M.story = cases.lines

--- The story from here to the end of the phase, in one text.
function M.told(game)
  local from = #game.journal.lines + 1
  M.done(game)
  return table.concat(M.story(game, from), "\n")
end

return M
