--- Writes a muster down as a scenario's file: who fights, and no positions.
local names <const> = require "play.names"

local M <const> = {}

local function literal(value)
  return type(value) == "string" and ("%q"):format(value) or tostring(value)
end

--- `quality = 6, temperament = "rash"`, in the declared order, without what was left open.
local function values(list, given)
  local parts = {}
  for _, field in ipairs(list or {}) do
    local value = given[field.name]
    if value ~= nil then parts[#parts + 1] = ("%s = %s"):format(field.name, literal(value)) end
  end
  return table.concat(parts, ", ")
end

--- Those of some values that fields of a list hold.
local function of_fields(list, given)
  local own = {}
  for _, field in ipairs(list or {}) do own[field.name] = given[field.name] end
  return own
end

--- A name for the file that is not in use yet.
local function id_of(self, name, ending)
  local plain = names.fold(name):gsub("[^%w]+", "_"):gsub("^_+", ""):gsub("_+$", "")
  plain = (plain:match "^%a" and plain or "x_" .. plain) .. (ending or "")
  local id, n = plain, 1
  while self.taken[id] do
    n = n + 1
    id = plain .. "_" .. n
  end
  self.taken[id] = true
  return id
end

--- A roster number that is not in use yet: the brigade's, then the unit's.
local function number_of(self, group, unit)
  local number = group * 10 + unit
  if unit > 9 then number = group * 100 + unit end
  while self.numbers[number] do number = number + 1 end
  self.numbers[number] = true
  return number
end

local function add(self, depth, format, ...)
  self.lines[#self.lines + 1] = ("  "):rep(depth) .. format:format(...)
end

local function owner_of(name)
  return name .. (name:find "s$" and "'" or "'s")
end

--- What the n-th of some units is called, when it is the i-th of its group.
local function name_of(group, some, n, i)
  if some.name then return some.count > 1 and ("%d/%s"):format(n, some.name) or some.name end
  if not some.noun then return ("%s %d"):format(group.name, i) end
  return ("%s %s%s"):format(owner_of(group.name), some.noun, some.count > 1 and " " .. n or "")
end

local function add_units(self, depth, side, group)
  local carries, i = self.carries.unit.args, 0
  if #group.units > 0 then self.group = self.group + 1 end
  for _, some in ipairs(group.units) do
    for n = 1, some.count do
      i = i + 1
      local number = number_of(self, self.group, i)
      local name = name_of(group, some, n, i)
      add(self, depth, "unit %q { name = %q, number = %q, %s },", side.id .. number, name, tostring(number),
        values(carries, some.given))
    end
  end
end

--- Puts a value where the ruleset says it goes: a level, a commander, a rank.
local function put(carries, given, what, value)
  local terse = carries and carries.terse
  if terse and terse[what] then given[terse[what]] = value end
end

local function add_group(self, depth, side, group)
  local level = group.level or "formation"
  local leader = group.rank and id_of(self, group.name) or nil
  if leader then
    local own = of_fields(self.carries.leader.args, group.given)
    put(self.carries.leader, own, "rank", group.rank)
    add(self, depth, "leader %q { name = %q, %s },", leader, group.name, values(self.carries.leader.args, own))
  end
  local given = of_fields(self.carries.formation and self.carries.formation.args, group.given)
  put(self.carries.formation, given, "level", group.level)
  put(self.carries.formation, given, "commander", leader)
  local told = values(self.carries.formation and self.carries.formation.args, given)
  local id, name = id_of(self, group.name, "_" .. level), owner_of(group.name) .. " " .. level
  add(self, depth, "formation %q { name = %q,%s", id, name, told ~= "" and " " .. told .. "," or "")
  add_units(self, depth + 1, side, group)
  for _, inner in ipairs(group.inside) do add_group(self, depth + 1, side, inner) end
  add(self, depth, "},")
end

--- The scenario's text.
---@param muster limber.Muster
---@param carries table<string, table> what the ruleset's pieces carry
---@return string
function M.text(muster, carries)
  local self = { lines = {}, taken = {}, numbers = {}, group = 0, carries = carries }
  add(self, 0, "-- %s, for a table of one's own: `limber FILE` plays it and asks what a tape would tell.", muster.title)
  add(self, 0, "scenario {")
  add(self, 1, "title = %q, ruleset = %q, facts = \"told\",", muster.title, muster.ruleset)
  local variants = {}
  for i, name in ipairs(muster.variants or {}) do variants[i] = ("%q"):format(name) end
  if #variants > 0 then add(self, 1, "variants = { %s },", table.concat(variants, ", ")) end
  local settings = values(carries.scenario and carries.scenario.args, muster.settings)
  if settings ~= "" then add(self, 1, "%s,", settings) end
  if #muster.places > 0 then
    add(self, 1, "ground = {")
    for _, place in ipairs(muster.places) do
      add(self, 2, "area %q { name = %q, %s },", id_of(self, place.name), place.name,
        values(carries.area.args, place.given))
    end
    add(self, 1, "},")
  end
  for _, side in ipairs(muster.sides) do
    local given = values(carries.side and carries.side.args, side.given)
    self.taken[side.id] = true
    add(self, 1, "")
    add(self, 1, "side %q { name = %q,%s", side.id, side.name, given ~= "" and " " .. given .. "," or "")
    for _, group in ipairs(side.groups) do add_group(self, 2, side, group) end
    add(self, 1, "},")
  end
  add(self, 0, "}")
  return (table.concat(self.lines, "\n"):gsub("[ \t]+\n", "\n") .. "\n")
end

return M
