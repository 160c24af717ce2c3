--- `limber replay FILE… --variant NAME --impact`: what a change of rules would have altered in recorded battles. The
--- battles are shared out over worker processes, the longest first; the report is the same for any number of them.
local faults <const> = require "limber.common.faults"
local host <const> = require "host"
local impact <const> = require "play.impact"
local json <const> = require "kernel.json"
local open <const> = require "read.open"
local options <const> = require "shell.cmd_options"

local M <const> = {}

--- The shares of the members: the files by their places and sizes, the longest to whose share is the least so far.
local function shares(sizes, count)
  local order, all = {}, {}
  for i in ipairs(sizes) do order[i] = i end
  table.sort(order, function(one, other)
    if sizes[one] ~= sizes[other] then return sizes[one] > sizes[other] end
    return one < other
  end)
  for k = 1, count do all[k] = { size = 0 } end
  for _, i in ipairs(order) do
    local least = all[1]
    for k = 2, count do
      if all[k].size < least.size then least = all[k] end
    end
    least[#least + 1], least.size = i, least.size + sizes[i]
  end
  return all
end

--- What compares battles of a ruleset, kept for the next of its battles.
local function work_for(works, ruleset, opts)
  local work = works[ruleset]
  if work then return work end
  local after, fault = open.rules(ruleset, opts.variant, { game = require "limber.game.words" })
  if after then work, fault = impact.begin(nil, after) end
  if not work then return nil, faults.text(fault) end
  works[ruleset] = work
  return work
end

--- One battle's report, or what is wrong.
local function report_of(works, path, opts, how)
  local recording, fault = impact.read(path)
  if not recording then return nil, fault end
  recording.own_copies = opts["own-copies"]
  local work
  work, fault = work_for(works, recording.header.ruleset, opts)
  if not work then return nil, fault end
  return impact.battle(work, recording, how)
end

--- A member of the crew: reports on the battles of its share.
local function member(paths, opts, how)
  return function(k, send)
    local sizes, works = {}, {}
    for i, path in ipairs(paths) do sizes[i] = #(host.read(path) or "") end
    for _, i in ipairs(shares(sizes, math.min(host.cores(), #paths))[k]) do
      local report, fault = report_of(works, paths[i], opts, how)
      if not send(json.encode { place = i, report = report, fault = fault } .. "\n") or fault then return end
    end
  end
end

--- Hears the members out: the reports in the order of the files, or what is wrong. A report may come in many pieces,
--- and a line is looked for only in what has come last.
local function hear(crew, count)
  local pieces, reports, found = {}, {}, 0
  while true do
    local k, text, how = crew:hear()
    if not k then break end
    if not text and how then return nil, ("a worker ended: %s"):format(how) end
    local own = pieces[k] or {}
    pieces[k] = own
    while text do
      local ends = text:find("\n", 1, true)
      own[#own + 1] = ends and text:sub(1, ends - 1) or text
      text = ends and text:sub(ends + 1) or nil
      if ends then
        local said = json.decode(table.concat(own))
        if said.fault then return nil, said.fault end
        reports[said.place], found = said.report, found + 1
        own = {}
        pieces[k] = own
      end
    end
  end
  if found < count then return nil, "a worker ended before its battles were done" end
  return reports
end

local function alone(paths, opts, how)
  local works, reports = {}, {}
  for i, path in ipairs(paths) do
    local fault
    reports[i], fault = report_of(works, path, opts, how)
    if not reports[i] then return nil, fault end
  end
  return reports
end

--- Empty tables of reports are lists.
local function listed(value)
  if type(value) ~= "table" then return value end
  if next(value) == nil then return json.list {} end
  local copy = {}
  for key, inner in next, value do copy[key] = listed(inner) end
  return value[1] ~= nil and json.list(copy) or copy
end

---@param opts table
---@param paths string[]
---@param fight_on fun(game: limber.Game, opts: table): integer?, table?
---@return integer status
function M.run(opts, paths, fight_on)
  local how = {
    skip = opts["then"] == "skip",
    fight_on = opts["then"] == "solo" and function(game) return fight_on(game, {}) end or nil,
  }
  local reports, fault
  if #paths == 1 then
    reports, fault = alone(paths, opts, how)
  else
    local crew <close>, message = host.crew(math.min(host.cores(), #paths))
    if not crew then return options.refused(message) end
    crew:work(member(paths, opts, how))
    reports, fault = hear(crew, #paths)
  end
  if not reports then return options.refused(fault) end
  local sum = impact.sum(reports)
  if opts.json then
    host.stdout(json.encode(listed(sum)) .. "\n")
  else
    host.stdout(table.concat(impact.lines(sum, { all = opts.verbose }), "\n") .. "\n")
  end
  return options.DONE
end

return M
