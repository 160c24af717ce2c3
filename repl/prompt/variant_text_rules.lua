--- What `?variant` says about numbers, fields, modifiers, procedures and dice (prompt.variant_text).
return function(part)

part("start", "a house rule in five minutes: write, check, play") {
  keys = { "of", "doc", "cite", "ruling", "conflicts", "unless", "matters" }, words = { "variant", "lay" },
  text = [[
A house rule is a text file. It says only what differs from the published rules; several can be used together.
  limber new variant RULESET my_rule.lua | writes a file to start from, with an example of every part
  limber check my_rule.lua | names each mistake with its line, then tries the rule: which answers and battles change
  limber run SCENARIO --variant my_rule.lua | plays a battle with it; also limber simulate, limber SCENARIO
  :variant +my_rule.lua | uses it from now on in this session; :diff lists what it changes
Head of the file:
  of = "RULESET" | the ruleset; without it, any ruleset
  doc = "…", cite = "house" | one line on what it does; what the story cites
  ruling = "R4" | the ruling of the rules document that it replaces
  conflicts = { "other" } | cannot be used together with that house rule
  unless = "PROCEDURE" | a ruleset that has this procedure plays it as its own rule, and refuses the house rule
  matters = { units = { arm = "cavalry" }, none = "neither side has cavalry" } | the battles that it changes
Choose the simplest part that does the job: a number before a modifier, a modifier before a function.]],
  example = [[
variant "soft_walls" {
  doc = "A village is a little easier to storm.", cite = "house",
}]],
}

