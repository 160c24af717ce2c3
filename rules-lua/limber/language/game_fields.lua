--- Fields of commands, facts and `carries`, in addition to those of procedures: ids of the state, lengths, angles and
--- points.
local fields <const> = require "limber.language.fields"

local M <const> = {}

--- Whose ids they are: of the side that commands, of the other, or of any.
local function whose_of(name, spec)
  local whose = spec[1] or "any"
  if whose ~= "own" and whose ~= "enemy" and whose ~= "any" then
    error(("%s must be \"own\", \"enemy\" or \"any\", got %s"):format(name, tostring(whose)), 3)
  end
  return whose
end

local function id_field(place)
  return function(name)
    return function(spec)
      local field = fields.words.text(name)(spec)
      field.names, field.whose = place, whose_of(name, spec)
      return field
    end
  end
end

--- A list of ids: `units "friends" { "own", default = {} }`.
local function ids_field(place)
  return function(name)
    return function(spec)
      local field = fields.words.list(name) {
        of = fields.words.text "id" {}, default = spec.default, optional = spec.optional, min = spec.min,
        doc = spec.doc,
      }
      field.names, field.whose = place, whose_of(name, spec)
      return field
    end
  end
end

local function measured_field(measure)
  return function(name)
    return function(spec)
      local field = fields.words.int(name)(spec)
      field.measure = measure
      return field
    end
  end
end

--- Their constructors, by the words of rule files.
M.words = {
  unit = id_field "units", leader = id_field "leaders", formation = id_field "formations", area = id_field "areas",
  units = ids_field "units",
  length = measured_field "length", angle = measured_field "angle",
  point = function(name)
    return function(spec)
      spec[1] = "point"
      return fields.words.object(name)(spec)
    end
  end,
  points = function(name)
    return function(spec)
      spec[1] = "point"
      return fields.words.list(name)(spec)
    end
  end,
}

--- Records that these fields refer to.
M.records = { point = { fields.words.int "x" {}, fields.words.int "y" {} } }

return M
