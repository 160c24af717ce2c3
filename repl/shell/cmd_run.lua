--- `limber run`: plays a scenario by its script or by solo commanders, prints the story and verifies the record.
local battle <const> = require "play.battle"
local charts_text <const> = require "show.charts_text"
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local lengths <const> = require "limber.language.lengths"
local loader <const> = require "read.loader"
local matters <const> = require "limber.rules.relevance"
local options <const> = require "shell.cmd_options"
local real_dice <const> = require "told.real_dice"
local real_facts <const> = require "told.real_facts"
local Recorder <const> = require "keep.recorder"
local replay <const> = require "limber.record.replay"
local Scenario <const> = require "limber.scenario.scenario"
local script <const> = require "limber.scenario.script"
local script_check <const> = require "limber.scenario.script_check"
local Solo <const> = require "limber.solo.commander"
local solo_text <const> = require "play.solo_text"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"
local trace <const> = require "limber.record.trace"
local verify <const> = require "limber.record.verify"
local counted <const> = require("limber.common.wording").counted

local M <const> = {
  name = "run",
  options = {
    seed = "value", variant = "list", charts = "value", record = "value", quiet = "flag", verbose = "flag",
    facts = "value", trace = "flag", terse = "flag", ["real-dice"] = "flag", solo = "maybe", commander = "list",
    ["solo-effort"] = "value",
  },
  usage = [[
Usage: limber run SCENARIO [OPTION…]

Plays a battle to its end by the scenario's script, or lets solo commanders fight
it. Prints the story with the clauses that decide it, the result, and whether the
replay verifies.

  --seed N         use the dice of this seed. The default is the scenario's own
                   seed, or a fresh one
  --variant NAME   use a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder
  --record FILE    keep the replay, for `limber replay FILE`. If FILE is a replay
                   already, it is kept as FILE~
  --solo [SIDE]    let solo commanders lead both sides, or that one. The other side
                   follows its script, and does nothing where the script is silent
  --commander b=rash     what commands a side: steady, rash, cautious, wily, native
                   or regular, or two of them, b=wily+native; may be given again
  --solo-effort N  1 (the default) to 9: above 1 they play out what matters on copies
                   of the battle before they choose, and take far longer
  --real-dice      ask for the dice that you throw at your table
  --facts told     ask for distances and angles in place of measuring them
  --terse          print marches and command throws in one line each
  --quiet          print only the result
  --verbose        also print every question to the rules with its dice, and what
                   solo commanders considered
  --trace          print the battle as JSON Lines in place of its story, as
                   `limber replay --trace` does

Example: limber run scenarios/fusilier/first_battle.lua --record battle.replay
         limber run scenarios/fusilier/first_battle.lua --solo --seed 5
]],
}

--- Prints why a solo commander gave a command, and what it rejected.
local function tell_why(game, line)
  if line.command["do"] == "done" and not line.solo.rejected then return end
  local how = lengths.how(game.rules.published.unit or "mm", game.state.root.ground)
  for _, part in ipairs(text.wrap(lengths.in_unit(solo_text.aside(game, line, how), how), host.width() - 6, "  ")) do
    host.stdout("      " .. part .. "\n")
  end
end

--- Says which questions of house rules the script left to their first options.
local function tell_unanswered(scripted)
  for _, name in ipairs(sorted.keys(scripted.unanswered)) do
    local note = ("The script has no answer to %q: the first option stood, %s."):format(name,
      counted(scripted.unanswered[name], "time", "times"))
    host.stdout("\n" .. table.concat(text.wrap(note, host.width()), "\n") .. "\n")
  end
end

--- Lets solo commanders lead their sides, and the script the others.
local function fight(game, opened, scripted, opts)
  local each = opts.verbose and function(line) tell_why(game, line) end or nil
  local line, fault = game:start()
  while line do
    local over
    over, fault = Solo.fight(game, opened.solo, { each = each, effort = opts.effort })
    if over or fault then break end
    line, fault = scripted:step(game)
  end
  if fault then return nil, fault end
  for _, one in ipairs(scripted.passed_over) do
    if not opts.quiet then
      host.stdout(("Script command left out: %s:%d: %s\n"):format(one.file, one.line, tostring(one.message)))
    end
  end
  return true
end

