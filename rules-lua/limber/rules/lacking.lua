--- Fields that nothing has: a house rule that reads or sets one is refused, with the nearest name.
--
-- A piece has the fields that its ruleset declares (`carries`) or keeps in play (fields.csv), those of house rules, and
-- the framework's own; so have sides and the battle. A rule may ask of a unit what only leaders have. Where a rule for
-- any ruleset is in force, only a name that looks like one that there is is an error: such a rule may look whether a
-- field is there; so it is in a ruleset that does not say what it keeps. While a recording is verified, none of this is
-- an error, nor is what a house rule gives back (limber.game.given_back): it was none when it was played.
local fields <const> = require "limber.language.fields"
local guest <const> = require "limber.rules.guest"
local house_fields <const> = require "limber.rules.house_fields"
local kept_fields <const> = require "limber.rules.kept_fields"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

local KINDS <const> = house_fields.KINDS

--- The kind of piece that has a place in the state: "units" is of the kind "unit".
local KIND_OF <const> = {}
for kind, one in next, KINDS do
  if one.place then KIND_OF[one.place] = kind end
end

local function set_of(text)
  local set = {}
  for name in text:gmatch "%S+" do set[name] = true end
  return set
end

--- The framework's own fields: of all pieces, of sides, of the battle, of the state.
local OWN <const> = {
  piece = set_of [[area base bases commander depth facing footprint formation going ground height id kind line met
    mission moves name number plural rank side status successor terrain through thrown with width]],
  side = set_of "commander edge id mission name plural solo",
  battle = set_of "decks rulings",
  state = set_of [[active areas asks battle facts fixes formations frames ground last_turn leaders lines order result
    scale seed sides turn turn_ended units]],
}

--- The group of a kind: a rule asks of one piece what another has, but not of a side or the battle.
local function group_of(kind) return OWN[kind] and kind or "piece" end

local function add_fields(names, list)
  for _, field in ipairs(list or {}) do names[field.name] = true end
end

--- All names of a group of kinds by these rules, and those of them that are declared.
local function names_of(rules, group)
  local declared, carries, kept = {}, rules.game and rules.game.carries or {}, kept_fields.of(rules.published)
  for kind, one in next, KINDS do
    if group_of(kind) == group then
      local carried = carries[one.carries] or {}
      for _, list in ipairs { carried.args or {}, carried.changes or {}, carried.house or {} } do
        add_fields(declared, list)
      end
      add_fields(declared, rules.fields and rules.fields[kind])
      for name in next, kept[kind] or {} do declared[name] = true end
    end
  end
  local all = tree.shallow(declared)
  for name in next, OWN[group] do all[name] = true end
  return { all = all, declared = declared }
end

--- Those names by the rules as they are (rules.view), then by group.
local known <const> = setmetatable({}, { __mode = "k" })

local function known_to(rules, group)
  local groups = known[rules.view]
  if not groups then
    groups = {}
    known[rules.view] = groups
  end
  groups[group] = groups[group] or names_of(rules, group)
  return groups[group]
end

--- Does a piece of the battle have a field that nothing declares?
local function is_somewhere(game, group, name)
  local root = game.state.root
  if group == "state" or group == "battle" then return (group == "state" and root or root.battle)[name] ~= nil end
  for place, kind in next, KIND_OF do
    for _, node in next, group_of(kind) == group and root[place] or {} do
      if node[name] ~= nil then return true end
    end
  end
  return false
end

local WHO <const> = { state = "the state has no %s", battle = "the battle has no field %s" }

--- What is wrong with a field of a kind of piece that a house rule reads or sets; nil where nothing is.
---@param game limber.Game
---@param kind string
---@param name string
---@return string?
function M.fault(game, kind, name)
  local rules, group = game.rules, group_of(kind)
  local names = known_to(rules, group)
  if names.all[name] or rules.lenient or is_somewhere(game, group, name) then return nil end
  local for_any = guest.for_any(rules) or not next(kept_fields.of(rules.published))
  local hint = suggest.hint(name, sorted.keys(for_any and names.declared or names.all))
  if hint == "" and for_any then return nil end
  return (WHO[group] or "no " .. kind .. " has a field %s"):format(name) .. hint
end

--- The field that a path of the state names, and of which kind of piece.
local function field_at(path)
  if path[1] == "battle" and #path == 2 then return "battle", path[2] end
  if #path == 1 then return "state", path[1] end
  if KIND_OF[path[1]] and #path == 3 then return KIND_OF[path[1]], path[3] end
