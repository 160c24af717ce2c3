--- What services take and give, where house rules call them or stand in their place: an id that names nothing, or a
--- piece of another kind, is refused; so is what a service cannot give.
local given_back <const> = require "limber.game.given_back"
local lists <const> = require "limber.common.lists"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Each kind of piece that a service takes: the places of the state where its ids are, and its words.
local KINDS <const> = {
  stand = { places = { "units", "leaders" }, words = "a unit or leader" },
  unit = { places = { "units" }, words = "a unit" }, leader = { places = { "leaders" }, words = "a leader" },
  formation = { places = { "formations" }, words = "a formation" }, area = { places = { "areas" }, words = "an area" },
  any = { places = { "units", "leaders", "formations" }, words = "a unit, leader or formation" },
  side = { places = { "sides" }, words = "a side" },
}

--- The services whose first arguments are ids, by their kinds; those of `shapes` take bases and points too.
local TAKES <const> = {}
for kinds, names in next, {
  ["stand stand"] = "apart sees",
  ["unit unit"] = [[fire_line spread charge_way charge_turns half_way contact face_met faces interposed met meet
    part]],
  ["stand"] = [[bases near touched path room nearest_room moves was_at nearest_unit way_back place go set_down
    swing]],
  ["unit"] = [[targets fire_ray muzzle nearest_of supporters foes engaged held leaders_with draw_up lose_base lose
    take_off dissolve follow]],
  ["leader unit"] = "attach", ["leader"] = "leader_casualty detach fit leader_base led_by",
  ["leader formation"] = "commands", ["any"] = "formation_of", ["formation formation"] = "belongs",
  ["formation"] = "chain commander next_in_command units_of successor", ["area"] = "holder side_holding",
  ["side"] = [[present waits home at_home reach_from_home fit_leaders senior objectives leaders_touched any_unit
    some_unit some_leader beaten contacts other units leaders formations]],
} do
  local list = {}
  for kind in kinds:gmatch "%S+" do list[#list + 1] = kind end
  for name in names:gmatch "%S+" do TAKES[name] = list end
end
local SHAPES <const> = { apart = true, nearest_unit = true }

--- Those that say nothing of nothing.
local NEEDED <const> = { apart = "(one, other)" }

--- The names of pieces that an id could stand for.
local function names_of(state, kind)
  local names = {}
  for _, place in ipairs(kind.places) do lists.append(names, sorted.keys(state[place])) end
  return names
end

local WORD_OF <const> = {
  units = "a unit", leaders = "a leader", formations = "a formation", areas = "an area", lines = "a line",
  sides = "a side",
}

--- What else than a piece of that kind an id names, in words; nil for nothing.
local function other_piece(state, id)
  for place, words in next, WORD_OF do
    if state[place] and state[place][id] then return words end
  end
end

local function bare(kind) return (kind.words:gsub("^an? ", "")) end

local function fault_of(state, name, kind, id)
  if type(id) == "table" then
    if not id.id or id.x or not tree.node(state, id.id) then return nil end
    return ("%s takes the id of %s, not the piece: write .id"):format(name, kind.words)
  end
  if type(id) ~= "string" and type(id) ~= "number" then return nil end
  for _, place in ipairs(kind.places) do
    if state[place][id] then return nil end
  end
  local other = other_piece(state, id)
  if other then
    local shapes = SHAPES[name] and ", a base or a point" or ""
    return ("%s: %s is %s; it takes %s%s"):format(name, id, other, kind.words, shapes)
  end
  if kind == KINDS.side then
    local sides = table.concat(state.order.sides, " and ")
    return id ~= "" and ("%s: there is no side %s; sides are %s"):format(name, id, sides) or nil
  end
  if type(id) == "number" then return ("%s: there is no %s %s: an id is a text"):format(name, bare(kind), id) end
  return ("%s: there is no %s %s%s"):format(name, bare(kind), id, suggest.hint(id, names_of(state, kind)))
end

--- Raises where a house rule hands a service of a view what that does not take.
local function refuse(view, name, kinds, ...)
  for i = 1, #kinds do
    local id = select(i, ...)
    if id == nil and NEEDED[name] then error(("%s takes %s: number %d is nothing"):format(name, NEEDED[name], i), 0) end
    local fault = id ~= nil and not (type(id) == "table" and SHAPES[name] and (id.x or id[1]))
      and fault_of(view.state, name, KINDS[kinds[i]], id)
    if fault then error(fault, 0) end
  end
end

--- Puts what judges their arguments in the place of the services of a view, or of play, that guests get.
---@param game limber.Game
---@param view table
---@param instead table<string, function> what guests get in place of methods
function M.judge(game, view, instead)
  if game.rules.published.guest then return end -- a ruleset of a player's own is slower by it, and has tests of its own
  for name, kinds in next, TAKES do
    local method <const>, other <const> = view[name], instead[name]
    if method then
      -- Its name and what it takes stand in messages (bindings/failure.c: `method`).
      instead[name] = function(self, ...)
        if not game.rules.lenient then refuse(view, name, kinds, ...) end
        if other then return other(self, ...) end
        return (view[name] or method)(view, ...)
      end
    end
  end
end

-- ---- what they give ------------------------------------------------------------------------------------------------

local function is_number(value) return math.type(value) == "integer" or math.type(value) == "float" end
local function is_piece(value, view) return type(value) == "string" and tree.node(view.state, value) ~= nil end
local function is_table(value) return type(value) == "table" end

local function or_nothing(kind)
  return { wanted = kind.wanted .. ", or nothing", fits = function(value, ...)
    return value == nil or kind.fits(value, ...)
  end }
end

local NUMBER <const> = { wanted = "a number", fits = is_number }
local ID <const> = { wanted = "an id", fits = is_piece }
local WHOLE <const> = { wanted = "a whole number", fits = function(value) return math.type(value) == "integer" end }
local CHOICE <const> = { wanted = "one of the options", fits = function(value, _, asked)
  return lists.has(is_table(asked) and asked.options or {}, value)
end }
local TABLE <const> = { wanted = "a table", fits = is_table }
local ROOM <const> = { wanted = "nothing, or { kind = a word, by = an id, margin = micrometres, cite = a text }",
  fits = function(value)
    if value == nil then return true end
    return is_table(value) and type(value.kind) == "string" and (value.margin == nil or is_number(value.margin))
  end }
local BOOLEAN <const> = { wanted = "true or false", fits = function(value) return type(value) == "boolean" end }
local TEXT <const> = { wanted = "a text", fits = function(value) return type(value) == "string" end }
local IDS <const> = { wanted = "a list of ids", fits = function(value, view)
  return is_table(value) and not lists.find(value, function(id) return not is_piece(id, view) end)
    and (next(value) == nil or #value > 0)
end }
local ITERATOR <const> = { wanted = "what goes through pieces, as the published one does", fits = function(value)
  return type(value) == "function"
end }

local GIVES <const> = {}
for kind, names in next, {
  [NUMBER] = [[bearing_at comes_to objectives rank reach_from_home spread stop_clear struck_off swing thrown_once
    wheel_at]],
  [or_nothing(NUMBER)] = "apart first_room half_way last_room nearest_room thrown",
  [WHOLE] = "lose throw", [CHOICE] = "choose",
  [BOOLEAN] = "any_unit engaged faces sees stands_in",
  [or_nothing(ID)] = [[commander formation_of holder interposed nearest_of nearest_unit next_in_command senior
    side_holding some_leader some_unit successor wholly_in]],
  [ID] = "other",
  [IDS] = "between chain cover_lines foes leaders_touched leaders_with led_by rearmost_first together touched under",
  [TEXT] = "called name names status at",
  [TABLE] = [[bases charge_steps charge_turns charge_way combats contact contact_groups contacts described fire_line
    fire_ray formation from_the_left leader legs line_order meetings moves muzzle near on_path pairs_without path
    question reach supporters targets unit way_back ways_round]],
  [or_nothing(TABLE)] = "held met middle piece places was_at",
  [ROOM] = "room room_for",
  [ITERATOR] = "fit_leaders formations leaders present units units_of",
} do
  for name in names:gmatch "%S+" do GIVES[name] = kind end
end
M.GIVES = GIVES

--- A house rule's service laid over others, held to what such a service gives.
---@param layer table
---@param name string
---@param own function
---@param laid function
---@return function
function M.held(layer, name, own, laid)
  return GIVES[name] and given_back.checked(layer, own, laid, GIVES[name], "the service " .. name) or laid
end

return M
