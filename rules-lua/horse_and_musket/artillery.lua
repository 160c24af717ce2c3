-- 5.2: artillery.

local aim <const> = use "aim"

option "long_range_die_each" { false, ruling = "R54",
  doc = "each unit that guns fire at at long range has its own throw for the number of shots",
  matters = { units = { troop = "artillery" }, none = "nobody has guns" } }
option "artillery_halve_hits" { false, ruling = "R53",
  doc = "guns throw a die for each of the number thrown, and their hits are halved",
  matters = { units = { troop = "artillery" }, none = "nobody has guns" } }

record "artillery_target" {
  piece = "unit",
  int "range_mm" { 0, optional = true, doc = "left out of defensive fire" },
  flag "enfilade" {},
}

record "artillery_result" {
  int "throw" { 1, doc = "the number thrown" }, int "shots" { 1 }, int "dice" { 1 },
  int "hits" { 0, doc = "before saves" },
}

local function refuse_off_stick(rules, q)
  local longest = rules.tables.artillery_stick("long", "to_mm")
  for i, target in ipairs(q.targets) do
    if (target.range_mm or 0) > longest then
      return refuse(("targets.%d.range_mm"):format(i), ("must be 0 to %d, got %d"):format(longest, target.range_mm))
    end
  end
end

local function refuse_ranges(q)
  if q.defensive and #q.targets > 1 then return refuse("targets", "must be one, the charger, in defensive fire") end
  for i, target in ipairs(q.targets) do
    local path = ("targets.%d.range_mm"):format(i)
    if q.defensive and target.range_mm then
      return refuse(path, "cannot be said of defensive fire: it is all at long range (4.1.3)")
    elseif not q.defensive and not target.range_mm then
      return refuse(path, "is required, except in defensive fire")
    end
  end
end

--- 5.2.1: a battery uses one part of the stick; at short range it stops at the first target (R54).
local function refuse_bands(rules, q)
  if q.defensive then return nil end
  local band = aim.artillery_band(rules, q.targets[1].range_mm)
  for i, target in ipairs(q.targets) do
    if aim.artillery_band(rules, target.range_mm) ~= band then
      return refuse("targets", "must all be in one band: a battery uses only one a turn (5.2.1)")
    elseif i > 1 and band == "short" then
      return refuse("targets", "must be one at short range: it stops at the first (R54)")
    end
  end
end

local function half_up(n) return (n + 1) // 2 end -- 5.2.3

--- One target's shots, and what they hit.
local function shoot(rules, dice, target, i, throw)
  local halve_hits = rules.option.artillery_halve_hits
  local shots = halve_hits and throw or half_up(throw)
  local count = shots * (target.enfilade and 2 or 1) -- R59
  local hits = dice.count(count, 6, rules.constant.artillery_hit, "shots", "targets." .. i)
  return { throw = throw, shots = shots, dice = count, hits = halve_hits and half_up(hits) or hits }
end

procedure "fire.artillery" {
  cite = "5.2.1 5.2.3 5.2.4 4.1.3 5.5 R53 R54 R59", doc = "What does a battery's fire do?",
  args = {
    list "targets" { "artillery_target", doc = "in order along the line" },
    flag "defensive" { doc = "at a charger, before contact" },
  },
  dice = "2d6 at short range, d6 at long; then, for each target, d6 for each shot", headline = "hits", good = "more",
  out = {
    enum "band" { "short", "long" }, list "targets" { "artillery_result" },
    int "hits" { 0, doc = "of all targets, before saves" },
  },
  says = function(r)
    local told = {}
    for i, target in ipairs(r.targets) do
      told[i] = ("%d of %d %s"):format(target.hits, target.dice, target.hits == 1 and "hits" or "hit")
    end
    return ("throws %d at %s range: %s"):format(r.targets[1].throw, r.band, table.concat(told, ", then "))
  end,
  check = function(rules, q) return refuse_off_stick(rules, q) or refuse_ranges(q) or refuse_bands(rules, q) end,
  before = function(rules, q)
    local band = q.defensive and "long" or aim.artillery_band(rules, q.targets[1].range_mm)
    return { band = band, number_dice = rules.tables.artillery_stick(band, "number_dice") }
  end,
  resolve = function(rules, q, dice, w)
    local each = rules.option.long_range_die_each
    local targets, sum, throw = {}, 0, nil
    for i, target in ipairs(q.targets) do
      if each or not throw then throw = dice.sum(w.number_dice, 6, "number", each and "targets." .. i or nil) end
      targets[i] = shoot(rules, dice, target, i, throw)
      sum = sum + targets[i].hits
    end
    return { band = w.band, targets = targets, hits = sum }
  end,
  follows = function(_, _, r, was)
    local sum = 0
    for _, target in ipairs(r.targets) do sum = sum + target.hits end
    if r.hits == was.hits then
      r.hits = sum
    elseif sum == was.hits then -- what is more or less of all falls on the first target, then on those beyond it
      local more = math.max(0, r.hits) - sum
      for _, target in ipairs(r.targets) do
        local before = target.hits
        target.hits = math.max(0, before + more)
        more = more - (target.hits - before)
      end
    end
  end,
}
