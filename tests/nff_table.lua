--- Small battles of Napoleonic Fire & Fury laid out for one question: a few brigades as tables, dice by procedure of
-- which none may be missing and none left over, and the game brought to the phase that the question is about.
--
--   local T = require "nff_table"
--   local game = T.game { a = { T.foot("a1", 20, 20) }, b = { T.horse("b1", 20, 30) }, dice = { … } }
--   T.to(game, "a", "tactical")                                  plays on to that phase of side a's player turn
--   T.give(game, "a", "move", { unit = "a1", … })   T.refusal(game, "a", "move", { … }).message
--   T.answer(game, "stay")   T.story(game)   T.unit(game, "a1").stands
--   after_each(T.finished)                                       no die may be left
-- Positions are inches, of the middle of all stands of a unit; T.at and T.put count in millimetres. Side a is French, stands in the south, faces north and moves first; side b is Austrian.
-- A side's units are in one division, "da" or "db", whose leader "la" or "lb" stands far behind; so does the army's
-- commander "ca" or "cb".
local cases <const> = require "table_cases"

local M <const> = require("table_battles").of "nff"
local text_of <const> = M.text_of

--- A unit: what a scenario would say of it, with its id and where it stands.
local function piece(base)
  return function(id, x, y, more)
    local given = {}
    for key, value in pairs(base) do given[key] = value end
    for key, value in pairs(more or {}) do given[key] = value end
    if x then given.at = { x, y } end
    return { id = id, given = given }
  end
end

--- Four stands of regular foot in one line, 3 in wide and 1 in deep.
M.foot = piece { stands = 4 }
--- Four stands of hussars in one line, 4 in wide and 1 in deep.
M.horse = piece { arm = "cavalry", cavalry_type = "hussar", stands = 4 }
--- A medium battery of 8 guns, unlimbered, 1 in wide.
M.guns = piece { arm = "artillery", guns = 8 }

local ARMY <const> = { a = "french", b = "austrian" }

local function leader_text(spec, id, rank, y)
  local given = { rank = rank, general = rank == "army" and "other_general" or nil, at = { spec.width - 2, y } }
  for key, value in pairs((spec.leaders or {})[id] or {}) do given[key] = value end
  if given.with or spec.told then given.at = nil end
  return ("leader %q %s,\n"):format(id, text_of(given))
end

local function side_text(spec, side)
  local south, lines = side == "a", {}
  for i, unit in ipairs(spec[side]) do
    if spec.told then unit.given.at = nil end
    lines[i] = ("unit %q %s,\n"):format(unit.id, text_of(unit.given))
  end
  local y = south and 1 or spec.depth - 1
  return ('side "%s" { name = "%s", edge = "%s", facing = "%s", army = "%s",\n%s%s'
    .. 'formation "d%s" { level = "division", commander = "l%s",\n%s},\n%s },\n'):format(side, south and "Blue" or "Red",
    south and "south" or "north", south and "north" or "south", spec["army_" .. side] or ARMY[side],
    leader_text(spec, "c" .. side, "army", y), leader_text(spec, "l" .. side, "division", y), side, side,
    table.concat(lines), spec["more_" .. side] or "")
end

--- The scenario of a layout, as text.
function M.text(spec)
  spec.width, spec.depth = spec.width or 60, spec.depth or 60
  return ('scenario { title = "A table", ruleset = "nff", year = %d, last_turn = %d, %s\n'
    .. "ground = { width = %d, depth = %d, %s },\n%s%s}\n"):format(spec.year or 1809, spec.last_turn or 20,
    spec.settings or "", spec.width, spec.depth, spec.ground or "", side_text(spec, "a"), side_text(spec, "b"))
end

--- What is thrown by a procedure that a case gives no dice: brigades move well, leaders and engineers live.
local QUIET <const> = {
  ["movement.tactical"] = { 10 }, ["reserve.movement"] = { 10 }, ["leader.casualty"] = { 9 },
  ["engineers.survival"] = { 9 },
}

---@class limber.NffSpec
---@field a table[] units of side a, b of side b
---@field b table[]
---@field army_a string? likewise army_b
---@field year integer?
---@field leaders table<string, table>? what is said of leaders, by id: la = { with = "a1", charismatic = true }
---@field more_a string? scenario text of the side besides; likewise more_b
---@field ground string? scenario text of areas and lines
---@field settings string? scenario text of the battle's own settings
---@field dice table<string, integer[]>? by procedure, in the order thrown
---@field set table<string, any>? what the state is to hold besides, by path: ["units.a1.disordered"] = true
---@field told (fun(question: table): any)? the players' word: the same battle without positions
---@field variants string[]?

--- A game where somebody is first waited for.
---@param spec limber.NffSpec
---@return limber.Game
function M.game(spec) return M.begin(spec, cases.teller(spec.dice or {}, QUIET)) end

--- Plays on to a phase of a side's player turn.
function M.to(game, side, phase)
  local path = "player_turn." .. phase
  for _ = 1, 400 do
    local waiting = game:waiting()
    if waiting.path == path and game.state.root.active == side then return game end
    if waiting.kind == "over" then break end
    M.pass(game)
  end
  error(("never came to %s of side %s"):format(path, side), 2)
end

local all_legal <const> = M.all_legal

--- All proposals, each held to be legal; it fails where there is none.
function M.all_legal(...)
  local list = all_legal(...)
  if #list == 0 then error("nothing is proposed", 2) end
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

return M
