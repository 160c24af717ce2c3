-- Seq 2a, Man 3, GB 3, MC 8, R48, R92: leaders join units and leave them, ride alone, fall and are replaced.

local riding <const>, radius <const> = use("game/command/riding", "game/command/radius")
local army <const>, muster <const> = use("game/army/units", "game/army/muster")

leaders { ranks = { "army", "wing", "corps", "division" }, stands = "behind" }

-- Those who are with a unit go where it goes, and those who have joined them behind them (RM 5g).
set_down(function(play, id)
  play:follow(id)
  for one, node in play:leaders(play:unit(id).side) do
    local other = node.base and node.joined and play:leader(node.joined)
    if other and other.with == id then play:detach(one, play:leader_base(one, other.base)) end
  end
end)

local M <const> = {}

local function refuse_leader(view, id)
  if not view:fit(id) then return refuse("commander", "has fallen", "MC 8") end
  if view:leader(id).grand_battery then return refuse("commander", "stays with his grand battery", "GB 3") end
end

local function check_attach(view, cmd)
  local leader, unit = view:leader(cmd.commander), view:unit(cmd.unit)
  if not army.apart(unit) then return refuse("unit", "is not on the table by itself") end
  if leader.with == cmd.unit then return refuse("unit", "is the one that he is with") end
  local battery = army.battery(unit)
  if not battery and not army.brigade(unit) then return refuse("unit", "is no brigade and no battery", "Seq 2a") end
  if muster.gunner(leader) and not battery then
    return refuse("unit", "is no battery: artillery commanders command nothing else", "GB 3")
  end
  if not radius.leads(view, cmd.commander, cmd.unit) then return refuse("unit", "is not of his chain", "Seq 2a") end
  return riding.check(view, cmd.commander, { unit = cmd.unit }, "unit")
end

command "attach_leader" {
  cite = "Seq 2a", doc = "A leader rides to a brigade or battery of his chain, and goes with it from now on.",
  args = { leader "commander" { "own" }, unit "unit" { "own" } },
  refuses = refuse_leader, check = check_attach,
  offers = function(view, _, leader, offer) -- disordered units first, then the nearest where it is measured
    local most = inch(view.rules.tables.movement_rates("leader", "road_in"))
    for id, unit in view:present(leader.side) do
      local um = leader.base and unit.base and view:apart(leader.base, id) or view:told() and 0
      if um and um <= most then
        offer { unit = id, score = (unit.disordered and 3 or 1) - um / inch(100), text = plain(view:status(unit)) }
      end
    end
  end,
  run = function(play, cmd, found)
    riding.go(play, cmd.commander, found)
    play:attach(cmd.commander, cmd.unit)
    play:tell("joins", { leader = cmd.commander, unit = cmd.unit, cite = "Seq 2a" })
  end,
}

command "detach_leader" {
  cite = "Seq 2a", doc = "A leader leaves his unit; he may ride on in step 5.",
  args = { leader "commander" { "own" } },
  refuses = function(view, id)
    return refuse_leader(view, id) or not view:leader(id).with and refuse("commander", "is with no unit") or nil
  end,
  offers = function(view, _, leader, offer) offer { text = "from " .. view:name(leader.with), score = 0.2 } end,
  run = function(play, cmd)
    local with = play:leader(cmd.commander).with
    play:detach(cmd.commander)
    play:tell("leaves", { leader = cmd.commander, unit = with, cite = "Seq 2a" })
  end,
}

local function refuse_ride(view, id)
  local with = view:leader(id).with
  return refuse_leader(view, id)
    or with and refuse("commander", "is with a unit: he leaves it in step 2", "Seq 2a") or nil
end

local function check_move(view, cmd)
  if (cmd.to == nil) == (cmd.joins == nil) and view:leader(cmd.commander).base then
    return refuse("to", "or joins is required, one of them: where does he ride?")
  end
  if cmd.joins == cmd.commander then return refuse("joins", "is he himself") end
  if cmd.joins and not view:fit(cmd.joins) then return refuse("joins", "has fallen", "MC 8") end
  return riding.check(view, cmd.commander, cmd, cmd.joins and "joins" or "to")
end

--- Those that he commands: for the army's commander all units of his side.
local function led(view, id, leader)
  return leader.rank == "army" and lists.ids(view:present(leader.side)) or view:led_by(id, true)
end

