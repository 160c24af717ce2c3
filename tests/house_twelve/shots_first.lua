variant "shots_first" { of = "fusilier", cite = "house", doc = "Fire comes before attacks are declared." }

move "turn.fire" { before = "declare" }
