--- What words name: units by roster number, id or name, formations and leaders by id or name.
--
-- A name needs no quotes and no accents, and a part of it will do where only one has it: `Klebek`, `1st klebek`,
-- `gautier` for "Gautier's brigade".
local agreement <const> = require "limber.game.agreement"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

local FOLDED <const> = {}
for plain, letters in next, {
  a = "àáâãäåāăą", c = "çćč", d = "ďđ", e = "èéêëēėęě", g = "ğ", i = "ìíîïīı", l = "łĺľ", n = "ñńň", o = "òóôõöøōő",
  r = "řŕ", s = "śšş", t = "ťţ", u = "ùúûüūůű", y = "ýÿ", z = "źżž", ss = "ß", ae = "æ", oe = "œ",
  A = "ÀÁÂÃÄÅ", C = "ÇČ", E = "ÈÉÊË", I = "ÌÍÎÏ", O = "ÒÓÔÕÖØ", S = "ŚŠ", U = "ÙÚÛÜ", Z = "ŹŻŽ",
} do
  for _, code in utf8.codes(letters) do FOLDED[utf8.char(code)] = plain end
end

--- A text as names are compared: no accents, no capitals, no quotes.
---@param text string
---@return string
function M.fold(text)
  text = text:gsub("[\xC2-\xF4][\x80-\xBF]+", function(letter) return FOLDED[letter] or letter end)
  return (text:lower():gsub("’", ""):gsub("[\"']", ""))
end

local function tokens_of(text)
  local tokens = {}
  for token in M.fold(text):gmatch "[^%s,./()%-]+" do tokens[#tokens + 1] = token end
  return tokens
end

local function ids(view, place)
  local nodes, order, i = view.state[place], view.state.order[place], 0
  return function()
    repeat i = i + 1 until not order[i] or nodes[order[i]]
    return order[i], nodes[order[i]]
  end
end
M.ids = ids

--- Shorter parts of a name than this are no part of it.
local SHORTEST <const> = 3

--- Whether some words stand side by side in a name; the last may be cut short.
local function is_part(tokens, name)
  local telling = false
  for _, token in ipairs(tokens) do telling = telling or #token >= SHORTEST and token:find "%a" ~= nil end
  if not telling then return false end
  for from = 0, #name - #tokens do
    local fits = true
    for i, token in ipairs(tokens) do
      local there = name[from + i]
      local cut = i == #tokens and #token >= SHORTEST and there:sub(1, #token) == token
      fits = fits and (there == token or cut)
    end
    if fits then return true end
  end
  return false
end

--- All that a text may mean: those it names outright, or else those it is a part of the name of.
---@param view limber.View
---@param place "units"|"leaders"|"formations"
---@param text string
---@return string[] ids
---@return boolean exact
function M.meant(view, place, text)
  local exact, parts, folded, tokens = {}, {}, M.fold(text), tokens_of(text)
  for id, node in ids(view, place) do
    if M.fold(tostring(node.number or id)) == folded or M.fold(id) == folded
      or node.name and M.fold(node.name) == folded then
      exact[#exact + 1] = id
    elseif node.name and #tokens > 0 and is_part(tokens, tokens_of(node.name)) then
      parts[#parts + 1] = id
    end
  end
  if #exact > 0 then return exact, true end
  return parts, false
end

--- What a person would type for one: a unit's roster number, else an id.
---@param node table
---@return string
function M.short(node)
  return tostring(node.number or node.id)
end

--- One by name, with what to type for it: `1st Klebek (51)`.
---@param node table
---@return string
function M.long(node)
  local short = M.short(node)
  return node.name and node.name ~= short and ("%s (%s)"):format(node.name, short) or short
end

--- The same with its verb: `1st Klebek (51) is`, `the French guns (1) are`.
---@param state table
---@param id string of a unit, leader or formation
---@return string
function M.is(state, id)
  local node = state.units[id] or state.leaders[id] or state.formations[id]
  return ("%s %s"):format(M.long(node), agreement.is_plural(state, id) and "are" or "is")
end

local function of_side(view, place, list, whose, side)
  local kept = {}
  for _, id in ipairs(list) do
    local own = view.state[place][id].side == side
    if whose == "any" or own == (whose == "own") then kept[#kept + 1] = id end
  end
  return kept
end

--- Most words that a name is looked for in.
local LONGEST <const> = 6

--- Reads one name from position `at` on: the longest that is known.
---@param view limber.View
---@param place "units"|"leaders"|"formations"
---@param words string[]
---@param at integer
---@param whose "own"|"enemy"|"any"
---@param side string
---@return string? id
---@return integer|string? next position, or what is wrong where several are meant
---@return boolean? of the other side than is wanted
---@return boolean? it is the whole name, not a part of it
function M.read(view, place, words, at, whose, side)
  local several, others, after
  for last = math.min(#words, at + LONGEST - 1), at, -1 do
    local list, exact = M.meant(view, place, table.concat(words, " ", at, last))
    local fitting = of_side(view, place, list, whose, side)
    if #fitting == 1 then return fitting[1], last + 1, nil, exact end
    if #fitting > 1 and (exact or not several) then several = fitting end
    if #list > 0 and #fitting == 0 and not others then others, after = list, last + 1 end
  end
  if several then
    local names = {}
    for i, id in ipairs(several) do names[i] = M.long(view.state[place][id]) end
    return nil, ("%s may be %s"):format(words[at], table.concat(names, " or "))
  elseif others and #others == 1 then
    return others[1], after, true
  end
end

--- The nearest to a misspelt name, or nothing: `; did you mean 1st Klebek (51)?`
---@param view limber.View
---@param places string[]
---@param word string
---@param more string[]? other words that may stand there
---@return string
function M.hint(view, places, word, more)
  local known, long = table.move(more or {}, 1, #(more or {}), 1, {}), {}
  for _, place in ipairs(places) do
    for id, node in ids(view, place) do
      for _, name in ipairs { M.fold(node.name or id), M.short(node), table.unpack(tokens_of(node.name or "")) } do
        if not long[name] then known[#known + 1] = name end
        long[name] = long[name] or M.long(node)
      end
    end
  end
  local near = #word > 1 and suggest.nearest(M.fold(word), known)
  return near and ("; did you mean %s?"):format(long[near] or near) or ""
end

--- The units of a formation and of those below it that are still there, in the listed order.
---@param view limber.View
---@param formation string
---@return string[]
function M.units_of(view, formation)
  local list = {}
  for id, unit in ids(view, "units") do
    local above = unit.formation
    while above and above ~= formation do above = (view.state.formations[above] or {}).formation end
    if above and view:status(unit) ~= "gone" then list[#list + 1] = id end
  end
  return list
end

--- The words that say a formation follows: its level, where the ruleset's formations have one.
---@param view limber.View
---@return table<string, boolean>
function M.levels(view)
  local levels = { formation = true }
  for _, node in ids(view, "formations") do
    if type(node.level) == "string" then levels[node.level] = true end
  end
  return levels
end

return M
