-- What the commands of steps 1 and 2 propose: whom to attack, in line, mounted or in column of assault; the way round
-- a unit that stands before one; and how to answer an attack.

local army <const>, covers <const>, ground <const> = use("game/army/units", "game/fire/cover", "game/movement/ground")
local obedience <const> = use "game/command/obedience"

--- No more targets than these, the nearest, are proposed to one unit.
local MOST <const> = 4

local M <const> = {}

--- How far a unit may reach to attack: what it may go this bound, and its zone.
function M.reach(view, unit) return obedience.in_the_open(view, unit) + army.zone(view, unit.id) end

--- Enemies that a unit may reach, the nearest first, and how far they are; in a told game the players know who is near.
local function in_reach(view, id, unit, reach)
  if unit.base then return view:fact("in_reach", id, reach) end
  local list = {}
  for other in view:present(view:other(unit.side)) do list[#list + 1] = { id = other } end
  return list
end

--- Attacks that may be declared.
function M.attacks(refuses_unit, refuses)
  return proposals.ranked(function(view, id) return view:unit(id).target or refuses_unit(view, id) end,
    function(view, id, unit, offer)
      local reach, found = M.reach(view, unit), 0
      for _, near in ipairs(in_reach(view, id, unit, reach)) do
        if (found < MOST or not near.mm) and not refuses(view, id, near.id) then
          found = found + 1
          local text = near.mm and ("%d of %d mm"):format(near.mm, reach) or ("up to %d mm"):format(reach)
          offer { target = near.id, text = text, score = reach - (near.mm or reach) }
        end
      end
    end)
end

--- Battalions in column close behind one another, from a leader back.
local function behind(view, id, refuses_behind)
  local chain, seen, before = {}, { [id] = true }, id
  local side, facing = view:unit(id).side, view:unit(id).base.facing
  local function follows(unit, other)
    local off = tabletop.along(view:unit(before).base, facing, unit.base)
    return off < 0 and not refuses_behind(view, before, other, seen)
  end
  repeat
    before = view:nearest_unit(before, side, nil, follows)
    if before then chain[#chain + 1], seen[before] = before, true end
  until not before
  return chain
end

--- Columns of assault that may be declared: with all that stand close behind the leader, and alone.
function M.columns(refuses_unit, refuses, refuses_behind)
  return where_measured(proposals.ranked(function(view, id)
    return view:unit(id).target or refuses_unit(view, id)
  end, function(view, id, unit, offer)
    local reach, chain = M.reach(view, unit), behind(view, id, refuses_behind)
    local function propose(near, with, text, score)
      offer {
        target = near.id, behind = with, text = ("%s, %d of %d mm"):format(text, near.mm, reach),
        score = reach - near.mm + score,
      }
    end
    for _, near in ipairs(view:fact("in_reach", id, reach)) do
      if view:unit(near.id).arm == "infantry" and not refuses(view, id, near.id) then
        propose(near, chain, ("%d deep"):format(#chain + 1), #chain)
        if #chain > 0 then propose(near, {}, "alone", -1) end
      end
    end
  end))
end

fact "before_target" {
  ask = "Who stands in the way of {1} to {2}, the nearest first?",
  units "bodies" { "any", default = {} },
  measured = function(view, field, id, target)
    local base, found = view:unit(id).base, {}
    local bearing, um = ground.at(view, base, view:unit(target).base)
    local angle = geometry.turn(base.facing, bearing)
    for _, met in ipairs(field:met(base, { slide = um, angle = angle }, { kind = "base", except = { id, target } })) do
      if view.state.units[met.id] then found[#found + 1] = met.id end
    end
    return found
  end,
}

--- A point beside a body by which another gets round it: to its left, or its right, as the one who comes sees it.
local function beside(view, base, body, hand)
  local way = geometry.bearing(base, body) + hand * deg(90)
  local at = geometry.step({ x = body.x, y = body.y }, way % deg(360), (body.width + base.width) // 2 + mm(20))
  return tabletop.within(view, at) and { x = at.x, y = at.y } or nil
end

local HANDS <const> = { { -1, "left" }, { 1, "right" } }

--- Ways round for attackers who have somebody before them; the others go straight of themselves.
M.ways_round = proposals.each(function(view, id)
  local unit = view:unit(id)
  local target = not unit.by and army.free(unit) and not unit.fighting and view.state.units[unit.target]
  return not (unit.base and target and target.base)
end, function(view, id, unit, offer)
  local first = view:fact("before_target", id, unit.target)[1]
  for _, hand in ipairs(first and HANDS or {}) do
    local at = beside(view, unit.base, view:unit(first).base, hand[1])
    local text = ("round %s by its %s"):format(view:name(first), hand[2])
    if at then offer { path = { at }, text = text, score = 1 } end
  end
end)

--- Enemies who have declared an attack on a unit.
function M.attackers(view, id) return army.attacking(view, view:other(view:unit(id).side))[id] or {} end

--- Facing it, a unit need not turn to an attack: less than this is no turn, in thousandths of a degree.
local FACES <const> = deg(5)

--- Answers to attacks; in a told game the players know which of them are possible.
function M.responses(refuses)
  return proposals.ranked(function(view, id)
    local unit = view:unit(id)
    return unit.responded or not army.stands(unit) or #M.attackers(view, id) == 0
  end, function(view, id, unit, offer)
    local attackers, order = M.attackers(view, id), view.state.order
    local first = view:unit(attackers[1])
    local function propose(answer)
      answer.unit = id
      if view:told() or not refuses(view, answer) then offer(answer) end
    end
    local turned = unit.base and tabletop.off_front(unit.base, first.base) or FACES
    local text = unit.base and ("%d degrees off its front"):format(turned // deg(1)) or "to face the attack"
    if turned >= FACES then
      propose { action = "reface", text = text, score = turned > army.arc(view) and 3 or 1, toward = attackers[1] }
    end
    if #attackers > 1 then
      local all = #attackers == 2 and "both" or ("all %d"):format(#attackers)
      propose { action = "redeploy_facing", text = "to face " .. all, score = 2 }
    end
    if not army.free(unit) then return end
    if lists.find(attackers, function(other) return army.mounted(view:unit(other)) end) then
      propose { action = "form_square", text = "in time", score = 4 }
    end
    for _, cover in ipairs(unit.base and lists.append(lists.append({}, order.areas), order.lines) or {}) do
      if not covers.refuse(view, { unit = id, cover = cover }) then
        local away = view:fact("to_cover", id, cover)
        local words = ("%s, %d mm away"):format(view:name(cover):gsub("_", " "), away)
        propose { action = "take_cover", text = words, score = -away / 1000, cover = cover } -- the nearest first
      end
    end
  end)
end

return M
