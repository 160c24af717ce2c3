-- What the terse story tells in one line: marches and turns, by formation, and all throws for command.

terse {
  marches = { line = "{formation} moves {each} mm ({count}).", per = "formation", of = { moved = "{distance}" } },
  turns = { line = "{formation} turns ({count}).", per = "formation", of = { turned = "" } },
  throws = {
    line = "Throws for command: {each}.",
    of = {
      command_throw = "{general} {roll}", alone_moves = "{unit} {roll}", alone_stands = "{unit} {roll} and stands",
    },
  },
}
