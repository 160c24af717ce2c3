--- What the header and the lines of a replay must hold: a file may come from anywhere, and what reads it further relies
--- on this. How much there may be of it is said in limber.language.bounds.
local bounds <const> = require "limber.language.bounds"
local decimals <const> = require "limber.language.decimals"
local Journal <const> = require "limber.game.journal"
local sorted <const> = require "limber.common.sorted"

local M <const> = {}

local math_type <const> = math.type

local function is_text(value) return type(value) == "string" end
local function is_word(value) return is_text(value) and not bounds.bad_text(value, "", bounds.WORD) end
local function is_whole(value) return math_type(value) == "integer" end
local function is_count(value) return math.type(value) == "integer" and value >= 0 and value < 1 << 53 end
local function is_scalar(value) return is_text(value) or is_whole(value) end
local function is_map(value) return type(value) == "table" end

local function maybe(fits)
  return function(value) return value == nil or fits(value) end
end

--- A list, without holes or names, of what fits.
local function list_of(fits)
  return function(value)
    if type(value) ~= "table" then return false end
    local count = 0
    for _ in next, value do
      count = count + 1
      local one = value[count]
      if one == nil or not fits(one) then return false end
    end
    return true
  end
end

--- A map whose names hold what fits; other names hold anything.
local function shaped(shape)
  return function(value)
    if type(value) ~= "table" then return false end
    for name, fits in next, shape do
      if not fits(value[name]) then return false end
    end
    return true
  end
end

local function all_texts(value)
  if type(value) ~= "table" then return false end
  for key, one in next, value do
    if not is_text(key) or not is_text(one) then return false end
  end
  return true
end

local function is_flag(value) return value == true or value == false end

local a_file <const> = shaped {
  path = is_text, digest = is_text, text = maybe(is_text), variant = maybe(is_text), army = maybe(is_flag),
  chart = maybe(is_word),
}

local dice <const> = list_of(is_whole)

local a_roll <const> = shaped {
  dice = dice, label = maybe(is_text), who = maybe(is_text), total = maybe(is_whole), count = maybe(is_whole),
}

local a_call <const> = shaped {
  procedure = is_text, throwers = all_texts, rolls = list_of(a_roll), turn = is_whole, step = is_scalar, ask = is_whole,
  args = maybe(is_map),
}

local a_fact <const> = shaped {
  fact = is_text,
  of = list_of(function(one) return is_scalar(one) or type(one) == "boolean" or is_map(one) end),
}

local scalars <const> = list_of(is_scalar)

local function a_change(change)
  if type(change) ~= "table" then return false end
  return scalars(change.path) and #change.path > 0 and (change.event == nil or is_whole(change.event))
end

local an_event <const> = shaped { say = maybe(is_text), call = maybe(is_whole), at = maybe(is_scalar) }

local one_of <const> = function(...)
  local words = {}
  for _, word in ipairs { ... } do words[word] = true end
  return function(value) return value == nil or words[value] == true end
end

--- What the header holds, and what is said where it does not.
local HEADER <const> = {
  { "ruleset", is_word, "does not name a ruleset" }, { "seed", is_count, "does not give the seed" },
  { "files", list_of(a_file), "does not list the rule files" },
  { "variants", list_of(is_text), "does not list the variants" },
  { "solo", maybe(list_of(is_text)), "does not say which sides solo commanders lead" },
  { "scenario", a_file, "does not name the scenario" }, { "version", is_word, "does not name Limber's version" },
  { "facts", one_of("told", "measured"), "does not say where facts came from" },
  { "dice", one_of("told", "thrown"), "does not say where dice came from" },
}

local LINE <const> = {
  { "id", is_whole, "it has no id" }, { "kind", is_text, "it does not say what was done" },
  { "turn", is_whole, "it does not say what was done" }, { "digest", is_text, "it has no digest" },
  { "step", maybe(is_text), "its step is not a name" }, { "parent", maybe(is_whole), "its parent is not a line" },
  { "state", maybe(is_text), "its state is not a digest" },
  { "sealed", maybe(is_text), "its sealing side is not a name" },
  { "fresh", maybe(is_whole), "its fresh throw is not a number" },
  { "allowed", maybe(shaped { reason = is_text, refused = maybe(is_text) }), "it was allowed without a reason" },
  { "solo", maybe(shaped { why = maybe(is_text) }), "its solo commander's reason is broken" },
  { "calls", maybe(list_of(a_call)), "its calls are broken" },
  { "facts", maybe(list_of(a_fact)), "its facts are broken" },
  { "changes", maybe(list_of(a_change)), "its changes are broken" },
  { "events", maybe(list_of(an_event)), "its events are broken" },
  { "variants", maybe(list_of(is_text)), "its variants are not a list of names" },
  { "files", maybe(list_of(shaped { path = is_text, text = is_text })), "its files are broken" },
  { "name", maybe(is_text), "its name is not text" }, { "reason", maybe(is_text), "its reason is not text" },
  { "path", maybe(is_text), "its path is not text" }, { "dice", maybe(dice), "its dice are not a list of numbers" },
  { "total", maybe(is_whole), "its total is not a number" }, { "count", maybe(is_whole), "its count is not a number" },
}

