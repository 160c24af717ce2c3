--- `:find WORD`: every table, clause, ruling, procedure, modifier, variant, kind of ground and command with that word.
local commands <const> = require "play.list"
local help_topics <const> = require "prompt.help_topics"
local rules_page <const> = require "show.rules_page"
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"
local variant_text <const> = require "prompt.variant_text"

local M <const> = {}

--- The names of a field and the words it takes, as one text.
local function field_words(field)
  local parts = { field.name, field.doc or "" }
  for _, value in ipairs(field.values or {}) do parts[#parts + 1] = tostring(value) end
  return table.concat(parts, " ")
end

local function procedure_words(rules, procedure)
  local parts, seen = { procedure.name, procedure.doc, procedure.cite }, {}
  local function add(list)
    for _, field in ipairs(list) do
      parts[#parts + 1] = field_words(field)
      if field.record and not seen[field.record] then
        seen[field.record] = true
        add(rules.records[field.record])
      end
    end
  end
  add(procedure.args)
  return table.concat(parts, " ")
end

--- Rows { label, text } of one group whose words hold `word`.
local function gather(rows, word)
  local found = {}
  for _, row in ipairs(rows) do
    if row[3]:lower():find(word, 1, true) then found[#found + 1] = row end
  end
  return found
end

local function table_rows(rules)
  local rows = {}
  for _, name in ipairs(sorted.keys(rules.draft.lookups)) do
    local whole, doc = rules.draft.table(name), rules.draft.lookups[name].doc or ""
    rows[#rows + 1] = { name, doc, name .. " " .. doc }
    for i, place in ipairs(whole.axes[1].names) do
      local shown = #whole.axes == 1 and tostring(whole.cells[i]) or ""
      if not place:find "^%-?%d" then rows[#rows + 1] = { name .. "." .. place, shown, place } end
    end
  end
  return rows
end

local function modifier_rows(rules)
  local rows = {}
  for _, name in ipairs(sorted.keys(rules.draft.modifiers)) do
    for _, one in ipairs(rules.draft.modifiers[name]) do
      rows[#rows + 1] = { ("%s.%s"):format(name, one.name), ("(%s)"):format(one.cite), one.name }
    end
  end
  return rows
end

local function groups_of(rules)
  local procedures, clauses, rulings, layers, grounds = {}, {}, {}, {}, {}
  for i, name in ipairs(rules.procedure_names) do
    local procedure = rules.procedures[name]
    procedures[i] = { name, ("%s (%s)"):format(procedure.doc, procedure.cite), procedure_words(rules, procedure) }
  end
  for i, row in ipairs(ruleset.rows(rules.published, "clauses")) do
    local cite, says = tostring(row.cite), tostring(row.says)
    clauses[i] = { row.id, ("%s (%s)"):format(says, cite),
      ("%s %s %s %s"):format(row.id, cite, cite:gsub("[()]", ""), says) }
  end
  for i, row in ipairs(ruleset.rows(rules.published, "rulings")) do
    local says = ("%s: %s"):format(row.problem, row.default)
    rulings[i] = { row.id, says, row.id .. " " .. says }
  end
  for i, one in ipairs(rules_page.variants(rules)) do
    layers[i] = { one.name, one.doc, one.name .. " " .. one.doc }
  end
  for i, row in ipairs(rules_page.grounds(rules)) do grounds[i] = { row[1], row[2], row[1] .. " " .. row[2] } end
  return {
    { "Procedures", procedures }, { "Tables", table_rows(rules) }, { "Modifiers", modifier_rows(rules) },
    { "Clauses", clauses }, { "Rulings", rulings }, { "Variants", layers },
    { "Ground", grounds },
  }
end

--- The commands of the prompt and, while a battle is on, of the game.
local function command_groups(play)
  local at_prompt, of_game = {}, {}
  for i, name in ipairs(commands.names()) do
    local one = commands.find(name)
    at_prompt[i] = { ":" .. name, one.doc, name .. " " .. one.doc }
  end
  for _, topic in ipairs(help_topics.all()) do
    at_prompt[#at_prompt + 1] = { "?" .. topic.name, topic.title, topic.title }
  end
  for _, part in ipairs(variant_text.all()) do
    at_prompt[#at_prompt + 1] = { "?variant " .. part.name, part.title, part.title .. " " .. part.text }
  end
  for i, name in ipairs(play and play.game.words.command_names or {}) do
    local one = play.game.words.commands[name]
    local says = (one.doc or "") .. (one.cite and (" (%s)"):format(one.cite) or "")
    of_game[i] = { name, says, name .. " " .. says }
  end
  return { { "Commands of the battle", of_game }, { "At the prompt", at_prompt } }
end

--- The lines that `:find` prints; none when nothing speaks of the word.
---@param rules limber.Rules
---@param word string
---@param width integer
---@param play limber.GameSession?
---@return string[]
function M.lines(rules, word, width, play)
  local lines = {}
  for _, group in ipairs(table.move(command_groups(play), 1, 2, 8, groups_of(rules))) do
    local found = gather(group[2], word:lower())
    if #found > 0 then
      local labels = {}
      for i, row in ipairs(found) do labels[i] = "  " .. row[1] end
      lines[#lines + 1] = group[1]
      for i, row in ipairs(found) do text.add_labelled(lines, labels[i], row[2], text.widest(labels) + 2, width) end
    end
  end
  return lines
end

return M
