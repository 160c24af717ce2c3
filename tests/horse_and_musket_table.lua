--- Small Horse and Musket battles laid out for one question: a few units as tables, dice by procedure of which none may
--- be missing and none left over, and the game brought to the step that the question is about.
--
--   local game = T.game { a = { T.foot("a1", 900, 500) }, b = { T.horse("b1", 900, 700) }, dice = { … } }
--   T.to(game, "a", "charges")                    a's units may all move
--   T.give(game, "a", "charge", { unit = "a1", target = "b1" })
--   T.refusal(game, "a", "move", { … }).message   T.answer(game, "yes")   T.story(game)   T.unit(game, "a1").hits
--   after_each(T.finished)                        no die may be left
-- Positions are millimetres, of the middle of a base. Side a stands in the south and goes first unless dice say otherwise.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local cases <const> = require "table_cases"

local M <const> = cases.harness()
local sorted <const> = cases.sorted

-- ---- pieces ---------------------------------------------------------------------------------------------------------

--- A unit: what a scenario would say of it, with its id and where it stands.
local function piece(troop)
  return function(id, x, y, more)
    local given = { troop = troop }
    for key, value in pairs(more or {}) do given[key] = value end
    if x then given.at = { x, y } end
    return { id = id, given = given }
  end
end

--- Foot in line: 160 mm wide, 20 deep. Muskets, average, as all the others unless `more` says otherwise.
M.foot = piece "close_order_infantry"
--- Skirmishers: 160 by 20.
M.light = piece "light_infantry"
--- Horse two deep: 80 wide, 80 deep.
M.horse = piece "heavy_cavalry"
M.dragoons = piece "dragoons"
M.hussars = piece "light_cavalry"
M.tribal = piece "tribal_cavalry"
--- A gun: 40 wide, 60 deep.
M.guns = piece "artillery"
M.wagons = piece "wagons"
--- A unit of its army's list: `T.listed("a1", 900, 500, { list = "grenadiers" })`.
M.listed = piece(nil)

