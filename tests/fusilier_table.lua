--- Small Fusilier battles laid out for one question: both sides as scenario text, the state set as the question wants it,
--- and dice by procedure, of which none may be missing and none left over.
local Game <const> = require "limber.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules"
local Scenario <const> = require "limber.scenario"
local Story <const> = require "limber.story"

local M <const> = {}

local TEXT <const> = [[
scenario { title = "A table", ruleset = "fusilier", year = %d, start_min = 540, last_turn = 30, break_percent = 100,
  ground = { width = 3000, depth = 3000, %s },
  side "a" { name = "Blue", army = "french", %s },
  side "b" { name = "Red", army = "%s", %s },
}]]

--- What is thrown by a procedure that a case gives no dice: nobody falls, everybody stands.
local QUIET <const> = { ["general.risk"] = 5, ["morale.brigade"] = 9, ["morale.division"] = 9, ["morale.artillery"] = 9 }

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

--- Faces given to games since `finished` last looked, by procedure: a list for each game.
local given = {}

--- Dice told by procedure, in the order thrown.
local function teller(dice)
  local faces = {}
  for procedure, list in pairs(dice) do faces[procedure] = table.move(list, 1, #list, 1, {}) end
  given[#given + 1] = faces
  return function(specs, call)
    local name, told = call.procedure, {}
    for i, spec in ipairs(specs) do
      told[i] = { dice = {} }
      for k = 1, spec.kind == "percentile" and 2 or spec.n or 1 do
        local face
        if faces[name] then face = table.remove(faces[name], 1) else face = QUIET[name] end
        if not face then error(("more dice are thrown for %s than were given"):format(name), 0) end
        told[i].dice[k] = face
      end
    end
    return told
  end
end

--- After every case: no die that was given may be left over.
function M.finished()
  local games = given
  given = {}
  for _, faces in ipairs(games) do
    for procedure, left in pairs(faces) do
      if #left > 0 then
        error(("%d dice given for %s were not thrown: %s"):format(#left, procedure, table.concat(left, " ")), 0)
      end
    end
  end
end

-- ---- games ----------------------------------------------------------------------------------------------------------

--- Amends the state, path by path.
function M.amend(game, set)
  local paths = {}
  for path in pairs(set) do paths[#paths + 1] = path end
  table.sort(paths)
  for _, path in ipairs(paths) do assert(game:amend(path, set[path], "laid out so")) end
end

--- A game at bound 1's first phase. `set`: what the state is to hold besides, by path. `facts`: told, when given.
---@param spec { a: string, b: string, ground: string?, year: integer?, army_b: string?, set: table<string, any>?,
---       dice: table<string, integer[]>?, facts: function?, variants: string[]? } a, b: what each side has
function M.fight(spec)
  local text = TEXT:format(spec.year or 1809, spec.ground or "", spec.a, spec.army_b or "french", spec.b)
  local scenario = assert(Scenario.read(text, "table.lua"))
  local rules = assert(Rules.load(loader, "fusilier", spec.variants or {}, { game = true }))
  local start, faults = Scenario.build(scenario, rules, { facts = spec.facts and "told" or nil })
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new {
    rules = rules, start = start, seed = 1, tell_dice = teller(spec.dice or {}), tell_fact = spec.facts,
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
    ground = spec.ground, year = spec.year, variants = spec.variants, dice = opts.dice,
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
  local rules = assert(Rules.load(loader, "fusilier", {}, { game = true }))
  opts = opts or {}
  local start, faults = Scenario.build(assert(Scenario.read(text, "t.lua")), rules, { facts = opts.facts })
  assert(start, faults and Scenario.fault_text(faults[1]))
  local game = Game.new { rules = rules, start = start, seed = 1, tell_fact = opts.tell_fact,
    tell_dice = teller(opts.dice or {}) }
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

local function command(side, name, args)
  local cmd = { side = side, ["do"] = name }
  for key, value in pairs(args) do cmd[key] = value end
  return cmd
end

--- Gives a command; refusals fail the test.
function M.give(game, side, name, args)
  local line, fault = game:command(command(side, name, args))
  if not line then error(fault.message, 2) end
  return line
end

--- The refusal of a command.
function M.refusal(game, side, name, args)
  local _, fault = game:check(command(side, name, args))
  return fault
end

--- Sets what a node of the state holds, behind the game's back.
function M.set(game, node, key, value)
  game.state:begin()
  game.state:set(node, key, value)
  game.state:commit()
end

--- Puts a unit's middle somewhere, in mm, as it faces.
function M.put(game, id, x, y)
  local base = M.unit(game, id).base
  M.set(game, M.unit(game, id), "base", {
    x = x * 1000, y = y * 1000, facing = base.facing, width = base.width, depth = base.depth,
  })
end

-- ---- looking --------------------------------------------------------------------------------------------------------

function M.unit(game, id) return game.state.root.units[id] end

--- Where a unit's middle is and which way it faces, in whole millimetres and degrees; nil when it is off the table.
function M.at(game, id)
  local base = M.unit(game, id).base
  if not base then return nil end
  return { (base.x + 500) // 1000, (base.y + 500) // 1000, (base.facing + 500) // 1000 }
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

--- The story so far, or from a line of the journal on, line by line.
function M.story(game, from)
  local told = {}
  for i = from or 1, #game.journal.lines do
    local line = game.journal.lines[i]
    for _, event in ipairs(line.events or {}) do told[#told + 1] = Story.text(game, event, line) end
  end
  return told
end

--- That a text has a part, in whatever case.
function M.says(text, part)
  if not text:lower():find(part:lower(), 1, true) then error(("%q is not in:\n%s"):format(part, text), 2) end
end

--- The story from here to the end of the phase, in one text.
function M.told(game)
  local from = #game.journal.lines + 1
  M.done(game)
  return table.concat(M.story(game, from), "\n")
end

return M
