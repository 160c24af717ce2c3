--- The services of the table: what a `view` can measure and `play` can do with bodies on it, each by one name, so that
--- a house rule can wrap it. Each file of this folder gives a table of its own:
--
--   return { view = { path = function(view, …) … end }, play = { go = function(play, …) … end } }
--
-- A service of a view is one of play too; a service of play changes the state. A service that must know what no state
-- says where players measure for themselves declares the fact, and asks for it (view:fact, or view:told):
--
--   facts = { face_met = { ask = "Which face of {2} does {1} meet?", words.enum "face" { "front", "flank", "rear" },
--                          suggest = "front", measured = function(view, field, from, to) … end } }
local M <const> = { view = {}, play = {}, facts = {} }

--- The files that give services.
local FILES <const> = {
  "charge_way", "combats", "contacts", "faces", "fire_lines", "going_back", "going_round", "ground",
  "hand_to_hand", "leaders", "lining_up", "moves", "paths", "reach", "room", "room_along", "setup", "targets", "units",
  "victory",
}

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
  take(M.facts, given.facts, file)
  for name, fact in next, given.facts or {} do fact.name, fact.field = name, fact[1] end
end

return M
