--- `:briefing`: what a battle is about, how it ends and who wins, and how near each side is to that.
local charts_text <const> = require "show.charts_text"
local commands <const> = require "play.list"
local fail <const> = require("play.refusal").fail
local game_text <const> = require "play.text"
local plan <const> = require "play.plan"
local story <const> = require "limber.game.story"
local text <const> = require "show.text"
local victory <const> = require "limber.tabletop.victory"

local M <const> = {}

--- The areas that are worth something: "the hill 1".
local function objectives(game)
  local root, list = game.state.root, {}
  for _, id in ipairs(root.order.areas) do
    local worth = root.areas[id].objective
    if worth then list[#list + 1] = ("%s %d"):format(story.name(root, id), worth == true and 1 or worth) end
  end
  return list
end

--- How a side loses before the last turn.
local function breaks(game, terms)
  local says, root, ways, list = terms.says or {}, game.state.root, {}, {}
  for _, side in ipairs(root.order.sides) do
    local percent = victory.breaks_at(root, side, terms.percent)
    list[#list + 1] = percent and ("%d %%"):format(percent) .. (root.sides[side][terms.percent] and (" (%s)"):format(
      game_text.side(game, side)) or "") or nil
  end
  if list[1] == list[2] then list[2] = nil end
  if next(list) then ways[1] = ("that has lost %s of %s"):format(text.list(list, "or"), says.counts or "its units") end
  if terms.broken then ways[#ways + 1] = says.broken and "whose " .. says.broken or "that is broken by its rules" end
  ways[#ways + 1] = "that has nobody left on the table"
  return ("A side is beaten %s."):format(text.list(ways, "or"))
end

--- What counts when the last turn is over.
local function counts(game, terms)
  local root, word = game.state.root, game_text.turn_word(game)
  if not root.last_turn then return ("The battle has no last %s."):format(word) end
  local list = objectives(game)
  local says = terms.says or {}
  for _, one in ipairs(terms.points and says.points and says.points(game.play) or {}) do
    list[#list + 1] = tostring(one)
  end
  local ends = ("It ends after %s %d"):format(word, root.last_turn)
  if #list == 0 or not (terms.points or terms.objectives) then return ends .. ", drawn if nobody is beaten by then." end
  local held = #objectives(game) > 0 and " The side that alone has units on the ground holds it." or ""
  return ("%s; then points count: %s.%s"):format(ends, text.list(list, "and"), held)
end

--- How near a side is to losing, and its points if the battle ended now, as those at the screen know it.
local function stands(play, terms, side)
  local game, parts = play.game, {}
  local view = game:view(#play:open_sides() > 1 and side or play:viewer())
  if game.state.root.turn == 0 then return parts end -- who is not placed yet does not count
  local lost, all = victory.bled(view, side, terms)
  local percent = victory.breaks_at(game.state.root, side, terms.percent)
  if all > 0 then
    parts[1] = ("%d of %d lost"):format(lost, all)
    if percent then parts[1] = ("%s, beaten at %d"):format(parts[1], math.max(1, -(-all * percent // 100))) end
  end
  if (terms.points or terms.objectives) and not view:told() then
    local worth, names = view:objectives(side)
    local points = worth + (terms.points and terms.points(view, side) or 0)
    local held = #names > 0 and (" (%s)"):format(text.list(names, "and")) or ""
    parts[#parts + 1] = ("%d %s%s if it ended now"):format(points, points == 1 and "point" or "points", held)
  end
  return parts
end

--- The paragraphs of a briefing.
---@param play limber.GameSession
---@return string[]
function M.lines(play)
  local game, lines = play.game, {}
  local terms = victory.terms(game.words.victory)
  local scenario = play.scenario
  lines[1] = scenario and scenario.doc or nil
  for _, side in ipairs(game.state.root.order.sides) do
    local mission = plan.mission(play, side)
    mission = mission and mission:gsub(" %(the scenario%)$", "")
    local parts = terms and stands(play, terms, side) or {}
    local said = game_text.capital(game_text.side(game, side)) .. (mission and ": " .. mission or "")
    lines[#lines + 1] = ("%s.%s"):format(said, #parts > 0 and (" %s."):format(table.concat(parts, "; ")) or "")
  end
  if terms then
    lines[#lines + 1], lines[#lines + 2] = breaks(game, terms), counts(game, terms)
  else
    lines[#lines + 1] = "A rule of the ruleset, or a house rule, decides who wins."
  end
  lines[#lines + 1] = charts_text.note(game.rules)
  return lines
end

commands.add {
  name = "briefing", usage = "", pages = true, looks = true,
  doc = "what the battle is about, how it ends, and how near each side is to that",
  run = function(session)
    local play = session.play or fail("game", "there is no game; :load FILE begins one")
    for _, line in ipairs(M.lines(play)) do play:say(line) end
  end,
}

return M
