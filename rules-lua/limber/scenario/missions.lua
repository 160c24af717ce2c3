--- What a scenario says that a side is there for.
--
--   side "a" { mission = "destroy", … }                      the enemy's army
--   side "a" { mission = { "take", "hill", "village" } }     areas; without any, all objectives that it does not have
--   side "b" { mission = { "hold", "village" } }             areas; without any, all objectives that it has
--   side "b" { mission = { "delay", "bridge" } }             the same, but ground may be given slowly
--   side "a" { mission = { "break_through", "north" } }      to that edge of the table; without one, the enemy's own
--   side "a" { mission = { "destroy", "guard" } }            units or formations of the enemy
--   side "a" { mission = { { "hold", "mill" }, { "take", "bridge" } } }      several, the first the main one
-- What it comes to is { kind, areas, pieces, edge } each, in the side's node. Without a mission it follows from the
-- objectives (limber.solo.missions).
local bounds <const> = require "limber.language.bounds"
local follows <const> = require "limber.scenario.follows"
local suggest <const> = require "limber.common.suggest"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = {}

M.KINDS = { "take", "hold", "delay", "break_through", "destroy" }

--- What the targets of each kind are.
local TARGETS <const> = { take = "areas", hold = "areas", delay = "areas", break_through = "edge", destroy = "pieces" }

local KNOWN <const> = {}
for _, kind in ipairs(M.KINDS) do KNOWN[kind] = true end

--- The missions as lists of words, each { kind, target, … }; nil and what is wrong.
local function lists_of(given)
  if type(given) == "string" then return { { given } } end
  if type(given) ~= "table" then return nil, "mission must be a name or a list, such as { \"take\", \"hill\" }" end
  local all = type(given[1]) == "table" and given or { given }
  for _, one in ipairs(all) do
    for key, word in next, type(one) == "table" and one or { false } do
      if type(word) ~= "string" or math.type(key) ~= "integer" then
        return nil, "mission must be a list of names, such as { \"take\", \"hill\" }, or a list of such"
      end
    end
  end
  local n = 0
  for _ in next, all do n = n + 1 end
  if #all == 0 or n ~= #all or not all[1][1] then return nil, "mission must say what the side is there for" end
  return all
end

--- Refuses a target that there is not, or that is the side's own.
local function refuse_target(state, missing, side, what, id)
  if what == "edge" then
    local edges = { "north", "east", "south", "west" }
    if tabletop.FACING[id] then return nil end
    return ("there is no edge %s%s"):format(bounds.said(id), suggest.hint(id, edges))
  end
  if missing[id] then return nil end
  if what == "areas" then
    if state.areas[id] then return nil end
    return ("there is no area %s%s"):format(bounds.said(id), suggest.hint(id, state.order.areas))
  end
  local node = state.units[id] or state.formations[id]
  if node and node.side ~= side then return nil end
  if node then return ("%s is of its own side"):format(id) end
  local known = table.move(state.order.formations, 1, #state.order.formations, #state.order.units + 1,
    table.move(state.order.units, 1, #state.order.units, 1, {}))
  return ("there is no unit or formation %s%s"):format(bounds.said(id), suggest.hint(id, known))
end

--- The missions of a side as its node has them; nil and what is wrong.
---@param state table as laid out so far
---@param missing table<string, true> ids that are not there for another fault
---@param side string
---@param given any
---@return { kind: string, areas: string[]?, pieces: string[]?, edge: string? }[]?
---@return string? message
function M.read(state, missing, side, given)
  local all, wrong = lists_of(given)
  if not all then return nil, wrong end
  local missions = {}
  for i, words in ipairs(all) do
    local kind = words[1]
    if not KNOWN[kind] then
      return nil, ("mission: there is no %s%s; there are %s"):format(bounds.said(kind), suggest.hint(kind, M.KINDS),
        table.concat(M.KINDS, ", "))
    end
    local what, targets = TARGETS[kind], table.move(words, 2, #words, 1, {})
    for _, id in ipairs(targets) do
      local refused = refuse_target(state, missing, side, what, id)
      if refused then return nil, ("mission %s: %s"):format(kind, refused) end
    end
    if what == "edge" and #targets > 1 then return nil, "mission break_through: it names one edge" end
    local one = { kind = kind }
    if what == "edge" then one.edge = targets[1] elseif #targets > 0 then one[what] = targets end
    missions[i] = one
  end
  return missions
end

--- Reads the missions of all sides that have any, once everything is laid out.
---@param layout table
---@param fault fun(layout: table, piece: limber.Piece, message: string, arg: string?)
function M.lay(layout, fault)
  for _, one in ipairs(layout.missions) do
    local missing = follows.missing(layout.declared, layout.state)
    local missions, wrong = M.read(layout.state, missing, one.piece.id, one.given)
    if not missions then fault(layout, one.piece, wrong, "mission") end
    one.node.mission = missions
  end
end

return M
