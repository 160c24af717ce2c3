--- The solo commander as he was at commit f38fb650, kept as an opponent for today's: his policies and weights under
--- old/RULESET, and what they think with under old/limber/solo. All else is today's.
local loader <const> = require "bench.loader"

local M <const> = {}

local FOLDER <const> = "tests/opponents/old/"

local modules <const> = {}

--- A module of his mind; any other is today's.
function M.require(name)
  local file <const> = name:match "^limber%.solo%.([%w_]+)$"
  if not file then return require(name) end
  if not modules[name] then
    local env <const> = setmetatable({ require = M.require }, { __index = _G })
    modules[name] = assert(loadfile(FOLDER .. "limber/solo/" .. file .. ".lua", "t", env))(name)
  end
  return modules[name]
end

local function kept(path)
  return path:match "^rules%-lua/([%w_]+/.+)$"
end

--- Reads a ruleset's files, of which his own stand before today's.
M.loader = setmetatable({
  read = function(path)
    local own <const> = kept(path)
    return own and loader.read(FOLDER .. own) or loader.read(path)
  end,
}, { __index = loader })

return M
