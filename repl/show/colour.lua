--- Colour on terminals that want it: NO_COLOR, TERM=dumb and anything that is no terminal get plain text.
local host <const> = require "host"
local printable <const> = require "kernel.printable"

local M <const> = {}

--- What switches each on.
M.codes = { bold = "1", dim = "2", red = "31", green = "32", yellow = "33", blue = "34", cyan = "36" }

local function found_out()
  if M.choice == "always" then return true end
  if M.choice == "never" then return false end
  local none = host.getenv "NO_COLOR"
  return host.isatty(1) and not (none and none ~= "") and host.getenv "TERM" ~= "dumb"
end

--- `always`, `never`, or nil to find out.
M.choice = nil

--- Whether texts are painted.
---@return boolean
function M.wanted()
  if M.on == nil then M.on = found_out() end
  return M.on
end

--- A text in a colour, or as it is.
---@param name "bold"|"dim"|"red"|"green"|"yellow"|"blue"|"cyan"
---@param text string
---@return string
function M.paint(name, text)
  return M.wanted() and M.in_colour(M.codes[name], text) or text
end

--- A text in the colour of some codes, for host.stdout and host.stderr: no other control sequence gets through these.
---@param codes string
---@param text string
---@return string
function M.in_colour(codes, text)
  return printable.colour(codes) .. text .. printable.colour "0"
end

--- A text without its colours, for readers that are no terminal.
---@param text string
---@return string
function M.without(text) return (text:gsub("\27%[[%d;:]*m", "")) end

return M