--- A value as a scenario writes it.
local function text_of(value)
  if type(value) == "table" then
    local parts = {}
    for i, one in ipairs(value) do parts[i] = text_of(one) end
    for _, key in ipairs(sorted(value)) do
      if type(key) == "string" then parts[#parts + 1] = ("%s = %s"):format(key, text_of(value[key])) end
    end
    return ("{ %s }"):format(table.concat(parts, ", "))
  end
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

local function unit_text(unit)
  return ("unit %q %s,\n"):format(unit.id, text_of(unit.given))
end

--- Where a brigade's general stands when nobody says it: at hand, but alone and behind everybody.
local function post_of(units, id)
  local x, y, n = 0, id == "ga" and math.huge or 0, 0
  for _, unit in ipairs(units) do
    local at = unit.given.at
    if at then
      x, n = x + at[1], n + 1
      y = id == "ga" and math.min(y, at[2]) or math.max(y, at[2])
    end
  end
  if n == 0 then return { 900, id == "ga" and 40 or 1160 } end
  return { x // n, math.max(20, math.min(1180, y + (id == "ga" and -120 or 120))) }
end

--- A side: its units in one brigade under general "ga" or "gb", and whatever else it has as scenario text.
local function side_text(spec, side)
  local units, id, more = spec[side], "g" .. side, spec["more_" .. side] or ""
  local general = { rank = "brigade_commander", quality = "competent" }
  for key, value in pairs(spec["general_" .. side] or {}) do general[key] = value end
  if not general.with and not general.at and not spec.told then general.at = post_of(units, id) end
  local list = {}
  for i, unit in ipairs(units) do list[i] = unit_text(unit) end
  local south = side == "a"
  return ('side "%s" { name = "%s", army = "%s", edge = "%s", facing = "%s",\nformation "p%s" { commander = "%s",\n%s},'
    .. '\nleader "%s" %s,\n%s },\n'):format(side, south and "Blue" or "Red", spec["army_" .. side] or "other",
    south and "south" or "north", south and "north" or "south", side, id, table.concat(list), id, text_of(general), more)
end

--- The scenario of a layout, as text.
function M.text(spec)
  return ('scenario { title = "A table", ruleset = "horse_and_musket", last_turn = %d, %s\n'
    .. "ground = { width = %d, depth = %d, %s },\n%s%s}\n"):format(spec.last_turn or 20, spec.settings or "",
    spec.width or 1800, spec.depth or 1200, spec.ground or "", side_text(spec, "a"), side_text(spec, "b"))
end

--- Ground: an area between its sides, as scenario text.
function M.area(id, terrain, west, south, east, north, more)
  return ('area %q { terrain = %q, outline = { {%g, %g}, {%g, %g}, {%g, %g}, {%g, %g} }, %s },'):format(id, terrain,
    west, south, east, south, east, north, west, north, more or "")
end

-- ---- dice -----------------------------------------------------------------------------------------------------------

--- What is thrown by a procedure that a case gives no dice: side a goes first, everybody may move, nobody falls.
local QUIET <const> = { ["initiative.roll"] = { 6, 1 }, ["command.roll"] = { 4 }, ["general.risk"] = { 1 } }

-- ---- games ----------------------------------------------------------------------------------------------------------

---@class limber.TableSpec
---@field a table[] units of side a, b of side b
---@field b table[]
---@field army_a string? "prussian", "austrian", "other"; likewise army_b
---@field general_a table? what is said of the brigade's general; likewise general_b
---@field more_a string? scenario text of the side besides its brigade; likewise more_b
---@field ground string? scenario text of areas and lines; width and depth in mm
---@field settings string? scenario text of the battle's own settings
---@field dice table<string, integer[]>? by procedure, in the order thrown
---@field set table<string, any>? what the state is to hold besides, by path: ["units.a1.hits"] = 3
---@field told (fun(question: table): any)? the players' word: the same battle without positions
---@field variants string[]?
---@field rules limber.Rules? a stack of its own

local published

--- The rules with some variants; the files are read once.
local function rules_with(variants)
  published = published or assert(Rules.load(loader, "horse_and_musket", {}, { game = require "limber.game.words" })).published
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
---@param spec limber.TableSpec
---@return string[]
function M.faults(spec)
  local _, _, faults = laid_out(spec)
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return lines
end

--- A game where somebody is first waited for.
---@param spec limber.TableSpec
---@return limber.Game
function M.game(spec)
  local start, rules, faults = laid_out(spec)
  if not start then error(Scenario.fault_text(faults[1]), 2) end
  local game = Game.new {
    rules = rules, start = start, seed = 1, tell_dice = cases.teller(spec.dice or {}, QUIET), tell_fact = spec.told,
  }
  local line, fault = game:start()
  if not line then error(fault.message, 2) end
  M.amend(game, spec.set or {})
  return game
end

-- ---- playing --------------------------------------------------------------------------------------------------------

--- Whoever is waited for first says nothing: done with a phase, the first option of a decision.
local function pass(game)
  local waiting = game:waiting()
  local cmd = { side = waiting.sides[1], ["do"] = "done" }
  if waiting.kind == "decision" then cmd = { side = waiting.sides[1], ["do"] = "answer", choice = waiting.options[1] } end
  local line, fault = game:command(cmd)
  if not line then error(("%s: %s"):format(waiting.path, fault.message), 3) end
end

--- Lets every unit of a side move, as if its commanders had thrown so.
function M.orders(game, side)
  for _, id in ipairs(game.state.root.order.units) do
    local unit = game.state.root.units[id]
    if unit.side == side and unit.status ~= "gone" then M.set(game, unit, "may_move", true) end
  end
end

--- Plays on, nobody doing anything, to a step of a side's turn: `T.to(game, "a", "movement")`. All of its units may move
--- there, unless `orders` is false.
function M.to(game, side, step, orders)
  local path = "side_turn." .. step
  for _ = 1, 400 do
    local waiting = game:waiting()
    if waiting.path == path and game.state.root.active == side then
      if orders ~= false then M.orders(game, side) end
      return game
    end
    if waiting.kind == "over" then break end
    -- Whoever may not act has nothing to say in a phase that is skipped for want of orders.
    if game.state.root.active == side and orders ~= false then M.orders(game, side) end
    pass(game)
  end
  error(("never came to %s of side %s"):format(path, side), 2)
end

--- A game at a's movement, among enemies who are far away unless `more`, of a layout, says otherwise.
function M.moving(a, more)
  local spec = { a = a, b = { M.foot("b1", 900, 1150) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  return M.to(M.game(spec), "a", "movement")
end

--- Side a's next movement.
function M.next_movement(game)
  M.to(game, "b", "movement")
  return M.to(game, "a", "movement")
end

--- That a command of side a is refused by a clause, in such words. Gives the refusal.
function M.refused(game, name, args, cite, part)
  local fault = M.refusal(game, "a", name, args)
  if not fault then error(name .. " was taken", 2) end
  if fault.cite ~= cite then error(("refused by %s, not by %s: %s"):format(fault.cite, cite, fault.message), 2) end
  if part then M.says(fault.message, part) end
  return fault
end

--- Plays on, nobody doing anything, until a path is waited for, or the battle is over.
function M.until_path(game, path)
  for _ = 1, 400 do
    local waiting = game:waiting()
    if waiting.path == path or waiting.kind == "over" then return waiting end
    pass(game)
  end
  error("never came to " .. path, 2)
end

--- The side acting is done with the phase that is waited for.
function M.done(game)
  local waiting = game:waiting()
  local line, fault = game:command { side = waiting.sides[1], ["do"] = "done" }
  if not line then error(fault.message, 2) end
  return line
end

--- Answers the decision that is waited for.
function M.answer(game, choice)
  local line, fault = game:command { side = game:waiting().sides[1], ["do"] = "answer", choice = choice }
  if not line then error(fault.message, 2) end
  return line
end

--- Gives commands one after another: { { "a", "move", { … } }, … }.
function M.play(game, commands)
  for _, one in ipairs(commands) do M.give(game, one[1], one[2], one[3]) end
  return game
end

--- What a side may do now, of one command or all: a list of proposals.
function M.legal(game, side, name)
  local found = {}
  for proposal in game:legal(side) do
    if (not name or proposal["do"] == name) and proposal["do"] ~= "done" then found[#found + 1] = proposal end
  end
  return found
end

--- The values that a proposal's ranges are tried at: both ends and the middle.
local function tries(proposal)
  local cmds, ranges = { {} }, proposal.ranges or {}
  for _, key in ipairs(sorted(ranges)) do
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
function M.all_legal(game, side, name)
  local list = M.legal(game, side, name)
  for _, proposal in ipairs(list) do
    for _, values in ipairs(proposal.at_most and {} or tries(proposal)) do
      local cmd = {}
      for key, value in pairs(proposal) do cmd[key] = value end
      for key, value in pairs(values) do cmd[key] = value end
      cmd.ranges, cmd.text, cmd.score = nil, nil, nil
      local _, fault = game:check(cmd)
      if fault then error(("%s is proposed: %s"):format(text_of(cmd), fault.message), 2) end
    end
  end
  return list
end

-- ---- looking --------------------------------------------------------------------------------------------------------

--- The names of the modifiers in a call's result that applied, with their values: "general 1, superior 2".
function M.modifiers(list)
  local parts = {}
  for i, one in ipairs(list) do parts[i] = ("%s %d"):format(one.name, one.value) end
  return table.concat(parts, ", ")
end

--- The story so far, or from a line of the journal on, in one text.
function M.story(game, from)
  return table.concat(M.lines(game, from), "\n")
end

return M
