-- The Prime Directive: each party of a dispute throws, and the higher opinion stands. The command "dispute".
disputes { roll = "dispute.roll", cite = "PD, R66" }
