-- Charge 1: heavy, light and irregular cavalry, armour and lances, and the Old Guard. All of it is settled before the
-- battle.

local troops <const> = use "troops"

record "cavalry_stands" {
  enum "type" (troops.CAVALRY_TYPES), int "stands" { 1 },
  flag "armored" { doc = "front plate or both" },
  enum "region" { default = "other", values = troops.REGIONS, doc = "of landwehr" },
}

--- heavy, light or irregular, as one group is by itself.
local function class_of(rules, q, group)
  local class = rules.tables.cavalry_types(group.type, "class")
  if group.type ~= "landwehr" then return class end
  local irregular = rules.call("troops.irregular",
    { arm = "cavalry", formation = "prussian_landwehr", year = q.year, region = group.region }).irregular
  return irregular and "irregular" or "light"
end

--- Does a group carry lances?
local function has_lances(rules, q, group)
  local lance = rules.tables.cavalry_types(group.type, "lance")
  if group.type == "landwehr" then return class_of(rules, q, group) == "light" end
  local army, from, to = lance:match "^(%a+) (%d+)-(%d+)$"
  if army then return q.army == army and q.year >= tonumber(from) and q.year <= tonumber(to) end
  return troops.is(lance)
end

local function refuse_group(rules, q, group)
  if group.armored and rules.tables.cavalry_types(group.type, "class") ~= "heavy" then
    return refuse("groups", ("cannot have armored %s: only heavy cavalry wears it"):format(group.type))
  end
  if group.type ~= "landwehr" then
    return group.region ~= "other" and refuse("groups", ("cannot have a region of %s"):format(group.type)) or nil
  end
  if q.army ~= "prussian" or q.year < rules.constant.landwehr_from then
    local text = ("cannot have landwehr but in the Prussian army from %d"):format(rules.constant.landwehr_from)
    return refuse("groups", text)
  end
end

procedure "cavalry.classify" {
  cite = "Ch 1a-e, R12, R13, R14, R15", doc = "What kind of cavalry is a brigade?", piece = "none",
  args = { enum "army" (troops.ARMIES), int "year" (troops.YEARS), list "groups" { "cavalry_stands" } },
  out = {
    enum "brigade_class" { "heavy", "light", "irregular" }, flag "armored" {}, flag "lance" {},
    int "stands_needed" { 1 }, flag "may_fire_mounted" {},
  },
  says = function(r)
    return r.brigade_class .. (r.armored and ", armored" or "") .. (r.lance and ", with lances" or "")
  end,
  check = function(rules, q)
    for _, group in ipairs(q.groups) do
      local fault = refuse_group(rules, q, group)
      if fault then return fault end
    end
  end,
  resolve = function(rules, q)
    local needed = troops.majority(troops.stands_of(q.groups))
    local function most(fits) return troops.stands_of(q.groups, fits) >= needed end
    local function of(class) return function(group) return class_of(rules, q, group) == class end end
    local class = most(of "heavy") and "heavy" or most(of "irregular") and "irregular" or "light"
    return {
      brigade_class = class, stands_needed = needed,
      armored = class == "heavy" and most(function(group) return group.armored end),
      lance = most(function(group) return has_lances(rules, q, group) end),
    }
  end,
  follows = { { "may_fire_mounted", function(_, _, r) return r.brigade_class == "light" end } },
}

procedure "guard.old_guard" {
  cite = "Ch 1d, R16", doc = "Is a unit of the French Guard Old Guard?", piece = "none",
  args = { enum "unit" { of_table = "old_guard" } },
  out = { flag "old_guard" {} },
  says = { { "old_guard", "Old Guard" }, "not Old Guard" },
  resolve = function(rules, q) return { old_guard = troops.is(rules.tables.old_guard(q.unit)) } end,
}
