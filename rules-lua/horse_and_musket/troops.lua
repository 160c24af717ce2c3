-- What several procedures need to know of troops: the kinds there are, their formations and how they move.

record "modifier" { text "name" {}, int "value" {}, text "cite" {} }

local M <const> = {}

M.ALL = {
  "close_order_infantry", "light_infantry", "heavy_cavalry", "dragoons", "light_cavalry", "tribal_cavalry",
  "artillery", "wagons",
}
M.FIGHTERS = {
  "close_order_infantry", "light_infantry", "heavy_cavalry", "dragoons", "light_cavalry", "tribal_cavalry",
}
M.FORMATIONS = { "line", "column", "skirmish", "two_ranks", "deployed", "limbered" }
M.GRADES = { "elite", "average", "levy" }
M.FACES = { "front", "left_flank", "right_flank", "rear" }
M.WEAPONS = { "rifle", "musket", "carbine" }
M.ARMIES = { "prussian", "austrian", "other" }

--- infantry, cavalry, artillery or train.
function M.arm(rules, troop) return rules.tables.units(troop, "arm") end

function M.is_infantry(rules, troop) return M.arm(rules, troop) == "infantry" end

function M.is_cavalry(rules, troop) return M.arm(rules, troop) == "cavalry" end

--- Infantry or cavalry: who charges and fights hand to hand.
function M.is_fighter(rules, troop) return M.is_infantry(rules, troop) or M.is_cavalry(rules, troop) end

--- R64: close order infantry, heavy cavalry and dragoons.
function M.close_order(rules, troop) return rules.tables.units(troop, "close_order") == "yes" end

local function has(rules, troop, formation)
  local wide = rules.cell("formations", troop, formation, "bases_wide")
  return wide ~= nil and wide ~= "none"
end

--- The formations of a kind of troops; none of wagons.
function M.formations(rules, troop)
  local own = {}
  for _, formation in ipairs(M.FORMATIONS) do
    if has(rules, troop, formation) then own[#own + 1] = formation end
  end
  return own
end

--- The formation given, else the one its troops have by themselves ("none" for wagons).
function M.formation(rules, troop, given)
  return given or rules.tables.units(troop, "default_formation")
end

--- Only formations of its own can be said of a unit.
function M.refuse_formation(rules, troop, given, key)
  if given == nil or has(rules, troop, given) then return nil end
  local own = M.formations(rules, troop)
  if #own == 0 then return refuse(key, ("cannot be said of %s: they have none"):format(troop)) end
  return refuse(key, ("must be %s for %s, got %s"):format(table.concat(own, " or "), troop, given))
end

--- 4.2.2: the stick it moves by: none, very_short, short, medium or long.
function M.band(rules, troop, formation, difficult)
  local going = difficult and "difficult" or "good"
  local any = rules.tables.movement_rates(troop, "any", going)
  return any ~= "-" and any or rules.tables.movement_rates(troop, formation, going)
end

--- The length of a stick.
function M.length(rules, band) return rules.tables.sticks(band, "length_mm") end

--- How far it moves, in mm.
function M.rate(rules, troop, formation, difficult)
  return M.length(rules, M.band(rules, troop, formation, difficult))
end

--- R38: the stick so many levels up (or down, below zero), no further than the scale goes.
function M.shifted(rules, band, levels)
  local level = math.max(0, math.min(rules.tables.sticks("long", "level"), rules.tables.sticks(band, "level") + levels))
  return rules.tables.stick_levels(level)
end

--- 4.2.2bis: how far a unit turns for nothing, in degrees; deployed guns do not.
function M.free_turn(rules) return rules.tables.turning "all_others" end

--- R28: what a unit has left of the hits that destroy it.
function M.strength(rules, hits, staggered)
  local limits = rules.constant
  local whole = limits.stagger_hits + limits.destroy_hits_after_stagger
  return math.max(0, whole - hits - (staggered and limits.stagger_hits or 0))
end

return M
