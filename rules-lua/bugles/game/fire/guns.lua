-- Artillery, Canister: a gun fires solid shot or canister at a stand, and at what lies beyond it.

local cover <const> = use "game/fire/cover"
local rays <const> = use "game/fire/rays"
local removal <const> = use "game/army/removal"
local shots <const> = use "game/fire/shots"
local troops <const> = use "troops"

local M <const> = {}

--- The other stands of a shot of solid: those behind the first on its line, or in its beaten zone (R150, R152).
local function further(play, id, target, range, missed, defensive)
  if defensive then return {} end -- R151
  local list = {}
  local plunges = rays.trajectory(play, id, target).beaten_zone_mm > 0
  if not plunges then return rays.penetrated(play, id, target, range, missed) end
  for i, other in ipairs(rays.beaten(play, id, target)) do list[i] = { id = other, mm = range } end
  return list
end

local function solid(play, id, target, how, args, result, losses)
  local _, by = cover.target_args(play, id, target)
  cover.strike(play, by, args.cover, args.gun, result.hits)
  for _, one in ipairs(further(play, id, target, args.range_mm, result.hits == 0, how.phase == "defensive")) do
    local goes_on = { phase = how.phase, follow_on = true, range_mm = one.mm }
    local procedure, again = shots.question(play, id, one.id, goes_on)
    if rays.there(play, one.id) and not play.rules.fault(procedure, again) then
      local hit = play:resolve(procedure, again, id, one.id)
      shots.tell(play, id, one.id, one.mm, hit.dice_count, hit)
      rays.add(losses, one.id, hit.hits)
    end
  end
end

--- One shot of a gun at a stand, or at a leader.
---@param how table as for shots.question
---@return integer hits on what it was fired at
function M.fire(play, id, target, how)
  local unit, procedure, args = play:unit(id), shots.question(play, id, target, how)
  local result, losses = play:resolve(procedure, args, id, target), {}
  local canister = how.mode == "canister"
  shots.fired(play, id, how.phase)
  if not result.fired then
    play:tell("misfires", { unit = id, roll = play:dice(), cite = "Native Artillery" })
    return 0
  end
  local kind = canister and "canister" or "solid"
  play:set(unit, kind, result[kind .. "_rounds_left"])
  shots.tell(play, id, target, args.range_mm, result.dice_count, result)
  local is_stand = play.state.units[target] ~= nil
  if is_stand then rays.add(losses, target, result.hits) end
  local behind = canister and result.penetrates and cover.behind(play, id, target)
  if behind then
    shots.tell(play, id, behind, nil, result.dice_count,
      { needed = result.needed, modifiers = result.modifiers, hits = result.hits_behind })
    rays.add(losses, behind, result.hits_behind)
  end
  if not canister and is_stand then solid(play, id, target, how, args, result, losses) end
  local elite = troops.elite(unit) and 2 * (unit.non_gunners or 0) <= unit.figures
  if #losses > 0 then
    removal.fire_losses(play, losses, {
      by = id, counter_battery = true, elite_firers = elite, cite = "Removing Casualties",
    })
  end
  return result.hits
end

return M
