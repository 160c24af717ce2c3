--- A player without sense: commands drawn at random from what a game offers and from what its commands' declarations
--- allow. What the game then refuses is no command; nothing here knows a ruleset.
local M <const> = {}

local ENVELOPE <const> = { side = true, ["do"] = true }

--- Nodes of a place that a field may name.
local function ids_of(view, field, side)
  local ids = {}
  for _, id in ipairs(view.state.order[field.names]) do
    local node = view.state[field.names][id]
    local mine = node and node.side == side
    if node and (field.whose == "any" or (field.whose == "own") == mine) then ids[#ids + 1] = id end
  end
  return ids
end

--- A point on the table: anywhere, about somebody, or where an enemy stands.
local function point_of(about)
  local d, view = about.d, about.view
  local ground = view.state.ground
  local units, enemies = {}, {}
  for _, unit in view:units() do
    if unit.base then units[#units + 1] = unit end
    if unit.base and unit.side ~= about.side then enemies[#enemies + 1] = unit end
  end
  if #enemies > 0 and d(2) == 1 then
    local base = enemies[d(#enemies)].base
    return { x = base.x, y = base.y }
  elseif d(3) == 1 or #units == 0 then
    return { x = (d(ground.width // 1000 + 1) - 1) * 1000, y = (d(ground.depth // 1000 + 1) - 1) * 1000 }
  end
  local base = units[d(#units)].base
  local x, y = base.x + (d(401) - 201) * 1000, base.y + (d(401) - 201) * 1000
  return { x = math.max(0, math.min(ground.width, x)), y = math.max(0, math.min(ground.depth, y)) }
end

local value_of

local function record_of(about, name)
  if name == "point" then return point_of(about) end
  local value = {}
  for _, field in ipairs(about.view.records[name] or {}) do
    if not (field.optional or field.default ~= nil) or about.d(2) == 1 then
      value[field.name] = value_of(about, field)
    end
  end
  return value
end

local KIND <const> = {}

function KIND.int(about, field)
  if field.values then return field.values[about.d(#field.values)] end
  local low = field.min or (field.measure == "angle" and -180000 or 0)
  local high = field.max or low + (field.measure == "length" and 400000 or field.measure == "angle" and 360000 or 20)
  if field.measure == "length" then return low + (about.d((high - low) // 1000 + 1) - 1) * 1000 end
  return low + about.d(high - low + 1) - 1
end

--- Quarters of a number.
function KIND.number(about, field)
  local low = field.min or 0
  local n = low + (about.d(math.floor(((field.max or low + 20) - low) * 4) + 1) - 1) / 4
  return math.tointeger(n) or n
end

function KIND.flag(about) return about.d(2) == 1 end
function KIND.enum(about, field) return field.values[about.d(3) == 1 and 1 or about.d(#field.values)] end
function KIND.object(about, field) return record_of(about, field.record) end

function KIND.text(about, field)
  if not field.names then return "word" end
  local ids = ids_of(about.view, field, about.side)
  return #ids > 0 and ids[about.d(#ids)] or "nobody"
end

function KIND.list(about, field)
  local list = {}
  local ids = field.names and ids_of(about.view, field, about.side)
  for i = 1, (field.min or 0) + about.d(3) - 1 do
    if ids then
      if #ids == 0 then break end
      list[i] = table.remove(ids, about.d(#ids))
    elseif field.record then
      list[i] = record_of(about, field.record)
    else
      list[i] = value_of(about, field.of)
    end
  end
  return list
end

function value_of(about, field)
  return KIND[field.kind](about, field)
end

--- Any value that a field's declaration allows.
---@param about { d: function, view: table, side: string }
---@param field limber.Field
---@return any
M.value_of = value_of

--- Arguments for a declared command; those in `known` stand.
local function args_of(about, fields, known)
  local args = {}
  for _, field in ipairs(fields) do
    local value = known[field.name]
    if value == nil and (not (field.optional or field.default ~= nil) or about.d(2) == 1) then
      value = value_of(about, field)
    end
    args[field.name] = value
  end
  return args
end

--- What a proposal leaves open is drawn from the ranges it gives.
local function from_proposal(about, fields, proposal)
  local known = {}
  for key, value in next, proposal do
    if not ENVELOPE[key] then known[key] = value end
  end
  local open = {}
  for key in next, proposal.ranges or {} do open[#open + 1] = key end
  table.sort(open) -- the same seed draws the same battle
  for _, key in ipairs(open) do
    local range = proposal.ranges[key]
    local low, high = range[1], range[2] or range[1]
    if math.type(low) == "integer" and math.type(high) == "integer" and high >= low then
      known[key] = low + about.d(math.min(high - low, 1 << 30) + 1) - 1
    end
  end
  return args_of(about, fields, known)
end

--- A few of the game's own proposals, from anywhere in their first dozen.
local function proposals(game, d, side)
  local list = {}
  for proposal in game:legal(side) do
    if game.words.commands[proposal["do"]] then list[#list + 1] = proposal end
    if #list >= 12 then break end
  end
  return list[d(math.max(1, #list))]
end

local function complete(cmd, side, name)
  cmd.side, cmd["do"] = side, name
  return cmd
end

--- A command for what is waited for; it may turn out to be refused.
---@param game limber.Game
---@param d fun(faces: integer): integer
---@param waiting limber.Waiting
---@return table cmd
function M.command(game, d, waiting)
  local side = waiting.sides[d(#waiting.sides)]
  local about = { d = d, view = game:view(side), side = side }
  if waiting.kind == "decision" then
    local cmd = args_of(about, waiting.step.args or {}, {})
    if #waiting.options > 0 then cmd.choice = waiting.options[d(#waiting.options)] end
    return complete(cmd, side, "answer")
  end
  if d(16) == 1 then return { side = side, ["do"] = "done" } end
  local sealed = waiting.step.sealed and about.view:sealed(side)
  if sealed and #sealed > 0 and d(10) == 1 then
    return { side = side, ["do"] = "withdraw", slot = sealed[d(#sealed)].slot }
  end
  local proposal = d(4) > 1 and proposals(game, d, side)
  local names = waiting.step.commands
  local name = proposal and proposal["do"] or names[d(math.max(1, #names))]
  local declaration = game.words.commands[name]
  if not declaration then return { side = side, ["do"] = "done" } end
  if proposal then return complete(from_proposal(about, declaration.args, proposal), side, name) end
  return complete(args_of(about, declaration.args, {}), side, name)
end

return M
