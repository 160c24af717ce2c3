--- `limber [RULESET|SCENARIO|REPLAY]`: the prompt.
local battle <const> = require "play.battle"
local cmd_list <const> = require "shell.cmd_list"
local complete_rules <const> = require "prompt.complete_rules"
local colour <const> = require "show.colour"
local host <const> = require "host"
local is_name <const> = require("limber.language.names").is_name
local left <const> = require "prompt.left"
local lists <const> = require "limber.common.lists"
local loader <const> = require "read.loader"
local Muster <const> = require "told.muster"
local muster_text <const> = require "told.muster_text"
local open <const> = require "read.open"
local open_game <const> = require "prompt.open"
local options <const> = require "shell.cmd_options"
local prompt <const> = require "prompt.prompt"
local ruleset <const> = require "limber.rules.ruleset"
local Session <const> = require "prompt.session"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"
require "commands.help"
require "commands.rules"
require "commands.keep"
require "commands.game"
require "commands.disputes"
require "commands.legal"
require "commands.screen"
require "commands.journal"
require "commands.files"
require "commands.correct"
require "commands.impact"
require "commands.luck"
require "play.briefing"
require "commands.map"
require "commands.paper"

local M <const> = {
  name = "prompt",
  options = {
    variant = "list", charts = "value", seed = "value", ["real-dice"] = "flag", facts = "value",
    solo = "maybe", commander = "list", ["solo-effort"] = "value",
  },
  usage = [=[
Usage: limber [RULESET|SCENARIO|REPLAY] [OPTION…]

Opens the prompt over a ruleset (the first one if you name none), or over a battle
that you play: a scenario from its start, a replay from its end. Type :help there.

  --variant NAME   use a house rule; may be given again
  --charts FOLDER  use your own base charts, CSV files in a folder
  --seed N         use the dice of this seed
  --solo [SIDE]    let a solo commander lead that side of the battle, or both sides
  --commander b=rash     what he is like: steady, rash, cautious, wily, native or
                   regular, or two of them, b=wily+native; may be given again
  --solo-effort N  1 (the default) to 9: above 1 he plays out what matters on copies
                   of the battle before he chooses, and takes far longer
  --real-dice      ask for the dice that you throw at your table
  --facts told     ask for distances and angles in place of measuring them

Example: limber fusilier --variant frontage_by_side
         limber scenarios/fusilier/first_battle.lua --solo b
         limber fusilier --facts told --real-dice     a battle at your own table
]=],
}

--- Whether a word names a file rather than a ruleset.
local function is_file(word)
  return word:find "[./]" ~= nil and host.exists(word)
    or host.is_file(word) and not ruleset.is_one(loader.new(), word)
end

