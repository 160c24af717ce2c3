--- Where units stand: what every ruleset's must not, impassable ground, and the edge of the table to a hair.
local field <const> = require "fuzz.audit.horse_and_musket.field"
local places <const> = require "fuzz.audit.places"

local M <const> = {}

--- What rounding may take of a corner.
local HAIR <const> = 0.005

---@param fault fun(line: table, text: string)
function M.watcher(fault)
  local self = places.watcher(fault,
    { present = field.present, barred = { impassable = true }, bridges = { bridge = true, ford = true } })

  --- A move of a unit's own ends with no corner of it over the edge.
  function self.change(_, line, change, root)
    local path, to = change.path, change.new
    local own = line.command["do"] == "move" or line.command["do"] == "march" or line.command["do"] == "turn"
    if path[1] ~= "units" or path[3] ~= "base" or #path ~= 3 or not to or not own then return end
    local width, depth = root.ground.width / 1000, root.ground.depth / 1000
    for _, corner in ipairs(field.outline(to)) do
      local over = math.max(-corner.x, -corner.y, corner.x - width, corner.y - depth)
      if over > HAIR then return fault(line, ("%s moves %.2f mm over the edge of the table"):format(path[2], over)) end
    end
  end
  return self
end

return M
