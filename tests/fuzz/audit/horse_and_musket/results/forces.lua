--- Results that tell what forces are and may: frontages, fire that is lawful, armies of a list. Worked out anew.
local tables <const> = require "fuzz.audit.horse_and_musket.tables"

local M <const> = {}

M["unit.frontage"] = function(args)
  local troop = tables.troop(args.troop)
  local row = tables.row("formations", { troop = args.troop, formation = args.formation or troop.default_formation })
  local wide, ranks = row and row.bases_wide or 1, row and row.ranks or 1
  if args.in_fieldworks then
    ranks = 2
    wide = troop.bases == 4 and tables.constant "section_width" or 1
    if troop.bases ~= 4 then ranks = row and row.ranks or 1 end
  end
  return { bases_wide = wide, ranks = ranks, frontage_mm = wide * (args.base_width_mm or tables.constant "default_base_width") }
end

--- Far limits of the two bands of a troop's fire, or nil when it cannot fire at all.
local function limits(args, has)
  if args.troop == "artillery" then return 180, 540 end
  local name = has.dragoons_fire and "small_arms_to_hit_dragoons" or "small_arms_to_hit"
  if not tables.row(name, { troop = args.troop }) then return nil end
  local weapon = args.weapon or tables.troop(args.troop).default_weapon
  local row = tables.row("weapons", { weapon = weapon ~= "" and weapon or "carbine" })
  return row.short_mm, row.long_mm
end

M["fire.legality"] = function(args, _, has)
  local short, long = limits(args, has)
  local formation, from = args.formation or tables.troop(args.troop).default_formation, args.firing_from or "open"
  local guns, reasons = args.troop == "artillery", {}
  local all = tables.troop(args.troop).bases
  local clear = args.bases_clear or all
  local band = not long and "out_of_range" or args.range_mm <= short and "short" or args.range_mm <= long and "long"
    or "out_of_range"
  local round = from == "town" or from == "fieldworks" and has.fieldworks_all_round
  local over = clear == 0 and guns and band == "long" and args.blocker == "units" and (args.elevation or "level") ~= "level"
  for _, one in ipairs {
    { "cannot_fire", not long }, { "column_never_fires", formation == "column" and from == "open" },
    { "limbered", formation == "limbered" },
    { "out_of_arc", (args.bearing_deg or 0) > tables.constant "fire_arc" and not round },
    { "out_of_range", long and band == "out_of_range" }, { "no_clear_path", clear == 0 and not over },
    { "firer_in_melee", args.firer_in_melee }, { "target_in_melee", args.target_in_melee },
    { "nearer_enemy", args.nearer_enemy == "fair" },
  } do
    if one[2] then reasons[#reasons + 1] = one[1] end
  end
  local legal = #reasons == 0
  return { legal = legal, reasons = reasons, band = band, bases = not legal and 0 or over and 1 or clear, overhead = legal and over or false }
end

M["army.validate"] = function(args)
  local army = tables.row("army_rules", { army = args.army })
  local result = {
    problems = {}, total = 0, infantry = 0, cavalry = 0, artillery = 0, command = army.command,
    initiative_modifier = army.initiative_modifier, discipline = army.discipline == "yes", stance_modifier = army.stance_modifier,
  }
  local counts = {}
  for _, one in ipairs(args.units) do counts[one.unit] = one.count end
  for _, row in ipairs(tables.rows "army_lists") do
    if row.army == args.army then
      local count = counts[row.unit] or 0
      local arm = tables.troop(row.troop).arm
      result.total, result[arm] = result.total + count, result[arm] + count
      local problem = count < row.min and "too_few" or count > row.max and "too_many" or nil
      if problem then
        table.insert(result.problems, { unit = row.unit, count = count, min = row.min, max = row.max, problem = problem })
      end
    end
  end
  result.legal = #result.problems == 0
  return result
end

return M