local function first_word_wrong(word)
  local names = ruleset.names(loader.new())
  local commands = cmd_list.names()
  table.move(commands, 1, #commands, #names + 1, names)
  return ("no command, ruleset or file %q%s; limber --help lists them"):format(word, suggest.hint(word, names))
end

--- Says something faintly on a terminal.
local function say_faintly(said)
  if not host.isatty(0) then return end
  for _, line in ipairs(text.wrap(said, host.width(), "  ")) do host.stdout(colour.paint("dim", line) .. "\n") end
end

--- The first line: what is open, and what to type.
local function banner(title, more)
  say_faintly(("%s. :help says what you can do, %s:quit leaves"):format(title, more))
end

--- Where nobody said which rules: those that there are besides.
local function other_rules(name)
  local names = ruleset.names(loader.new())
  local at = select(2, lists.find(names, function(one) return one == name end))
  if at then table.remove(names, at) end
  if #names > 0 then say_faintly((":rules %s opens other rules"):format(text.list(names, "or"))) end
end

--- What of the options a replay does not take: it has its own.
local function not_of_replays(opts)
  if opts.seed then return "a replay has its own dice: --seed goes with a scenario" end
  if opts.facts then return "a replay has its own facts: --facts goes with a scenario" end
  if #(opts.variant or {}) > 0 then
    return "a replay has its own rules: limber replay FILE --variant NAME fights it by others; here :variant does"
  end
end

--- Puts a battle on the table: `open(opts, shown)` opens its game.
local function put_on_table(open_it, opts, seed)
  local session, fault
  local opened, message = open_it({
    seed = opts.seed and seed or nil, variant = opts.variant, real_dice = opts["real-dice"], facts = opts.facts,
    solo = opts.solo, commanders = opts.commanders,
  }, function() return session and session.play and session.play.how.unit end)
  message = opened and opened.begun and not_of_replays(opts) or message
  if not opened or message then return nil, message end
  session, fault = Session.over(opened.game.rules, { seed = seed, real_dice = opts["real-dice"] })
  if not session then return nil, fault.message end
  session.facts = opts.facts
  banner(opened.title, "")
  local begun
  begun, message = open_game.begin(session, opened)
  if not begun then return nil, message end
  session.play.effort = opts.effort or session.play.effort
  session:after()
  return session
end

local function open_file(path, opts, seed)
  return put_on_table(function(given, shown) return open_game.open(path, given, shown) end, opts, seed)
end

--- A battle of the players' own: a muster makes its scenario.
local function open_muster(name, opts, seed)
  local rules, fault = open.rules(name, opts.variant, { game = require "limber.game.words" })
  if not rules then return nil, fault.message end
  if not rules.game.carries.unit then return nil, ("%s plays no battles"):format(name) end
  local muster = Muster.ask(rules)
  local paths = {}
  muster.variants = {}
  for _, variant in ipairs(opts.variant) do -- a scenario names variants; a path stays on the command line
    local list = is_name(variant) and muster.variants or paths
    list[#list + 1] = variant
  end
  local content = muster_text.text(muster, rules.game.carries)
  local opened, wrong = battle.open_text(content, Muster.offer_to_save(content, muster.title), false, paths,
    { facts = "told" })
  if not opened then return nil, table.concat(wrong, "\n") end
  return put_on_table(function(given, shown) return open_game.of_opened(opened, given, shown) end, opts, seed)
end

--- A session over a ruleset, and its title; or nil, what is wrong, and the status if it is how the program was called.
local function open_rules(name, opts, seed)
  local known = false
  for _, one in ipairs(ruleset.names(loader.new())) do known = known or one == name end
  if not known then return nil, first_word_wrong(name), options.USAGE end
  if opts.facts == "told" then return open_muster(name, opts, seed) end
  local rules, fault = open.rules(name, opts.variant)
  if not rules then return nil, fault.message end
  options.note_overlaps(rules)
  local session
  session, fault = Session.over(rules, { seed = seed, real_dice = opts["real-dice"] })
  if not session then return nil, fault.message end
  local names = rules:variant_names()
  return session, rules.title .. (#names > 0 and " with " .. table.concat(names, ", ") or "")
end

---@param opts table
---@param rest string[]
---@param begin (fun(session: limber.Session): string?)? what is begun beside the prompt: nil, or why it cannot be
---@return integer|fun(): integer status
function M.run(opts, rest, begin)
  if #rest > 1 then return options.misused(M, ("what is %s?"):format(rest[2])) end
  local fault = options.one_of("facts", opts.facts, options.FACTS)
  if fault then return options.misused(M, fault) end
  local seed
  seed, fault = options.seed(opts.seed)
  if not seed then return options.misused(M, fault) end
  local word = rest[1] or loader.first() or ""
  local session, title, status
  if opts.solo and not is_file(word) then return options.misused(M, "--solo goes with a scenario or a replay") end
  if is_file(word) then
    session, title = open_file(word, opts, seed)
  else
    session, title, status = open_rules(word, opts, seed)
  end
  if not session then
    options.fault(title)
    return status or options.NO
  end
  if title then banner(title, ":load FILE begins a battle, ") end
  if not rest[1] then other_rules(word) end
  host.set_completer(function(line, first, last)
    return complete_rules.offered(session, line, first, last)
  end)
  local wrong = begin and begin(session)
  if wrong then
    options.fault(wrong)
    return options.NO
  end
  left.offer(session)
  return function() return prompt.loop(session) end
end

return M
