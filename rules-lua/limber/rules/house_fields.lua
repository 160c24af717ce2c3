--- Fields that house rules give to the pieces of a battle: by `fields` of a variant, and by the flags of its modifiers
-- (limber.rules.kinds_of_pieces lays them).
--
-- A piece has them in the state under their own names, with their defaults from the start; a flag that is not set is
-- left out. Scenarios set them, `:amend` changes them, play reads and sets them like the ruleset's own fields.
-- They are also arguments of the questions that describe such a piece, which `view:described` fills.
local conditions <const> = require "limber.language.conditions"
local digest <const> = require "kernel.digest"
local sandbox <const> = require "kernel.sandbox"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- The kinds of pieces, with what game files call each in `carries`, and its place in the state.
M.KINDS = {
  unit = { carries = "unit", place = "units" }, leader = { carries = "leader", place = "leaders" },
  formation = { carries = "formation", place = "formations" }, area = { carries = "area", place = "areas" },
  line = { carries = "line", place = "lines" }, side = { carries = "side", place = "sides" },
  battle = { carries = "scenario" },
}

--- The order of the kinds.
M.ORDER = { "unit", "leader", "formation", "area", "line", "side", "battle" }

--- Kinds of fields that are arguments of questions: plain values.
M.PLAIN = { int = "integer", flag = "boolean", enum = "string", text = "string" }

local PLAIN <const>, math_type <const> = M.PLAIN, math.type

--- The field of a list by its name.
---@param list limber.Field[]?
---@param name string
---@return limber.Field?
function M.find(list, name)
  for i = 1, list and #list or 0 do
    local field = list[i]
    if field.name == name then return field end
  end
end

local find <const> = M.find

--- A field that may be left out.
---@param field limber.Field
---@return limber.Field
function M.optional(field)
  local copy = tree.shallow(field)
  if copy.default == nil then copy.optional = true end
  return copy
end

