-- Squares, Back to Back.

local troops <const> = use "troops"

procedure "formation.square" {
  cite = "Squares, Changing Face, R83", doc = "Do stands form a square?",
  args = {
    enum "kind" { values = troops.KINDS, must = "regular" }, enum "class" (troops.CLASSES),
    flag "mounted" { must = false }, int "stands" { 2 },
    int "earlier_tests" { 0, default = 0, doc = "of these stands this game turn" },
  },
  dice = "d10", headline = "formed", good = "more",
  out = {
    list "modifiers" { "modifier", default = {} },
    int "score" {}, flag "formed" {}, flag "disordered" {}, enum "shape" { "back_to_back", "triangle", "square" },
  },
  says = { { "formed", "form a {shape}" }, "are disordered" },
  test = { 10, "face", modifiers = "face" },
  follows = {
    { "formed", troops.reaches "change_face" }, { "disordered", troops.unless "formed" },
    { "shape", function(_, q) return q.stands == 2 and "back_to_back" or q.stands == 3 and "triangle" or "square" end },
  },
}

procedure "formation.back_to_back" {
  cite = "Back to Back, R85, R86", doc = "How does a stand fight that faces both ways?",
  args = {
    enum "kind" (troops.KINDS),
    flag "fanatic" { doc = "of war-bands" },
    int "figures" { 1, max_of = troops.STAND_FIGURES, default = 6 },
  },
  headline = "firing_figures", out = {
    int "firing_figures" { 0, doc = "each way" }, int "melee_figures" { 1 }, flag "may_move" {}, flag "has_flanks" {},
  },
  says = "{firing_figures} fire each way, {melee_figures} fight",
  check = function(_, q)
    if q.kind == "war_band" and not q.fanatic then return refuse("kind", "cannot be war_band, except for fanatics") end
  end,
  resolve = function(_, q)
    return { firing_figures = q.figures // 2, melee_figures = q.figures, may_move = false, has_flanks = false }
  end,
}
