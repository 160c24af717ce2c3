variant "quarter_further" {
  of = "horse_and_musket", cite = "house", doc = "All weapons reach a quarter further.",
  cells = { ["weapons.*.*"] = function(old) return old * 5 // 4 end },
}
