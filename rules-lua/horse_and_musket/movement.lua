-- 4.2: how far a unit moves, turns, and the gaps it passes.

local troops <const> = use "troops"

modifiers "movement" {
  judges = { "movement.allowance" }, cite = "4.2.5.2",
  { "formation_change", -1, when = function(q) return q.formation_change and not q.discipline end }, -- levels: R38
}

--- 4.2.5.2: troops with another formation to change into by an ordinary change; guns limber instead.
local function changes_formation(rules, troop)
  return troops.is_fighter(rules, troop) and #troops.formations(rules, troop) > 1
end

local function refuse_march(q)
  if not q.march then return nil end
  if q.formation ~= "column" then return refuse("march", "is for units in column (4.2.10)") end
  if q.formation_change then return refuse("march", "cannot go with a formation change (R40)") end
  if q.retrograde then return refuse("march", "cannot be made backwards (R40)") end
end

procedure "movement.allowance" {
  cite = "4.2.2 4.2.4 4.2.5.2 4.2.10 List.P R38 R40", doc = "How far may it move?",
  args = {
    enum "troop" (troops.ALL),
    enum "formation" { optional = true, values = troops.FORMATIONS, doc = "the one it starts in" },
    flag "difficult" { doc = "any of the move" },
    flag "retrograde" { doc = "straight back without an about turn" },
    flag "formation_change" { doc = "an ordinary one in this move" },
    flag "discipline" { doc = "Prussian foot" },
    flag "march" { doc = "with the free move of a column" },
  },
  dice = "none", headline = "total_mm",
  out = {
    enum "going" { "good", "difficult" }, list "modifiers" { "modifier", default = {} }, enum "band" (troops.BANDS),
    int "move_mm" { 0 }, int "free_move_mm" { 0 }, int "total_mm" { 0 },
  },
  says = {
    { "not total_mm", "cannot move" }, { "free_move_mm", "may move {move_mm} mm, and {free_move_mm} mm again" },
    "may move {move_mm} mm",
  },
  check = function(rules, q)
    local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
    if fault then return fault end
    if q.formation_change and not changes_formation(rules, q.troop) then
      return refuse("formation_change", ("cannot be said of %s"):format(plain(q.troop)))
    end
    if q.discipline and not troops.is_infantry(rules, q.troop) then return refuse("discipline", "is for infantry") end
    return refuse_march(q)
  end,
  before = function(rules, q)
    local applied, total = rules.work("movement", q)
    return { modifiers = applied, levels = total }
  end,
  resolve = function(rules, q, _, worked)
    local slow = q.difficult or q.retrograde
    local band = troops.band(rules, q.troop, troops.formation(rules, q.troop, q.formation), slow)
    band = troops.shifted(rules, band, worked.levels)
    local move = troops.length(rules, band)
    local free = q.march and move or 0
    return {
      going = slow and "difficult" or "good", modifiers = worked.modifiers, band = band,
      move_mm = move, free_move_mm = free, total_mm = move + free,
    }
  end,
  follows = function(rules, q, r, was)
    if r.band ~= was.band and r.move_mm == was.move_mm then r.move_mm = troops.length(rules, r.band) end
    if r.total_mm ~= was.total_mm and r.move_mm == was.move_mm and r.free_move_mm == was.free_move_mm then
      r.free_move_mm = q.march and r.total_mm // 2 or 0
      r.move_mm = r.total_mm - r.free_move_mm
    end
    if r.move_mm ~= was.move_mm and q.march and r.free_move_mm == was.free_move_mm then r.free_move_mm = r.move_mm end
    r.total_mm = r.move_mm + r.free_move_mm
  end,
}

procedure "movement.turn" {
  cite = "4.2.1 4.2.2bis 4.2.3 R36", doc = "What does a turn cost?",
  args = {
    enum "troop" (troops.ALL), enum "formation" { optional = true, values = troops.FORMATIONS },
    int "turn_deg" { 0, 180 },
    int "turns_made" { 0, default = 0, doc = "in this move" },
  },
  out = { enum "cost" { "free", "one_move" }, flag "may_move" {}, flag "counts_as_moved" {} },
  says = {
    { "cost=one_move", "takes the whole move" }, { "may_move", "is free" }, "is free; deployed guns do not move",
  },
  check = function(rules, q)
    local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
    if fault then return fault end
    if q.turns_made > 0 and q.turn_deg > 0 then
      return refuse("turns_made", "must be 0: there is one turn a move (4.2.2bis)")
    end
  end,
  resolve = function(rules, q)
    local guns = troops.formation(rules, q.troop, q.formation) == "deployed"
    local free = guns and 0 or troops.free_turn(rules) -- 4.2.3: guns turn for a move, however little
    local cost = q.turn_deg <= free and "free" or "one_move"
    return { cost = cost, may_move = cost == "free" and not guns, counts_as_moved = cost == "one_move" }
  end,
  follows = function(rules, q, r, was)
    if r.cost == was.cost then return end
    local guns = troops.formation(rules, q.troop, q.formation) == "deployed"
    if r.may_move == was.may_move then r.may_move = r.cost == "free" and not guns end
    if r.counts_as_moved == was.counts_as_moved then r.counts_as_moved = r.cost == "one_move" end
  end,
}

procedure "movement.gap" {
  cite = "C.1c R47", doc = "Does a unit pass between two others?", piece = "none",
  args = { int "gap_mm" { 0 }, int "frontage_mm" { 1 } },
  out = { flag "passes" {}, int "margin_mm" {} },
  says = function(r)
    return r.passes and ("passes, with %d mm to spare"):format(r.margin_mm)
      or ("does not pass: %d mm too narrow"):format(-r.margin_mm)
  end,
  resolve = function(_, q) return { passes = q.gap_mm >= q.frontage_mm, margin_mm = q.gap_mm - q.frontage_mm } end,
}
