--- A recording done again: held to what was written, or played under other rules.
local Abreast <const> = require "limber.game.reissue"
local digest <const> = require "kernel.digest"
local divergence <const> = require "limber.record.divergence"
local Journal <const> = require "limber.game.journal"
local json <const> = require "kernel.json"
local lacking <const> = require "limber.rules.lacking"
local Replay <const> = require "limber.record.replay"
local tree <const> = require "limber.common.tree"
local Throws <const> = require "limber.ask.throws"

local M <const> = {}

local function report_of(found, written, changed)
  found.line, found.turn, found.step, found.command = written.id, written.turn, written.step, written.command
  found.files = json.list(changed)
  return { ok = false, first_divergence = found }
end

--- What is wrong with a line's place among the others, in words.
local function out_of_order(line, place)
  if line.id < place then
    return ("line %d of the file says it is line %d, which came before"):format(place + 1, line.id)
  elseif line.id > place then
    return ("line %d of the battle is missing: line %d follows instead"):format(place, line.id)
  elseif line.parent and line.parent >= line.id then
    return ("line %d says it follows line %d, which comes later"):format(line.id, line.parent)
  end
end

local function count_rolls(line)
  local rolls = 0
  for _, call in ipairs(line.calls) do rolls = rolls + #call.rolls end
  return rolls
end

--- The state as the written changes alone make it: what a rule wrote past the one place shows here.
local function shadow_of(game, shadow, line)
  local at = game.journal.at
  if not shadow or (at and at.id) ~= line.parent or line.id ~= (line.parent or 0) + 1 then
    if (at and at.id) ~= line.parent then game:go_to(line.parent) end
    return tree.copy(game.state.root)
  end
  return shadow
end

--- The digest a line ought to have by what is written in it and by the one before.
local function digest_as_written(before, written)
  local body = {}
  for key, value in next, written do body[key] = value end
  body.digest = nil
  return digest.chain(before, body)
end

--- Ctrl-C is no answer of the battle.
local function pass_on_interrupt(failure)
  if failure and failure.kind == "interrupt" then error(failure, 0) end
end

--- A line done again, held to what was written: nil, or how it differs.
local function compare(written, done, refused, altered)
  pass_on_interrupt(not done and refused)
  if not done then return { what = "refused", message = refused.message, got = refused.arg, altered = altered } end
  if done.digest == written.digest and not altered then return nil end
  local found = divergence.of(written, done)
  found.altered = altered
  if found.what == "chain" and altered then
    found.message = written.id == 1 and "the header, or the digest of the first line, was altered"
      or "its digest was altered: everything else comes out the same"
  end
  return found
end

