--- Prints the result of a run: tables of wins and losses, and the commands that show single battles.
local agreement <const> = require "limber.game.agreement"
local host <const> = require "host"
local simulate_json <const> = require "simulate.json"
local statistics <const> = require "limber.common.statistics"
local sorted <const> = require "limber.common.sorted"
local tallies <const> = require "simulate.tally"
local text <const> = require "show.text"

local M <const> = {}

local function percent(p)
  return ("%.1f %%"):format(p * 100)
end

--- An interval of shares: `55.1 to 68.4 %`.
local function range(interval)
  return ("%.1f to %.1f %%"):format(interval.low * 100, interval.high * 100)
end

local function number(value)
  return ("%.2f"):format(value)
end

local function signed(value)
  local shown = ("%+.2f"):format(value)
  return shown:find "^[+-]0%.00$" and "0" or shown
end

--- A column of words aligned left, all others right.
local function aligned(rows, widest_first)
  local widths = { widest_first or 0 }
  for _, row in ipairs(rows) do
    for i, cell in ipairs(row) do widths[i] = math.max(widths[i] or 0, text.width(cell)) end
  end
  local lines = {}
  for n, row in ipairs(rows) do
    local cells = { text.left(row[1], widths[1]) }
    for i = 2, #row do cells[i] = text.right(row[i], widths[i]) end
    lines[n] = (table.concat(cells, "   "):gsub("%s+$", ""))
  end
  return lines
end

