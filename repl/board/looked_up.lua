--- What the rules say of a citation, as a click on it asks; or where they mention a word.
local find <const> = require "prompt.find"
local named_page <const> = require "show.named_page"

local M <const> = {}

local WIDTH <const> = 80

--- Adds what is known of one name; whether anything is.
local function add(lines, rules, name)
  local found = name ~= "" and named_page.lines(rules, name, WIDTH)
  for _, line in ipairs(found or {}) do lines[#lines + 1] = line end
  return found and true or false
end

--- Adds one clause of a citation: as it stands, or "4.2-4.3" and "Mod f-g" by their ends, or word by word.
local function add_clause(lines, rules, name)
  if add(lines, rules, name) then return end
  local before, first, last = name:match "^(.* )(%w)%-(%w)$"
  if before then return add(lines, rules, before .. first), add(lines, rules, before .. last) end
  for word in name:gmatch "[^%s%-–]+" do add(lines, rules, word) end
end

--- The clauses and rulings that a citation names, else what mentions it.
---@param session limber.Session
---@param words string
---@return string
function M.text(session, words)
  local rules, lines = session.rules, {}
  local name = words:match "^%s*(.-)%s*$"
  if not add(lines, rules, name) then
    for clause in name:gmatch "[^,;]+" do add_clause(lines, rules, clause:match "^%s*(.-)%s*$") end
  end
  if #lines == 0 and name ~= "" then lines = find.lines(rules, name, WIDTH, session.play) end
  return #lines > 0 and table.concat(lines, "\n") or ("The rules mention no %s."):format(name)
end

return M
