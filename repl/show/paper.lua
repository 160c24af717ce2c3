--- Where what is shown at the prompt goes: to the screen at once, or gathered for a pager while a command that only
--- shows things runs.
local host <const> = require "host"

local M <const> = {}

local gathered

---@param text string
function M.write(text)
  if gathered then gathered[#gathered + 1] = text else host.stdout(text) end
end

--- Gathers what is written until `show`.
function M.gather()
  gathered = {}
end

--- Shows the gathered lines, through a pager where they are longer than the screen.
function M.show()
  local text = table.concat(gathered)
  gathered = nil
  if text ~= "" then host.page(text) end
end

return M
