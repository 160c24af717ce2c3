--- What `?variant` says of numbers, fields, modifiers, procedures and dice (prompt.variant_text).
return function(part)

part("start", "a house rule in five minutes: write, check, play") {
  keys = { "of", "doc", "cite", "ruling", "conflicts", "matters" }, words = { "variant", "lay" },
  text = [[
A house rule is a text file. It says only what differs from the published rules; several can be used together.
  limber new variant RULESET my_rule.lua | writes a file to start from, with an example of every part
  limber check my_rule.lua | names each mistake with its line, and tries it: which answers change, how battles go
  limber run SCENARIO --variant my_rule.lua | plays a battle by it; also limber simulate, limber SCENARIO
  :variant +my_rule.lua | takes it into the game that is on; :diff lists what it changes
Head of the file:
  of = "RULESET" | the rules that it is for; left out: any
  doc = "…", cite = "house" | one line on what it does; what the story cites
  ruling = "R4" | the ruling of the document that it answers otherwise
  conflicts = { "other" } | refuses to stand beside that house rule
  matters = { units = { arm = "cavalry" }, none = "neither side has cavalry" } | when it cannot change a battle, and why not
Choose the lowest part that does the job: a number before a modifier, a modifier before a function.]],
  example = [[
variant "soft_walls" {
  doc = "A village is a little easier to storm.", cite = "house",
}]],
}

