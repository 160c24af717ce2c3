-- How a solo commander's attackers come at an enemy (4.6, 7.0, R31): where they end, whom they meet there, and which
-- friends would stand in their way.

local army <const>, obedience <const> = use("game/army/units", "game/command/obedience")

local M <const> = {}

--- Is a friend sent into an attack in this bound, so that he will have gone from where he stands?
local function goes(mind, id)
  return lists.find(mind.view:sealed(mind.side), function(cmd) return cmd.unit == id and cmd.target end) ~= nil
end

--- Everybody whom a unit may meet on its way: not those who go themselves, skirmishers that fall back, or guns that go
--- with it.
local function bodies(mind, id, target)
  local except, view = { id, target }, mind.view
  for other, unit in view:present() do
    local gives = unit.side == mind.side and (unit.attached_to == id or goes(mind, other))
      or unit.side ~= mind.side and unit.drill == "skirmish"
    if gives and other ~= id then except[#except + 1] = other end
  end
  return { kind = "base", except = except }
end

--- Formed enemies that would halt foot before it has come to its target: the first of them, and how far it comes.
local function halted(mind, base, um, angle, target, zone)
  local within, any = {}, false
  for _, other in ipairs(mind:enemies()) do
    local enemy = mind.view:unit(other)
    if army.stands(enemy) and enemy.arm ~= "artillery" and enemy.drill ~= "skirmish" and other ~= target
      and geometry.gap(base, enemy.base) > zone then
      within[other], any = zone, true
    end
  end
  if not any or um <= 0 then return nil end
  local near = mind.view:field():path {
    base = base, slide = um, angle = angle, looks = { near = { kind = "base", within = within, first = true } },
  }.near
  return near and near.id, near and near.from
end

--- A way from a base straight at a target: where it ends, how near that is, who blocks it; nil: no room to turn.
local function straight(mind, id, base, target)
  local view, field = mind.view, mind.view:field()
  local unit, mark, filter = view:unit(id), view:unit(target).base, bodies(mind, id, target)
  local zone = army.mounted(unit) and 0 or mm(army.zone(view, id))
  local angle = geometry.turn(base.facing, view:bearing_at(base, mark))
  if math.abs(angle) > army.incline(view) then
    local faced = geometry.move(base, { pivot = angle })
    if field:overlaps(faced, filter) then return nil end
    base = faced
    angle = geometry.turn(base.facing, view:bearing_at(base, mark))
  end
  local um = math.max(0, geometry.gap(base, mark) - zone)
  local met = um > 0 and field:first(base, { slide = um, angle = angle }, filter)
  local free, by = um, nil
  if met and not met.yes then free, by = met.free, met.id end
  local other, at
  if zone > 0 then other, at = halted(mind, base, free, angle, target, zone) end
  if other then free, by = at, nil end
  return { base = free > 0 and tabletop.slid(base, free, angle) or base, short = um - free, by = by, meets = other }
end

--- How a unit that attacks comes at its target: { base, short, by, meets }: where it ends, how much short of its zone
--- or of contact, the friend or enemy who blocks it, and the enemy who halts it before. Nil: it has no room to turn.
function M.at(mind, id, target)
  return mind:once(("way %s %s %d"):format(id, target, #mind.view:sealed(mind.side)), function()
    return straight(mind, id, mind.view:unit(id).base, target)
  end)
end

--- Does it come to a fight there: with its target, or with whom it meets before?
function M.comes_up(mind, id, target)
  local way = M.at(mind, id, target)
  if not way then return false end
  return way.short <= mm(1) or way.meets ~= nil, way
end

--- Formed foot of the enemy that would fight a unit at the end of its way: its target first, then the nearest.
local function foes_at(mind, base, target)
  local zone, list, gaps = mm(mind.rules.constant.combat_zone), { target }, {}
  for _, other in ipairs(mind:enemies()) do
    local enemy = mind.view:unit(other)
    if other ~= target and army.stands(enemy) and army.formed_foot(enemy) then
      gaps[other] = geometry.gap(base, enemy.base)
      local faces = tabletop.off_front(enemy.base, base) <= army.arc(mind.view)
      if gaps[other] <= zone and faces then list[#list + 1] = other end
    end
  end
  return list
end

--- Friends on foot who fight some enemies already or are sent against them, and those who still may be.
local function friends_at(mind, id, foes)
  local sure, may, view = {}, {}, mind.view
  for _, other in ipairs(mind:standing(mind.side)) do
    local unit = view:unit(other)
    if other ~= id and army.formed_foot(unit) and army.free(unit) then
      local sent = lists.find(view:sealed(mind.side), function(cmd) return cmd.unit == other and cmd.target end)
      local about = unit.opponents or sent and { sent.target }
      if about then
        if lists.find(foes, function(foe) return lists.has(about, foe) end) then sure[#sure + 1] = other end
      elseif obedience.ATTACKS[(obedience.of(view, unit) or {}).verb] then
        local um = mm(obedience.in_the_open(view, unit) + army.zone(view, other))
        if mind:gap(other, foes[1]) <= um and M.comes_up(mind, other, foes[1]) then may[#may + 1] = other end
      end
    end
  end
  return sure, may
end

--- Who would fight where an attack on foot ends: a friend who attacks the target with the unit, where they are more
--- than those before them; or the second enemy that it has to beat, where they are fewer. `may`: friends who still
--- may be sent count too.
---@return string? friend
---@return string? second
function M.meeting(mind, id, target, may)
  local way = M.at(mind, id, target)
  if not way then return nil end
  local known = mind:once(("meeting %s %s %d"):format(id, target, #mind.view:sealed(mind.side)), function()
    local foes = foes_at(mind, way.base, target)
    local sure, others = friends_at(mind, id, foes)
    return { foes = foes, sure = sure, may = others }
  end)
  local friends = #known.sure + (may and #known.may or 0)
  if friends + 1 > #known.foes then return known.sure[1] or known.may[1] end
  return nil, friends + 1 < #known.foes and known.foes[2] or nil
end

--- Would a beaten unit be driven off the table: does its full move lead over an edge, straight away from an enemy?
function M.driven_off(mind, id, foe, base)
  local view, unit = mind.view, mind.view:unit(id)
  base = base or unit.base
  local um = mm(obedience.allowance(view, unit, army.troop(view.rules, unit), view.rules.constant.bound))
  local away = (geometry.bearing(base, foe) + deg(180)) % deg(360)
  return not tabletop.within(view, geometry.step({ x = base.x, y = base.y }, away, um))
end

return M
