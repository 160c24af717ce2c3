-- How the data in tables/ is read. The numbers themselves are in the CSV files.

lookup "constants" { for_show = { "ground_scale" }, doc = "distances, limits and fixed numbers" }

lookup "start_times" { cite = "4.1", doc = "when the action starts" }
lookup "order_of_play" { cite = "4.6", for_show = true, doc = "the steps of a bound" }
lookup "eras" { key = band("year", "from_year", "to_year"), label = "era", value = "era", cite = "R10",
  doc = "which column of the order table a year reads" }
lookup "order_times" { cite = "12.0", doc = "minutes an order takes down each step of the chain",
  columns = { "c_in_c_corps_to_division_min", "division_to_brigade_min", "brigade_to_unit_min" } }
lookup "order_times_literal" { cite = "12.0 R8", doc = "the same figures read as printed",
  columns = { "c_in_c_to_corps_min", "corps_to_division_min", "division_to_brigade_min", "brigade_to_unit_min" } }

lookup "troops" { columns = { "arm", "first_drill", "counts_as" }, cite = "6.2 6.4",
  doc = "what a kind of troops is, its first formation, and whose rules it has where it has no rows of its own" }
lookup "movers" { data = "movement_rates", value = "moves_as", cite = "6.2 6.3",
  doc = "whether troops cross ground on foot, mounted, with guns, or with light guns" }
lookup "movement_rates" { cite = "6.2", doc = "mm a minute" }
lookup "terrain" { cite = "6.3", doc = "speed in quarters",
  columns = { "foot_factor_quarters", "mounted_or_guns_factor_quarters" } }
lookup "obstacles" { key = band("height_mm", "min_height_mm", "max_height_mm"), sparse = "none", cite = "6.3",
  columns = { "time_min", "passable" }, for_show = { "passable" }, doc = "minutes to cross, by height on the ground" }
lookup "evolutions" { key = { "troop", "from", "to" }, value = "time_min", sparse = "none", cite = "6.4",
  doc = "minutes to change formation, either way" }

lookup "artillery_ranges" { columns = { "short_mm", "effective_mm", "long_mm" }, cite = "8.1",
  doc = "far edge of each bracket" }
lookup "hits_short" { across = { "guns", prefix = "guns_" }, cite = "8.2", doc = "points at short range" }
lookup "hits_effective" { across = { "guns", prefix = "guns_" }, cite = "8.2", doc = "points at effective range" }
lookup "hits_long" { across = { "guns", prefix = "guns_" }, cite = "8.2", doc = "points at long range" }
lookup "building_values" { value = "divisor_mm2", cite = "8.5", doc = "table area a point" }

lookup "skirmish_fire" { key = { "firer", "target" }, columns = { "needs_at_least", "max_range_mm" }, sparse = "none",
  cite = "9.0", doc = "what skirmish fire needs on 1D6, and how far it reaches" }

lookup "infantry_modifiers" { key = "name", value = "value", cite = "10.3", doc = "added to an infantry score" }
lookup "cavalry_modifiers" { key = "name", value = "value", cite = "10.4", doc = "added to a cavalry score" }
lookup "lasting_modifiers" { key = "name", value = "value", cite = "10.4", doc = "what earlier fights and fire cost" }
lookup "infantry_won_by" { data = "results_infantry", where = { side = "winner" }, value = "response", cite = "10.5",
  key = band("difference", "min_difference", "max_difference"), doc = "infantry that won, by the difference" }
lookup "infantry_lost_by" { data = "results_infantry", where = { side = "loser" }, value = "response", cite = "10.5",
  key = band("difference", "min_difference", "max_difference"), doc = "infantry that lost" }
lookup "cavalry_won_by" { data = "results_cavalry", where = { side = "winner" }, value = "response", cite = "10.5",
  key = band("difference", "min_difference", "max_difference"), doc = "cavalry that won" }
lookup "cavalry_lost_by" { data = "results_cavalry", where = { side = "loser" }, value = "response", cite = "10.5",
  key = band("difference", "min_difference", "max_difference"), doc = "cavalry that lost" }
lookup "column_of_assault_armies" { cite = "10.2 R71", doc = "from which year an army used it" }
lookup "recovery" { cite = "10.5 11.1", doc = "the state of a unit in this bound and the next three",
  columns = { "state_0", "state_1", "state_2", "state_3", "lost_0", "lost_1", "lost_2", "lost_3" } }

lookup "basic_chance" { across = { "lost", prefix = "lost_" }, sparse = "-", cite = "11.0",
  doc = "chance of failing by units lost" }
lookup "quality_modifier" { key = band("basic_chance", "min_basic", "max_basic"), label = "band", cite = "11.0",
  across = { "quality", prefix = "quality_" }, doc = "actual chance of failing; R: retreats without a throw" }
lookup "quality_bands" { data = "quality_modifier", label = "band", value = "band", cite = "11.0",
  key = band("basic_chance", "min_basic", "max_basic"), doc = "the band a basic chance falls in" }
lookup "quality_factors" { cite = "12.0", doc = "what a quality factor means" }
lookup "base_sizes" { columns = { "frontage_mm_per", "depth_mm" }, cite = "1.1", doc = "bases" }
lookup "solo_weights" { columns = { "value", "unit" }, doc = "what a solo commander goes by" }
lookup "solo_characters" { columns = { "rash", "cautious", "wily", "native", "regular" }, sparse = "same",
  doc = "what a solo commander goes by who is not steady, in place of a weight" }
