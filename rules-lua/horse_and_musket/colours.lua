-- SR.1: colours taken and retaken.

--- What the victor and the beaten side get (SR.1).
local function points(q, captured)
  return captured and not q.recapture and 1 or 0, captured and q.recapture and -1 or 0
end

procedure "colours.capture" {
  cite = "SR.1 R76", doc = "Does the victor take the beaten unit's colours?",
  args = {
    enum "troop" { of_table = "units", where = { has_colours = "yes" }, doc = "the beaten unit" },
    enum "event" { values = { "destroyed", "retired" }, doc = "in hand-to-hand combat" },
    flag "recapture" { doc = "thrown for colours that it had taken" },
    flag "colours_lost" { doc = "its own are gone already" },
  },
  dice = "d6 if it was destroyed, 2d6 if it retired", headline = "captured", good = "more",
  out = {
    int "roll" { 1 }, int "need" { 1 }, flag "captured" {}, int "victor_points" { 0, 1 }, int "loser_points" { -1, 0 },
  },
  says = function(r, q)
    if not r.captured then return q.recapture and "the colours are not retaken" or "the colours are saved" end
    return q.recapture and "the colours are retaken" or "the colours are taken"
  end,
  check = function(_, q)
    if q.colours_lost and not q.recapture then
      return refuse("colours_lost", "must be false, but for colours that are retaken: it has none to lose")
    end
  end,
  resolve = function(rules, q, dice)
    local roll = dice.sum(rules.tables.colours(q.event, "dice"), 6, "colours")
    local need = rules.tables.colours(q.event, "need")
    local captured = roll >= need
    local victor, loser = points(q, captured)
    return { roll = roll, need = need, captured = captured, victor_points = victor, loser_points = loser }
  end,
  follows = function(_, q, r, was)
    if (r.roll ~= was.roll or r.need ~= was.need) and r.captured == was.captured then r.captured = r.roll >= r.need end
    if r.captured == was.captured then return end
    local victor, loser = points(q, r.captured)
    if r.victor_points == was.victor_points then r.victor_points = victor end
    if r.loser_points == was.loser_points then r.loser_points = loser end
  end,
}
