--- `limber simulate`: solo commanders fight a scenario many times; prints win rates and losses.
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local json <const> = require "kernel.json"
local matters <const> = require "limber.rules.relevance"
local options <const> = require "shell.cmd_options"
local plot_svg <const> = require "show.plot_svg"
local progress <const> = require "show.progress"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local opening <const> = require "shell.simulate_contest"
local shards <const> = require "simulate.shards"
local simulate <const> = require "simulate.run"
local simulate_text <const> = require "simulate.text"
local sweep_text <const> = require "simulate.sweep_text"
local values <const> = require "simulate.values"
local text <const> = require "show.text"

local M <const> = {
  name = "simulate",
  options = {
    games = "value", seed = "value", jobs = "value", shard = "value", variant = "list", versus = "list",
    commander = "list", ["solo-effort"] = "value",
    charts = "value", sweep = "value", svg = "value", within = "value", all = "flag", json = "flag", merge = "flag",
  },
  usage = [[
Usage: limber simulate SCENARIO [OPTION…]
       limber simulate --merge FILE… [--json]

Lets solo commanders fight a battle many times with different dice, and prints how
often each side wins, what it loses and how long the battles last.

  --games N        fight N battles (100)
  --seed N         take the dice of all battles from this seed. The default is the
                   scenario's own seed, or a fresh one
  --jobs N         fight N battles at a time (the number of processors)
  --variant NAME   use a house rule; may be given again
  --commander b=rash     what commands a side: steady, rash, cautious, wily, native
                   or regular, or two of them, b=wily+native; may be given again
  --solo-effort N  1 (the default) to 9: above 1 they play out what matters on copies
                   of the battle before they choose, and take far longer
  --charts FOLDER  use your own base charts, CSV files in a folder
  --versus NAME    fight the same battles also with this house rule added and
                   compare; --versus published: without any house rule; one that
                   the scenario plays by already is left out there. The run ends
                   as soon as the comparison is decided, or after N battles
  --within P       a difference of less than P points in a side's score does not
                   matter: the run ends, too, when it is no larger (5). A win
                   scores 100 points, a draw 50
  --all            fight all N battles, decided or not: for a finer answer
  --sweep PATH=V   fight the same battles with each of some values of a number,
                   and find the value that makes the sides even. V: -4..-1,
                   10..30:5 or 2,4,8. PATH: tables.TABLE.CELL of the rules;
                   last_turn or another number of the battle; 21.men of the unit
                   with that number; ID.FIELD of any piece
  --svg FILE       draw the plot of a sweep as a picture, too
  --json           print one line of JSON
  --shard K/N      fight only the Kth of N parts of the run, here or on another
                   machine; print it with --json. A part of a comparison fights
                   all its battles: only --merge knows when it was decided
  --merge          join such parts from files (- is standard input): the result is
                   the same as if one machine had fought all battles

Ctrl-C stops the run. Limber then counts battles 1 to K, K being the last before the
first unfinished one, and prints them ("stopped" in JSON). It leaves out later
battles that had ended: short battles end first and would bias the result.

Examples: limber simulate scenarios/fusilier/first_battle.lua --games 200
          limber simulate scenarios/fusilier/lesson.lua --versus third_of_brigades
          limber simulate scenarios/fusilier/lesson.lua --sweep last_turn=5..10
]],
}

--- A whole number of an option, not less than 1.
local function count(opts, name, default)
  if not opts[name] then return default end
  local number, fault = options.whole(name, opts[name])
  if number and number < 1 then return nil, ("--%s must be 1 or more, got %d"):format(name, number) end
  return number, fault
end

--- What is swept; nil: nothing, or what is wrong.
local function sweep_of(opts)
  if not opts.sweep then return nil, opts.svg and "--svg goes with --sweep" or nil end
  if #opts.versus > 0 then return nil, "--sweep does not go with --versus" end
  return values.read(opts.sweep)
end

--- When a comparison is decided: points; nil: never.
local function within_of(opts)
  if #opts.versus == 0 then
    local given = opts.within and "within" or opts.all and "all"
    return nil, given and ("--%s goes with --versus"):format(given) or nil
  end
  if opts.all then return nil, opts.within and "--within does not go with --all" or nil end
  local points, fault = count(opts, "within", 5)
  if points and points > 50 then return nil, ("--within must be 1 to 50 points, got %d"):format(points) end
  return points, fault
end

local function shard_of(given, games)
  if not given then return { k = 1, n = 1 } end
  local k, n = given:match "^(%d+)/(%d+)$"
  k, n = math.tointeger(tonumber(k)), math.tointeger(tonumber(n))
  if not k or k < 1 or k > n then return nil, ("--shard must be K/N, the Kth of N, got %s"):format(given) end
  if n > games then
    return nil, ("--shard %s: %d game%s cannot be split into %d shards"):format(given, games,
      games == 1 and "" or "s", n)
  end
  return { k = k, n = n }
