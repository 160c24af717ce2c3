--- A made-up ruleset of brigades: stands that move as one and are lost one by one, loose figures before them, guns with
--- a team, and four levels of command.
ruleset "toy_stands" { title = "Toy stands", sources = {}, game_sources = { "forces" } }
