--- Fights to the finish, for people: how many rounds they take, and what each side has left.
local finish <const> = require "limber.ask.finish"
local host <const> = require "host"
local result_text <const> = require "show.result_text"
local text <const> = require "show.text"

local M <const> = {}

--- Rounds that have a line of their own, at most; what is left over then may be this rare.
local ROUNDS <const>, REST <const> = 12, 0.001

--- Where more than this would be left over, some rounds share a line: so many.
local MUCH <const>, TOGETHER <const> = 0.1, { 1, 2, 5, 10, 20 }

--- Values of what is carried that are listed, at most.
local VALUES <const> = 9

--- The least round by which a share of all fights is over; nil where that is later than what was worked.
local function over_by(rounds, share)
  local sum = 0
  for n, one in ipairs(rounds) do
    sum = sum + one.p
    if sum >= share - 1e-12 then return n end
  end
end

local function head(json, number)
  local rounds = json.rounds
  local parts = { ("  rounds: mean %s"):format(number(rounds.mean)) }
  for _, one in ipairs { { 0.5, "half end by round %d" }, { 0.95, "95 %% by round %d" } } do
    local n = over_by(rounds.outcomes, one[1])
    if n then parts[#parts + 1] = one[2]:format(n) end
  end
  if #parts == 1 then parts[2] = ("fewer than half end by round %d"):format(#rounds.outcomes) end
  return table.concat(parts, ", ")
end

--- How many rounds share a line: the fewest that leave little over.
local function together(rounds)
  for _, size in ipairs(TOGETHER) do
    local left = 1
    for n = 1, math.min(#rounds, size * ROUNDS) do left = left - rounds[n].p end
    if left <= MUCH or size * ROUNDS >= #rounds then return size end
  end
end

local function round_rows(json, words)
  local rounds, rows, left = json.rounds.outcomes, {}, 1
  local size = together(rounds)
  for from = 1, #rounds, size do
    if #rows == ROUNDS or left < REST then break end
    local to, p = math.min(from + size - 1, #rounds), 0
    for n = from, to do p = p + rounds[n].p end
    if p > 0 then
      local exact = size == 1 and rounds[from].exact
      rows[#rows + 1] = { from == to and tostring(from) or ("%d to %d"):format(from, to), words.percent(p),
        exact and words.fraction(exact) or "" }
    end
    left = left - p
  end
  if left > REST * REST then rows[#rows + 1] = { "more", words.percent(left), "" } end
  for column = 1, 2 do
    local widest = 0
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[column])) end
    for _, row in ipairs(rows) do row[column] = text.right(row[column], widest) end
  end
  return rows
end

--- Adds the values at and below a path, each by its own path.
local function add_flat(flat, path, value)
  if type(value) ~= "table" then
    flat[path] = value
    return
  end
  if #value > 0 or next(value) == nil then flat[path .. " (how many)"] = #value end
  for key, one in next, value do add_flat(flat, ("%s.%s"):format(path, key), one) end
end

local function flat_of(state)
  local flat = {}
  for path, value in next, state do add_flat(flat, path, value) end
  return flat
end

--- What the endings have at each path; what is gone has nothing.
local function last_values(json)
  local of, paths = {}, {}
  for _, one in ipairs(json.endings) do
    for path, value in next, flat_of(one.state) do
      local shown = result_text.value(value)
      if not of[path] then
        of[path] = { values = {}, chances = {} }
        paths[#paths + 1] = path
      end
      local values, chances = of[path].values, of[path].chances
      if not chances[shown] then values[#values + 1] = { value = value, shown = shown } end
      chances[shown] = (chances[shown] or 0) + one.p
    end
  end
  table.sort(paths)
  for _, one in next, of do
    table.sort(one.values, function(a, b)
      if type(a.value) == "number" and type(b.value) == "number" then return a.value < b.value end
      return a.shown < b.shown
    end)
  end
  return of, paths
end

--- What is carried at a path after the last round. Values that only some endings have are given for those alone.
local function last_text(values, chances, words)
  local sum, there, numbers = 0, 0, true
  for _, one in ipairs(values) do
    numbers, there = numbers and type(one.value) == "number", there + chances[one.shown]
    if numbers then sum = sum + one.value * chances[one.shown] end
  end
  local lead = there < 1 - 1e-9 and ("in %s of fights: "):format(words.percent(there)) or ""
  local mean = numbers and "mean " .. words.number(sum / there) or nil
  if #values == 1 then return lead .. values[1].shown end
  if #values > VALUES then
    if not numbers then return ("%s%d different"):format(lead, #values) end
    return ("%s%s, %s to %s"):format(lead, mean, values[1].shown, values[#values].shown)
  end
  local parts = {}
  for i, one in ipairs(values) do
    parts[i] = ("%s %s"):format(one.shown, words.percent(math.min(1, chances[one.shown] / there)))
  end
  return lead .. (mean and mean .. ": " or "") .. table.concat(parts, ", ")
end

--- Adds what odds to the finish tell besides their outcomes.
---@param lines string[]
---@param json table as read.odds_of has it
---@param words { percent: function, fraction: function, number: function }
function M.add(lines, json, words)
  lines[#lines + 1] = head(json, words.number)
  table.move(text.columns(round_rows(json, words), "    "), 1, ROUNDS + 1, #lines + 1, lines)
  local of, paths = last_values(json)
  local began, before = #lines, flat_of(json.before)
  for _, path in ipairs(paths) do
    local values = of[path].values
    if #values > 1 or values[1].value ~= before[path] and math.type(values[1].value) == "integer" then
      text.add_labelled(lines, ("    %s: "):format(path), last_text(values, of[path].chances, words), 6, host.width())
    end
  end
  if #lines > began then table.insert(lines, began + 1, "  after the last round:") end
  local rounds = json.rounds
  if rounds.provided then
    text.add_labelled(lines, "  ", ("as long as %s (%s)"):format(rounds.provided, rounds.cite), 2, host.width())
  end
end

--- What odds go by, in words.
---@param json table
---@return string
function M.by(json)
  if not json.rounds then return json.by end
  if json.by == finish.ENDED then return ("how it ends (%s)"):format(json.by) end
  return json.by:find "%f[%w_]ended%f[^%w_]" and json.by or json.by .. " in the last round"
end

--- Whether two fights to the finish differ in how long they take.
---@param first table
---@param second table
---@return boolean
function M.differ(first, second)
  return first.rounds ~= nil and second.rounds ~= nil and first.rounds.mean ~= second.rounds.mean
end

return M
