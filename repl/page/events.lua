--- What happens in a line as a page tells it: the story, event by event, with what each changed and what it draws: who
--- shot at whom, who charged, who fought, and where units went.
local degrees <const> = require("page.ground").mm
local game_text <const> = require "play.text"
local mm <const> = require("page.ground").mm
local replay_text <const> = require "play.replay_text"
local result_text <const> = require "show.result_text"
local sorted <const> = require "limber.common.sorted"
local story <const> = require "limber.game.story"

local M <const> = {}

--- What a story line draws, by parts of its key or of the name of a command, where its ruleset says nothing else
--- (`map_symbols.draws`).
local KINDS <const> = {
  { "charg", "charge" }, { "declared", "charge" }, { "attack", "charge" }, { "ambush", "charge" },
  { "fire", "shot" }, { "fires", "shot" }, { "shoot", "shot" }, { "skirmish", "shot" }, { "volley", "shot" },
  { "combat", "fight" }, { "fight", "fight" }, { "fought", "fight" }, { "melee", "fight" },
}

--- Places of a story line that hold the one it happens to.
local TARGETS <const> = { "target", "enemy", "against", "other" }

local function kind_of(key)
  for _, one in ipairs(KINDS) do
    if key:find(one[1], 1, true) then return one[2] end
  end
end

local function unit_in(root, id) return type(id) == "string" and root.units[id] and id or nil end

--- The arrow that a story line draws, by its key: { kind, from, to }; nil where it draws none.
local function link_of(game, key, with)
  local root, symbols = game.state.root, game.rules.game.map_symbols
  local kind = symbols and symbols.draws and symbols.draws[key] or kind_of(key)
  local from, to = unit_in(root, with.unit), nil
  for _, place in ipairs(TARGETS) do to = to or unit_in(root, with[place]) end
  if not (kind and from and to) or from == to then return nil end
  return { kind = kind, from = { from }, to = { to } }
end

