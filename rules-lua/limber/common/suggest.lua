--- The nearest valid name to a misspelt one, for error messages.
local M <const> = {}

--- Words longer than this, and lists longer than that, get no hint: the time it takes grows with the square of a word.
local LONGEST <const>, MOST <const> = 40, 500

--- Edit distance in which swapping two neighbouring letters counts once.
---@param a string
---@param b string
---@return integer
local function distance(a, b)
  local before, last = {}, {}
  for j = 0, #b do last[j] = j end
  for i = 1, #a do
    local row = { [0] = i }
    for j = 1, #b do
      local same = a:byte(i) == b:byte(j)
      local d = math.min(last[j] + 1, row[j - 1] + 1, last[j - 1] + (same and 0 or 1))
      if i > 1 and j > 1 and a:byte(i) == b:byte(j - 1) and a:byte(i - 1) == b:byte(j) then
        d = math.min(d, before[j - 2] + 1)
      end
      row[j] = d
    end
    before, last = last, row
  end
  return last[#b]
end

--- The candidate nearest to `word`, or nil when none is near enough to be meant.
---@param word string
---@param candidates string[]
---@return string?
function M.nearest(word, candidates)
  if #word > LONGEST then return nil end
  local best, best_distance = nil, math.max(1, #word // 3) + 1
  for i = 1, math.min(#candidates, MOST) do
    local candidate = candidates[i]
    if type(candidate) == "string" and #candidate <= 2 * LONGEST then
      local ends_so = candidate:sub(-#word - 1) == "." .. word -- `fire` for `artillery.fire`
      local d = ends_so and 0 or best_distance
      if not ends_so and math.abs(#candidate - #word) < best_distance then
        d = distance(word:lower(), candidate:lower())
      end
      if d < best_distance then best, best_distance = candidate, d end
    end
  end
  return best
end

--- `; did you mean X?`, or nothing.
---@param word any
---@param candidates string[]
---@return string
function M.hint(word, candidates)
  local near = type(word) == "string" and M.nearest(word, candidates)
  return near and ("; did you mean %s?"):format(near) or ""
end

--- What to say where Lua called or indexed a name that nothing has, `there is no formaton; did you mean formation?`, or
--- indexed what is no table; nil for any other message.
---@param message any
---@param names table<string, any> what there is, by name
---@return string?
function M.nothing_called(message, names)
  if type(message) ~= "string" then return nil end
  local kind, field = message:match "attempt to index a (%a+) value %(field '([%w_]+)'%)"
  if kind == "nil" then return ("there is no %s there"):format(field) end
  if kind then return ("%s is a %s: nothing lies below it"):format(field, kind) end
  local name = message:match "attempt to %a+ a nil value %(global '([%w_]+)'%)"
  if not name then return nil end
  local known = {}
  for one in next, names do
    if type(one) == "string" and #one > 2 then known[#known + 1] = one end
  end
  table.sort(known)
  return ("there is no %s%s"):format(name, M.hint(name, known))
end

return M
