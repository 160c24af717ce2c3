--- What a rule stack changes of the published text, and a player's tweaks written out as a variant file.
local data <const> = require "limber.rules.kinds_of_data"
local kinds <const> = require "limber.rules.kinds"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

---@class limber.Difference
---@field layer string the variant's name; "yours" for tweaks at the prompt
---@field what string "cell", "table", "option", "argument", "modifier", "procedure", "ground", "service", …
---@field name string
---@field old any
---@field new any
---@field text string? all of it in words
---@field typed string what the entry of the layer is called at the prompt
---@field turns limber.Turns? its layer is on in these turns only
---@field off boolean? its layer is off now

local function add_layer(list, rules, layer, name)
  for _, row in ipairs(rules:kinds()) do
    for of, value in kinds.entries(row, layer) do
      local typed = kinds.called(row, of, value)
      local function add(what, called, old, new, text)
        list[#list + 1] = { layer = name, what = what, name = called, old = old, new = new, text = text, typed = typed }
      end
      if row.differs then
        row.differs(add, rules.published, of, value, rules, layer)
      else
        add(row.what, of, nil, nil, ("%s %s is changed"):format(row.what, of))
      end
    end
  end
end

--- All that a stack changes, layer by layer.
---@param rules limber.Rules
---@return limber.Difference[]
function M.of(rules)
  local list = {}
  for i, layer in ipairs(rules.layers) do
    local first = #list + 1
    add_layer(list, rules, layer, layer.name)
    for n = layer.turns and first or #list + 1, #list do
      list[n].turns, list[n].off = layer.turns, rules.off and rules.off[i]
    end
  end
  add_layer(list, rules, rules.live, "yours")
  return list
end

--- Whether anything has been tweaked at the prompt.
---@param rules limber.Rules
---@return boolean
function M.tweaked(rules)
  local list = {}
  add_layer(list, rules, rules.live, "yours")
  return #list > 0
end

local function literal(value)
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

--- The lines of one part of a variant, `key = { … },`; nothing when it is empty.
local function add_part(lines, part, rows)
  if #rows == 0 then return end
  lines[#lines + 1] = ("  %s = {"):format(part)
  for _, row in ipairs(rows) do lines[#lines + 1] = "    " .. row end
  lines[#lines + 1] = "  },"
end

--- What was typed at the prompt and holds, each text once, in the order in which it was typed.
---@param live table
---@return string[]
function M.texts(live)
  local texts, held = {}, {}
  for _, text in next, live.texts do held[text] = true end
  for _, text in ipairs(live.typed) do
    if held[text] then texts[#texts + 1] = text end
    held[text] = nil
  end
  return texts
end

--- The names of cells or options that were set one by one: those that a text says are kept with the text.
---@param live table
---@param key "cells"|"options"
---@return string[]
function M.set_alone(live, key)
  local names, what = {}, key == "cells" and "cell " or "option "
  for _, name in ipairs(sorted.keys(live[key])) do
    if not live.texts[what .. name] then names[#names + 1] = name end
  end
  return names
end

--- Whether one of some texts says something of a name.
local function is_said(texts, name)
  for _, text in ipairs(texts) do
    if text:find(name, 1, true) then return true end
  end
  return false
end

--- The tweaks in one line, for lists of variants.
local function doc_of(rules)
  local list, parts = {}, {}
  add_layer(list, rules, rules.live, "yours")
  for i = 1, math.min(#list, 3) do
    local one = list[i]
    local what = one.what == "modifier" and "modifier " or ""
    parts[i] = one.text or one.new ~= nil and ("%s%s is %s"):format(what, one.name, tostring(one.new)) or
      one.name .. " is changed"
  end
  if #list > 3 then parts[#parts + 1] = "and more" end
  return "A house rule: " .. table.concat(parts, ", ") .. "."
end

--- The tweaks made at the prompt as the text of a variant file.
---@param rules limber.Rules
---@param name string
---@param head string[]? comments above it
---@return string
function M.keep(rules, name, head)
  local live, published = rules.live, rules.published
  local cells, options, later, texts = {}, {}, {}, M.texts(live)
  for _, path in ipairs(M.set_alone(live, "cells")) do
    local list = is_said(texts, path) and later or cells
    list[#list + 1] = ("[%q] = %s, -- published: %s"):format(path, literal(live.cells[path]),
      tostring(data.published_cell(published, path)))
  end
  for i, option in ipairs(M.set_alone(live, "options")) do
    options[i] = ("%s = %s, -- published: %s"):format(option, literal(live.options[option]),
      tostring(rules.draft.declared_options[option].value))
  end
  local lines = table.move(head or {}, 1, #(head or {}), 1, {})
  lines[#lines + 1] = ("variant %q {"):format(name)
  lines[#lines + 1] = ("  of = %q,"):format(rules.name)
  lines[#lines + 1] = ("  doc = %q,"):format(doc_of(rules))
  add_part(lines, "cells", cells)
  add_part(lines, "options", options)
  lines[#lines + 1] = "}"
  for _, text in ipairs(texts) do
    lines[#lines + 1] = ""
    lines[#lines + 1] = text
  end
  if #later > 0 then -- set after the text that says them too
    lines[#lines + 1] = "\nlay {"
    add_part(lines, "cells", later)
    lines[#lines + 1] = "}"
  end
  return table.concat(lines, "\n") .. "\n"
end

--- Whether a variant file's text loads again, over the variants that the stack has.
---@param rules limber.Rules
---@param path string
---@param text string
---@return limber.Rules? stack with it on top
---@return limber.Refusal?
function M.try(rules, path, text)
  local published = {}
  for key, value in next, rules.published do published[key] = value end
  published.loader = { variant = function(_, name)
    if name == path then return path, text, false end
    return rules.published.loader.variant(rules.name, name)
  end, read = rules.published.loader.read, list = rules.published.loader.list, beside = rules.published.loader.beside }
  local names = rules:variant_sources()
  names[#names + 1] = path
  return rules.over(published, names)
end

return M
