-- Limbering: whether a gun limbers or unlimbers, and how far it then moves.

local troops <const> = use "troops"

option "limber_full_turn" { false, ruling = "R73",
  doc = "only elite crews move in the turn in which they limber or unlimber" }

modifiers "limber" {
  judges = { "movement.limber" }, table = "limber_modifiers", cite = "Limbering",
  { "militia_or_native", when = function(q) return q.crew == "militia" or q.crew == "native" end },
  { "elite", given = { "crew", "elite" } },
}

--- The dice of movement that are left.
local function balance(rules, q)
  if not q.move or rules.option.limber_full_turn and q.crew ~= "elite" then return 0 end
  local dice = rules.tables.limber(q.team, q.action)
  return q.terrain == "rough" and math.max(0, dice - 1) or dice
end

--- R74: both dice of limbered horse artillery are doubled.
local function way(rules, q, score)
  local twice = q.action == "limber" and rules.tables.limber(q.team, "doubled_when_limbered") == "yes"
  local distance = troops.millimetres(rules, twice and 2 * score or score)
  return q.will_fire and distance // 2 or distance
end

--- Does a gun fire that has unlimbered: of an elite crew, and not after a move unless it is horse artillery (R73).
local function fires(q)
  return q.action == "unlimber" and q.crew == "elite" and (q.team == "horse_artillery" or not q.move)
end

procedure "movement.limber" {
  cite = "Limbering, Moving and Firing, R73, R74, R75",
  doc = "Does a gun limber or unlimber, and how far does it then move?",
  args = {
    enum "action" { "limber", "unlimber" }, enum "team" (troops.TEAMS),
    enum "crew" { "elite", "regular", "militia", "native" },
    flag "move" { doc = "uses the rest of its movement dice" },
    enum "terrain" { "open", "rough", default = "open" },
    flag "will_fire" { doc = "means to fire after unlimbering" },
  },
  dice = "d6, then as many d6 as balance_dice", headline = "success", good = "more",
  out = {
    list "modifiers" { "modifier", default = {} },
    int "score" {}, flag "success" {}, int "balance_dice" { 0 }, int "distance_mm" { 0 }, flag "may_fire" {},
  },
  says = {
    { "not success", "{score}: fails" }, { "balance_dice", "{score}: succeeds and moves {distance_mm} mm" },
    "{score}: succeeds",
  },
  check = function(_, q)
    if not q.will_fire or fires(q) then return nil end
    return refuse("will_fire", "is for an elite crew that unlimbers, and does not move unless it is horse artillery")
  end,
  modifiers = "limber",
  resolve = function(rules, q, dice, worked)
    local score = dice.d(6, "limber") + worked.total
    local success = score >= rules.constant.limber_score
    local count = success and balance(rules, q) or 0
    local moved = count > 0 and dice.sum(count, 6, "balance") or 0
    return {
      modifiers = worked.modifiers, score = score, success = success, balance_dice = count,
      distance_mm = way(rules, q, moved), may_fire = success and fires(q),
    }
  end,
  follows = function(rules, q, r, was)
    if r.score ~= was.score and r.success == was.success then r.success = r.score >= rules.constant.limber_score end
    if r.success == was.success then return end
    if r.may_fire == was.may_fire then r.may_fire = r.success and fires(q) end
    if not r.success and r.distance_mm == was.distance_mm then r.balance_dice, r.distance_mm = 0, 0 end
  end,
}
