-- 5.2.6, 5.3, 6.7: what saves hits; SR.2: fire in woods; SR.4: fieldworks that guns breach.

option "saves_stack" { false, ruling = "R56", doc = "each ground for saving hits is thrown for in turn" }

--- R56: one throw a hit, however many grounds there are: the best of them.
local function best_need(rules, grounds)
  local best
  for _, ground in ipairs(grounds) do
    local need = rules.tables.saves(ground)
    if not best or need < best then best = need end
  end
  return best
end

procedure "cover.save" {
  cite = "5.2.6 5.3 6.7 R56 R57", doc = "How many hits are saved?",
  args = {
    int "hits" { 0 },
    list "grounds" { of = enum "ground" { of_table = "saves" }, doc = "what it is saved by, each once" },
  },
  dice = "d6 for each hit", headline = "hits", good = "less",
  out = { int "saved" { 0 }, int "hits" { 0, doc = "left" } },
  says = function(r) return ("%d saved, %s"):format(r.saved, counted(r.hits, "hit goes home", "hits go home")) end,
  check = function(_, q)
    local seen = {}
    for _, ground in ipairs(q.grounds) do
      if seen[ground] then return refuse("grounds", ("has %s twice"):format(ground)) end
      seen[ground] = true
    end
  end,
  resolve = function(rules, q, dice)
    local left = q.hits
    if rules.option.saves_stack then
      for _, ground in ipairs(q.grounds) do
        left = left - (left > 0 and dice.count(left, 6, rules.tables.saves(ground), ground) or 0)
      end
    elseif left > 0 then
      left = left - dice.count(left, 6, best_need(rules, q.grounds), "save")
    end
    return { saved = q.hits - left, hits = left }
  end,
  follows = function(_, q, r, was)
    if r.saved ~= was.saved and r.hits == was.hits then r.hits = math.max(0, q.hits - r.saved) end
    if r.hits ~= was.hits and r.saved == was.saved then r.saved = math.max(0, q.hits - r.hits) end
  end,
}

procedure "woods.fire" {
  cite = "SR.2 R78", doc = "May one fire into, out of or within woods, and is there cover?", piece = "none",
  args = {
    int "firer_depth_mm" { 0, optional = true, doc = "along the line of fire to the edge; left out if not in woods" },
    int "target_depth_mm" { 0, optional = true, doc = "likewise" },
    flag "same_wood" { doc = "both are in one wood" },
    flag "target_entirely_inside" {}, int "range_mm" { 0 },
  },
  out = {
    flag "legal" { doc = "so far as woods go" },
    list "reasons" { of = enum "reason" { "beyond_very_short", "firer_too_deep", "target_too_deep" }, default = {} },
    flag "cover" {},
  },
  says = {
    { "not legal", "no fire: {reasons}" }, { "cover", "may fire; the target has cover" },
    "may fire; the target has no cover",
  },
  check = function(_, q)
    if not q.firer_depth_mm and not q.target_depth_mm then
      return refuse("target_depth_mm", "or firer_depth_mm is required: somebody must be in woods")
    end
    if q.same_wood and not (q.firer_depth_mm and q.target_depth_mm) then
      return refuse("same_wood", "needs the depth of both")
    end
    if q.target_entirely_inside and not q.target_depth_mm then
      return refuse("target_entirely_inside", "needs target_depth_mm")
    end
  end,
  resolve = function(rules, q)
    local reach, reasons = rules.constant.woods_fire_depth, {}
    if q.same_wood then
      if q.range_mm > reach then reasons[1] = "beyond_very_short" end
    else
      if (q.firer_depth_mm or 0) > reach then reasons[1] = "firer_too_deep" end
      if (q.target_depth_mm or 0) > reach then reasons[#reasons + 1] = "target_too_deep" end
    end
    return { legal = #reasons == 0, reasons = reasons, cover = q.target_entirely_inside }
  end,
}

procedure "fieldworks.breach" {
  cite = "SR.4 R81", doc = "Does a battery breach the fieldworks it hit?",
  args = {
    int "artillery_hits" { 0, doc = "of one battery's fire, before saves" },
    flag "breached" { must = false, doc = "already: they are breached only once" },
  },
  dice = "d6 if it hit, else none", headline = "breached", good = "more",
  out = { flag "tested" {}, int "roll" { 1, 6, optional = true }, flag "breached" {} },
  says = { { "breached", "the fieldworks are breached" }, { "tested", "the fieldworks stand" }, "no hit, no breach" },
  rounds = { over = "breached and 'breached'", cite = "SR.4", doc = "a battery hits them each turn" },
  resolve = function(rules, q, dice)
    if q.artillery_hits < 1 then return { tested = false, breached = false } end
    local roll = dice.d(6, "breach")
    return { tested = true, roll = roll, breached = roll >= rules.constant.breach }
  end,
  follows = function(rules, _, r, was)
    local thrown = r.roll and r.roll ~= was.roll
    if thrown and r.breached == was.breached then r.breached = r.roll >= rules.constant.breach end
  end,
}
