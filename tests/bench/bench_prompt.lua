-- What a player waits for at the prompt, by the time of the processor: the odds again after a tweak, for the slowest questions
-- that the worked cases of each ruleset ask; and a house rule's file read again.
local json <const> = require "kernel.json"
local loader <const> = require "bench.loader"
local question <const> = require "limber.ask.question"
local ratio <const> = require "bench.ratio"
local Rules <const> = require "limber.rules.stack"
local ruleset <const> = require "limber.rules.ruleset"
local sorted <const> = require "limber.common.sorted"
local taken <const> = require "bench.taken"

local LIMBER <const> = os.getenv "LIMBER" or "./limber"
local TIMES <const>, SLOWEST <const>, RUNS <const> = 6, 3, 5

--- The milliseconds of the processor that the last lines take at the prompt, each; `first` go before them.
local function waited(words, first, lines)
  local typed <const> = os.tmpname()
  local function used(all)
    local file <close> = assert(io.open(typed, "w"))
    assert(file:write(table.concat(all, "\n"), "\n"))
    file:close()
    return (select(2, taken(RUNS, ("sh -c '%s %s <%s'"):format(LIMBER, words, typed))))
  end
  local before <const> = used(first)
  local after <const> = used(table.move(lines, 1, #lines, #first + 1, table.move(first, 1, #first, 1, {})))
  os.remove(typed)
  return (after - before) / #lines
end

--- A whole-numbered cell that may be one more, as the prompt sets it.
local function cell_of(rules)
  for _, name in ipairs(sorted.keys(rules.draft.lookups)) do
    local whole = rules.draft.table(name)
    local path, value = require("limber.rules.tables").path(whole, 1), whole.cells[1]
    if math.type(value) == "integer" and rules:set_cell(path, value + 1) then
      rules:drop_tweaks()
      return path, value
    end
  end
end

--- Questions that the worked cases ask, the slowest of each procedure once: { words, seconds }, slowest first.
local function slowest(rules)
  local by_name = {}
  for line in assert(loader.read(rules.published.folder .. "cases.jsonl")):gmatch "[^\r\n]+" do
    local case = json.decode(line)
    if #(case.variants or {}) == 0 and case.expect and not case.expect.error then
      local dist, seconds = nil, math.huge
      for _ = 1, 2 do
        local from = os.clock()
        dist = question.odds(rules, case.call, case.args or {})
        seconds = math.min(seconds, os.clock() - from)
      end
      local known = by_name[case.call]
      if dist and (not known or seconds > known.seconds) then by_name[case.call] = { case = case, seconds = seconds } end
    end
  end
  local list = {}
  for _, name in ipairs(sorted.keys(by_name)) do list[#list + 1] = by_name[name] end
  table.sort(list, function(one, other) return one.seconds > other.seconds end)
  return list
end

local function words_of(args)
  local words = {}
  local function add(path, value)
    if type(value) ~= "table" then
      words[#words + 1] = ("%s=%s"):format(path, json.encode(value))
    else
      for _, key in ipairs(sorted.keys(value)) do add(path == "" and tostring(key) or path .. "." .. key, value[key]) end
    end
  end
  add("", args)
  return table.concat(words, " ")
end

for _, name in ipairs(ruleset.names(loader)) do
  local rules <const> = assert(Rules.load(loader, name, {}))
  local path, value = cell_of(rules)
  local list <const> = slowest(rules)
  for i = 1, math.min(SLOWEST, #list) do
    local case <const> = list[i].case
    local lines = {}
    for n = 1, TIMES do lines[n] = ('tables[%q] = %d'):format(path, value + n % 2) end
    ratio.row(("%s, a tweak and the odds of %s"):format(name, case.call),
      waited(name, { ("odds %s %s"):format(case.call, words_of(case.args or {})) }, lines), 100, "ms")
  end
  local file <const> = os.tmpname()
  local kept <close> = assert(io.open(file .. ".lua", "w"))
  assert(kept:write(('variant "kept" { of = %q, doc = "For the bench.", cells = { [%q] = %d } }\n'):format(name, path,
    value + 1)))
  kept:close()
  local lines = {}
  for n = 1, TIMES do lines[n] = ":reload" end
  ratio.row(name .. ", a house rule read again", waited(("%s --variant %s.lua"):format(name, file), { "2 + 2" }, lines), 100,
    "ms")
  os.remove(file .. ".lua")
  os.remove(file)
end
