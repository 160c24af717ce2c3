--- `limber check`: prints the mistakes in rulesets, variants, scenarios and replays, each with its place.
local battle <const> = require "play.battle"
local colour <const> = require "show.colour"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local file_kind <const> = require "limber.language.file_kind"
local Game <const> = require "limber.game.game"
local host <const> = require "host"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local Map <const> = require "show.map"
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"
local printable <const> = require "kernel.printable"
local replay <const> = require "limber.record.replay"
local roster <const> = require "show.roster"
local Rules <const> = require "limber.rules.stack"
local ruleset <const> = require "limber.rules.ruleset"
local sandbox <const> = require "kernel.sandbox"
local Scenario <const> = require "limber.scenario.scenario"
local script_check <const> = require "limber.scenario.script_check"
local sorted <const> = require "limber.common.sorted"
local tables <const> = require "limber.rules.tables"
local variants <const> = require "limber.rules.variants"
local suggest <const> = require "limber.common.suggest"
local verify <const> = require "limber.record.verify"
local words <const> = require "limber.rules.words"

local M <const> = {
  name = "check",
  options = { ["no-map"] = "flag", ascii = "flag" },
  usage = [[
Usage: limber check FILE… [OPTION…]

Checks rulesets (by name or file), variants, scenarios and replays, and prints each
mistake with its file and line. For a scenario it also prints the map and the
forces, as far as they can be laid out, and checks the armies against their lists
if the scenario asks for that. The exit status is 1 if anything is wrong.

  --no-map         print only what is wrong
  --ascii          draw the map in plain ASCII

Example: limber check my_house_rule.lua scenarios/fusilier/first_battle.lua
]],
}

--- Reads a variant's file without a ruleset; or what is wrong with it.
local function layer_of(path, text)
  local layer = { path = path, text = text }
  local done, fault = sandbox.run(variants.BUDGET, ruleset.run_file, text, path, words.variant_words(layer))
  if done then return layer end
  if fault.kind == "interrupt" then error(fault, 0) end
  return nil, faults.text(fault)
end

