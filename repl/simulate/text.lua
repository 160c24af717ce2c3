--- Prints the result of a run: tables of wins and losses, and the commands that show single battles.
local cells <const> = require "simulate.cells"
local compare_text <const> = require "simulate.compare_text"
local simulate_json <const> = require "simulate.json"
local statistics <const> = require "limber.common.statistics"
local sorted <const> = require "limber.common.sorted"
local tallies <const> = require "simulate.tally"
local text <const> = require "show.text"

local M <const> = {}

local add <const>, add_wrapped <const>, aligned <const> = cells.add, cells.add_wrapped, cells.aligned
local number <const>, percent <const>, rounded_up <const> = cells.number, cells.percent, cells.rounded_up

--- An interval of shares: `55.1 to 68.4 %`.
local function range(interval)
  return ("%.1f to %.1f %%"):format(interval.low * 100, interval.high * 100)
end

local function spread_cells(spread)
  local row = { number(spread.mean) }
  for i, one in ipairs(simulate_json.QUANTILES) do row[i + 1] = tostring(spread.quantiles[tostring(one)]) end
  return row
end

local function spreads(doc)
  local rows = { { "", "mean" } }
  for i, one in ipairs(simulate_json.QUANTILES) do rows[1][i + 2] = one == 50 and "half" or one .. " %" end
  rows[2] = { ("length in %ss"):format(doc.run.turn_word), table.unpack(spread_cells(doc.length)) }
  for _, row in ipairs(cells.loss_rows(doc, doc)) do
    rows[#rows + 1] = { cells.counted(row[1]), table.unpack(spread_cells(row[2])) }
  end
  return rows
end

local function wins(doc)
  local rows = { { "", "battles", "won", "95 %" } }
  for _, side in ipairs(doc.run.sides) do
    local won = doc.wins[side.id]
    rows[#rows + 1] = { side.name, tostring(won), percent(won / doc.games), range(doc.interval[side.id]) }
  end
  rows[#rows + 1] = { "a draw", tostring(doc.draws), percent(doc.draws / doc.games),
    range(doc.interval[tallies.DRAW]) }
  return rows
end

--- The most reasons that are printed.
local MOST <const> = 6

--- What is the same in reasons that differ by their figures alone: "points 12 (the village) to 9" is by points.
local function reason(why)
  if why == "" then return "(no reason given)" end
  local figures = why:match "^(%l+) %-?%d+ .*to %-?%d+"
  return figures and "by " .. figures or why
end

--- How often battles ended for each reason, the most frequent first.
local function ends(of)
  local counts, parts = {}, {}
  for why, count in next, of.ends do counts[reason(why)] = (counts[reason(why)] or 0) + count end
  local reasons = sorted.keys(counts)
  table.sort(reasons, function(one, other)
    if counts[one] ~= counts[other] then return counts[one] > counts[other] end
    return one < other
  end)
  for i, why in ipairs(reasons) do
    if i > MOST then
      parts[i] = ("other reasons, %d"):format(#reasons - MOST)
      break
    end
    parts[i] = ("%s, %d"):format(why, counts[why])
  end
  return "Ends: " .. table.concat(parts, "; ") .. "."
end

--- A word as a shell takes it.
local function quoted(word)
  return word:find "^[%w_./+-]+$" and word or "'" .. word:gsub("'", "'\\''") .. "'"
end

--- The command that plays one game of a run alone.
---@param run limber.RunJson
---@param seed integer
---@param stack integer? which of two stacks
---@return string
function M.alone(run, seed, stack)
  local words = { "limber run", quoted(run.scenario), "--solo --seed", tostring(seed) }
  local asked = stack == 2 and run.versus_asked or run.asked
  for _, name in ipairs(asked) do words[#words + 1] = "--variant " .. quoted(name) end
  for _, side in ipairs(sorted.keys(run.commanders or {})) do
    words[#words + 1] = ("--commander %s=%s"):format(quoted(side), (run.commanders[side]:gsub(" ", "+")))
  end
  if run.effort then words[#words + 1] = ("--solo-effort %d"):format(run.effort) end
  if run.charts then words[#words + 1] = "--charts " .. quoted(tostring(run.charts)) end
  return table.concat(words, " ")
end

local function examples(doc)
  local lines = { "To see one:" }
  local function example(words, one)
    if one then
      lines[#lines + 1] = ("  game %d, %s"):format(one.game, words)
      for stack = 1, #doc.run.rules do lines[#lines + 1] = "    " .. M.alone(doc.run, one.seed, stack) end
    end
  end
  if doc.difference then
    example("which ends differently", doc.difference.first)
    if not doc.difference.first then lines = {} end
    return lines
  end
  for _, side in ipairs(doc.run.sides) do example("won by " .. side.name, doc.first[side.id]) end
  example("a draw", doc.first[tallies.DRAW])
  return lines
end

local function head(doc)
  local run, shard = doc.run, doc.shard
  local what = shard and ("%d of %d battles, shard %d/%d"):format(doc.games, run.games, shard.k, shard.n)
    or doc.stopped and ("the first %d of %d battles"):format(doc.games, run.games)
    or doc.games < run.games and ("decided after %d of at most %d battles"):format(doc.games, run.games)
    or ("%d battle%s"):format(doc.games, doc.games == 1 and "" or "s")
  if run.sweep then what = ("%d values, %s of each"):format(#run.sweep.values, what) end
  local with = #run.rules == 1 and #run.rules[1].variants > 0 and ", " .. cells.stack_title(run.rules[1]) or ""
  return ("%s: %s, seed %d%s"):format(run.title, what, run.seed, with)
end

--- The precision of a rate that players ask for: 5 points.
local WITHIN <const> = 0.05

--- What the ranges mean, and how many battles would make them narrow.
local function ranges_explained(doc)
  local widest = 0.0
  for _, side in ipairs(doc.run.sides) do
    local p = (doc.wins[side.id] + 1) / (doc.games + 2) -- a few battles that all went one way prove little
    widest = math.max(widest, p * (1 - p))
  end
  local needed = rounded_up(statistics.cases_for(widest, WITHIN))
  return "The true rate is within the range under 95 % in 19 of 20 such runs."
    .. (needed > doc.games and (" To know it to within 5 points, ask for --games %d."):format(needed) or "")
end

--- How a run under one stack went: wins and losses, aligned alike, and how battles ended.
local function single(doc)
  local spread, won, lines = spreads(doc), wins(doc), {}
  local widest = 0
  for _, rows in ipairs { spread, won } do
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[1])) end
  end
  add(lines, aligned(won, widest))
  lines[#lines + 1] = ""
  add(lines, aligned(spread, widest))
  lines[#lines + 1] = ""
  add_wrapped(lines, ends(doc))
  add_wrapped(lines, ranges_explained(doc))
  return lines
end

--- A run or a shard of it, as lines.
---@param doc table as limber.simulate_shards writes it
---@return string[]
function M.lines(doc)
  local lines = { head(doc), "" }
  if doc.run.note then
    add_wrapped(lines, tostring(doc.run.note))
    lines[#lines + 1] = ""
  end
  if doc.sweep then
    add(lines, require("simulate.sweep_text").lines(doc))
    return lines
  end
  if not doc.versus or not compare_text.moved(doc) then add(lines, single(doc)) end
  if doc.versus then add(lines, compare_text.lines(doc)) end
  local shown = examples(doc)
  if #shown > 0 then lines[#lines + 1] = "" end
  add(lines, shown)
  return lines
end

--- How long it took: the one line in which two runs of the same battles differ.
---@param doc table
---@return string
function M.time(doc)
  local time = ("%.1f s"):format(doc.seconds)
  return doc.sweep and time or ("%s, %.1f battles a second"):format(time, doc.games_per_second)
end

return M
