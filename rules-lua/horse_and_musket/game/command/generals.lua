-- 5.6, 6.11, R60: the general with a unit that takes many hits.
local leaders <const> = use "game/command/leaders"

story {
  general_unhurt = "{general} is in the thick of it with {unit}, and unhurt: {roll} thrown.",
}

local M <const> = {}

--- Whether a general with a unit falls when it has taken so many unsaved hits, from one fire or in one combat. He is
--- thrown for by those who hit it.
---@param play table
---@param id string the unit
---@param hits integer
---@param among string[]? the generals who were with it; those who are, when not given
function M.risk(play, id, hits, among)
  if hits < play.rules.constant.general_risk_hits then return end
  for _, general in ipairs(among or leaders.with(play, id)) do
    if leaders.fit(play, general) then
      local result = play:resolve("general.risk", { hits = hits }, general)
      if result.casualty then
        leaders.remove(play, general)
      else
        play:tell("general_unhurt", { general = general, unit = id, roll = result.roll, cite = "5.6 6.11" })
      end
    end
  end
end

return M
