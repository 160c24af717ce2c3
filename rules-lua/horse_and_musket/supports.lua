-- 6.6.11: who supports a unit that fights.

local troops <const> = use "troops"

record "friend" {
  piece = "unit",
  enum "troop" (troops.ALL),
  enum "side" { values = troops.FACES, doc = "the side of the fighting unit it is on" },
  int "distance_mm" { 0, doc = "nearest edges" },
  flag "fighting" { doc = "itself in contact with an enemy" },
}

local function supports(rules, friend)
  return troops.is_fighter(rules, friend.troop) and friend.side ~= "front" and not friend.fighting
    and friend.distance_mm <= rules.constant.support_radius
end

procedure "melee.supports" {
  cite = "6.6.11 R68", doc = "How many units support one that fights?",
  args = { list "friends" { "friend", min = 0, doc = "near it" } },
  out = { int "eligible" { 0 }, int "supports" { 0, doc = "that count" } }, headline = "supports",
  says = function(r)
    if r.supports == 0 then return "no support" end
    return r.eligible > r.supports and ("%d support it, of %d that could"):format(r.supports, r.eligible)
      or ("%d %s it"):format(r.supports, r.supports == 1 and "supports" or "support")
  end,
  resolve = function(rules, q)
    local eligible = 0
    for _, friend in ipairs(q.friends) do
      if supports(rules, friend) then eligible = eligible + 1 end
    end
    return { eligible = eligible, supports = math.min(eligible, rules.constant.support_limit) }
  end,
}
