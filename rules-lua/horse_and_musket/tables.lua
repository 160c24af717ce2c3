-- How the data in tables/ is read. The numbers themselves are in the CSV files.

lookup "constants" { for_show = { "small_arms_dice", "save" }, doc = "distances, limits and fixed numbers" }

lookup "units" { sparse = "none", cite = "Units", doc = "what each kind of troops is",
  for_show = { "figures_per_base" }, defaults = { melee_dice = "none", counts_as = "none" }, like = "counts_as",
  columns = {
    "arm", "bases", "figures_per_base", "default_formation", "default_weapon", "close_order", "has_colours",
    "melee_dice", "counts_as",
  } }
lookup "formations" { key = { "troop", "formation" }, columns = { "bases_wide", "ranks" }, sparse = "none",
  cite = "Units R6", doc = "the formations of each kind of troops" }
lookup "grades" { cite = "Grading", doc = "which grade is superior" }
lookup "sticks" { columns = { "level", "length_mm" }, cite = "Sticks", doc = "the measuring sticks" }
lookup "stick_levels" { data = "sticks", key = "level", value = "band", cite = "R38", doc = "the sticks by level" }
lookup "artillery_stick" { columns = { "over_mm", "to_mm", "number_dice" }, cite = "Sticks 5.2.1 5.2.3",
  for_show = { "over_mm" },
  doc = "the bands of the artillery stick, and the dice for the number of shots" }

lookup "sequence" { key = "name", value = "action", cite = "Sequence", for_show = true, doc = "the steps of a turn" }
lookup "army_rules" { sparse = "none", cite = "List.P List.A", doc = "what is an army's own",
  columns = { "command", "initiative_modifier", "discipline", "stance_modifier" } }
lookup "command_table" { key = { "quality", band("score", "score_from", "score_to") }, columns = { "allowed", "cards" },
  cite = "3", doc = "how much of a command may move" }
lookup "command_modifiers" { cite = "3", doc = "added to a command throw" }

lookup "charge_sequence" { cite = "4.1", for_show = true, doc = "the steps of a charge" }
lookup "charge_table" { key = { "arm", "grade", "staggered" }, value = "need", cite = "4.1.1",
  doc = "what a charge needs on a d6" }

lookup "movement_rates" { key = { "troop", "formation" }, columns = { "good", "difficult" }, sparse = "-",
  cite = "4.2.2", doc = "the stick that a unit moves by" }
lookup "turning" { where = { cost = "free" }, value = "to_deg", cite = "4.2.2bis.1",
  doc = "how far a unit turns without penalty, in degrees" }
lookup "formation_changes" { key = { "troop", "from", "to", "method" }, columns = { "cost", "counts_as_moved" },
  sparse = "none", cite = "4.2.5 4.2.9", doc = "what a change of formation costs" }
lookup "terrain" { sparse = "none", cite = "4.2.7",
  columns = { "going", "who_may_enter", "one_unit_only", "cover", "counts_as" },
  for_show = { "cover" }, like = "counts_as",
  doc = "how terrain is moved over, and by which troops" }

lookup "weapons" { columns = { "short_mm", "long_mm" }, cite = "5.1.1", doc = "far edge of each range" }
lookup "small_arms_to_hit" { cite = "5.1.4", doc = "what small arms need on a d6" }
lookup "small_arms_to_hit_dragoons" { cite = "5.1.4 R7", doc = "the same, with dragoons firing carbines" }
lookup "fire_modifiers" { key = "name", value = "value", cite = "5.1", doc = "what makes small arms harder" }
lookup "saves" { cite = "5.2.6 5.3 6.7", doc = "what saves a hit on a d6" }

lookup "melee_dice" { key = "name", value = "dice", cite = "6.6", doc = "further dice in hand-to-hand combat" }
lookup "colours" { columns = { "dice", "need" }, cite = "SR.1", doc = "what takes a unit's colours" }

lookup "solo_deployment_infantry" { data = "solo_deployment", where = { arm = "infantry" }, value = "position",
  key = band("score", "score_from", "score_to"), cite = "Solo.1", doc = "where an infantry brigade stands" }
lookup "solo_deployment_cavalry" { data = "solo_deployment", where = { arm = "cavalry" }, value = "position",
  key = band("score", "score_from", "score_to"), cite = "Solo.1", doc = "where a cavalry brigade stands" }
lookup "solo_stance" { key = band("score", "score_from", "score_to"), value = "stance", cite = "Solo.2",
  doc = "how a brigade means to fight" }
lookup "solo_counterattack" { cite = "Solo.D3 Solo.C3", doc = "what a counterattack needs on a d6" }
lookup "solo_priorities" { key = { "stance", "priority" }, value = "what", cite = "Solo.D Solo.C Solo.A",
  for_show = true, doc = "what each stance wants, first things first" }

lookup "solo_weights" { columns = { "value", "unit" }, doc = "what a solo commander goes by" }
lookup "solo_characters" { columns = { "rash", "cautious", "wily", "native", "regular" }, sparse = "same",
  doc = "what a solo commander goes by who is not steady, in place of a weight" }

-- Its units are told in the order in which each first stands there: the rows keep that of either list.
lookup "army_lists" { key = { "army", "unit" }, sparse = "none",
  columns = { "troop", "grade", "weapon", "min", "max", "cite" },
  cite = "List.P List.A", doc = "the units an army may have" }
