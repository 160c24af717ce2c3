--- What a change of rules would have altered in recorded battles: each command alone (limber.record.alone), and the
--- whole battle, done again under the other rules until a command is refused.
--
-- The other rules are laid over the house rules that a battle was recorded with; an owner's base charts are part of
-- them. Changes of rules in the middle of a battle are left out on both sides.
local Alone <const> = require "limber.record.alone"
local compared <const> = require "limber.record.compared"
local digest <const> = require "kernel.digest"
local during <const> = require "limber.rules.during"
local faults <const> = require "limber.common.faults"
local house_fields <const> = require "limber.rules.house_fields"
local Replay <const> = require "limber.record.replay"
local Scenario <const> = require "limber.scenario.scenario"
local tree <const> = require "limber.common.tree"
local verify <const> = require "limber.record.verify"

local M <const> = {}

---@class limber.ImpactChange a command that comes out otherwise; plain data
---@field line integer
---@field turn integer
---@field where string? its place in words, where the caller gives `place`
---@field how "otherwise"|"result"|"refused"|"asks"|"failed" as limber.AloneChange
---@field message string?
---@field calls limber.AloneCall[]
---@field story { was: string[], now: string[] }
---@field step { was: string?, now: string? }? the steps in which the battle goes on, in words, where they differ

---@class limber.ImpactBattle what a change would have altered in one battle; plain data
---@field title string
---@field commands integer
---@field changes limber.ImpactChange[] in order
---@field counts table<string, integer> commands by `how`, and "same"
---@field throws { all: integer, other: integer, new: integer, gone: integer }
---@field laid_out boolean would the forces or the ground be laid out otherwise?
---@field recorded string? how the recorded battle ended, in words, where the caller gives `ending`
---@field whole { ended: string?, commands: integer, stopped: limber.ImpactChange?, result: table?, solo: integer?,
---  failed: string?, left_out: integer? }? nil: nothing changes; failed: why solo commanders could not fight on;
---  left_out: refused commands that were skipped

---@class limber.ImpactOptions
---@field open (fun(line: limber.Line): boolean)? may all that a line tells be read?
---@field place (fun(game: limber.Game, line: limber.Line, open: boolean): string)? the place of a command in words
---@field step (fun(game: limber.Game, path: string): string)? a step in words
---@field words (fun(game: limber.Game, words: string): string)? a story line with lengths as they are shown
---@field refusal (fun(game: limber.Game, fault: table): string)? a refusal in words
---@field ending (fun(game: limber.Game): string?)? how a battle ended, in words
---@field skip boolean? go on with the whole battle past commands that are refused
---@field fight_on (fun(game: limber.Game): integer?, table?)? fights on where the whole battle stops

--- Lines that change the rules in the middle of a battle.
local RULES <const> = { tweak = true, variant = true, reload = true }

---@class limber.ImpactWork what is used for several battles
---@field loader limber.Loader
---@field before limber.Rules?
---@field after limber.Rules
---@field published table the published ruleset, with what plays a battle
---@field bare table? the same without an owner's base charts
---@field stacks table<string, limber.Rules>

--- Begins: `before` nil stands for the rules that each battle was recorded with.
---@param before limber.Rules?
---@param after limber.Rules
---@param loader limber.Loader
---@param load fun(loader: limber.Loader, variants: string[]): limber.Rules?, limber.Refusal? loads rules to play
---@return limber.ImpactWork?
---@return limber.Refusal?
function M.begin(before, after, loader, load)
  local published = after.published
  if not published.game then
    local rules, fault = load(loader, {})
    if not rules then return nil, fault end
    published = rules.published
  end
  return { loader = loader, before = before, after = after, published = published, load = load, stacks = {} }
end

