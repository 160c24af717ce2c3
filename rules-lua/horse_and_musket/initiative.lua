-- 1: which side has the first turn of the round.

local troops <const> = use "troops"

--- An army's own modifier, from the table of armies.
local function of_army(name, cite)
  local function value(rules) return rules.tables.army_rules(name, "initiative_modifier") end
  return { "army_" .. name, cite = cite, value = value,
    when = function(side, _, rules) return side.army == name and value(rules) ~= 0 end }
end

modifiers "initiative" {
  cite = "1",
  of_army("prussian", "List.P"),
  of_army("austrian", "List.A"),
  { "army", value = function(rules, side) return troops.army_modifier(rules, side.army, "initiative_modifier") end,
    when = function(side, _, rules)
      return side.army ~= "prussian" and side.army ~= "austrian"
        and troops.army_modifier(rules, side.army, "initiative_modifier") ~= 0
    end },
  { "scenario",
    when = function(side) return side.modifier ~= 0 end, value = function(_, side) return side.modifier end },
}

local function side_of(rules, army, modifier)
  local applied, total = rules.work("initiative", { army = army, modifier = modifier })
  return { modifiers = applied, total = total }
end

--- Who goes first; on a tie both throw again (R14), which the caller sees to.
local function first_of(total_a, total_b) return total_a > total_b and "a" or total_b > total_a and "b" or "tie" end

procedure "initiative.roll" {
  cite = "1 List.P R14", doc = "Which side has the first turn of the round?", piece = "none",
  args = {
    enum "army_a" { default = "other", values = troops.ARMIES },
    enum "army_b" { default = "other", values = troops.ARMIES },
    int "modifier_a" { -5, 5, default = 0, doc = "the scenario's" },
    int "modifier_b" { -5, 5, default = 0, doc = "the scenario's" },
  },
  dice = "d6 of side a, then d6 of side b", headline = "first", good = { "a", "tie", "b", of = "a" },
  out = {
    int "roll_a" { 1, 6 }, int "roll_b" { 1, 6 },
    list "modifiers_a" { "modifier", default = {} }, list "modifiers_b" { "modifier", default = {} },
    int "total_a" {}, int "total_b" {}, enum "first" { "a", "b", "tie" },
  },
  says = function(r)
    local scores = ("%d against %d"):format(r.total_a, r.total_b)
    if r.first == "tie" then return scores .. ": throw again" end
    return ("%s: side %s goes first"):format(scores, r.first)
  end,
  before = function(rules, q)
    return { a = side_of(rules, q.army_a, q.modifier_a), b = side_of(rules, q.army_b, q.modifier_b) }
  end,
  resolve = function(_, _, dice, worked)
    local a, b = dice.d(6, "initiative", "a"), dice.d(6, "initiative", "b")
    local total_a, total_b = a + worked.a.total, b + worked.b.total
    return {
      roll_a = a, roll_b = b, modifiers_a = worked.a.modifiers, modifiers_b = worked.b.modifiers,
      total_a = total_a, total_b = total_b, first = first_of(total_a, total_b),
    }
  end,
  follows = function(_, _, r, was)
    for _, side in ipairs { "a", "b" } do
      local roll, total = "roll_" .. side, "total_" .. side
      if r[roll] ~= was[roll] and r[total] == was[total] then r[total] = r[total] + r[roll] - was[roll] end
    end
    if (r.total_a ~= was.total_a or r.total_b ~= was.total_b) and r.first == was.first then
      r.first = first_of(r.total_a, r.total_b)
    end
  end,
}
