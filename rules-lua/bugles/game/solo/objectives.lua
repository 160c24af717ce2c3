-- The ground that a battle is about, as a solo side sees it: who keeps what the side holds, and who goes for what it
-- does not hold, so early that he is there when it counts; another follows him only when it is time for both.

local army <const>, facing <const> = use("game/army/units", "game/movement/facing")
local rolls <const>, see <const> = use("game/movement/rolls", "game/solo/view")
local ways <const> = use "game/movement/ways"

local M <const> = {}

--- How many turns there are after this one; nil in a battle without a last turn.
local function left(mind)
  local last = mind.state.last_turn
  return last and math.max(0, last - mind.state.turn)
end

--- How far a stand comes in a turn, about: what it has thrown for this one, else less than an average throw, for not
--- every group moves every turn.
function M.pace(mind, id)
  local unit = mind.view:unit(id)
  local thrown = not unit.moved and unit.formation and mind.view:formation(unit.formation).nominated
    and rolls.known(mind.view, id)
  local mean = mm(math.floor(mind:odds("movement.roll", rolls.args(mind.view, id, {}), "distance_mm", id):mean()))
  local usual = math.max(mm(1), math.floor(mean * mind.weight.objective_haste))
  return thrown or usual, usual
end

--- How many turns more it costs, about, to turn to a place: the change of face may fail.
local function turning(mind, id, unit, point)
  local off = math.abs((mind:toward(unit.base, point)))
  if off <= mind.weight.off_way or ways.turns_freely(unit) then return 0 end
  local chance = mind:chance("movement.change_face", facing.question(mind.view, { id }, off, true), "success", true, id)
  return math.ceil(1 / math.max(0.1, chance)) - 1
end

--- In how many turns a stand is so far on; nil when it may not go.
local function turns_to(mind, id, um, point)
  local unit = mind.view:unit(id)
  local may = army.troops(unit) and unit.figures > 0 and not see.engaged(mind, id) and not see.halted(mind, unit)
  if not may then return nil end
  local now, usual = M.pace(mind, id)
  if unit.moved then now = 0 end
  return turning(mind, id, unit, point) + (um <= now and 1 or 1 + math.ceil((um - now) / usual))
end

--- Who goes: of the stands that are there in time the soonest, those under fire or with a charge before them last.
local function senders(mind, one, taken)
  local list = {}
  for _, id in ipairs(mind:standing(mind.side)) do
    local base = mind.view:unit(id).base
    local gap = geometry.distance({ x = base.x, y = base.y }, one.shape)
    local turns = not taken[id] and turns_to(mind, id, gap.distance + mind.weight.into_objective, gap.to)
    if turns and turns <= left(mind) + 1 then
      list[#list + 1] = { id = id, turns = turns, um = gap.distance, to = gap.to, nth = #list }
    end
  end
  table.sort(list, function(a, b)
    if a.turns ~= b.turns then return a.turns < b.turns end
    return a.um < b.um or a.um == b.um and a.nth < b.nth
  end)
  return list
end

--- Does the plan send a stand there, so late that it need not wait?
local function is_planned(mind, id, area, turns)
  local task = turns <= mind.weight.objective_plan and mind:task(id)
  return task and task.at == area or false
end

--- Does a stand go at once: does it cost little to stand there for the turns that are left, beside what the objective
--- is worth? Regulars have few stands and fire from afar: without a task there they go when it is time.
local function at_once(mind, id, point, area, turns)
  local unit = mind.view:unit(id)
  if see.drilled(mind.view, unit.formation) and not is_planned(mind, id, area, turns) then return false end
  local lost = math.min(1, turns * mind:danger(id, tabletop.base_at(unit.base, point)))
  return mind:worth(id) * lost <= mind.weight.objective_price * mind:worth(area)
end

--- The goals of those who go, and who keeps what: { sent = { [id] = goal }, keeps = { [id] = name } }. A goal has
--- `due`: it is time.
local function look(mind)
  local found, weight = { sent = {}, keeps = {} }, mind.weight
  local turns_left = not mind.view:told() and left(mind)
  for _, one in ipairs(turns_left and mind:objectives() or {}) do
    local late = turns_left < weight.objectives_last
    for i, id in ipairs(one.held_by) do
      if late or i == 1 then found.keeps[id] = one.name end
    end
    local list, due = #one.held_by == 0 and senders(mind, one, found.sent) or {}, true
    for i = 1, math.min(#list, weight.objective_sends) do
      local goer = list[i]
      local base = mind.view:unit(goer.id).base
      local point = geometry.step(goer.to, geometry.bearing(base, goer.to), weight.into_objective)
      local now = i == 1 and at_once(mind, goer.id, point, one.id, turns_left)
      due = due and (now or goer.turns + weight.objective_slack >= turns_left + 1)
      found.sent[goer.id] = { point = point, why = "to take " .. one.name, due = due }
    end
  end
  return found
end

local function found(mind) return mind:once("objectives to take", look, mind) end

--- Where a stand goes that is to take an objective: a goal with `due` when it is time; nil: it is not sent.
function M.goal(mind, id) return found(mind).sent[id] end

--- Is it time for a stand to go for an objective?
function M.due(mind, id)
  local goal = M.goal(mind, id)
  return goal ~= nil and goal.due
end

--- The objective that a stand keeps: it alone stands there, or the battle ends; its name.
function M.keeps(mind, id) return found(mind).keeps[id] end

--- Is it so late that nobody leaves an objective that he keeps?
function M.late(mind)
  local turns_left = left(mind)
  return turns_left ~= nil and turns_left < mind.weight.objectives_last
end

return M
