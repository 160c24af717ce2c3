--- One random battle, watched after every command; what was done is kept as a list of deeds, so that a battle that
--- breaks something can be kept and fought again.
local chooser <const> = require "fuzz.chooser"
local dice <const> = require "kernel.dice"
local disk_loader <const> = require "disk_loader"
local Game <const> = require "limber.game.game"
local json <const> = require "kernel.json"
local Replay <const> = require "limber.record.replay"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local rulesets <const> = require "limber.rules.ruleset"
local trace <const> = require "limber.record.trace"
local variants <const> = require "limber.rules.variants"
local verify <const> = require "limber.record.verify"
local watch <const> = require "fuzz.watch"

local M <const> = {}

---@class fuzz.Case a battle as it can be fought again
---@field ruleset string
---@field scenario string the text
---@field seed integer
---@field variants string[]
---@field told boolean? facts and dice are told, out of the seed
---@field deeds table[] { what = "command", cmd }, { what = "undo" }, …

local MOST_DEEDS <const> = 700

--- Forces of a ruleset, where it has any beside this file; others, such as the toy's, are handed a scenario.
local function forces_of(ruleset)
  local name = "fuzz.forces_" .. ruleset
  return package.searchpath(name, package.path) and require(name) or nil
end

--- The rulesets that have forces here, by name.
M.RULESETS = {}
for _, ruleset in ipairs(disk_loader.list "rules-lua") do
  if forces_of(ruleset) then M.RULESETS[#M.RULESETS + 1] = ruleset end
end

--- A variant that ships with a ruleset, and that it can be played by.
local function any_variant(d, loader, name)
  local names = variants.names(assert(rulesets.load(loader, name)))
  local drawn = names[d(#names)]
  return drawn ~= forces_of(name).NOT_BY and drawn or nil
end

local function stream(seed)
  local source = dice.new()
  source:seed(seed)
  return source.throw.d
end

--- Answers for a game whose facts and dice are told: anything that the question allows.
local function tellers(seed)
  local d = stream(seed)
  local function fact(question)
    if question.offered ~= nil and d(3) > 1 then return question.offered end
    local about = { d = d, view = question.view, side = question.side or "a" }
    local field = {}
    for key, value in next, question.field do field[key] = value end
    if field.kind == "int" and not field.values then field.max = field.max or (field.min or 0) + 700 end
    for _ = 1, 50 do
      local value = chooser.value_of(about, field)
      if question.check(value) ~= nil then return value end
    end
    return question.offered
  end
  local function throw(specs)
    local told = {}
    for i, spec in ipairs(specs) do
      local faces, zero = {}, (spec.kind == "d10z" or spec.kind == "percentile") and 1 or 0
      for n = 1, spec.n do faces[n] = d(spec.faces) - zero end
      told[i] = { dice = faces }
    end
    return told
  end
  return fact, throw
end

--- The game of a case at its beginning, and its journal's text as it grows.
---@param case fuzz.Case
---@param loader limber.Loader
---@return limber.Game?
---@return string[]|string written or what is wrong
---@return boolean? misplaced the forces do not fit on their table
function M.open(case, loader)
  local rules, fault = Rules.load(loader, case.ruleset, case.variants, { game = require "limber.game.words" })
  if not rules then return nil, fault.message end
  local scenario
  scenario, fault = Scenario.read(case.scenario, "a_meeting.lua")
  if not scenario then return nil, Scenario.fault_text(fault) end
  local start, faults = Scenario.build(scenario, rules, { facts = case.told and "told" or nil })
  if not start then return nil, Scenario.fault_text(faults[1]), true end
  local written = {}
  local tell_fact, tell_dice
  if case.told then tell_fact, tell_dice = tellers(case.seed) end
  local game = Game.new {
    rules = rules, start = start, seed = case.seed, tell_fact = tell_fact, tell_dice = tell_dice,
    header = Replay.header(rules, scenario, {
      seed = case.seed, version = "test", facts = case.told and "told" or nil, dice = case.told and "told" or nil,
    }),
    append = function(text) written[#written + 1] = text end,
  }
  return game, written
end

--- What is empty in JSON may have been a list: it becomes neither.
local function unmarked(value)
  for key, inner in next, value do
    if type(inner) == "table" then value[key] = next(inner) and unmarked(inner) or {} end
  end
  return value
end

--- A case from its text.
---@param text string
---@return fuzz.Case
function M.read_case(text)
  return unmarked(assert(json.decode(text)))
end

local DO <const> = {}

function DO.command(game, deed) return game:command(deed.cmd) end
function DO.undo(game) return game:undo() or nil, { message = "nothing to undo" } end
function DO.redo(game) return game:redo() or nil, { message = "nothing to redo" } end
function DO.branch(game, deed) return game:branch(deed.name) end
function DO.rethrow(game) return game:rethrow() end
function DO.amend(game, deed) return game:amend(deed.path, deed.value, "for the sake of it") end

function DO.fix(game, deed)
  if not game.journal.lines[deed.line] then return nil, { message = "no such line" } end
  local report, fault = game:fix(deed.line, { call = deed.call, roll = deed.roll, dice = deed.dice }, "misread")
  if not report then return nil, fault end
  local stopped = report.stopped and report.stopped.refusal
  if stopped and stopped.kind then return nil, stopped end
  return true
end

--- A correction of one of the last lines that threw anything.
local function random_fix(game, d)
  local line = game.journal.at
  for _ = 1, d(6) do line = line and game.journal:parent(line) end
  for nth, call in ipairs(line and line.calls or {}) do
    local at = #call.rolls > 0 and d(#call.rolls)
    local roll = at and call.rolls[at]
    if roll and roll.kind ~= "choice" and roll.kind ~= "from" then
      local zero, given = (roll.kind == "d10z" or roll.kind == "percentile") and 1 or 0, {}
      for i = 1, #roll.dice do given[i] = d(roll.faces) - zero end
      return { what = "fix", line = line.id, call = nth, roll = at, dice = given }
    end
  end
end

local function random_amend(game, d)
  local ids = game.state.root.order.units
  local id, forces = ids[d(#ids)], forces_of(game.rules.published.name)
  if not forces then return nil end
  return { what = "amend", path = ("units.%s.%s"):format(id, forces.AMENDED), value = d(5) - 1 }
end

--- Something else than a command, now and then.
local function aside(game, d)
  local which = d(200)
  if which <= 4 then return { what = "undo" } end
  if which <= 6 then return { what = "redo" } end
  if which == 7 then return { what = "branch", name = "b" .. #game.journal.lines } end
  if which == 8 then return { what = "rethrow" } end
  if which == 9 then return random_amend(game, d) end
  if which == 10 then return random_fix(game, d) end
end

---@class fuzz.Fought
---@field case fuzz.Case
---@field commands integer those that were not refused
---@field refused integer
---@field turns integer
---@field fault string? what went wrong
---@field written string[]

--- Did a line, or the way to it, move anybody?
local function moved(line, deed)
  if deed.what ~= "command" then return true end
  for _, change in ipairs(line.changes) do
    if change.path[3] == "base" then return true end
  end
end

--- Does one deed. A refusal must change nothing; a line come back to must be what it was.
local function do_deed(game, deed, digests, before, among)
  local was = digests.last or watch.digest(game)
  local done, fault = DO[deed.what](game, deed)
  if not done and fault.kind then
    return nil, ("%s: %s:%s: %s"):format(fault.kind, tostring(fault.file), tostring(fault.line), fault.message)
  end
  local now = watch.digest(game)
  digests.last = now
  if not done and now ~= was and deed.what ~= "fix" then return nil, "a refusal changed the state" end
  if not done then return false end
  local at = game.journal.at
  if digests[at.id] and digests[at.id] ~= now then return nil, ("line %d is not what it was"):format(at.id) end
  digests[at.id] = now
  local wrong = before and moved(at, deed) and watch.places(game, before, among) or watch.views(game)
  if wrong then return nil, wrong end
  return true
end

--- Verifies what a battle wrote.
local function verified(written, loader)
  local recording, fault = Replay.read(table.concat(written))
  if not recording then return "the replay cannot be read: " .. fault.message end
  local report
  report, fault = verify.verify(recording, loader)
  if not report then return "the replay cannot be begun: " .. fault.message end
  if report.ok then return nil end
  local first = report.first_divergence
  return ("the replay differs at line %d: %s %s"):format(first.line, first.what,
    tostring(first.message or first.field or first.call or first.fact))
end

--- The trace of what a battle wrote, as text.
---@param written string[]
---@param loader limber.Loader
---@return string
function M.trace(written, loader)
  local lines = {}
  local report, fault = trace.trace(assert(Replay.read(table.concat(written))), loader, function(text)
    lines[#lines + 1] = text
  end)
  assert(report and report.ok, fault and fault.message or "the replay differs")
  return table.concat(lines)
end

--- Begins a battle; what is wrong with that is a fault like any other.
local begin
function begin(fought, loader)
  local opened, game, written, misplaced = pcall(M.open, fought.case, loader)
  if misplaced and fought.other_forces then
    fought.case.scenario = fought.other_forces()
    return begin(fought, loader)
  end
  if not opened or not game then
    fought.fault = "it cannot be begun: " .. tostring(type(game) == "table" and game.message or written or game)
    return nil
  end
  fought.written, fought.game = written, game
  local line, fault = game:start()
  if not line and not fault.kind and fought.other_forces then
    fought.case.scenario = fought.other_forces()
    return begin(fought, loader)
  elseif not line then
    fought.fault = ("at the start: %s: %s"):format(fault.kind or "refused", fault.message)
    return nil
  end
  return game
end

local function fight(fought, loader, next_deed)
  local game = begin(fought, loader)
  if not game then return fought end
  local forces = forces_of(fought.case.ruleset)
  local crowded, among = not forces, forces and forces.AMONG -- the toy rules let units stand in each other
  local digests, before = {}, not crowded and watch.beside(game) or nil
  fought.fault = before and watch.places(game, before, among)
  while not fought.fault do
    local asked, deed = xpcall(next_deed, function(why)
      return debug.traceback(type(why) == "table" and why.message or why, 2)
    end, game)
    if not asked then
      fought.fault = "what may be done cannot be told: " .. deed
      break
    elseif not deed then
      break
    end
    fought.deeds[#fought.deeds + 1] = deed
    local done, wrong = do_deed(game, deed, digests, before, among)
    if done then fought.commands = fought.commands + 1 end
    if done == false then fought.refused = fought.refused + 1 end
    if done == nil then fought.fault = ("%s (deed %d: %s)"):format(wrong, #fought.deeds, json.encode(deed)) end
  end
  fought.turns = game.state.root.turn
  fought.fault = fought.fault or verified(fought.written, loader)
  return fought
end

--- Fights a kept battle again: deeds that are refused by now are passed over.
---@param case fuzz.Case
---@param loader limber.Loader
---@return fuzz.Fought
function M.again(case, loader)
  local i, fought = 0, { case = case, deeds = {}, commands = 0, refused = 0, written = {} }
  return fight(fought, loader, function(game)
    i = i + 1
    if not case.deeds[i] then
      for _, side in ipairs(game:waiting().sides) do
        for _ in game:legal(side) do end -- it can be told, whatever it is
      end
    end
    return case.deeds[i]
  end)
end

--- A case out of a seed; without a scenario's text, the forces are the seed's too.
---@param seed integer
---@param loader limber.Loader
---@param opts { ruleset: string, scenario: string?, told: boolean? }
---@return fuzz.Case
---@return fun(faces: integer): integer d
function M.case(seed, loader, opts)
  local d, forces = stream(seed), forces_of(opts.ruleset)
  local case = { ruleset = opts.ruleset, seed = seed, variants = {}, told = opts.told, deeds = {} }
  case.scenario = opts.scenario or forces.scenario(d)
  if forces and d(4) == 1 then case.variants[1] = any_variant(d, loader, opts.ruleset) end
  return case, d
end

--- How many tries a side has at a phase before it is done with it.
local TRIES <const> = 14

--- A random battle to its end.
---@param seed integer
---@param loader limber.Loader
---@param opts table as for `case`
---@return fuzz.Fought
function M.battle(seed, loader, opts)
  local case, d = M.case(seed, loader, opts)
  local fought = { case = case, deeds = case.deeds, commands = 0, refused = 0, written = {} }
  fought.other_forces = not opts.scenario and function() return forces_of(opts.ruleset).scenario(d) end or nil
  local step, tries = nil, 0
  return fight(fought, loader, function(game)
    if game.state.root.result or #case.deeds >= MOST_DEEDS then return nil end
    local other = aside(game, d)
    if other then return other end
    local waiting = game:waiting()
    if waiting.path ~= step then step, tries = waiting.path, 0 end
    tries = tries + 1
    if waiting.kind == "phase" and tries > TRIES then
      return { what = "command", cmd = { side = waiting.sides[d(#waiting.sides)], ["do"] = "done" } }
    end
    return { what = "command", cmd = chooser.command(game, d, waiting) }
  end)
end

return M
