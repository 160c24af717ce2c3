--- The luck of a battle in words (limber.record.luck), and of the battle at the prompt.
local game_text <const> = require "play.text"
local host <const> = require "host"
local json <const> = require "kernel.json"
local lengths <const> = require "limber.language.lengths"
local lists <const> = require "limber.common.lists"
local Luck <const> = require "limber.record.luck"
local prospects <const> = require "limber.ask.prospects"
local replay_text <const> = require "play.replay_text"
local retold <const> = require "play.catch_up"
local sorted <const> = require "limber.common.sorted"
local story <const> = require "limber.game.story"
local sums <const> = require "limber.record.luck_sums"
local text <const> = require "show.text"

local counted <const> = require("limber.common.wording").counted

local M <const> = {}

--- A ledger's pages, with names.
---@param ledger limber.Ledger
---@param game limber.Game
---@return limber.LuckReport
function M.report(ledger, game)
  local root = game.state.root
  local report = sums.report(ledger, root.order.sides)
  local how = lengths.how(game.rules.published.unit or "mm", root.ground)
  for _, one in ipairs(report.sides) do
    one.name = game_text.side(game, one.side)
    for _, throw in ipairs(one.luckiest) do throw.says = lengths.in_unit(throw.says, how) end
  end
  for _, one in ipairs(report.pieces) do
    one.name = root.sides[one.id] and game_text.side(game, one.id) or story.name(root, one.id)
  end
  for _, one in ipairs(report.steps) do one.name = replay_text.step(game.rules, one.step) end
  return report
end

--- Adds the lines on the way to the present one, each by the rules that were in force.
local function add_lines(ledger, play)
  for _, line in ipairs(retold.branch_of(play.game.journal)) do
    if not play:hidden(line) then
      local rules, game = line.rules, play.game
      if rules.live ~= line.live then rules:put_live(line.live) end
      ledger:add({ rules = rules, words = rules.game, state = game.state }, line, function(event)
        return play:tells(event, line)
      end)
    end
  end
end

--- The luck of the battle at the prompt, as far as the players there may know it.
---@param play limber.GameSession
---@return limber.LuckReport
function M.at_hand(play)
  local ledger, rules = Luck.new(), play.game.rules
  local live = rules.live
  local done, fault = pcall(add_lines, ledger, play)
  if rules.live ~= live then rules:put_live(live) end
  if not done then error(fault, 0) end
  return M.report(ledger, play.game)
end

--- A ledger's pages for other programs.
---@param report limber.LuckReport
---@return table
function M.json(report)
  for _, one in ipairs(report.sides) do
    for _, throw in ipairs(json.list(one.luckiest)) do json.list(throw.dice) end
  end
  json.list(report.steps)
  json.list(report.pieces)
  return report
end

-- ---- in words -------------------------------------------------------------------------------------------------------

local function of_hundred(percentile)
  if not percentile then return "-" end
  return ("%d"):format(math.min(99, math.max(1, math.floor(percentile * 100 + 0.5))))
end

local function add(lines, words, indent)
  for i, part in ipairs(text.wrap(words, host.width() - #indent - 2)) do
    lines[#lines + 1] = indent .. (i == 1 and "" or "  ") .. part
  end
end

--- "solo.stance 6, solo.deployment 2": the procedures of throws that were left out.
local function names_of(counts)
  local all, parts = 0, {}
  for i, name in ipairs(sorted.keys(counts)) do
    all, parts[i] = all + counts[name], ("%s %d"):format(name, counts[name])
  end
  return all, table.concat(parts, ", ")
end

local function add_left_out(lines, left)
  local function tell(counts, why)
    local all, names = names_of(counts)
    if all > 0 then add(lines, ("Left out: %s, %s (%s)."):format(counted(all, "throw"), why, names), "") end
  end
  tell(left.no_order, "whose results no rule ranks")
  tell(left.no_odds, "whose odds cannot be told")
  if left.decided > 0 then
    add(lines, ("Left out: %s that decided nothing, as any result was worth the same."):format(
      counted(left.decided, "throw")), "")
  end
end

local function add_table(lines, head, rows)
  if #rows == 0 then return end
  lines[#lines + 1] = ""
  table.insert(rows, 1, head)
  lists.append(lines, game_text.columns(rows))
end

local function add_side(lines, one)
  add(lines, ("%s: %s of 100"):format(game_text.capital(one.name), of_hundred(one.all.percentile)), "")
  add(lines, ("%s: %s; %s of the enemy: %s"):format(counted(one.own.throws, "own throw"),
    of_hundred(one.own.percentile), counted(one.enemy.throws, "throw"), of_hundred(one.enemy.percentile)), "  ")
end

local function add_luckiest(lines, report)
  for _, one in ipairs(report.sides) do
    lines[#lines + 1] = ""
    lines[#lines + 1] = (#one.luckiest > 0 and "Luckiest for %s, with the chance of luck as good or better:"
      or "No throw was lucky for %s: none beat an even chance."):format(one.name)
    for _, throw in ipairs(one.luckiest) do
      add(lines, ("%s, line %d: %s"):format(prospects.percent(throw.chance), throw.line, throw.says), "  ")
    end
  end
end

local function step_rows(report)
  local rows = {}
  for i, one in ipairs(report.steps) do
    rows[i] = { tostring(one.throws) }
    for n, side in ipairs(report.sides) do rows[i][n + 1] = of_hundred(one.sides[side.side]) end
    rows[i][#rows[i] + 1] = one.name
  end
  return rows
end

--- A side's pieces that have thrown more than once, those with the most throws first.
local function piece_rows(report, side)
  local list, rows = {}, {}
  for i, one in ipairs(report.pieces) do
    if one.side == side and one.throws > 1 then list[#list + 1] = { nth = i, of = one } end
  end
  table.sort(list, function(one, other)
    if one.of.throws ~= other.of.throws then return one.of.throws > other.of.throws end
    return one.nth < other.nth
  end)
  for i, one in ipairs(list) do rows[i] = { tostring(one.of.throws), of_hundred(one.of.percentile), one.of.name } end
  return rows
end

--- A ledger as it is told.
---@param report limber.LuckReport
---@return string[]
function M.lines(report)
  local lines = {}
  if report.throws == 0 then
    lines[1] = "No throws of this battle can be ranked."
    add_left_out(lines, report.left_out)
    return lines
  end
  add(lines, ("Luck in %s: how many of 100 battles with these very throws have less. 50 is neither good nor bad "
    .. "luck; what is good for one side is bad for the other. All throws count alike; the dice that decide one thing, "
    .. "such as a combat, are one throw."):format(
    counted(report.throws, "throw")), "")
  for _, one in ipairs(report.sides) do add_side(lines, one) end
  add_luckiest(lines, report)
  local head = { "Throws" }
  for _, one in ipairs(report.sides) do head[#head + 1] = game_text.capital(one.name) end
  head[#head + 1] = "Step"
  add_table(lines, head, step_rows(report))
  for _, one in ipairs(report.sides) do
    add_table(lines, { "Throws", "Luck", game_text.capital(one.name) }, piece_rows(report, one.side))
  end
  if next(report.left_out.no_order) or next(report.left_out.no_odds) or report.left_out.decided > 0 then
    lines[#lines + 1] = ""
  end
  add_left_out(lines, report.left_out)
  return lines
end

return M
