--- Finds what a variant may load but no battle can use: arguments that nothing fills, modifiers that never apply,
--- questions that no battle asks.
--
-- The text of the game files, and of the rule files that call one another, shows what a battle asks: a procedure whose
-- name stands there in quotes.
local compared_words <const> = require "limber.rules.compared_words"
local fields <const> = require "limber.language.fields"
local kinds <const> = require "limber.rules.kinds"
local lists <const> = require "limber.common.lists"
local no_return <const> = require "limber.rules.no_return"
local rounds <const> = require "limber.ask.rounds"
local service_kinds <const> = require "limber.game.service_kinds"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local variants <const> = require "limber.rules.variants"

local M <const> = {}

--- The text of a file without comments.
local function code_of(file) return (file.text:gsub("%-%-[^\n]*", "")) end

--- The text of a ruleset's game files, and that of each rule file by its path.
local function texts_of(published)
  local game, rules = {}, {}
  for _, file in ipairs(published.files) do
    if file.path:find "%.lua$" then
      local name = file.path:sub(#published.folder + 1):gsub("%.lua$", "")
      if lists.has(published.sources, name) then
        rules[file.path] = code_of(file)
      else
        game[#game + 1] = code_of(file)
      end
    end
  end
  return table.concat(game, "\n"), rules
end

--- Adds the procedures that a text names in quotes, and those that their own files name.
local function add_asked(asked, text, rules, files)
  for name in text:gmatch '"([%w_]+%.[%w_]+)"' do
    local procedure = rules.procedures[name]
    if procedure and not asked[name] then
      asked[name] = true
      local file = files[procedure.file]
      if file then add_asked(asked, file:gsub('procedure "[^"]*"', ""), rules, files) end
    end
  end
end

---@class limber.InBattle what a ruleset's battles ask
---@field asked table<string, boolean> procedures
---@field text string the game files

---@param rules limber.Rules
---@param layer table
---@return limber.InBattle
local function in_battle(rules, layer)
  local text, files = texts_of(rules.published)
  local asked, own = {}, layer.text or ""
  add_asked(asked, text .. "\n" .. own:gsub("wraps%s*=%s*%b{}", ""), rules, files)
  return { asked = asked, text = text, own = own:gsub("%-%-[^\n]*", "") }
end

--- The kinds of pieces that a record or a procedure describes.
local function pieces_of(rules, name)
  local declared = (rules.records[name] or rules.procedures[name] or {}).piece
  local found = type(declared) == "table" and table.move(declared, 1, #declared, 1, {}) or { declared }
  for _, list in next, rules.draft.modifiers do
    if lists.has(list.judges, name) then found[#found + 1] = list.piece end
  end
  return table.move({ "battle", "side", "formation" }, 1, 3, #found + 1, found)
end

local function names_in(list, name)
  for _, field in ipairs(list or {}) do
    if field.name == name then return true end
  end
  return false
end

--- Do pieces of a battle carry a field of that name?
local function is_carried(rules, pieces, name)
  local carries = rules.game and rules.game.carries or {}
  for _, kind in ipairs(pieces) do
    local of = carries[kind == "battle" and "scenario" or kind] or {}
    if names_in(rules.fields[kind], name) or names_in(of.args, name) or names_in(of.changes, name) then return true end
  end
  return false
end

--- Does a text fill an argument of that name?
local function is_given(text, name)
  for after in text:gmatch("%f[%w_]" .. name .. "%s*=(.)") do
    if after ~= "=" then return true end
  end
  return text:find("%." .. name .. "%s*=[^=]") ~= nil or text:find('"' .. name .. '"%s*%]%s*=[^=]') ~= nil
end

local function check_args(rules, layer, battle, say)
  for _, name in ipairs(sorted.keys(layer.args)) do
    local known, pieces = rules.published.procedures[name], pieces_of(rules, name)
    for _, field in ipairs(layer.args[name]) do
      local given = names_in(known and known.args, field.name) or is_carried(rules, pieces, field.name)
        or is_given(battle.own, field.name)
      local needed = field.default == nil and not field.optional
      if not given then
        say(field.name, ("%s: no battle fills %s, %s: make it a field, fields = { %s = { … } }"):format(name,
          field.name, needed and "and it is needed" or "so it works in ask and odds only", pieces[1]))
      end
    end
  end
end

--- Is something that a list judges asked in a battle?
local function is_judged(rules, list, battle)
  for name in next, battle.asked do
    local procedure = rules.procedures[name]
    if lists.has(list.judges, name) then return true end
    for _, field in ipairs(procedure.args) do
      if field.record and lists.has(list.judges, field.record) then return true end
    end
  end
  return #list.judges == 0
end

--- The fields of what a list judges.
local function judged_fields(rules, list)
  local found = {}
  for _, name in ipairs(list.judges) do
    for _, field in ipairs(rules.records[name] or rules.procedures[name] and rules.procedures[name].args or {}) do
      found[field.name] = found[field.name] or field
    end
  end
  return found, sorted.keys(found)
end

--- Checks the condition and the value of a modifier.
local function check_modifier(rules, spec, list, say)
  local found, names = judged_fields(rules, list)
  local where <const> = ("modifier %q: "):format(spec[1])
  local per, given = spec.per, spec.given
  if type(per) == "string" and #names > 0 and not found[per] then
    say(spec[1], ("%sper names %s, which no question of the list has%s"):format(where, per,
      suggest.hint(per, names)))
  end
  if given and #names > 0 then
    local field = found[given[1]]
    if not field then
      say(spec[1], ("%sgiven names %s, which no question of the list has%s"):format(where, tostring(given[1]),
        suggest.hint(given[1], names)))
    elseif field.values and not lists.has(field.values, given[2]) then
      say(spec[1], ("%s%s is never %s%s"):format(where, field.name, tostring(given[2]),
        suggest.hint(given[2], field.values)))
    end
  end
  local of = spec.table or list.table
  if spec[2] or spec.value then return end
  if not of then
    say(spec[1], where .. "it needs a value: a number, or value = function(rules, unit, about) … end")
  elseif not rules.draft.lookups[of] then
    say(spec[1], ("%sthere is no table %q%s"):format(where, of, suggest.hint(of, sorted.keys(rules.draft.lookups))))
  elseif not rules.draft.table(of).axes[1].index[spec[1]] then
    say(spec[1], ("%sit has no value, and the table %s has no row %s"):format(where, of, spec[1]))
  end
end

local function check_modifiers(rules, layer, battle, say)
  for _, spec in ipairs(layer.modifiers or {}) do
    local list = rules.draft.modifiers[spec.of]
    check_modifier(rules, spec, list, say)
    if rules.game and not is_judged(rules, list, battle) then
      say(spec[1], ("modifier %q: no battle uses the list %s, so the modifier works in ask and odds only"):format(
        spec[1], spec.of))
    end
  end
end

local MATTERS <const> = { "units", "leaders", "formations", "areas", "lines", "none" }

local function check_head(rules, layer, say)
  local names = variants.names(rules.published)
  for _, name in ipairs(layer.conflicts or {}) do -- a name that is like none may be that of a file of the players
    local hint = suggest.hint(name, names)
    if hint ~= "" and not lists.has(names, name) then
      say(name, ("conflicts with %q, but there is no such variant%s"):format(name, hint))
    end
  end
  if type(layer.doc) ~= "string" then say(nil, "the variant needs doc, one line on what it does") end
  for _, key in ipairs(type(layer.matters) == "table" and sorted.keys(layer.matters) or {}) do
    if not lists.has(MATTERS, key) then
      say(key, ("matters has no key %s%s"):format(key, suggest.hint(key, MATTERS)))
    end
  end
end

--- How often a text names something as a whole word.
local function uses_of(text, name)
  local _, count = text:gsub("%f[%w_]" .. name:gsub("%.", "%%.") .. "%f[^%w_]", "")
  return count
end

--- Does a text put a name together from pieces in quotes: "card_" .. card, side .. "_breaks", ("card_%s"):format(card)?
local function builds(text, name)
  for piece in text:gmatch "[\"']([%w_]+)[\"']%s*%.%." do
    if name:sub(1, #piece) == piece then return true end
  end
  for piece in text:gmatch "%.%.%s*[\"']([%w_]+)[\"']" do
    if name:sub(-#piece) == piece then return true end
  end
  for piece in text:gmatch "[\"']([%w_]*%%[sd][%w_%%]*)[\"']" do
    if name:find("^" .. piece:gsub("%%[sd]", "[%%w_]+") .. "$") then return true end
  end
  return false
end

--- Checks the procedures that a variant declares.
local function check_procedures(rules, layer, say)
  for _, name in ipairs(sorted.keys(layer.procedures)) do
    local procedure = rules.procedures[name]
    if not procedure.says then
      say(name, ("procedure %q needs says = function(result, q) … end, which tells a result in a sentence"):format(
        name))
    end
    local _, fault = fields.at(procedure.out, procedure.headline or procedure.out[1].name, rules.records)
    if fault then say(name, ("procedure %q: headline: %s"):format(name, fault.message)) end
  end
end

--- Checks what a variant says of rounds.
local function check_rounds(rules, layer, say)
  for _, name in ipairs(sorted.keys(layer.rounds)) do
    local _, fault = rounds.of(rules, rules.procedures[name], {})
    if fault then say(name, ("rounds of %s: %s"):format(name, fault.message)) end
  end
end

--- Declarations of a variant that the variant must use itself, since no other file knows them.
local USED <const> = {
  procedures = "procedure", records = "record", new_options = "option", lists = "modifier list",
  sequences = "sequence", new_facts = "fact", new_measures = "measure", new_story = "story line",
}

--- Is a command given in some phase, or at any time?
local function is_offered(game, name)
  if game.commands[name].any_time then return true end
  for _, sequence in next, game.sequences do
    for _, step in ipairs(sequence) do
      if lists.has(step.commands, name) or lists.has(step.interrupts, name) then return true end
    end
  end
  return false
end

local function check_declared(rules, layer, battle, say)
  for _, key in ipairs(sorted.keys(USED)) do
    for _, name in ipairs(sorted.keys(layer[key])) do
      local of_step = key == "sequences" and name:find(".", 1, true) -- the parts of a step: it uses them
      local used = uses_of(battle.own, name) > 1 or uses_of(battle.text, name) > 0 or builds(battle.own, name)
      if not of_step and not used then
        say(name, ("%s %q is declared, and nothing uses it"):format(USED[key], name))
      end
    end
  end
  for _, name in ipairs(rules.game and sorted.keys(layer.new_commands) or {}) do
    if not is_offered(rules.game, name) and uses_of(battle.own, name) < 2 then
      say(name, ('command %q: no phase offers it: phases = { "turn.…" }'):format(name))
    end
  end
end

--- Adds the faults, a line each.
---@param rules limber.Rules with the variant
---@param layer table
---@param wrong string[]
function M.add_faults(rules, layer, wrong)
  local battle <const> = in_battle(rules, layer)
  local function say(name, message) wrong[#wrong + 1] = ("%s: %s"):format(kinds.place_of(layer, name), message) end
  check_head(rules, layer, say)
  check_args(rules, layer, battle, say)
  check_modifiers(rules, layer, battle, say)
  check_procedures(rules, layer, say)
  check_rounds(rules, layer, say)
  check_declared(rules, layer, battle, say)
  lists.append(lists.append(wrong, compared_words.faults(rules, layer)), no_return.faults(layer, service_kinds.GIVES))
end

return M
