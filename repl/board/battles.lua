--- The battles that ship with a ruleset, to begin one from the page.
local host <const> = require "host"

local M <const> = {}

--- The paths are those below Limber's own folder, by which anybody names them.
---@param ruleset string
---@return { path: string, title: string }[]
function M.of(ruleset)
  local root, folder, list = host.root() .. "/", ("scenarios/%s"):format(ruleset), {}
  for _, name in ipairs(host.list(root .. folder) or {}) do
    local path = ("%s/%s"):format(folder, name)
    local content = name:find "%.lua$" and host.read(root .. path)
    local title = content and content:match '%f[%w]title%s*=%s*"([^"\n]+)"'
    if title then list[#list + 1] = { path = path, title = title } end
  end
  return list
end

return M
