-- Loss of a Leader, Loss of Non-Regular CinC: what follows when a leader falls, and the next officer who takes over.

local leaders <const>, removal <const> = use("game/command/leaders", "game/army/removal")
local units <const> = use "game/army/units"

--- Where a group's leader fell: the next officer takes over there (R50).
local function note_place(play, id, leader)
  for _, group in play:formations(leader.base and leader.side or "") do
    if group.commander == id then play:set(group, "fell_at", { x = leader.base.x, y = leader.base.y }) end
  end
end

--- Groups that a leader commanded, himself or over their own, have another or none.
local function bereave(play, about)
  for id, group in play:formations(play:leader(about.leader).side) do
    local commanded = group.level == "group" and (group.commanded_by == about.leader or group.commander == about.leader)
    if group.commanded_by == about.leader then play:set(group, "commanded_by", nil) end
    local now = commanded and leaders.of_group(play, id)
    if now and now == group.commander then
      play:tell("has_command_again", { leader = now, formation = id, cite = "R49" })
    elseif commanded and not now and #units.group_units(play, id) > 0 then
      play:set(group, "leaderless", true)
      play:set(group, "failures", 0)
      play:tell("leaderless", { formation = id, cite = "Loss of a Leader" })
    end
  end
end

--- Groups of a side that are not regular and still have stands.
local function non_regular_groups(play, side)
  return lists.ids(play:formations(side), function(group, id)
    return group.level == "group" and group.kind ~= "regular" and #units.group_units(play, id) > 0
  end)
end

--- All stands of a side flee that are chosen.
local function flee_all(play, side, chosen)
  for _, id in ipairs(lists.ids(play:present(side), chosen)) do
    removal.flee(play, id, "flees_with_chief", { cite = "Loss of Non-Regular CinC" })
  end
end

local function native(leader) return leader.kind ~= "regular" end

--- The army's own test, and what it throws: notes the answer for the parts that follow.
local function test_army(play, about, with)
  local leader = play:leader(about.leader)
  local groups = non_regular_groups(play, leader.side)
  with.groups, with.side = groups, leader.side
  play:set(play.state.sides[leader.side], "cinc_fallen", true)
  play:tell("cinc_falls", { side = leader.side, cite = "Loss of a Leader" })
  with.result = play:resolve_of("morale.cinc_loss", about.leader, {
    cinc = native(leader) and "native" or "regular", non_regular_groups = not native(leader) and #groups or 0,
  })
end

local function class_d_flees(play, _, with)
  if with.result.d_class_flee then flee_all(play, with.side, function(unit) return unit.class == "d" end) end
end

--- R44, R47: everybody affected flees but fanatics, who charge in their next movement.
local function army_flees(play, _, with)
  local result = with.result
  if not result.tested then return end
  local key = result.flee and "army_flees" or "stands_by"
  play:tell(key, { side = with.side, score = result.score, cite = "Loss of Non-Regular CinC" })
  if not result.flee then return end
  local function affected(unit) return result.affected == "all" or lists.has(with.groups, unit.formation) end
  flee_all(play, with.side, function(unit) return affected(unit) and not (result.fanatics_charge and unit.fanatic) end)
  local left = play:some_unit(with.side, function(unit) return unit.fanatic and affected(unit) end)
  if not (left and result.fanatics_charge) then return end
  play:set(play.state.sides[with.side], "fanatics_bound", true)
  play:tell("fanatics_bound", { side = with.side, cite = "R47" })
end

local function is_cinc(play, about) return play:leader(about.leader).rank == "cinc" end

parts "leader_lost" {
  doc = "What follows when a leader has fallen (4.4).",
  part "removal" {
    doc = "his figure is taken off",
    run = function(play, about)
      local leader = play:leader(about.leader)
      note_place(play, about.leader, leader)
      play:leader_casualty(about.leader, { clears = { "joined" } })
    end,
  },
  part "groups" { cite = "Loss of a Leader", doc = "his groups are without a leader", run = bereave },
  part "army" {
    cite = "Loss of a Leader, Loss of Non-Regular CinC", doc = "an army without its chief tests", when = is_cinc,
    run = test_army,
  },
  part "class_d" { cite = "R44", doc = "class d flees", when = is_cinc, run = class_d_flees },
  part "flight" { cite = "R44, R47", doc = "all may flee, and fanatics charge", when = is_cinc, run = army_flees },
}

local M <const> = {}

--- The officer who takes over: a new figure with the stand that is nearest to where the last leader fell (R50).
local function successor(play, id)
  local group, old = play:formation(id), play:leader(play:formation(id).commander)
  local n = 2
  local function taken(new) return play.state.leaders[new] or play.state.units[new] end
  while taken(("%s_%d"):format(id, n)) do n = n + 1 end
  local new = ("%s_%d"):format(id, n)
  local with = group.fell_at and play:nearest_unit(group.fell_at, group.side, nil, function(unit)
    return unit.formation == id
  end) or units.group_units(play, id)[1]
  play:set(play.state.leaders, new, {
    id = new, name = ("the next officer of %s"):format(play:name(id)), side = group.side, rank = old.rank,
    kind = group.kind, status = "ready", footprint = units.figure_base(play), formation = old.formation,
  })
  play:append(play.state.order.leaders, new)
  play:set(group, "commander", new)
  play:attach(new, with)
  return new
end

--- A group throws for another leader.
local function throw(play, id)
  local group = play:formation(id)
  local result = play:resolve_of("leader.replacement", id, { kind = group.kind })
  local say = { formation = id, roll = play:dice(), need = result.needed, cite = "Loss of a Leader, R41" }
  if result.replaced then
    say.leader = successor(play, id)
    play:forget(group, { "leaderless", "failures", "fell_at" })
    return play:tell("replaced", say)
  end
  play:tell("not_replaced", say)
  play:set(group, "failures", result.failures)
  if result.flees then M.group_flees(play, id, "Loss of a Leader, R42") end
end

--- All that is left of a group flees; it leaves its guns and carts.
function M.group_flees(play, id, cite)
  play:tell("group_flees", { formation = id, cite = cite })
  play:forget(play:formation(id), { "leaderless", "failures" })
  for _, unit in ipairs(units.group_units(play, id)) do
    if play:unit(unit).arm ~= "sniper" then removal.flee(play, unit, "flees_with_group", { cite = cite }) end
  end
end

--- Groups of a side without a leader throw for one as its player turn begins.
function M.replace(play, side)
  for id, group in play:formations(side) do
    local due = group.leaderless and not play:fit(group.commanded_by)
    if due and #units.group_units(play, id) > 0 then throw(play, id) end
  end
end

return M
