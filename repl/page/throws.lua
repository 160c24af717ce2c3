--- The throws of a line as a page shows them: dice, modifiers with their clauses, and the place of what came out among
--- all that could have come out. Odds are those of the very question asked, and are worked once for equal questions.
local Asking <const> = require "limber.ask.asking"
local digest <const> = require "kernel.digest"
local json <const> = require "kernel.json"
local question <const> = require "limber.ask.question"
local result_text <const> = require "show.result_text"
local tree <const> = require "limber.common.tree"

local M <const> = {}

---@class page.Odds
---@field known table<string, table|false> by question
---@field list table[] in the order found

---@return page.Odds
function M.odds() return { known = {}, list = {} } end

--- Questions with more paths than this are told without their odds; more outcomes than that are put together.
local PATHS <const>, MOST <const> = 20000, 40

--- Numbers in runs of equal length, where there are too many to draw one by one.
local function runs(outcomes)
  local low, high = outcomes[1].value, outcomes[#outcomes].value
  local step = -(-(high - low + 1) // MOST)
  local bins, at = {}, {}
  for _, one in ipairs(outcomes) do
    local nth = (one.value - low) // step
    local bin = at[nth]
    if not bin then
      local from = low + nth * step
      bin = { ("%d to %d"):format(from, math.min(high, from + step - 1)), 0 }
      bins[#bins + 1], at[nth] = bin, bin
    end
    bin[2] = bin[2] + one.p
  end
  local index = {}
  for i, bin in ipairs(bins) do index[bin] = i end
  return bins, function(value) return math.type(value) == "integer" and index[at[(value - low) // step]] or nil end
end

--- The outcomes of a question by one field: what each is called and its chance; and which of them a value is.
local function bins_of(distribution)
  local outcomes = distribution:outcomes()
  if #outcomes < 2 then return nil end
  local whole = true
  for _, one in ipairs(outcomes) do whole = whole and math.type(one.value) == "integer" end
  if #outcomes > MOST then
    if whole then return runs(outcomes) end
    return nil
  end
  local bins, place = {}, {}
  for i, one in ipairs(outcomes) do
    bins[i] = { result_text.value(question.value_of(one.value)):gsub("_", " "), one.p }
    place[one.value] = i
  end
  return bins, function(value) return place[value] end
end

--- A chance with as many digits as a page needs.
local function share(p) return tonumber(("%.5f"):format(p)) end

--- The odds of a call by its main field; nil where they cannot be told.
local function odds_of(odds, rules, call, procedure)
  local there = Asking.again(call)
  local key = not there and digest.measured { call.procedure, call.args, tostring(rules), rules.generation } or nil
  if key and odds.known[key] ~= nil then return odds.known[key] or nil end
  local by = procedure.good and procedure.good.by or nil
  local done, distribution, info = pcall(question.odds, rules, call.procedure, call.args, by, there, nil, PATHS)
  if not done and type(distribution) == "table" and distribution.kind == "interrupt" then error(distribution, 0) end
  local found
  if done and distribution then
    local bins, place = bins_of(distribution)
    if bins then
      for _, bin in ipairs(bins) do bin[2] = share(bin[2]) end
      found = { n = #odds.list + 1, by = info.by, place = place }
      odds.list[found.n] = { by = info.by:gsub("_", " "), bins = bins }
    end
  end
  if key then odds.known[key] = found or false end
  return found
end

--- The value that a dotted field has in a result.
local function value_at(result, by)
  local value = result
  for part in by:gmatch "[^.]+" do
    if type(value) ~= "table" then return nil end
    value = value[math.tointeger(tonumber(part)) or part]
  end
  return value
end

local function is_modifier(one) return type(one) == "table" and one.name and one.value and one.cite end

--- Adds the lists of modifiers in a result, each with the place that it stands at.
local function add_modifiers(lists, value, path, out)
  local keys = {}
  for key in next, value do keys[#keys + 1] = key end
  table.sort(keys, function(one, other)
    local a, b = out[one] or math.type(one) and one or 1000, out[other] or math.type(other) and other or 1000
    if a ~= b then return a < b end
    return tostring(one) < tostring(other)
  end)
  for _, key in ipairs(keys) do
    local inner = value[key]
    if type(inner) == "table" and is_modifier(inner[1]) then
      local list, of = {}, tostring(key):match "^(.-)_?modifiers_?"
      for i, one in ipairs(inner) do list[i] = { one.name:gsub("_", " "), one.value, one.cite } end
      local own = tostring(key):match "modifiers_(.+)$" or of
      lists[#lists + 1] = { of = path ~= "" and path or own ~= "" and own or nil, list = list }
    elseif type(inner) == "table" then
      add_modifiers(lists, inner, path == "" and tostring(key) or path .. "." .. tostring(key), {})
    end
  end
end

--- Who stands at a place of a question, "a.1" or "charger": a piece, where one is known.
local function at_place(call, place)
  if not place then return nil end
  local who = call.throwers[place] or call.throwers[place .. ".1"]
  return who ~= "" and who or nil
end

--- The modifiers of a result, by whose they are.
local function modifiers_of(procedure, result, call)
  local lists, out = {}, {}
  for i, field in ipairs(procedure.out or {}) do out[field.name] = i end
  if type(result) == "table" then add_modifiers(lists, result, "", out) end
  for _, one in ipairs(lists) do one.who = at_place(call, one.of) end
  return #lists > 0 and lists or nil
end

--- What is not set is not told.
local IDLE <const> = { none = true, [""] = true }

--- A name and its value as people say them: "range 405 mm", "8 pdr", "15°".
local function worded(name, value)
  local before, unit = name:match "^(.-) ?(%a+)$"
  if unit == "mm" or unit == "in" or unit == "pdr" then return ("%s %s %s"):format(before, value, unit) end
  if unit == "deg" then return ("%s %s°"):format(before, value) end
  return ("%s %s"):format(name, value)
end

local function told(value)
  if type(value) ~= "table" then
    if not value or value == 0 or value == json.null or IDLE[value] then return nil end
    return value == true and "yes" or (tostring(value):gsub("_", " "))
  end
  local parts, keys = {}, {}
  for key in next, value do keys[#keys + 1] = key end
  table.sort(keys, function(one, other) return tostring(one) < tostring(other) end)
  for _, key in ipairs(keys) do
    local words = told(value[key])
    if words then
      local name = math.type(key) and "" or key:gsub("_", " ")
      parts[#parts + 1] = words == "yes" and name ~= "" and name or name == "" and words or worded(name, words)
    end
  end
  return #parts > 0 and table.concat(parts, ", ") or nil
end

--- What was asked: the arguments that say something, in the order in which they are declared.
local function asked(procedure, args, call, root)
  local parts = {}
  for _, field in ipairs(procedure.args or {}) do
    local words = args[field.name] ~= field.default and told(args[field.name])
    if words then
      local node = tree.node(root, at_place(call, field.name) or "")
      local name = node and node.name or field.name:gsub("_", " ")
      parts[#parts + 1] = words == "yes" and name or node and ("%s: %s"):format(name, words) or worded(name, words)
    end
  end
  return table.concat(parts, "; ")
end

--- Who the arguments of a question are that are pieces: { a = id, b = id }; nil where there are none.
local function named(procedure, call)
  local names
  for _, field in ipairs(procedure.args or {}) do
    local who = at_place(call, field.name)
    if who then
      names = names or {}
      names[field.name] = who
    end
  end
  return names
end

local function dice_of(call)
  local list = {}
  for i, roll in ipairs(call.rolls) do
    local who = call.throwers[roll.who or ""]
    list[i] = {
      label = roll.label, faces = roll.faces, dice = roll.dice, total = roll.total, count = roll.count,
      who = who ~= "" and who ~= call.throwers[""] and who or nil,
    }
  end
  return list
end

--- Who throws: the one it is asked of, else the first of those who throw.
local function thrower(call)
  local who = call.throwers[""]
  if who and who ~= "" then return who end
  for _, roll in ipairs(call.rolls) do
    who = call.throwers[roll.who or ""]
    if who and who ~= "" then return who end
  end
end

--- One call that threw dice.
---@param game { rules: limber.Rules, state: table }
---@param line limber.Line
---@param index integer of the call
---@param odds page.Odds
---@param entry limber.LuckThrow? what the ledger of luck says of it
---@param shown fun(words: string): string
---@return table
function M.one(game, line, index, odds, entry, shown)
  local call, rules = line.calls[index], game.rules
  local procedure = rules.procedures[call.procedure]
  local who = thrower(call)
  local node = who and tree.node(game.state.root, who)
  local throw = {
    call = index, procedure = call.procedure, cite = call.cite or procedure and procedure.cite, who = who,
    side = node and (node.side or node.id), dice = dice_of(call), told = call.told and true or nil,
  }
  if call.own then
    throw.says = call.own.label
    return throw
  end
  if not procedure then return throw end
  local done, says = pcall(question.says, rules, call.procedure, call.result, call.args)
  throw.says = shown(done and says or "")
  throw.question, throw.asked = procedure.doc, shown(asked(procedure, call.args, call, game.state.root))
  throw.modifiers, throw.named = modifiers_of(procedure, call.result, call), named(procedure, call)
  local found = odds_of(odds, rules, call, procedure)
  if found then
    throw.odds, throw.place = found.n, found.place(value_at(call.result, found.by))
  end
  if entry then
    throw.good, throw.rank = entry.side, share(entry.rank)
    throw.as_good, throw.as_bad = share(entry.as_good), share(entry.as_bad)
  end
  return throw
end

return M
