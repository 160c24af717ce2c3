--- What a variant may change in the pieces of a battle: their fields (limber.rules.kinds, limber.rules.house_fields).
--
--   fields = { unit = { flag "veterans" {}, int "rounds" { 0, 20, default = 10 } }, battle = { … }, side = { … } }
--
-- Records and procedures say which kind of piece they describe (`piece = "unit"`, or several names), and so do lists of
-- modifiers for what they judge. These get each field as an optional argument too. Battles fill arguments that a
-- variant adds by `args` like fields, and arguments of procedures that have the name of a field of the battle, of a
-- side or of a formation.
local bounds <const> = require "limber.language.bounds"
local declared <const> = require "limber.language.declared"
local faults <const> = require "limber.common.faults"
local fields <const> = require "limber.language.fields"
local house_fields <const> = require "limber.rules.house_fields"
local kept_fields <const> = require "limber.rules.kept_fields"
local kinds <const> = require "limber.rules.kinds"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local table_words <const> = require "limber.rules.table_words"
local tree <const> = require "limber.common.tree"

local KINDS <const>, PLAIN <const>, has <const> = house_fields.KINDS, house_fields.PLAIN, house_fields.find

local row <const> = { key = "fields", what = "field", join = kinds.appended }

--- Names that the framework itself uses of pieces, and of what a scenario says of one.
local RESERVED <const> = {}
for name in ([[active ahead ahead_of along area aside asks at base bases behind commander decks depth doc facing
  facts fixes footprint formation formations frames from gap going ground height id in_front_of kind
  last_turn leaders left_of line lines moves name nth number order plural points radius result right_of
  ruleset scale script seed side sides solo source status successor thrown title turn units variants
  width with]]):gmatch "%S+" do
  RESERVED[name] = true
end

--- The most fields that a variant gives to one kind of piece.
local MOST <const> = 50

--- A field as the layer keeps it: a plain value, or a list of these, which is no argument of a question.
local function own_field(kind, field, level)
  local plain = PLAIN[field.kind] or field.kind == "list" and field.of and PLAIN[field.of.kind]
  if not plain then
    error(("fields of %s: %s must be a number, a flag, a word, a text or a list of these"):format(kind, field.name),
      level + 1)
  end
  local done, own = pcall(sandbox.plain, field)
  if not done then error(("fields of %s: %s %s"):format(kind, field.name, faults.text(own)), level + 1) end
  if own.default ~= nil and not own.of_table then
    local _, refused = fields.check({ own }, { [own.name] = own.default })
    if refused then error(("fields of %s: the default of %s"):format(kind, refused.message), level + 1) end
  end
  return own
end

