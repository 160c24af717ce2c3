--- The units that lengths are written in, in micrometres.
return { mm = 1000, cm = 10000, inch = 25400, ["in"] = 25400, m = 1000000 }
