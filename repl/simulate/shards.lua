--- A run of battles as one line of JSON, whole or a shard of it, and shards joined to the whole they are of.
--
-- `run` says what was played: a shard goes only with shards of the very same run, each of them once and none missing.
local bounds <const> = require "limber.language.bounds"
local digest <const> = require "kernel.digest"
local file_kind <const> = require "limber.language.file_kind"
local host <const> = require "host"
local json <const> = require "kernel.json"
local pairs_of <const> = require "simulate.pairs"
local simulate <const> = require "simulate.run"
local simulate_json <const> = require "simulate.json"
local tallies <const> = require "simulate.tally"

local M <const> = {}

---@class limber.RunJson what identifies a run
---@field scenario string
---@field scenario_digest string
---@field title string
---@field ruleset string
---@field rules { variants: string[], digest: string }[] one a stack
---@field asked string[] the variants that were asked for
---@field sides { id: string, name: string }[]
---@field turn_word string
---@field seed integer
---@field games integer
---@field within integer? points: a comparison ends when it is decided (simulate.pairs)
---@field sweep { path: string, values: integer[], stands: integer? }? the number that is given several values
---@field version string

--- The fields that must be the same in all shards, and their names in messages.
local SAME <const> = {
  { "version", "Limber's version" }, { "scenario_digest", "the scenario" }, { "rules", "the rules", "differ" },
  { "seed", "the seed" }, { "games", "the number of games" }, { "within", "when it is decided (--within, --all)" },
  { "sweep", "what is swept" },
}

