-- luacheck, by exit status: no globals, nothing unused, no shadowing.
std = "lua54"
max_line_length = 120
exclude_files = { "build/" }

files["tests/rules"].std = "+busted"
files["tests"].max_line_length = false -- rows of cases read best as rows

-- The words a ruleset, a variant or a scenario is written in; the framework puts them into its environment.
stds.words = {
  read_globals = {
    "ruleset", "procedure", "record", "lookup", "band", "option", "modifiers", "use", "refuse", "hint", "contest", "outside", "plain", "counted", "because", "rounded", "reasons", "clock",
    "variant", "wrap", "modifier", "with", "insert", "remove", "move", "replace", "int", "number", "flag", "enum", "text", "any", "list", "object",
    "sequence", "step", "decision", "phase", "part", "parts", "command", "measure", "fact", "carries", "story", "hidden", "private", "secret", "units", "duty", "status", "leaders", "victory", "losses", "roster", "timetable", "prospect", "terse",
    "unit", "leader", "formation", "area", "length", "angle", "point", "points", "mm", "cm", "inch", "metre", "deg",
    "geometry", "tabletop", "lists", "best_first", "proposals", "where_measured", "solo", "map_symbols", "placing", "disputes", "terrain", "ground_kind", "told_ground", "ground_rows", "set_down", "keeps_moves", "forces", "army_list", "army", "map", "scenario", "turn", "turns",
    "at", "facing", "gap", "along", "from", "right_of", "left_of", "in_front_of", "behind", "a", "b", "by", "side", "area", "line",
  },
}
for _, folder in ipairs { "rules-lua", "scenarios", "tests/scenarios", "tests/house_twelve", "tests/bench/ten", "tests/rules/toy", "tests/rules/toy_stands", "tests/rules/toy_ground" } do files[folder].std = "+words" end
files["rules-lua/limber"].std = "lua54"
