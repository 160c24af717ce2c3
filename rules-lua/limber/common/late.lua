--- Methods whose module is read when the first of them is called: half of a short run goes into reading the framework.
local M <const> = {}

---@param target table gets the methods
---@param names string[]
---@param read fun(): table<string, function> gives the module that has them
function M.methods(target, names, read)
  for _, name in ipairs(names) do
    target[name] = function(...)
      local method <const> = read()[name]
      target[name] = method
      return method(...)
    end
  end
end

return M