--- The fields of one kind of piece.
function row.takes(kind, list, level)
  if not KINDS[kind] then
    error(("fields of a variant: there is no %s%s; pieces are %s"):format(kind, suggest.hint(kind, house_fields.ORDER),
      table.concat(house_fields.ORDER, ", ")), level)
  end
  declared.fields(("fields of %s"):format(kind), list, level)
  local beyond = bounds.too_many(#list, MOST, "fields of " .. kind)
  if beyond then error(beyond, level) end
  local own = {}
  for i, field in ipairs(list) do own[i] = own_field(kind, field, level) end
  return own
end

--- What has a name already, of those of a kind: in words; nil when it is free.
local function taken_by(published, kind, name)
  local carries = published.game and published.game.carries[KINDS[kind].carries] or {}
  if has(carries.args, name) or has(carries.changes, name) then
    return ("%s carries %s already"):format(published.name, name)
  elseif RESERVED[name] then
    return ("%s is a word of scenarios and of the state"):format(name)
  end
  local doc = (kept_fields.of(published)[kind] or {})[name]
  return doc and ("%s keeps %s itself: %s"):format(published.name, name, doc)
end

local function alike(one, other)
  for _, key in ipairs { "kind", "min", "max", "default", "names", "measure" } do
    if one[key] ~= other[key] then return false end
  end
  local values, others = one.values or {}, other.values or {}
  for i = 1, math.max(#values, #others) do
    if values[i] ~= others[i] then return false end
  end
  return true
end

--- Adds one field to those of a kind. Two layers may give the same one.
local function add(draft, layer, kind, field)
  local known = draft.fields[kind] or {}
  draft.fields[kind] = known
  local other = has(known, field.name)
  if not other then
    field.house = layer.name or "yours"
    known[#known + 1] = field
    draft.field_of[field] = layer
  elseif alike(field, other) then
    if not draft.by_flag[field] then draft.by_flag[other] = nil end
  else
    kinds.fail(layer, field.name, "%s declares %s of %s in another way; use another name",
      draft.field_of[other].name or "what was typed", field.name, kind)
  end
end

--- The values of a field that follows a table.
local function settled(draft, layer, field)
  local said = field.of_table and field or field.of and field.of.of_table and field.of
  if not said then return field end
  local whole = kinds.known("table", draft.lookups, said.of_table, layer) and draft.table(said.of_table)
  local done, values = pcall(table_words.values, said, whole)
  if not done then kinds.fail(layer, field.name, "%s: %s", field.name, values) end
  said.values = values
  return field
end

function row.lay(draft, layer, kind, list)
  for _, field in ipairs(list) do
    local taken = taken_by(draft.published, kind, field.name)
    if taken then kinds.fail(layer, field.name, "%s: %s; use another name", field.name, taken) end
    add(draft, layer, kind, settled(draft, layer, field))
  end
end

function row.differs(tell, _, kind, list)
  local whose = kind == "battle" and "the battle" or "each " .. kind
  for _, field in ipairs(list) do
    tell("field", ("%s %s"):format(kind, field.name), nil, nil, ("field %s of %s is new"):format(field.name, whose))
  end
end

--- Lays the flag of a modifier: a field of the pieces that its list judges, where the ruleset does not carry that name
--- itself, and an argument of what the list judges.
---@param draft table
---@param layer table
---@param list table the list of modifiers
---@param field limber.Field
function row.lay_flag(draft, layer, list, field)
  if not taken_by(draft.published, list.piece, field.name) then
    draft.by_flag[field] = true
    add(draft, layer, list.piece, field)
  end
  for _, judged in ipairs(list.judges) do
    local flags = draft.flags[judged] or {}
    draft.flags[judged] = flags
    if not has(flags, field.name) then flags[#flags + 1] = field end
  end
end

local function says(piece, kind)
  return piece == kind or type(piece) == "table" and lists.has(piece, kind)
end

--- The records and procedures that describe a kind of piece, in order.
local function describing(draft, kind)
  local found = {}
  for name, record in next, draft.records do found[name] = says(record.piece, kind) or nil end
  for name, procedure in next, draft.procedures do found[name] = says(procedure.piece, kind) or nil end
  for _, list in next, draft.modifiers do
    for _, judged in ipairs(list.piece == kind and list.judges or {}) do found[judged] = true end
  end
  return sorted.keys(found)
end

--- Adds an argument to a record or a procedure of the draft that does not have it.
local function add_argument(draft, name, field)
  local record, procedure = draft.records[name], draft.procedures[name]
  local list = tree.shallow(record or procedure.args)
  list[#list + 1] = house_fields.optional(field)
  if record then
    draft.records[name] = list
  else
    draft.procedures[name] = tree.shallow(procedure)
    draft.procedures[name].args = list
  end
  local added = draft.added[name] or {}
  draft.added[name], added[#added + 1] = added, field
end

--- The arguments of a record or a procedure; nil when there is no such thing.
local function list_of(draft, name)
  return draft.records[name] or draft.procedures[name] and draft.procedures[name].args
end

--- Notes which fields a layer adds to a record or procedure by `args`: what a piece carries under their names fills
--- them.
---@param draft table
---@param name string
---@param extra limber.Field[]
function row.note_added(draft, name, extra)
  local list, added = list_of(draft, name) or {}, draft.added[name] or {}
  for _, field in ipairs(extra) do
    if not has(list, field.name) then added[#added + 1] = field end
  end
  if #added > 0 then draft.added[name] = added end
end

--- Makes the fields of one kind arguments of all that describes it.
local function describe(draft, kind)
  for _, name in ipairs(describing(draft, kind)) do
    for _, field in ipairs(list_of(draft, name) and draft.fields[kind] or {}) do
      local there = has(list_of(draft, name), field.name)
      if PLAIN[field.kind] and not there then
        add_argument(draft, name, field)
      elseif there and not has(draft.added[name], field.name) and not draft.by_flag[field] then
        kinds.fail(draft.field_of[field], field.name, "%s: %s has an argument of that name; use another name",
          field.name, name)
      end
    end
  end
end

--- Arguments that the battle, a side or a formation fills, by the name of a procedure, or of a record that describes a
--- piece.
local function filled_by_battle(draft)
  local filled = {}
  for name, list in next, draft.added do
    local own = (draft.records[name] or draft.procedures[name] or {}).piece
    for _, field in ipairs(list) do
      local kind = has(draft.fields.battle, field.name) and "battle" or has(draft.fields.side, field.name) and "side"
        or not says(own, "formation") and has(draft.fields.formation, field.name) and "formation"
      if kind then
        filled[name] = filled[name] or {}
        table.insert(filled[name], { name = field.name, kind = kind })
      end
    end
  end
  return next(filled) and filled or nil
end

--- Whose fields reach the questions about a kind of piece, besides its own.
local REACHES <const> = { unit = "formation" }

--- Refuses a modifier's flag that the same rule gives to another kind of piece, and not to the one its list judges.
local function check_flag(draft, kind, field)
  local layer <const> = draft.field_of[field]
  for _, other in ipairs(house_fields.ORDER) do
    local own = other ~= kind and has(draft.fields[other], field.name)
    if own and not draft.by_flag[own] and draft.field_of[own] == layer and REACHES[kind] ~= other then
      kinds.fail(layer, field.name,
        "%s is a field of each %s, and the modifier of that flag is about each %s: give it that field too", field.name,
        other, kind)
    end
  end
end

--- When all layers are laid: adds the fields to questions, and to what game files say that pieces carry.
---@param draft table
function row.settle(draft)
  for _, kind in ipairs(house_fields.ORDER) do
    for _, field in ipairs(draft.fields[kind] or {}) do
      if draft.by_flag[field] then check_flag(draft, kind, field) end
    end
  end
  for _, name in ipairs(sorted.keys(draft.flags)) do
    for _, field in ipairs(draft.flags[name]) do
      if list_of(draft, name) and not has(list_of(draft, name), field.name) then add_argument(draft, name, field) end
    end
  end
  for _, kind in ipairs(house_fields.ORDER) do
    if draft.fields[kind] then describe(draft, kind) end
  end
  draft.filled = filled_by_battle(draft)
  if not draft.game or next(draft.fields) == nil then return end
  local game, carries = tree.shallow(draft.game), tree.shallow(draft.game.carries)
  for kind, list in next, draft.fields do
    local as = KINDS[kind].carries
    local copy = tree.shallow(carries[as] or {})
    copy.house_alone = not carries[as] or nil
    copy.house, copy.args = list, table.move(copy.args or {}, 1, #(copy.args or {}), 1, {})
    table.move(list, 1, #list, #copy.args + 1, copy.args)
    carries[as] = copy
  end
  game.carries, draft.game = carries, game
end

return { row, lay_flag = row.lay_flag, note_added = row.note_added, settle = row.settle }
