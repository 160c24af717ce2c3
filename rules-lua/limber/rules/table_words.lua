--- Fields whose values are the keys of a table: a row that a house rule adds to the table is a value of the field.
--
--   enum "troop" { of_table = "units" }                                       every key of that table
--   enum "troop" { of_table = "units", where = { arm = { "infantry", "cavalry" } } }     those whose cells are so
--   enum "terrain" { "none", of_table = "terrain" }                           and words of its own after them
--   enum "to" { of_table = "formations", key = "formation" }                  a key that is not the table's first
--   int "calibre" { of_table = "artillery_ranges" }                           whole numbers likewise
--   int "hits" { 0, max_of = { "constants.stagger_hits", less = 1 } }         a bound that is a cell, or so much less;
--                                                                             of several cells the largest
-- A list that several fields share can be written once: `M.ALL = { of_table = "units" }`, `enum "troop" (M.ALL)`;
-- `rules.values(M.ALL)` gives its words in force.
--
-- The values of the published fields are set when all files of a ruleset have been read; a stack whose layers add rows
-- has copies of the fields that depend on them.
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tables <const> = require "limber.rules.tables"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- The axis of a table that a field follows.
local function axis_of(whole, said)
  if not said.key then return whole.axes[1], 1 end
  local names = {}
  for i, axis in ipairs(whole.axes) do
    if axis.name == said.key then return axis, i end
    names[i] = axis.name
  end
  error(("of_table: %s has no key %s%s"):format(whole.name, said.key, suggest.hint(said.key, names)), 0)
end

