--- Small Horse and Musket battles laid out for one question: a few units as tables, dice by procedure of which none may
--- be missing and none left over, and the game brought to the step that the question is about.
--
--   local game = T.game { a = { T.foot("a1", 900, 500) }, b = { T.horse("b1", 900, 700) }, dice = { … } }
--   T.to(game, "a", "charges")                    a's units may all move
--   T.give(game, "a", "charge", { unit = "a1", target = "b1" })
--   T.refusal(game, "a", "move", { … }).message   T.answer(game, "yes")   T.story(game)   T.unit(game, "a1").hits
--   after_each(T.finished)                        no die may be left
-- Positions are millimetres, of the middle of a base. Side a stands in the south and goes first unless dice say otherwise.
local cases <const> = require "table_cases"

local M <const> = require("table_battles").of "horse_and_musket"
local text_of <const> = M.text_of

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

--- A game where somebody is first waited for.
---@param spec limber.TableSpec
---@return limber.Game
function M.game(spec)
  return M.begin(spec, cases.teller(spec.dice or {}, QUIET))
end

-- ---- playing --------------------------------------------------------------------------------------------------------

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
    M.pass(game)
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

-- ---- looking --------------------------------------------------------------------------------------------------------

--- The names of the modifiers in a call's result that applied, with their values: "general 1, superior 2".
function M.modifiers(list)
  local parts = {}
  for i, one in ipairs(list) do parts[i] = ("%s %d"):format(one.name, one.value) end
  return table.concat(parts, ", ")
end

return M
