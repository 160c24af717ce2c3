--- What a guest's functions get in a battle: faces of views, of play and of minds (limber.rules.guest), which show
--- their methods and hide their fields. play checks each change that a guest makes: house rules may change the pieces,
--- the sides, the battle and the data of frames, except the fields that the game itself uses.
local lacking <const> = require "limber.rules.lacking"
local lent_results <const> = require "limber.rules.lent_results"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local service_kinds <const> = require "limber.game.service_kinds"
local sorted <const> = require "limber.common.sorted"
local story <const> = require "limber.game.story"
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- Methods that guests do not get: they may only give commands that the rules judge.
local HIDDEN <const> = {
  kept = true, listed = true, seen = true, version = true, words = true, equipped = true,
  refreshed = true, refreshed_with = true,
  run_command = true, share = true, found = true, order_kept = true,
}

--- And those that a player's own ruleset does not get: it judges its commands itself.
local HIDDEN_FROM_RULESETS <const> = tree.shallow(HIDDEN)
HIDDEN_FROM_RULESETS.run_command = nil

--- The methods that return nodes of the state, even those that show only what a side sees.
local NODES <const> = {
  unit = true, leader = true, formation = true, units = true, leaders = true, formations = true, at = true,
  sealed = true,
}

local PIECES <const> = { units = true, leaders = true, formations = true, areas = true, lines = true, sides = true }

--- Top-level fields of the state that the game itself uses.
local OWN <const> = {
  asks = "what has been asked", facts = "how the battle is played", fixes = "corrections", frames = "what is under way",
  last_turn = "the last turn", order = "the order of pieces", result = "the end of the battle", turn = "the turn",
}

local function refuse(path, why)
  for i, key in ipairs(path) do path[i] = tostring(key) end
  error(("play: %s is %s, which no house rule sets"):format(table.concat(path, "."), why), 0)
end

local function is_base(value)
  if type(value) ~= "table" then return false end
  for _, key in ipairs { "x", "y", "facing", "width", "depth" } do
    if math.type(value[key]) ~= "integer" then return false end
  end
  return value.width > 0 and value.depth > 0
end

--- Fields of pieces that the game itself uses, and the values that they may have.
local FIELDS <const> = {
  id = function() return false end,
  side = function(value, root) return lists.has(root.order.sides, value) end, -- of an area, or a line
  status = function(value) return value == nil or type(value) == "string" end,
  base = function(value) return value == nil or is_base(value) end,
}

local function check_piece(root, path, value, whole)
  if #path < 3 then refuse(path, "a piece, or a list of pieces") end
  local fits = FIELDS[path[3]]
  if not fits or #path == 3 and whole and fits(value, root) then return end
  if #path > 3 and path[3] == "base" and whole and math.type(value) == "integer" then return end
  if #path > 3 and path[3] ~= "base" then return end
  error(("play: %s of %s cannot be that"):format(table.concat(path, ".", 3), path[2]), 0)
end

--- Pieces that are of one side all through a battle: their formation and its orders are that side's.
local OF_A_SIDE <const> = { units = true, leaders = true, formations = true }

