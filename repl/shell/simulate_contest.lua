--- Opens what a run is to fight: a scenario under one rule stack, or under two to be compared.
local battle <const> = require "play.battle"
local charts_text <const> = require "show.charts_text"
local digest <const> = require "kernel.digest"
local Game <const> = require "limber.game.game"
local host <const> = require "host"
local json <const> = require "kernel.json"
local lists <const> = require "limber.common.lists"
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"
local shards <const> = require "simulate.shards"
local simulate <const> = require "simulate.run"
local story <const> = require "limber.game.story"
local tree <const> = require "limber.common.tree"
local values <const> = require "simulate.values"

--- What --versus calls the rules without any variant.
local PUBLISHED <const> = "published"

local M <const> = {}

--- Why a battle cannot be simulated, or nil.
local function unfit(opened)
  if opened.facts == "told" then return "players measure in it, and a simulation has none" end
  if not opened.rules.game.solo then
    return ("%s has no solo commander"):format(opened.rules.name)
  end
end

--- The variants beside the scenario's own under the second of two stacks.
local function versus_variants(opts)
  if #opts.versus == 1 and opts.versus[1] == PUBLISHED then return {} end
  return table.move(opts.versus, 1, #opts.versus, #opts.variant + 1, table.move(opts.variant, 1, #opts.variant, 1, {}))
end

--- Under which variants the second stack fights, and whether without the scenario's own: what the scenario plays by
--- already is left out there.
local function versus_own(opts, own)
  local function name_of(one) return (one:match "^[^@]*") end
  local names, left = {}, lists.filter(own, function(one) return not lists.has(opts.versus, name_of(one)) end)
  if #left == #own then return versus_variants(opts), #opts.versus == 1 and opts.versus[1] == PUBLISHED end
  for i, one in ipairs(own) do names[i] = name_of(one) end
  local added = lists.filter(opts.versus, function(name) return not lists.has(names, name) end)
  return lists.append(lists.append(left, opts.variant), added), true
end

--- The text of a scenario with that of its army files.
local function text_of(scenario)
  local texts = { scenario.text }
  for i, file in ipairs(scenario.files) do texts[i + 1] = file.text end
  return table.concat(texts)
end

--- Prints what is wrong.
local function print_faults(wrong)
  for _, line in ipairs(wrong) do options.fault(line) end
end

--- Sets the number that is swept; gives what was wrong, and the value that stood there.
local function set_value(sweep, value, rules, scenario)
  if not sweep.cell then
    local done, old = values.set(scenario, sweep.path, value)
    return not done and old or nil, old
  end
  local old, fault = rules:cell(sweep.cell)
  if not fault and math.type(old) ~= "integer" then
    return ("%s is %s, not a whole number"):format(sweep.path, tostring(old))
  end
  if not fault then fault = select(2, rules:set_cell(sweep.cell, value)) end
  return fault and fault.message, old
end

--- A scenario opened with each value of a sweep; prints what is wrong.
local function open_values(path, opts, sweep)
  local stacks = {}
  for i, value in ipairs(sweep.values) do
    local unset
    local function change(rules, scenario)
      unset, sweep.stands = set_value(sweep, value, rules, scenario)
      return unset
    end
    local opened, wrong = battle.open(path, opts.variant, {
      solo = true, commanders = opts.commanders, change = change,
    })
    local fault = opened and unfit(opened)
    if fault then opened, wrong = nil, { ("%s: %s"):format(path, fault) } end
    if not opened then
      for n, line in ipairs(wrong) do wrong[n] = ("%s = %d: %s"):format(sweep.path, value, line) end
      print_faults(wrong)
      return nil
    end
    stacks[i] = opened
  end
  return stacks
end

--- A scenario opened under one stack, or two to be compared; prints what is wrong.
local function open_stacks(path, opts)
  local wanted = { { opts.variant } }
  if #opts.versus > 0 then wanted[2] = { versus_own(opts, {}) } end
  local stacks = {}
  for i, one in ipairs(wanted) do
    local first, other = stacks[1], i == 1 and wanted[2]
    if first then one[1], one[2] = versus_own(opts, first.scenario.variants) end
    local function begun(of, bare, also)
      return battle.open(path, of[1], { solo = true, commanders = opts.commanders, bare = bare, also = also })
    end
    local opened, wrong = begun(one, one[2], first and first.rules)
    local second = not opened and other and begun(other, other[2])
    if second then opened, wrong = begun(one, nil, second.rules) end
    local fault = opened and unfit(opened)
    if fault then opened, wrong = nil, { ("%s: %s"):format(path, fault) } end
    if not opened then
      for n, line in ipairs(i == 2 and wrong or {}) do wrong[n] = open.compared(line) end
      print_faults(wrong)
      return nil
    end
    stacks[i] = opened
  end
  return stacks, wanted[2] and wanted[2][1]
end

--- A run: what is played, and what identifies it.
---@param path string
---@param opts table
---@param games integer
---@param sweep limber.Sweep?
---@return limber.Contest?
---@return limber.RunJson|string|nil run or what is wrong with the options
function M.contest(path, opts, games, sweep)
  local stacks, versus_asked
  if sweep then stacks = open_values(path, opts, sweep) else stacks, versus_asked = open_stacks(path, opts) end
  if not stacks then return nil end
  local opened = stacks[1]
  local order, scenario = opened.start.order.sides, opened.scenario
  local seed, fault = options.seed(opts.seed or scenario.seed and tostring(scenario.seed))
  if not seed then return nil, fault end
  local first = Game.new { rules = opened.rules, start = tree.copy(opened.start), seed = seed, keep = false }
  local sides, rules = {}, {}
  for i, id in ipairs(order) do sides[i] = { id = id, name = story.name(opened.start, id) } end
  for i, stack in ipairs(stacks) do rules[i] = not (sweep and i > 1) and shards.rules_json(stack.rules) or nil end
  local contest = {
    path = path, stacks = stacks, sides = order, kinds = simulate.kinds(first, order[1]), seed = seed, games = games,
    versus = #opts.versus > 0, effort = opts.effort,
  }
  return contest, {
    scenario = path, scenario_digest = digest.text(text_of(scenario)), title = scenario.title,
    ruleset = scenario.ruleset,
    rules = rules, asked = json.list(opts.variant), versus_asked = versus_asked and json.list(versus_asked),
    charts = opts.charts, commanders = opts.commanders, effort = opts.effort, note = charts_text.note(opened.rules),
    sides = sides, turn_word = opened.rules.published.turn_word or "turn", seed = seed, games = games,
    version = host.versions().limber,
    sweep = sweep and { path = sweep.path, values = json.list(sweep.values), stands = sweep.stands } or nil,
  }
end

return M
