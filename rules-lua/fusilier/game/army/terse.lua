-- What the terse story tells in one line: marches, by formation.

terse {
  marches = { line = "{formation} [moves] {each} mm ({count}).", per = "formation", of = { moved = "{distance}" } },
}
