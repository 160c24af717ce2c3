--- What `?variant` says of steps, commands, services, moments and all else of a battle (prompt.variant_text).
return function(part)

part("steps", "the order of a turn: steps, insert, remove, move, replace") {
  keys = { "steps" },
  words = { "insert", "remove", "move", "replace", "sequence", "step", "decision", "phase", "part", "parts" },
  list = "steps",
  text = [[
A step is named by its sequence and its own name, "turn.fire". `about` is what the sequence is about.
  insert "turn" { before = "STEP", step "rain" { run = function(play, about) … end } } | a step of your own
  before, after = "STEP"; first, last = true | where it stands
  remove "turn.STEP" | takes one out
  move "turn.STEP" { before = "OTHER" } | puts it elsewhere
  replace "turn.STEP" (step "STEP" { … }) | another in its place
  steps = { ["turn.STEP"] = { when = function(published, play, about) … end } } | changes one; when: false skips it
  run, when, side, options, execute, over, check | functions with published first
  commands, interrupts, sealed, cite, doc | replaced by what you write
  phase "NAME" { side = "active", commands = { "fire" } } | sides give commands until all say done
  decision "NAME" { side = "other", options = { "stand", "evade" } } | one side answers; about.NAME is the answer
  insert "turn.STEP" { after = "PART", part "NAME" { run = function(play, about, with) … end } } | within a step
  remove "turn.STEP.PART" | and move, replace, steps: parts are changed as steps are, by their paths
  step "NAME" { parts = { part "ONE" { … }, part "TWO" { … } } } | parts of your own; with is what they share
  parts "NAME" { part "ONE" { … } } | what play:carry_out("NAME", about, with) runs in any step
  phase "NAME" { like = "turn.STEP", … } | all of that step which it does not say itself; its parts are the same
Side is "active", "other", "both", "a", "b" or a function(play, about). Two house rules that contradict each other are
refused.]],
  example = [[
variant "rain" {
  doc = "A die is thrown for rain as each turn begins.",
  fields = { battle = { flag "raining" {} } },
}

insert "turn" { first = true,
  step "rain" {
    cite = "house",
    run = function(play)
      local raining = play:throw("d6", "rain") == 6
      play:set(play.state.battle, "raining", raining)
      if raining then play:tell("rains", {}) end
    end,
  },
}

story { rains = "It rains." }]],
}

part("commands", "what players may do: commands, and commands of your own") {
  keys = { "commands" }, words = { "command", "prospect", "lists", "proposals", "best_first" }, list = "commands",
  text = [[
  commands = { NAME = { check = function(published, view, cmd) … end } } | refuse more, or less
  local fault, found = published(view, cmd) | what the rules say: nil, found; or a refusal
  return refuse("unit", "has no rounds left") | forbids it, with your reason
  run = function(published, play, cmd, found) … end | does more, or something else
  proposals = function(published, view, side, of) … end | what :legal offers and the solo commander chooses from
  args = { int "rounds" { 1, 5 } } | one more argument
  command "resupply" { doc, args, check, run, proposals, phases = { "turn.STEP" } } | one of your own
cmd holds the arguments, cmd.unit; view measures and changes nothing, play changes.]],
  example = [[
variant "no_staggered_charge" {
  doc = "The staggered give no such command.",
  commands = {
    COMMAND = {
      check = function(published, view, cmd)
        local unit = view:unit(cmd.unit)
        if unit.staggered then return refuse("unit", "is staggered") end
        return published(view, cmd)
      end,
    },
  },
}]],
}

part("services", "what is measured and moved: services, facts, measures") {
  keys = { "services", "facts", "measures" },
  words = { "fact", "measure", "geometry", "tabletop", "where_measured", "mm", "cm", "inch", "metre", "deg" },
  list = "services",
  text = [[
Whatever a view or play can do has a name, and a variant can put a function over each.
  services = { room = function(published, view, id, base, opts) … end } | published(view, id, base, opts) is as it was
  resolve = function(published, play, procedure, args, throwers, target) … end | over every throw
  facts = { sight = function(published, view, field, …) … end } | what is so on the table: sight in fog
  measures = { NAME = function(published, view, …) … end } | what a question is filled with: its arguments
  mm(50), deg(45) | lengths are whole micrometres, angles thousandths of a degree
rules-lua/SERVICES.md has a line on each service; here are their names.]],
  example = [[
variant "fog" {
  doc = "Nobody sees further than 300 mm.",
  services = {
    sees = function(published, view, id, target, how)
      return view:apart(id, target) <= mm(300) and published(view, id, target, how)
    end,
  },
}]],
}

part("play", "what a function gets as `view` and `play`") {
  list = "play",
  text = [[
view measures and changes nothing; play can do the same and changes the state. Both read the state:
  view:unit("12"), view:leader(id), view:formation(id) | a piece: its fields, unit.side, unit.status, unit.formation
  for id, unit in view:units("a") do … end | all of a side, or of both without one
  view.state.turn, .battle, .sides.a | the turn, and what the battle and the sides bear
  view:other("a"), view:name(id), view:apart(id, other) | the other side; a name; how far apart
  view:ask("PROCEDURE", args, who, target) | what a rule says without dice
  play:resolve("PROCEDURE", args, throwers, target) | throws
  play:set(piece, "FIELD", value) | changes the state
  play:tell("LINE", { unit = id }) | a line of the story
  play:choose { side = "a", name = "again", ask = "Throw again?", options = { "keep", "again" } } | asks a player
  play:finish { winner = "a", why = "…" } | the battle is over]],
  example = [[
variant "asks" {
  doc = "Each turn side a says whether it prays.",
  moments = {
    turn_begins = function(play)
      local answer = play:choose { side = "a", name = "pray", ask = "Pray?", options = { "no", "yes" } }
      if answer == "yes" then play:tell("prayed", {}) end
    end,
  },
}

story { prayed = "They pray." }]],
}

