--- Limits on files that did not ship with Limber: scenarios, replays, questions. Trusted code works on their contents
-- without a budget, so every one of them needs a limit. The limits are generous for real battles.
local printable <const> = require "kernel.printable"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

local MIB <const> = 1024 * 1024

--- How many pieces of a kind a scenario may lay out. Wagram had some 400 battalions, squadrons and batteries a side.
M.PIECES = { side = 8, formation = 1000, unit = 2000, leader = 1000, area = 1000, line = 1000, map = 1 }

--- Commands and turns of a script: the longest recorded battles have some hundreds.
M.COMMANDS, M.TURNS = 20000, 1000

--- The last turn of a battle: a long day has some sixty.
M.LAST_TURN = 300

--- Points of one outline or line: a drawn river has some dozens.
M.POINTS = 500

--- All values of a scenario together; a shared value counts each time it is used. A battle of 2,000 units has some
--- 30,000.
M.VALUES = 200000

--- Tables within tables: sides, formations within formations, their units and the points of those take some ten.
M.DEPTH = 24

--- Characters of a word of the file (an id, a key, the name of a variant), of a name or title, and of a text or map.
M.WORD, M.NAME, M.TEXT = 60, 200, 20000

--- Entries of a list among the arguments: a fight of all units against all has about a hundred.
M.LIST = 1000

--- Whole numbers beyond this are not the same in every program that reads JSON, and rules that multiply could overflow.
M.FARTHEST = 1 << 53

--- Cells of a table of the rules: the largest that ships has some 400.
M.CELLS = 100000

--- House rules on one another.
M.VARIANTS = 32

--- The longer side of a table, in micrometres of the table: 100 m is a sports hall.
M.TABLE = 100000000

--- Any length, in micrometres: 1,000 km, so that sums of thousands of lengths stay whole numbers.
M.LENGTH = 1000000000000

--- The most faults that are listed for one scenario. Nobody reads a longer list.
M.FAULTS = 100

--- Bytes of a line of JSON from elsewhere: a question is some hundred, a line of a replay with its rule files some
--- hundred thousand.
M.QUESTION, M.LINE = MIB, 4 * MIB

--- Bytes, lines and values of a replay: a battle of 160 commands has 1 MB, 160 lines and 60,000 values.
M.REPLAY, M.LINES, M.RECORDED = 16 * MIB, 50000, 1000000

--- What laying a scenario out may spend: a battle of 2,000 units takes about a second.
M.LAYING = { instructions = 2000000000, bytes = 160 * MIB, seconds = 20 }

--- Keys whose text may be of several lines.
local LONG <const> = { doc = true, source = true, text = true }

local COUNTED <const> = { outline = true, points = true, along = true }

--- A text cut to the length of a word.
---@param text string
---@return string
function M.cut(text)
  if #text <= M.WORD then return text end
  local past = utf8.len(text) and utf8.offset(text, M.WORD + 1) or M.WORD + 1
  return past <= #text and text:sub(1, past - 1) .. "…" or text
end

--- A word as a message quotes it: in one line, and not longer than a name.
---@param word any
---@return string
function M.quoted(word)
  if type(word) ~= "string" then return M.shown(word) end
  return '"' .. printable.line(M.cut(word)) .. '"'
end

--- Any value as a message names it: never an address, never long.
---@param value any
---@return string
function M.shown(value)
  local kind = type(value)
  if kind == "string" then return M.quoted(value) end
  if kind == "number" or kind == "boolean" then return tostring(value) end
  if kind == "table" then return #value > 0 and "a list" or "a table" end
  return kind == "nil" and "nothing" or "a " .. kind
end

--- The same without quotes, for an id, a number or a word.
---@param value any
---@return string
function M.said(value)
  return type(value) == "string" and printable.line(M.cut(value)) or M.shown(value)
end

--- A whole number as people read it: 2,000.
local function counted(number)
  return (tostring(number):reverse():gsub("(%d%d%d)", "%1,"):reverse():gsub("^,", ""))
end

--- What is wrong with more than a bound allows, or nil.
---@param count integer
---@param most integer
---@param what string "units of a scenario"
---@return string?
function M.too_many(count, most, what)
  return count > most and ("there are too many %s: %s, at most %s"):format(what, counted(count), counted(most)) or nil
end

--- What is wrong with a text, or nil.
---@param text string
---@param what string
---@param most integer of characters
---@param long boolean? it may have several lines
---@return string?
function M.bad_text(text, what, most, long)
  local prints = text == (long and printable.lines(text) or printable.line(text))
  if prints and #text <= most then return nil end
  local length = utf8.len(text)
  if not length then return ("%s is not UTF-8 text: %s"):format(what, M.quoted(text)) end
  if length > most then
    return ("%s is too long: %s characters, at most %s"):format(what, counted(length), counted(most))
  end
  if not prints then
    return ("%s holds characters that do not print: %s"):format(what, M.quoted(text))
  end
