--- A battle of procedures alone, thrown away, which bounds what the machinery allows: 40 turns, 20 units, each looking
--- for its nearest enemy and asking seven procedures (two dice against two, six bands); by hand in plain Lua, then with
--- Limber's dice, field and cached odds. Each of the functions fights so many battles.
local dice <const> = require "kernel.dice"
local kernel_field <const> = require "kernel.field"
local odds <const> = require "kernel.odds"
local response <const> = require "bench.response"

local M <const> = {}

local TURNS <const>, UNITS <const>, PROCEDURES <const> = 40, 20, 7

local random <const> = math.random

local function plain_battle()
  local units, counts = {}, {}
  for i = 1, UNITS do units[i] = { x = i % 10 * 100000, y = i <= UNITS // 2 and 0 or 800000, side = i <= UNITS // 2 } end
  for _ = 1, TURNS do
    for i = 1, UNITS do
      local unit, nearest, least = units[i], nil, math.huge
      for j = 1, UNITS do
        local other = units[j]
        if other.side ~= unit.side then
          local x, y = other.x - unit.x, other.y - unit.y
          local gap = x * x + y * y
          if gap < least then nearest, least = other, gap end
        end
      end
      unit.x = unit.x + (nearest.x > unit.x and 1000 or -1000)
      for _ = 1, PROCEDURES do
        local key = response(random(6) + random(6) - 2, random(6) + random(6) + 1)
        counts[key] = (counts[key] or 0) + 1
      end
    end
  end
  return counts
end

local source <const> = dice.new()
source:seed(1)
local HASH <const> = dice.hash "bench"

--- The same with the kernel's field, and what says how each procedure comes out; `aim` comes before those of a unit in
--- a turn.
---@param procedure fun(turn: integer, unit: integer, nth: integer): string
---@param aim fun(turn: integer, unit: integer)?
---@return fun(): table
function M.with_field(procedure, aim)
  return function()
    local field, bases, ids, counts, enemies = kernel_field.new(), {}, {}, {}, { { side = "b" }, { side = "a" } }
    local by_id = {}
    for i = 1, UNITS do
      local first = i <= UNITS // 2
      bases[i] = { x = i % 10 * 100000, y = first and 0 or 800000, facing = 0, width = 60000, depth = 20000 }
      ids[i] = tostring(i)
      by_id[ids[i]] = bases[i]
      field:put(ids[i], bases[i], { side = first and "a" or "b" })
    end
    for turn = 1, TURNS do
      for i = 1, UNITS do
        local id, base = ids[i], bases[i]
        local nearest = by_id[field:nearest(id, enemies[i <= UNITS // 2 and 1 or 2])]
        base.x = base.x + (nearest.x > base.x and 1000 or -1000)
        field:move(id, base)
        if aim then aim(turn, i) end
        for nth = 1, PROCEDURES do
          local key = procedure(turn, i, nth)
          counts[key] = (counts[key] or 0) + 1
        end
      end
    end
    return counts
  end
end

local sum <const>, from <const> = source.throw.sum, source.throw.from

--- What a unit throws in a turn is one event: the nth throw of a label is a die of its own.
local function aim(turn, unit) source:event(turn, 1, HASH, unit, 0) end

local function outcome() return response(sum(2, 6) - 2, sum(2, 6) + 1) end
local cached <const> = odds.enumerate(source, outcome)

local live_battle <const> = M.with_field(outcome, aim)
local cached_battle <const> = M.with_field(function() return from(cached, "outcome") end, aim)

local function times(battle)
  return function(count)
    for _ = 1, count do battle() end
  end
end

M.plain, M.live, M.cached = times(plain_battle), times(live_battle), times(cached_battle)

return M
