-- 3: whose command a unit is in, and how many units of a command may move.

local troops <const> = use "troops"

option "half_rounds_down" { false, ruling = "R20", doc = "half of an odd number of units is rounded down" }

procedure "command.reach" {
  cite = "3 R22", doc = "Who commands a unit?",
  args = {
    int "own_distance_mm" { 0, optional = true, doc = "left out if its own commander is lost" },
    list "other_distances_mm" { of = int "distance_mm" { 0 }, default = {}, doc = "the army's other commanders" },
  },
  out = {
    enum "commanded_by" { "own", "other", "none" },
    int "other_index" { 1, optional = true, doc = "place of that commander in the list" },
    flag "independent" {},
  },
  says = {
    { "commanded_by=own", "its own commander has it in hand" },
    { "commanded_by=other", "commander {other_index} of the others may take it" },
    "out of command: it throws for itself",
  },
  resolve = function(rules, q)
    local radius = rules.constant.command_radius
    if q.own_distance_mm and q.own_distance_mm <= radius then return { commanded_by = "own", independent = false } end
    local nearest
    for i, distance in ipairs(q.other_distances_mm) do
      if distance <= radius and (not nearest or distance < q.other_distances_mm[nearest]) then nearest = i end
    end
    return { commanded_by = nearest and "other" or "none", other_index = nearest, independent = nearest == nil }
  end,
}

modifiers "command" {
  judges = { "command.roll" }, role = "command", piece = "leader", table = "command_modifiers", cite = "3",
  { "rallied_a_unit", when = function(q) return q.rallied end },
  { "commanding_officer_near", when = function(q, _, rules) -- R19
    return q.officer_distance_mm and q.officer_distance_mm <= rules.constant.officer_radius and not q.officer_rallied
  end },
  { "out_of_command", when = function(q) return q.independent end },
}

--- What goes with a commander cannot be said of a unit that throws alone, and the other way about.
local function refuse_unfit(q)
  local alone = q.independent
  for _, key in ipairs { "quality", "units" } do
    if alone and q[key] ~= nil then return refuse(key, "cannot be said of a unit out of command") end
    if not alone and q[key] == nil then return refuse(key, "is required of a command") end
  end
  if alone and q.rallied then return refuse("rallied", "cannot be said of a unit out of command") end
  if alone and q.officer_distance_mm then
    return refuse("officer_distance_mm", "cannot be said of a unit out of command")
  end
  if q.officer_rallied and not q.officer_distance_mm then
    return refuse("officer_rallied", "goes with officer_distance_mm")
  end
end

--- R20: half is rounded up.
local function half(rules, units) return (units + (rules.option.half_rounds_down and 0 or 1)) // 2 end

local function clamped(score) return math.max(1, math.min(6, score)) end -- R18

--- How many units that is of a question's.
local function units_of(rules, q, allowed)
  local units = q.independent and 1 or q.units
  return allowed == "all" and units or allowed == "half" and half(rules, units) or 0
end

local function cards_of(rules, q, quality, score)
  return q.independent and 0 or rules.tables.command_table(quality, score, "cards") -- R21
end

procedure "command.roll" {
  cite = "3 R17 R18 R19 R20 R21 R23", doc = "How many units of a command may move this turn?",
  piece = { "leader", "unit" }, good = "more",
  args = {
    flag "independent" { doc = "one unit, out of command" },
    enum "quality" { values = troops.QUALITIES, optional = true, doc = "of the commander" },
    int "units" { 1, optional = true, doc = "in the command" },
    flag "rallied" { doc = "this commander rallied a unit this turn" },
    int "officer_distance_mm" { 0, optional = true, doc = "the commanding officer to him" },
    flag "officer_rallied" { doc = "the commanding officer rallied a unit this turn" },
  },
  dice = "d6", headline = "units_may_move",
  out = {
    int "roll" { 1, 6 }, list "modifiers" { "modifier", default = {} }, int "score" { 1, 6 },
    enum "quality" (troops.QUALITIES), enum "allowed" { "none", "half", "all" },
    int "units_may_move" { 0 }, int "cards" { 0 },
  },
  says = function(r, q)
    local cards = r.cards == 1 and "; a card may be drawn"
      or r.cards > 1 and ("; %d cards may be drawn"):format(r.cards) or ""
    if q.independent then return r.units_may_move > 0 and "it may move" or "it may not move" end
    if r.allowed == "none" then return "no unit may move" .. cards end
    if r.allowed == "all" then return "all units may move" .. cards end
    return ("%d of %d units may move%s"):format(r.units_may_move, q.units or 0, cards)
  end,
  check = function(_, q) return refuse_unfit(q) end,
  before = function(rules, q)
    local applied, total = rules.work("command", q)
    return { modifiers = applied, total = total, quality = q.independent and "incompetent" or q.quality }
  end,
  resolve = function(rules, q, dice, worked)
    local roll = dice.d(6, "command")
    local score = clamped(roll + worked.total)
    local allowed = rules.tables.command_table(worked.quality, score, "allowed")
    return {
      roll = roll, modifiers = worked.modifiers, score = score, quality = worked.quality, allowed = allowed,
      units_may_move = units_of(rules, q, allowed), cards = cards_of(rules, q, worked.quality, score),
    }
  end,
  follows = function(rules, q, r, was)
    if r.roll ~= was.roll and r.score == was.score then
      local total = 0
      for _, one in ipairs(r.modifiers) do total = total + one.value end
      r.score = clamped(r.roll + total)
    end
    if (r.score ~= was.score or r.quality ~= was.quality) and r.allowed == was.allowed then
      r.score = clamped(r.score)
      r.allowed = rules.tables.command_table(r.quality, r.score, "allowed")
      if r.cards == was.cards then r.cards = cards_of(rules, q, r.quality, r.score) end
    end
    if r.allowed ~= was.allowed and r.units_may_move == was.units_may_move then
      r.units_may_move = units_of(rules, q, r.allowed)
    end
  end,
}