end

--- The first line of a file that is not UTF-8 text, and so could not be recorded; nil when all lines are.
---@param text string
---@return integer?
function M.bad_line(text)
  local at = printable.garbled(text)
  if not at then return nil end
  local _, lines = text:sub(1, at):gsub("\n", "")
  return lines + 1
end

M.NO_UTF8 = "the file is not UTF-8 text there"

local function bad_number(value, what)
  if value ~= value or value == math.huge or value == -math.huge then return ("%s is not a number"):format(what) end
end

---@class limber.Walk
---@field made table<table, table> what the words of the file made: piece → { tag, id, file, line }
---@field values integer
---@field counts table<string, integer> by tag
---@field at table the piece that is looked at
---@field wrong string?

local look

local function key_of(key)
  if math.type(key) == "integer" then return ("entry %d"):format(key) end
  return key
end

--- Restores a piece to what its word made of it; the file may have changed the table since.
local function look_at_piece(walk, piece, depth)
  local was = walk.made[piece]
  if not was then
    walk.wrong = "a table with a tag is not a piece of a scenario; make pieces with the words unit, area, turn"
    return
  end
  for key in next, piece do
    if was[key] == nil then piece[key] = nil end
  end
  for key, value in next, was do piece[key] = value end
  local tag = rawget(piece, "tag")
  walk.counts[tag] = (walk.counts[tag] or 0) + 1
  local outer = walk.at
  if piece.line then walk.at = piece end
  local most = M.PIECES[tag] or tag == "command" and M.COMMANDS or tag == "turn" and M.TURNS
  walk.wrong = most and M.too_many(walk.counts[tag], most, tag .. "s of a scenario")
    or type(piece.id) == "string" and M.bad_text(piece.id, "its name in the file", M.WORD) or nil
  if walk.wrong then return end
  for _, key in ipairs { "given", "cmd", "commands", "value", "text", "step", "do", "side" } do
    if piece[key] ~= nil then look(walk, piece[key], key, depth + 1) end
    if walk.wrong then return end
  end
  walk.at = outer
end

local function look_at_table(walk, value, what, depth)
  if depth > M.DEPTH then
    walk.wrong = ("%s: tables are nested deeper than %d levels"):format(what, M.DEPTH)
    return
  end
  if rawget(value, "tag") ~= nil then return look_at_piece(walk, value, depth) end
  if COUNTED[what] then walk.wrong = M.too_many(#value, M.POINTS, "points of one " .. what) end
  local names = {}
  for _, key in ipairs(sorted.keys(value)) do
    if type(key) == "string" then
      walk.wrong = walk.wrong or M.bad_text(key, "a key", M.WORD)
      names[#names + 1] = key
    elseif math.type(key) ~= "integer" or key < 1 or key > #value then
      walk.wrong = walk.wrong or ("%s has the key %s, which is not a name"):format(what, M.shown(key))
    end
  end
  if walk.wrong then return end
  for _, key in ipairs(names) do
    look(walk, value[key], key, depth + 1)
    if walk.wrong then return end
  end
  for i = 1, #value do
    look(walk, value[i], key_of(i), depth + 1)
    if walk.wrong then return end
  end
end

function look(walk, value, what, depth)
  walk.values = walk.values + 1
  if walk.values > M.VALUES then
    walk.wrong = ("the scenario has too many values, shared ones counted each time: at most %s")
      :format(counted(M.VALUES))
    return
  end
  local kind = type(value)
  if kind == "table" then return look_at_table(walk, value, what, depth) end
  if kind == "string" then
    walk.wrong = M.bad_text(value, what, LONG[what] and M.TEXT or M.NAME, LONG[what])
  elseif kind == "number" then
    walk.wrong = bad_number(value, what)
  elseif kind ~= "boolean" then
    walk.wrong = ("%s is a %s"):format(what, kind)
  end
end

--- The first limit that a scenario exceeds, and the piece that exceeds it; nil when there is none.
---@param given table what the file gave to its word `scenario`
---@param made table<table, table> what the words of the file made
---@param scenario { file: string, line: integer }
---@return { file: string, line: integer, message: string }?
function M.scenario(given, made, scenario)
  local walk = { made = made, values = 0, counts = {}, at = scenario }
  look(walk, given, "the scenario", 1)
  if not walk.wrong then return nil end
  local at = walk.at
  local name = at.tag and at.id and M.bad_text(at.id, "", M.WORD) == nil and ("%s %s: "):format(at.tag, at.id) or ""
  return { file = at.file, line = at.line, message = name .. walk.wrong }
end

return M
