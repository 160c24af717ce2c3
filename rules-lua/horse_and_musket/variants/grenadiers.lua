-- A troop type of its own, from data alone: a row says what it is and what it counts as where the rules name a kind of
-- troops; rows of other tables give it its own dice, and the rest it has from what it counts as. Scenarios may then say
-- troop = "grenadier", and what the lists of the armies call grenadiers are some.
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
