-- 10.3 to 10.6: combat of infantry, of cavalry, and of cavalry with infantry.

local units <const>, fight <const>, rounds <const> = use("combat_units", "fight", "rounds")

local WON_BY <const> = { infantry = "infantry_won_by", cavalry = "cavalry_won_by" }
local LOST_BY <const> = { infantry = "infantry_lost_by", cavalry = "cavalry_lost_by" }

procedure "combat.response" {
  cite = "10.5 R59 R60 R62 R64 R65", piece = "unit",
  doc = "What does a unit do after winning or losing by so much?",
  args = {
    enum "arm" { "infantry", "cavalry" }, enum "opponent_arm" { "infantry", "cavalry" },
    int "margin" { -99, 99, doc = "own score less the opponent's" },
    flag "ridden_through_last_bound" { only = { arm = "cavalry" } },
  },
  out = { enum "response" (units.responses), int "carry" { 0, doc = "new deduction from later scores" } },
  says = function(r) return fight.tell(r) end,
  resolve = function(rules, q)
    if q.margin == 0 then return { response = "draw", carry = rules.constant.draw_deduction } end
    if q.margin > 0 then
      local response = rules.tables[WON_BY[q.arm]](q.margin)
      local tired = q.arm == "cavalry" or rules.option.combats_won_any_arm
      return { response = response, carry = tired and -rules.tables.cavalry_modifiers "combats_won" or 0 }
    end
    local size = -q.margin
    local response = rules.tables[LOST_BY[q.arm]](size)
    if response == "ridden_through" then
      if q.opponent_arm == "infantry" then response = "hold" -- R65
      elseif q.ridden_through_last_bound then response = "retreat" end -- R64
    end
    local limits = rules.constant
    local carry = math.max(limits.defeat_deduction_min, math.min(limits.defeat_deduction_max, size))
    return { response = response, carry = response == "rout" and 0 or carry }
  end,
}

--- Sum of the frontages of a list of units.
local function frontage(list)
  local sum = 0
  for i = 1, #list do sum = sum + list[i].frontage_mm end
  return sum
end

local function widest(list)
  local most = 0
  for _, unit in ipairs(list) do most = math.max(most, unit.frontage_mm) end
  return most
end

--- Works one side of a combat between like arms: each unit against the sum of its opponents (R55).
local function side(rules, q, own, other, arm)
  return fight.side(rules, q[own], own, arm, {
    own = rules.option.frontage_by_side and frontage(q[own]) or nil,
    opposing = frontage(q[other]), squadron = arm == "cavalry",
  })
end

local function works_sides(arm)
  return function(rules, q) return { a = side(rules, q, "a", "b", arm), b = side(rules, q, "b", "a", arm) } end
end

--- Both sides throw, a then b; the side of one unit stands against the other.
local function fight_sides(rules, _, dice, worked)
  local a, b = fight.throw(dice, worked.a), fight.throw(dice, worked.b)
  local winner
  if #b > 1 then
    winner = fight.settle(rules, dice, worked.a[1], a, worked.b, b)
  else
    winner = fight.settle(rules, dice, worked.b[1], b, worked.a, a)
  end
  return { winner = winner, a = a, b = b }
end

local function refuse_many(q)
  if #q.a > 1 and #q.b > 1 then return refuse("b", "must be one unit when a has several") end
end

procedure "combat.infantry" {
  cite = "10.3 10.5 10.6", doc = "Infantry fights infantry, or skirmishers skirmishers: one unit against one or more.",
  args = { list "a" { "unit_infantry" }, list "b" { "unit_infantry" } },
  dice = "2d6 for each unit of a in order, then of b", good = { "a", "none", "b", of = "a" },
  out = { enum "winner" { "a", "b", "none" }, list "a" { "unit_result" }, list "b" { "unit_result" } },
  says = fight.tell_sides, rounds = rounds.of("a", "b"),
  check = function(_, q) return refuse_many(q) end,
  before = works_sides "infantry",
  resolve = fight_sides,
}

