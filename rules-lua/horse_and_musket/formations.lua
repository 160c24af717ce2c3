-- 4.2.5, 4.2.9: changes of formation; limbering and deploying.

local troops <const> = use "troops"

local function refuse_own(rules, q)
  local fault = troops.refuse_formation(rules, q.troop, q.from, "from")
    or troops.refuse_formation(rules, q.troop, q.to, "to")
  if fault then return fault end
  if q.to == q.from then return refuse("to", "must be the other formation than from, " .. q.from) end
end

local function method_cell(rules, q, column)
  local cell = troops.cell(rules, "formation_changes", q.troop, q.from, q.to, q.method, column)
  return cell ~= "none" and cell or nil
end

--- R38 R39 R41: what it costs: a level of the stick, the move, or nothing.
local function cost_of(rules, q)
  if q.discipline or q.horse_artillery and q.changed_before then return "free" end
  return method_cell(rules, q, "cost")
end

--- The move that is left at that cost. R39: guns that limber or deploy have none.
local function band_left(rules, q, cost)
  if cost == "one_move" or troops.arm(rules, q.troop) == "artillery" then return "none" end
  local band = troops.band(rules, q.troop, q.from, q.difficult)
  return cost == "free" and band or troops.shifted(rules, band, -1)
end

procedure "formation.change" {
  cite = "4.2.5 4.2.9 List.P R38 R39 R41", doc = "What does a change of formation cost?",
  args = {
    enum "troop" { values = troops.ALL, doc = "with two formations" },
    enum "from" (troops.FORMATIONS), enum "to" (troops.FORMATIONS),
    enum "method" { "ordinary", "face", default = "ordinary",
      doc = "face: each element of a column faces right or left into line" },
    flag "difficult" {},
    flag "discipline" { doc = "Prussian foot" },
    flag "horse_artillery" {},
    flag "changed_before" { doc = "changed formation this turn" },
  },
  out = {
    enum "cost" { "one_level", "one_move", "free" },
    enum "band" { values = troops.BANDS, doc = "the move that is left" },
    int "move_mm" { 0 }, flag "counts_as_moved" {},
  },
  says = function(r)
    local left = r.move_mm > 0 and ("%d mm left to move"):format(r.move_mm) or "no move left"
    return ("%s, %s"):format(r.cost:gsub("one_", "costs one "), left)
  end,
  check = function(rules, q)
    if #troops.formations(rules, q.troop) < 2 then
      return refuse("troop", ("must have two formations, and %s do not"):format(plain(q.troop)))
    end
    local fault = refuse_own(rules, q)
    if fault then return fault end
    if q.discipline and not troops.is_infantry(rules, q.troop) then return refuse("discipline", "is for infantry") end
    if q.horse_artillery and troops.arm(rules, q.troop) ~= "artillery" then
      return refuse("horse_artillery", "is for artillery")
    end
    if not method_cell(rules, q, "cost") then
      return refuse("method", "can be face for close order infantry only, from column to line (4.2.9)")
    end
    if q.changed_before and q.method == "ordinary" and not q.horse_artillery then
      return refuse("changed_before", "must be false: there is one change of formation a turn (R38)")
    end
  end,
  resolve = function(rules, q)
    local cost = cost_of(rules, q)
    local band = band_left(rules, q, cost)
    return {
      cost = cost, band = band, move_mm = troops.length(rules, band),
      counts_as_moved = method_cell(rules, q, "counts_as_moved") == "yes",
    }
  end,
  follows = function(rules, q, r, was)
    if r.move_mm ~= was.move_mm then return end
    if r.cost ~= was.cost and r.band == was.band then r.band = band_left(rules, q, r.cost) end
    if r.band ~= was.band then r.move_mm = troops.length(rules, r.band) end
  end,
}
