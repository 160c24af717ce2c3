-- What the terse story tells in one line besides marches: turns, by formation, and all throws for command.

terse {
  turns = { line = "{formation} turns ({count}).", per = "formation", of = { turned = "" } },
  throws = {
    line = "Throws for command: {each}.",
    of = {
      command_throw = "{general} {roll}", alone_moves = "{unit} {roll}", alone_stands = "{unit} {roll} and stands",
    },
  },
}
