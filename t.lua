variant "t" { of = "fusilier", doc = "x", solo = { commands = { fire = function(published, mind, proposal) return proposal.targte and 1 or 2 end } } }

