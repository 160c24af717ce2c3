terrain "open" { doc = "open ground", map = " ", ascii = " " }
