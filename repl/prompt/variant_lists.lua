--- What a ruleset has for each part of `?variant`: the names that a house rule can use, each with what it is. Rows of
--- { name, what it is }, from what the rule and game files declare and from a short battle.
local dice <const> = require "kernel.dice"
local house_fields <const> = require "limber.rules.house_fields"
local kept_fields <const> = require "limber.rules.kept_fields"
local moments <const> = require "limber.game.moments"
local Play <const> = require "limber.game.play"
local services <const> = require "limber.tabletop.services"
local sorted <const> = require "limber.common.sorted"
local text <const> = require "show.text"

local M <const> = {}

local function cited(spec, says)
  return (says or spec.doc or "") .. (spec.cite and (" (%s)"):format(spec.cite) or "")
end

function M.tables(rules)
  local rows = {}
  for _, name in ipairs(sorted.keys(rules.draft.lookups)) do
    local spec = rules.draft.lookups[name]
    if spec.for_show ~= true then rows[#rows + 1] = { name, cited(spec) } end
  end
  return "Tables", rows
end

--- What is seen in the short battle, by ruleset: it takes a moment to play.
local seen_of <const> = setmetatable({}, { __mode = "k" })

---@return { asked: table, abouts: table }
local function seen(rules)
  local published = rules.published
  if seen_of[published] then return seen_of[published] end
  local doing <const> = require("show.progress").doing()
  seen_of[published] = require("play.trial").seen(rules.name, function(turn)
    doing(("a short battle is played to see what comes up in it, turn %d"):format(turn))
  end) or { asked = {}, abouts = {} }
  doing()
  return seen_of[published]
end

--- What `about` held in that battle, by sequence.
---@param rules limber.Rules
---@return table<string, string>
function M.abouts(rules)
  local found = {}
  for name, keys in next, seen(rules).abouts do
    if rules.game.sequences[name] and next(keys) then found[name] = table.concat(sorted.keys(keys), ", ") end
  end
  return found
end

function M.carried(rules)
  local rows, keeps = {}, kept_fields.of(rules.published)
  for _, kind in ipairs(house_fields.ORDER) do
    local known, carries = {}, rules.game and rules.game.carries[house_fields.KINDS[kind].carries] or {}
    for _, list in ipairs { carries.args or {}, carries.changes or {} } do
      for _, field in ipairs(list) do known[field.name] = true end
    end
    local kept = keeps[kind] or {}
    rows[#rows + 1] = { kind, (next(known) and "has already " .. table.concat(sorted.keys(known), ", ") or "has none")
      .. (next(kept) and "; play keeps " .. table.concat(sorted.keys(kept), ", ") or "") }
  end
  return "Pieces, and the fields that they have already", rows
end

function M.modifiers(rules)
  local rows = {}
  for _, name in ipairs(sorted.keys(rules.draft.modifiers)) do
    local list, names = rules.draft.modifiers[name], {}
    for i, one in ipairs(list) do names[i] = one.name end
    rows[#rows + 1] = { name, ("of a %s: %s"):format(list.piece or "unit", table.concat(names, ", ")) }
  end
  return "Lists of modifiers", rows
end

--- When and with what a procedure is asked.
local function asking_text(one)
  local steps = sorted.keys(one.steps)
  table.sort(steps, function(a, b)
    if one.steps[a] ~= one.steps[b] then return one.steps[a] > one.steps[b] end
    return a < b
  end)
  local told = table.move(steps, 1, math.min(#steps, 3), 1, {})
  local at = #told > 0 and "in " .. text.list(told) .. (#steps > #told and " and more" or "") .. "; " or ""
  return at .. "with " .. (next(one.args) and table.concat(sorted.keys(one.args), ", ") or "nothing")
end

function M.procedures(rules)
  local asked, rows = seen(rules).asked, {}
  for _, name in ipairs(rules.procedure_names) do
    local one = asked[name]
    rows[#rows + 1] = { name, one and asking_text(one)
      or "not asked in the short battle; " .. rules.procedures[name].doc }
  end
  return "Procedures, and where a short battle asks them", rows
end

function M.throws()
  local names = sorted.keys(dice.new().throw)
  return "All throws", { { "dice.…", table.concat(names, ", ") } }
end

--- A step in a row, and its parts in the next ones.
local function add_step(rows, sequences, step)
  local commands = type(step.commands) == "table" and ": " .. table.concat(step.commands, ", ") or ""
  rows[#rows + 1] = { step.path, cited(step, step.kind .. commands .. (step.doc and "; " .. step.doc or "")) }
  for _, one in ipairs(sequences[step.parts] or {}) do add_step(rows, sequences, one) end
end

function M.steps(rules)
  local rows, sequences, within = {}, rules.game.sequences, {}
  for _, sequence in next, sequences do
    for _, step in ipairs(sequence) do within[step.parts or ""] = true end
  end
  for _, name in ipairs(sorted.keys(sequences)) do
    for _, step in ipairs(not within[name] and sequences[name] or {}) do add_step(rows, sequences, step) end
  end
  return "Steps in their order, with their parts", rows
end

--- The steps, and what their sequences were about in the short battle.
function M.steps_played(rules)
  local title, rows = M.steps(rules)
  local abouts, sequences = seen(rules).abouts, rules.game.sequences
  for _, name in ipairs(sorted.keys(abouts)) do
    local keys = sorted.keys(sequences[name] and abouts[name])
    if keys[1] then rows[#rows + 1] = { "about in " .. name, table.concat(keys, ", ") } end
  end
  return title .. "; what `about` holds", rows
end

function M.commands(rules)
  local rows = {}
  for _, name in ipairs(rules.game.command_names) do rows[#rows + 1] = { name, cited(rules.game.commands[name]) } end
  return "Commands", rows
end

function M.services(rules)
  local rows = {}
  for _, of in ipairs { "view", "play" } do
    rows[#rows + 1] = { of .. ":…", table.concat(sorted.keys(services[of]), ", ") }
  end
  rows[#rows + 1] = { "measures", table.concat(sorted.keys(rules.game.measures), ", ") }
  for _, name in ipairs(sorted.keys(rules.game.facts)) do
    local fact = rules.game.facts[name]
    if fact.measured ~= nil then rows[#rows + 1] = { "fact " .. name, fact.ask or fact.doc or "" } end
  end
  return "Services, measures, facts", rows
end

function M.play()
  local names = {}
  for _, name in ipairs(sorted.keys(Play.methods())) do
    if not services.view[name] and not services.play[name] then names[#names + 1] = name end
  end
  return "All of them, besides the services (?variant services)", { { "view, play", table.concat(names, ", ") } }
end

function M.moments()
  local rows = {}
  for _, name in ipairs(sorted.keys(moments.NAMES)) do
    local one = moments.NAMES[name]
    rows[#rows + 1] = { ("%s(%s)"):format(name, one.args), one.doc .. (one.gives and "; gives " .. one.gives or "") }
  end
  return "All moments", rows
end

function M.story(rules)
  local rows = {}
  for _, key in ipairs(sorted.keys(rules.game.story)) do rows[#rows + 1] = { key, rules.game.story[key] } end
  return "Lines of the story", rows
end

function M.solo(rules)
  local policy, rows = rules.game.solo or {}, {}
  for _, key in ipairs { "commands", "answers", "order", "left" } do
    rows[#rows + 1] = { key, policy[key] and table.concat(sorted.keys(policy[key]), ", ") or "none" }
  end
  return "What it decides", rows
end

return M
