-- Formations: how a brigade changes its formation, and how many stands fire in it.

local troops <const> = use "troops"

procedure "formation.change" {
  cite = "Form 1, Form 3, R59, R68", doc = "May a brigade change its formation, and at what cost?",
  args = {
    enum "arm" { "infantry", "cavalry", doc = "that the brigade counts as" },
    enum "from" (troops.FORMATIONS), enum "to" (troops.FORMATIONS),
    enum "cause" { "voluntary", "combat_result", default = "voluntary" },
  },
  out = {
    flag "allowed" {}, enum "cost" { "none", "half_move", optional = true },
    enum "reason" { "infantry_only", "square_is_a_combat_result", optional = true },
  },
  says = { { "allowed", "costs {cost}" }, "is not allowed: {reason}" },
  check = function(_, q)
    if q.from == "square" and q.arm == "cavalry" then return refuse("from", "cannot be square for cavalry") end
    if q.to == q.from then return refuse("to", "must be another formation") end
    if q.cause == "combat_result" and q.to ~= "square" then return refuse("cause", "combat_result is for a square") end
  end,
  resolve = function(_, q)
    if q.to == "square" and q.arm == "cavalry" then return { allowed = false, reason = "infantry_only" } end
    if q.to == "square" and q.cause == "voluntary" then
      return { allowed = false, reason = "square_is_a_combat_result" }
    end
    return { allowed = true, cost = (q.to == "square" or q.from == "square") and "none" or "half_move" }
  end,
}

procedure "fire.stands_firing" {
  cite = "Form 1, base", doc = "How many stands of a brigade fire?",
  args = { enum "formation" (troops.FORMATIONS), int "stands" { 1 } },
  out = { int "stands_firing" { 1 } },
  says = "{stands_firing stand} fire",
  resolve = function(rules, q)
    local share = rules.tables.formations(q.formation, "fire_fraction")
    if share == "one stand" then return { stands_firing = 1 } end
    local part = share == 1 and 1 or math.tointeger(tonumber(tostring(share):match "^1/([1-9]%d*) up$"))
    if not part then error(("formations: fire_fraction must be 1, one stand or 1/2 up, got %s"):format(share)) end
    return { stands_firing = (q.stands + part - 1) // part }
  end,
}
