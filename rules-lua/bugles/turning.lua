-- Changing Face, Inclining, Expanding: what it takes to face another way, and to step aside.

local troops <const> = use "troops"

option "face_counts_this_test" { false, ruling = "R65",
  doc = "the modifier for tests of a game turn counts the one that is thrown, too" }
option "face_others_literal" { false, ruling = "R64",
  doc = "regulars of class a and b have the -2 of all other troops when they change face" }

--- The modifiers of a change of face, here and where a square is formed.
modifiers "face" {
  judges = { "movement.change_face", "formation.square" }, table = "face_modifiers", cite = "Changing Face",
  { "moving", flag = "moving" },
  { "c_class_regular", when = function(q) return troops.is_regular(q) and q.class == "c" end },
  { "other_troops", when = function(q, _, rules)
    if not troops.is_regular(q) then return not q.rabble end
    if q.class == "d" then return true end
    return rules.option.face_others_literal and not q.stands and q.class ~= "c"
  end },
  { "rabble", flag = "rabble" },
  { "mounted_over_45", when = function(q, _, rules)
    return q.unit == "mounted" and q.angle_deg > rules.constant.face_mounted_angle
  end },
  { "earlier_tests", per = function(q, _, rules)
    return q.earlier_tests + (rules.option.face_counts_this_test and 1 or 0)
  end },
  { "elite_gunners", cite = "Elite Artillery", when = function(q) return q.unit == "gun" and troops.elite(q) end },
}

procedure "movement.change_face" {
  cite = "Changing Face, R64, R65, R66", doc = "Do stands change face, or wheel?",
  args = {
    enum "kind" (troops.KINDS),
    enum "class" { of_table = troops.CLASSES.of_table, doc = "the worst, of stands that turn together" },
    enum "unit" { "foot", "mounted", "gun", default = "foot" },
    flag "rabble" { only = { kind = { "irregular", "war_band" }, class = "d" } }, -- R4
    flag "moving" { doc = "has moved or means to move this turn" },
    int "angle_deg" { 1, 180 },
    int "earlier_tests" { 0, default = 0, doc = "of these stands this game turn" },
    flag "no_modifiers" { doc = "the players agreed that such troops test without" },
  },
  dice = "d10", headline = "success", good = "more",
  out = {
    list "modifiers" { "modifier", default = {} },
    int "score" {}, flag "success" {}, flag "disordered" {}, flag "halted" {},
  },
  says = { { "success", "{score}: turns" }, "{score}: halts, disordered" },
  before = function(rules, q)
    local applied, total = {}, 0
    if not q.no_modifiers then applied, total = rules.work("face", q) end
    return { modifiers = applied, total = total }
  end,
  test = { 10, "face" },
  follows = {
    { "success", troops.reaches "change_face" }, { "disordered", troops.unless "success" },
    { "halted", troops.unless "success" },
  },
}

procedure "movement.incline" {
  cite = "Changing Face, Expanding, R69, R70", doc = "How far does a stand step aside, and when is a column in line?",
  args = {
    enum "kind" (troops.KINDS), enum "class" (troops.CLASSES),
    flag "expanding" { doc = "from column to line" },
    int "widths_needed" { 1, default = 1, doc = "base widths still to go" },
    int "base_width_mm" { 1, default = 65 },
  },
  out = { int "widths_per_turn" { 1 }, int "turns" { 1 }, int "distance_mm" { 1 } }, headline = "distance_mm",
  says = "{distance_mm} mm aside; {turns turn} in all",
  resolve = function(rules, q)
    local drilled = q.expanding and troops.is_regular(q) and q.class ~= "d" -- R70
    local widths = drilled and rules.constant.expanding_widths or 1
    return {
      widths_per_turn = widths, turns = (q.widths_needed + widths - 1) // widths,
      distance_mm = math.min(q.widths_needed, widths) * q.base_width_mm,
    }
  end,
}
