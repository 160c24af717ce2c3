--- The words and options of odds, the same in the shell and at the prompt: what of the result is asked, what is swept.
--
--   damage_points >= 3          a comparison: the chance that it holds      winner == a
--   a.1.quality=1..9            a sweep: every value from one to another    range_mm=100mm..600mm:50mm, quality=1,3,5
--   position=..                 every value that is declared
local fields <const> = require "limber.language.fields"
local grammar <const> = require "read.grammar"
local dotted <const> = require "limber.common.dotted"

local M <const> = {}

--- The options of odds (read.option_words).
M.OPTIONS = {
  by = "value", ["at-least"] = "value", ["at-most"] = "value", quantile = "value", sample = "value", seed = "value",
  paths = "value", flip = "value", ["until"] = "value", carry = "value", ["to-the-finish"] = "flag", lines = "flag",
  heat = "flag", svg = "value", versus = "list", json = "flag",
}

--- Paths that are walked at most, unless the words say otherwise.
local PATHS <const> = 1000000

local plain <const> = grammar.plain

--- Values of one axis, at most, and of a whole sweep.
local VALUES <const>, CELLS <const> = 400, 10000

---@class odds.Request what is asked besides a procedure and its arguments
---@field by string?
---@field at_least integer?
---@field at_most integer?
---@field quantiles number[]
---@field sample { count: integer, seed: integer }?
---@field paths integer
---@field flip number?
---@field finish { over: string?, carry: string? }? it is asked round after round (limber.ask.rounds)
---@field lines boolean?
---@field heat boolean?
---@field svg string?
---@field versus string[]
---@field json boolean?
---@field axes odds.Axis[]

---@class odds.Axis
---@field path string
---@field field limber.Field
---@field values any[]
---@field text string as they were typed

local function fault(name, text, ...) return fields.refuse(name, text:format(...)) end

local function whole(opts, name, least)
  local text = opts[name]
  if not text then return nil end
  local number = text:match "^%-?%d+$" and math.tointeger(tonumber(text))
  if number and number >= (least or number) then return number end
  local range = least and (", %d or more"):format(least) or ""
  return nil, fault("--" .. name, "must be a whole number%s, got %s", range, text)
end

--- A chance as it is typed: 50%, 0.5 or 1/2.
---@param text string
---@return number?
function M.share(text)
  local number, percent = text:match "^%s*(%d*%.?%d+)%s*(%%?)%s*$"
  local top, bottom = text:match "^%s*(%d+)%s*/%s*(%d+)%s*$"
  local share = number and tonumber(number) / (percent == "%" and 100 or 1) or top and tonumber(top) / tonumber(bottom)
  return share and share >= 0 and share <= 1 and share or nil
end

