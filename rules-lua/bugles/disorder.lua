-- Disordered Troops: what disorders a stand, and for how long.

local CAUSES <const> = { of_table = "disorder_causes" }

procedure "disorder.check" {
  cite = "Disordered Troops, R81, R82", doc = "What disorders a stand now?",
  args = {
    flag "failed_passage" {},
    flag "uncompleted_passage" { doc = "the turn ends inside friends" },
    flag "rough_terrain" { doc = "in rough ground or thick forest, or crossing a creek or an obstacle" },
    flag "skirmisher" {}, flag "charge_missed" {}, flag "rabble_moved" {}, flag "failed_face" {},
  },
  out = { flag "disordered" {}, list "causes" { of = enum "cause" { values = CAUSES, open = true }, default = {} } },
  says = function(r) return r.disordered and "is disordered" or "is in order" end,
  resolve = function(rules, q)
    local causes = {}
    for _, cause in ipairs(rules.keys "disorder_causes") do
      local exempt = q.skirmisher and rules.tables.disorder_causes(cause) == "exempt"
      if q[cause] and not exempt then causes[#causes + 1] = cause end
    end
    return { causes = causes }
  end,
  follows = { { "disordered", function(_, _, r) return #r.causes > 0 end } },
}

procedure "disorder.recover" {
  cite = "Disordered Troops, R80", doc = "Is a disordered stand still disordered?",
  args = {
    enum "moment" { "own_turn", "enemy_turn", "end_of_enemy_turn" },
    flag "reason_persists" { doc = "still in the ground, or inside friends" },
  },
  out = { flag "disordered" {} },
  says = function(r) return r.disordered and "is still disordered" or "is in order again" end,
  resolve = function(_, q) return { disordered = q.moment ~= "end_of_enemy_turn" or q.reason_persists } end,
}
