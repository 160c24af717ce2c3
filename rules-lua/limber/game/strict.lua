--- What the battles that `limber check` plays by a house rule do not let pass: a field that nothing has, a line of the
--- story that there is not. Other battles go on by what there is.
local house_fields <const> = require "limber.rules.house_fields"
local pieces <const> = require "limber.rules.kinds_of_pieces"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- The kind of piece that has a place in the state: "units" is of the kind "unit".
local KIND_OF <const> = {}
for kind, one in next, house_fields.KINDS do
  if one.place then KIND_OF[one.place] = kind end
end

--- The field that a path of the state names, and of which kind of piece.
local function field_at(path)
  if path[1] == "battle" and #path == 2 then return "battle", path[2] end
  if KIND_OF[path[1]] and #path == 3 then return KIND_OF[path[1]], path[3] end
end

--- Raises where a house rule sets a field of a piece that neither the rules nor it have.
---@param game limber.Game
---@param node table
---@param path any[]
function M.set(game, node, path)
  local kind, name = field_at(path)
  if not kind or node[name] ~= nil then return end
  local rules, names = game.rules, {}
  for _, field in ipairs(rules.fields[kind] or {}) do
    if field.name == name then return end
    names[#names + 1] = field.name
  end
  if pieces.taken_by(rules.published, kind, tostring(name)) then return end
  error(("play:set: no %s has a field %s%s; `fields` gives it one"):format(kind, tostring(name),
    suggest.hint(tostring(name), names)), 0)
end

--- Raises where a line is told that there is not.
---@param game limber.Game
---@param key string
function M.tell(game, key)
  if game.words.story[key] then return end
  local hint = suggest.hint(tostring(key), sorted.keys(game.words.story))
  error(("play:tell: the story has no line %s%s"):format(tostring(key), hint), 0)
end

return M
