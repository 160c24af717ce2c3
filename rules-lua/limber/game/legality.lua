--- What may be done now: any command judged, and the commands there are, best first.
local bounds <const> = require "limber.language.bounds"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local ids <const> = require "limber.ask.ids"
local lacking <const> = require "limber.rules.lacking"
local lists <const> = require "limber.common.lists"
local Sequence <const> = require "limber.game.sequence"
local suggest <const> = require "limber.common.suggest"

local has <const>, refusal <const> = lists.has, faults.refusal

local M <const> = {}

---@class limber.Refused : limber.Refusal
---@field cite string? the clause
---@field margin any? by how much, as measured

---@class limber.Deed a command found fit, and what it does
---@field kind "command"|"seal"|"withdraw"|"done"|"answer"
---@field cmd table the command with its defaults
---@field declaration table?
---@field found any what its check measured
---@field overruled limber.Refused? the refusal that was overruled
---@field against string? all that spoke against it, in words

--- Commands of every game, in addition to its ruleset's.
local ANSWER <const>, DONE <const>, WITHDRAW <const> = "answer", "done", "withdraw"

--- Checks a command's arguments; side and name are put back into what is checked.
local function check_args(view, list, cmd, envelope)
  local given = {}
  for key, value in next, cmd do given[key] = value end
  for key in next, envelope do given[key] = nil end
  local checked, fault = fields.check(list, given, view.records)
  if not checked then return nil, fault end
  fault = ids.wrong(view, list, checked, cmd.side)
  if fault then return nil, fault end
  for key, value in next, envelope do checked[key] = value end
  return checked
end

local function judge_answer(view, waiting, cmd)
  local step = waiting.step
  local choice = cmd.choice
  if #waiting.options > 0 then
    if choice == nil and has(waiting.options, cmd["do"]) then choice = cmd["do"] end
    if not has(waiting.options, choice) then
      local hint = suggest.hint(choice, waiting.options)
      local wanted = table.concat(waiting.options, ", ")
      return nil, refusal("choice", "choice must be one of %s, got %s%s", wanted, bounds.said(choice), hint)
    end
  end
  local envelope = { side = cmd.side, ["do"] = ANSWER, choice = choice }
  local checked, fault = check_args(view, step.args or {}, cmd, envelope)
  if checked and step.check then fault = step.check(view, waiting.about, checked) end
  if fault then
    fault.cite = fault.cite or step.cite
    return nil, fault
  end
  return { kind = "answer", cmd = checked }
end

