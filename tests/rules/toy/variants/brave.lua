variant "brave" { of = "toy", doc = "Nobody breaks.", options = { brave = true } }
