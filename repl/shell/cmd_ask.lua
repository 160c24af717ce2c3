--- `limber ask`: throws one question, or answers JSON Lines from standard input.
local bounds <const> = require "limber.language.bounds"
local charts_text <const> = require "show.charts_text"
local dice <const> = require "kernel.dice"
local grammar <const> = require "read.grammar"
local host <const> = require "host"
local json <const> = require "kernel.json"
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"
local question <const> = require "limber.ask.question"
local result_text <const> = require "show.result_text"

local M <const> = {
  name = "ask", explains = true,
  options = {
    dice = "value", seed = "value", variant = "list", charts = "value", json = "flag", verbose = "flag",
  },
  usage = [[
Usage: limber ask RULESET PROCEDURE [WORD…] [OPTION…]
       limber ask RULESET [OPTION…] < QUESTIONS

Asks the rules one question, throws its dice and prints the result. A WORD is a
value (formed), a flag (attacking), a number with its unit (12pdr, 650mm, 26in) or
name=value (guns=8, a.1.quality=5); `limber rules RULESET PROCEDURE` lists them.
Without a procedure it reads one JSON question a line and answers each with one:
  {"call":"artillery.fire","args":{…},"variants":[…],"dice":[5,6]}
  "odds":true in place of "dice" asks for the exact distribution; with
  "finish":true too, round after round until it is over.

  --dice 3,4       use these dice, in the order they are thrown
  --seed N         throw the dice of this seed, the same each time
  --variant NAME   use a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder
  --verbose        also print the modifiers that did not apply
  --json           print the answer as JSON

Example: limber ask fusilier artillery.fire 12pdr guns=8 650mm formed --dice 4,5
]],
}

--- Read for questions in JSON alone.
local function protocol() return require "limber.ask.protocol" end

--- Answers questions until input ends, or nobody reads the answers any more. Each answer is out before the next
--- question is read.
local function answer_lines(referee)
  for line in host.lines(bounds.QUESTION) do
    line = line:gsub("\r$", "")
    if line:find "%S" then
      host.stdout(protocol().answer_line(referee, line) .. "\n")
      if not host.flush() then break end
    end
  end
  return options.DONE
end

local function print_json(rules, name, args, given, seed)
  local referee = protocol().referee(rules.published, rules:variant_sources(), seed)
  local answer = protocol().answer(referee, { call = name, args = args, dice = given and json.list(given) })
  host.stdout(json.encode(answer) .. "\n")
  return answer.error and options.NO or options.DONE
end

local function tell(rules, name, args, source, verbose)
  source:clear()
  local considered = verbose and {} or nil
  local charts, result, fault, q = charts_text.noted(rules, question.ask, rules, name, args, source, considered)
  if not result then return options.refused(grammar.explain(rules, fault)) end
  local answer = { rules = rules, name = name, result = result, q = q, considered = considered, charts = charts }
  answer.record = source:record()
  host.stdout(table.concat(result_text.lines(answer, host.width()), "\n") .. "\n")
  return options.DONE
end

--- A source of the dice asked for: those given, else seeded.
local function source_of(name, given, seed)
  local source = dice.new()
  if given then
    source:list(given)
  else
    source:seed(seed)
    source:event(0, 0, dice.hash(name), 0, 1)
  end
  return source
end

local function ask_once(rules, words, opts, given, seed)
  local name = table.remove(words, 1)
  local procedure, fault = rules:procedure(name)
  if not procedure then return options.refused(fault) end
  if opts.help then
    host.stdout(require("show.rules_page").procedure(rules, procedure, host.width()) .. "\n")
    return options.DONE
  end
  local args
  args, fault = grammar.parse(rules, procedure, words)
  if not args and opts.json then
    host.stdout(json.encode { error = { arg = fault.arg, message = fault.message } } .. "\n")
    return options.NO
  elseif not args then
    return options.refused(fault)
  end
  if opts.json then return print_json(rules, name, args, given, seed) end
  return tell(rules, name, args, source_of(name, given, seed), opts.verbose)
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest == 0 then return options.misused(M, "which ruleset?") end
  local given, seed, fault
  if opts.dice then
    given, fault = options.wholes("dice", opts.dice)
    if not given then return options.misused(M, fault) end
  end
  seed, fault = options.seed(opts.seed)
  if not seed then return options.misused(M, fault) end
  if given and opts.seed then
    return options.misused(M, "--dice says what is thrown, so --seed has no meaning beside it")
  end
  local rules
  rules, fault = open.rules(table.remove(rest, 1), opts.variant)
  if not rules then return options.refused(fault) end
  options.note_overlaps(rules)
  options.note_turns(rules)
  if #rest > 0 then return ask_once(rules, rest, opts, given, seed) end
  if given then return options.misused(M, "--dice goes with a procedure; a JSON question has its own \"dice\"") end
  return answer_lines(protocol().referee(rules.published, opts.variant, seed))
end

return M
