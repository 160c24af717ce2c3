--- What of odds is a single number: the chance that something holds, a mean, or the chance of each outcome. Tables and
--- plots of sweeps show these, and a flip goes by one.
local finish_text <const> = require "show.finish_text"
local odds_text <const> = require "show.odds_text"
local result_text <const> = require "show.result_text"
local sampling <const> = require "limber.ask.sampling"
local statistics <const> = require "limber.common.statistics"

local M <const> = {}

---@class odds.Measure
---@field label string
---@field short string? its name at the head of a column
---@field holds (fun(value: any): boolean)? of which outcomes it is the chance
---@field chance boolean is it a chance, else a number of the outcomes' own
---@field in_tables boolean? it is shown in the table of one argument, and not drawn
---@field rounds boolean? it is how many rounds a fight takes, on another scale than what it comes to
---@field of fun(json: table): number, string? the number, and its fraction where it is exact
---@field interval fun(json: table): limber.Interval? around a number that was sampled
---@field between fun(joint: limber.Joint[]): limber.Interval? around the difference of two that were sampled

--- Whole numbers are shown one by one too where they are as few.
local FEW <const> = 6

--- Whether all outcomes of some odds are of a kind.
local function all(list, test)
  for _, odds in ipairs(list) do
    for _, one in ipairs(odds.json.outcomes) do
      if not test(one.value) then return false end
    end
  end
  return true
end

local function is_truth(value) return type(value) == "boolean" end
local function is_whole(value) return math.type(value) == "integer" end

--- The chance of one outcome, by its text.
local function chance_of(shown)
  return function(json)
    for _, one in ipairs(json.outcomes) do
      if result_text.value(one.value) == shown then return one.p, one.exact end
    end
    return 0.0, json.exact and "0/1" or nil
  end
end

--- The interval around a chance that was sampled.
local function around(of)
  return function(json)
    return json.sampled and statistics.wilson(math.floor(of(json) * json.sampled + 0.5), json.sampled) or nil
  end
end

local function with_intervals(measures)
  for _, one in ipairs(measures) do
    if one.chance then
      one.interval, one.between = around(one.of), function(joint) return sampling.between(joint, one.holds) end
    end
  end
  return measures
end

--- The measures of odds that were asked alike: one at least.
---@param list limber.Odds[] one at least
---@param request odds.Request
---@return odds.Measure[]
function M.of(list, request)
  local measures = {}
  for _, how in ipairs { "at_least", "at_most" } do
    if request[how] then
      measures[#measures + 1] = {
        label = ("chance of %s %d"):format(how:gsub("_", " "), request[how]), chance = true,
        of = function(json) return json[how].p, json[how].exact end,
        holds = odds_text.HOLDS[how](request[how]),
      }
    end
  end
  if #measures > 0 then return with_intervals(measures) end
  local by = list[1].json.by
  local function add_outcomes(values, in_tables)
    for _, value in ipairs(values) do
      local shown = result_text.value(value)
      measures[#measures + 1] = { label = "chance of " .. shown, short = shown, chance = true, of = chance_of(shown),
        in_tables = in_tables, holds = function(one) return result_text.value(one) == shown end }
    end
    return with_intervals(measures)
  end
  if all(list, is_truth) then
    return with_intervals { { label = "chance of " .. by, chance = true, of = chance_of "yes",
      holds = function(value) return value == true end } }
  elseif all(list, is_whole) then
    measures[1] = { label = "mean " .. finish_text.by(list[1].json), short = "mean " .. by,
      of = function(json) return json.mean, json.mean_exact end,
      interval = function(json) return json.mean_interval end, between = sampling.between_means }
    for i, q in ipairs(request.quantiles) do
      local called = odds_text.called { how = "quantile", q = q }
      measures[#measures + 1] = { label = called, of = function(json)
        return json.quantiles[#json.quantiles - #request.quantiles + i].value
      end }
    end
    local values = odds_text.values(list)
    return #values <= FEW and add_outcomes(values, true) or measures
  end
  return add_outcomes(odds_text.values(list))
end

--- How many rounds fights to the finish take; nil where one round is asked about.
---@param json table
---@return odds.Measure?
function M.rounds(json)
  return json.rounds and { label = "mean rounds", rounds = true, of = function(one)
    return one.rounds.mean, one.rounds.mean_exact
  end } or nil
end

return M
