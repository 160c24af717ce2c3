--- A made-up ruleset, small enough to read at once, to test the framework with.
ruleset "toy" { title = "Toy soldiers", sources = { "combat" }, game_sources = { "forces", "turn", "charge", "solo" } }
