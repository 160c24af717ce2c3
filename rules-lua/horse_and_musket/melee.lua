-- 6: one round of hand-to-hand combat between a charger and a charged unit.

local combat <const>, positions <const>, troops <const> = use("melee_dice", "positions", "troops")

record "melee_unit" {
  piece = "unit",
  enum "troop" (troops.ALL), enum "formation" { optional = true, values = troops.FORMATIONS },
  enum "grade" { default = "average", values = troops.GRADES },
  int "hits" { 0, max_of = troops.MOST_HITS, default = 0 }, flag "staggered" {},
  flag "higher_ground" { doc = "than the other" },
  flag "general" { doc = "one is with it" },
  int "supports" { 0, max_of = troops.MOST_SUPPORTS, default = 0 },
  flag "defends_river" { doc = "charged, across a river, ford or bridge" },
  flag "countercharging" { doc = "charged, it countercharges" },
}

record "melee_result" {
  int "dice" { 0, doc = "0 if it threw none" }, list "modifiers" { "modifier", default = {} },
  int "scored" { 0 }, int "inflicted" { 0, doc = "after the enemy's saves" }, int "taken" { 0 },
  int "hits" { 0, max_of = troops.ALL_HITS }, flag "staggered" {}, flag "staggered_now" {}, flag "destroyed" {},
  flag "general_at_risk" { doc = "ask general.risk" },
}

local function refuse_units(rules, q)
  for _, name in ipairs { "charger", "charged" } do
    local fault = troops.refuse_formation(rules, q[name].troop, q[name].formation, name .. ".formation")
    if fault then return fault end
  end
  if not troops.is_fighter(rules, q.charger.troop) then
    return refuse("charger.troop", ("cannot be %s: they never charge (6.2)"):format(plain(q.charger.troop)))
  end
  return combat.refuse_charger(q.charger, "charger.")
end

--- The dice of one unit against the other, with the state before the combat (6.1).
local function pool(rules, q, role, own, enemy)
  local question = {}
  for key, value in pairs(own) do question[key] = value end
  question.role = role
  question.enemy_troop, question.enemy_formation = enemy.troop, enemy.formation
  question.enemy_grade, question.enemy_staggered = enemy.grade, enemy.staggered
  question.face, question.position, question.breached, question.difficult = q.face, q.position, q.breached, q.difficult
  return rules.call("melee.dice", question)
end