--- The arrow of a command: a list of units may fire at one.
local function link_of_command(root, cmd)
  local kind, to = kind_of(cmd["do"]), unit_in(root, cmd.target)
  if not (kind and to) then return nil end
  local from = {}
  for _, id in ipairs(type(cmd.units) == "table" and cmd.units or { cmd.unit }) do
    from[#from + 1] = unit_in(root, id)
  end
  return #from > 0 and { kind = kind, from = from, to = { to } } or nil
end

--- The fight that a question threw for: its units of two sides. A question of one side's is none.
local function link_of_call(root, call)
  local by_side, sides = {}, {}
  for _, place in ipairs(sorted.keys(call.throwers)) do
    local unit = root.units[call.throwers[place]]
    if unit then
      if not by_side[unit.side] then
        by_side[unit.side], sides[#sides + 1] = {}, unit.side
      end
      table.insert(by_side[unit.side], unit.id)
    end
  end
  return #sides == 2 and { kind = "fight", from = by_side[sides[1]], to = by_side[sides[2]] } or nil
end

--- Ids of pieces that an event names, in the order of their places.
local function who_of(root, event)
  local ids, known = {}, {}
  local with = event.with or event.impossible or {}
  for _, key in ipairs(sorted.keys(with)) do
    local id = with[key]
    if type(id) == "string" and not known[id] and (root.units[id] or root.leaders[id] or root.formations[id]) then
      ids[#ids + 1], known[id] = id, true
    end
  end
  return #ids > 0 and ids or nil
end

--- Where a change took a unit: { id, x, y, facing, x, y, facing }.
local function move_of(change)
  local path, old, new = change.path, change.old, change.new
  if #path ~= 3 or path[1] ~= "units" or path[3] ~= "base" or not (old and new) then return nil end
  if old.x == new.x and old.y == new.y and old.facing == new.facing then return nil end
  return { path[2], mm(old.x), mm(old.y), degrees(old.facing), mm(new.x), mm(new.y), degrees(new.facing) }
end

--- A story line's event, without what it changed.
local function told(game, line, event, shown)
  local root = game.state.root
  local one = {
    text = shown(story.text(game, event, line)), cite = event.cite, who = who_of(root, event),
    at = event.at and event.at ~= line.step and replay_text.step(game.rules, event.at) or nil,
    say = event.say, link = event.say and link_of(game, event.say, event.with or {}) or nil,
  }
  if event.impossible then one.impossible = true end
  return one
end

--- Takes out of an event who may not be seen.
local function without_unseen(one, seen)
  local function kept(ids)
    local list = {}
    for _, id in ipairs(ids or {}) do
      if seen(id) then list[#list + 1] = id end
    end
    return #list > 0 and list or nil
  end
  local link = one.link
  one.who = kept(one.who)
  if link then
    link.from, link.to = kept(link.from), kept(link.to)
    if not (link.from and link.to) then one.link = nil end
  end
end

--- The events of a line. What changes before the first, or with a question that tells nothing by itself, belongs to
--- the next one that is told; what is left over to the last.
---@param game limber.Game
---@param line limber.Line
---@param throw_at table<integer, integer> the throws of the line by their calls
---@param follow fun(change: table) makes a change in the state that is followed
---@param touched fun(): table[]? the pieces changed since it was asked last
---@param opts { shown: function, open: function?, seen: function? } words in the unit of those who look; what may be
---       told and shown (page.data)
---@return table[] events
---@return table[]? set what changed where nothing is told
function M.of(game, line, throw_at, follow, touched, opts)
  local list, changes, at = {}, line.changes or {}, 1
  local throws, moves, fight
  local function take(event)
    while changes[at] and (changes[at].event or 0) <= event do
      local move = move_of(changes[at])
      if move and (not opts.seen or opts.seen(move[1])) then
        moves = moves or {}
        moves[#moves + 1] = move
      end
      follow(changes[at])
      at = at + 1
    end
  end
  take(0)
  local before = touched()
  for i, event in ipairs(line.events or {}) do
    if event.call and throw_at[event.call] then
      throws = throws or {}
      throws[#throws + 1] = throw_at[event.call]
      fight = fight or link_of_call(game.state.root, line.calls[event.call])
    end
    take(i)
    if not event.call and (not opts.open or opts.open(event, line)) then
      local one = told(game, line, event, opts.shown)
      one.throws, one.moves, one.set = throws, moves, touched()
      one.link = one.link or fight
      if opts.seen then without_unseen(one, opts.seen) end
      list[#list + 1], throws, moves, fight = one, nil, nil, nil
    end
  end
  take(math.huge)
  local last, rest = list[#list], touched()
  if last then
    for _, piece in ipairs(rest or {}) do
      last.set = last.set or {}
      table.insert(last.set, piece)
    end
    for _, nth in ipairs(throws or {}) do
      last.throws = last.throws or {}
      table.insert(last.throws, nth)
    end
    for _, move in ipairs(moves or {}) do
      last.moves = last.moves or {}
      table.insert(last.moves, move)
    end
    return list, before
  end
  for _, piece in ipairs(rest or {}) do
    before = before or {}
    table.insert(before, piece)
  end
  return list, before, moves
end

--- What a line's command draws.
---@param game limber.Game
---@param line limber.Line
---@return table?
function M.link(game, line)
  return line.command and link_of_command(game.state.root, line.command)
end

--- What the players changed by their word, in words.
local function amended(game, line)
  local path = line.path
  local place, id, field = path:match "^(%a+)%.([^.]+)%.([%w_]+)$"
  local node = place and game.state.root[place] and game.state.root[place][id]
  local who = game_text.capital(node and node.name or place and id or path)
  if place == "sides" and (field == "solo" or field == "commander") then return ("%s: %s"):format(who, line.reason) end
  local what = field and (": %s"):format((field:gsub("_", " "))) or ""
  return ("%s%s is now %s, by the players' word%s"):format(who, what, result_text.value(line.value),
    line.reason and ": " .. line.reason or "")
end

--- What a line is about: a command as it would be typed.
---@param game limber.Game
---@param line limber.Line
---@param how limber.How
---@return string
function M.typed(game, line, how)
  if line.kind == "amend" then return amended(game, line) end
  local done, words = pcall(game_text.line, game, line, how)
  return done and words or line.command and line.command["do"] or line.kind
end

return M