--- Plays the whole script; each line is recorded before the next command.
local function play(opened, opts, seed, record)
  local game
  local story, flush
  if not opts.quiet then
    story, flush = battle.teller(function() return game end, {
      verbose = opts.verbose, terse = opts.terse and function() return true end,
    })
  end
  local function append(line)
    record.text[#record.text + 1] = line
    if record.file then record.file:write(line) end
  end
  local function present() return game end
  game = battle.game(opened, {
    seed = seed, append = append, story = story, tell_dice = opts["real-dice"] and real_dice.teller(present) or nil,
    tell_fact = opened.facts == "told" and real_facts.teller(present) or nil,
  })
  record.journal = game.journal
  local done, fault
  local scripted = script.new(opened.scenario, opened.rules, { except = opened.solo })
  if opened.solo then
    done, fault = fight(game, opened, scripted, opts)
  else
    done, fault = scripted:play(game)
  end
  if flush then flush() end
  if done and not opts.quiet then tell_unanswered(scripted) end
  if not done and fault.kind == "interrupt" then error(fault, 0) end
  if not done then
    local how = lengths.how(game.rules.published.unit or "mm", game.state.root.ground)
    fault.message = fault.message and lengths.in_unit(fault.message, how)
    return nil, battle.fault_text(opened.scenario, fault)
  end
  return game
end

--- Ends the record of a battle, however it ended; `stopped` is what broke it off. What is wrong with the record.
local function end_record(record, stopped)
  local file, journal = record.file, record.journal
  if journal then record.text[#record.text + 1] = journal:ending(stopped) end
  if not file then return nil end
  local fault = file.failed
  if not fault and journal then fault = select(2, file:finish(journal, stopped)) end
  if not fault then return nil end
  if not journal then host.remove(file.path) end -- not even its first line is whole
  return ("%s; the battle stops here: %s"):format(fault, journal
    and ("%d lines are recorded"):format(#journal.lines) or "nothing is recorded")
end

--- Plays and records: the game, or nil and why it stopped.
local function recorded(opened, opts, seed, record)
  local done, game, fault = pcall(play, opened, opts, seed, record)
  local broken = end_record(record, not done and faults.text(game) or not game and fault or nil)
  if broken then return nil, broken end
  if not done then error(game, 0) end
  return game, fault
end

--- Reads the record back and plays it again.
local function verified(record, file)
  local recording, refusal = replay.read(record)
  local report
  if recording then report, refusal = verify.verify(recording, loader.new()) end
  if not report then return nil, faults.text(refusal) end
  if not report.ok then return nil, ("line %d comes out differently"):format(report.first_divergence.line) end
  return ("%s: %d commands, %d rolls, verified, digest %s"):format(
    file and "Recorded in " .. file or "Recorded", report.commands, report.rolls, report.digest:sub(1, 16))
end

--- Prints the record as JSON Lines; this verifies it too.
local function traced(record)
  local recording, refusal = replay.read(record)
  local report
  if recording then report, refusal = trace.trace(recording, loader.new(), host.stdout) end
  if not report then return nil, faults.text(refusal) end
  if not report.ok then return nil, ("line %d comes out differently"):format(report.first_divergence.line) end
  return true
end

--- What is wrong with how options go together.
local function misuse(opts)
  if opts.effort and not opts.solo then return "--solo-effort goes with --solo" end
  if opts.commanders and not opts.solo then return "--commander goes with --solo" end
  local wrong = options.one_of("facts", opts.facts, options.FACTS)
  if wrong then return wrong end
  if opts.quiet and opts.verbose then return "--quiet or --verbose, not both" end
  if opts.terse and opts.verbose then return "--terse or --verbose, not both" end
  for _, name in ipairs { "verbose", "real-dice" } do
    if opts.trace and opts[name] then return ("--trace does not go with --%s"):format(name) end
  end
end

--- Ends a battle that was played: its result, its losses and its verified record.
local function ended(game, opts, written)
  local ending = battle.result(game) or "The battle is not over: the script ended first."
  host.stdout((opts.quiet and "" or "\n") .. ending .. "\n")
  if not opts.quiet then
    battle.losses(game)
    host.stdout "\n"
  end
  local summary, fault = verified(written, opts.record)
  if not summary then return options.refused("the replay does not verify: " .. fault) end
  host.stdout(summary .. "\n")
  return options.DONE
end

--- Prints the heading of a battle; on standard error if standard output is for another program.
local function announce(opened, opts, seed)
  local say = opts.trace and host.stderr or host.stdout
  if not opts.quiet then say(("%s  (seed %d)\n\n"):format(opened.scenario.title, seed)) end
  local notes = matters.notes(opened.rules, opened.start)
  if not opts.quiet then notes[#notes + 1] = charts_text.note(opened.rules) end
  for _, note in ipairs(notes) do
    say(table.concat(text.wrap(note, host.width()), "\n") .. (opts.quiet and "\n" or "\n\n"))
  end
end

--- What is wrong with the script of a battle, a line each.
local function script_faults(opened)
  local lines = {}
  for i, one in ipairs(script_check.faults(opened.scenario, opened.rules, opened.start)) do
    lines[i] = Scenario.fault_text(one)
  end
  return lines
end

local function run(path, opts)
  local wrong_use = misuse(opts)
  if wrong_use then return options.misused(M, wrong_use) end
  opts.quiet = opts.quiet or opts.trace
  local opened, wrong = battle.open(path, opts.variant, {
    facts = opts.facts, solo = opts.solo, commanders = opts.commanders,
  })
  if opened and opened.solo and not opened.rules.game.solo then
    opened, wrong = nil, { ("%s has no solo commander"):format(opened.rules.name) }
  end
  if opened and opened.facts == "told" and opts.trace then
    return options.misused(M, "--trace does not go with told facts: use --record FILE, then limber replay FILE --trace")
  end
  if opened and not opened.solo then wrong = script_faults(opened) end
  if wrong and #wrong > 0 then
    for _, line in ipairs(wrong) do options.fault(line) end
    return options.NO
  end
  local seed, fault = options.seed(opts.seed or opened.scenario.seed and tostring(opened.scenario.seed))
  if not seed then return options.misused(M, fault) end
  announce(opened, opts, seed)
  local record = { text = {} }
  if opts.record then
    record.file, fault = Recorder.open(opts.record)
    if not record.file then return options.refused(fault) end
    if fault then host.stderr(("The replay that was in %s is kept as %s.\n"):format(opts.record, fault)) end
  end
  local game
  game, fault = recorded(opened, opts, seed, record)
  local written = table.concat(record.text)
  if game and opts.record then
    written, fault = host.read(opts.record)
    if not written then return options.refused("the record is gone: " .. fault) end
  end
  if opts.trace then
    local done, wrong_trace = traced(written)
    if game and not done then game, fault = nil, "the replay does not verify: " .. wrong_trace end
  end
  if not game then return options.refused(fault) end
  return opts.trace and options.DONE or ended(game, opts, written)
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if #rest ~= 1 then return options.misused(M, #rest == 0 and "which scenario?" or "one scenario at a time") end
  return run(rest[1], opts)
end

return M