--- Whether the cells of a row are as `where` has it.
local function is_so(whole, row, where)
  local names = whole.columns
  for column, wanted in next, where do
    local at
    for i, name in ipairs(names) do at = name == column and i or at end
    if not at or #whole.axes > 2 or #whole.axes == 2 and #names == 1 then
      error(("of_table: %s has no column %s%s"):format(whole.name, column, suggest.hint(column, names)), 0)
    end
    local cell = whole.cells[(row - 1) * #names + at]
    if cell ~= wanted and not (type(wanted) == "table" and lists.has(wanted, cell)) then return false end
  end
  return true
end

--- The words that a list or a field takes from a table, then those of its own.
---@param said table with of_table, and maybe key, where and words in a list
---@param whole limber.Table
---@return (string|integer)[]
function M.values(said, whole)
  local values, axis, nth = {}, axis_of(whole, said)
  if said.where and nth ~= 1 then error("of_table: where goes with the first key of a table", 0) end
  local words = axis.kind == "exact" and axis.keys or axis.names
  for row, word in ipairs(words) do
    if not said.where or is_so(whole, row, said.where) then values[#values + 1] = word end
  end
  for _, word in ipairs(said.besides or said) do
    if not lists.has(values, word) then values[#values + 1] = word end
  end
  return values
end

--- The upper bound that cells give a field: the largest of them, or so much less.
local function bound_of(field, table_of)
  local most
  for _, path in ipairs(field.max_of) do
    local name, places = tables.places(path)
    local whole = table_of(name)
    local at = whole and tables.locate(whole, places)
    local cell = at and whole.cells[at]
    if math.type(cell) ~= "integer" then
      error(("the field %s: max_of: there is no number %s"):format(field.name, path), 0)
    end
    most = math.max(most or cell, cell)
  end
  return most - (field.max_of.less or 0)
end

--- Has a draft other cells in the table of a bound?
local function is_changed(field, draft)
  for _, path in ipairs(field.max_of) do
    if draft.changed[(tables.places(path))] then return true end
  end
  return false
end

--- The field that follows a table: a field itself, or what a list of plain values holds.
local function follower(field)
  if field.of_table then return field end
  return field.of and field.of.of_table and field.of or nil
end

--- Calls `fn(owner, key, what)` for each list of fields of a ruleset's game words; what it returns takes its place.
local function each_game_list(game, fn)
  for name, carried in next, game.carries do
    fn(carried, "args", ("carries %q"):format(name))
    fn(carried, "changes", ("carries %q"):format(name))
  end
  for name, command in next, game.commands do fn(command, "args", ("command %q"):format(name)) end
  for name, sequence in next, game.sequences do
    for _, step in ipairs(sequence) do fn(step, "args", ("step %s.%s"):format(name, step.name)) end
  end
end

--- Sets the values of published fields; `table_of` gives a table by its name.
---@param published table
---@param table_of fun(name: string): limber.Table?
function M.settle(published, table_of)
  local function settle(field, what)
    if field.max_of then field.max = bound_of(field, table_of) end
    local said = follower(field)
    if not said then return end
    local whole = table_of(said.of_table)
    if not whole then error(("%s: %s: no table %q"):format(what, field.name, said.of_table), 0) end
    local done, values = pcall(M.values, said, whole)
    if not done and type(values) ~= "string" then error(values, 0) end
    if not done then error(("%s: %s: %s"):format(what, field.name, values), 0) end
    said.values, said.settled = values, true
  end
  local function settle_all(list, what)
    for _, field in ipairs(list or {}) do settle(field, what) end
  end
  for _, name in ipairs(published.procedure_names) do
    local procedure = published.procedures[name]
    local what = ("%s:%d: procedure %q"):format(procedure.file, procedure.line, name)
    settle_all(procedure.args, what)
    settle_all(procedure.out, what)
  end
  for name, record in next, published.records do settle_all(record, ("record %q"):format(name)) end
  local game = published.game
  if not game then return end
  each_game_list(game, function(owner, key, what) settle_all(owner[key], what) end)
  for name, fact in next, game.facts do
    if fact[1] then settle(fact[1], ("fact %q"):format(name)) end
  end
end

--- A field with the values that it has over a draft; the field itself where the draft leaves them as they are.
local function field_over(field, draft)
  if field.max_of and is_changed(field, draft) then
    local most = bound_of(field, draft.table)
    if most ~= field.max then
      field = tree.shallow(field)
      field.max = most
    end
    return field
  end
  local said = follower(field)
  local name = said and said.of_table
  if not said or said.settled and not draft.grown[name] and not draft.instead[name] then return field end
  local whole = draft.table(name)
  if not whole then
    local hint = suggest.hint(name, sorted.keys(draft.lookups))
    error(("the field %s: no table %q%s"):format(field.name, name, hint), 0)
  end
  local values = M.values(said, whole)
  local copy = tree.shallow(field)
  if said == field then
    copy.values, copy.settled = values, true
  else
    copy.of = tree.shallow(said)
    copy.of.values, copy.of.settled = values, true
  end
  return copy
end

--- A list of fields over a draft, or the list itself.
local function list_over(list, draft)
  local copy
  for i, field in ipairs(list or {}) do
    local over = field_over(field, draft)
    if over ~= field then
      copy = copy or tree.shallow(list)
      copy[i] = over
    end
  end
  return copy or list
end

--- What declares lists of fields (a procedure, a command), with those lists over a draft; or itself.
local function owner_over(owner, keys, draft)
  local copy
  for _, key in ipairs(keys) do
    local over = list_over(owner[key], draft)
    if over ~= owner[key] then
      copy = copy or tree.shallow(owner)
      copy[key] = over
    end
  end
  return copy or owner
end

--- A map of such owners, with the changed ones replaced; or itself.
local function map_over(map, over)
  local copy
  for name, owner in next, map do
    local other = over(owner)
    if other ~= owner then
      copy = copy or tree.shallow(map)
      copy[name] = other
    end
  end
  return copy or map
end

local function sequence_over(sequence, draft)
  local copy
  for i, step in ipairs(sequence) do
    local over = owner_over(step, { "args" }, draft)
    if over ~= step then
      copy = copy or tree.shallow(sequence)
      copy[i] = over
    end
  end
  return copy or sequence
end

local function fact_over(fact, draft)
  if not fact[1] then return fact end
  local over = field_over(fact[1], draft)
  if over == fact[1] then return fact end
  local copy = tree.shallow(fact)
  copy[1], copy.field = over, over
  return copy
end

--- Game words over a draft; the same where no field depends on what it has changed.
local function game_over(game, draft)
  local parts = {
    carries = function(one) return owner_over(one, { "args", "changes", "house" }, draft) end,
    commands = function(one) return owner_over(one, { "args" }, draft) end,
    sequences = function(one) return sequence_over(one, draft) end,
    facts = function(one) return fact_over(one, draft) end,
  }
  local copy
  for part, over in next, parts do
    local other = map_over(game[part], over)
    if other ~= game[part] then
      copy = copy or tree.shallow(game)
      copy[part] = other
    end
  end
  return copy or game
end

--- The fields of a draft on which all layers lie, by the tables as they are now.
---@param draft table see limber.rules.view
function M.lay(draft)
  for name, procedure in next, draft.procedures do
    draft.procedures[name] = owner_over(procedure, { "args", "out" }, draft)
  end
  for name, record in next, draft.records do draft.records[name] = list_over(record, draft) end
  for _, declared in ipairs(draft.held) do declared.out = list_over(declared.out, draft) end
  if draft.game then draft.game = game_over(draft.game, draft) end
end

return M
