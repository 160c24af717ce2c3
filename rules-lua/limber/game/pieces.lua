--- Questions about a piece of the battle: a unit, a leader, a formation.
--
--   view:question(procedure, id, args)          args, with what the piece itself says: each plain argument of the
--                                               procedure that is not given, and that the ruleset's `carries` declares
--                                               of such a piece under the same name and as the same kind of field.
--                                               Of a record, its fields
--   view:ask_of(procedure, id, args, target)    that question asked: view:ask
--   play:resolve_of(procedure, id, args, target)    that question thrown for, by the piece: play:resolve
-- The procedure's `piece` says which kind of piece has the id. What house rules add is filled as by view:described.
local house_fields <const> = require "limber.rules.house_fields"

local M <const> = {}

local KINDS <const>, PLAIN <const>, NONE <const> = house_fields.KINDS, house_fields.PLAIN, {}

--- The names of the fields of a procedure or record that a kind of piece carries under their names.
local function carried(fields, carries)
  local list = {}
  for _, field in ipairs(fields) do
    local own = house_fields.find(carries.args, field.name) or house_fields.find(carries.changes, field.name)
    if own and PLAIN[own.kind] and own.kind == field.kind then list[#list + 1] = field.name end
  end
  return list
end

--- Those lists by what pieces carry, then by all the fields.
local known <const> = setmetatable({}, { __mode = "k" })

local function carried_of(fields, carries)
  local of = known[carries]
  local list = of and of[fields]
  if list then return list end
  list = carried(fields, carries)
  if not of then
    of = setmetatable({}, { __mode = "k" })
    known[carries] = of
  end
  of[fields] = list
  return list
end

--- The piece with an id, and its kind: `piece` is one kind or a list of them.
local function piece_of(view, name, piece, id)
  for i = 1, type(piece) == "table" and #piece or 1 do
    local kind = type(piece) == "table" and piece[i] or piece
    local place = kind and KINDS[kind].place
    local node = place and view.state[place][id]
    if node then return node, kind end
  end
  error(("%s describes no piece %s"):format(name, tostring(id)), 0)
end

---@param game limber.Game
---@param view limber.View
function M.equip(game, view)
  function view.described(_, args, node, ...)
    if not game.rules.added then return args end
    return house_fields.described(game.rules, game.state.root, args, node, ...)
  end
  function view.question(self, name, id, args)
    local procedure, record = game.rules.procedures[name], game.rules.records[name]
    if not (procedure or record) then error(("no procedure or record %q"):format(tostring(name)), 2) end
    local node, kind = piece_of(self, name, (procedure or record).piece, id)
    args = args or {}
    local carries = game.words.carries[KINDS[kind].carries]
    local list = carries and carried_of(procedure and procedure.args or record, carries) or NONE
    for i = 1, #list do
      local key = list[i]
      if args[key] == nil then args[key] = node[key] end
    end
    if not game.rules.added then return args end
    return self:described(args, node, name)
  end
  function view.ask_of(self, procedure, id, args, target)
    return self:ask(procedure, self:question(procedure, id, args), id, target)
  end
end

--- The same for play, which throws.
function M.equip_play(play)
  function play.resolve_of(self, procedure, id, args, target)
    return self:resolve(procedure, self:question(procedure, id, args), id, target)
  end
end

return M
