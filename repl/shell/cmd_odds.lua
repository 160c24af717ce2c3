--- `limber odds`: the exact distribution of a question, or two rule stacks side by side.
local answers <const> = require "odds.answer"
local asked <const> = require "odds.asked"
local bounds <const> = require "limber.language.bounds"
local grammar <const> = require "read.grammar"
local host <const> = require "host"
local json <const> = require "kernel.json"
local loader <const> = require "read.loader"
local odds_dice <const> = require "shell.odds_dice"
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"
local rules_page <const> = require "show.rules_page"
local ruleset <const> = require "limber.rules.ruleset"
local words_of <const> = require "odds.words"

local M <const> = {
  name = "odds", explains = true,
  options = { variant = "list", charts = "value" },
  usage = [[
Usage: limber odds RULESET PROCEDURE [WORD…] [OPTION…]
       limber odds DICE [--json]

Prints the exact odds of a question. It goes through every throw of the same
procedure that is played. The words are those of `limber ask`.

  --by FIELD       print the odds of this result field (a.1.response; separate
                   several with commas); by=FIELD does the same. The default is
                   the procedure's main field. Instead of a field it may be an
                   expression over fields: --by 'a.1.margin - b.1.margin'
  'points >= 2'    as a word: the chance that this holds (in quotes in a shell)
  --at-least N     also print the chance of N or more; --at-most N: of N or less
  --quantile 10%   also print the number that 10 % of throws stay at or below;
                   separate several with commas
  name=1..9        a sweep: the odds for each value of an argument, or of two
                   (1..9:2 in steps of 2; 1,3,5; words: open,buildings; ..: all)
  --lines, --heat  draw a sweep as lines or as a heat map
  --svg FILE       also draw the odds, or the sweep, as a picture into a file
  --flip 50%       list which single change, of an argument or of a modifier,
                   moves the chance past 50 %, the smallest first
  --to-the-finish  ask it round after round until it is over, where rules say
                   how rounds follow one another (bugles melee.resolve)
  --until WHEN     the round that this is true of is the last
  --carry WHAT     what a round hands on, arguments or counts of your own:
                   --carry 'total = total + points' --until 'total >= 6'
  --sample N       throw N times in place of exact odds; --seed S: by this seed
  --paths N        give up past N paths, the different ways that the dice may
                   fall; one million when left out
  --variant NAME   use a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder
  --versus NAME    also print the odds with this house rule added, side by side;
                   --versus published: without any house rule
  --json           print JSON: {"outcomes":[{"value":…,"p":…,"exact":"35/1296"},…],…}

DICE needs no ruleset: '4d6 keep 3 >= 12', '5d6 reroll 1 count 4+', '2d6+1 > 2d6'
(quote < and >). ?dice at the prompt lists the words.

Example: limber odds fusilier artillery.fire 12pdr guns=8 650mm formed
]],
}

--- The options of odds, and those of the shell.
for name, kind in next, words_of.OPTIONS do M.options[name] = kind end

--- The question that the words ask.
local function question_of(rules, procedure, opts, words)
  local request, fault = words_of.request(opts, words)
  if not request then return nil, fault end
  local stacks, own = asked.stacks(rules, request.versus)
  if not stacks then return nil, own end
  local above = stacks[#stacks].rules -- it knows all arguments
  procedure = above.procedures[procedure.name]
  request.axes, fault = words_of.axes(above, procedure, words)
  if not request.axes then return nil, fault end
  local args
  args, fault = grammar.parse(above, procedure, words)
  if not args then return nil, fault end
  return { name = procedure.name, args = args, request = request, stacks = stacks, own = own }
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if odds_dice.meant(rest) then return odds_dice.run(opts, rest) end
  if #rest == 0 then return options.misused(M, "which ruleset?") end
  if #rest == 1 and ruleset.is_one(loader.new(), rest[1]) then return options.misused(M, "which procedure?") end
  if #rest == 1 then
    return options.misused(M, ("%s is no ruleset, and no dice such as 2d6"):format(bounds.quoted(rest[1])))
  end
  local rules, fault = open.rules(table.remove(rest, 1), opts.variant)
  if not rules then return options.refused(fault) end
  options.note_overlaps(rules)
  options.note_turns(rules)
  local name = table.remove(rest, 1)
  local procedure
  procedure, fault = rules:procedure(name)
  if not procedure then return options.refused(fault) end
  if opts.help then
    host.stdout(rules_page.procedure(rules, procedure, host.width()) .. "\n")
    return options.DONE
  end
  local question, answer
  question, fault = question_of(rules, procedure, opts, rest)
  if not question then return options.refused(fault) end
  answer, fault = answers.of(question, host.width())
  if not answer then return options.refused(fault) end
  if answer.svg then
    local done, wrong = host.write(opts.svg, answer.svg)
    if not done then return options.refused(wrong) end
  end
  host.stdout((opts.json and json.encode(answer.json) or table.concat(answer.lines, "\n")) .. "\n")
  return options.DONE
end

return M
