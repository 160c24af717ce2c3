--- A battle as the data of a page: who fights where, then line by line what was done, told, thrown and changed.
--
--   local data = Data.new(game, { view =, open =, luck = true })    from where the game stands now, as a rule its start
--   data:head()       who and where: all that stays, and everybody's first place
--   data:line(line)   one line of the journal after it was done; in order, each once
--   data:ending()     what is known at the end: the result, losses, luck, house rules
-- The page (repl/page/*.js) takes head, lines and ending; the JSON of all three is written by `page.html`. The state is
-- followed change by change, so that each event of the story has what it changed. Lengths are millimetres, angles
-- degrees clockwise from north.
--
-- head     { format, about, sides, table, kinds, areas, lines_of_ground, states, arms, units, leaders, formations,
--            loss_rows, start = pieces, clock, losses, holds }
-- piece    a unit or leader as it is now, whole: { id, at = { x, y }, facing, size = { width, depth }, bases, state,
--            strength, drill, open, inside, with, house, gone, off, wear = { lost, of, what, text } }
-- line     { id, parent, turn, into, step, title, side, kind, verb, text, sealed, allowed, solo, link, clock,
--            set = pieces, moves, events, throws, losses, holds, orders }: the last three where they changed
--            `into`: the turn that it ended in, where that is another
-- event    { text, cite, at, say, who = ids, link = { kind, from, to }, throws = numbers, set = pieces, moves }
-- A line that is a note of the players has `note`, a text, and `of`, the line that it is about.
-- A line that brings somebody into sight who was hidden from those who look has `who` = { units, leaders, formations }.
-- throw    { call, procedure, question, cite, who, side, dice, says, asked, named = { a = id }, odds = number, place,
--            good = side, rank, as_good, as_bad, modifiers = { { of, who, list = { { name, value, cite } } } } }
-- order    { n, formation, verb, aim, issued, arrives, active } in minutes, or { n, ended = minute }
-- `odds` of a throw is a number in the page's `odds`: { by, bins = { { outcome, chance } } }; `data:new_odds()` gives
-- those that were found since it was asked last.
local charts_text <const> = require "show.charts_text"
local diff <const> = require "limber.rules.diff"
local diff_text <const> = require "show.diff_text"
local events <const> = require "page.events"
local ground <const> = require "page.ground"
local Journal <const> = require "limber.game.journal"
local lengths <const> = require "limber.language.lengths"
local Luck <const> = require "limber.record.luck"
local luck_text <const> = require "play.luck"
local pieces <const> = require "page.pieces"
local replay_text <const> = require "play.replay_text"
local solo_text <const> = require "play.solo_text"
local teller <const> = require "play.teller"
local throws <const> = require "page.throws"
local tree <const> = require "limber.common.tree"
local watched <const> = require "page.watched"

local M <const> = {}

M.FORMAT = 1

---@class page.Data
---@field game limber.Game
---@field state table the copy that follows the battle
---@field touched table<string, true> pieces changed since they were looked at last
---@field told table<string, table> pieces as they were told last
---@field odds page.Odds
---@field ledger limber.Ledger?
local Data <const> = {}
Data.__index = Data

--- Follows a game from where it stands.
---@param game limber.Game
---@param opts { open: function?, seen: function?, own: function?, view: function?, luck: boolean? }? open(event, line):
---       may it be told? seen(id): may that piece be shown? own(side): may its orders? view(): what is counted and held
---       is what is known there (page.known); luck: a ledger of luck is kept
---@return page.Data
function M.new(game, opts)
  opts = opts or {}
  local self = setmetatable({
    game = game, opts = opts, odds = throws.odds(), odds_given = 0, ledger = opts.luck and Luck.new() or nil,
    commands = 0, rolls = 0, met = {},
  }, Data)
  self:restart()
  return self
end

--- Begins anew from where the game stands now: after another branch was taken.
function Data:restart()
  self.state, self.touched, self.order, self.told = tree.copy(self.game.state.root), {}, {}, {}
  self.watched = watched.new(self.game, self.opts)
end

local function shown_in(self)
  local how = lengths.how(self.game.rules.published.unit or "mm", self.game.state.root.ground)
  return how, function(words) return lengths.in_unit(words, how) end
end

--- A unit or leader of the copy as it is now; of one that may not be seen at most that it was seen once.
local function piece_of(self, id, how)
  local seen = self.opts.seen
  if seen and not seen(id) then return self.met[id] and { id = id, unseen = true } or nil end
  self.met[id] = true
  local unit, leader = self.state.units[id], self.state.leaders[id]
  if unit then
    return pieces.unit(unit, self.state, self.game, how)
  end
  return leader and pieces.leader(leader) or nil
end

local function symbols_of(list)
  local shown = {}
  for i, one in ipairs(list or {}) do
    shown[i] = { word = one[1], doc = one.doc or one[1], sign = one.map, bold = one.colour == "bold" or nil }
  end
  return shown
end

local function sides_of(root)
  local sides = {}
  for i, id in ipairs(root.order.sides) do
    local side = root.sides[id]
    sides[i] = {
      id = id, name = side.name or id, pattern = (i - 1) % 2 + 1, solo = side.solo and true or nil, edge = side.edge,
    }
  end
  return sides
end

--- Of units, leaders and formations those that may be seen and that were not told of yet; with everybody's else.
---@param self page.Data
---@param ... table[] lists of who there is
---@return table[] ... the same lists
function M.who(self, ...)
  local lists, seen = { ... }, self.opts.seen
  if not seen then return ... end
  self.introduced = self.introduced or {}
  for i, list in ipairs(lists) do
    local kept = {}
    for _, one in ipairs(list) do
      if not self.introduced[one.id] and seen(one.id) then
        self.introduced[one.id] = true
        if one.commander and not seen(one.commander) then one.commander = nil end
        kept[#kept + 1] = one
      end
    end
    lists[i] = kept
  end
  return table.unpack(lists)
end

--- Those who came into sight with a line, and pieces that are seen now and were not before, or the reverse.
local function come_and_gone(self, one, how)
  local root, seen, shown = self.state, self.opts.seen, self.shown
  if not seen then return end
  local any = false
  for _, place in ipairs { "units", "leaders" } do
    for _, id in ipairs(root.order[place]) do
      local now = seen(id)
      if shown[id] ~= now then
        shown[id] = now
        local piece = piece_of(self, id, how)
        if piece and not tree.equal(piece, self.told[id]) then
          one.set = one.set or {}
          table.insert(one.set, piece)
          self.told[id] = piece
        end
        any = any or now
      end
    end
  end
  if not any then return end
  local units, leaders, formations = M.who(self, pieces.who(root, self.game.rules.game.map_symbols))
  if #units + #leaders + #formations > 0 then
    one.who = { units = units, leaders = leaders, formations = formations }
  end
end

--- All that stays, and where everybody begins.
---@param about table? what the caller knows of the battle: title, file, …
---@return table
function Data:head(about)
  local game, root, rules = self.game, self.state, self.game.rules
  local how = shown_in(self)
  local words, published = rules.game.map_symbols, rules.published
  local head = ground.of(root, rules)
  head.format, head.sides = M.FORMAT, sides_of(root)
  head.units, head.leaders, head.formations = M.who(self, pieces.who(root, words))
  head.states, head.arms = symbols_of(words and words.states), symbols_of(words and words.arms)
  head.about = {
    ruleset = rules.name, ruleset_title = published.title, variants = rules:variant_turns(), seed = game.seed,
    facts = root.facts or "measured", turn_word = published.turn_word or "turn", last_turn = root.last_turn,
    unit = published.unit or "mm", unit_mm = lengths.in_millimetres(how), charts = charts_text.note(rules),
  }
  for key, value in next, about or {} do head.about[key] = value end
  head.start, self.shown = {}, {}
  local seen, placed = self.opts.seen, false
  for _, place in ipairs { "units", "leaders" } do
    for _, id in ipairs(root.order[place]) do
      local piece = piece_of(self, id, how)
      self.told[id] = piece
      head.start[#head.start + 1], placed = piece, placed or piece ~= nil and piece.at ~= nil
      self.shown[id] = seen and seen(id)
    end
  end
  if root.facts == "told" and not placed then head.table = nil end
  local now = self.watched:all()
  head.loss_rows, head.losses, head.holds, head.clock = now.rows, now.losses, now.holds, now.clock
  return head
end

--- Makes a change in the copy, and notes whom it is of.
local function follow(self, change)
  Journal.apply(self.state, change)
  local place, id = change.path[1], change.path[2]
  if (place == "units" or place == "leaders") and id and not self.touched[id] then
    self.touched[id], self.order[#self.order + 1] = true, id
  end
end

--- Pieces that look otherwise than when they were told last.
local function touched(self, how)
  if #self.order == 0 then return nil end
  local list = {}
  for _, id in ipairs(self.order) do
    local piece = piece_of(self, id, how)
    if piece and not tree.equal(piece, self.told[id]) then list[#list + 1], self.told[id] = piece, piece end
  end
  self.touched, self.order = {}, {}
  return #list > 0 and list or nil
end

--- The throws of a line, and which of them each call is.
local function throws_of(self, line, shown)
  local list, at, entries = {}, {}, {}
  local ledger = self.ledger
  if ledger then
    local from = #ledger.throws
    ledger:add(self.game, line, self.opts.open and function(event) return self.opts.open(event, line) end or nil)
    for i = from + 1, #ledger.throws do entries[ledger.throws[i].call] = ledger.throws[i] end
  end
  for i, call in ipairs(line.calls or {}) do
    if #(call.rolls or {}) > 0 and (not self.opts.open or self.opts.open({ call = i }, line)) then
      list[#list + 1] = throws.one(self.game, line, i, self.odds, entries[i], shown)
      at[i], self.rolls = #list, self.rolls + #call.rolls
    end
  end
  return list, at
end

--- One line of the journal, after it was done.
---@param line limber.Line
---@return table
function Data:line(line)
  local game = self.game
  local how, shown = shown_in(self)
  local cmd, why = line.command, solo_text.why(line)
  local list, at = throws_of(self, line, shown)
  local told, set, moves = events.of(game, line, at, function(change) follow(self, change) end,
    function() return touched(self, how) end, { shown = shown, open = self.opts.open, seen = self.opts.seen })
  if line.kind == "command" then self.commands = self.commands + 1 end
  local one = {
    id = line.id, parent = line.parent, turn = line.turn, step = line.step,
    into = game.state.root.turn ~= line.turn and game.state.root.turn or nil,
    title = line.step and replay_text.step(game.rules, line.step) or nil, side = cmd and cmd.side or nil,
    kind = line.kind, verb = cmd and cmd["do"], text = events.typed(game, line, how), sealed = line.sealed,
    allowed = line.allowed and line.allowed.reason, solo = why and shown(why) or nil,
    link = events.link(game, line), set = set, moves = moves, events = #told > 0 and told or nil,
    throws = #list > 0 and list or nil,
    note = line.kind == "note" and line.text or nil, of = line.kind == "note" and (line.of or line.parent) or nil,
  }
  come_and_gone(self, one, how)
  local now = self.watched:changed()
  one.clock, one.losses, one.holds, one.orders = now.clock, now.losses, now.holds, now.orders
  return one
end

--- Odds that throws speak of and that were not given yet, in order.
---@return table[]
function Data:new_odds()
  local all = self.odds.list
  local list = table.move(all, self.odds_given + 1, #all, 1, {})
  self.odds_given = #all
  return list
end

--- What house rules change of the published text, a line each.
local function differences(rules)
  local list = {}
  for i, one in ipairs(diff.of(rules)) do
    list[i] = { layer = one.layer, text = diff_text.change(rules, one), off = one.off and true or nil }
  end
  return list
end

--- What is known at the end.
---@return table
function Data:ending()
  local game, root = self.game, self.game.state.root
  local result = root.result
  local losses = {}
  local view = self.opts.view and self.opts.view() or game.play
  for _, side in ipairs(root.order.sides) do
    local rows = {}
    for _, row in ipairs(game.words.losses and game.words.losses(view, side) or {}) do
      rows[#rows + 1] = { what = row.what, lost = row.lost, text = row.text, names = row.names }
    end
    losses[side] = rows
  end
  return {
    result = teller.result(game), winner = result and root.sides[result.winner] and result.winner or nil,
    why = result and result.why, losses = losses, diff = differences(game.rules), turn = root.turn,
    luck = self.ledger and #self.ledger.throws > 0 and luck_text.report(self.ledger, game) or nil,
    commands = self.commands, rolls = self.rolls, clock = self.watched:clock(),
  }
end

return M
