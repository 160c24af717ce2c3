-- What `write_order` and `issue_order` propose: what each formation may be ordered to do (game/command/tasks), from
-- the generals who may order it. A proposal is judged only when it is asked for.

local tasks <const> = use "game/command/tasks"

local M <const> = {}

--- Orders to a higher formation, which all under it obey, come after those to its brigades.
local HIGHER <const> = -100

local function same_point(one, other)
  return one == other or one and other and one.x == other.x and one.y == other.y or false
end

local function is_known(order, task)
  return order ~= nil and order.verb == task.verb and order.aim == task.aim and same_point(order.target, task.target)
    and same_point(order.target_end, task.target_end)
end

--- Is that what a formation is ordered to do already, or will be? `again`: what is on its way to it may be ordered
--- once more.
local function known(formation, task, again)
  local function same(order) return is_known(order, task) end
  return same(formation.written) or same(formation.order)
    or not again and lists.find(formation.coming_orders or {}, same) ~= nil
end

local function proposal(body, task, general, score)
  return {
    general = general, formation = body.id, verb = task.verb, aim = task.aim, target = task.target,
    target_end = task.target_end, text = task.text, score = score,
  }
end

--- Every task of every body that is `asked(body)` about, with `add(body, task, score)`: of brigades, then of those
--- above. A second answer of `asked`: what is on its way to it is proposed too.
local function each_task(view, side, asked, add)
  local own, enemies = tasks.bodies(view, side), tasks.bodies(view, view:other(side))
  for nth, bodies in ipairs { own, tasks.over(view, own) } do
    for _, body in ipairs(bodies) do
      local formation = view:formation(body.id)
      local is_asked, again = asked(body)
      for _, task in ipairs(is_asked and tasks.orders(view, side, body, bodies, enemies) or {}) do
        local verb = nth == 1 or task.verb == "attack" or task.verb == "hold" or task.verb == "withdraw"
        if verb and not known(formation, task, again) then add(body, task, task.score + (nth == 2 and HIGHER or 0)) end
      end
    end
  end
end

--- Orders to be written before the action; `of`: the formation that is asked about.
function M.written(view, side, of, refuses)
  local list, spoken_for = {}, proposals.spoken_for(view, side, "formation")
  local function asked(body) return (not of or of == body.id) and not spoken_for[body.id] end
  each_task(view, side, asked, function(body, task, score) list[#list + 1] = proposal(body, task, nil, score) end)
  return proposals.one_by_one(list, function(cmd) return refuses(view, cmd) end)
end

--- The nearer a general is to a formation, the sooner he orders it: his orders come first.
local BY_RANK <const> = { brigade = 4, division = 3, corps = 2, c_in_c = 1 }

--- Orders that generals who have given none in this bound may give now; `of`: the general who is asked about; `about`:
--- the formations; `commands(view, general, formation)`: may he order it?
function M.issued(view, side, of, about, commands, refuses)
  local list, generals, orderers = {}, {}, {}
  for _, general in proposals.leaders(view, side, of, "general") do
    local free = general.ordered ~= view.state.turn and (general.base or view:told())
    generals[#generals + 1] = free and general or nil
  end
  if #generals == 0 then return list end
  local spoken_for = proposals.spoken_for(view, side, "formation")
  local function asked(body)
    local found = {}
    local silent = spoken_for[body.id] or about and not about[body.id]
    for _, general in ipairs(silent and {} or generals) do
      if commands(view, general.id, body.id) then found[#found + 1] = general end
    end
    orderers[body.id] = found
    local needs = about and about[body.id]
    return #found > 0, type(needs) == "table" and needs.again ~= nil
  end
  each_task(view, side, asked, function(body, task, score)
    for _, general in ipairs(orderers[body.id]) do
      list[#list + 1] = proposal(body, task, general.id, score + BY_RANK[general.rank])
    end
  end)
  return proposals.one_by_one(list, function(cmd) return refuses(view, cmd) end)
end

return M
