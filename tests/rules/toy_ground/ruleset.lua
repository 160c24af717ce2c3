--- A made-up ruleset of kinds of ground, in inches, and of units that cross it.
ruleset "toy_ground" { title = "Toy ground", unit = "inch", sources = {}, game_sources = { "moves" } }
