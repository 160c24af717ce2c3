-- 4.2.7.4, SR.3, SR.4, R45, R79, R80: towns and fieldworks, who holds them, and how they are left.
--
-- Whoever holds a town or a section of fieldworks has its area's id as `inside`; its formation is given up there, and
-- its base is two bases wide and two deep in the middle of it, in fieldworks facing their front.

local army <const>, motion <const> = use("game/army/units", "game/movement/motion")
local rates <const>, stops <const> = use("game/movement/rates", "game/movement/stops")

local M <const> = {}

--- A base that stands in an area, slid straight ahead until it is a micrometre outside.
function M.beyond(view, area, base)
  local far = view.state.ground.width + view.state.ground.depth
  local on = view:field():path { base = base, slide = far, angle = 0, looks = { met = { kind = "area", within = 1 } } }
  for _, span in ipairs(on.met) do
    if span.id == area.id then return tabletop.slid(base, span.to) end
  end
  return base
end

--- The base of a unit just outside an area, on the side a bearing points to, in its formation and facing that way.
---@return table base
local function outside(view, unit, area, bearing)
  bearing = bearing % deg(360)
  local at = tabletop.middle_of(area.area)
  return M.beyond(view, area, army.reshaped(view, unit, unit.drill, { x = at.x, y = at.y, facing = bearing }))
end

local function refuse_leave(view, id)
  local fault, unit = motion.refuse_move(view, id), view:unit(id)
  if fault then return fault end
  if not unit.inside then return refuse("unit", "holds no town or fieldworks", "SR.3 SR.4") end
  if unit.arm ~= "infantry" then return refuse("unit", "cannot leave: only infantry can", "SR.4 R45") end
end

--- 4.2.7.4: a town is left at difficult going: the unit itself, and what is left of its move. Fieldworks end adjoining.
local function check_leave(view, cmd)
  local fault, unit = refuse_leave(view, cmd.unit), view:unit(cmd.unit)
  if fault then return fault end
  local area = view.state.areas[unit.inside]
  if area.terrain == "fieldworks" and cmd.distance > 0 then
    return refuse("distance", "must be 0: it takes a whole turn, and ends adjoining", "SR.4 R45")
  end
  if not unit.base then return nil, {} end
  local there = outside(view, unit, area, cmd.facing or unit.base.facing)
  local wrong = view:room(cmd.unit, there)
  if wrong then return stops.no_room(view, "facing", wrong) end
  if cmd.distance == 0 then return nil, { base = there } end
  local _, most = rates.of(view, unit)
  local left = math.max(0, most - there.depth)
  if cmd.distance > left then
    return refuse("distance", ("is %g mm, %d mm are left of its move"):format(cmd.distance / mm(1), left // mm(1)), {
      cite = "4.2.7.4", margin = tabletop.short_by(left - cmd.distance),
    })
  end
  fault = motion.refuse_distance(view, motion.reach(view, cmd.unit, there), cmd.distance)
  return fault, { base = tabletop.slid(there, cmd.distance) }
end

command "leave" {
  cite = "4.2.7.4 SR.4 R45", doc = "A unit leaves the town or fieldworks it holds, formed, on the side it is to face.",
  args = {
    unit "unit" { "own" }, angle "facing" { optional = true, doc = "else the way it faces" },
    length "distance" { 0, default = 0, doc = "beyond the edge of a town" },
  },
  check = check_leave,
  proposals = proposals.each(refuse_leave, function(view, id, unit, offer)
    local front = unit.base and unit.base.facing or 0
    for _, off in ipairs(unit.base and { 0, deg(90), deg(180), deg(270) } or { 0 }) do
      local cmd = { unit = id, facing = unit.base and (front + off) % deg(360) or nil, distance = 0 }
      if not check_leave(view, cmd) then
        cmd.text, cmd.score = "leaves " .. view:called(unit.inside), 0.1
        offer(cmd)
      end
    end
  end),
  run = function(play, cmd, found)
    local unit = play:unit(cmd.unit)
    local held = unit.inside
    if not held then return end
    local area = play.state.areas[held]
    local args = { formation = unit.drill, terrain = area.own_kind or area.terrain, leaving = true }
    rates.record(play, "terrain.entry", play:question("terrain.entry", cmd.unit, args), cmd.unit)
    play:tell("leaves", { unit = cmd.unit, area = play:called(held), cite = "4.2.7.4 SR.4" })
    play:set(unit, "inside", nil)
    play:set(unit, "acted", "leave")
    play:set(unit, "moved", true)
    if not unit.base then return end
    local base = found and found.base or outside(play, unit, area, cmd.facing or unit.base.facing)
    play:set_down(cmd.unit, base)
  end,
}

return M
