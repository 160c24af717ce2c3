-- Command Quality, Role of Leaders: the quality of an army's command, the End of Turn Dice, the radius of a leader.

local troops <const> = use "troops"

option "cinc_route_needed" { false, ruling = "R31",
  doc = "a commander in chief without a clear route to every group leader takes 4 from the End of Turn Dice" }

--- What an army's quality of command adds to the End of Turn Dice.
local function by_quality(rules, q) return rules.tables.end_of_turn_modifiers(q.quality) end

procedure "command.quality" {
  cite = "Determining Command Quality", doc = "How good is an army's command?", piece = "none",
  args = {},
  dice = "d10", headline = "quality", good = "first",
  out = { enum "quality" (troops.QUALITIES), int "end_of_turn_modifier" {} },
  says = "{quality} command",
  resolve = function(rules, _, dice) return { quality = rules.tables.command_quality(dice.d(10, "quality")) } end,
  follows = { { "end_of_turn_modifier", function(rules, _, r) return by_quality(rules, r) end } },
}

modifiers "end_of_turn" {
  judges = { "command.end_of_turn", "artillery.reserve_request" }, role = "command", piece = "formation",
  table = "end_of_turn_modifiers", cite = "Command Quality",
  { "command_quality", value = by_quality, when = function(q, _, rules) return by_quality(rules, q) ~= 0 end },
  { "cinc_fallen", flag = "cinc_fallen" },
  { "cinc_commanding_group", flag = "cinc_commanding_group", cite = "Role of Leaders" },
  { "cinc_cut_off", cite = "Role of Leaders", when = function(q, _, rules) -- R31
    return q.cinc_cut_off and rules.option.cinc_route_needed
  end },
}

--- R32: one who has fallen leads no group.
local NOT_FALLEN <const> = { cinc_fallen = false }

--- R30: an army whose groups may have to advance.
local function impetuous(q) return q.impetuous_army or q.quality == "poor" or q.quality == "very_poor" end

procedure "command.end_of_turn" {
  cite = "Command Quality, R26, R30", doc = "May another command group move?",
  piece = "formation", good = "less",
  args = {
    enum "quality" (troops.QUALITIES),
    flag "cinc_fallen" { doc = "for the rest of the game" },
    flag "cinc_commanding_group" { only = NOT_FALLEN, doc = "the commander in chief leads a group himself this turn" },
    flag "impetuous_army" { doc = "impetuosity marks this army" },
    flag "cinc_cut_off" { doc = "he is off the table, or has no clear route to a group leader" },
  },
  dice = "d10", headline = "movement_ends",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "movement_ends" {}, flag "impetuous" {} },
  says = {
    { "impetuous", "an impetuous advance" }, { "movement_ends", "{score}: movement ends" },
    "{score}: another group may move",
  },
  modifiers = "end_of_turn",
  resolve = function(rules, q, dice, worked)
    local roll = dice.d(10, "end of turn")
    if impetuous(q) and roll >= rules.tables.d10_tests "impetuous_advance" then
      return { modifiers = {}, score = roll, impetuous = true }
    end
    return { modifiers = worked.modifiers, score = roll + worked.total, impetuous = false }
  end,
  follows = {
    { "movement_ends", function(rules, _, r) -- R26
      return not r.impetuous and r.score <= rules.tables.d10_tests "end_of_turn_ends_movement"
    end },
  },
}

procedure "artillery.reserve_request" {
  cite = "Artillery Ammunition, R157", doc = "Does ammunition come up from the reserve?",
  args = {
    enum "quality" (troops.QUALITIES), flag "cinc_fallen" {},
    flag "cinc_commanding_group" { only = NOT_FALLEN, doc = "the commander in chief leads a group himself" },
  },
  dice = "d10", headline = "granted", good = "more",
  out = { list "modifiers" { "modifier", default = {} }, int "score" {}, flag "granted" {} },
  says = { { "granted", "the ammunition comes up" }, "the request goes astray" },
  test = { 10, "request", modifiers = "end_of_turn" },
  follows = {
    { "granted", function(rules, _, r) return r.score > rules.tables.d10_tests "end_of_turn_ends_movement" end },
  },
}

procedure "command.radius" {
  cite = "Role of Leaders, R33, R35, R36", doc = "May a stand move at all, as far as its leader goes?",
  args = {
    int "leader_distance_mm" { 0, doc = "its nearest point to its group's leader" },
    flag "sniper" {}, flag "skirmisher" {},
    int "parent_distance_mm" { 0, optional = true, only = { skirmisher = true },
      doc = "to the nearest formed stand of their group" },
  },
  out = { flag "may_move" {}, enum "via" { "independent", "leader", "parent", "none" } }, headline = "may_move",
  says = { { "may_move", "may move" }, "is out of its leader's reach" },
  resolve = function(rules, q)
    local limits, via = rules.constant, "none"
    if q.sniper then
      via = "independent"
    elseif q.leader_distance_mm <= limits.command_radius then
      via = "leader"
    elseif q.skirmisher and q.parent_distance_mm and q.parent_distance_mm <= limits.skirmish_parent_distance then
      via = "parent"
    end
    return { via = via }
  end,
  follows = { { "may_move", function(_, _, r) return r.via ~= "none" end } },
}
