-- 4.1: the charge: who may charge whom, the test, the distance, countercharges, and what defensive fire did.

local hits <const>, positions <const>, troops <const> = use("hits", "positions", "troops")

option "strength_is_grade" { false, ruling = "R28",
  doc = "infantry charges infantry of equal or lower grade, however many hits either has" }

--- How a face is told.
local FACES <const> = {
  front = "in front", left_flank = "in its left flank", right_flank = "in its right flank", rear = "in its rear",
}

--- 4.1.8.2: what the strength of infantry is weighed by.
local function weigh(rules, count, staggered, grade)
  if rules.option.strength_is_grade then return rules.tables.grades(grade) end
  return troops.strength(rules, count, staggered)
end

local function equal_or_stronger(rules, q)
  return weigh(rules, q.hits, q.staggered, q.grade)
    >= weigh(rules, q.target_hits, q.target_staggered, q.target_grade)
end

--- Why a unit may not charge another; `about` is { position, face }, as the rules read them.
local BARRED <const> = reasons {
  {
    "cannot_charge", "guns and wagons never charge", cite = "6.2 R8",
    when = function(rules, q) return not troops.is_fighter(rules, q.troop) end,
  }, {
    "light_infantry_frontal", "light infantry does not charge close order infantry in front", cite = "4.1.6",
    when = function(rules, q, about)
      return troops.light_foot(rules, q.troop) and troops.close_order_foot(rules, q.target_troop)
        and about.face == "front"
    end,
  }, {
    "light_infantry_v_cavalry", "light infantry does not charge cavalry", cite = "4.1.6",
    when = function(rules, q) return troops.light_foot(rules, q.troop) and troops.is_cavalry(rules, q.target_troop) end,
  }, {
    "infantry_v_cavalry", "close order infantry does not charge heavy or light cavalry", cite = "4.1.8.1",
    when = function(rules, q) -- R5: not dragoons, nor tribal cavalry
      local target = troops.kind(rules, q.target_troop)
      return troops.close_order_foot(rules, q.troop) and (target == "heavy_cavalry" or target == "light_cavalry")
    end,
  }, {
    "weaker_infantry", cite = "4.1.8.2",
    function(rules, q)
      if rules.option.strength_is_grade then return "it is of a higher grade" end
      return ("it is stronger, %d against %d"):format(troops.strength(rules, q.target_hits, q.target_staggered),
        troops.strength(rules, q.hits, q.staggered))
    end,
    when = function(rules, q)
      return troops.close_order_foot(rules, q.troop) and troops.close_order_foot(rules, q.target_troop)
        and not equal_or_stronger(rules, q)
    end,
  }, {
    "guarded_artillery", cite = "4.1.7",
    function(_, q) return ("close order infantry guards it, %d mm from the guns"):format(q.infantry_near_target_mm) end,
    when = function(rules, q)
      return q.infantry_near_target_mm ~= nil and q.infantry_near_target_mm <= rules.constant.guard_radius
    end,
  }, {
    "cavalry_v_cover", "cavalry does not attack units in woods, a town or fieldworks", cite = "SR.2 SR.3 SR.4 R77",
    when = function(rules, q, about)
      return troops.is_cavalry(rules, q.troop)
        and (about.position == "woods" or about.position == "town" or about.position == "fieldworks")
    end,
  }, {
    "face_taken", function(_, q) return ("another unit charges it %s already"):format(FACES[q.face]) end,
    cite = "4.1.2.1",
    flag = "face_taken",
  },
}