local a_note <const> = shaped { text = is_text, of = maybe(is_whole), by = maybe(list_of(is_text)) }

--- Further keys of a line, by its kind.
local KINDS <const> = {
  command = shaped { command = shaped { ["do"] = is_text, side = maybe(is_text) } },
  fix = shaped { name = is_text, dice = dice },
  amend = shaped { path = is_text, value = function(value) return value ~= nil end, reason = is_text },
  tweak = shaped { change = function(change)
    return is_map(change) and (is_text(change.cell) or is_text(change.option)) and change.value ~= nil
  end },
  variant = shaped { variants = list_of(is_text) }, reload = shaped { variants = list_of(is_text) },
  branch = shaped { name = is_text }, note = a_note, start = is_map,
  ["end"] = shaped { lines = is_count, commands = is_count, digest = is_text, broken = maybe(is_text) },
}

local KIND_WRONG <const> = {
  command = "it holds no command",
  ["end"] = "it ends the replay but does not say how many lines and commands there are",
}

--- What is wrong with a line that is JSON but was never written by a journal, or nil.
local function misshapen(line)
  local kind = KINDS[line.kind]
  if line.kind == "end" then return not kind(line) and KIND_WRONG["end"] or nil end
  if is_whole(line.id) and is_text(line.kind) and is_whole(line.turn) then -- else it is no line at all
    if not kind then return "it does not say what was done" end
    if not kind(line) then return KIND_WRONG[line.kind] or ("it holds no %s"):format(line.kind) end
  end
  for _, one in ipairs(LINE) do
    if not one[2](line[one[1]]) then return one[3] end
  end
end

--- What keeps counting from going on.
local TOO_MANY <const> = "the replay holds too many values"

--- A journal writes whole numbers, words, truth values, lists and maps, and of what was measured numbers with decimals;
--- what changes in the state has none. What is wrong with anything else, or with too much of it, and the keys that lead
--- there, the last first. What is empty is written as an object and may have been a list: it is read as neither, unless
--- it is to be kept.
local function foreign(value, depth, tally, keep, whole)
  for key, inner in next, value do
    tally.values = tally.values + 1
    local kind = type(inner)
    if kind == "table" then
      if next(inner) == nil and not keep then
        value[key] = {}
      elseif depth >= bounds.DEPTH then
        return "is nested too deep", { key }
      else
        local wrong, keys = foreign(inner, depth + 1, tally, keep, whole or depth == 1 and key == "changes")
        if wrong then
          keys[#keys + 1] = key
          return wrong, keys
        end
      end
    elseif kind == "userdata" or kind == "number" and math_type(inner) == "float"
      and (whole or not decimals.exact(inner)) then
      return "is not a value that a replay can hold", { key }
    end
  end
  if tally.values > bounds.RECORDED then return TOO_MANY, {} end
end

--- The same in words. Which of several is told does not depend on hash order: the first of the line's own keys.
local function first_foreign(line, tally, keep)
  local wrong = foreign(line, 1, tally, keep, keep)
  if not wrong or wrong == TOO_MANY then return wrong end
  for _, name in ipairs(sorted.keys(line)) do
    local keys
    wrong, keys = foreign({ [name] = line[name] }, 1, { values = 0 }, keep, keep)
    if wrong then
      local path = {}
      for i = #keys, 1, -1 do path[#path + 1] = tostring(keys[i]) end
      return ("%s %s"):format(bounds.cut(table.concat(path, ".")), wrong)
    end
  end
end

--- What is wrong with a header, or nil.
---@param header any
---@param message string? what is wrong with its JSON
---@param tally { values: integer } of the whole file
---@return string?
function M.bad_header(header, message, tally)
  if type(header) ~= "table" or header.limber ~= "replay" then
    return ("this is not a replay: %s"):format(message or "no header")
  end
  if header.format ~= Journal.FORMAT then
    return ("the replay has format %s%s; this Limber reads format %d"):format(bounds.said(header.format),
      is_text(header.version) and (", written by Limber %s"):format(bounds.said(header.version)) or "", Journal.FORMAT)
  end
  for _, one in ipairs(HEADER) do
    if not one[2](header[one[1]]) then return "its header " .. one[3] end
  end
  local strange = first_foreign(header, tally, true)
  return strange and "its header: " .. strange
    or bounds.too_many(#header.variants, bounds.VARIANTS, "variants in its header")
end

--- What is wrong with a line, or nil.
---@param line any
---@param message string? what is wrong with its JSON
---@param tally { values: integer } of the whole file
---@param values integer? how many it holds, where they are known to be such as a journal writes
---@return string?
function M.bad_line(line, message, tally, values)
  if type(line) ~= "table" then return message or "it is not an object" end
  tally.values = tally.values + (values or 0)
  if tally.values > bounds.RECORDED then return TOO_MANY end
  return not values and first_foreign(line, tally) or misshapen(line)
end

return M
