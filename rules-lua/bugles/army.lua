-- Putting Together Your Army: what the items of an army list cost.

local troops <const> = use "troops"

option "warband_upgrade_cumulative" { false, ruling = "R14",
  doc = "upgrades of war-bands add up: the price of a class includes the steps below it" }

local ITEM <const> = {
  enum "item" { of_table = "points" },
  enum "class" { of_table = troops.CLASSES.of_table, optional = true,
    doc = "of regulars and war-bands; irregulars are of class c if none is said" },
  int "count" { 1, default = 1, doc = "how many alike" },
  flag "horse_artillery" { doc = "a regular light gun" },
  int "extra_gunners" { 0, default = 0, doc = "for each gun" },
  enum "leader_of" { "regular", "native", optional = true, doc = "of a group leader" },
  flag "charismatic" { doc = "a leader" },
  int "agreed_points" { 0, optional = true, doc = "where the rules say no price (R17)" },
}

record "army_item" (ITEM)

local function cell(rules, q, column) return rules.tables.points(q.item, column) end

local function class_cell(rules, q, class) return cell(rules, q, "class_" .. class) end

--- R13: irregulars need not say their class.
local function refuse_class(rules, q)
  local kind = cell(rules, q, "kind")
  if not q.class then return kind ~= "special" and kind ~= "irregular" and "is required of this item" or nil end
  if kind == "special" then return "cannot be said of this item" end
  return class_cell(rules, q, q.class) == "none" and ("cannot be %s for this item"):format(q.class) or nil
end

--- What must be said of some items and cannot be said of any other.
local function refuse_needed(q, key, needed)
  if needed and q[key] == nil then return "is required of this item" end
  if not needed and q[key] ~= nil then return "cannot be said of this item" end
end

--- What is wrong with an item of a list: which argument, and why.
local function fault_of(rules, q)
  local wrong = refuse_class(rules, q)
  if wrong then return "class", wrong end
  for _, key in ipairs { "horse_artillery", "extra_gunners", "leader_of", "charismatic", "agreed_points" } do
    if key == "leader_of" then
      wrong = refuse_needed(q, key, cell(rules, q, "native_points") ~= "none")
    elseif key == "agreed_points" then
      wrong = refuse_needed(q, key, cell(rules, q, "base_points") == "agreed")
    else
      local column = key == "extra_gunners" and "gun" or key == "charismatic" and "leader" or key
      local said = q[key] and q[key] ~= 0
      wrong = said and cell(rules, q, column) ~= "yes" and "cannot be said of this item" or nil
    end
    if wrong then return key, wrong end
  end
end

--- R14: the price of a class, or the prices of all steps up to it.
local function class_points(rules, q)
  local points = class_cell(rules, q, q.class)
  if not (rules.option.warband_upgrade_cumulative and cell(rules, q, "kind") == "war_band") then return points end
  local sum, rank = 0, rules.tables.classes(q.class, "rank")
  for _, class in ipairs(rules.keys "classes") do
    if rules.tables.classes(class, "rank") <= rank then sum = sum + class_cell(rules, q, class) end
  end
  return sum
end

local function base_points(rules, q)
  if q.agreed_points then return q.agreed_points end
  return cell(rules, q, q.leader_of == "native" and "native_points" or "base_points")
end

local function adjustments(rules, q)
  local applied, extra = {}, rules.tables.points_extras
  local function add(name, value, cite)
    if value ~= 0 then applied[#applied + 1] = { name = name, value = value, cite = cite } end
  end
  if q.class then add("class_" .. q.class, class_points(rules, q), cell(rules, q, "cite")) end
  if q.horse_artillery then add("horse_artillery", extra "horse_artillery", "Regular Troops") end
  add("extra_gunners", extra "extra_gunners" * q.extra_gunners, "Regular Troops")
  if q.charismatic then add("charismatic", extra "charismatic", "Specials") end
  return applied
end

procedure "army.stand_points" {
  cite = "Putting Together Your Army, R11, R13, R14, R17, R18",
  doc = "What does an item of an army list cost?", piece = "none",
  args = ITEM,
  headline = "total_points", out = {
    int "base_points" { 0 }, list "modifiers" { "modifier", default = {} }, int "unit_points" {}, int "total_points" {},
  },
  says = function(r) return counted(r.total_points, "point", "points") end,
  check = function(rules, q)
    local key, wrong = fault_of(rules, q)
    if key then return refuse(key, wrong) end
  end,
  resolve = function(rules, q)
    local base, applied = base_points(rules, q), adjustments(rules, q)
    local points = base
    for _, one in ipairs(applied) do points = points + one.value end
    return { base_points = base, modifiers = applied, unit_points = points }
  end,
  follows = { { "total_points", function(_, q, r) return r.unit_points * q.count end } },
}

procedure "army.points" {
  cite = "Putting Together Your Army", doc = "What does an army cost, and is that within the limit?", piece = "none",
  args = { list "entries" { "army_item" }, int "limit_points" { 0, optional = true } },
  out = { list "entry_points" { of = int "points" {} }, int "total_points" {}, flag "within_limit" {} },
  headline = "total_points",
  says = { { "within_limit", "{total_points point}" }, "{total_points point}, over the limit" },
  check = function(rules, q)
    for i, entry in ipairs(q.entries) do
      local key, wrong = fault_of(rules, entry)
      if key then return refuse(("entries.%d.%s"):format(i, key), wrong) end
    end
  end,
  resolve = function(rules, q)
    local points, total = {}, 0
    for i, entry in ipairs(q.entries) do
      points[i] = rules.call("army.stand_points", entry).total_points
      total = total + points[i]
    end
    return { entry_points = points, total_points = total }
  end,
  follows = { { "within_limit", function(_, q, r) return r.total_points <= (q.limit_points or r.total_points) end } },
}