procedure "charge.legality" {
  cite = "4.1.2.1 4.1.6 4.1.7 4.1.8 6.2 SR.2 SR.3 SR.4", doc = "May this unit charge that one?",
  args = {
    enum "troop" (troops.ALL), enum "target_troop" (troops.ALL),
    enum "face" { values = troops.FACES, doc = "of the target" },
    enum "position" { default = "open", values = positions.ALL, doc = "of the target" },
    flag "breached" { doc = "the fieldworks it holds" },
    flag "face_taken" { doc = "another unit charges that face" },
    int "hits" { 0, max_of = troops.MOST_HITS, default = 0 }, flag "staggered" {},
    int "target_hits" { 0, max_of = troops.MOST_HITS, default = 0 }, flag "target_staggered" {},
    enum "grade" { default = "average", values = troops.GRADES, doc = "read under strength_is_grade" },
    enum "target_grade" { default = "average", values = troops.GRADES, doc = "likewise" },
    int "infantry_near_target_mm" { 0, optional = true, doc = "close order infantry nearest to the guns it guards" },
  },
  out = {
    flag "legal" {}, list "reasons" { of = enum "reason" { values = BARRED.words, open = true }, default = {} },
    enum "counts_as_face" (troops.FACES),
  },
  says = { { "legal", "may charge" }, "may not charge: {reasons}" },
  check = function(rules, q)
    local fault = positions.refuse_breached(q)
      or positions.refuse_inside(rules, (positions.read(rules, q)), q.target_troop, "position")
    if fault then return fault end
    if q.infantry_near_target_mm and troops.arm(rules, q.target_troop) ~= "artillery" then
      return refuse("infantry_near_target_mm", "is for artillery that is charged (4.1.7)")
    end
  end,
  resolve = function(rules, q)
    local position = positions.read(rules, q)
    local about = { position = position, face = positions.counts_as_face(rules, position, q.face) }
    local found = BARRED.holding(rules, q, about)
    return { legal = #found == 0, reasons = found, counts_as_face = about.face }
  end,
}

procedure "charge.test" {
  cite = "4.1.1 R26 R27", doc = "Does the unit charge when it is told to?",
  args = { enum "troop" (troops.FIGHTERS), enum "grade" (troops.GRADES), flag "staggered" {} },
  dice = "d6, or none when it never charges", headline = "may_charge", good = "more",
  out = {
    enum "arm" { "infantry", "cavalry" }, flag "automatic" { doc = "no die: it never charges" },
    int "need" { optional = true }, int "roll" { 1, 6, optional = true }, flag "may_charge" {},
  },
  says = {
    { "automatic", "never charges" }, { "may_charge", "charges: {roll}, needing {need}" },
    "will not charge: {roll}, needing {need}",
  },
  before = function(rules, q)
    local arm = troops.arm(rules, q.troop)
    return { arm = arm, need = rules.tables.charge_table(arm, q.grade, q.staggered and "yes" or "no") }
  end,
  resolve = function(_, _, dice, worked)
    if worked.need == "never" then return { arm = worked.arm, automatic = true, may_charge = false } end
    local roll = dice.d(6, "charge")
    return { arm = worked.arm, automatic = false, need = worked.need, roll = roll, may_charge = roll >= worked.need }
  end,
  follows = function(_, _, r, was)
    if not (r.roll and r.need) or r.roll == was.roll and r.need == was.need then return end
    if r.may_charge == was.may_charge then r.may_charge = r.roll >= r.need end
  end,
}

procedure "charge.reach" {
  cite = "4.1.2 4.2.1 4.2.2 R37", doc = "Does a charge reach its target?",
  args = {
    enum "troop" (troops.FIGHTERS),
    flag "difficult" { doc = "any of the way" },
    int "distance_mm" { 0, doc = "to contact" },
    int "pivot_deg" { 0, default = 0, doc = "made before it" },
  },
  out = { int "move_mm" { 0 }, flag "contact" {}, int "margin_mm" {} }, headline = "contact",
  says = function(r)
    return r.contact and ("reaches, with %d mm to spare"):format(r.margin_mm)
      or ("is %d mm short"):format(-r.margin_mm)
  end,
  check = function(rules, q)
    local most = troops.free_turn(rules)
    if q.pivot_deg > most then return refuse("pivot_deg", ("must be 0 to %d, got %d"):format(most, q.pivot_deg)) end
  end,
  resolve = function(rules, q)
    local move = troops.rate(rules, q.troop, troops.formation(rules, q.troop), q.difficult)
    return { move_mm = move, contact = q.distance_mm <= move, margin_mm = move - q.distance_mm }
  end,
  follows = function(_, q, r, was)
    if r.move_mm ~= was.move_mm and r.margin_mm == was.margin_mm then r.margin_mm = r.move_mm - q.distance_mm end
    if r.margin_mm ~= was.margin_mm and r.contact == was.contact then r.contact = r.margin_mm >= 0 end
  end,
}

procedure "charge.countercharge" {
  cite = "4.1.4 R33", doc = "May a charged unit countercharge?",
  args = {
    enum "troop" (troops.ALL), flag "staggered" {}, enum "face" { values = troops.FACES, doc = "being charged" },
  },
  out = {
    flag "may" {}, list "reasons" { of = enum "reason" { "not_cavalry", "staggered", "not_frontal" }, default = {} },
  },
  says = { { "may", "may countercharge" }, "may not countercharge: {reasons}" },
  resolve = function(rules, q)
    local found = {}
    if not troops.is_cavalry(rules, q.troop) then found[#found + 1] = "not_cavalry" end
    if q.staggered then found[#found + 1] = "staggered" end
    if q.face ~= "front" then found[#found + 1] = "not_frontal" end
    return { may = #found == 0, reasons = found }
  end,
}

local function after(result)
  return result.destroyed and "destroyed" or result.staggered_now and "retires" or "contact"
end

procedure "charge.after_fire" {
  cite = "4.1.5 R32", doc = "What does a charger do after defensive fire?",
  args = {
    int "hits" { 0, max_of = troops.MOST_HITS, default = 0, doc = "before" },
    flag "staggered" { doc = "before" },
    int "new_hits" { 0, doc = "from defensive fire" },
  },
  dice = "none", headline = "outcome",
  out = hits.out(enum "outcome" { "destroyed", "retires", "contact" }),
  says = function(r)
    if r.outcome == "contact" then return "comes on, " .. hits.tell(r) end
    return r.outcome == "retires" and "is staggered and retires" or "is destroyed"
  end,
  resolve = function(rules, q, dice)
    local result = rules.call("hits.apply", q, dice)
    result.outcome = after(result)
    return result
  end,
  follows = function(_, _, r, was)
    if r.destroyed == was.destroyed and r.staggered_now == was.staggered_now then return end
    if r.outcome == was.outcome then r.outcome = after(r) end
  end,
}

return { BARRED = BARRED, FACES = FACES }
