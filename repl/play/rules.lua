--- Rules changed while a game is on. What is typed holds from here on and goes into the journal; under files read again
--- and other variants the game is played through from its beginning, and goes on there.
local diff <const> = require "limber.rules.diff"
local digest <const> = require "kernel.digest"
local game_text <const> = require "play.text"
local house_fields <const> = require "limber.rules.house_fields"
local kinds <const> = require "limber.rules.kinds"
local loader <const> = require "read.loader"
local matters <const> = require "limber.rules.relevance"
local open <const> = require "read.open"
local parting <const> = require "play.parting"
local replay_text <const> = require "play.replay_text"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local sorted <const> = require "limber.common.sorted"
local sure <const> = require("play.refusal").sure

local counted <const> = require("limber.common.wording").counted

local M <const> = {}

--- What a replay needs of a stack that did not ship, or is not what it was when the game began.
local function files_of(play, rules)
  local files, before = {}, {}
  for _, file in ipairs(play.game.journal.header.files or {}) do before[file.path] = file.digest end
  for _, file in ipairs(rules.published.files) do
    if before[file.path] ~= digest.text(file.text) then
      files[#files + 1] = { path = file.path, text = file.text, chart = file.chart }
    end
  end
  for _, layer in ipairs(rules.layers) do
    if not layer.shipped then
      files[#files + 1] = { path = layer.path, text = layer.text }
      table.move(layer.files, 1, #layer.files, #files + 1, files)
    end
  end
  return files
end

local function change_of(kind, play, rules)
  return { kind = kind, variants = rules:variant_sources(), files = files_of(play, rules) }
end

-- ---- from here on --------------------------------------------------------------------------------------------------

--- Sets a cell or an option from the present line on; gives what it was.
---@param play limber.GameSession
---@param change { cell: string?, option: string?, value: any }
---@return any old
function M.tweak(play, change)
  local old
  if change.cell then
    old = play.game.rules:cell(change.cell)
  else
    old = play.game.rules.draft.options[change.option]
  end
  sure(play.game:tweak(change))
  return old
end

--- Two lots of tweaks, the latter over the former.
local function merged(rules, one, other)
  local live, seen = { texts = {}, typed = {} }, {}
  for _, row in ipairs(rules:kinds()) do
    live[row.key] = kinds.joined(row, one and one[row.key], other[row.key] or {})
  end
  for _, from in ipairs { one or {}, other } do
    for called, text in next, from.texts or {} do live.texts[called] = text end
    for _, text in ipairs(from.typed or {}) do
      if not seen[text] then live.typed[#live.typed + 1], seen[text] = text, true end
    end
  end
  return live
end

--- The name of the layer that holds typed changes, and the file name it goes by.
local TYPED <const> = "typed_here"
local TYPED_PATH <const> = ("./%s.lua"):format(TYPED)

--- What is typed and not a cell or an option.
local PLAIN <const> = { cells = true, options = true }

--- What was typed, as live tweaks, of the layer that a replay gave.
local function live_of(rules, layer)
  local text = layer.text:match "\n}\n\n(.-)%s*$"
  local live = { texts = {}, typed = { text } }
  for _, row in ipairs(rules:kinds()) do
    live[row.key] = layer[row.key] or {}
    for name, value in kinds.entries(row, layer) do
      if not PLAIN[row.key] then live.texts[kinds.called(row, name, value)] = text end
    end
  end
  return live
end

local function without_typed(rules)
  local sources = {}
  for i, source in ipairs(rules:variant_sources()) do
    if source ~= TYPED_PATH then
      sources[#sources + 1] = source
    elseif not rules.typed_live then
      rules.typed_live = live_of(rules, rules.layers[i])
    end
  end
  return sources
end

--- The rules without the typed changes, with all typed changes in force laid over them.
local function laid_bare(session)
  local rules = session.rules
  local bare = sure(open.over(rules, without_typed(rules)))
  bare:put_live(merged(rules, rules.typed_live, rules.live))
  return bare
end

M.bare = laid_bare

--- Changes what is typed by a function of the rules: all of it becomes a layer of its own, which the journal carries.
---@generic T
---@param session limber.Session
---@param change fun(rules: limber.Rules): T?, table?
---@return T
function M.layer(session, change)
  local play, bare = session.play, laid_bare(session)
  local answer = sure(change(bare))
  local stack = bare
  if diff.tweaked(bare) then
    stack = sure(diff.try(bare, TYPED_PATH, diff.keep(bare, TYPED)))
    stack.typed_live = bare.live
  end
  sure(play.game:change_rules(stack, change_of("variant", play, stack)))
  session:use(play.game.rules)
  return answer
end

--- What is typed and in force: the variants below it, and all of it as live tweaks.
---@param session limber.Session
---@return string[] sources
---@return table live
function M.typed(session)
  local rules = session.rules
  local sources = without_typed(rules)
  return sources, merged(rules, rules.typed_live, rules.live)
end

--- Makes changes in the game that is on.
---@param session limber.Session
---@param live table the tweaks as they were
function M.make(session, live)
  local play = session.play
  if next(live.texts) then
    M.layer(session, function(rules)
      rules:put_live(live)
      return true
    end)
    return
  end
  for _, path in ipairs(sorted.keys(live.cells)) do M.tweak(play, { cell = path, value = live.cells[path] }) end
  for _, name in ipairs(sorted.keys(live.options)) do M.tweak(play, { option = name, value = live.options[name] }) end
end

--- Makes changes that were made before a game began in that game.
---@param session limber.Session
---@param live table the tweaks as they were
function M.carry_over(session, live)
  local play, count = session.play, 0
  for _, row in ipairs(session.rules:kinds()) do
    for _ in kinds.entries(row, live) do count = count + 1 end
  end
  if count == 0 then return end
  M.make(session, live)
  play:say(("your %d rule change%s appl%s to this game too"):format(count, count == 1 and "" or "s",
    count == 1 and "ies" or "y"))
end

--- Puts a house rule in force that holds the typed changes; it replaces them and the game stays as it is.
---@param session limber.Session
---@param stack limber.Rules
function M.kept(session, stack)
  sure(session.play.game:change_rules(stack, change_of("variant", session.play, stack)))
  session:use(session.play.game.rules)
end

--- Whether a layer holds typed changes.
---@param name string
---@return boolean
function M.is_typed(name) return name == TYPED end

-- ---- from the beginning --------------------------------------------------------------------------------------------

--- Left-out commands shown, at most.
local MOST <const> = 6

local function tell_difference(play, report, back)
  local first, how = parting.first(play, report)
  if first then
    local line, turn_word = play.game.journal.lines[first], game_text.turn_word(play.game)
    play:say(("First difference at line %d (it was %d), %s %d%s: %s"):format(first, report.was[first].id, turn_word,
      line.turn, line.step and ", " .. replay_text.step(play.game.rules, line.step) or "", play:line_text(line)))
    play:say("  " .. how)
    play:say(("%d of %d lines came out differently."):format(#report.changed, #report.lines))
  elseif #report.skipped == 0 then
    play:say(("Nothing in this game comes out differently (%s replayed)."):format(
      counted(#report.lines, "line")))
  end
  for i, one in ipairs(report.skipped) do
    if i > MOST then
      play:say(("  … and %d more are left out"):format(#report.skipped - MOST), "red")
      break
    end
    play:say(("left out, refused now: %d, %s: %s"):format(one.line.id, play:line_text(one.line), one.refusal.message),
      "red")
  end
  for _, path in ipairs(report.answered) do play:say(("new: %s took its first answer"):format(path), "yellow") end
  play:say(("(the game under the earlier rules: :goto %d)"):format(back), "dim")
  play.asked_of = nil
end

--- What the rules would have laid out otherwise when the game began, in words; nil for nothing.
local function laid_out_otherwise(play, rules)
  if not play.scenario then return nil end
  local header = play.game.journal.header
  local start, wrong = Scenario.build(play.scenario, rules, { facts = header.facts, solo = header.solo,
    commanders = header.commanders })
  if not start then
    return ("(the scenario could not begin anew under these rules: %s)"):format(Scenario.fault_text(wrong[1]))
  elseif digest.of(house_fields.bare(start, rules)) ~= play.start_digest then
    return "(these rules would change the forces or the ground: :load the battle again for that)"
  end
end

--- Plays the game through under another stack, and says where it parts.
---@param session limber.Session
---@param stack limber.Rules
---@param kind "variant"|"reload"
function M.play_through(session, stack, kind)
  local play = session.play
  local back = play.game.journal.at.id
  local report = play:quietly(function()
    local done, fault = play.game:rerun(stack, change_of(kind, play, stack))
    if fault then fault.message = tostring(fault.message) .. "; the game continues under its earlier rules" end
    return done, fault
  end)
  session:use(play.game.rules)
  tell_difference(play, report, back)
  if kind == "variant" then
    for _, note in ipairs(matters.notes(stack, play.game.state.root)) do play:say(note, "yellow") end
  end
  local otherwise = laid_out_otherwise(play, stack)
  if otherwise then play:say(otherwise, "yellow") end
end

--- The rules of the game from its files as they now stand; base charts that a replay brought are its own.
---@param session limber.Session
---@return limber.Rules
function M.read_again(session)
  local rules, from = session.rules, loader.new()
  from.charts = rules.published.loader.charts
  local done, stack = pcall(Rules.load, from, rules.name, rules:variant_sources(), {
    game = require "limber.game.words",
  })
  if done and stack then return stack end
  local again, fault = rules:reload()
  if not again then error(fault, 0) end
  return again
end

return M
