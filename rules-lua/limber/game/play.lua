--- What the functions of a ruleset are handed: a `view` to judge by, and `play` to act with.
--
-- A view reads, and so does play:
--   .state                  the state; in a view without what its side cannot see. Read it, never write to it
--   .rules                  the rules as procedures get them: .constant.x  .option.x  .tables.x(keys…)
--   .measure.x(view, …)     the ruleset's measures                   .side   whose view it is (nil in play)
--   :unit(id)  :leader(id)  :formation(id)    a node of the state; refused when there is none
--   :units(side)  :leaders(side)  :formations(side)    ids and nodes in the listed order; of all sides without one
--   :other(side)            the side against it
--   :at()                   the path of the step under way, "charge.response", and the frame's about
--   :fact(name, …)          a fact: value, margin; measured, or told by the players
--   :told(name, …)          what the players say of a fact, else nil; without a name: do they say what stands where?
--   :share(table)           the same table; a guest's functions that are handed it may write to it
--   :field()                what stands on the table, as the kernel measures it; for services of the table and facts
--   :word(name)             what the ruleset's game files declare by a word, "leaders"; for services of the table
--   :stamp(side)            stands for how that side is on the table: another table after any change
--   :status(unit)           how a unit is, in a word: its `status`, or what its ruleset makes of it
--   :ask(procedure, args, who, target)   what a rule says that throws no dice: the caller's own table; not noted in the
--                           journal. The same question is worked once (limber.rules.answers): no rule file needs to
--                           remember it. who, target: ids, of whom it is asked and against whom, for rules.here. With
--                           a fifth argument, faces that were thrown before: what it says of those, or nil
--   :figure(procedure, args, who, target)   the same for a question that is asked all the time and is quickly worked:
--                           args give every argument that the rule reads, defaults too, and none that is wrong: it is
--                           neither checked nor remembered while no house rule has a say in what procedures answer
--   :described(args, node, name, …)  args, the part of a question that describes a unit, leader or formation, with the
--                           arguments that house rules gave the named records or procedures (all), from the node
--   :question(procedure, id, args)  :ask_of(procedure, id, args, target)    args and what the piece itself says, and
--                           that question asked (limber.game.pieces); play:resolve_of throws for it
--   :sealed(side)           the commands that side has sealed in this phase (a view shows its own side's only)
-- Play alone changes things:
--   :set(node, key, value)  :insert(list, at, value)  :append(list, value)  :remove(list, at)    changes a field of a
--                           node of the state, or a list in it: undo, branches and replays follow
--   :schedule(list, at, what)  :due(list, upto) → { { at, what }… } taken out    an agenda kept in the state
--   :resolve(procedure, args, throwers, target) → result, throws    asks a rule; throwers: an id, or ids by place
--                           { ["a.1"] = "31" }, [""] being who throws what names nobody; target: the id of whom it is
--                           against, for rules.here (limber.ask.asking): no dice depend on it
--   :draw(name, cards) → card, new    a card of a deck that remembers what was drawn (limber.game.decks)
--   :dice(who) → "2D6 7", throws   the dice of the last question, as a story names them: by the thrower at that place
--                           of the question, or all
--   :tell(key, with)        a story line from the ruleset's `story`; changes that follow belong to it. with.cite cites
--   :push(sequence, about)  what must be played before the step goes on
--   :carry_out(name, about, with)   what is declared as parts of that name, within this step (limber.game.parts)
--   :perform(cmd) → done    a sealed command in a phase's own `execute`: judged anew, then run
--   :run_command(cmd, found)  likewise, not judged anew: the command's own `run`, which is handed `found`
--   :finish { winner =, why = }    the battle is over
--   :throw("2d6", label, who) → total, faces    dice that no procedure throws: named, recorded and told like all others
--   :lose(unit, losses) → losses    what a unit is to lose of hits or points that are about to be applied: house rules
--                                   may change it. A ruleset calls it where it applies them
--   :happens(moment, …)             one of the moments in which house rules act has come (limber.game.moments)
--   :choose { side =, name =, ask =, options =, with = } → choice    asks a player, anywhere (limber.game.choosing)
-- Besides, the services of the table (limber.tabletop.services): view:path, view:room, play:go_back, …
-- A view or play is good for the call it was handed to.
local Asking <const> = require "limber.ask.asking"
local choosing <const> = require "limber.game.choosing"
local dice <const> = require "kernel.dice"
local dice_text <const> = require "limber.game.dice_text"
local ground <const> = require "limber.tabletop.ground"
local house_fields <const> = require "limber.rules.house_fields"
local listed <const> = require "limber.tabletop.listed"
local moments <const> = require "limber.game.moments"
local parts <const> = require "limber.game.parts"
local pieces <const> = require "limber.game.pieces"
local question <const> = require "limber.ask.question"
local sandbox <const> = require "kernel.sandbox"
local Seen <const> = require "limber.game.seen"
local Sequence <const> = require "limber.game.sequence"
local services <const> = require "limber.tabletop.services"
local story <const> = require "limber.game.story"
local rules_view <const> = require "limber.rules.view"

local M <const> = {}

---@class limber.View
---@field state table
---@field rules table
---@field measure table<string, function>
---@field side string?
---@field records table<string, limber.Field[]>
local Reader <const> = {}

local function not_there(kind, id)
  error({ arg = kind, message = ("no %s %s"):format(kind, tostring(id)) }, 0)
end

function Reader:unit(id) return self.state.units[id] or not_there("unit", id) end
function Reader:leader(id) return self.state.leaders[id] or not_there("leader", id) end
function Reader:formation(id) return self.state.formations[id] or not_there("formation", id) end

function Reader:other(side)
  for _, other in ipairs(self.state.order.sides) do
    if other ~= side then return other end
  end
end

function Reader:at()
  local frame = Sequence.top(self.state)
  if frame then return frame.sequence .. "." .. frame.step, frame.about end
end

function Reader:sealed(side)
  local frame = Sequence.top(self.state)
  return frame and frame.sealed and frame.sealed[side] or {}
end

local no_dice <const> = dice.new()
no_dice:list {}

local function ask_without_dice(rules, procedure, args, asking)
  return question.ask(rules, procedure, args, no_dice, nil, asking)
end

local function reader(game, side)
  local view, state = { side = side, listed = { of = game.state }, found = {}, order_kept = {} }, game.state
  local asking = Asking.new(game, view)
  Asking.keep(view, asking)
  for name, fn in next, Reader do view[name] = fn end
  for name, fn in next, services.view do view[name] = fn end
  for _, place in ipairs { "units", "leaders", "formations" } do
    view[place] = function(self, of) return listed.each(listed.all(self, place, of)) end
  end
  function view.fact(self, name, ...)
    local declaration = game.words.facts[name]
    if not declaration then error(("no fact %q"):format(tostring(name)), 2) end
    return game.facts:get(self, declaration, ...)
  end
  function view.field() return game.field:current() end
  function view.share(_, with) return game.rules.guest and sandbox.shared(with, state.parent) or with end
  function view.stamp(self, of)
    local seen = self.state.units
    if seen == state.root.units then return game.field:stamp(of) end
    local changes = game.field:changes_of_ground()
    if not self.seen or self.seen.units ~= seen or self.seen.ground ~= changes then
      self.seen = { units = seen, ground = changes, known = {} }
    end
    return self.seen
  end
  function view.told(self, name, ...)
    local told = self.state.facts == "told"
    if name == nil then return told end
    if told then return (self:fact(name, ...)) end
  end
  function view.unasked(_, ...) return game.facts:unasked(...) end
  function view.word(_, name) return game.words[name] end
  function view.status(_, node)
    local status = game.words.status
    return status and status(node) or node.status or "ready"
  end
  pieces.equip(game, view)
  function view.ask(_, procedure, args, who, target, faces)
    local rules, of = game.rules, asking
    of.who, of.target, of.throwers, of.read = who, target, nil, nil -- of:about(who, target), without a call
    if rules.filled then args = house_fields.filled(rules, procedure, args, of) end
    if faces then return (question.ask_again(rules, procedure, args, faces, of)) end
    local result, fault = rules.answers:of(rules, "ask", ask_without_dice, procedure, args, of)
    if result then return result end
    if fault.arg == "dice" and rules.procedures[procedure].wrapped then
      error(("%s: the wrap of %s throws dice, and a battle asks that where none are thrown"):format(
        rules.procedures[procedure].wrapped, procedure), 0)
    end
    error(("the question to %s was wrong: %s"):format(procedure, fault.message), 2)
  end
  function view.figure(self, procedure, args, who, target)
    local laid <const> = game.words.services and game.words.services.ask
    return not laid and rules_view.figure(game.rules, procedure, args) or self:ask(procedure, args, who, target)
  end
  return view
end

--- Records as a guest's rules get them, by what they are: rules have them for as long as they are as they are.
local frozen <const> = setmetatable({}, { __mode = "k" })

local function records_of(rules)
  if not rules.guest then return rules.records end
  local records = frozen[rules.records]
  if not records then
    records = sandbox.freeze(rules.records, "records")
    frozen[rules.records] = records
  end
  return records
end

--- The methods of views and plays that house rules stand in the place of.
local covered <const> = setmetatable({}, { __mode = "k" })

--- Puts the services of house rules over a view's own; those of other rules before them go. `wraps` gives for each name
--- what lays them over a method (limber.game.layers_table).
local function equip(view, wraps, game)
  for name, method in next, covered[view] or {} do view[name] = method end
  local under = {}
  for name, wrap in next, wraps or {} do
    local method = view[name]
    if method then under[name], view[name] = method, wrap(method, game) end
  end
  covered[view], view.equipped = next(under) and under, wraps
end

--- Points a view at the rules in force.
local function refresh(view, game)
  if view.refreshed == game.rules.view and view.refreshed_with == game.words then return view end
  view.refreshed, view.refreshed_with = game.rules.view, game.words
  if view.equipped ~= game.words.services then equip(view, game.words.services, game) end
  view.rules, view.measure, view.records = game.rules.view, game.words.measures, records_of(game.rules)
  view.layered = game.rules.touched or game.words ~= game.rules.published.game
  ground.attach(view, game.words, game.rules.grounds)
  if game.rules.guest then require("limber.game.faces").give(game, view) end
  return view
end

--- What one side sees of the game now. It is looked at anew when something has changed.
---@param game limber.Game
---@param side string
---@return limber.View
function M.view(game, side)
  local view, state, words = game.views[side], game.state, game.words
  if not view then
    view = reader(game, side)
    game.views[side] = view
  end
  if view.version ~= state.version or view.words ~= words or view.refreshed ~= game.rules.view then
    if view.words ~= words then view.listed = { of = state } end
    view.kept, view.version, view.words = {}, state.version, words
    view.state = Seen.by(state, words, side, view.order_kept)
    if game.rules.guest then require("limber.game.faces").show(game, view.state) end
  end
  return refresh(view, game)
end

--- An agenda is a list of { at =, what = } in the state, the earliest first; equals keep the order they came in.
local function add_agenda(play, state)
  function play.schedule(_, list, at, what)
    local place = #list + 1
    while place > 1 and list[place - 1].at > at do place = place - 1 end
    state:insert(list, place, { at = at, what = what })
  end
  function play.due(_, list, upto)
    local due = {}
    while list[1] and list[1].at <= upto do due[#due + 1] = state:remove(list, 1) end
    return due
  end
end

local function add_writers(play, game)
  local state, thrown = game.state, Asking.new(game, play)
  thrown.noting = state.record
  pieces.equip_play(play)
  for name, fn in next, services.play do play[name] = fn end
  function play.set(_, node, key, value)
    if key == "status" and game.words.moments then return moments.set_status(game, node, value) end
    state:set(node, key, value)
  end
  function play.insert(_, list, at, value) state:insert(list, at, value) end
  function play.append(_, list, value) state:set(list, #list + 1, value) end
  function play.remove(_, list, at) return state:remove(list, at) end
  function play.push(_, sequence, about) Sequence.push(game, sequence, about) end
  function play.carry_out(_, name, about, with) return parts.carry_out(game, name, about, with) end
  function play.tell(_, key, with)
    if game.words.story_places then story.refuse_unfilled(game, key, with) end
    game:note_event { say = key, with = with, cite = with and with.cite }
  end
  function play.perform(_, cmd) return game:perform(cmd) end
  function play.run_command(_, cmd, found) return game:run_command(cmd, found) end
  function play.lose(_, unit, losses) return game.words.moments and moments.losses(game, unit, losses) or losses end
  function play.happens(_, moment, ...) return moments.fire(game, moment, ...) end
  function play.finish(_, result)
    if game.words.moments then result = moments.result(game, result) end
    state:set(state.root, "result", { winner = result.winner, why = result.why, turn = state.root.turn })
  end
  function play.resolve(_, procedure, args, throwers, target)
    local rules, asking = game.rules, thrown:about(nil, target, throwers)
    if rules.filled then args = house_fields.filled(rules, procedure, args, asking) end
    local call, fault = game.throws:ask(rules, state, game.step, procedure, args, throwers, asking)
    if not call then
      if fault.arg == "dice" then error(fault, 0) end
      error(("the question to %s was wrong: %s"):format(procedure, fault.message), 2)
    end
    if asking.read then asking:note_call(call) end
    game:note_call(call)
    return call.result, call.rolls or call.thrown
  end
  function play.draw(_, name, cards) return require("limber.game.decks").draw(game, name, cards) end
  function play.throw(_, what, label, who) return require("limber.game.own_dice").throw(game, what, label, who) end
  function play.choose(_, asked) return choosing.choose(game, asked) end
  function play.dice(_, who)
    local call = game.last_call
    return call and call.rolls and dice_text.thrown(call.rolls, who) or "", call and (call.rolls or call.thrown)
  end
end

--- What acts on a game's state. One a game.
---@param game limber.Game
---@return table
function M.new(game)
  local play = reader(game)
  play.state = game.state.root
  add_writers(play, game)
  add_agenda(play, game.state)
  return refresh(play, game)
end

M.refresh = refresh

--- The names of all that a view or a play can do: what house rules may wrap.
---@return table<string, function>
function M.methods()
  local play, methods = reader { state = {} }, {}
  add_writers(play, { state = {} })
  add_agenda(play, {})
  for name, method in next, play do
    if type(method) == "function" and name ~= "run_command" then methods[name] = method end
  end
  return methods
end

return M
