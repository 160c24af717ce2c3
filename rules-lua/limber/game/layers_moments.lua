--- Moments in which a variant acts (limber.game.moments), as a key of its table (limber.game.layers).
local guest <const> = require "limber.rules.guest"
local kinds <const> = require "limber.rules.kinds"
local layers <const> = require "limber.game.layers"
local names <const> = require("limber.game.moments").NAMES
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"

local a_function <const> = kinds.functions "moments"

local moments <const> = { key = "moments", what = "moment" }

function moments.takes(name, fn, level)
  if type(name) == "string" and not names[name] then
    local known = sorted.keys(names)
    local hint = suggest.hint(name, known)
    error(("there is no moment %q%s"):format(name, hint ~= "" and hint or "; there are " .. table.concat(known, ", ")),
      level)
  end
  local taken = a_function(name, fn, level + 1) -- not a tail call, which has no level of its own
  return taken
end

function moments.lay(draft, layer, name, fn)
  local held = layers.own(draft, "moments")
  held[name] = table.move(held[name] or {}, 1, #(held[name] or {}), 1, {})
  local from = { name = layer.name, path = layer.path, shipped = layer.shipped }
  table.insert(held[name], { run = guest.face(layer, fn), layer = from })
end

function moments.differs(add, _, name)
  add("moment", name, nil, nil, ("acts when %s"):format((name:gsub("_", " "))))
end

return { moments }
