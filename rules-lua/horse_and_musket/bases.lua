-- Units, SR.4: how wide a unit stands.

local troops <const> = use "troops"

procedure "unit.frontage" {
  cite = "Units SR.4 R2", doc = "How wide does a unit stand?",
  args = {
    enum "troop" (troops.ALL), enum "formation" { optional = true, values = troops.FORMATIONS },
    flag "in_fieldworks" { doc = "in them or attacking them" },
    int "base_width_mm" { 1, optional = true },
  },
  out = { int "bases_wide" { 1 }, int "ranks" { 1 }, int "frontage_mm" { 1 } }, headline = "frontage_mm",
  says = function(r)
    return ("stands %d %s wide and %d deep: %d mm"):format(r.bases_wide, r.bases_wide == 1 and "base" or "bases",
      r.ranks, r.frontage_mm)
  end,
  check = function(rules, q)
    local fault = troops.refuse_formation(rules, q.troop, q.formation, "formation")
    if fault then return fault end
    if q.in_fieldworks and troops.is_cavalry(rules, q.troop) then
      return refuse("in_fieldworks", "cannot be said of cavalry (SR.4)")
    end
  end,
  resolve = function(rules, q)
    local bases = troops.of(rules, q.troop, "bases")
    local wide, ranks = bases, 1
    if q.in_fieldworks and bases > 1 then
      wide = rules.constant.section_width -- SR.4: the formation is given up
      ranks = bases // wide
    elseif bases > 1 then
      local formation = troops.formation(rules, q.troop, q.formation)
      wide = troops.cell(rules, "formations", q.troop, formation, "bases_wide")
      ranks = troops.cell(rules, "formations", q.troop, formation, "ranks")
    end
    local width = q.base_width_mm or rules.constant.default_base_width
    return { bases_wide = wide, ranks = ranks, frontage_mm = wide * width }
  end,
}
