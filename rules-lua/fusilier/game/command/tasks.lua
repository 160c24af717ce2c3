-- 3.2, 4.5: what a formation may be ordered to do: which enemy to attack, what ground to seize, and to hold, move up,
-- support or go back. Each is an order as `write_order` and `issue_order` take it, with how good it looks.

local army <const>, buildings <const> = use("game/army/units", "game/fire/buildings")

local M <const> = {}

---@class fusilier.Body a formation's troops that are on the table, as the view sees them
---@field id string of the formation
---@field name string
---@field ids string[] its units
---@field units table[]
---@field troops integer how many are no batteries
---@field middle table? a point; not in a told game
---@field spots table[]? the middles of its units
---@field off table<string, table> how far it is from the lines of others, as far as that was asked
---@field one table? with `other`: the middles of the two units furthest apart
---@field other table?

local MM <const> = mm(1)

local function name_of(node, id) return node.name or plain(id) end

local function spot(base) return { x = base.x, y = base.y } end

--- A body's line is that of its formed troops, or else of all.
local function line_of(body)
  local formed = {}
  for i, unit in ipairs(body.units) do
    if unit.arm ~= "artillery" and unit.drill ~= "skirmish" then formed[#formed + 1] = body.ids[i] end
  end
  return #formed > 0 and formed or body.ids
end

--- The middles of a body and of its units, and its ends: the two of its units that are furthest apart.
local function measure_body(view, body)
  local ids, most = line_of(body), -1
  body.middle, body.spots = view:middle(ids), {}
  for i, unit in ipairs(body.units) do body.spots[i] = spot(unit.base) end
  for i, id in ipairs(ids) do
    for k = i, #ids do
      local one, other = view:unit(id).base, view:unit(ids[k]).base
      local _, off = tabletop.toward(one, other)
      if off > most then most, body.one, body.other = off, one, other end
    end
  end
end

local function add(list, of, formation, name, unit_id, unit)
  local body = of[formation]
  if not body then
    body = { id = formation, name = name, ids = {}, units = {}, troops = 0, off = {} }
    list[#list + 1], of[formation] = body, body
  end
  body.ids[#body.ids + 1], body.units[#body.units + 1] = unit_id, unit
  if unit.arm ~= "artillery" then body.troops = body.troops + 1 end
end

local function bodies_of(view, side)
  local list, of, told = {}, {}, view:told()
  for id, unit in view:units(side) do
    local formation = unit.formation and view.state.formations[unit.formation]
    if formation and tabletop.present(unit) and (told or unit.base) then
      add(list, of, unit.formation, name_of(formation, unit.formation), id, unit)
    end
  end
  for _, body in ipairs(told and {} or list) do measure_body(view, body) end
  return list
end

--- The formations of a side that have units of their own on the table.
---@param view limber.View
---@param side string
---@return fusilier.Body[]
function M.bodies(view, side) return view:while_still(side, "bodies", bodies_of) end

--- Formations that others belong to, with all the units under them; measured when they are asked for orders.
---@param view limber.View
---@param bodies fusilier.Body[] of their side
---@return fusilier.Body[]
function M.over(view, bodies)
  local list, of = {}, {}
  for _, body in ipairs(bodies) do
    for _, above in ipairs(view:chain(view:formation(body.id).formation)) do
      local name = name_of(view:formation(above), above)
      for i, id in ipairs(body.ids) do add(list, of, above, name, id, body.units[i]) end
    end
  end
  return list
end

--- How far a body's units are from a line, on average, in millimetres: lines before it are nearer than those aside.
---@param body fusilier.Body
---@param one table
---@param other table
---@return integer
function M.away(body, one, other)
  local sum, aim = 0, spot(one)
  if one.x ~= other.x or one.y ~= other.y then aim = { line = { aim, spot(other) } } end
  for _, at in ipairs(body.spots) do sum = sum + geometry.gap(at, aim) // MM end
  return sum // #body.spots
end

--- The same of another body's line, worked out once while it stands there.
---@param body fusilier.Body
---@param other fusilier.Body
---@return integer
function M.apart(body, other)
  local known, one, two = body.off[other.id], other.one, other.other
  local same = known and known.x == one.x and known.y == one.y and known.to_x == two.x and known.to_y == two.y
  if same then return known.away end
  local away = M.away(body, one, two)
  body.off[other.id] = { x = one.x, y = one.y, to_x = two.x, to_y = two.y, away = away }
  return away
end

--- An order about a line, or a point where it is none.
local function order(verb, aim, one, other, text, score)
  local line = other and (one.x ~= other.x or one.y ~= other.y)
  return {
    verb = verb, aim = aim, target = one and spot(one), target_end = line and spot(other) or nil, text = text,
    score = score,
  }
end

local function strength_text(body)
  local guns = #body.units - body.troops
  local parts = {}
  if body.troops > 0 then parts[1] = counted(body.troops, "unit") end
  if guns > 0 then parts[#parts + 1] = guns == 1 and "a battery" or guns .. " batteries" end
  return table.concat(parts, " and ")
end

-- How good an order looks before anybody has judged the enemy: what is near, before what is far.
local SCORES <const> = {
  attack = 200, objective = 260, seize = 150, hold = 100, move = 60, support = 30, withdraw = 10,
}
local PER_MM <const> = 20

local function scored(verb, away) return SCORES[verb] - away // PER_MM end

local function attacks(body, enemies, list)
  if body.troops == 0 then return end
  for _, enemy in ipairs(enemies) do
    local away = M.apart(body, enemy)
    local text = ("%s, %d mm away"):format(strength_text(enemy), away)
    local score = scored("attack", away) - (enemy.troops == 0 and 40 or 0)
    list[#list + 1] = order("attack", enemy.name, enemy.one, enemy.other, text, score)
  end
end

--- Where one stands to hold an area: the middle of a building; the middle half of any other ground, the longer way.
---@param area table
---@return table one
---@return table other
function M.ground_of(area)
  local west, east = buildings.bounds(area, "x")
  local south, north = buildings.bounds(area, "y")
  local x, y = (west + east) // 2, (south + north) // 2
  if buildings.is_building(area) then return { x = x, y = y }, { x = x, y = y } end
  local across, along = (east - west) // 4, (north - south) // 4
  if across >= along then along = 0 else across = 0 end
  return { x = x - across, y = y - along }, { x = x + across, y = y + along }
end

--- Is it ground that a battle may be about: what its scenario says, buildings that still stand, hills?
---@param view limber.View
---@param id string
---@return boolean
function M.matters(view, id)
  local area = view.state.areas[id]
  if buildings.is_building(area) then return not buildings.used_up(view, id) end
  return area.objective or area.ground ~= nil
end

--- Is it in the hands of a side: does one of its units stand there?
---@param view limber.View
---@param side string
---@param id string
---@return boolean
function M.held(view, side, id)
  local area = view.state.areas[id]
  return view:some_unit(side, function(unit) return unit.base and geometry.holds(area, spot(unit.base)).yes end) ~= nil
end

local function seizures(view, side, body, list)
  if body.troops == 0 then return end
  local reach = view.rules.constant.appreciation_limit
  for _, id in ipairs(view.state.order.areas) do
    local area = view.state.areas[id]
    if M.matters(view, id) and not M.held(view, side, id) then
      local one, other = M.ground_of(area)
      local away = M.away(body, one, other)
      if away <= reach then
        local text = ("%d mm away%s"):format(away, area.objective and ", what the battle is about" or "")
        list[#list + 1] = order("seize", name_of(area, id), one, other, text,
          scored(area.objective and "objective" or "seize", away))
      end
    end
  end
end

--- A line as long as a body's own, moved so far along a bearing, and kept on the table.
local function shifted(view, body, bearing, um)
  local size, margin = view.state.ground, mm(60)
  local function moved(from)
    local at = geometry.step(spot(from), bearing, um)
    return {
      x = (math.max(margin, math.min(size.width - margin, at.x)) + MM // 2) // MM * MM,
      y = (math.max(margin, math.min(size.depth - margin, at.y)) + MM // 2) // MM * MM,
    }
  end
  return moved(body.one), moved(body.other)
end

--- How near one moves up to an enemy without attacking him, and how far a formation goes back.
local SHORT_OF <const>, BACK <const> = 300, mm(400)

--- The least that a body can be apart from another's line, in millimetres: from its middle to a circle round that line,
--- less two, since M.away rounds down twice.
local function least_apart(body, other)
  local x, y, one, two = 0, 0, other.one, other.other
  for _, at in ipairs(body.spots) do x, y = x + at.x, y + at.y end
  x, y = x / #body.spots - (one.x + two.x) / 2, y / #body.spots - (one.y + two.y) / 2
  local long, wide = one.x - two.x, one.y - two.y
  return (math.sqrt(x * x + y * y) - math.sqrt(long * long + wide * wide) / 2) / MM - 2
end

--- The nearest of some bodies that are more than guns, by the troops before it.
---@param body fusilier.Body
---@param others fusilier.Body[]
---@return fusilier.Body?
---@return integer? mm
function M.nearest(body, others)
  local best
  return lists.least(others, function(other)
    if other.id == body.id or other.troops == 0 or best and least_apart(body, other) >= best then return nil end
    local away = M.apart(body, other)
    best = math.min(best or away, away)
    return away
  end)
end

--- Guns come up to where they fire with effect, or with canister.
local function range_mm(view, body, band)
  local _, least = lists.least(body.units, function(unit) return unit.guns and army.reach(view, unit, 1)[band] end)
  return least
end

--- How much nearer than a bracket's limit guns come up.
local INSIDE <const> = 50

--- Guns go straight ahead up to short range of an enemy, beside those who attack with them.
local function closes_up(view, body, enemy, list)
  local short, base = range_mm(view, body, "short_mm"), body.units[1].base
  if not short then return end
  local function ahead(spot_) return tabletop.along(base, base.facing, spot_) end
  local um = math.min(ahead(enemy.one), ahead(enemy.other), ahead(enemy.middle)) - mm(short - INSIDE)
  if um < mm(INSIDE) then return end
  local one, other = shifted(view, body, base.facing, um)
  list[#list + 1] = order("move", "close up to " .. enemy.name, one, other, ("%d mm straight ahead"):format(um // MM),
    scored("move", 0) - 1)
end

local function marches(view, side, body, enemies, list)
  local enemy, away = M.nearest(body, enemies)
  local edge = view:home(side)
  local home = edge and (edge.facing + deg(180)) % deg(360)
  if enemy then
    local bearing = geometry.bearing(body.middle, enemy.middle)
    local short = body.troops > 0 and SHORT_OF or (range_mm(view, body, "effective_mm") or SHORT_OF) - INSIDE
    if away > short then
      local one, other = shifted(view, body, bearing, mm(away - short))
      local text = ("up to %d mm from %s"):format(short, enemy.name)
      list[#list + 1] = order("move", "toward " .. enemy.name, one, other, text, scored("move", 0))
    end
    if body.troops == 0 then closes_up(view, body, enemy, list) end
    home = home or (bearing + deg(180)) % deg(360)
  end
  if home then
    local one, other = shifted(view, body, home, BACK)
    local text = ("%d mm back"):format(BACK // MM)
    list[#list + 1] = order("withdraw", "out of reach", one, other, text, SCORES.withdraw)
  end
end

local function standing(friends, list)
  list[#list + 1] = { verb = "hold", text = "where it stands", score = SCORES.hold }
  for _, friend in ipairs(friends) do
    list[#list + 1] = { verb = "support", aim = friend.name, text = "standing ready", score = SCORES.support }
  end
end

--- In a told game the players know where everybody is: their orders are words.
local function in_words(body, friends, enemies, list)
  for _, enemy in ipairs(body.troops > 0 and enemies or {}) do
    list[#list + 1] = { verb = "attack", aim = enemy.name, text = strength_text(enemy), score = SCORES.attack }
  end
  standing(lists.filter(friends, function(friend) return friend.id ~= body.id end), list)
  list[#list + 1] = { verb = "withdraw", aim = "out of reach", text = "toward its own edge", score = SCORES.withdraw }
end

--- What a body may be ordered to do, the best first.
---@param view limber.View
---@param side string
---@param body fusilier.Body
---@param friends fusilier.Body[]
---@param enemies fusilier.Body[]
---@return table[]
function M.orders(view, side, body, friends, enemies)
  local list = {}
  if view:told() then
    in_words(body, friends, enemies, list)
  else
    for _, friend in ipairs(friends) do
      if not friend.middle then measure_body(view, friend) end
    end
    attacks(body, enemies, list)
    seizures(view, side, body, list)
    standing({ (M.nearest(body, friends)) }, list)
    marches(view, side, body, enemies, list)
  end
  return best_first(list)
end

return M
