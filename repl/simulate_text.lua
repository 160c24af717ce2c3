--- What came of a run of battles, for people: tables of wins and losses, and how to see one of the battles.
local host <const> = require "host"
local simulate_json <const> = require "simulate_json"
local sorted <const> = require "limber.sorted"
local tallies <const> = require "simulate_tally"
local text <const> = require "text"

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

--- What everybody has lost, a row for each side and kind: what it is called, and where it stands.
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
  rows[#rows + 1] = { "a draw", tostring(doc.draws), percent(doc.draws / doc.games) }
  return rows
end

--- Reasons that are told, at most.
local MOST <const> = 6

--- How often battles ended for which reason, the most frequent first.
local function ends(of)
  local reasons, parts = sorted.keys(of.ends), {}
  table.sort(reasons, function(one, other)
    if of.ends[one] ~= of.ends[other] then return of.ends[one] > of.ends[other] end
    return one < other
  end)
  for i, why in ipairs(reasons) do
    if i > MOST then
      parts[i] = ("otherwise %d ways"):format(#reasons - MOST)
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
    example("which ends otherwise", doc.difference.first)
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
  for _, side in ipairs(doc.run.sides) do
    local one = apart.wins[side.id]
    rows[#rows + 1] = {
      side.name .. " won", percent(own.wins[side.id] / own.games), percent(other.wins[side.id] / own.games),
      ("%+.1f %%"):format(one.difference * 100), ("%+.1f to %+.1f %%"):format(one.low * 100, one.high * 100),
    }
  end
  rows[#rows + 1] = { "a draw", percent(own.draws / own.games), percent(other.draws / own.games) }
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
    or ("%d battle%s"):format(doc.games, doc.games == 1 and "" or "s")
  local with = #run.rules == 1 and #run.rules[1].variants > 0 and ", " .. stack_title(run.rules[1]) or ""
  return ("%s: %s, seed %d%s"):format(run.title, what, run.seed, with)
end

--- A run or a shard of it, as lines.
---@param doc table as limber.simulate_shards writes it
---@return string[]
function M.lines(doc)
  local lines = { head(doc), "" }
  if doc.versus then
    add(lines, aligned(compared(doc)))
    if doc.run.rules[1].digest == doc.run.rules[2].digest then
      add_wrapped(lines, "Both are the same rules, and there is nothing to compare: --variant NAME says with what.")
    end
  else
    local spread, won = spreads(doc), wins(doc)
    local widest = 0
    for _, rows in ipairs { spread, won } do
      for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[1])) end
    end
    add(lines, aligned(won, widest))
    lines[#lines + 1] = ""
    add(lines, aligned(spread, widest))
    lines[#lines + 1] = ""
    add_wrapped(lines, ends(doc))
  end
  lines[#lines + 1] = ""
  add(lines, examples(doc))
  lines[#lines + 1] = ("%.1f s, %.1f battles a second"):format(doc.seconds, doc.games_per_second)
  return lines
end

return M