end

--- The type of a value that a field of the ruleset's own has, whatever its range in play.
local TYPES <const> = { int = "integer", flag = "boolean", text = "string", enum = "string" }

--- Is a value certainly one of a field's? Most are.
local function is_plain(field, value)
  local kind = field.kind
  if kind == "flag" then return value == true or value == false end
  if kind == "enum" then return lists.has(field.values, value) end
  return kind == "int" and math.type(value) == "integer" and not field.values
    and value >= (field.min or value) and value <= (field.max or value)
end

--- What is wrong with a value of a field; nil where nothing is, or nothing is known of it. A player's own ruleset sets
--- its own fields as it likes.
local function value_fault(game, kind, name, value)
  local rules, carries = game.rules, game.words.carries[KINDS[kind].carries] or {}
  local field = house_fields.find(rules.fields[kind], name)
  if field and is_plain(field, value) then return nil end
  if not field then
    if rules.published.guest then return nil end
    local changes = house_fields.find(carries.changes, name)
    field = changes or house_fields.find(carries.args, name)
    local fits = field and (TYPES[field.kind] or type(value)) == (math.type(value) or type(value))
    if not field or field.ground or fits and not (changes and field.kind == "enum") then return nil end
  end
  local _, refused = fields.check({ house_fields.optional(field) }, { [name] = value }, rules.records)
  return refused and refused.message
end

--- Raises where a house rule sets a field that no such piece has, or to a value that it cannot have.
---@param game limber.Game
---@param node table
---@param path any[]
---@param value any
function M.set(game, node, path, value)
  local kind, name = field_at(path)
  if not kind or game.rules.lenient then return end
  if kind == "state" then
    if node[name] ~= nil or OWN.state[name] or game.rules.published.guest then return end
    error(("play:set: the state has no %s: play.state.battle has fields"):format(tostring(name)), 0)
  end
  local fault = node[name] == nil and M.fault(game, kind, tostring(name))
  if fault and not fault:find "; did you mean" then fault = fault .. "; `fields` gives it one" end
  fault = fault or value ~= nil and value_fault(game, kind, name, value)
  if fault then error("play:set: " .. fault, 0) end
end

--- Raises where a house rule tells a line of the story that there is not.
---@param game limber.Game
---@param key any
function M.tell(game, key)
  if game.words.story[key] or game.rules.lenient then return end
  local hint = suggest.hint(tostring(key), sorted.keys(game.words.story))
  error(("play:tell: the story has no line %s%s"):format(tostring(key), hint), 0)
end

--- The games of states, and the one that was looked at last: most nodes are its own.
local games <const>, latest <const> = setmetatable({}, { __mode = "k" }), setmetatable({}, { __mode = "v" })

--- The games of commands that house rules are handed.
local commanded <const> = setmetatable({}, { __mode = "k" })

--- The pieces and states that a side sees only in part, each with its game and kind.
local seen_of <const> = setmetatable({}, { __mode = "k" })

--- Views and plays, which house rules get by their methods.
local views <const> = setmetatable({}, { __mode = "k" })

--- Tables whose keys are known otherwise: { what, names }.
local named <const> = setmetatable({}, { __mode = "k" })

--- Options as rules show them, by their table.
local options_of <const> = setmetatable({}, { __mode = "k" })

--- Judges house rules as it was before there were such faults, or as it is now: what they read, set, tell and give
--- back. Where a stack cannot be laid at all, that is a fault as ever.
---@param rules limber.Rules
---@param before boolean
function M.spare(rules, before)
  rules.lenient = before
  for _, layer in ipairs(rules.layers) do layer.lenient = before end
  for _, one in next, rules.family and rules.family.stacks or {} do one.lenient = before end
end

---@param game limber.Game whose house rules get what a battle has
function M.know(game) games[game.state], latest[1] = game, game end

---@param game limber.Game
---@param node table the state, or a piece, as a side sees it
---@param place string? of the piece
function M.know_seen(game, node, place) seen_of[node] = { game = game, kind = KIND_OF[place] or "state" } end

---@param game limber.Game
---@param cmd table a command that its house rules may be handed
---@return table cmd
function M.know_command(game, cmd)
  if game.rules.guest then commanded[cmd] = game end
  return cmd
end

---@param view table
---@param hidden table<string, boolean> the methods that house rules do not get
function M.know_view(view, hidden) views[view] = hidden end

