-- What the terse story tells in one line: marches, by group, and the dice between groups.

terse {
  marches = { line = "{formation} [moves] {each} mm ({count}).", per = "formation", of = { moved = "{distance}" } },
}
