-- luacheck, by exit status: no globals, nothing unused, no shadowing.
std = "lua54"
max_line_length = 120
exclude_files = { "build/" }

files["tests/rules"].std = "+busted"

-- The words a ruleset, a variant or a scenario is written in; the framework puts them into its environment.
stds.words = {
  read_globals = {
    "procedure", "variant", "modifier", "modifiers", "table_of", "constants", "constant", "option", "options",
    "ruling", "clause", "title", "tables", "int", "flag", "enum", "list", "object", "text", "optional", "one_of",
    "refuse", "include", "rules", "mm", "cm", "inch", "sorted_pairs",
  },
}
for _, folder in ipairs { "rules-lua/fusilier", "rules-lua/house", "scenarios" } do
  files[folder].std = "+words"
end
