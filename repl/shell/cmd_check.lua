--- `limber check`: prints the mistakes in rulesets, variants, scenarios, armies and replays, each with its place.
local army_text <const> = require "show.army_text"
local battle <const> = require "play.battle"
local charts_text <const> = require "show.charts_text"
local check_trial <const> = require "shell.check_trial"
local check_together <const> = require "shell.check_together"
local check_ruleset <const> = require "shell.check_ruleset"
local check_variant <const> = require "shell.check_variant"
local colour <const> = require "show.colour"
local faults <const> = require "limber.common.faults"
local file_kind <const> = require "limber.language.file_kind"
local Game <const> = require "limber.game.game"
local host <const> = require "host"
local json <const> = require "kernel.json"
local loader <const> = require "read.loader"
local Map <const> = require "show.map"
local options <const> = require "shell.cmd_options"
local printable <const> = require "kernel.printable"
local replay <const> = require "limber.record.replay"
local roster <const> = require "show.roster"
local ruleset <const> = require "limber.rules.ruleset"
local Scenario <const> = require "limber.scenario.scenario"
local script_check <const> = require "limber.scenario.script_check"
local verify <const> = require "limber.record.verify"
local wrap <const> = require("show.text").wrap

local M <const> = {
  name = "check",
  options = { ["no-map"] = "flag", ascii = "flag", quick = "flag", charts = "value", json = "flag" },
  usage = [[
Usage: limber check FILE… [OPTION…]

Checks rulesets and variants (by name or file), scenarios, army files and replays, and
prints each mistake with its file and line. For a scenario it also prints the map and the
forces, as far as they can be laid out, and what the armies cost; it checks the armies
against their lists or limits if the scenario asks for that. A variant is also tried: the ruleset's worked cases
are asked with and without it, and a short battle is played by its script and by solo
commanders. That takes some seconds, for bugles up to half a minute. Several variants are
tried one by one, and then together as a stack in the order given: it says what two of
them change, and asks and plays under all of them.
The exit status is 1 if anything is wrong, or if they cannot be stacked.

  --no-map         print only what is wrong
  --ascii          draw the map in plain ASCII
  --quick          play no battle by a variant
  --charts FOLDER  use your own base charts, CSV files in a folder
  --json           print one line of JSON for each file, and one for a stack of variants

Example: limber check my_house_rule.lua scenarios/fusilier/first_battle.lua
]],
}

