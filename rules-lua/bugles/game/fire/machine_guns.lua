-- Machineguns: a machine gun fires at one stand, or shares its dice over stands that touch one another.

local cover <const> = use "game/fire/cover"
local rays <const> = use "game/fire/rays"
local removal <const> = use "game/army/removal"
local shots <const> = use "game/fire/shots"

local M <const> = {}

--- The targets of a machine gun and its dice at each: all at one, or the first share and the rest at the others.
---@return string[]? targets nil when its dice cannot be shared so
---@return integer[]? shares
function M.shared(view, id, target, also, dice, defensive)
  local plunges = view.state.units[target] and rays.trajectory(view, id, target).beaten_zone_mm > 0
  local targets, shares = { target }, {}
  if plunges then
    table.move(rays.beaten(view, id, target), 1, #rays.beaten(view, id, target), 2, targets)
    return targets
  end
  table.move(also, 1, #also, 2, targets)
  if #targets == 1 then return targets end
  local total = view.rules.tables.fire_dice("machine_gun", defensive and "vrf_or_defensive" or "normal")
  local rest = total - (dice or total - #also)
  for i = 1, #also do
    shares[i + 1] = rest // #also + (i <= rest % #also and 1 or 0)
  end
  shares[1] = total - rest
  return targets, shares
end

--- Fires it: `how` has its targets and shares besides.
---@return integer hits on what it was fired at first
function M.fire(play, id, target, how)
  local procedure, args = shots.question(play, id, target, how)
  local behind = {}
  for i, one in ipairs(how.targets) do behind[i] = args.targets[i].behind and cover.behind(play, id, one) end
  local result, losses = play:resolve(procedure, args, id, target), {}
  shots.fired(play, id, how.phase)
  for i, one in ipairs(result.results) do
    shots.tell(play, id, how.targets[i], args.targets[i].range_mm, one.dice, one)
    if play.state.units[how.targets[i]] then rays.add(losses, how.targets[i], one.hits) end
    if one.hits_behind > 0 and behind[i] then
      shots.tell(play, id, behind[i], nil, one.dice,
        { needed = one.needed, modifiers = one.modifiers, hits = one.hits_behind })
      rays.add(losses, behind[i], one.hits_behind)
    end
  end
  if #losses > 0 then removal.fire_losses(play, losses, { by = id, cite = "Removing Casualties" }) end
  return result.results[1].hits
end

return M
