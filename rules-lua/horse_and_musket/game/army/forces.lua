-- 4.2, R86: armies as they are laid out: against their lists, and each unit in a brigade that somebody commands.

local ARMIES <const>, LISTED <const> = { of_table = "army_lists" }, { of_table = "army_lists", key = "unit" }

--- An army's name before "list".
local function called(army) return (plain(army):gsub("^%l", string.upper)) end

--- The clause of an army's list: that of its first unit.
local function cite_of(rules, army)
  for _, unit in ipairs(rules.values(LISTED)) do
    local cite = rules.cell("army_lists", army, unit, "cite")
    if cite and cite ~= "none" then return cite end
  end
  return "house"
end

local function has_list(rules, army)
  for _, one in ipairs(rules.values(ARMIES)) do
    if one == army then return true end
  end
  return false
end

--- "2 to 4", "2", "at most 1": what a list wants of an entry.
local function wanted(min, max)
  if min == max then return tostring(min) end
  return min == 0 and ("at most %d"):format(max) or ("%d to %d"):format(min, max)
end

--- How many units of each entry a side has; who has no entry is told.
local function tally(state, side, say)
  local counts, order = {}, {}
  for _, id in ipairs(state.order.units) do
    local unit = state.units[id]
    if unit.side == side and not unit.list then
      say(id, ("list is required: which unit of the %s list is it?"):format(called(state.sides[side].army)), "list")
    elseif unit.side == side then
      if not counts[unit.list] then order[#order + 1] = unit.list end
      counts[unit.list] = (counts[unit.list] or 0) + 1
    end
  end
  local units = {}
  for i, name in ipairs(order) do units[i] = { unit = name, count = counts[name] } end
  return units
end

--- R86: both limits of every entry bind; all that is against them is said of the side.
local function check_list(rules, state, side, say)
  local of = state.sides[side].army
  if not has_list(rules, of) then
    local armies = table.concat(rules.values(ARMIES), " or ")
    return say(side, ("army is %s, which has no list: it must be %s"):format(of, armies), "army")
  end
  local units = tally(state, side, say)
  if #units == 0 then units = nil end
  local result = rules.call("army.validate", { army = of, units = units or {} })
  for _, one in ipairs(result.problems) do
    say(side, ("%s: %d, the %s list has %s (%s)"):format(plain(one.unit), one.count, called(of),
      wanted(one.min, one.max), cite_of(rules, of)))
  end
  if not result.legal and #result.problems == 0 then say(side, "its army is not lawful (house)") end
end

--- A unit that names its list's entry is what that says (R86).
local function check_entry(rules, state, id, say)
  local unit = state.units[id]
  local of = unit.list and state.sides[unit.side].army
  for _, key in ipairs(unit.list and { "troop", "grade", "weapon" } or {}) do
    local has, listed = unit[key] or "none", rules.cell("army_lists", of, unit.list, key)
    if listed and has ~= listed then
      say(id, ("%s is %s, but %s of the %s list %s %s (%s)"):format(key, plain(has), plain(unit.list), called(of),
        key == "weapon" and "have" or "are", plain(listed), cite_of(rules, of)), key)
    end
  end
end

--- 4.2: each unit is in a brigade, and each brigade with units has a commander.
local function check_brigades(state, say)
  local has_units = {}
  for _, id in ipairs(state.order.units) do
    local formation = state.units[id].formation
    if formation then has_units[formation] = true else say(id, "belongs to no brigade (3)", "formation") end
  end
  for _, id in ipairs(state.order.formations) do
    local commanded = state.formations[id].commander or not has_units[id]
    if not commanded then say(id, "commander is required of a brigade (3)", "commander") end
  end
end

local function check_generals(state, say)
  local officers = {}
  for _, id in ipairs(state.order.leaders) do
    local general = state.leaders[id]
    if general.rank == "commanding_officer" then
      if officers[general.side] then say(id, "its side has a commanding officer already (3)", "rank") end
      officers[general.side] = true
    end
  end
end

local HOLDS <const> = { town = true, fieldworks = true }

--- SR.3, SR.4, R45: who holds a town or fieldworks from the start.
local function check_garrisons(rules, state, say)
  local held = {}
  for _, id in ipairs(state.order.units) do
    local unit = state.units[id]
    local area = unit.inside and state.areas[unit.inside]
    if area and not HOLDS[area.terrain] then
      say(id, ("inside: %s is neither a town nor fieldworks"):format(area.name or unit.inside), "inside")
    elseif area then
      local guns = unit.arm == "artillery" and area.terrain == "fieldworks" -- R45
      if not guns and rules.tables.terrain(area.terrain, "who_may_enter") ~= unit.arm then
        say(id, ("inside: %s is no place for %s (4.2.7.4 SR.4)"):format(area.name or unit.inside, plain(unit.troop)),
          "inside")
      end
      if held[unit.inside] then say(id, "inside: one unit only, and another holds it (4.2.7.4 SR.4)", "inside") end
      held[unit.inside] = true
    end
  end
end

--- A side with units still to be placed has an edge of its own.
local function check_edges(state, say)
  local asked = {}
  for _, id in ipairs(state.order.units) do
    local unit = state.units[id]
    if unit.status == "off_table" and not state.sides[unit.side].edge and not asked[unit.side] then
      say(unit.side, "edge is required: some of its units are still to be placed (R82)", "edge")
      asked[unit.side] = true
    end
  end
end

--- How many units of each entry of its list an army has, and may have.
army_list(function(rules, state, side)
  local of, counts, list = state.sides[side].army, {}, {}
  if not has_list(rules, of) then return list end
  for _, id in ipairs(state.order.units) do
    local unit = state.units[id]
    if unit.side == side and unit.list then counts[unit.list] = (counts[unit.list] or 0) + 1 end
  end
  if not next(counts) then return list end -- an army without regard to its list
  for _, unit in ipairs(rules.values(LISTED)) do
    local max = rules.cell("army_lists", of, unit, "max") or "none"
    if max ~= "none" then
      list[#list + 1] = {
        item = plain(unit), count = counts[unit] or 0, min = rules.cell("army_lists", of, unit, "min"), max = max,
        cite = cite_of(rules, of),
      }
    end
  end
  return list
end)

forces {
  check = function(rules, state, say)
    for _, side in ipairs(state.battle and state.battle.lists and state.order.sides or {}) do
      check_list(rules, state, side, say)
    end
    for _, id in ipairs(state.order.units) do check_entry(rules, state, id, say) end
    check_brigades(state, say)
    check_generals(state, say)
    check_garrisons(rules, state, say)
    check_edges(state, say)
  end,
}
