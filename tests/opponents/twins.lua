--- A battle and its twin: the same dice fall for the other side on the same table seen from the other edge. On a
--- mirror (tests/scenarios/…_mirror.lua) both commanders must then do the same, turned by half a turn; where they do
--- not, one side has something that the other has not.
--
--   local twins = require "opponents.twins"
--   twins.parted(path, seed, most, change)   where the two battles part in the first `most` commands, as a text; nil:
--                                            they do not. `change(start)` changes the first one's start
-- Ids of one side are those of the other with another first letter; areas are each other's twins by where they lie.
-- What rounding makes of a turned table, some micrometres and thousandths of a degree, is let pass.
local dice <const> = require "kernel.dice"
local Game <const> = require "limber.game.game"
local loader <const> = require "bench.loader"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local sorted <const> = require "limber.common.sorted"
local tree <const> = require "limber.common.tree"

local M <const> = {}

local SIDES <const>, HALF_TURN <const>, ROUNDED <const> = { "a", "b" }, 180000, 100

local function laid_out(path)
  local scenario <const> = assert(Scenario.read(assert(loader.read(path)), path, loader.army))
  local words <const> = { game = require "limber.game.words" }
  local rules <const> = assert(Rules.load(loader, scenario.ruleset, scenario.variants, words))
  local start <const>, wrong <const> = Scenario.build(scenario, rules, { solo = SIDES })
  if not start then error(Scenario.fault_text(wrong[1]), 0) end
  return rules, start
end

local function corner(points, x, y)
  for _, point in ipairs(points) do
    if point.x == x and point.y == y then return true end
  end
end

--- The area that lies where another does on the table turned by half a turn.
local function area_opposite(start, id)
  for other, area in next, start.areas do
    local same = #area.area == #start.areas[id].area
    for _, point in ipairs(start.areas[id].area) do
      same = same and corner(area.area, start.ground.width - point.x, start.ground.depth - point.y)
    end
    if same then return other end
  end
  error(("%s has no area opposite"):format(id), 0)
end

--- Which id stands for which on the turned table.
local function opposites(start)
  local of <const> = { a = "b", b = "a" }
  for id in next, start.areas do of[id] = area_opposite(start, id) end
  for _, kind in ipairs { "units", "leaders", "formations" } do
    for id in next, start[kind] do of[id] = of[id:sub(1, 1)] .. id:sub(2) end
  end
  return of
end

--- A command as it is on the turned table.
local function turned(value, of, ground)
  if type(value) ~= "table" then return of[value] or value end
  local other <const> = {}
  for key, one in next, value do other[of[key] or key] = turned(one, of, ground) end
  if value.x and value.y then other.x, other.y = ground.width - value.x, ground.depth - value.y end
  if value.facing then other.facing = (value.facing + HALF_TURN) % (2 * HALF_TURN) end
  return other
end

--- A command, its line from the western end, for it is the same from either, and without the words for it, which name
--- a side.
local function as_meant(command)
  local one <const>, other <const> = command.target, command.target_end
  if not (type(one) == "table" and command.aim) then return command end
  local same <const> = {}
  for key, value in next, command do same[key] = value end
  same.aim = nil
  if other and (one.x > other.x or one.x == other.x and one.y > other.y) then
    same.target, same.target_end = other, one
  end
  return same
end

local function alike(one, other)
  if type(one) == "number" and type(other) == "number" then return math.abs(one - other) <= ROUNDED end
  if type(one) ~= "table" or type(other) ~= "table" then return one == other end
  for key, value in next, one do
    if not alike(value, other[key]) then return false end
  end
  for key in next, other do
    if one[key] == nil then return false end
  end
  return true
end

local function shown(value)
  if type(value) ~= "table" then return tostring(value) end
  local parts <const> = {}
  for i, key in ipairs(sorted.keys(value)) do parts[i] = ("%s = %s"):format(key, shown(value[key])) end
  return "{ " .. table.concat(parts, ", ") .. " }"
end

--- A game and who leads in it; with `of` the dice of one id fall for the one opposite.
local function begun(rules, start, seed, of)
  local function story() end
  local game <const> = Game.new { rules = rules, start = tree.copy(start), seed = seed, keep = false, story = story }
  for id, other in next, of or {} do game.throws.hashes[id] = dice.hash(other) end
  assert(game:start())
  return { game = game, leads = { a = Solo.new(game, "a"), b = Solo.new(game, "b") } }
end

local function act(battle, side)
  local line <const>, failure <const> = battle.leads[side]:act()
  if failure then error(failure.message or failure.traceback, 0) end
  return line
end

--- Who acts first in a battle, and who else does where he does not.
local function next_line(battle, first, second)
  local waiting <const> = battle.game:waiting()
  local acting <const> = {}
  for _, side in ipairs(waiting.sides) do acting[side] = true end
  for _, passes in ipairs { true, false } do -- who might interrupt comes first
    for _, side in ipairs { first, second } do
      local line <const> = not acting[side] == passes and act(battle, side)
      if line then return line end
    end
  end
  error("nobody acts in " .. waiting.path, 0)
end

---@param path string of a mirror
---@param seed integer
---@param most integer
---@param change? fun(start: table)
---@return string?
function M.parted(path, seed, most, change)
  local rules <const>, start <const> = laid_out(path)
  local of <const>, other_start <const> = opposites(start), tree.copy(start)
  if change then change(start) end
  local one <const>, other <const> = begun(rules, start, seed), begun(rules, other_start, seed, of)
  for nth = 1, most do
    local here <const>, there <const> = one.game:waiting(), other.game:waiting()
    if here.kind == "over" and there.kind == "over" then return nil end
    if here.path ~= there.path then
      return ("%d: one waits in %s, the other in %s"):format(nth, here.path, there.path)
    end
    local line <const>, twin <const> = next_line(one, "a", "b"), next_line(other, "b", "a")
    local command <const> = turned(twin.command, of, start.ground)
    if not alike(as_meant(line.command), as_meant(command)) then
      return ("%d, turn %d, %s:\n%s: %s\n%s: %s"):format(nth, one.game.state.root.turn, here.path, shown(line.command),
        line.solo and line.solo.why, shown(command), twin.solo and twin.solo.why)
    end
  end
end

return M
