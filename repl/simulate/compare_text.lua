--- Prints how the same battles went under two rule stacks, what may be concluded, and what else moved.
local agreement <const> = require "limber.game.agreement"
local cells <const> = require "simulate.cells"
local sequential <const> = require "limber.common.sequential"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

local M <const> = {}

--- Did anything come out otherwise?
---@param doc table
---@return boolean
function M.moved(doc) return doc.difference.changed > 0 or doc.difference.came_up.parted > 0 end

--- The widest title that stands over a column; a longer one has a line of its own.
local WIDEST <const> = 10

--- What the two stacks are called in the table, and the lines that say so.
local function titles(doc)
  local names, lines = {}, {}
  for i, rules in ipairs(doc.run.rules) do names[i] = cells.stack_title(rules) end
  if text.width(names[1]) <= WIDEST and text.width(names[2]) <= WIDEST then return names, lines end
  for i, word in ipairs { "first", "second" } do
    lines[i], names[i] = ("%s: %s"):format(word, names[i]), word
  end
  lines[3] = ""
  return names, lines
end

local function range(interval, cell, unit)
  return ("%s to %s%s"):format(cell(interval.low), cell(interval.high), unit)
end

--- Fewer battles give no range of a mean: it holds for many.
local FEW <const> = 30

local function mean_row(doc, words, first, one)
  local seen = doc.games < FEW and "?" or one.anytime.high == one.anytime.low and "none seen"
    or range(one.anytime, cells.signed, "")
  return { words, cells.number(first), cells.number(first + one.mean), cells.signed(one.mean), seen }
end

--- The most commands and procedures that are listed.
local MOST <const> = 6

