--- Where a line that is done again differs from what was written.
local Facts <const> = require "limber.ask.facts"
local Journal <const> = require "limber.game.journal"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.Divergence where a replay first comes out differently
---@field line integer
---@field turn integer
---@field step string?
---@field command table?
---@field what "roll"|"call"|"fact"|"field"|"story"|"refused"|"state"|"order"|"chain"
---@field roll table? { procedure, label, who, expected = dice, got = dice }
---@field field string? path of the state
---@field fact string?
---@field call string? the part of a question that differs: "combat.infantry result.roll"
---@field expected any
---@field got any
---@field message string?
---@field told_alone boolean? nothing but the story's words differ
---@field altered boolean? the line, or what its digest is chained from, was changed after it was written
---@field files string[] rule files that have changed since

--- The first place where two pieces of data differ: its path, and what stands there.
local function difference(expected, got, path)
  if type(expected) ~= "table" or type(got) ~= "table" then
    if expected ~= got then return path, expected, got end
    return nil
  end
  local keys, seen = {}, {}
  for _, side in ipairs { expected, got } do
    for key in next, side do
      if not seen[key] then keys[#keys + 1] = key end
      seen[key] = true
    end
  end
  table.sort(keys, function(one, other)
    if type(one) == type(other) then return one < other end
    return math.type(one) == "integer"
  end)
  for _, key in ipairs(keys) do
    local where, was, is = difference(expected[key], got[key], path == "" and tostring(key) or path .. "." .. key)
    if where then return where, was, is end
  end
end

local function roll_difference(written, done)
  for i = 1, math.max(#written.rolls, #done.rolls) do
    local was, is = written.rolls[i], done.rolls[i]
    if difference(was, is, "") then
      local one = was or is
      return {
        what = "roll", expected = was and was.dice, got = is and is.dice,
        roll = { procedure = written.procedure, label = one.label, who = one.who, nth = i },
      }
    end
  end
end

local function call_difference(written, done)
  for i = 1, math.max(#written, #done) do
    local was, is = written[i], done[i]
    if not was or not is then
      local expected, got = was and was.procedure, is and is.procedure
      return { what = "call", call = expected or got, expected = expected, got = got }
    end
    local where, expected, got = difference(was.args, is.args, "args")
    local found = not where and was.procedure == is.procedure and roll_difference(was, is)
    if found then return found end
    if not where then where, expected, got = difference(was, is, "") end
    if where then return { what = "call", call = was.procedure .. " " .. where, expected = expected, got = got } end
  end
end

local function change_difference(written, done)
  for i = 1, math.max(#written, #done) do
    local was, is = written[i], done[i]
    local where, expected, got = difference(was, is, "")
    if where and not where:match "^event" then -- by which event it came is of the story, which is told apart
      if was and is and where:match "^new" or where:match "^old" then
        where = table.concat(was.path, ".")
      else
        where = table.concat((was or is).path, ".")
        expected, got = was and was.new, is and is.new
      end
      return { what = "field", field = where, expected = expected, got = got }
    end
  end
end

local function fact_difference(written, done)
  for i = 1, math.max(#written, #done) do
    local was, is = written[i], done[i]
    local _, expected, got = difference(was, is, "")
    if _ then
      local one = was or is
      expected, got = was and was.value or expected, is and is.value or got
      return { what = "fact", fact = Facts.key(one.fact, one.of), expected = expected, got = got }
    end
  end
end

--- A line without its story, and without which event of it each change belongs to.
local function untold(line)
  local body, changes = tree.shallow(line), {}
  for i, change in ipairs(line.changes or {}) do
    changes[i] = tree.shallow(change)
    changes[i].event = nil
  end
  body.events, body.changes = nil, changes
  return body
end

--- The first difference between a line and its record.
---@param written limber.Line as it was written
---@param done limber.Line as it comes out
---@return limber.Divergence
function M.of(written, done)
  local found = call_difference(written.calls or {}, done.calls or {})
    or fact_difference(written.facts or {}, done.facts or {})
    or change_difference(written.changes or {}, done.changes or {})
  if found then return found end
  if written.state ~= done.state then return { what = "state", expected = written.state, got = done.state } end
  local body = Journal.written(done)
  body.digest = written.digest
  local where, expected, got = difference(written.events or {}, body.events or {}, "")
  local rest, was, is = difference(untold(written), untold(body), "")
  if not where then where, expected, got = rest, was, is end
  if not where then where, expected, got = difference(written, body, "") end
  if where then
    return { what = "story", field = where, expected = expected, got = got, told_alone = not rest or nil }
  end
  return { what = "chain", field = "digest", expected = written.digest, got = done.digest }
end

M.difference = difference

return M
