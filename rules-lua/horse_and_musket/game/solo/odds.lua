-- 4.8: how likely a solo side's unit is to win a combat or a charge, by the exact odds of the rules; a charge after the
-- enemy's best lawful answer: its fire (4.1.3), and riding out where that is better for it than standing (4.1.4).

local army <const>, fire <const>, shots <const> = use("game/army/units", "game/fire/fire", "game/fire/shots")
local terms <const> = use "game/combat/melee_question"

local M <const> = {}

--- How likely the charger is to win a combat that these are the terms of; the charged unit wins when it does not.
function M.wins(mind, args, charger, charged)
  if not army.fighter(mind.view:unit(charged)) then return 1 end -- 4.1.7
  local who = { [""] = charger, charger = charger, charged = charged } -- as the battle asks it (rules.here)
  return mind:chance("melee.resolve", args, "winner", "charger", who, charged)
end

--- How likely a charger is to come through the fire of the unit that it charges: neither thrown back nor destroyed.
local function through_fire(mind, id, target, face)
  local view = mind.view
  if face ~= "front" or fire.may_defend(view, target, id) then return 1 end
  local function few(hits)
    return view:ask_of("charge.after_fire", id, { new_hits = hits }, target).outcome == "contact"
  end
  local by, args = shots.defence(view, target, id, view:fact("defending_bases", target, id))
  return mind:chance(by, args, "hits", few, target, id)
end

---@class hm.Promise what a charge promises
---@field p number how likely it is to win against the enemy's best answer
---@field face string
---@field distance integer mm
---@field answer string that answer in words, or ""

--- What a charge promises; nil when there is no way to the enemy.
---@param pivot integer?
---@return hm.Promise?
function M.charge(mind, id, target, pivot)
  if mind.view:told() then return nil end
  return mind:once(("charge of %s on %s, turned %s"):format(id, target, pivot), function()
    local args, distance = terms.foreseen(mind.view, id, target, pivot)
    if not args then return nil end
    local p, answer = M.wins(mind, args, id, target), {}
    local met = args.face == "front" and terms.met_half_way(mind.view, id, target, pivot)
    local out = met and M.wins(mind, met, id, target)
    if out and out < p then p, answer[1] = out, "riding out to meet it" end
    local through = through_fire(mind, id, target, args.face)
    if through < 1 then answer[#answer + 1] = "firing as it comes on" end
    return {
      p = p * through, face = args.face, distance = distance, rides = out ~= nil and out == p,
      answer = #answer > 0 and " " .. table.concat(answer, " and ") or "",
    }
  end)
end

return M
