--- Small battles of Bugles, Bullets, and Blades laid out for one question: a few stands as tables, dice by procedure of
-- which none may be missing and none left over, and the game brought to the phase that the question is about.
--
--   local game = T.game { a = { T.foot("a1", 600, 300) }, b = { T.horse("b1", 600, 700) }, dice = { … } }
--   T.to(game, "a", "movement")                   a's first group is nominated
--   T.give(game, "a", "move", { unit = "a1", … })
--   T.refusal(game, "a", "move", { … }).message   T.answer(game, "yes")   T.story(game)   T.unit(game, "a1").figures
--   after_each(T.finished)                        no die may be left
-- Positions are millimetres, of the middle of a base. Side a stands in the south and goes first. A side's stands are in
-- one group, "ga" or "gb", but for those that say `group = "other"`; its leader "la" or "lb" stands with its first stand.
local Game <const> = require "limber.game.game"
local loader <const> = require "disk_loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local cases <const> = require "table_cases"

local M <const> = cases.harness()
local sorted <const> = cases.sorted

-- ---- pieces ---------------------------------------------------------------------------------------------------------

--- A stand: what a scenario would say of it, with its id and where it stands.
local function piece(base)
  return function(id, x, y, more)
    local given = {}
    for key, value in pairs(base) do given[key] = value end
    for key, value in pairs(more or {}) do given[key] = value end
    if x then given.at = { x, y } end
    local group = given.group
    given.group = nil
    return { id = id, given = given, group = group }
  end
end

--- Regular foot of class b with rifled muskets: 65 mm wide, 50 deep, six figures.
M.foot = piece { class = "b", weapon = "rifled_musket" }
--- Regular horse of class b: three figures.
M.horse = piece { class = "b", arm = "mounted" }
--- A war band of class c on foot; and mounted.
M.band = piece { kind = "war_band" }
M.riders = piece { kind = "war_band", arm = "mounted" }
--- Irregular foot of class c with muskets.
M.irregulars = piece { kind = "irregular" }
--- Regular foot in loose order.
M.skirmishers = piece { class = "b", weapon = "rifled_musket", drill = "skirmish" }
--- A medium gun with a crew of four; a Maxim with three.
M.gun = piece { class = "b", arm = "gun", gun = "medium" }
M.maxim = piece { class = "b", arm = "machine_gun", mg = "maxim" }
M.sniper = piece { class = "b", arm = "sniper", weapon = "rifled_musket" }
M.cart = piece { arm = "wagon" }

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

