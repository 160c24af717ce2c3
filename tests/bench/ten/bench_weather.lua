-- A step of its own, which throws dice and remembers what it threw.
variant "bench_weather" {
  of = "fusilier", cite = "house", doc = "The weather is thrown for in each bound.",
  fields = { battle = { int "wind" { 0, 12, default = 0 } } },
}

insert "turn" {
  before = "fire",
  step "weather" {
    cite = "house", doc = "The weather of the bound.",
    run = function(play) play:set(play.state.battle, "wind", (play:throw("2d6", "weather"))) end,
  },
}
