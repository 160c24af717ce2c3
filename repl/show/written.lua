--- Writes a whole file that a person named; what stood there is kept beside it.
local host <const> = require "host"

local M <const> = {}

--- Writes by a function of the host, unless what stands there has the content already.
local function write(by, path, content)
  local kept = ""
  if host.exists(path) and host.read(path) ~= content then
    local done, message = host.set_aside(path)
    if not done then return nil, message end
    kept = ("; what was there is kept as %s~"):format(path)
  end
  local done, message = by(path, content)
  if not done then return nil, message end
  return ("%s is written%s"):format(path, kept)
end

---@param path string
---@param content string
---@return string? told what was written, and what was kept; nil where nothing was written
---@return string? fault
function M.file(path, content) return write(host.write, path, content) end

--- The same of a page of HTML, as PDF.
---@param path string
---@param html string
---@return string? told
---@return string? fault
function M.pdf(path, html) return write(host.print, path, html) end

return M