--- What was done more often or less often, beyond chance: the clearest first.
local function often_rows(doc)
  local found, rows = {}, {}
  for _, kind in ipairs { { "commands", "%s: commands" }, { "questions", "%s: questions" } } do
    local key, words = kind[1], kind[2]
    for _, name in ipairs(sorted.keys(doc.difference[key])) do
      local one = doc.difference[key][name]
      local half = one.anytime.high - one.mean
      if math.abs(one.mean) > half and doc.games >= FEW then
        found[#found + 1] = {
          clear = math.abs(one.mean) / math.max(half, 1e-9), at = #found,
          row = mean_row(doc, words:format(name), one.before / doc.games, one),
        }
      end
    end
  end
  table.sort(found, function(one, other)
    return one.clear > other.clear or one.clear == other.clear and one.at < other.at
  end)
  for i = 1, math.min(MOST, #found) do rows[i] = found[i].row end
  return rows
end

local function table_rows(doc, names)
  local own, other, apart = doc, doc.versus, doc.difference
  local rows = { { "", names[1], names[2], "difference", "range" } }
  local function shares(words, one, two, difference)
    rows[#rows + 1] = {
      words, cells.percent(one / own.games), cells.percent(two / other.games),
      cells.points(difference.difference) .. " %", range(difference.anytime, cells.points, " %"),
    }
  end
  for _, side in ipairs(doc.run.sides) do
    shares(side.name .. " won", own.wins[side.id], other.wins[side.id], apart.wins[side.id])
  end
  shares("a draw", own.draws, other.draws, apart.draws)
  for _, side in ipairs(doc.run.sides) do
    shares(side.name .. ": score", own.wins[side.id] + own.draws / 2, other.wins[side.id] + other.draws / 2,
      apart.score[side.id])
  end
  rows[#rows + 1] = mean_row(doc, ("length in %ss"):format(doc.run.turn_word), own.length.mean, apart.length)
  local differences = cells.loss_rows(doc, apart)
  for i, row in ipairs(cells.loss_rows(doc, own)) do
    rows[#rows + 1] = mean_row(doc, cells.counted(row[1]), row[2].mean, differences[i][2])
  end
  for _, row in ipairs(often_rows(doc)) do rows[#rows + 1] = row end
  return rows
end

--- A number of battles: "1 battle", "20 battles".
local function battles(count) return ("%d battle%s"):format(count, count == 1 and "" or "s") end

--- How often the changed rules came up.
local function came_up(doc)
  local came <const> = doc.difference.came_up
  if came.games == 0 then
    return ("The changed rules never came up in %s: not one of %d questions is answered otherwise."):format(
      battles(doc.games), came.questions)
  end
  local words = ("The changed rules came up in %d of %s: "):format(came.games, battles(doc.games))
  if came.otherwise == 0 then
    return words .. "no question has another answer, but the battles take another course or end otherwise."
  end
  local names, most = sorted.keys(came.procedures), {}
  table.sort(names, function(one, other)
    if came.procedures[one] ~= came.procedures[other] then return came.procedures[one] > came.procedures[other] end
    return one < other
  end)
  for i = 1, math.min(3, #names) do most[i] = ("%s %d"):format(names[i], came.procedures[names[i]]) end
  return words .. ("%d of %d questions have another answer on the same dice (%s%s)."):format(came.otherwise,
    came.questions, table.concat(most, ", "), #names > 3 and ", …" or "")
end

--- By how many points a side may score less and more.
local function bounds(interval)
  local less, more = math.max(0, -interval.low * 100), math.max(0, interval.high * 100)
  return ("at most %.1f points less and %.1f more"):format(less, more)
end

--- What may be concluded of the scores, in words.
local function verdict(doc)
  local side, title = doc.run.sides[1], cells.stack_title(doc.run.rules[2])
  if #doc.run.rules[2].variants == 0 then title = "the published rules" end
  local score, plural = doc.difference.score[side.id], agreement.plural_name(side.name, true)
  local low, high = score.anytime.low * 100, score.anytime.high * 100
  local verb = plural and "score" or "scores"
  if low > 0 or high < 0 then
    local more = low > 0
    if not more then low, high = -high, -low end
    return ("Under %s, %s %s %s: chance alone does not explain it. The difference is %.1f to %.1f points."):format(
      title, side.name, verb, more and "more" or "less", low, high)
  end
  local within = doc.run.within or 5
  if low > -within and high < within then
    return ("Under %s, %s %s much the same: %s."):format(title, side.name, verb, bounds(score.anytime))
  end
  return ("Not decided: the difference may be chance. Under %s, %s may score %s."):format(title, side.name,
    bounds(score.anytime))
end

--- About how many battles a finer answer would take.
local function finer(doc)
  local score = doc.difference.score[doc.run.sides[1].id]
  local within = doc.run.within or 5
  local half = (score.anytime.high - score.anytime.low) / 2 * 100
  while half <= within and within > 1 do within = within // 2 end
  local variance = (score.variance * doc.games + 1) / (doc.games + 2) -- a few battles prove little
  local needed = cells.rounded_up(sequential.cases_for(variance, within / 100))
  if needed <= doc.games then return "" end
  return (" To know it to within %d point%s takes about %d battles: --games %d%s."):format(within,
    within == 1 and "" or "s", needed, needed, doc.run.within and " --all" or "")
end

--- What came of two stacks, as lines.
---@param doc table
---@return string[]
function M.lines(doc)
  local lines, games = {}, doc.games
  if M.moved(doc) then
    local names, legend = titles(doc)
    cells.add(lines, legend)
    cells.add(lines, cells.aligned(table_rows(doc, names), nil, "  "))
    lines[#lines + 1] = ""
  end
  if doc.run.rules[1].digest == doc.run.rules[2].digest then
    cells.add_wrapped(lines, "Both rule stacks are the same; add --variant NAME.")
    return lines
  end
  cells.add_wrapped(lines, came_up(doc))
  if doc.difference.changed == 0 then
    cells.add_wrapped(lines, games == 1 and "The battle came out the same under both."
      or ("All %d battles came out the same under both: %s and %s."):format(games,
        cells.stack_title(doc.run.rules[1]), cells.stack_title(doc.run.rules[2])))
    return lines
  end
  cells.add_wrapped(lines, ("%d of %s came out differently. %s%s"):format(doc.difference.changed, battles(games),
    verdict(doc), finer(doc)))
  cells.add_wrapped(lines, "Score: 1 for a win, a half for a draw. The true difference is within the range in 19 of 20 "
    .. "such runs, whenever you look or stop; of means in about so many"
    .. (games < FEW and " (?: too few battles)." or "."))
  return lines
end

return M
