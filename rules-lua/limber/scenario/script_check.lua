--- Checks a scenario's script before it is played: do its commands, steps and units exist, and do their arguments fit?
-- Whether the rules allow a command is only known when it is given.
local fields <const> = require "limber.language.fields"
local follows <const> = require "limber.scenario.follows"
local ids <const> = require "limber.ask.ids"
local lengths <const> = require "limber.language.lengths"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- Commands of every game, in addition to the ruleset's.
local GAME <const> = { answer = true, done = true, withdraw = true }

--- Keys of a scripted command that are the script's own.
local SCRIPT <const> = { side = true, ["do"] = true, optional = true }

local function step_names(words)
  local names, known = {}, {}
  for _, sequence in next, words.sequences do
    for _, step in ipairs(sequence) do
      if not sequence.parts and not known[step.name] then names[#names + 1], known[step.name] = step.name, true end
    end
  end
  table.sort(names)
  return names, known
end

--- The steps that take each command, by its name. Steps of the setup belong to turn 0, all others to later turns.
local function takers(words)
  local taken = {}
  for _, name in ipairs(sorted.keys(words.sequences)) do
    for _, step in ipairs(words.sequences[name]) do
      for _, list in ipairs { step.commands or {}, step.interrupts or {} } do
        for _, command in ipairs(list) do
          taken[command] = taken[command] or {}
          table.insert(taken[command], { step = step.name, setup = name == "setup" })
        end
      end
    end
  end
  return taken
end

--- Can a command of the ruleset be given in a block: in its step, or in a turn of its kind?
local function misplaced(check, block, name)
  local steps = {}
  for _, one in ipairs(check.takers[name] or {}) do
    if block.step == one.step or not block.step and one.setup == (block.turn == 0) then return nil end
    steps[#steps + 1] = one.step
  end
  if not check.words.commands[name] or #steps == 0 then return nil end
  return ("it cannot be given in %s, only in %s"):format(
    block.step or block.turn == 0 and "turn 0, the setup" or "a turn", table.concat(steps, ", "))
end

--- The i-th choice of a command with lists of ids, and whether there are more.
local function one_reading(args, list, i)
  local reading, more = {}, false
  for key, value in next, args do reading[key] = value end
  for _, field in ipairs(list) do
    local value = args[field.name]
    if field.names and field.kind == "text" and type(value) == "table" then
      reading[field.name] = value[math.min(i, #value)]
      more = more or #value > i
    end
  end
  return reading, more
end

--- Is a point off the table? Without measured ground there is no edge.
local function is_off(point, ground)
  if not (ground and ground.width and type(point) == "table") then return false end
  return point.x < 0 or point.y < 0 or point.x > ground.width or point.y > ground.depth
end

--- What is wrong with a point, in plainer words than those of fields.check.
local function bad_point(list, args, how, ground)
  for _, field in ipairs(list) do
    local value = args[field.name]
    if field.record == "point" and field.kind == "object" and value ~= nil then
      local point = lengths.point(value, how)
      local wrong = lengths.not_a_point(point, how)
      if not wrong and is_off(point, ground) then
        wrong = ("the point is off the table, which is %s by %s"):format(lengths.text(ground.width, how),
          lengths.text(ground.depth, how))
      end
      if wrong then return ("%s: %s"):format(field.name, wrong) end
    end
  end
end

--- What is wrong with an empty list of ids.
local function empty_list(list, args)
  for _, field in ipairs(list) do
    local value = args[field.name]
    if field.names and field.kind == "text" and type(value) == "table" and #value == 0 then
      return ("%s: the list is empty"):format(field.name)
    end
  end
end

local function command_wrong(check, cmd)
  local name, declared = cmd["do"], check.words.commands[cmd["do"]]
  if not check.state.sides[cmd.side] then
    if check.missing[cmd.side] then return nil end
    return ("there is no side %s"):format(tostring(cmd.side)), cmd.side
  end
  if not declared then
    if GAME[name] then return nil end
    local near = suggest.nearest(name, check.words.command_names)
    return near and ("no command %q; did you mean %s?"):format(name, near) or nil -- else it may be a decision's option
  end
  local args = {}
  for key, value in next, cmd do args[key] = not SCRIPT[key] and value or nil end
  local early = empty_list(declared.args, args) or bad_point(declared.args, args, check.how, check.state.ground)
  if early then return early end
  local i, more = 0, true
  while more do
    i = i + 1
    local reading
    reading, more = one_reading(args, declared.args, i)
    local converted = lengths.convert(declared.args, reading, check.how, check.records)
    local checked, fault = fields.check(declared.args, converted, check.records)
    fault = fault or ids.wrong(check, declared.args, checked, cmd.side)
    local unknown = fault and fault.message:match 'there is no %a+ "(.-)"'
    if fault and not (unknown and check.missing[unknown]) then
      return lengths.in_unit(fault.message, check.how), unknown
    end
  end
end

local function step_wrong(check, block)
  local last = check.state.last_turn
  if last and block.turn > last then return ("turn %d is after the last, %d"):format(block.turn, last) end
  if not block.step or check.steps[block.step] then return nil end
  return ("turn %s: there is no step %q%s"):format(block.turn, block.step, suggest.hint(block.step, check.step_names))
end

--- What is wrong with a scenario's script.
---@param scenario limber.Scenario
---@param rules limber.Rules
---@param state table as it was laid out
---@param missing table<string, true>? ids of those with faults of their own
---@return { file: string, line: integer?, message: string }[] faults
function M.faults(scenario, rules, state, missing)
  local check = {
    words = rules.game, records = rules.records, state = state, missing = missing or {},
    how = lengths.how(rules.published.unit or "mm", state.ground),
  }
  check.step_names, check.steps = step_names(check.words)
  check.takers = takers(check.words)
  local faults = {}
  local function say(file, line, message, unknown)
    if message then faults[#faults + 1] = { file = file, line = line, message = message, unknown = unknown } end
  end
  for _, block in ipairs(scenario.script) do
    local wrong_step = step_wrong(check, block)
    say(block.file, block.line, wrong_step)
    for _, one in ipairs(block.commands) do
      local wrong, unknown = command_wrong(check, one.cmd)
      wrong = wrong or not wrong_step and misplaced(check, block, one.cmd["do"])
      say(one.file, one.line, wrong and ("%s: %s"):format(one.cmd["do"], wrong), unknown)
    end
  end
  return follows.once(faults)
end

return M
