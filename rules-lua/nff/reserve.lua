-- Reserve Movement: the zones, who may move through them, and the roll to move in reserve.

local command <const>, troops <const> = use("command", "troops")

option "zone_counts_all_units" { false, ruling = "R23", doc = "engineers and bands make a tactical zone too" }

local KINDS <const> = { "brigade", "battery", "grand_battery", "leader", "engineers", "band" }

record "enemy_near" { enum "kind" (KINDS), number "distance_in" { 0 } }

--- The enemies that make a tactical zone.
local COUNTED <const> = { brigade = true, battery = true, grand_battery = true }

procedure "reserve.zone" {
  cite = "RM 2, R23", doc = "Is a unit in the tactical or in the reserve zone?",
  args = { list "enemies" { "enemy_near", min = 0 } },
  out = {
    enum "zone" { "tactical", "reserve" }, flag "engaged" {},
    number "nearest_in" { 0, optional = true, doc = "where any enemy counts" },
  },
  says = function(r)
    return r.zone .. " zone" .. (r.nearest_in and (", %s in from the enemy"):format(r.nearest_in) or "")
  end,
  resolve = function(rules, q)
    local nearest
    for _, enemy in ipairs(q.enemies) do
      local counts = COUNTED[enemy.kind] or rules.option.zone_counts_all_units and enemy.kind ~= "leader"
      if counts and (not nearest or enemy.distance_in < nearest) then nearest = enemy.distance_in end
    end
    local near = nearest and nearest <= rules.constant.reserve_zone_beyond
    return { zone = near and "tactical" or "reserve", nearest_in = nearest }
  end,
  follows = { { "engaged", function(_, _, r) return r.zone == "tactical" end } },
}

procedure "reserve.path" {
  cite = "RM 3, RM 6, RM 7, R26, R27", doc = "May a unit move through these zones, and when?",
  args = {
    enum "unit" { "brigade", "battery", "grand_battery", "leader", default = "brigade" },
    list "zones" { of = enum "zone" { "reserve", "tactical" }, doc = "in the order visited, the start first" },
  },
  headline = "subphase", out = {
    flag "legal" {}, enum "subphase" { "reserve", "tactical", "leader" },
    enum "reason" { "reenters_tactical_zone", "leaves_tactical_zone_again", optional = true },
    flag "roll_required" { optional = true }, flag "disengaging" { optional = true },
    flag "may_initiate_fire" { optional = true }, flag "may_initiate_charge" { optional = true },
  },
  says = function(r)
    if not r.legal then return "is not allowed: " .. plain(r.reason) end
    return r.subphase .. " movement" .. (r.roll_required and ", with a roll" or "")
  end,
  check = function(_, q)
    for i = 2, #q.zones do
      if q.zones[i] == q.zones[i - 1] then return refuse("zones", "cannot have two neighbours alike") end
    end
  end,
  resolve = function(_, q)
    local zones = q.zones
    if q.unit == "leader" then return { legal = true, subphase = "leader", roll_required = false } end
    if #zones > 2 then
      local reason = zones[1] == "tactical" and "reenters_tactical_zone" or "leaves_tactical_zone_again"
      return { legal = false, subphase = "reserve", reason = reason }
    end
    local reserve = zones[1] == "reserve" or zones[2] == "reserve"
    return {
      legal = true, subphase = reserve and "reserve" or "tactical", roll_required = q.unit == "brigade",
      disengaging = zones[1] == "tactical" and zones[2] == "reserve", may_initiate_fire = not reserve,
      may_initiate_charge = not reserve and q.unit == "brigade",
    }
  end,
}

--- The general's band, as he bears on a roll for reserve movement.
local function commander_of(rules, q)
  local attached = q.army_commander_attached or q.attachment == "army_commander"
  local general = { general = q.general, with_berthier = q.with_berthier, attached = attached }
  return command.modifier(rules, general, q.year, "reserve")
end

local function commander(band, cite)
  return { band, cite = cite,
    when = function(q, _, rules)
      local value, his = commander_of(rules, q)
      return his == band and value ~= 0
    end }
end

