--- `limber odds`: the exact distribution of a question, or two rule stacks side by side.
local grammar <const> = require "read.grammar"
local host <const> = require "host"
local json <const> = require "kernel.json"
local odds_of <const> = require "read.odds_of"
local odds_text <const> = require "show.odds_text"
local odds_dice <const> = require "shell.odds_dice"
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"
local rules_page <const> = require "show.rules_page"
local text <const> = require "show.text"

--- What --versus calls the rules without any variant.
local PUBLISHED <const> = "published"

local M <const> = {
  name = "odds", explains = true,
  options = { by = "value", versus = "list", variant = "list", charts = "value", json = "flag" },
  usage = [[
Usage: limber odds RULESET PROCEDURE [WORD…] [OPTION…]
       limber odds DICE [--json]

Prints the exact odds of a question. It goes through every throw of the same
procedure that is played. The words are those of `limber ask`.

  --by FIELD       print the odds of this result field (a.1.response; separate
                   several with commas); by=FIELD does the same. The default is
                   the procedure's main field
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

local function title(names, without)
  return #names == 0 and without or table.concat(names, " + ")
end

--- The two stacks that are compared, the one beneath first, and what to call them. `--versus published` sets the
--- stack asked for beside the bare rules; any other name is laid on top of it.
local function stacks_of(rules, versus)
  local sources = rules:variant_sources()
  if #versus == 1 and versus[1] == PUBLISHED then
    local plain, fault = open.over(rules, {})
    return plain and { plain, rules }, plain and { PUBLISHED, title(rules:variant_names(), PUBLISHED) } or fault
  end
  local other, fault = open.over(rules, table.move(versus, 1, #versus, #sources + 1, sources))
  if not other then return nil, fault end
  local on_top = table.move(other:variant_names(), #rules.layers + 1, #other.layers, 1, {})
  return { rules, other }, { title(rules:variant_names(), PUBLISHED), "with " .. text.list(on_top) }
end

local function compare(rules, name, words, opts)
  local stacks, titles = stacks_of(rules, opts.versus)
  if not stacks then return options.refused(titles) end
  local beneath, above = stacks[1], stacks[2]
  local args, fault = grammar.parse(above, above.procedures[name], words)
  if not args then return options.refused(fault) end
  local first, second
  second, fault = odds_of.ask(above, name, args, opts.by)
  if not second then return options.refused(grammar.explain(above, fault)) end
  first, fault = odds_of.ask(beneath, name, odds_of.known_to(beneath, beneath.procedures[name].args, args), opts.by)
  if not first then return options.refused(fault) end
  if opts.json then
    local own, other = first, second
    if beneath ~= rules then own, other = second, first end
    own.json.versus = other.json
    host.stdout(json.encode(own.json) .. "\n")
  else
    host.stdout(table.concat(odds_text.compared(first, second, titles), "\n") .. "\n")
  end
  return options.DONE
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if odds_dice.meant(rest) then return odds_dice.run(opts, rest) end
  if #rest == 0 then return options.misused(M, "which ruleset?") end
  if #rest == 1 then return options.misused(M, "which procedure?") end
  local rules, fault = open.rules(table.remove(rest, 1), opts.variant)
  if not rules then return options.refused(fault) end
  options.note_overlaps(rules)
  local name = table.remove(rest, 1)
  local procedure
  procedure, fault = rules:procedure(name)
  if not procedure then return options.refused(fault) end
  if opts.help then
    host.stdout(rules_page.procedure(rules, procedure, host.width()) .. "\n")
    return options.DONE
  end
  opts.by = opts.by or grammar.take_by(rest)
  if #opts.versus > 0 then return compare(rules, name, rest, opts) end
  local args, odds
  args, fault = grammar.parse(rules, procedure, rest)
  if not args then return options.refused(fault) end
  odds, fault = odds_of.ask(rules, name, args, opts.by)
  if not odds then return options.refused(grammar.explain(rules, fault)) end
  local shown = opts.json and json.encode(odds.json) or table.concat(odds_text.lines(odds), "\n")
  host.stdout(shown .. "\n")
  return options.DONE
end

return M
