--- `limber replay`: plays a recorded battle again and verifies it, or plays it under other rules.
local battle <const> = require "play.battle"
local charts_text <const> = require "show.charts_text"
local faults <const> = require "limber.common.faults"
local file_kind <const> = require "limber.language.file_kind"
local host <const> = require "host"
local json <const> = require "kernel.json"
local loader <const> = require "read.loader"
local open_game <const> = require "prompt.open"
local options <const> = require "shell.cmd_options"
local prompt <const> = require "prompt.prompt"
local real_dice <const> = require "told.real_dice"
local real_facts <const> = require "told.real_facts"
local replay <const> = require "limber.record.replay"
local replay_text <const> = require "play.replay_text"
local result_text <const> = require "show.result_text"
local Session <const> = require "prompt.session"
local Solo <const> = require "limber.solo.commander"
local text <const> = require "show.text"
local trace <const> = require "limber.record.trace"
local verify <const> = require "limber.record.verify"

local M <const> = {
  name = "replay",
  options = {
    json = "flag", trace = "flag", variant = "list", charts = "value", ["then"] = "value", verbose = "flag",
    ["own-copies"] = "flag", impact = "flag", luck = "flag",
  },
  usage = [[
Usage: limber replay FILE [--json | --trace] [--own-copies]
       limber replay FILE --luck [--json]
       limber replay FILE --variant NAME [--then stop|skip|solo|play]
       limber replay FILE --charts FOLDER [--then stop|skip|solo|play]
       limber replay FILE… --variant NAME --impact [--then stop|skip|solo] [--json]

Plays a recorded battle again and compares each die, each change and the digest
with the record. If something differs, it prints the first difference and exits
with status 1. A replay contains its scenario and every rule file that is not part
of Limber, so you can verify a friend's battle without those files. If it contains
copies of Limber's own files that differ from the installed ones, Limber says so and
verifies with the installed ones. Where these tell the story in other words, and
nothing else differs, it says so and the battle verifies.

  --json           print the verdict as JSON
  --trace          print the battle as JSON Lines, for viewers and audits
  --variant NAME   fight the battle again with these house rules in place of its
                   own, on the same dice
  --charts FOLDER  fight it again with these base charts in place of its own
  --then stop      stop at the first command that is now refused (the default)
  --then skip      leave such commands out and go on
  --then solo      let solo commanders fight on from there
  --then play      continue at the prompt from there
  --impact         tell what house rules, added to the battle's own, or your base
                   charts would have altered: each command alone, from the state
                   as recorded, and the whole battle; --verbose lists every
                   command that changes
  --luck           tell who was lucky: each throw against its exact odds, by side,
                   step and unit, and the luckiest throws
  --own-copies     verify with the replay's own copies of Limber's files
  --verbose        print the story too

Examples: limber replay battle.replay --json
          limber replay scenarios/fusilier/*.replay --variant one_d10 --impact
]],
}

local NEXT <const> = { "stop", "skip", "solo", "play" }

--- What differs, in words.
local function what_differs(first, game)
  local what
  if first.what == "order" then
    return first.message
  elseif first.what == "chain" then
    return ("%s: %s"):format(replay_text.place(first, game), first.message or "its digest comes out differently")
  elseif first.what == "roll" then
    what = ("roll %s of %s"):format(first.roll.label, first.roll.procedure)
  elseif first.what == "state" then
    what = first.field and ("the state's %s, which only a rule can have changed unseen,"):format(first.field)
      or "the digest of the whole state"
  elseif first.what == "refused" then
    return ("%s: now refused: %s"):format(replay_text.place(first, game), tostring(first.message))
  else
    what = ("%s %s"):format(first.what, first.field or first.call or first.fact or "")
  end
  return ("%s: %s was %s, comes out %s"):format(replay_text.place(first, game), what:gsub("%s+$", ""),
    result_text.value(first.expected), result_text.value(first.got))
end

--- The first difference, in words; and whether the file was altered.
local function told(first, game)
  local altered = first.altered and first.what ~= "chain"
  return what_differs(first, game) .. (altered and "; the file was altered there after it was written" or "")
end

--- Says which files verified a replay whose own copies differ from the installed files.
local function by_copies(recording, copies)
  if #copies == 0 then return "" end
  return recording.own_copies and " by its own copies of shipped files" or " by the installed files, not by its copies"
end

--- What broke the battle off, and the house rules and base charts that a replay brings along, a line each; nothing
--- where there are none.
local function brought(recording)
  local rules, charts, lines = replay.house_rules(recording), {}, ""
  local broken <const> = replay.broken(recording)
  for _, line in ipairs(broken and text.wrap(text.line(broken), host.width() - 2) or {}) do
    lines = ("%s  %s\n"):format(lines, line)
  end
  for _, file in ipairs(recording.header.files) do charts[#charts + 1] = file.text and file.chart or nil end
  for what, list in ipairs { rules, charts } do
    if #list > 0 then
      lines = ("%s  with %s that it brings along: %s\n"):format(lines, what == 1 and "house rules" or "base charts",
        text.line(table.concat(list, ", ")))
    end
  end
  return lines
end

--- Lines that the rules tell in other words than when the battle was recorded.
local function retold(report)
  if not report.retold then return "" end
  local words = report.retold == 1 and "one line differs" or ("%d lines differ"):format(report.retold)
  return ("  told otherwise by the rules of today: the story of %s, nothing else\n"):format(words)
end

local function verdict(report, recording, opts, copies)
  if opts.json then
    if #copies > 0 then report.copies, report.own_copies = json.list(copies), recording.own_copies or false end
    report.broken = recording.ending and recording.ending.broken
    host.stdout(json.encode(report) .. "\n")
  elseif report.ok then
    host.stdout(#recording.lines == 0 and "The replay is empty: it has a header and no commands.\n"
      or ("Verified%s: %d commands, %d rolls, digest %s\n"):format(by_copies(recording, copies), report.commands,
        report.rolls, report.digest:sub(1, 16)) .. retold(report) .. brought(recording))
  else
    local first = report.first_divergence
    host.stdout(("Not the same battle%s: %s\n"):format(by_copies(recording, copies), text.line(told(first))))
    for _, path in ipairs(first.files or {}) do host.stdout(("  changed since: %s\n"):format(text.line(path))) end
    local now, since = host.versions().limber, recording.header.version
    if since ~= now then host.stdout(("  recorded by Limber %s, this is %s\n"):format(tostring(since), now)) end
  end
  return report.ok and options.DONE or options.NO
end

local function story_for(opts)
  if not opts.verbose then return nil end
  local holder = {}
  local tell = battle.teller(function() return holder.game end, opts)
  return tell, function(game)
    holder.game = game
    local note = charts_text.note(game.rules)
    if note then host.stdout(table.concat(text.wrap(note, host.width()), "\n") .. "\n\n") end
  end
end

--- The luck of a battle that verifies.
local function tells_luck(recording, opts, copies)
  local Luck <const>, luck <const> = require "limber.record.luck", require "play.luck"
  local ledger, game <const>, stood <const> = Luck.new(), {}, {}
  for _, line in ipairs(replay.last_branch(recording)) do stood[line.id] = true end
  local report, refusal = verify.verify(recording, loader.new(), {
    begin = function(begun) game[1] = begun end,
    each = function(line)
      if stood[line.id] then ledger:add(game[1], line) end
    end,
  })
  if not report then return options.refused(refusal) end
  if not report.ok then return verdict(report, recording, opts, copies) end
  local pages = luck.report(ledger, game[1])
  host.stdout((opts.json and json.encode(luck.json(pages)) or table.concat(luck.lines(pages), "\n")) .. "\n")
  return options.DONE
end

local function verifies(recording, opts, copies)
  if opts.luck then return tells_luck(recording, opts, copies) end
  local report, refusal
  if opts.trace then
    report, refusal = trace.trace(recording, loader.new(), host.stdout)
    if report and report.ok then return options.DONE end
    if report then return options.refused(told(report.first_divergence)) end
  else
    local story, begin = story_for(opts)
    report, refusal = verify.verify(recording, loader.new(), { story = story, begin = begin })
    if report then return verdict(report, recording, opts, copies) end
  end
  if opts.json then
    host.stdout(json.encode { ok = false, error = { arg = refusal.arg, message = faults.text(refusal) } } .. "\n")
    return options.NO
  end
  return options.refused(refusal)
end

local function refused_json(one)
  return { line = one.line.id, command = one.line.command, message = faults.text(one.refusal) }
end

local function under_json(report)
  local skipped = {}
  for i, one in ipairs(report.skipped) do
    skipped[i] = refused_json(one)
  end
  return {
    commands = #report.lines, skipped = json.list(skipped), answered = json.list(report.answered),
    stopped = report.stopped and refused_json(report.stopped),
    first_difference = report.first, result = report.game.state.root.result,
  }
end

--- Opens the prompt where the replay has stopped.
local function plays_on(game, recording)
  require "shell.cmd_prompt" -- and with it all that can be typed there
  local header = recording.header
  local function present() return game end
  if header.facts == "told" then game.facts.tell = real_facts.teller(present, function() end) end
  if header.dice == "told" then game.throws.told = real_dice.teller(present) end
  local session, fault = Session.over(game.rules, { seed = game.seed })
  if not session then return options.refused(fault) end
  local begun
  begun, fault = open_game.begin(session, { game = game, title = "under other rules", begun = true })
  if not begun then return options.refused(fault) end
  session:after()
  return function() return prompt.loop(session) end
end

--- Solo commanders fight on to the end: how many commands they gave, or what went wrong.
local function fight_on(game, opts)
  local commands, root = 0, game.state.root
  if root.result then return commands end
  if not game.words.solo then return nil, { message = ("%s has no solo commander"):format(game.rules.name) } end
  if opts.verbose then game.story = battle.teller(function() return game end, opts) end
  local _, failure = Solo.fight(game, root.order.sides, { each = function()
    commands = commands + 1
    return not root.last_turn and root.turn > Solo.LAST
  end })
  if failure then return nil, failure end
  return commands
end

local function fights_under(recording, opts)
  local then_what = opts["then"] or "stop"
  local variants = #opts.variant > 0 and opts.variant or recording.header.variants
  recording.other_charts = opts.charts ~= nil
  local report, refusal = verify.under(recording, loader.new(), variants, { skip = then_what == "skip" })
  if not report then return options.refused(refusal) end
  options.note_overlaps(report.game.rules)
  local fought
  if then_what == "solo" then
    fought, refusal = fight_on(report.game, opts)
    if not fought then return options.refused(refusal) end
  end
  if opts.json then
    local shown = under_json(report)
    shown.solo = fought
    host.stdout(json.encode(shown) .. "\n")
    return report.stopped and not fought and options.NO or options.DONE
  end
  if report.first then
    host.stdout(("First difference: %s\n"):format(text.line(told(report.first, report.game))))
  else
    host.stdout "No difference: these rules change nothing in this battle.\n"
  end
  for _, one in ipairs(report.skipped) do
    host.stdout(("  left out: %s: %s\n"):format(replay_text.place({
      line = one.line.id, turn = one.line.turn, step = one.line.step, command = one.line.command,
    }, report.game), replay_text.refusal(one.refusal, report.game)))
  end
  if report.stopped then
    local line = report.stopped.line
    host.stdout(("Stopped at %s: %s\n"):format(replay_text.place({
      line = line.id, turn = line.turn, step = line.step, command = line.command,
    }, report.game), replay_text.refusal(report.stopped.refusal, report.game)))
    if then_what == "play" then return plays_on(report.game, recording) end
    if not fought then return options.NO end
  end
  if fought and fought > 0 then host.stdout(("Solo commanders fight on: %d commands.\n"):format(fought)) end
  host.stdout((battle.result(report.game) or "The battle is not over.") .. "\n")
  if then_what == "play" then return plays_on(report.game, recording) end
  return options.DONE
end

--- What is wrong with how options go together.
local function misuse(opts)
  local next_step = opts["then"]
  local wrong = options.one_of("then", next_step, NEXT)
  if wrong then return wrong end
  local under = #opts.variant > 0 or opts.charts
  if next_step and not under then return "--then goes with --variant or --charts" end
  if next_step == "play" and opts.json then return "--then play does not go with --json" end
  if opts.json and opts.trace then return "--json and --trace do not go together" end
  if opts.luck and (under or opts.trace) then return "--luck does not go with --variant, --charts or --trace" end
  if opts.impact and not under then return "--impact needs --variant or --charts" end
  if opts.impact and next_step == "play" then return "--impact does not go with --then play" end
  if opts.trace and under then return "--trace does not go with --variant or --charts" end
end

---@param opts table
---@param rest string[]
---@return integer|fun(): integer status
function M.run(opts, rest)
  if #rest ~= 1 and not (opts.impact and #rest > 1) then
    return options.misused(M, #rest == 0 and "which replay?" or "one replay at a time")
  end
  local wrong = misuse(opts)
  if wrong then return options.misused(M, wrong) end
  if opts.impact then return require("shell.replay_impact").run(opts, rest, fight_on) end
  local content, message = host.read(rest[1])
  if not content then return options.refused(message) end
  local recording, refusal = replay.read(content)
  if not recording then
    return options.refused(file_kind.wrong(rest[1], content, "replay")
      or ("%s: %s"):format(rest[1], faults.text(refusal)))
  end
  if recording.warning then options.fault(("%s: %s"):format(rest[1], recording.warning)) end
  recording.own_copies = opts["own-copies"]
  local copies = replay.differing(recording, loader.new())
  if #copies > 0 then options.fault(open_game.copies_text(rest[1], recording, copies)) end
  if #opts.variant > 0 or opts.charts then return fights_under(recording, opts) end
  return verifies(recording, opts, copies)
end

return M
