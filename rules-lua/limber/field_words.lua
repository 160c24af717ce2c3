--- The constructors that rule files write fields with: `int "guns" { 2, 14 }` (see limber.fields).
local lists <const> = require "limber.lists"
local suggest <const> = require "limber.suggest"

local has <const> = lists.has

local POSITIONAL <const> = {
  int = function(field, spec)
    field.min, field.max = spec[1] or spec.min, spec[2] or spec.max
  end,
  enum = function(field, spec)
    field.values = spec.values or table.move(spec, 1, #spec, 1, {})
  end,
  list = function(field, spec)
    field.record = spec[1]
  end,
  object = function(field, spec)
    field.record = spec[1]
  end,
}

--- What may be said of a field, besides its places.
local SAID <const> = { "cite", "default", "doc", "max", "min", "of", "optional", "values" }

--- Raises what of a field's declaration means nothing.
local function refuse_unknown(kind, name, spec)
  if type(spec) ~= "table" then error(("%s %q needs a table, { }, after it"):format(kind, tostring(name)), 3) end
  for key in next, spec do
    if math.type(key) ~= "integer" and not has(SAID, key) then
      error(("%s %q knows no %s%s"):format(kind, tostring(name), tostring(key), suggest.hint(key, SAID)), 3)
    end
  end
end

local function constructor(kind)
  return function(name)
    return function(spec)
      refuse_unknown(kind, name, spec)
      local field = {
        name = name, kind = kind, default = spec.default, optional = spec.optional,
        values = spec.values, of = spec.of, min = spec.min, max = spec.max, doc = spec.doc,
        cite = spec.cite,
      }
      if POSITIONAL[kind] then POSITIONAL[kind](field, spec) end
      if kind == "flag" and not field.optional then field.default = field.default or false end
      if kind == "list" and not field.min then field.min = spec.default and 0 or 1 end
      return field
    end
  end
end

return {
  int = constructor "int", flag = constructor "flag", enum = constructor "enum",
  text = constructor "text", any = constructor "any", object = constructor "object", list = constructor "list",
}