--- The variants of a recording with those of a stack over them.
local function over_own(own, rules)
  local names, above = {}, {}
  for _, source in ipairs(rules and rules:variant_sources() or {}) do above[during.read(source)] = true end
  for _, name in ipairs(rules and rules:variant_names() or {}) do above[name] = true end
  for _, name in ipairs(own) do
    if not above[during.read(name)] then names[#names + 1] = name end
  end
  return table.move(rules and rules:variant_sources() or {}, 1, rules and #rules.layers or 0, #names + 1, names)
end

--- A loader for a recording that brings files: what the player named is read where it stands.
local function loader_of(work, recording, rules)
  local from, named = Replay.loader(recording.header.files, work.loader, recording.own_copies), {}
  for _, source in ipairs(rules and rules:variant_sources() or {}) do named[during.read(source)] = true end
  local variant = from.variant
  function from.variant(ruleset, name)
    if named[name] then return work.loader.variant(ruleset, name) end
    return variant(ruleset, name)
  end
  return from
end

--- The published ruleset for a recording that brings no files: an owner's base charts are part of the change.
local function published_for(work, rules)
  if rules or not work.loader.charts then return work.published end
  if not work.bare then
    local bare = tree.shallow(work.loader)
    bare.charts = nil
    local loaded, fault = work.load(bare, {})
    if not loaded then return nil, fault end
    work.bare = loaded.published
  end
  return work.bare
end

local function brings(recording)
  for _, file in ipairs(recording.header.files) do
    if file.text and not file.army then return true end
  end
  return false
end

--- The rules of a stack for a recording.
local function stack_of(work, recording, rules)
  local names = over_own(recording.header.variants, rules)
  local own, key = brings(recording), table.concat(names, "\n") .. (rules and "\n" .. tostring(rules) or "")
  if not own and work.stacks[key] then return work.stacks[key] end
  local stack, fault
  if own then
    local from = loader_of(work, recording, rules)
    if rules and work.loader.charts then from.charts = work.loader.charts end
    stack, fault = work.load(from, names)
  else
    local published
    published, fault = published_for(work, rules)
    if published then stack, fault = work.after.over(published, names) end
  end
  if not stack then return nil, fault end
  if rules then
    local fine, message = pcall(stack.put_live, stack, rules.live)
    if not fine then return nil, faults.refusal("rules", message) end
  end
  if not own then work.stacks[key] = stack end
  return stack
end

--- The state that a battle begins with under rules.
local function start_of(recording, scenario, rules)
  local header = recording.header
  local start, wrong = Scenario.build(scenario, rules, {
    facts = header.facts, solo = header.solo, commanders = header.commanders,
  })
  if not start then return nil, wrong[1] end
  return start
end

local function all_words(game, list, opts)
  local shown = {}
  for i, words in ipairs(list) do shown[i] = opts.words and opts.words(game, words) or words end
  return shown
end

local function step_of(game, path, opts) return path and opts.step and opts.step(game, path) or path end

local function change_of(game, change, opts)
  local line, told, step = change.line, change.story or { was = {}, now = {} }, change.step
  local open = not opts.open or opts.open(line)
  if not open then told = { was = {}, now = {} } end
  return {
    line = line.shown, turn = line.turn, how = change.how, calls = open and change.calls or {},
    story = { was = all_words(game, told.was, opts), now = all_words(game, told.now, opts) },
    step = step and { was = step_of(game, step.was, opts), now = step_of(game, step.now, opts) },
    command = open and line.command or nil, where = opts.place and opts.place(game, line, open),
    message = change.refusal and (opts.refusal and opts.refusal(game, change.refusal) or faults.text(change.refusal)),
  }
end

--- The lines that lead to the last one, numbered anew; `shown` is what each was.
---@param recording limber.Recording
---@return limber.Line[]
local function of_branch(recording)
  local own = {}
  for i, line in ipairs(recording.at_hand and recording.lines or Replay.last_branch(recording)) do
    local copy = tree.shallow(line)
    copy.shown, copy.id, copy.parent = line.id, i, i > 1 and i - 1 or nil
    own[i] = copy
  end
  return own
end

--- Each command alone.
---@return limber.Alone? nil where it is not the record that tells where the battles part
local function each_alone(recording, pair, start, report, opts)
  local alone <const> = Alone.new(recording, pair, start)
  for _, line in ipairs(recording.lines) do
    local change, tried = alone:line(line)
    report.commands = report.commands + (tried and 1 or 0)
    if change then
      report.changes[#report.changes + 1] = change_of(alone.game, change, opts)
      report.counts[change.how] = report.counts[change.how] + 1
    elseif tried then
      report.counts.same = report.counts.same + 1
    end
  end
  report.throws = alone.throws
  report.recorded = opts.ending and opts.ending(alone.game)
  return pair.trusted and not report.laid_out and alone or nil
end

--- The lines of a battle from where it parts, or all of them; and the state that it comes to by those before, with how
--- many these are. A question of code under way, and facts that players told, are asked from the beginning.
local function lines_from(recording, parted)
  local lines, before = {}, 0
  for _, line in ipairs(recording.lines) do
    if not RULES[line.kind] then lines[#lines + 1] = line end
    if parted and line == parted.line then before = #lines - 1 end
  end
  local frames = parted and parted.root.frames or {}
  local asked = #frames > 0 and frames[#frames].choice
  if before == 0 or asked or recording.header.facts == "told" then return lines, nil, 0 end
  return table.move(lines, before + 1, #lines, 1, {}), parted.root, before
end

--- The whole battle under the rules after.
local function whole(recording, rules, loader, alone, opts)
  local game = alone and not alone.parted and alone.game -- each command leaves what it left
  if game and not opts.fight_on then
    return { commands = #recording.lines, ended = opts.ending and opts.ending(game),
      result = tree.copy(game.state.root.result) }
  end
  local lines, root, before = lines_from(recording, alone and not opts.fight_on and alone.parted)
  local kept = opts.fight_on ~= nil or recording.header.facts == "told" -- solo commanders' plans, and what was told
  local report, fault = verify.under(recording, loader, {}, {
    skip = opts.skip or "choices", rules = rules, lines = lines, root = root, keep = kept,
    story = not kept and function() end or nil, -- events are noted all the same: they may break a rule
  })
  if not report then return nil, fault end
  local stopped
  game, stopped = report.game, report.stopped
  local done = { commands = before + #report.lines, left_out = #report.skipped > 0 and #report.skipped or nil }
  if stopped then
    done.stopped = change_of(game, { line = stopped.line, how = compared.how_failed(stopped.refusal),
      refusal = stopped.refusal }, opts)
  end
  if opts.fight_on and not game.state.root.result then
    done.solo, fault = opts.fight_on(game)
    if fault and fault.kind == "interrupt" then error(fault, 0) end
    done.failed = not done.solo and faults.text(fault) or nil
  end
  done.ended, done.result = opts.ending and opts.ending(game), tree.copy(game.state.root.result)
  return done
end

local function run(work, read, opts)
  local recording = tree.shallow(read)
  recording.lines = of_branch(read)
  local before, fault = stack_of(work, recording, work.before)
  if not before then return nil, fault end
  local after
  after, fault = stack_of(work, recording, work.after)
  if not after then return nil, fault end
  local scenario
  scenario, fault = Replay.scenario(recording, work.loader)
  if not scenario then return nil, fault end
  local start, new_start
  start, fault = start_of(recording, scenario, before)
  if not start then return nil, fault end
  new_start, fault = start_of(recording, scenario, after)
  if not new_start then return nil, fault end
  local same = #Replay.changed_files(recording.header, before, scenario) == 0
  local trusted = not work.before and (recording.shipped or same)
  for _, line in ipairs(recording.lines) do trusted = trusted and not RULES[line.kind] end
  local report <const> = {
    title = scenario.title, commands = 0, changes = {},
    counts = { same = 0, otherwise = 0, result = 0, refused = 0, asks = 0, failed = 0 },
    laid_out = digest.of(house_fields.bare(start, before)) ~= digest.of(house_fields.bare(new_start, after)),
  }
  local alone = each_alone(recording, { before = before, after = after, trusted = trusted,
    doubted = not same }, start, report, opts)
  if #report.changes > 0 or report.laid_out then
    report.whole, fault = whole(recording, after, work.loader, alone, opts)
    if not report.whole then return nil, fault end
  end
  return report
end

--- What the change would have altered in one battle.
---@param work limber.ImpactWork
---@param recording limber.Recording
---@param opts limber.ImpactOptions?
---@return limber.ImpactBattle?
---@return limber.Refusal?
function M.battle(work, recording, opts)
  if recording.header.ruleset ~= work.after.name then
    return nil, { arg = "replay", message = ("it is a battle of %s, not of %s"):format(recording.header.ruleset,
      work.after.name) }
  end
  local fault = not recording.at_hand and verify.altered(recording)
  if fault then return nil, fault end
  return Replay.guarded(recording, "a line of it", run, work, recording, opts or {})
end

return M
