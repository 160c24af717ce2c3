--- The services of the table: what a `view` can measure and `play` can do with bodies on it, each by one name, so that
--- a house rule can wrap it. Each file of this folder gives a table of its own:
--
--   return { view = { path = function(view, …) … end }, play = { go = function(play, …) … end } }
--
-- A service of a view is one of play too; a service of play changes the state.
local M <const> = { view = {}, play = {} }

--- The files that give services.
local FILES <const> = { "contacts", "faces", "fire_lines", "targets" }

local function take(into, given, file)
  for name, service in next, given or {} do
    if into[name] then error(("the service %q stands twice, also in %s"):format(name, file), 0) end
    into[name] = service
  end
end

for _, file in ipairs(FILES) do
  local given = require("limber.tabletop." .. file)
  take(M.view, given.view, file)
  take(M.play, given.play, file)
end

return M
