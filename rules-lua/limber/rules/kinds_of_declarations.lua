--- New declarations of a variant by the words of rule files: tables, procedures, records, options, lists of modifiers.
--- A name that the stack already has is refused, with the key that changes it (limber.rules.kinds).
local added <const> = require "limber.rules.kinds_of_rows"
local kinds <const> = require "limber.rules.kinds"
local modifiers <const> = require "limber.rules.modifiers"
local tree <const> = require "limber.common.tree"

--- A `differs` of what is new.
local function is_new(what)
  return function(add, _, name) add(what, name, nil, nil, ("%s %s is new"):format(what, name)) end
end

local records <const> = { key = "records", what = "record", worded = true, differs = is_new "record" }

function records.lay(draft, layer, name, list)
  kinds.declare(draft, layer, "record", name, draft.records[name], "args or fields add to what describes a unit")
  draft.records[name] = list
end

local procedures <const> = { key = "procedures", what = "procedure", worded = true, differs = is_new "procedure" }

function procedures.lay(draft, layer, name, procedure)
  kinds.declare(draft, layer, "procedure", name, draft.procedures[name],
    ('wrap "%s" (function(published, rules, q, dice) … end) changes it'):format(name))
  if not layer.shipped or draft.checked then
    local results <const> = require "limber.rules.results"
    local copy, resolve = tree.shallow(procedure), procedure.resolve
    local check, held = layer.shipped and results.held or results.checked, draft.declare(procedure)
    copy.guest = not layer.shipped or nil
    if not layer.path then copy.file, copy.line = "typed", 1 end
    function copy.resolve(...) return check(procedure.written or resolve, held, resolve(...), draft) end
    procedure = copy
  end
  draft.procedures[name] = procedure
  local list = kinds.own(draft, "procedure_names")
  list[#list + 1] = name
  table.sort(list)
end

local options <const> = { key = "new_options", what = "option", worded = true }

function options.lay(draft, layer, name, option)
  kinds.declare(draft, layer, "option", name, draft.declared_options[name],
    ("options = { %s = … } chooses its reading"):format(name))
  kinds.own(draft, "declared_options")[name] = option
  draft.options[name] = option.value
  local list = kinds.own(draft, "option_names")
  list[#list + 1] = name
  table.sort(list)
end

function options.differs(add, _, name, option) add("option", name, nil, option.value) end

local lists <const> = { key = "lists", what = "modifier list", worded = true, differs = is_new "modifier list" }

function lists.lay(draft, layer, name, list)
  kinds.declare(draft, layer, "modifier list", name, draft.modifiers[name],
    ('modifier { "NAME", 1, of = "%s" } adds to it'):format(name))
  local own = tree.shallow(list)
  for i, one in ipairs(list) do own[i] = layer.shipped and one or modifiers.guarded(one) end
  draft.modifiers[name] = own
end

return { added.tables, records, procedures, options, lists }