procedure "combat.cavalry" {
  cite = "10.4 10.5 10.6", doc = "Cavalry fights cavalry: one squadron against one or more.",
  args = { list "a" { "unit_squadron" }, list "b" { "unit_squadron" } },
  dice = "2d6 for each squadron of a in order, then of b", good = { "a", "none", "b", of = "a" },
  out = { enum "winner" { "a", "b", "none" }, list "a" { "unit_result" }, list "b" { "unit_result" } },
  says = fight.tell_sides, rounds = rounds.of("a", "b"),
  check = function(_, q)
    if #q.a > 1 and #q.b > 1 then return refuse_many(q) end
    for _, list in ipairs { q.a, q.b } do
      for _, unit in ipairs(list) do
        if not unit.reforming then return nil end
      end
    end
    return refuse("a.1.reforming", "cannot be said of every squadron: none would close")
  end,
  before = works_sides "cavalry",
  resolve = fight_sides,
}

local function refuse_squadrons(q)
  local attack, all_reforming, all_attack = false, true, true
  for _, unit in ipairs(q.squadrons) do
    attack = attack or units.squadron_attacks(unit)
    all_attack = all_attack and units.squadron_attacks(unit)
    all_reforming = all_reforming and unit.reforming
  end
  if q.infantry.attacking and attack then
    return refuse("infantry.attacking", "must be false while a squadron attacks (R53)")
  end
  if all_reforming and not q.infantry.attacking then
    return refuse("squadrons.1.reforming", "cannot be said of every squadron unless the infantry attacks")
  end
  if q.contact ~= "front" and not all_attack then
    return refuse("contact", "must be front: a squadron that stands still contacts no flank or rear")
  end
end

local function rides_down(q)
  local squadrons = {}
  for i = 1, #q.squadrons do squadrons[i] = { response = "hold", carry = 0 } end
  return {
    resolved_by = "flank_or_rear", winner = "squadrons",
    squadrons = squadrons, infantry = { response = "rout", carry = 0 },
  }
end

procedure "combat.cavalry_infantry" {
  cite = "10.4 10.5 10.6 R55 R65 R66", doc = "Squadrons fight a body of infantry.",
  good = { "squadrons", "none", "infantry", of = "squadrons" },
  args = {
    list "squadrons" { "unit_squadron" }, object "infantry" { "unit_foot" },
    enum "contact" { "front", "flank", "rear", default = "front", doc = "what the cavalry reaches" },
  },
  dice = "none in flank or rear (but of a square), else 2d6 for each squadron, then for the infantry",
  headline = "winner", out = {
    enum "resolved_by" { "dice", "flank_or_rear" }, enum "winner" { "squadrons", "infantry", "none" },
    list "squadrons" { "unit_result" }, object "infantry" { "unit_result" },
  },
  says = function(r)
    if r.resolved_by == "flank_or_rear" then return "the infantry is caught in flank or rear and routs" end
    return ("squadrons %s, infantry %s"):format(fight.tell_list(r.squadrons), fight.tell(r.infantry))
  end,
  rounds = rounds.of("squadrons", "infantry", "infantry"),
  check = function(_, q) return refuse_squadrons(q) end,
  before = function(rules, q)
    local foot, by_side = q.infantry.frontage_mm, rules.option.frontage_by_side
    local sum = frontage(q.squadrons)
    return {
      caught = q.contact ~= "front" and q.infantry.formation ~= "square",
      squadrons = fight.side(rules, q.squadrons, "squadrons", "cavalry",
        { own = by_side and sum or nil, opposing = foot, squadron = true, against_infantry = true }),
      infantry = fight.work(rules, q.infantry, "infantry", "cavalry",
        { own = foot, opposing = by_side and sum or widest(q.squadrons), against_cavalry = true }),
    }
  end,
  resolve = function(rules, q, dice, worked)
    if worked.caught then return rides_down(q) end
    local squadrons = fight.throw(dice, worked.squadrons)
    local infantry = fight.throw(dice, { worked.infantry })
    local winner = fight.settle(rules, dice, worked.infantry, infantry, worked.squadrons, squadrons)
    return { resolved_by = "dice", winner = winner, squadrons = squadrons, infantry = infantry[1] }
  end,
}
