-- R4: the document has no end of a battle; these are the scenario's terms: guns apart, a side bears so many units lost,
-- and at the last bound it counts who alone stands on what the battle is about.

victory {
  counts = function(unit) return unit.arm ~= "artillery" end, percent = "break_percent", objectives = true,
  says = { counts = "its battalions and squadrons" },
}
