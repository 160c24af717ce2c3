-- Solo.2, R83 to R85: how the brigades of a solo side mean to fight, and what changes that: the stance thrown for
-- before the first round, counterattacks after a successful defence, what a beaten brigade does, and each one's line.
--
-- A brigade keeps: stance; place (Solo.1); succeeded, beaten (whom it beat) and defeated since its last command step;
-- counterattacks (this turn); relieves (the brigade whose line a reserve takes); seeks (whose support it goes for). Its
-- units keep their post in the line, { x, y, facing }.

local deployment <const>, foregone <const>, troops <const> = use("game/solo/deployment", "game/foregone", "troops")

--- The units of a brigade that are on the table, in the listed order.
local function units_of(view, id)
  return lists.ids(view:units_of(id), tabletop.present)
end

--- A brigade's units take the line where they stand.
local function take_line(play, id)
  for _, unit_id in ipairs(units_of(play, id)) do
    local base = play:unit(unit_id).base
    if base then play:set(play:unit(unit_id), "post", { x = base.x, y = base.y, facing = base.facing }) end
  end
end

local function throw_stance(play, id, side)
  local formation = play:formation(id)
  local army = play.state.sides[side].army
  local own = army ~= "prussian" and troops.army_modifier(play.rules, army, "stance_modifier") ~= 0 and army or nil
  local args = play:described({ prussian = army == "prussian", army = own }, formation, "solo.stance")
  local result = play:resolve("solo.stance", args, id)
  play:set(formation, "stance", result.stance)
  play:tell("stance", { brigade = id, say = result.stance, cite = "Solo.2" })
end

--- The friendly brigade nearest to one, the first listed of equals; where places are not known the first.
local function nearest_brigade(view, id)
  local here, best, best_um = view:middle(units_of(view, id)), nil, nil
  for other in view:formations(view:formation(id).side) do
    local ids = other ~= id and units_of(view, other) or {}
    local there = #ids > 0 and view:middle(ids)
    local um = here and there and geometry.gap(here, there) or 0
    if #ids > 0 and (not best or um < best_um) then best, best_um = other, um end
  end
  return best
end

--- R85: a beaten brigade that attacked goes to the nearest friendly one and does as that does.
local function after_defeat(play, id, formation)
  local stance, other = formation.stance, formation.stance and nearest_brigade(play, id)
  local args = {
    stance = stance, support_stance = stance == "aggressive" and other and play:formation(other).stance or nil,
  }
  local result = stance and foregone.resolve(play, "solo.after_defeat",
    play:described(args, formation, "solo.after_defeat"), id, nil, function(one)
      return not one.seeks_support and one.stance_after == stance
    end)
  if result then
    if result.stance_after ~= stance then play:set(formation, "stance", result.stance_after) end
    if other and result.seeks_support then
      play:set(formation, "seeks", other)
      play:tell("seeks_support", { brigade = id, other = other, say = result.stance_after, cite = "Solo.A3" })
    elseif result.seeks_support then
      play:tell("beaten_alone", { brigade = id, cite = "Solo.A3 R85" })
    end
    take_line(play, id)
  end
  play:set(formation, "defeated", nil)
end

--- R84: a brigade that has held may counterattack in its next turn.
local function after_success(play, id, formation)
  if formation.stance ~= "aggressive" and #units_of(play, id) > 0 then
    local args = play:described({ stance = formation.stance, succeeded = true }, formation, "solo.counterattack")
    local result = play:resolve("solo.counterattack", args, id)
    local cite = formation.stance == "defensive" and "Solo.D3" or "Solo.C3"
    local key = result.counterattacks and "counterattacks" or "no_counterattack"
    play:tell(key, { brigade = id, roll = result.roll, cite = cite })
    if result.counterattacks then play:set(formation, "counterattacks", true) end
  end
  play:set(formation, "succeeded", nil)
end

