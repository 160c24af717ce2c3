-- 4.2.8, 6.8, 6.9, C.4: where a retreat ends, and what it costs.

local troops <const> = use "troops"

option "retreat_is_retrograde" { false, ruling = "R73", doc = "retreats are made at the rate for difficult going" }
option "blocker_only_hit" { false, ruling = "R46",
  doc = "of two units that pass through each other only the one in the way takes a hit" }

record "obstacle" {
  enum "kind" { "friend", "enemy", "impassable", "table_edge", "river" },
  int "from_mm" { 0, doc = "way made when it is touched" },
  int "to_mm" { 0, optional = true, doc = "way made when a friend is cleared" },
}

local function refuse_obstacles(q)
  local before = 0
  for i, obstacle in ipairs(q.obstacles) do
    local path = ("obstacles.%d."):format(i)
    local friend, to = obstacle.kind == "friend", obstacle.to_mm
    if friend and not to then return refuse(path .. "to_mm", "is required of a friend in the way") end
    if not friend and to then return refuse(path .. "to_mm", "is for a friend in the way") end
    if to and to <= obstacle.from_mm then
      return refuse(path .. "to_mm", ("must be over from_mm, %d, got %d"):format(obstacle.from_mm, to))
    end
    if obstacle.from_mm < before then
      return refuse(path .. "from_mm", ("must be %d or more: obstacles come in order"):format(before))
    end
    before = obstacle.from_mm
  end
end

--- A unit on its way back: where it will end, whom it passed, what it has suffered.
local function passes(rules, q, state, obstacle, i, dice)
  state.passed[#state.passed + 1] = i
  state.cleared = math.max(state.cleared, obstacle.to_mm)
  if not rules.option.blocker_only_hit then -- R46
    local args = rules.passing("hits.apply", q, { hits = state.hits, staggered = state.staggered, new_hits = 1 })
    local after = rules.call("hits.apply", args, dice)
    state.hits, state.staggered = after.hits, after.staggered
    state.staggered_now = state.staggered_now or after.staggered_now
    if after.destroyed then
      state.reason, state.stop = "hits", obstacle.from_mm
      return
    end
  end
  state.stop = math.max(state.stop, obstacle.to_mm) -- R74
end

--- Takes one obstacle; true when the retreat is over.
local function meet(rules, q, state, obstacle, i, dice)
  local kind, from = obstacle.kind, obstacle.from_mm
  if from > state.stop or from == state.stop and kind ~= "enemy" then return false end -- R74: touching is meeting him
  if kind == "friend" then
    passes(rules, q, state, obstacle, i, dice)
    return state.reason ~= nil
  end
  if kind == "river" then
    state.stop = math.max(from, state.cleared) -- R89
  else
    state.reason, state.stop = kind, from
  end
  return true
end

--- A retreat of so far, when nothing stops it.
local function way_back(rules, q, move, dice)
  local state = { stop = move, cleared = 0, passed = {}, hits = q.hits, staggered = q.staggered, staggered_now = false }
  for i, obstacle in ipairs(q.obstacles) do
    if meet(rules, q, state, obstacle, i, dice) then break end
  end
  return {
    move_mm = move, distance_mm = state.stop, friends_passed = #state.passed, blockers_hit = state.passed,
    hits = state.hits, staggered = state.staggered, staggered_now = state.staggered_now,
    destroyed = state.reason ~= nil, reason = state.reason,
  }
end

--- What the way has done to a unit.
local AFTER <const> = { "friends_passed", "hits", "staggered", "destroyed" }

local function same(r, was, keys)
  for _, key in ipairs(keys) do
    if r[key] ~= was[key] then return false end
  end
  return true
end

local REASONS <const> = {
  enemy = "it meets the enemy", impassable = "the ground is impassable", table_edge = "over the table's edge",
  hits = "by the hits it takes",
}

procedure "retreat.resolve" {
  cite = "6.8 6.9 4.2.8 4.1.5 C.1b C.3b C.4 R46 R73 R74 R88 R89",
  doc = "How far does a unit retreat, and what becomes of it?",
  args = {
    enum "troop" (troops.FIGHTERS),
    flag "difficult" { doc = "any of the way" },
    int "hits" { 0, max_of = troops.MOST_HITS, default = 0 }, flag "staggered" {},
    list "obstacles" { "obstacle", default = {}, doc = "in the way, nearest first" },
  },
  dice = "none", headline = "destroyed",
  out = {
    int "move_mm" { 0 }, int "distance_mm" { 0, doc = "way made" }, int "friends_passed" { 0 },
    list "blockers_hit" { of = int "place" { 1 }, default = {}, doc = "friends passed, by place in obstacles" },
    int "hits" { 0, max_of = troops.ALL_HITS }, flag "staggered" {}, flag "staggered_now" {}, flag "destroyed" {},
    enum "reason" { "enemy", "impassable", "table_edge", "hits", optional = true, doc = "why it is destroyed" },
  },
  says = function(r)
    if r.destroyed then return ("destroyed after %d mm: %s"):format(r.distance_mm, REASONS[r.reason]) end
    local through = r.friends_passed == 1 and ", through a friend"
      or r.friends_passed > 1 and (", through %d friends"):format(r.friends_passed) or ""
    return ("goes back %d mm%s%s"):format(r.distance_mm, through, r.staggered_now and " and is staggered" or "")
  end,
  check = function(_, q) return refuse_obstacles(q) end,
  resolve = function(rules, q, dice)
    local slow = q.difficult or rules.option.retreat_is_retrograde
    return way_back(rules, q, troops.rate(rules, q.troop, troops.formation(rules, q.troop), slow), dice)
  end,
  follows = function(rules, q, r, was) -- of another move, or another way: what it meets on that
    local move = r.distance_mm ~= was.distance_mm and r.distance_mm or r.move_mm
    if move == was.move_mm or not same(r, was, AFTER) then return end
    for key, value in pairs(way_back(rules, q, math.max(0, move))) do r[key] = value end
  end,
}
