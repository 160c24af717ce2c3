--- What a `view`, `play` and a solo commander's `mind` can do, as the files that define it say: the comment above each
--- service of the table, and the lists at the head of the files of the rest. No other list is kept.
local services <const> = require "limber.tabletop.services"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

---@class limber.DocPart
---@field name string? of an argument
---@field type string
---@field doc string
---@field fields limber.DocPart[]? of a table that the file declares

---@class limber.ServiceDoc
---@field of "view"|"play"|"mind" what has it; play has what a view has too
---@field name string
---@field args string "base, id"
---@field gives string? what it gives, where one line says so
---@field doc string
---@field params limber.DocPart[] as far as the file says more of them
---@field returns limber.DocPart[]
---@field notes string[] what the head of its file says of its tables of options, and of what it gives
---@field file string

local function lines_of(text)
  local lines = {}
  for line in (text .. "\n"):gmatch "(.-)\n" do lines[#lines + 1] = line end
  return lines
end

--- The type of an annotation and the words after it: a type may hold spaces within brackets.
local function type_and_words(text)
  local depth, at = 0, 1
  while at <= #text do
    local c = text:sub(at, at)
    if c:find "[{(<%[]" then depth = depth + 1 elseif c:find "[})>%]]" then depth = depth - 1 end
    local goes_on = text:sub(at - 1, at - 1) == ":" or text:sub(at - 1, at - 1) == ","
    if c == " " and depth == 0 and not goes_on then break end
    at = at + 1
  end
  return text:sub(1, at - 1), text:sub(at + 1)
end

--- The fields of a class that a file declares; nil where it declares none.
local function class_of(text, name)
  local body = text:match("\n%-%-%-@class limber%." .. name .. "%f[^%w_]([^\n]*\n.-)\n[^-]")
  local fields = {}
  for line in (body or ""):gmatch "[^\n]+" do
    local key, rest = line:match "^%-%-%-@field ([%w_]+%??) (.*)$"
    local more = line:match "^%-%-%-%s+([^@].*)$"
    if key then
      local kind, words = type_and_words(rest)
      fields[#fields + 1] = { name = key, type = kind, doc = words }
    elseif more and fields[1] then
      fields[#fields].doc = fields[#fields].doc .. " " .. more
    end
  end
  return fields[1] and fields
end

--- The head of a file: its comment lines, without their marks.
local function head_of(lines)
  local head = {}
  for i, line in ipairs(lines) do
    if not line:find "^%-%-" then break end
    head[i] = line:gsub("^%-%-%-? ?", "")
  end
  return head
end

--- What a head says of the options of its services, and of what they give: all after the list of these.
local function notes_of(head)
  local notes, last = {}, 1
  for i, line in ipairs(head) do
    if line:find "^  %l+:[%w_]+%(" then last = i end
  end
  for i = last + 1, #head do
    if #notes > 0 or not head[i]:find "^      " then notes[#notes + 1] = head[i] end
  end
  return notes
end

--- What services are called on.
local CALLED_ON <const> = { view = true, play = true, self = true, _ = true }

--- The comment above a line: its prose, arguments and results.
local function comment_above(lines, at, doc)
  local from, prose = at, {}
  while lines[from - 1] and lines[from - 1]:find "^%s*%-%-" do from = from - 1 end
  for i = from, at - 1 do
    local line, aside = lines[i]:match "^%s*%-%-%- ?(.*)$", lines[i]:match "^%s*%-%- ?(.*)$"
    local param, rest = (line or ""):match "^@param ([%w_]+) (.*)$"
    local returned = line and line:match "^@return (.*)$"
    if not line then
      doc.notes[#doc.notes + 1] = aside ~= "" and aside or nil
    elseif param and not CALLED_ON[param] then
      local kind, words = type_and_words(rest)
      doc.params[#doc.params + 1] = { name = param, type = kind, doc = words }
    elseif returned then
      local kind, words = type_and_words(returned)
      doc.returns[#doc.returns + 1] = { type = kind, doc = words }
    elseif not line:find "^@" then
      prose[#prose + 1] = line
    end
  end
  doc.doc = table.concat(prose, " ")
end

--- What the head of a file says of one of its services, where the comment above it says nothing.
local function said_in_head(head, name)
  local words
  for _, line in ipairs(head) do
    local own = line:match("^  %l+:" .. name .. "%b() +(.*)$")
    local more = words and line:match "^      +(.*)$"
    if own then
      words = own:gsub("^→ .-   +", "")
    elseif more then
      words = words .. " " .. more
    elseif words then
      break
    end
  end
  return words
end

--- Does one of its arguments, or what it gives, have parts that only the head of its file tells?
local function needs_notes(doc)
  for _, one in ipairs(doc.params) do
    if one.type:find "^table%??$" and one.name:find "^how$" then return true end
  end
  return doc.args:find "how$" ~= nil and #doc.params == 0
end

--- A function by its file: its arguments but for the first, and the comment above it.
---@param read fun(path: string): string?
---@param fn function
---@param of string
---@param name string
---@return limber.ServiceDoc
---@return string text of the file
function M.of_function(read, fn, of, name)
  local info <const>, args = debug.getinfo(fn, "Su"), {}
  local file = info.source:match "rules%-lua/.*$"
  local text = file and read(file) or ""
  for i = 2, info.nparams do args[i - 1] = debug.getlocal(fn, i) end
  if info.isvararg then args[#args + 1] = "…" end
  local doc = { of = of, name = name, args = table.concat(args, ", "), params = {}, returns = {}, notes = {},
    file = file or "" }
  comment_above(lines_of(text), info.linedefined, doc)
  return doc, text
end

--- A service of the table.
local function of_table(read, of, name)
  local doc, text = M.of_function(read, services[of][name], of, name)
  local head = head_of(lines_of(text))
  if doc.doc == "" then doc.doc = said_in_head(head, name) or "" end
  if needs_notes(doc) and not doc.notes[1] then doc.notes = notes_of(head) end
  local shown = { View = true }
  for _, list in ipairs { doc.params, doc.returns } do
    for _, one in ipairs(list) do
      local class = one.type:match "limber%.(%w+)"
      one.fields = class and not shown[class] and class_of("\n" .. text, class) or nil
      shown[class or ""] = true
    end
  end
  return doc
end

--- Files whose head lists what a view, play or mind has, and what begins the list of play alone.
local HEADS <const> = {
  { file = "rules-lua/limber/game/play.lua", of = "view", then_of = "play", turn = "^Play alone" },
  { file = "rules-lua/limber/solo/mind.lua", of = "mind" },
}

--- The names at the beginning of an entry, `:unit(id)  :leader(id)    a node`, each with its arguments; and the rest.
local function signatures(line)
  local list, rest = {}, line
  while true do
    local mark, name, after = rest:match "^([:.])([%a_][%w_]*)(.*)$"
    if not mark then return list, rest:match "^%s*(.*)$" end
    local args, more = after:match "^(%b())(.*)$"
    if not args then args, more = after:match "^ (%b{})(.*)$" end
    if not args then args, more = after:match '^(%b"")(.*)$' end
    list[#list + 1] = { name = name, mark = mark, args = args and args:gsub("^%((.*)%)$", "%1") or "" }
    rest = more or after
    local gives, behind = rest:match "^ → (.-)  +(.*)$"
    if gives then list[#list].gives, rest = gives, "  " .. behind end
    local next_one = rest:match "^%s+([:.][%a_].*)$"
    if not next_one then return list, rest:match "^%s*(.*)$" end
    rest = next_one
  end
end

local function add_head(found, read, where)
  local of, group = where.of, {}
  for _, line in ipairs(head_of(lines_of(read(where.file) or ""))) do
    local entry, more = line:match "^  ([:.][%a_].*)$", line:match "^      +(.*)$"
    if where.turn and line:find(where.turn) then of = where.then_of end
    if entry then
      local list, doc = signatures(entry)
      group = {}
      for i, one in ipairs(list) do
        group[i] = { of = of, name = one.name, args = one.args, gives = one.gives, doc = doc, field = one.mark == ".",
          params = {}, returns = {}, notes = {}, file = where.file }
        found[#found + 1] = group[i]
      end
    elseif more then
      for _, one in ipairs(group) do one.doc = one.doc .. " " .. more end
    else
      group = {}
    end
  end
end

local function all(read)
  local found = {}
  for _, where in ipairs(HEADS) do add_head(found, read, where) end
  return found
end

--- All that is known under a name: of view and play, of a mind.
---@param read fun(path: string): string? reads a file of the framework
---@param name string
---@return limber.ServiceDoc[]
function M.find(read, name)
  local found = {}
  for _, of in ipairs { "view", "play" } do
    if services[of][name] then found[#found + 1] = of_table(read, of, name) end
  end
  for _, one in ipairs(all(read)) do
    local again = one.of == "view" and services.view[name]
    if one.name == name and not again then found[#found + 1] = one end
  end
  return found
end

---@param read fun(path: string): string?
---@return string[]
function M.names(read)
  local names = {}
  for _, of in ipairs { "view", "play" } do
    for name in next, services[of] do names[name] = true end
  end
  for _, one in ipairs(all(read)) do names[one.name] = true end
  return sorted.keys(names)
end

return M
