--- The constructors that rule files write fields with: `int "guns" { 2, 14 }` (see limber.language.fields).
local suggest <const> = require "limber.common.suggest"
local tree <const> = require "limber.common.tree"

local math_type <const> = math.type

--- A field that follows a table (limber.rules.table_words), as its own keys or its `values` say; its values are the
--- words of its own until the table is there.
local function follow(field, list)
  field.of_table, field.key, field.where = list.of_table, list.key, tree.copy(list.where)
  field.besides = table.move(list, 1, #list, 1, {})
  field.values = table.move(list, 1, #list, 1, {})
end

local POSITIONAL <const> = {
  int = function(field, spec)
    if spec.of_table then return follow(field, spec) end
    field.min, field.max = spec[1] or spec.min, spec[2] or spec.max
  end,
  number = function(field, spec)
    field.min, field.max = spec[1] or spec.min, spec[2] or spec.max
  end,
  enum = function(field, spec)
    local list = type(spec.values) == "table" and spec.values or spec
    if list.of_table then return follow(field, list) end
    field.values = spec.values or table.move(spec, 1, #spec, 1, {})
  end,
  list = function(field, spec)
    field.record = spec[1]
  end,
  object = function(field, spec)
    field.record = spec[1]
  end,
}

--- The keys of a field, besides its positional values.
local SAID <const> = {
  "cite", "default", "doc", "key", "max", "max_of", "min", "must", "named", "odds", "of", "of_table", "only", "open",
  "optional", "values", "where",
}

local IS_SAID <const> = {}
for _, key in ipairs(SAID) do IS_SAID[key] = true end

--- A field with its keys; raises a key that has no meaning.
local function new(kind, name, spec)
  if type(spec) ~= "table" then error(("%s %q needs a table, { }, after it"):format(kind, tostring(name)), 3) end
  local field = {}
  for key, value in next, spec do
    if IS_SAID[key] then
      field[key] = value
    elseif math_type(key) ~= "integer" then
      error(("%s %q has no %s%s"):format(kind, tostring(name), tostring(key), suggest.hint(key, SAID)), 3)
    end
  end
  field.name, field.kind = name, kind
  return field
end

local function constructor(kind)
  local places = POSITIONAL[kind]
  return function(name)
    return function(spec)
      local field = new(kind, name, spec)
      if places then places(field, spec) end
      if kind == "flag" and not field.optional then field.default = field.default or false end
      if kind == "list" and not field.min then field.min = spec.default and 0 or 1 end
      return field
    end
  end
end

return {
  int = constructor "int", number = constructor "number", flag = constructor "flag", enum = constructor "enum",
  text = constructor "text", any = constructor "any", object = constructor "object", list = constructor "list",
}
