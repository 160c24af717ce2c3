--- Where words go that name no field: a unit to the field that wants it, a value to the one that takes it.
--- What is being read is a limber.Reading with its fields `args`, what is understood `out`, and the `group` of those
--- who all do it.
local names <const> = require "play.names"
local values <const> = require "play.values"

local M <const> = {}

local function field_named(list, name)
  for _, field in ipairs(list) do
    if field.name == name then return field end
  end
end

--- The fields that are still empty and fit, those that are required first.
local function free(self, fits)
  local list = {}
  for _, wanted in ipairs { true, false } do
    for _, field in ipairs(self.args) do
      local required = not field.optional and field.default == nil
      if required == wanted and self.out[field.name] == nil and fits(field) then list[#list + 1] = field end
    end
  end
  return list
end

local function sole(self, fits)
  local list = free(self, fits)
  local first = list[1]
  if first and list[2] then
    local second = list[2]
    local alike = (first.optional or first.default ~= nil) == (second.optional or second.default ~= nil)
    if alike and not (first.record == "point" and second.record == "point") then return nil, list end
  end
  return first
end

local function is_required(field)
  return not field.optional and field.default == nil
end

--- The field that names the actor: the first that takes a unit of the own side.
local function subject_of(args)
  for _, field in ipairs(args) do
    if field.names == "units" and field.kind ~= "list" and field.whose ~= "enemy" then return field end
  end
end

--- The field that names those who act: a unit of the own side, else a list of them.
local function actors_of(args)
  local subject = subject_of(args)
  if subject then return subject end
  for _, field in ipairs(args) do
    if field.names == "units" and field.kind == "list" and field.whose == "own" then return field end
  end
end

--- A unit goes to a field that needs one; then it is who does it, or one more of those; then to any that takes it.
local function put_unit(self, id)
  local own = self.view.state.units[id].side == self.side
  local function takes(field)
    return field.names == "units" and field.kind ~= "list"
      and (field.whose == "any" or (field.whose == "own") == own)
  end
  local list, subject = free(self, takes), subject_of(self.args)
  local actors = actors_of(self.args)
  local lacks_subject = actors and is_required(actors) and self.out[actors.name] == nil and not self.group[1]
  if not own and lacks_subject then -- an enemy never acts
    for _, field in ipairs(self.args) do
      if field.names and field.names ~= "units" and field.whose == "own" and self.out[field.name] ~= nil then
        return false, ("%s wants a unit of your own"):format(self.name)
      end
    end
    return false, "name your own unit first"
  end
  if list[1] and is_required(list[1]) then
    self.out[list[1].name] = id
    return true
  end
  if own and subject and self.out[subject.name] == nil and not self.group[1] then
    self.out[subject.name] = id
    return true
  end
  for _, field in ipairs(self.args) do
    if field.names == "units" and field.kind == "list" and (field.whose == "any" or (field.whose == "own") == own) then
      local given = self.out[field.name] or {}
      given[#given + 1] = id
      self.out[field.name] = given
      return true
    end
  end
  if own and subject then
    if not self.group[1] then self.group[1] = self.out[subject.name] end
    self.group[#self.group + 1] = id
    return true
  end
  if list[1] then
    self.out[list[1].name] = id
    return true
  end
end

--- A formation is the command's own, or stands for its units.
local function put_formation(self, id)
  local node = self.view.state.formations[id]
  local list = free(self, function(field)
    return field.names == "formations" and (field.whose == "any" or (field.whose == "own") == (node.side == self.side))
  end)
  if list[1] then
    self.out[list[1].name] = id
    return true
  end
  local subject = subject_of(self.args)
  if not subject or node.side ~= self.side then return false end
  if self.out[subject.name] and not self.group[1] then self.group[1] = self.out[subject.name] end
  for _, unit in ipairs(names.units_of(self.view, id)) do self.group[#self.group + 1] = unit end
  self.grouped = true
  return true
end

local function put_leader(self, id)
  local own = self.view.state.leaders[id].side == self.side
  local list = free(self, function(field)
    return field.names == "leaders" and (field.whose == "any" or (field.whose == "own") == own)
  end)
  if list[1] then self.out[list[1].name] = id end
  return list[1] ~= nil
end

local function put_area(self, id)
  local list = free(self, function(field) return field.names == "areas" end)
  if list[1] then self.out[list[1].name] = id end
  return list[1] ~= nil
end

local PUT <const> = { units = put_unit, formations = put_formation, leaders = put_leader, areas = put_area }

--- Where a name is looked up, that of the first empty field first.
local function places(self)
  local list = {}
  for _, field in ipairs(free(self, function(one) return one.names ~= nil end)) do list[#list + 1] = field.names end
  return table.move({ "units", "formations", "leaders" }, 1, 3, #list + 1, list)
end

--- Whose units are looked for first: those that are needed, then one's own.
local function sides_wanted(self)
  local list = {}
  for _, field in ipairs(free(self, function(one) return one.names == "units" and is_required(one) end)) do
    list[#list + 1] = field.whose
  end
  list[#list + 1], list[#list + 2] = "own", "enemy"
  return list
end

--- Somebody by name, put where one of the kind is wanted: the next position, or nil and what is wrong.
local function named_somebody(self, at, exactly)
  for _, whose in ipairs(sides_wanted(self)) do -- both sides may use a number: the side that is wanted comes first
    local id, after, other, exact = names.read(self.view, "units", self.words, at, whose, self.side)
    if id and not other and (exact or not exactly) and put_unit(self, id) then return after end
  end
  local fault
  for _, place in ipairs(places(self)) do
    local id, after, _, exact = names.read(self.view, place, self.words, at, "any", self.side)
    local put, why
    if id and (exact or not exactly) then put, why = PUT[place](self, id) end
    if put then return after end
    if not id then fault = fault or after end
    if id and place == "units" then
      local node = self.view.state.units[id]
      local whose = node.side == self.side and "your own" or "the enemy's"
      fault = fault or ("%s %s%s"):format(names.is(self.view.state, id), whose,
        why and ": " .. why or ("; %s takes no such unit"):format(self.name))
    end
  end
  return nil, fault
end

--- A name without a field's name before it. A name that fits nowhere is refused at the end.
local function bare_name(self, at)
  local levels = names.levels(self.view)
  if levels[self.words[at]] and self.words[at + 1] then
    local id, after = names.read(self.view, "formations", self.words, at + 1, "any", self.side)
    if not id then
      return nil, after or ("no %s %s%s"):format(self.words[at], self.words[at + 1],
        names.hint(self.view, { "formations" }, self.words[at + 1]))
    end
    if put_formation(self, id) then return after end
  end
  local fault
  for _, exactly in ipairs { true, false } do -- a whole name of anybody comes before a part of a unit's
    local after, wrong = named_somebody(self, at, exactly)
    if after then return after end
    fault = wrong
  end
  return nil, fault
end

local function is_number(word)
  return word and word:find "^[+-]?%d" ~= nil
end

--- Of the fields that a value fits, those that can be meant by it: a plain number is a length before it is an angle,
--- and `left 30` is a turn before it is a bearing.
local function meant(self, word, reads)
  local number = word:find "^[+-]?%d+%.?%d*,?$" ~= nil
  local hand = word == "left" or word == "right"
  local function is_better(field)
    if number then return field.measure == "length" end
    return hand and values.is_turn(field)
  end
  local better = (number or hand) and free(self, function(field) return is_better(field) and reads(field) end)[1]
  if not better then return reads end
  return function(field) return is_better(field) and reads(field) end
end

--- A value that says itself which field it is for.
local function bare_value(self, at)
  local word = self.words[at]
  local function reads(field)
    if field.named or field.names or field.kind == "text" or values.TOWARD[word] then return false end
    if field.kind == "flag" then return false end
    if is_number(word) and field.record == "point" and field.kind ~= "list" then
      return word:find "," ~= nil or is_number(self.words[at + 1])
    end
    if field.record and field.record ~= "point" then return false end
    if field.record == "point" and not word:find "^%a%a?%d+$" and not is_number(word) then return false end
    return (values.read(self, field, at)) ~= nil
  end
  local field, several = sole(self, meant(self, word, reads))
  if several then
    local list = {}
    for i, one in ipairs(several) do list[i] = one.name end
    return nil, ("%s could be %s: write %s %s"):format(word, table.concat(list, " or "), list[1], word)
  end
  if not field then return nil end
  local value, after = values.read(self, field, at)
  self.out[field.name] = value
  return after
end

M.field_named, M.free, M.is_required, M.sole = field_named, free, is_required, sole
M.subject_of, M.actors_of = subject_of, actors_of
M.bare_name, M.bare_value = bare_name, bare_value

return M
