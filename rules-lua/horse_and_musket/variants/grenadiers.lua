-- A new troop type from data alone. The row of `units` describes it; `counts_as` names the published type whose
-- rules it uses. Rows of other tables give it numbers that differ from that type. Scenarios may then say troop =
-- "grenadier", and the grenadiers of the army lists become this type.
variant "grenadiers" {
  of = "horse_and_musket", cite = "house",
  doc = "Grenadiers fight hand to hand with a fifth die, and hit with their muskets on a three.",
  rows = {
    units = {
      {
        troop = "grenadier", counts_as = "close_order_infantry", arm = "infantry", bases = 4, figures_per_base = 4,
        default_formation = "line", default_weapon = "musket", close_order = "yes", has_colours = "yes", melee_dice = 5,
      },
    },
    small_arms_to_hit = { { troop = "grenadier", need = 3 } },
  },
  cells = {
    ["army_lists.prussian.grenadiers.troop"] = "grenadier",
    ["army_lists.austrian.grenadiers.troop"] = "grenadier",
  },
}
