--- The pages of names that a battle has, with their arguments: commands, services of `view`, `play` and `mind`,
--- moments, facts, measures, steps, fields, story lines, and what the functions of modifiers get. All is read from what
--- declares it.
local fields <const> = require "limber.language.fields"
local house_fields <const> = require "limber.rules.house_fields"
local kept_fields <const> = require "limber.rules.kept_fields"
local list_words <const> = require "prompt.list_words"
local moments <const> = require "limber.game.moments"
local help <const> = require "play.help"
local service_docs <const> = require "show.service_docs"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"
local variant_lists <const> = require "prompt.variant_lists"
local variant_page <const> = require "prompt.variant_page"

local M <const> = {}

local function add(lines, words, width)
  table.move(text.wrap(words, width, "  "), 1, 99, #lines + 1, lines)
end

local function cited(says, cite) return (says or "") .. (cite and (" (%s)"):format(cite) or "") end

--- The names of a function's arguments, all but the first.
local function args_of(fn, from)
  local names = {}
  for i = from, debug.getinfo(fn, "u").nparams do names[#names + 1] = debug.getlocal(fn, i) end
  return table.concat(names, ", ")
end

-- ---- services ------------------------------------------------------------------------------------------------------

local TYPES <const> = {
  integer = "a whole number", number = "a number", string = "a text or id", boolean = "true or false", any = "anything",
  ["string[]"] = "a list of texts or ids", table = "a table", ["table[]"] = "a list of tables",
}

--- A type of an annotation in words.
local function type_words(kind)
  local plain, optional = kind:gsub("limber%.", ""):gsub("%?$", "")
  return (TYPES[plain] or plain) .. (optional > 0 and ", or nil" or "")
end

--- What a function is handed and gives, a row each.
local function add_parts(lines, doc, width)
  local rows = {}
  for _, list in ipairs { doc.params, doc.returns } do
    for _, one in ipairs(list) do
      local words = type_words(one.type) .. (one.doc ~= "" and ": " .. one.doc or "")
      rows[#rows + 1] = { "  " .. (one.name or "gives"), words }
      for _, field in ipairs(one.fields or {}) do
        local said = field.doc ~= "" and ": " .. field.doc or ""
        rows[#rows + 1] = { "    ." .. field.name, type_words(field.type) .. said }
      end
    end
  end
  text.add_rows(lines, rows, width)
end

--- The first line: how it is called, and what it does.
local function call_of(doc)
  local args = doc.field and "" or doc.args:find "^[{\"]" and " " .. doc.args or ("(%s)"):format(doc.args)
  return ("%s%s%s%s%s: %s"):format(doc.of, doc.field and "." or ":", doc.name, args,
    doc.gives and " → " .. doc.gives or "", doc.doc)
end

--- A line of notes that names things, `within = um    the widest gap`, as pairs; none of prose.
local function pairs_of(note)
  local key, words = note:match "^(%S.-)   +(%S.*)$"
  if not key then key, words = note:match "^(%l+ = function%b())  (.*)$" end
  if not key then key, words = note:match "^(%l+%.[%w_]+) (.*)$" end
  local found = {}
  while key do
    local said, rest = (words .. "    "):match "^(.-)    +(.*)$"
    found[#found + 1] = { "    " .. key, said }
    key, words = rest:match "^(%S.-)   +(%S.*)$"
  end
  return found
end

--- What the head of a file says of the options of a service, fitted to a width.
local function add_notes(lines, notes, width)
  local rows, prose, depth = {}, {}, 0
  local function flush()
    text.add_rows(lines, rows, width)
    if prose[1] then
      for _, line in ipairs(text.wrap(table.concat(prose, " "), width - 2)) do lines[#lines + 1] = "  " .. line end
    end
    rows, prose = {}, {}
  end
  for _, note in ipairs(notes) do
    local before, body = note:match "^( *)(.*)$"
    local found = pairs_of(body)
    if rows[1] and #before > depth + 2 and not (found[1] and #before <= depth) then
      rows[#rows][2] = rows[#rows][2] .. " " .. body
    elseif found[1] then
      if prose[1] then flush() end
      depth = #before
      table.move(found, 1, #found, #rows + 1, rows)
    else
      if rows[1] then flush() end
      prose[#prose + 1] = body
    end
  end
  flush()
end

local function service_page(rules, name, width)
  local lines = {}
  for _, doc in ipairs(service_docs.find(rules.published.loader.read, name)) do
    add(lines, call_of(doc), width)
    add_parts(lines, doc, width)
    add_notes(lines, doc.notes, width)
    if doc.of ~= "mind" and not doc.field then
      local args = doc.args:find "^[{\"]" and "…" or doc.args
      add(lines, ("A house rule wraps it: services = { %s = function(published, %s%s) … end }"):format(name, doc.of,
        args ~= "" and ", " .. args or ""), width)
    end
  end
  return lines
end

-- ---- moments, facts, measures, steps, story lines ------------------------------------------------------------------

local function moment_page(_, name, width)
  local one, lines = moments.NAMES[name], {}
  if not one then return lines end
  add(lines, ("moment %s: %s."):format(name, one.doc), width)
  add(lines, ("moments = { %s = function(%s) … end }%s"):format(name, one.args,
    one.gives and " gives " .. one.gives or " gives nothing"), width)
  return lines
end

local function fact_page(rules, name, width)
  local fact, lines = rules.game.facts[name], {}
  if not fact then return lines end
  local field = fact.field
  add(lines, ("fact %s: %s"):format(name, cited(fact.ask or fact.doc, fact.cite)), width)
  add(lines, ("It is %s."):format(fields.range(field)), width)
  local measured = type(fact.measured) == "function" and args_of(fact.measured, 3)
  if measured then
    add(lines, ("view:fact(%q%s) gives it. A house rule wraps how it is measured: facts = { %s = function(published, "
      .. "view, field%s) … end }"):format(name, measured ~= "" and ", " .. measured or "", name,
      measured ~= "" and ", " .. measured or ""), width)
  else
    add(lines, ("view:fact(%q, …) gives it. It is never measured: players tell it."):format(name), width)
  end
  return lines
end

local function measure_page(rules, name, width)
  local measure, lines = rules.game.measures[name], {}
  if not measure then return lines end
  local doc = service_docs.of_function(rules.published.loader.read, measure, "view.measure", name)
  local args = doc.args ~= "" and ", " .. doc.args or ""
  local said = doc.doc ~= "" and ": " .. doc.doc or ""
  add(lines, ("measure %s: view.measure.%s(view%s)%s"):format(name, name, args, said), width)
  add_parts(lines, doc, width)
  add(lines, ("A house rule wraps it: measures = { %s = function(published, view%s) … end }"):format(name, args), width)
  return lines
end

local function step_page(rules, name, width)
  local lines = {}
  local sequence, own = name:match "^(.+)%.([^.]+)$"
  local list = rules.game.sequences[sequence or ""]
  local step = list and list[list.index[own]]
  if not step then return lines end
  add(lines, ("%s %s: %s"):format(step.kind, name, cited(step.doc, step.cite)), width)
  for _, key in ipairs { "commands", "interrupts" } do
    local names = type(step[key]) == "table" and table.concat(step[key], ", ") or ""
    if names ~= "" then add(lines, ("Its %s: %s."):format(key, names), width) end
  end
  local parts = rules.game.sequences[step.parts or ""]
  local names = {}
  for i, part in ipairs(parts or {}) do names[i] = part.name end
  if names[1] then add(lines, ("Its parts: %s."):format(table.concat(names, ", ")), width) end
  add(lines, ("A house rule changes it: steps = { [%q] = { … } }; ?variant steps"):format(name), width)
  return lines
end

local function story_page(rules, name, width)
  local lines, said = {}, rules.game.story[name]
  if said then add(lines, ("story line %s: %s"):format(name, said), width) end
  return lines
end

-- ---- fields --------------------------------------------------------------------------------------------------------

--- The field of a kind of piece, and how it came there.
local function field_of(rules, kind, name)
  local carries = rules.game.carries[house_fields.KINDS[kind].carries] or {}
  local own = house_fields.find(rules.fields and rules.fields[kind], name)
  if own then return own, ("of the house rule %s"):format(own.house or "in force") end
  local given = house_fields.find(carries.args, name)
  if given then return given, "given by the scenario" end
  return house_fields.find(carries.changes, name), "kept in play"
end

local function field_page(rules, name, width)
  local lines, kept <const> = {}, kept_fields.of(rules.published)
  for _, kind in ipairs(house_fields.ORDER) do
    local field, whence = field_of(rules, kind, name)
    local doc = (kept[kind] or {})[name]
    if field then
      add(lines, ("field %s of each %s, %s: %s%s"):format(name, kind, whence, fields.range(field),
        field.doc and "; " .. field.doc or ""), width)
    elseif doc then
      add(lines, ("field %s of each %s, kept in play: %s"):format(name, kind, doc), width)
    end
  end
  return lines
end

--- What pieces have besides, of the framework.
local BESIDES <const> = {
  unit = "Besides: id, name, side, formation, and base, { x, y, facing, width, depth }, where it stands on the table.",
  leader = "Besides: id, name, side, and base, { x, y, facing, width, depth }, where he stands on the table.",
  formation = "Besides: id, name, side.", side = "Besides: id, name.", area = "Besides: id, name.",
  line = "Besides: id, name.", battle = "The battle is play.state.battle.",
}

--- All fields of a kind of piece.
local function kind_page(rules, name, width)
  local carries_of <const> = house_fields.KINDS[name]
  if not carries_of then return {} end
  local carries <const> = rules.game.carries[carries_of.carries] or {}
  local whose <const> = name == "battle" and "the battle" or "each " .. name
  local lines, rows <const>, known <const> = { ("Fields of %s:"):format(whose) }, {}, {}
  for _, list in ipairs { carries.args or {}, carries.changes or {}, rules.fields and rules.fields[name] or {} } do
    for _, field in ipairs(list) do
      if not known[field.name] then
        known[field.name] = true
        rows[#rows + 1] = { "  " .. field.name, fields.range(field) .. (field.doc and "; " .. field.doc or "") }
      end
    end
  end
  for field, doc in next, kept_fields.of(rules.published)[name] or {} do rows[#rows + 1] = { "  " .. field, doc } end
  table.sort(rows, function(a, b) return a[1] < b[1] end)
  text.add_rows(lines, rows, width)
  add(lines, BESIDES[name], width)
  return lines
end

-- ---- what functions of modifiers get -------------------------------------------------------------------------------

local function about_words(rules, name)
  local held = list_words.abouts(rules.published)[name] or {}
  return #held > 0 and table.concat(held, ", ") or "nothing"
end

local function list_page(rules, name, width)
  local list, lines = rules.draft.modifiers[name], {}
  if not list then return lines end
  local about = about_words(rules, name)
  add(lines, ("modifiers of list %s: their functions when, per and value get"):format(name), width)
  text.add_rows(lines, {
    { "  unit", "the question's own words: " .. table.concat(list_words.unit(rules, list), ", ") },
    { "  about", about },
    { "  rules", "the tables, and in a battle rules.here (?here). The piece that is judged: "
      .. (about:find "%f[%w]place%f[%W]" and "rules.here.piece(rules.here.throwers[about.place])"
        or "rules.here.piece(rules.here.who), where one alone throws; else rules.here.throwers has all") },
  }, width)
  return lines
end

local function about_page(rules, name, width)
  if name ~= "about" then return {} end
  local lines, rows = {}, {}
  add(lines, "about: what a function is told besides. In a modifier, by its list:", width)
  for _, list in ipairs(sorted.keys(rules.draft.modifiers)) do
    rows[#rows + 1] = { "  " .. list, about_words(rules, list) }
  end
  text.add_rows(lines, rows, width)
  add(lines, "In a step, a part or a decision, by its sequence, as a short battle showed it:", width)
  rows = {}
  for sequence, keys in pairs(variant_lists.abouts(rules)) do rows[#rows + 1] = { "  " .. sequence, keys } end
  table.sort(rows, function(one, other) return one[1] < other[1] end)
  text.add_rows(lines, rows, width)
  return lines
end

local HERE <const> = "rules-lua/limber/ask/asking.lua"

local function here_page(rules, name, width)
  local lines = {}
  if name ~= "here" then return lines end
  add(lines, "rules.here: where in a battle a question is asked; nil outside of one:", width)
  for line in (rules.published.loader.read(HERE) or ""):gmatch "[^\n]+" do
    local says = line:match "^%-%-(  .*)$"
    if says then lines[#lines + 1] = says elseif not line:find "^%-%-" then break end
  end
  return lines
end

--- All kinds of pages, in their order.
local PAGES <const> = {
  list_page, about_page, here_page, service_page, moment_page, fact_page, measure_page, step_page, kind_page,
  field_page, story_page,
}

--- What stands before a name in code: view:room, play:set, rules.here, unit.status.
local CALLED_ON <const> = { view = true, play = true, mind = true, rules = true }
for kind in next, house_fields.KINDS do CALLED_ON[kind] = true end

--- The pages of all that a battle knows by a name, one after another; nil where it knows none.
---@param rules limber.Rules with its game
---@param name string
---@param width integer
---@return string[]?
function M.lines(rules, name, width)
  local of, own = name:match "^(%l+)[:.]([%w_]+)$"
  name = CALLED_ON[of] and own or of == "about" and of or name
  local lines = help.page(rules, (name:gsub("[%s-]", "_"))) or {}
  for _, page in ipairs(PAGES) do
    local more = page(rules, name, width)
    if lines[1] and more[1] then lines[#lines + 1] = "" end
    table.move(more, 1, #more, #lines + 1, lines)
  end
  local part = not lines[1] and variant_page.find(name)
  if part then lines = variant_page.part(rules, part, width) end
  return lines[1] and lines
end

--- All names that have such a page, but for fields that are only kept in play.
---@param rules limber.Rules with its game
---@return string[]
function M.names(rules)
  local names = { about = true, here = true }
  for _, place in ipairs { rules.game.commands, moments.NAMES, rules.game.facts, rules.game.measures } do
    for name in next, place do names[name] = true end
  end
  for _, name in ipairs(service_docs.names(rules.published.loader.read)) do names[name] = true end
  for kind in next, house_fields.KINDS do
    local carries = rules.game.carries[house_fields.KINDS[kind].carries] or {}
    for _, list in ipairs { carries.args or {}, carries.changes or {}, rules.fields and rules.fields[kind] or {} } do
      for _, field in ipairs(list) do names[field.name] = true end
    end
  end
  return sorted.keys(names)
end

return M
