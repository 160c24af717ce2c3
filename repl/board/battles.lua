--- The battles that ship with a ruleset, to begin one from the page.
local host <const> = require "host"

local M <const> = {}

---@param ruleset string
---@return { path: string, title: string }[]
function M.of(ruleset)
  local folder, list = ("%s/scenarios/%s"):format(host.root(), ruleset), {}
  for _, name in ipairs(host.list(folder) or {}) do
    local path = ("%s/%s"):format(folder, name)
    local content = name:find "%.lua$" and host.read(path)
    local title = content and content:match '%f[%w]title%s*=%s*"([^"\n]+)"'
    if title then list[#list + 1] = { path = path, title = title } end
  end
  return list
end

return M
