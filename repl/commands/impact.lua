--- The `:command` impact: what the rules in force would have altered in recorded battles, and in the battle at hand.
local charts_text <const> = require "show.charts_text"
local commands <const> = require "play.list"
local diff <const> = require "limber.rules.diff"
local fail <const> = require("play.refusal").fail
local game_rules <const> = require "play.rules"
local host <const> = require "host"
local impact <const> = require "play.impact"
local lists <const> = require "limber.common.lists"
local progress <const> = require "show.progress"
local retold <const> = require "play.catch_up"
local text <const> = require "show.text"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Seconds after which the command shows how far it is.
local PATIENCE <const> = 1

--- The battle at hand as a recording: the lines on the way to the present one, as far as they may be looked at.
local function at_hand(play)
  local journal, lines = play.game.journal, {}
  for i, line in ipairs(retold.branch_of(journal)) do
    if play:hidden(line) then break end
    lines[i] = line
  end
  return { header = journal.header, lines = lines, at_hand = true, path = "the battle at hand" }
end

--- May the players at the screen read all that a line tells?
local function reader(play)
  return function(line)
    local own = play.game.journal.lines[line.shown]
    for _, event in ipairs(own.events or {}) do
      if not play:tells(event, own) then return false end
    end
    return true
  end
end

--- What is compared, where house rules are in force: a battle may have been fought with them.
local function heading(rules)
  local names = rules:variant_names()
  if #names == 0 then return nil end
  if diff.tweaked(rules) then names[#names + 1] = "what you typed" end
  return ("Under %s, in place of the rules that each battle was fought with:"):format(text.list(names, "and"))
end

local function recordings_of(paths)
  local list = {}
  for i, path in ipairs(paths) do
    local recording, fault = impact.read(path)
    if not recording then fail("impact", fault) end
    list[i] = recording
  end
  return list
end

--- Is all of a recording the beginning of a battle? A recording that is opened is the battle at hand too.
local function is_begun_by(battle, recording)
  if battle.header.seed ~= recording.header.seed then return false end
  for i, line in ipairs(recording.lines) do
    local other = battle.lines[i]
    if not other or other.kind ~= line.kind or not tree.equal(other.command, line.command) then return false end
  end
  return true
end

commands.add {
  name = "impact", usage = "[all] [FILE…]", pages = true,
  doc = "what your changes of the rules alter in recorded battles: those that ship, and the one at hand",
  run = function(session, rest)
    local play, all = session.play, rest == "all" or rest:find "^all%s" ~= nil
    local rules = play and game_rules.bare(session) or session.rules
    if #rules.layers == 0 and not diff.tweaked(rules) and #charts_text.own(rules) == 0 then
      fail("impact", "nothing differs from the published rules: change one first, such as a cell of tables")
    end
    local paths = {}
    for path in (all and rest:sub(4) or rest):gmatch "%S+" do paths[#paths + 1] = path end
    local shipped = #paths == 0
    local list = recordings_of(shipped and impact.shipped(rules.name) or paths)
    local hand = play and shipped and #play.game.journal.lines > 1 and at_hand(play)
    if hand then list = lists.filter(list, function(recording) return not is_begun_by(hand, recording) end) end
    local work, fault = impact.begin(nil, rules)
    if not work then error(fault, 0) end
    local battles = {}
    local function add(recording, opts)
      local report, message = impact.battle(work, recording, opts)
      if not report then fail("impact", message) end
      battles[#battles + 1] = report
    end
    if hand then add(hand, { open = reader(play) }) end
    local bar = progress.bar(#list, "battles", PATIENCE)
    for i, recording in ipairs(list) do
      add(recording)
      bar(i)
    end
    bar()
    local sum = impact.sum(battles)
    local above = heading(rules)
    if above then session:say(table.concat(text.wrap(above, host.width()), "\n")) end
    session:say(table.concat(impact.lines(sum, { all = all }), "\n"))
    session.impact = { lines = impact.brief(sum), rules = session.rules, generation = session.rules.generation }
  end,
  complete = function(_, _, begun) return require("commands.game").paths(begun) end,
}

return M