part("data", "numbers, tables, rows, readings: cells, rows, tables, options") {
  keys = { "cells", "rows", "tables", "options" }, words = { "lookup", "option" }, list = "tables",
  text = [[
  cells = { ["TABLE.ROW.COLUMN"] = 3 } | another number; tables.NAME shows a table and its places
  cells = { ["TABLE.*.COLUMN"] = function(old) return old * 5 // 4 end } | * is every place
  rows = { TABLE = { { COLUMN = …, … } } } | more rows: a kind of troops, a weapon, a line of an army list
  tables = { TABLE = "OTHER" } | reads one table in place of another
  options = { NAME = VALUE } | a reading that the rules leave open; ?option
  lookup "events" { key = band("roll", "from", "to"), value = "event" } | events.csv beside the file
A table, row or column that no rule reads is only for show, and a change of it is refused.]],
  example = [[
variant "far" {
  doc = "Every number of a table a quarter larger.",
  cells = { ["TABLE.*.COLUMN"] = function(old) return old * 5 // 4 end },
}]],
}

part("fields", "what units, leaders, sides and the battle bear and remember: fields") {
  keys = { "fields" }, list = "carried",
  words = { "int", "flag", "enum", "text", "list", "length", "angle", "any", "object", "point", "points", "unit",
    "units", "leader", "formation", "area" },
  text = [[
A field is a new property of a piece. A scenario gives it, `unit "12" { …, veterans = true }`; :amend changes it;
rosters show it; it is state, so undo, replay and simulate follow. Functions read it, unit.veterans, and play changes
it.
  fields = { unit = { flag "veterans" {}, int "rounds" { 0, 20, default = 10 } } } | of each unit
  unit, leader, formation, area, line, side, battle | what can have fields; battle is play.state.battle
  flag "NAME" {} | yes or no; without the braces it is a mistake
  int "NAME" { 0, 20, default = 10 } | a whole number, its least and greatest value
  enum "NAME" { "rash", "calm", default = "calm" } | one of some words
  play:set(unit, "rounds", unit.rounds - 1) | changes one; never unit.rounds = …
Every question about such a piece has the field as an argument by itself: q.veterans, in odds and at the prompt too.]],
  example = [[
variant "ammunition" {
  doc = "A unit has ten rounds.",
  fields = { unit = { int "rounds" { 0, 20, default = 10 } } },
}]],
}

part("modifiers", "+1 when …: modifiers") {
  keys = { "modifiers" }, words = { "modifier", "modifiers" }, list = "modifiers",
  text = [[
  modifiers = { { "guard", 1, of = "LIST", flag = "guard" } } | +1 for a piece with that flag, a field by itself
  { "NAME", -1, of = "LIST", when = function(unit, about, rules) … end } | when the function says yes
  { "NAME", 1, of = "LIST", per = "FIELD" } | so many times
  { "NAME", of = "LIST", value = function(rules, unit, about) … end } | works the number out
  { "NAME", 1, of = "LIST", given = { "slope", "uphill" } } | when an argument has that value
A modifier with the name of a published one takes its place. ?LIST shows a list.]],
  example = [[
variant "guards" {
  doc = "Guards are harder to shift.",
  modifiers = { { "guard", 1, of = "LIST", flag = "guard", cite = "house" } },
}]],
}

part("questions", "how a rule works: wraps, args, out, and procedures of your own") {
  keys = { "wraps", "args", "out", "reasons" },
  words = { "wrap", "procedure", "record", "with", "refuse", "reasons", "band", "plain", "counted", "hint", "clock" },
  list = "procedures",
  text = [[
A procedure answers one question with dice: ?NAME shows its arguments, dice and results. A wrap takes its place.
  wraps = { ["NAME"] = function(published, rules, q, dice) … end } | published(rules, q, dice) is the rule as it was
  local result = published(rules, q, dice) | then change the result, and return it
  published(rules, with(q, { guns = 2 }), dice) | or change the question first: q itself cannot be changed
  refuse("guns", "must be even") | returned: the question cannot be asked so
  args = { ["NAME"] = { int "wind" { 0, 6, optional = true } } } | one more argument; filled where a field has its name
  out = { ["NAME"] = { int "roll" { 1, 52 } } } | one more result, or another range of one; of a record by its name too
  reasons = { WORD = { "staggered units may not charge", cite = "house" } } | a sentence for a reason that a wrap gives
  procedure "house.event" { cite, doc, args, out, says, resolve } | a question of your own, asked by play:resolve
A result must have the fields that the procedure declares. A file keeps nothing in a `local` from one question to the
next: use fields. rules.NAME: see ?variant rules; dice: ?variant dice.]],
  example = [[
variant "one_gun" {
  doc = "The last result is never worse than a point.",
  wraps = {
    ["PROCEDURE"] = function(published, rules, q, dice)
      local result = published(rules, q, dice)
      return result
    end,
  },
}]],
}

part("rules", "what a function gets as `rules`: tables, constants, rules.here") {
  text = [[
  rules.tables.NAME(key, …) | a cell of a table; rules.cell("NAME", key, …) gives nil where there is none
  rules.constant.NAME | a number of the table constants
  rules.option.NAME | a chosen reading
  rules.keys("NAME") | the first keys of a table, in order
  rules.work("LIST", unit, about) | the modifiers that apply, and their sum
  rules.call("NAME", q, dice) | the result of another procedure
  rules.says("NAME", result) | a result in a sentence
  rules.fault("NAME", args) | why that cannot be asked, or nil
In a battle rules.here says where the question is asked; it is nil in limber ask and odds, so test it first:
  rules.here.turn, .step, .clock, .side | the turn, "turn.fire", minutes, whose throw it is
  rules.here.who, .target | the ids of who throws or is judged, and of the target
  rules.here.throwers["a.1"] | who throws at that place of the question
  rules.here.piece(id) | the unit, leader or formation, with its fields; read-only
  rules.here.battle, .sides.a | what the battle and the sides bear]],
  example = [[
variant "tired" {
  doc = "From turn 5 on all are tired.",
  modifiers = { { "tired", -1, of = "LIST", cite = "house",
    when = function(unit, about, rules) return rules.here and rules.here.turn >= 5 end } },
}]],
}

part("dice", "throwing dice: in a procedure, in a battle, from a deck") {
  list = "throws",
  text = [[
In a wrap or a procedure, with a label for the story and, where several throw, who throws:
  dice.d(6, "wet powder") | one die
  dice.sum(2, 6, "hits", "a.1") | the total of two dice
  dice.count(4, 6, 5) | how many of four dice are 5 or more
  dice.highest(3, 4, 6), dice.lowest(3, 4, 6) | the best or worst three of four dice
  dice.percentile(), dice.d10z() | 0 to 99; 0 to 9
  dice.choice { 1, 2, 3 } | a place in the list, by weight
Other dice for the whole procedure: published(rules, q, with(dice, { sum = function(n, faces, …) … end })).
In a battle, anywhere that has play:
  play:throw("2d6", "event") | dice that no procedure throws: total, faces
  play:draw("initiative", { 1, 2, 3, 4 }) | a card of a deck that remembers what was drawn, and begins anew when empty
A new label never disturbs other throws. Never math.random: there is none.]],
  example = [[
variant "d10" {
  doc = "One ten-sided die in place of two six-sided.",
  wraps = {
    ["PROCEDURE"] = function(published, rules, q, dice)
      return published(rules, q, with(dice, {
        sum = function(_, _, label, who) return dice.d(10, label, who) end,
      }))
    end,
  },
}]],
}

end
