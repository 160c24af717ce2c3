-- Seq 2c, Ch 1, R59, R60, R64, R100, R101, R108, R109: the combats of the Charge Phase. All are thrown
-- for, in the order that the side that moves chooses; then all results come together.
local contact <const>, inches <const> = use("game/combat/contact", "game/army/inches")
local leaders <const>, removal <const> = use("game/command/leaders", "game/army/removal")
local motion <const>, retreat <const> = use("game/movement/motion", "game/movement/retreat")
local terms <const>, troops <const>, army <const> = use("game/combat/melee_question", "troops", "game/army/units")

local M <const> = { COMMANDS = { "order_combats" } }

-- ---- the order --------------------------------------------------------------------------------

local function combats(view) return contact.combats(view, view.state.active) end

function M.any(view) return #combats(view) > 1 end

local function refuse_order(view, cmd)
  local left = {}
  for i, combat in ipairs(combats(view)) do left[i] = combat.target end
  local all, known = #left, {}
  for _, id in ipairs(cmd.targets) do
    if not lists.has(left, id) or known[id] then
      local text = "%s is not charged, or is listed twice"
      return refuse("targets", text:format(view:called(id)), "Seq 2c")
    end
    known[id] = true
  end
  if #cmd.targets < all then
    return refuse("targets", ("must be all %d, not %d"):format(all, #cmd.targets), "Seq 2c")
  end
end

command "order_combats" {
  cite = "Seq 2c, R100", doc = "The order in which the combats are thrown for: every charged enemy once.",
  args = { units "targets" { "enemy", min = 1 } },
  check = function(view, cmd) return refuse_order(view, cmd) end,
  proposals = function(view)
    local list = {}
    for i, combat in ipairs(combats(view)) do list[i] = combat.target end
    return #list > 1 and { { targets = list, text = counted(#list, "combat"), score = 10 } } or {}
  end,
  run = function(play, cmd)
    local _, about = play:at()
    play:set(about, "order", lists.append({}, cmd.targets))
    play:tell("order", { side = cmd.side, say = play:names(cmd.targets), cite = "Seq 2c" })
  end,
}

-- ---- the throws --------------------------------------------------------------------------------

--- Does a result disorder those who were in order: by the row of the table?
local function by_row(q, result, role, cell)
  local own = q[role]
  local before = own.disordered or own.irregular or role == "attacker" and own.arm == "cavalry"
    or role == "defender" and own.countercharging
  if before then return troops.is(cell(result.difference, role .. "_disordered")) end
  return result[role .. "_disordered"]
end

--- What a combat does to brigades that defend; where most stands are guns, as the row of the table has it (R109).
local function of_brigades(q, result, cell)
  if q.defender.arm ~= "artillery" then
    return {
      lost = result.defender_stands_lost, move = result.defender_move, square = result.defender_forms_square,
      disordered = by_row(q, result, "defender", cell),
    }
  end
  return {
    lost = cell(result.difference, "defender_stands_lost"), move = cell(result.difference, "defender_move"),
    disordered = troops.is(cell(result.difference, "defender_disordered")),
    square = q.attacker.arm == "cavalry" and result.difference < 0,
  }
end

--- What it does to batteries; where most stands are of brigades, as the row has it.
local function of_guns(q, result, cell)
  if q.defender.arm == "artillery" then return { fate = result.guns, move = result.defender_move } end
  return { fate = cell(result.difference, "guns"), move = cell(result.difference, "defender_move") }
end

local function score_of(result, role)
  local score = army.score { die = result[role .. "_die"], total = result[role .. "_total"] }
  return score .. because(result[role .. "_modifiers"])
end

local function throw_one(play, about, combat)
  local q, cell = terms.args(play, combat), play.rules.tables.charge_table
  local one, other = combat.attackers[1], combat.target
  local result = play:resolve("charge.resolve", q, { attacker = one, defender = other }, other)
  play:tell("combat", {
    one = play:names(combat.attackers), other = play:names(combat.defenders),
    score = score_of(result, "attacker"), against = score_of(result, "defender"), say = plain(result.code),
    cite = "Ch 1, Ch 5",
  })
  play:append(about.fought, {
    attackers = combat.attackers, defenders = combat.defenders, margin = result.difference,
    breakthrough = result.breakthrough, depth = play:told() and 0 or play:unit(other).base.depth,
    on_attackers = {
      lost = result.attacker_stands_lost, move = result.attacker_move,
      disordered = by_row(q, result, "attacker", cell),
    },
    on_brigades = of_brigades(q, result, cell), on_guns = of_guns(q, result, cell),
  })
end

local function throw(play, about)
  play:set(about, "fought", {})
  for _, combat in ipairs(contact.combats(play, play.state.active, about.order)) do throw_one(play, about, combat) end
end

-- ---- the results --------------------------------------------------------------------------------

local function present(play, id) return tabletop.present(play:unit(id)) end

--- Goes through the combats that were fought: fn(ids, what it does to them), for attackers and then for defenders.
local function each_side(about, fn)
  for _, fought in ipairs(about.fought) do
    fn(fought.attackers, fought.on_attackers)
    fn(fought.defenders, fought.on_brigades)
  end
end

local function brigades_of(play, ids)
  return lists.filter(ids, function(id) return present(play, id) and army.brigade(play:unit(id)) end)
end

--- Leaders with those who fought risk their lives (MC 8), and companies of engineers theirs (R64, R108).
local function risks(play, about)
  each_side(about, function(ids)
    for _, id in ipairs(ids) do
      leaders.risk(play, id, "charge_combat")
      local _, company = terms.engineers(play, id)
      local result = company and play:resolve("engineers.survival", {}, company)
      if result then
        local key = result.destroyed and "company_lost" or "company_safe"
        play:tell(key, { unit = company, roll = result.die, cite = "Add 1, R64" })
        if result.destroyed then removal.off(play, company) end
      end
    end
  end)
end

--- Stands are lost one by one, each by the brigade that has most left (R101).
local function share(play, ids, n)
  local lost, left = {}, {}
  for _, id in ipairs(ids) do lost[id], left[id] = 0, play:unit(id).stands end
  for _ = 1, n do
    local best
    for _, id in ipairs(ids) do
      if left[id] > 0 and (not best or left[id] > left[best]) then best = id end
    end
    if not best then break end
    lost[best], left[best] = lost[best] + 1, left[best] - 1
  end
  return lost
end

local function lose_guns(play, ids, fate)
  for _, id in ipairs(ids) do
    if army.battery(play:unit(id)) and present(play, id) then
      if fate == "captured" then
        removal.lose_battery(play, id, "captured", "Ch 1")
      elseif fate == "wrecked_one" then
        return removal.lose_battery(play, id, "wrecked", "Ch 1")
      elseif fate == "silenced" and not play:unit(id).silenced then
        play:set(play:unit(id), "silenced", true)
        play:tell("silenced_by_charge", { unit = id, cite = "Ch 1, R47" })
      end
    end
  end
end

local function losses(play, about)
  each_side(about, function(ids, does)
    local list = brigades_of(play, ids)
    local lost = share(play, list, does.lost)
    for _, id in ipairs(list) do
      if lost[id] > 0 then removal.lose_stands(play, id, lost[id], { cite = "Ch 1" }) end
    end
  end)
  for _, fought in ipairs(about.fought) do lose_guns(play, fought.defenders, fought.on_guns.fate) end
end

--- Those who rode are disordered when the phase ends (R61).
local function disorder(play, about)
  each_side(about, function(ids, does)
    for _, id in ipairs(does.disordered and brigades_of(play, ids) or {}) do
      if not army.disordered(play:unit(id)) then
        removal.disorder(play, id)
        play:tell("disordered_by_charge", { unit = id, cite = "Ch 1" })
      end
    end
  end)
end

--- A brigade ends its retreat facing the enemy (R141).
local function face(play, id, foe)
  local unit, base = play:unit(id), present(play, foe) and play:unit(foe).base
  local turn = unit.base and base and geometry.off(unit.base, base) or 0
  if math.abs(turn) <= deg(play.rules.constant.retreat_faces_within) then return end
  local there = tabletop.turned(unit.base, turn)
  if not play:room(id, there, { near = false }) then play:set_down(id, there) end
end

local MOVES <const> = { retreat_half = true, retreat_full = true }

--- Who is beaten goes back, those farthest from any enemy first.
local function retreats(play, about)
  local moves, foes, list, known = {}, {}, {}, {}
  local function add(ids, move, enemies)
    for _, id in ipairs(MOVES[move] and ids or {}) do
      if present(play, id) and not known[id] then
        list[#list + 1], moves[id], foes[id] = id, move, enemies[1]
        for _, other in ipairs(motion.all(play, id)) do known[other] = true end -- they go as one
      end
    end
  end
  for _, fought in ipairs(about.fought) do
    local function of(battery)
      return lists.filter(fought.defenders, function(id) return army.battery(play:unit(id)) == battery end)
    end
    add(of(false), fought.on_brigades.move, fought.attackers)
    add(of(true), fought.on_guns.move, fought.attackers)
    add(fought.attackers, fought.on_attackers.move, fought.defenders)
  end
  for _, id in ipairs(play:rearmost_first(list)) do
    retreat.by_rate(play, id, foes[id], moves[id], "Ch 1")
    play:dissolve(id)
    if present(play, id) then face(play, id, foes[id]) end
  end
end

--- Puts a brigade that has spread clear of its neighbours: back or aside, whichever is less (R140).
local function make_room(play, id, base)
  local least, way
  local most = inch(play.rules.constant.square_room_within)
  for _, angle in ipairs { deg(180), deg(90), -deg(90) } do
    local um = play:nearest_room(id, { slide = most, angle = angle }, { near = false })
    if um and (not least or um < least) then least, way = um, angle end
  end
  if least and least > 0 then play:set_down(id, tabletop.slid(base, least, way)) end
end

local function squares(play, about)
  each_side(about, function(ids, does)
    for _, id in ipairs(does.square and brigades_of(play, ids) or {}) do
      local unit = play:unit(id)
      if unit.arm == "infantry" and unit.drill ~= "square" then
        removal.redraw(play, id, "square")
        if unit.base then make_room(play, id, unit.base) end
        play:tell("forms_square", { unit = id, cite = "Form 3b, R60" })
      end
    end
  end)
end

--- The next victor is asked whether he advances.
local function next_victor(play, about) play:set(about, "unit", about.advance[1] and about.advance[1].unit) end

--- The charges have been fought. Victors may advance, and by such a margin break through.
local function settle(play, about)
  local advance = {}
  for _, fought in ipairs(about.fought) do
    for _, id in ipairs(fought.attackers) do
      local unit = play:unit(id)
      if unit.charging then play:set(unit.charging, "fought", true) end
      if present(play, id) and fought.on_attackers.move == "carry" then
        advance[#advance + 1] = { unit = id, um = fought.depth }
        if fought.breakthrough then play:set(unit.charging, "margin", fought.margin) end
      end
    end
  end
  play:set(about, "advance", advance)
  next_victor(play, about)
end

--- A victor goes straight ahead, as far as the beaten enemy was deep and nobody is in the way.
local function advance(play, about, choice)
  local one = about.advance[1]
  play:remove(about.advance, 1)
  next_victor(play, about)
  local with = { unit = one.unit, cite = "Ch 1" }
  if choice == "stay" or play:told() then
    play:tell(choice == "stay" and "stays" or "advances_told", with)
  else
    local path = play:path(one.unit, { slide = one.um }, { near = false })
    with.distance = inches.said(path.clear)
    play:go(one.unit, path, path.clear)
    if path.clear > 0 then play:tell("advances", with) end
  end
  return "advance"
end

sequence "combats" {
  cite = "Seq 2c, Ch 1", doc = "All charges are fought, and their results come together: { order }.",
  step "throw" { cite = "Ch 1, Ch 5", doc = "8. Both sides of each combat throw.", run = throw },
  step "results" {
    cite = "Seq 2c", doc = "8. What all combats have done.",
    parts = {
      part "risks" { cite = "MC 8, Add 1", doc = "leaders and engineers may fall", run = risks },
      part "losses" { cite = "Ch 1", doc = "stands and batteries are lost", run = losses },
      part "disorder" { cite = "Ch 1", doc = "who is disordered", run = disorder },
      part "retreats" { cite = "Ch 1", doc = "who goes back", run = retreats },
      part "squares" { cite = "Form 3b, R60", doc = "infantry that has beaten cavalry is in square", run = squares },
      part "settle" { cite = "Ch 5g", doc = "who has won", run = settle },
    },
  },
  decision "advance" {
    cite = "Ch 1", doc = "8. A victor may advance onto the ground that was taken.",
    ask = "{unit} may advance onto the ground that was taken.",
    side = function(view, about) return view:unit(about.unit).side end,
    when = function(_, about) return about.unit ~= nil end,
    options = { "advance", "stay" }, run = advance,
  },
}

function M.begin(play, about)
  if #combats(play) == 0 then return end
  play:push("combats", { order = lists.append({}, about.order or {}) })
end

return M
