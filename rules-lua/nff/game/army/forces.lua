-- Prep 2, 3, Must 2e, R58: armies as they are laid out: the chain of command, its leaders, and who may serve.

local attached <const>, legality <const>, muster <const> = use("game/army/attached", "engineers", "game/army/muster")

local LEVELS <const> = { division = 1, corps = 2, wing = 3, army = 4 }

local function check_formations(state, say)
  local filled = {}
  for _, id in ipairs(state.order.units) do
    local unit = state.units[id]
    local over = state.formations[unit.formation]
    if not over and muster.brigade(unit) then say(id, "belongs to no division (Prep 3)") end
    if over then filled[over.id] = true end
  end
  for _, id in ipairs(state.order.formations) do
    local formation = state.formations[id]
    local over, commander = state.formations[formation.formation], state.leaders[formation.commander]
    if over and LEVELS[over.level] <= LEVELS[formation.level] then
      say(id, ("cannot be of the level %s in a %s (Prep 3)"):format(formation.level, over.level), "level")
    end
    if not commander then
      if filled[id] or formation.level ~= "army" then say(id, "commander is required (Prep 3)", "commander") end
    elseif commander.rank ~= formation.level then
      local message = "commander: %s has the rank %s, not %s (Prep 3)"
      say(id, message:format(commander.name or formation.commander, commander.rank, formation.level), "commander")
    end
  end
end

--- Is a unit of a leader's chain of command?
local function leads(state, leader, id, unit)
  local free, at = leader.rank == "army" or leader.imperial_adc or leader.gunner, state.formations[unit.formation]
  local own = free and leader.formation
  while at and at.commander ~= id and at.id ~= own do at = state.formations[at.formation] end
  return at ~= nil or free and not leader.formation
end

--- Each side has one commander of the army; Napoleon has few aides, fewer for the artillery.
local function check_side(rules, state, side, say)
  local chief, aides, gunners, most = nil, 0, 0, rules.constant
  for _, id in ipairs(state.order.leaders) do
    local leader = state.leaders[id]
    if leader.side == side then
      local unit = state.units[leader.with]
      if unit and muster.gunner(leader) and unit.arm ~= "artillery" then
        say(id, "with: is no battery, and artillery commanders command nothing else (GB 3)", "with")
      elseif unit and not leads(state, leader, id, unit) then
        say(id, "with: is not of his chain (Seq 2a)", "with")
      end
      if leader.rank == "army" then
        if chief then say(id, "its side has an army commander already (Prep 3)", "rank") end
        chief = chief or leader
        if not leader.general then say(id, "general is required of an army commander (Seq 1)", "general") end
      elseif leader.with_berthier then
        say(id, "with_berthier is of Napoleon (Seq 1)", "with_berthier")
      end
      if leader.imperial_adc then
        aides = aides + 1
        gunners = gunners + (leader.gunner and 1 or 0)
        if aides == most.imperial_adcs + 1 then
          say(id, ("is one Imperial ADC too many: Napoleon has %d at most (Must 2e)"):format(aides - 1), "imperial_adc")
        end
        if gunners == most.artillery_adcs + 1 and leader.gunner then
          say(id, ("is one artillery ADC too many: %d at most (Must 2e)"):format(gunners - 1), "gunner")
        end
      elseif leader.gunner == "napoleon_artillery_adc" then
        say(id, "is to be an imperial_adc (Must 2e)", "imperial_adc")
      end
    end
  end
  if not chief then
    say(side, "has no army commander: a leader with rank = \"army\" (Prep 3)")
  elseif aides > 0 and chief.general ~= "napoleon" then
    say(side, "has Imperial ADCs, but Napoleon does not command it (Must 2e)")
  end
  if chief and chief.with_berthier and chief.general ~= "napoleon" then
    say(chief.id, "with_berthier is of Napoleon (Seq 1)", "with_berthier")
  end
end

--- R58: the Old Guard is of one army; engineers have a leader, and one company goes with a brigade (Add 1).
local function check_units(rules, state, say)
  local guard, companies = nil, {}
  for _, id in ipairs(state.order.units) do
    local unit = state.units[id]
    if unit.old_guard and guard and guard ~= unit.side then say(id, "is Old Guard, as the enemy has (R58)") end
    guard = guard or unit.old_guard and unit.side or nil
    if unit.arm == "engineers" and not unit.controller then
      say(id, "controller is required: the leader who controls it (Add 1)", "controller")
    end
    local with = state.units[unit.attached_to]
    if with and unit.arm == "artillery" then
      local told, far = state.facts == "told", attached.far(rules, unit, with)
      local fault = not muster.brigade(with) and "is no brigade" or not told and far and "is not beside it"
      if fault then say(id, ("with: %s %s (R136)"):format(with.name or with.id, fault), "with") end
    elseif with then
      local args = {
        brigade_arm = muster.brigade(with) and with.arm or "artillery", companies_attached = companies[with.id] or 0,
        leader_distance_in = 0,
      }
      local found = rules.call("engineers.attach", args)
      if not found.allowed then
        local text, cite = legality.BARRED.text(rules, args, { found.reason })
        say(id, ("with: may not join %s: %s (%s)"):format(with.name or with.id, text, cite), "with")
      end
      companies[with.id] = args.companies_attached + 1
    end
  end
end

forces {
  one_command_each = "Prep 3",
  check = function(rules, state, say)
    check_formations(state, say)
    for _, side in ipairs(state.order.sides) do check_side(rules, state, side, say) end
    check_units(rules, state, say)
  end,
}

duty "mounted" { cite = "Form 2", doc = "No command dismounts cavalry; what fights on foot is laid out as infantry." }
