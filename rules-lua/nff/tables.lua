-- How the data in tables/ and charts/ is read: the module's own tables, and the base charts, which an owner of the
-- parent game can replace. The numbers themselves are in the CSV files.

lookup "constants" { key = "key", value = "value", numbers = { "value" }, chart = { stand_ins = true },
  doc = "distances, limits and fixed numbers" }

-- Armies, troops and their strength.
lookup "scale" { columns = { "low", "high", "unit" }, for_show = true, cite = "Prep 1",
  doc = "what a stand, a figure, an inch and a turn stand for" }
lookup "stand_mounting" { columns = { "width_in", "depth_in", "figures" },
  numbers = { "width_in", "depth_in" }, sparse = "none", cite = "Must 2",
  doc = "the size of stands, and their figures" }
lookup "sequence" { columns = { "phase", "subphase", "acting", "what" }, sparse = "none",
  for_show = true, cite = "Seq", doc = "the phases of a turn" }
lookup "leader_stands" { columns = { "figures", "at_least", "rank" }, cite = "Must 2e",
  doc = "the figures of a leader's stand, and his rank" }
lookup "regimental_guns" { columns = { "army", "year_from", "year_to", "needs", "extra_stands" },
  sparse = "none", cite = "Prep 5", doc = "who has regimental guns; the first row that fits" }
lookup "effectiveness_points" { cite = "Prep 6", doc = "the levels of effectiveness" }
lookup "effectiveness_status" { key = { "rating", "starting_stands" }, columns = { "worn_at", "spent_at" },
  whole = { "worn_at", "spent_at" }, chart = { rising = { "spent_at", "worn_at", "starting_stands" } },
  cite = "Prep 6", doc = "the stands at which a brigade is worn and spent" }
lookup "irregular_troops" {
  columns = { "formation", "arm", "year_from", "year_to", "region", "irregular" }, cite = "Must 2h",
  doc = "who is irregular; the first row that fits",
}
lookup "infantry_troops" { cite = "Man 4, R80", doc = "the kinds of infantry, and whose they are" }
lookup "infantry_movement_class" {
  columns = { "army", "troop", "year_from", "year_to", "needs", "class" }, sparse = "none",
  cite = "Man 4", doc = "how an army's infantry moves; the first row that fits",
}
lookup "two_rank" { columns = { "army", "year_from", "year_to", "two_rank" }, cite = "Must 2f",
  doc = "whose infantry stands in two ranks; the first row that fits" }
lookup "skirmish_capability" {
  columns = { "army", "troops", "year_from", "year_to", "needs", "capability" }, sparse = "none",
  cite = "MC 9c, MC 9d", doc = "who skirmishes; the first row that fits",
}
lookup "cavalry_types" { columns = { "class", "lance" }, cite = "Ch 1b, Ch 1e",
  doc = "the kinds of cavalry, and who carries lances" }
lookup "old_guard" { cite = "Ch 1d", doc = "units of the French Guard" }

-- Command.
lookup "command_modifiers" {
  sparse = "none", cite = "Seq 1, RM 5",
  columns = { "general", "year_from", "year_to", "needs", "value", "band", "initiative_attached", "reserve_attached" },
  doc = "what army commanders add to initiative and reserve movement; the first row that fits",
}
lookup "artillery_commanders" { columns = { "commander", "army", "year_from", "year_to" }, cite = "GB 3",
  doc = "who may command a grand battery" }

-- Movement.
for _, column in ipairs { "disordered", "good_order", "reserve" } do
  lookup("maneuver_" .. column) {
    data = "maneuver_table", where = { column = column }, key = band("total", "total_min", "total_max"),
    columns = { "code", "move", "formation_change", "rally", "stands_lost" }, whole = { "stands_lost" },
    cite = "TM 1, RM 4", chart = true,
    doc = "what a brigade does, by its maneuver roll",
  }
