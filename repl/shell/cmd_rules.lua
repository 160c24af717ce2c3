--- `limber rules`: what there is: rulesets, a ruleset, a procedure, the clause report.
local clauses <const> = require "limber.rules.clauses"
local host <const> = require "host"
local json <const> = require "kernel.json"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local named_page <const> = require "show.named_page"
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"
local rules_json <const> = require "show.rules_json"
local rules_page <const> = require "show.rules_page"
local ruleset <const> = require "limber.rules.ruleset"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"

local M <const> = {
  name = "rules",
  options = { clauses = "flag", variant = "list", charts = "value", json = "flag" },
  usage = [=[
Usage: limber rules [RULESET [NAME]] [OPTION…]
       limber rules RULESET variant [PART]

Lists the rulesets; or the procedures, tables, options and variants of a ruleset;
or one of them by its NAME: of a procedure its arguments and their ranges, its dice,
result and modifiers, and the clauses and rulings about it; of a command, service, moment,
fact, measure, step or field its arguments and what a house rule may do with it. With the word variant it
tells how a house rule is written: its parts, or one part with an example and all that
the ruleset has for it.

  --clauses        print the clause report: what covers each clause of the
                   published rules. The exit status is 1 if a clause is not covered
  --variant NAME   add a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder
  --json           print JSON, for programs

Example: limber rules fusilier artillery.fire
         limber rules bugles terrain
         limber rules fusilier variant fields
]=],
}

local function print_lines(lines)
  host.stdout(table.concat(lines, "\n") .. "\n")
  return options.DONE
end

local function list_rulesets(opts)
  local rows, list = {}, {}
  for _, name in ipairs(ruleset.names(loader.new())) do
    local rules, fault = open.rules(name, {})
    if not rules then return options.refused(fault) end
    local published = rules.published
    rows[#rows + 1] = { name, rules.title, published.period or "", ("%d procedures"):format(#rules.procedure_names) }
    list[#list + 1] = { name = name, title = rules.title, procedures = #rules.procedure_names }
  end
  if opts.json then return print_lines { json.encode { rulesets = json.list(list) } } end
  return print_lines(text.columns(rows))
end

local function covers(clause)
  local parts = {}
  for i, one in ipairs(clause.by) do
    parts[i] = one.what .. (one.vectors and (" (%d vectors)"):format(one.vectors) or "")
  end
  return #parts > 0 and table.concat(parts, ", ") or "none needed"
end

local function clause_report(name, opts)
  local rules, fault = open.rules(name, opts.variant, { game = require "limber.game.words" })
  if not rules then return options.refused(fault) end
  local path = rules.published.folder .. "cases.jsonl"
  local vectors = loader.new().read(path)
  if not vectors then return options.refused { message = ("no worked cases: there is no %s"):format(path) } end
  local report, gaps, lines = clauses.report(rules.published, vectors), 0, {}
  for _, clause in ipairs(report) do
    if clause.gap then gaps = gaps + 1 end
  end
  if opts.json then
    for _, clause in ipairs(report) do json.list(clause.by) end
    print_lines { json.encode { clauses = json.list(report), gaps = gaps } }
  else
    for _, clause in ipairs(report) do
      local says = ("%s %s: %s"):format(clause.cite, clause.kind, clause.says)
      text.add_labelled(lines, clause.id, says, 13, host.width())
      local mark = clause.gap and "NOT COVERED: " .. clause.gap or covers(clause)
      text.add_labelled(lines, "", (clause.gap and "" or "→ ") .. mark, 13, host.width())
    end
    lines[#lines + 1] = ("%d clauses, %d not covered"):format(#report, gaps)
    print_lines(lines)
  end
  return (gaps > 0 or #report == 0) and options.NO or options.DONE
end

--- How a house rule for a ruleset is written: all parts, or one.
local function variant_page(name, part_name, opts)
  local rules, fault = open.rules(name, opts.variant, { game = require "limber.game.words" })
  if not rules then return options.refused(fault) end
  local page = require "prompt.variant_page"
  if not part_name then return print_lines(page.index(host.width(), ("limber rules %s variant "):format(name))) end
  local part, hint = page.find(part_name)
  if not part then return options.refused(("house rules have no part %s%s"):format(part_name, hint)) end
  return print_lines(page.part(rules, part, host.width()))
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if rest[2] == "variant" and not rest[4] and not opts.json then return variant_page(rest[1], rest[3], opts) end
  if #rest > 2 then return options.misused(M, ("what is %s?"):format(rest[3])) end
  if opts.clauses and #rest ~= 1 then return options.misused(M, "--clauses needs one ruleset") end
  if #rest == 0 then return list_rulesets(opts) end
  if opts.clauses then return clause_report(rest[1], opts) end
  local rules, fault = open.rules(rest[1], opts.variant, { game = require "limber.game.words" })
  if not rules then return options.refused(fault) end
  if not rest[2] then
    if opts.json then return print_lines { json.encode(rules_json.ruleset(rules)) } end
    return print_lines { rules_page.ruleset(rules, host.width()) }
  end
  local procedure
  procedure, fault = rules:procedure(rest[2])
  if procedure and opts.json then return print_lines { json.encode(rules_json.procedure(rules, procedure)) } end
  local pages = {}
  if not opts.json then
    local battle_names <const> = require "prompt.battle_names"
    for _, page in ipairs { named_page, battle_names } do
      pages[#pages + 1] = page.lines(rules, rest[2], host.width())
    end
    if pages[2] then table.insert(pages[1], "") end
    if pages[1] then return print_lines(table.move(pages[2] or {}, 1, #(pages[2] or {}), #pages[1] + 1, pages[1])) end
    local names <const> = lists.append(named_page.names(rules), battle_names.names(rules))
    fault = ("%s has no %q%s"):format(rules.name, rest[2], suggest.hint(rest[2], names))
  end
  return options.refused(fault)
end

return M