--- A side's groups, in the order that they are first named.
local function groups_of(units, side)
  local groups, order = {}, {}
  for _, unit in ipairs(units) do
    local id = unit.group or "g" .. side
    if not groups[id] then groups[id], order[#order + 1] = {}, id end
    table.insert(groups[id], unit)
  end
  return groups, order
end

--- A group with its leader, who stands with its first stand unless `leaders`, of the layout, says otherwise.
local function group_text(spec, id, list)
  local leader = "l" .. id:sub(2)
  local given = { kind = list[1].given.kind, with = list[1].id }
  for key, value in pairs((spec.leaders or {})[leader] or {}) do given[key] = value end
  if given.at then given.with = nil end
  local lines = {}
  for i, unit in ipairs(list) do lines[i] = ("unit %q %s,\n"):format(unit.id, text_of(unit.given)) end
  return ('formation %q { name = "Group %s", commander = %q,\n%s},\nleader %q %s,\n'):format(id, id:upper(), leader,
    table.concat(lines), leader, text_of(given))
end

--- A side: a division "da" of its groups under "sa", and a commander in chief "ca", each behind everybody; `more_a` is
--- scenario text besides.
local function side_text(spec, side)
  local south = side == "a"
  local groups, order = groups_of(spec[side], side)
  local parts = {}
  for i, id in ipairs(order) do parts[i] = group_text(spec, id, groups[id]) end
  local place = not spec.told and (", at = { %d, %d }"):format(40, south and 40 or (spec.depth or 1200) - 40) or ""
  local kind = spec[side][1] and spec[side][1].given.kind or "regular"
  local quality = spec["quality_" .. side] or "excellent"
  quality = quality ~= "thrown" and (' quality = "%s",'):format(quality) or ""
  return ('side "%s" { name = "%s", edge = "%s", facing = "%s",%s\n'
    .. 'leader "c%s" { rank = "cinc", kind = "%s"%s }, leader "s%s" { rank = "division", kind = "%s"%s },\n'
    .. 'formation "d%s" { level = "division", commander = "s%s",\n%s},\n%s },\n'):format(side, south and "Blue" or "Red",
    south and "south" or "north", south and "north" or "south", quality, side, kind, place,
    side, kind, (place:gsub("40,", "80,", 1)), side, side, table.concat(parts), spec["more_" .. side] or "")
end

--- The scenario of a layout, as text.
function M.text(spec)
  return ('scenario { title = "A table", ruleset = "bugles", last_turn = %d, %s\n'
    .. "ground = { width = %d, depth = %d, %s },\n%s%s}\n"):format(spec.last_turn or 20, spec.settings or "",
    spec.width or 1800, spec.depth or 1200, spec.ground or "", side_text(spec, "a"), side_text(spec, "b"))
end

--- Ground: an area between its sides, as scenario text.
function M.area(id, terrain, west, south, east, north, more)
  return ('area %q { terrain = %q, outline = { {%g, %g}, {%g, %g}, {%g, %g}, {%g, %g} }, %s },'):format(id, terrain,
    west, south, east, south, east, north, west, north, more or "")
end

-- ---- games ----------------------------------------------------------------------------------------------------------

--- What is thrown by a procedure that a case gives no dice: every group may move, no leader falls.
local QUIET <const> = {
  ["command.end_of_turn"] = { 9 }, ["leader.fire_danger"] = { 1 },
  ["movement.change_face"] = { 10 },
}

---@class limber.BuglesSpec
---@field a table[] stands of side a, b of side b
---@field b table[]
---@field quality_a string? of its command, "excellent" when left out, or "thrown"; likewise quality_b
---@field leaders table<string, table>? what is said of group leaders, by id: la = { at = { 100, 100 } }
---@field more_a string? scenario text of the side besides; likewise more_b
---@field ground string? scenario text of areas and lines; width and depth in mm
---@field settings string? scenario text of the battle's own settings
---@field dice table<string, integer[]>? by procedure, in the order thrown
---@field rolls integer[]? the dice of movement that a group throws when it is nominated: 3 each when left out
---@field set table<string, any>? what the state is to hold besides, by path: ["units.a1.figures"] = 3
---@field told (fun(question: table): any)? the players' word: the same battle without positions
---@field variants string[]?
---@field rules limber.Rules? a stack of its own

--- Dice told as the layout gives them; those of movement that are thrown at a nomination by `rolls`.
local function teller(spec)
  local tell = cases.teller(spec.dice or {}, QUIET)
  local rolls = cases.teller({ ["movement.roll"] = spec.rolls }, { ["movement.roll"] = { 3 } })
  local game
  return function(specs, call)
    local at = call.procedure == "movement.roll" and game.play:at()
    local nominated = at == "player_turn.nomination" or at == "player_turn.advance"
    return (nominated and rolls or tell)(specs, call)
  end, function(one) game = one end
end

local published

--- The rules with some variants; the files are read once.
local function rules_with(variants)
  published = published or assert(Rules.load(loader, "bugles", {}, { game = require "limber.game.words" })).published
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
---@param spec limber.BuglesSpec
---@return string[]
function M.faults(spec)
  local _, _, faults = laid_out(spec)
  local lines = {}
  for i, one in ipairs(faults or {}) do lines[i] = Scenario.fault_text(one) end
  return lines
end

--- A game where somebody is first waited for.
---@param spec limber.BuglesSpec
---@return limber.Game
function M.game(spec)
  local start, rules, faults = laid_out(spec)
  if not start then error(Scenario.fault_text(faults[1]), 2) end
  local tell_dice, of = teller(spec)
  local game = Game.new { rules = rules, start = start, seed = 1, tell_dice = tell_dice, tell_fact = spec.told }
  of(game)
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

--- Plays on, nobody doing anything, until a path is waited for, or the battle is over.
function M.until_path(game, path)
  for _ = 1, 400 do
    local waiting = game:waiting()
    if waiting.path == path or waiting.kind == "over" then return waiting end
    pass(game)
  end
  error("never came to " .. path, 2)
end

--- Plays on to a phase of a side's player turn: `T.to(game, "a", "movement", "ga")`. Its group, the first when none is
--- named, is nominated on the way to its movement.
function M.to(game, side, step, group)
  local path = "player_turn." .. step
  for _ = 1, 400 do
    local waiting, state = game:waiting(), game.state.root
    if waiting.path == path and state.active == side then return game end
    if waiting.kind == "over" then break end
    if waiting.path == "player_turn.nomination" and state.active == side and step == "movement" then
      M.give(game, side, "nominate_group", { group = group or "g" .. side })
    else
      pass(game)
    end
  end
  error(("never came to %s of side %s"):format(path, side), 2)
end

--- A game at a's movement, its first group nominated, among enemies who are far away unless `more` says otherwise.
function M.moving(a, more)
  local spec = { a = a, b = { M.foot("b1", 900, 1150) } }
  for key, value in pairs(more or {}) do spec[key] = value end
  return M.to(M.game(spec), "a", "movement")
end

--- That a command of side a is refused by a clause, in such words. Gives the refusal.
function M.refused(game, name, args, cite, part)
  local fault = M.refusal(game, "a", name, args)
  if not fault then error(name .. " was taken", 2) end
  if fault.cite ~= cite then error(("refused by %s, not by %s: %s"):format(fault.cite, cite, fault.message), 2) end
  if part then M.says(fault.message, part) end
  return fault
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

--- Does something behind the game's back, within a step's own rights: `T.act(game, function(play) … end)`.
function M.act(game, fn)
  game.state:begin()
  game.step = game.step or {}
  local result = fn(game.play)
  game.state:commit()
  return result
end

--- The story so far, or from a line of the journal on, in one text.
function M.story(game, from)
  return table.concat(M.lines(game, from), "\n")
end

return M
