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
local cases <const> = require "table_cases"

local M <const> = require("table_battles").of "bugles"
local text_of <const> = M.text_of

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

--- A game where somebody is first waited for.
---@param spec limber.BuglesSpec
---@return limber.Game
function M.game(spec)
  local tell_dice, of = teller(spec)
  return M.begin(spec, tell_dice, of)
end

-- ---- playing --------------------------------------------------------------------------------------------------------

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
      M.pass(game)
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

--- Does something behind the game's back, within a step's own rights: `T.act(game, function(play) … end)`.
function M.act(game, fn)
  game.state:begin()
  game.step = game.step or {}
  local result = fn(game.play)
  game.state:commit()
  return result
end

return M