--- What is wrong with the line that ends a recording, in words; nil when it has none. `last`: the digest before it.
local function wrong_ending(recording, last)
  local ending, commands = recording.ending, 0
  if not ending then return nil end
  for _, line in ipairs(recording.lines) do
    if line.kind == "command" then commands = commands + 1 end
  end
  if ending.lines ~= #recording.lines or ending.commands ~= commands then
    return ("its last line says %d lines and %d commands, but it has %d lines and %d commands"):format(
      ending.lines, ending.commands, #recording.lines, commands)
  elseif ending.digest ~= last then
    return "the digest in its last line does not match the battle"
  end
end

--- The line that ends a recording, as a place in the battle.
local function place_of_ending(recording)
  local lines = recording.lines
  return { id = #lines + 1, turn = #lines > 0 and lines[#lines].turn or 0 }
end

--- Whether a recording is whole and as it was written, by its lines' order and digests alone.
---@param recording limber.Recording
---@return boolean whole
---@return limber.Line? line the first that is not
---@return string? message
local function intact(recording)
  local before = digest.of(recording.header)
  for i, line in ipairs(recording.lines) do
    local message = out_of_order(line, i)
    if not message and digest_as_written(before, line) ~= line.digest then
      message = "it, or the line before it, was altered after it was written"
    end
    if message then return false, line, message end
    before = line.digest
  end
  local message = wrong_ending(recording, before)
  if message then return false, place_of_ending(recording), message end
  return true
end

--- Does one line again: the line as it came out and the state by its changes, or how it differs from what was written.
--- Rules that have changed since may tell the same otherwise: such a line keeps the digest that it was written with.
local function do_line(game, shadow, written, altered, changed)
  shadow = shadow_of(game, shadow, written)
  local done, refused = game:again(written)
  local found = compare(written, done, refused, altered)
  local retold = found and found.told_alone and not altered and #changed > 0
  if found and not retold then return { found = found } end
  if retold then done.digest, game.journal.digest = written.digest, written.digest end
  for _, change in ipairs(done.changes) do Journal.apply(shadow, change) end
  if done.state and digest.of(shadow) ~= done.state then
    local where, expected, got = divergence.difference(shadow, game.state.root, "")
    return { found = { what = "state", field = where, expected = expected, got = got,
      message = "the state was changed without play:set" } }
  end
  return { done = done, shadow = shadow, retold = retold and 1 or 0 }
end

--- Does the lines of a recording again, in a game at its beginning, and holds each to what was written.
local function held_to(recording, game, scenario, opts)
  local changed = Replay.changed_files(recording.header, game.rules, scenario)
  local commands, rolls, retold, shadow = 0, 0, 0, nil
  for i, written in ipairs(recording.lines) do
    local message = out_of_order(written, i)
    if message then return report_of({ what = "order", message = message }, written, changed) end
    local altered = digest_as_written(game.journal.digest, written) ~= written.digest or nil
    local step, impossible = Replay.guarded(recording, ("line %d"):format(i), do_line, game, shadow, written, altered,
      changed)
    if not step then
      local found = { what = "refused", message = impossible.message, got = impossible.arg, altered = altered }
      return report_of(found, written, changed)
    end
    if step.found then return report_of(step.found, written, changed) end
    local done = step.done
    shadow, retold = step.shadow, retold + step.retold
    commands, rolls = commands + (done.kind == "command" and 1 or 0), rolls + count_rolls(done)
    if opts.each then opts.each(done, game) end
  end
  local message = wrong_ending(recording, game.journal.digest)
  if message then
    return report_of({ what = "order", message = message }, place_of_ending(recording), changed)
  end
  return {
    ok = true, commands = commands, rolls = rolls, digest = game.journal.digest, ended = recording.ending ~= nil,
    retold = retold > 0 and retold or nil,
  }
end

--- Judges all house rules of a game's battle, those of its lines too, as it was before or as it is now
--- (limber.rules.lacking).
local function spare(game, before)
  lacking.spare(game.begun_with.rules, before)
  lacking.spare(game.rules, before)
  for _, line in ipairs(game.journal.lines) do lacking.spare(line.rules, before) end
end

--- Does a recording again and holds it to what was written. What house rules read and set of pieces, tell and give back
--- is judged as it was then: a field that nothing has is no error (limber.rules.lacking).
---@param recording limber.Recording
---@param loader limber.Loader
---@param opts { story: function?, begin: fun(game)?, each: fun(line, game)? }? called at the start and after each line
---@return table? report { ok = true, commands, rolls, digest, ended, retold = lines that today's rules tell in other
--- words } or { ok = false, first_divergence }
---@return table? refusal it could not be begun
function M.verify(recording, loader, opts)
  opts = opts or {}
  local game, fault, scenario = Replay.game(recording, loader, { story = opts.story })
  if not game then return nil, fault end
  spare(game, true)
  if opts.begin then opts.begin(game) end
  local done, report = pcall(held_to, recording, game, scenario, opts)
  spare(game, false)
  if not done then error(report, 0) end
  return report
end

---@class limber.Under : limber.GivenAgain what a battle became under other rules
---@field game limber.Game
---@field first limber.Divergence? the first line that differs

--- Why a recording is not whole, or not as it was written; nil where it is.
---@param recording limber.Recording
---@return limber.Refusal?
function M.altered(recording)
  local whole, at, message = intact(recording)
  return not whole and { arg = "replay", message = ("line %d: %s"):format(at.id, message) } or nil
end

--- The same battle under other variants, on the same named dice.
---@param recording limber.Recording
---@param loader limber.Loader
---@param variants string[]
---@param opts { skip: boolean?, story: function?, append: function?, header: table?, rules: limber.Rules?,
---  lines: limber.Line[]?, root: table?, keep: boolean? } rules: those to play by, in place of the variants; lines:
---  those to give, when not all; root: the state before the first of them, when that is not the beginning; keep: as a
---  game has it
---@return limber.Under?
---@return table? refusal
function M.under(recording, loader, variants, opts)
  local fault = not opts.rules and M.altered(recording)
  if fault then return nil, fault end
  local game
  game, fault = Replay.game(recording, loader, {
    variants = variants, story = opts.story, append = opts.append, header = opts.header, rules = opts.rules,
    root = opts.root, keep = opts.keep,
  })
  if not game then return nil, fault end
  game.throws.known, game.throws.told = Throws.told(recording.lines), nil -- what was not told is thrown
  local first
  local function note(written, done)
    local parted = not (first or opts.rules) and divergence.of(written, done)
    if parted and parted.what ~= "story" and parted.what ~= "chain" then
      first = report_of(parted, written, {}).first_divergence
    end
  end
  local report
  local lines = opts.lines or Replay.last_branch(recording)
  report, fault = Replay.guarded(recording, "a line of it", Abreast.give, game, lines, opts.skip, note)
  if not report then return nil, fault end
  pass_on_interrupt(report.stopped and report.stopped.refusal)
  game.throws.known = nil
  report.game, report.first = game, first
  return report
end

return M