--- Raises if a guest may not change the value at a path. `whole`: `value` replaces it; else a list is changed.
local function check(root, path, value, whole)
  local top = path[1]
  if PIECES[top] then return check_piece(root, path, value, whole) end
  if top == "frames" and path[3] == "about" and #path > 3 then return end
  if top == "battle" and (#path < 2 or path[2] == "decks") then refuse(path, "the battle's own") end
  if OWN[top] then refuse(path, OWN[top]) end
end

--- The longest list that a guest may change in its middle, since all entries after it move, and again on undo.
local LONGEST <const> = 10000

local function check_length(list)
  if #list <= LONGEST then return end
  error(("play: a list of more than %d values is not changed in its middle"):format(LONGEST), 0)
end

--- The methods of play that change the state, as guests get them.
local function writers(game, play)
  local state <const>, own <const> = game.state, {}

  --- What becomes part of the state is its alone: of a table that trusted code has, a copy.
  local function fresh(value)
    if type(value) ~= "table" or state:holds(value) then return value end
    return sandbox.plain(value)
  end
  local function check_open()
    if not state.open then error("play is good for the command that it was handed to", 0) end
  end
  local function ready(node, key, value, whole)
    check_open()
    if type(node) ~= "table" or not state:holds(node) then
      error(("play: %s cannot be set: the table is not part of the state"):format(tostring(key)), 0)
    end
    if type(key) ~= "string" and math.type(key) ~= "integer" then error("play: a key must be a name or a place", 0) end
    local path = state:path(node, key)
    check(state.root, path, value, whole)
    if key == "side" and OF_A_SIDE[path[1]] and value ~= node.side and not game.rules.lenient then
      refuse(path, "the side that it fights for")
    end
    if whole then lacking.set(game, node, path, value) end
  end
  function own.set(self, node, key, value)
    ready(node, key, value, true)
    return play.set(self, node, key, fresh(value))
  end
  function own.append(self, list, value)
    ready(list, 1, value)
    return play.append(self, list, fresh(value))
  end
  for _, name in ipairs { "insert", "remove" } do
    own[name] = function(self, list, at, value)
      ready(list, at, value)
      check_length(list)
      return play[name](self, list, at, fresh(value))
    end
  end
  for _, name in ipairs { "schedule", "due" } do
    own[name] = function(self, list, at, what)
      ready(list, 1)
      check_length(list)
      return play[name](self, list, at, fresh(what))
    end
  end
  function own.push(self, sequence, about)
    check_open()
    return play.push(self, sequence, fresh(about))
  end
  -- What they take stands in messages (bindings/failure.c).
  function own.carry_out(self, name, about, with) check_open() return play.carry_out(self, name, about, with) end
  function own.perform(self, cmd)
    check_open()
    local known, name = game.words.commands, type(cmd) == "table" and cmd["do"]
    if not known[name] then
      local hint = suggest.hint(name, sorted.keys(known))
      error(("play:perform: there is no command %s%s"):format(tostring(name), hint), 0)
    end
    return play.perform(self, cmd)
  end
  function own.run_command(self, cmd, found)
    check_open()
    return play.run_command(self, cmd, found)
  end
  function own.choose(self, asked)
    check_open()
    if not game.rules.lenient then story.refuse_question(game, asked) end
    return play.choose(self, asked)
  end
  function own.draw(self, name, cards) check_open() return play.draw(self, name, cards) end
  function own.throw(self, dice, label, who) check_open() return play.throw(self, dice, label, who) end
  function own.lose(self, unit, losses) check_open() return play.lose(self, unit, losses) end
  for _, name in ipairs { "resolve", "resolve_of" } do
    local method <const> = play[name]
    own[name] = lent_results.lending(game, function(self, ...)
      check_open()
      return (play[name] or method)(self, ...)
    end)
  end
  function own.tell(self, key, with)
    check_open()
    lacking.tell(game, key)
    local judged <const> = not (game.rules.lenient or game.rules.published.guest) -- a ruleset tells its own lines
    if judged then story.refuse_misfits(game, key, with) end
    return play.tell(self, key, with)
  end
  function own.finish(self, result)
    check_open()
    local winner = type(result) == "table" and result.winner
    if not (winner == "draw" or lists.has(state.root.order.sides, winner)) or type(result.why) ~= "string" then
      error("play:finish needs { winner = a side or \"draw\", why = a text }", 0)
    end
    return play.finish(self, result)
  end
  return own
end

--- Views and plays that have a face.
local given <const> = setmetatable({}, { __mode = "k" })

--- Gives a view or play a face, once.
---@param game limber.Game
---@param view table
function M.give(game, view)
  if given[view] then return end
  given[view] = true
  lacking.know(game)
  local hidden <const> = game.rules.published.guest and HIDDEN_FROM_RULESETS or HIDDEN
  lacking.know_view(view, hidden)
  local acts <const> = view.set ~= nil
  local instead <const> = acts and writers(game, view) or {}
  for _, name in ipairs { "ask", "ask_of" } do
    local method <const> = view[name]
    instead[name] = lent_results.lending(game, function(...) return (view[name] or method)(...) end)
  end
  service_kinds.judge(game, view, instead)
  sandbox.face(view, {
    name = acts and "play" or "a view", hidden = hidden, nodes = NODES, parent = game.state.parent, instead = instead,
  })
end

--- Nodes that a side sees only in part: guests get a proxy of them, never a copy.
---@param game limber.Game
---@param seen table the state as a side sees it
function M.show(game, seen)
  local root <const> = game.state.root
  if seen == root then return end
  lacking.know_seen(game, seen)
  for place in next, PIECES do
    local nodes, own = seen[place], root[place]
    if nodes ~= own then
      for id, node in next, nodes do
        if node ~= own[id] then
          sandbox.shown(node)
          lacking.know_seen(game, node, place)
        end
      end
    end
  end
end

local HIDDEN_IN_MINDS <const>, WRITABLE <const> = { kept = true, stood = true }, { memo = true }

--- Gives a mind a face; policies may write to its memo.
---@param game limber.Game
---@param mind table
function M.give_mind(game, mind)
  lacking.know_keys(mind, "a mind has", function()
    local names = sorted.keys(mind)
    return lists.append(names, sorted.keys(getmetatable(mind).__index or {}))
  end)
  sandbox.face(mind, {
    name = "a mind", hidden = HIDDEN_IN_MINDS, writable = WRITABLE,
    parent = game.state and game.state.parent,
  })
end

return M
