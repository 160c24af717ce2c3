--- Disputes at the table, and the rulings that settle them. The word `disputes` of a ruleset's game files, or of a
--- house rule, declares the command "dispute":
--
--   disputes { roll = "dispute.roll", cite = "PD, R66" }       -- the procedure that throws for side_a and for side_b
--
--   a "dispute" { question = "May the hussars see the guns?", a = "yes, over the crest", b = "no" }
-- The command can be given at any time, by either side, and nothing else of the battle changes by it. Each side throws;
-- the opinion of the winner is the ruling, and the battle keeps it (state.battle.rulings). When the same question comes
-- up, the earlier ruling is told and no die is thrown, unless the command says `again`: then the earlier opinions hold
-- where it gives no others. A side that says nothing is of the contrary opinion.
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"

local M <const> = {}

--- Characters of a question and of an opinion: one or two sentences.
local LONGEST <const> = 200

--- Rulings of a battle: players agree more often than that.
local MOST <const> = 200

---@class limber.Ruling
---@field question string
---@field says string[] the opinions of both sides, in the order of the sides
---@field stands integer whose opinion is the ruling
---@field turn integer
---@field instead integer? the earlier ruling on the same question

--- A question as it is compared: without capitals, punctuation and double blanks.
---@param question string
---@return string
function M.key(question)
  local words = question:lower():gsub("\u{2019}", "'"):gsub("'", ""):gsub("\u{00A0}", " ")
  words = words:gsub("\xE2\x80[\x90-\xAF]", " "):gsub("[%p%s]+", " ") -- dashes and quotes of typesetters too
  return (words:match "^ *(.-) *$")
end

--- The rulings of a battle, in the order in which they were made.
---@param state table
---@return limber.Ruling[]
function M.list(state)
  return state.battle and state.battle.rulings or {}
end

--- The ruling on a question that stands now, and its number; nil when there is none.
---@param state table
---@param question string
---@return limber.Ruling?
---@return integer? number
function M.find(state, question)
  local key, rulings = M.key(question), M.list(state)
  for i = #rulings, 1, -1 do
    if M.key(rulings[i].question) == key then return rulings[i], i end
  end
end

--- The opinion against another one.
---@param opinion string
---@return string
function M.contrary(opinion)
  local word = opinion:lower():match "%a+"
  if word == "yes" then return "no" end
  return word == "no" and "yes" or "not so"
end

local function bad_text(arg, text)
  local wrong = bounds.bad_text(text, arg, LONGEST) or M.key(text) == "" and arg .. " has no words"
  return wrong and { arg = arg, message = wrong } or nil
end

--- The opinions of both sides; nil and what is wrong with them.
local function opinions(cmd, earlier)
  for _, side in ipairs { "a", "b" } do
    local wrong = cmd[side] and bad_text(side, cmd[side])
    if wrong then return nil, wrong end
  end
  if not (cmd.a or cmd.b) and earlier then return { earlier.says[1], earlier.says[2] } end
  if not (cmd.a or cmd.b) then return nil, faults.refusal("a", "a dispute needs an opinion: what do the sides say?") end
  local a, b = cmd.a or M.contrary(cmd.b), cmd.b or M.contrary(cmd.a)
  if M.key(a) == M.key(b) then return nil, faults.refusal("b", "both sides say the same: there is no dispute") end
  return { a, b }
end

local function check(view, cmd)
  if #view.state.order.sides ~= 2 then return faults.refusal("side", "a dispute is between two sides") end
  local wrong = bad_text("question", cmd.question)
  if wrong then return wrong end
  local earlier = M.find(view.state, cmd.question)
  if earlier and not cmd.again then return nil end
  if #M.list(view.state) >= MOST then return faults.refusal("question", "a battle has at most %d rulings", MOST) end
  return (select(2, opinions(cmd, earlier)))
end

local function quoted(text) return '"' .. text .. '"' end

--- A question as it is told: it begins with a capital and ends with a mark.
---@param question string
---@return string
function M.asked(question)
  question = question:gsub("^%l", string.upper)
  return question:find "[%.%?!]$" and question or question .. "?"
end

--- The dice of both sides: "7 to 3"; "5 to 5, then 2 to 9".
local function dice_said(rolls)
  local pairs_thrown, of_a = {}, nil
  for _, roll in ipairs(rolls) do
    if of_a then pairs_thrown[#pairs_thrown + 1] = ("%d to %d"):format(of_a, roll.dice[1]) end
    of_a = not of_a and roll.dice[1] or nil
  end
  return table.concat(pairs_thrown, ", then ")
end

--- Tells a ruling that was made before.
local function tell_again(play, ruling, number)
  play:tell("ruled_before", {
    ruling = number, question = quoted(M.asked(ruling.question)), stands = quoted(ruling.says[ruling.stands]),
    side = play.state.order.sides[ruling.stands],
  })
end

--- Throws for the opinions, and keeps the ruling.
local function rule(play, spec, cmd, said, earlier)
  local a, b = table.unpack(play.state.order.sides, 1, 2)
  play:tell("dispute", { question = quoted(M.asked(cmd.question)) })
  play:tell("opinions", { a = a, b = b, says_a = quoted(said[1]), says_b = quoted(said[2]) })
  local result, rolls = play:resolve(spec.roll, {}, { side_a = a, side_b = b })
  local stands, battle = result.winner == "a" and 1 or 2, play.state.battle
  if not battle.rulings then play:set(battle, "rulings", {}) end
  play:append(battle.rulings, {
    question = cmd.question, says = said, stands = stands, turn = play.state.turn, instead = earlier,
  })
  play:tell(earlier and "ruled_again" or "ruled", {
    dice = dice_said(rolls), side = stands == 1 and a or b, stands = quoted(said[stands]), ruling = #battle.rulings,
    instead = earlier, cite = spec.cite,
  })
end

--- The command that the word `disputes` declares.
---@param spec { roll: string, cite: string }
---@return table
function M.command(spec)
  if type(spec) ~= "table" or type(spec.roll) ~= "string" then
    error('disputes needs the procedure that throws: disputes { roll = "dispute.roll" }', 3)
  end
  local field <const> = fields.words
  return {
    cite = spec.cite, any_time = true, check = check,
    doc = "A dispute at the table: each side says its opinion and throws a die, and the higher throw rules.",
    args = {
      field.text "question" { doc = "what is in dispute" },
      field.text "a" { optional = true, doc = "what side a says; else the contrary of b" },
      field.text "b" { optional = true, doc = "what side b says; else the contrary of a" },
      field.flag "again" { doc = "throws although there is a ruling on the question" },
    },
    run = function(play, cmd)
      local ruling, number = M.find(play.state, cmd.question)
      if ruling and not cmd.again then return tell_again(play, ruling, number) end
      rule(play, spec, cmd, opinions(cmd, ruling), number)
    end,
  }
end

return M
