--- Battles between two solo commanders, and what came of the charges that they announced.
--
--   local field = battles.of("scenarios/….lua", old)     `old`: the commander of old may lead a side
--   field.fight(seed, "a")              today's commander against himself; with a side, he leads that one alone, and
--                                       with false neither
--     (a third argument of `of` is his effort: then he leads that side with it, the other without)
--     → { winner = side or "draw", turns, close = how many fights hand to hand, charges = { { p, won }, … } }
-- Two commanders who think with different rules files fight on two tables: what one of them commands on his is
-- commanded on the other's too, and dice that have names fall alike there.
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game.game"
local kinds <const> = require "opponents.kinds"
local loader <const> = require "bench.loader"
local old <const> = require "opponents.old"
local Rules <const> = require "limber.rules.stack"
local Scenario <const> = require "limber.scenario.scenario"
local Solo <const> = require "limber.solo.commander"
local tree <const> = require "limber.common.tree"

local M <const> = {}

--- A scenario laid out under the rules that a loader reads.
local function laid_out(path, from)
  local scenario <const> = assert(Scenario.read(assert(loader.read(path), "no such file: " .. path), path, loader.army))
  local rules <const> = assert(Rules.load(from, scenario.ruleset, scenario.variants, { game = require "limber.game.words" }))
  local sides <const> = {}
  for _, piece in ipairs(scenario.given) do
    if piece.tag == "side" then sides[#sides + 1] = piece.id end
  end
  local start <const>, wrong <const> = Scenario.build(scenario, rules, { solo = sides })
  if not start then error(Scenario.fault_text(wrong[1]), 0) end
  return { ruleset = scenario.ruleset, rules = rules, start = start, sides = sides }
end

local function begun(table_, seed, story)
  local game <const> = Game.new {
    rules = table_.rules, start = tree.copy(table_.start), seed = seed, keep = false, story = story,
  }
  assert(game:start())
  return game
end

-- ---- what is noted of a battle ---------------------------------------------------------------------------------------

--- The part that a unit has in the fight of a call; nil: it is not in it.
local function part_in(call, unit)
  for part, id in next, call.throwers or {} do
    if id == unit then return part:match "^[^.]*" end
  end
end

--- Has a unit won the fight of a call? Nil: it is not in it.
local function won_by(call, unit, kind)
  local name <const> = part_in(call, unit)
  if not name then return nil end
  if kind.won then return kind.won(call.result, name) end
  return call.result.winner == name
end

--- Does a charger fight another than was announced first: who fell upon him, or lay hidden on his way? The promise is
--- then for a fight that never comes.
local function fights_another(call, charge)
  return charge.target ~= nil and part_in(call, charge.unit) ~= nil and part_in(call, charge.target) == nil
end

--- Ends what is open of charges: those that a fight has decided, or all at the end of their turn. A charge that never
--- came to a fight counts only when it was thrown back, or cost the unit its life; where the promise is for one that
--- gets there, not if it fell short, nor if the unit had to fight another.
local function settle(notes, root, kind, call)
  for i = #notes.open, 1, -1 do
    local charge <const> = notes.open[i]
    local won
    local another <const> = call ~= nil and kind.home ~= nil and fights_another(call, charge)
    local came <const> = not kind.home or charge.home and not another
    if call and came then won = won_by(call, charge.unit, kind) end
    local over <const> = another or root.turn ~= charge.turn or root.result ~= nil
      or kind.home and root.active ~= charge.active
    local gone <const> = came and root.units[charge.unit].status == "gone"
    if over and won == nil and (charge.thrown_back or gone) then won = false end
    if won ~= nil then notes.charges[#notes.charges + 1] = { p = charge.p, won = won } end
    if won ~= nil or over then table.remove(notes.open, i) end
  end
end

--- Watches a game: how often it comes to close fighting, and what announced charges come to.
local function watch(game, kind)
  local notes <const> = { close = 0, charges = {}, open = {}, home = {}, now = {} }
  function game:note_call(call)
    if call.procedure:find(kind.close) then
      notes.close = notes.close + 1
      notes.now[#notes.now + 1] = call
      settle(notes, self.state.root, kind, call)
    end
    Game.note_call(self, call)
  end
  return notes
end

local function note_line(notes, kind, game, line)
  local cmd <const> = line.command
  local p <const> = kind.charges[cmd["do"]] and line.solo and line.solo.why:match(kind.promise)
  settle(notes, game.state.root, kind)
  local fights <const>, home <const> = notes.now, notes.home
  notes.now, notes.home = {}, {}
  if not p then return end
  notes.open[#notes.open + 1] = {
    unit = cmd.unit, target = cmd.target, p = tonumber(p) / 100, turn = game.state.root.turn,
    active = game.state.root.active, home = home[cmd.unit],
  }
  for _, call in ipairs(fights) do settle(notes, game.state.root, kind, call) end -- fought by the same command
end

--- What the story tells of charges: that one is thrown back, or comes home.
local function note_told(notes, kind, event)
  local back <const>, home <const> = kind.thrown_back[event.say], kind.home and kind.home[event.say]
  if home then notes.home[event.with.unit] = true end
  for _, charge in ipairs((back or home) and notes.open or {}) do
    local own <const> = event.with.unit == charge.unit
    charge.thrown_back, charge.home = charge.thrown_back or own and back, charge.home or own and home
  end
end

-- ---- battles -------------------------------------------------------------------------------------------------------

--- Whose act it is, tried as limber.solo.commander does: who might interrupt comes first.
local function one_act(players, waiting)
  for _, pass in ipairs { false, true } do
    for _, player in ipairs(players) do
      local acting = false
      for _, side in ipairs(waiting.sides) do acting = acting or side == player.side end
      if acting == pass then
        local line <const>, failure <const> = player:act()
        if failure then error(failure.message or failure.traceback, 0) end
        if line then return player, line end
      end
    end
  end
  error("nobody acts in " .. waiting.path, 0)
end

--- Plays on until it is over: what one commands is commanded on the other's table.
local function play(players, games, each)
  while games[1]:waiting().kind ~= "over" do
    local player <const>, line <const> = one_act(players, games[1]:waiting())
    for _, game in ipairs(games) do
      if game ~= player.game then
        local done <const>, fault = game:command(tree.copy(line.command))
        if not done then error("the other table refuses: " .. (fault.message or fault.traceback), 0) end
      end
    end
    each(line)
  end
end

--- Today's commander fights for a side against the other, or for both; with `side` false the one of old does. With an
--- effort he fights for both, and for that side looks so far ahead.
local function fight(today, before, kind, seed, side, effort)
  local notes
  local game <const> = begun(side == false and before or today, seed, function(event)
    if event.say and notes then note_told(notes, kind, event) end
  end)
  notes = watch(game, kind)
  local games <const>, players <const> = { game }, {}
  if side and not effort then games[2] = begun(before, seed) end
  for i, id in ipairs(today.sides) do
    local own <const> = id == side and effort or nil
    players[i] = (side == nil or effort or id == side) and Solo.new(game, id, { effort = own })
      or old.require("limber.solo.commander").new(games[2] or game, id)
  end
  play(players, games, function(line) note_line(notes, kind, game, line) end)
  local root <const> = game.state.root
  settle(notes, root, kind)
  if games[2] and digest.of(root) ~= digest.of(games[2].state.root) then error("the two tables differ", 0) end
  return { winner = root.result.winner, turns = root.turn, close = notes.close, charges = notes.charges }
end

---@param path string
---@param with_old boolean?
---@param effort integer? of today's commander, against himself with an effort of 1
function M.of(path, with_old, effort)
  local today <const> = laid_out(path, loader)
  local kind <const> = assert(kinds[today.ruleset], today.ruleset .. " is not known here")
  local before <const> = with_old and laid_out(path, old.loader)
  return {
    sides = today.sides, ruleset = today.ruleset,
    fight = function(seed, side) return fight(today, before, kind, seed, side, effort) end,
  }
end

return M