end

--- What shells expect of a program that Ctrl-C ended.
local INTERRUPTED <const> = 130

--- Tells which game went wrong, and how to play it alone.
local function broken(run, fault)
  local seed = simulate.seed_of(run.seed, fault.game)
  local value = run.sweep and fault.stack and (", %s = %d"):format(run.sweep.path, run.sweep.values[fault.stack]) or ""
  options.fault(("game %d%s: %s"):format(fault.game, value, fault.message))
  if run.sweep then return options.NO end
  host.stderr(("To see it alone: %s\n"):format(simulate_text.alone(run, seed, fault.stack)))
  return options.NO
end

local function print_doc(doc, opts)
  host.stdout((opts.json and json.encode(doc) or table.concat(simulate_text.lines(doc), "\n")) .. "\n")
  if not opts.json then host.stderr(simulate_text.time(doc) .. "\n") end
  if not opts.svg then return options.DONE end
  if not doc.sweep then return options.refused "--svg draws a sweep, and this is none" end
  local done, wrong = host.write(opts.svg, plot_svg.lines(sweep_text.plot(doc)))
  return done and options.DONE or options.refused(wrong)
end

--- Says what is counted of a run that Ctrl-C ended. Short battles end first, so battles after the first unfinished one
--- are left out: they would bias the result.
local function stopped_text(games, all)
  if games == 0 then return ("stopped before the first of %d battles ended: nothing is counted"):format(all) end
  return ("stopped: the first %sof %d battles %s counted; later ones are left out, even those that ended"):format(
    games == 1 and "" or games .. " ", all, games == 1 and "is" or "are")
end

local function play(contest, run, opts, shard, crew, jobs)
  local began, counted = host.clock_ns(), simulate.nothing(contest)
  local all = simulate.share(contest.games, shard)
  local bar = progress.bar(all, "battles")
  local done, played, fault = sandbox.run(nil, simulate.play, contest, counted, shard, crew, jobs, bar)
  bar(nil)
  local stopped = not done
  if stopped and played.kind ~= "interrupt" then error(played, 0) end
  if not stopped and not played then return broken(run, fault) end
  if stopped then
    options.fault(stopped_text(counted.games, all))
    if counted.games == 0 then return INTERRUPTED end
  end
  local doc = shards.written(run, counted, opts.shard and shard or nil, (host.clock_ns() - began) / 1e9)
  doc.stopped = stopped or nil
  local status = print_doc(doc, opts)
  return stopped and INTERRUPTED or status
end

--- What goes with --merge.
local BESIDE_MERGE <const> = { merge = true, json = true, svg = true }

local function merge(paths, opts)
  if #paths == 0 then return options.misused(M, "--merge which files?") end
  for _, name in ipairs(sorted.keys(M.options)) do
    local given = opts[name] and (M.options[name] ~= "list" or #opts[name] > 0)
    if given and not BESIDE_MERGE[name] then
      return options.misused(M, ("--%s does not go with --merge"):format(name))
    end
  end
  local done, doc = sandbox.run(nil, shards.merged, paths)
  if done then return print_doc(doc, opts) end
  if doc.kind == "interrupt" then error(doc, 0) end
  return options.refused(doc.arg and ("%s: %s"):format(doc.arg, faults.text(doc)) or faults.text(doc))
end

---@param opts table
---@param rest string[]
---@return integer status
function M.run(opts, rest)
  if opts.merge then return merge(rest, opts) end
  if #rest ~= 1 then return options.misused(M, #rest == 0 and "which scenario?" or "one scenario at a time") end
  local games, jobs, shard, fault
  games, fault = count(opts, "games", 100)
  if games then jobs, fault = count(opts, "jobs", host.cores()) end
  if jobs then shard, fault = shard_of(opts.shard, games) end
  local within, sweep
  if shard then within, fault = within_of(opts) end
  if not fault then sweep, fault = sweep_of(opts) end
  if fault then return options.misused(M, fault) end
  jobs = math.min(jobs, simulate.share(games, shard))
  -- Before the scenario is read: what its author wrote then runs where nothing more can be started.
  local crew <close>, message = host.crew(jobs)
  if not crew then return options.refused(message) end
  local contest, run = opening.contest(rest[1], opts, games, sweep)
  if not contest then return run and options.misused(M, run) or options.NO end
  contest.part, contest.within, run.within = opts.shard ~= nil, within, within
  if opts.shard and not opts.seed and not contest.stacks[1].scenario.seed then
    return options.misused(M, "--shard needs --seed: all shards of a run have the same")
  end
  local last = contest.stacks[#contest.stacks]
  for _, note in ipairs(opts.shard and {} or matters.notes(last.rules, last.start)) do
    host.stderr(table.concat(text.wrap(note, host.width(), "  "), "\n") .. "\n")
  end
  return play(contest, run, opts, shard, crew, jobs)
end

return M