end
lookup "reserve_modifiers" { cite = "RM 5", doc = "added to a roll for reserve movement" }
lookup "tactical_modifiers" { cite = "TM 2", doc = "added to a roll for tactical movement" }
lookup "movement_rates" {
  key = "class", columns = { "basic_in", "road_in", "rough_cost_per_in", "ford_in", "passage_in", "formation_change" },
  numbers = { "basic_in", "road_in", "rough_cost_per_in", "ford_in", "passage_in" }, cite = "Man 2", chart = true,
  doc = "how far units move, and what ground costs",
}
lookup "terrain" {
  columns = { "going", "cover", "favorable", "counts_as" }, sparse = "none",
  cite = "Man 2, MC Mod g, Ch 5k", doc = "the kinds of ground, where a scenario says no other; cover is what it takes "
    .. "off a die of fire",
}
lookup "formations" {
  columns = { "fire_fraction", "may_charge", "enfiladed_always", "supports" }, cite = "Form 1", chart = true,
  doc = "formations: who fires, charges, is enfiladed, supports a charge",
}

-- Fire.
lookup "small_arms_fire_points" {
  key = "firer", columns = { "range_over_in", "range_to_in", "points_per_stand" }, cite = "MC 5, MC 9e",
  numbers = { "range_over_in", "range_to_in", "points_per_stand" }, doc = "fire points of a stand",
  chart = { rising = { "range_over_in", "range_to_in" } }, for_show = { "range_over_in" },
}
lookup "artillery_fire_points" {
  key = { "range_to_in", "weight" }, columns = { "range_to_in", "points_per_battery" }, sparse = "none",
  numbers = { "range_to_in" }, whole = { "points_per_battery" }, cite = "base",
  chart = { free = { "range_to_in" }, rising = { "range_over_in", "range_to_in" } },
  doc = "fire points of a battery, to each range",
}
lookup "fire_point_modifiers" { columns = { "value", "cite" }, fractions = { "value" }, cite = "MC Mod",
  doc = "what multiplies fire points, or adds to them" }
lookup "fire_die_modifiers" { cite = "MC Mod", doc = "added to the die of fire" }
lookup "fire_table" {
  key = band("fire_points", "fp_min", "fp_max"), sparse = "open", cite = "MC 1",
  columns = { "no_effect_max", "disordered_max", "lose_1_max", "lose_2_max" },
  chart = { rising = { "no_effect_max", "disordered_max", "lose_1_max", "lose_2_max" } },
  whole = { "no_effect_max", "disordered_max", "lose_1_max", "lose_2_max" },
  doc = "the highest total for each effect; none: no such effect, open: no limit",
}
lookup "fire_effects" { key = "effect", columns = { "on_undamaged_battery", "on_damaged_battery", "stands_lost" },
  cite = "MC 1", chart = true, doc = "what each effect does" }
lookup "leader_casualty" { key = band("total", "total_min", "total_max"), columns = { "result", "casualty" },
  cite = "MC 8", chart = true, doc = "what befalls a leader" }

-- Charges.
lookup "charge_modifiers" { key = "name", value = "value", cite = "Ch 5", chart = true,
  doc = "added to the die of a charge" }
lookup "charge_table" {
  key = band("difference", "difference_min", "difference_max"), cite = "Ch 1", chart = true,
  columns = {
    "code", "attacker_stands_lost", "attacker_move", "attacker_disordered", "breakthrough", "defender_stands_lost",
    "defender_move", "defender_disordered", "guns",
  },
  whole = { "attacker_stands_lost", "defender_stands_lost" },
  doc = "what a charge comes to, by the difference of the totals",
}

lookup "victory_points" { key = "item", value = "points", whole = { "points" }, cite = "base", chart = true,
  doc = "what the enemy's losses are worth" }
lookup "solo_weights" { columns = { "value", "unit" }, numbers = { "value" }, doc = "what a solo commander goes by" }
lookup "solo_characters" { numbers = { "rash", "cautious", "wily", "native", "regular" },
  columns = { "rash", "cautious", "wily", "native", "regular" }, sparse = "same",
  doc = "what a solo commander goes by who is not steady, in place of a weight" }