part("data", "numbers, tables, rows, readings: cells, rows, tables, options") {
  keys = { "cells", "rows", "tables", "options" }, words = { "lookup", "option" }, list = "tables",
  text = [[
  cells = { ["TABLE.ROW.COLUMN"] = 3 } | another number; tables.NAME shows a table and its places
  cells = { ["TABLE.*.COLUMN"] = function(old) return old * 5 // 4 end } | * stands for every row
  rows = { TABLE = { { COLUMN = …, … } } } | more rows: a troop type, a weapon, a line of an army list
  tables = { TABLE = "OTHER" } | reads one table in place of another
  options = { NAME = VALUE } | a reading that the rules leave open; ?option
  lookup "events" { key = band("roll", "from", "to"), value = "event" } | events.csv beside the file
A table, row or column that no rule reads is only for show; Limber refuses a change of it.]],
  example = [[
variant "far" {
  doc = "Every number of a column is a quarter larger.",
  cells = { ["TABLE.*.COLUMN"] = function(old) return old * 5 // 4 end },
}]],
}

part("fields", "new properties of units, leaders, sides and the battle: fields") {
  keys = { "fields" }, list = "carried",
  words = { "int", "flag", "enum", "text", "list", "length", "angle", "any", "object", "point", "points", "unit",
    "units", "leader", "formation", "area" },
  text = [[
A field is a new property of a piece. A scenario sets it, `unit "12" { …, veterans = true }`; :amend changes it;
rosters show it; it is part of the state, so undo, replay and simulate follow. Functions read it as unit.veterans.
  fields = { unit = { flag "veterans" {}, int "rounds" { 0, 20, default = 10 } } } | of each unit
  unit, leader, formation, area, line, side, battle | what can have fields; battle is play.state.battle
  flag "NAME" {} | yes or no; the braces are needed
  int "NAME" { 0, 20, default = 10 } | a whole number, from 0 to 20
  enum "NAME" { "rash", "calm", default = "calm" } | one of some words
  play:set(unit, "rounds", unit.rounds - 1) | changes a field; unit.rounds = … is refused
Every question about such a piece gets the field as an argument: q.veterans, in odds and at the prompt too.]],
  example = [[
variant "ammunition" {
  doc = "A unit has ten rounds.",
  fields = { unit = { int "rounds" { 0, 20, default = 10 } } },
}]],
}

part("modifiers", "+1 when …: modifiers") {
  keys = { "modifiers" }, words = { "modifier", "modifiers" }, list = "modifiers",
  text = [[
  modifiers = { { "guard", 1, of = "LIST", flag = "guard" } } | +1 for a piece with that flag; the flag becomes a field
  { "NAME", -1, of = "LIST", when = function(unit, about, rules) … end } | when the function says yes
  { "NAME", 1, of = "LIST", per = "FIELD" } | counts once for each point of that field
  { "NAME", of = "LIST", value = function(rules, unit, about) … end } | computes the number
  { "NAME", 1, of = "LIST", given = { "slope", "uphill" } } | when an argument has that value
  { "NAME", 1, role = "command", when = … } | in each list by which troops set off, in any ruleset
A modifier with the name of a published one replaces it. ?LIST shows a list.]],
  example = [[
variant "guards" {
  doc = "Guards are harder to shift.",
  modifiers = { { "guard", 1, of = "LIST", flag = "guard", cite = "house" } },
}]],
}

part("questions", "how a rule works: wraps, args, out, and procedures of your own") {
  keys = { "wraps", "args", "out", "reasons", "rounds" },
  words = { "wrap", "procedure", "record", "with", "refuse", "outside", "reasons", "band", "plain", "counted",
    "because", "hint", "clock", "number", "rounded", "contest" },
  list = "procedures",
  text = [[
A procedure answers one question with dice: ?NAME shows its arguments, dice and results. A wrap takes its place.
  wraps = { ["NAME"] = function(published, rules, q, dice) … end } | published(rules, q, dice) is the rule without yours
  local result = published(rules, q, dice) | then change the result, and return it
  published(rules, with(q, { guns = 2 }), dice) | or change the question first: q itself cannot be changed
  refuse("guns", "must be even") | return this to refuse the question
  args = { ["NAME"] = { int "wind" { 0, 6, optional = true } } } | one more argument; a field with its name fills it
  number "range_in" { 0, 18 } | in args and out: up to six decimals; rounded(x) is the nearest such number
  out = { ["NAME"] = { int "roll" { 1, 52 } } } | one more field of the result, or another range; NAME may be a record
  reasons = { WORD = { "staggered units may not charge", cite = "house" } } | the sentence for a reason that a wrap adds
  rounds = { ["NAME"] = { carry = "total = total + points", over = "total >= 6", cite = "house" } } | ?odds
  contest(dice, 10, "dispute") | a die each of sides a and b, again while equal: { winner, total_a, total_b, rolls }
  procedure "house.event" { cite, doc, args, out, says, resolve } | a new question; play:resolve asks it
Fields that follow from one that you change follow by themselves: the bracket from its limits.
A result must have the fields that the procedure declares. A file keeps nothing in a `local` from one question to the
next: use fields. rules.NAME: see ?variant rules; dice: ?variant dice.]],
  example = [[
variant "one_gun" {
  doc = "A place to change the result of one procedure.",
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
  rules.tables.NAME(key, …) | a cell of a table; rules.cell("NAME", key, …) gives nil outside the table
  rules.constant.NAME | a number of the table constants
  rules.option.NAME | a chosen reading
  rules.keys("NAME") | the first keys of a table, in order
  rules.work("LIST", unit, about) | the modifiers that apply, and their sum
  rules.call("NAME", q, dice) | the result of another procedure
  rules.says("NAME", result) | a result as a sentence
  rules.fault("NAME", args) | why the question is refused, or nil
In a battle rules.here says where the question is asked; it is nil in limber ask and odds, so test it first:
  rules.here.turn, .step, .clock, .side | the turn, "turn.fire", minutes, the side that throws
  rules.here.who, .target | the ids of the piece that throws or is judged, and of its target
  rules.here.throwers["a.1"] | the id of the thrower at that place of the question
  rules.here.piece(id) | the unit, leader or formation, with its fields; read-only
  rules.here.battle, .sides.a | the fields of the battle and the sides]],
  example = [[
variant "tired" {
  doc = "From turn 5 on all units are tired.",
  modifiers = { { "tired", -1, of = "LIST", cite = "house",
    when = function(unit, about, rules) return rules.here and rules.here.turn >= 5 end } },
}]],
}

part("dice", "throwing dice: in a procedure, in a battle, from a deck") {
  list = "throws",
  text = [[
In a wrap or a procedure. The label is for the story; where several units throw, name the thrower:
  dice.d(6, "wet powder") | one die
  dice.sum(2, 6, "hits", "a.1") | the total of two dice
  dice.count(4, 6, 5) | how many of four dice are 5 or more
  dice.confirmed(4, 10, 10, 6) | of four dice, how many are 10 and show 6 or more when thrown again
  dice.again(function() … end) | what it gives, thrown until it is not nil
  dice.highest(3, 4, 6), dice.lowest(3, 4, 6) | the best or worst three of four dice
  dice.percentile(), dice.d10z() | 0 to 99; 0 to 9
  dice.choice { 1, 2, 3 } | a place in the list, by weight
Other dice for the whole procedure: published(rules, q, with(dice, { sum = function(n, faces, …) … end })).
In a battle, anywhere that has play:
  play:throw("2d6", "event") | dice without a procedure: total, faces; the story tells them by itself
  play:draw("initiative", { 1, 2, 3, 4 }) | a card of a deck; an empty deck is shuffled again
A new label never changes other throws. There is no math.random.]],
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
