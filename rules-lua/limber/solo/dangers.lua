--- What a place costs and what things are worth, for every stance and task alike. Methods of limber.solo.mind.
--
-- A ruleset says in its policy who bears on a place, by the odds of its own procedures under the rules in force:
--   threats = {
--     reach = function(mind, enemy) → um             how far that enemy bears, by fire or by a charge in one turn
--     fire = function(mind, enemy, id, base, um) → number?     what part of the unit its fire takes there in a turn,
--           on average: 1 would be all of it
--     charge = function(mind, enemy, id, base, um, least) → number?   the same of its charge, with the chance that it
--           comes; what is no more than `least` makes no difference: it need not be reckoned further
--   }
-- `base`: where the unit would stand, `um` from that enemy. And these weights: plan_danger (the part of a unit that it
-- may lose in a turn for nothing), plan_leader and plan_objective (what a leader is worth, in average units, and all
-- objectives together, in parts of a side's strength).
local geometry <const> = require "kernel.geometry"
local tabletop <const> = require "limber.tabletop.tabletop"

local M <const> = { methods = {} }
local Mind <const> = M.methods

local function danger(self, id, base)
  local threats, found = self.threats, { fire = 0, charge = 0 }
  local here = base == self.view:unit(id).base
  for _, enemy in ipairs(self:enemies()) do
    local um = here and self:gap(id, enemy) or self:apart(base, self.view:unit(enemy).base)
    if um <= self:once_for("bears", enemy, threats.reach) then
      local fire = threats.fire(self, enemy, id, base, um) or 0
      local least = math.max(0, math.min(found.charge, (found.most or 0) - fire))
      local charge = threats.charge and threats.charge(self, enemy, id, base, um, least) or 0
      found.fire, found.charge = found.fire + fire, math.max(found.charge, charge)
      if fire + charge > 0 and fire + charge > (found.most or 0) then found.most, found.by = fire + charge, enemy end
    end
  end
  found.all = math.min(1, found.fire + found.charge)
  return found
end

--- What a unit may lose on a base in the enemy's next turn, in parts of itself: by the fire of all who reach it, and by
--- the worst of the charges on it. 0 where a policy has no `threats`, and where places are not known.
---@param id string
---@param base table? where it stands, when left out
---@return number part
---@return { fire: number, charge: number, by: string? } found `by`: the enemy who costs most
function Mind:danger(id, base)
  base = base or self.view:unit(id).base
  if not self.threats or self.view:told() or not base then return 0, { fire = 0, charge = 0 } end
  local found = self:once(("danger %s %d %d %d"):format(id, base.x, base.y, base.facing), danger, self, id, base)
  return found.all, found
end

--- How strong a side is, in the measures of its plan.
local function strength_of(self, side)
  return self:once("strength of " .. side, function()
    local sum, n = 0, 0
    for _, unit in self.view:present(side) do
      local strength = self.measures.strength(self, unit)
      sum, n = sum + strength, n + (strength > 0 and 1 or 0)
    end
    return { all = sum, each = n > 0 and sum / n or 0 }
  end)
end

--- What a unit, a formation, a leader or an objective is worth, in the measures of the plan: so much strength.
---@param id string
---@return number
function Mind:worth(id)
  local state, weight = self.state, self.weight
  local unit, leader, area = state.units[id], state.leaders[id], state.areas[id]
  if unit then
    local sum = self.view:status(unit) == "gone" and 0 or self.measures.strength(self, unit)
    for _, led in ipairs(self.view:leaders_with(id)) do sum = sum + self:worth(led) end
    return sum
  end
  if leader then return weight.plan_leader * strength_of(self, leader.side).each end
  if area then
    local points, all = 0, 0
    for _, one in ipairs(state.order.areas) do
      local here = state.areas[one].objective
      here = here == true and 1 or here or 0
      all = all + here
      if one == id then points = here end
    end
    return all > 0 and points / all * weight.plan_objective * strength_of(self, self.side).all or 0
  end
  local sum = 0
  for one in self.view:units_of(id, true) do sum = sum + self:worth(one) end
  return sum
end

local BACK <const> = 180000

--- Out of the fire of those who bear on it, for a unit that stands under it for nothing: straight back, as far as it
--- has to go to be safe; nil when it may stand, or would be no safer there. Whether it is for nothing the policy knows:
--- it has nobody to fire at, and is not sent to attack or to hold that ground.
---@param id string
---@param most integer how far it goes at most
---@return table? goal
function Mind:out_of_fire(id, most)
  local here, found = self:danger(id)
  if here <= self.weight.plan_danger or not found.by then return nil end
  local base = self.view:unit(id).base
  local angle = (geometry.bearing(base, self.view:unit(found.by).base) + BACK) % 360000
  for part = 1, 3 do
    local there = tabletop.base_at(base, geometry.step({ x = base.x, y = base.y }, angle, most * part // 3))
    if 2 * self:danger(id, there) <= here then
      return {
        point = { x = there.x, y = there.y }, stop = 0, back = base.facing, backward = true,
        why = function() return "out of the fire of " .. self:name(found.by) end,
      }
    end
  end
end

return M