--- 6.7: what saves the hits of a charged unit.
local function grounds(rules, q, position, works)
  local found = {}
  local behind = works or position == "woods" or position == "town" or position == "cover"
  if behind and not q.charged.countercharging then found[1] = "cover" end -- R57
  if troops.close_order_foot(rules, q.charged.troop) and q.face == "front"
    and troops.is_cavalry(rules, q.charger.troop) then
    found[#found + 1] = "infantry_against_cavalry" -- R70
  end
  return found
end

local NO_SAVES <const> = {}

--- A unit's result when nothing has happened to it yet; `own` is what it throws, nil for no dice.
local function untouched(unit, own)
  return {
    dice = own and own.dice or 0, modifiers = own and own.modifiers or {}, scored = 0, inflicted = 0, taken = 0,
    hits = unit.hits, staggered = unit.staggered, staggered_now = false, destroyed = false, general_at_risk = false,
  }
end

--- What `hits.apply` is asked of a unit.
local function hit(rules, unit, taken)
  return rules.passing("hits.apply", unit, { hits = unit.hits, staggered = unit.staggered, new_hits = taken })
end

--- What so many hits make of a unit; kept, since odds come back to the same ones again and again.
local function suffered(rules, dice, unit, taken, kept)
  local after = kept[taken]
  if not after then
    after = rules.call("hits.apply", hit(rules, unit, taken), dice)
    kept[taken] = after
  end
  return after
end

--- A unit throws its dice, the other saves what it can and takes the rest.
local function strike(rules, dice, from, to, who, saves, unit, kept)
  if from.dice > 0 then from.scored = dice.count(from.dice, 6, rules.constant.melee_hit, "fight", who) end
  local taken = from.scored
  if taken > 0 and #saves > 0 then
    taken = rules.call("cover.save", rules.passing("cover.save", unit, { hits = taken, grounds = saves }), dice).hits
  end
  from.inflicted, to.taken = taken, taken
  if taken == 0 then return end
  local after = suffered(rules, dice, unit, taken, kept)
  to.hits, to.staggered, to.staggered_now = after.hits, after.staggered, after.staggered_now
  to.destroyed = after.destroyed
  to.general_at_risk = unit.general and taken >= rules.constant.general_risk_hits -- R60
end

--- 4.1.7, R62, R8: guns and wagons in contact are eliminated.
local function overrun(q)
  local charger, charged = untouched(q.charger), untouched(q.charged)
  charged.destroyed = true
  return {
    automatic = true, charger = charger, charged = charged, struck_back = false,
    winner = "charger", tie = false, retreats = "none",
  }
end

--- R72: does the charged unit hold on a tie?
local function holds_on(rules, q)
  local position = positions.read(rules, q)
  return position == "town" or positions.works(rules, position, q.face)
end

--- R71, R72: who has won and who goes back.
local function settle(r, holds)
  if r.charged.destroyed then
    r.winner, r.retreats = "charger", "none"
  elseif r.charger.destroyed then
    r.winner, r.retreats = "charged", "none"
  else
    r.tie = false
    local difference = r.charger.inflicted - r.charged.inflicted
    r.tie = difference == 0
    local charger_wins = difference > 0 or r.tie and not holds -- 6.10
    r.winner = charger_wins and "charger" or "charged"
    r.retreats = charger_wins and "charged" or "charger"
  end
  return r
end

--- The hits that one unit inflicts are those that the other takes; gives whether a house rule has changed them.
local function follow_hits(from, from_was, to, to_was)
  if from.scored ~= from_was.scored and from.inflicted == from_was.inflicted and to.taken == to_was.taken then
    from.inflicted = math.max(0, from.inflicted + from.scored - from_was.scored)
  end
  if from.inflicted ~= from_was.inflicted and to.taken == to_was.taken then
    to.taken = from.inflicted
  elseif to.taken ~= to_was.taken and from.inflicted == from_was.inflicted then
    from.inflicted = to.taken
  end
  return from.inflicted ~= from_was.inflicted
end

--- What other hits than before make of a unit.
local function follow_loss(rules, unit, r, was)
  if r.taken == was.taken then return end
  if r.hits == was.hits and r.staggered == was.staggered and r.destroyed == was.destroyed then
    local after = rules.call("hits.apply", hit(rules, unit, r.taken))
    r.hits, r.staggered, r.staggered_now = after.hits, after.staggered, after.staggered_now
    r.destroyed = after.destroyed
  end
  if r.general_at_risk == was.general_at_risk then
    r.general_at_risk = unit.general and r.taken >= rules.constant.general_risk_hits
  end
end

local function told(name, unit)
  if unit.destroyed then return ("the %s is destroyed"):format(name) end
  return ("the %s takes %d%s"):format(name, unit.taken, unit.staggered_now and " and is staggered" or "")
end

procedure "melee.resolve" {
  cite = "6 4.1.7 R56 R57 R58 R61 R62 R63 R64 R65 R66 R67 R68 R69 R70 R71 R72",
  doc = "One round of hand-to-hand combat: what does each unit suffer, and who goes back?", piece = "none",
  good = { "first", of = "charger" },
  args = {
    object "charger" { "melee_unit" }, object "charged" { "melee_unit" },
    enum "face" { default = "front", values = troops.FACES, doc = "of the charged unit" },
    enum "position" { default = "open", values = positions.ALL, doc = "of the charged unit" },
    flag "breached" { doc = "the fieldworks it holds" },
    flag "difficult" { doc = "either stands in or across crops, hedge or fence" },
  },
  dice = "d6 for each die of the charger, then each save; then, unless destroyed, those of the charged unit",
  headline = "winner", out = {
    flag "automatic" { doc = "guns or wagons: eliminated, no dice" },
    object "charger" { "melee_result" }, object "charged" { "melee_result" },
    flag "struck_back" {}, enum "winner" { "charger", "charged" }, flag "tie" {},
    enum "retreats" { "charger", "charged", "none" },
  },
  says = function(r)
    if r.automatic then return "the charged unit is eliminated" end
    local text = told("charged unit", r.charged)
    if r.struck_back then text = text .. ", " .. told("charger", r.charger) end
    if r.retreats == "none" then return text end
    return ("%s; %sthe %s retreats"):format(text, r.tie and "a tie: " or "",
      r.retreats == "charged" and "charged unit" or "charger")
  end,
  check = function(rules, q)
    local fault = refuse_units(rules, q) or positions.refuse_breached(q)
      or combat.refuse_combat(rules, q, q.charger, q.charged, "charged.")
    if fault then return fault end
    if q.charger.higher_ground and q.charged.higher_ground then
      return refuse("charged.higher_ground", "cannot be said of both")
    end
  end,
  before = function(rules, q)
    if not troops.is_fighter(rules, q.charged.troop) then return { automatic = true } end
    local position = positions.read(rules, q)
    local works = positions.works(rules, position, q.face)
    return {
      charger = pool(rules, q, "charger", q.charger, q.charged),
      charged = pool(rules, q, "charged", q.charged, q.charger),
      saves = grounds(rules, q, position, works),
      holds = holds_on(rules, q),
      charger_after = {}, charged_after = {},
    }
  end,
  resolve = function(rules, q, dice, w)
    if w.automatic then return overrun(q) end
    local charger, charged = untouched(q.charger, w.charger), untouched(q.charged)
    strike(rules, dice, charger, charged, "charger", w.saves, q.charged, w.charged_after)
    local back = not charged.destroyed -- R61
    if back then
      charged.dice, charged.modifiers = w.charged.dice, w.charged.modifiers
      strike(rules, dice, charged, charger, "charged", NO_SAVES, q.charger, w.charger_after)
    end
    return settle({ automatic = false, charger = charger, charged = charged, struck_back = back, tie = false }, w.holds)
  end,
  follows = function(rules, q, r, was)
    if r.automatic then return end
    local inflicted = follow_hits(r.charger, was.charger, r.charged, was.charged)
    inflicted = follow_hits(r.charged, was.charged, r.charger, was.charger) or inflicted
    local destroyed = false
    for _, role in ipairs { "charger", "charged" } do
      follow_loss(rules, q[role], r[role], was[role])
      destroyed = destroyed or r[role].destroyed ~= was[role].destroyed
    end
    local decided = r.winner ~= was.winner or r.retreats ~= was.retreats or r.tie ~= was.tie
    if (inflicted or destroyed) and not decided then
      settle(r, holds_on(rules, q))
    elseif r.winner ~= was.winner and r.retreats == was.retreats and r.retreats ~= "none" then
      r.retreats = r.winner == "charger" and "charged" or "charger"
    elseif r.retreats ~= was.retreats and r.winner == was.winner and r.retreats ~= "none" then
      r.winner = r.retreats == "charger" and "charged" or "charger"
    end
  end,
}
