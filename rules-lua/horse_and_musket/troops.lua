-- What several procedures need to know of troops: the kinds there are, their formations and how they move.

record "modifier" { text "name" {}, int "value" {}, text "cite" {} }

local M <const> = {}

M.ALL = { of_table = "units" }
--- Infantry and cavalry.
M.FIGHTERS = { of_table = "units", where = { arm = { "infantry", "cavalry" } } }
M.FORMATIONS = { of_table = "formations", key = "formation" }
M.GRADES = { of_table = "grades" }
M.FACES = { "front", "left_flank", "right_flank", "rear" }
M.WEAPONS = { of_table = "weapons" }
M.ARMIES = { of_table = "army_rules" }
M.QUALITIES = { of_table = "command_table" }
M.BANDS = { of_table = "sticks" }
--- Hits that a unit can have, after the marker if it has one (R10), and those of which one more is too many.
M.MOST_HITS = { "constants.stagger_hits", "constants.destroy_hits_after_stagger", less = 1 }
M.ALL_HITS = { "constants.stagger_hits", "constants.destroy_hits_after_stagger" }
M.MOST_SUPPORTS = { "constants.support_limit" }

--- The kind of troops of the published rules that a kind has its rules from: itself, or what the units' table says that
--- it counts as.
function M.kind(rules, troop)
  local kind = rules.tables.units(troop, "counts_as")
  return kind ~= "none" and kind or troop
end

--- Is that the kind of troops that a rule names?
function M.is(rules, troop, kind) return troop == kind or M.kind(rules, troop) == kind end

--- A column of the units' table: of what they count as where their own row says nothing.
function M.of(rules, troop, column)
  local own = rules.tables.units(troop, column)
  if own ~= "none" then return own end
  return rules.tables.units(M.kind(rules, troop), column)
end

--- A cell of a table that is kept by troops: of what they count as where they have no rows of their own.
function M.cell(rules, name, troop, ...)
  local own = rules.cell(name, troop, ...)
  if own ~= nil then return own end
  local kind = M.kind(rules, troop)
  return kind ~= troop and rules.cell(name, kind, ...) or nil
end

--- A modifier of an army's own; 0 where its row says nothing.
function M.army_modifier(rules, army, column)
  local value = rules.tables.army_rules(army, column)
  return math.type(value) == "integer" and value or 0
end

--- infantry, cavalry, artillery or train.
function M.arm(rules, troop)
  local own = rules.tables.units(troop, "arm")
  return own ~= "none" and own or M.of(rules, troop, "arm")
end

function M.is_infantry(rules, troop) return M.arm(rules, troop) == "infantry" end

function M.is_cavalry(rules, troop) return M.arm(rules, troop) == "cavalry" end

--- Infantry or cavalry: who charges and fights hand to hand.
function M.is_fighter(rules, troop) return M.is_infantry(rules, troop) or M.is_cavalry(rules, troop) end

--- R64: close order infantry, heavy cavalry and dragoons.
function M.close_order(rules, troop) return M.of(rules, troop, "close_order") == "yes" end

--- Close order infantry, of whatever kind.
function M.close_order_foot(rules, troop) return M.is_infantry(rules, troop) and M.close_order(rules, troop) end

--- Infantry that fights in skirmish order.
function M.light_foot(rules, troop) return M.is_infantry(rules, troop) and not M.close_order(rules, troop) end

--- Do such troops have that formation?
local function has(rules, troop, formation)
  local wide = M.cell(rules, "formations", troop, formation, "bases_wide")
  return wide ~= nil and wide ~= "none"
end

--- The formations of a kind of troops; none of wagons.
function M.formations(rules, troop)
  local own = {}
  for _, formation in ipairs(rules.values(M.FORMATIONS)) do
    if has(rules, troop, formation) then own[#own + 1] = formation end
  end
  return own
end

--- The formation given, else the one its troops have by themselves ("none" for wagons).
function M.formation(rules, troop, given) return given or M.of(rules, troop, "default_formation") end

M.has_formation = has

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
  local any = M.cell(rules, "movement_rates", troop, "any", going)
  return any ~= "-" and any or M.cell(rules, "movement_rates", troop, formation, going)
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
