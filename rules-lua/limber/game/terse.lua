--- The terse story: what many do alike is told in one line. Of every ruleset these are marches: the story line `moved`
--- with a distance. A ruleset declares what else is folded:
--
--   terse {
--     turns = { line = "{formation} turns ({count}).", per = "formation", of = { turned = "" } },
--     throws = { line = "Command throws: {each}.", of = { threw = "{general} {roll}", alone = "{unit} {roll}" } },
--   }
-- `of` says by the story's keys what each event gives: numbers become a range, anything else a list. Events that follow
-- one another are folded, those of a formation together where `per` says so; one alone is told in full.
local story <const> = require "limber.game.story"

local M <const> = {}

---@class limber.Fold
---@field line string with {each}, {count}, {formation}
---@field per "formation"?
---@field of table<string, string>

---@class limber.Folded events of one kind that wait to be told
---@field fold limber.Fold
---@field whose string?
---@field events { event: table, line: limber.Line }[]

---@class limber.TerseStory
---@field game fun(): limber.Game
---@field waiting limber.Folded[]
local Terse <const> = {}
Terse.__index = Terse

---@param game fun(): limber.Game
---@return limber.TerseStory
function M.new(game)
  return setmetatable({ game = game, waiting = {} }, Terse)
end

local MARCHES <const> = {
  line = "{formation} [moves] {each} mm ({count}).", per = "formation", of = { moved = "{distance}" },
}

local function fold_of(game, event)
  for _, fold in next, game.words.terse or {} do
    if fold.of[event.say] then return fold end
  end
  return event.say == "moved" and event.with.distance and MARCHES or nil
end

--- The formation whose events are told together; "" where a fold is not by formation, nil for a unit without one.
local function whose(game, fold, event)
  if fold.per ~= "formation" then return "" end
  local unit = game.state.root.units[event.with and event.with.unit]
  return unit and unit.formation or nil
end

--- Takes an event that is told together with others; false when it is told alone.
---@param event table
---@param line limber.Line
---@return boolean
function Terse:take(event, line)
  local game = self.game()
  local fold = event.say and fold_of(game, event)
  local of = fold and whose(game, fold, event)
  if not of then return false end
  for _, one in ipairs(self.waiting) do
    if one.fold == fold and one.whose == of then
      one.events[#one.events + 1] = { event = event, line = line }
      return true
    end
  end
  self.waiting[#self.waiting + 1] = { fold = fold, whose = of, events = { { event = event, line = line } } }
  return true
end

--- What each event gives, as one text: a range of numbers, or a list.
local function each_of(game, one)
  local texts, low, high = {}, nil, nil
  for i, held in ipairs(one.events) do
    local words = story.fill(one.fold.of[held.event.say], held.event.with, game)
    local number = math.tointeger(tonumber(words))
    texts[i] = words
    if number then low, high = math.min(low or number, number), math.max(high or number, number) end
  end
  if not low then return table.concat(texts, ", ") end
  return low == high and tostring(low) or ("%d to %d"):format(low, high)
end

local function clauses_of(one)
  local list, seen = {}, {}
  for _, held in ipairs(one.events) do
    local cites = held.event.cite or ""
    for cite in cites:gmatch(cites:find "^%d[^,]*$" and "%S+" or "[^,%s][^,]*") do -- "4.1 R21", "RM 4, RM 5"
      if not seen[cite] then list[#list + 1], seen[cite] = cite, true end
    end
  end
  return #list > 0 and table.concat(list, ", ") or nil
end

--- The waiting events as texts with their clauses; empties the list.
---@return { text: string, cite: string? }[]
function Terse:told()
  local game, list = self.game(), {}
  for _, one in ipairs(self.waiting) do
    local first = one.events[1]
    if #one.events == 1 then
      list[#list + 1] = { text = story.text(game, first.event, first.line), cite = first.event.cite }
    else
      local text = story.fill(one.fold.line, {
        each = each_of(game, one), count = ("%d units"):format(#one.events), formation = one.whose,
      }, game)
      list[#list + 1] = { text = text:gsub("^%l", string.upper), cite = clauses_of(one) }
    end
  end
  self.waiting = {}
  return list
end

return M
