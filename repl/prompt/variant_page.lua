--- The page on house rules, `?variant` and `limber rules RULESET variant`: its parts, or one of them with an example
--- and the names that the ruleset has for it.
local help_topics <const> = require "prompt.help_topics"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local text <const> = require "show.text"
local variant_lists <const> = require "prompt.variant_lists"
local variant_text <const> = require "prompt.variant_text"

local M <const> = {}

--- The first name, in order, that fits; the word itself where none does.
local function first(names, fits, word)
  for _, name in ipairs(names) do
    if fits(name) then return name end
  end
  return word
end

local function has_field(list, name)
  for _, field in ipairs(list or {}) do
    if field.name == name then return true end
  end
  return false
end

--- A table of whole numbers with rows and named columns.
local function is_grid(rules, name)
  local spec, whole = rules.draft.lookups[name], rules.draft.table(name)
  return not spec.for_show and not spec.sparse and #whole.axes == 2 and spec.columns ~= nil and name ~= "solo_weights"
    and math.type(whole.cells[1]) == "integer"
end

--- Names of the ruleset that stand in the examples.
local function names_for(rules)
  local game = rules.game
  local grid = first(sorted.keys(rules.draft.lookups), function(name) return is_grid(rules, name) end, "TABLE")
  return {
    TABLE = grid, COLUMN = grid ~= "TABLE" and rules.draft.table(grid).axes[2].names[1] or "COLUMN",
    LIST = first(sorted.keys(rules.draft.modifiers), function(name)
      return rules.draft.modifiers[name].piece == "unit" and #rules.draft.modifiers[name].judges > 0
    end, "LIST"),
    PROCEDURE = first(rules.procedure_names, function(name)
      return (rules.procedures[name].dice or ""):find "%dd%d" ~= nil
    end, "PROCEDURE"),
    COMMAND = first(game and game.solo and sorted.keys(game.solo.commands) or {}, function(name)
      return has_field(game.commands[name] and game.commands[name].args, "unit")
    end, "COMMAND"),
    LINE = first(game and sorted.keys(game.story) or {}, function(key)
      return game.story[key]:find("{unit}", 1, true) ~= nil
    end, "LINE"),
  }
end

--- A part's example with names of the ruleset.
---@param rules limber.Rules with its game
---@param part limber.VariantPart
---@return string
function M.example(rules, part)
  local names = names_for(rules)
  return (part.example:gsub("%f[%w_][A-Z][A-Z]+%f[^%w_]", names))
end

--- The keys of a variant's table that parts speak of, by part.
local function keys_text(part)
  local words = {}
  for _, key in ipairs(part.keys or {}) do words[#words + 1] = key end
  return #words > 0 and ("%s (%s)"):format(part.title:gsub(":.*", ""), table.concat(words, ", ")) or part.title
end

--- The first page: all parts.
---@param width integer
---@param lead string how a part is asked for, "?variant "
---@return string[]
function M.index(width, lead)
  local lines, rows = {}, {}
  local head = text.wrap("House rules: a variant is a file that says what differs from the published rules.", width)
  table.move(head, 1, #head, 1, lines)
  for i, part in ipairs(variant_text.all()) do rows[i] = { "  " .. lead .. part.name, keys_text(part) } end
  text.add_rows(lines, rows, width)
  return lines
end

--- A part's text with prose that runs over several lines joined to one.
local function joined(part)
  local lines = {}
  for line in (part.text .. "\n"):gmatch "(.-)\n" do
    local before = lines[#lines]
    if before and not line:find(" | ", 1, true) and not before:find(" | ", 1, true) then
      lines[#lines] = before .. " " .. line
    else
      lines[#lines + 1] = line
    end
  end
  return { text = table.concat(lines, "\n") }
end

--- One part, with its example and what the ruleset has for it.
---@param rules limber.Rules with its game
---@param part limber.VariantPart
---@param width integer
---@return string[]
function M.part(rules, part, width)
  local lines = text.wrap(("%s: %s"):format(part.name, part.title), width, "  ")
  table.move(help_topics.lines(joined(part), width), 1, 199, #lines + 1, lines)
  lines[#lines + 1] = ""
  lines[#lines + 1] = "For example:"
  local example <const> = M.example(rules, part):gsub("[^\n]+", "  %0")
  for line in (text.prose(example, width) .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  if part.list then
    local title, rows = variant_lists[part.list](rules)
    lines[#lines + 1] = ""
    lines[#lines + 1] = title
    local shown = {}
    for i, row in ipairs(rows) do shown[i] = { "  " .. row[1], row[2] } end
    text.add_rows(lines, shown, width)
  end
  return lines
end

--- A part by its name, by a key of a variant's table or by a word of its file; or nil and what is near.
---@param name string
---@return limber.VariantPart?
---@return string hint
function M.find(name)
  local known = {}
  local found = variant_text.find(name)
  for _, part in ipairs(variant_text.all()) do
    known[#known + 1] = part.name
    for _, list in ipairs { part.keys or {}, part.words or {} } do
      for _, key in ipairs(list) do
        known[#known + 1] = key
        if key == name then found = found or part end
      end
    end
  end
  return found, suggest.hint(name, known)
end

return M
