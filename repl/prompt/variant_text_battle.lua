--- What `?variant` says about steps, commands, services, moments and the other parts of a battle (prompt.variant_text).
return function(part)

part("steps", "the order of a turn: steps, insert, remove, move, replace") {
  keys = { "steps" },
  words = { "insert", "remove", "move", "replace", "sequence", "step", "decision", "phase", "part", "parts" },
  list = "steps_played",
  text = [[
A step is named by its sequence and its own name, "turn.fire". `about` is what the sequence is about: about.unit.
  insert "turn" { before = "STEP", step "rain" { run = function(play, about) … end } } | a new step
  before, after = "STEP"; first, last = true | where it stands
  remove "turn.STEP" | removes a step
  move "turn.STEP" { before = "OTHER" } | moves a step
  replace "turn.STEP" (step "STEP" { … }) | replaces a step
  steps = { ["turn.STEP"] = { when = function(published, play, about) … end } } | changes a step, or skips it
  run, when, side, options, execute, over, check | functions with published first
  commands, interrupts, sealed, cite, doc | your value replaces the old one
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
  doc = "A die decides at the start of each turn whether it rains.",
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

part("commands", "what players may do: commands, and new commands") {
  keys = { "commands" }, list = "commands",
  words = { "command", "placing", "disputes", "prospect", "lists", "proposals", "best_first" },
  text = [[
  commands = { NAME = { check = function(published, view, cmd) … end } } | refuses more, or less
  local fault, found = published(view, cmd) | the answer of the rules: nil and what they found, or a refusal
  return refuse("unit", "has no rounds left") | refuses the command for your reason
  run = function(published, play, cmd, found) … end | does more, or something else
  proposals = function(published, view, side, of) … end | what :legal offers and the solo commander chooses from
  args = { int "rounds" { 1, 5 } } | one more argument
  command "resupply" { doc, args, check, run, proposals, phases = { "turn.STEP" } } | a new command
  command "note" { args, run, any_time = true } | one that either side may give whatever the game waits for
  disputes { roll = "dispute.roll" } | the command "dispute", as in the house rule prime_directive
cmd holds the arguments, such as cmd.unit. view measures and changes nothing; play changes the state.]],
  example = [[
variant "no_staggered_charge" {
  doc = "Staggered units cannot give one command.",
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

part("services", "how the table measures and moves: services, facts, measures") {
  keys = { "services", "facts", "measures" },
  words = { "fact", "measure", "geometry", "tabletop", "where_measured", "mm", "cm", "inch", "metre", "deg" },
  list = "services",
  text = [[
Each method of view or play has a name, and a variant can wrap it.
  services = { room = function(published, view, id, base, opts) … end } | published(…) is the service without yours
  resolve = function(published, play, procedure, args, throwers, target) … end | wraps every throw
  facts = { sight = function(published, view, field, …) … end } | measures a fact; … is {1}, {2} of its question below
  measures = { NAME = function(published, view, …) … end } | the arguments of a question
  mm(50), deg(45) | lengths are whole micrometres, angles thousandths of a degree
rules-lua/SERVICES.md has a line on each service; here are their names.]],
  example = [[
variant "fog" {
  doc = "Units see 300 mm at most.",
  services = {
    sees = function(published, view, id, target, how)
      return view:apart(id, target) <= mm(300) and published(view, id, target, how)
    end,
  },
}]],
}

part("play", "what a function can do with `view` and `play`") {
  list = "play",
  text = [[
view measures and changes nothing; play can do the same and changes the state. Both read the state:
  view:unit("12"), view:leader(id), view:formation(id) | a piece: its fields, unit.side, unit.status, unit.formation
  for id, unit in view:units("a") do … end | the units of a side; of both sides without an argument
  view.state.turn, .last_turn, .battle, .sides.a | the turn; the last one; the fields of the battle and of a side
  for _, id in ipairs(view.state.order.areas) do … end | the ids of areas: view.state.areas[id]; so with lines
  view:other("a"), view:name(id), view:apart(id, other) | the other side; a name; a distance
  view:ask("PROCEDURE", args, who, target) | the answer of a rule that throws no dice
  play:resolve("PROCEDURE", args, throwers, target) | the answer of a rule that throws dice
  play:set(piece, "FIELD", value) | changes the state
  play:tell("LINE", { unit = id }) | tells a line of the story
  play:choose { side = "a", name = "again", ask = "Throw again?", options = { "keep", "again" } } | asks a player
  play:finish { winner = "a", why = "…" } | ends the battle]],
  example = [[
variant "asks" {
  doc = "Each turn side a decides whether it prays.",
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
Functions that run at named moments, in every ruleset. Those of several house rules run one after another. `unit` and
`leader` are pieces: unit.id, unit.hits, leader.side.
  battle_begins = function(play) … end | after the set-up
  turn_begins, turn_ends = function(play) … end | before a turn's first step, after its last
  leader_falls = function(play, leader) … end | a leader is killed, wounded or taken
  unit_gone = function(play, unit) … end | a unit is about to leave the table for good
  status_changes = function(play, unit, was, now) … end | a unit breaks, rallies, …
  before_losses = function(play, unit, losses) return losses end | hits or points about to be applied; return how many
  battle_ends = function(play, result) return result end | you may return another winner and why]],
  example = [[
variant "screen" {
  doc = "Each loss is one point smaller.",
  moments = { before_losses = function(play, unit, losses) return math.max(0, losses - 1) end },
}]],
}

part("story", "lines of the story: story") {
  keys = { "story" }, words = { "story", "terse", "secret", "private" }, list = "story",
  text = [[
  story = { LINE = "{unit} [goes] at {target}." } | another text for a line of the ruleset
  story { rains = "It rains." } | a new line, after the variant; play:tell("rains", {}) tells it
  {unit} | a name that play:tell gives; [goes] agrees with the name before it]],
  example = [[
variant "louder" {
  doc = "One line of the story has another text.",
  story = { LINE = "{unit}!" },
}]],
}

part("battle", "who has won, and what is shown: battle") {
  keys = { "battle" },
  words = { "victory", "forces", "army_list", "losses", "roster", "status", "hidden", "timetable", "set_down",
    "keeps_moves", "duty", "leaders", "map_symbols", "terrain", "carries" },
  text = [[
  battle = { victory = function(published, view) … end } | nil, or { winner = "a", why = "…" }; the winner may be "draw"
  forces = function(published, rules, state) … end | the faults of an army: a list of { id =, message = }
  army_list = function(published, rules, state, side) … end | what its pieces cost: a list of { id =, item =, points = }
  losses = function(published, view, side) … end | the losses that the end of the story counts
  roster = function(published, view, id, unit) … end | columns of :units: { { "state", "ready" }, … }
  status = function(published, unit) … end | the state of a unit, in a word
  hidden = function(published, state, side, node) … end | true when that side cannot see it
  timetable = function(published, view) … end | the clock and the events to come
  set_down = function(published, play, id) … end | what follows when a unit is moved
  terrain "swamp" { going = "difficult", map = "w", ascii = "w", doc = "a swamp" } | a kind of ground]],
  example = [[
variant "sudden" {
  doc = "The battle ends in a draw after turn 10.",
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
  solo = { commands = { NAME = function(published, mind, proposal) … end } } | how much it wants the command: want, why
  answers = { ["SEQUENCE.DECISION"] = function(published, mind, about, options) … end } | choice, why
  answers = { again = function(published, mind, about, options) … end } | the answer to a question of play:choose
  order = { ["turn.STEP"] = function(published, mind) … end } | the pieces that it considers, in order
  stance = function(published, view, side, id) … end | how it wants to fight
mind.view measures; mind:odds("PROCEDURE", args, by, who, target) gives exact odds. If you say nothing, it takes the
first option of your question. It gives your new command when the proposals have a score and it wants nothing else in
that step.]],
  example = [[
variant "bold" {
  doc = "The solo commander wants one command more than before.",
  solo = { commands = { COMMAND = function(published, mind, proposal)
    local want, why, fields = published(mind, proposal)
    return want and want + 1, why, fields
  end } },
}]],
}

part("turns", "a variant for some turns only") {
  text = [[
In a scenario:
  variants = { "always_on", rain = { from = 3, to = 5 } } | from turn 3 to 5; leave out one of them for no limit
On the command line and at the prompt:
  --variant rain@3-5 | limber run, simulate
  :variant +rain from 3 to 5 | at the prompt
Its fields exist from the start; all its other changes apply in those turns only.]],
  example = [[
variant "dusk" {
  doc = "A scenario says in which turns this applies.",
}]],
}

part("limits", "what a house rule cannot do, and what check finds") {
  text = [[
A file sees its words, and of Lua: assert, error, ipairs, next, pairs, select, tonumber, tostring, type, pcall, and safe
parts of string, table, math, utf8. It has no files, no clock, no random numbers, no load, no ^ (write x * x).
A house rule that did not ship with Limber has limits of time and memory. It cannot write to what it gets (play:set
changes the state), and cannot keep anything in a `local`: Limber refuses both with file and line.
limber check finds: unknown keys, names and words, with the nearest known one; tables that no rule reads; arguments that
no battle fills; modifiers that never apply; declarations that nothing uses; results that are not declared; errors in
the worked cases or in a short battle; and parts that never came up there, so that nothing tests them.]],
  example = [[
variant "small" {
  doc = "One line on what it does.",
}]],
}

end
