-- What several procedures need to know of troops: the kinds there are, their rate and terrain factor.

option "light_guns_as_artillery" { false, ruling = "R30", doc = "light guns take terrain and limber as artillery" }

local M <const> = {}

--- What moves: a kind of troops in a formation, as the rates name it.
M.ALL = { of_table = "movement_rates" }
M.FOOT = { of_table = "movers", where = { moves_as = "foot" } }
--- The infantry that light guns are with.
function M.attached_to(doc)
  local field = enum "attached_to" { of_table = M.FOOT.of_table, where = M.FOOT.where, default = "infantry_line" }
  field.doc = doc
  return field
end
M.TERRAIN = { of_table = "terrain" }
--- The kinds of troops that units are of.
M.KINDS = { of_table = "troops" }

--- infantry, cavalry or artillery: of a kind of troops, or of an arm's own name.
function M.arm(rules, troop) return rules.cell("troops", troop, "arm") or troop end

--- The kind of troops of the published rules whose rules a kind has.
function M.kind(rules, troop) return rules.tables.troops(troop, "counts_as") end

--- Is that the kind of troops that a rule names?
function M.is(rules, troop, kind) return troop == kind or M.kind(rules, troop) == kind end

--- A cell of a table that is kept by kinds of troops: of what they count as where they have no rows of their own.
function M.cell(rules, name, troop, ...)
  local own = rules.cell(name, troop, ...)
  if own ~= nil then return own end
  local kind = M.kind(rules, troop)
  return kind ~= troop and rules.cell(name, kind, ...) or nil
end

--- The row of the table of base sizes for a kind of troops: its own, or that of its arm.
function M.base_row(rules, troop)
  return rules.cell("base_sizes", troop, "depth_mm") and troop or M.arm(rules, troop)
end

--- What moves: the row of rates for a kind of troops in a formation. Its own is named as the kind, or as the kind and
--- the formation: "militia_line", "militia_skirmish", "rocket_battery".
function M.mover(rules, troop, drill)
  local kind = M.kind(rules, troop)
  if kind ~= troop then
    local own = ("%s_%s"):format(troop, drill)
    if rules.cell("movement_rates", own) then return own end
    local whole = kind ~= "infantry" and drill ~= "dismounted"
    if whole and rules.cell("movement_rates", troop) then return troop end
  end
  if kind ~= "infantry" then return drill == "dismounted" and "infantry_line" or kind end
  return drill == "skirmish" and "skirmishers" or "infantry_" .. drill
end

local function moves_as(rules, mover) return rules.tables.movers(mover) end

--- A move has the minutes of a bound at most.
function M.refuse_minutes(rules, q, given)
  local bound = rules.constant.bound
  if given.minutes ~= nil and q.minutes > bound then
    return refuse("minutes", ("must be 0 to %d, got %d"):format(bound, q.minutes))
  end
end

--- `attached_to` belongs to light guns alone.
function M.refuse_attached(rules, q, given)
  if given.attached_to ~= nil and moves_as(rules, q.troop) ~= "light_guns" then
    return refuse("attached_to", "is for light_artillery")
  end
end

--- Only guns unlimber; light guns only as artillery.
function M.refuse_unlimbered(rules, q)
  if not q.unlimbered then return nil end
  local as = moves_as(rules, q.troop)
  if as ~= "guns" and not (as == "light_guns" and rules.option.light_guns_as_artillery) then
    return refuse("unlimbered", ("cannot be said of %s"):format(q.troop))
  end
end

--- Millimetres a minute; light guns keep up with the infantry they are with (R30).
function M.rate(rules, q)
  local rate = rules.tables.movement_rates(q.troop)
  return rate == "as_attached_infantry" and rules.tables.movement_rates(q.attached_to) or rate
end

--- Speed on a terrain, in quarters.
function M.factor(rules, q, terrain)
  local as = moves_as(rules, q.troop)
  local as_foot = as == "foot" or as == "light_guns" and not rules.option.light_guns_as_artillery
  return rules.tables.terrain(terrain, as_foot and "foot_factor_quarters" or "mounted_or_guns_factor_quarters")
end

--- What `move.allowance` says of a full bound's move: { troop, attached_to?, terrain?, unlimbered? }, of the unit that
--- a question `q` describes.
function M.allowance(rules, q, move)
  return rules.call("move.allowance", rules.passing("move.allowance", q, {
    troop = move.troop, attached_to = move.attached_to or "infantry_line", terrain = move.terrain or "open",
    minutes = rules.constant.bound, obstacles = 0, unlimbered = move.unlimbered or false,
  }))
end

return M