local function add(lines, more)
  table.move(more, 1, #more, #lines + 1, lines)
end

local function add_wrapped(lines, words)
  add(lines, text.wrap(words, host.width(), "  "))
end

--- The losses of all sides, a row for each side and kind: its name and its figures.
local function loss_rows(doc, of)
  local rows = {}
  for _, side in ipairs(doc.run.sides) do
    local chief = of.losses[side.id]
    if type(chief) == "table" then
      rows[#rows + 1] = { ("%s: %s"):format(side.name, chief.of), chief }
      for _, one in ipairs(chief.also) do rows[#rows + 1] = { ("%s: %s"):format(side.name, one.of), one } end
    end
  end
  return rows
end

--- What is counted of a kind: how many were lost, but where its name says what became of them.
local function counted(name)
  return name:find "ed$" and name or name .. " lost"
end

local function spread_cells(spread)
  local cells = { number(spread.mean) }
  for i, one in ipairs(simulate_json.QUANTILES) do cells[i + 1] = tostring(spread.quantiles[tostring(one)]) end
  return cells
end

local function spreads(doc)
  local rows = { { "", "mean" } }
  for i, one in ipairs(simulate_json.QUANTILES) do rows[1][i + 2] = one == 50 and "half" or one .. " %" end
  rows[2] = { ("length in %ss"):format(doc.run.turn_word), table.unpack(spread_cells(doc.length)) }
  for _, row in ipairs(loss_rows(doc, doc)) do
    rows[#rows + 1] = { counted(row[1]), table.unpack(spread_cells(row[2])) }
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

--- How often battles ended for each reason, the most frequent first.
local function ends(of)
  local reasons, parts = sorted.keys(of.ends), {}
  table.sort(reasons, function(one, other)
    if of.ends[one] ~= of.ends[other] then return of.ends[one] > of.ends[other] end
    return one < other
  end)
  for i, why in ipairs(reasons) do
    if i > MOST then
      parts[i] = ("other reasons %d"):format(#reasons - MOST)
      break
    end
    parts[i] = ("%s %d"):format(why == "" and "(no reason given)" or why, of.ends[why])
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

local function stack_title(rules)
  return #rules.variants == 0 and "published" or table.concat(rules.variants, " + ")
end

--- Two stacks side by side, and by how much the second goes beyond the first in the same games.
local function compared(doc)
  local own, other, apart = doc, doc.versus, doc.difference
  local rows = { { "", stack_title(doc.run.rules[1]), stack_title(doc.run.rules[2]), "difference", "95 %" } }
  local function shares(words, one, two, difference)
    rows[#rows + 1] = {
      words, percent(one / own.games), percent(two / other.games), ("%+.1f %%"):format(difference.difference * 100),
      ("%+.1f to %+.1f %%"):format(difference.low * 100, difference.high * 100),
    }
  end
  for _, side in ipairs(doc.run.sides) do
    shares(side.name .. " won", own.wins[side.id], other.wins[side.id], apart.wins[side.id])
  end
  shares("a draw", own.draws, other.draws, apart.draws)
  local function means(words, one, two, difference)
    rows[#rows + 1] = {
      words, number(one.mean), number(two.mean), signed(difference.mean),
      ("%s to %s"):format(signed(difference.low), signed(difference.high)),
    }
  end
  means(("length in %ss"):format(doc.run.turn_word), own.length, other.length, apart.length)
  local differences, others = loss_rows(doc, apart), loss_rows(doc, other)
  for i, row in ipairs(loss_rows(doc, own)) do means(counted(row[1]), row[2], others[i][2], differences[i][2]) end
  return rows
end

local function head(doc)
  local run, shard = doc.run, doc.shard
  local what = shard and ("%d of %d battles, shard %d/%d"):format(doc.games, run.games, shard.k, shard.n)
    or doc.stopped and ("the first %d of %d battles"):format(doc.games, run.games)
    or ("%d battle%s"):format(doc.games, doc.games == 1 and "" or "s")
  local with = #run.rules == 1 and #run.rules[1].variants > 0 and ", " .. stack_title(run.rules[1]) or ""
  return ("%s: %s, seed %d%s"):format(run.title, what, run.seed, with)
end

--- The difference that players ask about, and the precision of a rate that they ask for: 5 points.
local WITHIN <const> = 0.05

--- Rounds a number of battles up to two digits.
local function rounded_up(games)
  local unit = 1
  while games // unit >= 100 do unit = unit * 10 end
  return -(-games // unit) * unit
end

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

--- Whether chance explains the difference between two stacks, in words.
local function verdict(doc)
  local apart, more = doc.difference, {}
  local title, widest = stack_title(doc.run.rules[2]), 0.0
  for _, side in ipairs(doc.run.sides) do
    local one, lost, won = apart.wins[side.id], 0, 0
    for winner, row in next, apart.winners do
      for other, games in next, row do
        if winner == side.id and other ~= side.id then lost = lost + games end
        if winner ~= side.id and other == side.id then won = won + games end
      end
    end
    widest = math.max(widest, (lost + won + 1) / (doc.games + 2) - one.difference * one.difference)
    if one.low > 0 or one.high < 0 then
      more[#more + 1] = ("%s %s %s"):format(side.name, agreement.plural_name(side.name, true) and "win" or "wins",
        one.low > 0 and "more often" or "less often")
    end
  end
  if #more > 0 then
    return ("Under %s %s: chance alone does not explain it."):format(title, table.concat(more, ", "))
  end
  local needed = rounded_up(statistics.cases_for(widest, WITHIN))
  return "The difference in wins may be chance: " .. (needed > doc.games
    and ("about %d battles would show a difference of 5 points."):format(needed)
    or "a difference of 5 points would have shown.")
end

--- What came of two stacks, or that there is nothing between them.
local function comparison(doc)
  local games, changed, lines = doc.games, doc.difference.changed, {}
  if doc.run.rules[1].digest == doc.run.rules[2].digest then
    add_wrapped(lines, "Both rule stacks are the same; add --variant NAME.")
  elseif changed == 0 then
    add_wrapped(lines, games == 1 and "The battle came out the same under both."
      or ("All %d battles came out the same under both: %s and %s."):format(games, stack_title(doc.run.rules[1]),
        stack_title(doc.run.rules[2])))
  else
    add_wrapped(lines, ("%d of %d battle%s came out differently. %s"):format(changed, games, games == 1 and "" or "s",
      verdict(doc)))
    add_wrapped(lines, "The true difference is within the range under 95 % in 19 of 20 such runs.")
  end
  return lines
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
  local apart = doc.versus and doc.difference.changed > 0
  if apart then
    add(lines, aligned(compared(doc)))
    lines[#lines + 1] = ""
  else
    add(lines, single(doc))
  end
  if doc.versus then add(lines, comparison(doc)) end
  lines[#lines + 1] = ""
  add(lines, examples(doc))
  lines[#lines + 1] = ("%.1f s, %.1f battles a second"):format(doc.seconds, doc.games_per_second)
  return lines
end

return M
