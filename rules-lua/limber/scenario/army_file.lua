--- Army files: the forces of a side in a file of their own, for one battle or many.
--
--   army { ruleset = "bugles", name = "the British", quality = "good",
--     leader "chelmsford" { rank = "cinc", … },
--     formation "column" { …, unit "1" { … } },
--   }
-- It holds what a side holds, without places. A scenario's side names it, in a folder beside the scenario's file, and
-- says what is its own: side "a" { army = "armies/column.lua", formation "column" { along = … }, unit "1" { at = … } }.
-- A piece of the side with the name of a piece in the army adds to that piece; what both say is as the side says.
-- Other pieces come besides. Faults are told in the file that said what is wrong.
local bounds <const> = require "limber.language.bounds"
local file_kind <const> = require "limber.language.file_kind"
local file_words <const> = require "limber.scenario.file_words"
local names <const> = require "limber.language.names"
local Placement <const> = require "limber.scenario.placement"

local M <const> = {}

--- What the army says of itself; all else is its side's.
M.OWN = { ruleset = true, doc = true, source = true, variants = true, battle = true }

--- Words of a piece's place: who says one of them says it anew.
local PLACE <const> = { "at", table.unpack(Placement.BESIDE) }

local PIECES <const> = { leader = true, formation = true, unit = true }

--- Does a side name a file with its army? The word may also be one of the ruleset's.
local function names_file(given) return type(given.army) == "string" and given.army:find "[./]" ~= nil end

local function is_piece(one) return type(one) == "table" and PIECES[one.tag] end

--- All pieces in a list, by their names.
local function index(list, into)
  for _, one in ipairs(list) do
    if is_piece(one) then
      into[one.id] = into[one.id] or one
      index(one.given, into)
    end
  end
  return into
end

--- The piece of that name and kind, if there is one.
local function same(pieces, one)
  local other = is_piece(one) and pieces[one.id]
  return other and other.tag == one.tag and other or nil
end

--- All words of a place, where one of them is among the keys.
local function keys_of_place(keys)
  for _, key in ipairs(PLACE) do
    if keys[key] then return PLACE end
  end
  return {}
end

--- What one table of words says, with what another adds or says instead; and the keys of the other.
local function both(self, under, over, own)
  local given, keys = {}, {}
  for key, value in next, over or {} do
    if type(key) == "string" then given[key], keys[key] = value, true end
  end
  for _, one in ipairs(over or {}) do
    if type(one) == "table" and one.tag == "said" then keys[one.key] = true end
    if not same(self.army, one) then given[#given + 1] = one end
  end
  for _, key in ipairs(keys_of_place(keys)) do keys[key] = true end
  for key, value in next, under do
    if type(key) == "string" and not keys[key] and not (own and own[key]) then given[key] = value end
  end
  local added = {}
  for _, one in ipairs(under) do
    if is_piece(one) then
      added[#added + 1] = self.joined(one)
    elseif not (type(one) == "table" and one.tag == "said" and keys[one.key]) then
      added[#added + 1] = one
    end
  end
  table.move(given, 1, #given, #added + 1, added)
  table.move(added, 1, #added, 1, given)
  return given, keys
end

--- A piece as the army has it, with what the scenario adds to it.
local function joiner(self)
  return function(piece)
    local other = same(self.side, piece)
    local given, keys = both(self, piece.given, other and other.given)
    local whole = { tag = piece.tag, id = piece.id, given = given, file = piece.file, line = piece.line }
    whole.overlay = other and { file = other.file, line = other.line, keys = keys } or nil
    return file_words.keep(self, whole)
  end
end

--- A side's piece with its army in it.
local function side_with(found, side, army)
  local self = { army = index(army.given, {}), side = index(side.given, {}), made = found.made }
  self.joined = joiner(self)
  local own = { army = army.given.army }
  for key, value in next, side.given do
    if key ~= "army" then own[key] = value end
  end
  local given, keys = both(self, army.given, own, M.OWN)
  local theirs = {}
  for key in next, army.given do
    if type(key) == "string" and not (keys[key] and key ~= "army") then theirs[key] = true end
  end
  local whole = { tag = "side", id = side.id, given = given, file = side.file, line = side.line }
  whole.overlay = { file = army.file, line = army.line, keys = theirs }
  return file_words.keep(self, whole)
end

--- The army that a side names; or what is wrong.
local function army_of(found, side, beside)
  local file = side.given.army
  local function fault(message)
    return nil, file_words.fault(side.file, side.line, ("side %s: army: %s"):format(side.id, message))
  end
  local place = names.army(found.path, file)
  if not place then
    return fault(("%s is no FOLDER/NAME.lua beside the scenario's file"):format(bounds.quoted(file)))
  end
  local text = beside and beside(found.path, file)
  if not text then return fault(("there is no file %s"):format(place)) end
  if file_kind.of(text) ~= "army" then return fault(file_kind.not_a(place, text, "army")) end
  local army, wrong = file_words.read(text, place, "army", { "ruleset" })
  if not army then return nil, wrong end
  if army.given.ruleset ~= found.given.ruleset then
    return fault(("%s is for %s, and the battle for %s"):format(place, bounds.said(army.given.ruleset),
      bounds.said(found.given.ruleset)))
  end
  return army
end

--- Puts the armies that a scenario names in place of their names, and notes their files.
---@param found table the scenario as read, with `made`, and `files`, a list of { path, text }
---@param beside (fun(path: string, file: string): string?)? the text of a file that is named in another
---@return { file: string, line: integer?, message: string }? fault
function M.join(found, beside)
  for i, side in ipairs(found.given) do
    if type(side) == "table" and side.tag == "side" and names_file(side.given) then
      local army, wrong = army_of(found, side, beside)
      if not army then return wrong end
      for piece, made in next, army.made do found.made[piece] = made end
      found.given[i] = side_with(found, side, army)
      found.files[#found.files + 1] = { path = army.path, text = army.text }
    end
  end
  return bounds.scenario(found.given, found.made, found)
end

--- A battle of one army alone, to check it: told, without ground or enemy.
---@param found limber.FileRead
---@return table given as a scenario gives it
function M.alone(found)
  local given, side = {}, {}
  for key, value in next, found.given.battle or {} do given[key] = value end
  for key, value in next, found.given do
    if not M.OWN[key] then side[key] = value end
  end
  given.title, given.ruleset, given.facts = found.given.name or found.path, found.given.ruleset, "told"
  given.variants = found.given.variants
  given[1] = { tag = "side", id = "a", given = side, file = found.file, line = found.line }
  return given
end

return M
