--- How far ahead a solo commander looks (limber.solo.ahead): `--solo-effort 3`, `:solo b effort 3`.
local M <const> = {}

--- The most that is of use.
local MOST <const> = 9

--- An effort as it is typed; nil and what is wrong.
---@param text string
---@return integer?
---@return string?
function M.read(text)
  local effort = text:match "^%d+$" and math.tointeger(tonumber(text))
  if effort and effort >= 1 and effort <= MOST then return effort end
  return nil, ("the effort must be 1 to %d, got %s"):format(MOST, text == "" and "nothing" or text)
end

return M