--- Toward the middle of those that he commands; an ADC or the army's commander to those who command formations.
local function rides(view, id, leader, offer)
  local middle = leader.base and view:middle(led(view, id, leader))
  local to = middle and riding.toward(view, id, middle)
  if to then offer { to = to, text = "toward the middle of his units", score = 2 } end
  for _, formation in view:formations((leader.imperial_adc or leader.rank == "army") and leader.side or "") do
    local other = formation.commander
    if view:fit(other) and other ~= id then
      offer { joins = other, score = 1, text = "for reserve movement next turn" }
    end
  end
end

command "move_leader" {
  cite = "Seq 2a, RM 5g", doc = "A leader who is with no unit rides to a place, or joins the commander of a formation.",
  args = {
    leader "commander" { "own" }, point "to" { optional = true, doc = "required on a measured table, or joins" },
    leader "joins" { "own", optional = true, doc = "a formation's commander: helps its reserve movement next turn" },
  },
  refuses = refuse_ride, check = check_move, offers = rides,
  run = function(play, cmd, found)
    local leader = play:leader(cmd.commander)
    local um = riding.go(play, cmd.commander, found)
    if cmd.joins then
      play:set(leader, "joined", cmd.joins)
      play:set(leader, "joined_turn", play.state.turn)
    end
    local say = cmd.joins and (" and joins %s"):format(play:name(cmd.joins)) or ""
    if um then return play:tell("rides", { leader = cmd.commander, distance = um, say = say, cite = "Seq 2a" }) end
    play:tell(cmd.joins and "joins" or "rides_off", { leader = cmd.commander, unit = cmd.joins, cite = "Seq 2a" })
  end,
}

-- ---- who falls, and who takes his place -----------------------------------------------------------------------------

--- Whether a leader falls: out of play till another takes his place (R48).
local function throw_for(play, id, cause)
  local result = play:resolve_of("leader.casualty", id, { cause = cause })
  local score = army.score(result) .. because(result.modifiers)
  if not result.casualty then return play:tell("leader_unhurt", { leader = id, roll = score, cite = "MC 8" }) end
  play:tell("leader_hit", { leader = id, say = plain(result.result), roll = score, cite = "MC 8" })
  local leader = play:leader(id)
  local side = play.state.sides[leader.side]
  play:set(side, "leaders_lost", (side.leaders_lost or 0) + 1)
  if leader.base then play:set(leader, "fell", { x = leader.base.x, y = leader.base.y }) end
  if not leader.imperial_adc then play:set(leader, "replacement_due", true) end -- two ADCs a game (Must 2e)
  riding.part(play, id)
  play:leader_casualty(id)
end

parts "leader_risk" {
  doc = "Leaders with a unit that lost a stand to fire, or fought a charge: { unit, cause, with }.",
  part "throws" {
    cite = "MC 8, base", doc = "each of them throws, and may fall",
    run = function(play, about)
      for _, leader in ipairs(about.with or play:leaders_with(about.unit)) do
        if play:fit(leader) then throw_for(play, leader, about.cause) end
      end
    end,
  },
}

---@param cause "stand_lost_to_fire"|"charge_combat"
---@param with string[]? the leaders who were with it; those who are, when not given
function M.risk(play, id, cause, with) play:carry_out("leader_risk", { unit = id, cause = cause, with = with }) end

--- The brigades and batteries at one of which a fallen leader's successor appears: of a grand battery, its batteries;
--- else those of his command.
local function admits(play, id)
  local leader, own = play:leader(id), play:formation_of(id)
  return function(unit)
    if not army.fights(unit) then return false end
    if leader.grand_battery then return unit.grand == id end
    if muster.gunner(leader) and not army.battery(unit) then return false end
    return not own or play:belongs(unit.formation, own)
  end
end

--- Names that tell a side's ordinary general, for who follows a fallen army commander (R92).
local ORDINARY <const> = { french = "french_general", prussian = "prussian_general" }

--- Step 2: fallen leaders of a side are replaced by one of the same level, not charismatic.
function M.replace(play, side)
  for id, leader in play:leaders(side) do
    local counts = leader.replacement_due and admits(play, id)
    local with = counts and (leader.fell and play:nearest_unit(leader.fell, side, nil, counts)
      or play:some_unit(side, counts))
    if with then
      play:forget(leader, { "replacement_due", "fell", "charismatic", "with_berthier" })
      if leader.general then play:set(leader, "general", ORDINARY[play.state.sides[side].army] or "other_general") end
      play:set(leader, "status", "ready")
      if play:unit(with).base then play:set(leader, "footprint", army.leader_base(play.rules)) end
      play:attach(id, with)
      play:tell("replaced", { leader = id, unit = with, cite = "Seq 2a, R92" })
    end
  end
end

return M