local function add_lines(wrong, message, lead)
  for line in (message .. "\n"):gmatch "(.-)\n" do
    wrong[#wrong + 1] = lead and not line:find(lead, 1, true) and ("%s: %s"):format(lead, line) or line
  end
end

--- Do a ruleset's files use a table's name, whole or built from a part that ends or begins with "_"?
local function is_read(published, name)
  local parts = { "%f[%w_]" .. name .. "%f[^%w_]" }
  for at in name:gmatch "()_" do
    parts[#parts + 1] = '"' .. name:sub(1, at) .. '"'
    parts[#parts + 1] = '"' .. name:sub(at) .. '"'
  end
  for _, file in ipairs(published.files) do
    local text = file.path:find "%.lua$" and file.text:gsub(('lookup "%s"'):format(name), "") or ""
    for _, part in ipairs(parts) do
      if text:find(part) then return true end
    end
  end
  return name == "constants" -- each is asked for by its own name
end

--- Finds tables that a variant changes and no rule reads: they are only for show.
local function check_tables(published, layer, place, wrong)
  local changed = {}
  for _, path in ipairs(sorted.keys(layer.cells)) do changed[variants.places(path)] = true end
  for name in next, layer.tables or {} do changed[name] = true end
  for _, name in ipairs(sorted.keys(changed)) do
    if not is_read(published, name) then
      wrong[#wrong + 1] = ("%s: no rule reads the table %s, so the change has no effect"):format(place, name)
    end
  end
end

--- Checks what loading a variant does not: the variants that it conflicts with, its doc, new arguments that no battle
--- gives, tables that no rule reads.
local function check_words(rules, layer, wrong)
  local published = rules.published
  local names = variants.names(published)
  local place = layer.line and ("%s:%d"):format(layer.path, layer.line) or layer.path
  for _, name in ipairs(layer.conflicts or {}) do
    if not lists.has(names, name) then
      wrong[#wrong + 1] = ("%s: conflicts with %q, but there is no such variant%s"):format(place, name,
        suggest.hint(name, names))
    end
  end
  if type(layer.doc) ~= "string" then
    wrong[#wrong + 1] = place .. ": the variant needs doc, a line on what it does"
  end
  check_tables(published, layer, place, wrong)
  for _, name in ipairs(sorted.keys(layer.args)) do
    local known = {}
    for _, field in ipairs(published.procedures[name].args) do known[field.name] = true end
    for _, field in ipairs(layer.args[name]) do
      if not known[field.name] and field.default == nil and not field.optional then
        wrong[#wrong + 1] = ("%s: %s: %s is new and no battle gives it: say optional = true, or a default"):format(
          place, name, field.name)
      end
    end
  end
end

local function check_variant_under(name, path, wrong)
  local rules, fault = open.rules(name, {}, { game = require "limber.game.words" })
  if not rules then return add_lines(wrong, fault.message, path) end
  local stack
  stack, fault = open.over(rules, { path })
  if not stack then return add_lines(wrong, fault.message, path) end
  check_words(rules, stack.layers[1], wrong)
end

local function check_variant(path, text)
  path = path:find "[/.]" and path or "./" .. path
  local wrong = {}
  local layer, fault = layer_of(path, text)
  if not layer then return { fault }, "variant" end
  if layer.of then
    check_variant_under(layer.of, path, wrong)
    return wrong, "variant"
  end
  for _, name in ipairs(ruleset.names(loader.new())) do
    local under = {}
    check_variant_under(name, path, under)
    for _, line in ipairs(under) do
      wrong[#wrong + 1] = ("%s (under %s; of = \"RULESET\" says that it is for one alone)"):format(line, name)
    end
  end
  return wrong, "variant"
end

--- Finds what a procedure refers to and the ruleset lacks.
local function check_procedure(rules, procedure, wrong)
  local place = ("%s:%d: %s: "):format(procedure.file, procedure.line, procedure.name)
  local function say(message) wrong[#wrong + 1] = place .. message end
  for _, list in ipairs { procedure.args, procedure.out } do
    for _, field in ipairs(list) do
      if field.record and not rules.records[field.record] then
        say(("%s is of record %q, which does not exist"):format(field.name, field.record))
      end
    end
  end
  local _, fault = fields.at(procedure.out, procedure.headline or procedure.out[1].name, rules.records)
  if fault then say("headline: " .. fault.message) end
end

local function check_ruleset(name)
  local wrong = {}
  local done, rules, fault = pcall(Rules.load, loader.new(), name, {}, { game = require "limber.game.words" })
  if not done or not rules then return { faults.text(done and fault or rules) }, "ruleset" end
  for _, one in ipairs(sorted.keys(rules.published.lookups)) do
    local fine, message = pcall(function() tables.compile(ruleset.table(rules.published, one)) end)
    if not fine then wrong[#wrong + 1] = faults.text(message) end
  end
  for _, one in ipairs(rules.procedure_names) do check_procedure(rules, rules.procedures[one], wrong) end
  for _, one in ipairs(variants.names(rules.published)) do
    local stack
    stack, fault = open.over(rules, { one })
    if stack then
      check_words(rules, stack.layers[1], wrong)
    else
      wrong[#wrong + 1] = fault.message
    end
  end
  return wrong, "ruleset"
end

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
  return wrong, "replay" .. (with or "")
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
  if Map.has_positions(game.play) then table.move(roster.lines(game.play, how), 1, 1000, #lines + 1, lines) end
  host.stdout(table.concat(lines, "\n") .. "\n\n")
end

local function check_scenario(path, _, opts)
  local opened, wrong, unfinished = battle.open(path, {})
  opened = opened or unfinished
  if opened and opened.start and not opts["no-map"] then show(opened, opts) end
  wrong = wrong or {}
  local script = opened and opened.start and script_check.faults(opened.scenario, opened.rules, opened.start,
    opened.missing) or {}
  for _, one in ipairs(script) do wrong[#wrong + 1] = Scenario.fault_text(one) end
  if #wrong == 0 then wrong[1] = battle.begin_fault(opened) end
  return wrong, "scenario"
end

--- The ruleset whose rules or data a file holds, by where it lies.
local function part_of_ruleset(path)
  local name, rest = path:match "rules%-lua/([%w_]+)/(.+)$"
  local belongs = name and name ~= "limber" and name ~= "house" and not rest:find "^variants/"
  return belongs and (rest:find "%.lua$" or rest:find "%.csv$") and name or nil
end

local CHECKERS <const> = { replay = check_replay, variant = check_variant, scenario = check_scenario }

--- What checks a file: by where it lies, or by what it says of itself.
local function checker_of(path, text)
  local bare = not text and path:match "^[%w_]+$"
  if bare and host.exists(path) and not ruleset.is_one(loader.new(), path) then return nil end
  local name = path:match "([%w_]+)/ruleset%.lua$" or bare or part_of_ruleset(path)
  if name then return function() return check_ruleset(name) end end
  if not text then return nil end
  local kind = file_kind.of(text)
  return CHECKERS[kind] or not kind and text:find "^%s*{" and check_replay or nil
end

--- Why a file cannot be checked.
local function not_checked(path, text, message)
  local kind = text and file_kind.of(text)
  if kind == "result" then return path .. " is the result of a simulation: limber simulate --merge reads it" end
  return text and ("%s is not a ruleset, variant, scenario or replay"):format(path) or tostring(message)
end

--- Checks one file and prints the verdict; true if nothing is wrong.
local function check(path, opts)
  local text, message = host.read(path)
  local checker = checker_of(path, text)
  if not checker then
    options.fault(not_checked(path, text, message))
    return false
  end
  local wrong, kind = checker(path, text, opts)
  for _, line in ipairs(wrong) do
    options.fault(line:find(path, 1, true) and line or ("%s: %s"):format(path, line))
  end
  if #wrong == 0 then host.stdout(("%s: a %s, and nothing is wrong with it\n"):format(path, kind)) end
  return #wrong == 0
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest == 0 then return options.misused(M, "which files?") end
  local fine = true
  for _, path in ipairs(rest) do fine = check(path, opts) and fine end
  return fine and options.DONE or options.NO
end

return M