local function quantiles(text)
  local list = {}
  for one in (text and text .. "," or ""):gmatch "([^,]*)," do
    local share = M.share(one)
    list[#list + 1] = share
    if not share then
      return nil, fault("--quantile", "must be such as 10%% or 10%%,90%%, got %s", text == "" and "nothing" or text)
    end
  end
  return list
end

--- The operators that join operands to a comparison, and the comparisons.
local JOINS <const> = { ["+"] = true, ["-"] = true, ["*"] = true, ["/"] = true, ["//"] = true, ["%"] = true,
  [".."] = true }
local COMPARES <const> = { [">="] = true, ["<="] = true, ["=="] = true, ["~="] = true, ["!="] = true, [">"] = true,
  ["<"] = true }

--- Whether a word holds a comparison: `points>=2`, or quoted with blanks; no argument's value does.
local function compares(word)
  local inner = plain(word)
  if inner:find "^[%a_][%w_.]*=[^=]" then return false end
  return inner:find "[<>]" ~= nil or inner:find "[=~!]=" ~= nil or inner:find "%S%s+=%s+%S" ~= nil
end

--- Takes the comparison out of the words: one word, or several where it was typed with blanks.
local function take_comparison(words)
  local from, to
  for i, word in ipairs(words) do
    if compares(word) then
      from, to = i, i
      break
    end
  end
  if not from then return nil end
  local function joins(i)
    local word = words[i]
    return word and (JOINS[word] or COMPARES[word] or word == "and" or word == "or") or false
  end
  local inner = plain(words[from])
  if COMPARES[inner] or inner:find "^[<>=~!]" then from = from - 1 end
  while from > 2 and joins(from - 1) do from = from - 2 end
  if COMPARES[inner] or inner:find "[<>=]$" then to = to + 1 end
  while joins(to + 1) do to = to + 2 end
  if from < 1 or to > #words then
    return nil, fault("odds", "cannot be compared: %s needs a value on both sides", inner)
  end
  local parts = {}
  for _ = from, to do parts[#parts + 1] = table.remove(words, from) end
  local text = table.concat(parts, " ")
  return plain(text)
end

--- Reads what is asked; the comparison and `by=` are taken out of the words.
---@param opts table the options as read
---@param words string[] changed in place
---@return odds.Request?
---@return limber.Refusal?
function M.request(opts, words)
  local request = { versus = opts.versus, json = opts.json, lines = opts.lines, heat = opts.heat,
    svg = opts.svg and plain(opts.svg), axes = {} }
  local by = opts.by or grammar.take_by(words)
  by = by and plain(by)
  local compared, wrong = take_comparison(words)
  if wrong then return nil, wrong end
  if by and compared then return nil, fault("--by", "cannot go with %s: write it as --by '%s'", compared, compared) end
  request.by = by or compared
  for key, name in next, { at_least = "at-least", at_most = "at-most" } do
    request[key], wrong = whole(opts, name)
    if wrong then return nil, wrong end
  end
  request.paths, wrong = whole(opts, "paths", 1)
  if wrong then return nil, wrong end
  request.paths = request.paths or PATHS
  request.quantiles, wrong = quantiles(opts.quantile)
  if not request.quantiles then return nil, wrong end
  local count, seed
  count, wrong = whole(opts, "sample", 1)
  if wrong then return nil, wrong end
  seed, wrong = whole(opts, "seed", 0)
  if wrong then return nil, wrong end
  if seed and not count then return nil, fault("--seed", "goes with --sample: exact odds throw no dice") end
  if count then request.sample = { count = count, seed = seed or require("host").fresh_seed() } end
  if opts.flip then
    request.flip = M.share(opts.flip)
    if not request.flip then return nil, fault("--flip", "must be a chance such as 50%%, got %s", opts.flip) end
    if request.flip == 0 then return nil, fault("--flip", "must be more than 0 %%: no chance is less than that") end
  end
  if opts["to-the-finish"] or opts["until"] or opts.carry then
    if count then return nil, fault("--sample", "does not go with --to-the-finish: fights to the finish are exact") end
    request.finish = { over = opts["until"] and plain(opts["until"]), carry = opts.carry and plain(opts.carry) }
  end
  if request.lines and request.heat then return nil, fault("--lines", "cannot go with --heat") end
  return request
end

--- One value of a sweep, as the field has it.
local function value_of(rules, field, text)
  if field.kind == "flag" and (text == "yes" or text == "no") then return text == "yes" end
  return grammar.value(rules, field, text)
end

--- All values that a field is declared to have; nil where they have no end.
local function declared(field)
  if field.kind == "flag" then return { false, true } end
  if field.values then return field.values end
end

--- The numbers of a range whose ends have the same unit, in steps of that unit, 1 when left out; nil for others.
local function in_unit(rules, field, from, to, step)
  local low, unit = from:match "^([%d.]+)(%a+)$"
  local high, same = to:match "^([%d.]+)(%a+)$"
  local by, of_step = (step or "1" .. (unit or "")):match "^([%d.]+)(%a*)$"
  low, high, by = tonumber(low), tonumber(high), tonumber(by)
  if not low or not high or not by or unit ~= same or of_step ~= unit or by <= 0 or high < low then return nil end
  local values = {}
  for i = 0, math.min(math.floor((high - low) / by + 1e-9), VALUES - 1) do
    local value, wrong = value_of(rules, field, ("%.10g%s"):format(low + i * by, unit))
    if wrong then return nil, wrong end
    values[#values + 1] = value
  end
  return values
end

--- The values from one to another, in steps: `1..9`, `1..9:2` or `1..9..2`.
local function range(rules, field, text)
  local from, to = text:match "^(.-)%.%.(.*)$"
  local last, step = to:match "^(.-):(.+)$"
  if not step then last, step = to:match "^(.-)%.%.(.+)$" end
  to = last or to
  local all = declared(field)
  if all then
    if from ~= "" or to ~= "" then return nil, "has words, not a range: a,b lists them and .. takes all" end
    return all
  end
  local measured, wrong = in_unit(rules, field, from, to, step)
  if measured or wrong then return measured, wrong end
  local low, high, by = field.min, field.max, 1
  if from ~= "" then low = value_of(rules, field, from) end
  if to ~= "" then high = value_of(rules, field, to) end
  if step then by = value_of(rules, field, step) end
  if not low or not high then
    return nil, ("has no declared %s: write both ends"):format(low and "largest value" or "smallest value")
  end
  for _, one in ipairs { { low, from }, { high, to }, { by, step } } do
    if type(one[1]) ~= "number" then return nil, ("cannot go by %s"):format(one[2]) end
  end
  if by <= 0 or low > high then return nil, ("goes up, from the smaller to the larger: got %s"):format(text) end
  local values = {}
  for i = 0, math.floor((high - low) / by + 1e-9) do
    if #values == VALUES then
      return nil, ("has more than %d values; give a step: %s..%s:STEP"):format(VALUES, low, high)
    end
    local value = low + i * by
    values[#values + 1] = field.kind == "int" and math.tointeger(value) or value
  end
  return values
end

--- The values of a word that sweeps, or why there are none.
local function values_of(rules, field, text)
  local values, seen = {}, {}
  for part in text:gmatch "[^,]+" do
    local list, wrong
    if part:find("..", 1, true) then
      list, wrong = range(rules, field, part)
    else
      local value
      value, wrong = value_of(rules, field, part)
      list = { value }
    end
    if wrong then return nil, wrong end
    for _, value in ipairs(list) do
      if not seen[value] then values[#values + 1] = value end
      seen[value] = true
    end
  end
  return values
end

--- Whether the text of `name=text` sweeps an argument.
local function sweeps(field, text)
  if field.kind == "list" or field.kind == "object" or text:find '^[%[{"]' then return false end
  return text:find("..", 1, true) ~= nil or field.kind ~= "text" and text:find(",", 1, true) ~= nil
end

--- Finds the words that sweep; each is left with its first value.
---@param rules limber.Rules
---@param procedure table
---@param words string[] changed in place
---@return odds.Axis[]?
---@return limber.Refusal?
function M.axes(rules, procedure, words)
  local axes, swept, cells = {}, {}, 1
  for i, word in ipairs(words) do
    if word:find "^[%w_.]+%.%.[%w.:]*$" and not word:find "[%[{\"]" then
      return nil, fields.refuse(word, "needs the name of its argument before it: NAME=" .. word)
    end
    local path, text = word:match "^([%a_][%w_.]*)=(.*)$"
    local field = path and fields.at(procedure.args, path, rules.records, "argument")
    if path and not field and fields.at(procedure.out, path, rules.records) then
      return nil, fields.refuse(path, ("is of the result: %s==%s asks for that chance"):format(path, text))
    end
    if field and sweeps(field, text) then
      local values, wrong = values_of(rules, field, text)
      if not values or #values == 0 then return nil, fields.refuse(path, wrong or "has no values") end
      for _, value in ipairs(field.name and values or {}) do
        local _, refused = fields.check({ field }, { [field.name] = value }, rules.records)
        if refused then return nil, { arg = path, message = path .. refused.message:sub(#refused.arg + 1) } end
      end
      if swept[path] then return nil, fields.refuse(path, "is swept twice") end
      axes[#axes + 1], swept[path] = { path = path, field = field, values = values, text = text }, i
      words[i] = ("%s=%s"):format(path, tostring(values[1]))
      cells = cells * #values
    end
  end
  for i, word in ipairs(words) do
    local path = word:match "^([%a_][%w_.]*)=" or word
    if (swept[path] or i) ~= i then return nil, fields.refuse(path, "is swept, and given a value besides") end
  end
  if #axes > 2 then
    return nil, fields.refuse(axes[3].path, "would be a third sweep: odds sweep one argument or two")
  end
  if cells > CELLS then
    return nil, fields.refuse(axes[1].path, ("and the other would make %d questions; at most %d are asked")
      :format(cells, CELLS))
  end
  return axes
end

--- Some arguments with the values of one place of a sweep.
---@param args table
---@param axes odds.Axis[]
---@param places integer[]
---@return table
function M.placed(args, axes, places)
  local copy = require("limber.common.tree").copy(args)
  for i, axis in ipairs(axes) do dotted.put(copy, axis.path, axis.values[places[i]]) end
  return copy
end

return M