--- The fields of a piece, and those that only another stack knows, since a battle may use both.
---@param carries table? of the stack in force
---@param other table? of the other one
---@return table
function M.both(carries, other)
  if not (other and other.house) then return carries or { args = {} } end
  local copy = tree.shallow(carries or { args = {} })
  copy.args, copy.others = table.move(copy.args, 1, #copy.args, 1, {}), {}
  for _, field in ipairs(other.house) do
    if not find(copy.args, field.name) then
      copy.args[#copy.args + 1], copy.others[#copy.others + 1] = M.optional(field), field
    end
  end
  return copy
end

--- Builds a piece's node as its ruleset does, and adds the fields of house rules. The ruleset gets them too, for the
--- questions that it asks meanwhile (rules.passing).
---@param carries table
---@param rules table the view of the rules
---@param checked table what is given of it
---@param about table?
---@param state table what is laid out before it
---@return table? node
---@return limber.Refusal?
function M.build(carries, rules, checked, about, state)
  local misfit = carries.args and conditions.fault(carries.args, checked)
  if misfit then return nil, misfit end
  local borne, given = {}, {}
  for _, list in ipairs { carries.house or {}, carries.others or {} } do
    for _, field in ipairs(list) do
      local value, default = checked[field.name], field.default
      given[field.name] = value
      local left_out = value == false and not default or list == carries.others and value == default
      if not left_out then borne[field.name] = value end
    end
  end
  local node, refused = checked, nil
  if carries.build then node, refused = carries.build(rules, checked, about, state) end
  for name, value in next, node and given or {} do
    if borne[name] ~= nil then node[name] = tree.copy(value) elseif node[name] == value then node[name] = nil end
  end
  return node, refused
end

--- Gives existing pieces the defaults of fields that they do not have yet.
---@param game limber.Game
function M.give_defaults(game)
  local fields, state = game.rules.fields or {}, game.state
  local root = state.root
  local function give(node, list)
    for _, field in ipairs(list) do
      if node[field.name] == nil and field.default then state:set(node, field.name, tree.copy(field.default)) end
    end
  end
  for _, kind in ipairs(M.ORDER) do
    local place = M.KINDS[kind].place
    if fields[kind] and not place then give(root.battle, fields[kind]) end
    for _, id in ipairs(fields[kind] and place and root.order[place] or {}) do
      if root[place][id] then give(root[place][id], fields[kind]) end
    end
  end
end

--- A state without the house fields that have their defaults: what it is but for these.
---@param root table
---@param rules limber.Rules
---@return table a copy
function M.bare(root, rules)
  local copy = tree.copy(root)
  local function strip(node, list)
    for _, field in ipairs(list) do
      if digest.of { node[field.name] } == digest.of { field.default } then node[field.name] = nil end
    end
  end
  for kind, list in next, rules.fields do
    local place = M.KINDS[kind].place
    if not place then strip(copy.battle, list) end
    for _, node in next, place and copy[place] or {} do strip(node, list) end
  end
  return copy
end

--- Do all of these records and procedures have a field of that name from a house rule?
local function in_all(added, name, records)
  for _, record in ipairs(records) do
    if not find(added[record], name) then return false end
  end
  return true
end

--- What the battle, or the side or formation of a piece, gives for an argument that is named like a field of it.
local function given_by(root, node, field)
  local giver = field and (field.kind == "battle" and root.battle
    or field.kind == "side" and root.sides[node.side] or root.formations[node.formation])
  return giver and giver[field.name]
end

--- What gives such an argument of a question: the battle, the side that asks, the formation of who asks.
local function giver_here(here, kind)
  if kind == "battle" then return here.battle end
  if kind == "side" then return here.side and here.sides[here.side] end
  local piece = here.who and here.piece(here.who)
  return piece and piece.formation and here.piece(piece.formation)
end

--- Puts into the part of a question that describes a piece what house rules ask of it: each argument that they added to
--- the record or procedure, and that the node has under the same name. What it has by default is left out, as the
--- question has it anyway. An argument that is named like a field of the battle has what that gives; one that is named
--- like a field of sides, or of formations, what the side or formation of the piece does.
---@param rules limber.Rules
---@param root table the state
---@param args table
---@param node table
---@param first string the name of the record or procedure
---@param ... string of several, what all of them have
---@return table args
function M.described(rules, root, args, node, first, ...)
  local list, given = rules.added[first] or {}, rules.filled and rules.filled[first]
  for i = 1, #list do
    local field = list[i]
    local value = node[field.name]
    if value == nil and given then value = given_by(root, node, find(given, field.name)) end
    if value ~= nil and value ~= field.default and args[field.name] == nil then -- most have most fields by default
      local name = field.name
      local fits = (math_type(value) or type(value)) == PLAIN[field.kind]
      if fits and (select("#", ...) == 0 or in_all(rules.added, name, { ... })) then args[name] = value end
    end
  end
  return args
end

--- Puts into a question that one procedure asks of another what house rules ask of both: nothing is left out, as no
--- defaults are filled in there.
---@param rules limber.Rules
---@param name string the procedure that is asked
---@param q table the question of the one that asks
---@param args table
---@return table args
function M.passed(rules, name, q, args)
  local list = rules.added[name]
  for i = 1, list and #list or 0 do
    local key = list[i].name
    if args[key] == nil then args[key] = q[key] end
  end
  return args
end

--- A copy of a question that rules may have frozen, or guard.
local function copy_of(q, more)
  if getmetatable(q) == nil then return sandbox.shallow(q, more) end
  local copy = {}
  for key, value in pairs(q) do copy[key] = value end
  return copy
end

--- What adds to a question that one procedure asks of another what the asking one does not know of: what house rules
--- added has what the battle and the side give, else its default. Nil where they added no such thing.
---@param rules limber.Rules
---@param name string the procedure that is asked
---@param view table the view of the rules
---@return (fun(q: table): table)? complete gives the question as it is, or a copy
function M.completes(rules, name, view)
  local given, keys, defaults = rules.filled and rules.filled[name], {}, {}
  for _, field in ipairs(rules.added[name] or {}) do
    if field.default ~= nil then keys[#keys + 1], defaults[#defaults + 1] = field.name, field.default end
  end
  if not given and #keys == 0 then return nil end
  local most <const> = #keys + (given and #given or 0)
  return function(q)
    local asked, here = nil, given and view.here
    for i = 1, here and #given or 0 do
      local one = given[i]
      local node = giver_here(here, one.kind)
      local key = one.name
      local value = node and node[key]
      if value ~= nil and q[key] == nil then
        asked = asked or copy_of(q, most)
        asked[key] = value
      end
    end
    for i = 1, #keys do
      local key = keys[i]
      if (asked or q)[key] == nil then
        asked = asked or copy_of(q, most)
        asked[key] = defaults[i]
      end
    end
    return asked or q
  end
end

--- A question with what the battle, and the side of who is asked about, fill of it.
---@param rules limber.Rules
---@param name string a procedure
---@param args table
---@param asking limber.Asking
---@return table args those given, or a copy
function M.filled(rules, name, args, asking)
  local list = rules.filled[name]
  if not list then return args end
  local copy = tree.shallow(args)
  for _, one in ipairs(list) do
    local node = asking:giver(one.kind)
    if copy[one.name] == nil and node then copy[one.name] = node[one.name] end
  end
  return copy
end

return M
