--- Expressions over a result: `a.1.margin - b.1.margin`, `winner == "a" and damage >= 3`, `max(hits, 2)`.
--
-- They are Lua, of which they have numbers, texts, operators and a few functions, and nothing that could loop. A name
-- is a result field or a path to one (lists from 1); a word that some result field can have need not stand in quotes:
-- `winner == a`, or with one = alone. A field that is left out of a result is nil. Numbers are exact: 1.1 is 11/10, and
-- what cannot be told exactly is an error.
local exact <const> = require "limber.ask.exact"
local fields <const> = require "limber.language.fields"
local lists <const> = require "limber.common.lists"
local sandbox <const> = require "kernel.sandbox"
local suggest <const> = require "limber.common.suggest"

local M <const> = {}

--- The functions of expressions.
local FUNCTIONS <const> = exact.FUNCTIONS

local KEYWORDS <const> = { ["and"] = true, ["or"] = true, ["not"] = true, ["nil"] = true, ["true"] = true,
  ["false"] = true }

--- Operators, the longest first.
local OPERATORS <const> = { "//", "<=", ">=", "==", "~=", "!=", "..", "+", "-", "*", "/", "%", "<", ">", "=", "(",
  ")", ",", "#" }

--- Longest expression.
local LONGEST <const> = 400

---@class limber.Scope what names in an expression mean
---@field lists limber.Field[][] all fields that there are
---@field records table<string, limber.Field[]>
---@field find fun(path: string): limber.Field?, limber.Refusal?
---@field arg string what was given as an expression: "by"

local function refuse(scope, text, what) return fields.refuse(scope.arg, ("cannot be %s: %s"):format(text, what)) end

--- Whether some field of a list may be that word.
local function may_be(list, records, word, seen)
  for _, field in ipairs(list) do
    for _, value in ipairs(field.values or field.of and field.of.values or {}) do
      if value == word then return true end
    end
    local record = field.record
    if record and records[record] and not seen[record] then
      seen[record] = true
      if may_be(records[record], records, word, seen) then return true end
    end
  end
  return false
end

--- Can a field of some lists, or of their records, be that word?
---@param among limber.Field[][]
---@param records table<string, limber.Field[]>
---@param word string
---@return boolean
function M.is_word(among, records, word)
  for _, list in ipairs(among) do
    if may_be(list, records, word, {}) then return true end
  end
  return false
end

local function is_word(scope, word) return M.is_word(scope.lists, scope.records, word) end

