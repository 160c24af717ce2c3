-- Sequence of Play 1, Maneuver 3: army commanders, the command radius, the initiative; and a dispute at the table.

local troops <const> = use "troops"

option "initiative_unattached_all" { false, ruling = "R17",
  doc = "a commander who is attached adds nothing to initiative" }

local GENERALS <const> = {
  "napoleon", "davout", "wellington", "archduke_charles", "suvorov", "lannes", "massena", "moreau", "suchet",
  "bluecher", "prussian_general", "moore", "kutusov", "barclay_de_tolley", "bagration", "french_general", "bernadotte",
  "archduke_john", "duke_of_brunswick", "cuesta", "czar_alexander", "prince_of_orange", "other_general",
}

local M <const> = { GENERALS = GENERALS }

--- Berthier serves Napoleon alone.
function M.refuse_berthier(q, path)
  if q.with_berthier and q.general ~= "napoleon" then
    return refuse((path and path .. "." or "") .. "with_berthier", "is for napoleon")
  end
end

--- What an army commander adds to a roll, and his band.
---@param q table general, year, with_berthier, attached
---@param purpose "initiative"|"reserve"
function M.modifier(rules, q, year, purpose)
  local row = troops.first_row(rules, "command_modifiers", { general = q.general, year = year, needs = q })
  local cell = rules.tables.command_modifiers
  local value = cell(row, "value")
  if q.attached then
    local none = purpose == "initiative" and rules.option.initiative_unattached_all
    value = none and 0 or cell(row, purpose .. "_attached")
  end
  return value, cell(row, "band")
end

procedure "command.modifier" {
  cite = "Seq 1, RM 5a-f, R17, R20, R74", doc = "What does an army commander add to a roll?", piece = "leader",
  args = {
    enum "general" (GENERALS), int "year" (troops.YEARS), flag "with_berthier" {},
    flag "attached" { doc = "to a formation" }, enum "purpose" { "initiative", "reserve" },
  },
  out = {
    int "value" {},
    enum "band" {
      "napoleon_with_berthier", "commander_outstanding", "commander_able", "commander_neutral", "commander_ordinary",
      "commander_poor",
    },
  },
  says = function(r) return ("%+d (%s)"):format(r.value, plain(r.band)) end,
  check = function(_, q) return M.refuse_berthier(q) end,
  resolve = function(rules, q)
    local value, band = M.modifier(rules, q, q.year, q.purpose)
    return { value = value, band = band }
  end,
}

procedure "command.in_radius" {
  cite = "Man 3, R84", doc = "Is a unit within its leader's radius?", piece = "leader",
  args = {
    number "distance_in" { 0, doc = "from leader to unit" },
    flag "blocked" { doc = "an enemy unit or impassable ground lies between" },
  },
  out = { flag "in_radius" {} },
  says = { { "in_radius", "within his radius" }, "not within his radius" },
  resolve = function(rules, q)
    return { in_radius = not q.blocked and q.distance_in <= rules.constant.command_radius }
  end,
}

record "army_commander" { piece = "leader", enum "general" (GENERALS), flag "with_berthier" {}, flag "attached" {} }

procedure "initiative.roll" {
  cite = "Seq 1, R17, R18", doc = "Who chooses to move first or second this turn?", piece = "leader",
  args = { int "year" (troops.YEARS), object "side_a" { "army_commander" }, object "side_b" { "army_commander" } },
  dice = "d10 of side a, then d10 of side b; again while the totals are equal", good = { "first", of = "side_a" },
  out = {
    enum "winner" { "a", "b" }, int "modifier_a" {}, int "modifier_b" {}, int "total_a" {}, int "total_b" {},
    int "rolls" { 1, optional = true, odds = false, doc = "throws of a pair of dice" },
  },
  says = "{total_a} against {total_b}: side {winner} chooses",
  check = function(_, q) return M.refuse_berthier(q.side_a, "side_a") or M.refuse_berthier(q.side_b, "side_b") end,
  resolve = function(rules, q, dice)
    local a, b = M.modifier(rules, q.side_a, q.year, "initiative"), M.modifier(rules, q.side_b, q.year, "initiative")
    local result = contest(dice, 10, "initiative", { a = a, b = b })
    result.modifier_a, result.modifier_b = a, b
    return result
  end,
}

procedure "dispute.roll" {
  cite = "PD, R66", doc = "Whose opinion stands?", piece = "none",
  args = {}, dice = "d10 of party a, then d10 of party b; again while they are equal",
  out = { enum "winner" { "a", "b" }, int "rolls" { 1, optional = true, odds = false } },
  says = "party {winner}",
  resolve = function(_, _, dice)
    local result = contest(dice, 10, "dispute")
    return { winner = result.winner, rolls = result.rolls }
  end,
}

return M
