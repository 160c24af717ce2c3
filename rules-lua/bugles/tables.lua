-- How the data in tables/ is read. The numbers themselves are in the CSV files.

lookup "constants" { doc = "distances, limits and fixed numbers" }
lookup "test_modifiers" { doc = "added to tests on a d10" }
lookup "d10_tests" { cite = "R6", doc = "what each test on a d10 needs" }

-- The army lists.
lookup "classes" { columns = { "rank", "regular", "irregular", "war_band" }, cite = "Classes",
  doc = "the classes, best first, and who may be of them" }
lookup "points" { sparse = "none", cite = "Putting Together Your Army",
  columns = {
    "kind", "base_points", "native_points", "class_d", "class_c", "class_b", "class_a", "gun", "horse_artillery",
    "leader", "cite",
  },
  doc = "what each item of an army list costs" }
lookup "points_extras" { cite = "Regular Troops, Specials", doc = "what extras cost" }
lookup "basing" { cite = "Basing Figures, R21, R24", doc = "bases, figures to a stand" }
lookup "crews" { cite = "Crews", doc = "figures that serve a gun" }

-- The turn and command.
lookup "sequence" { key = "phase", columns = { "who", "what" }, cite = "Sequence of Play", for_show = true,
  doc = "the phases of a player turn" }
lookup "command_quality" { key = band("roll", "low", "high"), value = "quality", cite = "Determining Command Quality",
  doc = "the quality of an army's command" }
lookup "end_of_turn_modifiers" { cite = "Command Quality", doc = "added to the End of Turn Dice" }

-- Movement and disorder.
lookup "movement_dice" { cite = "Variable Movement",
  columns = { "dice", "doubling", "rough_dice", "barred_dice", "may_charge", "fires_moving", "gun" },
  doc = "d6 of movement; fires_moving: what part of a move leaves the right to fire" }
lookup "dismounting" { cite = "Dismounting", doc = "who dismounts" }
lookup "face_modifiers" { cite = "Changing Face", doc = "added to a change of face" }
lookup "limber" { columns = { "limber", "unlimber", "doubled_when_limbered" }, cite = "Limbering",
  doc = "movement dice left after limbering or unlimbering" }
lookup "limber_modifiers" { cite = "Limbering", doc = "added to a limbering test" }
lookup "passage_of_lines" { cite = "Passage of Lines, R77", doc = "what fails a passage through friends" }
lookup "disorder_causes" { cite = "Disordered Troops", doc = "what disorders" }
lookup "evade" { cite = "Skirmishers", doc = "how skirmishers evade" }

-- Sight.
lookup "visibility" { cite = "Visibility", doc = "how far troops see" }
lookup "sniper" { cite = "Snipers", doc = "how snipers hit and are located" }

-- Fire.
lookup "weapon_ranges" { sparse = "none", cite = "Ranges",
  columns = { "range_mm", "default_loading", "group", "sniper", "loading", "powder" },
  doc = "how far weapons reach, and how they are loaded" }
lookup "ordnance" { cite = "Ranges", doc = "how far better guns reach" }
lookup "fire_dice" { columns = { "normal", "vrf_or_defensive" },
  cite = "Volleys, Canister, Machineguns", doc = "d10 of fire" }
lookup "canister" { cite = "Canister", doc = "d10 of canister" }
lookup "to_hit" { cite = "Scores to Hit", doc = "what a hit needs" }
lookup "to_hit_modifiers" { cite = "Scores to Hit", doc = "added to what a hit needs" }
lookup "artillery_ammunition" { columns = { "solid", "canister" }, cite = "Artillery Ammunition",
  doc = "rounds to begin with" }
lookup "trajectory" { key = { "weapon", "target_higher" }, cite = "Higher Ground",
  columns = { "penetration", "beaten_zone_mm", "to_hit_modifier" }, doc = "who fires through and over" }
lookup "cover_reduction" { cite = "Reduction of Cover, R156",
  doc = "hits of solid shot that neutralize a point of cover" }
lookup "weight_of_shot" { cite = "Reduction of Cover, R156",
  doc = "what a hit counts against cover where weight of shot matters" }

-- Charges and melee.
lookup "charge_restrictions" { cite = "Eligibility to Charge", for_show = true,
  doc = "why a charge is not allowed, the first that holds" }
lookup "melee_figures" { key = { "troops", "round" }, value = "multiplier", cite = "Mounted Charges",
  doc = "how often figures count in melee" }
lookup "melee_modifiers" { cite = "Resolving Melees", doc = "added to a melee die" }
lookup "melee_results" { key = band("difference", "difference_low", "difference_high"), value = "outcome",
  cite = "Resolving Melees, R175", doc = "what a melee comes to, by the difference of the scores" }
lookup "melee_results_round_away" { key = band("difference", "difference_low", "difference_high"), value = "outcome",
  cite = "Resolving Melees, R175", doc = "the same with odd differences rounded away from 0" }

-- Morale.
lookup "morale_thresholds" { columns = { "regular", "irregular", "war_band" },
  cite = "Stand Morale, R13", doc = "what fails a stand's morale, or less" }
lookup "halts_regular" { data = "halt_thresholds", where = { kind = "regular" }, value = "halts_at",
  key = band("original_figures", "low", "high"), cite = "Stand Morale", doc = "figures at which a regular stand halts" }
lookup "halts_other" { data = "halt_thresholds", where = { kind = "other" }, value = "halts_at",
  key = band("original_figures", "low", "high"), cite = "Stand Morale, R182",
  doc = "figures at which any other stand halts" }
lookup "automatic_rout" { columns = { "class", "charger", "stands_on" }, cite = "Automatic Routs",
  for_show = { "class", "charger" }, doc = "what stands a charge" }
lookup "cinc_loss" { columns = { "class_d_flee", "collective_test", "flee_on_or_below", "charismatic" },
  for_show = { "collective_test" }, cite = "Loss of Non-Regular CinC",
  doc = "what an army does whose commander in chief falls" }

lookup "solo_weights" { columns = { "value", "unit" }, doc = "what a solo commander goes by" }
lookup "solo_characters" { columns = { "rash", "cautious", "wily", "native", "regular" }, sparse = "same",
  doc = "what a solo commander goes by who is not steady, in place of a weight" }

-- R25: what each kind of ground does to movement, fire, melee and sight. A row is a kind of ground.
lookup "terrain" {
  columns = { "going", "cover", "obstacle", "sight", "very_steep", "soft", "counts_as" },
  sparse = "none", cite = "R25",
  doc = "going: what it does to movement; soft ground ends solid shot; counts_as: drawn and seen as that kind",
}