--- The first brigade in the line with a unit staggered or lost.
local function in_need(view, side)
  for id, formation in view:formations(side) do
    for _, unit in view:units_of(id) do
      if formation.place ~= "reserve" and (unit.staggered or unit.status == "gone") then return id end
    end
  end
end

--- The posts a reserve takes in another's line: those of its lost units, then behind its staggered ones, then behind
--- the others.
local function posts_behind(view, other, depth)
  local lost, hurt, whole, back = {}, {}, {}, mm(view.rules.constant.support_radius) + depth
  for _, unit in view:units_of(other) do
    local post = unit.post or unit.base
    local gone = unit.status == "gone"
    local at = post and not gone and geometry.step(post, (post.facing + deg(180)) % deg(360), back) or post
    local list = gone and lost or unit.staggered and hurt or whole
    list[#list + 1] = at and { x = at.x, y = at.y, facing = post.facing }
  end
  table.move(hurt, 1, #hurt, #lost + 1, lost)
  return table.move(whole, 1, #whole, #lost + 1, lost)
end

--- A reserve goes to the brigade that first has a unit staggered or lost, and takes its line.
local function relieve(play, id, formation)
  local other, posts, i = formation.stance ~= "aggressive" and in_need(play, formation.side), nil, 0
  for _, unit_id in ipairs(other and units_of(play, id) or {}) do
    local unit = play:unit(unit_id)
    if unit.base then
      posts, i = posts or posts_behind(play, other, unit.base.depth), i + 1
      if posts[i] then play:set(unit, "post", posts[i]) end
    end
  end
  if not other then return end
  play:set(formation, "relieves", other)
  play:tell("relieves", { brigade = id, other = other, cite = "Solo.1" })
end

--- Brigades of a solo side that have no stance yet throw for one, and take up their line (R83).
local function throw_stances(play, side)
  for id, formation in play:formations(side) do
    if not formation.stance and #units_of(play, id) > 0 then
      throw_stance(play, id, side)
      take_line(play, id)
    end
  end
end

--- What is done for every side that a solo commander leads.
local function for_each_solo_side(fn)
  return function(play)
    for _, side in ipairs(play.state.order.sides) do
      if play.state.sides[side].solo then fn(play, side) end
    end
  end
end

local M <const> = {}

--- Before the first round: solo sides throw for their brigades' stances.
M.take_up = for_each_solo_side(throw_stances)

--- Before anything is placed: solo sides throw for where they stand (R82).
M.deploy = for_each_solo_side(deployment.deploy)

--- A solo side's command step: what the enemy's turn has changed; a side that was handed over only now throws for its
--- stances.
function M.review(play, side)
  if not play.state.sides[side].solo then return end
  throw_stances(play, side)
  for id, formation in play:formations(side) do
    play:forget(formation, { "counterattacks" })
    if formation.defeated then after_defeat(play, id, formation) end
    if formation.succeeded then after_success(play, id, formation) end
    if formation.place == "reserve" and not formation.relieves then relieve(play, id, formation) end
  end
end

--- Does a brigade stand within a short of another, or has that gone?
local function beside(play, id, other)
  local others, short = units_of(play, other), mm(play.rules.tables.sticks("short", "length_mm"))
  for _, unit_id in ipairs(units_of(play, id)) do
    for _, friend in ipairs(others) do
      if (play:apart(unit_id, friend) or 0) <= short then return true end
    end
  end
  return #others == 0
end

--- A solo side's turn is over: brigades that manoeuvred stand in a new line, those that counterattacked have
--- their old one.
function M.turn_over(play, side)
  if not play.state.sides[side].solo then return end
  for id, formation in play:formations(side) do
    if formation.stance ~= "defensive" and not formation.counterattacks and not formation.relieves then
      take_line(play, id)
    end
    play:forget(formation, { "counterattacks", "beaten" })
    if formation.seeks and beside(play, id, formation.seeks) then play:set(formation, "seeks", nil) end
  end
end

return M