part("moments", "when something happens: moments") {
  keys = { "moments" }, list = "moments",
  text = [[
Functions that run at named moments, whatever the ruleset; those of several house rules one after another. `unit` and
`leader` are pieces: unit.id, unit.hits, leader.side.
  battle_begins = function(play) … end | after the set-up
  turn_begins, turn_ends = function(play) … end | before a turn's first step, after its last
  leader_falls = function(play, leader) … end | killed, wounded or taken
  unit_gone = function(play, unit) … end | about to leave the table for good
  status_changes = function(play, unit, was, now) … end | broken, rallied and the like
  before_losses = function(play, unit, losses) return losses end | hits or points about to be applied; return how many
  battle_ends = function(play, result) return result end | result.winner and result.why may be changed]],
  example = [[
variant "screen" {
  doc = "The first point of each loss is spared.",
  moments = { before_losses = function(play, unit, losses) return math.max(0, losses - 1) end },
}]],
}

part("story", "what is told: story") {
  keys = { "story" }, words = { "story", "terse", "secret", "private" }, list = "story",
  text = [[
  story = { LINE = "{unit} [goes] at {target}." } | another text for a line of the ruleset
  story { rains = "It rains." } | a new line, after the variant; play:tell("rains", {}) tells it
  {unit} | a name that play:tell gives; [goes] agrees with the name before it]],
  example = [[
variant "louder" {
  doc = "One line is told otherwise.",
  story = { LINE = "{unit}!" },
}]],
}

part("battle", "who has won, and what is shown: battle") {
  keys = { "battle" },
  words = { "victory", "forces", "losses", "roster", "status", "hidden", "timetable", "set_down", "keeps_moves", "duty",
    "leaders", "map_symbols", "terrain", "carries" },
  text = [[
  battle = { victory = function(published, view) … end } | nil, or { winner = "a", why = "…" }; "draw" is a winner too
  forces = function(published, rules, state) … end | what is wrong with an army: a list of { id =, message = }
  losses = function(published, view, side) … end | what the end of a battle counts
  roster = function(published, view, id, unit) … end | columns of :units: { { "state", "ready" }, … }
  status = function(published, unit) … end | how a unit is, in a word
  hidden = function(published, state, side, node) … end | true when that side cannot see it
  timetable = function(published, view) … end | the clock and what is to come
  set_down = function(published, play, id) … end | what follows when a unit has been moved
  terrain "swamp" { going = "difficult", map = "w", ascii = "w", doc = "a swamp" } | a kind of ground]],
  example = [[
variant "sudden" {
  doc = "Turn 10 ends it in a draw.",
  battle = {
    victory = function(published, view)
      return published(view) or view.state.turn >= 10 and { winner = "draw", why = "the day is over" } or nil
    end,
  },
}]],
}

part("solo", "how the program plays a side: solo") {
  keys = { "solo" }, words = { "solo" }, list = "solo",
  text = [[
  solo = { commands = { NAME = function(published, mind, proposal) … end } } | how much it is wanted: want, why
  answers = { ["SEQUENCE.DECISION"] = function(published, mind, about, options) … end } | choice, why
  answers = { again = function(published, mind, about, options) … end } | of a question that play:choose asks
  order = { ["turn.STEP"] = function(published, mind) … end } | the pieces that it considers, in that order
  stance = function(published, view, side, id) … end | how it means to fight
mind.view measures; mind:odds("PROCEDURE", args, by, who, target) are exact odds. Without a word from you it takes the
first option of a question that you ask, and gives a command that you add by the score of its proposals, when it wants
nothing else in that step; without a score it never gives it.]],
  example = [[
variant "bold" {
  doc = "The solo commander wants one command more than it did.",
  solo = { commands = { COMMAND = function(published, mind, proposal)
    local want, why, fields = published(mind, proposal)
    return want and want + 1, why, fields
  end } },
}]],
}

part("turns", "on for some turns only") {
  text = [[
In a scenario:
  variants = { "always_on", rain = { from = 3, to = 5 } } | from turn 3 to 5; either may be left out
On the command line and at the prompt:
  --variant rain@3-5 | limber run, simulate
  :variant +rain from 3 to 5 | at the prompt
Its fields are there from the start; all else is on in those turns alone.]],
  example = [[
variant "dusk" {
  doc = "On from turn 8 in a scenario that says so.",
}]],
}

part("limits", "what a house rule cannot do, and what check finds") {
  text = [[
A file sees its words, and of Lua: assert, error, ipairs, next, pairs, select, tonumber, tostring, type, pcall, and safe
parts of string, table, math, utf8. It has no files, no clock, no random numbers, no load, no ^ (write x * x).
A house rule that did not ship with Limber runs under limits of time and memory, cannot write to what it is handed
(play:set changes the state), and cannot keep anything in a `local`: each is refused with file and line.
limber check names: keys, names and words that there are not, with the nearest; tables that no rule reads; arguments
that no battle gives; modifiers that never apply; what is declared and never used; results that are not declared; what
breaks in the worked cases or in a short battle; and what never came up there, so that nothing tests it.]],
  example = [[
variant "small" {
  doc = "It says what it does in a line.",
}]],
}

end
