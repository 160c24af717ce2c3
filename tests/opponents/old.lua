--- The solo commander as he was at a commit of old, an opponent for today's: his policies, his weights, and what they
--- think with. They are read out of the repository's history; all else is today's.
local loader <const> = require "bench.loader"

local M <const> = {}

local COMMIT <const> = "f38fb650"
--- What the steps of the game ask of both commanders alike is today's.
local OF_STEPS <const> = { ["stances.lua"] = true, ["deployment.lua"] = true }

--- The text of a file as it was; nil: there was none.
local function was(path)
  local pipe <close> = assert(io.popen(("git show '%s:%s' 2>/dev/null"):format(COMMIT, path)))
  local text <const> = pipe:read "a"
  return text ~= "" and text or nil
end

--- Is the history at hand that he is read from? A tree without it, or one cloned without its past, has none.
---@return boolean
function M.at_hand() return was "rules-lua/limber/solo/mind.lua" ~= nil end

local modules <const> = {}

--- A module of his mind; any other is today's.
function M.require(name)
  local file <const> = name:match "^limber%.solo%.([%w_]+)$"
  if not file then return require(name) end
  if not modules[name] then
    local path <const> = "rules-lua/limber/solo/" .. file .. ".lua"
    local text <const> = was(path)
    if not text then error("the commander of old stands in the repository's past; this is a tree without it", 0) end
    local env <const> = setmetatable({ require = M.require }, { __index = _G })
    modules[name] = assert(load(text, "@" .. path, "t", env))(name)
  end
  return modules[name]
end

local function his(path)
  local policy <const> = path:match "^rules%-lua/[%w_]+/game/solo/(.+)$"
  return policy and not OF_STEPS[policy] or path:find "^rules%-lua/[%w_]+/tables/solo_weights%.csv$"
end

--- Reads a ruleset's files, his own as they were.
M.loader = setmetatable({
  read = function(path) return his(path) and was(path) or loader.read(path) end,
}, { __index = loader })

return M
