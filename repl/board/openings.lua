--- What a proposal leaves open, and where its inputs begin: of one whose ranges are not lawful throughout the rules are
--- asked for values that are, the longest way and a small turn first.
local fields <const> = require "page.fields"
local values <const> = require "play.values"

local M <const> = {}

--- How often a way is halved, and the turns that are tried, in degrees.
local HALVINGS <const>, TURNS <const> = 6, { 15, -15, 5, -5, 45, -45, 90, -90, 180 }

--- What a proposal has besides the arguments of its command.
M.OWN = {}
for word in ("text score ranges at_most side do choice"):gmatch "[%a_]+" do M.OWN[word] = true end

--- The turns of its range that are tried for a field; of another, none.
local function turns_of(field, range)
  local list = {}
  if not (field and values.is_turn(field)) then return { false } end
  for _, degrees in ipairs(TURNS) do
    local turn = degrees * 1000
    if turn >= range[1] and turn <= range[2] then list[#list + 1] = turn end
  end
  return #list > 0 and list or { range[2] }
end

--- The longest way that is lawful, as far as halving finds it; nil where the shortest is not.
local function longest(range, is_lawful)
  local low, high = range[1], range[2]
  if is_lawful(high) then return high end
  if not is_lawful(low) then return nil end
  for _ = 1, HALVINGS do
    local middle = (low + high) // 2
    if is_lawful(middle) then low = middle else high = middle end
  end
  return low
end

--- How far a turn may go to either side, as far as halving finds it; nil where not even a little either way.
local function turns_within(range, is_lawful)
  local function far(limit, least)
    if limit * least <= 0 or not is_lawful(least) then return 0 end
    if is_lawful(limit) then return limit end
    local low, high = least, limit
    for _ = 1, HALVINGS do
      local middle = (low + high) // 2000 * 1000
      if is_lawful(middle) then low = middle else high = middle end
    end
    return low
  end
  local left, right = far(range[1], -1000), far(range[2], 1000)
  return (left ~= 0 or right ~= 0) and { left, right } or nil
end

--- The command of a proposal without what it leaves open.
local function closed(proposal)
  local cmd = { side = proposal.side, ["do"] = proposal["do"] }
  for key, value in next, proposal do
    if not M.OWN[key] then cmd[key] = value end
  end
  return cmd
end

--- Lawful values of what a proposal leaves open, by name; nil where none were found.
---@param game limber.Game
---@param list limber.Field[]
---@param proposal table
---@return table<string, integer>?
---@return table<string, integer[]>? ranges that are narrower than proposed
function M.values(game, list, proposal)
  local cmd, turn, way = closed(proposal), nil, nil
  for _, field in ipairs(list) do
    if proposal.ranges[field.name] then
      if values.is_turn(field) then turn = field else way = field end
    end
  end
  if turn and not way then
    local function is_lawful(angle)
      cmd[turn.name] = angle
      return game:check(cmd) ~= nil
    end
    local range = turns_within(proposal.ranges[turn.name], is_lawful)
    if not range then
      for _, angle in ipairs(turns_of(turn, proposal.ranges[turn.name])) do
        if is_lawful(angle) then return { [turn.name] = angle } end
      end
      return nil
    end
    local begin = range[2] ~= 0 and math.min(range[2], TURNS[1] * 1000) or math.max(range[1], -TURNS[1] * 1000)
    return { [turn.name] = begin }, { [turn.name] = range }
  end
  for _, angle in ipairs(turns_of(turn, turn and proposal.ranges[turn.name])) do
    if turn then cmd[turn.name] = angle end
    local um = way and longest(proposal.ranges[way.name], function(value)
      cmd[way.name] = value
      return game:check(cmd) ~= nil
    end)
    if um then
      return { [turn and turn.name or ""] = turn and angle, [way and way.name or ""] = um }
    end
  end
end

--- What a proposal leaves open: each field with its range, and where its input begins; nil where it leaves nothing
--- open, false where nothing that it proposes is lawful.
---@param game limber.Game
---@param list limber.Field[]
---@param proposal table
---@return table[]|false|nil
function M.of(game, list, proposal)
  local open, begins, narrower = {}, {}, nil
  if proposal.at_most and proposal.ranges and game.state.root.facts ~= "told" then
    begins, narrower = M.values(game, list, proposal)
    if not begins then return false end
  end
  for _, field in ipairs(list) do
    local range = narrower and narrower[field.name] or proposal.ranges and proposal.ranges[field.name]
    if range then
      local one, begin = fields.told(field), begins[field.name]
      one.range = field.measure and { range[1] / 1000, range[2] / 1000 } or { range[1], range[2] }
      one.begin = begin and (field.measure and begin / 1000 or begin) or nil
      one.optional = field.default ~= nil or field.optional or nil
      open[#open + 1] = one
    end
  end
  return #open > 0 and open or nil
end

return M
