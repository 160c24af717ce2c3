variant "veterans" {
  of = "horse_and_musket", cite = "house", doc = "Veterans fight hand to hand with a die more.",
  modifiers = { { "veterans", 1, of = "melee", flag = "veterans", cite = "house" } },
}
