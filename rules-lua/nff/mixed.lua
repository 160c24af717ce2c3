-- Prepare for Battle 7: brigades of horse and foot.

local troops <const> = use "troops"

procedure "mixed.option" {
  cite = "Prep 7, R71", doc = "What may be done with the smaller arm of a mixed brigade?", piece = "none",
  args = {
    int "minority_stands" { 1 }, flag "ad_hoc_agreed" { doc = "all players agree to a brigade of several such arms" },
  },
  out = { list "options" { of = enum "option" { "own_brigade", "attach", "ad_hoc" } } },
  says = "{options}",
  resolve = function(rules, q)
    local options, least = {}, rules.constant.minority_own_brigade_from
    if q.minority_stands >= least then options[#options + 1] = "own_brigade" end
    if q.minority_stands <= rules.constant.minority_attached_to then options[#options + 1] = "attach" end
    if q.ad_hoc_agreed then options[#options + 1] = "ad_hoc" end
    return { options = options }
  end,
}

procedure "mixed.rate" {
  cite = "Prep 7b", doc = "How fast is a mixed brigade?",
  args = { list "classes" { of = enum "class" (troops.MOVE_CLASSES), doc = "of every kind of stand in it" } },
  out = { enum "class" (troops.MOVE_CLASSES), number "basic_in" { 0 } }, headline = "basic_in",
  says = "as {class}, {basic_in} in",
  resolve = function(rules, q)
    local slowest
    for _, class in ipairs(q.classes) do
      local rate = rules.tables.movement_rates(class, "basic_in")
      if not slowest or rate < slowest.basic_in then slowest = { class = class, basic_in = rate } end
    end
    return slowest
  end,
}

procedure "mixed.casualties" {
  cite = "Prep 7b", doc = "Which stands does a mixed brigade lose?",
  args = { int "majority_stands" { 1 }, int "minority_stands" { 0 }, int "losses" { 0 } },
  out = { int "majority_left" { 0 }, int "minority_left" { 0 }, flag "pure" {}, flag "destroyed" {} },
  headline = "minority_left", says = "{majority_left} and {minority_left} stands left",
  check = function(_, q) return outside("losses", q.losses, 0, q.majority_stands + q.minority_stands) end,
  resolve = function(_, q)
    local minority = math.min(q.losses, q.minority_stands)
    return { majority_left = q.majority_stands - (q.losses - minority), minority_left = q.minority_stands - minority }
  end,
  follows = {
    { "pure", function(_, _, r) return r.minority_left == 0 end },
    { "destroyed", function(_, _, r) return r.majority_left + r.minority_left == 0 end },
  },
}
