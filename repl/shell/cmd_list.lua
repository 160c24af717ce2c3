--- The commands of the program, each in repl/shell/cmd_<name>.lua with `options`, `usage` and `run(opts, rest)`.
local M <const> = {}

---@class limber.ProgramCommand
---@field name string
---@field takes string what follows the name
---@field doc string one line

---@type limber.ProgramCommand[]
M.COMMANDS = {
  { name = "board", takes = "[SCENARIO|REPLAY]", doc = "the prompt, and the battle on a page in your browser" },
  { name = "run", takes = "SCENARIO", doc = "plays a battle and tells its story" },
  { name = "replay", takes = "FILE", doc = "plays a recorded battle again and verifies it" },
  { name = "report", takes = "REPLAY -o FILE.html", doc = "writes a recorded battle as a page for a browser" },
  { name = "ask", takes = "RULESET [PROCEDURE …]", doc = "answers one question, or JSON Lines" },
  { name = "odds", takes = "RULESET PROCEDURE …", doc = "prints the exact odds of a question" },
  { name = "simulate", takes = "SCENARIO", doc = "fights a battle many times and prints who wins" },
  { name = "map", takes = "SCENARIO|REPLAY", doc = "prints the table, or draws it as a picture" },
  { name = "cards", takes = "SCENARIO", doc = "makes cards, order slips, labels and a map to print" },
  { name = "sheet", takes = "RULESET", doc = "makes two sides of quick reference to print" },
  { name = "rules", takes = "[RULESET [PROCEDURE]]", doc = "lists procedures, tables, variants, clauses" },
  { name = "check", takes = "FILE…", doc = "checks rulesets, variants, scenarios and replays" },
  { name = "new", takes = "KIND RULESET FILE", doc = "writes a scenario or a variant to start from" },
}

--- Their names, in the order of the help page.
---@return string[]
function M.names()
  local names = {}
  for i, command in ipairs(M.COMMANDS) do names[i] = command.name end
  return names
end

--- Whether a word is one of them.
---@param word string
---@return boolean
function M.has(word)
  for _, command in ipairs(M.COMMANDS) do
    if command.name == word then return true end
  end
  return false
end

return M
