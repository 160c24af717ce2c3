--- Dice that a layer throws without a procedure: play:throw.
--
--   local total, faces = play:throw("2d6", "event")          local total = play:throw("d10", "ammunition", unit_id)
--
-- They are named by the variant that throws, the label and who throws, so no other throw changes. A line of story tells
-- them, with the citation of the variant; `:fix`, dice told from a real table and replays know them by their name.
-- Odds do not include them.
local tree <const> = require "limber.common.tree"

local M <const> = {}

local MOST_DICE <const>, MOST_FACES <const> = 100, 1000
local LONGEST <const> = 60
--- In one command: who throws more does so without end.
local MOST_CALLS <const> = 2000

--- How many callers are searched for a variant's function.
local DEEP <const> = 40

--- The layer whose file calls: the nearest function up the calls that is not the framework's; nil for a ruleset's own.
local function calling_layer(rules)
  local by_source = {}
  for _, layer in ipairs(rules.layers) do
    if layer.path then by_source["@" .. layer.path] = layer end
  end
  for level = 3, DEEP do
    local info = debug.getinfo(level, "S")
    if not info then return nil end
    if by_source[info.source] then return by_source[info.source] end
    if info.what ~= "C" and not info.source:find("rules-lua/limber/", 1, true) then return nil end
  end
end

--- The dice that a text names: their number and faces; nil and what is wrong.
local function read(what)
  if type(what) ~= "string" then return nil, nil, "the dice must be named, like \"2d6\"" end
  local n, faces = what:match "^(%d*)[dD](%d+)$"
  n, faces = n == "" and 1 or math.tointeger(tonumber(n)), math.tointeger(tonumber(faces))
  if not n or not faces then
    return nil, nil, ("%q names no dice; write \"2d6\" or \"d100\""):format(what:sub(1, 20))
  end
  if n < 1 or n > MOST_DICE then
    return nil, nil, ("the number of dice must be 1 to %d, got %d"):format(MOST_DICE, n)
  end
  if faces < 2 or faces > MOST_FACES then
    return nil, nil, ("a die must have 2 to %d faces, got %d"):format(MOST_FACES, faces)
  end
  return n, faces
end

--- Throws dice.
---@param game limber.Game
---@param what string "2d6", "d10", "d100"
---@param label string what they are thrown for
---@param who string? the id of who throws: a piece or a side
---@return integer total
---@return integer[] faces
function M.throw(game, what, label, who)
  local n, faces, fault = read(what)
  if not n then error("play:throw: " .. fault, 2) end
  if type(label) ~= "string" or #label > LONGEST or not label:find "^[%w_ ]+$" then
    error("play:throw: the label must be a few words: what the dice are thrown for", 2)
  end
  if who ~= nil and not (type(who) == "string" and tree.node(game.state.root, who)) then
    error(("play:throw: there is no piece or side %s"):format(tostring(who)), 2)
  end
  if not game.acting then error("play:throw: dice are thrown only while a command is carried out", 2) end
  if #game.calls >= MOST_CALLS then
    error(("play:throw: more than %d questions and throws in one command"):format(MOST_CALLS), 2)
  end
  local layer = calling_layer(game.rules)
  local own = { dice = (n > 1 and n or "") .. "d" .. faces, n = n, faces = faces, label = label }
  local call = game.throws:own(game.rules, game.state, game.step, (layer and layer.name or "battle") .. ":" .. label,
    own, who, layer and (layer.cite or layer.ruling) or game.step.cite or "house")
  game:note_call(call)
  game:note_event {
    say = who and "own_dice_of" or "own_dice", cite = call.cite,
    with = { what = (label:gsub("_", " ")), who = who, dice = own.dice:upper(), total = call.result.total },
  }
  return call.result.total, table.move(call.result.faces, 1, n, 1, {})
end

return M
