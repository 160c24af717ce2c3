--- Tries a house rule for `limber check VARIANT`: which worked cases change, how its battles go, and which of its parts
--- never came up.
local cases <const> = require "shell.check_cases"
local host <const> = require "host"
local json <const> = require "kernel.json"
local kinds <const> = require "limber.rules.kinds"
local progress <const> = require "show.progress"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"
local trial <const> = require "play.trial"
local counted <const> = require("limber.common.wording").counted

local M <const> = {}

---@class limber.Tried
---@field ruleset string
---@field cases limber.CasesReport
---@field battles limber.Trial[]
---@field parts limber.PartCounted[] how often each part came up in the battles
---@field played_in string? the scenario
---@field flags string[] fields that every second piece got
---@field wrong string[]
---@field lies boolean? its `matters` says that it can change nothing, and it does
---@field several boolean are there several house rules?

--- The kinds of pieces that the trial gives fields.
local BEARERS <const> = { "unit", "leader", "formation" }

--- The values that bring a field into play: true, or the words of an enumeration without its default.
local function values_of(field)
  if field.kind == "flag" then return { true } end
  local values = {}
  for _, value in ipairs(field.kind == "enum" and field.values or {}) do
    if value ~= field.default then values[#values + 1] = value end
  end
  return values
end

--- Does a house rule set a field itself? Then a scenario need not give it.
local function is_set(rules, name)
  for _, layer in ipairs(rules.layers) do
    local _, quoted = (layer.text or ""):gsub('"' .. name .. '"', "")
    if quoted > 1 and (layer.text or ""):find(':set%([^\n]*"' .. name .. '"') then return true end
  end
  return false
end

--- The fields that scenarios must give to pieces, since the house rule does not set them itself.
local function given_to_pieces(rules)
  local given = {}
  for _, kind in ipairs(BEARERS) do
    for _, field in ipairs(rules.fields[kind] or {}) do
      local values = values_of(field)
      if #values > 0 and not is_set(rules, field.name) then
        given[#given + 1] = { name = field.name, place = kind .. "s", values = values }
      end
    end
  end
  return given
end

--- Gives each to half of the pieces, since a scenario that ships does not know them: the first to every second one,
--- the next to two and two, and so on, so that pieces have one field without another too.
local function give_fields(given)
  return function(game)
    local run = {}
    for _, field in ipairs(given) do
      local nth, long = 0, run[field.place] or 1
      run[field.place] = 2 * long
      for i, id in ipairs(game.state.root.order[field.place] or {}) do
        if (i - 1) // long % 2 == 0 then
          local value = field.values[nth % #field.values + 1]
          nth = nth + 1
          game:amend(("%s.%s.%s"):format(field.place, id, field.name), value, "to bring the house rule into play")
        end
      end
    end
  end
end

local function add_parts(parts, counts)
  for _, one in ipairs(counts and counts.parts or {}) do
    local sum = parts[one.what] or { what = one.what, times = 0, weighed = 0 }
    parts[one.what] = sum
    sum.times, sum.weighed = sum.times + one.times, sum.weighed + one.weighed
  end
end

--- The names of the last layers.
local function names_of(rules, count)
  local names = {}
  for i = #rules.layers - count + 1, #rules.layers do names[#names + 1] = rules.layers[i].name end
  return names
end

--- Plays the ruleset's shortest scenario, of those that name what is tried if any does, by its script and by solo
--- commanders.
local function play(tried, rules, sources, doing)
  local names = names_of(rules, #sources)
  local content, path = trial.shortest(rules.name, names)
  if not content then return end
  tried.played_in = path
  local given, parts = given_to_pieces(rules), {}
  for i, field in ipairs(given) do tried.flags[i] = field.name end
  for i, solo in ipairs { false, rules.published.game.solo and true or nil } do
    local how = ("%s, %s"):format(path, solo and "played by solo commanders" or "by its script")
    local one, counts = trial.play { text = content, path = path, variants = sources, counted = #sources == 1,
      names = names, solo = solo,
      give_fields = solo and #given > 0 and give_fields(given) or nil,
      each = function(turn) doing(("%s, turn %d"):format(how, turn)) end }
    tried.battles[i] = one
    if one.wrong then tried.wrong[#tried.wrong + 1] = ("%s: %s"):format(one.title, one.wrong) end
    if one.idle and (one.parted or #one.keeps > 0) and not tried.lies then
      tried.lies = true
      tried.wrong[#tried.wrong + 1] = ("%s: matters says that it can change nothing in %s, %q, and it does%s"):format(
        kinds.place_of(rules.layers[#rules.layers], "matters"), path, one.idle,
        one.parted and (" from turn %d on"):format(one.parted) or "")
    end
    add_parts(parts, counts)
  end
  for _, what in ipairs(sorted.keys(parts)) do tried.parts[#tried.parts + 1] = parts[what] end
end

--- Tries a house rule, or several together: asks the worked cases, and, unless `quick`, plays battles. Of one it counts
--- how often its parts came up.
---@param rules limber.Rules with the house rules
---@param sources string[] the variants' names or paths
---@param quick boolean?
---@return limber.Tried
function M.run(rules, sources, quick)
  local doing <const> = progress.doing()
  local published = rules.published.plain or rules.published
  local tried = { ruleset = rules.name, battles = {}, parts = {}, flags = {}, wrong = {},
    several = #sources > 1 }
  doing "worked cases"
  tried.cases = cases.run(published, sources)
  table.move(tried.cases.wrong, 1, #tried.cases.wrong, 1, tried.wrong)
  if not quick then play(tried, rules, sources, doing) end
  doing()
  return tried
end

local function add(lines, line, indent)
  for _, part in ipairs(text.wrap(line, host.width() - #indent, "  ")) do lines[#lines + 1] = indent .. part end
end

local function add_cases(lines, tried)
  local report = tried.cases
  if report.cases == 0 then return add(lines, "there are no worked cases to ask", "  ") end
  if report.count == 0 then
    return add(lines, ("none of the %d worked cases changes"):format(report.cases), "  ")
  end
  add(lines, ("%d of %d worked cases %s%s"):format(report.count, report.cases,
    report.count == 1 and "changes" or "change",
    #report.changed == 0 and "" or report.count > #report.changed and ", such as" or ":"), "  ")
  for _, one in ipairs(report.changed) do
    add(lines, one.asked, "    ")
    add(lines, "published: " .. one.published, "      ")
    add(lines, "yours:     " .. one.yours, "      ")
  end
end

local function battle_line(one)
  local how = one.parted and ("the battle changes from turn %d on"):format(one.parted)
    or #one.keeps > 0 and ("the battle is told alike, and the state differs in " .. text.list(one.keeps, "and"))
    or "the battle does not change"
  if one.wrong then how = "the battle stops with an error" end
  return ("%s: %s, %s; %s"):format(one.title, counted(one.turns, "turn", "turns"),
    counted(one.commands, "command", "commands"), how)
end

--- A part that is read, or that solo commanders alone run, came up or it did not: it is not counted apart.
local READ <const> = { cell = true, option = true, table = true }

--- How often parts came up, in columns: in commands, and while solo commanders weighed what to do.
local function add_counts(lines, parts)
  local rows, weighs = {}, false
  for i, one in ipairs(parts) do
    local weighed = one.what:find "^solo commander " and 0 or one.weighed
    rows[i] = { "  " .. one.what, one.times - weighed, weighed }
    weighs = weighs or weighed > 0
  end
  if #rows == 0 then return end
  local names, room = { "how often its parts came up" }, host.width() - 20
  for i, row in ipairs(rows) do names[i + 1] = row[1] end
  local width = math.min(text.widest(names), room)
  local function row(name, played, weighed)
    local said = text.left(name, width) .. text.right(tostring(played), 9)
    lines[#lines + 1] = "  " .. said .. (weighs and text.right(tostring(weighed), 9) or "")
  end
  row(names[1], "in play", "weighed")
  for _, one in ipairs(rows) do row(table.unpack(one)) end
  if weighs then add(lines, "(weighed: by solo commanders, before they chose a command)", "    ") end
end

local function add_parts_told(lines, tried)
  local never, counts = {}, {}
  for _, one in ipairs(tried.parts) do
    if one.times == 0 then
      never[#never + 1] = one.what
    elseif READ[one.what:match "^%l+"] then
      add(lines, ("%s is read"):format(one.what), "  ")
    else
      counts[#counts + 1] = one
    end
  end
  add_counts(lines, counts)
  if #never > 1 then
    local all = table.concat(never, ", ")
    add(lines, ("never came up in %s, so nothing tests them: %s"):format(tried.played_in, all), "  ")
  elseif never[1] then
    add(lines, ("%s never came up in %s: nothing tests it"):format(never[1], tried.played_in), "  ")
  end
end

local function unchanged(tried)
  if tried.cases.count > 0 or #tried.battles == 0 then return false end
  for _, one in ipairs(tried.battles) do
    if one.parted or one.wrong or #one.keeps > 0 then return false end
  end
  return true
end

--- The report, a line each.
---@param tried limber.Tried
---@return string[]
function M.lines(tried)
  local lines = {}
  add_cases(lines, tried)
  for _, one in ipairs(tried.battles) do
    add(lines, battle_line(one), "  ")
    if one.script_ends then add(lines, "its script ends at " .. one.script_ends, "    ") end
  end
  if #tried.flags > 0 and #tried.battles > 1 then
    local half = #tried.flags == 1 and "for this trial every second piece has %s"
      or "for this trial half of the pieces each have %s"
    add(lines, (half .. ", which the scenario does not give"):format(text.list(tried.flags, "and")), "    ")
  end
  add_parts_told(lines, tried)
  if unchanged(tried) then
    add(lines, (tried.several and "Together they change" or "The house rule changes")
      .. " nothing in these cases and battles.", "  ")
  end
  return lines
end

--- The same for programs.
---@param tried limber.Tried
---@return table
function M.json(tried)
  local battles = {}
  for i, one in ipairs(tried.battles) do
    battles[i] = { title = one.title, turns = one.turns, commands = one.commands, parted = one.parted,
      keeps = json.list(one.keeps or {}), script_ends = one.script_ends, wrong = one.wrong }
  end
  return {
    ruleset = tried.ruleset, played_in = tried.played_in, battles = json.list(battles), parts = json.list(tried.parts),
    cases = { asked = tried.cases.cases, changed = tried.cases.count, left_out = tried.cases.left_out,
      first = json.list(tried.cases.changed) },
    flags = json.list(tried.flags), wrong = json.list(tried.wrong), unchanged = unchanged(tried),
  }
end

return M