--- All refusals of a command that the players overrule, as sentences without repetition.
local function against(view, declaration, checked, fault)
  local list, seen = {}, {}
  for _, one in ipairs(declaration.against and declaration.against(view, checked) or {}) do
    if one and not seen[one.message] then list[#list + 1], seen[one.message] = one.message, true end
  end
  if not seen[fault.message] then table.insert(list, 1, fault.message) end
  return table.concat(list, "; ")
end

--- Gives a command the arguments that its check has found, by these names.
local function fill(checked, names, found)
  for _, name in ipairs(found and names or {}) do
    if found[name] ~= nil then checked[name] = found[name] end
  end
end

--- Checks a ruleset's command: its arguments, then what its rules say.
local function judge_command(game, view, declaration, cmd, overrule)
  local envelope = { side = cmd.side, ["do"] = declaration.name }
  local checked, fault = check_args(view, declaration.args, cmd, envelope)
  if not checked then return nil, fault end
  lacking.know_command(game, checked)
  local deed, found = { kind = "command", cmd = checked, declaration = declaration }, nil
  if declaration.check then fault, found = declaration.check(view, checked) end
  if declaration.fills then fill(checked, declaration.fills, found) else deed.found = found end
  if fault then
    fault.cite = fault.cite or declaration.cite
    if not overrule then return nil, fault end
    deed.overruled, deed.against = fault, against(view, declaration, checked, fault)
  end
  return deed
end

local function slot_of(declaration, cmd)
  return declaration.slot and declaration.slot(cmd) or cmd.unit or cmd["do"]
end

local function unknown(game, name)
  local names = { ANSWER, DONE, WITHDRAW }
  table.move(game.words.command_names, 1, #game.words.command_names, #names + 1, names)
  return refusal("do", "no command %s%s", bounds.quoted(name), suggest.hint(name, names))
end

local function not_now(name, waiting) return refusal("do", "%s cannot be given in %s", name, waiting.path) end

local function not_acting(cmd, waiting)
  return refusal("side", "side %s does not act in %s", bounds.said(cmd.side), waiting.path)
end

local function judge_phase(game, view, waiting, cmd, overrule)
  local step, name, acting = waiting.step, cmd["do"], has(waiting.sides, cmd.side)
  if acting and name == DONE then return { kind = "done", cmd = cmd } end
  if acting and step.sealed and name == WITHDRAW then
    return { kind = "withdraw", cmd = cmd, slot = tostring(cmd.slot or cmd.unit) }
  end
  local declaration = game.words.commands[name]
  if name == ANSWER or acting and name == WITHDRAW then return nil, not_now(name, waiting) end
  if name == DONE or name == WITHDRAW then return nil, not_acting(cmd, waiting) end
  if not declaration then return nil, unknown(game, name) end
  if has(step.interrupts, name) and not acting then
    return judge_command(game, view, declaration, cmd, overrule)
  elseif not has(step.commands, name) then
    return nil, not_now(name, waiting)
  elseif not acting then
    return nil, not_acting(cmd, waiting)
  end
  local deed, fault = judge_command(game, view, declaration, cmd, overrule)
  if deed and step.sealed then deed.kind, deed.slot = "seal", slot_of(declaration, deed.cmd) end
  return deed, fault
end

--- Judges a command as its side sees the game. Nothing is changed.
---@param game limber.Game
---@param view limber.View
---@param cmd table
---@param overrule boolean? let what the rules refuse pass
---@return limber.Deed?
---@return limber.Refused?
function M.judge(game, view, cmd, overrule)
  if not has(view.state.order.sides, cmd.side) then
    return nil, refusal("side", "side must be one of %s", table.concat(view.state.order.sides, ", "))
  end
  local waiting = Sequence.waiting(game, view)
  if waiting.kind == "over" then
    return nil, refusal("do", "the battle is over")
  end
  local declaration = game.words.commands[cmd["do"]]
  if declaration and declaration.any_time then
    return judge_command(game, view, declaration, cmd, overrule)
  elseif waiting.kind == "decision" then
    if not has(waiting.sides, cmd.side) then
      return nil, refusal("side", "side %s must answer first: %s", waiting.sides[1], waiting.path)
    end
    return judge_answer(view, waiting, cmd)
  end
  return judge_phase(game, view, waiting, cmd, overrule)
end

--- Judges a sealed command anew when it is executed, by the state itself.
---@param game limber.Game
---@param cmd table
---@return limber.Deed?
---@return limber.Refused?
function M.judge_now(game, cmd)
  local given = {}
  for key, value in next, cmd do given[key] = value end
  given.slot, given.told = nil, nil
  return judge_command(game, game.play, game.words.commands[cmd["do"]], given)
end

--- The argument of a command that names its actor: the first whose field is an id.
---@param declaration table
---@return string?
function M.subject(declaration)
  for _, field in ipairs(declaration.args) do
    if field.names then return field.name end
  end
end

--- Who acts by a command: the first of several.
---@param declaration table
---@param cmd table
---@return string?
function M.actor(declaration, cmd)
  local subject = M.subject(declaration)
  local named = subject and cmd[subject]
  return type(named) == "table" and named[1] or named
end

--- How far a command brings its unit now at most, in micrometres; nil where its ruleset does not say.
---@param game limber.Game
---@param view limber.View
---@param cmd table
---@return integer?
function M.goes(game, view, cmd)
  local declaration = game.words.commands[cmd["do"]]
  return declaration and declaration.goes and (game.facts:unasked(declaration.goes, view, cmd)) or nil
end

--- What a side's units do in this step where they are told nothing: commands that nobody has to give.
---@param game limber.Game
---@param view limber.View
---@param side string
---@return table[]
function M.unsaid(game, view, side)
  local waiting, list = Sequence.waiting(game, view), {}
  if waiting.kind ~= "phase" or not has(waiting.sides, side) then return list end
  for _, name in ipairs(waiting.step.commands or {}) do
    local declaration = game.words.commands[name]
    local untold = declaration and declaration.unsaid
    for _, cmd in ipairs(untold and game.facts:unasked(untold, view, side) or {}) do
      cmd.side, cmd["do"] = side, name
      list[#list + 1] = cmd
    end
  end
  return list
end

--- One proposal after another of a command, each with its name and side; nothing asks the players.
local function proposals_of(game, view, declaration, side, of, about)
  local given, _, message = game.facts:unasked(declaration.proposals, view, side, of, about)
  local i, list = 0, type(given) == "table" and given or nil
  if message then list = { { text = message } } end
  local subject = of and M.subject(declaration)
  return function()
    local proposal
    repeat
      i = i + 1
      if list then proposal = list[i] else proposal = given and (game.facts:unasked(given)) end
    until not proposal or not subject or M.actor(declaration, proposal) == of
    if proposal then proposal.side, proposal["do"] = side, declaration.name end
    return proposal
  end
end

local function take_best(sources)
  local best
  for i = 1, #sources do
    local source = sources[i]
    if source.head == nil then source.head = source.next() or false end
    if source.head and (not best or (source.head.score or 0) > (best.head.score or 0)) then best = source end
  end
  if not best then return nil end
  local head = best.head
  best.head = nil
  return head
end

--- What a side may do now, best first, worked out as it is asked for: an iterator of proposals.
---@param game limber.Game
---@param view limber.View
---@param side string
---@param only { of: string?, commands: string[]?, about: table<string, any>? }? of these commands alone, and of who
---       acts by them; about: ids that are of interest besides, as a set, for proposals that go by them
---@return fun(): table?
function M.legal(game, view, side, only)
  local waiting = Sequence.waiting(game, view)
  local acting, i = has(waiting.sides, side), 0
  if waiting.kind == "decision" then
    return function()
      i = i + 1
      local choice = acting and waiting.options[i]
      if choice then return { side = side, ["do"] = ANSWER, choice = choice } end
    end
  elseif waiting.kind == "over" then
    return function() end
  end
  local sources = {}
  for _, name in ipairs(acting and waiting.step.commands or waiting.step.interrupts or {}) do
    local declaration = game.words.commands[name]
    local asked = not (only and only.commands) or has(only.commands, name)
    if declaration and declaration.proposals and asked then
      local of, about = only and only.of, only and only.about
      sources[#sources + 1] = { next = proposals_of(game, view, declaration, side, of, about) }
    end
  end
  return function()
    local proposal = take_best(sources)
    if proposal then return proposal end
    i = i + 1
    if acting and i == 1 then return { side = side, ["do"] = DONE } end
  end
end

return M
