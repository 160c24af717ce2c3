--- Words that a house rule compares fields with, in its text: `unit.arm == "cavlary"` is never true, and nothing says
--- so when it is played.
--
-- What a field may be is known where something declares it as one of several words: what pieces carry, arguments and
-- results of procedures, of commands, house fields. Words that tables have in a column of that name, and those that
-- files compare such a field with, or set it to, are good too. A field that holds any text is not looked at.
local house_fields <const> = require "limber.rules.house_fields"
local kinds <const> = require "limber.rules.kinds"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

---@class limber.KnownWords
---@field words table<string, boolean>
---@field listed string[] those that are told: what fields declare
---@field kinds table<string, boolean> "enum", "flag", "text", …

--- Notes what a list of fields may be, those within them too.
local function add_fields(known, list)
  for _, field in ipairs(list or {}) do
    local one = known[field.name] or { words = {}, kinds = {} }
    known[field.name], one.kinds[field.kind] = one, true
    for _, word in ipairs(field.values or {}) do one.words[tostring(word)] = true end
    add_fields(known, field.fields)
    if field.of then add_fields(known, { field.of }) end
  end
end

--- Notes words that files give fields of that name, and compare them with.
local function add_text(known, text)
  local function add(name, word)
    if known[name] then known[name].words[word] = true end
  end
  for name, word in text:gmatch "([%a_][%w_]*)%s*[=~]?=%s*[\"']([%w_]+)[\"']" do add(name, word) end
  for call in text:gmatch ":set(%b())" do
    for name, word in call:gmatch "[\"']([%w_]+)[\"']%s*,%s*[\"']([%w_]+)[\"']" do add(name, word) end
  end
end

local function add_tables(rules, known)
  for name in next, rules.draft.lookups do
    local whole = rules.draft.table(name)
    for _, axis in ipairs(whole.axes) do
      for _, key in ipairs(known[axis.name] and (axis.keys or axis.names) or {}) do
        known[axis.name].words[tostring(key)] = true
      end
    end
    for at, column in ipairs(whole.columns) do
      for cell = at, known[column] and #whole.cells or 0, #whole.columns do
        known[column].words[tostring(whole.cells[cell])] = true
      end
    end
  end
end

--- What is known of all fields by name.
local function known_to(rules)
  local known, game = {}, rules.game or {}
  for _, procedure in next, rules.procedures do
    add_fields(known, procedure.args)
    add_fields(known, procedure.out)
  end
  for _, record in next, rules.records do add_fields(known, record) end
  for _, one in next, game.carries or {} do
    for _, list in ipairs { one.args or {}, one.changes or {}, one.house or {} } do add_fields(known, list) end
  end
  for kind in next, house_fields.KINDS do add_fields(known, rules.fields and rules.fields[kind]) end
  for _, command in next, game.commands or {} do add_fields(known, command.args) end
  for _, one in next, known do one.listed = sorted.keys(one.words) end
  add_tables(rules, known)
  for _, file in ipairs(rules.published.files) do
    if file.path:find "%.lua$" then add_text(known, file.text) end
  end
  return known
end

--- Words that no field declares: of the framework.
local function add_own(rules, known)
  known.side = { words = { a = true, b = true, nobody = true, none = true, both = true }, kinds = { enum = true },
    listed = { "a", "b" } }
  local steps = {}
  for name, sequence in next, rules.game and rules.game.sequences or {} do
    for _, step in ipairs(sequence) do
      steps[name .. "." .. step.name], steps[step.name] = true, true
    end
  end
  known.step = { words = steps, kinds = { enum = true } }
end

--- A file's text without comments, its lines where they were.
local function code_of(text)
  text = text:gsub("%-%-%[(=*)%[.-%]%1%]", function() return "" end)
  return (text:gsub("%-%-[^\n]*", ""))
end

--- More words than this are not listed.
local MANY <const> = 14

--- What is wrong with comparing a field with a word; nil where it may be so, or nothing is known of it.
local function fault_of(one, name, word, for_any)
  local is = one.kinds
  if one.words[word] or is.text or is.any or is.object or is.list then return nil end
  if not is.enum then
    local plain = is.flag and "true or false" or (is.int or is.number) and "a number"
    if not plain or next(one.words) or for_any then return nil end
    return ("%s is %s, never the text %q"):format(name, plain, word)
  end
  local words, hint = one.listed, suggest.hint(word, sorted.keys(one.words))
  if hint == "" and for_any then return nil end
  if hint == "" and #words <= MANY then
    hint = ("; it is %s or %s"):format(table.concat(words, ", ", 1, #words - 1), words[#words])
  end
  return ("%s is never %q%s"):format(name, word, hint)
end

--- The weights of the solo commander by name; nil where a ruleset has none.
local function weights_of(rules)
  local solo = rules.game and rules.game.solo
  local whole = solo and type(solo.weights) == "string" and rules.draft.table(solo.weights)
  return whole and whole.axes[1].keys or nil
end

--- What is wrong with reading a key of `about`: nothing in the ruleset, or in the file itself, is called so, and what
--- the ruleset's own functions read of theirs is.
local function about_fault(rules, own, key)
  local names, whole = {}, "%f[%w_]" .. key .. "%f[^%w_]"
  for _, file in ipairs(rules.published.files) do
    if file.text:find(whole) then return nil end
    for name in file.text:gmatch "%f[%w_]about%.([%a_][%w_]*)" do names[name] = true end
  end
  local hint = own:find('["\']' .. key .. '["\']') or own:find(whole .. "%s*=[^=]")
  hint = hint and "" or suggest.hint(key, sorted.keys(names))
  return hint ~= "" and ("about has no %s%s"):format(key, hint) or nil
end

--- The comparisons of a file that are never true, and what it reads of weights and of `about` that there is not, a line
--- each.
---@param rules limber.Rules with the variant
---@param layer table
---@return string[]
function M.faults(rules, layer)
  local found = {}
  if layer.text == nil then return found end
  local known <const>, text <const> = known_to(rules), code_of(layer.text)
  add_own(rules, known)
  for call in text:gmatch ":set%b()" do add_text(known, call) end
  local number, weights = 0, weights_of(rules)
  local function add(place, fault)
    if fault then found[#found + 1] = ("%s: %s"):format(place or ("%s:%d"):format(layer.path, number), fault) end
  end
  local function compare(place, name, word)
    local told = known[name] and type(word) == "string"
    add(place, told and fault_of(known[name], name, word, layer.of == nil))
  end
  for _, pieces in sandbox.sorted_pairs(type(layer.matters) == "table" and layer.matters or {}) do
    for name, said in sandbox.sorted_pairs(type(pieces) == "table" and pieces or {}) do
      for _, word in ipairs(type(said) == "table" and said or { said }) do
        compare(kinds.place_of(layer, tostring(word)), name, word)
      end
    end
  end
  for line in (text .. "\n"):gmatch "(.-)\n" do
    number = number + 1
    for name, word in line:gmatch "%.([%a_][%w_]*)%s*[=~]=%s*[\"']([^\"'\n]*)[\"']" do compare(nil, name, word) end
    for name in line:gmatch "%f[%w_]about%.([%a_][%w_]*)" do add(nil, about_fault(rules, text, name)) end
    for name in line:gmatch "mind%.weight%.([%a_][%w_]*)" do
      local wrong = weights and not lists.has(weights, name)
      add(nil, wrong and ("there is no weight %s%s"):format(name, suggest.hint(name, weights)))
    end
  end
  return found
end

return M