--- One piece of an expression from `at`: its kind, its text, and where the next begins.
local function next_piece(text, at)
  local start, stop = text:find("^%s+", at)
  if start then at = stop + 1 end
  if at > #text then return nil end
  for _, quote in ipairs { '"', "'" } do
    start, stop = text:find("^" .. quote .. "[^" .. quote .. "\\\n]*" .. quote, at)
    if start then return "text", text:sub(start, stop), stop + 1 end
  end
  start, stop = text:find("^%d+%.?%d*", at)
  if start then return "number", text:sub(start, stop), stop + 1 end
  start, stop = text:find("^[%a_][%w_]*", at)
  while stop do
    local _, further = text:find("^%.[%a_][%w_]*", stop + 1)
    if not further then _, further = text:find("^%.%d+", stop + 1) end
    local index_from, index_to = text:find("^%[%s*%d+%s*%]", stop + 1)
    if not further and not index_from then break end
    stop = further or index_to
  end
  if start then return "name", text:sub(start, stop), stop + 1 end
  for _, operator in ipairs(OPERATORS) do
    if text:sub(at, at + #operator - 1) == operator then return "operator", operator, at + #operator end
  end
  return "wrong", text:sub(at, at + 11), at
end

--- What a name means as Lua: a path of the result, which is added to `paths`, a function, a word; or what is wrong. A
--- list or an object as such is compared with nothing, so its name is a word if it can be: `winner == a`.
local function meaning(name, text, scope, paths, counted)
  if KEYWORDS[name] or FUNCTIONS[name] and not scope.find(name) then return name end
  local plain = name:gsub("^math%.", "")
  if plain ~= name and FUNCTIONS[plain] then return plain end
  local path = name:gsub("%[%s*(%d+)%s*%]", ".%1")
  local field, fault = scope.find(path)
  local whole = field and not counted and (field.kind == "list" or field.kind == "object")
  if whole and is_word(scope, name) then return ("%q"):format(name) end
  if field then
    if field.odds == false then
      return nil, refuse(scope, path, "it has no last value, as throws go on until one decides")
    end
    paths[#paths + 1] = path
    return ("v[%d](r)"):format(#paths), nil, field
  end
  if is_word(scope, name) then return ("%q"):format(name) end
  local names, texts = {}, ""
  for _, list in ipairs(scope.lists) do
    for _, one in ipairs(list) do
      names[#names + 1] = one.name
      if one.kind == "text" then texts = ("; a text stands in quotes: \"%s\""):format(name) end
    end
  end
  local first = path:match "^[^.]+"
  local hint = path == first and suggest.hint(name, names)
  hint = hint == "" and texts or hint
  return nil, hint and refuse(scope, text, ("it has no result field %s%s"):format(name, hint)) or fault
end

local COMPARES <const> = { ["=="] = true, ["~="] = true }
--- Kinds of fields that are no text.
local NUMBERS <const> = { int = true, number = true }
local RECKONS <const> = { ["+"] = true, ["-"] = true, ["*"] = true, ["/"] = true, ["//"] = true, ["%"] = true }

--- The code of the nearest piece beside one, past what `skips`.
local function beside(pieces, i, step, skips)
  repeat i = i + step until not pieces[i] or pieces[i].code ~= skips
  return pieces[i] and pieces[i].code
end

--- Refuses a word that is compared with a field which never has it, as the odds of that would be a sure no; and a word
--- in place of a number.
local function wrong_word(scope, text, pieces)
  for i, piece in ipairs(pieces) do
    if piece.kind == "text" then
      if RECKONS[beside(pieces, i, -1, "(")] or RECKONS[beside(pieces, i, 1, ")")] then
        return refuse(scope, text, ("%s stands where a number is needed"):format(piece.code))
      end
      for _, step in ipairs { -1, 1 } do
        local by, other = pieces[i + step], pieces[i + 2 * step]
        local field = by and COMPARES[by.code] and other and other.field or nil
        local values = field and (field.values or NUMBERS[field.kind] and {})
        local joins = beside(pieces, i, -step) == ".." or beside(pieces, i + 2 * step, step) == ".."
        local word = piece.code:sub(2, -2)
        if values and not joins and not lists.has(values, word) then
          return refuse(scope, text, ("%s is never %q%s"):format(other.name, word, suggest.hint(word, values)))
        end
      end
    end
  end
end

--- A piece of an expression as Lua; or what is wrong with it. `before`: the piece before it.
local function coded(kind, piece, text, scope, known, before)
  if kind == "wrong" then return nil, refuse(scope, text, ("it is no expression at %q"):format(piece)) end
  local counts = before and before.code == "#"
  if kind == "name" then
    local code, fault, field = meaning(piece, text, scope, known.paths, counts)
    if not code then return nil, fault end
    if counts and not (field and field.kind == "list") then
      return nil, refuse(scope, text, "# counts a list by its name, as in #a")
    end
    local word = code:find '^"' ~= nil
    return { kind = word and "text" or kind, code = counts and ("x(#%s)"):format(code) or code, field = field,
      name = piece }
  end
  if counts then return nil, refuse(scope, text, "# counts a list by its name, as in #a") end
  if kind == "number" then
    local done, number = pcall(exact.read, piece)
    if not done then return nil, refuse(scope, text, number) end
    known.numbers[#known.numbers + 1] = number
    return { kind = kind, code = ("c[%d]"):format(#known.numbers) }
  end
  return { kind = kind, code = piece == "!=" and "~=" or piece == "=" and "==" or piece }
end

--- Translates an expression to Lua over `v`, the readers of its paths, `r`, a result, `c`, its numbers, and `x`, which
--- makes a number exact.
local function translated(text, scope, known)
  local pieces, codes, at = {}, {}, 1
  while true do
    local kind, piece, after = next_piece(text, at)
    if not kind then break end
    local made, fault = coded(kind, piece, text, scope, known, pieces[#pieces])
    if not made then return nil, fault end
    pieces[#pieces + 1], at = made, after
    if made.code ~= "#" then codes[#codes + 1] = made.code end
  end
  if #pieces > 0 and pieces[#pieces].code == "#" then return nil, refuse(scope, text, "it ends too soon") end
  local wrong = wrong_word(scope, text, pieces)
  if wrong then return nil, wrong end
  return table.concat(codes, " ")
end

--- What Lua says of an expression, without its own names for things.
local function said(message)
  message = message:gsub("^=?by:%d+: ", ""):gsub(" %(.-%)$", "")
  local needs <const> = message:find "^attempt to perform arithmetic" or message:find "^attempt to %a+ a 'string'"
  return needs and "a word, true or false stands where a number is needed" or message
end

--- A value of an expression as an outcome.
local function outcome(scope, text, value)
  local done, plain, fraction = pcall(exact.plain, value)
  if not done then error(refuse(scope, text, plain), 0) end
  if not fraction then return plain end
  local message = "it gives %s, and odds go by whole numbers, words, true and false; // divides to whole numbers"
  error(refuse(scope, text, message:format(fraction)), 0)
end

--- Whether a text is no plain path of a result field.
---@param text string
---@return boolean
function M.is(text)
  return not text:find "^[%a_][%w_.]*$"
end

--- What expressions over a result mean.
local function of_result(list, records)
  return { lists = { list }, records = records, arg = "by",
    find = function(path) return fields.at(list, path, records, nil, "by") end }
end

--- A function of results from an expression; or what is wrong with it.
---@param text string
---@param list limber.Field[]|limber.Scope the result fields, or all that names may mean
---@param records table<string, limber.Field[]>
---@param reader fun(path: string): (fun(result: table): any)
---@return (fun(result: table): any)?
---@return limber.Refusal?
function M.compile(text, list, records, reader)
  local scope = list.find and list or of_result(list, records)
  if #text > LONGEST then
    return nil, fields.refuse(scope.arg, ("is too long: an expression has at most %d characters"):format(LONGEST))
  end
  local known, readers = { paths = {}, numbers = {} }, {}
  local code, fault = translated(text, scope, known)
  if not code then return nil, fault end
  for i, path in ipairs(known.paths) do
    local read = reader(path)
    readers[i] = function(result) return exact.of(read(result)) end
  end
  local chunk, failure = sandbox.load(("local v, r, c, x = ... return (%s)"):format(code), "=by", FUNCTIONS)
  if not chunk then
    local why = said(type(failure) == "table" and failure.message or tostring(failure))
    return nil, refuse(scope, text, why:find "near '%)'$" and not text:find(")", 1, true) and "it ends too soon" or why)
  end
  return function(result)
    local done, value = pcall(chunk, readers, result, known.numbers, exact.of)
    if done then return outcome(scope, text, value) end
    if type(value) ~= "string" then error(value, 0) end
    local left_out = value:find "nil value" and "; a field that is left out is nil: (field or 0) stands for it"
    error(refuse(scope, text, said(value) .. (left_out or "")), 0)
  end
end

return M
