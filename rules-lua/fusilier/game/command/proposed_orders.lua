-- What `write_order` and `issue_order` propose: what each formation may be ordered to do (game/command/tasks), from
-- whoever may order it. A proposal is judged only when it is asked for.

local army <const> = use "game/army/units"
local tasks <const> = use "game/command/tasks"

local M <const> = {}

--- Orders to a higher formation, which all under it obey, come after those to its brigades.
local HIGHER <const> = -100

--- Both sides as bodies: own brigades, own higher formations, and the enemy's.
local function all_bodies(view, side)
  local own = tasks.bodies(view, side)
  return own, tasks.over(view, own), tasks.bodies(view, view:other(side))
end

local function same_point(one, other)
  if not (one and other) then return one == other end
  return one.x == other.x and one.y == other.y
end

--- Is that what a formation is ordered to do already, or will be?
local function is_known(order, task)
  return order ~= nil and order.verb == task.verb and order.aim == task.aim and same_point(order.target, task.target)
    and same_point(order.target_end, task.target_end)
end

local function known(formation, task)
  if is_known(formation.written, task) or is_known(formation.order, task) then return true end
  for _, order in ipairs(formation.coming_orders or {}) do
    if is_known(order, task) then return true end
  end
  return false
end

local function proposal(body, task, general, score)
  return {
    general = general, formation = body.id, verb = task.verb, aim = task.aim, target = task.target,
    target_end = task.target_end, text = task.text, score = score,
  }
end

--- One proposal after another, the best first: those that `refuses` does not.
local function one_by_one(view, list, refuses)
  best_first(list)
  local i = 0
  return function()
    while true do
      i = i + 1
      local found = list[i]
      if not found or not refuses(view, found) then return found end
    end
  end
end

--- Every task of every body that is `asked(body)` about, with `add(body, task, score)`.
local function each_task(view, side, asked, add)
  local own, higher, enemies = all_bodies(view, side)
  for nth, bodies in ipairs { own, higher } do
    for _, body in ipairs(bodies) do
      local formation = view:formation(body.id)
      for _, task in ipairs(asked(body) and tasks.orders(view, side, body, bodies, enemies) or {}) do
        local verb = nth == 1 or task.verb == "attack" or task.verb == "hold" or task.verb == "withdraw"
        if verb and not known(formation, task) then add(body, task, task.score + (nth == 2 and HIGHER or 0)) end
      end
    end
  end
end

--- Orders to be written before the action.
---@param view limber.View
---@param side string
---@param of string? the formation that is asked about
---@param refuses fun(view: table, cmd: table): table?
---@return fun(): table?
function M.written(view, side, of, refuses)
  local list, spoken_for = {}, army.spoken_for(view, side, "formation")
  local function asked(body) return (not of or of == body.id) and not spoken_for[body.id] end
  each_task(view, side, asked, function(body, task, score)
    list[#list + 1] = proposal(body, task, nil, score)
  end)
  return one_by_one(view, list, refuses)
end

--- Who is nearer to a formation orders it sooner: his orders come first.
local BY_RANK <const> = { brigade = 4, division = 3, corps = 2, c_in_c = 1 }

--- Orders that generals who have given none in this bound may give now.
---@param view limber.View
---@param side string
---@param of string? the general who is asked about
---@param commands fun(view: table, general: string, formation: string): boolean
---@param refuses fun(view: table, cmd: table): table?
---@return fun(): table?
function M.issued(view, side, of, commands, refuses)
  local list, generals, busy = {}, {}, army.spoken_for(view, side, "general")
  for id, general in view:leaders(side) do
    local free = (not of or of == id) and tabletop.fit(general) and general.ordered ~= view.state.turn and not busy[id]
    if free and (general.base or army.told(view)) then generals[#generals + 1] = general end
  end
  if #generals == 0 then return list end
  local spoken_for, orderers = army.spoken_for(view, side, "formation"), {}
  local function asked(body)
    local found = {}
    for _, general in ipairs(spoken_for[body.id] and {} or generals) do
      if commands(view, general.id, body.id) then found[#found + 1] = general end
    end
    orderers[body.id] = found
    return #found > 0
  end
  each_task(view, side, asked, function(body, task, score)
    for _, general in ipairs(orderers[body.id]) do
      list[#list + 1] = proposal(body, task, general.id, score + BY_RANK[general.rank])
    end
  end)
  return one_by_one(view, list, refuses)
end

return M
