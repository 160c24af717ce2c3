-- 4.2.7, SR.4: who may enter which terrain, at what going; rivers.

local troops <const> = use "troops"

local REASONS <const> = { "impassable", "infantry_only", "infantry_and_cavalry_only", "occupied", "deployed_guns" }

--- terrain.csv: who may go there.
local function kept_out(rules, q)
  local who = rules.tables.terrain(q.terrain, "who_may_enter")
  if who == "infantry" and not troops.is_infantry(rules, q.troop) then return "infantry_only" end
  if who == "infantry and cavalry" and not troops.is_fighter(rules, q.troop) then return "infantry_and_cavalry_only" end
end

procedure "terrain.entry" {
  cite = "4.2.7 SR.4 R43 R45", doc = "May a unit enter or leave that terrain, and how fast?",
  args = {
    enum "troop" (troops.ALL), enum "formation" { optional = true, values = troops.FORMATIONS },
    enum "terrain" { of_table = "terrain" },
    flag "leaving" { doc = "out of it instead of into it" },
    flag "occupied" { doc = "a unit is in that town or those fieldworks" },
  },
  out = {
    flag "legal" {}, list "reasons" { of = enum "reason" (REASONS), default = {} },
    enum "going" { "good", "difficult", "river", "whole_turn", "none" }, int "move_mm" { 0 },
  },
  says = {
    { "not legal", "may not: {reasons}" }, { "going=river", "takes a complete turn to cross" },
    { "going=whole_turn", "takes a complete turn" }, "may, moving up to {move_mm} mm",
  },
  check = function(rules, q)
    local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
    if fault then return fault end
    if q.leaving and q.terrain == "impassable" then return refuse("leaving", "cannot be said: nobody is in there") end
    if q.occupied and rules.tables.terrain(q.terrain, "one_unit_only") ~= "yes" then
      return refuse("occupied", "is for a town or fieldworks")
    end
  end,
  resolve = function(rules, q)
    local formation = troops.formation(rules, q.troop, q.formation)
    local going, reasons = rules.tables.terrain(q.terrain, "going"), {}
    if going == "none" then reasons[#reasons + 1] = "impassable" end
    reasons[#reasons + 1] = kept_out(rules, q)
    if q.occupied and not q.leaving then reasons[#reasons + 1] = "occupied" end
    if formation == "deployed" then reasons[#reasons + 1] = "deployed_guns" end
    local measured = #reasons == 0 and (going == "good" or going == "difficult")
    return {
      legal = #reasons == 0, reasons = reasons, going = going,
      move_mm = measured and troops.rate(rules, q.troop, formation, going == "difficult") or 0,
    }
  end,
}

procedure "river.cross" {
  cite = "4.2.7.2 R44", doc = "How far does a unit come across a river this turn?",
  args = {
    enum "troop" (troops.ALL),
    enum "formation" { optional = true, values = troops.FORMATIONS, doc = "guns must be limbered" },
    enum "position" { "away", "edge", "in_river", doc = "at the start of the turn" },
    int "distance_mm" { 1, optional = true, doc = "to the edge, while away from it" },
    flag "difficult" { doc = "ground before or beyond the river" },
  },
  out = { enum "position_after" { "away", "edge", "in_river", "across" }, int "move_mm" { 0 }, flag "in_river" {} },
  says = {
    { "position_after=away", "comes {move_mm} mm nearer" }, { "position_after=edge", "comes up to the edge" },
    { "in_river", "is placed in the river" }, "comes out, and may move {move_mm} mm",
  },
  check = function(rules, q)
    local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
    if fault then return fault end
    if troops.formation(rules, q.troop, q.formation) == "deployed" then
      return refuse("formation", "must be limbered: deployed guns do not move (4.2.2)")
    end
    local away = q.position == "away"
    if away and not q.distance_mm then return refuse("distance_mm", "is required: the way to the edge") end
    if not away and q.distance_mm then return refuse("distance_mm", "is for a unit away from the river") end
  end,
  resolve = function(rules, q)
    local rate = troops.rate(rules, q.troop, troops.formation(rules, q.troop, q.formation), q.difficult)
    if q.position == "away" then
      return {
        position_after = q.distance_mm <= rate and "edge" or "away", move_mm = math.min(rate, q.distance_mm),
        in_river = false,
      }
    elseif q.position == "edge" then
      return { position_after = "in_river", move_mm = 0, in_river = true }
    end
    return { position_after = "across", move_mm = rate, in_river = false }
  end,
}
