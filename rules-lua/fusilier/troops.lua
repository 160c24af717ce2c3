-- What several procedures need to know of troops: the kinds there are, their rate and terrain factor.

option "light_guns_as_artillery" { false, ruling = "R30", doc = "light guns take terrain and limber as artillery" }

local M <const> = {}

M.FOOT = { "infantry_line", "infantry_column", "infantry_square", "skirmishers" }
M.ALL = { of_table = "movement_rates" }
M.TERRAIN = { of_table = "terrain" }

local IS_FOOT <const> = {}
for _, troop in ipairs(M.FOOT) do IS_FOOT[troop] = true end
local HAS_LIMBERS <const> = { horse_artillery = true, field_artillery = true, siege_artillery = true }

--- A move has the minutes of a bound at most.
function M.refuse_minutes(rules, q, given)
  local bound = rules.constant.bound
  if given.minutes ~= nil and q.minutes > bound then
    return refuse("minutes", ("must be 0 to %d, got %d"):format(bound, q.minutes))
  end
end

--- `attached_to` belongs to light guns alone.
function M.refuse_attached(q, given)
  if given.attached_to ~= nil and q.troop ~= "light_artillery" then
    return refuse("attached_to", "is for light_artillery")
  end
end

--- Only guns unlimber; light guns only as artillery.
function M.refuse_unlimbered(rules, q)
  local may = HAS_LIMBERS[q.troop] or q.troop == "light_artillery" and rules.option.light_guns_as_artillery
  if q.unlimbered and not may then return refuse("unlimbered", ("cannot be said of %s"):format(q.troop)) end
end

--- Millimetres a minute; light guns keep up with the infantry they are with (R30).
function M.rate(rules, q)
  return rules.tables.movement_rates(q.troop == "light_artillery" and q.attached_to or q.troop)
end

--- Speed on a terrain, in quarters.
function M.factor(rules, q, terrain)
  local as_foot = IS_FOOT[q.troop] or q.troop == "light_artillery" and not rules.option.light_guns_as_artillery
  return rules.tables.terrain(terrain, as_foot and "foot_factor_quarters" or "mounted_or_guns_factor_quarters")
end

--- What `move.allowance` says of a full bound's move: { troop, attached_to?, terrain?, unlimbered? }, of the unit that
--- a question `q` describes.
function M.allowance(rules, q, move)
  return rules.call("move.allowance", rules.passing("move.allowance", q, {
    troop = move.troop, attached_to = move.attached_to or "infantry_line", terrain = move.terrain or "open",
    minutes = rules.constant.bound, obstacles = 0, unlimbered = move.unlimbered or false,
  }))
end

return M
