--- Opens a battle for the prompt: a scenario at its first choice, or a replay at its end, ready to be played on.
local battle <const> = require "play.battle"
local charts_text <const> = require "show.charts_text"
local digest <const> = require "kernel.digest"
local faults <const> = require "limber.common.faults"
local file_kind <const> = require "limber.language.file_kind"
local GameSession <const> = require "play.session"
local game_solo <const> = require "play.solo"
local house_fields <const> = require "limber.rules.house_fields"
local host <const> = require "host"
local keeping <const> = require "keep.keeping"
local loader <const> = require "read.loader"
local matters <const> = require "limber.rules.relevance"
local PlayedScript <const> = require "play.script"
local real_dice <const> = require "told.real_dice"
local real_facts <const> = require "told.real_facts"
local replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local table_talk <const> = require "told.table_talk"
local text <const> = require "show.text"
local verify <const> = require "limber.record.verify"

local M <const> = {}

---@class limber.OpenOptions
---@field seed integer? none: the scenario's own, else a fresh one
---@field variant string[]
---@field real_dice boolean?
---@field facts "told"|"measured"|nil
---@field solo string|true|nil the side that a solo commander leads; true or "both": all of them
---@field commanders table<string, string>? what they are like, by side

---@class limber.OpenedGame
---@field game limber.Game
---@field title string
---@field scenario limber.Scenario?
---@field begun boolean it has been begun already
---@field start_digest string? of its state at the very beginning
---@field solo string[]? the sides that solo commanders lead

--- Loads the rules that a line of a journal puts in force.
local function rules_loader(header)
  return function(line)
    local files = table.move(header.files, 1, #header.files, 1, {})
    table.move(line.files or {}, 1, #(line.files or {}), #files + 1, files)
    return Rules.load(replay.loader(files, loader.new()), header.ruleset, line.variants, {
      game = require "limber.game.words",
    })
  end
end

local function of_scenario(path, opts, shown)
  local opened, wrong = battle.open(path, opts.variant, {
    facts = opts.facts, solo = opts.solo, commanders = opts.commanders,
  })
  if not opened then return nil, table.concat(wrong, "\n") end
  return M.of_opened(opened, opts, shown)
end

--- The game of a scenario that was read.
---@param opened limber.Opened
---@param opts limber.OpenOptions
---@param shown fun(): string?
---@return limber.OpenedGame
function M.of_opened(opened, opts, shown)
  local game
  local function present() return game end
  game = battle.game(opened, {
    seed = opts.seed or opened.scenario.seed or host.fresh_seed(),
    tell_fact = opened.facts == "told" and real_facts.teller(present, shown) or nil,
    tell_dice = opts.real_dice and real_dice.teller(present) or nil,
  })
  game.load_rules = rules_loader(game.journal.header)
  return {
    game = game, title = opened.scenario.title, scenario = opened.scenario,
    start_digest = digest.of(house_fields.bare(game.state.root, game.rules)),
    solo = opened.solo,
  }
end

--- Which copies of shipped files a replay carries that are not those installed.
local function copies_text(path, copies)
  local lines = { path .. " carries copies of shipped files that are not those installed:" }
  for i, one in ipairs(copies) do lines[i + 1] = text.line(one) end
  return table.concat(lines, "\n")
end

--- The same, with by which of them it is played.
---@param path string
---@param recording limber.Recording
---@param copies string[]
---@return string
function M.copies_text(path, recording, copies)
  return copies_text(path, copies) .. (recording.own_copies and "\nIt is played by its own copies."
    or "\nIt is played by the installed files; limber replay --own-copies uses its own.")
end

--- Tells which copies of shipped files a replay carries that are not those installed; at a terminal the person chooses
--- by which it is played.
local function choose_copies(path, recording)
  local copies = replay.differing(recording, loader.new())
  if #copies == 0 then return end
  if not host.isatty(0) then
    host.stderr("limber: " .. M.copies_text(path, recording, copies):gsub("\n", "\n  ") .. "\n")
    return
  end
  table_talk.say((copies_text(path, copies):gsub("\n", "\n  ")))
  local answer = table_talk.read "Play it by its own copies? They are not Limber's rules. [y/N]"
  recording.own_copies = answer ~= nil and answer:lower():find "^%s*y" ~= nil
end

local function of_replay(path, content, opts, shown)
  local recording, fault = replay.read(content)
  if not recording then
    return nil, file_kind.wrong(path, content, "replay") or ("%s: %s"):format(path, faults.text(fault))
  end
  choose_copies(path, recording)
  local game, start_digest, report
  report, fault = verify.verify(recording, loader.new(), { begin = function(begun)
    game, start_digest = begun, digest.of(house_fields.bare(begun.state.root, begun.rules))
  end })
  if not report then return nil, faults.text(fault) end
  if not report.ok then return nil, ("%s does not verify: limber replay %s shows where"):format(path, path) end
  local header = recording.header
  local function present() return game end
  if header.facts == "told" then game.facts.tell = real_facts.teller(present, shown) end
  game.throws.told = (header.dice == "told" or opts.real_dice) and real_dice.teller(present) or nil
  local scenario = replay.scenario(recording, loader.new())
  local title = ("%s: %d commands, verified"):format(path, report.commands)
  local note = recording.warning or replay.broken(recording)
  if note then title = ("%s (%s)"):format(title, text.line(note)) end
  return {
    game = game, title = title, scenario = scenario, begun = true, start_digest = start_digest,
    solo = scenario and battle.led_solo(scenario, opts.solo) or header.solo,
  }
end

--- Opens a scenario's or a replay's file.
---@param path string
---@param opts limber.OpenOptions
---@param shown (fun(): string?)? the unit of length at the screen
---@return limber.OpenedGame?
---@return string? what is wrong
function M.open(path, opts, shown)
  local content, message = battle.read(path)
  if not content then return nil, message end
  shown = shown or function() end
  if content:find "^%s*{" then return of_replay(path, content, opts, shown) end
  return of_scenario(path, opts, shown)
end

--- Puts an opened game on a session's table, and plays what comes before the first choice.
---@param session limber.Session
---@param opened limber.OpenedGame
---@return boolean?
---@return string? what is wrong
function M.begin(session, opened)
  local game = opened.game
  local wrong = opened.solo and game_solo.unfit(game, opened.solo)
  if wrong then return nil, wrong end
  local script = opened.scenario and #opened.scenario.script > 0 and PlayedScript.new(opened.scenario, game) or nil
  local play = GameSession.new(session, game, { title = opened.title, script = script })
  local charts = charts_text.note(game.rules)
  if charts then play:say(charts, "yellow") end
  if not opened.begun then
    for _, note in ipairs(matters.notes(game.rules, game.state.root)) do play:say(note, "yellow") end
    local line, fault = game:start()
    if not line then return nil, faults.text(fault) end
  elseif script then
    for _, line in ipairs(game.journal.lines) do
      if line.kind == "command" then script:given_by_hand(line) end
    end
  end
  play.scenario, play.start_digest = opened.scenario, opened.start_digest
  game_solo.lead(play, opened.solo)
  if opened.begun then play.effort = game_solo.effort_of(game) end
  if session.play then keeping.close(session.play) end
  keeping.begin(play)
  session.play, session.env.game, session.last_answer = play, game, nil
  session.real_dice = session.real_dice or game.throws.told ~= nil
  game.aside = table_talk.aside(session)
  return true
end

return M