local function check_replay(_, text)
  local recording, fault = replay.read(text)
  if not recording then return { faults.text(fault) }, "replay" end
  local report
  local wrong = { recording.warning }
  for _, path in ipairs(replay.differing(recording, loader.new())) do
    wrong[#wrong + 1] = "it carries a copy of a shipped file that is not the one installed: " .. printable.line(path)
  end
  report, fault = verify.verify(recording, loader.new())
  if not report then
    wrong[#wrong + 1] = faults.text(fault)
  elseif not report.ok then
    local first = report.first_divergence
    wrong[#wrong + 1] = ("line %d, turn %d: comes out differently (%s); see limber replay"):format(
      first.line, first.turn, first.what)
  end
  local names = replay.house_rules(recording)
  local with = #names > 0 and " with house rules that it brings along: " .. printable.line(table.concat(names, ", "))
  local broken <const> = recording.ending and recording.ending.broken and " of a battle that broke off" or ""
  return wrong, "replay" .. broken .. (with or "")
end

local NARROWEST <const>, WIDEST <const> = 60, 120

--- Prints the map and the forces of a scenario, as far as they could be laid out.
local function show(opened, opts)
  local game = Game.new { rules = opened.rules, start = opened.start, seed = 0, keep = false }
  local how = {
    rules = opened.rules, ascii = opts.ascii, colour = colour.wanted(),
    width = math.max(NARROWEST, math.min(host.width(), WIDEST)),
  }
  local lines = { opened.scenario.title }
  table.move(Map.lines(game.play, how), 1, 1000, 2, lines)
  local charts = charts_text.note(opened.rules)
  if charts then table.move(wrap(charts, how.width), 1, 99, #lines + 1, lines) end
  if Map.has_positions(game.play) then table.move(roster.lines(game.play, how), 1, 1000, #lines + 1, lines) end
  host.stdout(table.concat(lines, "\n") .. "\n\n")
end

--- What the armies of an opened scenario cost; and what is wrong with asking that.
local function army_values(opened, wrong)
  if not (opened and opened.start and opened.start.battle) or next(opened.missing or {}) then return {} end
  local values, failure = Scenario.army_values(opened.rules, opened.start)
  if not values and #wrong == 0 then wrong[1] = faults.text(failure) end
  return values or {}
end

local function show_armies(values)
  local lines = army_text.lines(values)
  if #lines > 0 then host.stdout(table.concat(lines, "\n") .. "\n\n") end
end

local function check_army(path, text, opts)
  local opened, wrong, unfinished = battle.open_army(text, path)
  wrong = wrong or {}
  local values = army_values(opened or unfinished, wrong)
  if not opts["no-map"] and not opts.json then show_armies(values) end
  return wrong, "army", nil, values
end

local function check_scenario(path, _, opts)
  local opened, wrong, unfinished = battle.open(path, {})
  opened = opened or unfinished
  if opened and opened.start and not opts["no-map"] and not opts.json then show(opened, opts) end
  wrong = wrong or {}
  local script = opened and opened.start and script_check.faults(opened.scenario, opened.rules, opened.start,
    opened.missing) or {}
  for _, one in ipairs(script) do wrong[#wrong + 1] = Scenario.fault_text(one) end
  if #wrong == 0 then wrong[1] = battle.begin_fault(opened) end
  local values = army_values(opened, wrong)
  if not opts["no-map"] and not opts.json then show_armies(values) end
  return wrong, "scenario", nil, values
end

--- The ruleset whose rules or data a file holds, by where it lies.
local function part_of_ruleset(path)
  local name, rest = path:match "rules%-lua/([%w_]+)/(.+)$"
  local belongs = name and name ~= "limber" and name ~= "house" and not rest:find "^variants/"
  return belongs and (rest:find "%.lua$" or rest:find "%.csv$") and name or nil
end

local CHECKERS <const> = { replay = check_replay, variant = check_variant.check, scenario = check_scenario,
  army = check_army }

--- What checks a file: by where it lies, or by what it says of itself.
local function checker_of(path, text)
  local bare = not text and path:match "^[%w_]+$"
  if bare and host.exists(path) and not ruleset.is_one(loader.new(), path) then return nil end
  local name = path:match "([%w_]+)/ruleset%.lua$" or bare or part_of_ruleset(path)
  if name then return function() return check_ruleset.check(name) end end
  if not text then return nil end
  local kind = file_kind.of(text)
  return CHECKERS[kind] or not kind and text:find "^%s*{" and check_replay or nil
end

--- Why a file cannot be checked.
local function not_checked(path, text, message)
  local kind = text and file_kind.of(text)
  if kind == "result" then return path .. " is the result of a simulation: limber simulate --merge reads it" end
  return text and ("%s is not a ruleset, variant, scenario, army or replay"):format(path) or tostring(message)
end

--- What was found as JSON.
local function as_json(path, wrong, kind, tried, armies)
  local list = {}
  for i, one in ipairs(tried or {}) do list[i] = check_trial.json(one) end
  return json.encode { file = path, kind = kind, wrong = json.list(wrong), tried = kind == "variant" and json.list(list)
    or nil, armies = armies and #armies > 0 and json.list(armies) or nil }
end

--- Prints what came of trying a variant.
local function print_tried(tried)
  for _, one in ipairs(tried or {}) do
    if #tried > 1 then host.stdout(("  under %s:\n"):format(one.ruleset)) end
    for _, line in ipairs(check_trial.lines(one)) do host.stdout(line .. "\n") end
  end
end

--- The path and text of a variant by its bare name, where no ruleset and no file here has that name; or what checks it,
--- where it is an option.
local function by_name(name)
  local from <const> = loader.new()
  if not name:match "^[%w_]+$" or host.exists(name) or ruleset.is_one(from, name) then return nil end
  for _, one in ipairs(ruleset.names(from)) do
    local path, text = from.variant(one, name)
    if path then return path, text end
  end
  return nil, nil, check_variant.of_option(name)
end

--- Checks one file and prints the verdict; true if nothing is wrong. A variant is added to those that are stacked.
local function check(path, opts, variants)
  local text, message = host.read(path)
  local checker
  if not text then
    local known, found, of_option = by_name(path)
    if known then path, text = known, found end
    checker = of_option
  end
  checker = checker or checker_of(path, text)
  if not checker then
    options.fault(not_checked(path, text, message))
    return false
  end
  local wrong, kind, tried, armies, together = checker(path, text, opts)
  variants[#variants + 1] = #wrong == 0 and together or nil
  if opts.json then
    host.stdout(as_json(path, wrong, kind, tried, armies) .. "\n")
    return #wrong == 0
  end
  for _, line in ipairs(wrong) do
    options.fault(line:find(path, 1, true) and line or ("%s: %s"):format(path, line))
  end
  if #wrong == 0 then host.stdout(("%s: %s, and nothing is wrong with it\n"):format(path, file_kind.a(kind))) end
  print_tried(tried)
  return #wrong == 0
end

--- Prints how variants stand together that were all checked in one go; true if they can be stacked.
local function check_stack(variants, opts)
  local fine = true
  for _, one in ipairs(check_together.tried(variants, opts.quick)) do
    local wrong = check_together.faults(one)
    fine = fine and #wrong == 0
    if opts.json then
      host.stdout(json.encode(check_together.json(one)) .. "\n")
    else
      for _, line in ipairs(wrong) do options.fault(line) end
      if not one.wrong then host.stdout(table.concat(check_together.lines(one), "\n") .. "\n") end
    end
  end
  return fine
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest == 0 then return options.misused(M, "which files?") end
  local fine, variants = true, {}
  for _, path in ipairs(rest) do fine = check(path, opts, variants) and fine end
  return check_stack(variants, opts) and fine and options.DONE or options.NO
end

return M
