--- Odds of typed dice, for people and for programs.
local figures <const> = require "limber.ask.figures"
local json <const> = require "kernel.json"
local odds_text <const> = require "show.odds_text"
local result_text <const> = require "show.result_text"
local text <const> = require "show.text"

local M <const> = {}

--- Rows of odds that are shown, at most.
local MOST <const> = 60

local QUANTILES <const> = { 0.05, 0.25, 0.5, 0.75, 0.95 }

local SAID <const> = { [">="] = "%d or more", [">"] = "more than %d", ["<="] = "%d or less", ["<"] = "less than %d",
  ["="] = "%d" }

--- What a test means, in words.
---@param test limber.DiceTest
---@return string
function M.said(test)
  return SAID[test.how]:format(test.at)
end

local function rows_of(outcomes)
  local rows, above = { { "", "chance", "", "or more" } }, 1
  for _, one in ipairs(outcomes) do
    rows[#rows + 1] = { tostring(one.value), odds_text.percent(one.p), odds_text.fraction(one.exact),
      odds_text.percent(math.min(1, above)) }
    above = above - one.p
  end
  for _, column in ipairs { 1, 2, 4 } do
    local widest = 0
    for _, row in ipairs(rows) do widest = math.max(widest, text.width(row[column])) end
    for _, row in ipairs(rows) do row[column] = text.right(row[column], widest) end
  end
  return rows
end

local WAYS <const> = { { "higher", "greater" }, { "equal", "equal" }, { "lower", "less" } }

--- The chance that a comparison holds; of opposed throws also how often each is the higher.
local function test_lines(roll, odds)
  local p, exact = odds.truth:p(true)
  local lines = {}
  if roll.how == "v" then
    lines[1] = roll.words
  else
    lines[1] = ("%s: %s, exactly %s"):format(roll.words, odds_text.percent(p), odds_text.fraction(exact))
  end
  local rows = {}
  for i, way in ipairs(WAYS) do
    local chance = odds.compared and odds.compared[way[2]]
    rows[i] = chance and { way[1], odds_text.percent(chance.p), odds_text.fraction(chance.exact) }
  end
  if odds.compared then table.move(text.columns(rows, "  "), 1, #rows, 2, lines) end
  return lines
end

--- The lines that show the odds of a roll.
---@param roll limber.Roll
---@param odds limber.DiceOdds
---@param more limber.Odds? what is asked besides
---@return string[]
function M.lines(roll, odds, more)
  if odds.truth then return test_lines(roll, odds) end
  local of, first = odds.dist, roll.left[1]
  local outcomes = of:outcomes()
  local lines = { roll.words .. (#roll.left == 1 and first.count and ": how many are " .. M.said(first.count) or "") }
  for _, term in ipairs(roll.left) do
    if term.explode then lines[1] = ("%s; a die explodes at most %d times"):format(lines[1], term.explode.most) end
  end
  if #outcomes <= MOST then table.move(text.columns(rows_of(outcomes), "  "), 1, #outcomes + 1, 2, lines) end
  local asked = text.columns(more and odds_text.asked_rows(more) or {}, "  ")
  table.move(asked, 1, #asked, #lines + 1, lines)
  lines[#lines + 1] = ("  mean %s, standard deviation %s, quartiles %d and %d"):format(odds_text.number(of:mean()),
    odds_text.number(math.sqrt((of:variance()))), of:quantile(0.25), of:quantile(0.75))
  lines[#lines + 1] = ("  5 %% are up to %d, 50 %% up to %d, 95 %% up to %d, all %d to %d"):format(of:quantile(0.05),
    of:quantile(0.5), of:quantile(0.95), outcomes[1].value, outcomes[#outcomes].value)
  return lines
end

--- The odds of a roll as JSON gives them.
---@param roll limber.Roll
---@param odds limber.DiceOdds
---@return table
function M.json(roll, odds)
  local shown = { dice = roll.words, exact = true, paths = odds.paths, by = roll.words, compared = odds.compared }
  local of = odds.truth or odds.dist
  shown.outcomes = json.list(of:outcomes())
  if odds.truth then return shown end
  local moments = figures.moments(of)
  shown.mean, shown.mean_exact = moments.mean, moments.exact
  shown.variance, shown.variance_exact, shown.deviation = moments.variance, moments.exact_variance, moments.deviation
  local quantiles = {}
  for i, q in ipairs(QUANTILES) do quantiles[i] = { q = q, value = of:quantile(q) } end
  shown.quantiles = json.list(quantiles)
  return shown
end

--- The same as bars of a picture (show.plot_svg).
---@param roll limber.Roll
---@param shown table JSON
---@return table
function M.bars(roll, shown)
  local rows = {}
  for i, one in ipairs(shown.outcomes) do
    rows[i] = { name = result_text.value(one.value), values = { one.p }, text = { odds_text.percent(one.p) } }
  end
  return { title = roll.words, of = "chances, exact", rows = rows }
end

return M