---@param node table another table that house rules are handed
---@param what string what it is, for the message
---@param names fun(): string[] keys that it may have: another that looks like one of these is refused
function M.know_keys(node, what, names) named[node] = { what = what, names = names } end

---@param options table
---@param rules limber.Rules
function M.know_options(options, rules) options_of[options] = rules end

--- The game whose state holds a node.
local function game_of(node)
  local game = latest[1]
  if game and game.state.parent[node] then return game end
  for state, one in next, games do
    if state.parent[node] then
      latest[1] = one
      return one
    end
  end
end

--- What of a state a node is: the kind of a piece, "state" or "battle", or the place of all pieces of a kind.
local function kind_of(state, node)
  local root, parent = state.root, state.parent
  if node == root then return "state" end
  local up = parent[node]
  if up == root then return state.key[node] end
  return parent[up] == root and KIND_OF[state.key[up]]
end

local function no_side(game, name)
  local sides = game.state.root.order.sides
  if game.rules.lenient then return nil end
  return ("there is no side %s; sides are %s"):format(name, table.concat(sides, " and "))
end

--- What every command has besides its arguments.
local OF_COMMANDS <const> = set_of "do id side turn waits"

--- What is wrong with a key of a command: it looks like an argument, and no command has it. Proposals, which have more
--- than commands do, are not judged.
local function command_fault(game, cmd, name)
  if OF_COMMANDS[name] or game.rules.lenient or guest.for_any(game.rules) then return nil end
  local names, of_any = {}, {}
  add_fields(names, game.words.commands[cmd["do"]].args)
  for _, command in next, game.words.commands do add_fields(of_any, command.args) end
  for key in next, cmd do
    if not (names[key] or OF_COMMANDS[key]) then return nil end
  end
  local hint = suggest.hint(name, sorted.keys(names))
  if of_any[name] or hint == "" then return nil end
  return ("the command %s has no %s%s"):format(cmd["do"], name, hint)
end

--- What is wrong with a method or field of a view, or of play, that it does not have.
local function view_fault(view, name)
  if name == "side" then return nil end -- play has none
  local names, acts = {}, view.set ~= nil
  for key in next, view do
    if not views[view][key] then names[#names + 1] = key end
  end
  table.sort(names)
  return ("%s has no %s%s"):format(acts and "play" or "a view", name, suggest.hint(name, names))
end

local function option_fault(rules, name)
  local hint = suggest.hint(name, rules.published.option_names)
  if rules.lenient or hint == "" and guest.for_any(rules) then return nil end
  return ("there is no option %s%s"):format(name, hint)
end

--- What else of the state has keys that are known: the orders of pieces, frames, bases.
local SHAPES <const> = {
  order = set_of "sides units leaders formations areas lines",
  frames = set_of "sequence step about done sealed queue choice", base = set_of "x y facing width depth",
}

--- What is wrong with a key that looks like one of these.
local function shape_fault(game, shape, name)
  local hint = not shape[name] and not game.rules.lenient and suggest.hint(name, sorted.keys(shape)) or ""
  return hint ~= "" and ("there is no %s%s"):format(name, hint) or nil
end

local function named_fault(one, name)
  local names = one.names()
  local hint = lists.has(names, name) and "" or suggest.hint(name, names)
  return hint ~= "" and ("%s no %s%s"):format(one.what, name, hint) or nil
end

--- What is wrong with a key that a table which a house rule reads in a battle lacks.
---@param name string
---@param node table
---@return string?
function M.missing(name, node)
  local game = game_of(node)
  if game then
    local kind = kind_of(game.state, node)
    if kind == "sides" then return no_side(game, name) end
    local shape = SHAPES[kind] or SHAPES[game.state.key[game.state.parent[node]]]
    shape = shape or node.facing and node.width and SHAPES.base
    if shape then return shape_fault(game, shape, name) end
    if not kind or kind ~= "state" and not KINDS[kind] then return nil end
    return M.fault(game, kind, name)
  end
  if views[node] then return view_fault(node, name) end
  local seen, rules = seen_of[node], options_of[node]
  if seen then return M.fault(seen.game, seen.kind, name) end
  if rules then return option_fault(rules, name) end
  if named[node] then return named_fault(named[node], name) end
  local of = commanded[node]
  if of and of.words.commands[node["do"]] then return command_fault(of, node, name) end
end

sandbox.lacking(M.missing)

return M
