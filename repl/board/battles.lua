--- The battles that ship with a ruleset, to begin one from the page.
local host <const> = require "host"

local M <const> = {}

--- How many turns a scenario has: a number, or that of a constant at its head.
local function turns_of(content)
  local last = content:match "%f[%w]last_turn%s*=%s*(%w+)"
  return last and (math.tointeger(tonumber(last)) or math.tointeger(tonumber(
    content:match("\nlocal " .. last .. "%f[%W][^=\n]*=%s*(%d+)"))))
end

--- The paths are those below Limber's own folder, by which anybody names them.
---@param ruleset string
---@return { path: string, title: string, doc: string?, head: string?, turns: integer? }[] `head`: place and date
function M.of(ruleset)
  local root, folder, list = host.root() .. "/", ("scenarios/%s"):format(ruleset), {}
  for _, name in ipairs(host.list(root .. folder) or {}) do
    local path = ("%s/%s"):format(folder, name)
    local content = name:find "%.lua$" and host.read(root .. path)
    local title = content and content:match '%f[%w]title%s*=%s*"([^"\n]+)"'
    if title then
      list[#list + 1] = {
        path = path, title = title, doc = content:match '%f[%w]doc%s*=%s*"([^"\n]+)"',
        head = content:match "^%-%- ([^:\n]+):", turns = turns_of(content),
      }
    end
  end
  return list
end

return M
