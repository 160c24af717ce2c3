-- 10.5, R53, R58 to R60: how the rounds of a combat follow one another, bound after bound.

--- Units that have left the combat; all others fight again next bound.
local GONE <const> = { retreat = true, rout = true, ridden_through = true }

--- Where the wear of the units of a side stands.
local function worn_at(name)
  local paths = {}
  for i = 1, 99 do paths[i] = ("%s.%d.worn"):format(name, i) end
  return paths
end

local function count_left(results)
  local left = 0
  for _, one in ipairs(results) do left = left + (GONE[one.response] and 0 or 1) end
  return left
end

--- Adds what the combats of a side deduct from its later scores; units that have left it go.
local function wear(values, name, paths, units, results)
  local left, all = {}, count_left(results) == #results
  for i, unit in ipairs(units) do
    local worn = (unit.worn or 0) + results[i].carry
    if all then
      values[paths[i]] = worn
    elseif not GONE[results[i].response] then
      local own = {}
      for key, value in pairs(unit) do own[key] = value end
      own.worn = worn
      left[#left + 1] = own
    end
  end
  if not all then values[name] = left end
end

local M <const> = {}

--- The rounds of a combat between two sides, by the names of their arguments; `single`: the second is one unit.
function M.of(a, b, single)
  local paths_a, paths_b = worn_at(a), worn_at(b)
  local function second(of) return single and { of[b] } or of[b] end
  return {
    cite = "10.5 R53 R58 R59 R60", doc = "nobody joins, rallies or is shot at",
    carry = function(_, q, r)
      local values = {}
      wear(values, a, paths_a, q[a], r[a])
      if single then
        values[b .. ".worn"] = (q[b].worn or 0) + r[b].carry
      else
        wear(values, b, paths_b, q[b], r[b])
      end
      return values
    end,
    over = function(_, _, r)
      local left_a, left_b = count_left(r[a]), count_left(second(r))
      if left_a > 0 and left_b > 0 then return nil end
      return left_a > 0 and a or left_b > 0 and b or "none"
    end,
  }
end

return M
