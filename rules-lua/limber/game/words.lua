--- The words that the game files of a ruleset are written with, and where what they say is gathered.
--
--   sequence "charge" {               -- steps in order; "turn" is played each turn, "setup" before the first
--     cite = "4.1", doc = "A charge, from its declaration to its melee.",
--     step "test" { run = function(play, about) … end },                     -- happens by itself
--     decision "response" {                                                  -- one side answers
--       side = function(play, about) return "b" end,                         -- or "active", "other", "a"
--       options = function(play, about) return { "stand", "evade" } end,     -- or a list; none: skipped; one: taken
--       run = function(play, about, choice, cmd) … end,                      -- not given: about.response = choice
--       args = { … }, check = function(view, about, cmd) … end,              -- an answer that holds more than a choice
--     },
--     phase "movement" {                                                     -- sides give commands until all say done
--       side = "active",                                                     -- or "other", "both", "a", a function
--       commands = { "move", "turn" }, sealed = false,
--       interrupts = { "ambush" },                                           -- what the sides not named may give here
--     },
--   }
-- Every step may have `cite`, `doc` and `when(play, about)`: false skips it. What a step's `run` returns says where
-- to go: nothing: the next step; a step's name: that step; false: the sequence is over. A sealed phase's commands are
-- executed side by side in the order given, or all at once by its `execute(play, about, commands)`. A phase also ends
-- as soon as its `when` is false or its `over(play, about)` is true. In a phase that is not sealed `execute(play,
-- about, commands, true)` gets each command as it is given, and an empty list when the phase is over. A step that a
-- variant inserts may be `like = "turn.fire"`: it has all of that step that it does not say itself. `about` is the
-- frame's own data, in the state.
--
--   command "charge" {
--     cite = "4.1", doc = "Charges an enemy unit.",
--     args = { unit "unit" { "own" }, unit "target" { "enemy" }, length "forward" { 0, mm(600) } },
--     check = function(view, cmd) … return nil, found   or   return refuse("target", "is too far", { margin = … }) end,
--     fills = { "range_mm" },    -- arguments that the check gives the command, from its second result by name, in
--       place of those that were said or left out; `run` gets no `found` then
--     against = function(view, cmd) → a list of refusals (false: none), all that speaks against it, for players who
--       overrule it; not given: what check says
--     run = function(play, cmd, found) … end,
--     proposals = function(view, side, of) → a list, or a function giving one at a time, best first (with `of`, only
--       those are wanted where the first argument that names somebody is him; others may be left out); each
--       { unit = "31", target = "7", ranges = { forward = { 0, mm(60) } }, text = "132 of 180 mm", score = 10 },
--       every value of its ranges being legal, but for one with `at_most = true`: `check` says what is in the way there
--     goes = function(view, cmd) → um,       -- how far it brings its unit now at most, however far its goal is
--     unsaid = function(view, side) → a list of such commands that are done where their units are told nothing
--     rearward = true,                       -- the way that it leaves open leads to the rear: a page draws it there
--     slot = function(cmd) → string,         -- sealed: a command replaces that of the same slot; not given: its unit
--     phases = { "turn.charges" },           -- in a variant's file: these phases take it too
--     any_time = true,                       -- either side may give it whatever the game waits for, at once
--   }
-- `found` is nil when the players have overruled a refusal. A command whose side does not see everything, and a sealed
-- one, is checked once more by the state when it is executed: what is impossible then is told, and changes nothing.
--
--   measure "fire" (function(view, battery, target) … return args, margins end)    -- view.measure.fire(view, …)
--   -- what is asked and told may name constants of the rules too: "within {combat_zone} mm of {1}"
--   fact "distance" { ask = "How far is {1} from {2}?", int "distance" { 0 }, unit = "mm",
--     measured = function(view, field, from, to) … return value, margin end,       -- view:fact("distance", …)
--     suggest = function(view, from, to) … return value end,           -- told: what is likely, or just the value
--     check = function(view, value, from, to) … return refuse("distance", "…") end }        -- told: what cannot be
--     Without `measured` it is for view:told("distance", …), which asks only where nothing is measured. Services of
--     the table bring facts of their own; `fact "distance" { ask = "…" }` of one gives it the ruleset's words
--   where_measured (function(view, …) … end)   the same function, but in a told game it is not run and says nothing:
--     for proposals, prospects, refusals and a solo commander's reasons that only a measured table has
--   carries "unit" { args = { … }, build = function(rules, given, about, state) → what a unit starts with,
--            changes = { … } }   fields that change in play, for players who amend one
--        about.side, about.formation: whose it is; state: what is laid out before it (battle, areas, sides). A base
--        has width and depth, and is placed as the scenario says; one with x, y and facing too stands there
--        likewise "leader", "formation", "side", "area", "line", and "scenario" for a battle's own settings
--        terse = { example = "3 foot 20; gun 2", words = { gun = { gives = { kind = "guns" }, number = "guns" } } }
--        beside a unit's args: what words of a muster's lines stand for besides the fields' own, and `kind`, the field
--        that says what a unit is. A formation's has `level` and `commander`, a leader's `rank`:
--        their fields for these; a scenario's `clocks` are fields in minutes that are asked for as times of the day
--   story { charged = "{unit} [charges] {target}." }    -- told: play:tell("charged", { unit = "31", target = "7" });
--        a word in [ ] agrees with the name before it: "The lancers charge …" (limber.game.agreement)
--        an id becomes a name, but not in the places for words: {say}, {why}, {verb}, {hand}, … (limber.game.story)
--   terrain "woods" { … }   told_ground { … }   ground_rows { … }    kinds of ground, as data: see limber.rules.terrain
--   set_down (function(play, id) … end)   keeps_moves()    -- what follows a move: see limber.tabletop.moves
--   hidden (function(state, side, node) → true when that side cannot see the unit or leader)
--   status (function(unit) → "ready", "shaken", …)    how a unit is, in a word; not given: its `status` in the state
--        Each unit and leader has a `status`: "ready" at first; "off_table": still to come, as are units that a
--        measured battle lays out without a place; "gone": off for good. Other words are the ruleset's, for those on
--        the table.
--   leaders { ranks = { "general", "colonel" }, stands = "behind" }   who commands whom: see limber.tabletop.leaders
--   private "formation" { "order" }                  what of the other side's formations (or units, …) no view shows
--   secret "formation" { "ordered", "order.times" }  story lines, and procedures, that only the side of that formation
--        (or unit, leader) is told of while the battle lasts; a command with secret = true is its own side's likewise,
--        and so is all that a unit does while it is hidden
--   roster (function(view, id, unit) → { { "state", "ready" }, { "losses", "2 points" } … })   how it is, in columns
--   terse { … }                             what the terse story tells in one line: see limber.game.terse
--   placing { … }                           the command "place": see limber.game.placing
--   disputes { … }                          the command "dispute": see limber.game.disputes
--   prospect "charge" { { by = "melee.resolve", tells = "winner", wins = "charger", says = "%s to win", args = … } }
--        what a command or an answer promises, in exact odds: see limber.ask.prospects
--   timetable (function(view) → { clock = "09:20", "what is to come, a line each" … })     the ruleset's own clock
--   duty "must_move" { cite = "4.5", doc = "…" }     what no step of its own but the code below it sees to
--   victory { … }           asked when a turn ends: see limber.tabletop.victory; or a
--        function(view) → nil or { winner = "a" | "draw", why = "…" }
--   losses { … }            for the story, and counted over many battles: see limber.tabletop.losses; or a
--        function(view, side) → { { what = "units", lost = 2, text = "2 of 8 units", names = { … } }, … }
--   forces { check = function(rules, state, say) … end }   what is wrong with armies as laid out (limber.game.forces)
--   army_list (function(rules, state, side) → …)     what an army costs: limber.scenario.army_value
--   solo { stance = …, commands = { charge = function(mind, proposal) → want, why, fields }, … }     its policy, for a
--        commander who plays a side: see limber.solo.commander; limber.solo.mind says what `mind` knows.
--        state.sides.b.solo is true where one leads side b from the start (deployment and the like)
--   map_symbols { … }                                what is drawn on the terminal's map: see below, at the word
--
-- Fields of commands, facts and `carries` are those of procedures, and: unit, leader, formation, area (an id of the
-- state, "own", "enemy" or "any"; in a fact, of the side of what it is asked of first), units (a list of such ids),
-- length (micrometres), angle (thousandths of a degree), point {x=, y=}, points.
-- Besides: mm cm inch metre deg; `geometry` (kernel.geometry, and geometry.field() for a kernel.field of one's own);
-- `tabletop` (limber.tabletop.tabletop: what bodies are measured and moved with); best_first(list): proposals, by
-- their scores; `lists` (limber.common.lists: has, find, filter, …); `proposals` (limber.game.proposals).
-- `play` and `view` are described in limber.game.play.
local declared <const> = require "limber.language.declared"
local declaring <const> = require "limber.game.declaring"
local kernel_field <const> = require "kernel.field"
local fields <const> = require "limber.language.fields"
local game_fields <const> = require "limber.language.game_fields"
local geometry <const> = require "kernel.geometry"
local terrain <const> = require "limber.rules.terrain"
local lengths <const> = require "limber.language.lengths"
local lists <const> = require "limber.common.lists"
local names <const> = require "limber.language.names"
local proposals <const> = require "limber.game.proposals"
local sandbox <const> = require "kernel.sandbox"
local services <const> = require "limber.tabletop.services"
local tabletop <const> = require "limber.tabletop.tabletop"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class limber.GameWords what a ruleset's game files have declared
---@field sequences table<string, table>
---@field commands table<string, table>
---@field command_names string[] in the order declared
---@field measures table<string, function>
---@field facts table<string, table>
---@field carries table<string, table>
---@field story table<string, string>
---@field hidden function?
---@field status (fun(unit: table): string)?
---@field leaders { ranks: string[], stands: "behind"|"in" }?
---@field private table<string, string[]> by place in the state
---@field secret table<string, string> by a story line's key or a procedure's name: the kind of piece whose side is told
---@field duties table<string, { cite: string, doc: string }>
---@field victory function?
---@field terse table<string, limber.Fold>?
---@field prospects table<string, table[]> by a command's or a decision's name
---@field roster function?
---@field timetable function?
---@field losses function?
---@field solo limber.SoloPolicy?
---@field grounds limber.Grounds
---@field set_down (fun(play: table, id: string))?
---@field keeps_moves boolean?
---@field forces (fun(rules: table, state: table): { id: string, message: string, arg: string? }[])?
---@field army_list (fun(rules: table, state: table, side: string): table?)?
---@field map_symbols limber.MapSymbols?

--- How a map shows what the ruleset carries. A symbol is { word, map = "♣ ", ascii = "T ", doc = "woods" }, with
--- `colour` if it has one; the characters of ground are laid side by side, those of a state are one.
---@class limber.MapSymbols
---@field area (fun(area: table): string)? the kind of ground that an area is drawn as; these three as `terrain` says
---@field line (fun(line: table): string)?
---@field ground table[]? the symbols of these kinds; a later one lies over an earlier
---@field states table[]? the symbols of the states of units; a number is marked with the first that applies: its
---       `when(unit)` says so, or without that the unit has this `status`, or a field of this name
---@field arm (fun(unit: table): string?)? the word of a kind of unit, else its `arm`
---@field arms table[]? the symbols of these words
---@field fire (fun(view: limber.View, id: string): limber.Bears)? how far a unit's fire bears: for a live page
---@field draws table<string, "shot"|"charge"|"fight"|"broken">? what a page draws of lines of the story, by their
---       keys, where that is not what a key says; "broken": a charge that is not made, or does not get there
---@field strength (fun(unit: table, state: table?): string)? what a roster says of a unit: "690 men"; with the state
---       also what its formation lends it
---@field wear (fun(unit: table, state: table, rules: limber.Rules): limber.Wear?)? what a unit has suffered, for pages

--- What a unit has lost of what it can lose: a bar beside it; `what`: the noun of it, for the sum of a side; `text`:
--- the same in words.
---@class limber.Wear
---@field lost integer
---@field of integer
---@field what string?
---@field text string?

---@class limber.Bears
---@field reaches integer[] micrometres, the nearest first; empty of who does not fire
---@field arc integer? to each side of its front, in thousandths of a degree; all round without
---@field rear boolean? behind it too

--- What an error that a word raises points at: where the file called it.
local function late(kind, name)
  error(("%s %q is declared too late: its file has been read"):format(kind, name), 4)
end

local function with_field(module)
  local copy = tree.shallow(module)
  copy.field = kernel_field.new
  return copy
end

--- A function of a measured table alone: in a told game, which its first argument (a view, play or mind) knows, it is
--- not run and says nothing.
local function where_measured(fn)
  return function(view, ...)
    if view.state.facts ~= "told" then return fn(view, ...) end
  end
end

--- What game files measure and count with.
local function add_tools(words)
  for name, word in next, lengths.words do words[name] = word end
  for name, word in next, game_fields.words do words[name] = word end
  words.geometry = with_field(geometry)
  words.tabletop, words.lists, words.best_first = tree.shallow(tabletop), tree.shallow(lists), lists.best_first
  words.proposals, words.where_measured = tree.shallow(proposals), where_measured
end

--- Story lines of every game: of solo commanders, of units that are placed, of disputes, and of play:throw.
local STORY <const> = {
  solo = "The solo commander of {side}: {why}.", plan = "The plan of {side}: {formation} [is] {what}.",
  placed = "{unit} [takes] [its] place.", held_back = "{unit} [is] not placed and [takes] no part.",
  dispute = "In dispute: {question}", opinions = "{a} [says] {says_a}, {b} [says] {says_b}.",
  ruled = "The dice, {dice}, rule for {side}: {stands} (ruling {ruling}).",
  ruled_again = "The dice, {dice}, rule for {side}: {stands} (ruling {ruling}, in place of {instead}).",
  ruled_before = "Ruling {ruling} stands: {question} It is {stands}, as {side} [says].",
  own_dice = "{what}: {dice} {total}.", own_dice_of = "{what}, {who}: {dice} {total}.",
}

--- Puts the game words into the environment of a ruleset's files; what they declare lands in `published.game`.
---@param words table<string, any>
---@param published table
function M.install(words, published)
  local game = declaring.new(services.facts)
  game.grounds = terrain.new()
  for key, text in next, STORY do game.story[key] = text end
  published.game = game
  for name, record in next, game_fields.records do published.records[name] = sandbox.plain(record) end
  add_tools(words)
  declaring.add(words, game, function(kind, name)
    if published.closed then late(kind, name) end
  end)
  function words.terrain(name)
    declared.name("terrain", name, names.is_name)
    return function(spec) terrain.declare(game.grounds, name, spec) end
  end
  function words.ground_kind(name)
    return function(spec)
      local kinds = game.grounds.names[spec.of or "area"]
      local field = fields.words.enum(name) { values = kinds, default = spec.default, optional = spec.optional }
      field.doc, field.ground = spec.doc, spec.of or "area"
      return field
    end
  end
  function words.told_ground(spec) game.grounds.told = spec end
  function words.ground_rows(spec) game.grounds.rows = spec end
end

--- The rows of what a variant can say of a game (limber.rules.kinds), read when there is one.
---@return limber.LayerKind[]
function M.kinds() return require("limber.game.layers").rows() end

--- Puts the words that declare new things of a game into those of a variant's file; they land in its layer.
---@param layer table
---@param words table<string, any>
function M.variant_words(layer, words)
  local game = declaring.new()
  add_tools(words)
  local function in_time(kind, name)
    if layer.closed then late(kind, name) end
  end
  declaring.add(words, game, in_time)
  require("limber.game.layers_words").gather(layer, game)
  require("limber.game.edit_words").add(words, layer, in_time)
end

return M