modifiers "reserve" {
  judges = { "reserve.movement" }, role = "command", table = "reserve_modifiers",
  commander("napoleon_with_berthier", "RM 5a"), commander("commander_outstanding", "RM 5b"),
  commander("commander_able", "RM 5c"), commander("commander_ordinary", "RM 5e"), commander("commander_poor", "RM 5f"),
  { "adc_or_army_commander_attached", cite = "RM 5g", when = function(q) return q.attachment ~= "none" end },
  { "first_turn_set_battle", cite = "RM 5h", when = function(q) return q.first_turn and q.set_battle end },
  { "reserve_success_last_turn", cite = "RM 5i", flag = "succeeded_last_turn" },
  { "reserve_failure_once", cite = "RM 5j", given = { "failures", 1 } },
  { "reserve_failure_twice", cite = "RM 5j", when = function(q) return q.failures >= 2 end },
  { "disengaging", cite = "RM 5k", flag = "disengaging" },
  { "disordered", cite = "RM 5l", when = function(q) return q.disordered or q.irregular end },
}

--- What a total comes to in reserve: code, move, and whether formation may change.
local function look_up(rules, total)
  local cell = rules.tables.maneuver_reserve
  return {
    code = cell(total, "code"), move = cell(total, "move"),
    formation_change = troops.is(cell(total, "formation_change")),
  }, troops.is(cell(total, "rally"))
end

procedure "reserve.movement" {
  cite = "RM 4, RM 5, R19, R20, R21, R22, R25", doc = "Does a brigade move in reserve?",
  args = {
    enum "general" (command.GENERALS), int "year" (troops.YEARS), flag "with_berthier" {},
    flag "army_commander_attached" { doc = "to some other formation" },
    enum "attachment" { "none", "imperial_adc", "army_commander", default = "none",
      doc = "who joined this formation's commander last turn" },
    flag "first_turn" { doc = "of the game" }, flag "set_battle" { doc = "not a meeting engagement" },
    flag "succeeded_last_turn" { doc = "moved in reserve" },
    int "failures" { 0, default = 0, doc = "turns running, up to last turn, in which it failed to" },
    flag "disengaging" { doc = "from the tactical into the reserve zone" },
    flag "disordered" {}, flag "irregular" {},
  },
  dice = "d10", headline = "move", good = { "more", by = "total", same = "code" },
  out = {
    int "die" { 1, 10 }, int "modifier" { doc = "sum" }, int "total" {}, text "code" {},
    enum "move" { "none", "half", "full" }, flag "formation_change" {}, flag "success" {}, flag "rallies" {},
    flag "disordered_after" {}, int "failures_after" { 0 }, list "modifiers" { "modifier", default = {} },
  },
  says = { { "rallies", "{total}: {code}, rallies" }, "{total}: {code}" },
  check = function(_, q)
    if q.attachment == "imperial_adc" and q.general ~= "napoleon" then
      return refuse("attachment", "imperial_adc is for napoleon")
    end
    if q.succeeded_last_turn and q.first_turn then
      return refuse("succeeded_last_turn", "cannot be so in the first turn")
    end
    if q.failures > 0 and (q.succeeded_last_turn or q.first_turn) then
      return refuse("failures", "must be 0 after a success and in the first turn")
    end
    return command.refuse_berthier(q)
  end,
  modifiers = "reserve",
  resolve = function(rules, q, dice, w)
    local die = dice.d(10, "reserve")
    local result, rally = look_up(rules, die + w.total)
    local disordered = q.disordered or q.irregular
    result.die, result.modifier, result.total, result.modifiers = die, w.total, die + w.total, w.modifiers
    result.success = result.move ~= "none"
    result.rallies = result.success and rally and q.disordered and not q.irregular
    result.disordered_after = disordered and not result.rallies
    result.failures_after = result.success and 0 or q.failures + 1
    return result
  end,
}

procedure "reserve.shared_roll" {
  cite = "RM 8, R77", doc = "Do several brigades with the same modifiers move in reserve?", piece = "formation",
  args = { list "modifier_totals" { of = int "modifier_total" { -10, 10 }, min = 2, doc = "of each brigade" } },
  dice = "d10", headline = "move", good = { "more", by = "total", same = "code" },
  out = {
    int "die" { 1, 10 }, int "total" {}, text "code" {}, enum "move" { "none", "half", "full" }, flag "success" {},
    int "brigades" { 2 },
  },
  says = "{brigades} brigades, {total}: {code}",
  check = function(_, q)
    for _, total in ipairs(q.modifier_totals) do
      if total ~= q.modifier_totals[1] then return refuse("modifier_totals", "must all be equal") end
    end
  end,
  resolve = function(rules, q, dice)
    local die = dice.d(10, "reserve")
    local result = look_up(rules, die + q.modifier_totals[1])
    return {
      die = die, total = die + q.modifier_totals[1], code = result.code, move = result.move,
      success = result.move ~= "none", brigades = #q.modifier_totals,
    }
  end,
}
