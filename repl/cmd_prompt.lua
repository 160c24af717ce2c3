--- `limber [RULESET|SCENARIO|REPLAY]`: the prompt.
local battle <const> = require "battle"
local complete_rules <const> = require "complete_rules"
local colour <const> = require "colour"
local faults <const> = require "limber.faults"
local host <const> = require "host"
local loader <const> = require "loader"
local open <const> = require "open"
local options <const> = require "cmd_options"
local prompt <const> = require "prompt"
local replay <const> = require "limber.replay"
local ruleset <const> = require "limber.ruleset"
local Session <const> = require "session"
local suggest <const> = require "limber.suggest"
local verify <const> = require "limber.verify"
require "commands_rules"

local M <const> = {
  name = "prompt",
  options = { variant = "list", seed = "value", ["real-dice"] = "flag" },
  usage = [=[
Usage: limber [RULESET|SCENARIO|REPLAY] [OPTION…]

The prompt over a ruleset (fusilier when nothing is named), or over the rules of a
battle, which then stands in `game`. :help says what can be typed.

  --variant NAME   plays by a house rule; may be given again
  --seed N         these dice
  --real-dice      asks for dice thrown on a real table

Example: limber fusilier --variant frontage_by_side
]=],
}

local FIRST <const> = "fusilier"

--- Whether a word names a file rather than a ruleset.
local function is_file(word)
  return word:find "[./]" ~= nil and host.exists(word)
end

local function first_word_wrong(word)
  local names = ruleset.names(loader.new())
  for _, command in ipairs { "run", "replay", "ask", "odds", "rules", "check" } do names[#names + 1] = command end
  return ("no command, ruleset or file %q%s; limber --help lists them"):format(word, suggest.hint(word, names))
end

--- The game of a scenario, at its first choice.
local function scenario_game(path, opts, seed)
  local opened, wrong = battle.open(path, opts.variant)
  if not opened then return nil, table.concat(wrong, "\n") end
  local game
  local story = battle.teller(function() return game end, {})
  game = battle.game(opened, { seed = seed, append = function() end, story = story })
  local line, fault = game:start()
  if not line then return nil, faults.text(fault) end
  return game, opened.scenario.title
end

--- The game of a replay, at its end.
local function replay_game(path, text)
  local recording, fault = replay.read(text)
  if not recording then return nil, ("%s: %s"):format(path, faults.text(fault)) end
  local game
  local report
  report, fault = verify.verify(recording, loader.new(), { begin = function(begun) game = begun end })
  if not report then return nil, faults.text(fault) end
  if not report.ok then return nil, ("%s does not verify: limber replay %s says where"):format(path, path) end
  return game, ("%s: %d commands, verified"):format(path, report.commands)
end

local function open_file(path, opts, seed)
  local text, message = host.read(path)
  if not text then return nil, message end
  local game
  if text:find "^%s*{" then
    game, message = replay_game(path, text)
  else
    game, message = scenario_game(path, opts, seed)
  end
  if not game then return nil, message end
  local session, fault = Session.over(game.rules, { seed = seed, real_dice = opts["real-dice"] })
  if not session then return nil, fault.message end
  session.env.game = game
  return session, message
end

local function open_rules(name, opts, seed)
  local known = false
  for _, one in ipairs(ruleset.names(loader.new())) do known = known or one == name end
  if not known then return nil, first_word_wrong(name) end
  local rules, fault = open.rules(name, opts.variant)
  if not rules then return nil, fault.message end
  local session
  session, fault = Session.over(rules, { seed = seed, real_dice = opts["real-dice"] })
  if not session then return nil, fault.message end
  local names = rules:variant_names()
  return session, rules.title .. (#names > 0 and " with " .. table.concat(names, ", ") or "")
end

---@param words string[]
---@return integer|fun(): integer status
function M.run(words)
  local opts, rest = options.read(M, words)
  if not opts then
    host.stderr(("limber: %s\nTry: limber --help\n"):format(rest))
    return options.USAGE
  end
  if opts.help then
    host.stdout(M.usage)
    return options.DONE
  end
  if #rest > 1 then return options.misused(M, ("what is %s?"):format(rest[2])) end
  local seed, fault = options.seed(opts.seed)
  if not seed then return options.misused(M, fault) end
  local word = rest[1] or FIRST
  local session, title
  if is_file(word) then
    session, title = open_file(word, opts, seed)
  else
    session, title = open_rules(word, opts, seed)
  end
  if not session then
    options.fault(title)
    return (is_file(word) or title:find "variant") and options.NO or options.USAGE
  end
  if host.isatty(0) then host.stdout(colour.paint("dim", title .. "   :help   :quit") .. "\n") end
  host.set_completer(function(line, first, last)
    return complete_rules.words(session, line:sub(1, first), line:sub(first + 1, last))
  end)
  return function() return prompt.loop(session) end
end

return M
