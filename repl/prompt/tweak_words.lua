--- The words of the prompt that change rules: `tables`, `option`, `wrap`, `modifier`.
--
-- `tables` and `option` look like the rules' own data; an assignment goes through the rules' checks, and what does not
-- fit is refused with the nearest name.
local charts_text <const> = require "show.charts_text"
local host <const> = require "host"
local sorted <const> = require "limber.common.sorted"
local suggest <const> = require "limber.common.suggest"
local table_text <const> = require "show.table_text"
local tables <const> = require "limber.rules.tables"
local text <const> = require "show.text"

local M <const> = {}

--- So many places of a table are named to who tries another, at most.
local MOST <const> = 12

local function refused(message)
  error({ arg = "tables", message = message }, 0)
end

local function table_of(session, name)
  local whole = session.rules.draft.table(name)
  if not whole then
    local names = sorted.keys(session.rules.draft.lookups)
    refused(("no table %q%s"):format(tostring(name), suggest.hint(name, names)))
  end
  return whole
end

--- What is reached by some of a table's places; the last one gives the cell.
local function at_places(session, name, places)
  local proxy = {}
  local function step(key, value)
    local whole = table_of(session, name)
    local axis, place = whole.axes[#places + 1], tostring(key)
    if not axis.index[place] then
      if type(value) == "table" then
        refused(("%s has no %s %q; a new row is written lay { rows = { %s = { { %s = %q, … } } } }"):format(name,
          axis.name, place, name, axis.from or axis.name, place))
      end
      local hint = suggest.hint(place, axis.names)
      if hint == "" and #axis.names <= MOST then hint = "; there are " .. text.list(axis.names) end
      refused(("%s has no %s %q%s"):format(name, axis.name, place, hint))
    end
    local next_places = table.move(places, 1, #places, 1, {})
    next_places[#next_places + 1] = place
    return next_places, #next_places == #whole.axes
  end
  return setmetatable(proxy, {
    __index = function(_, key)
      local next_places, last = step(key)
      if not last then return at_places(session, name, next_places) end
      local whole = table_of(session, name)
      return whole.cells[tables.locate(whole, next_places)]
    end,
    __newindex = function(_, key, value)
      local next_places, last = step(key, value)
      local path = name .. "." .. table.concat(next_places, ".")
      if not last then
        refused(("%s is not a cell: %s is read by %s"):format(path, name, table_text.axes(table_of(session, name))))
      end
      session:set_cell(path, value)
    end,
    __tostring = function()
      local lines = charts_text.page(session.rules, name, host.width())
      table.insert(lines, 1, table_text.text(table_of(session, name), places))
      return table.concat(lines, "\n")
    end,
    __name = "table of the rules", __metatable = false,
  })
end

--- `tables`: every table of the rules, by its name.
---@param session limber.Session
---@return table
function M.tables(session)
  return setmetatable({}, {
    __index = function(_, name)
      table_of(session, name)
      return at_places(session, name, {})
    end,
    __newindex = function(_, name, value)
      if type(name) == "string" and name:find(".", 1, true) then return session:set_cell(name, value) end
      table_of(session, name)
      refused(("%s is a whole table; set one of its cells"):format(name))
    end,
    __tostring = function() return table.concat(sorted.keys(session.rules.draft.lookups), "\n") end,
    __name = "tables of the rules", __metatable = false,
  })
end

--- `option`: the readings that a ruleset leaves open.
---@param session limber.Session
---@return table
function M.option(session)
  return setmetatable({}, {
    __index = function(_, name)
      local value = session.rules.draft.options[name]
      if value == nil then
        refused(("no option %q%s"):format(tostring(name), suggest.hint(name, session.rules.option_names)))
      end
      return value
    end,
    __newindex = function(_, name, value) session:set_option(name, value) end,
    __tostring = function()
      local lines = {}
      for i, name in ipairs(session.rules.option_names) do
        lines[i] = ("%s = %s"):format(name, tostring(session.rules.draft.options[name]))
      end
      return table.concat(lines, "\n")
    end,
    __name = "options of the rules", __metatable = false,
  })
end

--- `wrap "morale.brigade" (function(published, rules, q, dice) … end)`.
---@param session limber.Session
---@return fun(name: string): fun(fn: function)
function M.wrap(session)
  return function(name)
    return function(fn)
      if type(fn) ~= "function" then refused(("wrap %q needs a function"):format(tostring(name))) end
      session:set_wrap(name, fn)
    end
  end
end

--- Has a modifier a value, of its own or in the table of its list? One of a list that there is not is refused as such.
local function has_value(draft, spec)
  local list = draft.modifiers[spec.of]
  if not list or spec[2] ~= nil or spec.value ~= nil then return true end
  local whole = draft.lookups[spec.table or list.table] and draft.table(spec.table or list.table)
  return whole and whole.axes[1].index[spec[1]] ~= nil or false
end

--- `modifier { "guard", 1, of = "infantry", flag = "guard" }`.
---@param session limber.Session
---@return fun(spec: table)
function M.modifier(session)
  return function(spec)
    if type(spec) ~= "table" or type(spec[1]) ~= "string" or type(spec.of or spec.role) ~= "string" then
      refused 'a modifier needs a name and a list: modifier { "guard", 1, of = "infantry", flag = "guard" }'
    end
    if not has_value(session.rules.draft, spec) then
      refused(('modifier %q needs a value: modifier { %q, 1, of = %q, … }'):format(spec[1], spec[1], spec.of))
    end
    session:add_modifier(spec)
  end
end

return M
