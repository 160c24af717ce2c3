--- Questions about units of the game that is on: `odds fire 1 51`, `ask combat.infantry 11 12 against 51`.
--
-- The units that stand first fill in what the ruleset's `measure` of that question measures; where it has none, what
-- they carry under the names of the arguments. A command's name asks what its prospects ask. Words after them change
-- it: `odds fire 1 51 guns=6`.
local Asking <const> = require "limber.ask.asking"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local house_fields <const> = require "limber.rules.house_fields"
local names <const> = require "play.names"
local promised <const> = require "prompt.promised"
local result_text <const> = require "show.result_text"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local BETWEEN <const> = { against = true, at = true, vs = true, ["and"] = true }

--- The units and formations that stand first, and where the rest begins.
local function subjects_of(view, words)
  local list, at, levels = {}, 1, names.levels(view)
  while words[at] do
    local from, id, after, place = at, nil, nil, "units"
    if BETWEEN[words[at]] and #list > 0 then from = at + 1 end
    if not words[from] then break end
    if levels[words[from]] and words[from + 1] then
      id, after = names.read(view, "formations", words, from + 1, "any", view.side)
      place = "formations"
    end
    if not id then
      id, after = names.read(view, "units", words, from, "any", view.side)
      place = "units"
    end
    if not id then
      id, after = names.read(view, "formations", words, from, "any", view.side)
      place = "formations"
    end
    if not id then break end
    list[#list + 1] = { id = id, node = view.state[place][id] }
    at = after
  end
  return list, at
end

--- The ways a measure may want its subjects: one by one, or in lists by side.
local function ways(list)
  local flat, first, second = {}, {}, {}
  for i, one in ipairs(list) do
    flat[i] = one.id
    local group = one.node.side == list[1].node.side and first or second
    group[#group + 1] = one.id
  end
  local all = { flat }
  if #second > 0 then
    all[2], all[3] = { first, second }, { first, second[1] }
  else
    all[2] = { first }
  end
  return all
end

--- What a measure makes of some subjects for a procedure, or why that is nothing.
local function try(view, procedure, measure, list)
  local wrong
  for i, way in ipairs(ways(list)) do
    local done, args = pcall(measure, view, table.unpack(way))
    if done and type(args) == "table" then
      local checked, fault = fields.check(procedure.args, args, view.records)
      if checked then return args end
      wrong = wrong or fault.message
    elseif i == 1 and done then
      wrong = "there is nothing to measure between them where they stand"
    elseif type(args) == "table" and (args.kind or args.arg) then
      local given_up = args.arg == "facts" or args.kind and args.kind ~= "error" and args.kind ~= "refusal"
      if given_up then error(args, 0) end
      wrong = wrong or args.message
    end
  end
  return nil, wrong
end

--- Names from a list, those that match a question's name first.
local function ordered(all, fits)
  local list = {}
  for _, wanted in ipairs { true, false } do
    for _, name in ipairs(all) do
      if fits(name) == wanted then list[#list + 1] = name end
    end
  end
  return list
end

local function akin(procedure, measure)
  return procedure == measure or procedure:match "[^.]+$" == measure or procedure:match "^[^.]+" == measure
end

--- What a unit carries under the names of some fields, where it fits them.
local function carried(list, node, records, into)
  for _, field in ipairs(list) do
    local value = node[field.name]
    if into[field.name] == nil and value ~= nil and fields.check({ field }, { [field.name] = value }, records) then
      into[field.name] = value
    end
  end
  return into
end

local function from_nodes(rules, procedure, list)
  local args, lists = {}, {}
  for _, field in ipairs(procedure.args) do
    if field.record and rules.records[field.record] and field.record ~= "point" then lists[#lists + 1] = field end
  end
  for _, one in ipairs(list) do
    carried(procedure.args, one.node, rules.records, args)
    local field = lists[one.node.side == list[1].node.side and 1 or 2]
    if field then
      local record = carried(rules.records[field.record], one.node, rules.records, {})
      if field.kind == "object" then
        args[field.name] = args[field.name] or record
      else
        args[field.name] = args[field.name] or {}
        table.insert(args[field.name], record)
      end
    end
  end
  return args
end

local function known(rules, play)
  local list = table.move(rules.procedure_names, 1, #rules.procedure_names, 1, {})
  return table.move(sorted.keys(play.game.words.measures), 1, #sorted.keys(play.game.words.measures), #list + 1, list)
end

--- Of two reasons why a question cannot be asked, the one that says more: an argument that one of several procedures
--- does not know says least.
local function better(one, other)
  if not one or other and one:find "^unknown argument" then return other end
  return one
end

--- The arguments of one procedure for some units, by the measure that fits.
local function of_procedure(view, rules, measures, procedure, list)
  local wrong
  for _, name in ipairs(ordered(sorted.keys(measures), function(one) return akin(procedure, one) end)) do
    local args, fault = try(view, rules.procedures[procedure], measures[name], list)
    if args then return args end
    if akin(procedure, name) then wrong = better(wrong, fault) end
  end
  return nil, wrong
end

--- The procedure that a measure's name stands for, and its arguments for some units.
local function of_measure(view, rules, measures, name, list)
  local wrong
  for _, procedure in ipairs(ordered(rules.procedure_names, function(one) return akin(one, name) end)) do
    local args, fault = try(view, rules.procedures[procedure], measures[name], list)
    if args then return procedure, args end
    if akin(procedure, name) then wrong = better(wrong, fault) end
  end
  return nil, wrong
end

local function told(play, args)
  local parts = {}
  for _, key in ipairs(sorted.keys(args)) do
    parts[#parts + 1] = ("%s %s"):format(key, result_text.value(args[key]))
  end
  play:say("(" .. table.concat(parts, ", ") .. ")", "dim")
end

local function fail(name, wrong) error({ arg = name, message = ("%s: %s"):format(name, wrong) }, 0) end

--- The first of some units that is not on a table where all is measured, in words.
local function not_placed(view, list)
  if view.state.facts == "told" then return nil end
  for _, one in ipairs(list) do
    if view.state.units[one.id] and not one.node.base then return names.long(one.node) .. " is not on the table" end
  end
end

--- What a command of that name promises, as a question.
local function of_command(play, view, name, words)
  local done, procedure, args, rest, about = pcall(promised.read, play, name, words)
  if not done and type(procedure) == "table" and procedure.arg == "facts" then error(procedure, 0) end
  if not (done and procedure) then
    local wrong = done and args or faults.text(procedure)
    fail(name, not_placed(view, (subjects_of(view, words))) or wrong)
  end
  told(play, args)
  return procedure, args, rest, about
end

--- Reads the words of a question in which units stand for what is known and measured of them.
---@param play limber.GameSession
---@param name string a procedure, or a measure of the ruleset
---@param words string[] those after it
---@return string procedure
---@return table? args what the units fill in; nil: none are named
---@return string[] rest the words that are left
---@return { who: string, target: string? }? about the first of the units, and the first of the other side
function M.read(play, name, words)
  local game, rules = play.game, play.game.rules
  local measures = game.words.measures
  game.facts:begin(nil, false)
  local view = game:view(play:viewer())
  local list, at = subjects_of(view, words)
  local procedure = rules.procedures[name] and name
  if not procedure and not measures[name] then
    if promised.knows(play, name) then return of_command(play, view, name, words) end
    local hint = suggest.hint(name, known(rules, play))
    error({ arg = "call", message = ("no question %q%s; ?procedures lists them"):format(name, hint) }, 0)
  end
  if #list == 0 then
    if not procedure then error({ arg = name, message = ("which units? %s 1 51 asks it of two"):format(name) }, 0) end
    return procedure, nil, words
  end
  local args, wrong
  if procedure then
    args, wrong = of_procedure(view, rules, measures, procedure, list)
    if not args and not wrong then args = from_nodes(rules, rules.procedures[procedure], list) end
  else
    procedure, args = of_measure(view, rules, measures, name, list)
    if not procedure then wrong = args or "no procedure uses what is measured there" end
  end
  if wrong and not (procedure and args) then fail(name, not_placed(view, list) or wrong) end
  local about = { who = list[1].id }
  for i = #list, 2, -1 do
    if list[i].node.side ~= list[1].node.side then about.target = list[i].id end
  end
  if rules.filled then args = house_fields.filled(rules, procedure, args, Asking.of(view, about.who, about.target)) end
  told(play, args)
  return procedure, args, table.move(words, at, #words, 1, {}), about
end

return M