--- What a rule stack is known by: its variants, and the digest of all its files.
---@param rules limber.Rules
---@return { variants: string[], digest: string }
function M.rules_json(rules)
  local files = {}
  for _, file in ipairs(rules.published.files) do files[#files + 1] = { file.path, digest.text(file.text) } end
  for _, layer in ipairs(rules.layers) do
    files[#files + 1] = { layer.name, digest.text(layer.text or "") }
    for _, file in ipairs(layer.files) do files[#files + 1] = { file.path, digest.text(file.text) } end
  end
  return { variants = json.list(rules:variant_turns()), digest = digest.of(files) }
end

--- The digest of the counts: everything in the result except the time.
local function digest_of(doc)
  local counted = {}
  for key, value in next, doc do counted[key] = value end
  counted.digest, counted.seconds, counted.games_per_second = nil, nil, nil
  return digest.text(json.encode(counted))
end

--- What was counted, with what follows from it.
---@param run limber.RunJson
---@param counted limber.Counted
---@param shard limber.Shard? nil: the whole
---@param seconds number
---@return table
function M.written(run, counted, shard, seconds)
  local function seed(game) return simulate.seed_of(run.seed, game) end
  local doc = run.sweep and { games = counted.games, sweep = simulate_json.sweep(run, counted, seed) }
    or simulate_json.tally(counted.tallies[1], run.turn_word, seed)
  if counted.pairs then
    doc.versus = simulate_json.tally(counted.tallies[2], run.turn_word, seed)
    doc.difference = simulate_json.pairs(counted.pairs, run.turn_word, seed)
    doc.decided = not shard and pairs_of.decided(counted.pairs, run.within) or nil
    doc.battles = counted.battles and json.list(counted.battles)
  end
  doc.run, doc.shard = run, shard and { k = shard.k, n = shard.n } or nil
  doc.seconds, doc.games_per_second = seconds, seconds > 0 and doc.games / seconds or 0.0
  doc.digest = digest_of(doc)
  return doc
end

--- Shards of a run, at most: more than there are machines.
local MOST <const> = 10000

--- Raises an error when a text of a tree would not print in one line: all keys, and all values but digests.
local function check_texts(tree)
  for key, value in next, tree do
    local bad = type(key) == "string" and bounds.bad_text(key, "a name", bounds.TEXT)
      or type(value) == "string" and bounds.bad_text(value, "a text", bounds.TEXT)
    if bad then error("it cannot be printed: " .. bad, 0) end
    if type(value) == "table" then check_texts(value) end
  end
end

--- What was counted, and of which shard; raises when it was not written so.
local function read_counted(doc)
  check_texts(doc)
  local shard = doc.shard or { k = 1, n = 1 }
  for _, number in ipairs { shard.k, shard.n, doc.run.games, doc.run.seed } do
    if math.type(number) ~= "integer" then error("it does not say which run it belongs to", 0) end
  end
  if shard.k < 1 or shard.k > shard.n or shard.n > MOST then error("its shard number is out of range", 0) end
  if doc.run.games < 1 then error("it has no games", 0) end
  if type(doc.seconds) ~= "number" then error("it does not say how long it took", 0) end
  if doc.run.sweep then return simulate_json.read_sweep(doc), shard end
  local own = simulate_json.read(doc)
  if not doc.versus then return { tallies = { own } }, shard end
  local versus, both = simulate_json.read(doc.versus), simulate_json.read_pairs(doc.difference, own)
  if doc.shard and #doc.battles ~= doc.games then error("it does not hold its battles", 0) end
  return { tallies = { own, versus }, pairs = both, battles = doc.shard and doc.battles }, shard
end

--- One line of a shard file, read and checked by itself; raises what is wrong with it.
local function shard_of(line, place)
  local doc, message = json.decode(line)
  if type(doc) ~= "table" then error({ arg = place, message = message or "it is not an object" }, 0) end
  if type(doc.run) ~= "table" then error({ arg = place, message = "it is not a result of limber simulate" }, 0) end
  local fine, counted, shard = pcall(read_counted, doc)
  if not fine then
    if type(counted) == "table" then error(counted, 0) end
    local told = counted:find "^it " or counted:find "^its " or counted:find "^there is " -- else an error of Lua's
    local why = told and counted or "it is not written so"
    error({ arg = place, message = "it is not a result of limber simulate: " .. why }, 0)
  end
  if doc.stopped then
    error({ arg = place, message = ("shard %d/%d was stopped after %d games: play it again"):format(shard.k, shard.n,
      doc.games) }, 0)
  end
  local share = simulate.share(doc.run.games, shard)
  if doc.games ~= share and not (counted.pairs and not doc.shard and doc.decided) then
    error({ arg = place, message = ("shard %d/%d of %d games has %d, it holds %d"):format(
      shard.k, shard.n, doc.run.games, share, doc.games) }, 0)
  end
  if doc.digest ~= digest_of(doc) then
    error({ arg = place, message = "its figures were altered: the digest does not match" }, 0)
  end
  return { place = place, run = doc.run, shard = shard, counted = counted, seconds = doc.seconds }
end

--- The text of a file, or of standard input.
local function text_of(path)
  if path ~= "-" then return host.read(path) end
  local lines = {}
  for line in host.lines() do lines[#lines + 1] = line end
  return table.concat(lines, "\n")
end

--- All shards of some files; a file may hold several, a line each. Raises what is wrong.
local function read_all(paths)
  local shards = {}
  for _, path in ipairs(paths) do
    local text, message = text_of(path)
    if not text then error({ message = message }, 0) end
    local wrong = file_kind.wrong(path, text, "result")
    if wrong then error({ message = wrong }, 0) end
    local before, number = #shards, 0
    local _, lines = text:gsub("[^\n]*%S[^\n]*", "")
    for line in (text .. "\n"):gmatch "([^\n]*)\n" do
      number = number + 1
      if line:find "%S" then
        shards[#shards + 1] = shard_of(line, lines > 1 and ("%s, line %d"):format(path, number) or path)
      end
    end
    if #shards == before then error({ arg = path, message = "it is empty" }, 0) end
  end
  return shards
end

--- What keeps a shard from going with another; nil when nothing does.
local function parted(one, other)
  for _, what in ipairs(SAME) do
    local key, words = what[1], what[2]
    if digest.of(one.run[key] or false) ~= digest.of(other.run[key] or false) then
      local values = ""
      if type(one.run[key]) ~= "table" and not key:find "digest" then
        values = (": %s, and %s there"):format(tostring(other.run[key]), tostring(one.run[key]))
      end
      return ("it belongs to a different run than %s: %s %s%s"):format(one.place, words,
        what[3] or "differs", values)
    end
  end
  if one.shard.n ~= other.shard.n then
    return ("it is shard %d of %d, and %s is one of %d"):format(other.shard.k, other.shard.n, one.place, one.shard.n)
  end
end

--- How many missing shards a message names by number.
local TOLD <const> = 20

--- The shards in their order, none twice and none missing; raises which.
local function in_order(shards)
  local first, by_k, missing = shards[1], {}, {}
  for _, one in ipairs(shards) do
    local wrong = parted(first, one)
    if wrong then error({ arg = one.place, message = wrong }, 0) end
    local k, before = one.shard.k, by_k[one.shard.k]
    if before then
      error({ arg = one.place, message = ("it is shard %d/%d, and so is %s"):format(k, one.shard.n, before.place) }, 0)
    end
    by_k[k] = one
  end
  for k = 1, first.shard.n do
    if not by_k[k] then missing[#missing + 1] = ("%d/%d"):format(k, first.shard.n) end
  end
  if #missing > 0 then
    local more = #missing - TOLD
    if more > 0 then missing = table.move(missing, 1, TOLD, 1, { [TOLD + 1] = ("%d others"):format(more) }) end
    local what = #missing == 1 and "shard %s is missing" or "shards %s are missing"
    error({ arg = first.place, message = ("with it " .. what):format(table.concat(missing, ", ")) }, 0)
  end
  return by_k
end

--- The battles of all shards in the order of their numbers, counted until the comparison is decided.
local function in_turn(run, shards)
  local sides, kinds = shards[1].counted.tallies[1].sides, shards[1].counted.tallies[1].kinds
  local contest = { stacks = run.rules, sides = sides, kinds = kinds, versus = true, within = run.within }
  local whole = simulate.nothing(contest)
  for game = 1, run.games do
    local of, nth = (game - 1) % #shards + 1, (game - 1) // #shards + 1
    simulate.count(whole, game, shards[of].counted.battles[nth])
    if pairs_of.decided(whole.pairs, run.within) then return whole end
  end
  return whole
end

local function joined(shards)
  local run, whole, seconds = shards[1].run, shards[1].counted, 0
  for _, one in ipairs(shards) do seconds = seconds + one.seconds end
  if whole.battles then return M.written(run, in_turn(run, shards), nil, seconds) end
  for k = 2, #shards do
    for i, tally in ipairs(whole.tallies) do tallies.add(tally, shards[k].counted.tallies[i]) end
  end
  whole.games = whole.tallies[1].games
  return M.written(run, whole, nil, seconds)
end

--- The whole that the shards of some files make. Raises { arg = file, message = } where they make none.
---@param paths string[]
---@return table doc
function M.merged(paths)
  local shards = in_order(read_all(paths))
  local done, doc = pcall(joined, shards)
  if done then return doc end
  if type(doc) == "table" then error(doc, 0) end -- Ctrl-C, and what else has a kind
  error({ arg = shards[1].place, message = "the shards do not count the same things" }, 0)
end

return M
